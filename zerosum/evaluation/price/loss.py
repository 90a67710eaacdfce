"""The price of an abstraction: how much worse its players play in the whole game."""

from dataclasses import dataclass
from math import floor, log10
from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic, Product
from zerosum.evaluation.price.best import Best, best_of
from zerosum.evaluation.price.division import Division, whole_of
from zerosum.evaluation.price.least import least_of
from zerosum.evaluation.price.size import Size
from zerosum.evaluation.price.solving import ITERATIONS, LARGEST, PROGRAM, Effort, Solved, solved
from zerosum.evaluation.response import response_to
from zerosum.evaluation.values import values_of
from zerosum.rules import DCFR, Rule
from zerosum.support.rendering import Report, sized, table
from zerosum.tree import Tree

# Where stakes are larger or smaller by more powers of ten, tables show powers.
_LARGEST_POWER = 9

AT_MOST = "≤: the price is at most this; no linear program could find it."
"""What tables say below upper bounds."""


@dataclass(frozen=True)
class Loss(Report):
    """What an abstraction costs.

    All figures are in chips a hand. *Lifted* strategies are solved in the abstract game and played
    in the whole game. If the abstract game has several equilibria, they may cost different
    amounts: :attr:`lifted` is the cost of one of them, while :attr:`least` and :attr:`best` do
    not depend on which one was found.

    If the abstraction leaves actions out, opponents may still take them and reach infosets that
    the abstract game does not have. Lifted strategies are uniform there, as in
    :func:`~zerosum.evaluation.lift.lift`, which may cost more than everything else;
    :attr:`best` may play anything there.

    Parameters
    ----------
    states, actions
        The abstraction.
    before, after
        The sizes of the whole game and of the abstract game.
    recall
        Whether each player has perfect recall in the abstract game.
    how
        How the abstract game was solved: ``"LP"``, or the rule and the iterations of CFR.
    values
        What each player wins if all play lifted strategies.
    responses
        What each player wins by a best response in the whole game to the others' lifted
        strategies.
    own
        NashConv of the strategies in the abstract game itself: how far it is from solved. None
        if a player has imperfect recall.
    regrets
        With imperfect recall, the sum over infosets of the largest average regret, or 0 if that
        is negative. It shows whether CFR has settled and is **no bound** on anything: without
        perfect recall a strategy may have no regret and still be far from the best. None with
        perfect recall.
    best
        The least lifted NashConv of any abstract strategy; None unless there are two players.
    least
        The least lifted NashConv of any equilibrium of the abstract game; None if no linear
        program applies.
    stake
        The largest payoff of the game.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> found = loss(Kuhn(), is_jack * betting)
    >>> found.after.rows, found.shown(found.lifted), found.priced, found.exact
    (8, '0.33333', '0.17778', True)
    """

    states: Product | None
    actions: Algebraic | None
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

    JSON = (
        *("states", "actions", "before", "after", "recall", "how", "values", "responses", "own"),
        *("regrets", "best", "least", "stake", "gaps", "lifted", "price", "exact"),
    )

    @property
    def gaps(self) -> tuple[float, ...]:
        """What each player could gain by deviating alone from the lifted strategies."""
        return tuple(best - value for best, value in zip(self.responses, self.values, strict=True))

    @property
    def lifted(self) -> float:
        """The NashConv of the lifted strategies in the whole game: the sum of the gaps."""
        return sum(self.gaps)

    @property
    def price(self) -> float:
        """The least lifted NashConv of any abstract strategy; ``lifted`` if that is unknown."""
        return self.lifted if self.best is None else self.best.price

    @property
    def rounding(self) -> float:
        """Prices closer than this count as equal: a ten-millionth of the stake."""
        return 1e-7 * self.stake

    @property
    def exact(self) -> bool:
        """Whether the price is the least of any abstract strategy, not only an upper bound."""
        return self.best is not None and self.best.exact

    def shown(self, value: float | None, *, exact: bool = True) -> str:
        """Return chips as tables show them, rounded to fit the stake; empty for None.

        An upper bound, which is not exact, follows ≤.
        """
        return at_most(chips(value, self.stake), exact=exact)

    @property
    def priced(self) -> str:
        """The price as tables show it: after ≤ if it is an upper bound."""
        return self.shown(self.price, exact=self.exact)

    def rows(self) -> list[list[str]]:
        """Return the rows of a table: figures of each player and of both, and their source."""
        alone = [None] * len(self.recall)
        rows = [
            self._row("value, lifted", self.values, None, self.how),
            self._row("could gain by leaving", self.gaps, self.lifted),
        ]
        if self.least is not None:
            rows.append(self._row("at any equilibrium", alone, self.least, "at least"))
        if self.best is not None:
            conceded, how = self.best.conceded, self.best.how
            pairs = zip(conceded, how, strict=True)
            cells = [self.shown(value, exact=each == PROGRAM) for value, each in pairs]
            rows.append(["concedes at best", *cells, self.priced, max(how, key=len)])
        if self.own is not None:
            rows.append(self._row("abstract NashConv", alone, self.own))
        if self.regrets is not None:
            rows.append(self._row("regret sum", alone, self.regrets, "no bound"))
        return rows

    def content(self) -> list[Any]:
        """Return a table of the figures, and what its signs mean."""
        players = [f"player {player}" for player in range(len(self.recall))]
        recall = ("perfect" if perfect else "forgets" for perfect in self.recall)
        rows = [
            _sizes("infosets", self.after),
            _sizes("in the whole game", self.before),
            ["recall", *recall, "", ""],
            *self.rows(),
        ]
        found = table(["", *players, "together", ""], rows, f"l{'r' * len(players)}rl")
        return [found] if self.best is None or self.exact else [found, AT_MOST]

    def _row(self, name: str, values: Any, together: float | None, how: str = "") -> list[str]:
        return [name, *map(self.shown, values), self.shown(together), how]


