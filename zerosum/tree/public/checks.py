"""What keeps a game from having a public tree, in a sentence with the history to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import View
from zerosum.errors import AbstractionError, GameError, TableError
from zerosum.game import check_methods, players_of
from zerosum.kernels import failures
from zerosum.kernels.failures import at_hand
from zerosum.kernels.rows import TableFull
from zerosum.native.primitives import can_list
from zerosum.tables import Workspace
from zerosum.tree.broken import BREACHES, broken
from zerosum.tree.public.book import WIDTH, Book
from zerosum.tree.public.deals import Deals
from zerosum.tree.public.publish import Alike, LateDeal, PrivateAction, Unlike, Untold
from zerosum.tree.public.tree import PublicTree
from zerosum.tree.unfold import TooMany

FAILURES = (
    *failures.FAILURES,
    *BREACHES,
    *(PrivateAction, LateDeal, Alike, Unlike, Untold, TooMany),
)
_ELSE = "mend the declaration, or use external sampling, which needs none"


@dataclass
class PublicWalk:
    """A game whose public tree is being made, and what has been written so far."""

    base: Any
    view: View
    work: Workspace
    book: Book
    deals: Deals


def check_declared(game: Any) -> None:
    """Check that a game of two says what is public and what is private, and lists its chance.

    Raises
    ------
    GameError
        With what is missing.
    """
    check_methods(game)
    name = type(game).__qualname__
    for thing in ("public", "private"):
        if getattr(type(game), thing, None) is None:
            raise GameError(
                f"The game {name} must declare public and private(player) to have a public tree; "
                f"there is no {thing}: see zerosum.game.Game, or use external sampling.",
                game,
            )
    if players_of(game) != 2:
        raise GameError(
            f"A public tree is for two players; {name} has {players_of(game)}: use external "
            f"sampling.",
            game,
        )
    if not can_list(game):
        raise GameError(
            f"Chance of {name} must have chances() to have a public tree; it has only sample(): "
            f"list each outcome with its probability, or use external sampling.",
            game,
        )


def check_plain(tree: PublicTree) -> None:
    """Check that every hand at every decision is an infoset of its own.

    Raises
    ------
    AbstractionError
        Where an abstraction takes several for one.
    GameError
        Where the game itself does.
    """
    if tree.plain:
        return
    sentence = (
        f"The best responder of a public tree tells all hands and public states apart; in "
        f"{tree!r} several share an infoset"
    )
    if tree.view.states is None:
        raise GameError(
            f"{sentence}: let infoset() keep what is public, or leave out of public what "
            f"zerosum.testing.check_public finds that not both see.",
            tree.base,
        )
    raise AbstractionError(
        f"{sentence}: evaluate lift(strategy, game) in the whole game.", tree.view.states
    )


def explained(walk: PublicWalk, failure: Exception) -> Exception:
    """Return the error to raise for what the kernel raised."""
    if isinstance(failure, TooMany):
        return GameError(
            f"The public tree of {type(walk.base).__qualname__} must have at most "
            f"{walk.book.most:,} nodes, with {WIDTH} edges each on average: raise limit=, "
            f"take a coarser abstraction of the actions, or use external sampling.",
            walk.base,
        )
    if isinstance(failure, TableFull):
        return TableError(
            f"The payoffs of a public tree must fit into half the memory; those of "
            f"{type(walk.base).__qualname__} differ too much from terminal to terminal.",
            walk.base,
        )
    if isinstance(failure, failures.FAILURES):
        return failures.explained(walk, failure)
    history, moves = at_hand(walk)
    if isinstance(failure, BREACHES):
        return broken(failure, history, moves, 2)
    return GameError(_sentence(failure, f"at {history!r} after {moves}"), history)


def _sentence(failure: Exception, place: str) -> str:
    if isinstance(failure, PrivateAction):
        return (
            f"Actions must be public in a public tree; public does not tell what was done last "
            f"{place}: {_ELSE}."
        )
    if isinstance(failure, LateDeal):
        return (
            f"Later moves of chance must be public in a public tree; the last one is not, or it "
            f"changes a private hand, {place}: {_ELSE}."
        )
    if isinstance(failure, Alike):
        return (
            f"Every outcome of a public move of chance must show in public; the last one shows "
            f"what another does {place}: {_ELSE}."
        )
    if isinstance(failure, Unlike):
        return (
            f"What is public must not depend on private hands; another pair of them meets another "
            f"player, menu, public state or end {place}: {_ELSE}."
        )
    return (
        f"The private hand and what is public must tell a player's infoset; two differ where both "
        f"are the same {place}: {_ELSE}."
    )
