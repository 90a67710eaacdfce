"""Whether one abstraction refines another: the order of information.

A *refines* B if infosets with equal values of A always have equal values of B. Products are joins
in this order, and :func:`zerosum.lattice.meet.meet` returns meets.
"""

from dataclasses import dataclass
from typing import Any

from zerosum.lattice.infosets import Examined, Witness, all_infosets, sampled_infosets
from zerosum.lattice.partitions import Classes, divided
from zerosum.support.rendering import Shown


@dataclass(frozen=True)
class Verdict(Shown):
    """Whether one abstraction refines another; its truth value is ``holds``.

    Parameters
    ----------
    holds
        Whether no counterexample was found.
    infosets
        How many infosets were examined.
    deals
        How many deals were sampled; None if every infoset of the game was examined. A sample can
        refute, but never prove.
    witness
        A counterexample: two infosets that one abstraction separates and the other does not.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> verdict = refines(is_jack * betting, betting, Kuhn())
    >>> print(verdict)
    holds on all 12 infosets
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
        The start of a game, its class or its tree. If the game is abstract, its base is used.
    states
        A factor or a product; None separates all infosets.

    Returns
    -------
    Shape (infosets,): infosets with equal values share a number, and numbers are in the order
    of the first infosets. Infoset ``i`` is ``tree_of(game).infoset(i)``.

    Raises
    ------
    AbstractionError
        If the tree of an abstract game is given, or a factor returns a value that a key cannot
        hold.
    GameError
        If the game cannot be enumerated.

    Notes
    -----
    Each factor is evaluated once at each infoset: natively if there are more than 20,000
    infosets and all factors compile, otherwise in Python, which takes about 20 microseconds
    each. The values are kept with the tree, so another product of the same factors only costs
    the join. If you change a global variable that a factor reads, as in a notebook, define the
    factor again.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import is_jack
    >>> partition(Kuhn(), is_jack).tolist()
    [0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1]
    """
    return all_infosets(game).classes(states)


def refines(a: Any, b: Any, game: Any, *, deals: int | None = None, seed: int = 0) -> Verdict:
    """Return whether ``a`` refines ``b`` in a game: equal values of ``a`` imply those of ``b``.

    Parameters
    ----------
    a, b
        Factors or products.
    game
        The start of a game, its class or its tree. If the game is abstract, the infosets of its
        base are compared.
    deals
        None to enumerate the game and examine every infoset. For a game too large for that, the
        number of deals to sample: players choose their actions at random, from those of the
        abstraction if the game is abstract. This is interpreted and takes about 50 microseconds
        for each decision, plus the time of the factors.
    seed
        The seed of the deals.

    Raises
    ------
    AbstractionError, GameError
        As for :func:`partition`.

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
    """Return whether two abstractions separate the same infosets of a game.

    Parameters
    ----------
    a, b, game, deals, seed
        As for :func:`refines`.

    Raises
    ------
    AbstractionError, GameError
        As for :func:`partition`.

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
    witness = pair and (seen.witness(pair[0]), seen.witness(pair[1]))
    return Verdict(pair is None, seen.size, seen.deals, witness)
