"""Whether players of an abstract game remember what they did and knew."""

from typing import Any

from zerosum.abstraction import View, base_and_view
from zerosum.errors import AbstractionError
from zerosum.lattice.memory.decisions import Decisions, all_decisions, sampled_decisions
from zerosum.lattice.memory.findings import report
from zerosum.lattice.memory.report import RecallReport
from zerosum.laws import check_playouts
from zerosum.tree import MOST_HISTORIES, Tree
from zerosum.tree.estimate import estimate
from zerosum.tree.recent import tree_of

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
    """Report what each player of an abstract game remembers, and what restores perfect recall.

    Parameters
    ----------
    game
        The start of a game, its class or its tree. If the game is abstract, leave states and
        actions out.
    states, actions
        As for :class:`zerosum.abstraction.Abstracted`.
    vocabulary
        The factors to try: a product, or an iterable of factors and products. The fields of the
        infosets are tried too; a field that only some of them have is None at the others.
    deals
        How many deals to sample, each played eight times, with all actions equally likely. By
        default every history is examined, or 500 deals if the game is too large for that.
    seed
        The seed of the deals.

    Raises
    ------
    AbstractionError
        If the abstraction is ill-formed, or given twice.
    GameError
        If the game cannot be played.

    Notes
    -----
    More information may spoil recall, since a player may forget it again. So each candidate is
    added to the states by itself, which takes a few passes over all decisions. Playouts take
    about 50 microseconds a decision. Everything is interpreted except the factors of a large
    tree; buckets by histograms take a few milliseconds for each hand and board.

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
    whole, view = _given(game, states, actions)
    decisions = _decisions(whole, view, deals, seed)
    return report(decisions, view.states, view.actions, vocabulary)


def _decisions(whole: Any, view: View, deals: int | None, seed: int) -> Decisions:
    """Return the decisions of sampled deals, or all where that is not asked for and can be."""
    if deals is None and not isinstance(whole, Tree):
        large = estimate(whole, View(None, None)) > MOST_HISTORIES
        deals = DEALS if large else None
    if deals is None:
        return all_decisions(tree_of(whole), view.states, view.actions)
    start = whole.base if isinstance(whole, Tree) else whole
    return sampled_decisions(start, view.states, view.actions, deals, seed)


def _given(game: Any, states: Any, actions: Any) -> tuple[Any, View]:
    """Return a whole game, or its tree, and the abstraction of it."""
    if isinstance(game, Tree):
        game.check_own()
        whole, view = game.base, game.view
    else:
        whole, view = base_and_view(game)
        check_playouts(whole, View(None, None), 20)
    if view.is_plain:
        return (game if isinstance(game, Tree) else whole), View(states, actions)
    if states is not None or actions is not None:
        raise AbstractionError(
            f"A game must be abstracted once; got {game!r} and the states {states!r}: leave the "
            f"states and actions out, or give the whole game.",
            game,
        )
    return whole, view
