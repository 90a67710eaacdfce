"""Values and equilibria by linear programs.

Kuhn: H. W. Kuhn, "A simplified two-person poker", 1950. The others by the plain program of
`tests/equilibria.py`; prices of abstractions are in test_prices.py.
"""

import pytest

from tests import references
from tests.equilibria import game_value
from tests.games import Auction, Pennies, ShortSighted
from zerosum.algorithms import LinearProgram
from zerosum.bluff import Bluff
from zerosum.evaluation import expected_values, nash_conv
from zerosum.kuhn import InfoSet, Kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc

LEDUC = -0.085606424078


class TestValues:
    @pytest.mark.parametrize(("game", "value"), [(Leduc(), LEDUC), (leduc.Abstraction(), LEDUC)])
    def test_known(self, game, value):
        program = LinearProgram(game, native=False)
        strategy = program.strategy()
        assert program.value == pytest.approx(value, abs=1e-9)
        assert program.solve().gap < 1e-9
        assert nash_conv(program.tree, strategy) < 1e-9
        assert expected_values(program.tree, strategy)[0] == pytest.approx(value, abs=1e-9)

    @pytest.mark.parametrize("kind", [Auction, Pennies, ShortSighted])
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
    program = LinearProgram(Kuhn(), native=False)
    assert program.value == pytest.approx(-1 / 18, abs=1e-9)
    strategy = program.strategy()
    bets = {key: strategy(InfoSet(*key), strict=True)[1] for key in references.kuhn_bets(0)}
    alpha = bets[0, 1]
    assert 0 <= alpha <= 1 / 3 + 1e-12
    assert bets == pytest.approx(references.kuhn_bets(alpha), abs=1e-12)
