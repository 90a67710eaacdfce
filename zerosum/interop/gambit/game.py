"""A tree that a file lists node by node, as a game: a history is the number of a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self, final

from zerosum.abstraction.identity import digest
from zerosum.errors import GameError
from zerosum.game import Hooks, Player, aside
from zerosum.support.rendering import infoset_page


@dataclass(frozen=True)
class FileInfoset:
    """An infoset of a file, or what a player who is not to act knew last and did then.

    Parameters
    ----------
    player
        Whose it is, from 0.
    number
        Its number in the file, which no other infoset of the player has.
    label
        What the file calls it; may be empty.
    menu
        The names of the actions; empty if the player is not to act.

    Examples
    --------
    >>> queen = FileInfoset(0, 3, "queen", ("fold", "call"))
    >>> print(queen, queen.actions(), FileInfoset(1, 2, "", ()))
    queen ('fold', 'call') infoset 2
    """

    player: Player
    number: int
    label: str
    menu: tuple[str, ...]

    _repr_html_ = infoset_page

    def actions(self) -> tuple[str, ...]:
        """Return the names of the actions, in the order of the file."""
        return self.menu

    def __str__(self) -> str:
        return self.label or f"infoset {self.number}"


@dataclass(frozen=True)
class Chance:
    """The outcomes of a chance node by name, and their probabilities."""

    menu: tuple[str, ...]
    probabilities: tuple[float, ...]


@final
class FileTree:
    """The nodes of a game in the order of a depth-first walk, never changed.

    It is compared, and stands in saved strategies, by the hash of all that counts. It is no
    dataclass, because its parts are not looked at whenever a game is.

    Parameters
    ----------
    title
        What the file calls the game, which does not count.
    players
        How many there are.
    moves
        What may happen at each node; None at the end of the game.
    parents
        The node before each node; -1 for the first one.
    children
        The nodes after each node, in the order of its moves.
    payoffs
        What each player wins at each end, all payoffs on the way included; None at other nodes.
    """

    def __init__(
        self,
        title: str,
        players: int,
        moves: Sequence[FileInfoset | Chance | None],
        parents: Sequence[int],
        children: Sequence[Sequence[int]],
        payoffs: Sequence[tuple[float, ...] | None],
    ) -> None:
        self.title, self.players = title, players
        self.moves, self.parents, self.children = moves, parents, children
        self.payoffs = payoffs
        self.digest = digest("\n".join(map(repr, (players, moves, parents, payoffs))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FileTree) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __meaning__(self) -> tuple[str]:
        """Return what distinguishes the tree for saved strategies."""
        return (self.digest,)

    def __repr__(self) -> str:
        return f"<{self.title or 'a tree'}: {len(self.moves):,} nodes>"


@dataclass(frozen=True)
class FileGame:
    """A history of a game that is read from a file: a node of its tree.

    Parameters
    ----------
    tree
        The whole game.
    node
        Where the history is, 0 at the start.

    Examples
    --------
    >>> from zerosum.interop.gambit import parse_gambit
    >>> game = parse_gambit('''EFG 2 R "Guess" { "Hides" "Seeks" }
    ... p "" 1 1 "" { "left" "right" } 0
    ...   p "" 2 1 "" { "left" "right" } 0 t "" 1 "found" { -1 1 } t "" 2 "not found" { 1 -1 }
    ...   p "" 2 1 0 t "" 2 t "" 1''')
    >>> game.active, game.infoset(0).actions(), game.apply("left").apply("left").payoff(1)
    (0, ('left', 'right'), 1.0)
    """

    hooks = Hooks(terms="zerosum.interop.gambit.terms:FileTerms")
    interpreted: ClassVar[str] = (
        "A game of a file is not native, since its tree is data: sampling is interpreted, about a "
        "hundred times slower; CFR and the linear program, which enumerate it, are as fast as ever."
    )

    tree: FileTree
    node: int = 0

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.tree.players

    @property
    @aside
    def called(self) -> str:
        """What the file calls the game."""
        return self.tree.title or type(self).__name__

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return self.tree.moves[self.node] is None

    @property
    def chance(self) -> bool:
        """Whether chance moves next."""
        return isinstance(self.tree.moves[self.node], Chance)

    @property
    def active(self) -> Player:
        """The player to act."""
        moves = self.tree.moves[self.node]
        return moves.player if isinstance(moves, FileInfoset) else 0

    def chances(self) -> dict[str, float]:
        """Return each outcome of chance with its probability."""
        moves = self.tree.moves[self.node]
        if not isinstance(moves, Chance):
            return {}
        return dict(zip(moves.menu, moves.probabilities, strict=True))

    def infoset(self, player: Player) -> FileInfoset:
        """Return what a player knows; of one who is not to act, what was known and done last."""
        node, after = self.node, -1
        while node >= 0:
            moves = self.tree.moves[node]
            if isinstance(moves, FileInfoset) and moves.player == player:
                if after < 0:
                    return moves
                done = moves.menu[self.tree.children[node].index(after)]
                return replace(moves, label=f"{moves}, {done}", menu=())
            node, after = self.tree.parents[node], node
        return FileInfoset(player, -1, "nothing yet", ())

    def apply(self, action: str) -> Self:
        """Return the history after an action or an outcome of chance, by its name."""
        moves = self.tree.moves[self.node]
        if moves is None or action not in moves.menu:
            raise GameError(
                f"The move of {self} must be one of {moves and moves.menu}; got {action!r}.", self
            )
        return replace(self, node=self.tree.children[self.node][moves.menu.index(action)])

    def payoff(self, player: Player) -> float:
        """Return what a player wins at the end, in the units of the file."""
        payoffs = self.tree.payoffs[self.node]
        return 0.0 if payoffs is None else payoffs[player]
