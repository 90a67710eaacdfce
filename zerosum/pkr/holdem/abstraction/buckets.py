"""Factors of buckets of cards, for hold'em on any deck.

Each is the bucket of the own hand on one street, and -1 on others.
:func:`~zerosum.abstraction.first_of` makes one factor of all streets of them:

>>> from zerosum.abstraction import first_of
>>> river = rank_vectors(2048)
>>> turn = histograms(1024, over=river)
>>> flop = histograms(1024, over=turn)
>>> ONE * first_of(hole(), flop, turn, river) == potential_aware(1024, 1024, 2048)
True

Declaring computes nothing. Buckets are fitted for all situations of a street at the first call or
when a solver is built, and kept in the user's cache folder; ``python -m blood.cards`` does it
beforehand. Equal declarations share what was fitted, in all processes.
"""

from __future__ import annotations

from typing import Any

from zerosum.abstraction import ONE, Algebraic, Product, algebraic, first_of
from zerosum.abstraction.combined import records_in
from zerosum.errors import AbstractionError, check_count
from zerosum.pkr.buckets.factor import MOST
from zerosum.pkr.buckets.holdem.clustered import Histograms, Hole, Opponents, RankVectors
from zerosum.pkr.buckets.holdem.factor import StreetBuckets, factor_of
from zerosum.pkr.buckets.holdem.plans import BOARD, Parts, Plan, Steps
from zerosum.pkr.features.streets import Streets
from zerosum.pkr.hands.deck import FULL, Deck

METRICS = ("quantiles", "means", "landmarks")


def hole(*, deck: Deck = FULL, board: tuple[int, ...] = BOARD, recalled: bool = False) -> Algebraic:
    """Return the factor of the hand before the flop, up to the names of suits.

    Parameters
    ----------
    deck, board
        Those of the game.
    recalled
        Whether later streets still know it.

    Examples
    --------
    >>> from zerosum.cards import card
    >>> from zerosum.pkr import Deal, NoLimitHoldem
    >>> game = NoLimitHoldem()
    >>> for name in ("Kd", "Ac", "2c", "2d"):
    ...     game = game.apply(Deal(card(name)))
    >>> 0 <= hole()(game.infoset(0)) < 169
    True
    """
    streets = Streets(deck, board)
    return _factor(Hole(deck, board, 0, len(streets[0])), recalled)


def rank_vectors(
    clusters: int, *, deck: Deck = FULL, board: tuple[int, ...] = BOARD, recalled: bool = False
) -> Algebraic:
    """Return the factor of the last street's buckets by what a hand wins against each opponent.

    A hand is a vector: 1 for each hand of an opponent that it beats, 1/2 for a tie, 0 otherwise,
    opponents in the order of strength. The vectors are clustered by k-means, and bucket 0 is the
    weakest; see :mod:`zerosum.pkr.clusterings.steps`.

    Parameters
    ----------
    clusters
        The number of buckets, up to 4,095.
    deck, board
        Those of the game.
    recalled
        Whether later streets still know it; the last street has none.

    Notes
    -----
    For all rivers of 52 cards some ten seconds of one core, 1 GB of memory, and 246 MB on the disk.
    """
    streets = Streets(deck, board)
    plan = RankVectors(deck, board, streets.last, _clusters(clusters, streets, streets.last))
    return _factor(plan, recalled)


def histograms(
    clusters: int,
    over: Algebraic,
    *,
    metric: str = "quantiles",
    seed: int = 1,
    recalled: bool = False,
) -> Algebraic:
    """Return the factor of buckets by histograms over the buckets of the next street.

    Parameters
    ----------
    clusters
        The number of buckets, up to 4,095.
    over
        The buckets of the next street.
    metric
        What stands for the earth mover's distance of histograms. Coordinates are made whose plain
        distances are near it, and clustered by k-means:

        - ``"quantiles"``: means of eighths of the buckets in order, where buckets are on a line, as
          those by one number and rank vectors are; otherwise the same for four projections;
        - ``"means"``: the mean of the buckets' centres;
        - ``"landmarks"``: landmark multidimensional scaling of distances to 104 histograms, exact
          on a line, otherwise greedy.
    seed
        Of k-means and of landmarks.
    recalled
        Whether later streets still know it.

    Notes
    -----
    docs/explanation/hold-em-cards.md measures the metrics by what they cost in a small game.

    References
    ----------
    S. Ganzfried, T. Sandholm, "Potential-aware imperfect-recall abstraction with earth mover's
    distance in imperfect-information games", AAAI 2014.
    """
    later = _plan_of(over)
    if later.street < 2:
        raise AbstractionError(
            f"The buckets below histograms must be those of the second street after the flop or a "
            f"later one; got street {later.street}: before the flop use hole().",
            over,
        )
    if metric not in METRICS:
        raise AbstractionError(
            f"The metric of histograms must be one of {', '.join(METRICS)}; got {metric!r}.", metric
        )
    street = later.street - 1
    count = _clusters(clusters, later.streets, street)
    return _factor(
        Histograms(later.deck, later.board, street, count, later, metric, seed), recalled
    )


