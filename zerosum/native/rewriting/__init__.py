"""From a user's source to source that Numba compiles; the steps are those of :mod:`.passes`."""

from zerosum.native.rewriting.menus import returns_range
from zerosum.native.rewriting.passes import rewrite
from zerosum.native.rewriting.source import Unit

__all__ = ["Unit", "returns_range", "rewrite"]
