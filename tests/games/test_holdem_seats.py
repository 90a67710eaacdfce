"""Six seats play the same natively and in Python."""

from __future__ import annotations

import pytest

from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.testing import check_native

SIX = NoLimitHoldem(
    players=6,
    stacks=(2000, 350, 1000, 130, 700, 1000),
    blinds=(50, 100),
    antes=(10,),
    sizes=(50, 100),
)


@pytest.mark.slow
def test_native_equals_interpreted_on_many_hands():
    check_native(SIX, 10_000, seed=3)
