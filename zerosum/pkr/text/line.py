"""Lines of play: what the seats did, and the cards of the board, over the start of a game.

>>> from zerosum.cards import parse
>>> from zerosum.pkr import Bet, Call, NoLimitHoldem
>>> hand = NoLimitHoldem().face_down
>>> called = after(after(hand, Bet(5)), Call())
>>> written([(hand, Bet(5)), (after(hand, Bet(5)), Call())]), some_hand(called)
('r6 c', Cards(2d2c))
>>> flop = ordered(tuple(parse("2c7dKs")), called, 0)
>>> streets((*flop, 3), called, 0), after(called, flop).community
([(47, 21, 0), (3,)], Cards(Ks7d2c))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, pairwise
from typing import Self, TypeVar

from zerosum.abstraction import split
from zerosum.abstraction.algebra import Algebraic
from zerosum.abstraction.view import view_of
from zerosum.cards import Cards, name
from zerosum.errors import GameError
from zerosum.game import History, hook_of
from zerosum.pkr.actions import Deal, PokerAction
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.text.reading import Bets, Step, follow
from zerosum.pkr.text.seats import seat_word
from zerosum.pkr.text.spelling import word_of

P = TypeVar("P", bound=Poker)


@dataclass(frozen=True)
class Line:
    """The actions of the seats and the cards of the board, in turn.

    ``str`` writes a line in the words that :func:`read_line` reads.

    Parameters
    ----------
    start
        The start of a hand of River of Blood or hold'em, without an abstraction.
    steps
        Folds, checks, calls, bets by the chips that they add, and for each street a tuple of cards.
    hands
        The seats whose cards are known, and these, by seat.

    Examples
    --------
    >>> from zerosum.pkr import Bet, Call, Check, NoLimitHoldem, RiverOfBlood
    >>> line = Line(RiverOfBlood(), (Bet(5), Call(), (50, 45, 0), Check()))
    >>> print(line)
    r6 c | AhKd2c x
    >>> [(hand.pot, step) for hand, step in line][2:]
    [(12, (50, 45, 0)), (12, Check())]
    >>> print(Line.of(NoLimitHoldem().act(Call())))
    c
    """

    start: Poker
    steps: tuple[Step, ...] = ()
    hands: tuple[tuple[int, Cards], ...] = ()

    @classmethod
    def of(cls, hand: Holdem) -> Self:
        """Return the line that leads to a hand of hold'em, with the cards of seats that it has."""
        steps: list[Step] = []
        at = 0
        for before, action in hand.retraced():
            shown = sum(hand.board[: before.street])
            if shown > at:
                steps.append(ordered(hand.dealt[at:shown], hand, at))
            steps.append(action)
            at = shown
        if len(hand.dealt) > at and not hand.chance:
            steps.append(ordered(hand.dealt[at:], hand, at))
        held = ((seat, hand.hand(seat)) for seat in range(hand.players))
        known = tuple((seat, cards) for seat, cards in held if len(cards) == hand.hole)
        return cls(hand.start, tuple(steps), known)

    @classmethod
    def taken(cls, start: History, steps: Sequence[PokerAction]) -> Self:
        """Return the line of actions of any menu, and single cards of the board."""
        base = split(start)[0]
        spot, dealt = Spot(base.face_down, None), tuple[int, ...]()
        for step in steps:
            if not isinstance(step, Deal):
                spot = spot.after(step)
                continue
            dealt = (*dealt, step.card)
            if len(dealt) == spot.hand.due:
                spot, dealt = spot.after(dealt), ()
        return cls(base, spot.steps)

    def __iter__(self) -> Iterator[tuple[Poker, Step]]:
        """Yield each step with the hand before it; the cards of the seats are face down.

        Raises
        ------
        GameError
            If a step is not legal.
        """
        hand = self.start.face_down
        for step in self.steps:
            yield hand, step
            hand = after(hand, step)

    @cached_property
    def end(self) -> Poker:
        """The hand after the line; the cards of the seats are face down."""
        return _end(self.start, self.steps)

    @property
    def board(self) -> Cards:
        """The cards of the board."""
        return self.end.community

    def __str__(self) -> str:
        start = self.start
        seats = (seat_word(seat, start.players, start.button) for seat, _ in self.hands)
        held = [f"{seat}:{cards}" for seat, (_, cards) in zip(seats, self.hands, strict=True)]
        return " ".join([*held, written(self)]).rstrip()


