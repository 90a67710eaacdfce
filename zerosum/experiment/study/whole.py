"""The findings about an abstraction in all histories of a game."""

from __future__ import annotations

from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.errors import GameError
from zerosum.evaluation.price import ablate, loss
from zerosum.evaluation.price.division import Division
from zerosum.evaluation.price.size import Size
from zerosum.experiment.fitting import task
from zerosum.experiment.study.record import Clash, Counts, Offer, Scope
from zerosum.lattice.classes import classes_of
from zerosum.lattice.infosets import AllInfosets
from zerosum.lattice.memory.recall import recall
from zerosum.lattice.menus import Menus, least
from zerosum.lattice.partitions import divided
from zerosum.tree import Tree

# Histories visited in some 20 seconds, by all iterations for all prices.
QUICK = 200_000_000


def whole(
    tree: Tree,
    states: Product | None,
    actions: Algebraic | None,
    offers: Menus,
    vocabulary: tuple[Algebraic, ...],
    scope: Scope,
) -> dict[str, Any]:
    """Return the findings of a study, by field.

    Parameters
    ----------
    tree
        Of the whole game.
    states, actions, vocabulary, scope
        As in :func:`~zerosum.experiment.study.gather.study`.
    offers
        The menus of the abstraction at the infosets of the whole game.
    """
    before = _counts(Size.of_whole(tree), tree)
    pair = divided(classes_of(tree, states), least(tree, actions))
    if pair is not None:
        clash = Clash.of(states, tuple(_offer(tree, offers, number) for number in pair))
        return {"before": before, "clash": clash}
    division = Division.of(tree, states, actions, offers)
    after = _counts(Size.of(division), division.game)
    with task("Checking what players forget"):
        remembered = recall(tree, states, actions, vocabulary=vocabulary)
    found = {"before": before, "after": after, "recall": remembered}
    return found if (states, actions) == (None, None) else {**found, **_priced(division, scope)}


def _counts(size: Size, tree: Tree) -> Counts:
    return Counts(size.infosets, size.sequences, tree.histories, size.bytes)


def _offer(tree: Tree, offers: Menus, number: int) -> Offer:
    witness = AllInfosets(tree).witness(number)
    real = tuple(witness.infoset.actions())
    places = offers.places[offers.starts[number] : offers.starts[number + 1]]
    menu = tuple(real[place] for place in places.tolist())
    return Offer(int(tree.owners[number]), menu, witness)


def _priced(division: Division, scope: Scope) -> dict[str, Any]:
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
            with task(f"Pricing {factors} factors") as told:
                ablation = ablate(
                    *given, iterations=iterations, progress=lambda done, total: told(done / total)
                )
            return {"price": ablation.whole, "ablation": ablation}
        with task("Pricing the abstraction"):
            return {"price": loss(*given, iterations=iterations), "notes": tuple(notes)}
    except GameError as error:
        return {"notes": (f"The price is not known: {error}",)}