def _sizes(name: str, size: Size) -> list[str]:
    counts = (*size.infosets, size.rows)
    return [name, *(f"{count:,}" for count in counts), sized(size.bytes)]


def at_most(text: str, *, exact: bool) -> str:
    """Return a text after ≤, unless it is exact or empty.

    >>> at_most("0.5", exact=False), at_most("0.5", exact=True)
    ('≤ 0.5', '0.5')
    """
    return text if exact or not text else f"≤ {text}"


def chips(value: float | None, stake: float = 1.0) -> str:
    """Return chips as tables show them: to some millionth of the stake; nothing for None.

    Parameters
    ----------
    value
        Chips.
    stake
        The largest payoff of the game. Up to 99 chips there are five decimals, with larger
        stakes fewer, with fractions of a chip more, and far beyond that a power of ten.

    Examples
    --------
    >>> chips(0.33333333), chips(-1e-17), chips(None)
    ('0.33333', '0.00000', '')
    >>> chips(34.5678, stake=400), chips(0.00123456, stake=0.01), chips(-2.5e11, stake=1e12)
    ('34.5678', '0.0012346', '-2.50000e+11')
    """
    if value is None:
        return ""
    size = floor(log10(stake)) if stake > 0 else 0
    if abs(size) > _LARGEST_POWER:
        return f"{round(value / 10.0**size, 5) * 10.0**size:z.5e}"
    decimals = max(5 - size if size < 1 else 6 - size, 0)
    return f"{value:z.{decimals}f}"


def loss(
    game: Any,
    states: Any,
    actions: Any = None,
    *,
    iterations: int = ITERATIONS,
    rule: Rule = DCFR,
    largest: int = LARGEST,
) -> Loss:
    """Return the price of an abstraction.

    The abstract game is solved, its strategies are lifted into the whole game, and best responses
    there measure what they lose.

    Parameters
    ----------
    game
        The start of a game that is not abstract, or its class or tree.
    states, actions
        As for :class:`~zerosum.abstraction.Abstracted`; None keeps the infosets or actions of the
        game.
    iterations, rule
        Of CFR, where no linear program applies.
    largest
        Linear programs are solved up to so many sequences of both players together. They apply to
        two players with perfect recall.

    Raises
    ------
    AbstractionError
        If the abstraction is ill-formed, with key, menus and histories; if it offers actions that
        the game does not; if the game is abstract itself; or if ``iterations`` is below 1.
    GameError
        If the whole game cannot be enumerated or has imperfect recall.

    Notes
    -----
    The whole game is enumerated once, and everything else is cut out of its tree: nothing is
    compiled. Leduc takes a quarter of a second by linear programs. With imperfect recall CFR and
    CFR-BR take some 70 nanoseconds a history and iteration in all: 0.7 seconds on Leduc.

    Examples
    --------
    Kuhn for players who cannot distinguish queen and king:

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> print(loss(Kuhn(), is_jack * betting))
                           player 0  player 1  together
    infosets                      4         4         8  1.15 kB
    in the whole game             6         6        12  1.82 kB
    recall                  perfect   perfect
    value, lifted           0.00000   0.00000            LP
    could gain by leaving   0.16667   0.16667   0.33333
    at any equilibrium                          0.33333  at least
    concedes at best        0.11111   0.06667   0.17778  LP
    abstract NashConv                           0.00000
    """
    division = Division.of(whole_of(game), states, actions)
    return loss_of(division, Effort(iterations, rule, largest))


def loss_of(division: Division, effort: Effort, found: Best | None = None) -> Loss:
    """Return the price of an abstraction; ``found`` if its best is known."""
    tree, abstract = division.tree, division.game
    if found is None and tree.players == 2:
        found = best_of(division, effort)
    game = solved(abstract, effort)
    values, responses = _played(tree, abstract.lifted(game.probabilities))
    remembered = all(abstract.recall)
    return Loss(
        states=division.states,
        actions=division.actions,
        before=Size.of_whole(tree),
        after=Size.of(division),
        recall=abstract.recall,
        how=game.how,
        values=values,
        responses=responses,
        own=_nash_conv(abstract, game) if remembered else None,
        regrets=None if remembered else game.regrets,
        best=found,
        least=_least(division, game),
        stake=float(np.abs(tree.payoffs).max(initial=0.0)),
    )


def _played(tree: Tree, probabilities: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return what each player wins, and what each would by a best response."""
    reaches = np.empty(tree.histories)
    values = tree.share + values_of(tree, probabilities, reaches)
    responses = [
        tree.share + response_to(tree, player, probabilities, reaches)[0]
        for player in range(tree.players)
    ]
    return tuple(values.tolist()), tuple(responses)


def _nash_conv(tree: Tree, found: Solved) -> float:
    values, responses = _played(tree, found.probabilities)
    return sum(responses) - sum(values)


def _least(division: Division, found: Solved) -> float | None:
    """Return the least lifted NashConv of any equilibrium, if a linear program applies."""
    remembered = all(all(division.half(player).recall) for player in range(division.tree.players))
    if found.program is None or not remembered:
        return None
    return least_of(division, found.program)
