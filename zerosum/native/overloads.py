"""Numba's ``overload``, as used here.

Annotations of both functions need not agree; and as the target is named, Numba asks these
before its own: otherwise it takes ``optional == 0`` to compare ints, and None for an error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba.extending

from zerosum.native.linking import LINKED

overload: Callable[..., Any] = partial(
    numba.extending.overload, strict=False, target="cpu", jit_options=LINKED
)
overload_method: Callable[..., Any] = partial(
    numba.extending.overload_method, strict=False, target="cpu", jit_options=LINKED
)
