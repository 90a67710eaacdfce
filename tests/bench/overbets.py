"""What thinking does against bets that its menu does not have.

    python -m tests.bench.overbets RUN [--hands 2000] [--seed 0] [--iterations 32]

The agent of a run of River of Blood meets a bettor of half of what is allowed, without and with
thinking, and then ten situations in which it went all-in before such bets were solved.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from zerosum.cards import parse
from zerosum.experiment import Run
from zerosum.game import History
from zerosum.pkr import Bet, Call, Check, Deal, Fold, RiverOfBlood
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think import Clock, Thinker
from zerosum.pkr.think.implied import strengths_of
from zerosum.pkr.think.outlook import edges_against
from zerosum.pkr.think.trace import Trace
from zerosum.play import play_match
from zerosum.rng import Random

SITUATIONS = (
    ("Js2c", "r4 c | 4h3hTh x x | Qs x x | 7s b198"),
    ("6h3s", "c x | 2s4cQc b2 c | 6d x x | 7h b8 c | 7d x b194"),
    ("9c5h", "c x | Qc5c4h x x | Qh x b199"),
    ("Tc8h", "c x | Js5s5d x x | Kh x x | 8c x b199"),
    ("Qd4d", "c x | 4s2cJs x x | 6s x b199"),
    ("Jd8d", "c x | TdKd3h x x | 2s b199"),
    ("Qs6h", "r4 c | 4d6dTc x b8 c | Kc x b12 c | Ac b188"),
    ("Jh5c", "c x | Td2d9h x b2 c | Jc x b4 c | 5d b196"),
    ("Qd9c", "c r4 c | AsJd7d x x | 2d b4 r198"),
    ("8c4s", "c r4 c | 2sAd4c b4 c | 9h x b196"),
)
"""Hands of the agent, and what was done; the bettor bet last."""


@lru_cache(256)
def _strengths(state: RiverOfBlood) -> object:
    return strengths_of(state)


class Overbettor:
    """Bets half of what is allowed with nine tenths of the equity, and calls by the price."""

    name = "overbettor"
    base = RiverOfBlood()

    def begin(self, game: History, rng: Random | None = None) -> History:
        return game

    def act(self, hand: History, rng: Random) -> PokerAction:
        number = hand_number(hand.infoset(hand.active).hand.mask)
        return next(action for action, held in self.hands(hand) if held[number])

    def hands(self, hand: History):
        """Return each action, and with which hands it is taken; shape (1326,)."""
        infoset, board = hand.infoset(hand.active), (hand.community, hand.last)
        strengths = _strengths(replace(RiverOfBlood(), community=board[0], last=board[1]))
        cost, (lower, upper) = infoset.cost, infoset.bounds()
        big = (strengths >= 0.9) & (upper > cost)
        calls = ~big & (strengths >= cost / (infoset.total + cost) + 0.15)
        bet = Bet(min(max(upper // 2, lower), upper))
        if cost == 0:
            return (bet, big), (Check(), ~big)
        return (bet, big), (Call(), calls), (Fold(), ~big & ~calls)


def situation(thinker: Thinker, held: str, line: str) -> Trace:
    """Return the hand of a situation as a thinker follows it."""
    place, _ = thinker._solutions.follower.follow(line)
    hand = thinker.begin(RiverOfBlood(), Random(1)).seated(place.seat, parse(held))
    for step in place.steps:
        for action in map(Deal, step) if isinstance(step, tuple) else (step,):
            hand = hand.apply(action)
    return hand


def equity_of(hand: Trace, held: str) -> float:
    """Return the equity of a hand against those with which the bettor plays so."""
    reach, own = np.ones(len(MASKS)), parse(held)
    for step in hand.steps:
        if step.player != hand.active:
            real = step.before.real
            reach *= sum(
                taken
                for action, taken in Overbettor().hands(real)
                if real.apply(action) == step.after
            )
    reach *= MASKS & (hand.real.community | own).mask == 0
    edges = edges_against(hand.real, hand_number(own.mask), 48, 0)
    return float(reach @ (1.0 + edges) / 2.0 / reach.sum())


def shares_of(thinker: Thinker, hand: Trace) -> tuple[float, float]:
    """Return how likely a thinker calls a bet, and how likely it raises."""
    infoset, chances = hand.real.infoset(hand.active), thinker.find(hand).chances
    raises = sum(
        share for action, share in chances.items() if isinstance(infoset.concrete(action), Bet)
    )
    return chances.get(Call(), 0.0), raises


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--hands", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=32)
    options = parser.parse_args()
    run = Run.open(options.run)
    plain = run.agent(parts=())
    thinker = Thinker(plain, Clock(60.0), options.iterations, values=run.values)
    for held, line in SITUATIONS:
        hand = situation(thinker, held, line)
        called, raised = shares_of(thinker, hand)
        print(f"{held} {equity_of(hand, held):.2f} calls {called:.2f} raises {raised:.2f}  {line}")
    for agent in (plain, thinker):
        match = play_match(agent, Overbettor(), options.hands // 2, options.seed)
        print(f"{agent.name}: {match.mean:+.2f} ± {match.margin:.2f} chips a hand")


if __name__ == "__main__":
    main()
