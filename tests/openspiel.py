"""Games here compared with OpenSpiel's: one walk over both, and conversion of strategies.

OpenSpiel calls a policy by the string of an information state; ours is asked for an infoset.
Which belong together is found by walking both games at once, where everything that the rules
say must agree: who moves, what may happen, how probable it is, who wins what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.references import Policy
from zerosum.bluff import Bluff
from zerosum.game import players_of
from zerosum.interop.openspiel import OpenSpielGame
from zerosum.interop.openspiel.loading import loaded
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.pkr import Bet, Deal, Fold
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.rng import Random

pyspiel = pytest.importorskip("pyspiel")

TOLERANCE = 1e-15
# Cards, faces, moves and bids of these have the same numbers in both.
NAMES = {Kuhn: "kuhn_poker", Leduc: "leduc_poker", Bluff: "liars_dice"}


class Step(NamedTuple):
    """A history in both games; what may happen there, by our name, and its number in theirs."""

    ours: Any
    theirs: pyspiel.State
    moves: Mapping[Any, int]


class Pairs(NamedTuple):
    """A game in theirs, the strings of our infosets and what each action is there."""

    game: pyspiel.Game
    strings: Mapping[Any, str]
    actions: Mapping[Any, Mapping[Any, int]]
    histories: int


def counterpart(game: Any) -> pyspiel.Game:
    """Return the game as OpenSpiel has it; its own in turn-based form."""
    if isinstance(game, OpenSpielGame):
        return loaded(game.name)
    if isinstance(game, LimitHoldem | NoLimitHoldem):
        return pyspiel.load_game("universal_poker", holdem_parameters(game))
    return pyspiel.load_game(NAMES[type(game)])


def holdem_parameters(game: LimitHoldem | NoLimitHoldem) -> dict[str, Any]:
    """Return a hold'em as ``universal_poker`` is told it; an ante is a blind of all."""
    streets = len(game.board) + 1
    posted = zip(game.posted, game.paid, strict=True)
    words: dict[str, Any] = {
        "numPlayers": game.players,
        "numRounds": streets,
        "numSuits": game.deck.suits,
        "numRanks": game.deck.ranks,
        "numHoleCards": game.hole,
        "numBoardCards": spaced(0, *game.board),
        "blind": spaced(*map(sum, posted)),
        "firstPlayer": spaced(1 + game.active, *[1 + game.first] * (streets - 1)),
    }
    if isinstance(game, LimitHoldem):
        words |= {"raiseSize": spaced(*game.bets), "maxRaises": spaced(*game.raises)}
        return words | {"betting": "limit"}
    words |= {"stack": spaced(*game.stacks), "bettingAbstraction": "fullgame"}
    return words | {"betting": "nolimit"}


def spaced(*numbers: int) -> str:
    return " ".join(str(number) for number in numbers)


def number_of(game: Any, move: Any) -> int:
    """Return the number that a move of ours has in theirs."""
    if not isinstance(game, LimitHoldem | NoLimitHoldem):
        return int(move)
    if isinstance(move, Deal):
        return ((move.card >> 2) - 13 + game.deck.ranks) * game.deck.suits + (move.card & 3)
    if isinstance(move, Bet):
        spent = game.posted[game.active] + game.paid[game.active] + move.quantity
        return 2 if isinstance(game, LimitHoldem) else spent
    return 0 if isinstance(move, Fold) else 1


def side_by_side(game: Any) -> Iterator[Step]:
    """Yield every history of both games, depth first, having found it the same in both."""
    waiting = [(game, counterpart(game).new_initial_state())]
    while waiting:
        ours, theirs = waiting.pop()
        moves = agreed_moves(ours, theirs)
        yield Step(ours, theirs, moves)
        waiting += [(ours.apply(move), theirs.child(number)) for move, number in moves.items()]


