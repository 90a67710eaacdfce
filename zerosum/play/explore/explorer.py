"""Look around in a game: what has happened, what may happen, and what a strategy does there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import prod
from threading import Lock
from typing import Any, ClassVar

from zerosum.abstraction import Abstracted, split
from zerosum.errors import GameError, NotApplicable
from zerosum.evaluation.policies import ALL, Strategies, answer_of, by_player
from zerosum.game import History, number_of_seats, players_of
from zerosum.play.explore.advice import DEALS, Advice, advise
from zerosum.play.explore.public import PublicState, state_of
from zerosum.play.explore.spots import NEVER, Option, Row, Spot
from zerosum.play.explore.worlds import CHANCE, OVER, Observer, World
from zerosum.terms import Moment

_MOST_KEPT = 16  # public states
_WORD = re.compile(r"[^\s,/|+]+")
_KINDS = {CHANCE: "event", OVER: "over"}


class Explorer:
    """What a strategy does in all public states of a game, one at a time.

    A line is a list of tokens, one for each action and for whatever chance shows to all players;
    what players are dealt in private is left out. So a line reveals no secrets, and every private
    state of the seat to act is listed with its probability. Where private states are too many, or
    players have several seats, give a deal: then every spot has the one private state that is
    dealt. Several threads may ask one explorer.

    Parameters
    ----------
    strategies
        One for all players, or a list with one for each: a :class:`~zerosum.strategy.Strategy`, or
        a function from an infoset of the game to a mapping of actions to probabilities.
    game
        The start of a game, abstract or not.
    deal
        What chance does: its outcomes in order, the last of which a short line may not need, or a
        seed from which they are drawn. None for all that it may do.

    Raises
    ------
    GameError
        If the deal is neither a seed nor outcomes.
    StrategyError
        If the strategies are not callable, or not as many as players.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> uniform = lambda infoset: dict.fromkeys(infoset.actions(), 1 / len(infoset.actions()))
    >>> explorer = Explorer(uniform, Leduc())
    >>> spot = explorer.at("r c")
    >>> spot.kind, [option.label for option in spot.options]
    ('event', ['Jc', 'Js', 'Qc', 'Qs', 'Kc', 'Ks'])
    >>> spot = explorer.at("r c Ks")
    >>> [event.words for event in spot.events]
    ['Player 0 bets 2', 'Player 1 calls 2', 'The board: Ks']
    >>> [(row.hand, round(row.probability, 2)) for row in spot.rows]
    [('Jc', 0.2), ('Js', 0.2), ('Qc', 0.2), ('Qs', 0.2), ('Kc', 0.2)]
    """

    big_blind: ClassVar[int | None] = None

    def __init__(
        self,
        strategies: Strategies,
        game: History,
        deal: int | Sequence[Any] | None = None,
    ) -> None:
        self.strategies, self.game, self.deal = strategies, game, deal
        self._by_player = dict(by_player(strategies, players_of(game)))
        self._observer = Observer(game, deal)
        self._states: dict[tuple[str, ...], PublicState] = {}
        self._lock = Lock()

    def __reduce__(self) -> tuple[object, ...]:
        return Explorer, (self.strategies, self.game, self.deal)

    def at(self, line: str | Sequence[str] = ()) -> Spot:
        """Return the spot that a line leads to.

        Parameters
        ----------
        line
            The tokens, or a text with spaces or any of ``/ , | +`` between them; empty for the
            first decision. Labels of options are read as well as their tokens; those with spaces
            only in a list.

        Raises
        ------
        GameError
            If the line is no text or list of words, or a token or an outcome of the deal is not
            possible where it stands.
        NotApplicable
            If private states cannot be listed, and no deal is given.
        StrategyError
            If the probabilities of a strategy are negative, do not sum to one, or are of no action.

        Notes
        -----
        Interpreted. Costs a call of ``apply`` for each history that players hold possible and each
        move of the line, and a question to the strategy for each private state of each seat on the
        way; the last states are kept.
        """
        words: Any = _WORD.findall(line) if isinstance(line, str) else line
        if not (isinstance(words, Sequence) and all(isinstance(word, str) for word in words)):
            raise GameError(
                f"A line must be a text or a list of words; got {line!r}: write one such as 'r c'.",
                line,
            )
        with self._lock:
            return _Look(self._observer, self._by_player, self._state(tuple(words))).spot()

    def advise(
        self, moment: Moment, taken: Any = None, *, deals: int = DEALS, seed: int = 0
    ) -> Advice:
        """Return what the strategy does at a decision of a hand, and what each action wins.

        The advice depends on what the seat to act knows, and on nothing else in the hand. If all
        histories that follow are few, values are exact.

        Parameters
        ----------
        moment
            The decision, with the menu that the seat chooses from.
        taken
            What the seat did there; None for nothing.
        deals
            How many deals are played out where values are not exact; 0 for none.
        seed
            Equal seeds give equal values.

        Notes
        -----
        Without values where the histories that the seat holds possible cannot be listed.
        """
        observer, steps = self._observer, moment.steps
        asking = _Asking(self._by_player)
        try:
            worlds = state_of(observer, steps).worlds
        except NotApplicable:
            worlds = []
        known, likely = moment.infoset, dict[World, tuple[float, float]]()
        for world in worlds:
            if world.moment.infoset == known:
                led = asking.reaches(world)
                likely[world] = world.chance, prod(led[: world.turn] + led[world.turn + 1 :])
        same = Abstracted(moment.base, *split(self.game)[1:])
        here = next(iter(likely), None) or World(Moment(same, steps))
        ask = observer.terms, asking.ask
        return advise(*ask, moment, here, likely or None, taken, deals, seed)

    def expected(self, hand: Any) -> float | None:  # noqa: ARG002
        """Return what a finished hand wins on average over the cards after an all-in.

        None in games without all-ins; see :func:`zerosum.pkr.ask.allin.expected`.
        """
        return None

    def _state(self, line: tuple[str, ...]) -> PublicState:
        states = self._states
        if not states:
            states[()] = PublicState.of(self._observer, [self._observer.start])
        known = max((kept for kept in states if line[: len(kept)] == kept), key=len)
        state = states[known]
        for length in range(len(known) + 1, len(line) + 1):
            states[line[:length]] = state = state.after(line[length - 1])
            if len(states) > _MOST_KEPT:
                del states[list(states)[1]]  # the start stays
        return state


class _Asking:
    """Asks strategies, which are given by player, once for each infoset."""

    def __init__(self, strategies: Mapping[int, Any]) -> None:
        self.strategies = strategies
        self.known: dict[Any, tuple[Mapping[Any, float], bool]] = {}

    def reaches(self, world: World) -> list[float]:
        """Return the probability that each seat does what it did on the way to a world."""
        reaches = [1.0] * number_of_seats(world.moment.base)
        for before, step in world.way:
            if before.turn >= 0:
                reaches[before.turn] *= self.ask(before)[0].get(step, 0.0)
        return reaches

    def ask(self, world: World) -> tuple[Mapping[Any, float], bool]:
        """Return what the strategy does in a world, and whether it knows the infoset."""
        game = world.moment.game
        infoset = game.infoset(game.active)
        key = game.active, infoset
        if key not in self.known:
            strategy = self.strategies[game.active if game.active in self.strategies else ALL]
            knows = getattr(strategy, "knows", None)
            self.known[key] = answer_of(strategy, infoset), knows is None or knows(infoset)
        return self.known[key]


class _Look(_Asking):
    """Makes the spot of a public state.

    Parameters
    ----------
    observer
        What all players know.
    strategies
        By player; :data:`~zerosum.evaluation.policies.ALL` for all of them.
    state
        The public state.
    """

    def __init__(
        self, observer: Observer, strategies: Mapping[int, Any], state: PublicState
    ) -> None:
        super().__init__(strategies)
        self.observer, self.state = observer, state
        self.led = {world: self.reaches(world) for world in state.worlds}
        likely = {world: world.chance * prod(own) for world, own in self.led.items()}
        self.reach = sum(likely.values())
        if self.reach <= 0.0:
            likely = {world: world.chance for world in state.worlds}
        whole = sum(likely.values())
        self.shares = {world: share / whole for world, share in likely.items()}

    def spot(self) -> Spot:
        """Return the spot."""
        state, terms = self.state, self.observer.terms
        first, acts = state.worlds[0].moment, state.turn >= 0
        rows = self._rows() if acts else ()
        said = (
            {terms.chips(worlds[0].moment, state.turn) for worlds in state.held} if acts else {""}
        )
        payoffs = self._payoffs() if state.turn == OVER else []
        return Spot(
            line=state.line,
            seats=tuple(map(terms.seat, range(number_of_seats(first.base)))),
            kind=_KINDS.get(state.turn, "decision"),
            seat=state.turn if acts else None,
            events=state.events,
            board=terms.board(state.before or first).plain,
            status=said.pop() if len(said) == 1 else "",
            options=self._options(rows),
            rows=rows,
            reach=self.reach,
            payoffs=tuple(map(self._mean, payoffs)) or None,
            settled=all(len(set(won)) == 1 for won in payoffs),
            notes=() if self.reach > 0.0 else (NEVER,),
        )

    def _rows(self) -> tuple[Row, ...]:
        """Return what the strategy does with each private state of the seat to act."""
        state, rows = self.state, []
        total = sum(world.chance for world in state.worlds)
        for worlds in state.held:
            dealt = sum(world.chance for world in worlds)
            own = sum(world.chance * self.led[world][state.turn] for world in worlds)
            answer, visited = self.ask(worlds[0])
            menu = worlds[0].menu
            shares = (answer.get(one.key, 0.0) if one.key in menu else None for one in state.moves)
            rows.append(
                Row(
                    hand=self.observer.terms.spell(state.private(worlds[0])),
                    dealt=dealt / total,
                    reach=own / dealt,
                    probability=sum(self.shares[world] for world in worlds),
                    visited=visited,
                    strategy=tuple(shares),
                )
            )
        return tuple(rows)

    def _options(self, rows: tuple[Row, ...]) -> tuple[Option, ...]:
        """Return what may happen next, each with its probability."""
        found = []
        for number, move in enumerate(self.state.moves):
            if rows:
                share = sum(row.probability * (row.strategy[number] or 0.0) for row in rows)
            else:
                share = sum(self.shares[world] for world in self.state.classes[move.key])
            found.append(Option(move.token, move.label, share))
        return tuple(found)

    def _payoffs(self) -> list[list[float]]:
        """Return what each player wins in each world."""
        bases = [world.moment.base for world in self.state.worlds]
        players = range(players_of(self.observer.base))
        return [[float(base.payoff(player)) for base in bases] for player in players]

    def _mean(self, won: list[float]) -> float:
        if len(set(won)) == 1:
            return won[0]
        return sum(share * one for share, one in zip(self.shares.values(), won, strict=True))
