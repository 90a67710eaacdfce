"""All situations of hold'em: CPU seconds to number and to value them, and times of a look-up.

    python -m tests.bench.situations [--yardstick FOLDER]

With a folder that holds ``indexer.py``, ``river.py`` and ``turn.py``, the same by their functions.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path
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


def yardstick(folder: Path) -> dict[str, float]:
    """Return the CPU seconds of hand-written kernels, on one core."""
    sys.path.insert(0, str(folder))
    indexer, river, turn = map(importlib.import_module, ("indexer", "river", "turn"))
    indexer.build(3)
    built, taken = cpu(lambda: [indexer.build(size) for size in (3, 4, 5)])
    found = {"indices": taken}
    _, turns, rivers = built
    size = int(rivers.offset[-1])
    win, tie = np.empty(size, np.uint16), np.empty(size, np.uint16)
    room = np.zeros((991, 991), np.int64), np.zeros((13, 13, 2), np.int64)
    river.river(rivers, 0, 2, win, tie, *room)
    (win, tie, *_), found["rivers"] = cpu(lambda: river.all_rivers(rivers, 1))
    strength = (2 * win + tie).astype(np.float32) / 1980
    strength2 = strength * strength
    out = [np.empty(int(turns.offset[-1]), np.float32) for _ in range(2)]
    turn.averages(turns, rivers, 0, 1, strength, strength2, *out, 46)
    _, found["EHS and EHS²"] = cpu(
        lambda: turn.averages(turns, rivers, 0, len(turns.boards), strength, strength2, *out, 46)
    )
    rows = np.empty((len(out[0]), 46), np.uint16)
    turn.histograms(turns, rivers, 0, 1, win, rows, rows, 46)
    every = 0, len(turns.boards), win, rows, rows, 46
    _, found["histograms"] = cpu(lambda: turn.histograms(turns, rivers, *every))
    kinds = np.zeros((52, 52), np.int64)
    few = np.empty((int(rivers.offset[20_000]), 8), np.uint8)
    river.ochs(rivers, 0, 2, kinds, few)
    _, taken = cpu(lambda: river.ochs(rivers, 0, 20_000, kinds, few))
    found["OCHS"] = taken / 20_000 * len(rivers.boards)
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardstick", type=Path)
    folder = parser.parse_args().yardstick
    valued(Streets(TWENTY))  # compiles
    boards_of(13, 4, (3,))
    _, taken = cpu(lambda: [boards_of(13, 4, (size,)) for size in (0, 3, 4, 5)])
    found = {"indices": taken, **valued(Streets())}
    bars, other = Bars(), yardstick(folder) if folder else {}
    for name, value in found.items():
        beside = f", yardstick {other[name]:.2f}" if name in other else ""
        bars.at_most(f"{name}, CPU seconds{beside}", value, BARS[name])
    look_ups = looked_up()
    bars.at_most("a random river, ns", look_ups["a random river, ns"], 500)
    bars.at_most("a deal of six on three streets, ns", look_ups["a deal of six, ns"], 3_400)
    bars.show()


if __name__ == "__main__":
    main()