def written(steps: Iterable[tuple[Poker, Step]]) -> str:
    """Return steps in words, each given with the hand before it."""
    words: list[str] = []
    for hand, step in steps:
        if isinstance(step, tuple):
            for cards in streets(step, hand, len(hand.community)):
                words += ["|", "".join(map(name, cards))]
        else:
            words.append(word_of(step, hand.infoset(hand.active)))
    return " ".join(words)


@dataclass(frozen=True)
class Spot:
    """Where a line of a game has led.

    Parameters
    ----------
    hand
        The hand.
    actions
        The actions of an abstraction; None for those of the game.
    steps
        The steps that led there.
    """

    hand: Poker
    actions: Algebraic | None
    steps: tuple[Step, ...] = ()

    @cached_property
    def infoset(self) -> PokerInfoset:
        """What the seat to act knows, with some hand if its own is face down."""
        known = self.hand.infoset(self.hand.active)
        return known if known.hand else replace(known, hand=some_hand(self.hand))

    @cached_property
    def menu(self) -> Sequence[PokerAction]:
        """The actions on offer."""
        choices = hook_of(self.hand, "choices") if self.actions is None else None
        if choices is not None:
            menu: Sequence[PokerAction] = choices(self.infoset)
            return menu
        return view_of(None, self.actions).menu(self.infoset)

    def after(self, step: Step) -> Self:
        """Return the place after a step."""
        hand = self.hand
        if isinstance(step, tuple):
            done: Step = ordered(step, hand, len(hand.community))
        else:
            done = self.infoset.concrete(step)
        return replace(self, hand=after(hand, done), steps=(*self.steps, done))


def read_line(text: str, game: History, bets: Bets = Bets.LEGAL) -> Line:
    """Read a line of play.

    Parameters
    ----------
    text
        The line; empty for the start.
    game
        The start of a hand of River of Blood or hold'em, or of an abstraction, whose menu counts.
    bets
        Which bets the words name.

    Raises
    ------
    GameError
        If a word is not of the language, or not legal where it stands.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> print(read_line("BTN raise to 5 SB call BB fold | Ks7d2c x b50%", NoLimitHoldem(players=3)))
    r5 c f | Ks7d2c x b6
    """
    base, _, actions = split(game)
    if not isinstance(base, Poker):
        raise GameError(
            f"The game of a line must be River of Blood or hold'em; got {base!r}.", game
        )
    spot, hands = follow(text, Spot(base.face_down, actions), (), bets)
    return Line(base, spot.steps, tuple(sorted(hands.items())))


def after(hand: P, step: Step) -> P:
    """Return a hand after a step."""
    return hand.after_board(step) if isinstance(step, tuple) else hand.apply(step)


def streets(cards: tuple[int, ...], hand: Poker, shown: int) -> list[tuple[int, ...]]:
    """Return cards of the board street by street: after an all-in, several are dealt at once."""
    if not isinstance(hand, Holdem):
        return [cards]
    ends = [end - shown for end in accumulate(hand.board)]
    found = (cards[max(start, 0) : max(end, 0)] for start, end in pairwise([0, *ends]))
    return [street for street in found if street]


def ordered(cards: tuple[int, ...], hand: Poker, shown: int) -> tuple[int, ...]:
    """Return cards of the board as lines have them: of hold'em, those of a street from the highest.

    In River of Blood the order in which they are dealt counts.
    """
    if not isinstance(hand, Holdem):
        return cards
    return tuple(card for street in streets(cards, hand, shown) for card in sorted(street)[::-1])


def some_hand(hand: Poker) -> Cards:
    """Return two cards, or one, that are not on the board."""
    left = list(hand.deck.cards - hand.community)
    return Cards(sum(1 << card for card in left[: hand.hole]))


@lru_cache(64)
def _end(start: Poker, steps: tuple[Step, ...]) -> Poker:
    return reduce(after, steps, start.face_down)
