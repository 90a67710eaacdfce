r"""What a bet that the strategy does not know says about the hands of its bettor.

Of a bet of :math:`x` pots, a caller is indifferent if it is a bluff with :math:`x / (1 + 2x)` of
its hands; a bettor is indifferent if the best :math:`1 / (1 + x)` of the caller's hands call. So
hands bet for value that beat half of those that call, and there are at most :math:`x / (1 + x)`
bluffs for each of them (Chen & Ankenman, *The Mathematics of Poker*, 2006, chapter 11).
"""

from __future__ import annotations

import numpy as np

from zerosum.pkr.equities.showdowns import numbers_of
from zerosum.pkr.face import Poker
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.places.rows import free_of
from zerosum.pkr.think.outlook import outlooks_of
from zerosum.pkr.think.runouts import runouts_of
from zerosum.tables import Floats

FAR = 0.5
"""From how many pots away on, the nearest bet of a menu says little about a bet."""
_BOARDS = 48


def believed(place: Place) -> Floats:
    """Return how likely each seat does what it did, with each hand; shape (players, 1326).

    As ``place.reach`` does, but the range of a seat is narrowed after a bet far off the menu.
    """
    before, action = place.before, place.action
    if not place.off or before is None:
        return place.reach
    reach, seat = believed(before).copy(), before.seat
    if action is None:
        reach[:, ~free_of(place.real)] = 0.0
        return reach
    reach[seat] *= place.done
    off = place.off[-1]
    if len(place.off) > len(before.off) and (not off.apart or off.apart[0] >= FAR):
        size = size_of(before.real, before.infoset.quantity(action))
        others = np.delete(reach, seat, axis=0).max(axis=0)
        reach[seat] = narrowed(reach[seat], strengths_of(before.real), others, size)
    return reach


def size_of(real: Poker, chips: int) -> float:
    """Return how many pots a bet is that adds some chips, beyond a call."""
    infoset = real.infoset(real.active)
    size: float = (chips - infoset.cost) / (infoset.total + infoset.cost)
    return size


def strengths_of(real: Poker) -> Floats:
    """Return the share of all hands that each hand beats at the end, 0 if the board excludes it.

    Shape (1326,), hands by :func:`zerosum.pkr.hands.isomorphism.hand_number`.
    """
    runouts, strengths = runouts_of(real, _BOARDS), np.zeros(len(MASKS))
    strengths[numbers_of(runouts.cards)] = outlooks_of(runouts.keys)[0]
    return strengths


def narrowed(weights: Floats, strengths: Floats, against: Floats, size: float) -> Floats:
    """Return a range after a bet: its strong hands, and at most so many others as it may bluff.

    Hands are strong if they are so both against who may call and among all hands.

    Parameters
    ----------
    weights
        The range by all that is known apart from the size of the bet; shape (hands,).
    strengths
        The strength of each hand.
    against
        The range of who may call.
    size
        The bet, in pots.

    Examples
    --------
    >>> hands = np.arange(1, 11) / 10
    >>> narrowed(np.ones(10), hands, np.ones(10), 1.0).round(3).tolist()
    [0.214, 0.214, 0.214, 0.214, 0.214, 0.214, 0.214, 1.0, 1.0, 1.0]
    """
    order = np.argsort(strengths)
    sums = np.cumsum([against[order], (strengths > 0.0)[order]], axis=1)
    above = sums >= (1.0 - 0.5 / (1.0 + size)) * sums[:, -1:]
    strong = strengths >= strengths[order[above.argmax(axis=1)]].max()
    value, rest = float(weights @ strong), float(weights @ ~strong)
    if value == 0.0:
        return weights
    share = min(1.0, size / (1.0 + size) * value / max(rest, 1e-300))
    return np.where(strong, weights, share * weights)
