"""Abstractions with a fault, of the game without one."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from tests.games.faulty.base import Guess, Seen, raising
from zerosum.abstraction import algebraic, fields

whole = fields("known", "player")


@algebraic
def player(infoset: Any) -> Any:
    return infoset.player


@algebraic
def known(infoset: Any) -> Any:
    return infoset.known


@algebraic
def cautious(infoset: Any) -> Any:
    return (0,) if infoset.known else (0, 1)


@algebraic
def tossed(infoset: Any) -> Any:
    return random.getrandbits(30)


CALLS: list[int] = []


@algebraic
def counted(infoset: Any) -> Any:
    CALLS.append(0)
    return len(CALLS)


@algebraic
def listed(infoset: Any) -> Any:
    return [infoset.known]


@algebraic
def faulty(infoset: Any) -> Any:
    return raising()


@algebraic
def undefined(infoset: Any) -> Any:
    return math.nan


@algebraic
def mixed(infoset: Any) -> Any:
    return True if infoset.known else 1


@algebraic
def beyond(infoset: Any) -> Any:
    return (0, 1, 7)


@algebraic
def nothing(infoset: Any) -> Any:
    return ()


@algebraic
def as_list(infoset: Any) -> Any:
    return [0, 1]


@algebraic
def shuffled(infoset: Any) -> Any:
    CALLS.append(0)
    return (0, 1) if len(CALLS) % 2 else (1, 0)


@algebraic
def named(infoset: Any) -> Any:
    return (0, 17)


@dataclass(frozen=True)
class Naming(Seen):
    """An infoset at which 17 stands for 1, and nothing else has a name."""

    def concrete(self, action: int) -> int:
        return 1 if action == 17 else action


@dataclass(frozen=True)
class Named(Guess):
    """The game with an action that has a name."""

    def infoset(self, player: int) -> Naming:
        return Naming(self.coin if player == 0 else self.call, player)

    def apply(self, action: int) -> Any:
        return super().apply(1 if action == 17 else action)


OFFERED = (
    r"The actions of `beyond` must be actions of the game; got 7 at .*\(known=.*\(0, 1\).* at "
)

# The game, the states, the actions, and what is said, or the value of player 0.
ABSTRACTIONS: dict[str, tuple[Any, Any, Any, Any]] = {
    "one key for two players": (Guess, known, None, "Equal keys must imply equal players"),
    "one key for two menus": (Guess, player, cautious, "Equal keys must imply equal players"),
    "a random factor": (Guess, whole * tossed, None, "value of factor `tossed` .* be the same"),
    "a factor that counts": (Guess, whole * counted, None, "value of factor `counted` .* same"),
    "a factor of a list": (Guess, whole * listed, None, r"value of factor `listed` .* got \["),
    "an error in a factor": (Guess, whole * faulty, None, "The key of Guess .*ValueError: no such"),
    "a factor of NaN": (Guess, whole * undefined, None, r"value of factor `undefined` .* got nan"),
    "a factor of two types": (Guess, player * mixed, None, "Equal keys must have one row"),
    "an action that the game has not": (Guess, whole, beyond, OFFERED),
    "one that a game with names has not": (Named, whole, beyond, OFFERED),
    "no action": (Guess, whole, nothing, "The actions of `nothing` must be at least one"),
    "a list of actions": (Guess, whole, as_list, r"return tuple\(\.\.\.\)"),
    "actions in turn": (Guess, whole, shuffled, "actions of `shuffled` must be the same"),
    "actions with names": (Named, whole, named, -0.5),
    "all as one": (Guess, player, None, -0.5),
}
