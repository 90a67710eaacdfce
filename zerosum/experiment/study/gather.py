"""The report of an abstraction: exact where the whole game is small, else sampled."""

from __future__ import annotations

from math import inf
from typing import Any

from zerosum.abstraction import Algebraic, split
from zerosum.errors import AbstractionError
from zerosum.experiment.study.record import Study
from zerosum.experiment.study.sampled import sampled
from zerosum.experiment.study.scope import Scope
from zerosum.experiment.study.subject import Subject
from zerosum.experiment.study.tasks import task
from zerosum.experiment.study.whole import whole
from zerosum.lattice.menus import menus
from zerosum.tree import NotEnumerable, Tree, enumerated, estimated_histories

# An estimate may be off: times too large by so much is too large.
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
        The start of an abstract game, or its class. One that is not abstract is reported on as
        the abstraction that keeps everything.
    scope
        How far to go.
    name
        Of the experiment.
    vocabulary
        Factors whose return may restore what players forget.

    Raises
    ------
    AbstractionError
        Where a factor returns what no key may hold. An ill-formed abstraction is no error here:
        the report says so.
    GameError
        Where chance does not sum to one, payoffs do not cancel, or a history does not end.

    Notes
    -----
    The whole game is enumerated if it has at most ``scope.limit`` histories, which an estimate
    says first; else deals are sampled, interpreted, with each infoset asked once.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> found = study(Abstraction, Scope(ablate=False))
    >>> found.compression, found.price.exact, round(found.price.price, 5)
    (1.5, True, 0.17778)
    """
    base, states, actions = split(game() if isinstance(game, type) else game)
    subject = Subject(name, base, states, actions, vocabulary, scope or Scope())
    tree = _enumerated(base, subject.scope.limit)
    if not isinstance(tree, Tree):
        return sampled(subject, tree)
    try:
        offers = menus(tree, actions)
    except AbstractionError as error:
        return sampled(subject, str(error))
    return whole(subject, tree, offers)


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
