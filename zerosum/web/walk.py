"""A bounded walk over the lines of play of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import inf
from time import perf_counter
from typing import NamedTuple

from zerosum.cards import name
from zerosum.pkr.ask.explore import PokerExplorer
from zerosum.pkr.places.place import Place
from zerosum.pkr.text.legality import runs_out
from zerosum.play.explore import Explorer, Option, Spot
from zerosum.rng import Random
from zerosum.web.look import look_at

_SEED = 44  # of the boards that are drawn


class Step(NamedTuple):
    """A spot of a walk, its place, the option that led there, and its probability.

    Boards that are drawn have equal shares of the probability that one is dealt.
    """

    spot: Spot
    place: Place | None
    option: Option | None
    reach: float


@dataclass
class Walk:
    """The spots of a game from the start on, those first that rank lowest.

    Parameters
    ----------
    explorer
        What looks.
    rank
        Takes how many words a line has, and its probability.
    most, seconds
        How many spots are looked at, and how long after the first, which may have to compile.
    boards
        In poker with two cards, how many boards are drawn where some are due, with a fixed seed.

    Attributes
    ----------
    whole
        Whether all spots were seen.
    """

    explorer: Explorer | PokerExplorer
    rank: Callable[[int, float], float]
    most: int
    seconds: float
    boards: int
    whole: bool = True

    def __iter__(self) -> Iterator[Step]:
        """Yield spots, each after the one that leads there."""
        numbers, end = count(), inf
        ahead: list[tuple[float, int, tuple[str, ...], Option | None, float]] = []
        heappush(ahead, (0.0, next(numbers), (), None, 1.0))
        for _ in range(self.most):
            if not ahead or perf_counter() > end:
                break
            _, _, line, option, reach = heappop(ahead)
            spot, place = look_at(self.explorer, line)
            yield Step(spot, place, option, reach)
            end = min(end, perf_counter() + self.seconds)
            for after in self._next(spot, place):
                onward, share = (*spot.line, after.token), reach * after.probability
                rank = self.rank(len(onward), share)
                heappush(ahead, (rank, next(numbers), onward, after, share))
        self.whole = self.whole and not ahead

    def _next(self, spot: Spot, place: Place | None) -> list[Option]:
        """Return what may happen next, each token once."""
        if place is not None and spot.kind == "event":
            self.whole = False
            return [] if runs_out(place.real) else self._drawn(place)
        merged: dict[str, Option] = {}
        for option in spot.options:
            before = merged.get(option.token)
            share = option.probability + (before.probability if before else 0.0)
            merged[option.token] = Option(option.token, option.label, share)
        return list(merged.values())

    def _drawn(self, place: Place) -> list[Option]:
        left, rng, found = sorted(place.real.deck.cards - place.real.used), Random(_SEED), {}
        for _ in range(self.boards):
            cards = list(left)
            drawn = [cards.pop(rng.integer(len(cards))) for _ in range(place.real.due)]
            word = "".join(map(name, sorted(drawn, reverse=True)))
            found[word] = Option(word, word, 1.0 / self.boards)
        return list(found.values())
