"""The kernel that walks a game after one deal of hands, and writes down what is public.

The first deal makes most of the tree; the others follow it, add what chance can only deal to
them, and must find the same players, menus and public state wherever they come.
"""

import math
from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.breaches import NoPlayer, check_menu, check_sum
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.limits import check_stack, check_words, stack_address
from zerosum.kernels.names import GameView, History, Infoset, Menu, Work
from zerosum.kernels.rows import NoActions, TooDeep, find
from zerosum.native.primitives import check_chances, hold, outcomes
from zerosum.support.tokens import put
from zerosum.tables import PATH_WORDS
from zerosum.tree.failures import TooMany
from zerosum.tree.public.failures import (
    DependsOnHands,
    HiddenOutcome,
    PrivateAction,
    PrivateChance,
    Undetermined,
)
from zerosum.tree.public.unfolding import CHANCE, NEW, WIDTH
from zerosum.tree.unfold import advance

_DIGITS = 2.0**53
# A way stays small in Python too.
_STEP, _WAYS = 31, (1 << 30) - 1


@kernel
def hash_value(value: Any, work: Work) -> int:
    """Return a hash of a value of the game. Modified in place: ``work.row``."""
    check_words(value)
    return hash_row(work.row, 0, put(work.row, 0, value))


@kernel
def unfold_public(
    game: History,
    view: GameView,
    work: Work,
    tree: Work,
    terms: Work,
    depth: int,
    level: int,
    way: int,
    edge: int,
    reach: float,
) -> None:
    """Write a history and all below it.

    Parameters
    ----------
    game, view
        The history, and how infosets are seen.
    work, tree, terms
        A workspace for rows and the path, the public tree, and a workspace whose table numbers
        payoffs. Modified in place.
    depth, level, way
        Where the next action goes in ``work.path``, how many nodes are above, and a hash of what is
        public of the moves there.
    edge, reach
        What leads here, and the probability that chance deals all this.
    """
    if depth > PATH_WORDS:
        raise TooDeep
    check_stack(work)
    if game.terminal:
        pay(game, tree, terms, edge, reach)
        return
    if level == tree.split:
        tree.clock += 1
        if way % tree.parts != tree.part:
            return
    sign = hash_value(game.public, work)
    if game.chance:
        node = enter(tree, edge, CHANCE, 0, sign, level)
        branches = check_chances(outcomes(game))
        for place in range(len(branches)):
            odds = reach * float(branches[place][1])
            if branches[place][1] > 0.0:
                following, below = advance(game, branches[place][0], work, depth)
                shown = dealt_sign(following, work, tree, sign)
                taken = branch(tree, node, shown)
                tree.masses[taken] += odds
                lower, path = level + 1, (way * _STEP + shown) & _WAYS
                unfold_public(following, view, work, tree, terms, below, lower, path, taken, odds)
        return
    active = game.active
    if active < 0 or active >= tree.players:
        raise NoPlayer
    infoset = game.infoset(active)
    menu = hold(view.menu(infoset))
    node = enter(tree, edge, active, len(menu), sign, level)
    note_infoset(tree, node, active, infoset, menu, view, work)
    if hash_value(game.private(active), work) != tree.privates[active]:
        raise PrivateChance
    first = tree.firsts[node]
    for place in range(len(menu)):
        following, below = advance(game, menu[place], work, depth)
        if tree.targets[first + place] == NEW and not following.terminal:
            note_action(tree, first, place, sign, hash_value(following.public, work))
        lower, path, taken = level + 1, (way * _STEP + place) & _WAYS, first + place
        unfold_public(following, view, work, tree, terms, below, lower, path, taken, reach)


@kernel
def dealt_sign(following: History, work: Work, tree: Work, before: int) -> int:
    """Return a hash of what is public after a deal, which changes that and no private hand."""
    for player in range(tree.players):
        if hash_value(following.private(player), work) != tree.privates[player]:
            raise PrivateChance
    shown = hash_value(following.public, work)
    if shown == before:
        raise PrivateChance
    return shown


