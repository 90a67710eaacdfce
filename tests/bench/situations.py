"""All situations of hold'em: CPU seconds to number and to value them, and times of a look-up.

python -m tests.bench.situations
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.bench.clock import Bars
from zerosum.abstraction.fitting import once
from zerosum.pkr.features.nexts import averages, sorted_nexts
from zerosum.pkr.features.opponents import against_clusters
from zerosum.pkr.features.showdowns import showdowns
from zerosum.pkr.features.streets import Streets
from zerosum.pkr.holdem import TWENTY
from zerosum.pkr.situations import situations
from zerosum.pkr.situations.boards import boards_of
from zerosum.pkr.situations.numbering import base_of, place_of, situation_of
from zerosum.workshop import workshop

BARS = {"indices": 0.6, "rivers": 11.0, "EHS and EHS²": 16.0, "histograms": 30.0, "OCHS": 22.0}
DEALS = 1_000_000


def look_up(lows, highs, boards, words, heads, blocks, table) -> int:
    """Return the sum of the buckets of hands on boards."""
    total = 0
    for row in range(lows.size):
        low, high, board = int(lows[row]), int(highs[row]), int(boards[row])
        total += int(table[situation_of(low, high, board, words, heads, blocks)])
    return total


def deal(cards, arrays, tables) -> int:
    """Return the sum of the buckets of six players on three streets."""
    total = 0
    for row in range(cards.shape[0]):
        board = 0
        for card in range(12, 15):
            board |= 1 << cards[row, card]
        for street in range(3):
            if street > 0:
                board |= 1 << cards[row, 14 + street]
            words, heads, blocks = arrays[street]
            start, shape, renaming = base_of(board, words, heads)
            for seat in range(6):
                one, other = int(cards[row, 2 * seat]), int(cards[row, 2 * seat + 1])
                low, high = min(one, other), max(one, other)
                place = place_of(low, high, board, renaming, shape, blocks)
                total += int(tables[street][start + place])
    return total


def cpu(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what work returns, and the CPU seconds of all threads that it takes."""
    begin = time.process_time()
    found = work()
    return found, time.process_time() - begin


def valued(streets: Streets) -> dict[str, float]:
    """Return CPU seconds for all features of a deck."""
    for street in range(4):
        once(street, lambda street=street: streets[street])
    taken = {}
    shown, taken["rivers"] = cpu(lambda: showdowns(streets))
    equities = shown.equities
    table = np.stack([equities, equities**2], 1)

    def expect() -> None:
        found = averages(streets, 2, shown.points[:, None], table)
        for street in (1, 0):
            found = averages(streets, street, found)

    _, taken["EHS and EHS²"] = cpu(expect)
    points = shown.points
    turns, taken["histograms"] = cpu(lambda: sorted_nexts(streets, 2, points))
    firsts = turns[:, 0].copy()
    _, more = cpu(lambda: sorted_nexts(streets, 1, firsts))
    taken["histograms"] += more
    kinds = np.arange(len(streets[0])) % 8
    _, taken["OCHS"] = cpu(lambda: against_clusters(streets, kinds, 8))
    return taken


def looked_up() -> dict[str, float]:
    """Return nanoseconds of look-ups."""
    random = np.random.default_rng(0)
    cards = random.random((DEALS, 52)).argsort(axis=1)[:, :17].astype(np.int64)
    lows, highs = cards[:, :2].min(axis=1), cards[:, :2].max(axis=1)
    boards = (1 << cards[:, 12:]).sum(axis=1)
    streets = [situations(size).boards for size in (3, 4, 5)]
    arrays = tuple((each.words, each.heads, each.blocks.blocks) for each in streets)
    tables = tuple(
        random.integers(0, 2_048, int(each.heads[-1] >> 6), np.uint16) for each in streets
    )
    river, dealt = workshop().compile(look_up), workshop().compile(deal)
    river(lows[:9], highs[:9], boards[:9], *arrays[2], tables[2])
    dealt(cards[:9], arrays, tables)
    best = {"a random river, ns": 1e9, "a deal of six, ns": 1e9}
    for _ in range(3):
        _, taken = cpu(lambda: river(lows, highs, boards, *arrays[2], tables[2]))
        best["a random river, ns"] = min(best["a random river, ns"], taken / DEALS * 1e9)
        _, taken = cpu(lambda: dealt(cards, arrays, tables))
        best["a deal of six, ns"] = min(best["a deal of six, ns"], taken / DEALS * 1e9)
    return best


def main() -> None:
    valued(Streets(TWENTY))  # compiles
    boards_of(13, 4, (3,))
    _, taken = cpu(lambda: [boards_of(13, 4, (size,)) for size in (0, 3, 4, 5)])
    found = {"indices": taken, **valued(Streets())}
    bars = Bars()
    for name, value in found.items():
        bars.at_most(f"{name}, CPU seconds", value, BARS[name])
    look_ups = looked_up()
    bars.at_most("a random river, ns", look_ups["a random river, ns"], 500)
    bars.at_most("a deal of six on three streets, ns", look_ups["a deal of six, ns"], 3_400)
    bars.show()


if __name__ == "__main__":
    main()
