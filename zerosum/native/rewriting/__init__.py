"""Rewrite a user's source as source that Numba compiles; :mod:`.passes` lists the steps."""

from zerosum.native.rewriting.menus import returns_range
from zerosum.native.rewriting.passes import rewrite
from zerosum.native.rewriting.source import Source

__all__ = ["Source", "returns_range", "rewrite"]