@kernel
def enter(tree: Work, edge: int, owner: int, width: int, sign: int, level: int) -> int:
    """Return the node that an edge leads to, made if it is new and the same if it is not."""
    if width == 0 and owner != CHANCE:
        raise NoActions
    known = tree.targets[edge]
    if known != NEW:
        node = known - 1
        if (
            known < NEW
            or tree.owners[node] != owner
            or tree.widths[node] != width
            or tree.publics[node] != sign
        ):
            raise DependsOnHands
        return int(node)
    node, edges = tree.nodes, tree.edges
    if node >= tree.most or edges + width > WIDTH * tree.most:
        raise TooMany
    tree.nodes = node + 1
    tree.edges = edges + width
    tree.targets[edge] = node + 1
    tree.owners[node] = owner
    tree.widths[node] = width
    tree.publics[node] = sign
    # Nodes above the split are written by every part, after the visits that the clock counted.
    tree.births[node] = 2 * tree.clock + int(level < tree.split)
    tree.firsts[node] = edges
    for place in range(width):
        tree.origins[edges + place] = node
    if owner != CHANCE:
        tree.places[node] = tree.filled
        tree.filled += tree.sizes[owner]
        if tree.filled > tree.room:
            raise TooMany
    return int(node)


@kernel
def branch(tree: Work, node: int, sign: int) -> int:
    """Return the edge that chance takes to a public state, made if it is new.

    After one deal it takes each edge once.
    """
    stamp = tree.deal + 1
    edge = tree.lasts[node]
    while edge != 0:
        if tree.signs[edge] == sign:
            if tree.stamps[edge] == stamp:
                raise HiddenOutcome
            tree.stamps[edge] = stamp
            return int(edge)
        edge = tree.nexts[edge]
    edge = tree.edges
    if edge >= WIDTH * tree.most:
        raise TooMany
    tree.stamps[edge] = stamp
    tree.edges = edge + 1
    tree.signs[edge] = sign
    tree.origins[edge] = node
    tree.nexts[edge] = tree.lasts[node]
    tree.lasts[node] = edge
    return int(edge)


@kernel
def note_action(tree: Work, first: int, place: int, before: int, sign: int) -> None:
    """Note what is public after an action, which must differ from that after all others."""
    if sign == before:
        raise PrivateAction
    for other in range(place):
        if tree.signs[first + other] == sign:
            raise PrivateAction
    tree.signs[first + place] = sign


@kernel
def note_infoset(
    tree: Work, node: int, player: int, infoset: Infoset, menu: Menu, view: GameView, work: Work
) -> None:
    """Note the infoset of a node and the current hand, which must be the same every time."""
    start, end = view.write(infoset, menu, player, work.row)
    sign = hash_row(work.row, start, end) + 1
    place = tree.places[node] + tree.hands[player]
    if tree.marks[place] == 0:
        check_menu(menu, view, work)
        tree.marks[place] = sign
    elif tree.marks[place] != sign:
        raise Undetermined


@kernel
def pay(game: History, tree: Work, terms: Work, edge: int, reach: float) -> None:
    """Separate a terminal from those that paid otherwise, after this deal or an earlier one.

    Terminals are of one class as long as they pay the same after every deal; a class is known by
    the class before, the deal and what a player is paid, net. What the last player is paid cancels
    that.
    """
    known = tree.targets[edge]
    if known > NEW:
        raise DependsOnHands
    if known == NEW:
        tree.terminals += 1
        known = -tree.terminals
        tree.targets[edge] = known
    terminal = -1 - known
    total, size, last = 0.0, 1.0, tree.players - 1
    for player in range(tree.players):
        payoff = float(game.payoff(player)) - tree.share
        total += payoff
        size += abs(payoff)
        if payoff != 0.0 and player < last:
            mantissa, exponent = math.frexp(reach * payoff)
            terms.row[0] = tree.classes[terminal]
            terms.row[1] = tree.deal * last + player
            terms.row[2] = int(mantissa * _DIGITS)
            terms.row[3] = exponent
            # A row has one value, so that rows are numbered by where their values lie.
            tree.classes[terminal] = 1 + find(terms, 0, 4, 1)
    check_sum(total, size)


@kernel
def unfold_deal(
    game: History,
    view: GameView,
    work: Work,
    tree: Work,
    terms: Work,
    reach: float,
    depth: int,
    zero: int,
) -> None:
    """Write a whole game after one deal of hands; ``zero`` is the int 0."""
    work.stack_end = stack_address() - work.stack_budget
    work.depth = depth
    unfold_public(game, view, work, tree, terms, depth, zero, zero, zero, reach)
