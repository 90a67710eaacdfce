"""What all commands share: their arguments, where they print, and how they end."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from click.shell_completion import CompletionItem

from blood.declared import experiments
from zerosum.errors import ClusterGone, ZeroSumError
from zerosum.support.blame import is_users, sentence
from zerosum.support.interrupts import ended_alike
from zerosum.support.rendering import WIDE, line

if TYPE_CHECKING:
    from rich.console import Console

    from zerosum.experiment import Run

MISTAKE = 2
INTERRUPTED = 130
UNREAD = 141

T = TypeVar("T")
Completion = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def completed(kind: str, words: Callable[[], Iterable[str]] = tuple) -> Completion:
    """Return how a shell completes an argument: by words, and by files (``file``) or ``dir``.

    Parameters
    ----------
    kind
        ``file``, ``dir``, or ``plain`` for words only.
    words
        Returns the words; called only by a shell that asks.
    """

    def complete(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
        # Bash forgets the words that come before a file.
        paths = [] if kind == "plain" else [CompletionItem(begun, type=kind)]
        return paths + [CompletionItem(word) for word in words() if word.startswith(begun)]

    return complete


PATH: click.Path = click.Path(path_type=Path)
RUN = click.argument("run", metavar="RUN", type=PATH, shell_complete=completed("dir"))
EXPERIMENT = completed("file", experiments)
GAME = click.option(
    "--game",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of the game, where the experiment has some; may be given several times.",
)
SEED = click.option(
    "--seed", type=int, default=0, show_default=True, help="Equal seeds print equal figures."
)

WORKERS = click.option(
    "--workers",
    type=click.IntRange(1),
    help="How many tasks at a time; as many as there are cores by default.",
)
CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Do the tasks on a Ray cluster: local starts one here, auto is the one of this machine; "
    "or host:6379, or ray://host:10001.",
)


def seconds_of(_: click.Context, __: click.Parameter, value: str | None) -> float | None:
    """Return the seconds of an option such as 20ms or 0.02s."""
    if value is None:
        return None
    match = re.fullmatch(r"([0-9]*\.?[0-9]+) ?(ms|s)?", value, re.ASCII)
    seconds = 0.0 if match is None else float(match[1]) / (1e3 if match[2] == "ms" else 1.0)
    if not 0.001 <= seconds <= 60:
        raise click.BadParameter(f"it must be 1ms to 60s, such as 20ms; got {value!r}.")
    return seconds


def refuse(wrong: object, sentence: str) -> None:
    """Refuse a command line that is wrong.

    Raises
    ------
    click.UsageError
        If it is.
    """
    if wrong:
        raise click.UsageError(sentence)


class Entry(click.Command):
    """What a command line starts: it ends Python with the exit status.

    A user's mistake is one sentence and exit status 2. SIGTERM and a closed terminal end it as
    Ctrl-C does.
    """

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run, and exit Python with the exit status."""
        extra["standalone_mode"] = False
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a character may be lost, results must not
        with ended_alike(), warnings.catch_warnings():
            warnings.showwarning = _show_warning
            warnings.filterwarnings("default", ".* in lines of play;", DeprecationWarning)
            try:
                status = super().main(*args, **extra)
            except click.Abort:
                status = _say(
                    "Stopped. Nothing more was saved; earlier checkpoints are complete.",
                    INTERRUPTED,
                )
            except click.ClickException as error:
                status = _say(f"{_plainly(error)} Try --help.")
            except ClusterGone as error:
                status = _say(str(error))
                sys.stdout.flush()
                os._exit(status)  # Ray would wait for the cluster
            except ZeroSumError as error:
                status = _say(str(error))
            except (Exception, SystemExit) as error:
                if _unread(error):
                    sys.exit(UNREAD)
                if is_users(error):
                    what = "The experiment must run without an error"
                elif isinstance(error, OSError):
                    what = "The system must be able to read and write files"
                else:
                    raise
                status = _say(f"{what}; got {sentence(error)}.")
        sys.exit(status)


class Command(Entry):
    """A command whose function returns its exit status; None means 0.

    Factors that must be fitted show how far they are. Options that several commands have are
    refused where they do not go together.
    """

    def invoke(self, ctx: click.Context) -> Any:
        """Run the function."""
        self.check(ctx)
        with fitting():
            return super().invoke(ctx)

    @staticmethod
    def check(ctx: click.Context) -> None:
        """Refuse options that do not go together."""
        given = {name for name, value in ctx.params.items() if value not in (None, False)}
        alone = "last_street" in given and "think" not in given
        refuse(alone, "--last-street belongs to --think: give both, or leave it out.")
        for name in ("hands", "aivat"):
            together = {name, "matches"} <= given
            refuse(together, f"--{name} and --matches must not be given together: leave one out.")


