"""Trees that grow, beside the best products of their size: the tables in the docs.

    python -m tests.bench.grow [--seeds N] [--game NAME] [--explored SHARE]

Prices and lifted equilibria of trees are means over the seeds 100, 101, ...
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from tests.bench.clock import options
from tests.bench.search import CARDS, EIGHT, HANDS, LEDUC, TWELVE
from zerosum.abstraction import Abstracted, algebraic, equals, fields
from zerosum.bluff import Bluff
from zerosum.bluff.bids import face
from zerosum.evaluation import grow, loss, search
from zerosum.leduc import Leduc, abstraction
from zerosum.pkr.holdem.abstraction import history
from zerosum.tree import enumerated

STAR = 5


@algebraic
def menu(infoset: Any) -> tuple[Any, ...]:
    return tuple(infoset.actions())


@algebraic
def bid(infoset: Any) -> int:
    """Return the last bid, -1 for none."""
    return int(infoset.bids.bit_length() - 1)


@algebraic
def held(infoset: Any) -> bool:
    """Whether the own die shows the last bid."""
    if not infoset.bids:
        return False
    return bool(infoset.roll in {STAR, face(infoset.bids.bit_length() - 1)})


@algebraic
def before(infoset: Any) -> int:
    """Return the bid before the last one, -1 for none."""
    bids = infoset.bids
    return int((bids ^ 1 << bids.bit_length() - 1).bit_length() - 1) if bids else -1


@algebraic
def count(infoset: Any) -> int:
    return int(infoset.bids.bit_count())


ROLL = fields("roll").factors[0]
PLAYER = fields("player").factors[0]
BETTING = abstraction.betting
DICE = [ROLL, equals(ROLL, STAR), held, before, count]
# The game, where trees begin and by what, what they test; the pool of products, what is in all of
# them, and the budgets. In Bluff no product so small remembers.
CASES: dict[str, Any] = {
    "Leduc": (Leduc(), PLAYER * menu, BETTING, CARDS, LEDUC, None, (66, 132, 198)),
    "hold'em": (EIGHT, PLAYER * menu * history, None, HANDS, TWELVE, None, (128, 256, 384)),
    "Bluff": (Bluff(), PLAYER * bid, None, DICE, DICE, PLAYER * bid, (48, 96, 144)),
}


def main() -> None:
    given = options(__doc__, seeds=3, game="", explored=0.1)
    print("| game | infosets | product | price | lifted | trees: infosets | price | lifted | s |")
    for name, (game, begin, first, factors, pool, always, budgets) in CASES.items():
        if given.game not in name:
            continue
        tree, forget = enumerated(game), always is not None
        found = search(tree, pool, budgets[-1], always=always, forget=forget, iterations=300)
        keywords = {"first": first, "explored": given.explored}
        for budget in budgets:
            fits = [each for each in found.candidates if each.shown and each.size <= budget]
            best, rows = min(fits, key=lambda each: each.price or 0.0), []
            for seed in range(100, 100 + given.seeds):
                started = time.process_time()
                grown = grow(Abstracted(game, begin), factors, budget, seed=seed, **keywords)
                taken = time.process_time() - started
                lost = loss(tree, grown.states, iterations=300)
                rows.append((lost.after.rows, lost.price, lost.lifted, taken))
            size, price, lifted, taken = np.mean(rows, axis=0)
            product = f"{best.name} | {best.price:.3f} | {best.loss.lifted:.3f}"
            tail = f"{size:.0f} | {price:.3f} | {lifted:.3f} | {taken:.0f}"
            print(f"| {name} | {best.size} | {product} | {tail} |", flush=True)


if __name__ == "__main__":
    main()
