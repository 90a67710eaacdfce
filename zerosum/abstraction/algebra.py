"""Factors and their products: the commutative, idempotent monoid of partitions of infosets.

A factor is a pure function of an infoset; it merges infosets with equal values. ``A * B`` merges
two infosets only if both ``A`` and ``B`` do, and ``ONE`` merges all. Products are equal if their
sets of factors are; keys have one canonical order, and ``repr`` keeps the order of writing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from inspect import getdoc
from types import FunctionType
from typing import Any, TypeVar, overload

from zerosum.abstraction.anatomy import module_of
from zerosum.abstraction.identity import digest, meaning
from zerosum.abstraction.naming import spelled
from zerosum.abstraction.pickling import carried, find, is_held
from zerosum.abstraction.values import AT_ONCE, check_value, is_frozen
from zerosum.errors import AbstractionError
from zerosum.support.rendering import table

C = TypeVar("C")

_MARK = "__algebraic__"  # classes whose instances are factors


class Partition(ABC):
    """Base class of factors and products: multiplication, and equality as sets of factors."""

    written: tuple[Algebraic, ...]
    """The factors as they were written, repetitions included."""

    def _repr_html_(self) -> str:
        docs = ((repr(factor), getdoc(factor.target) or "") for factor in self.factors)
        rows = ([name, doc.partition("\n")[0]] for name, doc in docs)
        return table(["factor", "what it sees"], rows, "l")._repr_html_()

    @cached_property
    def factors(self) -> tuple[Algebraic, ...]:
        """The distinct factors, in the order in which they were written."""
        kept: dict[str, Algebraic] = {}
        for factor in self.written:
            kept.setdefault(factor.identity, factor)
        return tuple(kept.values())

    @cached_property
    def canonical(self) -> tuple[Algebraic, ...]:
        """The factors in the order of keys, which does not depend on how the product is written."""
        return tuple(sorted(self.factors, key=lambda factor: factor.identity))

    @cached_property
    def _identities(self) -> frozenset[str]:
        return frozenset(factor.identity for factor in self.written)

    @cached_property
    def _calls(self) -> tuple[tuple[Algebraic, Callable[[Any], Any]], ...]:
        return tuple((factor, factor.target) for factor in self.canonical)

    @abstractmethod
    def __call__(self, infoset: Any) -> Any:
        """Return the value of an infoset."""

    def key(self, infoset: Any) -> tuple[Any, ...]:
        """Return the values of all factors in canonical order, always as a tuple."""
        values = []
        for factor, target in self._calls:
            value = target(infoset)
            if type(value) not in AT_ONCE:
                check_value(factor, value)
            values.append(value)
        return tuple(values)

    def decode(self, key: tuple[Any, ...]) -> dict[Algebraic, Any]:
        """Return the value of each factor in a key, in the order of writing."""
        values = dict(zip(self.canonical, key, strict=True))
        return {factor: values[factor] for factor in self.factors}

    def __mul__(self, other: object) -> Product:
        right = _written(other)
        if right is None:
            raise misused("*", self, other)
        return Product(self.written + right)

    def __rmul__(self, other: object) -> Product:
        left = _written(other)
        if left is None:
            raise misused("*", other, self)
        return Product(left + self.written)

    def __eq__(self, other: object) -> bool:
        # A record whose class is not marked has a hash of its own, and equals no factor.
        known = isinstance(other, Partition) or hasattr(type(other), _MARK)
        partition = partition_of(other) if known else None
        return NotImplemented if partition is None else self._identities == partition._identities

    def __hash__(self) -> int:
        return hash(self._identities)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; multiply to get another")


def misused(
    sign: str,
    left: object,
    right: object,
    advice: str = "compute it in a function of the infoset, with @algebraic above it",
) -> TypeError:
    """Return the error of an operator that factors do not have."""
    both = isinstance(left, Partition) and isinstance(right, Partition)
    if both and sign not in _COMPARED.values():
        advice = f"write `{left!r} * {right!r}` to keep apart what either of them keeps apart"
    return TypeError(
        f"Factors must be combined by `*`, and menus of actions by `+`; got `{left!r} {sign} "
        f"{right!r}`: {advice}."
    )


def _refuse(name: str, sign: str) -> None:
    """Make an operator an error where a factor stands on its left, or on its right."""

    def forward(self: Partition, other: object) -> Any:
        raise misused(sign, self, other)

    def backward(self: Partition, other: object) -> Any:
        raise misused(sign, other, self)

    setattr(Partition, f"__{name}__", forward)
    setattr(Partition, f"__r{name}__", backward)  # Python never asks it of a comparison.


_REFUSED = {"add": "+", "sub": "-", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**"}
_REFUSED |= {"matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>"}
_COMPARED = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
for _name, _sign in (_REFUSED | _COMPARED).items():
    _refuse(_name, _sign)


class Algebraic(Partition):
    """One factor: a function of an infoset, or a frozen record that is called with one.

    Made by :func:`algebraic`. It keeps the name and docstring of its function. Its identity is
    the module, the qualified name and the meaning of the function, including closed-over values,
    so two calls of a function that makes factors return equal factors for equal arguments. It is
    pickled by reference if its module holds it under its name, and otherwise by value: with the
    byte code, and so for one version of Python.

    Parameters
    ----------
    target
        The function or record.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> is_jack.function.__name__, is_jack.identity.split(":")[:2]
    ('is_jack', ['zerosum.kuhn.abstraction', 'is_jack'])
    >>> is_jack * betting == betting * is_jack * betting
    True
    """

    def __init__(self, target: Callable[[Any], Any]) -> None:
        vars(self)["target"] = target
        if isinstance(target, FunctionType):
            names = ("__module__", "__name__", "__qualname__", "__doc__")
            vars(self).update({name: getattr(target, name) for name in names}, __wrapped__=target)
        else:
            vars(self)["__module__"] = type(target).__module__

    target: Callable[[Any], Any]
    """The function or record that is called."""

    @property
    def function(self) -> FunctionType | None:
        """The plain function; None for a record."""
        return self.target if isinstance(self.target, FunctionType) else None

    @property
    def written(self) -> tuple[Algebraic, ...]:  # type: ignore[override]
        """The factor itself."""
        return (self,)

    @cached_property
    def identity(self) -> str:
        """Module, qualified name and a hash of the meaning; computed at first use."""
        named: Any = self.function or type(self.target)
        return f"{module_of(named)}:{named.__qualname__}:{digest(meaning(self))}"

    def __call__(self, infoset: Any) -> Any:
        """Return the value of an infoset."""
        value = self.target(infoset)
        if type(value) not in AT_ONCE:
            check_value(self, value)
        return value

    def __meaning__(self) -> tuple[object, ...]:
        return (self.target,)

    @property
    def factored(self) -> str:
        """How the factor is printed within a product."""
        return repr(self)

    def __repr__(self) -> str:
        return spelled(self.target)

    def __reduce__(self) -> tuple[Any, ...]:
        if is_held(self, self.target):
            return find, (self.__module__, vars(self)["__qualname__"])
        return Algebraic, (carried(self.target),)


class Product(Partition):
    """Several factors as one function, whose value is the tuple of their values.

    A product of one factor equals that factor and returns its value; ``ONE`` returns ``()``.

    Parameters
    ----------
    written
        The factors; repeated ones count once.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> states = is_jack * betting
    >>> states, states(Kuhn().apply(0).apply(1).infoset(0))
    (is_jack * betting, (1, True))
    """

    def __init__(self, written: tuple[Algebraic, ...] = ()) -> None:
        vars(self)["written"] = written

    def __call__(self, infoset: Any) -> Any:
        """Return the values of the factors in canonical order; of a single one its value."""
        key = self.key(infoset)
        return key[0] if len(key) == 1 else key

    def __meaning__(self) -> tuple[object, ...]:
        return self.canonical

    def __repr__(self) -> str:
        return " * ".join([factor.factored for factor in self.factors]) or "ONE"

    def __reduce__(self) -> tuple[Any, ...]:
        return Product, (self.written,)


ONE = Product()


@overload
def algebraic(target: type[C]) -> type[C]: ...  # type: ignore[overload-overlap]
@overload
def algebraic(target: Callable[[Any], Any]) -> Algebraic: ...
def algebraic(target: Any) -> Any:
    """Make a factor from a function or a frozen record, or make all instances of a class factors.

    Parameters
    ----------
    target
        A function of an infoset that returns an int, bool, None, enum member, frozen record
        or a tuple of these; or a frozen dataclass with ``__call__`` (a factor with data), given
        as an instance or as the class, whose instances then multiply and compare like factors.

    Raises
    ------
    AbstractionError
        If it cannot be called with an infoset.

    Examples
    --------
    >>> @algebraic
    ... def parity(infoset):
    ...     return infoset % 2
    >>> def below(bound):
    ...     @algebraic
    ...     def below(infoset):
    ...         return infoset < bound
    ...     return below
    >>> parity * below(3) == below(3) * parity * parity
    True
    >>> parity * below(3)
    parity * below(3)
    >>> (parity * below(3)).decode((parity * below(3))(5))
    {parity: 1, below(3): False}
    """
    if isinstance(target, Partition | FunctionType):
        return Algebraic(target) if isinstance(target, FunctionType) else target
    if isinstance(target, type) and "__call__" in dir(target):
        for name in ("__mul__", "__rmul__", "__eq__", "__hash__"):
            setattr(target, name, _lifted(name))
        setattr(target, _MARK, True)
        return target
    if callable(target) and is_frozen(type(target)):
        return Algebraic(target)
    raise AbstractionError(
        f"A factor must be a function of an infoset or a frozen record with __call__; "
        f"got {target!r}: write a function and put @algebraic above it.",
        target,
    )


def _lifted(name: str) -> Any:
    """Return the method of factors as a method of records."""
    method = getattr(Partition, name)

    def lifted(self: Any, *others: object) -> Any:
        return method(Algebraic(self), *others)

    lifted.__qualname__ = f"Partition.{name}"
    return lifted


def partition_of(obj: object) -> Partition | None:
    """Return a factor or product as it is, and a record that is called as a factor; else None."""
    if isinstance(obj, Partition):
        return obj
    is_factor = callable(obj) and (is_frozen(type(obj)) or hasattr(type(obj), _MARK))
    return Algebraic(obj) if is_factor else None  # type: ignore[arg-type]


def _written(obj: object) -> tuple[Algebraic, ...] | None:
    """Return the factors of an operand of ``*``; None if it is not a factor or product."""
    if isinstance(obj, FunctionType):
        name = obj.__qualname__
        raise AbstractionError(
            f"A factor of a product must be algebraic; got the function `{name}`: "
            "put @algebraic above it.",
            obj,
        )
    partition = partition_of(obj)
    return None if partition is None else partition.written
