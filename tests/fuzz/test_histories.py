"""Random histories of hands, and random damage to histories: errors are sentences."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from tests.games.holdem import taken
from tests.games.phh import TEXT
from tests.scale import scaled
from zerosum.cards import name
from zerosum.errors import GameError
from zerosum.pkr.phh import Hand, parse, record, repaired, spell
from zerosum.pkr.phh.replay import Replay, next_street
from zerosum.pkr.phh.results import is_hidden
from zerosum.pkr.phh.show import picture
from zerosum.pkr.phh.text import frozen
from zerosum.rng import Random
from zerosum.support.rendering import text_of

INF = (Decimal("inf"),)
WORDS = (
    "-1", "0", "inf", "nan", "1e400", "9" * 30, "0.000000000001", "[", "]", "'", '"', "#", "\n",
    "\ufeff", "[9]", "NS", "FT", "PO", "p1 f", "p2 cc", "p3 cbr 300", "p9 sm", "d db 2c3c4c",
    "????", "Ah", "true", "1, ", "[1]\n", "finishing_stacks = [900, 7]\n", "players = ['']\n",
)  # fmt: skip


def one_of(rng: Random, options: Any) -> Any:
    return options[rng.integer(len(options))]


def damaged(text: str, rng: Random) -> str:
    """Return a text of which some parts are cut, doubled, exchanged, or replaced by a word."""
    for _ in range(1 + rng.integer(3)):
        start = rng.integer(len(text) + 1)
        end = min(len(text), start + rng.integer(one_of(rng, (2, 8, 60))))
        part, other = text[start:end], rng.integer(len(text) + 1)
        kind = rng.integer(6)
        if kind == 0:
            part = ""
        elif kind == 1:
            part = part * 2
        elif kind == 2:
            part = text[other : other + len(part)]
        elif kind == 3:
            part = one_of(rng, WORDS)
        elif kind == 4:
            part += one_of(rng, WORDS)
        else:
            part = part[::-1]
        text = text[:start] + part + text[end:]
    return text


def mutated(count: int, seed: int) -> int:
    """Read and replay damaged texts; return how many hands were replayed."""
    rng, pieces, replayed = Random(seed), TEXT.split("\n\n["), 0
    hands = [f"[{piece}" for piece in pieces[1:]]
    for _ in range(count):
        text = damaged("\n\n".join(one_of(rng, hands) for _ in range(1 + rng.integer(2))), rng)
        for hand in (left_out := list[GameError]()) or parse(text, "f", left_out.append):
            try:
                whole = repaired(hand)
                text_of(picture(whole))
                assert whole.nets is None or sum(whole.nets) == 0
                assert parse(spell(hand)) == (hand,)
                replayed += 1
            except GameError as error:
                left_out.append(error)
        for error in left_out:
            assert str(error).startswith("The ")
            assert str(error).endswith(".")
    return replayed


def stakes(rng: Random) -> dict[str, Any]:
    """Return the fields of a random hand before its first action."""
    n = 2 + rng.integer(9)
    first = one_of(rng, ((1, 2), (2, 2), (0, 2), (2, 0), (2, 4), (4, 2), (2, 6)))
    blinds = [*first, *[0] * (n - 2)]
    if n > 3:
        blinds[-1] = one_of(rng, (0, 0, -2, -1, 4))
    most = one_of(rng, (12, 400))
    return {
        "variant": one_of(rng, ("NT", "NT", "NS", "FT")),
        "ante_trimming_status": rng.integer(2) == 0,
        "antes": one_of(rng, ([0] * n, [1] * n, [0, 2, *[0] * (n - 2)])),
        "blinds_or_straddles": blinds,
        "min_bet": 2,
        "small_bet": 2,
        "big_bet": 4,
        "starting_stacks": [1 + rng.integer(most) for _ in range(n)],
        "actions": [],
    }


def made(fields: dict[str, Any]) -> Hand:
    return Hand(tuple((key, frozen(value)) for key, value in fields.items()))


def random_word(game: Any, rng: Random) -> str:
    """Return what the seat to act does; it may fold even if it owes nothing."""
    pip = game.pips[game.active]
    lower, upper = (pip + bound for bound in game.bounds_of(game.active))
    word: str = one_of(rng, ("cc", "cc", "cc", "cc", "f", "cbr"))
    if word == "cbr" and upper > pip + game.cost_of(game.active):
        return f"cbr {one_of(rng, (lower, upper, min(upper, lower + rng.integer(9))))}"
    return "cc" if word == "cbr" else word


def random_hand(rng: Random) -> Hand:
    """Return a random hand, with posts, folds without a bet, shows and mucks in any order."""
    fields = stakes(rng)
    start, actions = made(fields).game, list[str]()
    n, cards = start.players, list(start.deck.cards)
    deck = [name(cards.pop(rng.integer(len(cards)))) for _ in range(2 * n + 5)]
    replay = Replay(start, tuple(range(n)), Fraction(1))

    def do(action: str) -> None:
        actions.append(action)
        replay.do(action)

    for seat in range(n):
        hand = "".join(deck.pop() for _ in range(2))
        do(f"d dh p{seat + 1} {hand if rng.integer(8) else '????'}")
    while not replay.game.terminal:
        game = replay.game
        if game.chance:
            size = game.board[next_street(game) - 1]
            do(f"d db {''.join(deck.pop() for _ in range(size))}")
        else:
            do(f"p{game.active + 1} {random_word(game, rng)}")
    live = [seat for seat in range(n) if replay.game.live >> seat & 1]
    while len(live) > 1 and rng.integer(8):
        seat = live.pop(rng.integer(len(live)))
        if replay.game.live != 1 << seat:
            do(f"p{seat + 1} sm{one_of(rng, ('', ' -', ' ????'))}")
    return made(fields | {"actions": actions})


def check_hand(hand: Hand) -> bool:
    """Check the result of a hand against the slow reference; return whether it is known."""
    assert parse(spell(hand)) == (hand,)
    final, nets = hand.final, hand.nets
    text_of(picture(hand))
    if is_hidden(final):
        assert nets is None
        return False
    spent = [final.paid[seat] + final.posted[seat] for seat in range(hand.players)]
    assert nets is not None
    assert sum(nets) == 0
    assert list(nets) == [won - paid for won, paid in zip(taken(final), spent, strict=True)]
    for seat, net in enumerate(nets):
        others = sum(spent) - spent[seat]
        if hand["ante_trimming_status"]:
            others = sum(min(spent[seat], paid) for paid in spent) - spent[seat]
        assert -spent[seat] <= net <= others
    assert record(final).finishing == hand.finishing
    if all(final.behind) and min(final.stacks) > 8:
        assert made(dict(hand.fields) | {"starting_stacks": INF * hand.players}).nets == nets
    return True


@scaled(60, 20_000)
def test_damaged_histories(scale: int) -> None:
    assert mutated(scale, 1 if scale < 1_000 else 3) > scale // 10


def test_random_hands() -> None:
    rng = Random(2)
    known = [check_hand(random_hand(rng)) for _ in range(25)]
    assert sum(known) > 8


@pytest.mark.slow
def test_many_random_hands() -> None:
    rng = Random(4)
    assert sum(check_hand(random_hand(rng)) for _ in range(5_000)) > 1_500
