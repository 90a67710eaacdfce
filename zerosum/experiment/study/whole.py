"""What all histories of a game tell about an abstraction."""

from __future__ import annotations

from zerosum.errors import GameError
from zerosum.evaluation.price import Ablation, Loss, ablate, loss
from zerosum.evaluation.price.division import Division
from zerosum.evaluation.price.size import Size
from zerosum.experiment.study.record import Clash, Counts, Offer, Study
from zerosum.experiment.study.subject import Subject
from zerosum.experiment.study.tasks import task
from zerosum.lattice.classes import classes_of
from zerosum.lattice.infosets import AllInfosets
from zerosum.lattice.memory.forgotten import key_of
from zerosum.lattice.memory.recall import recall
from zerosum.lattice.menus import Menus, least
from zerosum.lattice.partitions import divided
from zerosum.tree import Tree

# Histories that may be visited, by every iteration for every price, in some 20 seconds.
QUICK = 200_000_000


def whole(subject: Subject, tree: Tree, offers: Menus) -> Study:
    """Return the report of an abstraction, exact.

    Parameters
    ----------
    subject
        What is studied.
    tree
        Of the whole game.
    offers
        What the abstraction offers at each of its infosets.
    """
    before = _counts(Size.of_whole(tree), tree)
    clash = _clash(subject, tree, offers)
    if clash is not None:
        return subject.report(None, before, clash=clash)
    division = Division.of(tree, subject.states, subject.actions, offers)
    after = _counts(Size.of(division), division.game)
    with task("Looking for what is forgotten"):
        remembered = recall(tree, subject.states, subject.actions, vocabulary=subject.vocabulary)
    price, ablation, notes = _priced(subject, tree) if subject.abstract else (None, None, ())
    return subject.report(
        None,
        before,
        after=after,
        recall=remembered,
        price=price,
        ablation=ablation,
        notes=notes,
    )


def _counts(size: Size, tree: Tree) -> Counts:
    return Counts(size.infosets, size.sequences, tree.histories, size.bytes)


def _clash(subject: Subject, tree: Tree, offers: Menus) -> Clash | None:
    """Return two infosets of one key with two players or two menus, None without any."""
    pair = divided(classes_of(tree, subject.states), least(tree, subject.actions))
    if pair is None:
        return None
    first, second = (_offer(tree, offers, number) for number in pair)
    return Clash(key_of(subject.states, first.witness.infoset), (first, second))


def _offer(tree: Tree, offers: Menus, number: int) -> Offer:
    witness = AllInfosets(tree).witness(number)
    real = tuple(witness.infoset.actions())
    places = offers.places[offers.starts[number] : offers.starts[number + 1]]
    menu = tuple(real[place] for place in places.tolist())
    return Offer(int(tree.owners[number]), menu, witness)


def _priced(subject: Subject, tree: Tree) -> tuple[Loss | None, Ablation | None, tuple[str, ...]]:
    """Return what the abstraction costs, what its factors are worth, and what is missing."""
    given, iterations = (tree, subject.states, subject.actions), subject.scope.iterations
    wanted, notes = _wanted(subject, tree)
    try:
        if wanted:
            with task(f"Pricing {_factors(subject)} factors") as progress:
                ablation = ablate(*given, iterations=iterations, progress=progress)
            return ablation.whole, ablation, notes
        with task("Pricing the abstraction"):
            return loss(*given, iterations=iterations), None, notes
    except GameError as error:
        return None, None, (f"The price is not known: {error}",)


def _wanted(subject: Subject, tree: Tree) -> tuple[bool, tuple[str, ...]]:
    """Return whether to price every factor; where that would take long, also say so."""
    scope, prices = subject.scope, 2 * _factors(subject) + 2
    if subject.states is None or scope.ablate is not None:
        return subject.states is not None and bool(scope.ablate), ()
    if tree.histories * scope.iterations * prices <= QUICK:
        return True, ()
    note = (
        f"The factors are not priced one by one, which takes up to {prices} times as long as the "
        "price of them all: --ablate asks for it."
    )
    return False, (note,)


def _factors(subject: Subject) -> int:
    return 0 if subject.states is None else len(subject.states.factors)
