"""Limit and no-limit hold'em on small decks: rules, deals, and games that others have solved."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb, isclose

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import StandardHighHand

from tests import references
from zerosum.abstraction import Abstracted
from zerosum.algorithms import CFR, PLUS, LinearProgram, PublicChanceSampling
from zerosum.cards import NO_CARDS, Cards, parse
from zerosum.errors import GameError
from zerosum.evaluation import nash_conv
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.pkr import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RiverOfBlood,
)
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem, abstraction
from zerosum.pkr.holdem.deck import deck, lowest, ways
from zerosum.pkr.isomorphism import by_suits
from zerosum.rng import Random
from zerosum.testing import check_abstraction, check_game, playouts
from zerosum.testing.public import check_public
from zerosum.tree import enumerated

LEDUC = LimitHoldem(ranks=3, suits=2, hole=1, board=(1,), ante=1, bets=(2, 4), raises=(2, 2))
KUHN = LimitHoldem(ranks=3, suits=1, hole=1, board=(), bets=(1,), raises=(1,))
KUHN_BY_STACKS = NoLimitHoldem(ranks=3, suits=1, hole=1, board=(), stack=2)
FLOP = NoLimitHoldem(ranks=3, suits=2, hole=1, board=(2,), stack=3)
THREE_STREETS = NoLimitHoldem(ranks=4, suits=1, hole=1, board=(1, 1), stack=3)
BLINDS = {"ante": 0, "blinds": (1, 2)}
WHOLE_DECK = {"ranks": 13, "suits": 4, "hole": 2, "board": (3, 1, 1), **BLINDS}
LIMIT = LimitHoldem(**WHOLE_DECK, bets=(2, 2, 4, 4), raises=(3, 4, 4, 4))
NO_LIMIT = NoLimitHoldem(**WHOLE_DECK, stack=61)
MENU = NoLimitHoldem(ranks=6, suits=3, board=(3, 1, 1), **BLINDS, stack=40, sizes=(33, 75, 150))


def dealt(game, *texts):
    """Deal sets of cards, each a text, in ascending order."""
    for text in texts:
        for card in parse(text):
            game = game.apply(Deal(card))
    return game


def played(game, *actions):
    for action in actions:
        game = game.apply(action)
    return game


def menu(game):
    return game.infoset(game.active).actions()


# Deals.


@pytest.mark.parametrize(("size", "k"), [(8, 1), (8, 2), (7, 3), (3, 3), (52, 2)])
def test_every_set_has_one_number(size, k):
    cards = Cards(deck(13, 4).mask & (1 << size) - 1)
    drawn = Counter(lowest(cards, k, number) for number in range(ways(size, k)))
    expected = Counter(min(chosen) for chosen in combinations(range(size), k))
    assert drawn == expected
    assert ways(size, k) == comb(size, k)


def sets(game, probability=1.0):
    """Yield every history behind the present set of cards, with its probability."""
    for outcome, chance in game.chances().items():
        following = game.apply(outcome)
        if game.due > 1:
            yield from sets(following, probability * chance)
        else:
            yield following, probability * chance


@pytest.mark.parametrize(
    ("game", "of", "k"),
    [
        (LimitHoldem(), 8, 2),
        (dealt(LimitHoldem(), "AcKd"), 6, 2),
        (played(dealt(MENU, "AcAd", "AhKh"), Call(), Check()), 14, 3),
    ],
)
def test_every_set_is_met_once_and_all_are_equally_likely(game, of, k):
    found = list(sets(game))
    assert len({following for following, _ in found}) == len(found) == comb(of, k)
    assert all(isclose(chance, 1 / comb(of, k), rel_tol=1e-12) for _, chance in found)


def test_samples_are_as_likely_as_chances_say():
    game, rng = dealt(LimitHoldem(ranks=3), "AcKd"), Random(3)
    drawn = Counter(game.sample(rng) for _ in range(6000))
    for outcome, chance in game.chances().items():
        assert drawn[outcome] / 6000 == pytest.approx(chance, abs=0.03)
    assert drawn.keys() <= game.chances().keys()


def test_the_deck_is_short_from_below():
    assert deck(3, 2) == parse("QcQdKcKdAcAd")
    assert deck(13, 4) == Cards((1 << 52) - 1)


@pytest.mark.parametrize(
    ("before", "card"),
    [
        (("KhAc",), "2c"),  # not in the deck
        (("KhAc",), "Ac"),  # dealt
        (("KhAc",), "Ah"),  # the highest is no lowest of two
        (("KhAc", "Kd"), "Kc"),  # below the one before
    ],
)
def test_cards_come_from_the_deck_in_ascending_order(before, card):
    game = dealt(LimitHoldem(ranks=2, suits=3), *before)
    with pytest.raises(GameError, match=r"^A card must be in the deck, and a set be dealt in asc"):
        dealt(game, card)


# Games that are known under other names.


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        (KUHN, references.Sizes(58, 30, 12)),
        (KUHN_BY_STACKS, references.Sizes(58, 30, 12)),
    ],
    ids=["Kuhn", "Kuhn by stacks"],
)
def test_sizes(game, sizes):
    assert references.sizes(game) == sizes


def same(ours, theirs, move):
    """Walk two games at once; yield pairs of infosets of whoever acts."""
    assert ours.terminal == theirs.terminal
    if ours.terminal:
        assert ours.payoff(0) == theirs.payoff(0)
        return
    assert ours.chance == theirs.chance
    if ours.chance:
        moves = dict(ours.chances())
        assert {move(ours, each): moves[each] for each in moves} == theirs.chances()
    else:
        assert ours.active == theirs.active
        moves = menu(ours)
        assert tuple(move(ours, each) for each in moves) == tuple(menu(theirs))
        yield ours.infoset(ours.active), theirs.infoset(theirs.active)
    for each in moves:
        yield from same(ours.apply(each), theirs.apply(move(ours, each)), move)


def by_leduc(game, move):
    """Return a move as Leduc has it: fold, call, raise, or 2 * rank + suit."""
    if isinstance(move, Deal):
        return 2 * (move.card >> 2) + (move.card & 3) - 20
    return {Fold: 0, Check: 1, Call: 1, Bet: 2}[type(move)]


def by_kuhn(game, move):
    """Return a move as Kuhn has it: pass, bet, or the rank."""
    if isinstance(move, Deal):
        return (move.card >> 2) - 10
    return int(isinstance(move, Call | Bet))


@pytest.mark.parametrize("game", [KUHN, KUHN_BY_STACKS], ids=["limit", "stacks"])
def test_is_kuhn(game):
    pairs = set(same(game, Kuhn(), by_kuhn))
    assert (
        len(pairs) == len({ours for ours, _ in pairs}) == len({other for _, other in pairs}) == 12
    )


@pytest.mark.slow
def test_is_leduc():
    pairs = set(same(LEDUC, Leduc(), by_leduc))
    assert len({ours for ours, _ in pairs}) == len({other for _, other in pairs}) == 936
    assert len(pairs) == 936
    assert enumerated(LEDUC).histories == 9457
    assert nash_conv(LEDUC, references.uniform) == pytest.approx(4.7472222, abs=1e-7)
    assert LinearProgram(LEDUC).value == pytest.approx(-0.085606424078, abs=1e-10)


# Betting.


def test_limit_bets_are_counted():
    game = dealt(LEDUC, "Qc", "Ad")
    assert menu(game) == (Check(), Bet(2))
    game = game.apply(Bet(2))
    assert menu(game) == (Fold(), Call(), Bet(4))
    assert menu(game.apply(Bet(4))) == (Fold(), Call())
    assert game.apply(Bet(4)).infoset(0).bounds() == (2, 2)
    game = dealt(played(game, Call()), "Kc")
    assert menu(game) == (Check(), Bet(4))
    assert (game.active, game.stacks, game.pot) == (0, (10, 10), 6)
    assert played(game, Bet(4), Fold()).payoff(0) == 3
    assert played(game, Bet(4), Bet(8), Call()).payoff(1) == 11


def test_the_larger_blind_has_the_option():
    game = dealt(LIMIT, "2c3c", "4c5c")
    assert (game.active, menu(game)) == (0, (Fold(), Call(), Bet(3)))
    limped = game.apply(Call())
    assert (limped.active, menu(limped)) == (1, (Check(), Bet(2)))
    flop = dealt(limped.apply(Check()), "AcAdAh")
    assert (flop.active, flop.pot, flop.pips) == (1, 4, (0, 0))
    assert played(limped, Bet(2), Bet(4), Bet(4)).infoset(0).actions() == (Fold(), Call())


@settings(max_examples=50)
@given(st.lists(st.integers(0, 2**16), min_size=1, max_size=40))
def test_betting_is_that_of_river_of_blood(numbers):
    """Up to the river, where boards may go on, and to an all-in, behind which players check."""
    hands, board = ("2c3c", "4d5d"), iter(("7c8cTc", "Jd", "Qh"))
    ours = dealt(NO_LIMIT, *hands)
    theirs = dealt(RiverOfBlood(stacks=(61, 61)), *hands)
    for number in numbers:
        assert ours.active == theirs.active
        assert menu(ours) == menu(theirs)
        infoset = theirs.infoset(theirs.active)
        actions = (*menu(theirs), *named(infoset))
        passive = actions[int(infoset.cost > 0)]
        action = passive if number % 3 else actions[number // 3 % len(actions)]
        ours, theirs = ours.apply(action), theirs.apply(action)
        assert (ours.stacks, ours.pips, ours.pot) == (theirs.stacks, theirs.pips, theirs.pot)
        if isinstance(action, Fold):
            assert ours.terminal
            assert ours.payoff(0) == theirs.payoff(0)
            return
        if ours.stacks == (0, 0) or (ours.chance and len(ours.community) == 4) or ours.terminal:
            return
        if ours.chance:
            cards = next(board)
            ours, theirs = dealt(ours, cards), dealt(theirs, cards)


def named(infoset):
    """Return the named raises that are legal."""
    lower, upper = infoset.bounds()
    if upper <= infoset.cost:
        return []
    raises = (RaiseHalfPot(), Raise75Pot(), RaisePot(), Allin())
    return [each for each in raises if lower <= infoset.quantity(each) <= upper]


def test_sizes_are_parts_of_the_pot():
    game = dealt(NoLimitHoldem(**BLINDS, stack=12, sizes=(50, 100, 200)), "KcAc", "KdAd")
    assert menu(game) == (Fold(), Call(), Bet(3), Bet(6), Bet(11))  # half of 3 is below the least
    game = played(game, RaisePot())
    assert menu(game) == (Fold(), Call(), Bet(6), Bet(10))  # the pot is 6, twice the pot too much
    assert menu(game.apply(Bet(10))) == (Fold(), Call())


def test_sizes_that_round_to_the_same_chips_are_one():
    game = dealt(NoLimitHoldem(stack=9, sizes=(50, 60, 90)), "KcAc", "KdAd")
    assert menu(game) == (Check(), Bet(1), Bet(8))


def test_named_raises_are_bets_of_chips():
    game = dealt(NO_LIMIT, "2c3c", "4d5d")
    infoset = game.infoset(0)
    assert infoset.concrete(RaisePot()) == Bet(3)
    assert infoset.concrete(Allin()) == Bet(60)
    for action in menu(game):
        assert infoset.concrete(action) is action
    assert game.apply(RaisePot()) == game.apply(Bet(3))


def test_nobody_decides_after_an_all_in():
    game = played(dealt(MENU, "AcAd", "AhKh"), Allin(), Call())
    assert (game.chance, game.due, game.stacks) == (True, 5, (0, 0))
    assert len(game.chances()) == 10  # the lowest of five of fourteen
    game = dealt(game, "9c9d9hTcTd")
    assert game.terminal
    assert game.payoff(0) == 40
    flop = played(dealt(played(dealt(MENU, "AcAd", "AhKh"), Call(), Check()), "9c9dTc"), Allin())
    assert flop.apply(Call()).due == 2


@pytest.mark.parametrize(
    ("game", "action", "message"),
    [
        (LEDUC, Check(), "A player may act only while no card is due"),
        (dealt(LEDUC, "Qc", "Qd"), Deal(51), "A card may be dealt only while one is due"),
        (dealt(LEDUC, "Qc", "Qd"), Fold(), "A player who owes nothing must check, not call or"),
        (dealt(LEDUC, "Qc", "Qd"), Call(), "A player who owes nothing must check, not call or"),
        (dealt(LEDUC, "Qc", "Qd"), Bet(3), "A bet must be legal and add chips within the bounds"),
        (dealt(NO_LIMIT, "2c3c", "4d5d"), Check(), "A player who owes chips must call or fold"),
        (dealt(NO_LIMIT, "2c3c", "4d5d"), Bet(2), "A bet must be legal and add chips within"),
        (dealt(NO_LIMIT, "2c3c", "4d5d"), Bet(61), "A bet must be legal and add chips within"),
        (
            played(dealt(NO_LIMIT, "2c3c", "4d5d"), Allin()),
            Allin(),
            "A bet must be legal and add chips within",
        ),
    ],
)
def test_what_the_rules_forbid(game, action, message):
    with pytest.raises(GameError, match=f"^{message}"):
        game.apply(action)


# Memory.


def recalled(game, known=((), ())):
    """Yield every infoset of the player to act with all that this player saw and did before."""
    if game.terminal:
        return
    if game.chance:
        for outcome in game.chances():
            yield from recalled(game.apply(outcome), known)
        return
    infoset = game.infoset(game.active)
    yield infoset, known[game.active]
    for action in infoset.actions():
        own = (*known[game.active], infoset, action)
        both = (own, known[1]) if game.active == 0 else (known[0], own)
        yield from recalled(game.apply(action), both)


REMEMBERED = {
    "flop": NoLimitHoldem(ranks=2, hole=1, board=(2,), stack=3),
    "streets": NoLimitHoldem(ranks=4, suits=1, hole=1, board=(1, 1), stack=2),
    "blinds": LimitHoldem(ranks=3, suits=1, hole=1, blinds=(1, 2)),
}


@pytest.mark.parametrize("game", REMEMBERED.values(), ids=REMEMBERED)
def test_players_remember(game):
    pasts = {}
    for infoset, past in recalled(game):
        assert pasts.setdefault(infoset, past) == past, infoset
    assert len(pasts) == references.sizes(game).infosets


def test_turn_and_river_are_told_apart():
    hands = dealt(THREE_STREETS, "Ac", "Kc")
    passed = Check(), Check()
    boards = [
        dealt(played(dealt(played(hands, *passed), first), *passed), second)
        for first, second in (("Jc", "Qc"), ("Qc", "Jc"))
    ]
    assert boards[0].community == boards[1].community
    assert boards[0].infoset(0) != boards[1].infoset(0)
    assert str(boards[0].infoset(0)) == "Ac Jc Qc x/x/"


@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT, MENU], ids=["limit", "no-limit", "menu"])
def test_vocabulary_of_an_infoset(game):
    @settings(max_examples=15)
    @given(playouts(game))
    def check(playout):
        for history in playout.histories:
            if history.terminal or history.chance:
                continue
            infoset = history.infoset(history.active)
            assert infoset.total == history.pot + sum(history.pips)
            assert infoset.cost == max(history.pips) - history.pips[history.active]
            lower, upper = infoset.bounds()
            bets = [each.quantity for each in infoset.actions() if isinstance(each, Bet)]
            assert bets == sorted(set(bets))
            assert bool(bets) == (upper > infoset.cost)
            assert all(lower <= bet <= upper for bet in bets)
        assert playout.histories[-1].payoff(0) == -playout.histories[-1].payoff(1)

    check()


# Showdowns.


def test_the_better_five_cards_win():
    rng, paid = Random(5), []
    for _ in range(40):
        game = random_deal(NO_LIMIT, rng)
        game = random_deal(played(game, Allin(), Call()), rng)
        mine, theirs = (
            StandardHighHand.from_game(str(hand), str(game.community)) for hand in game.hands
        )
        assert game.payoff(0) == 61 * ((mine > theirs) - (mine < theirs))
        paid.append(game.payoff(0))
    assert {-61, 61} <= set(paid)


def random_deal(game, rng):
    while game.chance:
        game = game.apply(game.sample(rng))
    return game


@pytest.mark.parametrize(
    ("hands", "board", "won"),
    [
        (("AcKc", "QcQd"), "Kd", 1),
        (("AcKc", "QcQd"), "Jd", -1),
        (("AcKc", "AdKd"), "Jd", 0),
        (("AcQc", "AdKd"), "Qd", 1),
    ],
)
def test_showdowns_of_three_cards(hands, board, won):
    game = dealt(LimitHoldem(), *hands)
    game = played(dealt(played(game, Check(), Check()), board), Check(), Check())
    assert game.terminal
    assert game.payoff(0) == won


# Abstractions.


@settings(max_examples=30)
@given(st.permutations(range(52)), st.permutations(range(4)), st.integers(0, 3))
def test_names_of_suits_do_not_matter(order, suits, street):
    one, other = (on_street(order, street, names) for names in (tuple(range(4)), tuple(suits)))
    assert abstraction.cards(one) == abstraction.cards(other)
    assert abstraction.hand_ranks(one) == abstraction.hand_ranks(other)
    assert abstraction.board_ranks(one) == abstraction.board_ranks(other)
    assert abstraction.made(one) == abstraction.made(other)
    assert abstraction.suited(one) == abstraction.suited(other)


def on_street(order, street, suits):
    """Return player 0's infoset on a street, the cards in an order, their suits renamed."""
    names = [card & ~3 | suits[card & 3] for card in order]
    game = NO_LIMIT
    for start, end in ((0, 2), (2, 4)):
        game = played(game, *(Deal(card) for card in sorted(names[start:end])))
    game = played(game, Call(), Check())
    for start, end in ((4, 7), (7, 8), (8, 9))[:street]:
        game = played(game, *(Deal(card) for card in sorted(names[start:end])))
        game = played(game, Check(), *([Check()] if end - 3 < street + 3 else []))
    return game.infoset(0)


