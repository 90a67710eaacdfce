"""Numba's ``overload``, without its demand that annotations of both functions agree."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba.extending

overload: Callable[..., Any] = partial(numba.extending.overload, strict=False)
overload_method: Callable[..., Any] = partial(numba.extending.overload_method, strict=False)
