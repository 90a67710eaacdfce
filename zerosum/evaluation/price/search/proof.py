"""Find the Pareto front of candidates by size, with as few programs as cuts allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import inf
from operator import attrgetter

from zerosum.abstraction import Product
from zerosum.algorithms.plans import behaviour
from zerosum.evaluation.price.ablate import Progress
from zerosum.evaluation.price.division import Division
from zerosum.evaluation.price.search.seat import Seat
from zerosum.evaluation.price.search.space import Space
from zerosum.evaluation.price.solving import Effort, programmed

_RACE = 30  # iterations of CFR-BR, which rank products as a thousand do


@dataclass(eq=False)
class Option:
    """A candidate, as what each player who is searched for can express.

    Parameters
    ----------
    size
        What the front is by: infosets, or bets.
    spaces
        One for each player who is searched for.
    division
        The abstraction.
    own
        The product of each player; empty if both use the same.
    by
        The option that is no larger and costs no more; None if none is known.
    raced
        What the players concede at most by a race, in chips; inf if it was not raced.
    """

    size: int
    spaces: tuple[Space, ...]
    division: Division
    own: tuple[Product, ...] = ()
    by: Option | None = None
    raced: float = inf

    @property
    def recall(self) -> bool:
        """Whether the players have perfect recall."""
        return all(each.recall for each in self.spaces)

    @property
    def at_least(self) -> float:
        """What the players concede at least, together, in chips."""
        return sum(space.at_least for space in self.spaces)

    @property
    def chips(self) -> float:
        """What the players concede, an upper bound if some space is not exact; inf if unknown."""
        return sum(inf if each.found is None else each.found.chips for each in self.spaces)

    @property
    def exact(self) -> bool:
        """Whether the concessions were found by linear programs."""
        return all(each.found is not None and each.found.reply is not None for each in self.spaces)


def lowest(options: Iterable[Option], rounding: float) -> list[Option]:
    """Return the Pareto front of options by size and by what players concede at most."""
    found: list[Option] = []
    for option in sorted(options, key=lambda each: (each.size, each.chips)):
        if option.chips < (found[-1].chips - rounding if found else inf):
            found.append(option)
    return found


@dataclass(eq=False)
class Proof:
    """A front, and what is proved of it.

    Parameters
    ----------
    effort
        How concessions are found.
    rounding
        Prices closer than this count as equal, in chips.
    late
        Whether time is over.
    progress
        Called with how many options are decided, and of how many.
    front, raced
        The options of the front, and those whose players forget that would be on it.
    waiting
        The options of which it is not known whether they belong to the front.
    programs
        How many linear programs were solved.
    """

    effort: Effort
    rounding: float
    late: Callable[[], bool]
    progress: Progress | None = None
    front: list[Option] = field(default_factory=list)
    raced: list[Option] = field(default_factory=list)
    waiting: list[Option] = field(default_factory=list)
    programs: int = 0

    def run(self, options: Sequence[Option]) -> None:
        """Find the front of options with perfect recall, or as much of it as there is time for."""
        self._seed({id(space.seat): space.seat for each in options for space in each.spaces})
        done = 0
        ordered = sorted(options, key=attrgetter("size"))
        for _, group in groupby(ordered, attrgetter("size")):
            some = list(group)
            done += len(some)
            self._add(some)
            if self.progress is not None:
                self.progress(done, len(ordered))

    def race(self, options: Sequence[Option]) -> None:
        """Find options whose players forget, and that cost less than the front.

        A few iterations rank all of them; the best ones get as many as the effort has.
        """
        ready = []
        for option in options:
            if self.late():
                break
            option.raced = sum(space.race(_RACE) for space in option.spaces)
            ready.append(option)
        ahead = sorted(ready, key=lambda each: (each.size, each.raced))
        finalists: list[Option] = []
        least = inf
        for option in ahead:
            front = [each.chips for each in self.front if each.size <= option.size]
            if option.raced < min([least, *front[-1:]]) - self.rounding:
                finalists.append(option)
                least = option.raced
        for option in finalists:
            for space in option.spaces:
                if not self.late():
                    self._solve(space)
        tried = [option for option in finalists if option.chips < inf]
        both = lowest(self.front + tried, self.rounding)
        self.raced = [option for option in both if not option.recall]

    def verdict(self, option: Option) -> str:
        """Return what is known of an option, in a word."""
        if option in self.front:
            return "front"
        if not option.recall:
            return "raced" if option.raced < inf else "forgets"
        if option.by is None:
            return "open"
        return "dominated" if option.exact else "pruned"

    @property
    def proved(self) -> int | None:
        """Up to which size the front is proved; None if it is proved altogether."""
        unsure = [*self.waiting, *(option for option in self.front if not option.exact)]
        return min((option.size - 1 for option in unsure), default=None)

    def _seed(self, seats: dict[int, Seat]) -> None:
        """Solve the whole game unless there are cuts: its equilibrium bounds everything."""
        if any(seat.cuts for seat in seats.values()) or self.late():
            return
        for tree in {id(seat.tree): seat.tree for seat in seats.values()}.values():
            program = programmed(tree, self.effort)
            if program is not None:
                self.programs += 1
                reply = behaviour(tree, program.solve().plans)
                for seat in seats.values():
                    seat.add(reply)

    def _add(self, options: list[Option]) -> None:
        """Add all options of one size."""
        best = self.front[-1] if self.front else None
        while options:
            option = min(options, key=attrgetter("at_least"))
            if best is not None and option.at_least >= best.chips - self.rounding:
                for each in options:
                    each.by = best
                return
            space = next((each for each in option.spaces if not each.recalled(self.effort)), None)
            if space is not None and self.late():
                self.waiting += options
                return
            if space is not None:
                self._solve(space)
                continue
            options.remove(option)
            if best is not None and option.chips >= best.chips - self.rounding:
                self._leave(option, best)
                continue
            if best is not None and best.size == option.size:
                self.front.remove(best)
                self._leave(best, option)
            self.front.append(option)
            best = option

    def _leave(self, option: Option, best: Option) -> None:
        """Leave an option out because of another one, or undecided if only upper bounds say so."""
        if option.at_least >= best.chips - self.rounding:
            option.by = best
        else:
            self.waiting.append(option)

    def _solve(self, space: Space) -> None:
        if not space.recalled(self.effort):
            space.solve(self.effort)
            self.programs += space.found is not None and space.found.reply is not None
