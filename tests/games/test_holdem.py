"""Limit and no-limit hold'em on small decks: betting, showdowns, memory, parameters."""

import pytest
from hypothesis import given, settings

from tests import references
from tests.games.holdem import (
    BLINDS,
    LEDUC,
    LIMIT,
    MENU,
    NO_LIMIT,
    THREE_STREETS,
    dealt,
    limit,
    menu,
    no_limit,
    played,
)
from zerosum.errors import GameError
from zerosum.pkr import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    RaisePot,
)
from zerosum.pkr.holdem import Deck, LimitHoldem, NoLimitHoldem
from zerosum.pkr.holdem.betting import FOLDED, PASSED, RAISED
from zerosum.testing import playouts

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
    assert (game.active, game.behind, game.pot) == (0, (10, 10), 6)
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


def test_sizes_are_parts_of_the_pot():
    game = dealt(no_limit(**BLINDS, stack=12, sizes=(50, 100, 200)), "KcAc", "KdAd")
    assert menu(game) == (Fold(), Call(), Bet(3), Bet(6), Bet(11))  # half of 3 is below the least
    game = played(game, RaisePot())
    assert menu(game) == (Fold(), Call(), Bet(6), Bet(10))  # the pot is 6, twice the pot too much
    assert menu(game.apply(Bet(10))) == (Fold(), Call())


def test_sizes_that_round_to_the_same_chips_are_one():
    game = dealt(no_limit(stack=9, sizes=(50, 60, 90)), "KcAc", "KdAd")
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
    assert (game.chance, game.due, game.behind) == (True, 5, (0, 0))
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


def test_advance_is_an_action_without_its_checks():
    hand = NoLimitHoldem(players=3)
    assert hand.advance(FOLDED, 0) == hand.act(Fold())
    assert hand.advance(PASSED, 2) == hand.act(Call())
    assert hand.advance(RAISED, 6) == hand.act(Bet(6))
    assert hand.advance(RAISED, 3).levels == (3,)  # below the least raise


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
    "flop": no_limit(ranks=2, hole=1, board=(2,), stack=3),
    "streets": no_limit(ranks=4, suits=1, hole=1, board=(1, 1), stack=2),
    "blinds": limit(ranks=3, suits=1, hole=1, blinds=(1, 2)),
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
    assert str(boards[0].infoset(0)) == "Ac Jc Qc xx/xx/"


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
    game = dealt(limit(), *hands)
    game = played(dealt(played(game, Check(), Check()), board), Check(), Check())
    assert game.terminal
    assert game.payoff(0) == won


# Parameters.

REFUSED = [
    (LimitHoldem, {"deck": Deck(4, 0)}, r"The deck of LimitHoldem must have .*; got 4 and 0"),
    (LimitHoldem, {"deck": 36}, r"The deck of LimitHoldem must be a Deck; got 36: write Deck\(9\)"),
    (LimitHoldem, {"deck": Deck(short=True)}, r"A short deck .* at most 9 ranks.*got 13: write"),
    (LimitHoldem, {"hole": 3}, r"The hands of LimitHoldem must have 1 or 2 cards; got 3"),
    (LimitHoldem, {"board": (0,)}, r"The board of LimitHoldem must be a tuple .*; got \(0,\):"),
    (LimitHoldem, {"board": (1,) * 4}, r"The board of LimitHoldem must be .* 3 streets at most"),
    (LimitHoldem, {"deck": Deck(2)}, r"The deck of LimitHoldem must have as many cards .*, 9; got"),
    (LimitHoldem, {"blinds": ()}, r"The blinds and antes of LimitHoldem must put chips .*; got"),
    (LimitHoldem, {"antes": (-1,)}, r"The antes of LimitHoldem must be .*; got \(-1,\)"),
    (LimitHoldem, {"blinds": 2}, r"The blinds of LimitHoldem must be .*; got 2:"),
    (
        LimitHoldem,
        {"bets": (2,)},
        r"The bets of LimitHoldem must .*; got \(2,\): .* bets=\(2, 2, 2, 2\)\.",
    ),
    (LimitHoldem, {"bets": (2, 0, 4, 4)}, r"The bets of LimitHoldem must be .*; got \(2, 0, 4, 4"),
    (LimitHoldem, {"raises": 2}, r"The raises of LimitHoldem must be .*; got 2: write, for"),
    (LimitHoldem, {"bets": (1, 1, 1, 10**30)}, r"The chips of LimitHoldem, .* at most 2097151;"),
    (
        NoLimitHoldem,
        {"players": 11},
        r"The players of NoLimitHoldem .* 2 to 10 seats; got 11: write players=6[.]",
    ),
    (NoLimitHoldem, {"stacks": 200}, r"The stacks of NoLimitHoldem must be .*; got 200: write st"),
    (NoLimitHoldem, {"stacks": (1 << 21,)}, r"The chips of NoLimitHoldem must be at most 2097151"),
    (NoLimitHoldem, {"least": -1}, r"The least bet of NoLimitHoldem must be whole chips; got -1"),
    (
        NoLimitHoldem,
        {"rules": "wsop"},
        r"The rules .* 'acpc', 'casino'; got 'wsop': leave .* rules='acpc'[.]",
    ),
    (NoLimitHoldem, {"trim": 2}, "The parameter trim .* True or False; got 2: .* out for True[.]"),
    (LimitHoldem, {"whole": 1}, "The parameter whole .* True or False; got 1: .* out for False[.]"),
    (NoLimitHoldem, {"sizes": (100, 50)}, r"The sizes of NoLimitHoldem must be .*got \(100, 50\)"),
    (NoLimitHoldem, {"sizes": (50, 10**30)}, r"The sizes of NoLimitHoldem .*, 100000 at most; got"),
    (NoLimitHoldem, {"sizes": tuple(range(1, 8))}, r"The sizes of NoLimitHoldem must be .*most 6"),
]


@pytest.mark.parametrize(("kind", "parameters", "message"), REFUSED)
def test_parameters_that_make_no_game(kind, parameters, message):
    with pytest.raises(GameError, match=f"^{message}"):
        kind(**parameters)


def test_spelled():
    assert str(LEDUC) == "? ?"
    game = played(dealt(MENU, "AcAd", "AhKh"), RaisePot(), Call())
    assert str(game) == "AdAc AhKh b4c/"
    game = played(dealt(game, "9cTcJc"), Check(), Bet(4), Bet(12), Call())
    game = dealt(game, "Td")
    assert str(game) == "AdAc AhKh JcTc9c Td b4c/xb4b12c/"
    limit = played(dealt(LEDUC, "Qc", "Ad"), Check(), Bet(2), Bet(4))
    assert str(limit) == "Qc Ad xbb"
    assert str(limit.infoset(1)) == "Ad xbb"
