"""Frozen records that hold other factors: what combinators are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from enum import Enum
from typing import Any, ClassVar, Self, cast

import numpy as np

from zerosum.abstraction.algebra import Algebraic, Product, partition_of
from zerosum.abstraction.anatomy import field_names
from zerosum.abstraction.fitting import equipped
from zerosum.errors import AbstractionError


class Combined:
    """Base of the records behind combinators: frozen dataclasses whose fields hold factors.

    Natively, the type of a field is that of its value, not its annotation: strings and factors
    that are functions are constants of the compiled code, and anything else is an argument.
    """

    def __meaning__(self) -> tuple[object, ...]:
        # A factor keeps its identity; the meaning of nested ones would be read again and again.
        record: Any = self
        return tuple([_meant(getattr(self, each.name)) for each in fields(record) if each.compare])

    maker: ClassVar[str]
    """The function whose call the record is printed as."""

    def __repr__(self) -> str:
        record: Any = self
        values = [getattr(self, each.name) for each in fields(record)]
        texts = [str(value) if isinstance(value, Enum) else repr(value) for value in values]
        return f"{self.maker}({', '.join(texts)})"

    def equipped(self) -> Self:
        """Return the same record, with its data in every factor that carries data."""
        record: Any = self
        found = {each.name: _furnished(getattr(self, each.name)) for each in fields(record)}
        return cast("Self", replace(record, **found))


def _meant(value: Any) -> object:
    if isinstance(value, tuple):
        return tuple(map(_meant, value))
    return value.identity if isinstance(value, Algebraic) else value


def _furnished(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple([_furnished(part) for part in value])
    if isinstance(value, Combined):
        return value.equipped()
    if isinstance(value, Algebraic) and value.function is None:
        return equipped(value.target)
    return value


def records_in(factor: Algebraic) -> Iterator[Algebraic]:
    """Yield the factors that are records, and so may carry data: of one and all that it holds."""
    if factor.function is None:
        yield factor
    yield from _held(factor.target)


def _held(value: Any) -> Iterator[Algebraic]:
    if isinstance(value, Algebraic):
        yield from records_in(value)
    parts: Iterable[Any] = value if isinstance(value, tuple) else ()
    if isinstance(value, Combined):
        parts = [getattr(value, field.name) for field in fields(cast("Any", value))]
    for part in parts:
        yield from _held(part)


def buckets_of(factor: Any) -> tuple[int, ...]:
    """Return how many buckets a factor has, by parts; empty if it does not say, and is public.

    Its values are 0 to one less than their sum, those of the first part first, and -1 where it has
    none.
    """
    found = getattr(getattr(factor, "target", None), "buckets", 0) or ()
    return found if isinstance(found, tuple) else (int(found),)


def value_of(factor: Any, infoset: Any) -> Any:
    """Return the value of a factor.

    Unlike a call of the factor, this does not check that the value can stand in a key.
    """
    return factor.target(infoset)


def values_of(factor: Any, infoset: Any, hands: Any) -> Any:
    """Return the value of a factor for each of several hands, all else being as at an infoset.

    None if the factor is not a record with a method ``of_hands``, which finds them at once.
    """
    ask = getattr(factor.target, "of_hands", None)
    return None if ask is None else ask(infoset, hands)


def attribute(infoset: Any, name: str) -> Any:
    """Return a field or property of an infoset by its name.

    Raises
    ------
    AbstractionError
        If it has none of that name.
    """
    try:
        return getattr(infoset, name)
    except AttributeError:
        cls = type(infoset)
        known = {*field_names(cls), *(n for n in dir(cls) if isinstance(_static(cls, n), property))}
        if name in known:  # the property itself failed
            raise
        listed = ", ".join(sorted(known)) or "none"
        advice = "name one of these"
        if name == "player":
            advice += ", or give the factor of the player to act: per_player(..., player=...)"
        raise AbstractionError(
            f"The field {name!r} must be a field of {cls.__name__}, which has {listed}: {advice}.",
            infoset,
        ) from None


def _static(cls: type, name: str) -> Any:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def as_number(value: Any) -> Any:
    """Return a value, checked to be a number.

    Raises
    ------
    AbstractionError
        If it is not.
    """
    if isinstance(value, int | float | np.number):
        return value
    raise AbstractionError(
        f"The value of a function to quantise must be an int or a float; got {value!r}: "
        "return a number for every infoset, or use given(...) to quantise only where there is one.",
        value,
    )


def factors_of(states: Any, place: str) -> tuple[Algebraic, ...]:
    """Return the factors of an argument of a combinator, each once, as they were written.

    Raises
    ------
    AbstractionError
        If it is neither a factor nor a product.
    """
    partition = partition_of(states)
    if partition is None:
        raise AbstractionError(
            f"The states of {place} must be a factor or a product; got {states!r}: put @algebraic "
            "above a function.",
            states,
        )
    return partition.factors


def product_of(records: Iterable[Any]) -> Product:
    """Return the product of records, each a factor."""
    return Product(tuple([Algebraic(record) for record in records]))


def predicate_of(predicate: Any, place: str) -> Algebraic:
    """Return a predicate as one factor.

    Raises
    ------
    AbstractionError
        If it is a product of several factors or of none, or not a factor.
    """
    partition = partition_of(predicate)
    if partition is None or len(partition.factors) != 1:
        raise AbstractionError(
            f"The predicate of {place} must be one factor; got {predicate!r}: put @algebraic above "
            "a function that returns True or False.",
            predicate,
        )
    return partition.factors[0]
