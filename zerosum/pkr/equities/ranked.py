"""The hands of hold'em by rank, for solvers on vectors of hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import values_on
from zerosum.pkr.hands.isomorphism import RENAMINGS
from zerosum.pkr.holdem.nolimit import NoLimitHoldem, NoLimitInfoSet
from zerosum.pkr.holdem.resumed import Hands, Resumed
from zerosum.ranked import Ranked

MOVES = tuple(
    tuple(card & ~3 | suits[card & 3] for card in range(52)) for suits in RENAMINGS.tolist()
)
"""Where each permutation of the suits takes each card."""


def ranked(game: Resumed) -> Ranked:
    """Return what matters of hands that are compared by rank.

    Raises
    ------
    GameError
        If more than two seats have been dealt in.
    """
    hand, ranges = game.hand, game.ranges
    if hand.players != 2:
        raise GameError(
            f"Vectors of hands must be those of two seats; got {hand.players}: give players=2.",
            game,
        )
    weights = np.diff(ranges.sums, axis=1, prepend=0.0)
    held = [np.flatnonzero(row > 0.0) for row in weights]
    return Ranked(
        deck=hand.deck.cards.mask & ~(hand.used - hand.community).mask,  # without dead cards
        board=hand.community.mask,
        hands=(ranges.masks[held[0]], ranges.masks[held[1]]),
        weights=(weights[0][held[0]], weights[1][held[1]]),
        drawn=hand.board[hand.street :],
        values=partial(values_on, deck=hand.deck),
        dealt=lambda one, other: game.apply(Hands((*Cards(one), *Cards(other)))),
        seen=partial(_seen, hand),
        moved=partial(_moved, hand),
        spell=lambda cards: str(Cards(cards)),
        symmetries=MOVES,
    )


def _seen(
    root: NoLimitHoldem, infoset: NoLimitInfoSet
) -> tuple[tuple[PokerAction, ...], tuple[int, ...], int]:
    """Return the actions after the root, the cards that each street added, and the hand."""
    public = infoset.public
    actions = tuple(action for _, action in public.retraced())[len(root.line) :]
    cards, at = [], len(root.dealt)
    for size in root.board[root.street : public.street]:
        cards.append(sum(1 << card for card in public.dealt[at : at + size]))
        at += size
    return actions, tuple(cards), infoset.hand.mask


def _moved(
    root: NoLimitHoldem, infoset: NoLimitInfoSet, cards: tuple[int, ...], hands: Iterable[int]
) -> list[NoLimitInfoSet]:
    """Return the infosets of other hands, after other cards of each street."""
    dealt = (*root.dealt, *(card for some in cards for card in Cards(some)))
    used = Cards(sum(1 << card for card in dealt))
    public = replace(infoset.public, dealt=dealt, used=used)
    return [replace(infoset, hand=Cards(hand), public=public) for hand in hands]
