"""What a search found, as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.evaluation.price.loss import Loss, at_most, chips
from zerosum.support.rendering import Document, Shown, table


@dataclass(frozen=True)
class Found(Shown):
    """One candidate of a search.

    Parameters
    ----------
    states, actions
        The abstraction; of products that make the same partition, one with the fewest factors.
    infosets
        How many it has.
    size
        What the front is by: the infosets, or the bets of each group.
    price
        In chips; None if it was not computed.
    exact
        Whether the price is exact, not only an upper bound.
    at_least
        What the price is at least, by cuts; None if players forget.
    recall
        Whether both players have perfect recall.
    verdict
        ``"front"``; ``"pruned"`` if a cut shows that the candidate ``by`` costs no more, or
        ``"dominated"`` if its price does; ``"open"`` if time was over before, or its program is too
        large; for players who forget ``"raced"``, or ``"forgets"`` if they were not raced.
    by
        The place of the candidate that is no larger and costs no more; None if there is none.
    shown
        Whether it is on the front, or would be if its price were exact.
    own
        The product of each player; empty if both use the same.
    lost
        What computes its loss; None if its price is not known.

    Examples
    --------
    >>> from zerosum.evaluation import search
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> from zerosum.tree import enumerated
    >>> best = search(enumerated(Kuhn()), [betting, is_jack]).front[-1]
    >>> best.name, best.verdict, best.loss.how
    ('betting * is_jack', 'front', 'LP')
    """

    states: Product | None
    actions: Algebraic | None
    infosets: int
    size: int
    price: float | None
    exact: bool
    at_least: float | None
    recall: bool
    verdict: str
    by: int | None
    shown: bool
    own: tuple[Any, ...]
    lost: Callable[[], Loss] | None = field(repr=False, compare=False)

    JSON = (
        *("states", "actions", "infosets", "size", "price", "exact", "at_least", "recall"),
        *("verdict", "by", "shown", "lifted", "least"),
    )

    @property
    def name(self) -> str:
        """The expression of its states, of each player's states, or of the chosen bets."""
        if self.own:
            return " | ".join(map(repr, self.own))
        return repr(self.states if self.actions is None else self.actions)

    @cached_property
    def loss(self) -> Loss | None:
        """What it costs, strategies included; None if its price is not known."""
        return None if self.lost is None else self.lost()

    @property
    def lifted(self) -> float | None:
        """What its lifted strategies cost, in chips; None unless it is shown."""
        return self.loss.lifted if self.shown and self.loss else None

    @property
    def least(self) -> float | None:
        """The least that any equilibrium costs, in chips; None unless it is shown and known."""
        return self.loss.least if self.shown and self.loss else None


@dataclass(frozen=True)
class Search(Document):
    """The best abstractions by size, and what is proved of them.

    Parameters
    ----------
    candidates
        The different abstractions, by size.
    products
        How many products or choices they stand for.
    budget
        The largest table, in infosets; None for any size.
    programs
        How many concessions were computed, most by linear programs: those of earlier searches on
        the same tree are not counted.
    seconds
        How long the search took.
    proved
        Up to which size the front is proved; None if it is proved altogether. It is proved among
        candidates with perfect recall.
    undecided
        Of how many candidates it is not known whether they are on the front.
    stake
        The largest payoff of the game, in chips.

    Examples
    --------
    >>> from zerosum.evaluation import search
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> from zerosum.tree import enumerated
    >>> found = search(enumerated(Kuhn()), [betting, is_jack])
    >>> [(each.name, each.infosets, round(each.price, 5)) for each in found.front]
    [('betting', 4, 0.66667), ('betting * is_jack', 8, 0.17778)]
    """

    candidates: tuple[Found, ...]
    products: int
    budget: int | None
    programs: int
    seconds: float
    proved: int | None
    undecided: int
    stake: float

    JSON = (
        *("format", "products", "budget", "programs", "seconds", "proved", "undecided", "stake"),
        *("candidates", ("front", "places")),
    )

    @property
    def front(self) -> tuple[Found, ...]:
        """The Pareto front of the candidates with perfect recall, smaller ones first."""
        return tuple(self.candidates[place] for place in self.places)

    @property
    def raced(self) -> tuple[Found, ...]:
        """Candidates whose players forget, and that cost at most less than all smaller ones."""
        return tuple(each for each in self.candidates if each.shown and not each.recall)

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers of the candidates on the front, from 0."""
        return tuple(n for n, each in enumerate(self.candidates) if each.verdict == "front")

    def content(self) -> list[Any]:
        """Return a table of the best candidates, and sentences about the others."""
        headings = ["", "infosets", "price", "lifted", "least", "", "prunes"]
        prunes = Counter(each.by for each in self.candidates if each.verdict == "pruned")
        rows = [
            [each.name, *self._figures(each), self.mark(each), f"{prunes[place]:,}"]
            for place, each in enumerate(self.candidates)
            if each.shown
        ]
        return [*([table(headings, rows, "lrrrrlr")] if rows else []), *self.sentences()]

    def mark(self, each: Found) -> str:
        """Return what is known of a candidate that is shown, as tables show it."""
        if not each.recall:
            return "forgets"
        sure = each.exact and (self.proved is None or each.size <= self.proved)
        return "proved" if sure else "best known"

    def sentences(self) -> Iterator[str]:
        """Yield what was searched, and what is proved."""
        counts = Counter(each.verdict for each in self.candidates)
        recalled = sum(each.recall for each in self.candidates)
        yield (
            f"{self.products:,} candidates, {len(self.candidates):,} different ones, {recalled:,} "
            f"with perfect recall: {counts['pruned']:,} pruned by cuts, {self.programs:,} programs."
        )
        if self.proved is not None:
            yield (
                f"The front is proved up to size {self.proved:,}. Open: {self.undecided:,} "
                f"candidates, for want of time or because their programs are too large."
            )
        elif recalled:
            yield "The front is proved: no other candidate with perfect recall is on it."
        else:
            yield "No candidate has perfect recall and is small enough: raise the budget."
        if any(each.shown and not each.exact for each in self.candidates):
            yield "≤: the price is at most this."

    def _figures(self, each: Found) -> list[str]:
        price = at_most(chips(each.price, self.stake), exact=each.exact)
        others = (chips(figure, self.stake) for figure in (each.lifted, each.least))
        return [f"{each.infosets:,}", price, *others]
