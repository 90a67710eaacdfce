"""Mutations of hand histories: each is read and printed, or refused in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zerosum.errors import GameError
from zerosum.pkr.phh import parse, repaired
from zerosum.pkr.phh.show import picture
from zerosum.rendering import text_of
from zerosum.rng import Random

FILE = Path(__file__).with_name("hands.phhs")


WORDS = ("p1", "p3", "f", "cc", "cbr 6", "sm", "d dh p1 AhAc", "d db 2c3d4h", "20", "1e9", "# -")


def mutated(text: str, rng: Random) -> str:
    """Return a text with a few pieces deleted, doubled, exchanged or replaced."""
    for _ in range(1 + rng.integer(2)):
        at, size = rng.integer(len(text)), rng.integer(9)
        piece = text[at : at + size]
        other = (
            "",
            piece * 2,
            piece[::-1],
            WORDS[rng.integer(len(WORDS))],
            chr(rng.integer(0x2FF)),
            str(rng.integer(2**40) - 2**39),
            ("inf", "-inf", "nan", "0", "[]", "''", "1e400", "true")[rng.integer(8)],
        )[rng.integer(7)]
        text = text[:at] + other + text[at + size :]
    return text


def survive(count: int, seed: int) -> int:
    """Read mutations of hands; return how many are printed. All others must be refused in words."""
    rng, texts = Random(seed), FILE.read_text("utf-8").split("\n[")
    printed, wrong = 0, list[Any]()
    for _ in range(count):
        text = texts[rng.integer(len(texts))]
        text = mutated(text if text.startswith(("[", "#", "v")) else f"[{text}", rng)
        for hand in parse(text, "a.phhs", wrong.append):
            try:
                picture(repaired(hand))
                text_of(picture(hand))
                printed += 1
            except GameError as error:
                wrong.append(error)
    assert all(str(error).endswith(".") for error in wrong)
    return printed


def test_mutations_are_read_or_refused() -> None:
    assert 20 < survive(200, seed=1) < 180


@pytest.mark.slow
def test_many_mutations_are_read_or_refused() -> None:
    survive(20_000, seed=2)
