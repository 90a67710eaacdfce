"""The report of an abstraction: exact if the whole game is small, otherwise sampled."""

from math import inf
from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic, Product, View, split, started
from zerosum.abstraction.menus import NotOffered
from zerosum.errors import NotApplicable
from zerosum.evaluation.price import Size, ablate, loss
from zerosum.evaluation.price.division import Division
from zerosum.experiment.measure import histories_words
from zerosum.experiment.progress import task
from zerosum.experiment.study.counted import outline_of, public_size
from zerosum.experiment.study.record import Clash, Counts, Lossless, Offer, Scope, Study
from zerosum.game import History, name_of, players_of
from zerosum.lattice import minimise, refines
from zerosum.lattice.classes import classes_of
from zerosum.lattice.infosets import AllInfosets
from zerosum.lattice.memory.decisions import Decisions, clash, sampled_decisions
from zerosum.lattice.memory.findings import report as recollection
from zerosum.lattice.memory.recall import recall
from zerosum.lattice.menus import Menus, least, menus
from zerosum.lattice.partitions import Classes, divided
from zerosum.laws import check_playouts
from zerosum.support.store import Json
from zerosum.tree import NotEnumerable, Tree, enumerated, estimated_histories

# An estimate may be wrong: only one so many times too large is trusted.
_ESTIMATE_FACTOR = 20

# Histories visited in some 20 seconds, by all iterations for all prices.
QUICK = 200_000_000

UNKNOWN = (
    "The price is not known: it needs every history. `python -m blood.evaluate RUN` bounds what "
    "others win against a trained strategy; a smaller game of the kind can be priced."
)

UNMINIMISED = "The coarsest lossless abstraction is not known: it needs every history."

UNCOUNTED = (
    "Infosets are not counted here: that may take minutes and gigabytes. "
    "`python -m blood.study {name}` counts them."
)


def study(
    game: History,
    scope: Scope | None = None,
    *,
    name: str = "",
    vocabulary: tuple[Algebraic, ...] = (),
) -> Study:
    """Return the report of an abstraction.

    Parameters
    ----------
    game
        The start of an abstract game, or its class. A game that is not abstract counts as the
        abstraction that keeps everything.
    scope
        The scope of the report.
    name
        The name of the experiment.
    vocabulary
        Factors that may restore what players forget.

    Raises
    ------
    AbstractionError
        If a factor returns what no key may hold. An ill-formed abstraction is not an error: the
        report says so.
    GameError
        If chance does not sum to one, payoffs do not sum to a constant, or a history does not end.

    Notes
    -----
    The whole game is enumerated if it has at most ``scope.limit`` histories, which is estimated
    first. Otherwise deals are sampled, interpreted, with each factor called once an infoset.

    If the game outlines the abstraction (:class:`zerosum.abstraction.outline.Outline`), as hold'em
    does where only betting is public and cards are in buckets, its infosets are counted instead
    unless ``scope.count`` is false, and nothing is played or fitted unless ``scope.sample`` is
    true.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> found = study(Abstraction, Scope(ablate=False))
    >>> found.compression, found.price.exact, round(found.price.price, 5)
    (1.5, True, 0.17778)
    """
    base, states, actions = split(started(game))
    check_playouts(base, View(None, None))
    scope = scope or Scope()
    size = public_size(base, states, actions) if scope.count else None
    outline = outline_of(base, states, actions)
    if outline is not None and not scope.sample:
        notes = (
            () if scope.count else (*outline.forgotten, UNCOUNTED.format(name=name or "EXPERIMENT"))
        )
        notes += (UNMINIMISED,) * scope.minimise
        about = (name, name_of(base), states, actions, scope)
        return Study(*about, None, None, notes=notes, size=size)
    whole = _enumerated(base, actions, scope.limit)
    if isinstance(whole, str):
        findings = _sampled(base, states, actions, vocabulary, scope)
    else:
        findings = _whole(*whole, states, actions, vocabulary, scope)
    why_sampled = whole if isinstance(whole, str) else None
    return Study(name, name_of(base), states, actions, scope, why_sampled, **findings, size=size)


def _enumerated(base: History, actions: Algebraic | None, limit: int) -> tuple[Tree, Menus] | str:
    """Return the tree of a game and all menus, or why they are not known, in a sentence."""
    expected = estimated_histories(base)
    if (
        _ESTIMATE_FACTOR * limit < expected < inf
    ):  # if nothing is known, enumerating says what is wrong
        return histories_words(base, expected, limit)
    try:
        with task("Enumerating the whole game"):
            tree = enumerated(base, limit=limit)
    except NotEnumerable as error:
        return str(error)
    try:
        return tree, menus(tree, actions)
    except NotOffered as error:
        return str(error)


