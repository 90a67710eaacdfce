"""The abstraction of Setback: its keys and actions against a slow reference, and recall."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from blood.setback import bids, experiment
from tests.games.setback import Seen, dealt, moved, played
from zerosum.abstraction import Abstracted, View, without
from zerosum.algorithms import ExternalSampling
from zerosum.cards import Cards, name, parse
from zerosum.errors import AbstractionError
from zerosum.evaluation.price import loss
from zerosum.lattice import recall
from zerosum.rng import Random
from zerosum.rules import LINEAR
from zerosum.setback import BID_FOUR, PASS, InfoSet, Setback, spell
from zerosum.setback.abstraction import (
    absent_minded,
    actions,
    actions_with_fours,
    states,
    team,
    turn,
)
from zerosum.setback.keys import original_key
from zerosum.support.rendering import text_of
from zerosum.testing import check_abstraction, check_native
from zerosum.tree import enumerated

GAME = Abstracted(Setback(), states, actions)


def names(cards: Cards) -> set[str]:
    return {name(each) for each in cards}


def seen(infoset: InfoSet) -> Seen:
    """Return what the seat has seen, by names."""
    bids = [(infoset.bids >> 3 * seat & 7) - 1 for seat in range(infoset.made)]
    plays = [name(infoset.card_at(number)) for number in range(infoset.count)]
    return Seen(infoset.seat, names(infoset.dealt), bids, plays)


def decisions(seed: int, deals: int) -> Iterator[InfoSet]:
    """Yield infosets of random deals, half of them played by abstract actions."""
    rng = Random(seed)
    for number in range(deals):
        game = Setback() if number % 2 else GAME
        for history in played(rng, game):
            base = history.game if isinstance(history, Abstracted) else history
            if not (base.chance or base.terminal):
                yield base.infoset(base.active)


def test_keys_and_actions_equal_a_slow_reference():
    view, met, found = View(states, actions), {}, {}
    for infoset in decisions(seed=1, deals=60):
        slow = seen(infoset)
        row = view.infoset(infoset)
        words = [spell(action) for action in row.actions()]
        if infoset.bidding:
            assert words == slow.bids_considered()
        else:
            cards = {spell(a): name(infoset.concrete(a)) for a in row.actions()}
            assert cards == slow.actions()
            assert len(words) == len(set(words))
        text = f"{slow.key()} {'|'.join(words)}"
        assert original_key(row) == text
        number = len(slow.tricks) if slow.plays else len(slow.bids)
        whole = (slow.seat % 2, number, text)
        assert met.setdefault(row.key, whole) == whole
        assert found.setdefault(whole, row.key) == row.key
    assert len(met) > 600


@pytest.mark.slow
def test_native_equals_interpreted():
    check_abstraction(Setback, states, actions, examples=40)


@pytest.mark.slow
def test_variants_are_native():
    with_fours = without(states, actions) * actions_with_fours
    check_native(Abstracted(Setback(), with_fours, actions_with_fours), 100)
    check_native(Abstracted(Setback(), absent_minded, actions), 100)


HANDS = ("AsKs9s4s 3h2d", "Qs2s KhTd5c3c", "Js8s Ah QcJcAd", "7s6s5s 9c8c7c")


@pytest.mark.parametrize(
    ("bids", "plays", "text"),
    [
        ("", "", "0 AKx4 pass|bid 2|bid 3"),  # no jack, so no 4
        ("-", "", "0 K Q2 pass|bid 2|bid 3"),  # both of strength 12, and a king is higher
        ("2 -", "", "2 QJ pass|bid 3|bid 4"),  # spades are more than 2 below clubs
        ("- - 4", "", "D xx7 pass"),
        ("- 2 - -", "", "E2 K Q2 establish the first suit|establish the second suit"),
        ("3 - - -", "As", ".... .. At 0 trump 2|trump Q"),
        # The four cannot be the low after the two; and the nine counts for nothing.
        ("3 - - -", "As 2s Js 5s", "h2J. ... trump K|lead trump x|lead weak"),
        ("3 - - -", "As Qs 8s 7s", "hx.. ... trump 4|trump K|lead trump x|lead weak"),
    ],
)
def test_keys_by_hand(bids, plays, text):
    game = moved(dealt(*HANDS), bids, plays)
    row = View(states, actions).infoset(game.infoset(game.active))
    assert original_key(row) == text


def test_a_bid_of_four_may_be_kept():
    first = dealt(*HANDS).infoset(0)
    assert BID_FOUR not in actions(first)
    assert actions_with_fours(first) == first.actions()
    last = moved(dealt(*HANDS), "- - -").infoset(1)
    assert actions_with_fours(last) == last.actions()
    assert actions(moved(dealt(*HANDS), "4 - -").infoset(1)) == (PASS,)
    assert actions_with_fours(moved(dealt(*HANDS), "4 - -").infoset(1)) == (PASS, BID_FOUR)


def test_an_abstract_action_plays_its_card():
    game = GAME
    for hand in HANDS:
        game = game.apply(parse(hand).mask)
    for words in (
        "bid 3",
        "pass",
        "pass",
        "pass",
        "establish the first suit",
        "trump 2",
        "trump J",
    ):
        menu = {spell(action): action for action in game.infoset(game.active).actions()}
        game = game.apply(menu[words])
    assert [name(game.game.infoset(0).card_at(i)) for i in range(3)] == ["As", "2s", "Js"]


def test_only_infosets_with_the_factors_have_such_keys():
    row = View(team * actions, actions).infoset(dealt(*HANDS).infoset(0))
    with pytest.raises(AbstractionError, match=r"must have the factors .* highest_bid"):
        original_key(row)


def test_a_team_forgets_its_partners_hand():
    report = recall(Setback, states, actions, deals=8)
    for player in report.players:
        assert player.verdict.value == "imperfect recall"
        assert player.absent_minded is None


def test_without_its_turn_a_team_is_absent_minded():
    report = recall(Setback, absent_minded, actions, vocabulary=turn, deals=25)
    for player in report.players:
        assert player.absent_minded is not None
        assert turn in player.absent_minded.restored_by


@pytest.mark.slow
def test_two_seats_have_a_price():
    pairs = Setback(deck=parse("AsJs2s KhTh"), size=2, seats=2)
    found = loss(enumerated(pairs, native=False), states, actions_with_fours, iterations=100)
    assert found.after.infosets == (85, 112)
    assert found.best is not None
    assert 0 < found.best.price < 0.2


@pytest.mark.slow
def test_an_experiment_trains_and_is_shown():
    for fours in (False, True):
        start = experiment.training(fours=fours)
        solver = ExternalSampling(start, LINEAR, seed=7)
        solver.run(100)
        shown = text_of(bids(solver.strategy(), start)).splitlines()
        assert len(shown) == 9
        # A hand with no jack bids no 4, unless that is allowed.
        assert shown[3].startswith("AsKs2s 9h7h4d")
        assert shown[3].endswith("0.00") != fours
