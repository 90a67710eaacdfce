"""What walks over whole games refuse."""

from zerosum.errors import NotApplicable


class NotEnumerable(NotApplicable):
    """A sound game that has no tree: it is too large, or chance does not list its outcomes."""


class TooMany(Exception):
    """Raised if a tree outgrows its limit."""
