"""Hypothesis strategies for the histories and infosets of any game.

Outcomes and actions are drawn one by one, so that a failing example shrinks to a short playout
of first choices. Outcomes come from ``chances``; if a game can only ``sample``, a seed is drawn.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from zerosum.errors import GameError
from zerosum.game import players_of
from zerosum.native.primitives import draw, how_drawn, outcomes
from zerosum.rng import Random

LONGEST = 1_000
"""A playout with more moves than this is an error."""

NOTHING = object()
"""Stands for a missing outcome or action."""

SEEDS = st.integers(0, 2**32 - 1)


@dataclass(frozen=True)
class Playout:
    """A playout of a game, from its start.

    Parameters
    ----------
    histories
        The start and the history after each move; the last is a terminal, or a faulty history
        that offers no move.
    moves
        The outcomes and actions, one for each history except the last.

    Examples
    --------
    >>> print(Playout(histories=("start", "middle", "end"), moves=("up", "down")))
    'start', then 'up', 'down'
    """

    histories: tuple[Any, ...] = field(repr=False)
    moves: tuple[Any, ...]

    def __str__(self) -> str:
        moves = ", ".join(repr(move) for move in self.moves)
        return f"{self.histories[0]!r}, then {moves}" if moves else repr(self.histories[0])


@st.composite
def playouts(draw: st.DrawFn, game: Any) -> Playout:
    """Draw a playout of a game, up to a terminal.

    Raises
    ------
    GameError
        If the game does not end within 1,000 moves.

    Examples
    --------
    >>> from hypothesis import find
    >>> from zerosum.kuhn import Kuhn
    >>> found = find(playouts(Kuhn()), lambda playout: playout.histories[-1].history == 0b1010)
    >>> found.moves[2:]
    (<Move.PASS: 0>, <Move.BET: 1>, <Move.PASS: 0>)
    """
    histories: list[Any] = [deepcopy(game)]
    moves: list[Any] = []
    try:
        while not histories[-1].terminal:
            if len(moves) == LONGEST:
                raise GameError(f"A playout must end within {LONGEST} moves; got more.", game)
            move = _draw_move(draw, histories[-1])
            if move is NOTHING:
                break
            moves.append(move)
            histories.append(histories[-1].apply(move))
    except Exception as error:
        error.add_note(f"This happened at: {Playout((game, *histories[1:]), tuple(moves))}.")
        raise
    return Playout((game, *histories[1:]), tuple(moves))


def histories(game: Any) -> st.SearchStrategy[Any]:
    """Draw a history of a game: the start, one on the way, or a terminal.

    Examples
    --------
    >>> from hypothesis import find
    >>> from zerosum.kuhn import Kuhn
    >>> find(histories(Kuhn()), lambda history: history.terminal).terminal
    True
    """
    return playouts(game).flatmap(lambda playout: st.sampled_from(playout.histories))


def infosets(game: Any) -> st.SearchStrategy[Any]:
    """Draw an infoset of the player to act.

    Examples
    --------
    >>> from hypothesis import find
    >>> from zerosum.kuhn import Kuhn
    >>> find(infosets(Kuhn()), lambda infoset: infoset.card == 2).card
    2
    """
    decisions = playouts(game).map(_decisions).filter(bool).flatmap(st.sampled_from)
    return decisions.map(lambda history: history.infoset(history.active))


def _decisions(playout: Playout) -> list[Any]:
    return [each for each in playout.histories if not (each.terminal or each.chance)]


def _draw_move(draw: st.DrawFn, game: Any) -> Any:
    if game.chance:
        chances = chances_of(game)
        if chances is None:
            return sample_of(game, Random(draw(SEEDS)))
        moves = [outcome for outcome, chance in chances.items() if chance > 0]
    elif game.active in range(players_of(game)):
        moves = list(game.infoset(game.active).actions())
    else:
        moves = []
    return draw(st.sampled_from(moves)) if moves else NOTHING


def chances_of(game: Any) -> Mapping[Any, float] | None:
    """Return each outcome with its probability; None if the game has no ``chances``."""
    try:
        return dict(outcomes(game))
    except NotImplementedError:
        return None


def sample_of(game: Any, rng: Random) -> Any:
    """Return an outcome of ``sample``; ``NOTHING`` if the game has none."""
    cls: Any = type(game)
    try:
        return draw(game, rng) if how_drawn(cls) in {"rng", "plain"} else NOTHING
    except NotImplementedError:
        return NOTHING
