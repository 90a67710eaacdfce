"""The menu at a place: the actions of all tracks together, and numbers on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.abstraction.tracking import is_bet, real_chips
from zerosum.pkr.actions import Allin, Bet, Call, Check, PokerAction
from zerosum.pkr.face import PokerInfoset
from zerosum.pkr.places.hidden import Seen
from zerosum.pkr.text.spelling import word_of
from zerosum.tables import Floats


class Choices(NamedTuple):
    """What a seat may do, and how likely it does so with some hands.

    Parameters
    ----------
    words, actions
        As for :class:`Menu`.
    chances
        Shape (hands, actions).
    """

    words: tuple[str, ...]
    actions: tuple[PokerAction, ...]
    chances: Floats

    def where(self, known: NDArray[np.bool_], other: Self) -> Self:
        """Return these choices for known hands, and other ones for the others; shape (hands,)."""
        words = dict(zip((*other.actions, *self.actions), other.words + self.words, strict=True))
        actions = tuple(dict.fromkeys((*self.actions, *other.actions)))
        chances = np.zeros((len(known), len(actions)))
        for part, held in ((self, known), (other, ~known)):
            for action, share in zip(part.actions, part.chances.T, strict=True):
                chances[:, actions.index(action)] += share * held
        return type(self)(tuple([words[action] for action in actions]), actions, chances)


@dataclass(frozen=True)
class Menu:
    """The actions at a place.

    Parameters
    ----------
    words
        In the words of lines of play, with which one can go on.
    kinds
        The actions of the strategy's menu; :class:`~zerosum.pkr.Allin` for all that are all-in.
    actions
        The actions of the real hand that they mean; bets by their chips.
    columns
        For each track, which of the words each action of its menu is.
    weights
        The weight of each track.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.places.follower import Follower
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> menu = Follower(even, NoLimitHoldem(sizes=(100,))).start.menu
    >>> menu.words, menu.actions[-1]
    (('f', 'c', 'r4', 'a'), Bet(quantity=199))
    """

    words: tuple[str, ...]
    kinds: tuple[PokerAction, ...]
    actions: tuple[PokerAction, ...]
    columns: tuple[tuple[int, ...], ...]
    weights: Sequence[float]

    @classmethod
    def of(cls, real: PokerInfoset, seen: Sequence[Seen], weights: Sequence[float]) -> Self:
        """Return the menu of a decision.

        Parameters
        ----------
        real
            What the seat to act knows of the real hand.
        seen, weights
            The decision of each track, and the weight of the track.
        """
        menus = [[_option(real, each, action) for action in each.menu] for each in seen]
        words = list(dict.fromkeys(word for menu in menus for word, _, _ in menu))
        options = {option[0]: option[1:] for menu in reversed(menus) for option in reversed(menu)}
        kinds, actions = zip(*(options[word] for word in words), strict=True)
        columns = tuple([tuple([words.index(word) for word, _, _ in menu]) for menu in menus])
        return cls(tuple(words), kinds, actions, columns, weights)

    def blended(self, parts: Sequence[Floats]) -> Floats:
        """Return the weighted sum of numbers of each track; shape (rows, words).

        Parameters
        ----------
        parts
            For each track, numbers of shape (rows, actions of its menu).
        """
        total = np.zeros((len(parts[0]), len(self.words)))
        for weight, part, columns in zip(self.weights, parts, self.columns, strict=True):
            for at, column in enumerate(columns):  # two actions may have one word
                total[:, column] += weight * part[:, at]
        return total

    def of_nearest(self, part: Floats) -> Floats:
        """Return numbers of the first track, as columns of the words."""
        numbers = np.zeros((len(part), len(self.words)))
        for at, column in enumerate(self.columns[0]):
            numbers[:, column] += part[:, at]
        return numbers


def _option(
    real: PokerInfoset, seen: Seen, kind: PokerAction
) -> tuple[str, PokerAction, PokerAction]:
    """Return the word of an action of a track's menu, the action, and the real one that it means.

    A track without translation has the chips of the real hand. Where a translated bet is not what
    its name comes to in the real hand, its word is the bet of the real hand.
    """
    action = kind
    if is_bet(kind) and real.bounds()[1] > real.cost:
        action = Bet(real_chips(real, seen.infoset, kind))
    elif is_bet(kind) or isinstance(kind, Check | Call):
        action = Call() if real.cost > 0 else Check()
    word = word_of(action, real)
    if isinstance(action, Bet) and word != "a" and real.quantity(kind) == action.quantity:
        word = word_of(kind, real)
    return word, Allin() if word == "a" else kind, action
