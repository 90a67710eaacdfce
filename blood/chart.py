"""The chart of push or fold of a strategy, beside the exact solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from blood.pushfold import Solution, solve
from zerosum.abstraction import split
from zerosum.evaluation import best_response
from zerosum.pkr.actions import Fold
from zerosum.pkr.hands.classes import HOLE_CLASSES
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.pushfold import InfoSet, Move
from zerosum.pkr.ranges.classes import class_name
from zerosum.pkr.scenarios import Expectation, Measure, Value, quantities
from zerosum.pkr.scenarios.spots import is_allin
from zerosum.pkr.text.line import Spot

_LEAST_GAP, _GAPS_SHOWN = 0.001, 4  # of a gap, and how many of them
_PLAYERS = ("small blind", "big blind")


@cache
def exact(stack: float, ante: float) -> Solution:
    """Return the exact solution of a game of push or fold, solved once."""
    return solve(stack, ante)


@dataclass(frozen=True)
class Gap:
    """A hand that is played otherwise than by the exact solution.

    Parameters
    ----------
    player
        0 if the small blind pushes it, 1 if the big blind calls with it.
    hand
        Its class.
    found, exact
        How often it goes all-in.
    """

    player: int
    hand: str
    found: float
    exact: float

    @property
    def size(self) -> float:
        """The difference."""
        return abs(self.found - self.exact)

    def __str__(self) -> str:
        verb = "called with" if self.player else "pushed"
        return f"{self.hand} {verb} {self.found:.0%} for {self.exact:.0%}"


@dataclass(frozen=True)
class Chart(Expectation):
    """Both players together lose little against best responses, in a game of push or fold.

    Parameters
    ----------
    stack, ante
        In big blinds, as for :class:`zerosum.pkr.pushfold.PushFold`.
    most
        The most that they may lose, in thousandths of a big blind a hand.
    """

    stack: float
    ante: float
    most: float

    @property
    def words(self) -> str:
        """The number."""
        unit = "thousandth" if self.most == 1 else "thousandths"
        return (
            f"push or fold with {self.stack:g} big blinds: best responses win at most "
            f"{self.most:g} {unit} of a big blind"
        )

    def losses(self, values: Sequence[Value]) -> tuple[float, float]:
        """Return what each player loses by the chart, in thousandths of a big blind a hand.

        That is the value of the game for the player, less what it wins against a best response.
        """
        solution = exact(self.stack, self.ante)

        def chart(infoset: InfoSet) -> Mapping[Move, float]:
            share = values[HOLE_CLASSES * infoset.player + infoset.kind].mean
            return {Move.FOLD: 1 - share, Move.ALL_IN: share}

        small, big = (best_response(solution.game, player, chart).value for player in (1, 0))
        return 1000 * (solution.value + small), 1000 * (big - solution.value)

    def gaps(self, values: Sequence[Value]) -> list[Gap]:
        """Return the hands that are played otherwise than by the exact solution, by size."""
        strategy = exact(self.stack, self.ante).strategy
        gaps = [
            Gap(player, class_name(kind), values[HOLE_CLASSES * player + kind].mean, share)
            for player in (0, 1)
            for kind in range(HOLE_CLASSES)
            for share in [float(strategy(InfoSet(player, kind))[Move.ALL_IN])]
        ]
        return sorted((gap for gap in gaps if gap.size > _LEAST_GAP), key=lambda gap: -gap.size)

    def tests(self, values: Sequence[Value]) -> list[bool | None]:
        """Return whether they lose little; None if an infoset is unknown."""
        if any(value.unknown for value in values):
            return [None]
        return [sum(self.losses(values)) <= self.most]

    def found(self, values: Sequence[Value]) -> str:
        """Return what each player loses, and the largest gaps."""
        pairs = zip(_PLAYERS, self.losses(values), strict=True)
        lost = ", ".join(f"{player} loses {loss:.3f}" for player, loss in pairs)
        gaps = ", ".join(map(str, self.gaps(values)[:_GAPS_SHOWN]))
        return f"{lost}; {gaps}" if gaps else lost


def chart_of(game: Any, most: float = 1.0) -> Chart | None:
    """Return the expectation of a game's chart; None if the game is not push or fold.

    Parameters
    ----------
    game
        The start of a hand of hold'em, or of an abstraction of it.
    most
        The most that both players may lose, in thousandths of a big blind a hand.
    """
    base = split(game)[0]
    if not isinstance(base, NoLimitHoldem) or base.players != 2 or not _pushes(game):
        return None
    small, big = base.blinds
    if 2 * small != big or len(set(base.stacks)) > 1 or len(set(base.antes)) > 1:
        return None
    classes = [class_name(kind) for kind in range(HOLE_CLASSES)]
    return Chart(
        "The chart of push or fold is near the exact one",
        quantities(Measure.STAY, ("", "a"), *classes),
        base.stacks[0] / big,
        base.antes[0] / big,
        most,
        why="The exact solution is known, so that any distance is a fault of training.",
    )


def _pushes(game: Any) -> bool:
    """Return whether the first seat can go all-in or fold, and nothing else."""
    base, _, actions = split(game)
    first = Spot(base.face_down, actions)
    fold = [action for action in first.menu if isinstance(action, Fold)]
    push = [action for action in first.menu if is_allin(action, first.infoset)]
    return len(fold) == len(push) == 1 and len(first.menu) == 2
