"""Streets before the last: completed boards, groups of hands, what hands win later, solutions."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from blood.basic import basic
from tests.bench import overbets
from tests.thinking import Table, Trained
from zerosum.abstraction import Abstracted, View, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.cards import Cards, is_black, parse
from zerosum.errors import GameError, StrategyError
from zerosum.evaluation.opponent import opponent_of
from zerosum.pkr import Bet, Call, Check, Deal, Fold, RaisePot, RiverOfBlood
from zerosum.pkr.abstraction import capped, capped_bets, pot_bets
from zerosum.pkr.abstraction import passive as fold_or_call
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.hands.values import evaluate
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.think import Clock, Streets, Thinker, Values, Way, fit_values
from zerosum.pkr.think.groups import grouped
from zerosum.pkr.think.outlook import outlooks_of
from zerosum.pkr.think.playouts import FACTOR, Playouts, favour
from zerosum.pkr.think.runouts import PLACE, hands_of, runouts_of
from zerosum.pkr.think.showdowns import has_next_to_last, is_next_to_last
from zerosum.pkr.think.streets import with_ways
from zerosum.pkr.think.trace import Trace
from zerosum.pkr.think.values import ALL_IN, SIZES, STEPS
from zerosum.play import StrategyAgent, play_match
from zerosum.resolving import solve
from zerosum.rng import Random
from zerosum.rules import DCFR

TURN = replace(
    RiverOfBlood(),
    community=parse("2c3d7hKs"),
    last=parse("Ks").mask.bit_length() - 1,
    due=0,
    stacks=(390, 390),
    pips=(0, 0),
    pot=20,
    active=1,
)
# Six ranks in two suits, a hand of two cards, a turn and a river.
TINY = NoLimitHoldem(deck=Deck(6, 2), board=(1, 1), stacks=(12,), sizes=(50, 100))
MENU = View(None, capped_bets(basic, 2))


def values_of(rng: np.random.Generator, chips: int = 800) -> Values:
    return Values(chips, rng.normal(size=(2, len(Way), SIZES.size + 1, STEPS, STEPS)))


def early(values: Values, *, native: bool = True) -> Streets:
    return Streets(RiverOfBlood(), MENU, values, native=native)


def solved_turn(streets, ranges, player, iterations, *, native=True):
    """Return the turn as a thinker solves it."""
    part = streets.part(TURN, (ranges[0], ranges[1]), player)
    return solve(part, iterations=iterations, rule=DCFR, native=native)


def worth(keys):
    """Return the value of each hand on each board; negative where they share a card."""
    values = np.empty_like(keys)
    np.put_along_axis(values, keys & (1 << PLACE) - 1, keys >> PLACE, axis=1)
    return values


class TestRunouts:
    @pytest.mark.parametrize("words", ["2c3d7hKs", "2c3d7hKs9d"])
    def test_boards_go_on_until_a_black_card_ends_them(self, words):
        board = parse(words)
        last = parse(words[-2:]).mask.bit_length() - 1
        game = replace(TURN, community=board, last=last)
        cards, keys = runouts_of(game, boards=52 - len(board))
        hands = [sum(1 << card for card in hand) for hand in cards.tolist()]
        assert sorted(hands) == sorted(
            1 << a | 1 << b for a, b in combinations(list(Cards((1 << 52) - 1) - board), 2)
        )
        nexts = []
        for values in worth(keys):
            dead = [hand for hand, value in zip(hands, values.tolist(), strict=True) if value < 0]
            # No hand with a card that was dealt is possible.
            drawn = [
                card
                for card in range(52)
                if not board.mask >> card & 1
                and sum(hand >> card & 1 for hand in dead) == 51 - len(board)
            ]
            full = board.mask | sum(1 << card for card in drawn)
            assert any(is_black(card) for card in drawn)
            for hand, value in list(zip(hands, values.tolist(), strict=True))[::97]:
                assert value == (evaluate(full | hand) if not full & hand else -1)
            nexts.append(drawn)
        ones = [drawn[0] for drawn in nexts if len(drawn) == 1]
        assert sorted(ones) == [card for card in range(52) if is_black(card) and card not in board]

    def test_equal_states_give_equal_boards(self):
        first, second = (runouts_of(TURN, 6).keys for _ in range(2))
        assert (first == second).all()
        assert (np.diff(first, axis=1) > 0).all()

    def test_in_holdem_each_card_makes_a_board(self):
        game = replace(TINY, dealt=(next(iter(TINY.deck.cards)),), street=1)
        cards, keys = runouts_of(game)
        assert cards.shape == (55, 2)
        assert keys.shape == (11, 55)
        assert (worth(keys) < 0).sum(axis=1).tolist() == [10] * 11
        assert (cards == hands_of(game)).all()

    def test_which_streets_the_last_one_may_follow(self):
        red = parse("9d").mask.bit_length() - 1
        assert is_next_to_last(TURN)
        assert is_next_to_last(replace(TURN, community=parse("2c3d7hKs9d"), last=red))
        black = parse("9s").mask.bit_length() - 1
        assert not is_next_to_last(replace(TURN, community=parse("2c3d7hKs9s"), last=black))
        assert not is_next_to_last(replace(TURN, community=parse("2c3d7h")))
        assert not is_next_to_last(replace(TURN, due=1))
        assert not is_next_to_last(NoLimitHoldem())


@pytest.fixture(scope="module")
def runouts():
    return runouts_of(TURN, 7)


class TestGroups:
    def test_a_hand_beats_as_many_as_it_does_hand_by_hand(self, runouts):
        means, variances = outlooks_of(runouts.keys)
        values = worth(runouts.keys)
        for hand in range(0, len(means), 131):
            shares = [
                float(np.mean(np.sign(row[hand] - row[row >= 0]) + 1.0)) / 2
                for row in values
                if row[hand] >= 0
            ]
            assert means[hand] == pytest.approx(np.mean(shares), abs=1e-12)
            assert variances[hand] == pytest.approx(np.var(shares), abs=1e-12)

    def test_matrices_are_sums_over_pairs_of_hands(self, runouts):
        rng = np.random.default_rng(4)
        ranges = rng.random((2, len(runouts.cards))) ** 8
        held = grouped(runouts, (ranges[0], ranges[1]), Values.without(800), 0, count=9)
        assert len(held) == 9
        values = worth(runouts.keys)
        own, other = (each / each.sum() + 1e-6 / each.size for each in ranges)
        apart = (runouts.cards[:, None, :, None] != runouts.cards[None, :, None, :]).all((2, 3))
        for first, second in [(0, 8), (3, 4), (5, 5)]:
            one, two = (np.flatnonzero(held.columns == group) for group in (first, second))
            joint = np.outer(own[one], other[two])
            free = (joint * apart[np.ix_(one, two)]).sum() / joint.sum()
            assert held.apart[first, second] == pytest.approx(free, abs=1e-9)
            ahead = met = 0.0
            for row in values:
                possible = np.outer(row[one] >= 0, row[two] >= 0) * joint
                ahead += (possible * np.sign(row[one][:, None] - row[two])).sum()
                met += possible.sum()
            assert held.edges[first, second] == pytest.approx(ahead / met, abs=1e-9)

    def test_hands_of_a_group_fare_alike(self, runouts):
        even = np.ones(len(runouts.cards))
        held = grouped(runouts, (even, even), Values.without(800), 0)
        means, _ = outlooks_of(runouts.keys)
        assert len(held) == 96
        inside = [means[held.columns == group] for group in range(len(held))]
        assert np.mean([each.max() - each.min() for each in inside]) < 0.05
        place = held.place(np.array(sorted(parse("KhKd"))))
        assert held.shares[place] > 0.85
        assert held.weigh(even).sum() == len(even)


class TestValues:
    def test_values_are_interpolated_and_after_an_all_in_nothing(self):
        values = values_of(np.random.default_rng(1))
        at = np.arange(STEPS) / (STEPS - 1)
        found = values.beyond(1, Way.CALLS, 2, at)
        assert found == pytest.approx(values.tables[1, 2, 2], abs=1e-12)
        half = values.beyond(1, Way.CALLS, 2, (at[:-1] + at[1:]) / 2)
        table = values.tables[1, 2, 2]
        mean = (table[:-1, :-1] + table[1:, :-1] + table[:-1, 1:] + table[1:, 1:]) / 4
        assert half == pytest.approx(mean, abs=1e-12)
        values = values_of(np.random.default_rng(1))
        assert values.size(800) == values.size(810) == ALL_IN
        assert not values.beyond(0, 1, ALL_IN, np.array([0.2, 0.9])).any()

    def test_a_way_favours_its_actions(self):
        infoset = replace(TURN, pips=(10, 0), bets=1).infoset(1)
        menu = MENU.menu(infoset)
        assert str(menu[:2]) == "(Fold(), Call())"
        for way, favoured in [(Way.FOLDS, [0]), (Way.CALLS, [1]), (Way.RAISES, [2, 3])]:
            sigma = np.full(len(menu), 1.0 / len(menu))
            favour(int(way), infoset, menu, sigma)
            weights = [FACTOR if place in favoured else 1.0 for place in range(len(menu))]
            assert sigma == pytest.approx(np.array(weights) / sum(weights))


@algebraic
def passive(infoset):
    return (Call(),) if infoset.cost > 0 else (Check(),)


@algebraic
def everything(infoset):
    """Check, call, fold, or bet all chips."""
    bets = (Bet(infoset.bounds()[1]),) if infoset.bounds()[1] > infoset.cost else ()
    return (Fold(), Call(), *bets) if infoset.cost > 0 else (Check(), *bets)


def few(values: Values) -> Streets:
    menu = View(None, fold_or_call + capped(pot_bets(1), 1))
    return Streets(RiverOfBlood(), menu, values, native=False)


@algebraic
def nothing(infoset):
    return infoset.player, passive(infoset)


class TestPlayouts:
    def test_hands_that_only_call_win_what_their_cards_are_worth(self):
        game = Abstracted(RiverOfBlood(), nothing, passive)
        strategy = ExternalSampling(game, seed=1, native=False).strategy()
        work = opponent_of(strategy, game.game, strategy.view, Random(0))
        answers = SimpleNamespace(view=strategy.view, work=work)
        playouts = Playouts(answers, game.game, native=False)
        state = replace(TURN, due=1, pips=(0, 0))
        cards = np.array([sorted(parse("KhKd")) + sorted(parse("7c7d")), [0, 1, 2, 3]])[[0] * 60]
        (won,) = playouts.play(state, cards, np.arange(60), [(0, Way.RAISES)], 5)
        assert set(won.tolist()) <= {-10.0, 10.0}
        assert won.mean() > 6.0
        again = playouts.play(state, cards, np.arange(60), [(1, Way.PLAIN), (0, Way.RAISES)], 5)
        assert (again == won).all()


@algebraic
def bold(infoset):
    """Player 0 bets the pot from the river on, player 1 folds to half of these bets."""
    if len(infoset.community) < 5 or infoset.player == 1:
        river = len(infoset.community) >= 5 and infoset.cost > 0
        return (Fold(), Call()) if river else passive(infoset)
    lower, upper = infoset.bounds()
    return (
        (RaisePot(),) if infoset.cost == 0 and lower <= infoset.total <= upper else passive(infoset)
    )


@algebraic
def everyone(infoset):
    return infoset.player, bold(infoset)


@pytest.mark.slow
class TestFit:
    @pytest.fixture(scope="class")
    @classmethod
    def tables(cls):
        game = Abstracted(RiverOfBlood(), everyone, bold)
        solver = ExternalSampling(game, seed=1)
        solver.run(1)
        return fit_values(StrategyAgent(solver.strategy(), game), states=20, pairs=1_000).tables

    def test_who_meets_folds_wins_more_than_the_cards_are_worth(self, tables):
        """Over all pairs of hands, cards are worth nothing to either player."""
        small = tables[:, :, 1, 2:-2, 2:-2].mean(axis=(2, 3))
        plain, folds, calls, raises = small[1]
        assert small[0] == pytest.approx(np.full(4, plain), abs=0.12)  # has no choice to favour
        assert raises == pytest.approx(plain, abs=0.12)
        assert calls + 0.2 < plain < folds - 0.05
        assert 0.7 < folds < 1.1

    def test_bets_win_more_with_strong_hands(self, tables):
        low, high = slice(0, STEPS // 2), slice(STEPS // 2, STEPS)
        table = tables[1, Way.CALLS, 1]
        assert table[high, low].mean() > 0.3
        assert table[low, high].mean() < -0.1


class TestSolutions:
    def test_a_choice_is_a_decision_for_each_leaf(self):
        rng = np.random.default_rng(2)
        solver = early(values_of(rng), native=False)
        held = grouped(runouts_of(TURN, 4), (np.ones(1128),) * 2, solver.values, 1, count=6)
        plain = solver._trees.tree((TURN,), held)
        tree = with_ways(plain)
        leaves = int(((plain.pots > 0) & (plain.pots < 800)).sum())
        assert leaves > 5
        assert tree.nodes == plain.nodes + leaves
        assert tree.pots.size == plain.pots.size + 4 * leaves
        new = range(plain.nodes, tree.nodes)
        assert {int(tree.owners[node]) for node in new} == {1}
        for node in new:
            ends = -1 - tree.targets[tree.firsts[node] : tree.firsts[node + 1]]
            assert tree.ways[ends].tolist() == [0, 1, 2, 3]
            assert len(set(tree.pots[ends].tolist())) == 1
        one = Values(800, solver.values.tables[:, :1])
        plain = replace(plain, hands_held=replace(held, values=one))
        assert with_ways(plain) is plain

    def test_chips_that_are_returned_are_in_no_pot(self):
        game = NoLimitHoldem(stacks=(40, 100))
        while game.chance or game.street < 2:
            if game.chance:
                game = game.apply(game.sample(Random(3)))
            else:
                game = game.apply(Call() if game.infoset(game.active).cost > 0 else Check())
        menu = View(None, everything)
        streets = Streets(NoLimitHoldem(stacks=(40, 100)), menu, Values.without(80), native=False)
        tree: Any = streets.part(game, (np.ones(1128),) * 2).tree
        pots, terms = tree.pots, tree.terms
        assert pots.max() == 40 + 100
        assert terms["scales"][pots > 0].max() == 40.0
        assert terms["scales"][pots == 4].tolist() == [2.0]

    @pytest.mark.slow
    def test_it_comes_near_an_equilibrium(self):
        rng = np.random.default_rng(3)
        ranges = rng.random((2, 1128))
        for player in range(2):
            streets = early(values_of(rng))
            few, many = (solved_turn(streets, ranges, player, count) for count in (10, 500))
            assert many.nash_conv() < 0.1 * few.nash_conv()
            assert many.nash_conv() < 0.05  # of a pot of 20 chips

    def test_what_hands_win_changes_what_they_bet(self):
        """A hand that is worth more if the street is checked is checked more often."""
        even = np.ones(1128)
        shares = []
        for gain in (0.0, 3.0):
            values = Values.without(800)
            values.tables[:, :, values.size(20)] -= gain  # player 1 wins more in small pots
            solved = solved_turn(few(values), (even, even), 1, 100, native=False)
            shares.append(float(solved.by_hand(0)[0].mean()))
        assert shares[1] > shares[0] + 0.2

    def test_the_opponent_goes_on_by_its_own_values(self):
        even, sums = np.ones(1128), []
        for rival in (None, 0):
            values = Values(800, np.zeros((2, len(Way), SIZES.size + 1, STEPS, STEPS)))
            if rival is not None:
                values.tables[rival, 1:] = 2.0  # better for the rival than the plain way
            for player in range(2):
                sums.append(
                    solved_turn(few(values), (even, even), player, 20, native=False).numbers
                )
        assert (sums[2] == sums[0]).all()  # player 0 solves, and player 1 has no other values
        assert not np.allclose(sums[3], sums[1])

    @pytest.mark.parametrize(
        "state",
        [
            replace(TURN, due=1),
            replace(TURN, community=parse("2c3d7h")),
        ],
        ids=["a card is due", "flop"],
    )
    def test_other_states_are_refused(self, state):
        streets = early(Values.without(800), native=False)
        with pytest.raises(GameError, match="the last street must be able to follow"):
            streets.part(state, (np.ones(1128),) * 2)
        with pytest.raises(GameError, match="the last street must be able to follow"):
            streets.tree(state)

    def test_an_empty_range_is_refused(self):
        with pytest.raises(GameError, match="The range of each player must hold a hand"):
            early(Values.without(800), native=False).part(TURN, (np.ones(1128), np.zeros(1128)))


@pytest.fixture(scope="module")
def agent():
    solver = ExternalSampling(Trained, seed=1)
    solver.run(3_000)
    return StrategyAgent(solver.strategy(), Trained(), Table(), "river")


@pytest.fixture(scope="module")
def values(agent):
    return fit_values(agent, states=30, pairs=1_000)


@pytest.mark.slow
class TestThinker:
    def test_equal_seeds_fit_equal_values_and_roots_are_unsafe(self, agent, values):
        assert values.chips == 800
        assert (fit_values(agent, states=30, pairs=1_000).tables == values.tables).all()
        assert (values.tables[0, 0] == values.tables[1, 0]).all()
        assert np.abs(values.tables).max() > 0.1
        with pytest.raises(StrategyError, match="must be unsafe before the last street"):
            Thinker(agent, Clock(1.0), root="gadget", values=values)

    def test_equal_seeds_play_equal_hands(self, agent, values):
        matches = [
            play_match(Thinker(agent, Clock(60.0), 6, values=values), agent, deals=40, seed=5)
            for _ in range(2)
        ]
        assert matches[0].mean == matches[1].mean
        thinker = Thinker(agent, Clock(60.0), 6, values=values)
        play_match(thinker, agent, deals=40, seed=5)
        last = Thinker(agent, Clock(60.0), 6)
        play_match(last, agent, deals=40, seed=5)
        assert thinker.thought > last.thought + 10
        assert thinker.fallbacks == 0

    @pytest.mark.parametrize(("held", "line"), overbets.SITUATIONS)
    def test_a_weak_hand_is_not_put_all_in_after_a_bet_off_the_menu(
        self, agent, values, held, line
    ):
        thinker = Thinker(agent, Clock(60.0), 64, values=values)
        hand = overbets.situation(thinker, held, line)
        assert overbets.equity_of(hand, held) < 0.3
        called, raised = overbets.shares_of(thinker, hand)
        assert raised < 0.05
        assert called < 0.5
        assert thinker.fallbacks == 0

    def test_native_is_interpreted(self, agent, values):
        ranges, menus = np.random.default_rng(3).random((2, 1128)), agent.answers.view
        found = [
            solved_turn(
                Streets(RiverOfBlood(), menus, values, native=native), ranges, 0, 3, native=native
            )
            for native in (True, False)
        ]
        assert (found[0].numbers == found[1].numbers).all()

    def test_hands_that_are_played_out_are_the_same_natively(self, agent):
        state = replace(TURN, due=1)
        cards = np.array([sorted(parse("KhKd")) + sorted(parse("QcQd"))] * 50)
        won = [
            Playouts(agent.answers, RiverOfBlood(), native=native).play(
                state, cards, np.arange(50), [(1, way)], 3
            )
            for way in (Way.PLAIN, Way.RAISES)
            for native in (True, False)
        ]
        assert (won[0] == won[1]).all()
        assert (won[2] == won[3]).all()
        assert won[0].tolist() != won[2].tolist()

    def test_the_own_range_is_that_of_the_solution(self, agent, values):
        thinker = Thinker(agent, Clock(60.0), 20, values=values)
        hand = thinker.begin(RiverOfBlood(), Random(1)).seated(1, parse("AhKd"))
        hand = hand.apply(Call()).apply(Check())
        for card in parse("2c3d7s"):
            hand = hand.apply(Deal(card))
        hand = hand.apply(Check()).apply(Check()).apply(Deal(parse("Kh").mask.bit_length() - 1))
        thinker.act(hand, Random(1))
        solved = thinker._thought.solved
        after = hand.apply(Bet(4)).apply(Call()).apply(Deal(parse("4s").mask.bit_length() - 1))
        cards = thinker._solutions.hands(after)
        own, other = thinker._ranges(after, 1)[1], thinker._ranges(after, 1)[0]
        infoset = hand.real.infoset(hand.active)
        chips = [infoset.quantity(action) for action in agent.answers.view.menu(infoset)]
        bet = chips.index(4)
        place = {tuple(c): k for k, c in enumerate(solved.tree.hands_held.cards.tolist())}
        at = [place[tuple(each)] for each in cards.tolist()]
        expected = (solved.part.reaches[1] * solved.by_hand(0)[bet])[at]
        assert own == pytest.approx(expected, abs=1e-12)
        assert other == pytest.approx(thinker._solutions.ranges(after, cards)[0], abs=1e-12)

    @pytest.mark.parametrize("extra", [{"board": (3,)}, {"antes": (0, 2), "trim": False}])
    def test_games_without_such_streets_are_refused(self, agent, values, extra):
        base = NoLimitHoldem(stacks=(20,), **extra)
        assert not has_next_to_last(base)

        @algebraic
        def seat(infoset):
            return infoset.player, infoset.street, passive(infoset)

        solver = ExternalSampling(Abstracted(base, seat, passive), seed=1)
        strategy = solver.strategy()
        with pytest.raises(StrategyError, match="must have a street that one card may follow"):
            Thinker(StrategyAgent(strategy, solver.game), Clock(1.0), values=values)

    def test_holdem(self):
        from tests.thinking import pot_or_all

        base = NoLimitHoldem(stacks=(40,))

        @algebraic
        def seat(infoset):
            return infoset.player, infoset.street, infoset.cost > 0, infoset.most > infoset.cost

        @algebraic
        def bets(infoset):
            return infoset.bets

        menu = capped_bets(pot_or_all, 2)
        solver = ExternalSampling(Abstracted(base, bets * seat * menu, menu), seed=1)
        solver.run(200)
        agent = StrategyAgent(solver.strategy(), solver.game)
        values = fit_values(agent, states=3, pairs=50)
        assert values.chips == 80
        thinker = Thinker(agent, Clock(60.0), 3, values=values)
        play_match(thinker, agent, deals=30, seed=1)
        last = Thinker(agent, Clock(60.0), 3)
        play_match(last, agent, deals=30, seed=1)
        assert thinker.thought > last.thought
        assert thinker.fallbacks == 0


def test_the_turn_of_a_trace_is_where_its_street_began():
    # No place is asked for.
    hand = Trace(Table().seated(1, parse("AhKd")), None).apply(Call()).apply(Check())
    for card in parse("2c3d7s"):
        hand = hand.apply(Deal(card))
    flop = hand
    assert hand.apply(Check()).apply(Bet(4)).street.steps == flop.steps
    assert hand.street is hand
