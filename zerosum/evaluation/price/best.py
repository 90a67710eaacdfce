r"""The least that any abstract strategy loses in the whole game.

What a strategy of one player concedes is what a best response of the whole game wins against it.
The lifted NashConv of two players is the sum of what they concede, less what their payoffs sum
to, so each player's least can be
found alone: in the game in which only that player sees through the abstraction,

.. math:: \min_{\sigma_0} \max_{\sigma_1} u_1 + \min_{\sigma_1} \max_{\sigma_0} u_0.

If the player has perfect recall in it, that is the value of a game solved by a linear program.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from zerosum.algorithms.plans import behaviour
from zerosum.errors import GameError
from zerosum.evaluation.price.cfr_br import least_by_cfr, least_by_cfr_br
from zerosum.evaluation.price.division import Division, whole_of
from zerosum.evaluation.price.solving import ITERATIONS, LARGEST, PROGRAM, Effort, programmed
from zerosum.rules import DCFR, Rule
from zerosum.tables import Floats


@dataclass(frozen=True)
class Best:
    """The least lifted NashConv of any abstract strategy.

    Parameters
    ----------
    conceded
        For each player the least, in chips, that an abstract strategy concedes to a best response
        of the opponent, who sees the whole game.
    how
        How each was found: ``"LP"`` is exact; anything else is an upper bound, reached by an
        actual abstract strategy.
    constant
        What the payoffs of the game sum to, in chips.

    Examples
    --------
    >>> best = Best(conceded=(1 / 9, 1 / 15), how=("LP", "LP"))
    >>> round(best.price, 5), best.exact
    (0.17778, True)
    """

    conceded: tuple[float, float]
    how: tuple[str, str]
    constant: float = 0.0

    @property
    def price(self) -> float:
        """The least lifted NashConv, in chips."""
        # Rounding may leave the sum slightly below 0.
        return max(sum(self.conceded) - self.constant, 0.0)

    @property
    def exact(self) -> bool:
        """Whether the price is the least, not only an upper bound."""
        return self.how == (PROGRAM, PROGRAM)


def best(
    game: Any,
    states: Any,
    actions: Any = None,
    *,
    iterations: int = ITERATIONS,
    rule: Rule = DCFR,
    largest: int = LARGEST,
) -> Best:
    """Return the least lifted NashConv of any strategy of an abstraction.

    A refinement of an abstraction never has a greater one, whatever its equilibria cost.

    Parameters
    ----------
    game, states, actions, iterations, rule, largest
        As for :func:`~zerosum.evaluation.price.loss.loss`.

    Raises
    ------
    AbstractionError
        If the abstraction is ill-formed, or offers actions that the game does not.
    GameError
        If there are not two players.

    Notes
    -----
    For each player with perfect recall in the abstraction, a linear program in which the other
    sees the whole game: together a tenth of a second on Leduc. Otherwise CFR, and then CFR-BR
    (Johanson et al. 2012), produce many abstract strategies, and the one that concedes least
    counts. That is an upper bound on the least: on Leduc, where the least is known, 1,000
    iterations come within one per cent of it. More iterations come closer, but with imperfect
    recall they may stay above it.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> round(best(Kuhn(), is_jack * betting).price, 9)  # 8/45
    0.177777778
    """
    division = Division.of(whole_of(game), states, actions)
    if division.tree.players != 2:
        raise GameError(
            f"The best of an abstraction needs a game of two players; got "
            f"{division.tree.players}: ask for the loss.",
            game,
        )
    return best_of(division, Effort(iterations, rule, largest))


def best_of(division: Division, effort: Effort) -> Best:
    """Return the least lifted NashConv of any strategy of an abstraction."""
    first, second = (concession(division, player, effort) for player in range(2))
    constant = 2 * division.tree.share
    return Best((first.chips, second.chips), (first.how, second.how), constant)


class Concession(NamedTuple):
    """The least that a player concedes.

    Parameters
    ----------
    chips
        What a best response of the opponent, who sees the whole game, wins.
    how
        How it was found.
    reply
        The opponent's plan against which no plan of the player does better, as the probability of
        each sequence of the whole game; None unless a linear program was solved.
    """

    chips: float
    how: str
    reply: Floats | None = None


def concession(division: Division, player: int, effort: Effort) -> Concession:
    """Return the least that a player concedes who alone sees through the abstraction."""
    half = division.half(player)
    program = programmed(half, effort)
    if program is not None:
        value, _, plans = program.solve()
        reply = half.lifted(behaviour(half, plans))
        return Concession(2 * half.share - value if player == 0 else value, PROGRAM, reply)
    learnt = least_by_cfr(half, player, effort)
    if all(half.recall):
        return Concession(half.share + learnt, effort.regret_matching)
    conceded = half.share + min(learnt, least_by_cfr_br(half, player, effort))
    return Concession(conceded, f"{effort.regret_matching}, then CFR-BR")
