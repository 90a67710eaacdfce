"""How every command of ours ends: a user's mistake is one sentence and exit status 2."""

from __future__ import annotations

import sys
import warnings
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from zerosum.errors import ZeroSumError
from zerosum.experiment.blame import is_users, sentence

MISTAKE = 2
INTERRUPTED = 130


class Command(click.Command):
    """A command whose function returns its exit status, None for 0."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run, and leave Python with the exit status."""
        extra["standalone_mode"] = False
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a sign may be lost, what was done must not
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            try:
                status = super().main(*args, **extra)
            except click.Abort:
                status = _say("Stopped; what was saved before is whole.", INTERRUPTED)
            except click.ClickException as error:
                status = _say(f"{error.format_message()} Try --help.", MISTAKE)
            except ZeroSumError as error:
                status = _say(str(error), MISTAKE)
            except Exception as error:
                if not is_users(error):
                    raise
                status = _say(f"The experiment must run without an error; got {sentence(error)}.")
        sys.exit(status)


def _say(message: str, status: int = MISTAKE) -> int:
    click.echo(message, err=True)
    return status


def _show_warning(
    message: Warning | str, category: type[Warning], *_: object, **__: object
) -> None:
    click.echo(f"{category.__name__}: {message}", err=True)