def test_cards_are_told_apart_as_suits_are():
    """On one street the factor is full isomorphism of a hand and a board."""
    infosets = [
        LimitHoldem(ranks=3, suits=3, community=Cards(1 << board), hands=(hand, NO_CARDS)).infoset(
            0
        )
        for pair in combinations(deck(3, 3), 2)
        for hand in (Cards(1 << pair[0] | 1 << pair[1]),)
        for board in deck(3, 3) - hand
    ]
    pairs = {
        (abstraction.cards(each), by_suits(each.hand.mask, each.community.mask))
        for each in infosets
    }
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({other for _, other in pairs})
    renamed = {
        frozenset(
            tuple(
                sum(1 << (c & ~3 | names[c & 3]) for c in part)
                for part in (one.hand, one.community)
            )
            for names in permutations(range(4))
        )
        for one in infosets
    }
    assert len(pairs) == len(renamed)


def test_factors():
    game = dealt(LimitHoldem(**BLINDS), "KcAc", "KdAd")
    game = dealt(played(game, Bet(3), Call()), "Qd")
    infoset = played(game, Check()).infoset(0)
    assert abstraction.street(infoset) == 1
    assert abstraction.player(infoset) == 0
    assert abstraction.betting(infoset) == (2, 1)
    assert abstraction.round_betting(infoset) == 1
    assert abstraction.pot(infoset) == 8
    assert abstraction.bets(infoset) == 0
    assert abstraction.actions(infoset) == (Check(), Bet(4))
    assert abstraction.hand_ranks(infoset) == 12 * 13 + 11
    assert abstraction.hand_ranks(dealt(LEDUC, "Qc").infoset(0)) == 10
    assert abstraction.board_ranks(infoset) == 1 << 30
    assert abstraction.suited(infoset) is True
    assert abstraction.suited(dealt(LimitHoldem(), "KcAd").infoset(0)) is False
    assert abstraction.made(infoset) == 0


