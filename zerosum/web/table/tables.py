"""Tables at which persons sit: each event is stored before anybody hears of it."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from rich.text import Text

from zerosum.abstraction import base_and_view, split
from zerosum.abstraction.identity import digest, meaning
from zerosum.game import History
from zerosum.play import records
from zerosum.play.hand import Hand, Lineup, Played, start_for
from zerosum.play.seating import stream_of
from zerosum.play.sitting import Sitting
from zerosum.web.errors import CONFLICT, RequestError
from zerosum.web.library import Library
from zerosum.web.table.agents import Agents
from zerosum.web.table.store import Dealt, Record, Settings, Store, late, new_name

_SEED_BITS = 63
_ROOM = 1_000  # tables that are kept in memory


@dataclass(frozen=True)
class Live:
    """A table as it stands.

    Parameters
    ----------
    record
        What is stored of it.
    before
        The sitting before the hand.
    hand
        The last hand.
    seed
        Of all its random numbers.
    menu
        Returns the sizes of bets on the menu of the run, at an infoset of the game.
    lines
        What the person was told of the hand.
    """

    record: Record
    before: Sitting
    hand: Hand
    seed: int = field(repr=False)
    menu: Callable[[Any], tuple[Any, ...]]
    lines: tuple[str, ...]

    @property
    def sitting(self) -> Sitting:
        """The sitting now."""
        return self.before.after(self.hand.now.base) if self.hand.over else self.before

    @property
    def dealt(self) -> Dealt:
        """The hand as it is stored."""
        steps = records.written(self.hand.now.steps)
        own, over = self.hand.lineup.own, self.hand.over
        return Dealt(self.record.hands, own, self.seed, steps, over)

    def heard(self, hands: Iterable[Hand]) -> Live:
        """Return the table after some events, with what the person is told of them."""
        last, lines = self.hand, list(self.lines)
        for last in hands:
            lines += _plain(last.news)
        if last.over:
            lines += _plain(last.ending)
        return replace(self, hand=last, lines=tuple(lines))

    def after(self, hands: Iterable[Hand]) -> Live:
        """Return the table after the person's next event, as it is to be stored."""
        live = self.heard(hands)
        score = self.before.score
        record = replace(
            self.record,
            event=self.record.event + 1,
            score=str(live.sitting.score),
            before=(score.hands, score.chips, self.before.hands),
        )
        return replace(live, record=record)


