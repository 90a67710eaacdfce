"""No-limit hold'em with 200 big blinds, in cheap classes of hands; for two seats or more.

Blinds of 50 and 100 and stacks of 20,000 are the ones of the Annual Computer Poker Competition.
``python -m blood.bot runs/blood.holdem --acpc HOST:PORT`` plays it at that dealer.
"""

from zerosum.abstraction import Abstracted, algebraic
from zerosum.errors import GameError, check_count
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import allin, by_street, limited, passive, pot_bets, raises
from zerosum.pkr.hands.classes import draws, higher_ranks, hole_class
from zerosum.pkr.hands.values import kind
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player, raises_of_hand, spr, street
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.shows.opening import opening


@algebraic
def cards(infoset: InfoSet) -> tuple[int, int, int, bool]:
    """Return the class of the hole cards before the flop; then what the hand makes.

    That is the category of the whole hand and of the board alone, the higher ranks that could beat
    it, and whether it has a strong draw.
    """
    hand, board = infoset.hand.mask, infoset.community.mask
    if board == 0:
        return hole_class(hand), 0, 0, False
    own, shared = kind(hand | board), kind(board)
    draw = len(infoset.community) < 5 and draws(hand | board)
    return own, shared, higher_ranks(hand, board, own, shared), draw


actions = (
    passive
    + allin
    + by_street({0: limited(raises(1, 3), street=3), 3: limited(pot_bets(1 / 2, 1), street=2)})
)
states = street * player * cards * raises_of_hand * spr(1, 2, 4, 8, 16) * actions


def TrainingAbstraction(*, players: int = 2, stack: int = 20_000) -> Abstracted:  # noqa: N802
    """Return the start of a hand.

    Parameters
    ----------
    players
        The number of seats, 2 to 10.
    stack
        The chips of each seat, at least 1; the big blind is 100.
    """
    check_count("The stack of blood.holdem", stack, 1, "write stack=20000", GameError)
    game = NoLimitHoldem(players=players, stacks=(stack,), blinds=(50, 100))
    return Abstracted(game, states, actions)


experiment = Experiment(TrainingAbstraction, iterations=200_000, seed=7, show=opening)