def _whole(
    tree: Tree,
    offers: Menus,
    states: Product | None,
    actions: Algebraic | None,
    vocabulary: tuple[Algebraic, ...],
    scope: Scope,
) -> Json:
    """Return the findings in all histories of a game, by field of the report."""
    before = _sized(Size.of_whole(tree), tree)
    pair = divided(classes_of(tree, states), least(tree, actions))
    if pair is not None:
        conflict = Clash.of(states, *(_offer(tree, offers, number) for number in pair))
        return {"before": before, "clash": conflict}
    division = Division.of(tree, states, actions, offers)
    after = _sized(Size.of(division), division.game)
    with task("Checking what players forget"):
        remembered = recall(tree, states, actions, vocabulary=vocabulary)
    findings: dict[str, Any] = {"before": before, "after": after, "recall": remembered}
    if scope.minimise:
        with task("Finding the coarsest lossless abstraction"):
            findings |= _minimal(tree, states, actions, vocabulary)
    if (states, actions) == (None, None):
        return findings
    priced = _priced(division, scope)
    notes = (*findings.get("notes", ()), *priced.get("notes", ()))
    return {**findings, **priced, "notes": notes}


def _minimal(
    tree: Tree,
    states: Product | None,
    actions: Algebraic | None,
    vocabulary: tuple[Algebraic, ...],
) -> Json:
    """Return the coarsest lossless abstraction of a game, or why it is not known."""
    try:
        small = minimise(tree)
    except NotApplicable as error:
        return {"notes": (f"The coarsest lossless abstraction is not known: {error}",)}
    factors = () if states is None else states.factors
    kept = actions is None and bool(refines(states, small.factor, tree))
    infosets, naming = Size.of_whole(small).infosets, small.named(*factors, *vocabulary)
    return {"minimal": Lossless(infosets, naming, kept)}


def _sized(size: Size, tree: Tree) -> Counts:
    return Counts(size.infosets, size.sequences, tree.histories, size.bytes)


def _offer(tree: Tree, offers: Menus, number: int) -> Offer:
    witness = AllInfosets(tree).witness(number)
    real = tuple(witness.infoset.actions())
    indices = offers.places[offers.starts[number] : offers.starts[number + 1]]
    menu = tuple(real[index] for index in indices.tolist())
    return Offer(int(tree.owners[number]), menu, witness)


def _priced(division: Division, scope: Scope) -> Json:
    """Return what the abstraction costs, what its factors are worth, and what is missing."""
    given, iterations = (division.tree, division.states, division.actions), scope.iterations
    factors = 0 if division.states is None else len(division.states.factors)
    wanted, prices, notes = scope.ablate, 2 * factors + 2, []
    if division.states is None:
        wanted = False
    elif wanted is None:
        wanted = division.tree.histories * iterations * prices <= QUICK
        if not wanted:
            notes.append(
                f"The factors are not priced one by one, which takes up to {prices} times as long "
                "as pricing the abstraction: use --ablate to price them."
            )
    try:
        if wanted:
            with task(f"Pricing {factors} factors") as show:
                ablation = ablate(
                    *given, iterations=iterations, progress=lambda done, total: show(done / total)
                )
            return {"price": ablation.whole, "ablation": ablation}
        with task("Pricing the abstraction"):
            return {"price": loss(*given, iterations=iterations), "notes": tuple(notes)}
    except NotApplicable as error:
        return {"notes": (f"The price is not known: {error}",)}


def _sampled(
    base: History,
    states: Product | None,
    actions: Algebraic | None,
    vocabulary: tuple[Algebraic, ...],
    scope: Scope,
) -> Json:
    """Return the findings in deals in which players act at random, by field of the report."""
    with task(f"Playing {scope.deals:,} deals"):
        decisions = sampled_decisions(base, None, actions, scope.deals, scope.seed)
    with task("Asking the factors"):
        classes = decisions.classes(states)
    before = Counts(_counted(decisions, decisions.classes(None)))
    pair = clash(decisions, states)
    if pair is not None:
        conflict = Clash.of(states, *(_met_offer(decisions, number) for number in pair))
        return {"before": before, "clash": conflict}
    with task("Checking what players forget"):
        remembered = recollection(decisions, states, actions, vocabulary)
    findings = {
        "before": before,
        "after": Counts(_counted(decisions, classes)),
        "recall": remembered,
    }
    notes = (UNKNOWN,) * ((states, actions) != (None, None)) + (UNMINIMISED,) * scope.minimise
    return {**findings, "notes": notes}


def _counted(decisions: Decisions, classes: Classes) -> tuple[int, ...]:
    """Return how many classes of each player's decisions there are."""
    owners, players = decisions.paths.owners, range(players_of(decisions.base))
    return tuple(int(np.unique(classes[owners == player]).size) for player in players)


def _met_offer(decisions: Decisions, number: int) -> Offer:
    decision = decisions.played[number]
    return Offer(decision.player, decision.menu, decisions.witness(number))