class Tables:
    """The tables of a site.

    Parameters
    ----------
    library
        The runs that play.
    store
        Where tables are stored; by default in memory.
    seeds
        Returns the seed of a hand.
    """

    def __init__(
        self,
        library: Library,
        store: Store | None = None,
        seeds: Callable[[], int] = lambda: secrets.randbits(_SEED_BITS),
    ) -> None:
        self.agents, self.store, self._seeds = Agents(library), store or Store(), seeds
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._locks = WeakValueDictionary[str, Any]()  # each one as long as somebody waits for it
        self._lock = Lock()

    def sit(self, player: str, run: str, settings: Settings) -> Live:
        """Begin a table, and deal its first hand.

        Raises
        ------
        ZeroSumError
            If an agent cannot play, or the game has no such seat or series.
        """
        start = start_for(*self.agents.game(run))
        game = type(split(start)[0]).__name__
        record = Record(new_name(), player, run, game, _rules(start), settings)
        live = self._dealt(record, self._sitting(record))
        self.store.add(live.record, live.dealt)
        return self._remembered(live)

    def look(self, name: str, player: str) -> Live:
        """Return a table.

        Raises
        ------
        RequestError
            If there is none of that name, or it is another player's.
        """
        live = self._live.get(name)
        if live is not None and live.record.player == player:
            return live
        self.store.table(name, player)
        with self._held(name):
            return self._now(name, player)

    def start(self, record: Record) -> History:
        """Return the start of the hands of a table.

        Raises
        ------
        RequestError
            If there is no such run any more, or it is of another game by now.
        """
        start = start_for(*self.agents.game(record.run))
        if _rules(start) != record.rules:
            raise RequestError(
                f"The run {record.run} must be of the game of this table, and is of another one by "
                f"now: sit down at another table.",
                CONFLICT,
            )
        return start

    def act(self, name: str, player: str, event: int, word: str) -> Live:
        """Return a table after the person's action, and those of others up to the next choice.

        Raises
        ------
        RequestError
            If the action does not answer the last event.
        GameError
            If it is not legal.
        """
        with self._going_on(name, player, event) as live:
            if live.hand.over:
                raise late()
            action = live.hand.read(word)
            hand = live.hand.act(action, live.hand.spoken(action))
            return self._kept(live.after(chain([hand], self._others(hand, live.seed))))

    def deal(self, name: str, player: str, event: int) -> Live:
        """Return a table after the next hand was dealt.

        Raises
        ------
        RequestError
            If the hand is not over, or the request does not answer the last event.
        """
        with self._going_on(name, player, event) as live:
            if not live.hand.over:
                raise late()
            sitting, record = live.sitting, live.record
            if not record.settings.think:  # a run may have been trained on since
                sitting = replace(sitting, lineup=self._lineup(record))
            return self._kept(self._dealt(record, sitting))

    def leave(self, name: str, player: str) -> None:
        """Drop a table."""
        record = self.store.table(name, player)
        with self._held(name):
            self.store.drop(record)
            self._live.pop(name, None)

    def finished(
        self, name: str, player: str, first: int = 1, count: int = -1
    ) -> list[tuple[Dealt, Played]]:
        """Return the finished hands of a table, from a number on, at most so many.

        Raises
        ------
        RequestError
            If there is no such table, or its run is of another game by now.
        """
        live = self.look(name, player)
        self.start(live.record)
        sitting = replace(live.before, series=live.before.begun, hands=0)
        begins = 1 if sitting.series else first  # a hand begins with the scores of those before
        most = count if count < 0 else count + first - begins
        found = []
        for dealt in self.store.hands(live.record, begins, most):
            if dealt.finished:
                played = _played(sitting, dealt)
                found.append((dealt, played))
                if sitting.series:
                    sitting = sitting.after(played.moment.base)
        return found[first - begins :]

    @contextmanager
    def _going_on(self, name: str, player: str, event: int) -> Iterator[Live]:
        """Yield a table that nobody else changes, at the event that a request answers."""
        self.look(name, player)
        with self._held(name):
            live = self._now(name, player)
            if live.record.event != event:
                raise late()
            yield live

    @contextmanager
    def _held(self, name: str) -> Iterator[None]:
        with self._lock:
            lock = self._locks.setdefault(name, Lock())
        with lock:
            yield

    def _now(self, name: str, player: str) -> Live:
        """Return a table that is held, as what is stored last has it."""
        return self._live.get(name) or self._loaded(self.store.table(name, player))

    def _kept(self, live: Live) -> Live:
        """Store a table after an event, and return it."""
        try:
            self.store.keep(live.record, live.dealt)
        except RequestError:  # another server has gone on with it, or it was dropped
            self._live.pop(live.record.id, None)
            raise
        return self._remembered(live)

    def _remembered(self, live: Live) -> Live:
        with self._lock:
            self._live[live.record.id] = live
            self._live.move_to_end(live.record.id)
            while len(self._live) > _ROOM:
                self._live.popitem(last=False)
        return live

    def _dealt(self, record: Record, sitting: Sitting) -> Live:
        """Return a table after the next hand was dealt, as it is to be stored."""
        begun = self._begun(replace(record, hands=record.hands + 1), sitting, self._seeds())
        return begun.after(self._others(begun.hand, begun.seed))

    def _begun(self, record: Record, sitting: Sitting, seed: int) -> Live:
        """Return a table at the start of a hand."""
        lineup = sitting.next
        hand = Hand.begin(lineup, stream_of(seed, 0))
        setting = lineup.terms.setting(hand.now)
        menu = base_and_view(self.agents.game(record.run)[0])[1].menu
        return Live(record, sitting, hand, seed, menu, (setting,) if setting else ())

    def _others(self, hand: Hand, seed: int) -> Iterator[Hand]:
        """Yield the hand while chance and agents move."""
        return hand.advance(
            lambda steps: stream_of(seed, 2 * steps + 1),
            lambda steps: stream_of(seed, 2 * steps + 2),
        )

    def _loaded(self, record: Record) -> Live:
        """Return a table as it was stored."""
        sitting = self._sitting(record)
        score, chips, hands = record.before
        sitting = replace(sitting, score=replace(sitting.score, hands=score, chips=chips))
        if sitting.series is None:
            sitting = replace(sitting, hands=hands)
        else:
            for dealt in self.store.hands(record, record.hands - hands, hands):
                sitting = sitting.after(_played(sitting, dealt).moment.base)
        (last,) = self.store.hands(record, record.hands, 1)
        begun = self._begun(record, sitting, last.seed)
        return self._remembered(begun.heard(begun.hand.follow(records.taken(last.steps))))

    def _sitting(self, record: Record) -> Sitting:
        settings = record.settings
        return Sitting.begin(self._lineup(record), settings.seat, series=settings.series)

    def _lineup(self, record: Record) -> Lineup:
        """Return who sits where, as seen from the seat of the first hand."""
        run, settings, start = record.run, record.settings, self.start(record)
        first = Lineup(start, (), settings.seat or 0)
        own = first.seats[0] if settings.seat is None and first.seats else first.own
        words = dict(settings.opponents)
        others = [(own + step) % first.size for step in range(1, first.size)]
        agents = tuple(
            self.agents.named(words.pop(str(seat), ""), run, settings.think) for seat in others
        )
        if words:
            known = ", ".join(map(str, others))
            raise RequestError(
                f"Opponents must sit at the other seats, {known}; got {', '.join(words)[:80]}."
            )
        return Lineup(start, agents, own)


def _rules(start: History) -> str:
    """Return what differs between games and menus that differ in anything."""
    base, _, menu = split(start)
    return digest(meaning((base, menu), library=False))


def _played(sitting: Sitting, dealt: Dealt) -> Played:
    """Return a hand, which was dealt after a sitting."""
    return Played(sitting.deal, records.taken(dealt.steps), dealt.seat)


def _plain(lines: Iterable[Text]) -> list[str]:
    return [line for told in lines for line in told.plain.splitlines()]
