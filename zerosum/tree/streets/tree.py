"""The tree of a game whose hands are ranked: the betting, times the boards, times the hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from zerosum.abstraction import Abstracted, base_and_view
from zerosum.errors import GameError, TableError
from zerosum.game import hook_of
from zerosum.ranked import Floats, Ints, Ranked
from zerosum.support.rendering import sized
from zerosum.tables import spare_memory, starts_of
from zerosum.tree.streets.betting import Betting, Leaf, betting_of
from zerosum.tree.streets.places import Lines, Place, board_of, moved_all, places_among
from zerosum.tree.streets.runouts import Runouts, runouts_of

_KEPT = 512  # recent places; one with its hands takes 10 KB


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands of one player that each board leaves, side by side.

    On the boards of the last street they are in order of strength.

    Parameters
    ----------
    starts
        Shape (boards + 1,): where the hands of each board begin.
    places
        Their places among all hands of the player.
    lows, highs
        Two cards that no other hand of the same kind has together. A hand of one card has a second
        one by itself, so that what both players hold counts alike.
    same
        Where the other player's hand of the same cards lies on the same board, -1 if there is none.
    ends
        On boards of the last street, where the hands of each strength end, strengths being those of
        both players; behind each other as ``Tree.strengths`` says.
    """

    starts: Ints
    places: Ints
    lows: Ints
    highs: Ints
    same: Ints
    ends: Ints


