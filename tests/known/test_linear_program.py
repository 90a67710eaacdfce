"""Values and equilibria by linear programs.

Kuhn: H. W. Kuhn, "A simplified two-person poker", 1950. The others by the plain program of
`tests/equilibria.py`; prices of abstractions are in test_prices.py.
"""

import pytest

from tests import references
from tests.equilibria import game_value
from tests.games import Auction, LeducRanks, Pennies, ShortSighted, Tricks
from zerosum.abstraction import Abstracted
from zerosum.algorithms import LinearProgram
from zerosum.bluff import Bluff
from zerosum.evaluation import expected_values, nash_conv
from zerosum.kuhn import InfoSet, Kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc

KUHN = -1 / 18
LEDUC = -0.085606424078


class TestValues:
    @pytest.mark.usefixtures("plain_trees")
    @pytest.mark.parametrize(
        ("game", "value"),
        [
            (Kuhn(), KUHN),
            (Leduc(), LEDUC),
            (leduc.Abstraction(), LEDUC),
            (Abstracted(Leduc(), leduc.by_rank), LEDUC),
        ],
        ids=repr,
    )
    def test_known(self, game, value):
        program = LinearProgram(game)
        strategy = program.strategy()
        assert program.value == pytest.approx(value, abs=1e-9)
        assert program.solve().gap < 1e-9
        assert nash_conv(program.tree, strategy) < 1e-9
        assert expected_values(program.tree, strategy)[0] == pytest.approx(value, abs=1e-9)

    def test_a_deck_of_ranks(self):
        program = LinearProgram(LeducRanks(), native=False)
        assert program.value == pytest.approx(LEDUC, abs=1e-9)
        assert nash_conv(program.tree, program.strategy()) < 1e-9

    @pytest.mark.parametrize("kind", [Auction, Pennies, ShortSighted, Tricks])
    def test_the_plain_program_agrees(self, kind):
        program = LinearProgram(kind(), native=False)
        assert program.value == pytest.approx(game_value(kind()), abs=1e-9)
        assert references.nash_conv(kind(), program.strategy()) < 1e-9

    @pytest.mark.slow
    def test_bluff(self):
        program = LinearProgram(Bluff())
        assert program.value == pytest.approx(-7 / 258, abs=1e-9)
        assert nash_conv(program.tree, program.strategy()) < 1e-9


def test_kuhns_family():
    strategy = LinearProgram(Kuhn()).strategy()
    bets = {key: strategy(InfoSet(*key), strict=True)[1] for key in references.kuhn_bets(0)}
    alpha = bets[0, 1]
    assert 0 <= alpha <= 1 / 3 + 1e-12
    assert bets == pytest.approx(references.kuhn_bets(alpha), abs=1e-12)
