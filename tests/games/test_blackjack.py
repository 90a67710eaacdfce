"""Blackjack++: its rules, its size, known values, its chart and its words at a terminal."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from blood import play, show, train
from tests.pictures import clipped
from tests.runs import invoked
from zerosum.abstraction import Abstracted
from zerosum.algorithms import VectorCFR
from zerosum.blackjack import Blackjack, InfoSet, Move
from zerosum.blackjack.abstraction import by_total, hits, orderless, other, shown, total
from zerosum.blackjack.chart import Chart
from zerosum.errors import ExperimentError, GameError
from zerosum.evaluation import loss
from zerosum.experiment import load, new_figure, save_picture
from zerosum.support.rendering import text_of
from zerosum.terms import Moment, terms_of
from zerosum.testing import check_game, check_native, check_public
from zerosum.tree.public import count_public

TENS = Blackjack((10, 10), None)
"""The variant of the stored code."""

STAND, HIT = Move.STAND, Move.HIT


def played(game: Blackjack, *moves: int) -> Blackjack:
    for move in moves:
        game = game.apply(move)
    return game


def test_keeps_to_the_protocol(monkeypatch):
    monkeypatch.setattr("zerosum.testing.check.check_native", lambda *_: None)
    for game in (Blackjack(), Blackjack((1, 1), None, 7)):
        check_game(game, examples=20)


def test_every_part_is_native():
    check_native(Abstracted(Blackjack(max_hits=2), orderless * total), playouts=200)


@pytest.mark.slow
@pytest.mark.parametrize("game", [TENS, Blackjack((1, 9), 1, 3), Blackjack((1, 10), None, 2)])
def test_native_is_interpreted(game):
    check_native(game)


# Cards up, the dealer's, the hits allowed, moves after the deal, what each gets; by hand.
HANDS = [
    # Without a dealer: 20 against 19, for a pot of 3.
    ((10, 10), None, 1, (10, 9, STAND, STAND), (2.0, -1.0, -1.0)),
    # A tie splits the pot, of 4 with one hit, which its player paid.
    ((10, 10), None, 1, (10, 5, STAND, HIT, 5), (1.0, 0.0, -1.0)),
    # 26 is nothing, and 12 wins 4 less the 1 at first.
    ((10, 10), None, 1, (6, 2, HIT, 10, STAND), (-2.0, 3.0, -1.0)),
    # Both above 21: the dealer takes it, who does not even play.
    ((10, 10), None, 1, (6, 6, HIT, 10, HIT, 10), (-2.0, -2.0, 4.0)),
    # An ace is 11, but 1 after a ten; two aces are 12.
    ((10, 10), None, 1, (1, 10, STAND, STAND), (2.0, -1.0, -1.0)),
    ((1, 1), None, 1, (5, 1, HIT, 10, HIT, 3), (3.0, -2.0, -1.0)),
    # The dealer plays: 18 loses to 19, beats 17 and more than 21, ties with 18.
    ((6, 6), 2, 1, (2, 2, STAND, HIT, 10, 19), (-1.0, -2.0, 3.0)),
    ((6, 6), 2, 1, (2, 2, STAND, HIT, 10, 17), (-1.0, 2.0, -1.0)),
    ((6, 6), 2, 1, (2, 2, STAND, HIT, 10, 22), (-1.0, 2.0, -1.0)),
    ((6, 6), 2, 1, (2, 2, STAND, HIT, 10, 18), (-1.0, 0.0, 1.0)),
    # All above 21; and all three equal, 5 / 3 for each.
    ((6, 6), 2, 1, (10, 10, HIT, 10, HIT, 10, 22), (-2.0, -2.0, 4.0)),
    ((6, 6), 2, 1, (4, 4, HIT, 8, HIT, 8, 18), (5 / 3 - 2, 5 / 3 - 2, 5 / 3 - 1)),
]


@pytest.mark.parametrize(("up", "dealer", "most", "moves", "pays"), HANDS)
def test_who_takes_the_pot(up, dealer, most, moves, pays):
    game = played(Blackjack(up, dealer, most), *moves)
    assert game.terminal
    assert [game.payoff(player) for player in range(3)] == pytest.approx(pays)
    assert sum(pays) == pytest.approx(0)


def test_players_take_turns_until_done():
    """A player is done after Stand, a sum of 20 with aces as 1, or all hits; the other goes on."""
    game = played(Blackjack((10, 1), None, 4), 5, 5)
    seen = []
    for move in (HIT, 4, HIT, 10, HIT, 6, HIT, 8, HIT, 1):
        if not game.chance:
            seen.append(game.active)
        game = game.apply(move)
    assert seen == [0, 1, 0, 1, 1]  # with 10 4 6 the one is done, with 1 10 8 the other is not
    assert game.terminal
    stood = played(Blackjack(max_hits=3), 5, 5, STAND)
    assert [played(stood, *[HIT, 2] * count).active for count in range(4)] == [1, 1, 1, 2]
    assert played(stood, STAND).chance  # the dealer's
    assert played(Blackjack(max_hits=0), 5, 5).infoset(0).actions() == (STAND,)
    assert played(Blackjack(max_hits=0, dealer=None), 5, 5, STAND, STAND).terminal


@cache
def ends(cards: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the totals of a dealer with sorted cards; for comparison, card by card."""
    worth = sum(cards) + (10 if 1 in cards and sum(cards) <= 11 else 0)
    if worth >= 17:
        return {min(worth, 22): Fraction(1)}
    found: dict[int, Fraction] = {}
    for card in range(1, 11):
        for end, odds in ends(tuple(sorted((*cards, card)))).items():
            found[end] = found.get(end, Fraction(0)) + odds * Fraction(1 + 3 * (card == 10), 13)
    return found


