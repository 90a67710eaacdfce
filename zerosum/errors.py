"""The errors of this package. Each is also the built-in error that a caller would expect.

A message is one sentence, ``<thing> of <place> must be <constraint>; got <value>``, followed by
what to try. The object that caused the error is ``error.subject``.
"""

from numbers import Integral, Real
from pickle import PicklingError
from typing import Any


class ZeroSumError(Exception):
    """The base class of all errors that this package raises deliberately.

    Parameters
    ----------
    message
        What is wrong, where, and what to do about it.
    subject
        The object that caused the error, for programs that catch it.
    """

    def __init__(self, message: str, subject: object = None) -> None:
        super().__init__(message)
        self.subject = subject


class GameError(ZeroSumError, ValueError):
    """A game violates the protocol of :mod:`zerosum.game`."""


class NotApplicable(GameError):
    """A game, which may be sound, has not what a function needs: it is too large, for example."""


class AbstractionError(ZeroSumError, ValueError):
    """An abstraction is not a function of infosets, or merges infosets that must stay separate."""


class Contradiction(AbstractionError):
    """An abstraction is ill-formed: one key stands for two menus or two players."""


class LoweringError(ZeroSumError, TypeError):
    """Some Python code cannot be compiled; the message says what to write instead."""


class RuleError(ZeroSumError, ValueError):
    """A rule cannot be used with the chosen algorithm."""


class TableError(ZeroSumError, ValueError):
    """A table of infosets is full, or does not fit the game."""


class StoreError(ZeroSumError, ValueError):
    """A saved folder is missing, is damaged, or belongs to another game or abstraction."""


class StrategyError(ZeroSumError, ValueError):
    """A strategy belongs to another game, or does not return probabilities of the actions."""


class ExperimentError(ZeroSumError, ValueError):
    """An experiment cannot be found, imported or run as declared."""


class ClusterGone(ExperimentError):
    """A cluster does not answer any more; Python may not end soon, as Ray waits for it."""


class UnknownInfoset(ZeroSumError, LookupError):
    """A strategy was asked, in strict mode, for an infoset that training never visited."""


class NotNativeWarning(UserWarning):
    """A run is interpreted because it cannot be compiled: the result is correct, but slow."""


def check_count(
    name: str,
    value: Any,
    least: int | None,
    advice: str = "",
    error: type[Exception] = ValueError,
) -> None:
    """Check that a number given by a user is a whole number, and not too small.

    Raises
    ------
    ValueError
        Or the given error, if it is not.

    Examples
    --------
    >>> check_count("deals", 2.5, 2, "give 1,000")
    Traceback (most recent call last):
    ValueError: deals must be a whole number, at least 2; got 2.5: give 1,000.
    """
    fits = is_number(value, Integral) and (least is None or value >= least)
    bound = "" if least is None else f", at least {least}"
    check_given(fits, name, f"a whole number{bound}", value, advice, error)


def is_number(value: Any, kind: Any = Real) -> bool:
    """Return whether a value is a number of a kind; a boolean is not, and no other text or object.

    >>> is_number(0.5), is_number(2, int), is_number("0.5"), is_number(True)
    (True, True, False, False)
    """
    return isinstance(value, kind) and not isinstance(value, bool)


def check_given(
    fits: bool,
    name: str,
    constraint: str,
    value: Any,
    advice: str = "",
    error: type[Exception] = ValueError,
) -> None:
    """Check what a user gives, and say in a sentence what it must be.

    Parameters
    ----------
    fits
        Whether it is right.
    name, constraint, value, advice
        The parts of the sentence ``<name> must be <constraint>; got <value>: <advice>.``
    error
        The class of the error.

    Raises
    ------
    ValueError
        Or the given error, if it is not right.

    Examples
    --------
    >>> check_given(False, "epsilon", "above 0", "0.5", "leave epsilon= out")
    Traceback (most recent call last):
    ValueError: epsilon must be above 0; got '0.5': leave epsilon= out.
    """
    if not fits:
        message = f"{name} must be {constraint}; got {value!r}{advice and ': '}{advice}."
        raise error(message, value) if issubclass(error, ZeroSumError) else error(message)


def must_stay(thing: str, advice: str) -> PicklingError:
    """Return the error for a copy of what belongs to one terminal.

    >>> print(must_stay("A table", "make another one there"))
    A table must stay in its process, whose terminal it uses: make another one there.
    """
    return PicklingError(f"{thing} must stay in its process, whose terminal it uses: {advice}.")
