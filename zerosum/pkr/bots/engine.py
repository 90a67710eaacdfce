"""A seat at the match engine: follow every hand line by line, and let an agent answer.

The engine's lines are authoritative. The bot's own action, too, is applied only when the engine
repeats it, so nothing is applied twice, and an action that the engine has replaced is followed as
replaced. If a line cannot be followed, the bot checks, or folds if it owes chips, until the next
hand. This is counted and logged, as is anything else that should not happen.

An agent may still be loading when the match begins. Then a line waits for it, as long as the engine
may wait, and after that the hand is played with checks and folds.
"""

from __future__ import annotations

import logging
import socket
import time
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError, ZeroSumError
from zerosum.game import History
from zerosum.pkr.abstraction.tracking import act
from zerosum.pkr.actions import Check, Deal
from zerosum.pkr.bots import wire
from zerosum.pkr.game import RiverOfBlood
from zerosum.rng import Random

if TYPE_CHECKING:
    import zerosum.pkr.think
    from zerosum.play.agents import Agent

_LOG = logging.getLogger("zerosum")
_START = RiverOfBlood()
_LINE, _LOADING = 5.0, 20.0  # seconds that a line may wait for the agent, and all lines together


@dataclass
class Tally:
    """The counts of a match so far.

    Parameters
    ----------
    hands
        The number of hands begun.
    chips
        Chips won in them.
    decisions
        How often the agent decided.
    fallbacks
        Lines that could not be followed, and were answered with a check or a fold.
    replaced
        Actions that the engine replaced by others.
    disputed
        Results that differ from the bot's own.
    plain
        Lines answered with a check or a fold because the agent was still loading.
    seconds
        The time from reading a line to its reply, over all lines, without waiting for the agent.

    Examples
    --------
    >>> tally = Tally(hands=2, chips=12)
    >>> tally.fallbacks += 1
    >>> tally.chips / tally.hands, tally.fallbacks
    (6.0, 1)
    """

    hands: int = 0
    chips: int | Fraction = 0
    decisions: int = 0
    fallbacks: int = 0
    replaced: int = 0
    disputed: int = 0
    plain: int = 0
    seconds: float = 0.0


