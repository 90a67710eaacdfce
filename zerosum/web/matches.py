"""Matches between runs: who watches one plays it on, so that nothing is played for nobody."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from threading import Event, Lock
from typing import Any

from zerosum.errors import ZeroSumError
from zerosum.experiment.agents import agents_of
from zerosum.game import players_of
from zerosum.pkr.holdem.game import Holdem
from zerosum.play import Match, start_of_match
from zerosum.play.match import so_far
from zerosum.play.rounds import tables_of
from zerosum.support.blame import is_users, sentence
from zerosum.support.records import named
from zerosum.support.store import Json
from zerosum.web.errors import RequestError
from zerosum.web.library import MISSING, Opened
from zerosum.web.work import BUSY

MOST_HANDS = 1_000_000  # all results are kept while it is played
_AT_ONCE, _KEPT = 2, 16  # matches
_FIGURES = "names", "hands", "mean", "margin", "rate", "native", "unknown"
_STOPPED = "The match was stopped."
_PAUSE = 0.5  # seconds between two looks at it
_PATIENCE = 10.0  # seconds in which a match counts as going on that nobody watches


class Played:
    """A match of two runs, played in turn by all who watch.

    In a game for more than two, the first has one seat, and copies of the second have all others.
    """

    def __init__(self, first: Opened, second: Opened, hands: int, seed: int) -> None:
        agents = agents_of([first.run, second.run], parts=None)
        start = start_of_match(agents)
        players = players_of(start)
        deals = max(hands // players, 2)
        self._about: dict[str, Any] = {"of": deals * players, "unit": "chips a hand"}
        if isinstance(start, Holdem):
            self._about["blind"] = max(start.blinds[:2])
        self._matches = so_far(tables_of(agents, players)[0], deals, seed)
        self._match: Match | None = None
        self._ended, self._lock, self._touched = "", Lock(), time.monotonic()

    @property
    def going(self) -> bool:
        """Whether it is being played."""
        left = time.monotonic() - self._touched < _PATIENCE or self._lock.locked()
        return left and not self._ended

    def events(self, closing: Event) -> Iterator[Json]:
        """Yield how far it is, about twice a second, until it is over, or nobody is to play on."""
        ended = ""
        while not (ended or closing.is_set()):
            if self._lock.acquire(timeout=_PAUSE):  # else another who watches plays it on
                try:
                    self._play()
                finally:
                    self._lock.release()
            self._touched, ended = time.monotonic(), self._ended
            event = {**self._about, "hands": 0, "ended": ended}
            yield event if self._match is None else event | named(self._match, *_FIGURES)

    def _play(self) -> None:
        if self._ended:
            return
        try:
            self._match = next(self._matches)
            if self._match.hands >= self._about["of"]:
                self._ended = "All hands are played."
        except StopIteration:
            self._ended = _STOPPED
        except Exception as error:
            if not (is_users(error) or isinstance(error, ZeroSumError)):
                raise
            self._ended = sentence(error) if is_users(error) else str(error)

    def stop(self) -> None:
        """End it where it is."""
        with self._lock:
            self._matches.close()
            self._ended = self._ended or _STOPPED


class Matches:
    """The matches that are played, and the last ones that were."""

    def __init__(self) -> None:
        self._played: dict[str, Played] = {}
        self._lock = Lock()

    def begin(self, first: Opened, second: Opened, hands: int, seed: int) -> str:
        """Return the name of a match that begins.

        Raises
        ------
        RequestError
            If several are going on.
        """
        with self._lock:
            if sum(played.going for played in self._played.values()) >= _AT_ONCE:
                raise RequestError(
                    f"{_AT_ONCE} matches are being played: stop one, or ask again later.", BUSY
                )
            played = Played(first, second, hands, seed)
            while len(self._played) >= _KEPT:
                del self._played[next(iter(self._played))]
            self._played[name := secrets.token_hex(8)] = played
            return name

    def named(self, name: str) -> Played:
        """Return a match.

        Raises
        ------
        RequestError
            If there is none.
        """
        if name not in self._played:
            raise RequestError("There is no such match any more: begin another.", MISSING)
        return self._played[name]
