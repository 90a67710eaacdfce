"""Public states: what all players of a game know, move by move, and the words of a line.

A public state is a set of histories that differ only in what some player does not know. Nothing
that is shown of it depends on what a player actually holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from zerosum.errors import GameError, NotApplicable
from zerosum.play.explore.worlds import CHANCE, OVER, Observer, World
from zerosum.terms import Moment, Terms, joined, terms_of, third_person

T = TypeVar("T")

_MOST_NAMED = 12  # tokens in an error
_UNSEEN = "unseen"


@dataclass(frozen=True)
class Event:
    """What all players have seen.

    Parameters
    ----------
    seat
        Who acted; None for chance, and for what is shown later than it was done.
    token
        Its word in the line; empty if nothing else was possible.
    words
        The same for a reader, such as "player 0 bets 2" or "The board: Ks".

    Examples
    --------
    >>> Event(seat=0, token="b", words="player 0 bets 1").words
    'player 0 bets 1'
    """

    seat: int | None
    token: str
    words: str


@dataclass(frozen=True)
class Move:
    """What may happen next in public.

    Parameters
    ----------
    token, label
        Its word in a line, and what a button says.
    words
        What an :class:`Event` says of it.
    key
        The action, or the number of the class of worlds where no seat acts.
    """

    token: str
    label: str
    words: str
    key: Any


@dataclass(frozen=True, eq=False)
class PublicState:
    """What all players know at one point of a game.

    Parameters
    ----------
    observer
        What all players of the game know.
    classes
        The worlds that are possible; several classes if players see next which of them it is.
    line
        The tokens that lead here.
    events
        What all players have seen.
    before
        The moment before chance moved, where classes differ by what chance did.
    """

    observer: Observer
    classes: tuple[list[World], ...]
    line: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    before: Moment | None = None

    @classmethod
    def of(
        cls,
        observer: Observer,
        worlds: list[World],
        line: tuple[str, ...] = (),
        events: tuple[Event, ...] = (),
    ) -> PublicState:
        """Return the public state that worlds lead to, after what chance does in private."""
        classes, before, shown = observer.settled(worlds)
        events = (*events, *(Event(None, "", words) for words in shown))
        return cls(observer, tuple(classes), line, events, before)

    @cached_property
    def worlds(self) -> list[World]:
        """The histories that all players hold possible."""
        return [world for part in self.classes for world in part]

    @property
    def turn(self) -> int:
        """The seat to act; CHANCE if something is shown to all next, OVER at the end."""
        return CHANCE if len(self.classes) > 1 else self.worlds[0].turn

    @cached_property
    def held(self) -> list[list[World]]:
        """The worlds by what the seat to act knows; in the order of its cards if these are ints."""
        found: dict[Any, list[World]] = {}
        for world in self.worlds:
            found.setdefault(world.moment.infoset, []).append(world)
        return ordered(found.values(), lambda worlds: self.private(worlds[0]))

    def private(self, world: World) -> Any:
        """Return what the seat to act knows alone."""
        return self.observer.terms.private(world.moment, self.turn)

    @cached_property
    def hidden(self) -> bool:
        """Whether not all players see what the seat to act does."""
        if self.turn < 0 or self.observer.deal is not None:
            return False
        if self.observer.declared:
            world = max(self.worlds, key=lambda world: len(world.menu))
            seen = {self.observer.seen(world.after(one)) for one in world.menu}
            return len(seen) < len(world.menu)
        if self.turn not in self.observer.veiled:
            return False
        parts = self.observer.classes(self._after(*self._actions))
        return any(len({world.moment.steps[-1] for world in part}) > 1 for part in parts)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What may happen next: an action, or what is shown to all."""
        moves = self._shown() if len(self.classes) > 1 else self._acts()
        if self.hidden:
            return tuple(moves)
        words = (re.sub(r"[^\w.~*-]+", " ", move.token, flags=re.A).strip() for move in moves)
        slugs = [word.replace(" ", "-") for word in words]
        tokens = [
            slug if slug and slugs.count(slug) == 1 else f"{slug}.{number}"
            for number, slug in enumerate(slugs, 1)
        ]
        pairs = zip(tokens, moves, strict=True)
        return tuple(Move(token, move.label, move.words, move.key) for token, move in pairs)

    def after(self, word: str) -> PublicState:
        """Return the public state after a token of a line, or other words for the same.

        Raises
        ------
        GameError
            If it is not possible here.
        """
        move = self._read(word)
        seat = self.turn if self.turn >= 0 else None
        events = (*self.events, Event(seat, move.token, move.words))
        return self._follow(move.key, (*self.line, move.token), events)

    def towards(self, steps: tuple[Any, ...]) -> PublicState:
        """Return the public state that is next on the way of a history."""
        if len(self.classes) > 1:
            parts = enumerate(self.classes)
            found = [n for n, part in parts if any(world.leads_to(steps) for world in part)]
        else:
            real = [world for world in self.worlds if world.leads_to(steps)]
            found = [steps[len(world.moment.steps)] for world in real]
            found = found if self.hidden or not found or found[0] in self._actions else []
        if not found:
            raise NotApplicable("A history must be one of the game; it is not.", steps)
        return self._follow(found[0], self.line, self.events)

    def _follow(self, key: Any, line: tuple[str, ...], events: tuple[Event, ...]) -> PublicState:
        if len(self.classes) > 1:
            worlds = self.classes[key]
        else:
            worlds = self._after(*(self._actions if self.hidden else (key,)))
        return PublicState.of(self.observer, worlds, line, events)

    @cached_property
    def _actions(self) -> tuple[Any, ...]:
        """The actions that the seat to act may have, by its cards."""
        found = dict.fromkeys(action for worlds in self.held for action in worlds[0].menu)
        same = len({worlds[0].menu for worlds in self.held}) == 1
        return tuple(found if same else ordered(found))

    def _after(self, *actions: Any) -> list[World]:
        pairs = ((world, one) for world in self.worlds for one in actions if one in world.menu)
        return [world.after(action) for world, action in pairs]

    def _acts(self) -> list[Move]:
        """Return the actions of the seat to act."""
        if self.turn == OVER:
            return []
        terms, who, found = self.observer.terms, self.observer.named(self.turn), []
        for action in self._actions:
            moments = [worlds[0].moment for worlds in self.held if action in worlds[0].menu]
            first = moments[0]
            token, label = terms.token(first, action), terms.label(first, action)
            words = f"{who} {third_person(*terms.told(first, action))}"
            if any(terms.label(moment, action) != label for moment in moments):
                token = label = Terms.name(terms, first, action)  # what it does depends on the hand
                words = f"{who} chooses {label}"
            if self.hidden:
                token, words = _UNSEEN, f"{who} acts, which not all see"
            found.append(Move(token, label, words, action))
        return found

    def _shown(self) -> list[Move]:
        """Return what players may see next, named by the step that decides it."""
        named = self._deciding()
        moves = []
        for number in ordered(
            range(len(named)), lambda number: named[number][:1] and named[number][0][0]
        ):
            part, names = self.classes[number], named[number]
            case = f"case {number + 1}"
            label = " or ".join(dict.fromkeys(label for *_, label in names)) or case
            told = self.before and self.observer.terms.dealt(self.before, part[0].moment).plain
            token = names[0][1] if names else case
            moves.append(Move(token, label, told or f"Shown: {label}", number))
        return moves

    def _deciding(self) -> list[list[tuple[Any, str, str]]]:
        """Return for each class the steps, in one place of all histories, that lead there.

        Each step is given with its token and its label. The place is the last where one step leads
        to each class, else the last where different ones do. Several places are joined where no
        single one decides; empty if the steps do not say it.
        """
        parts = [{world.moment.steps: world for world in part} for part in self.classes]
        length = min(len(steps) for part in parts for steps in part)
        columns = [
            [{steps[at]: world for steps, world in part.items()} for part in parts]
            for at in range(length)
        ]
        several = [len(set().union(*column)) for column in columns]
        alone = [at for at in reversed(range(length)) if sum(map(len, columns[at])) == several[at]]
        if alone:  # where one decides, what is dealt after it may differ, too
            at = min(alone, key=lambda at: max(map(len, columns[at])) > 1)
            return [[_named(found[step], at) for step in ordered(found)] for found in columns[at]]
        joint = [
            at
            for at, column in enumerate(columns)
            if all(len(found) == 1 for found in column) and several[at] > 1
        ]
        named = [[_named(part[0], at) for at in joint] for part in self.classes]
        whole = [
            (None, "-".join(one[1] for one in own), ", ".join(one[2] for one in own))
            for own in named
        ]
        return [[own] if whole.count(own) == 1 else [] for own in whole]

    def _read(self, word: str) -> Move:
        exact = [move for move in self.moves if word == move.token]
        wanted = joined(word)
        alike = (one for one in self.moves if wanted in {one.token.lower(), joined(one.label)})
        if (found := next(iter(exact), None) or next(alike, None)) is not None:
            return found
        where = f"after {' '.join(self.line)!r}" if self.line else "at the start of the line"
        tokens = list(dict.fromkeys(move.token for move in self.moves))
        more = f" and {len(tokens) - _MOST_NAMED} more" if len(tokens) > _MOST_NAMED else ""
        possible = f"possible here are {', '.join(tokens[:_MOST_NAMED])}{more}"
        what = {
            OVER: "be left out: the game is over there",
            CHANCE: f"be what is shown next: {possible}",
        }
        act = f"be an action of {self.observer.terms.seat(self.turn)}: {possible}"
        raise GameError(f"The word {word!r} {where} must {what.get(self.turn, act)}.", word)


