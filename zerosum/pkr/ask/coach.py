"""What a strategy advises at a decision of poker with two cards, and what an action stands for."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from zerosum.errors import GameError, NotApplicable
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.ask.query import Query
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.tracks import passive
from zerosum.pkr.places.worth import is_exact, worth
from zerosum.pkr.text import Line
from zerosum.pkr.text.spelling import told
from zerosum.play.explore import Advice, Taken
from zerosum.tables import Floats
from zerosum.terms import Moment

_ELSEWHERE = "The game of the strategy does not have what was done before."
_NEVER = "The others never do by the strategy what they did: what actions win is not known."


def advise(query: Query, moment: Moment, taken: Any, deals: int, seed: int) -> Advice:
    """Return what a strategy advises with the hand of the seat to act.

    Parameters
    ----------
    query
        The strategy.
    moment
        The decision.
    taken
        What was done there; None for nothing.
    deals, seed
        As for :func:`~zerosum.pkr.places.worth.worth`; no deals for no values that are not exact.
    """
    base = moment.base
    cards = base.hand(base.active)
    try:
        place = _place(query, moment)
    except (GameError, NotApplicable):  # of limit hold'em with fewer raises, or an edited game
        return Advice(str(cards), (), (), False, None, notes=(_ELSEWHERE,))
    number = np.array([hand_number(cards.mask)])
    choices = place.choices(number)
    actions = choices.actions
    done, column = None, None
    if taken is not None:
        column = place.infoset.concrete(taken)
        index = actions.index(column) if column in actions else None
        words = "".join(told(column, place.infoset))
        done = Taken(index, words, _done(query, place, column, int(number[0])))
    won, exact = None, is_exact(place)
    if exact or deals >= 2:
        more = () if column is None else (column,)
        found = worth(
            query.follower, place, cards, actions=(*actions, *more), deals=deals, seed=seed
        )
        won, exact = _known(found.won[:, 0]), found.exact
    own = query.answer(place, cards)
    notes = [*map(str, place.off)]
    if won is None and (exact or deals >= 2):
        notes.append(_NEVER)
    return Advice(
        hand=str(cards),
        words=tuple("".join(told(action, place.infoset)) for action in actions),
        strategy=tuple(choices.chances[0].tolist()),
        visited=own.known,
        won=won,
        exact=exact,
        notes=tuple(notes),
        taken=done,
    )


def stands_for(place: Place, then: Place) -> PokerAction | None:
    """Return the action of the menu that stands for what was done at a place.

    Parameters
    ----------
    place, then
        The places before the action and after it.

    Returns
    -------
    What was done, if it is on the menu; None if nothing stands for it.
    """
    number, taken = then.taken[0]
    stand = passive(then.action, place.seen[number]) if taken is None and then.action else taken
    if not stand:
        return None
    if len(then.off) == len(place.off):
        return then.action
    menu = place.menu
    return menu.actions[menu.columns[number][stand[0]]]


def _place(query: Query, moment: Moment) -> Place:
    """Return the public state of a decision; what is dealt to the seats is left out."""
    base = query.base
    line = Line.taken(base, moment.steps[base.hole * base.players :])
    return reduce(query.after, line.steps, query.start)


def _done(query: Query, place: Place, action: PokerAction, number: int) -> float:
    """Return how likely the strategy does what was done, or what stands for it."""
    try:
        then = query.after(place, action)
    except NotApplicable:  # a raise of limit hold'em that is not on the menu
        return 0.0
    return 0.0 if stands_for(place, then) is None else float(then.done[number])


def _known(won: Floats) -> Floats | None:
    """Return what actions win; None if that is known in no deal."""
    return won if np.isfinite(won).any() else None
