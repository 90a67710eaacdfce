"""Look into runs in a browser, compare them, watch them train: ``python -m blood.serve [RUN …]``.

Here is the command line, so that its help is shown without the server.
"""

from pathlib import Path

import click

from blood.command import PATH, Command, completed, note


@click.command(cls=Command)
@click.argument("runs", metavar="[RUN]...", nargs=-1, type=PATH, shell_complete=completed("dir"))
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0 for a free one.",
)
@click.option("--open/--no-open", "opens", default=False, help="Open the page in a browser.")
def main(runs: tuple[Path, ...], host: str, port: int, *, opens: bool) -> None:
    """Serve a page on this machine that shows every RUN, and all runs below the folder runs.

    Nobody else can open it. With another --host, others can who know the token in the address that
    is printed: they can look into the runs, and train on this machine.
    """
    from blood.serving import run

    run(runs, host, port, note, opens=opens)


if __name__ == "__main__":
    main()