def _named(world: World, at: int) -> tuple[Any, str, str]:
    """Return a step on the way to a world, its token and its label."""
    before, step = list(world.way)[-1 - at]
    terms = terms_of(before.moment.base)
    if before.turn == CHANCE:
        return step, (shown := terms.shows(before.moment, step)), shown
    did = third_person(*terms.told(before.moment, step))
    return step, terms.token(before.moment, step), f"{terms.seat(before.turn)} {did}"


def told_steps(game: Any, steps: Iterable[Any]) -> tuple[Event, ...]:
    """Return in words the steps of a history, what is dealt in private included.

    Parameters
    ----------
    game
        The start of the game.
    steps
        The outcomes of chance and the actions.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> [event.words for event in told_steps(Leduc(), (0, 5, 1))]
    ['Jc', 'Ks', 'player 0 checks']
    """
    world = World(Moment(game))
    for step in steps:
        world = world.after(step)
    way = list(world.way)[::-1]
    seats = (None if before.turn == CHANCE else before.turn for before, _ in way)
    told = (_named(world, at)[1:] for at in range(len(way)))
    return tuple(Event(seat, *words) for seat, words in zip(seats, told, strict=True))


def ordered(values: Iterable[T], key: Callable[[T], Any] = lambda value: value) -> list[T]:
    """Return values in the order of their keys if these are ints, else as they come."""
    found = list(values)
    return sorted(found, key=key) if all(isinstance(key(one), int) for one in found) else found


def state_of(observer: Observer, steps: tuple[Any, ...]) -> PublicState:
    """Return the public state of a history, by the steps that lead there.

    Raises
    ------
    NotApplicable
        If the histories that look alike cannot be listed: players have several seats, chance does
        not list its outcomes, or there are too many.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> state = state_of(Observer(Kuhn()), (0, 2))
    >>> sorted(world.moment.base.cards for world in state.worlds)
    [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    """
    state = PublicState.of(observer, [observer.start])
    while len(state.classes) > 1 or not any(world.moment.steps == steps for world in state.worlds):
        state = state.towards(steps)
    return state
