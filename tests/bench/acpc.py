"""Ten thousand hands of a strategy at the dealer of ``tests/acpc_dealer.py``, over a connection.

    python -m tests.bench.acpc [--hands N] [--iterations N]

Trains a strategy of a small abstraction for each game, and plays it against functions that raise to
any amount and sometimes answer what is not valid. The table gives the chips won, by the bot's own
reckoning; its decisions and how many of them were at infosets that it does not know; milliseconds a
decision, from reading a line to its reply, the lines that ask for none included; and what must be
0: answers that the dealer did not take as they were, fall-backs of the bot, and hands on whose
result the two do not agree.
"""

from __future__ import annotations

from random import Random as Shuffles
from typing import Any

from tests.acpc_dealer import (
    LIMIT,
    LIMIT_THREE,
    THREE,
    TWO,
    Dealer,
    Function,
    Seat,
    Stakes,
    anything,
    defined,
    listening,
)
from tests.bench.clock import options, pin
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.pkr.abstraction import allin, capped_bets, passive, pot_bets
from zerosum.pkr.acpc import game_of
from zerosum.pkr.bots.acpc import Session, play
from zerosum.pkr.holdem.abstraction import actions, bets, made, player, street
from zerosum.play import StrategyAgent
from zerosum.rng import Random
from zerosum.support.connecting import connect

GAMES = {
    "no-limit, two": TWO,
    "no-limit, three": THREE,
    "limit, two": LIMIT,
    "limit, three": LIMIT_THREE,
}


def trained(stakes: Stakes, iterations: int) -> StrategyAgent:
    """Return a strategy of a game by the made hand, the street and the bets of the street."""
    base = game_of(defined(stakes))
    menu = actions if stakes.bets else capped_bets(passive + pot_bets(1 / 2, 1) + allin, 2)
    game = Abstracted(base, player * street * made * bets * menu, menu)
    solver = ExternalSampling(game, seed=1)
    solver.run(iterations)
    return StrategyAgent(solver.strategy(), game)


def matched(agent: StrategyAgent, stakes: Stakes, hands: int) -> tuple[Session, Dealer]:
    """Play a match in the last seat, over the loopback."""
    session, rng = Session(agent, agent.base, Random(1)), Shuffles(1)
    session.rehearse()

    def client(port: int) -> None:
        with connect(port) as connection:
            play(session, connection)

    with listening(client) as seat:
        others: list[Seat] = [Function(anything(rng)) for _ in stakes.blinds[1:]]
        dealer = Dealer(stakes, [*others, seat], rng)
        dealer.match(hands)
    return session, dealer


def main() -> None:
    chosen = options(__doc__, hands=10_000, iterations=100)
    pin()
    print("| game | hands | chips | decisions | unknown | ms | not valid | fall-backs | disputed |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, stakes in GAMES.items():
        agent = trained(stakes, chosen.iterations)
        session, dealer = matched(agent, stakes, chosen.hands)
        tally = session.tally
        disputed = tally.disputed + (tally.chips != dealer.totals[-1])
        row: list[Any] = [name, f"{tally.hands:,}", f"{float(tally.chips):+,.12g}"]
        row += [f"{tally.decisions:,}", f"{agent.unknown:,}"]
        row += [f"{1e3 * tally.seconds / tally.decisions:.2f}"]
        row += [len(dealer.invalid[-1]) + tally.replaced, tally.fallbacks, disputed]
        print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
