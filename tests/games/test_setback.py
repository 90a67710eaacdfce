"""Setback by its rules: deals worked out by hand, and a slow reference on random deals."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.games import setback as slow
from tests.games.setback import SMALL, dealt, moved, played
from zerosum.cards import Cards, card, name, parse
from zerosum.errors import GameError
from zerosum.rng import Random
from zerosum.setback import BID_FOUR, BID_THREE, BID_TWO, PASS, InfoSet, Match, Setback
from zerosum.setback.actions import DISCARD_TEN, LEAD_TRUMP
from zerosum.testing import check_game, check_native

PAIRS = Setback(deck=parse("AsJs2s KhTh"), size=2, seats=2)

FOUR = dealt("AsKsJs2s 3h4h", "QsTs 5h6h 7c8c", "9s8s AhKh 2c3c", "7s6s QhJh 4c5c")


@pytest.mark.parametrize(
    "start",
    [*[pytest.param(each, marks=pytest.mark.slow) for each in (Setback(), SMALL)], PAIRS],
    ids=["whole", "small", "pairs"],
)
def test_keeps_to_the_protocol(start):
    """And is the same natively."""
    check_game(start, examples=20)


def test_native_equals_interpreted():
    check_native(Setback(), 150)


# Six deals, worked out by hand. West, north, east and south, who deals, are seats 0 to 3; west and
# east are player 0. The bids, a trick on each line in the order of play, and the points that both
# teams make and score.
DEALS = {
    # West leads its trumps from the top, and everybody follows while they can. Tricks 1 to 4 go to
    # west with As Ts Ks Qs Js, 20 for the game, and with the low, 2s. Ah Kh Qh Jh, 10 for the
    # game, are all that is left, so the deal is over. High, low, jack and game are west's.
    "all four points": (
        ("AsKsJs2s 3h4h", "QsTs 5h6h 7c8c", "9s8s AhKh 2c3c", "7s6s QhJh 4c5c"),
        "4 - - -",
        ["As Ts 8s 6s", "Ks Qs 9s 7s", "Js 7c 2c 4c", "2s 8c 3c 5c"],
        (4, 0),
        (4, 0),
    ),
    # West has the high, and north gives up the low under the ace. North takes the second trick
    # with the king, and so the jack from south; south takes the third with Ah and Th. North and
    # south have Ks Js Ah Th, 18, against As Qs, 6; only Kh is left. Two points are not three.
    "set back with two of three": (
        ("As6s5s 4h3h 2d", "Ks2s Th9h 8c7c", "8s7s 6h5h 3c2c", "QsJs AhKh 5c4c"),
        "3 - - -",
        ["As 2s 7s Qs", "6s Ks 8s Js", "Th 5h Ah 3h"],
        (2, 2),
        (-3, 2),
    ),
    # South takes over west's 4 and leads first. Ts falls under the ace, the jack wins the fourth
    # trick, and the low the fifth, since nobody else has trumps left. Then only Ah, 4, is left.
    "the dealer steals": (
        ("Ts AhKhQhJh2h", "4s3s 5h4h 3c2c", "6s5s 7h6h 5c4c", "AsKsQsJs2s 3h"),
        "4 - - 4",
        ["As Ts 3s 5s", "Ks 2h 4s 6s", "Qs Jh 2c 4c", "Js Qh 3c 5c", "2s Kh 4h 6h"],
        (0, 4),
        (0, 4),
    ),
    # Nobody bids: no trump, no points, no payoff.
    "all pass": (
        ("AsKsJs2s 3h4h", "QsTs 5h6h 7c8c", "9s8s AhKh 2c3c", "7s6s QhJh 4c5c"),
        "- - - -",
        [],
        (0, 0),
        (0, 0),
    ),
    # Nobody was dealt the jack of clubs. West takes Ac, north Ad; no other card counts for the
    # game, so that is a tie, and nobody's point, once both are taken. South takes the low.
    "a tie and no jack": (
        ("Ac2c 4h3h 6d5d", "4c3c Ad 9h8h7h", "6c5c 2h 9d8d7d", "8c7c 3d2d 6h5h"),
        "2 - - -",
        ["Ac 3c 5c 7c", "2c 4c 6c 8c", "2d 5d Ad 7d"],
        (1, 1),
        (-2, 1),
    ),
    # East takes north's king, and the jack from west, with the ace. North trumps the second trick
    # for Tc and Ac, and takes the low with Qh: 16 against 8, and 3 are left.
    "two each": (
        ("Jh2h AcKc 3d2d", "KhQh5h 4s3s2s", "Ah3h Tc4c3c2c", "6h 7s6s5s 6c5c"),
        "- 2 - -",
        ["Kh Ah 6h Jh", "Tc 5c Ac 5h", "Qh 3h 5s 2h"],
        (2, 2),
        (2, 2),
    ),
}


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_deals_by_hand(deal):
    hands, bids, tricks, made, scored = deal
    game = moved(dealt(*hands), bids)
    for trick in tricks:
        assert not game.terminal
        game = moved(game, "", trick)
    assert game.terminal
    assert tuple(map(game.points, range(2))) == made
    assert tuple(map(game.score, range(2))) == scored
    assert game.payoff(0) == scored[0] - scored[1] == -game.payoff(1)


def names(mask: int) -> set[str]:
    return {name(each) for each in Cards(mask)}


def cards_played(game: Setback) -> list[str]:
    infoset = game.infoset(0)
    return [name(infoset.card_at(number)) for number in range(game.count)]


def test_legal_plays_and_winners_equal_a_slow_reference():
    rng = Random(5)
    for _ in range(40):
        histories = played(rng)
        for before, after in pairwise(histories):
            if before.chance or before.made < 4:
                continue
            plays = cards_played(after)
            leader, trump = before.bidder, "cdhs"[after.trump]
            start = before.count // 4 * 4
            trick = plays[start : before.count]
            hand = names(before.dealt[before.seat].mask) - set(plays[: before.count])
            infoset = before.infoset(before.active)
            assert infoset.seat == before.seat
            assert names(infoset.hand.mask) == hand
            found = {name(each) for each in infoset.actions()}
            assert found == slow.legal(hand, trick, trump)
            done = slow.tricks_of(plays, leader, trump)
            if after.count % 4 == 0:
                assert after.terminal or after.seat == done[-1][0]
            taken: list[set[str]] = [set(), set()]
            for seat, cards in done:
                taken[seat % 2] |= set(cards)
            assert [names(each.mask) for each in after.taken] == taken


def to_the_end(game: Setback, rng: Random) -> list[str]:
    """Return all 24 plays of a deal: those that were made, and others by the slow rules."""
    plays, trump = cards_played(game), "cdhs"[game.trump]
    hands = [names(hand.mask) - set(plays) for hand in game.dealt]
    while len(plays) < 24:
        done = slow.tricks_of(plays, game.bidder, trump)
        seat = done[-1][0]
        for place in range(4):
            trick = plays[len(plays) - place :]
            options = sorted(slow.legal(hands[(seat + place) % 4], trick, trump))
            plays.append(options[rng.integer(len(options))])
            hands[(seat + place) % 4].remove(plays[-1])
    return plays


def test_an_early_end_pays_as_playing_on():
    rng, early = Random(6), 0
    for _ in range(80):
        end = played(rng)[-1]
        early += end.count < 24
        hands = [names(hand.mask) for hand in end.dealt]
        trump = "cdhs"[end.trump]
        for _ in range(3):
            tricks = slow.tricks_of(to_the_end(end, rng), end.bidder, trump)
            made = slow.points(hands, tricks, trump)
            assert made == [end.points(0), end.points(1)]
            assert slow.scores(made, end.bidder, end.high) == [end.score(0), end.score(1)]
        assert 2 <= sum(made) <= 4
        trumps = [each for hand in hands for each in hand if slow.suit(each) == trump]
        low = min(trumps, key=slow.rank)
        assert sum(low in names(each.mask) for each in end.taken) == 1
        assert sum(f"J{trump}" in names(each.mask) for each in end.taken) <= 1
    assert early > 20


def test_a_deal_goes_on_while_a_point_is_open():
    rng, open_to_the_end = Random(7), 0
    for _ in range(8):
        histories = played(rng)
        for game in histories:
            if game.terminal or game.count % 4 or game.count == 0:
                continue
            outcomes = set()
            for _ in range(12):
                tricks = slow.tricks_of(to_the_end(game, rng), game.bidder, "cdhs"[game.trump])
                hands = [names(hand.mask) for hand in game.dealt]
                outcomes.add(tuple(slow.points(hands, tricks, "cdhs"[game.trump])))
            open_to_the_end += len(outcomes) > 1
    assert open_to_the_end > 8


def test_who_may_bid():
    def menu(bids: str) -> tuple[int, ...]:
        game = moved(FOUR, bids)
        return game.infoset(game.active).actions()

    assert menu("") == (PASS, BID_TWO, BID_THREE, BID_FOUR)
    assert menu("2") == (PASS, BID_THREE, BID_FOUR)
    assert menu("2 3 -") == (PASS, BID_FOUR)
    assert menu("4") == menu("4 -") == (PASS,)
    assert menu("4 - -") == menu("- 4 -") == (PASS, BID_FOUR)
    assert moved(FOUR, "4 - -").seat == 3


def test_the_winner_of_the_auction_leads_and_sets_trump():
    game = moved(FOUR, "- 2 - 3")
    assert (game.seat, game.active, game.bidder, game.high, game.trump) == (3, 1, 3, 3, -1)
    assert len(game.infoset(1).actions()) == 6
    assert moved(game, "", "Jh").trump == 2


def test_a_seat_does_not_see_other_hands():
    for game in played(Random(8)):
        if game.chance or game.terminal:
            continue
        seat = game.seat
        hidden = [hand if other == seat else game.deck for other, hand in enumerate(game.dealt)]
        other = replace(game, dealt=tuple(hidden))
        assert other.infoset(game.active) == game.infoset(game.active)


def test_voids_are_those_of_leads_of_trump():
    game = moved(FOUR, "4 - - -", "As Ts 8s 6s Ks Qs 9s 7s Js")
    assert game.voids == 0
    assert moved(game, "", "7c").voids == 0b0010
    assert moved(game, "", "7c 2c 4c").voids == 0b1110
    assert moved(FOUR, "- - - 2", "Jh 4h 5h Ah 2c 4c As").voids == 0  # As on 2c


@pytest.mark.parametrize(
    ("game", "action", "words"),
    [
        (FOUR, card("As"), "must bid or pass in the auction; got As"),
        (moved(FOUR, "3"), BID_TWO, "must exceed the highest, 3, .* got 2 from seat 1"),
        (moved(FOUR, "4 - - -"), PASS, "A bid must be made in the auction; got pass later"),
        (moved(FOUR, "4 - - -"), card("Qs"), "must be in the hand .* got Qs from seat 0, .* AsKs"),
        (moved(FOUR, "4 - - -", "As"), card("As"), "must be in the hand .* got As from seat 1"),
        (moved(FOUR, "4 - - -"), LEAD_TRUMP, "must be in the hand that plays it"),
        (moved(FOUR, "4 - - -", "As"), DISCARD_TEN, "must be in the hand that plays it"),
        (moved(FOUR, "4 - - -", "As"), card("5h"), "must follow suit .* got 5h from seat 1"),
        (moved(FOUR, "- - - -"), PASS, "must go on for a move; got pass after its end"),
        (Setback(), parse("AsKs").mask, "must be 6 cards that are left in the deck"),
        (dealt("AsKsJs2s3h4h"), parse("AsQsTs5h6h7c").mask, "must be 6 cards that are left"),
    ],
)
def test_moves_against_the_rules_are_refused(game, action, words):
    with pytest.raises(GameError, match=words):
        game.apply(action)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seats": 3}, "2 or 4 seats and hands of 1 to 6 cards; got 3 and 6"),
        ({"size": 7}, "got 4 and 7"),
        ({"deck": parse("AsKs"), "size": 1}, "4 cards or more for 4 hands of 1; got 2"),
    ],
)
def test_tables_that_cannot_be_dealt(changes, words):
    with pytest.raises(GameError, match=words):
        Setback(**changes)


def test_hands_are_listed_only_for_small_decks():
    chances = SMALL.chances()
    assert len(chances) == 28
    assert sum(chances.values()) == pytest.approx(1)
    with pytest.raises(NotImplementedError):
        Setback().chances()


def test_hands_are_dealt_uniformly():
    rng, counts = Random(9), [0] * 52
    for _ in range(2_000):
        for each in Cards(Setback().sample(rng)):
            counts[each] += 1
    assert sum(counts) == 12_000
    # 2,000 hands of 6 hold a card 231 times on average, with a standard deviation of 14.3.
    assert 150 < min(counts) < max(counts) < 310


def test_an_infoset_in_words():
    game = moved(FOUR, "- 2 - 3", "Jh")
    assert str(game.infoset(0)) == "0: AsKsJs4h3h2s -2-3 h Jh"
    assert str(FOUR.infoset(0)) == "0: AsKsJs4h3h2s"
    assert isinstance(game.infoset(1), InfoSet)


def whole(deal: str) -> Setback:
    hands, bids, tricks, _, _ = DEALS[deal]
    return moved(dealt(*hands), bids, " ".join(tricks))


WON, EVEN = whole("all four points"), whole("two each")  # 4 to 0, and 2 to 2


def test_teams_of_a_match_take_turns_to_bid_first():
    match = Match()
    assert match.first == 0
    match = match.after(WON)
    assert (match.scores, match.first) == ((4, 0), 1)
    match = match.after(WON)
    assert (match.scores, match.deals) == ((4, 4), 2)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ((10, 10), -1),
        ((-7, 12), 1),
        ((12, 11), 0),
        ((11, 13), 1),
        ((13, 13), -1),
    ],
)
def test_who_wins_a_match(scores, winner):
    match = Match(scores=scores, deals=9)
    assert match.winner == winner
    assert match.over == (winner >= 0)


def test_both_reach_the_goal_on_one_deal():
    match = Match(scores=(9, 9), deals=4).after(EVEN)
    assert (match.scores, match.winner, match.over) == ((11, 11), -1, False)
    assert match.after(WON).winner == 1


def test_a_match_of_sides_that_always_pass_ends():
    match, passed = Match(cap=5), moved(FOUR, "- - - -")
    while not match.over:
        match = match.after(passed)
    assert (match.deals, match.scores, match.winner) == (5, (0, 0), -1)
