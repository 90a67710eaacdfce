"""A hand that a person plays against agents: what happens, and what the person is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self, TypeAlias

from rich.text import Text

from zerosum.abstraction import split
from zerosum.abstraction.menus import come_to
from zerosum.errors import GameError
from zerosum.game import Action, History, number_of_seats, players_of, seat_of
from zerosum.native.primitives import draw
from zerosum.play.agents import Agent
from zerosum.play.explore.seats import seats_of, unseen_of
from zerosum.rng import Random
from zerosum.terms import Moment, Terms, terms_of, third_person

Dice: TypeAlias = Callable[[int], Random]
"""Returns the random numbers of a step, by the number of steps before it."""


@dataclass(frozen=True)
class Played:
    """A hand as far as it was played, for all that look back at it.

    Parameters
    ----------
    start
        The start of the hand, with the menus that the person chose from.
    steps
        The outcomes of chance and the actions, as the game without abstraction has them.
    seat
        The person's seat.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> hand = Played(Kuhn(), (0, 2, 1, 1), seat=0)
    >>> hand.moment.base.payoff(0), [step for _, step in hand.decisions]
    (-2.0, [1])
    >>> [step for _, step in hand.moments()]
    [0, 2, 1, 1]
    """

    start: History
    steps: tuple[Any, ...]
    seat: int

    @property
    def moment(self) -> Moment:
        """Where it stands."""
        moment = Moment(self.start)
        for step in self.steps:
            moment = moment.apply(step)
        return moment

    def moments(self) -> Iterator[tuple[Moment, Any]]:
        """Yield each moment with the step that was taken there."""
        moment = Moment(self.start)
        for step in self.steps:
            yield moment, step
            moment = moment.apply(step)

    @property
    def decisions(self) -> Iterator[tuple[Moment, Any]]:
        """The moments at which the person had a choice, with the actions that were taken."""
        for moment, step in self.moments():
            base = moment.base
            if not base.chance and seat_of(base) == self.seat and len(moment.menu) > 1:
                yield moment, step


def start_for(game: History, walk: History = None) -> History:
    """Return the start of a hand against a strategy, with the menus that a person chooses from.

    Parameters
    ----------
    game
        The start of the game that the strategy was trained on.
    walk
        What the strategy walks through if the real game has other actions; None if not.
    """
    base = split(game)[0]
    return base if walk is not None or terms_of(base).full_menu else game


@dataclass(frozen=True)
class Lineup:
    """Who sits where, and how they are called.

    Parameters
    ----------
    game
        The start of a hand, with the menus that the person chooses from.
    agents
        Who plays the seats that follow the person's, in turn; if they are fewer than these seats,
        they begin again. One agent plays all other seats, including seats of partners.
    own
        The person's seat.
    """

    game: History
    agents: tuple[Agent, ...]
    own: int = 0

    @cached_property
    def terms(self) -> Terms:
        """The words of the game."""
        return terms_of(split(self.game)[0])

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that decide; the others, such as a dealer, never act."""
        return seats_of(self.game)

    @cached_property
    def unseen(self) -> frozenset[tuple[int, int]]:
        """The pairs of seats where the second does not see what the first does."""
        return frozenset() if self.terms.public_actions else unseen_of(self.game)

    @cached_property
    def size(self) -> int:
        """The number of seats."""
        return number_of_seats(split(self.game)[0])

    @property
    def players(self) -> int:
        """The number of players, each with one seat or more."""
        return players_of(self.game)

    @property
    def partners(self) -> list[int]:
        """The other seats of the person's player."""
        return self.partners_of(self.own)

    def partners_of(self, seat: int) -> list[int]:
        """Return the other seats of the player to whom a seat belongs."""
        seats = range(seat % self.players, self.size, self.players)
        return [other for other in seats if other != seat]

    @cached_property
    def distinct(self) -> tuple[Agent, ...]:
        """The agents, each once."""
        return tuple({id(agent): agent for agent in self.agents}.values())

    def number(self, seat: int) -> int:
        """Return which of the distinct agents plays a seat."""
        agent = self.agents[(seat - self.own - 1) % self.size % len(self.agents)]
        return next(at for at, other in enumerate(self.distinct) if other is agent)

    def named(self, seat: int) -> str:
        """Return the name of a seat: its agent's, or its own if it has partners or never acts."""
        name = self.terms.seat(seat)
        if seat not in self.seats or self.partners_of(seat):
            return name[:1].upper() + name[1:]
        agent = self.distinct[self.number(seat)].name
        return agent if len(self.seats) < 3 else f"{agent} ({name})"


