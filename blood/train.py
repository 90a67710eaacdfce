"""Train an experiment: ``python -m blood.train [EXPERIMENT]``.

Here is the command line, so that its help is shown without what trains (:mod:`blood.training`).
"""

from typing import Any

import click

from blood.command import EXPERIMENT, GAME, JSON, PATH, Command, completed
from zerosum.algorithms import NAMES
from zerosum.rules import RULES


class TrainCommand(Command):
    """A command whose help ends with the options of the algorithm, and what an experiment says."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the words of the command line for the help, which is shown before they are read."""
        if not ctx.resilient_parsing:
            ctx.meta["words"] = self.make_parser(ctx).parse_args(list(args))[0]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write options, the module's docstring, parameters, and what is said before training."""
        given = ctx.meta.get("words", {})
        found = (given.get("experiment"), given.get("algorithm"))
        name, algorithm = (word if isinstance(word, str) else None for word in found)
        if name is not None or algorithm is not None:
            from blood.training import described

            described(formatter, name, given.get("parameters") or (), algorithm)


@click.command(cls=TrainCommand)
@click.argument("experiment", required=False, shell_complete=EXPERIMENT)
@click.option(
    "--algorithm",
    shell_complete=completed("plain", lambda: NAMES),
    help=f"How to solve: {', '.join(NAMES)}.",
)
@click.option(
    "--rule",
    shell_complete=completed("plain", RULES.keys),
    help=f"How regrets and averages are updated: {', '.join(RULES)}.",
)
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the algorithm, such as epsilon=0.4; may be given several times.",
)
@GAME
@click.option("--iterations", type=int, help="Train up to so many iterations in all.")
@click.option("--minutes", type=float, help="Train for so many minutes in this session.")
@click.option(
    "--target", type=float, help="Train until exploitability, in chips a hand, is at most this."
)
@click.option("--seed", type=int, help="Equal seeds make equal runs.")
@click.option("--threads", type=int, help="Number of threads; all cores by default.")
@click.option(
    "--limit",
    type=int,
    help="Enumerate games with at most this many histories, for cfr and to measure "
    "exploitability; nodes of the public tree, for public and vector.",
)
@click.option(
    "--respond",
    type=click.FloatRange(min=0.0, min_open=True),
    help="Let local best response play for so many seconds, each time that the time trained has "
    "doubled, and at the end.",
)
@click.option(
    "--memory",
    metavar="SIZE",
    help="Keep the whole process within so much, such as 20GB; infosets that a full table has no "
    "room for are played uniformly.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Sample in rounds on a Ray cluster: local starts one here, auto is the one of this "
    "machine; or host:6379, or ray://host:10001. The run folder must be on a disk that its "
    "machines share; --memory is that of each process.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    help="With --cluster: how many processes walk; one for each core by default.",
)
@click.option(
    "--shards",
    type=click.IntRange(1),
    help="With --cluster: how many processes hold the table; one for each machine by default.",
)
@click.option("--out", type=PATH, help="The run folder.")
@click.option("--resume", is_flag=True, help="Continue from the last checkpoint.")
@click.option(
    "--config",
    metavar="FILE",
    type=PATH,
    shell_complete=completed("file"),
    help="Take options from a file of TOML; those of the command line replace them.",
)
@click.option("--show-config", is_flag=True, help="Print such a file of the run, and do not train.")
@JSON
def main(**options: Any) -> int:
    """Train EXPERIMENT: a module of your own or a .py file; blood.quick by default.

    With EXPERIMENT, --help also shows what the experiment is and which parameters it has; with
    --algorithm, the options of the algorithm.

    The run folder is a new one, runs/EXPERIMENT by default; with --resume it is the last one of
    EXPERIMENT. Bounds given here replace all bounds of the experiment and of --config.
    """
    from blood.training import run

    return run(**options)


if __name__ == "__main__":
    main()
