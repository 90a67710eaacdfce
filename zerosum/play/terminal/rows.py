"""A table with one row per hand that a player may hold, which reveals no secrets."""

from rich.console import RenderableType

from zerosum.errors import NotApplicable
from zerosum.game import History, seat_of
from zerosum.play.explore.public import state_of
from zerosum.play.explore.spots import table_of_hands, unvisited
from zerosum.play.explore.worlds import Observer
from zerosum.support.rendering import Parts, TextTable
from zerosum.terms import Ask, Moment, Terms, Watch


def rows_by_hand(
    terms: Terms,
    ask: Ask,
    start: History,
    moment: Moment,
    watch: Watch,
    unseen: frozenset[tuple[int, int]] = frozenset(),
) -> RenderableType | None:
    """Return what a strategy does with each hand that the player to act may hold.

    The parameters are described at :meth:`zerosum.terms.Terms.by_hand`; ``unseen`` are the pairs of
    seats where the second does not see what the first does.

    Returns
    -------
    None if there are too many hands to ask for, their menus differ, or the strategy has other
    actions than the menu.
    """
    try:
        state = state_of(Observer(start, unseen=unseen), moment.steps)
    except NotApplicable:
        return None
    worlds = [worlds[0] for worlds in state.held]  # the words must not depend on the hand held
    if len({world.menu for world in worlds}) > 1:
        return None
    before = ask.unknown
    answers = [ask(world.moment.game, state.turn) for world in watch(worlds)]
    menu = worlds[0].menu
    if not set().union(*answers) <= set(menu):
        return None
    shown = table_of_hands(
        [terms.label(worlds[0].moment, action) for action in menu],
        [terms.spell(state.private(world)) for world in worlds],
        [[answer.get(action, 0.0) for action in menu] for answer in answers],
    )
    return _with_note(shown, ask.unknown - before, len(worlds))


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
    labels = [terms.label(moment, action) for action in answer]
    shown = table_of_hands(labels, [hand], [list(answer.values())])
    return _with_note(shown, ask.unknown - before, 1)


def _with_note(shown: TextTable, unknown: int, infosets: int) -> RenderableType:
    note = unvisited(unknown, infosets)
    return Parts(shown, note) if note else shown
