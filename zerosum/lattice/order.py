"""Which abstraction tells more apart: the order of information, on an enumerated game.

A *refines* B where A tells apart whatever B tells apart: equal values of A imply equal values of
B. Products are joins in this order, and :func:`zerosum.lattice.meet.meet` gives meets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.lattice.infosets import Examined, Witness, all_infosets, sampled_infosets
from zerosum.lattice.partitions import Classes, divided


@dataclass(frozen=True)
class Verdict:
    """Whether one abstraction refines another; true or false where a truth value is asked for.

    Parameters
    ----------
    holds
        Whether nothing speaks against it.
    infosets
        How many were looked at.
    deals
        How many deals were sampled; None where every infoset of the game was looked at. A
        sample can refute, and proves nothing.
    witness
        Two infosets that speak against it: one abstraction tells them apart, the other does not.
    """

    holds: bool
    infosets: int
    deals: int | None = None
    witness: tuple[Witness, Witness] | None = None

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        if self.deals is None:
            looked = f"all {self.infosets:,} infosets"
        else:
            looked = f"{self.infosets:,} infosets that {self.deals:,} sampled deals met"
        if self.witness is None:
            word = "holds on" if self.deals is None else "not refuted by"
            return f"{word} {looked}"
        return f"refuted, on {looked}, by {self.witness[0]} and {self.witness[1]}"


def partition(game: Any, states: Any) -> Classes:
    """Return the class of each infoset of an enumerated game.

    Parameters
    ----------
    game
        The start of a game, its class or its tree. Of an abstract game the base is taken.
    states
        A factor or a product; None for the infosets themselves.

    Returns
    -------
    Shape (infosets,): infosets with equal values share a number; numbers come in the order of
    the first infosets. Infoset ``i`` is ``tree_of(game).infoset(i)``.

    Raises
    ------
    AbstractionError
        Where a tree of an abstract game is given, or a factor returns what no key may hold.
    GameError
        Where the game cannot be enumerated.

    Notes
    -----
    Every factor is asked once about every infoset: in Python, some 20 microseconds each, or
    natively where there are more than 20,000 and all factors compile. What a factor said is kept
    with the tree, so that the next product of the same factors costs nothing but joining. So a
    factor means what it meant when it was first asked: after changing a global that it reads, as
    one may in a notebook, define it again.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import is_jack
    >>> partition(Kuhn(), is_jack).tolist()
    [0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1]
    """
    return all_infosets(game).classes(states)


def refines(a: Any, b: Any, game: Any, *, deals: int | None = None, seed: int = 0) -> Verdict:
    """Return whether ``a`` tells apart whatever ``b`` tells apart, in a game.

    Parameters
    ----------
    a, b
        Factors or products.
    game
        The start of a game, its class or its tree. Of an abstract game the base's infosets are
        compared.
    deals
        None to look at every infoset of the game, enumerated. A number to sample as many deals
        of a game that is too large for that: players act at random, in an abstract game by its
        actions. Interpreted, some 50 microseconds a decision and what the factors take.
    seed
        Of the deals.

    Raises
    ------
    AbstractionError, GameError
        As :func:`partition` does.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> bool(refines(is_jack * betting, betting, Kuhn()))
    True
    >>> print(refines(betting, is_jack, Kuhn(), deals=10))  # doctest: +ELLIPSIS
    refuted, on ... infosets that 10 sampled deals met, by InfoSet(...) after [...] and ...
    """
    seen = _examined(game, deals, seed)
    return _verdict(seen, divided(seen.classes(a), seen.classes(b)))


def equivalent(a: Any, b: Any, game: Any, *, deals: int | None = None, seed: int = 0) -> Verdict:
    """Return whether two abstractions tell the same infosets apart, in a game.

    Parameters
    ----------
    a, b, game, deals, seed
        As for :func:`refines`.

    Raises
    ------
    AbstractionError, GameError
        As :func:`partition` does.

    Examples
    --------
    >>> from zerosum.abstraction import algebraic
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import is_jack
    >>> better = algebraic(lambda infoset: infoset.card > 0)
    >>> better == is_jack, bool(equivalent(better, is_jack, Kuhn()))
    (False, True)
    """
    seen = _examined(game, deals, seed)
    first, second = seen.classes(a), seen.classes(b)
    return _verdict(seen, divided(first, second) or divided(second, first))


def _examined(game: Any, deals: int | None, seed: int) -> Examined:
    return all_infosets(game) if deals is None else sampled_infosets(game, deals, seed)


def _verdict(seen: Examined, pair: tuple[int, int] | None) -> Verdict:
    if pair is None:
        return Verdict(True, seen.size, seen.deals)
    first, second = map(seen.witness, pair)
    return Verdict(False, seen.size, seen.deals, (first, second))
