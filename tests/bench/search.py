"""The time to search for the best products and bets, and the tables in the docs.

    python -m tests.bench.search [--seconds N]

CPU time, with what is compiled at hand: everything is done once before it is timed, on a tree of
its own.
"""

from __future__ import annotations

import time
from typing import Any

from tests.bench.clock import Bars, options
from tests.games.holdem import no_limit
from zerosum.abstraction import algebraic, where
from zerosum.evaluation import Search, search
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.pkr.abstraction import allin, passive, pot_bets
from zerosum.pkr.holdem.abstraction import (
    board_ranks,
    hand_cards,
    hand_ranks,
    history,
    kinds,
    made,
    round_history,
    street,
    suited,
)
from zerosum.tree import enumerated

EIGHT = no_limit(ranks=4, suits=2, hole=1, stack=4)
STREETS = no_limit(ranks=4, suits=1, hole=1, stack=8, sizes=(25, 50, 75, 100, 150, 200))
SIX = pot_bets(1 / 4, 1 / 2, 3 / 4, 1, 3 / 2, 2)


@algebraic
def suit(infoset: Any) -> int:
    """Return the suit of the own card."""
    return int(infoset.card & 1)


@algebraic
def board_suit(infoset: Any) -> int:
    """Return the suit of the board, -1 in the first round."""
    return int(infoset.board & 1) if infoset.board >= 0 else -1


@algebraic
def is_jack(infoset: Any) -> bool:
    """Whether the own card is a jack."""
    return bool(infoset.card >> 1 == 0)


@algebraic
def relation(infoset: Any) -> int:
    """Return whether the own card is below (-1), above (1) or pairs (2) the board, 0 before it."""
    own, board = infoset.card >> 1, infoset.board >> 1
    if infoset.board < 0:
        return 0
    return 2 if own == board else (1 if own > board else -1)


@algebraic
def board_king(infoset: Any) -> bool:
    """Whether a king is on the board."""
    return bool(infoset.board >> 1 == leduc.KING)


@algebraic
def raises(infoset: Any) -> int:
    """Return how many raises there were."""
    return _moves(infoset.history).count(2)


@algebraic
def first_round(infoset: Any) -> int:
    """Return the moves of the first round in the second one, -1 before it."""
    history = infoset.history
    if infoset.board < 0:
        return -1
    while history & 3 != 3:
        history >>= 2
    return int(history >> 2)


@algebraic
def moves(infoset: Any) -> int:
    """Return how many moves there were, deals included."""
    return len(_moves(infoset.history))


@algebraic
def last(infoset: Any) -> int:
    """Return the last move."""
    return int(infoset.history & 3)


def _moves(history: int) -> list[int]:
    return [history >> place & 3 for place in range(0, history.bit_length(), 2)]


LEDUC = [
    leduc.rank,
    leduc.board_rank,
    leduc.is_king,
    leduc.pairs,
    leduc.betting,
    leduc.round_betting,
    suit,
    board_suit,
    is_jack,
    board_king,
    relation,
    raises,
    first_round,
    moves,
    last,
]


@algebraic
def high(infoset: Any) -> bool:
    """Whether the own card is one of the two highest ranks of four."""
    return bool(hand_ranks(infoset) >= 11)


@algebraic
def ace(infoset: Any) -> bool:
    """Whether the own card is an ace."""
    return bool(hand_ranks(infoset) == 12)


@algebraic
def board_high(infoset: Any) -> bool:
    """Whether the board is one of the two highest ranks of four."""
    return bool(board_ranks(infoset) >> 33)


@algebraic
def over(infoset: Any) -> bool:
    """Whether the own card is above the board."""
    return 0 < board_ranks(infoset) < 1 << 3 * hand_ranks(infoset)


TWELVE = [
    history,
    kinds,
    round_history,
    hand_ranks,
    board_ranks,
    hand_cards,
    suited,
    made,
    high,
    ace,
    board_high,
    over,
]


@algebraic
def later(infoset: Any) -> bool:
    """Whether the first street is over."""
    return bool(street(infoset) > 0)


@algebraic
def at_first(infoset: Any) -> bool:
    """Whether this is the first street."""
    return bool(street(infoset) == 0)


def timed(game: Any, *arguments: Any, **keywords: Any) -> tuple[Search, float]:
    """Return a search and its CPU seconds, done twice, each time without known cuts."""
    search(enumerated(game), *arguments, **keywords)
    tree = enumerated(game)
    begin = time.process_time()
    found = search(tree, *arguments, **keywords)
    return found, time.process_time() - begin


def main() -> None:
    limit = options(__doc__, seconds=600.0).seconds
    bars, bets = Bars(), {"always": passive + allin, "seconds": limit}
    split = [where(at_first, SIX), where(later, SIX)]
    for name, bar, game, pool, keywords in (
        ("Leduc, 15 factors", 3.0, Leduc(), LEDUC, {}),
        ("Leduc, players may forget", 60.0, Leduc(), LEDUC, {"forget": True, "budget": 220}),
        ("Leduc, a product for each player", 10.0, Leduc(), LEDUC, {"per_player": True}),
        ("hold'em of eight cards, 12 factors", 30.0, EIGHT, TWELVE, {}),
        ("six bets", 60.0, STREETS, (), {"menus": SIX, **bets}),
        ("six bets of each street", 30.0, STREETS, (), {"menus": split, "sizes": 1, **bets}),
    ):
        found, lasted = timed(game, pool, **keywords)
        print(f"\n{name}: {lasted:.2f} s\n{found}")
        bars.at_most(f"{name}: seconds", lasted, bar)
    print()
    bars.show()


if __name__ == "__main__":
    main()
