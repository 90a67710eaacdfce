"""``public`` and ``private`` together determine the infoset."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from tests.references import histories
from zerosum.bluff import Bluff
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.testing import playouts

SMALL = [Kuhn(), Leduc()]


def one_to_one(pairs):
    """Return whether no left side goes with two right sides, nor the other way round."""
    forth, back = {}, {}
    return all(
        forth.setdefault(left, right) == right and back.setdefault(right, left) == left
        for left, right in pairs
    )


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("player", [0, 1])
def test_public_and_private_are_the_infoset(game, player):
    dealt = [each for each in histories(game) if each.private(1) >= 0]
    assert one_to_one(((each.public, each.private(player)), each.infoset(player)) for each in dealt)


def walked(game, moves):
    """Return a game after moves, None where one of them cannot be."""
    for move in moves:
        may = game.chances() if game.chance else game.infoset(game.active).actions()
        if game.terminal or move not in may:
            return None
        game = game.apply(move)
    return game


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_public_is_what_was_done_openly(game):
    """Equal moves after the deal look equal, and unequal ones do not."""
    deals = list(product(game.chances(), repeat=2))
    starts = [dealt for deal in deals if deal[0] != deal[1] and (dealt := walked(game, deal))]

    def moves_and_public(history, moves=()):
        yield moves, history.public
        if not history.terminal:
            may = history.chances() if history.chance else history.infoset(history.active).actions()
            for move in may:
                yield from moves_and_public(history.apply(move), (*moves, move))

    assert one_to_one(pair for start in starts for pair in moves_and_public(start))


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
