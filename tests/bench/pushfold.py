"""Push or fold by sampling real hands of hold'em, beside the exact solution.

    python -m tests.bench.pushfold [--stack 10] [--minutes 10] [--threads 2]

Two seats with so many big blinds, of which the small blind goes all-in or folds, and the big blind
calls or folds; 169 classes of hands each. External sampling deals every card of every board. Prints
what the small blind wins and NashConv in the exact game, in thousandths of a big blind, and each
class that is played otherwise than the exact chart by more than a twentieth.
"""

from __future__ import annotations

import argparse
from typing import Any

from blood.pushfold import solve
from zerosum.abstraction import Abstracted, menu
from zerosum.actions import offered
from zerosum.algorithms import ExternalSampling
from zerosum.cards import Cards
from zerosum.evaluation import expected_values, nash_conv
from zerosum.interrupts import Batches
from zerosum.pkr.abstraction import allin
from zerosum.pkr.actions import Allin, Call, Fold, PokerAction
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player
from zerosum.pkr.holdem.abstraction.buckets import hole
from zerosum.pkr.holdem.infosets import InfoSet as HoldemInfoSet
from zerosum.pkr.pushfold import InfoSet, Move
from zerosum.pkr.ranges.classes import HAND_MASKS, MEMBERS
from zerosum.rules import LINEAR
from zerosum.tables import Storage


def fold_or_call(infoset: HoldemInfoSet) -> tuple[PokerAction, ...]:
    """Return to fold, and to call if the other seat is all-in."""
    facing = infoset.public.wagers > 0
    return offered(((Fold(), True), (Call(), facing)))


actions = menu(fold_or_call, rank=0) + allin


def start(stack: int) -> Abstracted:
    """Return the start of a hand with stacks of so many big blinds."""
    game = NoLimitHoldem(stacks=(2 * stack,), blinds=(1, 2))
    return Abstracted(game, hole() * player * actions, actions)


def chart(strategy: Any, stack: int) -> dict[InfoSet, dict[Move, float]]:
    """Return what the strategy does with each class of hands in the exact game."""
    found = {}
    game = NoLimitHoldem(stacks=(2 * stack,), blinds=(1, 2))
    for place in range(2):
        for kind, members in enumerate(MEMBERS):
            seen = game.seated(place, Cards(HAND_MASKS[members[0]]))
            for _ in range(place):
                seen = seen.act(Allin())
            folds = strategy(seen.infoset(place))[Fold()]
            found[InfoSet(place, kind)] = {Move.FOLD: folds, Move.ALL_IN: 1.0 - folds}
    return found


def main() -> None:
    """Train, and print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stack", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    storage = Storage("float64", dense=True)
    game = start(options.stack)
    solver = ExternalSampling(game, LINEAR, 1, options.threads, storage=storage, reserve=1 << 24)
    Batches().run(solver.run_batch, 1 << 50, seconds=60 * options.minutes)
    answers, exact = chart(solver.strategy(), options.stack), solve(options.stack)
    value = expected_values(exact.game, answers.get)[0]
    lost = nash_conv(exact.game, answers.get)
    print(f"{solver.iterations:,} iterations, {solver.touched:,} nodes")
    print(f"value {1_000 * value:+.3f}, exactly {1_000 * exact.value:+.3f}")
    print(f"NashConv {1_000 * lost:.3f}")
    for infoset, answer in answers.items():
        wanted = exact.strategy(infoset)[Move.ALL_IN]
        if abs(answer[Move.ALL_IN] - wanted) > 0.05:
            what = ("pushes", "calls")[infoset.player]
            print(f"{what} {infoset} {answer[Move.ALL_IN]:.3f}, exactly {wanted:.3f}")


if __name__ == "__main__":
    main()
