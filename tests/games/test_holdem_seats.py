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


CASINO = NoLimitHoldem(
    players=6,
    stacks=(2000, 350, 1000, 130, 30, 1000),
    blinds=(50, 100),
    posts=(0, 0, 0, 100),
    sizes=(50, 100),
    rules="casino",
    whole=True,
)
SHORT_BLINDS = NoLimitHoldem(
    players=6, stacks=(60, 30, 1000, 130, 40, 90), blinds=(50, 100), sizes=(50, 100), rules="casino"
)
BUTTON_BLIND = NoLimitHoldem(
    stacks=(60,), blinds=(0, 2), antes=(1,), button=1, sizes=(50, 100), whole=True, odd="first"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [SIX, CASINO, SHORT_BLINDS, BUTTON_BLIND], ids=["six", "casino", "short", "button"]
)
def test_native_equals_interpreted_on_many_hands(game):
    check_native(game, 10_000, seed=3)
