r"""Public chance sampling: what chance deals in public is sampled, private hands are vectors.

A walk goes over the public tree and carries, for every private hand, the traverser's reach and
the opponent's. At a terminal each own hand :math:`h` wins :math:`\sum_o u(h, o)\, c(h, o)\,
\pi_{-i}(o)` against all hands :math:`o` of the other, where :math:`c` is the probability that
chance deals both hands and all that is public: hands are correlated, since a card is dealt only
once. Regrets gain :math:`v_a - \sum_b \sigma_b v_b`, hand by hand; averages gain own reach times
the strategy at own nodes. Where chance was sampled with probability :math:`q`, the opponent's
reaches go on divided by :math:`q`, so that regrets below carry the chance reach over the
sampling probability. Without public chance nothing is sampled: then this is CFR, in vectors.

A row is updated where it is met. Every decision and hand has a row of its own, unless an
abstraction, or the game itself, takes several for one infoset.

Johanson, Bard, Lanctot, Gibson & Bowling, "Efficient Nash equilibrium approximation through
Monte Carlo counterfactual regret minimization", AAMAS 2012; Lanctot, thesis 2013, section 4.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.algorithms.base import Sampler
from zerosum.algorithms.solver import Solver
from zerosum.errors import TableError
from zerosum.jit import compiled, kernel
from zerosum.kernels.discounts import discount
from zerosum.kernels.vectors import clear, flow, gather, lift_to, pay
from zerosum.rng import Random
from zerosum.rules import DCFR, Rule
from zerosum.strategy import Strategy, shares
from zerosum.tree.public import CHANCE, MOST_NODES, check_plain, public_tree
from zerosum.tree.public.response import values_on
from zerosum.tree.public.strategies import by_infoset
from zerosum.tree.public.vectors import Vectors

# Places in weights, and in counts.
REGRET, AVERAGE, FLOOR = range(3)
TOUCHED, DEAL = range(2)


@kernel
def walk(vectors: Any, node: int, player: int, own: int, other: int, free: int, dealt: int) -> int:
    """Write the traverser's values at a node, updating regrets; return where they lie in scratch.

    Parameters
    ----------
    vectors
        The public tree, and the numbers. Modified in place.
    node
        Where to walk from.
    player
        The traverser.
    own, other
        The vectors of reaches, the traverser's and the opponent's.
    free
        Where free scratch begins.
    dealt
        How often chance was sampled so far.
    """
    scratch = vectors.scratch
    vectors.counts[TOUCHED] += 1
    owner, first = vectors.owners[node], vectors.firsts[node]
    actions = vectors.firsts[node + 1] - first
    mine = vectors.sizes[player]
    values = free
    free += mine
    clear(scratch, values, mine)
    if owner == CHANCE:
        theirs = vectors.sizes[1 - player]
        edge = draw_edge(vectors, first, actions, dealt)
        for hand in range(theirs):
            scratch[free + hand] = scratch[other + hand] / vectors.odds[edge]
        target = vectors.targets[edge]
        if target < 0:
            pay(vectors, player, -1 - target, free, values)
            return values
        return walk(vectors, target, player, own, free, free + theirs, dealt + 1)
    hands = vectors.sizes[owner]
    strategy = free + hands
    reach = own if owner == player else other
    flows = flow(vectors, vectors.regrets, node, actions, hands, reach, free)
    free = flows + actions * hands
    if owner != player:
        for action in range(actions):
            target = vectors.targets[first + action]
            if target < 0:
                pay(vectors, player, -1 - target, flows + action * hands, values)
            else:
                found = walk(vectors, target, player, own, flows + action * hands, free, dealt)
                for hand in range(mine):
                    scratch[values + hand] += scratch[found + hand]
        return values
    gains = free
    free += actions * hands
    for action in range(actions):
        target = vectors.targets[first + action]
        found = free
        if target < 0:
            clear(scratch, found, hands)
            pay(vectors, player, -1 - target, other, found)
        else:
            found = walk(vectors, target, player, flows + action * hands, other, free, dealt)
        for hand in range(hands):
            gain = scratch[found + hand]
            scratch[gains + action * hands + hand] = gain
            scratch[values + hand] += scratch[strategy + action * hands + hand] * gain
    learn(vectors, node, actions, hands, gains, flows, values)
    return values


@kernel
def draw_edge(vectors: Any, first: int, edges: int, dealt: int) -> int:
    """Return the edge that chance takes: the same in both walks of an iteration."""
    vectors.dealer.follow(vectors.counts[DEAL], dealt)
    threshold = vectors.dealer.random()
    total = 0.0
    for edge in range(first, first + edges - 1):
        total += vectors.odds[edge]
        if threshold < total:
            return edge
    return first + edges - 1


@kernel
def learn(
    vectors: Any, node: int, actions: int, hands: int, gains: int, flows: int, values: int
) -> None:
    """Update the regrets and the sums of a node of the traverser. Modified in place: vectors."""
    scratch, weights = vectors.scratch, vectors.weights
    for action in range(actions):
        for hand in range(hands):
            scratch[gains + action * hands + hand] -= scratch[values + hand]
    gather(vectors, vectors.sums, node, actions, hands, flows, weights[AVERAGE])
    gather(vectors, vectors.regrets, node, actions, hands, gains, weights[REGRET])
    if weights[FLOOR] > -math.inf:
        lift_to(vectors, vectors.regrets, node, actions, hands, weights[FLOOR])


@kernel
def fade(regrets: Any, sums: Any, positive: float, other: float, rest: float) -> None:
    """Discount all regrets and sums. Modified in place."""
    for place in range(regrets.size):
        regrets[place] *= positive if regrets[place] > 0.0 else other
        sums[place] *= rest


@kernel
def iterate(
    vectors: Any, regrets: Any, sums: Any, rule: Any, chances: Any, first: int, last: int, zero: int
) -> None:
    """Run iterations: one walk for each player in turn.

    Parameters
    ----------
    vectors
        Modified in place.
    regrets, sums
        Those of ``vectors`` once more, with their length. Modified in place.
    rule
        Alpha, beta, gamma, 1 where weights are linear, and the length of a period; 0 for none.
    chances
        How likely each player is dealt each hand, one player's behind the other's.
    first, last
        Iterations.
    zero
        The int 0.
    """
    weights, counts, period = vectors.weights, vectors.counts, int(rule[4])
    for iteration in range(first, last + 1):
        weights[AVERAGE] = 1.0
        if period == 0:
            weights[AVERAGE] = float(iteration) ** rule[2]
        elif iteration > 1 and (iteration - 1) % period == 0:
            number = 1 + (iteration - 1) // period
            rest = (float(number - 1) / float(number)) ** rule[2]
            fade(regrets, sums, discount(number, rule[0]), discount(number, rule[1]), rest)
        if rule[3] > 0.0:
            weights[REGRET] = float(iteration)
        counts[DEAL] = vectors.rng.branch()
        for player in range(2):
            own, theirs = vectors.sizes[player], vectors.sizes[1 - player]
            dealt = player * vectors.sizes[0]
            for hand in range(own):
                vectors.scratch[hand] = chances[dealt + hand]
            for hand in range(theirs):
                vectors.scratch[own + hand] = 1.0
            walk(vectors, zero, player, zero, own, own + theirs, zero)


class PublicChanceSampling(Solver):
    """Public chance sampling, for two players and games that say what is public.

    Parameters
    ----------
    game
        The game, or an abstract one, or its public tree; the game declares ``public`` and
        ``private(player)``, and only deals private hands before the first action.
    rule
        How regrets and averages are kept; no predictive one.
    seed
        Of the moves of chance; where none is public the seed makes no difference.
    period
        Iterations of a period of discounting, for rules that discount (``DCFR``). Where left
        out, one where nothing is sampled, so that ``DCFR`` is what it is in CFR, else 100.
    limit
        The most nodes of the public tree.
    native
        True for native loops, False for the same source in Python, to compare with.

    Attributes
    ----------
    tree
        The public tree.

    Raises
    ------
    RuleError
        Where the rule predicts.
    GameError
        Where the game has no public tree, with the history that shows it.

    Examples
    --------
    >>> from zerosum.bluff import Bluff
    >>> solver = PublicChanceSampling(Bluff())
    >>> solver.run(100)
    >>> solver.nash_conv() < 0.02
    True

    Notes
    -----
    An iteration costs a multiplication for each pair of hands at each terminal, twice; memory is
    two numbers for each decision, action and hand. Same seed, same bits.
    """

    name = "public"
    default_rule = DCFR
    threaded: ClassVar[bool] = False

    def __init__(
        self,
        game: Any,
        rule: Rule | None = None,
        seed: int = 0,
        *,
        period: int | None = None,
        limit: int = MOST_NODES,
        native: bool = True,
    ) -> None:
        if period is not None and period < 1:
            raise ValueError(f"period must be at least one iteration; got {period}.")
        self.rule = self.default_rule if rule is None else rule
        self.check_rule(self.rule)
        self.tree = public_tree(game, limit=limit, native=native)
        self.game, self.seed, self.native = game, seed, native
        self.base, self.view = self.tree.base, self.tree.view
        self.period = period or (100 if self.tree.sampled else 1)
        self.random = Random(seed)
        self.vectors = Vectors(self.tree, self.random)
        self.vectors.regrets, self.vectors.sums = (np.zeros(self.vectors.size) for _ in range(2))
        self.vectors.probabilities = self.vectors.sums
        self.vectors.weights[[REGRET, FLOOR]] = 1.0, self.rule.floor
        self.vectors.readdress()
        self._chances = np.concatenate(self.tree.marginals)
        self._iterations = 0
        # No iteration yet, but what compiles does so here, where Ctrl-C is not held back.
        self.run_batch(1, 0)

    @classmethod
    def check_rule(cls, rule: Rule) -> None:
        """Refuse predictive rules, as all sampling does.

        Raises
        ------
        RuleError
            Where the rule predicts.
        """
        Sampler.check_rule(rule)

    @property
    def iterations(self) -> int:
        """Iterations run so far."""
        return self._iterations

    @property
    def touched(self) -> int:
        """Decisions and public moves of chance visited so far, each with all its hands."""
        return int(self.vectors.counts[TOUCHED])

    @property
    def infosets(self) -> int:
        """Infosets of the game."""
        return self.tree.statistics.infosets

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""
        rule, vectors = self.rule, self.vectors
        period = self.period if self._fading else 0
        scalars = (rule.alpha, rule.beta, rule.gamma, rule.linear, period)
        (compiled(iterate) if self.native else iterate)(
            vectors if self.native else vectors.plain(),
            vectors.regrets,
            vectors.sums,
            np.array(scalars, np.float64),
            self._chances,
            first,
            last,
            0,
        )
        self._iterations = last

    @property
    def _fading(self) -> bool:
        return self.rule.discounts and not self.rule.linear

    def strategy(self) -> Strategy:
        """Return the average strategy, which is what converges; uniform where it never came.

        Every infoset gets a row, of a hundred bytes and more: of a large game ask
        :meth:`nash_conv` first.
        """
        return self._strategy(self.vectors.sums)

    def current(self) -> Strategy:
        """Return the strategy that the regrets say now."""
        return self._strategy(np.maximum(self.vectors.regrets, 0.0))

    def _strategy(self, numbers: NDArray[np.float64]) -> Strategy:
        rows = self.tree.rows
        if self.tree.plain:
            numbers = by_infoset(self.tree, numbers)
        return Strategy.from_tree(rows, shares(numbers[: rows.sequences], rows.starts))

    def nash_conv(self) -> float:
        """Return the NashConv of the average strategy, in chips: two walks over the public tree.

        Raises
        ------
        AbstractionError
            Where hands share an infoset: the strategy is then to be lifted into the whole game.
        """
        return sum(self.responses())

    def responses(self) -> tuple[float, float]:
        """Return what each player wins by a best response to the average strategy, in chips.

        The value of the game to player 0 is between the first and minus the second.
        """
        check_plain(self.tree)
        first, second = (values_on(self.vectors, player, native=self.native) for player in range(2))
        return float(first[0]), float(second[0])

    def values(self) -> NDArray[np.float64]:
        """Return what each player wins by the average strategy, in chips; shape (2,)."""
        return values_on(self.vectors, native=self.native)

    def describe_settings(self) -> dict[str, Any]:
        """Return the length of a period, where it matters."""
        return {"period": self.period} if self._fading else {}

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return regrets and sums, and where the random numbers are."""
        arrays = {"regrets": self.vectors.regrets, "sums": self.vectors.sums}
        figures = {"seed": self.seed, "random": self.random.state, "touched": self.touched}
        return arrays, figures

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Take over what :meth:`state` gave."""
        for name in ("regrets", "sums"):
            if arrays[name].shape != (self.vectors.size,):
                raise TableError(f"its {name} must be {self.vectors.size:,} numbers", arrays)
            getattr(self.vectors, name)[:] = arrays[name]
        self.random.state = figures["random"]
        self.vectors.counts[TOUCHED] = figures["touched"]
        self._iterations = int(figures["iterations"])
