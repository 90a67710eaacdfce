"""A game of OpenSpiel as a game here: a name and the moves made, which a state of theirs follows.

Every question is passed on to that state, so nothing of a game is compiled; it runs interpreted,
and exact solvers run natively on the tree that it is enumerated into.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from zerosum.game import Hooks, Player
from zerosum.interop.openspiel.loading import loaded

_PARTS = re.compile(r"\]\[|\n|^\[|\]$")
# Who looks, which is said beside it, and who acts; or a name without a value.
_SAYS_LITTLE = re.compile(r"(observer|observing player|current player|player): *-?\d+|[^:]*:", re.I)


@dataclass(frozen=True)
class OpenSpielInfoSet:
    r"""What a player knows: OpenSpiel's string for it, and the legal actions.

    Parameters
    ----------
    player
        Whose information it is; two players may have the same string.
    text
        The information state.
    legal
        The actions of the player, in ascending order; empty if another moves.

    Examples
    --------
    >>> print(OpenSpielInfoSet(0, "[Observer: 0][Private: 5][Round 1][Round2: ]", (0, 1)))
    Private: 5, Round 1
    >>> print(OpenSpielInfoSet(0, "Current player: 0\nHand: K\nBids: 1 2\n", (0, 1)))
    Hand: K, Bids: 1 2
    """

    player: int
    text: str
    legal: tuple[int, ...]

    def actions(self) -> tuple[int, ...]:
        """Return the numbers of the legal actions."""
        return self.legal

    def __str__(self) -> str:
        parts = (part.strip() for part in _PARTS.split(self.text))
        return ", ".join(part for part in parts if part and not _SAYS_LITTLE.fullmatch(part))


@dataclass(frozen=True)
class OpenSpielGame:
    """A history of a game of OpenSpiel; :func:`from_openspiel` makes its start.

    Parameters
    ----------
    name
        The game with its parameters, as ``pyspiel.load_game`` takes it.
    moves
        The numbers of all outcomes and actions so far.

    Examples
    --------
    >>> game = OpenSpielGame("kuhn_poker", (0, 1))
    >>> game.moves, game.called
    ((0, 1), 'openspiel:kuhn_poker')
    """

    hooks = Hooks(terms="zerosum.interop.openspiel.terminal:OpenSpielTerms")
    interpreted: ClassVar[str] = (
        "A game of OpenSpiel is asked by Python, move by move: what samples histories, or plays "
        "them, is interpreted, about a hundred times slower than a game written for this library; "
        "exact solvers, such as --algorithm cfr, run at full speed once the game is enumerated."
    )

    name: str
    moves: tuple[int, ...] = ()

    @cached_property
    def state(self) -> Any:
        """The state of OpenSpiel after these moves, which nothing may change."""
        state = loaded(self.name).new_initial_state()
        for move in self.moves:
            state.apply_action(move)
        return state

    @property
    def players(self) -> int:
        """The number of players."""
        return int(loaded(self.name).num_players())

    @property
    def called(self) -> str:
        """The name, as it is given to a command."""
        return f"openspiel:{self.name.removesuffix('()')}"

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.is_terminal())

    @property
    def chance(self) -> bool:
        """Whether chance moves next."""
        return bool(self.state.is_chance_node())

    @property
    def active(self) -> Player:
        """The player to act."""
        return int(self.state.current_player())

    def chances(self) -> dict[int, float]:
        """Return each outcome of chance with its probability."""
        return dict(self.state.chance_outcomes())

    def infoset(self, player: Player) -> OpenSpielInfoSet:
        """Return what the player knows."""
        state = self.state
        legal = tuple(state.legal_actions(player))
        return OpenSpielInfoSet(player, state.information_state_string(player), legal)

    def apply(self, action: int) -> OpenSpielGame:
        """Return the game after an action or an outcome of chance."""
        following = OpenSpielGame(self.name, (*self.moves, action))
        vars(following)["state"] = self.state.child(action)
        return following

    def payoff(self, player: Player) -> float:
        """Return what the player wins at a terminal."""
        return float(self.state.player_return(player))

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name, "moves": self.moves}

    def __meaning__(self) -> tuple[Any, ...]:
        """Return what strategies are saved of: the game, however it is asked here."""
        return self.name, self.moves

    def __str__(self) -> str:
        return str(self.state)


def from_openspiel(game: Any) -> OpenSpielGame:
    """Return the start of a game of OpenSpiel as a game here.

    Its actions are OpenSpiel's numbers, and its infosets OpenSpiel's information states. Games of
    simultaneous moves are taken in OpenSpiel's turn-based form.

    Parameters
    ----------
    game
        A game of ``pyspiel``, or its name with parameters, as ``pyspiel.load_game`` takes it.

    Raises
    ------
    ExperimentError
        If ``pyspiel`` is not installed, or has no such game.
    GameError
        If the game is not zero-sum, or players' information is not said in strings.

    Examples
    --------
    >>> from zerosum.tree import enumerated
    >>> game = from_openspiel("kuhn_poker")  # doctest: +SKIP
    >>> enumerated(game).statistics  # doctest: +SKIP
    Statistics(histories=58, terminals=30, infosets=12, sequences=26, depth=6)
    """
    name = game if isinstance(game, str) else str(game)
    return OpenSpielGame(str(loaded(name)))
