"""Blackjack++: two players who decide and a dealer who does not, for one pot.

The deck is infinite: 1 to 9 have probability 1/13 each, 10 has 4/13. An ace, 1, counts 11 where
that does not pass 21. Each of the three has a card up, which is given, and a card down. The players
take turns: Stand, or Hit, which draws a card that stays up. A player is done after Stand, after a
hit with which the cards up sum to 20 or more, aces as 1, or after ``max_hits`` hits; the other goes
on. Then the dealer turns the card down, and draws to 17. The three pay 1 each at first, and players
1 for every hit. The highest total takes the pot, a tie splits it, and a total above 21 counts as
nothing; if all are above, the dealer takes the pot.

The README and the code of the original, github.com/erl-ang/blackjack-cfr, differ. In the README the
dealer plays, here ``dealer=2``. In the code the dealer does not, and takes the pot only if both
players are above 21, here ``dealer=None``; its payoffs are those here plus the 1 paid at first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import ClassVar, Self

from zerosum.errors import GameError
from zerosum.game import Hooks
from zerosum.rng import Random
from zerosum.support.rendering import infoset_page

ACE, TEN, DEALER, STANDS, BUST = 1, 10, 2, 17, 22
ODDS = (0.0, *(1 / 13 for _ in range(ACE, TEN)), 4 / 13)


class Move(IntEnum):
    """Stand, or draw a card; the numbers lie above those of the cards.

    >>> Move.HIT, Move(11)
    (<Move.HIT: 12>, <Move.STAND: 11>)
    """

    STAND = 11
    HIT = 12


def tally(cards: int) -> tuple[int, int]:
    """Return the sum of cards with aces as 1, and with one as 11 if that does not pass 21."""
    hard, ace = 0, False
    while cards:
        card = cards & 15
        hard += card if card <= TEN else 0
        ace = ace or card == ACE
        cards >>= 4
    return hard, hard + 10 if ace and hard <= 11 else hard


def hits_of(hand: int) -> int:
    """Return how many cards a player drew."""
    return ((hand.bit_length() - 1) >> 2) - (hand & 15 == Move.STAND)


def done(hand: int, max_hits: int) -> bool:
    """Return whether a player has no more turns."""
    if hand <= TEN or hand & 15 == Move.STAND:
        return hand > TEN
    return hits_of(hand) >= max_hits or tally(hand)[0] >= 20


def turn_of(up: tuple[int, int], max_hits: int) -> int:
    """Return who moves next: they alternate until one is done; the dealer if both are."""
    first, second = up
    if done(first, max_hits):
        return DEALER if done(second, max_hits) else 1
    return 0 if done(second, max_hits) or hits_of(first) == hits_of(second) else 1


@dataclass(frozen=True)
class InfoSet:
    """What the player to act knows: the player's card down, and the cards up and moves of both.

    >>> infoset = InfoSet(down=10, up=(0x67, 0x1))
    >>> print(infoset, [action.name for action in infoset.actions()])
    6 h7 / 1+10 / 2 ['STAND', 'HIT']
    """

    down: int
    up: tuple[int, int]
    dealer: int | None = 2
    max_hits: int = 1

    _repr_html_ = infoset_page

    @property
    def player(self) -> int:
        """The player to act."""
        return turn_of(self.up, self.max_hits)

    def actions(self) -> tuple[Move, ...]:
        """Return Stand and Hit, or Stand if there are no hits."""
        return (Move.STAND, Move.HIT) if self.max_hits > 0 else (Move.STAND,)

    def __str__(self) -> str:
        downs = (self.down, 0) if self.player == 0 else (0, self.down)
        return spell(self.up, downs, self.dealer)


@dataclass(frozen=True)
class Blackjack:
    """A history of Blackjack++; the first two chance outcomes are the players' cards down.

    Parameters
    ----------
    up
        The card up of each player, 1 (an ace) to 10; later also the moves, a hexadecimal digit
        each below it: the card that a hit drew, or B for Stand.
    dealer
        The dealer's card up; None if the dealer does not play.
    max_hits
        How often a player may hit, 0 to 7.
    down
        The card down of each player, 0 if it is not dealt yet.
    hit
        Whether the player to act draws a card.
    final
        The dealer's total, 17 to 21, or 22 for any above; 0 before the end.

    Raises
    ------
    GameError
        If a card or the hits are out of range.

    Examples
    --------
    >>> game = Blackjack().apply(10).apply(4).apply(Move.STAND).apply(Move.HIT).apply(9).apply(17)
    >>> print(game)
    6+10 s / 6+4 h9 / 2 to 17
    >>> [game.payoff(player) for player in range(3)]
    [-1.0, 2.0, -1.0]
    """

    players: ClassVar[int] = 3
    hooks = Hooks(terms="zerosum.blackjack.terminal:BlackjackTerms")

    up: tuple[int, int] = (6, 6)
    dealer: int | None = 2
    max_hits: int = 1
    down: tuple[int, int] = (0, 0)
    hit: bool = False
    final: int = 0

    def __post_init__(self) -> None:
        if self.down[0] > 0:
            return
        pair = type(self.up) is tuple and len(self.up) == 2
        dealt = self.dealer is None or _within(self.dealer, ACE, TEN)
        if not pair or not dealt or not all(_within(card, ACE, TEN) for card in self.up):
            raise GameError(
                f"The cards up of Blackjack must be 1 (an ace) to 10, and None for a dealer who "
                f"does not play; got up={self.up!r} and dealer={self.dealer!r}: play "
                f"Blackjack(up=(6, 6), dealer=2).",
                self.up,
            )
        if not _within(self.max_hits, 0, 7):
            raise GameError(
                f"The max_hits of Blackjack must be 0 to 7; got {self.max_hits!r}: play "
                f"Blackjack(max_hits=1).",
                self.max_hits,
            )

    @property
    def active(self) -> int:
        """The player to act; 2 if both are done."""
        return turn_of(self.up, self.max_hits)

    @property
    def terminal(self) -> bool:
        """Whether both players are done, and the dealer too."""
        return (self.dealer is None or self.final > 0) and self.active == DEALER

    @property
    def chance(self) -> bool:
        """Whether a card must be dealt or drawn, or the dealer plays."""
        return self.down[1] == 0 or self.hit or (self.active == DEALER and not self.terminal)

    @property
    def public(self) -> tuple[tuple[int, int], bool, int]:
        """The cards up and the moves, and the dealer's total."""
        return self.up, self.hit, self.final

    def private(self, player: int) -> int:
        """Return the player's card down; the dealer's is not dealt before the end."""
        return self.down[player] if player < DEALER else 0

    def chances(self) -> dict[int, float]:
        """Return each card, or each total of the dealer, with its probability."""
        if self.active < DEALER:
            return {card: ODDS[card] for card in range(ACE, TEN + 1)}
        odds = ENDS[self.dealer or 0]
        return {total: odds[total - STANDS] for total in range(STANDS, BUST + 1)}

    def sample(self, rng: Random | None = None) -> int:
        """Sample a card, or a total of the dealer."""
        rng = rng or Random()
        if self.active < DEALER:
            return min(rng.integer(13) + 1, TEN)
        odds, total = ENDS[self.dealer or 0], STANDS
        left = rng.random() - odds[0]
        while left >= 0 and total < BUST:
            total += 1
            left -= odds[total - STANDS]
        return total

    def infoset(self, player: int) -> InfoSet:
        """Return the player's card down, and the cards up and moves of both."""
        return InfoSet(self.private(player), self.up, self.dealer, self.max_hits)

    def apply(self, action: int) -> Self:
        """Deal or draw a card, make a move, or let the dealer end with a total."""
        if self.down[1] == 0:
            return replace(self, down=(self.down[0], action) if self.down[0] else (action, 0))
        if action == Move.HIT:
            return replace(self, hit=True)
        player = self.active
        if player == DEALER:
            return replace(self, final=action)
        first, second = self.up
        up = (first << 4 | action, second) if player == 0 else (first, second << 4 | action)
        return replace(self, up=up, hit=False)

    def payoff(self, player: int) -> float:
        """Return what a player, or the dealer, 2, takes from the pot, less what was paid."""
        first, second = self.total(0), self.total(1)
        # A dealer above 21, or who does not play, has 1: more than players above 21 have.
        house = self.final % BUST or 1
        scores = (first if first < BUST else 0, second if second < BUST else 0, house)
        hits = (hits_of(self.up[0]), hits_of(self.up[1]), 0)
        wins = scores[player] == max(scores)
        share = (3 + hits[0] + hits[1]) / scores.count(max(scores)) if wins else 0.0
        return share - 1 - hits[player]

    def total(self, player: int) -> int:
        """Return a player's total."""
        return tally(self.up[player] << 4 | self.down[player])[1]

    def __str__(self) -> str:
        return spell(self.up, self.down, self.dealer, self.final)


