"""What an abstraction costs: how much worse its players play in the whole game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.evaluation.price.best import Best, best_of
from zerosum.evaluation.price.division import Division, whole_of
from zerosum.evaluation.price.least import least_of
from zerosum.evaluation.price.size import Size
from zerosum.evaluation.price.solving import ITERATIONS, LARGEST, Effort, Solved, solved
from zerosum.evaluation.price.text import chips, kilobytes, plain, table
from zerosum.evaluation.response import response_to
from zerosum.evaluation.values import values_of
from zerosum.rules import DCFR, Rule
from zerosum.tree import Tree


@dataclass(frozen=True)
class Loss:
    """What an abstraction costs.

    All in chips a hand. *Lifted* strategies are those that were found for the abstract game,
    played in the whole one. Where an abstract game has several equilibria, what they cost may
    differ: :attr:`lifted` is the cost of one of them, while :attr:`least` and :attr:`best` do
    not depend on which was found.

    Where the abstraction leaves actions out, others may take them and come to infosets that it
    never saw. Lifted strategies are uniform there, as :func:`~zerosum.evaluation.lift.lift` has
    it, which may cost much more than all else; :attr:`best` may do there what it likes.

    Parameters
    ----------
    states, actions
        The abstraction.
    before, after
        How large the whole game and the abstract one are.
    recall
        Whether each player has perfect recall in the abstract game.
    how
        How the abstract game was solved: ``"LP"``, or which rule of CFR for how many iterations.
    values
        What each player wins when all play lifted strategies.
    responses
        What each player wins by a best response of the whole game to the others' lifted
        strategies.
    own
        NashConv of the strategies in the abstract game itself: how far it is from solved. None
        where a player forgets.
    regrets
        Where a player forgets, the largest average regret of each infoset, none below 0, summed
        over all. It tells whether CFR has settled and is **no bound** on anything: who forgets
        may have no regret and yet be far from the best. None where all remember.
    best
        The least lifted NashConv of any abstract strategy; None unless there are two players.
    least
        The least lifted NashConv of any equilibrium of the abstract game; None where no linear
        program serves.
    stake
        The largest payoff of the game.
    """

    states: Any
    actions: Any
    before: Size
    after: Size
    recall: tuple[bool, ...]
    how: str
    values: tuple[float, ...]
    responses: tuple[float, ...]
    own: float | None
    regrets: float | None
    best: Best | None
    least: float | None
    stake: float

    @property
    def gaps(self) -> tuple[float, ...]:
        """What each player could gain by leaving the lifted strategies alone."""
        return tuple(best - value for best, value in zip(self.responses, self.values, strict=True))

    @property
    def lifted(self) -> float:
        """The NashConv of the lifted strategies in the whole game: the sum of the gaps."""
        return sum(self.gaps)

    @property
    def price(self) -> float:
        """The least lifted NashConv of any abstract strategy; the lifted where that is unknown."""
        return self.lifted if self.best is None else self.best.price

    @property
    def rounding(self) -> float:
        """Prices that are closer than this are equal: a ten-millionth of the stake."""
        return 1e-7 * self.stake

    @property
    def exact(self) -> bool:
        """Whether the price is the least of any abstract strategy, and no upper bound."""
        return self.best is not None and self.best.exact

    def shown(self, value: float | None) -> str:
        """Return chips as tables show them, with digits that fit the stake; nothing for None."""
        return chips(value, self.stake)

    def as_dict(self) -> dict[str, Any]:
        """Return the record as JSON has it: numbers, words, lists and None.

        States and actions are spelled out.
        """
        names = ("gaps", "lifted", "price", "exact")
        found: dict[str, Any] = plain(self)
        return found | {name: plain(getattr(self, name)) for name in names}

    def __str__(self) -> str:
        players, alone = len(self.recall), [None] * len(self.recall)
        lines = [
            ["", *(f"player {player}" for player in range(players)), "together", ""],
            _line("infosets", self.after.infosets, kilobytes(self.after.bytes)),
            _line("in the whole game", self.before.infosets, kilobytes(self.before.bytes)),
            ["recall", *("perfect" if perfect else "forgets" for perfect in self.recall), "", ""],
            self._chips("value, lifted", self.values, None),
            self._chips("could gain by leaving", self.gaps, self.lifted, self.how),
        ]
        if self.least is not None:
            lines.append(self._chips("at any equilibrium", alone, self.least, "at least"))
        if self.best is not None:
            how = "LP" if self.best.exact else "upper bound"
            lines.append(self._chips("concedes at best", self.best.conceded, self.best.price, how))
        if self.own is not None:
            lines.append(self._chips("abstract NashConv", alone, self.own))
        if self.regrets is not None:
            lines.append(self._chips("regret sum", alone, self.regrets, "no bound"))
        return table(lines)

    def _chips(self, name: str, values: Any, together: float | None, note: str = "") -> list[str]:
        return [name, *map(self.shown, values), self.shown(together), note]


def loss(
    game: Any,
    states: Any,
    actions: Any = None,
    *,
    iterations: int = ITERATIONS,
    rule: Rule = DCFR,
    largest: int = LARGEST,
) -> Loss:
    """Return what an abstraction costs.

    The abstract game is solved, its strategies are lifted into the whole game, and best responses
    there say what they lose.

    Parameters
    ----------
    game
        The start of a game that is not abstract, or its class or tree.
    states, actions
        As for :class:`~zerosum.abstraction.Abstracted`; None for what is left as it is.
    iterations, rule
        Of CFR, where no linear program serves.
    largest
        Linear programs are solved up to so many sequences of both players; an LP serves where
        there are two, and both have perfect recall.

    Raises
    ------
    AbstractionError
        Where the abstraction is ill-formed, with the key, both menus and both histories; where it
        offers what the game does not; where the game is abstract itself; or where there is no
        iteration.
    GameError
        Where the whole game does not enumerate, or a player forgets in it.

    Notes
    -----
    The whole game is enumerated, once. All else is cut out of its tree: nothing compiles for an
    abstraction. Leduc takes a quarter of a second by linear programs. Where players forget, CFR
    and CFR-BR take some 70 nanoseconds a history and iteration in all: 0.7 seconds on Leduc.

    Examples
    --------
    Kuhn for players who cannot tell queen from king:

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> print(loss(Kuhn(), is_jack * betting))
                           player 0  player 1  together
    infosets                      4         4         8    1.2 kB
    in the whole game             6         6        12    1.8 kB
    recall                  perfect   perfect
    value, lifted           0.00000   0.00000
    could gain by leaving   0.16667   0.16667   0.33333        LP
    at any equilibrium                          0.33333  at least
    concedes at best        0.11111   0.06667   0.17778        LP
    abstract NashConv                           0.00000
    """
    division = Division.of(whole_of(game), states, actions)
    return loss_of(division, Effort(iterations, rule, largest))


def loss_of(division: Division, effort: Effort) -> Loss:
    """Return what an abstraction costs."""
    tree, abstract = division.tree, division.game
    found = solved(abstract, effort)
    values, responses = _played(tree, abstract.lifted(found.probabilities))
    remembered = all(abstract.recall)
    return Loss(
        states=division.states,
        actions=division.actions,
        before=Size.of_whole(tree),
        after=Size.of(division),
        recall=abstract.recall,
        how=found.how,
        values=values,
        responses=responses,
        own=_nash_conv(abstract, found) if remembered else None,
        regrets=None if remembered else found.regrets,
        best=best_of(division, effort) if tree.players == 2 else None,
        least=_least(division, found),
        stake=float(np.abs(tree.payoffs).max(initial=0.0)),
    )


def _played(tree: Tree, probabilities: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return what each player wins, and what each would by a best response."""
    reaches = np.empty(tree.histories)
    values = values_of(tree, probabilities, reaches)
    responses = [
        response_to(tree, player, probabilities, reaches)[0] for player in range(tree.players)
    ]
    return tuple(values.tolist()), tuple(responses)


def _nash_conv(tree: Tree, found: Solved) -> float:
    values, responses = _played(tree, found.probabilities)
    return sum(responses) - sum(values)


def _least(division: Division, found: Solved) -> float | None:
    """Return the least lifted NashConv of any equilibrium, where a linear program serves."""
    remembered = all(all(half.recall) for half in division.halves)
    if found.program is None or not remembered:
        return None
    return least_of(division, found.program)


def _line(name: str, counts: tuple[int, ...], note: str) -> list[str]:
    return [name, *(f"{count:,}" for count in counts), f"{sum(counts):,}", note]
