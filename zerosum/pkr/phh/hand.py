"""A hand history: the fields of the PHH format, with its game and what comes of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from zerosum.errors import GameError
from zerosum.pkr.holdem import FULL, SHORT, UNIT, LimitHoldem, NoLimitHoldem, Rules
from zerosum.pkr.holdem.betting import MOST_CHIPS
from zerosum.pkr.phh.amounts import read_amount
from zerosum.pkr.phh.fields import BETS, FORCED, check_fields, is_unknown
from zerosum.pkr.phh.origin import Origin
from zerosum.pkr.phh.replay import Game, Replay
from zerosum.pkr.phh.results import doubt, is_hidden

_MOST_CHIPS = 10**60


@dataclass(frozen=True)
class LargeNoLimitHoldem(NoLimitHoldem):
    """No-limit hold'em with any number of chips, which cannot be compiled."""

    most_chips: ClassVar[int] = _MOST_CHIPS


@dataclass(frozen=True)
class LargeLimitHoldem(LimitHoldem):
    """Limit hold'em with any number of chips, which cannot be compiled."""

    most_chips: ClassVar[int] = _MOST_CHIPS


_RAISE = re.compile(r"\s*p\d+\s+cbr\s+(\S+)\s*(?:#.*)?", re.DOTALL)