def potential_aware(
    *clusters: int,
    metric: str = "quantiles",
    seed: int = 1,
    deck: Deck = FULL,
    board: tuple[int, ...] = BOARD,
    recalled: bool = False,
) -> Product:
    """Return the buckets of all streets, each by where its hands may come to.

    The hands before the flop, rank vectors on the last street, and histograms over the next street
    in between. They are one factor, whose buckets are numbered through; if they are recalled, a
    factor for each street.

    Parameters
    ----------
    clusters
        The number of buckets of each street after the first.
    metric, seed
        See :func:`histograms`.
    deck, board
        Those of the game.
    recalled
        Whether later streets still know the buckets of earlier ones.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> potential_aware(50, 50, 100, deck=TWENTY).factors[0].target.buckets
    (25, 50, 50, 100)
    """
    if len(clusters) != len(board):
        raise AbstractionError(
            f"The numbers of buckets must be one for each of the {len(board)} streets after the "
            f"first; got {clusters}: write potential_aware(1024, 1024, 2048).",
            clusters,
        )
    later = rank_vectors(clusters[-1], deck=deck, board=board, recalled=recalled)
    factors = [later]
    for count in clusters[-2::-1]:
        later = histograms(count, later, metric=metric, seed=seed, recalled=recalled)
        factors.append(later)
    factors.append(hole(deck=deck, board=board, recalled=recalled))
    return Product(tuple(factors[::-1])) if recalled else ONE * first_of(*factors[::-1])


def buckets_in(states: Algebraic | Product) -> list[StreetBuckets]:
    """Return the factors of buckets in a factor or a product, and in what it holds."""
    factors = states.factors if isinstance(states, Product) else (states,)
    found = [each.target for factor in factors for each in records_in(factor)]
    return [target for target in found if isinstance(target, StreetBuckets)]


def plans_of(states: Algebraic | Product) -> list[Plan]:
    """Return the plans of the buckets in a factor or a product, those that others stand on first.

    Examples
    --------
    >>> [plan.street for plan in plans_of(potential_aware(1024, 1024, 2048))]
    [0, 3, 2, 1]
    """
    found: list[Plan] = []
    for target in buckets_in(states):
        plan: Plan | None = target.plan
        chain: list[Plan] = []
        while plan is not None:
            chain.append(plan)
            plan = plan.over if isinstance(plan, Histograms) else None
        found += [plan for plan in reversed(chain) if plan not in found]
    return found


def ehs(
    steps: int,
    street: int,
    *,
    opponents: int = 1,
    deck: Deck = FULL,
    board: tuple[int, ...] = BOARD,
    recalled: bool = False,
) -> Algebraic:
    """Return the factor of expected hand strength on a street, in equal steps.

    Parameters
    ----------
    steps
        Their number.
    street
        0 before the flop.
    opponents
        A hand's strength on the last street is its equity against one opponent to this power.
    deck, board
        Those of the game.
    recalled
        Whether later streets still know it.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> ehs(10, street=3, deck=TWENTY), plans_of(ehs(20, 1))[0].clusters
    (ehs(10, street=3, deck=Deck(ranks=5, suits=4, short=False)), 20)
    """
    streets = Streets(deck, board)
    check_count("opponents", opponents, 1, "write opponents=1", AbstractionError)
    plan = Steps(deck, board, street, _clusters(steps, streets, street), opponents)
    return _factor(plan, recalled)


def percentile(
    parts: int,
    street: int,
    *,
    deck: Deck = FULL,
    board: tuple[int, ...] = BOARD,
    recalled: bool = False,
) -> Algebraic:
    """Return the factor of which of equal parts of a street's hands one is in, by strength.

    The parameters are those of :func:`ehs`.

    >>> from zerosum.pkr.holdem import TWENTY
    >>> percentile(10, 3, deck=TWENTY)
    percentile(10, street=3, deck=Deck(ranks=5, suits=4, short=False))
    """
    streets = Streets(deck, board)
    return _factor(Parts(deck, board, street, _clusters(parts, streets, street)), recalled)


def ochs(
    clusters: int,
    street: int,
    *,
    villains: int = 8,
    seed: int = 1,
    deck: Deck = FULL,
    board: tuple[int, ...] = BOARD,
    recalled: bool = False,
) -> Algebraic:
    """Return the factor of buckets by the strength against each of several kinds of opponents.

    The hands before the flop are put into clusters of villains, and a hand is its equity against
    each of them, on average over the boards to come.

    Parameters
    ----------
    clusters
        The number of buckets, up to 4,095.
    street
        0 before the flop.
    villains
        The clusters of opponents.
    seed
        Of k-means.
    deck, board
        Those of the game.
    recalled
        Whether later streets still know it.

    References
    ----------
    M. Johanson, N. Burch, R. Valenzano, M. Bowling, "Evaluating state-space abstractions in
    extensive-form games", AAMAS 2013.

    Examples
    --------
    >>> ochs(200, 1, villains=8)
    ochs(200, street=1, villains=8)
    """
    streets = Streets(deck, board)
    check_count("villains", villains, 1, "write villains=8", AbstractionError)
    if villains > len(streets[0]):
        raise AbstractionError(
            f"villains must be at most the {len(streets[0])} hands before the flop; got "
            f"{villains}: ask for fewer.",
            villains,
        )
    count = _clusters(clusters, streets, street)
    return _factor(Opponents(deck, board, street, count, villains, seed), recalled)


def _factor(plan: Plan, recalled: bool) -> Algebraic:
    return algebraic(factor_of(plan, recalled))


def _plan_of(over: Any) -> Plan:
    """Return the plan of a factor of buckets."""
    target = getattr(over, "target", None)
    if not isinstance(target, StreetBuckets):
        raise AbstractionError(
            f"histograms must be over a factor of buckets; got {over!r}: write "
            f"histograms(1024, over=rank_vectors(2048)).",
            over,
        )
    return target.plan


def _clusters(clusters: Any, streets: Streets, street: int) -> int:
    """Return a number of buckets, once it is checked."""
    situations = len(streets[street])
    most = min(MOST, situations)
    check_count("The number of buckets", clusters, 1, "ask for at least one", AbstractionError)
    if clusters > most:
        raise AbstractionError(
            f"The number of buckets must be at most {most:,}, where street {street} has "
            f"{situations:,} situations; got {clusters:,}: ask for fewer.",
            clusters,
        )
    return int(clusters)
