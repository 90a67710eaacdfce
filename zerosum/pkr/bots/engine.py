"""A seat at the match engine: follow every hand line by line, and let an agent answer.

The engine's lines are authoritative. The bot's own action, too, is applied only when the engine
repeats it, so nothing is applied twice, and an action that the engine has replaced is followed as
replaced. If a line cannot be followed, the bot checks, or folds if it owes chips, until the next
hand. This is counted and logged, as is anything else that should not happen.
"""

import logging
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError, ZeroSumError
from zerosum.game import History
from zerosum.pkr.abstraction.tracking import act
from zerosum.pkr.actions import Check, Deal
from zerosum.pkr.bots import wire
from zerosum.pkr.game import RiverOfBlood
from zerosum.play.agents import Agent
from zerosum.rng import Random

_LOG = logging.getLogger("zerosum")
_START = RiverOfBlood()


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
    seconds
        The time from reading a line to its reply, over all lines.
    """

    hands: int = 0
    chips: int | Fraction = 0
    decisions: int = 0
    fallbacks: int = 0
    replaced: int = 0
    disputed: int = 0
    seconds: float = 0.0


class Session:
    """A match played by an agent, line by line.

    Parameters
    ----------
    agent
        An agent whose hands are walks with a method ``seated``, as walks of ``Translation`` are.
    rng
        The agent's random numbers.

    Attributes
    ----------
    tally
        The counts of the match.

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

    def __init__(self, agent: Agent, rng: Random) -> None:
        self.agent = agent
        self.rng = rng
        self.tally = Tally()
        self._player = 0
        self._shown = NO_CARDS
        self._hand: History = None  # as the agent follows it; None while out of step
        self._sent: wire.Move | None = None  # what the engine has not repeated yet

    def answer(self, line: str) -> str | None:
        """Return the reply to a line of the engine; None if the match is over."""
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
            self._sent = None if results else self._decide()
            reply = self._sent or Check()
        except Exception as error:  # noqa: BLE001 a hand may be lost, never the match
            reply = self._lose(line, error)
        self.tally.seconds += time.perf_counter() - begun
        return wire.spell(reply)

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
            case move:
                self._act(move)

    def _begin(self, cards: Cards) -> None:
        self._hand, self._sent, self._shown = None, None, NO_CARDS
        self._hand = self.agent.begin(_START, self.rng).seated(self._player, cards)

    def _deal(self, board: tuple[int, ...]) -> None:
        known = self._hand.real.community
        if any(card not in known for card in board[: len(known)]):
            raise GameError(f"A board must continue {known}; got {board}.", board)
        for card in board[len(known) :]:
            self._hand = self._hand.apply(Deal(card))

    def _act(self, move: wire.Move) -> None:
        player = self._hand.active
        if player == self._player and self._sent is not None:
            if move != self._sent:
                self.tally.replaced += 1
                _LOG.warning(
                    "the engine has made %s of %s", wire.spell(move), wire.spell(self._sent)
                )
            self._sent = None
        self._hand = self._hand.apply(wire.action_of(move, self._hand.real.infoset(player)))

    def _decide(self) -> wire.Move:
        """Return the agent's move."""
        hand = self._hand
        if hand is None:
            raise GameError(
                "A hand must be followed from its start to act in it; this one was lost."
            )
        if hand.chance or hand.terminal or hand.active != self._player:
            raise GameError(
                "The engine must ask the player to act; another player is to act.", hand.real
            )
        self.tally.decisions += 1
        action, real = self.agent.act(hand, self.rng), hand.real
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
        real = self._hand.real
        hands = [self._shown, self._shown]
        hands[self._player] = real.hands[self._player]
        own = real.holding(*hands).payoff(self._player) if real.terminal else None
        if own != chips:
            self.tally.disputed += 1
            _LOG.warning("the engine pays %d chips where the bot makes it %s", chips, own)


def play(session: Session, connection: socket.socket) -> None:
    """Answer line by line until the match is over or the engine closes the connection."""
    with suppress(ConnectionError), connection.makefile("rb") as lines:
        for line in lines:
            whole = line.endswith(b"\n")  # else the engine has gone in the middle of it
            reply = session.answer(line.decode("ascii", "replace").rstrip()) if whole else None
            if reply is None:
                return
            connection.sendall(f"{reply}\n".encode("ascii"))


def connect(port: int, host: str = "localhost", who: str = "engine") -> socket.socket:
    """Return a connection to the engine, or to a dealer.

    Raises
    ------
    GameError
        If nobody listens.
    """
    try:
        connection = socket.create_connection((host, port))
    except OSError as error:
        raise GameError(
            f"The {who} must listen on port {port} of {host}; the system says: "
            f"{error.strerror or error}: start the {who} first.",
            port,
        ) from error
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # replies are short
    return connection
