"""The laws of the protocol, each a function that raises an error if a history breaks it."""

import math
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, is_dataclass
from typing import Any

import attrs

from zerosum.abstraction.anatomy import field_names
from zerosum.errors import GameError, ZeroSumError
from zerosum.game import players_of
from zerosum.rng import Random
from zerosum.testing.strategies import NOTHING, Playout, chances_of, sample_of

TOLERANCE = 1e-9


@dataclass(frozen=True)
class Place:
    """A history, the moves that led to it, and the class of the error to raise there."""

    game: Any
    playout: Playout
    error: type[ZeroSumError] = GameError

    def broken(self, thing: str, constraint: str, got: object) -> ZeroSumError:
        """Return the error that says what is wrong, and after which moves."""
        name = type(self.game).__name__
        return self.error(
            f"{thing} of {name} must {constraint}; got {got}, at: {self.playout}.", self.game
        )


def places(playout: Playout, error: type[ZeroSumError] = GameError) -> Iterator[Place]:
    """Yield the histories of a playout, replayed, each after :func:`check_apply` to the last."""
    game = deepcopy(playout.histories[0])
    for number, move in enumerate(playout.moves):
        place = Place(game, Playout(playout.histories, playout.moves[:number]), error)
        yield place
        game = check_apply(place, move)
    yield Place(game, playout, error)


def check_apply(place: Place, move: Any) -> Any:
    """Return the history after a move, and check that the one before it is not changed."""
    game, before = place.game, deepcopy(place.game)
    after = game.apply(move)
    if game != before or hash(game) != hash(before):
        raise place.broken("apply", f"not change the history, {before!r}", repr(game))
    if type(after) is not type(game):
        raise place.broken("apply", "return a history of the same class", repr(after))
    if after != game.apply(move):
        raise place.broken("apply", "return equal histories for equal moves", repr(after))
    return after


def check_value(place: Place, value: Any, thing: str) -> None:
    """Check that a history or an infoset is frozen and has a hash."""
    try:
        names = _names(value)
        hash(value)
    except TypeError as error:
        raise place.broken(thing, "be a frozen dataclass of hashable fields", error) from error
    for name in names[:1]:
        try:
            setattr(value, name, getattr(value, name))
        except AttributeError:
            return
        raise place.broken(thing, "be frozen", f"one whose {name} can be set")


def _names(value: Any) -> tuple[str, ...]:
    if is_dataclass(value) or attrs.has(type(value)) or isinstance(value, tuple):
        return field_names(type(value))
    raise TypeError(f"a {type(value).__name__}")


def check_payoffs(place: Place) -> None:
    """Check that payoffs are finite and sum to zero."""
    payoffs = [float(place.game.payoff(player)) for player in range(players_of(place.game))]
    total = math.fsum(payoffs)
    if not abs(total) <= TOLERANCE * max(1.0, *map(abs, payoffs)):
        raise place.broken("Payoffs", "sum to zero", payoffs)


def check_chance(place: Place, seed: int) -> None:
    """Check that probabilities sum to one, and that samples are among the outcomes."""
    chances = chances_of(place.game)
    if chances is not None:
        total = math.fsum(chances.values())
        if not (abs(total - 1) <= TOLERANCE and all(chance >= 0 for chance in chances.values())):
            raise place.broken("chances", "be 0 or more and sum to one", dict(chances))
    outcome = sample_of(place.game, Random(seed))
    if outcome is NOTHING:
        if chances is None:
            raise place.broken("Chance", "have chances or sample", "neither")
    elif chances is not None and not chances.get(outcome, 0) > 0:
        raise place.broken("sample", f"be one of {list(chances)}", repr(outcome))
    elif outcome != sample_of(place.game, Random(seed)):
        raise place.broken("sample", "draw from rng alone", "two outcomes of one seed")


def check_decision(place: Place, known: dict[Any, Any]) -> None:
    """Check the player, that the infoset depends on the history alone, and the actions.

    Equal infosets must have equal players and equal actions. Modified in place: ``known``, the
    player, the actions and a playout of each infoset met.
    """
    game, players = place.game, players_of(place.game)
    if game.active not in range(players):
        raise place.broken("active", f"be a player, 0 to {players - 1}", repr(game.active))
    infoset = game.infoset(game.active)
    check_value(place, infoset, "infoset")
    again = game.infoset(game.active)
    if infoset != again or hash(infoset) != hash(again):
        raise place.broken("infoset", "be the same whenever asked", f"{infoset} and {again}")
    actions = infoset.actions()
    if not isinstance(actions, Sequence) or len(actions) == 0:
        raise place.broken("actions", "be a sequence of at least one action", repr(actions))
    if len(set(actions)) < len(actions):
        raise place.broken("actions", "have no repetition", repr(actions))
    if actions != infoset.actions():
        raise place.broken("actions", "be the same whenever asked", repr(infoset.actions()))
    met = int(game.active), tuple(actions), place.playout
    first = known.setdefault(infoset, met)
    if first[:2] != met[:2]:
        raise place.error(
            f"Equal infosets must have one player and one tuple of actions; got player "
            f"{first[0]} with {first[1]} at: {first[2]}; and player {met[0]} with {met[1]} "
            f"at: {place.playout}; for both the infoset is {infoset}.",
            infoset,
        )
    if len(place.playout.moves) < len(first[2].moves):
        known[infoset] = met


def check_sight(place: Place, known: dict[Any, Any]) -> None:
    """Check that public and private(player) determine infosets, if both are declared.

    Modified in place: ``known``, the infoset and a playout for all that a player saw.
    """
    game = place.game
    if not (hasattr(game, "public") and hasattr(game, "private")):
        return
    player = int(game.active)
    sight = player, game.public, game.private(player)
    infoset = game.infoset(player)
    first, playout = known.setdefault(sight, (infoset, place.playout))
    if first != infoset:
        raise place.error(
            f"Infosets of {type(game).__name__} must follow from public and private(player); "
            f"player {player} with private {sight[2]!r} and public {sight[1]!r} has the infoset "
            f"{first!r} at: {playout}; and {infoset!r} at: {place.playout}. Leave out of infoset "
            f"what the player does not see, or declare it.",
            infoset,
        )
