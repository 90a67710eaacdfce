"""What players of an abstract game remember of what they did and knew."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from zerosum.abstraction import Algebraic, Product, split
from zerosum.abstraction.infosets import as_actions, as_states
from zerosum.errors import AbstractionError
from zerosum.game import players_of
from zerosum.lattice.forgotten import forgotten, key_of, own_past, unseen
from zerosum.lattice.looked import Witness
from zerosum.lattice.numbering import count, joined
from zerosum.lattice.recall_candidates import candidates
from zerosum.lattice.recall_paths import Forgetting, Met, Pair, forgettings
from zerosum.lattice.recall_report import Finding, Memory, PlayerRecall, RecallReport
from zerosum.lattice.recall_sample import PATHS, sampled
from zerosum.lattice.recall_tree import unfolded
from zerosum.native.view import View
from zerosum.tree import MOST_HISTORIES, Tree
from zerosum.tree.estimate import estimate
from zerosum.tree.kept import tree_of

DEALS = 1_000
"""How many deals are sampled of a game that is too large to enumerate."""


def recall(
    game: Any,
    states: Any = None,
    actions: Any = None,
    *,
    vocabulary: Any = None,
    deals: int | None = None,
    seed: int = 0,
) -> RecallReport:
    """Return what each player of an abstract game remembers, and what would restore the rest.

    Parameters
    ----------
    game
        The start of a game, its class or its tree; or an abstract game, whose states and
        actions are then not given again.
    states, actions
        As for :class:`zerosum.abstraction.Abstracted`.
    vocabulary
        Factors whose return is tried: a product, or any number of them. Every field of the
        game's infosets is tried too.
    deals
        How many deals to sample, each played eight times, with all actions equally likely. Left
        out, all histories are looked at where that can be, and 1,000 deals are sampled elsewhere.
    seed
        Of the deals.

    Raises
    ------
    AbstractionError
        Where the abstraction is ill-formed, or given twice.

    Notes
    -----
    More information may spoil recall, since a player may forget it again: whether a factor
    restores recall is found by adding it, for each candidate by itself. That takes a few passes
    over all decisions; playouts take some 50 microseconds a decision and what the factors take.

    Examples
    --------
    >>> from zerosum.abstraction import algebraic
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> @algebraic
    ... def mover(infoset):
    ...     return infoset.history.bit_length() & 1
    >>> report = recall(Kuhn(), is_jack * mover, vocabulary=betting)
    >>> [player.verdict.name for player in report.players]
    ['ABSENT_MINDED', 'PERFECT']
    >>> report.players[0].restored_by
    (betting, fields('history'))
    """
    whole, states, actions = _given(game, states, actions)
    if deals is None and not isinstance(whole, Tree) and _is_large(whole):
        deals = DEALS
    met: Met
    if deals is None:
        met = unfolded(tree_of(whole), states, actions)
    else:
        start = whole.base if isinstance(whole, Tree) else whole
        met = sampled(start, states, actions, deals, seed)
    return _report(met, states, actions, vocabulary)


def _given(game: Any, states: Any, actions: Any) -> tuple[Any, Product | None, Algebraic | None]:
    """Return a whole game, or its tree, and the abstraction of it."""
    if isinstance(game, Tree):
        whole, *own = game.base, game.view.states, game.view.actions
    else:
        whole, *own = split(game() if isinstance(game, type) else game)
    if own == [None, None]:
        return (game if isinstance(game, Tree) else whole), as_states(states), as_actions(actions)
    if states is not None or actions is not None:
        raise AbstractionError(
            f"A game must be abstracted once; got {game!r} and the states {states!r}: leave the "
            f"states and actions out, or give the whole game.",
            game,
        )
    return whole, own[0], own[1]


def _is_large(game: Any) -> bool:
    """Return whether a game seems too large to enumerate."""
    return estimate(game, View(None, None)) > MOST_HISTORIES


def _report(
    met: Met, states: Product | None, actions: Algebraic | None, vocabulary: Any
) -> RecallReport:
    """Return the report on what was met."""
    players = players_of(met.base)
    classes = met.classes(states)
    found = forgettings(met.paths, classes, players)
    tried = candidates(met, states, vocabulary)
    again = {
        factor: forgettings(met.paths, joined(classes, met.classes(factor)), players)
        for factor in (tried if any(map(any, found)) else ())
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
