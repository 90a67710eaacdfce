"""Errors: one root, leaves that are also the built-in error a caller would expect.

A message is one sentence, ``<thing> of <place> must be <constraint>; got <value>``, and
then what to try. The offending object travels along as ``error.subject``.
"""

from __future__ import annotations


class ZeroSumError(Exception):
    """Root of every error that this package raises on purpose.

    Parameters
    ----------
    message
        What is wrong, where, and what to do next.
    subject
        The offending object, for programs that catch the error.
    """

    def __init__(self, message: str, subject: object = None) -> None:
        super().__init__(message)
        self.subject = subject


class GameError(ZeroSumError, ValueError):
    """A game breaks the protocol of :mod:`zerosum.game`."""


class AbstractionError(ZeroSumError, ValueError):
    """An abstraction is not a function of infosets, or merges what must stay apart."""


class LoweringError(ZeroSumError, TypeError):
    """A piece of Python has no native meaning; the message says what to write instead."""


class RuleError(ZeroSumError, ValueError):
    """A rule makes no sense with the algorithm that was asked to follow it."""


class TableError(ZeroSumError, ValueError):
    """A table of infosets is full, or does not fit the game."""


class StoreError(ZeroSumError, ValueError):
    """A saved folder is missing, damaged, or belongs to something else."""


class StrategyError(ZeroSumError, ValueError):
    """A strategy is of another game, or gives no probabilities of its actions."""


class ExperimentError(ZeroSumError, ValueError):
    """An experiment cannot be found, imported, or run as declared."""


class UnknownInfoset(ZeroSumError, LookupError):
    """A strategy was asked, strictly, for an infoset that it has never seen."""


class NotNativeWarning(UserWarning):
    """A run falls back to the interpreted meaning: right, and slow."""
