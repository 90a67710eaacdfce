"""A game of ours as a class of OpenSpiel: game, state and observer, as ``pyspiel`` calls them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from zerosum.abstraction import base_and_view, split
from zerosum.abstraction.naming import shown
from zerosum.errors import GameError
from zerosum.game import History, Player, players_of
from zerosum.interop.openspiel.extent import Extent, bits_of, told
from zerosum.native.primitives import draw, outcomes
from zerosum.rng import Random
from zerosum.terms import Moment, terms_of

_TERMINAL, _CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


class Node:
    """A history, with what it was asked before. Clones of a state share it."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._moves: dict[int, Any] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[type[Node], tuple[History]]:
        return Node, (self.history,)

    @cached_property
    def player(self) -> int:
        """Who moves: a player, or the number that OpenSpiel has for chance or the end."""
        if self.history.terminal:
            return _TERMINAL
        return _CHANCE if self.history.chance else int(self.history.active)

    @cached_property
    def infoset(self) -> Any:
        """What the player to act knows."""
        return self.history.infoset(self.history.active)

    @cached_property
    def outcomes(self) -> list[tuple[Any, float]]:
        """The outcomes of chance with their probabilities."""
        pairs: list[tuple[Any, float]] = outcomes(split(self.history)[0])
        return pairs

    def moves(self, numbers: Mapping[Any, int]) -> dict[int, Any]:
        """Return the actions of the player to act by their numbers, ascending."""
        if self._moves is None:
            try:
                found = {numbers[action]: action for action in self.infoset.actions()}
            except KeyError as error:
                raise GameError(
                    f"The actions of an Extent must be all actions of the players; it lacks "
                    f"{error.args[0]!r} at {self.infoset!r}: add it.",
                    self.history,
                ) from None
            self._moves = {number: found[number] for number in sorted(found)}
        return self._moves


class Registered(NamedTuple):
    """The start of a game that OpenSpiel knows, its meaning, its extent, and its type there."""

    start: History
    origin: dict[str, Any]
    extent: Extent
    kind: pyspiel.GameType


# OpenSpiel forgets no game. It lets go of what makes one after Python has ended, and so must be
# given a class, which is not freed then; the class finds the game by a parameter with a default.
REGISTERED: dict[str, Registered] = {}
PARAMETER = "game"


class OurGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is compiled, and has no types
    """A game of ours; its parameter is the name that it is registered under."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        start, _, extent, kind = REGISTERED[parameters[PARAMETER]]
        about = pyspiel.GameInfo(
            num_distinct_actions=len(extent.actions),
            max_chance_outcomes=extent.outcomes,
            num_players=players_of(start),
            min_utility=extent.payoffs[0],
            max_utility=extent.payoffs[1],
            utility_sum=extent.total,
            max_game_length=extent.decisions,
        )
        super().__init__(kind, about, parameters)
        self.extent, self.root = extent, Node(start)
        self.numbers = {action: number for number, action in enumerate(extent.actions)}
        self.samples = extent.outcomes == 1
        self.rng = Random()

    def new_initial_state(self) -> OurState:
        """Return the start."""
        return OurState(self, self.root)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance moves at the most."""
        return self.extent.deals

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> OurObserver | None:
        """Return what shows information states; None if other observations are asked for."""
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        asked = kind and (kind.perfect_recall, kind.public_info, kind.private_info)
        return OurObserver(self) if asked == (True, True, single) and not parameters else None


class OurState(pyspiel.State):  # type: ignore[misc]
    """A history of a game of ours."""

    def __init__(self, game: OurGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Return who moves."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.player == _TERMINAL

    def _legal_actions(self, player: Player) -> list[int]:
        return list(self._moves()) if player == self.node.player else []

    def _moves(self) -> dict[int, Any]:
        return self.node.moves(self.get_game().numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the outcomes of chance, in their order, with probabilities."""
        if self.get_game().samples:
            return [(0, 1.0)]
        pairs = enumerate(self.node.outcomes)
        return [(number, chance) for number, (_, chance) in pairs if chance > 0.0]

    def _apply_action(self, action: int) -> None:
        game, history = self.get_game(), self.node.history
        if self.node.player != _CHANCE:
            move = self._moves()[action]
        elif game.samples:
            move = draw(split(history)[0], game.rng)
        else:
            move = self.node.outcomes[action][0]
        self.node = Node(history.apply(move))

    def _action_to_string(self, player: Player, action: int) -> str:
        if player == _CHANCE:
            sampled = self.get_game().samples
            return "a sample" if sampled else shown(self.node.outcomes[action][0])
        moment = Moment(self.node.history)
        own = self._moves() if player == self.node.player else {}
        return terms_of(moment.base).name(moment, own[action]) if action in own else str(action)

    def returns(self) -> list[float]:
        """Return what each player wins; 0 before the end."""
        players = range(self.num_players())
        if not self.is_terminal():
            return [0.0 for _ in players]
        return [float(self.node.history.payoff(player)) for player in players]

    def __str__(self) -> str:
        return str(self.node.history)


class OurObserver:
    """Information states as strings and tensors; only of the player to act, else empty.

    Attributes
    ----------
    tensor
        Of ``float32``, all parts one after another; None if the game has none.
    dict
        ``player``, a one at the player's place, and ``infoset``, the bits of its key.
    """

    def __init__(self, game: OurGame) -> None:
        self._features = np.array(game.extent.features, np.int64)
        self._view = base_and_view(game.root.history)[1]
        self.dict: dict[str, Any] = {}
        self.tensor = None
        if self._features.size:
            players = game.num_players()
            self.tensor = np.zeros(players + self._features.size, np.float32)
            self.dict = {"player": self.tensor[:players], "infoset": self.tensor[players:]}

    def set_from(self, state: OurState, player: Player) -> None:
        """Write what a player knows in a state. Modified in place: ``tensor``."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if player == state.node.player:
            infoset = state.node.infoset
            row, start = self._view.row(infoset, self._view.menu(infoset))
            self.dict["infoset"][:] = bits_of(row[start:], self._features)

    def string_from(self, state: OurState, player: Player) -> str:
        """Return what a player knows in a state."""
        return told(player, state.node.infoset) if player == state.node.player else f"{player} -"