@pytest.mark.parametrize("up", range(1, 11))
def test_the_dealer_draws_to_17(up):
    game = played(Blackjack(dealer=up), 5, 5, STAND, STAND)
    chances = game.chances()
    assert chances == pytest.approx({end: float(odds) for end, odds in ends((up,)).items()})
    assert sum(chances.values()) == pytest.approx(1, abs=1e-15)


def test_the_dealer_of_an_infinite_deck_goes_bust_as_often_as_tables_say():
    """Known figures of a dealer who stands on soft 17, an infinite deck, no cards looked at."""
    known = {2: 0.3536, 6: 0.4232, 10: 0.2121, 1: 0.1153}
    for up, odds in known.items():
        bust = played(Blackjack(dealer=up), 5, 5, STAND, STAND).chances()[22]
        assert round(bust, 4) == odds


def test_cards_have_the_odds_of_an_infinite_deck():
    start = Blackjack()
    assert start.chances() == {**dict.fromkeys(range(1, 10), 1 / 13), 10: 4 / 13}
    assert played(start, 5, 5, HIT).chances() == start.chances()


def test_a_player_sees_all_but_the_other_card_down():
    first, second = (played(Blackjack(max_hits=2), 5, card, HIT, 7) for card in (3, 4))
    assert first.infoset(0) == second.infoset(0)
    assert first.infoset(1) != second.infoset(1)
    assert first.public == second.public
    assert (first.private(0), first.private(1), first.private(2)) == (5, 3, 0)
    assert first.infoset(1).player == 1
    assert played(Blackjack(), 5).public == Blackjack().public


@pytest.mark.slow
def test_public_is_what_infosets_have_in_common():
    check_public(Blackjack((10, 10), 2))


NODES = {
    (10, 10): (133, 11_221, 233_773, 1_861_861),
    (6, 6): (133, 13_553, 759_617, 14_743_213),
    (1, 1): (133, 13_553, 1_285_417, 62_885_593),
}


@pytest.mark.parametrize(
    "most", [1, *(pytest.param(most, marks=pytest.mark.slow) for most in (2, 3, 4))]
)
@pytest.mark.parametrize("up", NODES)
def test_public_nodes_as_the_original_counts_them(up, most):
    """Decisions and ends of play, with one pair of cards down; no moves of chance."""
    counts = count_public(Blackjack(up, None, most), native=most > 1)
    assert counts.decisions + counts.terminals == NODES[up][most - 1]


