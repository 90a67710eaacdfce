r"""Local best response: an exploiter that looks one bet ahead, and then checks and calls.

The exploiter tracks the probability of each hand of the opponent, using the opponent's strategy. At
its own decision it takes the action with the best local value. The value of a check or a call is
what it wins if both players only check and call from then on. The value of a bet is

.. math:: \sum_h w_h \left( f_h \, p_h + (1 - f_h) \, c_h \right)

where :math:`w_h` is the weight of a hand, :math:`f_h` how often the strategy folds it,
:math:`p_h` what the fold wins, and :math:`c_h` what the bet wins if it is called and both check
and call from then on. No exploiter wins more than a best response, so its winnings are a lower
bound on exploitability.

What chance and the strategy do is drawn; the cards of the strategy are not, but summed over its
range. What is won is corrected for luck by the terms of AIVAT (Burch et al. 2018), with a value
:math:`v` of ranges: the mean payoff if both players only check and call from there on. For each
card dealt after the first decision, and each action of the strategy, what :math:`v` was expected to
be is added, and what it became subtracted. Both are unbiased estimates over the range, so each term
has the mean zero, and the bound stays a bound.

The strategy is asked for all its hands at each of its decisions and for each bet of the
exploiter, so that its buckets decide what a deal costs.

    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.kuhn import Kuhn
    >>> uniform = ExternalSampling(Kuhn()).strategy()
    >>> found = local_best_response(Kuhn(), uniform, deals=2_000)
    >>> found.interval[0] < 11 / 24  # the exploitability
    True

Lisý & Bowling, "Equilibrium approximation quality of current no-limit poker bots", AAAI workshop
on computer poker, 2017. Burch, Schmid, Moravčík, Morrill & Bowling, "AIVAT: a new variance
reduction technique for agent evaluation in imperfect information games", AAAI 2018.
"""

from typing import Any

from zerosum.abstraction import View, base_and_view
from zerosum.abstraction.declared import calls_of
from zerosum.errors import NotApplicable, check_count
from zerosum.evaluation.bounds.blocks import Deals
from zerosum.evaluation.bounds.bound import LowerBound, check_pair
from zerosum.evaluation.opponent import opponent_of, view_for
from zerosum.laws import check_playouts, share_of
from zerosum.native.primitives import can_list
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.support.cores import check_threads
from zerosum.support.interrupts import Progress


def calls_against(base: Any) -> View:
    """Return the view by which the exploiter checks and calls in a game that is not abstract.

    Raises
    ------
    NotApplicable
        If the game is not for two, does not declare what a call is, or does not list its chance.
    """
    check_pair(base)
    if not can_list(base):
        raise NotApplicable(
            f"The chance of {type(base).__qualname__} must list its outcomes, so that the "
            f"exploiter can keep its range; it only draws them: write chances().",
            base,
        )
    return calls_of(base)


def local_best_response(
    game: Any,
    strategy: Strategy,
    deals: int = 1_000,
    seed: int = 0,
    *,
    runs: int = 1_000,
    threads: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
    native: bool = True,
) -> LowerBound:
    """Play local best response against a strategy, each deal from both seats.

    Parameters
    ----------
    game
        The start of a game for two, abstract or not, or its class. Its hook ``passive`` says which
        action checks or calls (:class:`zerosum.game.Hooks`).
    strategy
        A strategy of this game. The exploiter knows real hands, and uses the actions of this game's
        menu.
    deals
        The number of deals, at least two.
    seed
        Of the deals; equal seeds give equal bits, native or not and for any number of threads, if
        ``seconds`` is left out.
    runs
        Least number of runs to the end of the hand for the value of one action, over all hands of
        the range together; each of them has at least one.
    threads
        The number of threads, which play different deals. A game that runs interpreted has one.
    seconds
        The time limit.
    progress
        Called from time to time with the share that is done.
    native
        False to run interpreted.

    Raises
    ------
    StrategyError
        If the strategy is of another game or abstraction.
    NotApplicable
        If the game is not for two, does not declare what a call is, or does not list its chance.
    ZeroSumError
        If there are no threads or too many, or more than one and ``native`` is false.
    """
    check_count("deals", deals, 2)
    check_count("runs", runs, 1)
    check_threads(threads, native=native)
    base, view = base_and_view(game)
    calls = calls_against(base)
    check_playouts(base, view)
    view = view_for(strategy, view)
    work = opponent_of(strategy, base, view, Random(seed))
    table = Deals(base, view, calls, work, runs, threads, native=native)
    table.play(deals, seconds, progress)
    return LowerBound.of(table.gains + table.lucks, table.unknown_share, share_of(base))
