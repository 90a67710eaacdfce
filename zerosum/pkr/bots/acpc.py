"""A seat at an ACPC dealer: follow every hand by its match states, and let an agent answer.

Each state of the dealer says all that was done in the hand, the bot's own actions included, so a
state is followed from the one before it. If a state cannot be followed, or the agent fails, the bot
checks, or folds if it owes chips. This is counted and logged, as is anything else that should not
happen.
"""

import logging
import socket
import time
from contextlib import suppress
from fractions import Fraction

from zerosum.errors import GameError, ZeroSumError
from zerosum.game import History
from zerosum.pkr.acpc import (
    MOST_ACTIONS,
    MatchState,
    cautious,
    definition_of,
    followed,
    game_of,
    hand_of,
    read_state,
    seated,
    seats_of,
    shown,
    word_of,
)
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.bots.engine import Tally
from zerosum.pkr.holdem import UNIT
from zerosum.pkr.text.line import some_hand
from zerosum.play.agents import Agent
from zerosum.play.beside import seated as seated_of
from zerosum.rng import Random

_LOG = logging.getLogger("zerosum")
VERSION = "VERSION:2.0.0"
_COMMENTS = ("#", ";")


class Session:
    """A match played by an agent at an ACPC dealer, line by line.

    Parameters
    ----------
    agent
        The agent. Its hands are histories of the game, abstract or not, or walks beside them with
        a method ``seated``.
    game
        The start of the game that the agent plays. The dealer's is the same with ACPC rules.
    rng
        The agent's random numbers.
    seats
        The seat of the game that each position is, from :func:`zerosum.pkr.acpc.seats_of`; of two
        seats, position 0 has the larger blind if it is left out.

    Attributes
    ----------
    tally
        The counts of the match.

    Raises
    ------
    GameError
        If the dealer cannot deal the game.

    Examples
    --------
    >>> from zerosum.pkr import Bet, NoLimitHoldem
    >>> class Raiser:
    ...     name = "raiser"
    ...     def begin(self, game, rng=None):
    ...         return game
    ...     def act(self, hand, rng):
    ...         return Bet(hand.infoset(hand.active).bounds()[0])
    >>> session = Session(Raiser(), NoLimitHoldem(blinds=(1, 2)), Random(1))
    >>> session.answer("MATCHSTATE:0:7::AhKd|")  # of two seats, position 0 is the big blind
    >>> session.answer("MATCHSTATE:0:7:c:AhKd|")
    'MATCHSTATE:0:7:c:AhKd|:r4'
    >>> session.answer("MATCHSTATE:0:7:cr4:AhKd|")
    >>> session.answer("MATCHSTATE:0:7:cr4f:AhKd|")
    >>> session.tally.hands, float(session.tally.chips), session.tally.fallbacks
    (1, 2.0, 0)
    """

    def __init__(
        self,
        agent: Agent,
        game: History,
        rng: Random,
        seats: tuple[int, ...] = (),
    ) -> None:
        self.agent = agent
        self.game = game
        self.rng = rng
        self.tally = Tally()
        self._start = game_of(definition_of(game))
        self._seats = seats or seats_of(game)
        self._last: tuple[str, str | None] = ("", None)
        self._number: int | None = None
        self._settled = True
        self._state: MatchState | None = None  # the last one of the hand; None while out of step
        self._real: History = None
        self._walk: History = None  # the hand as the agent follows it; None if it cannot
        self._sent: tuple[int, str] | None = None  # the place and the word of the own action

    def rehearse(self) -> None:
        """Let the agent decide once, so that all is compiled before a dealer waits.

        Raises
        ------
        ZeroSumError
            If it cannot.
        """
        seat, rng = self._start.active, Random(0)
        walk = seated_of(self.agent.begin(self.game, rng), seat, some_hand(self._start))
        if not walk.terminal and not walk.chance:
            self.agent.act(walk, rng)

    def answer(self, line: str) -> str | None:
        """Return the reply to a line of the dealer; None if it asks for none."""
        if line == self._last[0] or not line or line.startswith(_COMMENTS):
            return self._last[1] if line == self._last[0] else None
        begun = time.perf_counter()
        word = self._word(line)
        reply = None if word is None else f"{line}:{word}"
        self._last = (line, reply)
        self.tally.seconds += time.perf_counter() - begun
        return reply

    def close(self) -> None:
        """Note the end of the match."""
        if not self._settled:
            self._dispute("the match has ended within hand %s", self._number)

    def _word(self, line: str) -> str | None:
        """Return the word of the bot's action; None if another seat acts, or none."""
        try:
            state = read_state(line)
            self._follow(state)
        except Exception as error:  # noqa: BLE001 a hand may be lost, never the match
            self._note(line, error)
            self._state = None
            order = [self._start.blinds[seat] for seat in self._seats]
            return cautious(line, tuple(order))
        if self._real.terminal:
            self._settle(state)
            return None
        if self._real.active != self._seats[state.position]:
            return None
        try:
            word = self._decide(state)
        except Exception as error:  # noqa: BLE001 the same
            self._note(line, error)
            word = "f" if self._real.infoset(self._real.active).cost > 0 else "c"
        self._sent = (len(state.events), word)
        return word

    def _follow(self, state: MatchState) -> None:
        """Follow a state from the one before it, or from the start of its hand."""
        if state.number != self._number:
            self._begin(state)
        done = 0
        if self._state is None or not _continues(self._state, state):
            self._seat(state)
        else:
            done = len(self._state.events)
            self._compare(state)
        self._state = None  # until all is followed
        for action, real in followed(self._real, state, done):
            self._apply(action)
            self._real = real
        self._state = state

    def _begin(self, state: MatchState) -> None:
        if not self._settled:
            self._dispute("hand %d begins before hand %d is over", state.number, self._number)
        self.tally.hands += 1
        self._number, self._settled = state.number, False
        self._state = self._sent = None

    def _seat(self, state: MatchState) -> None:
        """Take the position and the cards of a state, before the first action."""
        self._real = seated(self._start, state, self._seats)
        self._walk = None
        seat, cards = self._seats[state.position], state.hands[state.position]
        try:
            walk = self.agent.begin(self.game, self.rng)
            self._walk = seated_of(walk, seat, hand_of(self._start, cards))
        except Exception as error:  # noqa: BLE001 the bot goes on without it
            _LOG.warning("the agent cannot begin %s: %s", state, error, exc_info=_traced(error))

    def _apply(self, action: PokerAction) -> None:
        """Let the agent follow an action or a card."""
        if self._walk is None:
            return
        try:
            self._walk = self._walk.apply(action)
        except Exception as error:  # noqa: BLE001 the same
            self._walk = None
            _LOG.warning("the agent cannot follow %s: %s", action, error, exc_info=_traced(error))

    def _compare(self, state: MatchState) -> None:
        """Compare what the dealer says that the bot did with what it did."""
        if self._sent is None or len(state.events) <= self._sent[0]:
            return
        index, word = self._sent
        if state.events[index] != word:
            self.tally.replaced += 1
            _LOG.warning("the dealer has made %s of %s: %s", state.events[index], word, state)
        self._sent = None

    def _decide(self, state: MatchState) -> str:
        """Return the word of the agent's action."""
        self.tally.decisions += 1
        if self._walk is None:
            raise GameError("A hand must be followed by the agent to act in it; it was lost.")
        action = self.agent.act(self._walk, self.rng)
        self._real.apply(action)  # refuses what is illegal
        word = word_of(action, self._real)
        full = len(state.betting[-1]) + len(self._seats) > MOST_ACTIONS
        return "c" if full and word.startswith("r") else word

    def _settle(self, state: MatchState) -> None:
        """Count what was won."""
        if self._settled:
            return
        self._settled = True
        try:
            parts = shown(self._real, state, self._seats).net(self._seats[state.position])
            self.tally.chips += Fraction(parts, UNIT)
        except GameError as error:
            self._dispute("cannot tell what was won: %s: %s", state, error)

    def _dispute(self, message: str, *details: object) -> None:
        self.tally.disputed += 1
        _LOG.warning(message, *details)

    def _note(self, line: str, error: Exception) -> None:
        """Count a line that is answered without the agent."""
        self.tally.fallbacks += 1
        _LOG.warning("could not follow %r: %s", line, error, exc_info=_traced(error))


