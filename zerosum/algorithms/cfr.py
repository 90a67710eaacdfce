r"""Counterfactual regret minimisation: no sampling, the whole game in every iteration.

Iteration :math:`t` does three things for each player in turn. It adds :math:`t^\gamma` times the
player's own reach times the current strategy to the average. It updates the regrets by the rule,
with the counterfactual values of all actions against the current strategies of the others. It
computes the player's next strategy at once, so the next player already plays against it. With
simultaneous updates all players play against the old strategies.

Zinkevich et al., "Regret minimization in games with incomplete information", NeurIPS 2007; for
the rules see :mod:`zerosum.rules`.
"""

from typing import Any

import attrs

from zerosum.algorithms.groups import SAVED
from zerosum.algorithms.histories import Histories
from zerosum.algorithms.sequences import Sequences
from zerosum.algorithms.solver import Solver, SolverOptions, check_sizes
from zerosum.errors import GameError
from zerosum.rules import PLUS
from zerosum.strategy import Strategy, shares
from zerosum.support.options import option
from zerosum.tables import Floats, class_names
from zerosum.tree import MOST_HISTORIES, enumerated, unfit
from zerosum.tree.sequence import advice_for

FORMS: dict[str, type[Sequences] | type[Histories]] = {"sequence": Sequences, "history": Histories}


@attrs.frozen
class CFROptions(SolverOptions):
    """What CFR takes.

    Parameters
    ----------
    alternating
        Whether each player plays against the updated strategies of the players before it.
    form
        ``"sequence"`` for the sequence form (two players with perfect recall), ``"history"``
        for the tree itself (any game). If left out, the first that fits the game; the attribute
        ``form`` of the solver says which.
    limit
        The largest number of histories to enumerate.
    """

    alternating: bool = option(True, bool, "True or False")
    form: str | None = option(
        None,
        lambda value: value is None or str(value) in FORMS,
        "sequence or history",
        error=GameError,
        thing="The form of CFR",
    )
    limit: int = attrs.field(default=MOST_HISTORIES, kw_only=True)


class CFR(Solver):
    """CFR, CFR+ and other exact variants, on a game that fits in memory.

    Parameters
    ----------
    game
        The game, or an abstract one, or its enumerated tree.

    Attributes
    ----------
    tree
        The enumerated game.
    form
        Which of the two forms the iterations run on.

    Raises
    ------
    GameError
        If the game cannot be enumerated, or the form does not fit it.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> solver = CFR(Kuhn())
    >>> solver.run(1_000)
    >>> solver.form, solver.iterations, solver.touched
    ('sequence', 1000, 56000)
    >>> len(solver.strategy())
    12

    Notes
    -----
    No randomness: the same bits every time. An iteration touches every history that is not
    terminal once for each player. It costs about 1 ns a history on the sequence form, 6 on
    histories, and more where the arrays outgrow the caches.
    """

    name = "cfr"
    default_rule = PLUS
    seeded = False

    Options = CFROptions
    alternating: bool
    form: str | None
    limit: int

    def set_up(self) -> None:
        """Enumerate the game, and choose its form."""
        self.tree = enumerated(self.game, limit=self.limit, native=self.native)
        self.base, self.view = self.tree.base, self.tree.view
        why = unfit(self.tree)
        if self.form == "sequence" and why:
            raise GameError(
                f"The sequence form needs two players with perfect recall; {why}: "
                f"{advice_for(self.tree, 'leave form= out')}.",
                self.game,
            )
        self.form = self.form or ("history" if why else "sequence")
        self._engine = FORMS[self.form](self.tree, self.rule)
        self._engine.alternating = int(self.alternating)
        # No iteration yet, but what compiles does so here, where Ctrl-C is not held back.
        self._engine.iterate(1, 0, native=self.native)

    @property
    def touched(self) -> int:
        """The chance and decision nodes that one walk per update would have visited."""
        inner = self.tree.histories - int(self.tree.payoffs.shape[0])
        walks = self.tree.players if self.alternating else 1
        return self._iterations * inner * walks

    @property
    def infosets(self) -> int:
        """Infosets of the game."""
        return self.tree.infoset_count

    def run_batch(self, first: int, last: int) -> None:
        """Run iterations ``first`` to ``last``, uninterrupted."""
        self._engine.iterate(first, last, native=self.native)
        self._iterations = last

    def strategy(self) -> Strategy:
        """Return the average strategy, which converges; uniform where it has no weight."""
        return Strategy.from_tree(self.tree, self.average(), about=self.about)

    def current(self) -> Strategy:
        """Return the strategy of the next iteration."""
        strategy = self._engine.state()["strategy"]
        return Strategy.from_tree(self.tree, strategy, about=self.about)

    def average(self) -> Floats:
        """Return the average strategy by sequence of the tree; shape (sequences,)."""
        return shares(self._engine.state()["sums"], self.tree.starts)

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return regrets, strategy and average sums."""
        return dict(self._engine.state()), {"classes": class_names(self.tree.words)}

    def restore(self, arrays: dict[str, Any], figures: dict[str, Any]) -> None:
        """Take over what :meth:`state` gave."""
        check_sizes(arrays, SAVED, self.tree.sequences)
        self._engine.restore(arrays)
        self._iterations = int(figures["iterations"])
