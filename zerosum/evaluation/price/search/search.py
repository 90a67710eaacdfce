"""The best abstractions for every size, with proof."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import product
from math import inf
from time import monotonic
from typing import Any

import numpy as np

from zerosum.abstraction import ONE
from zerosum.errors import AbstractionError, GameError, check_count
from zerosum.evaluation.price.ablate import Progress
from zerosum.evaluation.price.best import Best
from zerosum.evaluation.price.division import whole_of
from zerosum.evaluation.price.loss import loss_of
from zerosum.evaluation.price.search.candidates import as_product, pooled
from zerosum.evaluation.price.search.options import Products, bets
from zerosum.evaluation.price.search.proof import Option, Proof, lowest
from zerosum.evaluation.price.search.record import Found, Search
from zerosum.evaluation.price.search.seat import seats_of
from zerosum.evaluation.price.solving import ITERATIONS, LARGEST, Effort
from zerosum.rules import DCFR, Rule
from zerosum.tree import Tree, unfit

_ROUNDING = 1e-7  # of the stake, as for a loss


def search(
    game: Any,
    pool: Any = (),
    budget: int | None = None,
    *,
    always: Any = None,
    per_player: bool = False,
    forget: bool = False,
    menus: Any = None,
    sizes: int | None = None,
    seconds: float | None = None,
    iterations: int = ITERATIONS,
    rule: Rule = DCFR,
    largest: int = LARGEST,
    progress: Progress | None = None,
) -> Search:
    """Return the best abstractions for every size, and prove that no other is better.

    The candidates are the products of a pool of factors, or the choices of some bets. Those that
    make the same partition are one. The Pareto front by size holds those that cost less than all
    smaller ones; it is proved by cuts, which bound the price of all candidates from below, so that
    few prices need a linear program.

    Parameters
    ----------
    game, iterations, rule, largest
        As for :func:`~zerosum.evaluation.price.loss.loss`.
    pool
        The factors: a product, or a list of factors and products.
    budget
        The largest table, in infosets; None for any size.
    always
        A product that is part of each candidate; with ``menus``, a menu. What tells the player
        and the menu of an infoset is added where a product needs it.
    per_player
        Whether each player may use another product. The front is then by the infosets of both.
    forget
        Whether products are searched too whose players forget. Their prices are upper bounds by
        CFR-BR: a few iterations of all, and as many as :func:`loss` has of the best ones.
    menus
        Bets to choose from, a sum of menus; or a list of such sums, from each of which as many bets
        are chosen, such as one for each street. The front is then by that number.
    sizes
        The most bets to choose; all of them by default.
    seconds
        When to stop. What is proved then is proved; the record says what is not.
    progress
        Called with the number of candidates that are decided, and of all.

    Raises
    ------
    AbstractionError
        If the arguments are not factors and menus, or a menu leaves an infoset without actions.
    GameError
        If there are not two players with perfect recall, or the game cannot be enumerated.

    Notes
    -----
    Linear programs are solved up to ``largest`` sequences; beyond, prices are upper bounds,
    which prove nothing. Cuts are kept with a tree: another search on the same one is faster. On
    Leduc 32,768 products take two seconds.

    Examples
    --------
    >>> from zerosum.abstraction import fields
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> print(search(Kuhn(), [betting, is_jack, fields("card")]))
                              infosets    price   lifted    least          prunes
    betting                          4  0.66667  0.66667  0.66667  proved       0
    betting * is_jack                8  0.17778  0.33333  0.33333  proved       0
    betting * fields('card')        12  0.00000  0.00000  0.00000  proved       0
    8 candidates, 6 different ones, 3 with perfect recall: 0 pruned by cuts, 7 programs.
    The front is proved: no other candidate with perfect recall is on it.
    """
    started, tree = monotonic(), _searched(game)
    effort, stake = Effort(iterations, rule, largest), float(np.abs(tree.payoffs).max(initial=0.0))
    late = (lambda: False) if seconds is None else (lambda: monotonic() - started > seconds)
    proof, seats = Proof(effort, _ROUNDING * stake, late, progress), seats_of(tree)
    if menus is None:
        if sizes is not None:
            raise AbstractionError("sizes= is how many bets to choose: give menus=.", sizes)
        products = Products(seats, pooled(pool), as_product(ONE if always is None else always))
        if budget is not None:
            check_count("The budget of a search", budget, 1, "give infosets", AbstractionError)
        find, given = (_own if per_player else _shared), 2 ** len(products.pool)
        options = find(products, inf if budget is None else budget, proof, forget=forget)
    else:
        if pool or per_player or budget is not None or forget:
            raise AbstractionError(
                "A search for bets must have no pool, budget, per_player or forget; search for "
                "products by themselves.",
                menus,
            )
        options = list(bets(tree, seats, menus, always, sizes))
        given = len(options)
        proof.run(options)
    return Search(
        candidates=_records(options, proof),
        products=given,
        budget=budget,
        programs=proof.programs,
        seconds=monotonic() - started,
        proved=proof.proved,
        undecided=len(proof.waiting),
        stake=stake,
    )


def _searched(game: Any) -> Tree:
    """Return the tree of a game that can be searched."""
    tree = whole_of(game)
    if why := unfit(tree):
        raise GameError(
            f"A search needs a game of two players with perfect recall; {why}: use sweep.", game
        )
    return tree


def _shared(products: Products, most: float, proof: Proof, *, forget: bool) -> list[Option]:
    """Search for products that both players use; return all options."""
    options = list(products.shared(most))
    proof.run([option for option in options if option.recall])
    if forget:
        proof.race([option for option in options if not option.recall])
    return options


def _own(products: Products, most: float, proof: Proof, *, forget: bool) -> list[Option]:
    """Search for a product for each player; return the pairs of what is best for each."""
    kept = []
    for seat in products.seats:
        options = list(products.own(seat, most))
        proof.front, proof.raced = [], []
        proof.run([option for option in options if option.recall])
        if forget:
            proof.race([option for option in options if not option.recall])
        kept.append(proof.front + proof.raced)
    pairs = [products.pair(*both) for both in product(*kept)]
    pairs = [pair for pair in pairs if pair.size <= most]
    proof.front = lowest((pair for pair in pairs if pair.recall), proof.rounding)
    proof.raced = [pair for pair in lowest(pairs, proof.rounding) if not pair.recall]
    return proof.front + proof.raced


def _records(options: Iterable[Option], proof: Proof) -> tuple[Found, ...]:
    """Return the record of each option, by size."""
    ordered = sorted(options, key=lambda option: (option.size, not option.recall, option.chips))
    places = {id(option): place for place, option in enumerate(ordered)}
    shown = {id(option) for option in proof.front + proof.raced}
    return tuple(_record(each, proof, places, id(each) in shown) for each in ordered)


def _record(option: Option, proof: Proof, places: dict[int, int], shown: bool) -> Found:
    division, constant = option.division, 2 * option.division.tree.share
    found = [space.found for space in option.spaces]
    least = option.at_least - constant if option.recall else None
    best = None
    if all(found):
        first, second = (each for each in found if each is not None)
        best = Best((first.chips, second.chips), (first.how, second.how), constant)
    return Found(
        states=division.states,
        actions=division.actions,
        infosets=option.size if division.actions is None else division.game.infoset_count,
        size=option.size,
        price=None if best is None else best.price,
        exact=best is not None and best.exact,
        at_least=None if least is None else max(least, 0.0),
        recall=option.recall,
        verdict=proof.verdict(option),
        by=None if option.by is None else places[id(option.by)],
        shown=shown,
        own=option.own,
        lost=None if best is None else partial(loss_of, division, proof.effort, best),
    )