# Parameters.

REFUSED = [
    (LimitHoldem, {"ranks": 14}, r"The deck of LimitHoldem must have 1 to 13 ranks .*got 14 and 2"),
    (LimitHoldem, {"suits": 0}, r"The deck of LimitHoldem must have .*; got 4 and 0"),
    (LimitHoldem, {"ranks": 2.0}, r"The deck of LimitHoldem must have .*; got 2.0 and 2"),
    (LimitHoldem, {"hole": 3}, r"The hands of LimitHoldem must have 1 or 2 cards; got 3"),
    (LimitHoldem, {"board": 1}, r"The board of LimitHoldem must be a tuple .*; got 1:"),
    (LimitHoldem, {"board": [1]}, r"The board of LimitHoldem must be a tuple .*; got \[1\]:"),
    (LimitHoldem, {"board": (0,)}, r"The board of LimitHoldem must be a tuple .*; got \(0,\):"),
    (LimitHoldem, {"board": (1,) * 4}, r"The board of LimitHoldem must be .* 3 streets at most"),
    (LimitHoldem, {"ranks": 2}, r"The deck of LimitHoldem must have as many cards .*, 5; got 2"),
    (LimitHoldem, {"ante": 0}, r"The ante and the blinds of LimitHoldem must be .*; got 0 and"),
    (LimitHoldem, {"ante": -1}, r"The ante and the blinds of LimitHoldem must be .*; got -1"),
    (LimitHoldem, {"blinds": (2, 1)}, r"The ante and the blinds .*; got 1 and \(2, 1\):"),
    (LimitHoldem, {"blinds": 2}, r"The ante and the blinds .*; got 1 and 2:"),
    (LimitHoldem, {"bets": (2,)}, r"The bets of LimitHoldem must be a tuple .*; got \(2,\)\."),
    (LimitHoldem, {"bets": (2, 0)}, r"The bets of LimitHoldem must be .*; got \(2, 0\)\."),
    (LimitHoldem, {"raises": 2}, r"The raises of LimitHoldem must be .*; got 2\."),
    (NoLimitHoldem, {"stack": 1}, r"The stack of NoLimitHoldem must be more than .*1 chips"),
    (NoLimitHoldem, {"stack": 62}, r"The stack of NoLimitHoldem must be .* at most 61; got 62"),
    (NoLimitHoldem, {"sizes": (100, 50)}, r"The sizes of NoLimitHoldem must be .*got \(100, 50\)"),
    (NoLimitHoldem, {"sizes": (0.5,)}, r"The sizes of NoLimitHoldem must be .*got \(0.5,\):"),
    (NoLimitHoldem, {"sizes": tuple(range(1, 8))}, r"The sizes of NoLimitHoldem must be .*most 6"),
]


