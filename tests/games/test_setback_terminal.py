"""Setback at a terminal: words, what is told, and what must stay hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from tests.games.setback import dealt, moved
from tests.terminal import opponent, shown, table
from zerosum.cards import card, name, parse
from zerosum.errors import GameError, NotApplicable
from zerosum.play import Partners, Uniform
from zerosum.play import hand as hands
from zerosum.play.explore.public import state_of
from zerosum.play.explore.worlds import Observer
from zerosum.play.terminal import play_hand, play_session
from zerosum.rng import Random
from zerosum.setback import BID_THREE, PASS, Setback
from zerosum.setback.actions import FIRST_SUIT, LEAD_WEAK
from zerosum.setback.terminal import SetbackTerms
from zerosum.terms import Moment, terms_of

HANDS = "AsKs9s4s 3h2d", "Qs2s KhTd5c3c", "Js8s Ah QcJcAd", "7s6s5s 9c8c7c"
TERMS = SetbackTerms()


def at(bids: str, plays: str = "", hands: tuple[str, ...] = HANDS) -> Moment:
    return Moment(moved(dealt(*hands), bids, plays))


def told(moment: Moment, action: int, seat: int) -> list[str]:
    return TERMS.outcome(moment, moment.apply(action), seat).plain.splitlines()


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what deals some hands at the next tables."""

    def deal(*holdings: str) -> None:
        masks = iter([parse(hand).mask for hand in holdings])
        monkeypatch.setattr(hands, "draw", lambda game, rng: next(masks))

    return deal


@pytest.mark.parametrize(
    ("moment", "words", "action"),
    [
        (at(""), "Pass", PASS),
        (at(""), "p", PASS),
        (at("2"), "3", BID_THREE),
        (at("2"), "b3", BID_THREE),
        (at("2"), " Bid 3", BID_THREE),
        (at("3 - - -"), "as", card("As")),
        (at("3 - - -", "As"), "QS", card("Qs")),
        (at("- 3 - -"), "10d", card("Td")),
        (at("- 3 - -"), "t D", card("Td")),
    ],
)
def test_words(moment: Moment, words: str, action: int) -> None:
    assert terms_of(moment.base).read(moment, words) == action


