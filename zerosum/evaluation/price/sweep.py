"""Prices of many abstractions, and which of them are worth their size."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.abstraction.view import as_actions, as_states
from zerosum.errors import AbstractionError, Contradiction, check_count
from zerosum.evaluation.price.ablate import Progress
from zerosum.evaluation.price.division import Division, whole_of
from zerosum.evaluation.price.loss import AT_MOST, Loss, loss_of
from zerosum.evaluation.price.solving import ITERATIONS, LARGEST, Effort
from zerosum.rules import DCFR, Rule
from zerosum.support.rendering import Report, Shown, table
from zerosum.tree import Tree


@dataclass(frozen=True)
class Candidate(Shown):
    """One abstraction of a sweep.

    Parameters
    ----------
    states, actions
        The abstraction.
    infosets
        How many it has; None if it is ill-formed.
    loss
        What it costs; None if it is ill-formed or larger than the budget.
    error
        Why it is ill-formed; None if it is not.

    Examples
    --------
    >>> from zerosum.abstraction import ONE
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting
    >>> for each in sweep(Kuhn(), [ONE, betting]).candidates:
    ...     each.verdict, each.infosets, each.price
    ('ill-formed', None, None)
    ('priced', 4, 0.6666666666666666)
    """

    states: Product | None
    actions: Algebraic | None
    infosets: int | None
    loss: Loss | None
    error: Contradiction | None

    JSON = ("states", "actions", "infosets", "price", "exact", "verdict", "error", "loss")

    @property
    def price(self) -> float | None:
        """Its price, in chips: the ``price`` of its loss."""
        return None if self.loss is None else self.loss.price

    @property
    def exact(self) -> bool:
        """Whether the price is exact, not only an upper bound."""
        return self.loss is not None and self.loss.exact

    @property
    def verdict(self) -> str:
        """``"priced"``, ``"too large"`` or ``"ill-formed"``."""
        if self.error is not None:
            return "ill-formed"
        return "too large" if self.loss is None else "priced"


@dataclass(frozen=True)
class Sweep(Report):
    """Prices of many abstractions.

    Parameters
    ----------
    candidates
        In the order in which they were given, each once: products are equal whatever the order of
        their factors.
    budget
        The largest table that is priced, in infosets; None for any size.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> found = sweep(Kuhn(), [betting, is_jack * betting])
    >>> [each.states for each in found.front]
    [betting, is_jack * betting]
    """

    candidates: tuple[Candidate, ...]
    budget: int | None

    JSON = ("budget", "candidates", ("front", "places"))

    @property
    def front(self) -> tuple[Candidate, ...]:
        """The Pareto front by size: candidates that cost less than all smaller ones.

        Differences within rounding do not count. Of several with the same size and price the
        first is taken. Upper bounds count as if they were prices.
        """
        found: list[Candidate] = []
        least = inf
        for each, loss in sorted(self._priced, key=_size_and_price):
            if loss.price < least - loss.rounding:
                found.append(each)
                least = loss.price
        return tuple(found)

    @property
    def _priced(self) -> list[tuple[Candidate, Loss]]:
        return [(each, each.loss) for each in self.candidates if each.loss is not None]

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers of the candidates on the front, from 0, in their order."""
        front = [id(each) for each in self.front]
        return tuple(n for n, each in enumerate(self.candidates) if id(each) in front)

    def content(self) -> list[Any]:
        """Return a table of the candidates, and what its signs mean."""
        if not self.candidates:
            return ["The sweep is empty: it was given no abstractions."]
        front, rows = self.places, []
        for place, each in enumerate(self.candidates):
            size = "" if each.infosets is None else f"{each.infosets:,}"
            mark = "front" if place in front else "" if each.loss else each.verdict
            rows.append([_name(each), size, *_figures(each.loss), mark])
        found = table(["", "infosets", "price", "lifted", ""], rows, "lrrrl")
        if all(loss.exact for _, loss in self._priced):
            return [found]
        return [found, f"{AT_MOST} The front takes it for the price."]


def sweep(
    game: Any,
    expressions: Iterable[Any],
    actions: Any = None,
    budget: int | None = None,
    *,
    iterations: int = ITERATIONS,
    rule: Rule = DCFR,
    largest: int = LARGEST,
    progress: Progress | None = None,
) -> Sweep:
    """Return the prices of many abstractions of one game.

    Parameters
    ----------
    game, iterations, rule, largest
        As for :func:`~zerosum.evaluation.price.loss.loss`.
    expressions
        States; or pairs of states and actions, if not all have the same actions.
    actions
        Of all expressions that are not pairs.
    budget
        The largest table to price, in infosets: larger ones are only counted.
    progress
        Called after each abstraction with the number done and the total number.

    Raises
    ------
    AbstractionError
        If ``expressions`` is not a list of abstractions, one offers actions that the game does
        not, or ``budget`` is not a number of infosets. An ill-formed abstraction is not an error:
        its record says so.
    GameError
        As for ``loss``.

    Notes
    -----
    Counting an abstraction takes milliseconds, pricing it as long as ``loss``.

    Examples
    --------
    >>> from zerosum.abstraction import ONE
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> wanted = [ONE, betting, is_jack * betting, betting * is_jack, None]
    >>> print(sweep(Kuhn(), wanted, budget=10))
                       infosets    price   lifted
    ONE                                            ill-formed
    betting                   4  0.66667  0.66667  front
    is_jack * betting         8  0.17778  0.33333  front
    all                      12                    too large
    """
    if budget is not None:
        advice = "give the infosets of the largest table, or None"
        check_count("The budget of a sweep", budget, 1, advice, AbstractionError)
    pairs = _pairs(expressions, actions)
    tree, effort, found = whole_of(game), Effort(iterations, rule, largest), []
    for done, (states, offered) in enumerate(pairs, 1):
        found.append(_candidate(tree, states, offered, budget, effort))
        if progress is not None:
            progress(done, len(pairs))
    return Sweep(tuple(found), budget)


def _pairs(expressions: Any, actions: Any) -> list[tuple[Any, Any]]:
    """Return states and actions of each abstraction, equal ones once."""
    if not isinstance(expressions, Iterable):
        raise AbstractionError(
            f"The abstractions of a sweep must be several; got {expressions!r}: write a list, "
            f"[...].",
            expressions,
        )
    found: list[tuple[Any, Any]] = []
    for each in expressions:
        pair = each if isinstance(each, tuple) else (each, actions)
        if len(pair) != 2:
            raise AbstractionError(
                f"An abstraction of a sweep must be states, or a pair of states and actions; got "
                f"{each!r}: multiply states by *.",
                each,
            )
        found.append((as_states(pair[0]), as_actions(pair[1])))
    return list(dict.fromkeys(found))


def _candidate(
    tree: Tree, states: Any, actions: Any, budget: int | None, effort: Effort
) -> Candidate:
    """Return an abstraction with its price, if it is well formed and not too large."""
    try:
        division = Division.of(tree, states, actions)
    except Contradiction as error:
        return Candidate(states, actions, None, None, error)
    infosets = division.game.infoset_count
    small = budget is None or infosets <= budget
    found = loss_of(division, effort) if small else None
    return Candidate(states, actions, infosets, found, None)


def _size_and_price(priced: tuple[Candidate, Loss]) -> tuple[int, float]:
    return priced[1].after.rows, priced[1].price


def _figures(loss: Loss | None) -> list[str]:
    return ["", ""] if loss is None else [loss.priced, loss.shown(loss.lifted)]


def _name(each: Candidate) -> str:
    states = "all" if each.states is None else repr(each.states)
    return states if each.actions is None else f"{states}, {each.actions!r}"