@dataclass(frozen=True)
class Hand:
    """A hand of hold'em in the PHH format (Kim, "Recording and Describing Poker Hands", 2024).

    Seats are numbered from 0 here and from 1 in the format. The format lists blinds and antes of
    two seats the other way around: of ``[5, 10]`` the first seat posts 10, and the second one 5.
    The last seat has the button. A negative blind is a post: it counts as a bet, but does not
    change who acts first. The rules of betting are PokerKit's, or a casino's rules if a field
    ``_rules`` is ``'casino'``.

    Parameters
    ----------
    fields
        All fields by name in the order of the file, whether the format defines them or not. Arrays
        are tuples, and numbers with a point are ``Decimal``.
    origin
        Where it was read; not compared.

    Raises
    ------
    GameError
        If a field is missing or wrong, or the variant is not hold'em.

    Examples
    --------
    >>> from zerosum.pkr.phh import parse
    >>> hand, = parse('''
    ... variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AcQh', 'd dh p2 ????', 'p2 cbr 6', 'p1 cbr 18', 'p2 f']
    ... ''')
    >>> print(hand.final, *hand.finishing)
    AcQh ? b6b18f 106 94
    >>> hand.names, hand.get("min_bet"), [game.total for game in hand.replay()]
    (('p1', 'p2'), 2, [3, 3, 3, 8, 24, 24])
    """

    fields: tuple[tuple[str, Any], ...]
    origin: Origin = field(default=Origin(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self._by_name, lambda name, what: self.error(name, f"must {what}", name))

    @cached_property
    def _by_name(self) -> dict[str, object]:
        return dict(self.fields)

    def __getitem__(self, name: str) -> Any:
        """Return a field as it was written."""
        return self._by_name[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field as it was written, or a default if there is none."""
        return self._by_name.get(name, default)

    @property
    def variant(self) -> str:
        """The code of the variant: NT, FT or NS."""
        variant: str = self["variant"]
        return variant

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self["starting_stacks"])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players; ``p1`` and so on for those without one."""
        names = self.get("players", ("",) * self.players)
        return tuple(name or f"p{seat + 1}" for seat, name in enumerate(names))

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions as they were written, with their commentaries."""
        actions: tuple[str, ...] = self["actions"]
        return actions

    def by_seat(self, name: str) -> tuple[Fraction, ...]:
        """Return a field of numbers by seat: blinds and antes of two seats are turned around."""
        values = tuple(map(Fraction, self[name]))
        turned = self.players == 2 and name in {"antes", "blinds_or_straddles"}
        return values[::-1] if turned else values

    @property
    def stacks(self) -> tuple[Fraction | None, ...]:
        """The chips of each seat at the start; None where they are not known."""
        return tuple(
            None if is_unknown(value) else Fraction(value) for value in self["starting_stacks"]
        )

    @cached_property
    def unit(self) -> Fraction:
        """What one chip of ``game`` stands for.

        It is 1 if all numbers of chips are whole and none is too large for a game that is solved,
        and otherwise the largest number that divides them all.
        """
        stacks = [stack for stack in self.stacks if stack is not None]
        amounts = self._amounts + stacks
        below = math.lcm(*[amount.denominator for amount in amounts])
        if below == 1 and max(stacks, default=0) <= MOST_CHIPS:
            return Fraction(1)
        return Fraction(math.gcd(*[int(amount * below) for amount in amounts]), below)

    @cached_property
    def _amounts(self) -> list[Fraction]:
        """The chips of antes, blinds, posts, bets and raises: nobody pays more than their sum."""
        amounts = [abs(value) for name in FORCED for value in self.by_seat(name)]
        amounts += [Fraction(self[name]) for name in BETS[self.variant]]
        for action in self.actions:
            if match := _RAISE.fullmatch(action):
                amounts.append(read_amount(match[1]) or Fraction(0))
        return amounts

    @cached_property
    def game(self) -> Game:
        """The start of the hand, in chips of ``unit``.

        Raises
        ------
        GameError
            If there is no such game.
        """
        antes, blinds = ([int(amount / self.unit) for amount in self.by_seat(of)] for of in FORCED)
        enough = 4 * sum(self._amounts)  # for a stack that is not known
        stacks = [int((stack or enough) / self.unit) for stack in self.stacks]
        parameters: dict[str, Any] = {
            "players": self.players,
            "stacks": tuple(stacks),
            "antes": tuple(antes),
            "blinds": tuple([max(blind, 0) for blind in blinds]),
            "posts": tuple([max(-blind, 0) for blind in blinds]),
            "button": self.players - 1,
            "trim": self.get("ante_trimming_status", False),
            "rules": Rules.CASINO if self.get("_rules") == Rules.CASINO else Rules.POKERKIT,
        }
        bets = [int(Fraction(self[name]) / self.unit) for name in BETS[self.variant]]
        large = max(*stacks, *antes, *blinds) > MOST_CHIPS
        try:
            if self.variant == "FT":
                small, big = bets
                limit = LargeLimitHoldem if large else LimitHoldem
                return limit(bets=(small, small, big, big), **parameters)
            deck = SHORT if self.variant == "NS" else FULL
            no_limit = LargeNoLimitHoldem if large else NoLimitHoldem
            return no_limit(least=bets[0], deck=deck, **parameters)
        except GameError as error:
            what = f"must be those of a game: {str(error).rstrip('.')}"
            raise self.error("stakes", what, "starting_stacks") from error

    def seats(self, start: Game) -> tuple[int, ...]:
        """Return the seat of a game for each seat of the hand: of two, either has the button."""
        seats = tuple(range(self.players))
        turned = self.players == 2 and start.first != self.game.first
        return seats[::-1] if turned else seats

    def unit_of(self, start: Game) -> Fraction:
        """Return what a chip of a game with the same stakes, up to a factor, stands for."""
        return self.unit * Fraction(sum(self.game.stacks), sum(start.stacks))

    def replay(self, start: Game | None = None) -> Iterator[Game]:
        """Yield the start of the hand, and the game after each of ``actions``.

        Hole cards that are not known are face down. Those that a player shows are known from then
        on. A player who mucks gives up the pots, as one who folds.

        Parameters
        ----------
        start
            The start of a game with the same stakes, up to a factor; ``game`` by default.

        Raises
        ------
        GameError
            At the first action that is not legal.
        """
        start = self.game if start is None else start
        yield start
        for replay in self._replayed(start):
            yield replay.game

    def _replayed(self, start: Game) -> Iterator[Replay]:
        seats = self.seats(start)
        unknown = sum(1 << seats[at] for at, stack in enumerate(self.stacks) if stack is None)
        replay = Replay(start, seats, self.unit_of(start), unknown)
        for index, action in enumerate(self.actions):
            try:
                replay.do(action)
            except GameError as error:
                thing = f"action {action!r}"
                raise self.error(thing, f"must {error}", "actions", index) from None
            yield replay

    @cached_property
    def final(self) -> Game:
        """The game at the end of the history.

        If some players have shown their cards at the showdown, those who have not have given up.

        Raises
        ------
        GameError
            If an action is not legal.
        """
        game = self.game
        for replay in self._replayed(game):
            game = replay.settled
        return game

    @cached_property
    def nets(self) -> tuple[Fraction, ...] | None:
        """What each seat wins or loses, exactly.

        None if the hand is not over, or depends on cards that are not known; but in the latter
        case it is taken from the ``finishing_stacks`` of the file, if these are possible.
        """
        final = self.final
        if not final.terminal:
            return None
        if not is_hidden(final):
            return tuple(self.unit * Fraction(won, UNIT) for won in final.won)
        given = self._recorded_nets
        return None if given is None or self.doubt else given

    @property
    def finishing(self) -> tuple[Fraction, ...] | None:
        """The stacks at the end, exactly; None if ``nets`` or a stack at the start is not known."""
        return None if self.nets is None else _sums(self.stacks, self.nets)

    @property
    def doubt(self) -> str:
        """Why the stacks that the file gives at the end of the hand are impossible; else empty."""
        nets = self._recorded_nets
        if nets is None or not self.final.terminal:
            return ""
        return doubt(self.final, [net / self.unit for net in nets], self.names, self.unit)

    @property
    def recorded(self) -> tuple[Fraction, ...] | None:
        """The stacks at the end as the file gives them; None if it does not give all of them."""
        stacks = self.get("finishing_stacks")
        if stacks is None or any(map(is_unknown, stacks)):
            return None
        return tuple(map(Fraction, stacks))

    @property
    def _recorded_nets(self) -> tuple[Fraction, ...] | None:
        stacks = self.recorded
        return None if stacks is None else _sums(self.stacks, stacks, -1)

    def error(self, thing: str, what: str, name: str = "", index: int | None = None) -> GameError:
        """Return the error about a thing in this hand.

        Parameters
        ----------
        thing
            What is wrong.
        what
            What it must be, and what to do.
        name, index
            The field in which it stands, and the number of the action, for the line.
        """
        return GameError(f"The {thing} {self.origin.place(name, index)} {what}.", self)


def _sums(
    stacks: Iterable[Fraction | None], chips: Iterable[Fraction], sign: int = 1
) -> tuple[Fraction, ...] | None:
    """Return chips and, times a sign, stacks added up; None if a stack is not known."""
    winnings = [None if s is None else c + sign * s for s, c in zip(stacks, chips, strict=True)]
    return None if None in winnings else tuple(sums for sums in winnings if sums is not None)


INSERTED = "# inserted: the file lacks it"


def repaired(hand: Hand) -> Hand:
    """Return a hand with a fold for each player who is to act and never does anything again.

    The hand itself is returned if it lacks none, or is still not legal with them.

    Parameters
    ----------
    hand
        The history.

    Examples
    --------
    >>> from zerosum.pkr.phh import parse
    >>> hand, = parse('''
    ... variant = 'NT'
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [100, 100, 100]
    ... actions = ['p3 cbr 6', 'p2 cc', 'd db 2c3c4c', 'p2 cc']
    ... ''')
    >>> repaired(hand).actions[1]
    'p1 f # inserted: the file lacks it'
    """
    actions: list[str] = []
    try:
        replay = Replay(hand.game, tuple(range(hand.players)), hand.unit)
        for index, action in enumerate(hand.actions):
            words = action.partition("#")[0].split()
            rest = {one.split()[0] for one in hand.actions[index:] if one.split()}
            while words and words[1:2] != ["dh"]:
                game = replay.game
                own = f"p{game.active + 1}"
                if game.terminal or game.owed == 0 or game.chance or own in rest:
                    break
                actions.append(f"{own} f {INSERTED}")
                replay.do(actions[-1])
            actions.append(action)
            replay.do(action)
    except GameError:
        return hand
    if len(actions) == len(hand.actions):
        return hand
    fields = [(name, tuple(actions) if name == "actions" else it) for name, it in hand.fields]
    return Hand(tuple(fields), replace(hand.origin, text=""))