@dataclass(frozen=True, eq=False)
class StreetTree:
    """A public tree whose leaves compare hands: what solvers on vectors of hands walk.

    Numbers, such as regrets, lie segment by segment; in each board by board, decision by decision,
    action by action, and hand by hand.

    Parameters
    ----------
    base, view
        The game, and its view.
    ranked
        Its hands.
    betting, runouts
        What players may do, and what chance may.
    """

    base: Any
    view: Any
    ranked: Ranked
    betting: Betting
    runouts: Runouts
    symmetric: bool = True

    def __reduce__(self) -> tuple[Any, ...]:
        game = Abstracted(self.base, None, self.view.actions)  # a copy is made of the game again
        return _tree_of, (game, self.symmetric)

    @property
    def last(self) -> int:
        """The number of the last street, the root's being 0."""
        return len(self.ranked.drawn)

    @cached_property
    def values(self) -> tuple[Ints, ...]:
        """The value of each hand of both players on the boards of the last street."""
        first = self.runouts.streets[self.last]
        boards = self.runouts.boards[first:]
        return tuple(self.ranked.values(boards, hands) for hands in self.ranked.hands)

    @cached_property
    def hands(self) -> tuple[Hands, Hands]:
        """The hands of both players on each board."""
        runouts, last = self.runouts, int(self.runouts.streets[self.last])
        size = int(self.ranked.hands[0][0]).bit_count()
        lists: list[list[Ints]] = [[], []]
        ends: list[list[Ints]] = [[], []]
        for board, mask in enumerate(runouts.boards.tolist()):
            if board < last:
                for side, hands in enumerate(self.ranked.hands):
                    lists[side].append(np.flatnonzero(hands & mask == 0))
                continue
            both = [values[board - last] for values in self.values]
            orders = [np.argsort(values, kind="stable") for values in both]
            orders = [order[values[order] >= 0] for order, values in zip(orders, both, strict=True)]
            ranked = [values[order] for order, values in zip(orders, both, strict=True)]
            strengths = np.unique(np.concatenate(ranked))
            for side in range(2):
                lists[side].append(orders[side])
                ends[side].append(np.searchsorted(ranked[side], strengths, side="right"))
        found = []
        for side in range(2):
            masks = self.ranked.hands[side]
            places = np.concatenate(lists[side])
            lows, highs = _cards(masks, self.ranked.deck.bit_length(), size)
            others = self.ranked.hands[1 - side]
            twins = places_among(others, masks)
            same = [
                np.where(twins[mine] >= 0, _inverse(other, others.size)[twins[mine]], -1)
                for mine, other in zip(lists[side], lists[1 - side], strict=True)
            ]
            found.append(
                Hands(
                    starts=starts_of(np.array([some.size for some in lists[side]])),
                    places=places,
                    lows=lows[places],
                    highs=highs[places],
                    same=np.concatenate(same),
                    ends=np.concatenate(ends[side]),
                )
            )
        return found[0], found[1]

    @cached_property
    def strengths(self) -> Ints:
        """Where the strengths of each board begin, and the total; shape (boards + 1,)."""
        sizes = np.zeros(self.runouts.boards.size, np.int64)
        first = self.runouts.streets[self.last]
        for number, (one, other) in enumerate(zip(*self.values, strict=True)):
            both = np.union1d(one, other)
            sizes[first + number] = np.count_nonzero(both >= 0)
        return starts_of(sizes)

    @cached_property
    def slots(self) -> Ints:
        """How many actions each player has in each segment; shape (segments, 2)."""
        betting = self.betting
        found = np.zeros((betting.segments, 2), np.int64)
        segments = np.repeat(np.arange(betting.segments), np.diff(betting.decisions))
        np.add.at(found, (segments, betting.owners), np.diff(betting.edges))
        return found

    @cached_property
    def before(self) -> Ints:
        """The actions of the player to act before each decision of its segment; (decisions,)."""
        betting, sizes = self.betting, np.diff(self.betting.edges)
        found = np.zeros((2, betting.owners.size), np.int64)
        for side in range(2):
            own = starts_of(np.where(betting.owners == side, sizes, 0))
            first = np.repeat(own[betting.decisions[:-1]], np.diff(betting.decisions))
            found[side] = own[:-1] - first
        return np.ascontiguousarray(found.T)

    @cached_property
    def origins(self) -> Ints:
        """Where the numbers of each segment begin, and the total; shape (segments + 1,)."""
        streets = self.runouts.streets
        sizes = np.array([np.diff(hands.starts[streets]) for hands in self.hands])
        per_street = sizes[:, self.betting.streets].T
        return starts_of((self.slots * per_street).sum(axis=1))

    @property
    def numbers(self) -> int:
        """How many actions there are of decisions, boards and hands."""
        return int(self.origins[-1])

    @cached_property
    def nodes(self) -> Ints:
        """Where the decisions times boards of each segment begin; shape (segments + 1,)."""
        boards = np.diff(self.runouts.streets)[self.betting.streets]
        return starts_of(boards * np.diff(self.betting.decisions))

    @cached_property
    def images(self) -> tuple[Ints, Ints]:
        """Where each symmetry takes each hand of a player; shapes (symmetries, hands)."""
        found = []
        for hands in self.ranked.hands:
            _, *moves = self.runouts.moves
            rows = [places_among(hands, moved_all(hands, move)) for move in moves]
            found.append(np.array([np.arange(hands.size), *rows]))
        return found[0], found[1]

    @cached_property
    def joint(self) -> Floats:
        """How likely the first player is dealt each hand, up to a factor, the cards apart."""
        (one, other), (first, second) = self.ranked.hands, self.ranked.weights
        met = (second[other & mask == 0].sum() for mask in one.tolist())
        found: Floats = first * np.fromiter(met, np.float64, one.size)
        return found

    @property
    def unit(self) -> float:
        """How likely hands of both players' ranges share no card, up to a factor."""
        return float(self.joint.sum())

    @cached_property
    def share(self) -> Floats:
        """What each player is paid at equal hands, wherever that is the same; shape (2,)."""
        bases = self.betting.bases[np.isin(self.betting.kinds, (Leaf.SHOWDOWN, Leaf.RUNOUT))]
        same = bases.size and (bases == bases[0]).all()
        return bases[0] if same else np.zeros(2)

    @cached_property
    def total(self) -> float | None:
        """What payoffs sum to, wherever a line ends; None where that is not the same."""
        sums = self.betting.bases[self.betting.kinds != Leaf.DEAL].sum(axis=1)
        return float(sums[0]) if np.ptp(sums) <= 1e-9 * (1.0 + np.abs(sums).max()) else None

    @cached_property
    def infosets(self) -> int:
        """The number of decisions, boards and hands."""
        betting, streets = self.betting, self.runouts.streets
        segments = np.repeat(betting.streets, np.diff(betting.decisions))
        sizes = np.array([np.diff(hands.starts[streets]) for hands in self.hands])
        return int(sizes[betting.owners, segments].sum())

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.ranked, self.view, self.betting)

    def line(self, actions: tuple[Any, ...]) -> tuple[int, int, tuple[Any, ...]] | None:
        """Return the segment, the decision and the menu after a line; None if none follows it."""
        return self._lines.after(actions)

    def state(self, actions: tuple[Any, ...]) -> Any:
        """Return a state after a line that a decision follows, with any cards."""
        return self._lines.state(actions)

    def board(self, cards: tuple[int, ...]) -> tuple[int, Ints] | None:
        """Return the board that stands for the cards of each street, and where it has each card."""
        return board_of(self.runouts, cards)

    def place(self, actions: tuple[Any, ...], cards: tuple[int, ...] = ()) -> Place | None:
        """Return where a line leads; None if it ends the hand, or may not be played.

        Parameters
        ----------
        actions
            All actions from the root on.
        cards
            The cards that each street after the root's has added, as masks.
        """
        found: Place | None = self._places(actions, cards)
        return found

    @cached_property
    def _places(self) -> Any:
        return lru_cache(_KEPT)(self._placed)

    def _placed(self, actions: tuple[Any, ...], cards: tuple[int, ...]) -> Place | None:
        found, board = self.line(actions), self.board(cards)
        if found is None or board is None:
            return None
        segment, decision, menu = found
        if self.betting.streets[segment] != len(cards):
            return None
        number, move = board
        node = self.betting.decisions[segment] + decision
        counts = [int(hands.starts[number + 1] - hands.starts[number]) for hands in self.hands]
        first = self.runouts.streets[self.betting.streets[segment]]
        start = int(self.origins[segment])
        for side, hands in enumerate(self.hands):
            start += int(self.slots[segment, side] * (hands.starts[number] - hands.starts[first]))
            start += int(self.before[node, side]) * counts[side]
        player = int(self.betting.owners[node])
        own = self.hands[player]
        places = own.places[own.starts[number] : own.starts[number + 1]]
        hands_there = moved_all(self.ranked.hands[player][places], np.argsort(move))
        return Place(segment, decision, number, player, menu, start, hands_there)

    def seen(self, infoset: Any) -> tuple[Place, int] | None:
        """Return where an infoset is, and the number of its hand there; None if it is nowhere."""
        actions, cards, hand = self.ranked.seen(self.view.named(infoset))
        place = self.place(actions, cards)
        if place is None:
            return None
        found = np.flatnonzero(place.hands == hand)
        return (place, int(found[0])) if found.size else None

    def beside(self, infoset: Any) -> Place | None:
        """Return where an infoset is, whatever its hand; None if it is nowhere."""
        actions, cards, _ = self.ranked.seen(self.view.named(infoset))
        return self.place(actions, cards)


