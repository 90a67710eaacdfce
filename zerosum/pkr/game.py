"""River of Blood hold'em: board cards are dealt until the last one is black.

It is heads-up no-limit with stacks of 400 and blinds of 1 and 2, as in MIT Pokerbots 2023. Player 0
is the small blind and acts first before the flop; player 1 acts first on every later street.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.cards import FULL_DECK, NO_CARDS, Cards, draw, is_black
from zerosum.errors import GameError
from zerosum.game import Hooks, aside
from zerosum.pkr.actions import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
)
from zerosum.pkr.face import NoLimit
from zerosum.pkr.hands.deck import FULL, Deck
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.rules import (
    BIG_BLIND,
    added_chips,
    bet_bounds,
    cost_to_call,
    net_at_showdown,
    net_of_fold,
)
from zerosum.rng import Random

__all__ = [
    "Allin",
    "Bet",
    "Call",
    "Check",
    "Deal",
    "Fold",
    "InfoSet",
    "PokerAction",
    "Raise75Pot",
    "RaiseHalfPot",
    "RaisePot",
    "RaiseShare",
    "RiverOfBlood",
]


@aside
class _Facts(NoLimit):
    """What is the same in every hand, and no rule asks."""

    deck: ClassVar[Deck] = FULL
    hole: ClassVar[int] = 2
    board: ClassVar[tuple[int, ...]] = (3, 1, 1)
    antes: ClassVar[tuple[int, ...]] = ()
    least: ClassVar[int] = BIG_BLIND
    button: ClassVar[int] = 0


@dataclass(frozen=True)
class RiverOfBlood(_Facts):
    """A hand of River of Blood; without arguments, the start of a hand.

    Cards are dealt one at a time: two to player 0, two to player 1, then three for the flop and one
    for each later street. The last street is the first one with at least five board cards of which
    the last is black. After an all-in and a call, all further streets are still dealt, and both
    players check on each.

    Parameters
    ----------
    hands, community
        The hole cards and the board.
    last
        The board card revealed last, -1 before the flop.
    stacks
        Chips at the start of the street, before pips are subtracted.
    pips
        Chips put in on this street.
    pot
        Chips of the finished streets, one half from each player.
    active
        The player to act.
    bets
        Bets and raises since the last card, without blinds.
    due
        The number of cards to deal before a player acts.
    terminal
        Whether the hand is over: by a fold if the pips differ, otherwise at the showdown.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> game = RiverOfBlood()
    >>> for card in (*parse("AhKd"), *parse("7c2s")):
    ...     game = game.apply(Deal(card))
    >>> game.infoset(0).hand, game.infoset(0).bounds()
    (Cards(AhKd), (3, 399))
    >>> game.apply(RaisePot()).apply(Fold()).payoff(0)
    2.0
    """

    hooks = Hooks(
        terms="zerosum.pkr.shows.terminal:RiverTerms",
        passive="zerosum.pkr.face:passive",
        choices="zerosum.pkr.face:any_bets",
        details="zerosum.pkr.game:details",
        wider="zerosum.pkr.abstraction.beside:wider",
        again="zerosum.pkr.again:Again",
        explore="zerosum.pkr.ask.explore:explore",
    )

    hands: tuple[Cards, Cards] = (NO_CARDS, NO_CARDS)
    community: Cards = NO_CARDS
    last: int = -1
    stacks: tuple[int, int] = (400, 400)
    pips: tuple[int, int] = (1, 2)
    pot: int = 0
    active: int = 0
    bets: int = 0
    due: int = 4
    terminal: bool = False

    players: ClassVar[int] = 2

    @property
    def chance(self) -> bool:
        """Whether a card is dealt next."""
        return self.due > 0

    @property
    def used(self) -> Cards:
        """The cards that have been dealt."""
        return self.hands[0] | self.hands[1] | self.community

    @property
    def finished(self) -> bool:
        """Whether no street follows this one."""
        return len(self.community) >= 5 and is_black(self.last)

    def chances(self) -> Mapping[PokerAction, float]:
        """Return each card that is left with its probability."""
        left = FULL_DECK - self.used
        return {Deal(card): 1 / len(left) for card in left}

    def sample(self, rng: Random | None = None) -> PokerAction:
        """Sample one of the cards that are left."""
        if rng is None:
            rng = Random()
        return Deal(draw(self.used, rng))

    def infoset(self, player: int) -> InfoSet:
        """Return what the player knows."""
        return InfoSet(
            hand=self.hands[player],
            community=self.community,
            last=self.last,
            player=player,
            stacks=self.stacks,
            pips=self.pips,
            pot=self.pot,
            bets=self.bets,
        )

    def payoff(self, player: int) -> float:
        """Return the player's net chips; after a fold, the folder's bets are lost."""
        own, other = self.pips[player], self.pips[1 - player]
        if own != other:
            return net_of_fold(own, other, self.pot)
        board = self.community
        return net_at_showdown(self.hands[player] | board, self.hands[1 - player] | board, self.pot)

    def apply(self, action: PokerAction) -> Self:
        """Return the hand after an action or a card.

        Raises
        ------
        GameError
            If the rules forbid it.
        """
        if isinstance(action, Deal):
            return self._deal(action.card)
        if self.due > 0 or self.terminal:
            raise GameError("A player may act only while no card is due and the hand goes on")
        cost = cost_to_call(self.pips, self.active)
        if isinstance(action, Check):
            if cost != 0:
                raise GameError("A player who owes chips must call or fold, not check")
            return self._settle()
        if isinstance(action, Call):
            if cost == 0:
                raise GameError("A player who owes nothing must check, not call")
            return self._settle()
        if isinstance(action, Fold):
            if cost == 0:
                raise GameError("A player who owes nothing must check, not fold")
            return replace(self, terminal=True)
        quantity = added_chips(action, self.stacks, self.pips, self.pot, self.active)
        return self._bet(quantity, cost)

    def _deal(self, card: int) -> Self:
        """Deal a card to the player who lacks one, else to the board."""
        if self.due == 0:
            raise GameError("A card may be dealt only while one is due; it is a player's turn")
        if card in self.used:
            raise GameError("A card must be in the deck to be dealt")
        first, second = self.hands
        due = self.due - 1
        if len(first) < 2:
            return replace(self, hands=(first.with_card(card), second), due=due)
        if len(second) < 2:
            return replace(self, hands=(first, second.with_card(card)), due=due)
        return replace(self, community=self.community.with_card(card), last=card, due=due)

    def _settle(self) -> Self:
        """Match the pips; end the street unless the first to act just checked or limped."""
        pip = max(self.pips[0], self.pips[1])
        opener = 1 if self.community else 0
        if self.bets == 0 and self.active == opener:
            return replace(self, pips=(pip, pip), active=1 - self.active)
        rest = self.stacks[0] - pip, self.stacks[1] - pip
        over = self.finished
        due = 0 if over else (1 if self.community else 3)
        return replace(
            self,
            stacks=rest,
            pips=(0, 0),
            pot=self.pot + 2 * pip,
            active=1,
            bets=0,
            due=due,
            terminal=over,
        )

    def _bet(self, quantity: int, cost: int) -> Self:
        """Add chips beyond the cost to call."""
        lower, upper = bet_bounds(self.stacks, self.pips, self.active)
        if upper <= cost or quantity < lower or quantity > upper:
            raise GameError("A bet must be legal and add chips within the bounds of its infoset")
        if self.active == 0:
            pips = (self.pips[0] + quantity, self.pips[1])
        else:
            pips = (self.pips[0], self.pips[1] + quantity)
        return replace(self, pips=pips, active=1 - self.active, bets=self.bets + 1)

    @property
    @aside
    def owes(self) -> int:
        """The chips that a call of the player to act adds."""
        return cost_to_call(self.pips, self.active)

    @property
    @aside
    def live(self) -> int:
        """The players who have not folded, one bit each."""
        first, second = self.pips
        return 3 if first == second or not self.terminal else 1 if first > second else 2

    @property
    @aside
    def street(self) -> int:
        """The number of finished streets, which put chips in the pot."""
        if self._is_preflop:
            return 0
        return len(self.community) + self.due - 2 + (self.terminal and self.live == 3)

    @property
    @aside
    def _is_preflop(self) -> bool:
        return self.pot == 0 and not self.community

    @property
    @aside
    def on_last_street(self) -> bool:
        """Whether no street follows this one."""
        return self.finished

    @aside
    def hand(self, seat: int) -> Cards:
        """Return the cards of a player; none if they are face down."""
        return self.hands[seat]

    @aside
    def hidden(self, seat: int) -> bool:
        """Return whether the cards of a player are dealt face down."""
        return not self.hands[seat].mask and not (self._is_preflop and self.due > 0)

    @aside
    def holding(self, *hands: Cards) -> Self:
        """Return the hand in which the players hold other cards; face down if there are none."""
        first, second = hands
        return replace(self, hands=(first, second), due=0 if self._is_preflop else self.due)

    @aside
    def seated(self, seat: int, cards: Cards) -> Self:
        """Return the hand as one player sees it: the other's cards are face down.

        Raises
        ------
        GameError
            If cards are dealt already, or those of the player are not a hand.
        """
        if self.used or seat not in {0, 1} or len(cards) != 2 or cards - FULL_DECK:
            raise GameError(
                f"A player must be seated before the deal, as 0 or 1 and with two cards; got "
                f"player {seat!r} with {len(cards)} cards, and {len(self.used)} dealt.",
                cards,
            )
        return self.holding(*((NO_CARDS, cards) if seat else (cards, NO_CARDS)))

    @aside
    def after_card(self, card: int) -> Self:
        """Return the hand after one card, on the board even if the cards of players are missing."""
        if self._is_preflop or self.due == 0 or card not in FULL_DECK - self.used:
            return super().after_card(card)
        board = self.community.with_card(int(card))
        return replace(self, community=board, last=int(card), due=self.due - 1)

    @aside
    def completes(self, card: int) -> bool:
        """Return whether a card that comes next is the last of the board."""
        return len(self.community) >= 4 and is_black(card)

    @property
    @aside
    def start(self) -> Self:
        """The start of a hand."""
        return type(self)()

    @aside
    def after_passive(self, action: PokerAction, real: Self) -> Self:  # noqa: ARG002
        """Return the hand after a fold, a check or a call; both are all-in, or neither is."""
        return replace(self, terminal=True) if isinstance(action, Fold) else self._settle()

    @aside
    def after_bet(self, added: int, *, counted: bool = True) -> Self:
        """Return the hand after a bet of so many chips, counted or not."""
        first, second = self.pips
        pips = (first + added, second) if self.active == 0 else (first, second + added)
        bets = self.bets + 1 if counted else max(1, self.bets)
        return replace(self, pips=pips, active=1 - self.active, bets=bets)

    @property
    @aside
    def after_pass(self) -> Self:
        """The hand after a bet that only passes the turn: what was owed is owed by the other."""
        pips = self.pips[1], self.pips[0]
        return replace(self, pips=pips, active=1 - self.active, bets=max(1, self.bets))

    @aside
    def room(self, real: Self) -> int:  # noqa: ARG002
        """Return the chips of an all-in; both players begin each street with equal stacks."""
        return self.stacks[self.active] - self.pips[self.active]

    @property
    @aside
    def smallest(self) -> int:
        """The chips that the smallest bet or raise adds."""
        return bet_bounds(self.stacks, self.pips, self.active)[0]


def details(infoset: InfoSet) -> tuple[int, tuple[int, int]]:
    """Return the chips, which an exploiter tells apart where an abstraction merges them.

    >>> details(RiverOfBlood().infoset(0))
    (0, (1, 2))
    """
    return infoset.pot, infoset.pips
