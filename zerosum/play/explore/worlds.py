"""Histories of a game, and which of them all players can tell apart.

Where a game declares ``public``, it decides what all players see. Elsewhere two histories are
linked if a player who acts cannot distinguish them, and players can tell apart what no chain of
links connects. What is hidden only from players who never act then counts as public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zerosum.abstraction import split
from zerosum.errors import GameError, NotApplicable
from zerosum.game import History, number_of_seats, players_of, seat_of
from zerosum.native.primitives import draw, outcomes
from zerosum.play.explore.seats import seats_of, unseen_of
from zerosum.rng import Random
from zerosum.terms import Moment, terms_of

CHANCE, OVER = -1, -2
MAX_WORLDS = 20_000  # histories that look alike
_MAX_DEALT = 10 * MAX_WORLDS  # histories that are looked at to find them


@dataclass(frozen=True, eq=False)
class World:
    """A history that all players hold possible.

    Parameters
    ----------
    moment
        The history.
    chance
        The probability that chance does what it did there.
    before
        The world before the last step; None at the start.
    """

    moment: Moment
    chance: float = 1.0
    before: World | None = field(default=None, repr=False)

    @cached_property
    def turn(self) -> int:
        """The seat to act; :data:`CHANCE` or :data:`OVER`."""
        base = self.moment.base
        return OVER if base.terminal else CHANCE if base.chance else seat_of(base)

    @cached_property
    def menu(self) -> tuple[Any, ...]:
        """The actions of the seat to act."""
        return tuple(dict.fromkeys(self.moment.menu))

    def after(self, step: Any, chance: float = 1.0) -> World:
        """Return the world after a step, which chance takes with a probability."""
        return World(self.moment.apply(step), float(self.chance * chance), self)

    @property
    def way(self) -> Iterator[tuple[World, Any]]:
        """The worlds before this one, the last first, each with the step taken there."""
        world = self
        while world.before is not None:
            yield world.before, world.moment.steps[-1]
            world = world.before

    def leads_to(self, steps: tuple[Any, ...]) -> bool:
        """Return whether the history of these steps comes through this one."""
        own = self.moment.steps
        return own == steps[: len(own)]


class Observer:
    """What all players of a game know.

    Parameters
    ----------
    game
        The start of a game, abstract or not.
    deal
        What chance does: its outcomes in order, or a seed from which they are drawn, so that there
        is one world everywhere. None for all that it may do.
    unseen
        Pairs of seats where the second does not see what the first does; found out by random
        playouts if left out.
    """

    def __init__(
        self,
        game: History,
        deal: int | Sequence[Any] | None = None,
        unseen: frozenset[tuple[int, int]] | None = None,
    ) -> None:
        if not (deal is None or isinstance(deal, int | Sequence)):
            raise GameError(
                f"A deal must be a seed or the outcomes of chance in order; got {deal!r}: give an "
                f"int or a list.",
                deal,
            )
        self.game, self.deal, self._unseen = game, deal, unseen
        self.base = split(game)[0]
        self.terms = terms_of(self.base)
        self.declared = hasattr(type(self.base), "public")

    @property
    def start(self) -> World:
        """The world at the start.

        Raises
        ------
        NotApplicable
            If no deal is given, and players have several seats, each of which knows more than the
            infosets of the players show.
        """
        if self.deal is None and number_of_seats(self.base) != players_of(self.base):
            raise self._too_many("its players have one seat each; they have several")
        return World(Moment(self.game))

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that act, also those without a choice."""
        return seats_of(self.game, 1)

    @cached_property
    def veiled(self) -> set[int]:
        """The seats whose actions some other seat does not see."""
        if self._unseen is None:
            self._unseen = frozenset() if self.terms.public_actions else unseen_of(self.game)
        return {seat for seat, _ in self._unseen}

    def named(self, seat: int) -> str:
        """Return the name of a seat, as a sentence begins with it."""
        name = self.terms.seat(seat)
        return name[:1].upper() + name[1:]

    def settled(
        self, worlds: Iterable[World]
    ) -> tuple[list[list[World]], Moment | None, list[str]]:
        """Let chance move in private.

        Returns
        -------
        The classes of worlds that players can tell apart, the moment before chance moved last if
        there are several, and what it has shown in words where nothing else was possible.
        """
        before, shown = None, list[str]()
        while True:
            classes = self.classes(worlds)
            if len(classes) > 1:
                return classes, before, shown
            (worlds,) = classes
            if before is not None and (words := self.terms.dealt(before, worlds[0].moment).plain):
                shown.append(words)
            if worlds[0].turn != CHANCE:
                return classes, None, shown
            before = worlds[0].moment
            worlds = (after for world in worlds for after in self._dealt(world))

    def classes(self, worlds: Iterable[World]) -> list[list[World]]:
        """Return the parts of worlds that all players can tell apart."""
        if self.deal is not None:
            return [list(worlds)]
        groups: dict[Any, list[World]] = {}
        for number, world in enumerate(worlds, 1):
            part = groups.setdefault(self.seen(world), [])
            part.append(world)
            if len(part) > MAX_WORLDS or number > _MAX_DEALT:
                raise self._too_many(f"at most {MAX_WORLDS:,} histories look alike")
        found = list(groups.values())
        if self.declared:
            return found
        parts = (self._linked(part) if part[0].turn >= 0 else [part] for part in found)
        return [part for several in parts for part in several]

    def seen(self, world: World) -> Any:
        """Return what differs if all players see a difference, as far as one world shows it."""
        if self.declared:
            return world.turn, world.moment.base.public
        return world.turn, world.moment.steps[-1:] if world.turn == OVER else ()

    def _linked(self, worlds: list[World]) -> list[list[World]]:
        """Return the parts of worlds between which no seat that acts has the same infoset."""
        firsts: dict[Any, int] = {}
        links = [*range(len(worlds))]

        def top(number: int) -> int:
            while links[number] != number:
                links[number] = number = links[links[number]]
            return number

        for number, world in enumerate(worlds):
            for seat in self.seats:
                known = seat, world.moment.base.infoset(seat)
                links[top(number)] = top(firsts.setdefault(known, number))
        parts: dict[int, list[World]] = {}
        for number, world in enumerate(worlds):
            parts.setdefault(top(number), []).append(world)
        return list(parts.values())

    def _dealt(self, world: World) -> Iterator[World]:
        """Yield the worlds after chance; before the next decision if the game declares nothing."""
        for outcome, chance in self._outcomes(world):
            after = world.after(outcome, chance)
            if after.turn == CHANCE and not self.declared:
                yield from self._dealt(after)
            else:
                yield after

    def _outcomes(self, world: World) -> list[tuple[Any, float]]:
        try:
            found = [(one, chance) for one, chance in outcomes(world.moment.base) if chance > 0.0]
        except NotImplementedError:
            found = []
        if self.deal is None:
            if not found:
                raise self._too_many("its chances list their outcomes")
            return found
        number = sum(before.turn == CHANCE for before, _ in world.way)
        if isinstance(self.deal, int):
            rng = Random(self.deal)
            for _ in range(number):
                rng = Random(rng.bits())
            return [(draw(world.moment.base, rng), 1.0)]
        if number == len(self.deal):
            raise GameError(
                f"The deal must have an outcome for every move of chance; got {number}, and chance "
                f"moves once more: add an outcome, or give a seed.",
                self.deal,
            )
        if found and self.deal[number] not in (possible := [outcome for outcome, _ in found]):
            raise GameError(
                f"The deal must be possible; outcome {number + 1} is {self.deal[number]!r}: give "
                f"one that chance may have there, such as {possible[0]!r}.",
                self.deal,
            )
        return [(self.deal[number], 1.0)]

    def _too_many(self, constraint: str) -> NotApplicable:
        return NotApplicable(
            f"All private states of {type(self.base).__name__} can be listed only if {constraint}: "
            f"give a deal, such as the seed 7, to see one hand at a time.",
            self.base,
        )
