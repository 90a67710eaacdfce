"""Push or fold for two seats, by sampling: the small blind goes all-in or folds.

The big blind calls or folds. With ten big blinds a minute of training comes within a thousandth of
a big blind of the exact value. ``python -m blood.scenarios runs/blood.jam`` tells what each player
loses, and ``python -m blood.pushfold --stack 10`` is the exact chart.
"""

from zerosum.abstraction import Abstracted, menu
from zerosum.actions import offered
from zerosum.errors import GameError, check_count
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import allin
from zerosum.pkr.actions import Call, Fold, PokerAction
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player
from zerosum.pkr.holdem.abstraction.buckets import hole
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.shows.opening import opening


def fold_or_call(infoset: InfoSet) -> tuple[PokerAction, ...]:
    """Return to fold, and to call if the other seat is all-in."""
    return offered(((Fold(), True), (Call(), infoset.bets > 0)))


actions = menu(fold_or_call, rank=0) + allin


def TrainingAbstraction(*, stack: int = 10) -> Abstracted:  # noqa: N802
    """Return the start of a hand.

    Parameters
    ----------
    stack
        The big blinds of each seat, at least 2.
    """
    check_count("The stack of blood.jam", stack, 2, "write stack=10", GameError)
    game = NoLimitHoldem(stacks=(2 * stack,), blinds=(1, 2))
    return Abstracted(game, hole() * player * actions, actions)


experiment = Experiment(TrainingAbstraction, iterations=20_000_000, seed=7, show=opening)
