"""Ranges as text: what items mean, the shortest text, and mistakes with their places."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.cards import Cards, card, parse, rank, suit
from zerosum.errors import GameError
from zerosum.pkr.hands.isomorphism import HANDS, hand_number
from zerosum.pkr.ranges import RANDOM, Range, parse_range
from zerosum.pkr.ranges.classes import CLASS_OF, HAND_MASKS, MEMBERS, class_name

weights = st.sampled_from([0.0, 0.0, 0.0, 1.0, 1.0, 0.5, 1 / 3])
by_class = st.lists(weights, min_size=169, max_size=169)
single = st.dictionaries(st.integers(0, HANDS - 1), weights, max_size=9)


@given(by_class, single)
def test_the_text_of_a_range_is_read_back(classes: list[float], hands: dict[int, float]) -> None:
    found = [classes[kind] for kind in CLASS_OF]
    for hand, weight in hands.items():
        found[hand] = weight
    if any(found):
        written = Range(tuple(found))
        assert parse_range(str(written)) == written


def held(text: str) -> set[str]:
    return {class_name(CLASS_OF[hand_number(hand.mask)]) for hand in parse_range(text)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("QQ+", "QQ KK AA"),
        ("QQ-TT", "QQ JJ TT"),
        ("Q9s+", "Q9s QTs QJs"),
        ("KJ+", "KJs KJo KQs KQo"),
        ("K9s-K7s", "K9s K8s K7s"),
        ("T8s-75s", "T8s 97s 86s 75s"),
        ("75s-T8s", "T8s 97s 86s 75s"),
    ],
)
def test_items(text: str, names: str) -> None:
    assert held(text) == set(names.split())


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("22+, A2s+, KTo, 76s:0.5, AhKh", "22+, A2s+, KTo, 76s:0.5"),
        ("AA KK QQ", "QQ+"),
        ("AsKs AcKc", "AsKs, AcKc"),
        ("54s 65s 76s A5s", "A5s, 76s-54s"),
        ("JJ TT 99 55 AJs AQs AKs A9s A8s", "JJ-99, 55, AJs+, A9s-A8s"),
        ("22+ " + " ".join(f"{high}2+" for high in "AKQJT9876543"), "random"),
        ("AA:1.0 KK:.25", "AA, KK:0.25"),
        ("AKs:0.5 AKo:.5", "AK:0.5"),
    ],
)
def test_shortest_text(text: str, shortest: str) -> None:
    assert str(parse_range(text)) == shortest


def test_the_classes_partition_the_hands() -> None:
    pairs = combinations(range(52), 2)
    for low, high in pairs:
        name = class_name(CLASS_OF[hand_number(1 << low | 1 << high)])
        kind = "" if rank(low) == rank(high) else "s" if suit(low) == suit(high) else "o"
        assert name == "23456789TJQKA"[rank(high)] + "23456789TJQKA"[rank(low)] + kind
    assert sorted(hand for hands in MEMBERS for hand in hands) == list(range(HANDS))
    assert all(hand_number(mask) == number for number, mask in enumerate(HAND_MASKS))


def test_weights_and_grid() -> None:
    found = parse_range("AA, KK:0.5, 7h2d:.25")
    assert (len(found), found.combos) == (13, 9.25)
    assert found.weight(parse("KhKd")) == 0.5
    assert found.weight(parse("2h7d")) == 0.0
    assert Range.of({hand: found.weight(hand) for hand in found}) == found
    assert len(RANDOM) == HANDS
    assert hash(found) == hash(parse_range("AA 7h2d:.25 KK:0.5"))
    with pytest.raises(GameError, match="a weight for each of 1,326 hands"):
        Range((1.0,))
    with pytest.raises(GameError, match="one above 0"):
        Range((0.0,) * HANDS)
    with pytest.raises(GameError, match=r"must be 0 to 1; got 1\.5"):
        Range((1.5, *[0.0] * (HANDS - 1)))
    with pytest.raises(GameError, match="must have two cards; got Ah"):
        Range.of({Cards(1 << card("Ah")): 1.0})
    rows = parse_range("22+, AKs, AQs:0.5, AhKd, 32o").grid().splitlines()
    assert rows[0].split() == ["AA", "AKs", "50%", *["."] * 10]
    assert rows[1].split() == ["8%", "KK", *["."] * 11]
    assert rows[12].split() == [*["."] * 11, "32o", "22"]
    assert max(map(len, rows)) <= 79


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", r"A range must have an item; got ''"),
        ("22+, A2x", r"must be classes or a hand; got 'A2x' at character 6: write classes such as"),
        ("Ah Kh", r"must be classes or a hand; got 'Ah' at character 1"),
        ("AAs", r"have no s or o after a pair; got 'AAs' at character 1: write AA"),
        ("KK, A2s-K9s", r"same high card or the same gap; got 'A2s-K9s' at character 5"),
        ("AKs-AQo", r"two ends of one kind, suited or offsuit; got 'AKs-AQo'"),
        ("AhAh", r"two different cards; got 'AhAh'"),
        ("AKs:2", r"a weight above 0 and at most 1 after its colon, or .*; got 'AKs:2'"),
        ("[50]AKs", r"close the bracket that is open"),
        ("[50]AKs[/40]", r"close the bracket that is open"),
        ("0 1 .5", r"weights of all 1,326 hands.* got '3 numbers': paste"),
        ("AKs:٣", r"a weight above 0"),
        ("AKs:.5, AhKh", r"not change the weight of a hand, 0.5 for AhKh; got 'AhKh' at char.* 9"),
    ],
)
def test_mistakes(text: str, match: str) -> None:
    with pytest.raises(GameError, match=match):
        parse_range(text)