def _continues(before: MatchState, state: MatchState) -> bool:
    """Return whether a state is a later one of the same hand, as the same position sees it."""
    position, done = before.position, before.events
    same = position == state.position and before.hands[position] == state.hands[position]
    return same and state.events[: len(done)] == done


def _traced(error: Exception) -> bool:
    return not isinstance(error, ZeroSumError)  # an unexpected error


def play(session: Session, connection: socket.socket) -> None:
    """Answer line by line until the dealer closes the connection.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.bots.gallery import Folder
    >>> ours, theirs = socket.socketpair()
    >>> with theirs.makefile("w") as lines:  # the dealer's: seven hands in, the big blind may check
    ...     print("MATCHSTATE:0:7:c:AhKd|", file=lines)
    >>> theirs.shutdown(socket.SHUT_WR)
    >>> play(Session(Folder(), NoLimitHoldem(blinds=(1, 2)), Random(1)), ours)
    >>> theirs.recv(100).decode().split()
    ['VERSION:2.0.0', 'MATCHSTATE:0:7:c:AhKd|:c']
    >>> ours.close(), theirs.close()
    (None, None)
    """
    with suppress(ConnectionError), connection.makefile("rb") as lines:
        connection.sendall(f"{VERSION}\r\n".encode("ascii"))
        for line in lines:
            if not line.endswith(b"\n"):  # the dealer has gone in the middle of it
                break
            reply = session.answer(line.decode("ascii", "replace").strip())
            if reply is not None:
                connection.sendall(f"{reply}\r\n".encode("ascii"))
    session.close()
