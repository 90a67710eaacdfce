"""Choices: one abstraction here and another there, as products of what combinators make.

``when(predicate, A, B)`` looks through one or the other, ``per_player(A, B)`` through one for
each player. They have no records of their own, and read as what they come to.

=========================  ========================================
``when(p, A * B, C * D)``  ``== when(p, A, C) * when(p, B, D)``
``when(p, ONE, ONE)``      ``== p``
``when(p, A, A)``          tells apart what ``p * A`` does
=========================  ========================================
"""

from __future__ import annotations

from typing import Any

from zerosum.abstraction.algebra import Product
from zerosum.abstraction.combinators import equals, given, unless
from zerosum.abstraction.combined import predicate_of
from zerosum.abstraction.projections import fields
from zerosum.errors import AbstractionError


def when(predicate: Any, states: Any, others: Any) -> Product:
    """Look through one abstraction where a predicate holds, and through another elsewhere.

    It is ``predicate * given(predicate, states) * unless(predicate, others)``, and reads so.

    Raises
    ------
    AbstractionError
        If the predicate is not one factor, or the states are none.

    Examples
    --------
    >>> from zerosum.abstraction import ONE, algebraic
    >>> @algebraic
    ... def early(infoset):
    ...     return infoset < 4
    >>> @algebraic
    ... def exact(infoset):
    ...     return infoset
    >>> when(early, exact, ONE)
    early * given(early, exact)
    >>> len({when(early, exact, ONE)(infoset) for infoset in range(10)})
    5
    """
    holds = predicate_of(predicate, "when")
    return holds * given(holds, states) * unless(holds, others)


def per_player(*states: Any, player: Any = None) -> Product:
    """Look through the first abstraction for player 0, the second for player 1, and so on.

    Parameters
    ----------
    states
        Factors or products, one for each player.
    player
        The factor that gives the player to act; ``infoset.player`` where it is left out.

    Returns
    -------
    ``player * given(equals(player, 0), A) * given(equals(player, 1), B) * ...``

    Raises
    ------
    AbstractionError
        If there are no states; when called, where an infoset has no ``player``.

    Examples
    --------
    >>> from zerosum.abstraction import ONE, algebraic
    >>> @algebraic
    ... def parity(infoset):
    ...     return infoset % 2
    >>> @algebraic
    ... def half(infoset):
    ...     return infoset // 2
    >>> [per_player(half, ONE, player=parity).decode(
    ...     per_player(half, ONE, player=parity).key(infoset))[parity] for infoset in (4, 5)]
    [0, 1]
    >>> per_player(half, ONE, player=parity)
    parity * given(equals(parity, 0), half)
    """
    if not states:
        raise AbstractionError(
            "The states of per_player must be one for each player; got none: write "
            "per_player(A, B).",
            states,
        )
    acting = _ACTING if player is None else predicate_of(player, "player=")
    product = acting * Product()
    for number, each in enumerate(states):
        product *= given(equals(acting, number), each)
    return product


_ACTING = fields("player").factors[0]
