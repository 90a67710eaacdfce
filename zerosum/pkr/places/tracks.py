"""The abstract hands beside a real one: as it is, translated, or the two nearest histories.

As long as all actions are on the menus, the abstract hand is the real one. After a bet that is not,
the abstract hand goes on with a bet of the menu: see :class:`Translation`. There may be two
such hands, with bets near to the real one, and their strategies are blended by the inverse of their
distances.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zerosum.abstraction import View
from zerosum.errors import NotApplicable
from zerosum.game import History
from zerosum.pkr.abstraction.mapping import Bets, Chances, Nearest
from zerosum.pkr.abstraction.tracking import alike, bets_of, is_bet, real_chips
from zerosum.pkr.abstraction.translation import Translation
from zerosum.pkr.actions import Bet, Fold, PokerAction
from zerosum.pkr.face import NoLimit, Poker, PokerInfoset
from zerosum.pkr.places.hidden import Seen
from zerosum.pkr.text.spelling import word_of


@dataclass(frozen=True)
class Track:
    """An abstract hand beside a real one.

    Parameters
    ----------
    hand
        The abstract hand; the real one if all actions were on the menus.
    shown
        The one that the seat to act is asked about; see :class:`Translation`.
    apart
        The sum of the differences of its bets from the real ones, each as a part of the pot that a
        call would make.
    words
        What was done in it since it left the real hand, in the words of lines; empty ones where
        nothing stands for what was done.
    """

    hand: History
    shown: History
    apart: float = 0.0
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """How a track goes on after a real action.

    Parameters
    ----------
    track
        The track afterwards.
    indices
        Which actions of its menu stand for the real one; empty if none does. None for a fold, a
        check or a call, which are looked up when they are needed: see :func:`passive`.
    bet
        The chips of the bet that replaces the real one; None if it was on the menu.
    word
        The word of that bet; empty if nothing of the menu stands for the action.
    """

    track: Track
    indices: tuple[int, ...] | None
    bet: int | None = None
    word: str = ""


@dataclass(frozen=True)
class Only:
    """The mapping that takes one bet of those that are given."""

    index: int

    def __call__(self, infoset: PokerInfoset, added: int, bets: Bets) -> Chances:  # noqa: ARG002
        """Return 1 for that bet and 0 for the others."""
        return tuple([float(at == self.index) for at in range(len(bets))])


@dataclass(frozen=True)
class Follow:
    """How abstract hands follow a real one.

    Parameters
    ----------
    view
        The abstraction.
    most
        How many histories are followed at most: 1 translates, 2 blends.
    """

    view: View
    most: int = 1

    def steps(
        self, real: Poker, action: PokerAction, after: Poker, track: Track, seen: Seen
    ) -> Iterator[Step]:
        """Yield how a track may go on after a legal real action.

        Parameters
        ----------
        real, after
            The real hand before the action, and after it.
        action
            A fold, a check, a call, or a :class:`Bet` of chips.
        track, seen
            An abstract hand beside the real one, and its decision.

        Raises
        ------
        NotApplicable
            If the action is not on the menu of limit hold'em.
        """
        exact = track.hand is real
        if exact and (not is_bet(action) or same_bets(action, seen)):
            # If a menu has no such fold or call, the hand goes on by the rules.
            indices = same_bets(action, seen) if is_bet(action) else None
            yield Step(Track(after, after), indices)
            return
        if not isinstance(real, NoLimit):
            raise NotApplicable(
                f"An action of limit hold'em must be on the menu of the strategy, "
                f"{', '.join(word_of(action, seen.infoset) for action in seen.menu)}; got "
                f"{action!r}.",
                action,
            )
        states, actions = self.view.states, self.view.actions
        walk = Translation(real, track.hand, track.shown, Only(0), 0, states, actions)
        if not is_bet(action):
            yield Step(_track(walk, Only(0), action, track, word_of(action, seen.infoset)), None)
            return
        yield from self._bets(walk, action, track, seen)

    def _bets(
        self, walk: Translation, action: PokerAction, track: Track, seen: Seen
    ) -> Iterator[Step]:
        """Yield how a track may go on after a real bet that is not on its menu."""
        known = walk.real.infoset(walk.real.active)
        infoset = walk.abstract.infoset(walk.abstract.active)
        added, (lower, upper) = known.quantity(action), known.bounds()
        bets = bets_of(infoset, self.view.offered(infoset))
        if added == upper:
            indices = tuple(p for p, bet in enumerate(seen.menu) if _is_all_in(bet, infoset))
            word, bet = ("a", upper) if indices else ("", None)
            yield Step(_track(walk, Only(0), action, track, word), indices, bet, word)
            return
        chips = [real_chips(known, infoset, bet) for bet in bets] or [lower, upper]
        options, sizes = alike(known, added, chips)
        for at in self._chosen(known, added, sizes):
            apart = abs(added - sizes[at]) / (known.total + known.cost)
            if not bets:
                yield Step(_track(walk, Only(at), action, track, "", apart), ())
                continue
            abstract = bets[options[at]]
            written = word_of(infoset.concrete(abstract), infoset)
            after = _track(walk, Only(at), action, track, written, apart)
            indices = tuple(
                index
                for index, offered in enumerate(seen.menu)
                if is_bet(offered)
                and real_chips(known, seen.infoset, offered) == chips[options[at]]
            )
            yield Step(after, indices, chips[options[at]], word_of(abstract, infoset))

    def _chosen(self, known: Any, added: int, sizes: Sequence[int]) -> Sequence[int]:
        """Return which of several bets replace a real one."""
        if self.most == 1:
            return [Nearest()(known, added, tuple(map(Bet, sizes))).index(1.0)]
        if added in sizes:
            return [sizes.index(added)]
        return sorted(range(len(sizes)), key=lambda at: abs(sizes[at] - added))[: self.most]


def weights_of(tracks: Sequence[Track]) -> list[float]:
    """Return the weight of each track: the inverse of its distance, and the sum is 1.

    >>> weights_of([Track(None, None, 0.5), Track(None, None, 1.5)])
    [0.75, 0.25]
    """
    exact = [float(track.apart == 0) for track in tracks]
    weights = exact if any(exact) else [1 / track.apart for track in tracks]
    return [weight / sum(weights) for weight in weights]


def _track(
    walk: Translation, mapping: Only, action: PokerAction, track: Track, word: str, apart: float = 0
) -> Track:
    """Return a track after a translated action, which a word stands for."""
    after = replace(walk, mapping=mapping).apply(action)
    return Track(after.abstract, after.shown, track.apart + apart, (*track.words, word))


def same_bets(action: PokerAction, seen: Seen) -> tuple[int, ...]:
    """Return which bets of a menu add as many chips as a bet."""
    chips = seen.infoset.quantity(action)
    bets = [(index, bet) for index, bet in enumerate(seen.menu) if is_bet(bet)]
    return tuple([index for index, bet in bets if seen.infoset.quantity(bet) == chips])


def passive(action: PokerAction, seen: Seen) -> tuple[int, ...]:
    """Return which actions of a menu are a fold, or else a check or a call, as an action is."""
    folds = isinstance(action, Fold)
    menu = enumerate(seen.menu)
    return tuple(
        [p for p, option in menu if not is_bet(option) and isinstance(option, Fold) == folds]
    )


def _is_all_in(bet: PokerAction, infoset: PokerInfoset) -> bool:
    return is_bet(bet) and infoset.quantity(bet) >= infoset.behind
