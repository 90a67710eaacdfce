"""What each action of a place wins on average with each hand, if all then play by the strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.places.endings import endings
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.playouts import playouts
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.text.legality import check_decides, check_hand
from zerosum.pkr.text.spelling import word_of
from zerosum.play.explore import DEALS
from zerosum.play.tally import Estimate, estimate
from zerosum.support.rendering import Shown, TextTable, table, within
from zerosum.tables import Floats, Ints


@dataclass(frozen=True, eq=False)
class Worth(Shown):
    """What each action wins with each hand: net chips of the whole hand.

    Parameters
    ----------
    words, actions
        The actions: in the words of lines, and with bets by their chips.
    hands
        The numbers of the hands; shape (hands,).
    shares
        How likely the strategy takes each action; shape (hands, actions).
    won
        What each action wins in each deal that was played out, or on average in a single one if
        it is exact; shape (deals, hands, actions). Not a number where a hand cannot be held, or the
        others hold none with which the strategy does what they did.
    exact
        Whether the means are exact.

    Examples
    --------
    >>> from zerosum.pkr import Call, Fold
    >>> won, shares = np.array([[[-1.0, 2.5]]]), np.array([[0.25, 0.75]])
    >>> worth = Worth(("f", "c"), (Fold(), Call()), np.array([1325]), shares, won, exact=True)
    >>> worth.values.means, worth.losses.means
    (array([[-1. ,  2.5]]), array([[ 2.625, -0.875]]))
    >>> print(worth.content()[0])
    hand      f     c
    AsAh  -1.00  2.50
    """

    words: tuple[str, ...]
    actions: tuple[PokerAction, ...]
    hands: Ints
    shares: Floats
    won: Floats
    exact: bool

    def content(self) -> list[TextTable]:
        """Return a table of what each action wins with each hand, in chips."""
        names = [str(Cards(mask)) for mask in MASKS[self.hands].tolist()]
        pairs = np.stack(self.values, axis=2).tolist()
        cells = (
            ["" if np.isnan(mean) else within(mean, margin) for mean, margin in own]
            for own in pairs
        )
        rows = ([name, *own] for name, own in zip(names, cells, strict=True))
        return [table(["hand", *self.words], rows)]

    @cached_property
    def values(self) -> Estimate:
        """What each action wins, in chips; shape (hands, actions)."""
        return estimate(self.won, exact=self.exact)

    @cached_property
    def losses(self) -> Estimate:
        """How much less each action wins than the strategy, with the same cards."""
        usual = np.where(self.shares > 0, self.shares * self.won, 0.0).sum(axis=2, keepdims=True)
        return estimate(usual - self.won, exact=self.exact)


def is_exact(place: Place) -> bool:
    """Return whether values at a place are exact.

    That is on the last street, with two live seats; and by a strategy that has all hands side by
    side, as those of spots do, on all streets.
    """
    return is_last(place) or _tree_place(place) is not None


def is_last(place: Place) -> bool:
    """Return whether a place is on the last street, with two live seats."""
    return place.real.on_last_street and place.real.live.bit_count() == 2


def _tree_place(place: Place) -> Any:
    """Return the place in the tree of a strategy with vectors of hands; None if there is none."""
    if place.rows.values is None or any(track.hand is not place.real for track in place.tracks):
        return None
    return place.rows.strategy.tree.beside(place.seen[0].example)


def _walked(place: Place, actions: Sequence[PokerAction]) -> Floats | None:
    """Return what actions of the menu win with each hand; None if that cannot be found at once."""
    found, known = _tree_place(place), place.menu.actions
    if found is None or not set(actions) <= set(known):
        return None
    won = np.full((len(MASKS), len(actions)), np.nan)
    columns = [place.menu.columns[0].index(known.index(action)) for action in actions]
    won[np.searchsorted(MASKS, found.hands)] = place.rows.values.at(found).T[:, columns]
    return won


def worth(
    follower: Follower,
    place: Place,
    cards: Cards = NO_CARDS,
    *,
    actions: Sequence[PokerAction] | None = None,
    deals: int = DEALS,
    seed: int = 0,
) -> Worth:
    r"""Return what the actions of the seat to act win on average, in net chips of the whole hand.

    All seats play by the strategy, with its parts, before and after the action. So by Bayes the
    others hold hands in proportion to their reach, if no card occurs twice. On the last street with
    two live seats values are exact, and by the strategy of a spot on all streets, by one walk over
    what follows: with hand :math:`h`, an action after which the hand ends in :math:`z` with
    probability :math:`p_z(h, o)` against hand :math:`o` wins

    .. math:: \frac{\sum_o \pi(o) \sum_z p_z(h, o) u_z(h, o)}{\sum_o \pi(o)},

    where :math:`o` shares no card with :math:`h` or the board. What cards folded seats may hold is
    left out there, as in :meth:`~zerosum.pkr.places.place.Place.posterior`. Elsewhere values are
    estimated: hands of all other seats, of folded ones too, and the rest of the board are dealt,
    and played out by the strategy after each action, with the same cards.

    Parameters
    ----------
    follower, place
        The strategy, and a place where a seat is to act.
    cards
        The hand of that seat; without one, values of all 1,326 hands are returned.
    actions
        Legal actions, bets by their chips, to value in this order; what the strategy does beside
        them follows. By default the actions of the strategy.
    deals, seed
        How many deals are played out where values are not exact. Equal seeds give equal values.

    Raises
    ------
    NotApplicable
        If no seat decides there.
    GameError
        If the cards are not two that are left, or there are not two deals at least.

    Notes
    -----
    Exact values take 0.5 ms for each decision that may follow. A deal takes up to 1 ms for each
    action, and up to half a second in all if all hands are asked for.
    """
    check_decides(place.real)
    check_hand(cards, place.real)
    hands = np.array([hand_number(cards.mask)]) if cards else np.arange(len(MASKS))
    played = place.choices(hands)
    chosen, words, shares = played.actions, played.words, played.chances
    if actions is not None:
        sums = played.chances.sum(axis=0).tolist()
        taken = [action for action, share in zip(played.actions, sums, strict=True) if share > 0.0]
        chosen = tuple(dict.fromkeys([*actions, *taken]))
        words = tuple([word_of(action, place.infoset) for action in chosen])
        same = [[other == action for action in chosen] for other in played.actions]
        shares = played.chances @ np.array(same, np.float64)
    exact, walked = True, _walked(place, chosen)
    if walked is not None:
        won = walked[None, hands]
    elif is_last(place):
        won = endings(follower, place, chosen)[None, hands]
    elif deals < 2:
        raise GameError(
            f"Two deals or more must be played out for an estimate; got {deals}.", deals
        )
    else:
        exact = False
        won = playouts(follower, place, hands, chosen, deals, seed)
    return Worth(words, chosen, hands, shares, won, exact)