# The game, iterations, values (those of the original are 1 more), and the largest gain.
KNOWN = [
    (TENS, 2_000, (0.49154, 0.50846, -1.0), 5e-6),
    (Blackjack(), 1_000, (-0.45585, -0.41005, 0.86590), 5e-6),
    (Blackjack((10, 10), None, 2), 2_000, (0.49119, 0.50881, -1.0), 2e-5),
    (Blackjack((10, 10), None, 3), 300, (0.4911, 0.5089, -0.99998), 1e-4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "iterations", "values", "gain"), KNOWN, ids=repr)
def test_known_values_by_public_tree(game, iterations, values, gain):
    solver = VectorCFR(game)
    solver.run(2 * iterations if game.max_hits == 1 else iterations)
    assert solver.values() == pytest.approx(values, abs=1e-4)
    assert max(solver.gains()) <= gain


UPS = (0, 6), (6, 11), (6,), (6.0, 6), 6


@pytest.mark.parametrize(
    ("options", "words"),
    [
        *(({"up": up}, r"cards up of Blackjack must be 1 \(an ace\) to 10, .* up=") for up in UPS),
        *(
            ({"dealer": dealer}, rf"does not play; got up=\(6, 6\) and dealer={dealer!r}:")
            for dealer in (0, 11, True)
        ),
        *(
            ({"max_hits": most}, rf"The max_hits of Blackjack must be 0 to 7; got {most!r}")
            for most in (-1, 8, 1.0)
        ),
    ],
)
def test_other_options_are_refused(options, words):
    with pytest.raises(GameError, match=words):
        Blackjack(**options)


def test_factors():
    """Player 1 has an ace up, drew a 3 and a 4, and holds a 2; player 0 stood on a 6."""
    infoset = InfoSet(down=2, up=(0x6B, 0x134), max_hits=3)
    assert infoset.player == 1
    assert (total(infoset), shown(infoset), hits(infoset)) == ((20, True), (8, 18), 2)
    assert other(infoset) == (6, 6, 0, True)
    assert orderless(infoset) == orderless(InfoSet(down=2, up=(0x6B, 0x143), max_hits=3))
    assert orderless(infoset) != orderless(InfoSet(down=3, up=(0x6B, 0x133), max_hits=3))
    assert by_total(infoset) == by_total(InfoSet(down=3, up=(0x6B, 0x133), max_hits=3))


@pytest.mark.slow
def test_what_the_abstractions_cost():
    """Nothing with one hit, where there is no order; little with two."""
    for states in (orderless, by_total):
        assert loss(TENS, states).lifted < 1e-5
    found = loss(Blackjack((10, 10), None, 2), orderless, iterations=300)
    assert found.before.infosets == (1_000, 9_200, 0)
    assert found.recall == (True, False, True)
    assert found.lifted < 1e-4


def about_half(infoset: Any) -> dict[Any, float]:
    """Hit the more, the lower the card down."""
    if Move.HIT not in infoset.actions():
        return {Move.STAND: 1.0}
    return {Move.STAND: infoset.down / 10, Move.HIT: 1 - infoset.down / 10}


def test_the_chart_shows_both_first_decisions():
    lines = text_of(Chart(lambda *_: "a note")(about_half, Blackjack((6, 1)))).splitlines()
    assert lines[0] == "Player 0 hits (per cent), 6 up against 1 and the dealer's 2"
    assert [line.split() for line in lines[1:4]] == [["total", "start"], ["8", "80"], ["9", "70"]]
    assert lines[11].split() == ["soft", "17", "90"]
    assert lines[12] == "Player 1 hits (per cent), 1 up against 6 and the dealer's 2"
    assert lines[13].split() == ["total", "s", *(f"h{card}" for card in range(1, 11))]
    assert lines[14].split() == ["soft", "12", *["90"] * 11]
    assert lines[-1] == "a note"


