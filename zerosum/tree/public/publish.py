"""The kernel that walks a game with one pair of hands, and writes what it finds into the book.

The first pair makes most of the tree; the others follow it, add what chance can only deal to
them, and must find the same players, menus and public state wherever they come.
"""

from __future__ import annotations

import math
from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.limits import check_room, check_stack, check_words, stack_address
from zerosum.kernels.rows import NoActions, TooDeep, find
from zerosum.native.primitives import hold, outcomes
from zerosum.tables import PATH_WORDS
from zerosum.tokens import put
from zerosum.tree.public.book import CHANCE, NEW, WIDTH
from zerosum.tree.unfold import SLACK, NoPlayer, NotOne, TooMany, Unbalanced
from zerosum.tree.unfolding import check_kind

_DIGITS = 2.0**53


class PrivateAction(Exception):
    """Raised where an action does not show in what is public."""


class LateDeal(Exception):
    """Raised where chance deals in private after it dealt in public, or players acted."""


class Alike(Exception):
    """Raised where two outcomes of a public move of chance show the same."""


class Unlike(Exception):
    """Raised where two pairs of hands meet different players, menus or public states."""


class Untold(Exception):
    """Raised where two histories with one hand at one node are two infosets."""


@kernel
def public_sign(game: Any, work: Any) -> int:
    """Return a hash of what is public. Modified in place: ``work.row``."""
    shown = game.public
    check_words(shown)
    return hash_row(work.row, 0, put(work.row, 0, shown))


@kernel
def private_sign(game: Any, player: int, work: Any) -> int:
    """Return a hash of a player's hand. Modified in place: ``work.row``."""
    held = game.private(player)
    check_words(held)
    return hash_row(work.row, 0, put(work.row, 0, held))


@kernel
def publish(
    game: Any, view: Any, work: Any, book: Any, terms: Any, depth: int, edge: int, reach: float
) -> None:
    """Write a history and all below it.

    Parameters
    ----------
    game, view
        The history, and how infosets are seen.
    work
        A workspace, for rows and the path. Modified in place.
    book
        The public tree. Modified in place.
    terms
        A workspace whose table numbers payoffs. Modified in place.
    depth
        Where the next action goes in ``work.path``.
    edge
        What leads here.
    reach
        The probability that chance deals all this.
    """
    work.depth = depth
    if depth > PATH_WORDS:
        raise TooDeep
    check_stack(work)
    if game.terminal:
        settle(game, book, terms, edge, reach)
        return
    sign = public_sign(game, work)
    if game.chance:
        node = enter(book, edge, CHANCE, 0, sign)
        branches = outcomes(game)
        total = 0.0
        for place in range(len(branches)):
            outcome, chance = branches[place][0], float(branches[place][1])
            total += chance
            if not chance >= 0.0:
                work.depth = depth
                raise NotOne
            if chance == 0.0:
                continue
            below = put(work.path, depth, outcome)
            following = game.apply(outcome)
            check_kind(game, following)
            work.depth = below
            shown = dealt_sign(following, work, book, sign)
            taken = branch(book, node, shown)
            book.masses[taken] += reach * chance
            publish(following, view, work, book, terms, below, taken, reach * chance)
        if not abs(total - 1.0) <= SLACK:
            work.depth = depth
            raise NotOne
        return
    active = acting(game)
    infoset = game.infoset(active)
    menu = hold(view.menu(infoset))
    n = len(menu)
    node = enter(book, edge, active, n, sign)
    check_room(view, infoset, menu)
    start, end = view.write(infoset, menu, active, work.row)
    mark(book, node, active, hash_row(work.row, start, end) + 1)
    if private_sign(game, active, work) != book.privates[active]:
        raise LateDeal
    first = book.firsts[node]
    for place in range(n):
        action = menu[place]
        below = put(work.path, depth, action)
        following = game.apply(action)
        check_kind(game, following)
        if book.targets[first + place] == NEW and not following.terminal:
            work.depth = below
            show(book, first, place, sign, public_sign(following, work))
        publish(following, view, work, book, terms, below, first + place, reach)


@kernel
def acting(game: Any) -> int:
    """Return the player to act, who must be one of two."""
    active = game.active
    if active < 0 or active >= CHANCE:
        raise NoPlayer
    return int(active)


