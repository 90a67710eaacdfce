"""The candidates of a search: distinct products of a pool of factors, and choices of bets."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Menu, Product
from zerosum.abstraction.menus import parts_of
from zerosum.abstraction.view import as_states
from zerosum.errors import AbstractionError, check_count
from zerosum.lattice.partitions import Classes, count, joined

# So many partitions are compared in a minute.
_MOST = 200_000


class Distinct(NamedTuple):
    """A partition, and the product with the fewest factors that makes it.

    Parameters
    ----------
    classes
        The class of each infoset.
    chosen
        The places of the product's factors in the pool, in order.
    """

    classes: Classes
    chosen: tuple[int, ...]


def distinct(base: Classes, pool: Sequence[Classes], most: float) -> list[Distinct]:
    """Return the different partitions that products of a pool make, each once.

    Parameters
    ----------
    base
        What all partitions refine.
    pool
        The classes of each factor.
    most
        The most classes that a partition may have.

    Raises
    ------
    AbstractionError
        If there are too many.

    Notes
    -----
    The partitions of the first factors, joined with the next one, are those of one factor more.
    So each different one is computed once for each factor, not once for each product. A join only
    refines: nothing above a partition that is too large is looked at.

    Examples
    --------
    >>> whole, halves = np.zeros(4, np.int32), np.array([0, 0, 1, 1], np.int32)
    >>> [each.chosen for each in distinct(whole, [halves, halves, np.arange(4)], 4)]
    [(), (0,), (2,)]
    """
    known = {_key(base): Distinct(base, ())} if count(base) <= most else {}
    for place, factor in enumerate(pool):
        for each in list(known.values()):
            classes = joined(each.classes, factor)
            if count(classes) > most:
                continue
            key, chosen = _key(classes), (*each.chosen, place)
            if key not in known:
                known[key] = Distinct(classes, chosen)
            elif len(chosen) < len(known[key].chosen):
                known[key] = known[key]._replace(chosen=chosen)
        if len(known) > _MOST:
            raise AbstractionError(
                f"The pool of a search must make at most {_MOST:,} partitions; the first "
                f"{place + 1} factors make {len(known):,}: give fewer, or a budget.",
                pool,
            )
    return list(known.values())


def _key(classes: Classes) -> bytes:
    return blake2b(classes.tobytes(), digest_size=16).digest()


def pooled(pool: Any) -> tuple[Product, ...]:
    """Return the pool of a search, given as a product of its factors or as several abstractions."""
    several = pool if isinstance(pool, list | tuple) else as_product(pool).factors
    return tuple(dict.fromkeys(map(as_product, several)))


def as_product(states: Any) -> Product:
    """Return a factor or a product as a product.

    Raises
    ------
    AbstractionError
        If it is neither.
    """
    found = as_states(states)
    if found is None:
        raise AbstractionError(
            "A pool must hold factors and products; got None: leave it out, or give ONE.", states
        )
    return found


class Choice(NamedTuple):
    """Bets that are offered.

    Parameters
    ----------
    size
        How many of each group.
    actions
        The menu.
    offered
        Shape (sequences of the whole game,): whether each is offered.
    """

    size: int
    actions: Menu
    offered: NDArray[np.bool_]


def groups_of(menus: Any) -> tuple[tuple[Menu, ...], ...]:
    """Return the bets of each group, given as one menu or as several."""
    given = menus if isinstance(menus, list | tuple) else (menus,)
    return tuple(tuple(Menu((part,)) for part in parts_of(each, "a search")) for each in given)


def choices(
    groups: Sequence[Sequence[Menu]], masks: Sequence[Any], always: Menu, base: Any, sizes: Any
) -> list[Choice]:
    """Return all choices of as many bets of each group, up to ``sizes``; equal ones once.

    Parameters
    ----------
    groups
        The bets.
    masks
        For each bet, group by group, the sequences that it offers.
    always, base
        The menu that is always offered, and its sequences.
    sizes
        The most bets of a group; None for all of them.
    """
    most = max(map(len, groups))
    if sizes is not None:
        check_count("The sizes of a search", sizes, 1, "give 3", AbstractionError)
        most = min(sizes, most)
    ends = np.cumsum([0, *map(len, groups)])
    known: dict[bytes, Choice] = {}
    for size in range(1, most + 1):
        picks = (
            combinations(range(end - len(group), end), min(size, len(group)))
            for group, end in zip(groups, ends[1:].tolist(), strict=True)
        )
        bets = [bet for group in groups for bet in group]
        for picked in product(*picks):
            taken = [place for part in picked for place in part]
            offered = np.logical_or.reduce([base, *(masks[place] for place in taken)])
            menu = sum((bets[place] for place in taken), always)
            known.setdefault(np.packbits(offered).tobytes(), Choice(size, menu, offered))
    return list(known.values())
