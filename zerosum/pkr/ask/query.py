"""Ask the strategy of a run of hold'em what it does after a history, with some cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeAlias

from zerosum.abstraction import split
from zerosum.cards import NO_CARDS, Cards, parse
from zerosum.errors import GameError, NotApplicable, StrategyError
from zerosum.experiment.run import Run
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.ask.answers import Answer, answer
from zerosum.pkr.ask.checkpoint import KINDS, Checkpoint
from zerosum.pkr.holdem.resumed import hand_of
from zerosum.pkr.phh.replay import Game, is_actions, line_of
from zerosum.pkr.places.follower import Follower, key_of
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.rows import Answers
from zerosum.pkr.places.worth import Worth, worth
from zerosum.pkr.text import Line
from zerosum.pkr.text.words import read_words
from zerosum.play.explore import DEALS

History: TypeAlias = Any
"""A line of play, as text, as actions of the PHH format, or as a game value."""
OFF_MENU = {"translation": 1, "blend": 2}
"""What stands for bets that are not on the menu, and how many histories that takes at most."""


class Query:
    """A strategy of poker to ask, in a millisecond a question. Several threads may ask.

    The strategy is read only where a question needs it: its arrays are mapped from the disk, so
    that processes share them.

    Parameters
    ----------
    run
        A run, its folder, a strategy, or any function from an infoset to the probability of each
        action.
    game
        The start of the game of a strategy; None for a run, which knows it.
    off_menu
        What stands for bets that are not on the menu: ``"translation"``, the nearest bet of the
        menu, or ``"blend"``, the two nearest histories, blended by the inverse of their distance.
    known
        Names of experiments to suggest if the run's experiment does not exist any more.
    whole
        Whether to leave out the parts of the run that were solved again. Otherwise the part with
        the longest history that covers a question answers it; with cards, the longest such part
        whose infoset training has visited.

    Attributes
    ----------
    run
        The run; None for a strategy.
    parts
        The parts that may answer, by history.

    Raises
    ------
    NotApplicable
        If the game is not poker with two cards each.
    StoreError, ExperimentError
        If the run folder cannot be opened.

    Notes
    -----
    A question with cards takes 0.1 ms, and as long again for each action of its history that was
    not asked about before. The reach of a seat takes 0.3 ms, if the rows are dense and the buckets
    of cards have tables. Other factors of cards are compiled with the game at the first question.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.pkr.abstraction import allin, passive
    >>> from zerosum.abstraction import Abstracted
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> from zerosum.pkr.holdem.abstraction import hand_ranks, kinds, player
    >>> menu = passive + allin
    >>> game = Abstracted(NoLimitHoldem(stacks=(10,)), player * kinds * hand_ranks * menu, menu)
    >>> solver = ExternalSampling(game, seed=1, native=False)
    >>> solver.run(3)
    >>> query = Query(solver.strategy(), game)
    >>> query.get("", "AhKh").words
    ('f', 'c', 'a')
    """

    def __init__(
        self,
        run: str | Path | Run | Answers,
        game: History = None,
        *,
        off_menu: str = "translation",
        known: Sequence[str] = (),
        whole: bool = False,
    ) -> None:
        self.run: Run | None = None
        strategy: Any
        if callable(run):
            strategy = run
        else:
            self.run = run if isinstance(run, Run) else Run.open(run, known)
            strategy, game = self.run.strategy, self.run.game
        base = hand_of(game)
        if base is None or base.hole != 2:
            raise NotApplicable(
                f"The game of a strategy to ask must be poker with two cards each; got "
                f"{split(game)[0]!r}: look at it with blood.show.",
                game,
            )
        if off_menu not in OFF_MENU:
            raise StrategyError(
                f"What stands for bets off the menu must be {' or '.join(OFF_MENU)}; got "
                f"{off_menu!r}.",
                off_menu,
            )
        self.strategy, self.game = strategy, game
        self.base: Any = base
        known_parts = () if self.run is None or whole else self.run.parts
        self.parts = {key_of(part.hand): part for part in known_parts}
        self._off_menu, self._whole = off_menu, whole
        self.follower = Follower(strategy, game, self.parts, OFF_MENU[off_menu])

    def __reduce__(self) -> tuple[object, ...]:
        run = (self.strategy, self.game) if self.run is None else (self.run,)
        return partial(Query, off_menu=self._off_menu, whole=self._whole), run

    @property
    def start(self) -> Place:
        """The start of a hand: the first decision, unless all seats are all-in by their blinds."""
        return self.follower.start

    def forget(self) -> None:
        """Forget the histories that were asked about; later questions start from an empty hand."""
        self.follower.forget()

    def at(self, history: History = "", board: str | Sequence[int] = "") -> Place:
        """Return the place that a history leads to.

        Parameters
        ----------
        history
            A line of play as text (:mod:`zerosum.pkr.text`), text or a sequence of actions of the
            PHH format, or a game value.
        board
            The cards of the board in the order dealt, unless the history has them.

        Raises
        ------
        GameError
            If the history cannot be read, or is not legal, or the board does not fit it.
        """
        return self.follow(history, board)[0]

    def follow(
        self, history: History = "", board: str | Sequence[int] = ""
    ) -> tuple[Place, dict[int, Cards]]:
        """Return the place that a history leads to, and the hands of seats that it gives.

        Parameters
        ----------
        history, board
            As for :meth:`at`.
        """
        words = isinstance(history, str) and not is_actions(history)
        line = None if words else self._line(history)
        if isinstance(board, str):
            board = _cards_of(board)
        place, hands = self.follower.follow(line.steps if line else history, board)
        return place, dict(line.hands) if line else hands

    def asked(
        self,
        history: History = "",
        cards: str | Cards = NO_CARDS,
        board: str | Sequence[int] = "",
    ) -> tuple[Place, Cards]:
        """Return the place after a history, and the hand of the seat to act, if it is known.

        Parameters
        ----------
        history, board
            As for :meth:`at`. Hands of other seats are not used: words that tell one are refused.
        cards
            The hand, unless the history has it.

        Raises
        ------
        GameError
            As :meth:`at` does; or if the history has the hand of another seat, or another hand.
        """
        place, hands = self.follow(history, board)
        hand = parse(cards) if isinstance(cards, str) else cards
        own = hands.pop(place.seat, NO_CARDS) if place.decides else NO_CARDS
        if isinstance(history, str) and not is_actions(history):
            if hands:
                seat = place.name_of(min(hands))
                raise GameError(
                    f"Only the hand of the seat to act may be known; got one of the {seat}: leave "
                    f"it out.",
                    history,
                )
            if hand and own and own != hand:
                raise GameError(
                    f"The {place.seat_name} must have one hand; the history has {own}; got {hand}.",
                    hand,
                )
        return place, hand or own

    def get(
        self,
        history: History = "",
        cards: str | Cards = NO_CARDS,
        board: str | Sequence[int] = "",
        *,
        matrix: bool = False,
        numbers: str | None = None,
    ) -> Answer:
        """Return what the strategy does after a history.

        Parameters
        ----------
        history, board
            As for :meth:`at`.
        cards
            The hand of the seat to act; empty for the cards of the history, if it has them.
        matrix
            Whether to return what it does with all buckets.
        numbers
            ``"sums"`` or ``"regrets"``, to read these numbers from the checkpoint; of two blended
            histories, the nearer one's.

        Raises
        ------
        GameError
            As :meth:`at` does; or if the cards are not two cards that are left in the deck.
        NotApplicable
            If the history does not end at a decision.
        """
        place, hand = self.asked(history, cards, board)
        return self.answer(place, hand, matrix=matrix, numbers=numbers)

    def answer(
        self,
        place: Place,
        cards: Cards = NO_CARDS,
        *,
        matrix: bool = False,
        numbers: str | None = None,
    ) -> Answer:
        """Return what the strategy does at a place; see :meth:`get`."""
        if numbers not in {None, *KINDS}:
            raise StrategyError(
                f"The numbers of an answer must be {' or '.join(KINDS)}; got {numbers!r}.", numbers
            )
        read = None if numbers is None else partial(self._checkpoint_of(place).read, numbers)
        answered = answer(place, cards, matrix=matrix, read=read)
        if place.outer is None or not cards or answered.known:
            return answered
        return self.answer(place.outer, cards, matrix=matrix, numbers=numbers)

    def values(
        self,
        history: History = "",
        cards: str | Cards = NO_CARDS,
        board: str | Sequence[int] = "",
        *,
        deals: int = DEALS,
        seed: int = 0,
    ) -> Worth:
        """Return what each action wins on average after a history, if all play by the strategy.

        Parameters
        ----------
        history, cards, board
            As for :meth:`get`; without cards, values of all hands are returned.
        deals, seed
            As for :func:`~zerosum.pkr.places.worth.worth`, which says what is exact.

        Raises
        ------
        GameError, NotApplicable
            As :meth:`get` does; or if there are not two deals at least.
        """
        place, hand = self.asked(history, cards, board)
        return worth(self.follower, place, hand, deals=deals, seed=seed)

    def after(self, place: Place, step: PokerAction | Sequence[int]) -> Place:
        """Return the place after an action, or after the cards of the board that are due.

        Raises
        ------
        GameError
            If the action is not legal, or other cards are due.
        NotApplicable
            If the action is not on the menu of limit hold'em.
        """
        return self.follower.after(place, step)

    @cached_property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the run.

        Raises
        ------
        NotApplicable
            If the strategy is not from a run folder.
        """
        if self.run is None:
            raise NotApplicable(
                "Sums and regrets must be read from a run folder, which has a checkpoint; a "
                "strategy by itself has probabilities only.",
                self.strategy,
            )
        return Checkpoint.open(self.run.folder.checkpoint, self.strategy)

    def _checkpoint_of(self, place: Place) -> Checkpoint:
        """Return the checkpoint of the run, or of the part that a place is in."""
        strategy = place.rows.strategy
        part = next((p for p in self.parts.values() if p.strategy is strategy), None)
        if part is None:
            return self.checkpoint
        return Checkpoint.open(part.folder.checkpoint, strategy)

    def _line(self, history: History) -> Line:
        """Return the line of a history that is not text in words."""
        if isinstance(history, str | list | tuple) and isinstance(self.base, Game):
            return line_of(history, self.base)
        game = split(history)[0]
        if not isinstance(game, Game) or game.start != self.base:
            phh = ", actions of the PHH format" if isinstance(self.base, Game) else ""
            raise GameError(
                f"A history must be text such as 'r4 c'{phh}, or a hand of hold'em of the game of "
                f"the strategy; got {history!r}.",
                history,
            )
        return Line.of(game)


def _cards_of(board: str) -> list[int]:
    """Return the cards of a board that is given as text.

    Raises
    ------
    GameError
        If it has other words.
    """
    words = list(read_words(board))
    for word in words:
        if word.kind not in {"cards", "bar"}:
            raise GameError(
                f"A board must be cards only; got {word.text!r} in {board!r}: write what seats do "
                f"in the history.",
                board,
            )
    return [card for word in words for card in word.cards]