def _within(value: int, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


@cache
def _end(hard: int, ace: bool, final: int) -> float:
    """Return the probability that a dealer with these cards ends with a total."""
    total = hard + 10 if ace and hard <= 11 else hard
    if total >= STANDS:
        return float(min(total, BUST) == final)
    cards = range(ACE, TEN + 1)
    return sum(ODDS[card] * _end(hard + card, ace or card == ACE, final) for card in cards)


_FINALS = range(STANDS, BUST + 1)
ENDS = tuple(tuple(_end(up, up == ACE, final) for final in _FINALS) for up in range(TEN + 1))
"""By the dealer's card up, the probabilities of 17 to 21 and of any total above."""


def spell(up: tuple[int, int], down: tuple[int, int], dealer: int | None, final: int = 0) -> str:
    """Return the cards and moves of all: ``s`` for Stand, ``h7`` for a hit that drew a seven."""
    words = []
    for hand, card in zip(up, down, strict=True):
        first, *moves = (int(digit, 16) for digit in f"{hand:x}")
        shown = ["s" if move == Move.STAND else f"h{move}" for move in moves]
        words.append(" ".join([f"{first}+{card}" if card else str(first), *shown]))
    end = "" if final == 0 else f" to {final}" if final < BUST else " above 21"
    return " / ".join(words if dealer is None else [*words, f"{dealer}{end}"])
