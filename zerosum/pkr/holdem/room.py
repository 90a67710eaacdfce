"""How long the tuples of a hand may get natively: what the menu allows, found by two hands.

Natively the actions of a hand, and its bets and raises, have room for a fixed number. A menu
without a limit of raises may offer more. The hand in which all seats raise by the least has the
most raises, and the one in which only the last seat to act does has the most actions.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from zerosum.abstraction import View
from zerosum.errors import LoweringError
from zerosum.game import Action, History
from zerosum.pkr.holdem.betting import MOST_ACTIONS, MOST_LEVELS, PASSED, Betting
from zerosum.pkr.holdem.nolimit import MOST_BETS
from zerosum.rng import Random

_USUAL = {"line": MOST_ACTIONS, "levels": MOST_LEVELS}
_GROWN = 8  # times the usual room; larger histories would take long to compile, and to copy
_LONGEST_MENU = 20  # actions; a longer menu ascends


def room(game: History, views: Sequence[View]) -> tuple[tuple[str, int], ...]:
    """Return how much room the tuples of a hand need, if it is more than usual.

    Parameters
    ----------
    game
        The start of a game of hold'em, or of what is left of a hand.
    views
        How its infosets are seen.

    Returns
    -------
    The names of fields, each with a length.

    Raises
    ------
    LoweringError
        If a hand may need too much, or the game's own menu has too many bets.

    Examples
    --------
    >>> from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
    >>> room(NoLimitHoldem(sizes=(50, 100)), [View(None, None)])
    ()
    >>> room(LimitHoldem(players=6), [View(None, None)])
    (('line', 186),)
    """
    found = dict(_USUAL)
    for view, waits in product(views, (False, True)):
        for hand in _hands(game, view, waits=waits):
            for name, usual in _USUAL.items():
                length = len(getattr(hand, name))
                if length > _GROWN * usual:
                    raise LoweringError(
                        f"A hand of {type(game).__qualname__} must have at most "
                        f"{_GROWN * MOST_LEVELS} bets and raises, and {_GROWN * MOST_ACTIONS} "
                        f"actions, to be native, and the menu allows more if seats raise by the "
                        f"least; limit them, as in limited(raises(1), hand=8), or give larger "
                        f"sizes.",
                        game,
                    )
                while found[name] < length:
                    found[name] *= 2
    return tuple(pair for pair in found.items() if pair not in _USUAL.items())


def _hands(history: History, view: View, *, waits: bool) -> Iterator[Betting]:
    """Yield the hand after each move; seats raise by the least, or wait until they are the last."""
    rng = Random(1)
    while not history.terminal:
        if history.chance:
            history = history.apply(history.sample(rng))
            continue
        menu = view.offered(history.infoset(history.active))
        if view.actions is None and len(menu) > MOST_BETS + 2:
            raise LoweringError(
                f"A menu of {type(history).__qualname__} must have at most {MOST_BETS + 2} actions "
                f"to be native; got {len(menu)}; give sizes=(50, 100), or an abstraction with "
                f"actions.",
                history,
            )
        history = _next(history, menu, waits=waits)
        yield _hand(history)


def _next(history: History, menu: Sequence[Action], *, waits: bool) -> History:
    """Return the history after the smallest raise, or after a check or a call."""
    hand = _hand(history)
    after = [history.apply(action) for action in menu[:_LONGEST_MENU]]
    raised = [each for each in after if len(_hand(each).levels) > len(hand.levels)]
    passed = [each for each in after if _hand(each).line[-1] == PASSED]
    if raised and (not waits or not passed or hand.owed == 1 << hand.active):
        return min(raised, key=lambda each: _hand(each).level)
    return (passed or after)[0]


def _hand(history: History) -> Betting:
    return history if isinstance(history, Betting) else history.hand
