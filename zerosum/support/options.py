"""Options: a class declares what it takes as a frozen record, which checks and explains it.

A class of solvers names its record as ``Options``. Its constructor takes the fields of the record,
and its ``help()`` shows what the record's docstring says of them.
"""

import re
from collections.abc import Mapping
from inspect import cleandoc, signature
from textwrap import fill, indent
from types import UnionType
from typing import Any

import attrs

from zerosum.errors import check_given
from zerosum.support.hints import choices

ELSEWHERE = frozenset({"rule", "seed", "threads", "native", "reserve", "full", "limit", "memory"})
"""Options that an experiment has fields of its own for, or leaves to the machine."""

_PARAMETERS = re.compile(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-+$|\Z)", re.MULTILINE | re.DOTALL)
_MARKUP = re.compile(r"(?::[a-z:]+:)?`+~?([^`]+)`+")
_WIDTH = 92


def option(
    default: Any,
    fits: Any,
    constraint: str,
    advice: str | None = None,
    *,
    error: type[Exception] = ValueError,
    thing: str = "",
    kw_only: bool = True,
) -> Any:
    """Return a field of a record of options, which is checked when a record is made.

    Parameters
    ----------
    default
        The value if the option is left out.
    fits
        The type of its values, or a function that returns whether a value is right.
    constraint, advice, error
        As for :func:`zerosum.errors.check_given`. The usual advice is to leave the option out.
    thing
        What the error calls the option; its name if left out.
    kw_only
        As for :func:`attrs.field`.

    Examples
    --------
    >>> @attrs.frozen
    ... class Options:
    ...     share: float = option(0.5, lambda share: 0 <= share <= 1, "a share")
    >>> Options(share=0.2)
    Options(share=0.2)
    >>> try:
    ...     Options(share=2.0)
    ... except ValueError as error:
    ...     print(error)
    share must be a share; got 2.0: leave share= out.
    """

    def check(_: object, field: Any, value: object) -> None:
        right = isinstance(value, fits) if isinstance(fits, type | UnionType) else fits(value)
        what = f"leave {field.name}= out" if advice is None else advice
        check_given(right, thing or field.name, constraint, value, what, error)

    return attrs.field(default=default, validator=check, kw_only=kw_only)


def own_names(record: Any) -> list[str]:
    """Return the names of options that are neither of all experiments nor of the machine.

    >>> from zerosum.algorithms import OutcomeSampling
    >>> own_names(OutcomeSampling.Options)
    ['period', 'storage', 'epsilon', 'baseline']
    """
    return [field.name for field in attrs.fields(record) if field.name not in ELSEWHERE]


def as_json(value: Any) -> Any:
    """Return the value of an option as values that JSON supports.

    >>> from zerosum.algorithms import Pruning
    >>> as_json((1, 2)), as_json(Pruning(-20.0))
    ([1, 2], {'threshold': -20.0, 'share': 0.05, 'after': 0, 'floor': None, 'streets':
    None})
    """
    if isinstance(value, tuple):
        return [as_json(part) for part in value]
    if hasattr(value, "item"):  # a number of NumPy
        return value.item()
    return value.written() if hasattr(value, "written") else value


def read(record: Any, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return options from what :func:`as_json` returned for each; records left out are None.

    >>> from zerosum.algorithms import ExternalSampling, Pruning
    >>> words = {"pruning": as_json(Pruning(-20.0))}
    >>> read(ExternalSampling.Options, words)["pruning"].threshold
    -20.0
    """
    found = dict(words)
    for name in own_names(record):
        for kind in choices(attrs.fields_dict(record)[name].type):
            if hasattr(kind, "from_written"):
                value = found.get(name)
                found[name] = None if value is None else kind.from_written(value)
    return found


def explained(text: str | None) -> dict[str, str]:
    """Return what a docstring says of each parameter, with its markup.

    >>> explained('''Roll dice.
    ...
    ... Parameters
    ... ----------
    ... dice
    ...     How many.
    ... ''')
    {'dice': 'How many.'}
    """
    found, names = dict[str, str](), list[str]()
    section = _PARAMETERS.search(cleandoc(text or ""))
    for line in section[1].splitlines() if section else ():
        if line[:1].strip():
            names = [name.strip() for name in line.partition(":")[0].split(",")]
        else:
            found |= {name: f"{found.get(name, '')} {line.strip()}".strip() for name in names}
    return found


def plain(text: str) -> str:
    """Return a docstring without its markup.

    >>> plain("Play ``Bluff`` of :mod:`zerosum.bluff`.")
    'Play Bluff of zerosum.bluff.'
    """
    return _MARKUP.sub(r"\1", text)


def documented(text: str, record: Any) -> str:
    """Return a docstring whose section of parameters also has the options of a record.

    Without that section, and for options that it has already, the docstring stays as it is.

    >>> from zerosum.algorithms import OutcomeSampling
    >>> text = documented('''Sample.
    ...
    ... Parameters
    ... ----------
    ... game
    ...     The game.
    ... ''', OutcomeSampling.Options)
    >>> list(explained(text))[:3]
    ['game', 'rule', 'seed']
    """
    words: dict[str, str] = {}
    for kind in reversed(record.__mro__):
        words |= explained(kind.__doc__)
    known = explained(text)
    entries = [
        f"{name}\n{indent(fill(words[name], _WIDTH), '    ')}\n"
        for name in signature(record).parameters
        if name in words.keys() - known.keys()
    ]
    return _PARAMETERS.sub(
        lambda found: f"{found[0].rstrip()}\n{''.join(entries)}\n", cleandoc(text), 1
    )
