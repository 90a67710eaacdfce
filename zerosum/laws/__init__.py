"""What a game and its abstraction must obey, and the checks of it on plain histories.

The checks run interpreted. Solvers make them on random playouts before they start
(:func:`check_playouts`); if a kernel fails, the history at hand is checked again, so that the error
is the same, whoever found it (:mod:`zerosum.laws.replay`).
"""

from zerosum.laws.constant import LONGEST, announce, constant_of, share_of
from zerosum.laws.decisions import Met, check_decision, check_steady, unsteady
from zerosum.laws.histories import (
    Kind,
    check_apply,
    check_chance,
    check_sample,
    check_terminal,
    kind_of,
)
from zerosum.laws.place import Place
from zerosum.laws.playouts import Audit, Played, check_playouts, endless
from zerosum.laws.replay import Replayed, replay

__all__ = [
    "LONGEST",
    "Audit",
    "Kind",
    "Met",
    "Place",
    "Played",
    "Replayed",
    "announce",
    "check_apply",
    "check_chance",
    "check_decision",
    "check_playouts",
    "check_sample",
    "check_steady",
    "check_terminal",
    "constant_of",
    "endless",
    "kind_of",
    "replay",
    "share_of",
    "unsteady",
]
