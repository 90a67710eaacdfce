"""Print the schema of what a command prints as JSON: ``python -m blood.schema COMMAND``."""

import json
from importlib import import_module
from pathlib import Path

import click

from blood.command import Command, completed, refuse
from zerosum.support.schema import schema_of
from zerosum.support.suggest import alternatives

_ELSEWHERE = {"show": "shown", "train": "training"}  # what prints is not imported for --help


def printing() -> list[str]:
    """Return the commands that have an option ``--json``."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    names = [file.stem for file in files if "\nDOCUMENT = " in file.read_text("utf-8")]
    stems = {stem: name for name, stem in _ELSEWHERE.items()}
    return sorted(stems.get(name, name) for name in names)


@click.command(cls=Command)
@click.argument("command", shell_complete=completed("plain", printing))
def main(command: str) -> None:
    """Print the JSON Schema of what COMMAND prints with --json, such as evaluate."""
    known = printing()
    wrong = f"COMMAND must be one that prints JSON; got {command!r}: {alternatives(command, known)}"
    refuse(command not in known, wrong)
    module = import_module(f"blood.{_ELSEWHERE.get(command, command)}")
    click.echo(json.dumps(schema_of(module.DOCUMENT), indent=1))


if __name__ == "__main__":
    main()
