"""Tests of two sizes: a small one by default, and a large one that is slow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import tuples


def scaled(few: int, many: int) -> pytest.MarkDecorator:
    """Give a test its size as ``scale``: few by default, many among the slow tests."""
    sizes = [few, pytest.param(many, marks=pytest.mark.slow)]
    return pytest.mark.parametrize("scale", sizes)


def tried(check: Callable[..., Any], scale: int, *strategies: Any) -> None:
    """Check so many examples of Hypothesis."""

    @settings(max_examples=scale)
    @given(tuples(*strategies))
    def attempt(values: tuple[Any, ...]) -> None:
        check(*values)

    attempt()
