"""The unusual games, interpreted: that they are correct before anything compiles them.

And that games of the library use what users may use.
"""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from tests import references
from tests.games import Auction, Ladder, LeducRanks, Pennies, ShortSighted, Tricks
from tests.games.auction import Bid, Deal, Face, Pass
from tests.games.pennies import Side
from zerosum.rng import Random

SIZES = {
    Auction: (409, 261, 48),  # nine deals, 45 histories of bidding each
    LeducRanks: (1939, 1116, 288),
    Pennies: (7, 4, 2),
    ShortSighted: (58, 30, 8),
    Tricks: (8725, 2016, 886),
}


@pytest.mark.parametrize("kind", SIZES, ids=lambda kind: kind.__name__)
def test_sizes_payoffs_and_chances(kind):
    assert references.sizes(kind()) == SIZES[kind]
    for history in references.histories(kind()):
        if history.terminal:
            assert history.payoff(0) + history.payoff(1) == 0
        elif history.chance:
            assert sum(history.chances().values()) == pytest.approx(1, abs=1e-12)


def test_a_ladder_has_the_sizes_that_its_docstring_says():
    below = (3**4 - 1) // 2
    sizes = 1 + 2 + 2**2 * below, 2**2 * 3**3, 2 * (below - 3**3)
    assert references.sizes(Ladder(length=3, ranks=2)) == sizes
    game = Ladder(length=2)
    for action in (3, 4, 0, 2):
        game = game.apply(action)
    assert (game.payoff(0), game.payoff(1)) == (-2 + 2, 2 - 2)


@pytest.mark.parametrize("kind", [LeducRanks, Tricks])
def test_samples_follow_chances(kind):
    rng = Random(1)
    game = kind()
    game = game.apply(game.sample(rng))
    game = game.apply(game.sample(rng))
    draws = [game.sample(rng) for _ in range(4000)] if game.chance else []
    for outcome, probability in game.chances().items() if game.chance else ():
        assert draws.count(outcome) / 4000 == pytest.approx(probability, abs=0.03)
    assert set(draws) <= set(game.chances())


def test_a_trick_goes_to_the_trump():
    game = Tricks()
    for card in (0, 2, 1, 3, 4):
        game = game.apply(card)
    assert game.trump == 1
    game = game.apply(2)
    assert game.infoset(1).actions() == (1,)
    game = game.apply(1)
    assert (game.active, game.points) == (0, (4, 0))
    game = game.apply(0)
    assert game.infoset(1).actions() == (3,)
    assert game.apply(3).payoff(0) == 3


def test_no_trump_where_the_highest_card_is_turned():
    game = Tricks()
    for card in (0, 2, 1, 3, 5):
        game = game.apply(card)
    assert game.trump is None
    for card in (2, 1, 0, 3):
        game = game.apply(card)
    assert game.points == (5, 0)


def test_the_short_sighted_see_no_queen():
    game = ShortSighted().apply(1).apply(2)
    assert game.infoset(0).card == 0
    assert type(game) is ShortSighted


def test_an_auction_conceded_and_an_auction_shown():
    game = Auction().apply(Deal(Face.HIGH)).apply(Deal(Face.LOW))
    conceded = game.apply(Bid(2)).apply(Bid(3)).apply(Pass())
    assert conceded.payoff(1) == 2.5
    shown = game.apply(Pass()).apply(Bid(3)).apply(Bid(3))
    assert shown.payoff(0) == 3.5
    assert game.apply(Bid(2)).infoset(1).actions() == (Pass(), Bid(2), Bid(3))


def test_pennies_at_equilibrium():
    def policy(infoset):
        return {Side.HEADS: 2 / 5, Side.TAILS: 3 / 5}

    assert references.expected_values(Pennies(), policy) == pytest.approx([1 / 5, -1 / 5])
    assert references.nash_conv(Pennies(), policy) == pytest.approx(0, abs=1e-12)


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("package", "experiments", "printing", "most"),
    [
        ("blackjack", ("blackjack",), set(), 400),
        ("setback", ("setback", "bidder"), {"keys.py", "words.py", "terminal.py"}, 900),
    ],
)
def test_a_game_is_small_and_uses_the_public_interface(package, experiments, printing, most):
    """Lines with something in them; what is public is in an ``__all__``, or in the reference."""
    files = [*(ROOT / "zerosum" / package).glob("*.py")]
    texts = [path.read_text("utf-8") for path in files if path.name not in printing]
    assert 0 < sum(map(bool, "\n".join(texts).splitlines())) <= most
    pages = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.md"))
    for path in [*files, *(ROOT / "blood" / f"{name}.py" for name in experiments)]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = str(getattr(node, "module", ""))
            if not module.startswith("zerosum.") or module.startswith(f"zerosum.{package}"):
                continue
            public = getattr(import_module(module), "__all__", ())
            for name in (alias.name for alias in node.names):
                said = f":: {module}.{name}\n" in pages or f"automodule:: {module}\n" in pages
                assert name in public or said, (path, name)
