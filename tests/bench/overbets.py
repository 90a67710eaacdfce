"""What thinking does against the players of the gallery, and against bets off its menu.

    python -m tests.bench.overbets RUN [--player NAME ...] [--deals 1000] [--first 1] [--seed 0]

First the agent of a run of River of Blood thinks in eleven situations in which it went all-in
before such bets were solved. Then it meets each player of the gallery without and with thinking, on
the same deals: the difference has an interval of its own. Another ``--first`` plays other deals.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from zerosum.cards import NO_CARDS, Cards, parse
from zerosum.experiment import Run
from zerosum.pkr import Bet, Call, Deal, RiverOfBlood
from zerosum.pkr.bots.gallery import GALLERY, Overbettor
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think import Clock, Thinker
from zerosum.pkr.think.outlook import edges_against
from zerosum.pkr.think.trace import Trace
from zerosum.play import Agent, AlwaysCall, Uniform
from zerosum.play.tables import AgentTable
from zerosum.rng import Random

PLAYERS = {"uniform": Uniform, "call": AlwaysCall, **GALLERY}
SITUATIONS = (
    ("Kc5d", "c x | 4h7h3s x b2 c | 5h b198"),
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


def situation(thinker: Thinker, held: str, line: str) -> Trace:
    """Return the hand of a situation as a thinker follows it."""
    place, _ = thinker._solutions.follower.follow(line)
    hand = thinker.begin(RiverOfBlood(), Random(1)).seated(place.seat, parse(held))
    for step in place.steps:
        for action in map(Deal, step) if isinstance(step, tuple) else (step,):
            hand = hand.apply(action)
    return hand


def equity_of(hand: Trace, held: str) -> float:
    """Return the equity of a hand against those with which the overbettor plays so."""
    own, bettor, reach = parse(held), Overbettor(), np.zeros(len(MASKS))
    steps = [step for step in hand.steps if step.player != hand.active]
    for mask in MASKS[MASKS & (hand.real.community | own).mask == 0].tolist():
        reach[hand_number(mask)] = all(plays(bettor, step, Cards(mask)) for step in steps)
    edges = edges_against(hand.real, hand_number(own.mask), 48, 0)
    return float(reach @ (1.0 + edges) / 2.0 / reach.sum())


def plays(bettor: Overbettor, step, held: Cards) -> bool:
    """Return whether a player takes a step with a hand."""
    hands = (held, NO_CARDS) if step.player == 0 else (NO_CARDS, held)
    real = step.before.real.holding(*hands)
    (action,) = bettor.choose(real, real.infoset(step.player))
    return step.before.real.apply(action) == step.after


def shares_of(thinker: Thinker, hand: Trace) -> tuple[float, float]:
    """Return how likely a thinker calls a bet, and how likely it raises."""
    infoset, chances = hand.real.infoset(hand.active), thinker.find(hand).chances
    raises = sum(
        share for action, share in chances.items() if isinstance(infoset.concrete(action), Bet)
    )
    return chances.get(Call(), 0.0), raises


def gained(agent: Agent, player: Agent, deals: int, first: int, seed: int) -> np.ndarray:
    """Return what an agent wins from a player in each deal, in chips a hand."""
    table = AgentTable(RiverOfBlood(), (agent, player))
    branch = Random(seed).branch()
    played = table.play(branch, first, deals)
    return played.gains[:, :, 0].mean(axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--player", nargs="*", default=[*PLAYERS], choices=[*PLAYERS])
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=1)
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
    for name in options.player:
        where = options.deals, options.first, options.seed
        won = [gained(agent, PLAYERS[name](), *where) for agent in (plain, thinker)]
        means = [each.mean() for each in (*won, won[1] - won[0])]
        widths = [1.96 * each.std(ddof=1) / options.deals**0.5 for each in (*won, won[1] - won[0])]
        figures = "  ".join(f"{m:+.3f} ± {w:.3f}" for m, w in zip(means, widths, strict=True))
        print(f"{name}: {figures} in {2 * options.deals:,} hands", flush=True)


if __name__ == "__main__":
    main()
