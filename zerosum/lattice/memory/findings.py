"""From decisions to a report: who forgets, what shows it, and what restores perfect recall."""

from itertools import takewhile
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.game import players_of
from zerosum.lattice.infosets import Witness
from zerosum.lattice.memory.candidates import candidates, told_apart
from zerosum.lattice.memory.decisions import PATHS, Decisions
from zerosum.lattice.memory.forgotten import forgotten, key_of, own_past, unseen
from zerosum.lattice.memory.paths import Forgetting, Pair, forgettings
from zerosum.lattice.memory.report import Finding, Memory, PlayerRecall, RecallReport
from zerosum.lattice.partitions import count, joined


def report(
    decisions: Decisions, states: Product | None, actions: Algebraic | None, vocabulary: Any
) -> RecallReport:
    """Return the report on recall for the decisions of a game.

    Parameters
    ----------
    decisions
        The decisions.
    states, actions
        The abstraction.
    vocabulary
        The factors to try, as for :func:`zerosum.lattice.recall`.
    """
    players = players_of(decisions.base)
    classes = decisions.classes(states)
    found = forgettings(decisions.paths, classes, players)
    tried = candidates(decisions, states, vocabulary)
    again = {}
    if any(map(any, found)):
        again = {
            factor: forgettings(decisions.paths, joined(classes, more), players)
            for factor, more in told_apart(decisions, tried).items()
        }
        tried = tuple(again)
    findings = [
        _of_player(decisions, states, player, found[player], {f: again[f][player] for f in again})
        for player in range(players)
    ]
    return RecallReport(
        game=type(decisions.base).__qualname__,
        states=states,
        actions=actions,
        players=tuple(findings),
        infosets=count(classes),
        candidates=tried,
        deals=decisions.deals,
        paths=None if decisions.deals is None else PATHS,
    )


def _of_player(
    decisions: Decisions,
    states: Product | None,
    player: int,
    found: Forgetting,
    again: dict[Algebraic, Forgetting],
) -> PlayerRecall:
    """Return the report on one player, whose findings with each candidate are given."""
    absent, different = (
        _finding(
            decisions,
            states,
            player,
            pairs,
            restored_by=tuple(factor for factor, left in again.items() if not left[kind]),
        )
        for kind, pairs in enumerate(found)
    )
    if absent is not None:
        verdict = Memory.ABSENT_MINDED
    elif different is not None:
        verdict = Memory.IMPERFECT
    else:
        verdict = Memory.PERFECT if decisions.deals is None else Memory.UNREFUTED
    restored_by = tuple(factor for factor, left in again.items() if not any(left))
    return PlayerRecall(player, verdict, absent, different, restored_by if any(found) else ())


def _finding(
    decisions: Decisions,
    states: Product | None,
    player: int,
    pairs: tuple[Pair, ...],
    restored_by: tuple[Algebraic, ...],
) -> Finding | None:
    """Return what two decisions of one infoset show; of all pairs, the most similar one."""
    if not pairs:
        return None
    shown = [(decisions.witness(one), decisions.witness(other)) for one, other in pairs]
    first, second = min(shown, key=_unlikeness)
    pasts = [own_past(decisions.base, states, player, each.moves) for each in (first, second)]
    return Finding(
        key=key_of(states, first.infoset),
        witnesses=(first, second),
        forgotten=forgotten(*pasts),
        unseen=unseen(first, second),
        restored_by=restored_by,
    )


def _unlikeness(pair: tuple[Witness, Witness]) -> tuple[int, int]:
    """Return in how many fields two infosets differ, and minus how many first moves they share."""
    first, second = pair
    alike = takewhile(lambda both: both[0] == both[1], zip(first.moves, second.moves, strict=False))
    return len(unseen(first, second)), -len(list(alike))
