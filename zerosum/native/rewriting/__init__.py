"""Rewrite a user's source as source that Numba compiles; :mod:`.passes` lists the steps."""

from zerosum.native.rewriting.menus import returns_range
from zerosum.native.rewriting.passes import rewrite
from zerosum.native.rewriting.returned import NEVER_NONE
from zerosum.native.rewriting.source import Source

__all__ = ["NEVER_NONE", "Source", "returns_range", "rewrite"]
