"""What one player can express in an abstraction, and bounds on what that guarantees."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from math import inf

import numpy as np
from numpy.typing import NDArray

from zerosum.evaluation.price.best import Concession, concession
from zerosum.evaluation.price.cfr_br import least_by_cfr_br
from zerosum.evaluation.price.division import Division
from zerosum.evaluation.price.search.seat import Seat
from zerosum.evaluation.price.solving import Effort
from zerosum.evaluation.response import respond
from zerosum.jit import compiled
from zerosum.lattice.menus import Menus
from zerosum.lattice.partitions import Classes, count, first_members
from zerosum.tables import Ints, starts_of


@dataclass(eq=False)
class Space:
    """The plans of one player that an abstraction can express.

    Parameters
    ----------
    seat
        The player's side of the whole game.
    classes
        Shape (own infosets,): the abstract infoset of each.
    offers
        The menus of all infosets.
    key
        The same for equal plans.
    starts
        The first sequence of each abstract infoset, and their number.
    slots
        Shape (own sequences + 1,): the abstract sequence of each. The last entry is that of the
        empty sequence; ``starts[-1]`` stands for what play by the abstraction never reaches.
    before
        The abstract sequence before each abstract infoset, likewise; -1 for the empty one.
    recall
        Whether the player has perfect recall.
    """

    seat: Seat
    classes: Classes
    offers: Menus
    key: bytes
    starts: Ints
    slots: Ints
    before: NDArray[np.int32]
    recall: bool
    found: Concession | None = None
    _at_least: float = -inf
    _cuts: int = 0

    @classmethod
    def of(cls, seat: Seat, classes: Classes, offers: Menus, offered: NDArray[np.bool_]) -> Space:
        """Return the plans for a partition, or for menus of all own infosets.

        Parameters
        ----------
        seat, offers
            As above.
        classes
            Shape (own infosets,), numbered in order.
        offered
            Shape (own sequences,): whether each is offered.
        """
        sizes = np.bincount(seat.at, offered, classes.size).astype(np.int64)
        ranks = np.cumsum(offered) - 1 - starts_of(sizes)[seat.at]
        reached = np.ones(classes.size, np.bool_)
        while True:
            led = offered & reached[seat.at]
            again = (seat.before < 0) | led[seat.before]
            if np.array_equal(again, reached):
                break
            reached = again
        firsts = first_members(classes)
        starts = starts_of(sizes[firsts])
        last = int(starts[-1])
        slots = np.where(led, starts[classes[seat.at]] + ranks, last)
        past = np.where(seat.before < 0, -1, slots[seat.before])
        return cls(
            seat=seat,
            classes=classes,
            offers=offers,
            key=blake2b(classes.tobytes() + offered.tobytes(), digest_size=16).digest(),
            starts=starts,
            slots=np.append(slots, last + 1),
            before=past[firsts].astype(np.int32),
            recall=bool((past == past[firsts][classes])[reached].all()),
        )

    @property
    def size(self) -> int:
        """How many abstract infosets there are."""
        return count(self.classes)

    @property
    def at_least(self) -> float:
        """What the player is known to concede at least, in chips: by cuts, or exactly."""
        if self.found is not None and self.found.reply is not None:
            return self.found.chips
        if self.recall:
            for gains in self.seat.cuts[self._cuts :]:
                bound = self.seat.tree.share - self.response(gains)
                self._at_least = max(self._at_least, bound)
            self._cuts = len(self.seat.cuts)
        return self._at_least

    def response(self, gains: NDArray[np.float64]) -> float:
        """Return what the best of the plans wins beyond the share against a plan of the opponent.

        Parameters
        ----------
        gains
            A cut of the seat.
        """
        won = np.bincount(self.slots, gains, int(self.starts[-1]) + 2)
        owners, choices = np.zeros(self.size, np.int8), np.zeros(self.size, np.int64)
        return float(compiled(respond)(self.starts, owners, self.before, 0, won, choices))

    def recalled(self, effort: Effort) -> bool:
        """Take over what an earlier search found; return whether the concession is known."""
        if self.found is None:
            self.found = self.seat.known.get((self.key, effort))
        return self.found is not None

    def solve(self, effort: Effort) -> None:
        """Find what the player concedes at least; a program also adds a cut to the seat."""
        found = self.found = concession(self._division(), self.seat.player, effort)
        self.seat.known[self.key, effort] = found
        if found.reply is not None:
            self.seat.add(found.reply)

    def race(self, iterations: int) -> float:
        """Return what the player concedes at most, in chips, by a few iterations of CFR-BR.

        With perfect recall it is what is known of the least, which needs no race.
        """
        if self.recall:
            return self.at_least
        effort = Effort(iterations)
        if (self.key, effort) not in self.seat.known:
            half = self._division().half(self.seat.player)
            least = half.share + least_by_cfr_br(half, self.seat.player, effort)
            self.seat.known[self.key, effort] = Concession(least, "CFR-BR")
        return self.seat.known[self.key, effort].chips

    def _division(self) -> Division:
        tree = self.seat.tree
        classes = np.zeros(tree.infoset_count, np.int32)
        classes[self.seat.infosets] = self.classes
        return Division(tree, None, None, classes, self.offers)
