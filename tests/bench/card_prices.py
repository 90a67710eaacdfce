"""What buckets of cards cost in a game that is small enough to know: sizes, metrics, recall.

    python -m tests.bench.card_prices [--iterations 200] [--picture FILE]

Limit hold'em with eight cards of two suits, hands of two, boards of one and one, antes of 1 and
one bet of 2, 4 and 4 a street. All betting is known; the cards are seen in buckets. Prints a
Markdown table: how much the abstract equilibrium loses to best responses (NashConv), and what the
best strategy of the abstraction loses (the price), in thousandths of an ante a hand.
"""

from __future__ import annotations

import argparse
from functools import partial
from multiprocessing import Pool
from typing import Any

from zerosum.abstraction import Product
from zerosum.evaluation import loss
from zerosum.pkr.holdem import Deck, LimitHoldem
from zerosum.pkr.holdem.abstraction import history, player
from zerosum.pkr.holdem.abstraction.buckets import (
    METRICS,
    ehs,
    hole,
    ochs,
    percentile,
    potential_aware,
)
from zerosum.support.drawing import LINES, number_logarithmic

GAME = LimitHoldem(
    deck=Deck(4, 2), board=(1, 1), blinds=(), antes=(1, 1), bets=(2, 4, 4), raises=(1, 1, 1)
)
SIZES = 3, 5, 9
WORDS = {False: "forgotten", True: "kept"}


def declared(name: str, size: int, recalled: bool) -> Product:
    """Return buckets of the same size on both streets of the board."""
    where: dict[str, Any] = {"deck": GAME.deck, "board": GAME.board, "recalled": recalled}
    if name in METRICS:
        return potential_aware(size, size, metric=name, **where)
    factor = {"ehs": ehs, "percentile": percentile, "ochs": partial(ochs, villains=4)}[name]
    return hole(**where) * factor(size, 1, **where) * factor(size, 2, **where)


def priced(case: tuple[str, int, bool], iterations: int) -> tuple[float, float, int]:
    """Return NashConv and price of an abstraction, and its infosets."""
    # By CFR throughout, so that figures with and without perfect recall are of one kind.
    found = loss(GAME, history * player * declared(*case), iterations=iterations, largest=0)
    return found.lifted, found.price, found.after.rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--picture")
    options = parser.parse_args()
    names = [*METRICS, "ochs", "ehs", "percentile"]
    cases = [(name, size, kept) for kept in WORDS for name in names for size in SIZES]
    with Pool(2) as pool:
        found = pool.map(partial(priced, iterations=options.iterations), cases, chunksize=1)
    results = dict(zip(cases, found, strict=True))
    print(f"| earlier buckets | buckets by | {' | '.join(f'{size}' for size in SIZES)} |")
    print(f"|---|---|{'--:|' * len(SIZES)}")
    for kept, word in WORDS.items():
        for name in names:
            cells = [results[name, size, kept] for size in SIZES]
            text = [f"{1_000 * gain:.0f}, ≤ {1_000 * price:.0f}" for gain, price, _ in cells]
            print(f"| {word} | {name} | {' | '.join(text)} |")
    if options.picture:
        draw(results, names, options.picture)


def draw(results: dict[Any, Any], names: list[str], file: str) -> None:
    """Draw the price against the number of infosets."""
    from matplotlib.figure import Figure

    figure = Figure((8, 3.6), layout="constrained")
    for axes, kept in zip(figure.subplots(1, 2, sharey=True), WORDS, strict=True):
        for name, colour in zip(names, LINES, strict=False):
            cells = [results[name, size, kept] for size in SIZES]
            points = [infosets for *_, infosets in cells], [1_000 * price for _, price, _ in cells]
            axes.plot(*points, marker="o", markersize=3, label=name, color=colour)
        axes.set(xscale="log", xlabel="infosets", title=f"earlier buckets are {WORDS[kept]}")
        axes.set_ylim(bottom=0)
        number_logarithmic(axes.xaxis)
    figure.suptitle(f"Limit hold'em with {len(GAME.deck.cards)} cards: prices of buckets")
    figure.axes[0].set_ylabel("price at most, thousandths of an ante")
    figure.axes[1].legend(fontsize=8)
    figure.savefig(file, dpi=110)


if __name__ == "__main__":
    main()
