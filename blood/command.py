"""What all commands share: the run folder, where they print, and how they end."""

import sys
import warnings
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console

from blood.experiments import experiments
from zerosum.blame import is_users, sentence
from zerosum.errors import ZeroSumError
from zerosum.experiment import fitting_on, open_run
from zerosum.rendering import WIDE, line

MISTAKE = 2
INTERRUPTED = 130

PATH: click.Path = click.Path(path_type=Path)
RUN = click.argument("run", metavar="RUN", type=PATH)
SEED = click.option(
    "--seed", type=int, default=0, show_default=True, help="Equal seeds print equal figures."
)


class Command(click.Command):
    """A command whose function returns its exit status; None means 0.

    A user's mistake is one sentence and exit status 2. Factors that must be fitted show how far
    they are.
    """

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run, and exit Python with the exit status."""
        extra["standalone_mode"] = False
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a character may be lost, results must not
        with warnings.catch_warnings(), fitting_on(Console(stderr=True)):
            warnings.showwarning = _show_warning
            try:
                status = super().main(*args, **extra)
            except click.Abort:
                status = _say(
                    "Stopped. Nothing more was saved; earlier checkpoints are complete.",
                    INTERRUPTED,
                )
            except click.ClickException as error:
                status = _say(f"{error.format_message()} Try --help.")
            except ZeroSumError as error:
                status = _say(str(error))
            except (Exception, SystemExit) as error:
                if is_users(error):
                    what = "The experiment must run without an error"
                elif isinstance(error, OSError):
                    what = "The system must be able to read and write files"
                else:
                    raise
                status = _say(f"{what}; got {sentence(error)}.")
        sys.exit(status)


def opened(run: Path) -> tuple[Any, Any, Any]:
    """Return the experiment of a run folder, the start of its game and the strategy."""
    return open_run(run, experiments())


def report_console() -> Console:
    """Return where a report is printed: a file has room for every column."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDE)


def note(text: str) -> None:
    """Print a line on standard error, beside the report."""
    line(Console(stderr=True), text)


def _say(message: str, status: int = MISTAKE) -> int:
    click.echo(message, err=True)
    return status


def _show_warning(
    message: Warning | str, category: type[Warning], *_: object, **__: object
) -> None:
    click.echo(f"{category.__name__}: {message}", err=True)
