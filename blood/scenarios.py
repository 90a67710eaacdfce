"""Try a strategy of hold'em against expectations: ``python -m blood.scenarios RUN``."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from blood.chart import chart_of
from blood.command import JSON_FILE, RUN, Command, note, opened, print_json, report_console, watched
from zerosum.errors import NotApplicable
from zerosum.experiment.files import Kind
from zerosum.pkr.scenarios import SIX_MAX, Expectation, Outcome, Result, judge
from zerosum.support.records import as_json as plain
from zerosum.support.rendering import line, table

FAILED = 1
_REPORT = Kind("JSON report", ".json", "--json", b'{\n  "scenarios": ')

_EPILOG = """\
\b
Examples:
  python -m blood.scenarios runs/blood.holdem
  python -m blood.scenarios runs/blood.holdem --strict --json found.json
"""


@dataclass(frozen=True)
class Judged:
    """How a strategy does by expectations.

    Parameters
    ----------
    scenarios
        The run folder.
    results
        One for each expectation, those that do not fit included.
    """

    scenarios: str
    results: tuple[Result, ...]


DOCUMENT = Judged


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@JSON_FILE
@click.option("--strict", is_flag=True, help="End with exit status 1 if an expectation fails.")
def main(run: Path, file: Path | None, strict: bool) -> int:
    """Try the strategy of the run folder RUN against expectations.

    For six seats there are thirty, such as that aces raise more often than seven-deuce from every
    seat. For two seats that push or fold, the chart is compared with the exact solution. An
    expectation passes or fails, or its outcome is unknown, if training has not reached it.
    """
    printed = file == Path("-")
    if file is not None and not printed:
        _REPORT.require(file)
    game = (trained := opened(run)).game
    asked: list[Expectation] = [*filter(None, [chart_of(game)]), *SIX_MAX]
    results = judge(trained.strategy, game, asked, watched("Asking"))
    misfits = [result for result in results if result.outcome is Outcome.UNFIT]
    fitting = [result for result in results if result.outcome is not Outcome.UNFIT]
    reasons = list(dict.fromkeys(result.reason for result in misfits))
    if not fitting:
        raise NotApplicable(
            f"The game of {run} must be one that an expectation fits; none of {len(results)} does: "
            f"{reasons[0]}",
            game,
        )
    document = Judged(str(run), tuple(results))
    failed = any(result.outcome is Outcome.FAILED for result in fitting)
    if printed:
        print_json(document)
        return FAILED if strict and failed else 0
    report = report_console()
    report.print(table(["expectation", "outcome", "found", "asked"], map(_row, fitting), "l"))
    for result in fitting:
        if result.outcome is Outcome.FAILED:
            line(report, f"{result.expectation.name}: {result.expectation.why}")
    for reason in reasons:
        names = [misfit.expectation.name for misfit in misfits if misfit.reason == reason]
        what = names[0] if len(names) == 1 else f"{len(names)} expectations"
        line(report, f"Left out: {what}. {reason}")
    line(report, _counts(results))
    if file is not None:
        text = json.dumps(plain(document), indent=2, allow_nan=False) + "\n"
        _REPORT.write(file, lambda part: part.write_text(text, "utf-8"))
        note(f"The results are written to {file}.")
    return FAILED if strict and failed else 0


def _row(result: Result) -> list[str]:
    outcome = result.outcome.value
    if result.outcome is Outcome.UNKNOWN:
        outcome = f"{outcome} ({result.unknown} of {result.asked})"
    return [result.expectation.name, outcome, result.found, result.expectation.words]


def _counts(results: Sequence[Result]) -> str:
    outcomes = [result.outcome for result in results]
    counts = [f"{outcomes.count(outcome)} {outcome.value}" for outcome in list(Outcome)[:3]]
    left = outcomes.count(Outcome.UNFIT)
    return ", ".join(counts) + (f"; {left} left out" if left else "")


if __name__ == "__main__":
    main()
