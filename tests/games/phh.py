"""Hand histories for tests, with blinds of 50 and 100 and stacks of 1,000."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from pokerkit import HandHistory

from tests.games.stars import Room, text_of
from zerosum.pkr import Bet, Call, Check, Fold
from zerosum.pkr.phh import Hand, parse
from zerosum.rng import Random

CHECKED = (
    "'p2 cc', 'p1 cc', 'd db 7h8h9h', 'p1 cc', 'p2 cc', 'd db 2d', 'p1 cc', 'p2 cc', 'd db 2s', "
    "'p1 cc', 'p2 cc'"
)


def table(seats: int = 2, actions: str = "", **changed: str) -> str:
    """Return a PHH file: blinds of 50 and 100, stacks of 1,000."""
    zeros = [0] * (seats - 2)
    fields = {
        "variant": "'NT'",
        "antes": str([0] * seats),
        "blinds_or_straddles": str([50, 100, *zeros]),
        "min_bet": "100",
        "starting_stacks": str([1000] * seats),
        "actions": f"[{actions}]",
    }
    return "\n".join(f"{name} = {value}" for name, value in (fields | changed).items() if value)


def hand_of(*arguments: Any, **changed: str) -> Hand:
    (hand,) = parse(table(*arguments, **changed))
    return hand


def by_pokerkit(text: str) -> tuple[Fraction, ...]:
    """Return the stacks with which PokerKit finishes a hand."""
    split: Callable[..., Any] = lambda pot, parts: (Fraction(pot) / Fraction(parts), 0)  # noqa: E731
    history = HandHistory.loads(text, parse_value=Fraction, divmod=split)
    history.parse_value = Fraction  # type: ignore[assignment,method-assign]
    *_, state = history
    assert not state.status
    return tuple(map(Fraction, state.stacks))


def played(game: Any, seed: int, stop: int) -> Any:
    """Return the game after random legal actions, and whatever cards."""
    rng = Random(seed)
    while not game.terminal and stop > 0:
        if game.chance:
            game = game.apply(game.sample(rng))
            continue
        infoset, stop = game.infoset(game.active), stop - 1
        cost, (lower, upper) = infoset.cost, infoset.bounds()
        chance = rng.integer(8)
        if upper > cost and chance < 2:
            game = game.apply(Bet(min(upper, lower + rng.integer(30)) if chance else upper))
        else:
            game = game.apply(Check() if cost == 0 else Fold() if chance == 2 else Call())
    return game


FILE = Path(__file__).with_name("hands.phhs")
TEXT = FILE.read_text("utf-8")
ROOM = Room((2, 5, 9), 9)

PLAYED = (
    "'d dh p1 AhKd', 'd dh p2 ????', 'd dh p3 QcQs', 'p3 cbr 250', 'p1 cc', 'p2 f', 'd db 7h8h9d', "
    "'p1 cc', 'p3 cbr 300', 'p1 cc', 'd db 2d', 'p1 cc', 'p3 cc', 'd db Kc', 'p1 cbr 450', "
    "'p3 cc', 'p1 sm AhKd', 'p3 sm QcQs'"
)

TALKED = hand_of(3, PLAYED, players="['Al :D', 'Bo [x]', 'Zoë']")
SESSION = text_of(TALKED, ROOM)
