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
from zerosum.abstraction import algebraic, equals, where
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
    return int(infoset.card & 1)


@algebraic
def board_suit(infoset: Any) -> int:
    return int(infoset.board & 1) if infoset.board >= 0 else -1


@algebraic
def relation(infoset: Any) -> int:
    """Return whether the own card is below (0), pairs (1) or is above (2) the board."""
    own, board = infoset.card >> 1, infoset.board >> 1
    return -1 if infoset.board < 0 else 1 + (own > board) - (own < board)


@algebraic
def first_round(infoset: Any) -> int:
    """Return the moves of the first round in the second one, -1 before it."""
    history = infoset.history
    while history & 3 != 3:
        history >>= 2
    return int(history >> 2) if infoset.board >= 0 else -1


@algebraic
def last(infoset: Any) -> int:
    return int(infoset.history & 3)


@algebraic
def moves(infoset: Any) -> int:
    return int(infoset.history.bit_length())


@algebraic
def raises(infoset: Any) -> int:
    history = infoset.history
    return sum(history >> place & 3 == 2 for place in range(0, history.bit_length(), 2))


CARDS = [leduc.rank, leduc.board_rank, leduc.is_king, leduc.pairs, suit, board_suit, relation]
SPLIT = [equals(leduc.rank, 0), equals(leduc.board_rank, leduc.KING)]
LEDUC = [*CARDS, *SPLIT, leduc.betting, leduc.round_betting, raises, first_round, moves, last]


@algebraic
def over(infoset: Any) -> bool:
    """Whether the own card is above the board."""
    return 0 < board_ranks(infoset) < 1 << 3 * hand_ranks(infoset)


@algebraic
def high(infoset: Any) -> bool:
    """Whether the own card is one of the two highest ranks of four."""
    return bool(hand_ranks(infoset) >= 11)


@algebraic
def board_high(infoset: Any) -> bool:
    return bool(board_ranks(infoset) >> 33)


HANDS = [hand_ranks, board_ranks, hand_cards, suited, made, high, board_high, over]
TWELVE = [history, kinds, round_history, *HANDS, equals(hand_ranks, 12)]


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
    split = [where(equals(street, place), SIX) for place in range(2)]
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
