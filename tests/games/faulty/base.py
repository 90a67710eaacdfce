"""Games with one fault each, over one small game: refused with a sentence, or solved right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from zerosum.game import Hooks


@dataclass(frozen=True)
class Seen:
    """What a player sees: the coin or the call, and who looks."""

    known: Any
    player: int

    def actions(self) -> Any:
        return (0, 1)


@dataclass(frozen=True)
class Guess:
    """A coin shows 1 three times of four; player 0 sees it and calls, player 1 guesses it."""

    hooks = Hooks(passive="tests.games.faulty.base:passive")

    coin: Any = -1
    call: Any = -1
    guess: Any = -1

    @property
    def terminal(self) -> Any:
        return self.guess >= 0

    def payoff(self, player: int) -> Any:
        won = 1.0 if self.guess == self.coin else -1.0
        return won if player == 1 else -won

    @property
    def chance(self) -> Any:
        return self.coin < 0

    def chances(self) -> Any:
        return {0: 0.25, 1: 0.75}

    @property
    def active(self) -> Any:
        return 0 if self.call < 0 else 1

    def infoset(self, player: int) -> Any:
        return Seen(self.coin if player == 0 else self.call, player)

    def apply(self, action: int) -> Any:
        if self.coin < 0:
            return replace(self, coin=action)
        return replace(self, call=action) if self.call < 0 else replace(self, guess=action)


def passive(infoset: Any) -> tuple[int]:
    """Return the action that local best response takes for a check or a call."""
    return (0,)


VALUE = -0.5  # of Guess for player 0: player 1 always guesses 1


def game(**members: Any) -> Any:
    """Return the game with other members."""
    return dataclass(frozen=True)(type("Faulty", (Guess,), members))


def paying(payoff: Callable[..., Any]) -> Any:
    """Return the game with another payoff."""
    return game(payoff=payoff)


def shaped(shape: Callable[[float], Any]) -> Any:
    """Return the game with payoffs of another type."""
    return paying(lambda self, player: shape(Guess.payoff(self, player)))


def dealing(chances: Any) -> Any:
    """Return the game with other chances."""
    return game(chances=lambda self: chances() if callable(chances) else chances)


def sampling(sample: Callable[..., Any], **members: Any) -> Any:
    """Return the game with a sample of its own."""
    return game(sample=sample, **members)


def offering(actions: Callable[[Any], Any]) -> Any:
    """Return the game with other actions."""
    infoset = dataclass(frozen=True)(type("Menu", (Seen,), {"actions": actions}))
    return game(infoset=lambda self, player: infoset(max(self.coin, 0), player))


def seeing(**members: Any) -> Any:
    """Return the game with infosets that have other members."""
    infoset = dataclass(frozen=True)(type("Odd", (Seen,), members))
    return game(infoset=lambda self, player: infoset(self.coin, player))


def knowing(known: Callable[[Any], Any]) -> Any:
    """Return the game with something else in the infosets, beside what is due."""
    return game(
        infoset=lambda self, player: Seen(
            (known(self), self.coin if player == 0 else self.call), player
        )
    )


def applying(apply: Callable[[Any, int], Any], **members: Any) -> Any:
    """Return the game with another apply."""
    return game(apply=apply, **members)


def fact(name: str, value: Callable[[Any], Any]) -> Any:
    """Return the game with another property."""
    return game(**{name: property(value)})


def turning(values: Any) -> Callable[..., Any]:
    """Return a function that returns one value after another, whatever it is called with."""
    turn = count()
    return lambda *_: values[next(turn) % len(values)]


def raising(*_: Any) -> Any:
    """Raise an error."""
    raise ValueError("no such card")


def hash_0(self: Any) -> int:
    return 0


GENERAL = r"The payoffs of Faulty must sum to \S+ over all players, .*; got .* general-sum game"
ODDS = r"chances of Faulty must be 0 or more and sum to 1; got .*, at Faulty\(coin=-1"
PLAYER = r"active of Faulty must be a player, 0 to 1; got {}, at Faulty\(coin=.* after \["
NUMBER = r"payoff of Faulty must be a finite number; got {}, at Faulty\(.*\) after \[.*chips"
PROPERTY = r"{} of Faulty must be a property; got a method.*write @property above `def {}`"
STEADY = r"{} of {} must be the same whenever asked; got .*, at Faulty\("
RAISED = r"{} of {} must not raise an error; got {}: .*\(line \d+ of .*faulty.*py\), at Faulty"
TUPLE = r"actions of Menu must be a tuple .*; got {}.*, at Faulty"
SAMPLE = r"sample of Faulty must draw outcomes with the prob.*; got .* of .* due, at Faulty\("