def test_the_chart_is_drawn(tmp_path):
    figure = new_figure(8, 6)
    Chart(lambda *_: "a long note; " * 12).draw(about_half, TENS, figure)
    first, second = figure.axes
    assert [len(panel.texts) for panel in (first, second)] == [10, 110]
    assert first.get_title() == "Player 0 hits (per cent)\n10 up against 10"
    assert not clipped(figure)
    save_picture(figure, tmp_path / "chart.png")
    assert (tmp_path / "chart.png").stat().st_size > 10_000


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_strategy_is_dumped_as_a_tree_of_folders(tmp_path, most):
    folder, game = tmp_path / "new", Blackjack((10, 10), None, most)
    Chart().dump(about_half, game, folder)
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert len(files) == count_public(game, native=False).decisions
    deepest = {"h7/s/strategy.txt", "s/h2/strategy.txt"} if most == 2 else {"h7/strategy.txt"}
    assert {"strategy.txt", "s/strategy.txt"} | deepest <= files
    rows = (folder / "s" / "strategy.txt").read_text().splitlines()
    assert rows[:2] == ["down hit      stand", "   1 0.900000 0.100000"]
    assert rows[10] == "  10 0.000000 1.000000"
    with pytest.raises(ExperimentError, match=r"The folder .*new must be new or empty; it is not"):
        Chart().dump(about_half, TENS, folder)


def test_without_hits_the_chart_has_none():
    lines = text_of(Chart(lambda *_: "a note")(about_half, Blackjack(max_hits=0))).splitlines()
    assert lines[13].split() == ["total", "s"]


def test_words_at_a_terminal():
    moment = Moment(Blackjack())
    for move in (10, 4, STAND):
        moment = moment.apply(move)
    terms = terms_of(moment.base)
    assert [choice.word for choice in terms.choices(moment)] == ["s", "h"]
    assert terms.read(moment, "hit") is HIT
    assert str(terms.board(moment)) == "6 s / 6 / 2"
    assert terms.chips(moment, 1) == "10 in all; a hit costs 1"
    ended = moment.apply(HIT)
    for move in (9, 17):
        ended = ended.apply(move)
    assert str(terms.dealt(moment, ended)) == "The board: 6 s / 6 h9 / 2 to 17"
    assert terms.shown(ended)
    assert [str(terms.hand(ended, player)) for player in range(3)] == ["10", "4", "2"]
    assert [terms.best(ended, player) for player in range(3)] == [
        "16 in all",
        "19 in all",
        "17 in all",
    ]
    assert terms.seat(2) == "the dealer"
    assert terms.best(Moment(played(Blackjack(), 10, 4, HIT, 8)), 0) == "above 21"
    assert not terms.hand(Moment(TENS), 2)


def test_the_experiment_has_parameters():
    experiment = load("blood.blackjack")
    assert experiment.training() == Blackjack()
    assert experiment.game == {"up": (6, 6), "dealer": 2, "max_hits": 1}
    assert isinstance(experiment.show, Chart)


@pytest.mark.slow
def test_it_is_trained_shown_and_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = "blood.blackjack --game up=10,10 --game dealer=none --iterations 200 --out run"
    trained = invoked(train, words)
    assert trained.exit_code == 0, trained.output
    assert "The public tree has 24 nodes; 1,000 iterations take about 1 s.\n" in trained.stderr
    shown = invoked(show, "run --out chart.png --dump strategy")
    assert "value, chips a hand: player 0 0.4915" in shown.stdout
    assert (tmp_path / "chart.png").exists()
    assert len(list((tmp_path / "strategy").rglob("strategy.txt"))) == 12
    played = invoked(play, "run --hands 1 --seat 1", "s\n")
    assert "The session is over" in played.stdout
    refused = invoked(train, "blood.blackjack --game up=0,11")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("The cards up of Blackjack must be 1 (an ace) to 10, ")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_tree_that_does_not_fit_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused = invoked(train, "blood.blackjack --game max_hits=7")
    assert refused.exit_code == 2
    assert "nodes, more than training stores." in refused.stderr
    assert "The public tree of Blackjack must have at most 10,000,000 nodes;" in refused.stderr