@pytest.mark.parametrize(
    ("moment", "words", "sentence"),
    [
        (at("3"), "2", "A bid must exceed the highest, 3, .* got 2 from seat 1: pass, or bid more"),
        (at("4 - -"), "3", "A bid must exceed the highest, 4, unless the dealer takes over a 4"),
        (at(""), "as", "A seat must bid or pass in the auction; got As"),
        (at("3 - - -"), "4", "A bid must be made in the auction; got bid 4 later: play a card"),
        (at("3 - - -"), "p", "A bid must be made in the auction; got pass later: play a card"),
        (at("3 - - -"), "ah", "A card must be in the hand that plays it; got Ah from seat 0"),
        (at("3 - - -", "As"), "kh", "must follow suit or play trump; got Kh from seat 1, .* KhQs"),
        (at(""), "1", "The word '1' must be a bid or a card: legal here are pass, 2, 3, 4"),
        (at("3 - - -", "As"), "11s", "'11s' must be a bid or a card: legal here are Qs, 2s"),
    ],
)
def test_what_the_rules_forbid_is_a_sentence(moment: Moment, words: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        TERMS.read(moment, words)


def test_an_abstract_action_is_told_as_its_card() -> None:
    assert TERMS.told(at("3 - - -"), FIRST_SUIT) == ("play", " As")
    lead = at("3 - - -", "As Qs 8s 7s")
    assert TERMS.told(lead, LEAD_WEAK) == ("play", " 2d")
    assert TERMS.told(at(""), PASS) == ("pass", "")
    assert TERMS.told(at(""), BID_THREE) == ("bid", " 3")


def test_what_an_action_brings_about() -> None:
    assert told(at("- 2"), PASS, 3) == []
    assert told(at("- 3 -"), PASS, 1) == ["The auction goes to you for 3."]
    assert told(at("- 3 -"), PASS, 2) == ["The auction goes to North for 3."]
    assert told(at("- - -"), PASS, 2) == ["All pass: nobody scores."]
    assert told(at("3 - - -"), card("4s"), 1) == ["Trump is spades."]
    assert told(at("3 - - -", "As Qs Js"), card("5s"), 2) == [
        "The trick goes to West: As Qs Js 5s."
    ]


def test_points_are_told_as_each_team_sees_them() -> None:
    """West bids 3 and loses the jack, the low and the game: the others take all but the high."""
    hands = "As3s 4h5h6h7h", "KsQsTs KhQhTh", "2s 4d5d6d7d8d", "Js 4c5c6c7c8c"
    moment = at("3 - - -", "3s Ks 2s Js", hands)
    assert [TERMS.chips(moment, seat).split("; ")[1] for seat in (1, 2)] == [
        "so far tricks 1 to 0, low 2s ours, jack Js ours, game 4 to 0",
        "so far tricks 0 to 1, low 2s theirs, jack Js theirs, game 0 to 4",
    ]
    before = at("3 - - -", "3s Ks 2s Js Th 4d 4c 4h Kh 5d 5c 5h Qh 6d 6c", hands)
    assert told(before, card("6h"), 0) == [
        "The trick goes to North: Qh 6d 6c 6h.",
        "The cards left decide nothing.",
        "Points: high As ours, low 2s theirs, jack Js theirs, game 0 to 19.",
        "Your team bid 3, made 1 and was set back.",
        "The deal: -3 to your team, 3 to the others.",
    ]
    assert told(before, card("6h"), 3)[2:] == [
        "Points: high As theirs, low 2s ours, jack Js ours, game 19 to 0.",
        "The other team bid 3, made 1 and was set back.",
        "The deal: 3 to your team, -3 to the others.",
    ]


def test_what_is_seen_before_a_decision() -> None:
    assert TERMS.chips(at(""), 0) == "no bids yet"
    assert TERMS.chips(at("- 3"), 2) == "West pass, North 3"
    assert TERMS.chips(at("- 3 - -"), 1) == "3 bid by you; the suit that you lead is trump"
    led = at("- 3 - -", "Kh Ah")
    assert TERMS.chips(led, 3).endswith(
        "trump is hearts; so far tricks 0 to 0, game 0 to 0; North Kh, East Ah"
    )


def cycled() -> Iterator[str]:
    """Yield bids and cards, most of them not legal, without end."""
    while True:
        yield from ("2", "pass", *map(name, range(52)))


@pytest.mark.parametrize(
    ("seat", "agent"), [(1, Uniform()), (2, Partners(Uniform(), Uniform()))], ids=["one", "two"]
)
def test_a_person_wins_what_the_own_team_wins(seat: int, agent: Any) -> None:
    """All cards are told, and most deals are not lost on the words that were refused."""
    at = table(Setback(), agent, cycled())
    score = play_session(at, 11, hands=6, seat=seat)
    assert (score.hands, score.unit) == (6, "points")
    own, partner = (("West", "North", "East", "South")[each] for each in (seat, (seat + 2) % 4))
    assert shown(at).count(f"you are {own}; {partner} is your partner.") == 6
    deals = re.findall(r"The deal: (-?\d) to your team, (-?\d) to the others", shown(at))
    assert len(deals) + shown(at).count("All pass: nobody scores.") == 6
    assert sum(int(ours) - int(theirs) for ours, theirs in deals) == score.chips
    for deal in shown(at).split("\nDeal ")[1:]:
        told = re.findall(r"(?:plays?|>) (\w\w)\b", deal)
        taken = " ".join(re.findall(r"The trick goes to .*: (.*)\.", deal)).split()
        assert set(taken) <= set(told)


def test_hidden_hands_change_nothing_before_their_cards_are_played(deals: Any) -> None:
    def seen(*others: str) -> str:
        deals(HANDS[0], *others)
        at = table(Setback(), opponent("setback"), ["?", "??", "l", "q"])
        play_hand(at, 0, Random(1), Random(2))
        return shown(at)

    assert seen(*HANDS[1:]) == seen("2c3c4c5c6cAh", "7c8c9cTcJcAc", "KhQhJhTh9h8h")


def test_the_partner_does_not_see_the_hand_of_the_person(deals: Any) -> None:
    """Bots bid and play the same if the person plays the same cards of different hands."""

    def seen(hand: str) -> list[str]:
        deals(hand, *HANDS[1:])
        at = table(Setback(), opponent("setback"), ["?", "4", "?", "as", "?", "4s", "q"])
        assert play_hand(at, 0, Random(1), Random(2)) is None
        assert shown(at).count("with yours:") == 3
        return re.findall(r"^(?:North|East|South|The) .*", shown(at), re.MULTILINE)[:12]

    assert seen("AsKs9s4s 3h2d") == seen("As4s 6c4c3d2h")
    assert seen(HANDS[0])[-1].startswith("The trick goes to ")


def test_hands_of_partners_are_not_listed() -> None:
    """Two infosets do not show what four seats know."""
    deck = parse("AsJs2s KhTh3h 4d5d")
    for seats, error in (
        (2, nullcontext()),
        (4, pytest.raises(NotApplicable, match="one seat each")),
    ):
        small = Moment(Setback(deck=deck, size=2, seats=seats))
        while small.base.chance:
            small = small.apply(small.base.sample(Random(1)))
        with error:
            state_of(Observer(Setback(deck=deck, size=2, seats=seats)), small.steps)


def test_matches_to_eleven() -> None:
    at = table(Setback(), opponent("setback"), cycled())
    score = play_session(at, 3, hands=2, series=True)
    assert f"The session is over: {score}." in shown(at)
    assert re.fullmatch(r"[+-]\d matches in 2 matches, .* a match", str(score))
    seats = []
    for match in shown(at).split("\nMatch ")[1:]:
        deals = re.findall(r"The deal: (-?\d+) to your team, (-?\d+) to the others", match)
        stands = re.findall(r"The match: (-?\d+) to your team, (-?\d+) to the others", match)
        totals = [sum(int(each[team]) for each in deals) for team in range(2)]
        last = [int(points) for points in stands[-1]]
        assert last == totals
        assert max(last) >= 11 > max(map(int, stands[-2]))
        assert ("You win the match." in match) == (last[0] > last[1])
        seats.append("".join(each[0] for each in re.findall("you are (.)", match))[:5])
        assert "; the match is " in match
    assert seats == ["WSENW"[: len(seats[0])], "NWSEN"[: len(seats[1])]]


def test_a_table_has_four_seats() -> None:
    at = table(Setback(), Uniform(), [])
    with pytest.raises(GameError, match="who decides; got 4: there are 0, 1, 2, 3"):
        play_session(at, 3, seat=4)
