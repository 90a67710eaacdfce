"""Names for what kernels are given.

Numba infers types from arguments, and an interpreted kernel is given other classes than a native
one; so all of these are ``Any`` to mypy, and the names tell the reader what to expect.
"""

from typing import Any, TypeAlias

from zerosum.game import Action, History

__all__ = ["Action", "GameView", "History", "Infoset", "Kernel", "Menu", "Numbers", "Work"]

# An infoset, and the actions or outcomes to choose from.
Infoset: TypeAlias = Any
Menu: TypeAlias = Any
# How infosets are seen: a view or its native form, or a pair of them.
GameView: TypeAlias = Any
# An arena, its twin for interpreted kernels, or a record of arrays.
Work: TypeAlias = Any
# Part of a long array: native kernels see a pointer, interpreted ones a memory view.
Numbers: TypeAlias = Any
# A function that is marked as a kernel.
Kernel: TypeAlias = Any