class Session:
    """A match played by an agent, line by line.

    Parameters
    ----------
    agent
        An agent whose hands have a method ``seated``, as walks of ``Translation`` and the game
        itself do; or what will return it, while it is loading.
    rng
        The agent's random numbers.
    hands
        The hands of the match; 0 if they are not known.
    clock
        The clock of an agent that thinks: it is told the time that the engine says is left.

    Attributes
    ----------
    tally
        The counts of the match. It is the score by which
        :class:`~zerosum.pkr.bots.gallery.clincher.Clincher` sees that the match is won.

    Examples
    --------
    >>> from zerosum.pkr.abstraction import Translation
    >>> class Caller:
    ...     name = "caller"
    ...     def begin(self, game, rng=None):
    ...         return Translation()
    ...     def act(self, hand, rng):
    ...         return hand.infoset(hand.active).actions()[-1]
    >>> session = Session(Caller(), Random(1))
    >>> session.answer("T30.000 P1 HAh,Kd R4")
    'R400'
    >>> session.answer("T29.999 R400 F D4"), session.answer("Q")
    ('K', None)
    >>> session.tally.hands, session.tally.chips, session.tally.fallbacks
    (1, 4, 0)
    """

    def __init__(
        self,
        agent: Agent | Future[Agent],
        rng: Random,
        hands: int = 0,
        clock: zerosum.pkr.think.Clock | None = None,
    ) -> None:
        self.agent = agent
        self.rng, self.hands, self.clock = rng, hands, clock
        self.tally = Tally()
        self._patience = _LOADING
        self._plain = False  # whether the hand began before the agent was there
        self._player = 0
        self._shown = NO_CARDS
        self._hand: History = None  # as the agent follows it; None while out of step
        self._sent: wire.Move | None = None  # what the engine has not repeated yet

    def answer(self, line: str) -> str | None:
        """Return the reply to a line of the engine; None if the match is over.

        Raises
        ------
        Exception
            Whatever loading the agent has raised.
        """
        late = self._await()
        begun = time.perf_counter()
        try:
            events = wire.read_message(line)
            if events == (wire.Quit(),):
                return None
            results = [event for event in events if isinstance(event, wire.Result)]
            self.tally.hands += sum(isinstance(event, wire.Held) for event in events)
            self.tally.chips += sum(result.chips for result in results)
            for event in events:
                self._follow(event)
            if self.clock is not None and not late and isinstance(events[0], wire.Clock):
                over = max(0, self.tally.hands - 1)
                self.clock.read(events[0].seconds, over, max(0, self.hands - over))
            self._sent = None if results else self._decide(line)
            reply = self._sent or Check()
        except Exception as error:  # noqa: BLE001 a hand may be lost, never the match
            reply = self._lose(line, error)
        self.tally.seconds += time.perf_counter() - begun
        return wire.spell(reply)

    @property
    def _real(self) -> Any:
        """The hand itself, of what the agent follows."""
        return getattr(self._hand, "real", self._hand)

    def _await(self) -> bool:
        """Wait for an agent that is loading; return whether it was waited for."""
        if not isinstance(self.agent, Future):
            return False
        begun = time.perf_counter()
        wait([self.agent], min(_LINE, self._patience))
        self._patience = max(0.0, self._patience - (time.perf_counter() - begun))
        if self.agent.done():
            self.agent = self.agent.result()
        return True

    def _follow(self, event: wire.Event) -> None:
        """Follow an event of the engine; a lost hand is ignored until the next one."""
        match event:
            case wire.Seat(player):
                self._player = player
            case wire.Held(hand):
                self._begin(hand)
            case wire.Clock() | wire.Quit():
                pass
            case _ if self._hand is None:
                pass
            case wire.Board(cards):
                self._deal(cards)
            case wire.Shown(hand):
                self._shown = hand
            case wire.Result(chips):
                self._check(chips)
                if hasattr(self.agent, "won"):
                    self.agent.won(chips)
            case move:
                self._act(move)

    def _begin(self, cards: Cards) -> None:
        self._hand, self._sent, self._shown = None, None, NO_CARDS
        self._plain = isinstance(self.agent, Future)
        if not isinstance(self.agent, Future):
            self._hand = self.agent.begin(_START, self.rng).seated(self._player, cards)

    def _deal(self, board: tuple[int, ...]) -> None:
        known = self._real.community
        if any(card not in known for card in board[: len(known)]):
            raise GameError(f"A board must continue {known}; got {board}.", board)
        for card in board[len(known) :]:
            hand = self._hand
            with_hidden = isinstance(hand, RiverOfBlood)  # where apply would deal to the opponent
            self._hand = hand.after_card(card) if with_hidden else hand.apply(Deal(card))

    def _act(self, move: wire.Move) -> None:
        player = self._hand.active
        if player == self._player and self._sent is not None:
            if move != self._sent:
                self.tally.replaced += 1
                _LOG.warning(
                    "the engine has made %s of %s", wire.spell(move), wire.spell(self._sent)
                )
            self._sent = None
        action = wire.action_of(move, self._real.infoset(player))
        if player != self._player and hasattr(self.agent, "saw"):
            self.agent.saw(self._hand, action)
        self._hand = self._hand.apply(action)

    def _decide(self, line: str) -> wire.Move:
        """Return the agent's move."""
        hand = self._hand
        if self._plain:
            self.tally.plain += 1
            return wire.cautious(line)
        if hand is None or isinstance(self.agent, Future):
            raise GameError(
                "A hand must be followed from its start to act in it; this one was lost."
            )
        if hand.chance or hand.terminal or hand.active != self._player:
            raise GameError(
                "The engine must ask the player to act; another player is to act.",
                self._real,
            )
        self.tally.decisions += 1
        action, real = self.agent.act(hand, self.rng), self._real
        act(real, action)  # refuses what is illegal
        return wire.move_of(action, real.infoset(self._player))

    def _lose(self, line: str, error: Exception) -> wire.Move:
        """Give up the hand, and return a move that is legal in any case."""
        self.tally.fallbacks += 1
        self._hand, self._sent = None, None
        traced = not isinstance(error, ZeroSumError)  # an unexpected error
        _LOG.warning("could not follow the line %r: %s", line, error, exc_info=traced)
        return wire.cautious(line)

    def _check(self, chips: int) -> None:
        """Compare a result with the bot's own."""
        real = self._real
        hands = [self._shown, self._shown]
        hands[self._player] = real.hands[self._player]
        own = real.holding(*hands).payoff(self._player) if real.terminal else None
        if own != chips:
            self.tally.disputed += 1
            _LOG.warning("the engine pays %d chips where the bot makes it %s", chips, own)


def play(session: Session, connection: socket.socket) -> None:
    """Answer line by line until the match is over or the engine closes the connection.

    >>> from zerosum.pkr.bots.gallery import Folder
    >>> ours, theirs = socket.socketpair()
    >>> with theirs.makefile("w") as lines:  # the engine's: clock, seat, hand, and a raise to 4
    ...     print("T30.000 P1 HAh,Kd R4", "Q", sep=chr(10), file=lines)
    >>> play(Session(Folder(), Random(1)), ours)
    >>> theirs.recv(100).decode().split()
    ['F']
    >>> ours.close(), theirs.close()
    (None, None)
    """
    with suppress(ConnectionError), connection.makefile("rb") as lines:
        for line in lines:
            whole = line.endswith(b"\n")  # else the engine has gone in the middle of it
            reply = session.answer(line.decode("ascii", "replace").rstrip()) if whole else None
            if reply is None:
                return
            connection.sendall(f"{reply}\n".encode("ascii"))
