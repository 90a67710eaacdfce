"""A table with one row per hand that a player may hold, which reveals no secrets."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeAlias

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zerosum.abstraction import split
from zerosum.game import Action, History, number_of_seats, players_of, seat_of
from zerosum.native.primitives import outcomes
from zerosum.play.terminal.seats import seats_of
from zerosum.support.rendering import table
from zerosum.terms import Ask, Moment, Terms, Watch

Unseen: TypeAlias = frozenset[tuple[int, int]]

_MOST_HISTORIES = 20_000  # histories


def rows_by_hand(
    terms: Terms,
    ask: Ask,
    start: History,
    moment: Moment,
    watch: Watch,
    unseen: Unseen = frozenset(),
) -> RenderableType | None:
    """Return what a strategy does with each hand that the player to act may hold.

    The parameters are described at :meth:`zerosum.terms.Terms.by_hand`; ``unseen`` is described at
    :func:`public_histories`.

    Returns
    -------
    None if there are too many hands to ask for, their menus differ, or the strategy has other
    actions than the menu.
    """
    histories = public_histories(start, moment, unseen)
    if histories is None or len({history.menu for history in histories}) > 1:
        return None
    player, before = moment.base.active, ask.unknown
    games: dict[Any, Any] = {}
    for history in histories:
        games.setdefault(terms.private(history, player), history.game)
    hands = sorted(games) if all(isinstance(private, int) for private in games) else list(games)
    answers = [ask(games[hand], player) for hand in watch(hands)]
    any_of_them = histories[0]  # the words must not depend on the hand that is held
    if not set().union(*answers) <= set(any_of_them.menu):
        return None
    names = [terms.spell(hand) for hand in hands]
    shown = _table(terms, any_of_them, any_of_them.menu, names, answers)
    unknown = ask.unknown - before
    if not unknown:
        return shown
    note = "of these infosets were not visited in training; all actions are equally likely there."
    return Group(shown, Text(f"{unknown} {note}"))


def row_of_hand(terms: Terms, ask: Ask, followed: History, moment: Moment) -> RenderableType:
    """Return what a strategy does with the hand of the seat to act, which alone is asked about.

    Parameters
    ----------
    terms, ask
        The words, and what asks the strategy.
    followed
        The hand as the strategy follows it.
    moment
        The decision.
    """
    base, before = moment.base, ask.unknown
    answer = ask(followed, base.active)
    hand = terms.spell(terms.private(moment, seat_of(base)))
    shown = _table(terms, moment, answer, [hand], [answer])
    if ask.unknown == before:
        return shown
    return Group(shown, "Training did not visit this infoset; all actions are equally likely.")


def _table(
    terms: Terms, moment: Moment, menu: Iterable[Action], hands: list[str], answers: list[Any]
) -> Table:
    """Return a row for each hand, or for each action if there are more actions."""
    words = ["".join(terms.told(moment, action)) for action in menu]
    rows = [
        [hand, *(f"{answer.get(one, 0.0):.1%}" for one in menu)]
        for hand, answer in zip(hands, answers, strict=True)
    ]
    if len(words) <= len(hands):
        return table(["hand", *words], rows)
    heads, *columns = zip(["", *words], *rows, strict=True)
    return table(heads, columns)


def public_histories(
    start: History, moment: Moment, unseen: Unseen = frozenset()
) -> list[Moment] | None:
    """Return the histories that differ from a moment only in what some player does not know.

    They have the same player to act and the same actions, except for actions that some seat does
    not see. Where the game declares ``public``, every decision on the way has the same. Two
    histories are linked if a player who acts cannot distinguish them; the result contains every
    history that a chain of links connects to the given one. So the hands found do not depend on
    what a player actually holds, and reveal nothing.

    Parameters
    ----------
    start
        The start of the game.
    moment
        A decision.
    unseen
        Pairs of seats where the second does not see what the first does.

    Returns
    -------
    None if there are too many, if chance does not list its outcomes, or if players have several
    seats, which know more than the infosets of the players show.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> found = public_histories(Kuhn(), Moment(Kuhn()).apply(0).apply(2))
    >>> sorted({history.base.cards[0] for history in found})
    [0, 1, 2]
    """
    if number_of_seats(moment.base) != players_of(moment.base):
        return None
    history, seen = start, []
    actions: list[tuple[Any] | None] = []
    veiled = {seat for seat, _ in unseen}
    for step in moment.steps:
        if not history.chance:
            actions.append(None if history.active in veiled else (step,))
            seen.append(_public(history))
        history = history.apply(step)
    seen.append(_public(history))
    try:
        histories = list(
            islice(_with_other_chance(Moment(start), actions, seen), _MOST_HISTORIES + 1)
        )
    except NotImplementedError:
        return None
    if len(histories) > _MOST_HISTORIES:
        return None
    histories = [history for history in histories if history.base.active == moment.base.active]
    seats = seats_of(start)
    pairs = [(_infosets(history, seats), history) for history in histories]
    known = _infosets(moment, seats)
    while True:
        linked = [(infosets, history) for infosets, history in pairs if infosets & known]
        reached = known.union(*(infosets for infosets, _ in linked))
        if reached == known:
            return [history for _, history in linked]
        known = reached


def _infosets(history: Moment, seats: tuple[int, ...]) -> frozenset[tuple[int, Any]]:
    """Return what the players who act know."""
    return frozenset((player, history.base.infoset(player)) for player in seats)


def _public(history: History) -> Any:
    return getattr(split(history)[0], "public", None)


def _with_other_chance(
    history: Moment, actions: list[tuple[Any] | None], seen: list[Any]
) -> Iterator[Moment]:
    """Yield the decisions after these actions, None for any, for all outcomes of chance.

    Each decision on the way must show all players what they have ``seen`` there.
    """
    if history.base.terminal:
        return
    if history.base.chance:
        for outcome, chance in outcomes(history.base):
            if chance > 0:
                yield from _with_other_chance(history.apply(outcome), actions, seen)
    elif _public(history.game) != seen[0]:
        return
    elif not actions:
        yield history
    else:
        for action in history.menu if actions[0] is None else actions[0]:
            if action in history.menu:
                yield from _with_other_chance(history.apply(action), actions[1:], seen[1:])
