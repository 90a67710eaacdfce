"""What kernels notice, as they run, of a game that breaks the protocol.

They raise what is here, and :mod:`zerosum.kernels.failures` says at which history.
"""

import math
from typing import Any, ClassVar

from zerosum.errors import GameError
from zerosum.jit import kernel
from zerosum.kernels.names import GameView, Infoset, Menu, Work
from zerosum.native.emit import overload
from zerosum.native.menus import as_sequence
from zerosum.native.primitives import SLACK, lists_actions
from zerosum.native.sequences import hold
from zerosum.support.tokens import put


class Breach(GameError):
    """A game breaks the protocol.

    The sentence is for histories that are not those of ``work.path``, as those of a range of hands.
    """

    sentence: ClassVar[str]

    def __init__(self, message: str | None = None, subject: object = None) -> None:
        super().__init__(message or self.sentence, subject)


class NoPlayer(Breach):
    """Raised by kernels if the player to act is not in the game."""

    sentence = "`active` must be a player of the game: check `active` and `players`."


class Repeated(Breach):
    """Raised by kernels if a menu has an action twice."""

    sentence = "The actions of an infoset must differ: offer each action once."


class Unbalanced(Breach):
    """Raised by kernels if net payoffs do not cancel, or are not finite."""

    sentence = (
        "The payoffs of a terminal must be finite and sum to the same at every terminal: check "
        "payoff()."
    )


class NotModelled(Breach):
    """Raised by kernels if a model of an opponent takes an action that is not on the menu."""

    sentence = (
        "The model of an opponent must return actions of the menu of the game that is trained on: "
        "return some of them."
    )


class NotListed(Breach):
    """Raised by kernels if an abstraction offers an action that the game does not list."""

    sentence = (
        "The actions of an abstraction must be actions of the game: offer these, or give its "
        "infosets a method `concrete`."
    )


def has_own_actions(view: Any) -> bool:
    """Return whether actions are those of the game; natively known when a kernel is compiled."""
    return view.actions is None


@overload(has_own_actions)
def _has_own_actions(view: Any) -> Any:
    own = view.lowering.view.actions is None
    return lambda view: own


@kernel
def check_menu(menu: Menu, view: GameView, work: Work) -> None:
    """Check that no action is twice on a menu, that of the row at hand.

    An abstraction may map two of its actions to the same real one, whose probabilities add up.
    Modified in place: ``work.path`` behind its end.
    """
    if not has_own_actions(view):
        return
    # A row begins with the player and the number of actions. Then come the words of each action:
    # those of equal actions are equal, and those of no action begin with those of another.
    row, starts = work.row, work.depth
    end, highest = 2, row[1]
    for place in range(len(menu)):
        start = end
        end = put(row, start, menu[place])
        work.path[starts + place] = start
        # Most menus ascend: an action whose last word is above those of all before is new.
        if row[end - 1] > highest:
            highest = row[end - 1]
            continue
        for other in range(place):
            at, same = work.path[starts + other], 0
            while start + same < end and row[at + same] == row[start + same]:
                same += 1
            if start + same == end:
                raise Repeated


def check_listed(infoset: Infoset, menu: Menu, view: GameView) -> None:
    """Check that the game lists the actions of an abstraction, if it lists all that there are."""
    cls: Any = type(infoset)
    if view.actions is None or not lists_actions(cls):
        return
    own = infoset.actions()
    if not all(action in own for action in menu):
        raise NotListed


@overload(check_listed)
def _check_listed(infoset: Any, menu: Any, view: Any) -> Any:
    if view.lowering.view.actions is None or not lists_actions(infoset.cls):
        return lambda infoset, menu, view: None

    def impl(infoset: Any, menu: Any, view: Any) -> None:
        own = hold(as_sequence(infoset.actions()))
        for place in range(len(menu)):
            known = False
            for other in range(len(own)):
                known = known or own[other] == menu[place]
            if not known:
                raise NotListed

    return impl


@kernel
def check_sum(total: float, size: float) -> None:
    """Check that net payoffs cancel, from their sum and one more than the sum of their sizes."""
    # Written so that NaN fails, and infinity.
    if not (abs(total) <= SLACK * size and size < math.inf):
        raise Unbalanced


@kernel
def check_finite(value: float) -> None:
    """Check the value of a walk: it is no number where a payoff on the way was none."""
    if not abs(value) < math.inf:
        raise Unbalanced
