"""What ``blood.match`` prints: results of matches, and remarks on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from blood.command import INTERRUPTED, note, print_json, report_console
from zerosum.errors import ZeroSumError
from zerosum.pkr.holdem.game import Holdem
from zerosum.play import Agent, Match
from zerosum.strategy import Strategy
from zerosum.support.interrupts import once
from zerosum.support.rendering import TextTable, line, percent, table


@dataclass(frozen=True)
class Played:
    """A match, and what agents win in big blinds.

    Parameters
    ----------
    match
        The match.
    blind
        The big blind in chips; None if the game has none.
    """

    match: Match
    blind: int | None

    JSON = (*((name, f"match.{name}") for name in Match.JSON), "bb_per_100")

    @property
    def bb_per_100(self) -> tuple[tuple[float, float], ...] | None:
        """What each agent wins in big blinds a hundred hands, and half of its 95 % interval."""
        if self.blind is None or self.match.series:
            return None
        pairs = zip(self.match.means, self.match.margins, strict=True)
        scale = 100 / self.blind
        return tuple((scale * mean, scale * margin) for mean, margin in pairs)


def print_results(
    seated: Sequence[Agent], played: Iterator[Match], wanted: int, start: Any, *, as_json: bool
) -> int:
    """Play matches of a game, and print their results; return the exit status."""
    matches: list[Match] = []
    with once():  # Ctrl-C twice does not lose the report
        try:
            for match in played:
                matches += [match]
        except KeyboardInterrupt:
            pass
        except ZeroSumError:
            if matches:
                _print(seated, matches, wanted, start, as_json=as_json)
            raise
        return _print(seated, matches, wanted, start, as_json=as_json)


def _print(
    seated: Sequence[Agent], matches: Sequence[Match], wanted: int, start: Any, *, as_json: bool
) -> int:
    menus = {agent.name for agent in seated if _knows_nothing(agent)}
    matches = [_without(match, menus) for match in matches]
    blind = max(start.blinds[:2]) or None if isinstance(start, Holdem) else None
    if as_json:
        print_json([Played(match, blind) for match in matches])
    else:
        _report(seated, matches, blind)
    played = sum(match.hands for match in matches)
    if played == wanted:
        return 0
    what = "matches" if matches and matches[0].series else "hands"
    note(f"Stopped after {played:,} of {wanted:,} {what}.")
    return INTERRUPTED


def _report(seated: Sequence[Agent], matches: Sequence[Match], blind: int | None) -> None:
    """Print a result or a table, and remarks."""
    report = report_console()
    if matches and len(seated) == 2:
        line(report, _result(matches[0], blind))
        if len(matches[0].names) > 2:
            line(report, _hands(matches[0]))
    elif matches and len(matches[0].names) > 2:
        report.print(matches[0].table(blind))
        line(report, _hands(matches[0]))
    elif matches:
        report.print(_standings(seated, matches))
    for match in matches:
        for text in _remarks(_merged(match, len(seated)), several=len(seated) > 2):
            line(report, text)


def _knows_nothing(agent: Agent) -> bool:
    """Return whether an agent has a strategy without any infoset: it plays a menu at random."""
    strategy = getattr(agent, "strategy", None)
    return isinstance(strategy, Strategy) and len(strategy) == 0


def _without(match: Match, menus: set[str]) -> Match:
    """Return a match without shares of decisions that agents do not know which play a menu."""
    pairs = zip(match.names, match.unknown, strict=True)
    return replace(match, unknown=tuple(None if name in menus else share for name, share in pairs))


def _merged(match: Match, agents: int) -> Match:
    """Return a match of one among copies of another as one of two."""
    if agents != 2 or len(match.names) == 2:
        return match
    shares = ([share or 0.0 for share in each] for each in (match.unknown, match.clipped))
    unknown, clipped = ((first, sum(rest) / len(rest)) for first, *rest in shares)
    return replace(match, names=match.names[:2], unknown=unknown, clipped=clipped)


def _result(match: Match, blind: int | None) -> str:
    first, second, *others = match.names
    pace = "." if others else f" ({_speed(match)})"  # of more than two it follows
    rivals = f"{1 + len(others)} copies of {second}" if others else second
    won = f"{match.gain()} of {match.hands:,} matches won"
    in_blinds = "" if blind is None else f", {match.gain(scale=100 / blind)} bb/100,"
    chips = f"{match.gain()} chips a hand{in_blinds} over {match.hands:,} hands"
    return f"{first} against {rivals}: {won if match.series else chips}{pace}"


def _speed(match: Match) -> str:
    return f"{match.rate:,.0f} a second, {'native' if match.native else 'interpreted'}"


def _hands(match: Match) -> str:
    """Return how many hands were played at a table of more than two, and which were left out."""
    seats = len(match.names)
    turns = f"{match.rotations} of {seats}, drawn by deal; the others were left out"
    which = f"all {seats}" if match.rotations == seats else turns
    return (
        f"{match.hands:,} hands: {match.deals:,} deals, each with an order of the agents that is "
        f"drawn; rotations: {which} ({_speed(match)})."
    )


def _standings(agents: Sequence[Agent], matches: Sequence[Match]) -> TextTable:
    """Return a table of what each agent wins from each other."""
    numbers = range(len(agents))
    cells: dict[tuple[int, int], str] = {}
    for (row, column), match in zip(combinations(numbers, 2), matches, strict=False):
        cells[row, column], cells[column, row] = match.gain(), match.gain(1)
    names = [agent.name for agent in agents]
    rows = ([names[row], *(cells.get((row, column), "") for column in numbers)] for row in numbers)
    return table(["wins from", *names], rows)


def _remarks(match: Match, *, several: bool) -> Iterator[str]:
    """Yield what was corrected, and how often each agent left its strategy."""
    names = match.names
    if match.plain is not None and len(names) == 2:
        whose = f"{names[0]} against {names[1]}, as" if several else "As"
        yield f"{whose} played, without AIVAT: {match.plain.gain()}."
    for name, unknown, clipped in zip(names, match.unknown, match.clipped, strict=True):
        others = "" if len(names) > 2 else f" against {names[name == names[0]]}"
        whose = f"of {name}'s decisions{others} were"
        if unknown:
            yield f"{percent(unknown)} {whose} at unvisited infosets."
        if clipped:
            yield f"{percent(clipped)} {whose} bets moved to the bounds of the table."