@dataclass(frozen=True)
class Hand:
    """A hand in progress; :meth:`begin` makes one.

    Parameters
    ----------
    lineup
        Who sits where.
    now
        Where it stands.
    starts, followed
        The start of the hand, and the hand as each distinct agent follows it.
    last
        Where an agent acted last; None if none did.
    news
        What the person is told of the last event.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> hand = Hand.begin(Lineup(Kuhn(), (Uniform(),)), Random(1))
    >>> dealt, = hand.advance(lambda _: Random(2), lambda _: Random(3))
    >>> *_, end = dealt.act(1).advance(lambda _: Random(2), lambda _: Random(3))
    >>> [str(line) for line in end.news], end.over
    (['uniform folds.'], True)
    """

    lineup: Lineup
    now: Moment
    starts: tuple[History, ...]
    followed: tuple[History, ...]
    last: Moment | None = None
    news: tuple[Text, ...] = ()

    @classmethod
    def begin(cls, lineup: Lineup, mind: Random) -> Self:
        """Return the start of a hand, which each agent begins with random numbers."""
        starts = tuple(agent.begin(lineup.game, mind) for agent in lineup.distinct)
        return cls(lineup, Moment(lineup.game), starts, starts)

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return bool(self.now.base.terminal)

    def advance(self, deck: Dice, mind: Dice) -> Iterator[Hand]:
        """Yield the hand after each deal and each action, until the person has a choice.

        If only one action is legal for the person, it is taken.

        Parameters
        ----------
        deck, mind
            The random numbers of chance and of the agents.
        """
        hand, own = self, self.lineup.own

        def choose(at: Hand) -> Any:
            base, steps = at.now.base, len(at.now.steps)
            if base.chance:
                return draw(base, deck(steps))
            number = at.lineup.number(seat_of(base))
            return at.lineup.distinct[number].act(at.followed[number], mind(steps))

        while not hand.over:
            base = hand.now.base
            if base.chance or seat_of(base) != own:
                hand = hand._event(choose)
            elif len(hand.now.menu) == 1:
                hand = hand._event(lambda at: at.now.menu[0])
            else:
                return
            yield hand

    def follow(self, steps: Sequence[Any]) -> Iterator[Hand]:
        """Yield the hand after each event of a hand that was played before.

        Parameters
        ----------
        steps
            All steps of the hand, from its start on; none is taken from between moves of chance.
        """
        hand = self
        while len(hand.now.steps) < len(steps):
            hand = hand._event(lambda at: steps[len(at.now.steps)])
            yield hand

    def act(self, action: Action, *news: Text) -> Hand:
        """Return the hand after an action; to what is told of it, its outcome is added."""
        after = self._after(action)
        outcome = self.lineup.terms.outcome(self.now, after.now, self.lineup.own)
        return replace(after, news=(*news, *[outcome] * bool(outcome)))

    def spoken(self, action: Action) -> Text:
        """Return what the person does by an action."""
        return Text.assemble("You ", *self._words_of(action), ".")

    def read(self, words: str) -> Action:
        """Return the legal action that the person's words say.

        Raises
        ------
        GameError
            If they say none.
        """
        action = self.lineup.terms.read(self.now, words)
        self._check(action, words)
        return action

    @property
    def ending(self) -> Iterator[Text]:
        """What is told at the end: the hands that are open, and who wins what."""
        lineup, terms = self.lineup, self.lineup.terms
        others = [seat for seat in range(lineup.size) if seat != lineup.own]
        names = {lineup.own: "You"} | {seat: lineup.named(seat) for seat in others}
        if terms.shown(self.now):
            yield from self._showdown(names)
        yield from map(Text, terms.settled(self.now, names))

    def _event(self, choose: Callable[[Hand], Any]) -> Hand:
        """Return the hand after moves of chance, an agent's action, or an action of the person."""
        if not self.now.base.chance:
            step = come_to(self.now.infoset, choose(self))
            if seat_of(self.now.base) != self.lineup.own:
                return self._acted(step)
            tells = len(self.now.menu) > 1 or self.lineup.terms.tells(self.now)
            return self.act(step, *[self.spoken(step)] * tells)
        hand = self
        while hand.now.base.chance and not hand.over:
            hand = hand._after(choose(hand))
        words = self.lineup.terms.dealt(self.now, hand.now)
        return replace(hand, news=(words,) if words else ())

    def _acted(self, action: Action) -> Hand:
        """Return the hand after an agent's action, which is told if the person sees it."""
        lineup, seat = self.lineup, seat_of(self.now.base)
        seen = (seat, lineup.own) not in lineup.unseen and lineup.terms.tells(self.now)
        words = third_person(*self._words_of(action)) if seen else ""
        told = [Text(f"{lineup.named(seat)} {words}.")] if seen else []
        return replace(self.act(action, *told), last=self.now)

    def _words_of(self, action: Action) -> tuple[str, str]:
        """Return in words what an action does in the real game."""
        return self.lineup.terms.told(self.now, come_to(self.now.infoset, action))

    def _after(self, step: Any) -> Hand:
        followed = tuple(hand.apply(step) for hand in self.followed)
        return replace(self, now=self.now.apply(step), followed=followed, news=())

    def _check(self, action: Action, words: str) -> None:
        """Check that an action is on the menu, or does what one on the menu does.

        Raises
        ------
        GameError
            If it is not legal.
        """
        now, terms = self.now, self.lineup.terms
        if action in now.menu:
            return
        try:
            after = now.apply(action)
        except GameError:
            raise
        except Exception:  # noqa: BLE001 (what the game does with an illegal action is not known)
            after = None
        if after is None or not any(now.apply(option).game == after.game for option in now.menu):
            raise GameError(
                f"The word {words.strip()!r} must be a legal action; {type(terms).__name__} "
                f"reads it as {action!r}: legal here are "
                f"{', '.join(choice.word for choice in terms.choices(now))}.",
                action,
            )

    def _showdown(self, names: Mapping[int, str]) -> Iterator[Text]:
        """Yield the hands that are open."""
        terms, board = self.lineup.terms, self.lineup.terms.board(self.now)
        hands = {seat: terms.hand(self.now, seat) for seat in names}
        hands = {seat: hand for seat, hand in hands.items() if hand}
        if not hands:
            return
        yield Text.assemble("Showdown", *((" on ", board) if board else ()), ":")
        width = max(len(names[seat]) for seat in hands)
        for seat, hand in hands.items():
            best = terms.best(self.now, seat)
            yield Text.assemble(
                f"  {names[seat]:<{width}}  ", hand, *([f"  {best}"] if best else [])
            )
