"""What is public of Bluff, and that nothing is private before the deal."""

from __future__ import annotations

import pytest
from hypothesis import given

from zerosum.bluff import Bluff
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.testing import playouts


@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (1, 3)])
def test_public_of_bluff_is_the_bids_and_the_call(dice):
    @given(playouts(Bluff(*dice)))
    def check(playout):
        for count, history in enumerate(playout.histories):
            assert history.public == sum(1 << move for move in playout.moves[2:count])
            hidden = (-1, -1)
            seen = (*playout.moves[: min(count, 2)], *hidden)[:2]
            assert (history.private(0), history.private(1)) == seen

    check()


def test_before_the_deal_nothing_is_private():
    for game in (Kuhn(), Leduc(), Bluff(2, 1)):
        assert [game.private(player) for player in range(2)] == [-1, -1]
