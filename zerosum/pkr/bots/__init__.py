"""Agents at the tables of others, and an opponent that needs no training.

wire engine    a match engine of River of Blood: its lines, and an agent at it
acpc           an agent of hold'em at an ACPC dealer
rollout        plays River of Blood by its equity against random hands
"""

from zerosum.pkr.bots.rollout import Rollout

__all__ = ["Rollout"]
