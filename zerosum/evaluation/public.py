"""Values and best responses on a public tree, for games too large to list their histories."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zerosum.evaluation.policies import Strategies, probabilities_of
from zerosum.tree.public import PublicTree, check_plain
from zerosum.tree.public.response import responses_on, values_on
from zerosum.tree.public.strategies import by_node
from zerosum.tree.public.vectors import Vectors


def values_of_hands(tree: PublicTree, strategies: Strategies) -> NDArray[np.float64]:
    """Return what each player wins on average, in chips; shape (2,)."""
    return values_on(_taken(tree, strategies))


def responses_of_hands(tree: PublicTree, strategies: Strategies) -> tuple[float, float]:
    """Return what each player wins by a best response to the other, in chips.

    Raises
    ------
    AbstractionError, GameError
        Where hands share an infoset.
    """
    check_plain(tree)
    return responses_on(_taken(tree, strategies))


def _taken(tree: PublicTree, strategies: Strategies) -> Vectors:
    """Return what walks take, with the strategies' probabilities by node."""
    vectors = Vectors(tree)
    found = probabilities_of(tree.rows, strategies)
    # Where infosets are shared vectors keep numbers as rows do, with room behind the last.
    numbers = by_node(tree, found) if tree.plain else np.pad(found, (0, vectors.size - found.size))
    vectors.probabilities = numbers
    return vectors
