"""What players of an abstract game remember of what they did and knew."""

from __future__ import annotations

from typing import Any

from zerosum.abstraction import Algebraic, Product, View, split
from zerosum.abstraction.view import as_actions, as_states
from zerosum.errors import AbstractionError
from zerosum.game import check_methods
from zerosum.lattice.memory.decisions import all_decisions, sampled_decisions
from zerosum.lattice.memory.findings import report
from zerosum.lattice.memory.report import RecallReport
from zerosum.tree import MOST_HISTORIES, Tree
from zerosum.tree.estimate import estimate
from zerosum.tree.kept import tree_of

DEALS = 500
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
        infosets that players meet first is tried too; what only some have is None elsewhere.
    deals
        How many deals to sample, each played eight times, with all actions equally likely. Left
        out, all histories are looked at where that can be, and 500 deals are sampled elsewhere.
    seed
        Of the deals.

    Raises
    ------
    AbstractionError
        Where the abstraction is ill-formed, or given twice.
    GameError
        Where the game cannot be played.

    Notes
    -----
    More information may spoil recall, since a player may forget it again: whether a factor
    restores recall is found by adding it, for each candidate by itself. That takes a few passes
    over all decisions; playouts take some 50 microseconds a decision. All is interpreted but for
    the factors of a large tree: buckets by histograms take some milliseconds a hand and board.

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
    if deals is None:
        decisions = all_decisions(tree_of(whole), states, actions)
    else:
        start = whole.base if isinstance(whole, Tree) else whole
        decisions = sampled_decisions(start, states, actions, deals, seed)
    return report(decisions, states, actions, vocabulary)


def _given(game: Any, states: Any, actions: Any) -> tuple[Any, Product | None, Algebraic | None]:
    """Return a whole game, or its tree, and the abstraction of it."""
    if isinstance(game, Tree):
        game.check_own()
        whole, *own = game.base, game.view.states, game.view.actions
    else:
        whole, *own = split(game() if isinstance(game, type) else game)
    check_methods(whole)
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
