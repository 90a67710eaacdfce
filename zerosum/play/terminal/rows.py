"""A table with one row per hand that a player may hold, which reveals no secrets."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zerosum.native.primitives import outcomes
from zerosum.rendering import table
from zerosum.terms import Ask, Moment, Terms, Watch

_MOST = 20_000  # histories


def rows_by_hand(
    terms: Terms, ask: Ask, start: Any, moment: Moment, watch: Watch
) -> RenderableType | None:
    """Return what a strategy does with each hand that the player to act may hold.

    The parameters are those of :meth:`zerosum.terms.Terms.by_hand`.

    Returns
    -------
    None if there are too many hands to ask for.
    """
    histories = public_histories(start, moment)
    if histories is None:
        return None
    player, before = moment.base.active, ask.unknown
    found: dict[Any, Any] = {}
    for history in histories:
        found.setdefault(terms.private(history, player), history.game)
    hands = sorted(found) if all(isinstance(private, int) for private in found) else list(found)
    answers = [ask(found[hand], player) for hand in watch(hands)]
    shown = _table(terms, moment, [terms.spell(hand) for hand in hands], answers)
    unknown = ask.unknown - before
    if not unknown:
        return shown
    note = "of these infosets were not visited in training; all actions are equally likely there."
    return Group(shown, Text(f"{unknown} {note}"))


def _table(terms: Terms, moment: Moment, hands: list[str], answers: list[Any]) -> Table:
    """Return a row for each hand, or for each action if there are more actions."""
    told = ["".join(terms.told(moment, action)) for action in moment.menu]
    rows = [
        [hand, *(f"{answer.get(one, 0.0):.1%}" for one in moment.menu)]
        for hand, answer in zip(hands, answers, strict=True)
    ]
    if len(told) <= len(hands):
        return table(["hand", *told], rows)
    heads, *columns = zip(["", *told], *rows, strict=True)
    return table(heads, columns)


def public_histories(start: Any, moment: Moment) -> list[Moment] | None:
    """Return the histories that differ from a moment only in what is not known to both players.

    They have the same actions. Two histories are linked if a player cannot distinguish them; the
    result contains every history that a chain of links connects to the given one. So the hands
    found do not depend on what a player actually holds, and reveal nothing.

    Parameters
    ----------
    start
        The start of the game.
    moment
        A decision.

    Returns
    -------
    None if there are too many, or if chance does not list its outcomes.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> found = public_histories(Kuhn(), Moment(Kuhn()).apply(0).apply(2))
    >>> sorted({history.base.cards[0] for history in found})
    [0, 1, 2]
    """
    history, actions = start, []
    for step in moment.steps:
        if not history.chance:
            actions.append(step)
        history = history.apply(step)
    try:
        histories = list(islice(_with_other_chance(Moment(start), actions), _MOST + 1))
    except NotImplementedError:
        return None
    if len(histories) > _MOST:
        return None
    seen = [(_seen(history), history) for history in histories]
    known = _seen(moment)
    while True:
        linked = [(infosets, history) for infosets, history in seen if infosets & known]
        reached = known.union(*(infosets for infosets, _ in linked))
        if reached == known:
            return [history for _, history in linked]
        known = reached


def _seen(history: Moment) -> frozenset[tuple[int, Any]]:
    """Return the infosets of both players."""
    return frozenset((player, history.base.infoset(player)) for player in (0, 1))


def _with_other_chance(history: Moment, actions: list[Any]) -> Iterator[Moment]:
    """Yield the decisions after these actions for all outcomes of chance."""
    if history.base.terminal:
        return
    if history.base.chance:
        for outcome, chance in outcomes(history.base):
            if chance > 0:
                yield from _with_other_chance(history.apply(outcome), actions)
    elif not actions:
        yield history
    elif actions[0] in history.menu:
        yield from _with_other_chance(history.apply(actions[0]), actions[1:])
