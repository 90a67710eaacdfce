"""Rounds over many machines: workers walk, shards hold the table, a crew drives them.

The algorithm is :mod:`zerosum.algorithms.rounds`; here is where its pieces live. Workers and shards
are actors (:mod:`.actors`) on a Ray cluster or, in tests, in this process. A :class:`Crew`
(:mod:`.crew`) hands out the iterations of a round, has the sums merged, and replaces what dies;
:mod:`.log` and :mod:`.checkpoint` are what it replaces shards from.
"""

from zerosum.scale.rounds.training import in_rounds, on_cluster

__all__ = ["in_rounds", "on_cluster"]