@pytest.mark.parametrize(("kind", "parameters", "message"), REFUSED)
def test_parameters_that_make_no_game(kind, parameters, message):
    with pytest.raises(GameError, match=f"^{message}"):
        kind(**parameters)


def test_spelled():
    assert str(LEDUC) == "? ?"
    game = played(dealt(MENU, "AcAd", "AhKh"), RaisePot(), Call())
    assert str(game) == "AdAc AhKh b4/"
    game = played(dealt(game, "9cTcJc"), Check(), Bet(4), Bet(12), Call())
    game = dealt(game, "Td")
    assert str(game) == "AdAc AhKh JcTc9c Td b4/xb4b12/"
    limit = played(dealt(LEDUC, "Qc", "Ad"), Check(), Bet(2), Bet(4))
    assert str(limit) == "Qc Ad xbb"
    assert str(limit.infoset(1)) == "Ad xbb"


# What compiles, and what is solved. Slow.

EVERY = {
    "limit": LimitHoldem(),
    "no-limit": NoLimitHoldem(),
    "whole deck, limit": LIMIT,
    "whole deck, no-limit": NO_LIMIT,
    "menu": MENU,
    "Kuhn": KUHN_BY_STACKS,
}


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY.values(), ids=EVERY)
def test_keeps_to_the_protocol(game):
    check_game(game, examples=60)


