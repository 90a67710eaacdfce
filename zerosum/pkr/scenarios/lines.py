"""Histories of hold'em in words that fit any menu: ``f f r c / Ks7d2c c``.

A line is the betting that leads to a decision, and the board from the flop on. Words are separated
by spaces; each street after the first begins with a slash and its cards.

- ``f``: fold
- ``c``: check or call; ``k`` and ``x`` mean the same
- ``r``: bet or raise; of the raises on the menu, the one nearest to three quarters of the pot, and
  all-in only if there is no other
- ``r300``, ``r2.5bb``: of the raises on the menu, the one nearest to so many chips or big blinds on
  this street
- ``a``: all-in, by a raise or a call
- ``Ks7d2c``: cards of the board
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from zerosum.abstraction import Abstracted, split
from zerosum.abstraction.view import view_of
from zerosum.cards import NO_CARDS, RANKS, Cards, parse
from zerosum.errors import GameError, NotApplicable
from zerosum.game import History
from zerosum.pkr.actions import Call, Check, Deal, Fold, PokerAction
from zerosum.pkr.holdem.infosets import InfoSet

_CARDS = rf"(?:[{RANKS}][cdhs])+"
_WORD = re.compile(rf"[fckxra]|r(?P<size>\d+(?:\.\d+)?)(?P<unit>bb)?|(?P<cards>{_CARDS})")
_APART = re.compile(rf"(?<={_CARDS[3:-2]})\s+(?={_CARDS})")
_USUAL = 0.75  # pots, of a raise without a size


def words_of(line: str) -> tuple[str, ...]:
    """Return the words of a line without slashes, the cards of a street as one word.

    Raises
    ------
    GameError
        If one is not a word of lines.

    Examples
    --------
    >>> words_of("f r2.5bb c/Ks 7d2c")
    ('f', 'r2.5bb', 'c', 'Ks7d2c')
    """
    words = tuple(_APART.sub("", line).replace("/", " ").split())
    for word in words:
        if not _WORD.fullmatch(word):
            raise GameError(
                f"A word of the line {line!r} must be f, c, r, a, a raise such as r300 or r2.5bb, "
                f"a slash or cards of the board; got {word!r}.",
                line,
            )
    return words


def board_of(line: str) -> Cards:
    """Return all cards that a line puts on the board.

    >>> print(board_of("c c / Ks7d2c c"))
    Ks7d2c
    """
    return parse("".join(word for word in words_of(line) if word[0] in RANKS))


@dataclass(frozen=True)
class Decision:
    """A decision, of which only the hand of the seat to act may vary.

    Parameters
    ----------
    game
        The history, with any hands.
    menu
        The actions of the seat to act.
    """

    game: History
    menu: tuple[PokerAction, ...]

    @property
    def infoset(self) -> InfoSet:
        """What the seat to act knows in the base game."""
        base = split(self.game)[0]
        infoset: InfoSet = base.infoset(base.active)
        return infoset

    def holding(self, hand: Cards) -> History:
        """Return the history in which the seat to act holds a hand, and all others are face down.

        Parameters
        ----------
        hand
            Two cards that are not on the board.
        """
        base = split(self.game)[0]
        hands = [hand if seat == base.active else NO_CARDS for seat in range(base.players)]
        held = base.holding(*hands)
        return replace(self.game, game=held) if isinstance(self.game, Abstracted) else held


def decision_after(line: str, game: History) -> Decision:
    """Return the decision that a line leads to.

    Parameters
    ----------
    line
        In the words above; empty for the first decision.
    game
        The start of a hand of hold'em, or of an abstraction, whose menus then hold.

    Raises
    ------
    GameError
        If a word is not one of lines.
    NotApplicable
        If a word is not possible where it stands, or the line does not end at a decision.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> decision = decision_after("f r c f / Ks7d2c", NoLimitHoldem(players=4))
    >>> print(decision.holding(parse("AhKh")))
    AhKh ? ? ? Ks7d2c fb6cf/
    """
    game = _dealt(game, board_of(line))
    done: list[str] = []
    for word in words_of(line):
        here = split(game)[0]
        steps = () if here.terminal else _cards(word, here) if here.chance else _act(word, game)
        if not steps:
            raise _impossible(word, done, here)
        for step in steps:
            game = game.apply(step)
        done.append(word)
    here = split(game)[0]
    if here.terminal or here.chance:
        raise _impossible("", done, here)
    return Decision(game, _menu(game))


def _dealt(game: History, board: Cards) -> History:
    """Return the first decision; the hands of all seats leave the board in the deck."""
    base = split(game)[0]
    free = list(base.deck.cards - board)
    for seat in range(base.players):
        for card in free[seat * base.hole : (seat + 1) * base.hole]:
            game = game.apply(Deal(card))
    return game


def _cards(word: str, base: History) -> tuple[PokerAction, ...]:
    """Return the deals of a word of cards; none if it is not one of all cards that are due."""
    cards = parse(word) if word[0] in RANKS else ()
    return tuple(map(Deal, cards)) if len(cards) == base.due else ()


def _act(word: str, game: History) -> tuple[PokerAction, ...]:
    """Return the action of the menu that a word means, as a tuple; empty if there is none."""
    base = split(game)[0]
    infoset, menu = base.infoset(base.active), _menu(game)
    if word == "f":
        return tuple(action for action in menu if isinstance(action, Fold))
    passive = tuple(action for action in menu if isinstance(action, Check | Call))
    if word in {"c", "k", "x"}:
        return passive
    raises = [action for action in menu if is_raise(action)]
    if word == "a":
        actions = [action for action in (*raises, *passive) if is_allin(action, infoset)]
        return tuple(actions[:1])
    size = _WORD.fullmatch(word)
    if size is None or size["cards"] or not raises:
        return ()
    if size["size"] is None:
        aim = infoset.cost + _USUAL * (infoset.total + infoset.cost)
        raises = [action for action in raises if not is_allin(action, infoset)] or raises
    else:
        unit = base.least if size["unit"] else 1
        aim = float(size["size"]) * unit - infoset.pips[infoset.player]
    return (min(raises, key=lambda action: abs(infoset.quantity(action) - aim)),)


def is_raise(action: PokerAction) -> bool:
    """Return whether an action bets or raises."""
    return not isinstance(action, Fold | Check | Call)


def is_allin(action: PokerAction, infoset: InfoSet) -> bool:
    """Return whether an action puts in all chips of its seat."""
    return infoset.quantity(action) == infoset.behind > 0


def _menu(game: History) -> tuple[PokerAction, ...]:
    """Return the actions of the seat to act, without a look at the states of an abstraction."""
    base, _, actions = split(game)
    return view_of(None, actions).menu(base.infoset(base.active))


def _impossible(word: str, done: list[str], base: History) -> NotApplicable:
    what = "the hand is over"
    if base.chance:
        what = f"{base.due} cards of the board come next"
    elif not base.terminal:
        what = "the menu has no such action"
    thing = f"The word {word!r} of a line" if word else "The end of a line"
    must = "be possible" if word else "be at a decision"
    return NotApplicable(f"{thing} must {must}; after {' '.join(done)!r} {what}.", base)