@contextmanager
def fitting() -> Iterator[None]:
    """Show how far factors are that must be fitted."""
    # Not for help, which is shown without it.
    from rich.console import Console

    from zerosum.experiment.progress import fitting_on

    with fitting_on(Console(stderr=True)):
        yield


LAST_STREET = click.option(
    "--last-street", is_flag=True, help="With --think: solve last streets only."
)
WHOLE = click.option(
    "--whole", is_flag=True, help="Leave out the parts that blood.resolve has solved again."
)

JSON = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the figures as JSON instead; blood.schema says what they are.",
)


def _not_swallowed(
    context: click.Context, option: click.Parameter, file: Path | None
) -> Path | None:
    """Refuse what follows --json if it was meant for the argument of the command."""
    if file is not None and file != Path("-") and file.suffix.lower() != ".json":
        raise click.BadParameter(
            f"the name of the file must end in .json; got {file}: to print JSON, write --json "
            "last, or --json -.",
            context,
            option,
        )
    return file


JSON_FILE = click.option(
    "--json",
    "file",
    metavar="[FILE]",
    is_flag=False,
    flag_value="-",
    type=click.Path(path_type=Path, allow_dash=True),
    callback=_not_swallowed,
    help="Print the report as JSON instead of the tables, or write it to a file beside them.",
)


def print_json(document: object) -> None:
    """Print a record as JSON, as its schema has it (:mod:`zerosum.support.schema`)."""
    import json

    from zerosum.support.records import as_json

    click.echo(json.dumps(as_json(document), indent=1, allow_nan=False))


def sibling(name: str) -> str:
    """Return how another command is called: as the current one was."""
    group = click.get_current_context().parent
    return f"python -m blood.{name}" if group is None else f"{group.command_path} {name}"


def opened(run: Path) -> Run:
    """Return the run in a folder, with its strategy: it is refused if it has none, or another's."""
    from zerosum.experiment import Run

    opened = Run.open(run, experiments())
    _ = opened.strategy
    return opened


def report_console(*, stderr: bool = False) -> Console:
    """Return where a command prints: a terminal, or a file, which has room for every column."""
    from rich.console import Console

    console = Console(stderr=stderr)
    return console if console.is_terminal else Console(stderr=stderr, width=WIDE)


@contextmanager
def bar(words: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how much is done; yield what is to be called with that."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = BarColumn(24), MofNCompleteColumn(), TextColumn("{task.description}", markup=False)
    hide = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hide) as shown:
        task = shown.add_task(words, total=total)
        yield lambda done: shown.update(task, completed=done)


def watched(words: str) -> Callable[[Sequence[T]], Iterator[T]]:
    """Return a function that shows on a terminal how many of some things are done."""

    def watch(things: Sequence[T]) -> Iterator[T]:
        with bar(words, len(things)) as progress:
            for number, thing in enumerate(things, 1):
                yield thing
                progress(number)

    return watch


def note(text: str) -> None:
    """Print a line on standard error, beside the report."""
    line(report_console(stderr=True), text)


_CHOICE = re.compile("'([^']*)' is not one of '")
# Click's names of types, in the words of a user.
_WORDS = {
    "valid integer range": "whole number",
    "valid float range": "number",
    "valid integer": "whole number",
    "valid float": "number",
}


def _plainly(error: click.ClickException) -> str:
    """Return the message of a wrong command line as a sentence in plain words."""
    from zerosum.support.suggest import alternatives, nearest

    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        named = [option for option in error.ctx.command.params if isinstance(option, click.Option)]
        names = [name for option in named for name in option.opts if name.startswith("--")]
        hint = f": {alternatives(error.option_name, names)}" if names else "."
        return f"There is no option {error.option_name}{hint}"
    text = error.format_message()
    if (wrong := _CHOICE.search(text)) and isinstance(error, click.BadParameter):
        choices = getattr(getattr(error.param, "type", None), "choices", ())
        if near := nearest(wrong[1], choices):
            text = f"{text.rstrip('.')}: did you mean {near}?"
    for name, word in _WORDS.items():
        text = text.replace(f"is not a {name}", f"is not a {word}")
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _unread(error: BaseException) -> bool:
    """Return whether an error means that nobody reads on, as behind ``| head``; be silent then."""
    if not isinstance(error, BrokenPipeError) and not isinstance(
        error.__context__, BrokenPipeError
    ):
        return False
    with suppress(OSError, ValueError):  # or Python complains of what is left to print
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return True


def _say(message: str, status: int = MISTAKE) -> int:
    note(message)
    return status


def _show_warning(
    message: Warning | str, category: type[Warning], *_: object, **__: object
) -> None:
    note(f"{category.__name__}: {message}")
