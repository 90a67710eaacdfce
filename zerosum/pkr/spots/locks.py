"""Locks of a spot as text: what a player does somewhere, fixed beforehand."""

from __future__ import annotations

import re

import attrs
import numpy as np

from zerosum.abstraction import split
from zerosum.algorithms.street_cfr import StreetCFR, StreetOptions
from zerosum.errors import GameError
from zerosum.pkr.equities.ranked import MOVES
from zerosum.pkr.ranges import parse_range
from zerosum.pkr.text.line import Spot as Reached
from zerosum.pkr.text.reading import Bets, action_of
from zerosum.pkr.text.spelling import words_of
from zerosum.pkr.text.words import read_words
from zerosum.tree.streets.locks import Lock
from zerosum.tree.streets.places import moved_all

_LOCK = re.compile(r"(?P<line>[^>]*)->(?P<shares>.*?)(?:\bfor\b(?P<hands>.*))?", re.DOTALL)
_FORM = "write x b50% -> f 0.3, c 0.7 for 22+,A2s+"


def locks_of(text: str, game: object) -> tuple[Lock, ...]:
    """Return the locks that a text describes.

    Parameters
    ----------
    text
        Locks with semicolons between them: a line of play from the spot on, ``->``, and words of
        the menu there with their probabilities; then, if it is not about all hands, ``for`` and a
        range. A line with the cards of its streets is about that board, else about all.
    game
        The game of the spot.

    Raises
    ------
    GameError
        If a lock cannot be read.

    Examples
    --------
    >>> from zerosum.pkr.spots import Spot
    >>> spot = Spot("AA", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> (lock,) = locks_of("x -> x 0.5, a 0.5 for KhKd", spot.game)
    >>> lock.actions, list(lock.hands.values())
    ((Check(),), [(0.5, 0.5)])
    """
    return tuple(_lock(part, game) for part in filter(None, map(str.strip, text.split(";"))))


def _lock(text: str, game: object) -> Lock:
    match = _LOCK.fullmatch(text)
    if match is None:
        raise GameError(
            f"A lock must be a line, ->, and what is done; got {text!r}: {_FORM}.", text
        )
    base, _, actions = split(game)
    spot, done, cards = Reached(base.hand.face_down, actions), list[object](), list[int]()
    begun = spot.hand.street
    for word in read_words(match["line"]):
        if word.kind == "cards":
            spot = spot.after(word.cards)
            cards.append(sum(1 << card for card in word.cards))
        elif word.kind != "bar":
            spot = _after_any_cards(spot)
            action = action_of(word, spot, Bets.MENU)
            if action is None:
                raise GameError(
                    f"The word {word.text!r} of the lock {text!r} must be on the menu there: "
                    f"{words_of(spot.menu, spot.infoset)}.",
                    text,
                )
            spot = spot.after(action)
            done.append(action)
    spot = _after_any_cards(spot)
    if cards and len(cards) != spot.hand.street - begun:
        raise GameError(f"The lock {text!r} must have the cards of all streets or of none.", text)
    shares = _shares(match["shares"], spot, text)
    on = tuple(cards) if cards else None
    if match["hands"] is None:
        return Lock(tuple(done), shares, cards=on)
    hands = {hand.mask: shares for hand in parse_range(match["hands"])}
    return Lock(tuple(done), hands=hands, cards=on)


def _after_any_cards(spot: Reached) -> Reached:
    """Return where a line has led, after any cards that are due."""
    while spot.hand.chance:
        left = list(spot.hand.deck.cards - spot.hand.used)
        spot = spot.after(tuple(left[: spot.hand.due]))
    return spot


def _shares(text: str, spot: Reached, lock: str) -> tuple[float, ...]:
    """Return the probability of each action of a menu."""
    found = [0.0] * len(spot.menu)
    for part in text.split(","):
        what, _, number = part.strip().rpartition(" ")
        try:
            (word,), share = tuple(read_words(what)), float(number)
            found[spot.menu.index(action_of(word, spot, Bets.MENU))] += share
        except (ValueError, GameError) as error:
            raise GameError(
                f"What the lock {lock!r} says must be words of the menu with probabilities, of "
                f"{words_of(spot.menu, spot.infoset)}; got {part.strip()!r}: {_FORM}.",
                lock,
            ) from error
    return tuple(found)


@attrs.frozen
class SpotOptions(StreetOptions):
    """What the solver of spots takes.

    Parameters
    ----------
    locks
        Strategies that are fixed, as :func:`locks_of` reads them.

    Examples
    --------
    >>> SpotOptions(locks="x -> x 0.5, a 0.5 for KhKd").locks
    'x -> x 0.5, a 0.5 for KhKd'
    """

    locks: str = attrs.field(default="", kw_only=True)


class SpotCFR(StreetCFR):
    """The solver of spots: :class:`~zerosum.algorithms.street_cfr.StreetCFR` with locks as text.

    Boards that differ by suits are solved once only where locks are the same for all suits.

    Parameters
    ----------
    game
        The game of a spot.

    Examples
    --------
    >>> from zerosum.pkr.spots import Spot
    >>> spot = Spot("AA", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> solver = SpotCFR(spot.game, native=False)
    >>> solver.run(1)
    >>> solver.name, solver.iterations, solver.nash_conv() < 10
    ('spot', 1, True)
    """

    name = "spot"
    Options = SpotOptions
    locks: str

    def set_up(self) -> None:
        """Make the numbers, and lock strategies."""
        locks = locks_of(self.locks, self.game)
        self.symmetric = self.symmetric and all(map(_alike, locks))
        super().set_up()
        self.lock(locks)


def _alike(lock: Lock) -> bool:
    """Return whether a lock is the same for the hands of all suits."""
    hands = np.array([*lock.hands], np.int64)
    return all(
        set(moved_all(hands, np.array(move)).tolist()) == lock.hands.keys() for move in MOVES
    )
