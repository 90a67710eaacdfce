"""The common part of limit and no-limit hold'em on a small deck: everything but the bets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Annotated, Any, ClassVar, Self

from zerosum.actions import UpTo
from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError
from zerosum.pkr.actions import Call, Check, Deal, Fold, PokerAction
from zerosum.pkr.holdem.deck import above, deck, lowest, ways
from zerosum.pkr.holdem.infosets import MOST_BOARDS, MOST_EARLIER, MOST_STREETS
from zerosum.pkr.rules import net_at_showdown, net_of_fold
from zerosum.rng import Random


@dataclass(frozen=True)
class Holdem:
    """A hand of two-player hold'em on a small deck; the base class of :class:`LimitHoldem`.

    Cards are dealt one at a time, those of a hand or of a street in ascending order, so that
    each set of cards occurs once, and all are equally likely. Player 0 acts first on the first
    street; on later ones player 1 does if its blind is the larger, else player 0.

    After an all-in and a call there are no more decisions: the missing cards of the board are
    dealt as one set.

    Parameters
    ----------
    ranks, suits
        The deck: the number of ranks, from the ace down as in short decks, and the number of suits.
    hole
        The number of cards of a hand, 1 or 2.
    board
        The number of cards that each street after the first adds to the board.
    ante
        Chips of each player in the pot.
    blinds
        Chips that player 0 and player 1 put in on the first street.
    hands, community
        The cards dealt.
    boards
        The board on each earlier street that had one.
    lines, line
        The betting of the earlier streets, and of this one: see
        :mod:`zerosum.pkr.holdem.infosets`.
    added
        Chips put in on this street, without blinds.
    matched
        Chips that each player put in on the finished streets.
    active
        The player to act.
    last
        The last card dealt of an incomplete set, otherwise -1.
    shown
        The number of board cards that players see before they act again.
    terminal
        Whether the hand is over: by a fold if the pips differ, otherwise at the showdown.
    """

    ranks: int = 4
    suits: int = 2
    hole: int = 2
    board: Annotated[tuple[int, ...], UpTo(MOST_BOARDS)] = (1,)
    ante: int = 1
    blinds: tuple[int, int] = (0, 0)
    _: KW_ONLY
    hands: tuple[Cards, Cards] = (NO_CARDS, NO_CARDS)
    community: Cards = NO_CARDS
    boards: Annotated[tuple[Cards, ...], UpTo(MOST_EARLIER)] = ()
    lines: Annotated[tuple[int, ...], UpTo(MOST_STREETS)] = ()
    line: int = 0
    added: tuple[int, int] = (0, 0)
    matched: int = 0
    active: int = 0
    last: int = -1
    shown: int = 0
    terminal: bool = False

    players: ClassVar[int] = 2

    @property
    def street(self) -> int:
        """The number of finished streets."""
        return len(self.lines)

    @property
    def chips(self) -> int:
        """Chips that each player starts with."""
        raise NotImplementedError

    @property
    def stacks(self) -> tuple[int, int]:
        """Chips at the start of the street, before pips are subtracted."""
        rest = self.chips - self.ante - self.matched
        return rest, rest

    @property
    def pips(self) -> tuple[int, int]:
        """Chips put in on this street."""
        if len(self.lines) > 0:
            return self.added
        return self.added[0] + self.blinds[0], self.added[1] + self.blinds[1]

    @property
    def pot(self) -> int:
        """Chips of the finished streets, one half from each player."""
        return 2 * (self.ante + self.matched)

    @property
    def due(self) -> int:
        """The number of cards of the current set that must still be dealt."""
        if len(self.hands[0]) < self.hole:
            return self.hole - len(self.hands[0])
        if len(self.hands[1]) < self.hole:
            return self.hole - len(self.hands[1])
        return self.shown - len(self.community)

    @property
    def chance(self) -> bool:
        """Whether a card is dealt next."""
        return self.due > 0

    @property
    def left(self) -> Cards:
        """The cards that may still be dealt in the current set."""
        used = self.hands[0] | self.hands[1] | self.community
        return above(deck(self.ranks, self.suits) - used, self.last)

    @property
    def public(self) -> tuple[Any, ...]:
        """The board on all streets so far, and the betting."""
        return self.community, self.boards, self.lines, self.line, self.terminal

    def private(self, player: int) -> Cards:
        """Return the cards of the player's hand dealt so far."""
        return self.hands[player]

    def chances(self) -> Mapping[PokerAction, float]:
        """Return each card that may be dealt next, with its probability."""
        left, after = self.left, self.due - 1
        every, rest = ways(len(left), self.due), len(left)
        found: dict[PokerAction, float] = {}
        for card in left:
            rest -= 1
            if rest >= after:
                found[Deal(card)] = ways(rest, after) / every
        return found

    def sample(self, rng: Random | None = None) -> PokerAction:
        """Sample the next card of the current set."""
        if rng is None:
            rng = Random()
        left, due = self.left, self.due
        return Deal(lowest(left, due, rng.integer(ways(len(left), due))))

    def payoff(self, player: int) -> float:
        """Return the player's net chips; after a fold, the folder's bets are lost."""
        own, other = self.pips[player], self.pips[1 - player]
        if own != other:
            return net_of_fold(own, other, self.pot)
        board = self.community
        return net_at_showdown(self.hands[player] | board, self.hands[1 - player] | board, self.pot)

    def infoset(self, player: int) -> Any:
        """Return what the player knows."""
        raise NotImplementedError

    def marked(self, pip: int) -> int:
        """Return the betting of this street with another bet, to a number of chips."""
        raise NotImplementedError

    def apply(self, action: PokerAction) -> Self:
        """Return the hand after an action or a card.

        Raises
        ------
        GameError
            If the rules forbid it.
        """
        if isinstance(action, Deal):
            return self._deal(action.card)
        if self.chance or self.terminal:
            raise GameError("A player may act only while no card is due and the hand goes on")
        infoset = self.infoset(self.active)
        cost = infoset.cost
        if isinstance(action, Check) and cost > 0:
            raise GameError("A player who owes chips must call or fold, not check")
        if isinstance(action, Fold | Call) and cost == 0:
            raise GameError("A player who owes nothing must check, not call or fold")
        if isinstance(action, Fold):
            return replace(self, terminal=True)
        if isinstance(action, Check | Call):
            return self._pass(cost)
        quantity = infoset.quantity(action)
        lower, upper = infoset.bounds()
        if upper <= cost or quantity < lower or quantity > upper:
            raise GameError("A bet must be legal and add chips within the bounds of its infoset")
        pip = self.pips[self.active] + quantity
        return replace(
            self, added=self._adding(quantity), line=self.marked(pip), active=1 - self.active
        )

    def _adding(self, quantity: int) -> tuple[int, int]:
        """Return the chips put in on this street once the player to act adds some."""
        first, second = self.added
        return (first + quantity, second) if self.active == 0 else (first, second + quantity)

    def _pass(self, cost: int) -> Self:
        """Match the pips; end the street unless its first player just checked or limped."""
        added = self._adding(cost)
        if self.line == 0:
            return replace(self, added=added, line=1, active=1 - self.active)
        return replace(self, added=added)._settle()

    def _settle(self) -> Self:
        """End the street."""
        street, pip = self.street, self.pips[0]
        matched = self.matched + pip
        over = street == len(self.board)
        if over:
            shown = self.shown
        elif self.ante + matched == self.chips:
            shown = sum(self.board)
        else:
            shown = self.shown + self.board[street]
        seen = street > 0 and not over
        return replace(
            self,
            boards=(*self.boards, self.community) if seen else self.boards,
            lines=(*self.lines, self.line),
            line=0,
            added=(0, 0),
            matched=matched,
            active=1 if self.blinds[1] > self.blinds[0] else 0,
            shown=shown,
            terminal=over,
        )

    def _deal(self, card: int) -> Self:
        """Deal a card to the player who lacks one, else to the board."""
        due = self.due
        if due == 0:
            raise GameError("A card may be dealt only while one is due; it is a player's turn")
        left = self.left
        if card not in left or len(above(left, card)) < due - 1:
            raise GameError("A card must be in the deck, and a set be dealt in ascending order")
        first, second = self.hands
        last = card if due > 1 else -1
        if len(first) < self.hole:
            return replace(self, hands=(first.with_card(card), second), last=last)
        if len(second) < self.hole:
            return replace(self, hands=(first, second.with_card(card)), last=last)
        return replace(
            self,
            community=self.community.with_card(card),
            last=last,
            terminal=due == 1 and self.ante + self.matched == self.chips,
        )

    def __str__(self) -> str:
        hands = [str(hand) or "?" for hand in self.hands]
        return " ".join([*hands, *self.infoset(0).spell_public()]).rstrip()
