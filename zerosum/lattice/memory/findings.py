"""From decisions to a report: who forgets, what shows it, and which factors end it."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.game import players_of
from zerosum.lattice.looked import Witness
from zerosum.lattice.memory.candidates import candidates, told_apart
from zerosum.lattice.memory.forgotten import forgotten, key_of, own_past, unseen
from zerosum.lattice.memory.paths import Forgetting, Met, Pair, forgettings
from zerosum.lattice.memory.report import Finding, Memory, PlayerRecall, RecallReport
from zerosum.lattice.memory.sample import PATHS
from zerosum.lattice.numbering import count, joined


def report(
    met: Met, states: Product | None, actions: Algebraic | None, vocabulary: Any
) -> RecallReport:
    """Return the report on what was met.

    Parameters
    ----------
    met
        Decisions of a game.
    states, actions
        The abstraction.
    vocabulary
        Factors whose return is tried.
    """
    players = players_of(met.base)
    classes = met.classes(states)
    found = forgettings(met.paths, classes, players)
    tried = candidates(met, states, vocabulary)
    again = {}
    if any(map(any, found)):
        told = told_apart(met, tried)
        tried = tuple(told)
        again = {
            factor: forgettings(met.paths, joined(classes, more), players)
            for factor, more in told.items()
        }
    return RecallReport(
        game=type(met.base).__qualname__,
        states=states,
        actions=actions,
        players=tuple(
            _of_player(
                met, states, player, found[player], {each: again[each][player] for each in again}
            )
            for player in range(players)
        ),
        infosets=count(classes),
        candidates=tried,
        deals=met.deals,
        paths=None if met.deals is None else PATHS,
    )


def _of_player(
    met: Met,
    states: Product | None,
    player: int,
    found: Forgetting,
    again: dict[Algebraic, Forgetting],
) -> PlayerRecall:
    """Return the report on one player, whose findings with each candidate are given."""
    absent, different = (
        _finding(
            met,
            states,
            player,
            pairs,
            tuple(factor for factor, left in again.items() if not left[kind]),
        )
        if pairs
        else None
        for kind, pairs in enumerate(found)
    )
    if absent is not None:
        verdict = Memory.ABSENT_MINDED
    elif different is not None:
        verdict = Memory.IMPERFECT
    else:
        verdict = Memory.PERFECT if met.deals is None else Memory.UNREFUTED
    restored_by = tuple(factor for factor, left in again.items() if not any(left))
    return PlayerRecall(player, verdict, absent, different, restored_by if any(found) else ())


def _finding(
    met: Met,
    states: Product | None,
    player: int,
    pairs: tuple[Pair, ...],
    restored_by: tuple[Algebraic, ...],
) -> Finding:
    """Return what two decisions of one infoset show, of all pairs the two most alike."""
    first, second = min(
        ((met.witness(one), met.witness(other)) for one, other in pairs), key=_unlikeness
    )
    pasts = [own_past(met.base, states, player, each.moves) for each in (first, second)]
    return Finding(
        key=key_of(states, first.infoset),
        witnesses=(first, second),
        forgotten=forgotten(*pasts),
        unseen=unseen(first, second),
        restored_by=restored_by,
    )


def _unlikeness(pair: tuple[Witness, Witness]) -> tuple[int, int]:
    """Return in how many fields two infosets differ, and by how few moves they are alike."""
    first, second = pair
    alike = takewhile(lambda both: both[0] == both[1], zip(first.moves, second.moves, strict=False))
    return len(unseen(first, second)), -len(list(alike))
