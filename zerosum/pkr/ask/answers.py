"""What a strategy does at a place, with one hand or with all buckets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import NotApplicable
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.places.place import OffMenu, Place
from zerosum.pkr.text.legality import check_decides, check_hand
from zerosum.support.rendering import Report, table
from zerosum.tables import Floats, Ints

Read = Callable[[Ints, Ints, int], Floats]
"""Reads numbers of rows of a strategy, where their probabilities begin, with so many actions."""


@dataclass(frozen=True, eq=False)
class Answer(Report):
    """What a strategy does at a decision.

    Parameters
    ----------
    seat
        The seat to act, from 0.
    words
        The actions in the words of lines of play, with which one can go on.
    actions
        The same as actions of the real hand; bets by their chips.
    probabilities
        The probability of each action with the cards; None if none were given.
    known
        Whether training has visited the decision with these cards; otherwise the probabilities are
        uniform.
    bucket
        The bucket of the cards; of an abstraction without buckets, the values of the factors that
        depend on the hand.
    matrix
        Shape (buckets, actions): the probabilities of all buckets, or their sums or regrets; 0 for
        unknown ones. None unless it was asked for.
    buckets
        The bucket of each row of the matrix.
    numbers
        The sums or the regrets with these cards; None unless they were asked for.
    off
        The bets of the history that were not on the menu, and what stands for them.
    asked
        The abstract histories that were asked instead, each with its weight; none if the history
        is itself one of the abstraction.
    part
        The part of the run that answers, by its name; empty for the run itself.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.ask import Query
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> answer = Query(even, NoLimitHoldem(stacks=(20,), sizes=(100,))).get("c", "AhKh")
    >>> answer.seat, answer.words, answer.actions, answer.known
    (1, ('x', 'r6', 'a'), (Check(), Bet(quantity=4), Bet(quantity=18)), False)
    """

    seat: int
    words: tuple[str, ...]
    actions: tuple[PokerAction, ...]
    probabilities: tuple[float, ...] | None
    known: bool
    bucket: object
    matrix: Floats | None
    buckets: Sequence[object]
    numbers: tuple[float, ...] | None
    off: tuple[OffMenu, ...]
    asked: tuple[tuple[str, float], ...]
    part: str

    def content(self) -> list[Any]:
        """Return what the answer is of, and a table of the actions."""
        said = [f"The part {self.part} answers."] if self.part else []
        said += [str(bet) for bet in self.off]
        said += [] if self.bucket is None else [f"bucket {self.bucket}"]
        if self.probabilities is None:
            return [*said, f"Seat {self.seat + 1} may: {', '.join(self.words)}"]
        said += [] if self.known else ["Training has not visited this, so all are as likely."]
        names = (type(action).__name__ for action in self.actions)
        shares = (f"{share:.2%}" for share in self.probabilities)
        rows = zip(self.words, names, shares, strict=True)
        return [*said, table(["", "action", f"seat {self.seat + 1}"], rows, "llr")]

    def __getitem__(self, word: str) -> float:
        """Return the probability of an action by its word; 0 for other words."""
        if self.probabilities is None or word not in self.words:
            return 0.0
        return self.probabilities[self.words.index(word)]


def answer(
    place: Place, cards: Cards = NO_CARDS, *, matrix: bool = False, read: Read | None = None
) -> Answer:
    """Return what the strategy does at a place.

    Parameters
    ----------
    place
        The place.
    cards
        The hand of the seat to act; may be empty.
    matrix
        Whether to return what it does with all buckets.
    read
        Reads sums or regrets; of two blended histories, only the nearer one is read.

    Raises
    ------
    NotApplicable
        If no seat decides there, or the buckets of blended histories differ.
    GameError
        If the cards are not two that are left.
    """
    check_decides(place.real)
    check_hand(cards, place.real)
    menu = place.menu
    own = place.own(cards) if cards else None
    policies = place.policies if matrix else []
    chances = numbers = whole = None
    if own is not None:
        chances = tuple(menu.blended(own.chances)[0].tolist())
        if read is not None:
            row = read(*own.spot, len(place.seen[0].menu))
            numbers = tuple(menu.of_nearest(row)[0].tolist())
    if policies:
        nearest, *others = policies
        if any(list(policy.values) != list(nearest.values) for policy in others):
            raise NotApplicable(
                "The buckets of two blended histories must be the same for a matrix; they differ: "
                "ask by translation.",
                policies,
            )
        if read is None:
            whole = menu.blended([policy.matrix for policy in policies])
        else:
            whole = menu.of_nearest(read(nearest.rows, nearest.places, len(nearest.menu)))
    return Answer(
        seat=place.seat,
        words=menu.words,
        actions=menu.actions,
        probabilities=chances,
        known=own is not None and own.known,
        bucket=None if own is None else own.bucket,
        matrix=whole,
        buckets=policies[0].values if policies else (),
        numbers=numbers,
        off=place.off,
        asked=place.asked,
        part=place.part,
    )