def agreed_moves(ours: Any, theirs: pyspiel.State) -> dict[Any, int]:
    """Return what may happen next, once both games say the same of a history."""
    assert ours.terminal == theirs.is_terminal(), theirs
    if ours.terminal:
        payoffs = [ours.payoff(player) for player in range(players_of(ours))]
        assert payoffs == theirs.returns(), theirs
        return {}
    assert ours.chance == theirs.is_chance_node(), theirs
    if ours.chance:
        moves = {outcome: number_of(ours, outcome) for outcome in ours.chances()}
        odds = {moves[outcome]: chance for outcome, chance in ours.chances().items()}
        expected = dict(theirs.chance_outcomes())
        assert odds.keys() == expected.keys(), theirs
        assert all(abs(odds[move] - expected[move]) <= TOLERANCE for move in odds), theirs
        return moves
    assert ours.active == theirs.current_player(), theirs
    menu = ours.infoset(ours.active).actions()
    moves = {action: number_of(ours, action) for action in menu}
    assert sorted(moves.values()) == theirs.legal_actions(), theirs
    return moves


def playout(game: Any, choices: list[int]) -> int:
    """Play a hand of hold'em in both, comparing every state; return the number of decisions."""
    ours, theirs, rng = game, counterpart(game).new_initial_state(), Random(choices[0])
    decisions = 0
    while not ours.terminal:
        if ours.chance:
            assert theirs.is_chance_node(), theirs
            move = ours.sample(rng)
            number = number_of(ours, move)
            assert number in theirs.legal_actions(), theirs
        else:
            numbers = agreed_moves(ours, theirs)
            choice = choices[1 + decisions % (len(choices) - 1)]
            moves = list(numbers)
            passive = moves[isinstance(moves[0], Fold)]
            move = passive if choice % 3 else moves[choice // 3 % len(moves)]
            number, decisions = numbers[move], decisions + 1
        ours = ours.apply(move)
        theirs.apply_action(number)
    assert theirs.is_terminal(), theirs
    payoffs = [ours.payoff(player) for player in range(ours.players)]
    assert payoffs == pytest.approx(theirs.returns(), abs=1e-9), theirs
    return decisions


@cache
def pair(game: Any) -> Pairs:
    """Walk both games; infosets must correspond one to one."""
    strings: dict[Any, str] = {}
    actions: dict[Any, Mapping[Any, int]] = {}
    owners: dict[str, Any] = {}
    histories = 0
    for ours, theirs, moves in side_by_side(game):
        histories += 1
        if ours.terminal or ours.chance:
            continue
        infoset, string = ours.infoset(ours.active), theirs.information_state_string()
        assert strings.setdefault(infoset, string) == string, f"{infoset} is two of theirs"
        assert owners.setdefault(string, infoset) == infoset, f"{string} is two of ours"
        actions[infoset] = moves
    return Pairs(counterpart(game), strings, actions, histories)


def exported(game: Any, strategy: Policy) -> pyspiel.TabularPolicy:
    """Return a strategy of ours as a policy of theirs."""
    pairs, table = pair(game), {}
    for infoset, moves in pairs.actions.items():
        odds = strategy(infoset)
        table[pairs.strings[infoset]] = [
            (number, float(odds.get(action, 0.0))) for action, number in moves.items()
        ]
    return pyspiel.TabularPolicy(table)


def imported(game: Any, policy: pyspiel.Policy) -> Policy:
    """Return a policy of theirs as a strategy of ours."""
    pairs = pair(game)

    def strategy(infoset: Any) -> dict[Any, float]:
        odds = policy.action_probabilities(pairs.strings[infoset])
        return {action: odds[number] for action, number in pairs.actions[infoset].items()}

    return strategy


def solved(game: Any, iterations: int) -> Policy:
    """Return what OpenSpiel's own CFR+ comes to, as a strategy of ours."""
    solver = pyspiel.CFRPlusSolver(pair(game).game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return imported(game, solver.tabular_average_policy())


def nash_conv(game: Any, strategy: Policy) -> float:
    """Return the NashConv of a strategy of ours, as OpenSpiel finds it."""
    return pyspiel.nash_conv(pair(game).game, exported(game, strategy))


def expected_values(game: Any, strategy: Policy) -> list[float]:
    """Return what each player wins on average, as OpenSpiel finds it."""
    start, everything = pair(game).game.new_initial_state(), -1
    policy = exported(game, strategy)
    return pyspiel.expected_returns(start, policy, everything, True)


def best_response_value(game: Any, player: int, strategy: Policy) -> float:
    """Return the most that a player can win against a strategy, as OpenSpiel finds it."""
    theirs = pair(game).game
    policy = exported(game, strategy)  # the responder keeps no hold on it
    responder = pyspiel.TabularBestResponse(theirs, player, policy)
    return responder.value(theirs.new_initial_state().history_str())