@kernel
def dealt_sign(following: Any, work: Any, book: Any, before: int) -> int:
    """Return a hash of what is public after a deal, which changes that and no private hand."""
    for player in range(2):
        if private_sign(following, player, work) != book.privates[player]:
            raise LateDeal
    shown = public_sign(following, work)
    if shown == before:
        raise LateDeal
    return shown


@kernel
def enter(book: Any, edge: int, owner: int, width: int, sign: int) -> int:
    """Return the node that an edge leads to, made if it is new and the same if it is not."""
    if width == 0 and owner != CHANCE:
        raise NoActions
    known = book.targets[edge]
    if known != NEW:
        node = known - 1
        if (
            known < NEW
            or book.owners[node] != owner
            or book.widths[node] != width
            or book.publics[node] != sign
        ):
            raise Unlike
        return int(node)
    node, edges = book.nodes, book.edges
    if node >= book.most or edges + width > WIDTH * book.most:
        raise TooMany
    book.nodes = node + 1
    book.edges = edges + width
    book.targets[edge] = node + 1
    book.owners[node] = owner
    book.widths[node] = width
    book.publics[node] = sign
    book.firsts[node] = edges
    for place in range(width):
        book.origins[edges + place] = node
    if owner != CHANCE:
        book.places[node] = book.filled
        book.filled += book.sizes[owner]
        if book.filled > book.room:
            raise TooMany
    return int(node)


@kernel
def branch(book: Any, node: int, sign: int) -> int:
    """Return the edge that chance takes to a public state, made if it is new.

    With one pair of hands it takes each edge once.
    """
    stamp = book.pair + 1
    edge = book.lasts[node]
    while edge != 0:
        if book.signs[edge] == sign:
            if book.stamps[edge] == stamp:
                raise Alike
            book.stamps[edge] = stamp
            return int(edge)
        edge = book.nexts[edge]
    edge = book.edges
    if edge >= WIDTH * book.most:
        raise TooMany
    book.stamps[edge] = stamp
    book.edges = edge + 1
    book.signs[edge] = sign
    book.origins[edge] = node
    book.nexts[edge] = book.lasts[node]
    book.lasts[node] = edge
    return int(edge)


@kernel
def show(book: Any, first: int, place: int, before: int, sign: int) -> None:
    """Note what is public behind an action, which must tell it from all others."""
    if sign == before:
        raise PrivateAction
    for other in range(place):
        if book.signs[first + other] == sign:
            raise PrivateAction
    book.signs[first + place] = sign


@kernel
def mark(book: Any, node: int, player: int, sign: int) -> None:
    """Note the infoset of a node and the hand at it, which must be one."""
    place = book.places[node] + book.hands[player]
    if book.marks[place] == 0:
        book.marks[place] = sign
    elif book.marks[place] != sign:
        raise Untold


@kernel
def settle(game: Any, book: Any, terms: Any, edge: int, reach: float) -> None:
    """Tell a terminal from those that have paid otherwise, to this pair or one before.

    Terminals are of one class as long as they pay the same to every pair; a class is known by
    the class before, the pair and what it is paid.
    """
    known = book.targets[edge]
    if known > NEW:
        raise Unlike
    if known == NEW:
        book.terminals += 1
        known = -book.terminals
        book.targets[edge] = known
    terminal = -1 - known
    payoff, other = float(game.payoff(0)), float(game.payoff(1))
    if not abs(payoff + other) <= SLACK * (1.0 + abs(payoff) + abs(other)):
        raise Unbalanced
    if payoff == 0.0:
        return
    mantissa, exponent = math.frexp(reach * payoff)
    terms.row[0] = book.classes[terminal]
    terms.row[1] = book.pair
    terms.row[2] = int(mantissa * _DIGITS)
    terms.row[3] = exponent
    # A row has one value, so that rows are numbered by where their values lie.
    book.classes[terminal] = 1 + find(terms, 0, 4, 1)


@kernel
def publish_pair(
    game: Any, view: Any, work: Any, book: Any, terms: Any, reach: float, depth: int, zero: int
) -> None:
    """Write a whole game with one pair of hands; ``zero`` is the int 0."""
    work.stack_end = stack_address() - work.stack_budget
    publish(game, view, work, book, terms, depth, zero, reach)
