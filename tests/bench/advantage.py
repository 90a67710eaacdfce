"""What thinking wins more than its strategy does, decision by decision, against a player.

    python -m tests.bench.advantage RUN PLAYER [--deals 1000] [--iterations 32]

Let T think and B play the strategy. The difference of what they win against one opponent is

    J(T) - J(B) = E_T [ sum over T's decisions of sum_a (p_T(a) - p_B(a)) Q_B(a) ],

with Q_B what B wins after an action (Kakade & Langford, "Approximately optimal approximate
reinforcement learning", ICML 2002, lemma 6.1). Q_B is estimated by playing on, for all actions with
the same cards and dice, against hands of the opponent that are drawn as it would have played them.
Where T and B agree nothing is played, so intervals are a third as wide as those of paired hands.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from zerosum.cards import NO_CARDS, Cards
from zerosum.experiment import Run
from zerosum.experiment.agents import UNTRAINED
from zerosum.native.primitives import draw, draw_from
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.bots.gallery import GALLERY
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think import Clock, Thinker
from zerosum.rng import Random

PLAYERS = {**UNTRAINED, **GALLERY}
_TRIES = 4_000  # to draw a hand that plays as the opponent did
_ALIKE = 0.02  # in all: such strategies count as equal


class Duel:
    """Hands of a thinker against a player, and what its decisions win more than the strategy's."""

    def __init__(self, plain: Any, player: Any, thinker: Any, rolls: int) -> None:
        self.plain, self.player, self.thinker, self.rolls = plain, player, thinker, rolls
        self.decisions = 0

    def hand(self, branch: int, number: int, seat: int) -> tuple[float, float]:
        """Play a hand; return the advantage along it, and what was won."""
        families, dealer, dice = Random(0), Random(0), Random(0)
        families.follow(branch, 4 * number)
        dealer.follow(families.branch(), 0)
        dice.follow(families.branch(), seat)
        rolls, game = families.branch(), RiverOfBlood()
        while game.chance:
            game = game.apply(draw(game, dealer))
        trace = self.thinker.begin(RiverOfBlood(), Random(1)).seated(seat, game.infoset(seat).hand)
        total = 0.0
        while not game.terminal:
            if game.chance:
                move = draw(game, dealer)
            elif game.active == seat:
                odds, known = self.odds(trace), self.plain.odds(trace.hand)
                self.decisions += 1
                rng = Random(0)
                rng.follow(rolls, 100 * number + self.decisions)
                total += self.advantage(game, trace, odds, known, rng)
                move = draw_from(list(odds.items()), dice)
            else:
                move = self.player.act(game, dice)
            game = game.apply(move)
            if not game.terminal:
                trace = trace.apply(move)
        return total, float(game.payoff(seat))

    def odds(self, trace: Any) -> dict[Any, float]:
        """Return what the thinker does, in actions of the game."""
        found, odds = self.thinker.find(trace), dict[Any, float]()
        for action, chance in found.chances.items():
            real, _ = found.real(action)
            odds[real] = odds.get(real, 0.0) + chance
        return odds

    def advantage(self, game: Any, trace: Any, odds: Any, known: Any, rng: Random) -> float:
        """Return what the thinker's choice wins more than the strategy's."""
        actions = list(dict.fromkeys([*odds, *known]))
        more = np.array([odds.get(each, 0.0) - known.get(each, 0.0) for each in actions])
        if np.abs(more).sum() < _ALIKE:
            return 0.0
        seat, own = game.active, game.infoset(game.active).hand
        gains, hands = [], self.hands(trace, seat, own, rng)
        for other in hands:
            real = game.holding(*((own, other) if seat == 0 else (other, own)))
            start = rng.branch()
            for action, weight in zip(actions, more, strict=True):
                rng.follow(start, 0)
                if weight != 0.0:
                    gains.append(weight * self.won(real.apply(action), trace, action, seat, rng))
        return sum(gains) / max(len(hands), 1)

    def hands(self, trace: Any, seat: int, own: Cards, rng: Random) -> list[Cards]:
        """Draw hands of the opponent by what it did."""
        blind = self.player.name in UNTRAINED  # plays all hands alike
        steps = [step for step in trace.steps if step.player != seat and not blind]
        free, found = MASKS[MASKS & (own.mask | trace.real.community.mask) == 0], []
        for _ in range(_TRIES):
            hand = Cards(int(free[rng.integer(len(free))]))
            if all(rng.random() < self.likelihood(step, hand) for step in steps):
                found.append(hand)
                if len(found) == self.rolls:
                    break
        return found

    def likelihood(self, step: Any, hand: Cards) -> float:
        """Return how likely the opponent does what it did with a hand."""
        cards = (hand, NO_CARDS) if step.player == 0 else (NO_CARDS, hand)
        real = step.before.real.holding(*cards)
        after = real.apply(step.action)
        odds = self.player.odds(real).items()
        return float(sum(chance for action, chance in odds if real.apply(action) == after))

    def won(self, real: Any, trace: Any, action: Any, seat: int, rng: Random) -> float:
        """Play on by the strategy, and return what it wins."""
        mine = None if real.terminal else trace.hand.apply(action)
        while not real.terminal:
            if real.chance:
                move = draw(real, rng)
            elif real.active == seat:
                move = draw_from(list(self.plain.odds(mine).items()), rng)
            else:
                move = self.player.act(real, rng)
            real = real.apply(move)
            mine = None if real.terminal else mine.apply(move)
        return float(real.payoff(seat))


def main() -> None:
    """Print the advantage, with its 95 % interval, in chips a hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run")
    parser.add_argument("player", choices=sorted(PLAYERS))
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=32)
    parser.add_argument("--rolls", type=int, default=6)
    given = parser.parse_args()
    run = Run.open(given.run)
    plain = run.agent(parts=())
    thinker = Thinker(plain, Clock(1e9), given.iterations, values=run.values)
    duel, branch = Duel(plain, PLAYERS[given.player](), thinker, given.rolls), Random(given.seed)
    family = branch.branch()
    pairs = [
        [duel.hand(family, number, seat) for seat in (0, 1)] for number in range(1, given.deals + 1)
    ]
    means = np.array(pairs).mean(axis=1)
    margins = 1.96 * means.std(axis=0, ddof=1) / np.sqrt(len(means))
    (more, won), (margin, _) = means.mean(axis=0), margins
    print(f"{given.player}: thinking wins {more:+.2f} ± {margin:.2f} chips a hand more;")
    print(f"it won {won:+.2f} in {2 * given.deals:,} hands with {duel.decisions:,} decisions.")


if __name__ == "__main__":
    main()
