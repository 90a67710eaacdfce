"""A spot: two ranges, a board, a pot, stacks and bets, and the game that it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeGuard

import numpy as np

from zerosum.abstraction import Abstracted
from zerosum.cards import NO_CARDS, Cards, parse
from zerosum.errors import GameError, is_number
from zerosum.pkr.actions import Check
from zerosum.pkr.hands.deck import FULL, Deck
from zerosum.pkr.holdem.betting import MOST_CHIPS
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.holdem.resumed import Ranges, Resumed
from zerosum.pkr.ranges import Range, parse_range
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.pkr.spots.bets import Bets
from zerosum.pkr.spots.rake import Raked
from zerosum.support.rendering import Shown, table
from zerosum.tables import Floats

NO_BETS = Bets.of({})
_KINDS = {"first": Range, "second": Range, "board": Cards, "dead": Cards, "deck": Deck}


@dataclass(frozen=True)
class Spot(Shown):
    """Hold'em for two from a flop, a turn or a river on, as ranges, chips and bets.

    Parameters
    ----------
    first, second
        What the player out of position, who acts first, and the one in position may hold: ranges or
        their texts.
    board
        Three to five cards.
    pot
        The chips in the pot, which are nobody's any more.
    stack
        The chips that each player has left; of two numbers the smaller one counts.
    bets
        The sizes of bets: see :class:`~zerosum.pkr.spots.Bets`; a text or a mapping is read.
    rake, cap
        The share of each pot that the house takes, and the most chips, 0 for no bound.
    dead
        Cards that nobody holds and that do not come.
    deck
        The cards, and the order of hands.

    Raises
    ------
    GameError
        If a text cannot be read, a card is used twice, or a number is out of range.

    Examples
    --------
    >>> spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> spot.hand.street, spot.hand.total, spot.values(np.array([1.0, -1.0])).tolist()
    (3, 10, [6.0, 4.0])
    """

    first: Range
    second: Range
    board: Cards
    pot: int
    stack: int
    bets: Bets = NO_BETS
    rake: float = 0.0
    cap: float = 0.0
    dead: Cards = NO_CARDS
    deck: Deck = FULL

    def __init__(
        self,
        first: Range | str,
        second: Range | str,
        *,
        board: Cards | str,
        pot: int,
        stack: int | tuple[int, int],
        bets: Bets | str | Mapping[str, str] = NO_BETS,
        rake: float = 0.0,
        cap: float = 0.0,
        dead: Cards | str = NO_CARDS,
        deck: Deck = FULL,
    ) -> None:
        values = {
            "first": parse_range(first) if isinstance(first, str) else first,
            "second": parse_range(second) if isinstance(second, str) else second,
            "board": parse(board) if isinstance(board, str) else board,
            "pot": pot,
            "stack": min(stack) if _are_two(stack) else stack,
            "bets": bets if isinstance(bets, Bets) else Bets.of(bets),
            "rake": float(rake) if is_number(rake) else rake,
            "cap": float(cap) if is_number(cap) else cap,
            "dead": parse(dead) if isinstance(dead, str) else dead,
            "deck": deck,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        for name, kind in _KINDS.items():
            if not isinstance(value := getattr(self, name), kind):
                raise GameError(
                    f"The {name} of a spot must be {kind.__name__} or its text; got {value!r}.",
                    value,
                )
        board, dead, deck = self.board, self.dead, self.deck
        if board.mask & dead.mask or (board | dead).mask & ~deck.cards.mask:
            raise GameError(
                f"The cards of a spot must be in the deck, and used once; got the board {board} "
                f"and dead cards {dead}.",
                self,
            )
        if not 3 <= len(board) <= 5:
            raise GameError(
                f"The board of a spot must have 3, 4 or 5 cards; got {len(board)}: write QsJh2h.",
                board,
            )
        for name, least in (("pot", 2), ("stack", 1)):
            value = getattr(self, name)
            if (
                not isinstance(value, int)
                or isinstance(value, bool)
                or not least <= value <= MOST_CHIPS // 4
            ):
                raise GameError(
                    f"The {name} of a spot must be a whole number of chips from {least} to "
                    f"{MOST_CHIPS // 4:,}; got {value!r}: count in smaller chips, and give one "
                    f"stack, or two.",
                    value,
                )
        numbers = is_number(self.rake) and is_number(self.cap)
        if not numbers or not 0.0 <= self.rake < 1.0 or not self.cap >= 0.0:
            raise GameError(
                f"Rake must be a share of the pot below 1, and its cap chips; got {self.rake!r} "
                f"and {self.cap!r}: write rake=0.05, cap=30.",
                self.rake,
            )

    def content(self) -> list[Any]:
        """Return the board, the chips and the bets, and both ranges."""
        rows = [("board", str(self.board)), ("pot", f"{self.pot:,}"), ("stack", f"{self.stack:,}")]
        sizes = ", ".join(" ".join(pair) for pair in self.bets.sizes)
        rows += [("bets", sizes), ("rake", f"{self.rake:.2%}")]
        names = ("out of position", "in position")
        both = zip(names, self.ranges, strict=True)
        return [table([], rows, "l"), *(part for pair in both for part in pair)]

    @property
    def ranges(self) -> tuple[Range, Range]:
        """Both ranges, that of the player who acts first being the first."""
        return self.first, self.second

    @property
    def paid(self) -> tuple[int, int]:
        """The chips in the pot as the game counts them for both players."""
        return self.pot - self.pot // 2, self.pot // 2

    @cached_property
    def hand(self) -> NoLimitHoldem:
        """The hand of hold'em, before any seat has cards; the first seat is out of position."""
        # Blinds of one chip, so that bets count from one, and the rest of the pot as antes.
        start = NoLimitHoldem(
            players=2,
            stacks=tuple(self.stack + paid for paid in self.paid),
            blinds=(1, 1),
            antes=tuple(paid - 1 for paid in self.paid),
            least=1,
            trim=False,  # an odd chip belongs to the pot
            deck=self.deck,
        )
        hand: Any = start
        for _ in range(len(self.board) - 2):
            hand = hand.act(Check()).act(Check())
        used = self.board | self.dead
        found: NoLimitHoldem = replace(hand, dealt=tuple(sorted(self.board)), used=used, last=-1)
        return found

    @cached_property
    def game(self) -> Abstracted:
        """The game: hold'em that begins here, with this menu, in which every hand counts."""
        masks = np.array(HAND_MASKS)
        live = (masks & (self.board | self.dead).mask == 0) & (masks & ~self.deck.cards.mask == 0)
        weights = np.array([each.weights for each in self.ranges]) * live
        held = weights.any(axis=0)
        for name, row in zip(("first", "second"), weights, strict=True):
            if not row.any():
                raise GameError(
                    f"The {name} range must have a hand without a card of the board {self.board}; "
                    f"it has none: add hands.",
                    self,
                )
        ranges = Ranges.of(masks[held], weights[:, held])
        base = Resumed(self.hand, ranges)
        if self.rake > 0.0:
            base = Raked(self.hand, ranges, rate=self.rake, cap=self.cap)
        return Abstracted(base, None, self.bets.menu)

    def values(self, net: Floats) -> Floats:
        """Return what each player takes of the pot, in chips, given net chips in the whole hand."""
        taken: Floats = np.asarray(net) + np.array(self.paid)
        return taken


def _are_two(stack: object) -> TypeGuard[tuple[int, int]]:
    return isinstance(stack, tuple) and [*map(type, stack)] == [int, int]
