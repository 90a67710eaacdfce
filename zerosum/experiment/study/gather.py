"""The report of an abstraction: exact if the whole game is small, otherwise sampled."""

from __future__ import annotations

from math import inf
from typing import Any

from zerosum.abstraction import Algebraic, split
from zerosum.errors import AbstractionError
from zerosum.experiment.fitting import task
from zerosum.experiment.study.record import Scope, Study
from zerosum.experiment.study.sampled import sampled
from zerosum.experiment.study.whole import whole
from zerosum.lattice.menus import menus
from zerosum.tree import NotEnumerable, Tree, enumerated, estimated_histories

# An estimate may be wrong: only one so many times too large is trusted.
_FAR = 20


def study(
    game: Any,
    scope: Scope | None = None,
    *,
    name: str = "",
    vocabulary: tuple[Algebraic, ...] = (),
) -> Study:
    """Return the report of an abstraction.

    Parameters
    ----------
    game
        The start of an abstract game, or its class. A game that is not abstract counts as the
        abstraction that keeps everything.
    scope
        How far to go.
    name
        Of the experiment.
    vocabulary
        Factors that may restore what players forget.

    Raises
    ------
    AbstractionError
        If a factor returns what no key may hold. An ill-formed abstraction is not an error: the
        report says so.
    GameError
        If chance does not sum to one, payoffs do not cancel, or a history does not end.

    Notes
    -----
    The whole game is enumerated if it has at most ``scope.limit`` histories, which is estimated
    first. Otherwise deals are sampled, interpreted, with each factor called once an infoset.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> found = study(Abstraction, Scope(ablate=False))
    >>> found.compression, found.price.exact, round(found.price.price, 5)
    (1.5, True, 0.17778)
    """
    base, states, actions = split(game() if isinstance(game, type) else game)
    scope = scope or Scope()
    tree = _enumerated(base, scope.limit)
    why_sampled: str | None = None
    if isinstance(tree, Tree):
        try:
            offers = menus(tree, actions)
        except AbstractionError as error:
            why_sampled = str(error)
        else:
            found = whole(tree, states, actions, offers, vocabulary, scope)
    else:
        why_sampled = tree
    if why_sampled is not None:
        found = sampled(base, states, actions, vocabulary, scope)
    return Study(name, type(base).__qualname__, states, actions, scope, why_sampled, **found)


def _enumerated(base: Any, limit: int) -> Tree | str:
    """Return the tree of a game, or why it is not enumerated, in a sentence."""
    expected = estimated_histories(base)
    if expected == inf:
        return f"Chance of {type(base).__qualname__} does not list its outcomes."
    if expected > _FAR * limit:
        return f"The whole game has about {expected:.1g} histories; the limit is {limit:,}."
    try:
        with task("Enumerating the whole game"):
            return enumerated(base, limit=limit)
    except NotEnumerable as error:
        return str(error)
