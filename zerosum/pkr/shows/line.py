"""Lines of play, written as poker players do: ``p c / AhKd2c k p``.

A line is the betting, and from the flop on the board, that leads to a decision. Words are
separated by spaces. Each street after the first begins with a slash and its cards; then come the
actions of both players in turn.

- ``f``, ``k``, ``c``: fold, check, call; ``x`` is a check too
- ``h``, ``t``, ``p``: half the pot, three quarters of it, the pot
- ``p1of3``: a third of the pot, and any other share of it
- ``a``: all-in
- ``b12``: a bet that adds 12 chips, including the chips of a call
- ``AhKd2c``: cards of the board

Whole names (``fold``, ``halfpot``, ``allin``, ``bet12``) mean the same. Only in cards does case
matter.
"""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.cards import FULL_DECK, NO_CARDS, Cards, card, name
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.actions import Deal, PokerAction, legal, word_of, words_of
from zerosum.terms import Moment

_KEYS = """\
  f  fold      h  half the pot            a    all-in
  k  check     t  three quarters of it    b12  a bet that adds 12 chips
  c  call      p  the pot"""
KEYS = f"""\
{_KEYS}
Full names (fold, halfpot, bet12) mean the same."""
"""The words of a line, for the help of a command."""
TYPED_KEYS = f"""\
{_KEYS}                 r24  a bet or raise to 24 chips
Full names (fold, halfpot, bet 12, to 24) mean the same."""
"""Those that :mod:`zerosum.pkr.shows.terminal` reads, which takes longer to import."""

PLAYERS = ("small blind", "big blind")

_STREETS = {3: "turn", 4: "river"}  # by the cards before it
_EXAMPLES = tuple(map(card, ("Ah", "Kd", "2c")))
_MOST_CARDS = 31  # cards of a board: all red ones, four black ones before, one after


@dataclass(frozen=True)
class Line:
    """The actions of both players and the cards of the board, in turn.

    Parameters
    ----------
    steps
        The steps from the first action on, without hole cards.

    Examples
    --------
    >>> from zerosum.pkr import Call, Check, RaisePot
    >>> print(Line((RaisePot(), Call(), *map(Deal, (50, 45, 0)), Check())))
    p c / AhKd2c k
    """

    steps: tuple[PokerAction, ...] = ()

    @property
    def board(self) -> Cards:
        """The cards of the board."""
        cards = NO_CARDS
        for step in self.steps:
            if isinstance(step, Deal):
                cards = cards.with_card(step.card)
        return cards

    def play(self, game: History, hand: Cards = NO_CARDS, player: int = 0) -> History:
        """Return the decision that the line leads to if a player holds a hand.

        Parameters
        ----------
        game
            The start of a hand of River of Blood, or of an abstraction of it.
        hand
            Two cards that are not on the board; if empty, any two.
        player
            The player with the hand.
        """
        game = _dealt(game, self.board, hand, player)
        for step in self.steps:
            game = game.apply(step)
        return game

    def __str__(self) -> str:
        words: list[str] = []
        dealing = False
        for step in self.steps:
            if not isinstance(step, Deal):
                words.append(word_of(step))
            elif dealing:
                words[-1] += name(step.card)
            else:
                words += ["/", name(step.card)]
            dealing = isinstance(step, Deal)
        return " ".join(words)


def read_line(text: str, game: History) -> Line:
    """Read a line of play.

    Parameters
    ----------
    text
        In the words above; empty for the first decision.
    game
        The start of a hand of River of Blood, or of an abstraction, whose actions are then legal.

    Raises
    ------
    GameError
        If a word is not legal where it stands, or the line does not end at a decision.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> print(read_line("bet4 call/Ah Kd 2c check", RiverOfBlood()))
    b4 c / AhKd2c k
    """
    words = text.replace("/", " / ").split()
    named = [one for word in words for one in _cards_in(word)][:_MOST_CARDS]
    board = Line(tuple(map(Deal, named))).board
    reader = _Reader(_dealt(game, board, NO_CARDS, 0))
    for word in words:
        reader.read(word)
    reader.end()
    return Line(reader.now.steps)


def _dealt(game: History, board: Cards, hand: Cards, player: int) -> History:
    """Return the first decision, with hole cards that leave the board in the deck."""
    others = list(FULL_DECK - board - hand)
    own = list(hand) or [others.pop(), others.pop()]
    for dealt in (*own, *others[:2]) if player == 0 else (*others[:2], *own):
        game = game.apply(Deal(dealt))
    return game


class _Reader:
    """Plays a line word by word.

    Parameters
    ----------
    game
        The first decision.
    """

    def __init__(self, game: History) -> None:
        self.now = Moment(game)
        self._words: list[str] = []
        self._slash = False

    def read(self, word: str) -> None:
        """Play one word."""
        if self.now.base.terminal:
            raise self._wrong(word, "be left out: the hand is already over")
        if not self.now.base.chance:
            self._act(word)
        elif self._slash:
            self._deal(word)
        elif word != "/":
            raise self._wrong(word, f"be a slash and {self._due}: {self._example}")
        self._slash = self.now.base.chance and (word == "/" or self._slash)
        self._words.append(word)

    def end(self) -> None:
        """Check that the line ends at a decision."""
        line = f"The line {' '.join(self._words)!r} must end at a decision"
        if self.now.base.terminal:
            raise GameError(f"{line}; the hand is over by then: leave out its last word.", line)
        if self.now.base.chance:
            raise GameError(f"{line}; it lacks {self._due}: {self._example}.", line)

    def _act(self, word: str) -> None:
        menu = self.now.menu
        for action in menu:
            if word.lower() in words_of(action):
                self.now = self.now.apply(action)
                return
        player = PLAYERS[self.now.base.active]
        raise self._wrong(word, f"be an action of the {player}: legal here are {legal(menu)}")

    def _deal(self, word: str) -> None:
        cards, hand = _cards_in(word), self.now.base
        for index, one in enumerate(cards):
            if one in hand.community or one in cards[:index]:
                what = f"be of cards that are left; {name(one)} is on the board"
                raise self._wrong(word, f"{what}: {self._example}")
        if not 0 < len(cards) <= hand.due:
            raise self._wrong(word, f"be {self._due}: {self._example}")
        for one in cards:
            self.now = self.now.apply(Deal(one))

    def _wrong(self, word: str, what: str) -> GameError:
        before = f"after {' '.join(self._words)!r}" if self._words else "at the start of the line"
        return GameError(f"The word {word!r} {before} must {what}.", word)

    @property
    def _due(self) -> str:
        """The cards to come, in words."""
        due, board = self.now.base.due, len(self.now.base.community)
        if due + board == 3:
            return f"{due} card{'s' if due > 1 else ''} of the flop"
        return f"the card of the {_STREETS.get(board, 'next street')}"

    @property
    def _example(self) -> str:
        """The end of an error message: cards that are legal here."""
        left = FULL_DECK - self.now.base.community
        cards = sorted(left, key=lambda one: (one not in _EXAMPLES, -one))[: self.now.base.due]
        named = "".join(map(name, cards))
        return f"write {'' if self._slash else '/ '}{named}, for example"


def _cards_in(word: str) -> list[int]:
    """Return the cards that a word names; none if it names anything else."""
    try:
        return [card(word[start : start + 2]) for start in range(0, len(word), 2)]
    except GameError:
        return []
