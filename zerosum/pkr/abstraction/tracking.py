"""A real hand and the abstract one beside it, move by move.

At the real table a move that the rules forbid is refused, with what was legal. The abstract hand
follows each real move and never loses step: whatever the chips, the same seats are in the hand,
have chips, and must still act on the street, and a bet was made on it in both hands or in neither.
Why each step is what it is: ``docs/explanation/translation.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TypeAlias, TypeVar

from zerosum.abstraction.combined import Combined
from zerosum.abstraction.fitting import outlined
from zerosum.errors import GameError
from zerosum.pkr.abstraction.mapping import BetMapping, Bets, chips_within, drawn
from zerosum.pkr.actions import Bet, Call, Check, Deal, Fold, PokerAction
from zerosum.pkr.face import NoLimit, Poker, PokerInfoset
from zerosum.rng import Random

G = TypeVar("G", bound=Poker)

_PASSIVE = (Fold, Check, Call, Deal)

Hands: TypeAlias = tuple[NoLimit, NoLimit]
"""The abstract hand, and the one that the next seat is asked about.

The two differ only while a bet is unanswered that the abstract hand cannot represent.
"""

PASS = -1
"""Stands for the chips of a bet that only passes the turn."""


@dataclass(frozen=True)
class Shift:
    """What becomes of the abstract hand after a real bet.

    Parameters
    ----------
    below
        The chips with which it goes on, or ``PASS``.
    shown
        Those which the next seat is asked about.
    counted
        Whether it counts as a bet beyond the first one of its street.
    """

    below: int
    shown: int
    counted: bool = True


@dataclass(frozen=True, repr=False)
class Follower(Combined):
    """How abstract hands follow a real one, and what their actions are there.

    It has no state: a :class:`Translation` keeps the hands, and a native table keeps those of all
    its agents, and calls the same methods (:mod:`zerosum.kernels.playing`).

    Parameters
    ----------
    mapping
        Which abstract bet replaces a real one.
    """

    mapping: BetMapping

    def asked(self, hands: list[Hands], agent: int, game: NoLimit) -> NoLimit:  # noqa: ARG002
        """Return the hand that an agent is asked about, given the hands of all."""
        return hands[agent][1]

    def is_bet(self, action: PokerAction) -> bool:
        """Return whether an action is followed by :meth:`after_bet`."""
        return is_bet(action)

    def after_chance(self, hands: Hands, outcome: Deal, after: NoLimit) -> Hands:  # noqa: ARG002
        """Return the hands after a card."""
        game = hands[0].after_card(outcome.card)
        return game, game

    def after_move(self, hands: Hands, move: PokerAction, after: NoLimit) -> Hands:
        """Return the hands after a fold, a check or a call; ``after`` is the real hand."""
        return follow_passive(hands, move, after)

    def after_bet(
        self,
        hands: Hands,
        bet: PokerAction,
        menu: Bets,
        before: NoLimit,
        after: NoLimit,
        rng: Random,
    ) -> Hands:
        """Return the hands after a legal real bet.

        Parameters
        ----------
        hands
            The abstract hands before it.
        bet
            The bet.
        menu
            The abstract actions of the bettor.
        before, after
            The real hand before it, and after it.
        rng
            What a mapping to several bets is drawn from.

        Raises
        ------
        GameError
            If the mapping does not give a probability for each bet.
        """
        game, known = hands[0], before.infoset(before.active)
        infoset, added = game.infoset(before.active), int(known.quantity(bet))
        bets = bets_of(infoset, menu)
        abstract = [infoset.quantity(each) for each in bets]
        lower, upper = known.bounds()
        if added == upper:
            return follow_bet(game, all_in_shift(infoset.behind, abstract))
        chips = [real_chips(known, infoset, each) for each in bets]
        if len(bets) == 0:
            chips = [lower, upper]
        places, sizes = alike(known, added, chips)
        chances = self.mapping(known, added, tuple([Bet(size) for size in sizes]))
        total = 0.0
        for chance in chances:
            total += chance
        if len(chances) != len(sizes) or abs(total - 1.0) > 1e-9:
            raise GameError(
                f"A mapping must give one probability for each of {len(sizes)} bets, and they "
                f"must sum to 1; {self.mapping!r} gave {chances}: mend the mapping.",
                self.mapping,
            )
        at = places[drawn(chances, rng)]
        if len(bets) > 0:
            return follow_bet(game, bet_shift(abstract[at], game.room(after), abstract))
        cost, behind = infoset.cost, infoset.behind
        return follow_bet(game, off_menu_shift(cost, behind, game.smallest, at == 1))

    @outlined
    def realise(
        self, action: PokerAction, shown: NoLimit, real: NoLimit
    ) -> tuple[PokerAction, bool]:
        """Return the real action for one of the shown hand, and whether its chips were moved."""
        if not is_bet(action):
            return action, False
        known = real.infoset(real.active)
        chips = known.quantity(action)
        if known.bounds()[1] <= known.cost:
            return (Call() if known.cost > 0 else Check()), chips != known.cost
        realised = real_chips(known, shown.infoset(real.active), action)
        return Bet(realised), chips != realised


def is_bet(action: PokerAction) -> bool:
    """Return whether an action is a bet or a raise.

    >>> from zerosum.pkr import Allin
    >>> is_bet(Allin()), is_bet(Call())
    (True, False)
    """
    return not isinstance(action, _PASSIVE)


def bets_of(infoset: PokerInfoset, menu: Bets) -> Bets:
    """Return the bets of a menu that the rules allow at an infoset of the abstract hand."""
    lower, upper = infoset.bounds()
    bets: list[PokerAction] = []
    for action in menu:
        if is_bet(action) and upper > infoset.cost and lower <= infoset.quantity(action) <= upper:
            bets.append(action)
    return tuple(bets)


def follow_passive(hands: Hands, action: PokerAction, real: NoLimit) -> Hands:
    """Follow a fold, a check or a call.

    At the end of the street the abstract hand goes on without a bet that was only shown. If nothing
    else was owed, a fold ends the hand that was shown.

    Parameters
    ----------
    hands
        The abstract hands before it.
    action
        What was done.
    real
        The real hand after it.
    """
    before, shown = hands
    game = before.after_passive(action, real)
    if shown == before:
        return game, game
    if game.live != real.live:
        ended = shown.after_passive(action, real)
        return ended, ended
    if game.terminal or game.street != before.street:
        return game, game
    return game, shown.after_passive(action, real)


def all_in_shift(behind: int, chips: list[int]) -> Shift:
    """Follow a real all-in by an all-in, which counts as a bet only if the menu has it.

    Parameters
    ----------
    behind
        The chips that the bettor has left in the abstract hand.
    chips
        Those that the bets of the menu add there.
    """
    return Shift(behind, behind, any(each >= behind for each in chips))


def bet_shift(added: int, room: int, chips: list[int]) -> Shift:
    """Follow a real bet that leaves chips by one of the menu's bets.

    If a seat would be all-in that can keep chips in the real hand, the bet is only shown; the
    abstract hand goes on with the greatest bet for which that is not so, or with none.

    Parameters
    ----------
    added
        The chips that the bet adds in the abstract hand which the real bet is mapped to.
    room
        What it must not reach: see :meth:`NoLimit.room`.
    chips
        What the bets of the menu add.
    """
    if added < room:
        return Shift(added, added)
    below = PASS
    for each in chips:
        if below < each < room:
            below = each
    return Shift(below, added)


def off_menu_shift(cost: int, behind: int, smallest: int, all_in: bool) -> Shift:
    """Follow a real bet that leaves chips, if the menu has no bet.

    Parameters
    ----------
    cost, behind, smallest
        What the bettor owes in the abstract hand, has left, and adds by the smallest bet.
    all_in
        Whether the bet is nearer to all-in than to the least bet.
    """
    if not all_in and cost > 0:
        return Shift(PASS, PASS)
    return Shift(PASS, behind if all_in else smallest, False)


def follow_bet(game: NoLimit, shift: Shift) -> Hands:
    """Follow a real bet."""
    below = _after_shift(game, shift, shift.below)
    if shift.shown == shift.below:
        return below, below
    return below, _after_shift(game, shift, shift.shown)


def _after_shift(game: NoLimit, shift: Shift, added: int) -> NoLimit:
    if added == PASS:
        return game.after_pass
    return game.after_bet(added, counted=shift.counted)


def act(game: G, action: object) -> G:
    """Return a hand after a player's action.

    Raises
    ------
    GameError
        If the rules forbid it; the message says what was owed and what a bet may add.
    """
    whole = not isinstance(action, Bet) or isinstance(action.quantity, Integral)
    if not isinstance(action, PokerAction) or not whole:
        raise _forbidden(game, action, "An action must be one of zerosum.pkr, and chips be whole")
    try:
        return game.apply(Bet(int(action.quantity)) if isinstance(action, Bet) else action)
    except GameError as error:
        raise _forbidden(game, action, str(error)) from None


def _forbidden(game: Poker, action: object, reason: str) -> GameError:
    if game.chance or game.terminal:
        return GameError(f"{reason}; got {action!r}.", action)
    infoset = game.infoset(game.active)
    lower, upper = infoset.bounds()
    bets = f" and may add {lower} to {upper}" if upper > infoset.cost else " and may not bet"
    owed = f"player {game.active} owes {infoset.cost}"
    return GameError(f"{reason}; got {action!r} where {owed}{bets}.", action)


def real_chips(real: PokerInfoset, abstract: PokerInfoset, bet: PokerAction) -> int:
    """Return the chips that an abstract bet adds in the real hand, within the bounds there.

    A bet of a number of chips, as the game's own menu has them, counts as the part of the pot that
    it is in the abstract hand.

    Parameters
    ----------
    real, abstract
        The infosets of the bettor in the two hands.
    bet
        The bet.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> hand = NoLimitHoldem(stacks=(200,))
    >>> deeper = NoLimitHoldem(stacks=(200,), blinds=(10, 20))
    >>> real_chips(deeper.infoset(0), hand.infoset(0), Bet(5))
    50
    """
    if not isinstance(bet, Bet):
        return chips_within(real, bet)
    lower, upper = real.bounds()
    if bet.quantity >= abstract.bounds()[1]:
        return int(upper)
    above = bet.quantity - abstract.cost
    chips = real.cost + above * (real.total + real.cost) // (abstract.total + abstract.cost)
    return int(min(max(chips, lower), upper))


def alike(real: PokerInfoset, added: int, chips: list[int]) -> tuple[list[int], list[int]]:
    """Return which bets a real bet is compared with: their places, and their chips.

    Chips that no other seat can call do not count. If nobody has more chips than the bet, it is
    compared with bets of which that is true as well, if there are any.

    Parameters
    ----------
    real
        The real infoset of the bettor.
    added
        The chips of the real bet.
    chips
        Those of the bets that it may be mapped to.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> infoset = NoLimitHoldem(stacks=(200, 50)).infoset(0)  # may add 49 that matter
    >>> alike(infoset, 20, [10, 60, 199]), alike(infoset, 80, [10, 60, 199])
    (([0, 1, 2], [10, 49, 49]), ([1, 2], [60, 199]))
    """
    most = real.cost + real.effective
    if added < most:
        return list(range(len(chips))), [min(each, most) for each in chips]
    covering = [place for place, each in enumerate(chips) if each >= most]
    places = covering or list(range(len(chips)))
    return places, [chips[place] for place in places]
