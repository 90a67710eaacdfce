"""The menu of a place: the actions of all tracks together, and numbers on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from zerosum.pkr.abstraction.tracking import is_bet, real_chips
from zerosum.pkr.actions import Bet, Call, Check, PokerAction
from zerosum.pkr.ask.hidden import Seen
from zerosum.pkr.ask.place import Place
from zerosum.pkr.text import word_of
from zerosum.tables import Floats


@dataclass(frozen=True)
class Menu:
    """The actions at a place.

    Parameters
    ----------
    words
        In the words of lines of play, with which one can go on.
    actions
        The actions of the real hand that they mean; bets by their chips.
    columns
        For each track, which of the words each action of its menu is.
    weights
        The weight of each track.
    """

    words: tuple[str, ...]
    actions: tuple[PokerAction, ...]
    columns: tuple[tuple[int, ...], ...]
    weights: Sequence[float]

    @classmethod
    def of(cls, place: Place) -> Self:
        """Return the menu of a place."""
        menus = [_menu_of(place, seen) for seen in place.seen]
        words = list(dict.fromkeys(word for menu in menus for word, _ in menu))
        actions = dict(pair for menu in reversed(menus) for pair in menu)
        columns = tuple([tuple([words.index(word) for word, _ in menu]) for menu in menus])
        return cls(tuple(words), tuple([actions[w] for w in words]), columns, place.weights)

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


def _menu_of(place: Place, seen: Seen) -> list[tuple[str, PokerAction]]:
    """Return the word of each action of a track's menu, and the real action that it means."""
    real = place.infoset
    options: list[tuple[str, PokerAction]] = []
    for action in seen.menu:
        done = action
        if is_bet(action) and seen.hand is place.real:
            done = real.concrete(action)
        elif is_bet(action) and real.bounds()[1] > real.cost:
            done = Bet(real_chips(real, seen.infoset, action))
        elif is_bet(action) or isinstance(action, Check | Call):
            done = Call() if real.cost > 0 else Check()
        word = word_of(done, real)
        if is_bet(done) and word != "a" and not isinstance(action, Bet):
            word = word_of(action, real)
        options.append((word, done))
    return options
