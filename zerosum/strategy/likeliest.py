"""A frozen strategy as actions: at each infoset, the one that it takes most often."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic, base_and_view
from zerosum.abstraction.combined import Combined, attribute, value_of
from zerosum.abstraction.menus import Menu, menu
from zerosum.errors import StrategyError
from zerosum.jit import compiled, kernel
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.lookup import first_place
from zerosum.kernels.names import Numbers
from zerosum.native.combinators import returned
from zerosum.native.emit import define, generic, overload
from zerosum.native.keys import most_words, put_value
from zerosum.native.menus import as_sequence
from zerosum.strategy.origin import class_name, describe, differing, first_infoset
from zerosum.strategy.strategy import Strategy
from zerosum.support.tokens import put, write
from zerosum.tables import Ints, places_within

_WHOLE, _KEY, _MENU_AND_KEY = "infoset", "key", "menu and key"


@dataclass(frozen=True, repr=False)
class Likeliest(Combined):
    """The record behind :func:`likeliest`.

    Parameters
    ----------
    infosets
        The class of the infosets of the strategy's game.
    part
        The field of infosets that holds them; empty if they are these themselves.
    identity
        What identifies a row of the strategy: the infoset, the key, or the menu and the key.
    factors
        Of the key, without the menu.
    offer
        The actions of the strategy; None for those of the game.
    digest
        Of the arrays.
    hashes
        Shape (infosets,): the hashes of the rows, ascending.
    places
        Shape (infosets,): the place of the likeliest action in the menu.
    """

    infosets: str
    part: str
    identity: str
    factors: tuple[Algebraic, ...]
    offer: Algebraic | None
    digest: str
    hashes: Ints = field(compare=False)
    places: NDArray[np.uint16] = field(compare=False)

    def __call__(self, infoset: Any) -> tuple[Any, ...]:
        """Return the likeliest action, as a menu of one."""
        return chosen(self, infoset)

    def __repr__(self) -> str:
        return f"likeliest({self.digest})"


def likeliest(strategy: Strategy, game: Any, part: str = "") -> Menu:
    """Return a menu of one action everywhere: the likeliest of a strategy, the first of equals.

    So a part of a game is played by a strategy that no longer learns, and the rest is trained:
    ``where(playing, likeliest(strategy, game)) + where(bidding, menu(bids))``. It costs a look-up a
    decision, by a search in sorted hashes, and no row of a table.

    Parameters
    ----------
    strategy
        It is copied: what a solver learns later does not count.
    game
        The game that it is of, abstract or not.
    part
        If infosets of the game that is trained on hold those of ``game`` in a field, its name.

    Raises
    ------
    StrategyError
        If the strategy is of another game. When the menu is asked or compiled, if the infoset is.

    Notes
    -----
    Where the strategy knows nothing, the first action of its menu is taken. A strategy with actions
    of its own offers them, so they must be actions of the game that is trained on. Two different
    keys are taken for one if their hashes of 62 bits are equal.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.evaluation import expected_values
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree import enumerated
    >>> solver = CFR(Kuhn())
    >>> solver.run(1_000)
    >>> frozen = Abstracted(Kuhn(), None, likeliest(solver.strategy(), Kuhn()))
    >>> tree = enumerated(frozen, native=False)
    >>> values = expected_values(tree, lambda infoset: {infoset.actions()[0]: 1.0})
    >>> float(values.sum())
    0.0
    """
    base, view = base_and_view(game)
    if differs := differing(strategy.of, describe(base, view)):
        raise StrategyError(
            f"The strategy of likeliest must be of the game that is given, {base!r}; it differs in "
            f"{differs}: give the game that it was trained on.",
            strategy,
        )
    strategy = strategy.plain
    identity = _WHOLE if view.states is None else _MENU_AND_KEY if view.exact else _KEY
    hashes = np.ascontiguousarray(strategy.hashes, np.int64)
    places = _likeliest_places(strategy)[strategy.order]
    digest = hashlib.blake2b(hashes.data, digest_size=8)
    digest.update(places.data)
    record = Likeliest(
        class_name(type(first_infoset(base))),
        part,
        identity,
        view.factors,
        view.actions,
        digest.hexdigest(),
        hashes,
        places,
    )
    return menu(Algebraic(record), rank=0, name=f"likeliest({strategy!r})")


def _likeliest_places(strategy: Strategy) -> NDArray[np.uint16]:
    """Return the place of the likeliest action of each row; shape (infosets,)."""
    starts, probabilities = strategy.starts, strategy.probabilities
    if starts.size == 1:
        return np.zeros(0, np.uint16)
    counts = np.diff(starts)
    best = np.repeat(np.maximum.reduceat(probabilities, starts[:-1]), counts)
    first = np.where(probabilities == best, places_within(counts), probabilities.size)
    return np.minimum.reduceat(first, starts[:-1]).astype(np.uint16)


def chosen(record: Likeliest, infoset: Any) -> tuple[Any, ...]:
    """Return the likeliest action at an infoset, as a menu of one."""
    own = attribute(infoset, record.part) if record.part else infoset
    _check_class(record.infosets, class_name(type(own)), own)
    offered = own.actions() if record.offer is None else value_of(record.offer, own)
    row = write(tuple(offered)) if record.identity == _MENU_AND_KEY else []
    for value in (
        (own,) if record.identity == _WHOLE else (value_of(f, own) for f in record.factors)
    ):
        row += write(value)
    place = place_of(record.hashes, record.places, hash_row(row, 0, len(row)))
    if place >= len(offered):
        raise StrategyError(
            f"The menu of a frozen strategy must be as in training; it has {len(offered)} actions, "
            f"and the likeliest was number {place + 1}, at {own!r}: train a strategy of this game.",
            own,
        )
    return (offered[place],)


@kernel
def place_of(hashes: Numbers, places: Numbers, state: int) -> int:
    """Return the place of the likeliest action of the row with a hash; 0 if there is none."""
    at = first_place(hashes, state)
    return int(places[at]) if at < hashes.size and hashes[at] == state else 0


def _check_class(wanted: str, got: str, subject: Any) -> None:
    if wanted != got:
        raise StrategyError(
            f"The infosets of a frozen strategy must be of {wanted}, as in the game that it was "
            f"trained on; got {got}: name the field that holds them by part=, or train a strategy "
            f"of this game.",
            subject,
        )


@overload(chosen)
def _chosen(record: Any, infoset: Any) -> Any:
    fields = dict(record.fields)
    identity, part, own = fields["identity"].value, fields["part"], infoset
    if part.value:
        own = returned(attribute, infoset, part)
    _check_class(fields["infosets"].value, class_name(getattr(own, "cls", type(own))), own)
    offer = "own.actions()" if fields["offer"] is types.none else "value_of(record.offer, own)"
    words = [("put", "own", own)] if identity == _WHOLE else []
    for place, factor in enumerate(fields["factors"]):
        call, kind = f"value_of(record.factors[{place}], own)", returned(value_of, factor, own)
        words.append(("put_value", call, kind))
    room = sum(most_words(kind) for _, _, kind in words)
    lines = [
        "def impl(record, infoset):",
        f"    own = {'attribute(infoset, record.part)' if part.value else 'infoset'}",
        f"    menu = as_sequence({offer})",
        f"    words, at = empty({room} + most_of(menu), int64), 0",
    ]
    if identity == _MENU_AND_KEY:
        lines.append("    at = put(words, at, menu)")
    lines += [f"    at = {write}(words, at, {value})" for write, value, _ in words]
    lines += [
        "    place = place_of(record.hashes, record.places, hash_row(words, 0, at))",
        "    if place >= len(menu):",
        "        raise IndexError",
        "    return (menu[place],)",
    ]
    names = {
        "attribute": attribute,
        "value_of": value_of,
        "as_sequence": as_sequence,
        "put": put,
        "put_value": put_value,
        "empty": np.empty,
        "int64": np.int64,
        "most_of": _most_of,
        "place_of": compiled(place_of),
        "hash_row": compiled(hash_row),
    }
    return define("\n".join(lines), names)


@generic
def _most_of(menu: Any) -> Any:
    most = most_words(menu)
    return lambda menu: most  # noqa: ARG005  # Only its type counts.
