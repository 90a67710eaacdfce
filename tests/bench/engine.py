"""How soon a bot connects and answers, and how much of the engine's clock is left at the end.

    python -m tests.bench.engine RUN ... [--player NAME ...] [--matches 20] [--hands 1000]
        [--think 20ms] [--play-on] [--seed 0]

An engine of this repository plays matches with ``blood.bot`` in a process of its own. Runs and
opponents, of the gallery or ``any`` who takes any action, take turns. The bars hold up to a load of
10 of two cores; connecting, up to 15. With ``--play-on`` no match is won early, and it prints what
each run wins from each opponent.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
from collections import defaultdict
from itertools import accumulate
from math import inf
from pathlib import Path
from statistics import mean, stdev

from tests.bench.clock import Bars
from tests.referee import Line, Opponent, Referee, anything, shuffled
from tests.river import Engine
from zerosum.pkr import Deal, RiverOfBlood
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.bots.gallery import GALLERY
from zerosum.play import Agent, AlwaysCall
from zerosum.rng import Random

PLAYERS = {"any": None, "call": AlwaysCall, **GALLERY}
_PATIENCE = 10.0  # seconds that the engine waits for a reply


def cpu_of(process: int) -> float:
    """Return the CPU seconds of a process so far, on Linux."""
    words = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def seated(agent: Agent, referee: Referee, rng: Random) -> Opponent:
    """Return an opponent that plays as an agent does in the hand of a referee."""

    def act(_: Engine) -> PokerAction:
        hand, cards, steps = RiverOfBlood(), iter(referee.deck), iter(referee.steps)
        while step := Deal(next(cards)) if hand.chance else next(steps, None):
            hand = hand.apply(step)
        return hand.infoset(hand.active).concrete(agent.act(agent.begin(hand), rng))

    return act


def clinched(paid: list[int]) -> int | None:
    """Return the number of hands after which folding keeps the lead; None if never."""
    blinds = sum(1 + hand % 2 for hand in range(len(paid)))
    for hand, lead in enumerate(accumulate(paid), 1):
        blinds -= 2 - hand % 2
        if lead > blinds:
            return hand
    return None


def match(
    words: list[str], player: str, hands: int, seed: int
) -> tuple[float, float, int, int, int]:
    """Play and print a match; return what has bars."""
    with socket.create_server(("localhost", 0)) as server:
        port, begun = server.getsockname()[1], time.perf_counter()
        bot = subprocess.Popen([*words, str(port)], stdout=subprocess.PIPE, text=True)
        connection, _ = server.accept()
    connected, used = time.perf_counter() - begun, cpu_of(bot.pid)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line, rng, left, waits = Line(connection), Random(seed), [30.0], list[float]()

    def ask(words: str) -> str | None:
        asked = time.perf_counter()
        reply = line.ask(words)
        waits.append(time.perf_counter() - asked)
        return reply

    referee = Referee(ask, anything(rng))
    if made := PLAYERS[player]:
        referee.opponent = seated(made(), referee, rng)
    for hand in range(hands):
        referee.paid.append(referee.hand(shuffled(rng), hand % 2))
        left.append(referee.clock)
    line.ask("Q")  # the bot answers nothing, and leaves
    line.close()
    said, _ = bot.communicate()
    late, won, sure = sum(w > _PATIENCE for w in waits), sum(referee.paid), clinched(referee.paid)
    late += left[-1] <= 0
    print(
        f"load {os.getloadavg()[0]:.1f}, against {player}: connected after {connected:.2f} s "
        f"({used:.2f} of CPU), first hand over {30 - left[1]:.2f} s later, {left[-1]:.2f} s left, "
        f"{late} time-outs, {max(waits):.2f} s at most, {len(referee.illegal)} illegal"
    )
    early = f"won after hand {sure}" if sure else "not won early"
    print(f"    {won:+,} chips, {early}; {said.strip()}", flush=True)
    return connected, left[-1], late, int(sure is not None and won <= 0), won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", metavar="RUN")
    parser.add_argument(
        "--player", nargs="*", default=["overbettor", "maniac", "call", "any"], choices=PLAYERS
    )
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--think", default="")
    parser.add_argument("--play-on", action="store_true")
    options = parser.parse_args()
    found, gains = [], defaultdict[tuple[str, str], list[float]](list)
    for count in range(options.matches):
        turn, which = divmod(count, len(options.runs))
        words = [sys.executable, "-m", "blood.bot", options.runs[which]]
        words += ["--hands", str(0 if options.play_on else options.hands)]
        words += ["--think", *options.think.split()] if options.think else []
        player = options.player[turn % len(options.player)]
        found.append(match(words, player, options.hands, options.seed + count))
        gains[options.runs[which], player].append(found[-1][-1] / options.hands)
    for (run, player), won in gains.items() if options.play_on else ():
        margin = 1.96 * stdev(won) / len(won) ** 0.5 if len(won) > 1 else inf
        print(f"{run} against {player}: {mean(won):+.1f} ± {margin:.1f} chips a hand")
    connected, left, late, lost, _ = zip(*found, strict=True)
    bars = Bars()
    bars.at_least("seconds left of the clock, least", min(left), 3)
    bars.at_most("seconds until connected, most", max(connected), 2)
    bars.at_most("time-outs", sum(late), 0)
    if not options.play_on:
        bars.at_most("matches lost that were clinched", sum(lost), 0)
    bars.show()


if __name__ == "__main__":
    main()
