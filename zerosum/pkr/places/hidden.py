"""A decision seen without the hand: its menu, and which factors of its key depend on the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NoReturn

from zerosum.abstraction import View
from zerosum.errors import AbstractionError
from zerosum.game import Action
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.text.line import some_hand


class Hidden(Exception):
    """A function has looked at a hidden hand."""


class HiddenHand:
    """Stands for the cards of a seat; whoever looks at them raises :class:`Hidden`.

    What a function returns without an error therefore holds for every hand.
    """

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # what tools look for, and functions do not
            raise AttributeError(name)
        raise Hidden(name)

    def _look(self, *_: object) -> NoReturn:
        raise Hidden

    __len__ = __iter__ = __or__ = __and__ = __sub__ = __contains__ = __bool__ = __str__ = _look
    __eq__ = __hash__ = __ror__ = __rand__ = __rsub__ = _look


HIDDEN: Any = HiddenHand()


@dataclass(frozen=True)
class Seen:
    """A decision of a hand of poker, whatever the cards of its seat.

    Parameters
    ----------
    view
        How the strategy sees infosets.
    hand
        The hand.

    Raises
    ------
    AbstractionError
        If the menu depends on the cards, when it is asked for.
    """

    view: View
    hand: Poker

    @cached_property
    def infoset(self) -> PokerInfoset:
        """What the seat to act knows, with a hidden hand."""
        return replace(self.hand.infoset(self.hand.active), hand=HIDDEN)

    @cached_property
    def example(self) -> PokerInfoset:
        """The same with some hand, for errors, which name infosets."""
        return replace(self.infoset, hand=some_hand(self.hand))

    @cached_property
    def menu(self) -> tuple[Action, ...]:
        """The actions of the seat to act."""
        try:
            return self.view.menu(self.infoset)
        except Hidden:
            raise AbstractionError(
                f"The menu of a strategy to ask must be the same for all hands; "
                f"{self.view.actions!r} depends on the hand.",
                self.view.actions,
            ) from None

    @cached_property
    def values(self) -> tuple[object, ...]:
        """The values of the factors of the key; of those that depend on the hand :data:`HIDDEN`."""
        values = []
        for factor in factors_of(self.view):
            try:
                values.append(factor(self.infoset))
            except Hidden:
                values.append(HIDDEN)
        return tuple(values)

    @cached_property
    def private(self) -> tuple[int, ...]:
        """Which factors depend on the hand."""
        return tuple([index for index, value in enumerate(self.values) if value is HIDDEN])

    def key(self, private: Iterator[object]) -> tuple[object, ...]:
        """Return the key with the values of the private factors."""
        values = list(self.values)
        for index in self.private:
            values[index] = next(private)
        return tuple(values)


def factors_of(view: View) -> tuple[Callable[..., object], ...]:
    """Return the factors of a key; without an abstraction, the infoset itself is the only one."""
    return view.factors if view.states is not None else (_itself,)


def _itself(infoset: PokerInfoset) -> PokerInfoset:
    hash(infoset.hand)  # it depends on the hand, and on more than cards
    return replace(infoset)