@pytest.mark.slow
@pytest.mark.parametrize("game", [FLOP, THREE_STREETS, LEDUC], ids=["flop", "streets", "Leduc"])
def test_enumerated_natively_as_interpreted(game):
    fast, slow = enumerated(game, native=True), enumerated(game, native=False)
    assert fast.statistics == slow.statistics
    for name in ("parents", "edges", "infosets", "payoffs", "chances", "words"):
        np.testing.assert_array_equal(getattr(fast, name), getattr(slow, name), strict=True)


@pytest.mark.slow
@pytest.mark.parametrize("game", [FLOP, THREE_STREETS, LEDUC], ids=["flop", "streets", "Leduc"])
def test_what_is_public(game):
    check_public(game)
    solver = PublicChanceSampling(game, seed=1)
    solver.run(20_000)
    value = LinearProgram(game).value
    best, other = solver.responses()
    assert -other - 1e-9 <= value <= best + 1e-9
    assert best + other < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("game", [KUHN, KUHN_BY_STACKS], ids=["limit", "stacks"])
def test_value_of_kuhn(game):
    assert LinearProgram(game).value == pytest.approx(-1 / 18, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("game", [LEDUC, LimitHoldem(), FLOP], ids=["Leduc", "two cards", "flop"])
def test_suits_lose_nothing(game):
    states = abstraction.cards * abstraction.betting
    check_abstraction(game, states, examples=30)
    merged = Abstracted(game, states)
    assert enumerated(merged).infoset_count < enumerated(game).infoset_count
    assert LinearProgram(merged).value == pytest.approx(LinearProgram(game).value, abs=1e-9)


@pytest.mark.slow
def test_ranks_lose_nothing_where_no_flush_can_be():
    ranks = abstraction.hand_ranks * abstraction.board_ranks * abstraction.betting
    merged = Abstracted(LEDUC, ranks)
    assert enumerated(merged).infoset_count == 288
    assert LinearProgram(merged).value == pytest.approx(-0.085606424078, abs=1e-10)


@pytest.mark.slow
def test_every_factor_is_native():
    factors = abstraction
    states = factors.cards * factors.betting * factors.hand_ranks * factors.board_ranks
    states = states * factors.suited * factors.made * factors.street * factors.player
    states = states * factors.round_betting * factors.pot * factors.bets * factors.actions
    check_abstraction(LimitHoldem(), states, examples=30)
    check_abstraction(MENU, states, examples=30)


@pytest.mark.slow
def test_solved_by_cfr():
    solver = CFR(LimitHoldem(), rule=PLUS)
    solver.run(300)
    assert nash_conv(LimitHoldem(), solver.strategy()) < 0.01


# One card at a time, and one street with a board: OpenSpiel's `universal_poker` deals the cards of
# a set in any order, and its players forget which card of the board came first.
SIDE_BY_SIDE = {
    "Leduc": LEDUC,
    "limit, blinds": LimitHoldem(ranks=3, hole=1, **BLINDS, bets=(2, 3), raises=(1, 3)),
    "no-limit": NoLimitHoldem(ranks=3, hole=1, stack=5),
    "no-limit, blinds": NoLimitHoldem(ranks=3, hole=1, **BLINDS, stack=8),
}
# Neither matters against a uniform strategy.
AS_A_WHOLE = {
    "two cards": LimitHoldem(ranks=3),
    "a flop of two": FLOP,
    "no-limit, three streets": NoLimitHoldem(ranks=3, hole=1, board=(1, 1), stack=4),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", SIDE_BY_SIDE.values(), ids=SIDE_BY_SIDE)
def test_rules_are_those_of_openspiel(game):
    openspiel = pytest.importorskip("tests.openspiel")
    pairs = openspiel.pair(game)
    assert pairs.histories == enumerated(game).histories
    assert openspiel.nash_conv(game, references.uniform) == pytest.approx(
        nash_conv(game, references.uniform), abs=1e-9, rel=0
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", AS_A_WHOLE.values(), ids=AS_A_WHOLE)
def test_values_are_those_of_openspiel(game):
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pytest.importorskip("tests.openspiel").counterpart(game)
    expected = pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs))
    assert nash_conv(game, references.uniform) == pytest.approx(expected, abs=1e-9, rel=0)
