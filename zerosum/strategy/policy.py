"""What strategies share, wherever their rows are: an answer at every infoset."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from zerosum.abstraction import View
from zerosum.errors import UnknownInfoset
from zerosum.rng import Random
from zerosum.support.rendering import Shown
from zerosum.tables import Floats, Ints


class TabularPolicy(Shown, ABC):
    """Probabilities of the actions at the infosets of a table; uniform at all others.

    Where there is one action, it has probability 1, whether or not the table has a row for it.

    Attributes
    ----------
    view
        How infosets of the game become keys.
    of
        The game and abstraction that it is of, as :func:`~zerosum.strategy.describe` returns them.
    about
        What it is of and what made it, in words.
    unknown
        How often an unknown infoset was asked for, and the answer was uniform.
    """

    view: View
    of: dict[str, Any]
    about: str
    unknown: int
    # Whether what all hands do lies side by side.
    vectors: ClassVar[bool] = False

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of known infosets."""

    @abstractmethod
    def find(self, infoset: Any, menu: tuple[Any, ...]) -> list[float] | None:
        """Return the probability of each action of a menu, None if the infoset is unknown.

        Parameters
        ----------
        infoset
            An infoset of the game that was trained on, or of its base.
        menu
            Its actions, as :meth:`menu` returns them.
        """

    def of_hands(self, infoset: Any) -> tuple[Ints, Floats] | None:
        """Return what all hands do at the decision of an infoset, if they lie side by side.

        Returns
        -------
        The hands, as masks of cards, and the probability of each action of the menu with each,
        shape (actions, hands); None if the strategy has no such vectors, or does not know the
        decision.
        """
        del infoset
        return None

    def __call__(self, infoset: Any, *, strict: bool = False) -> dict[Any, float]:
        """Return the probability of each action at an infoset.

        Parameters
        ----------
        infoset
            An infoset of the game that was trained on, or of its base.
        strict
            If true, an unknown infoset is an error; otherwise its answer is uniform.

        Raises
        ------
        UnknownInfoset
            If it is unknown and ``strict`` is true.
        AbstractionError
            If its key is known with other actions.
        """
        menu = self.menu(infoset)
        if len(menu) == 1:
            return {menu[0]: 1.0}
        probabilities = self.find(infoset, menu)
        if probabilities is not None:
            return summed(menu, probabilities)
        if strict:
            raise UnknownInfoset(f"The strategy has not visited {infoset!r} in training.", infoset)
        self.unknown += 1
        return summed(menu, [1.0 / len(menu)] * len(menu))

    def knows(self, infoset: Any) -> bool:
        """Return whether an infoset was visited in training, or has only one action."""
        menu = self.menu(infoset)
        return len(menu) == 1 or self.find(infoset, menu) is not None

    def sample(self, infoset: Any, rng: Random) -> Any:
        """Sample an action at an infoset."""
        threshold, total = rng.random(), 0.0
        action: Any = None
        for action, probability in self(infoset).items():
            total += probability
            if threshold < total:
                return action
        return action

    def menu(self, infoset: Any) -> tuple[Any, ...]:
        """Return the actions at an infoset, in the order of their probabilities."""
        return self.view.menu(infoset)

    def content(self) -> Iterable[Any]:
        """Return what notebooks show: what the strategy is, and where they are known, its rows."""
        return [repr(self)[1:-1]]

    def __repr__(self) -> str:
        of = f" of {self.about}" if self.about else ""
        return f"<{type(self).__name__}{of}: {len(self):,} infosets>"


def summed(menu: tuple[Any, ...], probabilities: list[float]) -> dict[Any, float]:
    """Return the probability of each action; those of equal actions are summed."""
    answer = dict(zip(menu, probabilities, strict=True))
    if len(answer) < len(menu):
        answer = dict.fromkeys(menu, 0.0)
        for action, probability in zip(menu, probabilities, strict=True):
            answer[action] += probability
    return answer