def _cards(masks: Ints, deck: int, size: int) -> tuple[Ints, Ints]:
    lows, highs = (np.frexp(some)[1].astype(np.int64) - 1 for some in (masks & -masks, masks))
    return lows, highs + deck if size == 1 else highs


def _inverse(places: Ints, size: int) -> Ints:
    found = np.full(size, -1)
    found[places] = np.arange(places.size)
    return found


def street_tree(game: Any, *, symmetric: bool = True, native: bool = True) -> StreetTree:
    """Return the tree of a game that declares its hands as ranked.

    Parameters
    ----------
    game
        The game, abstract or not.
    symmetric
        False to keep every board instead of one of each class.
    native
        False to run interpreted.

    Raises
    ------
    GameError
        If the game does not declare it, has an abstraction of states, or lines do not pay as
        declared.
    NotEnumerable
        If the betting is too large.
    """
    base, view = base_and_view(game)
    if view.states is not None:
        raise GameError(
            f"The states of an abstraction must be left out for vectors of hands, of which every "
            f"one has rows of its own; got {view.states!r}: give Abstracted(game, None, actions).",
            game,
        )
    hook = hook_of(base, "ranked")
    if hook is None:
        raise GameError(
            f"The hands of {type(base).__qualname__} must be declared as ranked: give the hook "
            f"`ranked`, or use CFR.",
            base,
        )
    ranked = hook(base)
    betting = betting_of(ranked, base, view, native=native)
    return StreetTree(
        base, view, ranked, betting, runouts_of(ranked, symmetric=symmetric), symmetric
    )


def _tree_of(game: Any, symmetric: bool) -> StreetTree:
    return street_tree(game, symmetric=symmetric)


def check_memory(tree: StreetTree, *, short: bool, predicts: bool, memory: int | None) -> None:
    """Check that the numbers of a tree fit in memory.

    Raises
    ------
    TableError
        If they do not.
    """
    room = spare_memory() if memory is None else memory
    each = (2 if short else 4) * (3 if predicts else 2)
    needed = each * tree.numbers
    if needed > room:
        fits = "" if short or predicts or needed > 2 * room else "; 16 bits (short) would fit"
        raise TableError(
            f"The numbers of a tree must fit in {sized(room)}; {tree.betting.owners.size:,} "
            f"decisions on {tree.runouts.boards.size:,} boards take {sized(needed)}{fits}: give "
            f"fewer bets, narrower ranges, or a later street.",
            needed,
        )
