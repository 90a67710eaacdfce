"""List the commands, or run one: ``python -m blood [COMMAND]``, or ``blood [COMMAND]``."""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from blood.command import Entry

_FIRST_LINE = re.compile(r'"""(.+?): ``python -m blood\.(\w+)')

GROUPS = {
    "Train": ("experiments", "train", "sweep", "report", "cache"),
    "Look": ("show", "serve", "export"),
    "Play": ("play", "match", "bot"),
    "Measure": ("evaluate", "study", "schema"),
    "Poker": ("ask", "replay", "scenarios", "resolve"),
    "Spots and cards of hold'em": ("solve", "boards", "prices", "pushfold", "equity", "cards"),
}

_EPILOG = """\
\b
Examples:
  python -m blood train blood.kuhn
  python -m blood show runs/blood.kuhn
  python -m blood show --help
"""


@cache
def commands() -> dict[str, str]:
    """Return the commands by name with what they do, without importing them."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    begun = (_FIRST_LINE.match(file.read_text("utf-8")) for file in files)
    return {match[2]: f"{match[1]}." for match in begun if match is not None}


class Commands(Entry, click.Group):
    """The commands; each is imported when it is run."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(commands())

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of the name."""
        if cmd_name not in commands():
            return None
        command: click.Command = import_module(f"blood.{cmd_name}").main
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the first word; say which there are if there is none."""
        name = args[0]
        if name not in commands() and not name.startswith("-"):
            from zerosum.support.suggest import alternatives

            raise click.UsageError(
                f"There is no command {name!r}: {alternatives(name, commands())}"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by what they are for, one line each."""
        found = commands()
        width = max(map(len, found))
        for group, names in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(width), found[name]) for name in names])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what may follow on the command line."""
        names = [
            CompletionItem(name, help=line)
            for name, line in commands().items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    epilog=_EPILOG,
    subcommand_metavar="[COMMAND] [ARGS]...",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Solve zero-sum games with hidden information: train strategies, and see what they do."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


if __name__ == "__main__":
    main()
