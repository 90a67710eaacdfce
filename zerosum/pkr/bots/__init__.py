"""Agents at the tables of others, and opponents that need no training.

wire engine    a match engine of River of Blood: its lines, and an agent at it
acpc           an agent of hold'em at an ACPC dealer
gallery        players of a page of code each
models         what kinds of opponents do, to train responses to
adapting       a bot that plays the response to what its opponent seems to be
"""

from typing import TYPE_CHECKING

from zerosum.support.lazy import lazily

if TYPE_CHECKING:
    from zerosum.pkr.bots.gallery import GALLERY, Rollout

__getattr__, __dir__ = lazily(__name__, gallery="GALLERY Rollout")

__all__ = ["GALLERY", "Rollout"]
