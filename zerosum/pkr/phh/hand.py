"""A hand history: the fields of the PHH format, with its game and what comes of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from zerosum.errors import GameError
from zerosum.pkr.holdem import FULL, SHORT, UNIT, LimitHoldem, NoLimitHoldem
from zerosum.pkr.holdem.checks import MOST_CHIPS
from zerosum.pkr.phh.amounts import read_amount
from zerosum.pkr.phh.fields import BETS, CHIPS, check_fields
from zerosum.pkr.phh.origin import Origin
from zerosum.pkr.phh.replay import Game, Replay

_RAISE = re.compile(r"\s*p\d+\s+cbr\s+(\S+)\s*(?:#.*)?", re.DOTALL)


@dataclass(frozen=True)
class Hand:
    """A hand of hold'em in the PHH format (Kim, "Recording and Describing Poker Hands", 2024).

    Seats are numbered from 0 here and from 1 in the format. The format lists blinds and antes of
    two seats the other way around: of ``[5, 10]`` the first seat posts 10, and the second one,
    which has the button, 5.

    Parameters
    ----------
    fields
        The fields by name in the order of the file, those of the format and all others. Arrays
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
    """

    fields: tuple[tuple[str, Any], ...]
    origin: Origin = field(default=Origin(), compare=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self._by_name, lambda name, what: self.error(name, f"must {what}", name))

    @cached_property
    def _by_name(self) -> dict[str, Any]:
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
    def stacks(self) -> tuple[Fraction, ...]:
        """The chips of each seat at the start."""
        return self.by_seat("starting_stacks")

    @cached_property
    def unit(self) -> Fraction:
        """What one chip of ``game`` stands for.

        It is 1 if all numbers of chips are whole and none is too large for the game, and
        otherwise the largest number that divides them all.
        """
        amounts = [value for name in CHIPS for value in self.by_seat(name)]
        amounts += [Fraction(self[name]) for name in BETS[self.variant]]
        for action in self.actions:
            if found := _RAISE.fullmatch(action):
                amounts.append(read_amount(found[1]) or Fraction(0))
        below = math.lcm(*[amount.denominator for amount in amounts])
        if below == 1 and max(self.stacks) <= MOST_CHIPS:
            return Fraction(1)
        return Fraction(math.gcd(*[int(amount * below) for amount in amounts]), below)

    @cached_property
    def game(self) -> Game:
        """The start of the hand, in chips of ``unit``.

        Raises
        ------
        GameError
            If there is no such game.
        """
        parameters: dict[str, Any] = {
            name: tuple([int(value / self.unit) for value in self.by_seat(of)])
            for name, of in zip(("antes", "blinds", "stacks"), CHIPS, strict=True)
        }
        parameters |= {
            "players": self.players,
            "trim": self.get("ante_trimming_status", False),
        }
        bets = [int(Fraction(self[name]) / self.unit) for name in BETS[self.variant]]
        try:
            if self.variant == "FT":
                small, big = bets
                return LimitHoldem(bets=(small, small, big, big), **parameters)
            deck = SHORT if self.variant == "NS" else FULL
            return NoLimitHoldem(least=bets[0], deck=deck, **parameters)
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
        return sum(self.stacks, Fraction(0)) / sum(start.stacks)

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
        replay = Replay(start, self.seats(start), self.unit_of(start))
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

    @property
    def finishing(self) -> tuple[Fraction, ...] | None:
        """The stacks at the end, exactly.

        None if the hand is not over, or depends on cards that are not known; but in the latter
        case the ``finishing_stacks`` of the file are returned, if there are any.
        """
        final = self.final
        if not final.terminal:
            return None
        live = [seat for seat in range(self.players) if final.live >> seat & 1]
        if len(live) > 1 and any(len(final.hand(seat)) < final.hole for seat in live):
            return self.by_seat("finishing_stacks") if self.get("finishing_stacks") else None
        parts = zip(self.stacks, final.won, strict=True)
        return tuple(stack + self.unit * Fraction(won, UNIT) for stack, won in parts)

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
