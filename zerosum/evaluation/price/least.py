r"""The least that any equilibrium of an abstract game loses in the whole game.

An abstract game may have many equilibria, which concede different amounts in the whole game. The
plans of player 0 that secure the value of the abstract game form a polytope, and what they secure
in the whole game is concave on it. So the maximum is a linear program: over plans :math:`x` of the
game in which only player 0 sees through the abstraction,

.. math::
   \max \sum_{J\ \text{first}} v_J \quad\text{with}\quad
   v_J \le (x^\top A)_{Jb} + \sum_{J'\ \text{after}\ Jb} v_{J'}, \quad
   \sum_{K\ \text{first}} w_K \ge v, \quad
   w_K \le (x^\top B)_{Kb} + \sum_{K'\ \text{after}\ Kb} w_{K'}

where :math:`A` holds the payoffs of that game, :math:`B` those of the abstract game, and :math:`v`
is the value of the abstract game. Infosets that play by the abstraction never reaches are uniform,
as in every lifted strategy.
"""

from typing import Any

import numpy as np

from zerosum.algorithms import LinearProgram
from zerosum.algorithms.plans import METHODS, Side, behaviour, bounds, optimum, unit_of
from zerosum.evaluation.price.cfr_br import conceded
from zerosum.evaluation.price.division import Division
from zerosum.lattice.quotient import Quotient
from zerosum.tables import Floats, Ints
from zerosum.tree import SequenceForm

# In units of the largest payoff of a pair: how much less than the value a plan may secure, and
# how far from what it claims a solution may be.
_SLACK = 1e-9
_LARGEST_ERROR = 1e-6


def least_of(division: Division, program: LinearProgram) -> float | None:
    """Return the least lifted NashConv of any equilibrium of an abstract game, in chips.

    Parameters
    ----------
    division
        An abstraction with perfect recall for both players, also if the other sees the whole game.
    program
        Of the abstract game, solved.

    Returns
    -------
    None if HiGHS finds no solution that is accurate enough.
    """
    if not division.game.sequences:  # no player has a decision
        return 0.0
    low, high = bounds(program.sequence_form, program.solve().plans)
    found = []
    for player, secured in enumerate((low, -high)):
        each = _least_conceded(division, program.sequence_form, player, secured)
        if each is None:
            return None
        found.append(each)
    return max(sum(found), 0.0)


def _least_conceded(
    division: Division, abstract: SequenceForm, player: int, secured: float
) -> float | None:
    """Return the least that plans concede which secure so much in the abstract game."""
    half = division.half(player)
    form = SequenceForm.of(half)
    unit = unit_of(form)
    inner, outer = (Side.of(each, player, unit) for each in (abstract, form))
    program = _program(inner, outer, _places(division.game, half, inner, outer), secured / unit)
    _add_uniform(program, division.game, half, form, outer)
    for method in METHODS:
        result = optimum(program, method)
        if result is None:
            continue
        plans = np.zeros(half.sequences)
        plans[outer.own] = result.x[: outer.own.size]
        # What the plan concedes, and what the solution claims.
        value = conceded(half, player, behaviour(half, plans))
        claimed = unit * (result.fun - float(outer.payoffs[-1, -1]))
        if abs(value - claimed) <= _LARGEST_ERROR * unit:
            return value
    return None


def _places(game: Quotient, half: Quotient, inner: Side, outer: Side) -> Ints:
    """Return the places, among a player's sequences, of those that the abstract game has too."""
    inside = game.members >= 0
    infosets = np.zeros(game.infoset_count, np.int64)
    infosets[game.members[inside]] = half.members[inside]
    shifts = np.repeat(half.starts[infosets] - game.starts[:-1], np.diff(game.starts))
    found: Ints = np.searchsorted(outer.own, inner.own + shifts[inner.own])
    return found


def _program(inner: Side, outer: Side, places: Ints, secured: float) -> dict[str, Any]:
    """Return the arguments of SciPy's ``linprog``: a plan, the abstract values, the others."""
    from scipy.sparse import block_array, csr_matrix, hstack

    ones = np.ones(places.size)
    carried = csr_matrix((ones, (np.arange(places.size), places)), (places.size, outer.own.size))
    worth, first = inner.worth
    (seen, by_seen, most_seen), (real, by_real, most_real) = inner.rows, outer.rows
    sizes = outer.own.size, first.size, outer.first.size
    gain = csr_matrix((worth @ carried).reshape(1, -1))
    rows = [
        [seen @ carried, by_seen, None],
        [real, None, by_real],
        [-gain, csr_matrix(-first.reshape(1, -1)), None],
    ]
    needed = secured - _SLACK - float(inner.payoffs[-1, -1])
    plan, start = outer.plan, outer.start
    return {
        "c": -np.concatenate([outer.worth[0], np.zeros(sizes[1]), outer.first]),
        "A_ub": block_array(rows, format="csc"),
        "b_ub": np.concatenate([most_seen, most_real, [-needed]]),
        "A_eq": hstack([plan, csr_matrix((start.size, sizes[1] + sizes[2]))], format="csr"),
        "b_eq": start,
        "bounds": np.repeat([[0.0, np.inf], [-np.inf, np.inf]], [sizes[0], sum(sizes[1:])], axis=0),
    }


def _add_uniform(
    program: dict[str, Any], game: Quotient, half: Quotient, form: SequenceForm, outer: Side
) -> None:
    """Make plans uniform where play by the abstraction never gets. Modified in place: program."""
    from scipy.sparse import csr_matrix, vstack

    inside = np.zeros(half.infoset_count, bool)
    inside[half.members[game.members >= 0]] = True
    counts = np.diff(half.starts)
    infosets = np.repeat(np.arange(half.infoset_count), counts)[outer.own]
    alone = np.flatnonzero(~inside[infosets])
    if not alone.size:
        return
    before = form.before[infosets[alone]]
    shares = 1.0 / counts[infosets[alone]]
    later = np.flatnonzero(before >= 0)
    rows = np.concatenate([np.arange(alone.size), later])
    columns = np.concatenate([alone, np.searchsorted(outer.own, before[later])])
    values: Floats = np.concatenate([np.ones(alone.size), -shares[later]])
    width = program["A_eq"].shape[1]
    added = csr_matrix((values, (rows, columns)), (alone.size, width))
    program["A_eq"] = vstack([program["A_eq"], added], format="csc")
    program["b_eq"] = np.concatenate([program["b_eq"], np.where(before < 0, shares, 0.0)])
