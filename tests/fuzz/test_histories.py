"""Random damage to histories of hands: errors are sentences."""

from __future__ import annotations

from typing import Any

from tests.games.phh import TEXT
from tests.scale import scaled
from zerosum.errors import GameError
from zerosum.pkr.phh import parse, repaired, spell
from zerosum.pkr.phh.show import picture
from zerosum.rng import Random
from zerosum.support.rendering import text_of

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


@scaled(60, 20_000)
def test_damaged_histories(scale: int) -> None:
    assert mutated(scale, 1 if scale < 1_000 else 3) > scale // 10
