"""What a game and its abstraction must obey, and the checks of it on plain histories.

The checks run interpreted. Solvers make them on random playouts before they start
(:func:`check_playouts`); if a kernel fails, the history at hand is checked again, so that the error
is the same, whoever found it (:mod:`zerosum.laws.replay`).
"""

from zerosum.laws.answers import Answers, check_again, check_answers
from zerosum.laws.constant import announce, constant_of, share_of
from zerosum.laws.decisions import Look, Met, unsteady
from zerosum.laws.fit import Fit
from zerosum.laws.histories import (
    Kind,
    check_apply,
    check_chance,
    check_draws,
    check_sample,
    check_terminal,
    kind_of,
)
from zerosum.laws.place import Endless, Place, endless, strict
from zerosum.laws.playouts import CAREFUL, Audit, Played, Player, check_offers, check_playouts
from zerosum.laws.replay import Replayed, replay
from zerosum.native.playouts import LONGEST

__all__ = [
    "CAREFUL",
    "LONGEST",
    "Answers",
    "Audit",
    "Endless",
    "Fit",
    "Kind",
    "Look",
    "Met",
    "Place",
    "Played",
    "Player",
    "Replayed",
    "announce",
    "check_again",
    "check_answers",
    "check_apply",
    "check_chance",
    "check_draws",
    "check_offers",
    "check_playouts",
    "check_sample",
    "check_terminal",
    "constant_of",
    "endless",
    "kind_of",
    "replay",
    "share_of",
    "strict",
    "unsteady",
]
