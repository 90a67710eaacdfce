"""The protocol of the ACPC dealer, which plays hold'em over TCP: its games and its lines.

Sources: "ACPC Protocol Specification, version 2.0.0" (2010), and the dealer itself.
"""

from zerosum.pkr.acpc.definition import MOST_ACTIONS, Definition
from zerosum.pkr.acpc.following import (
    action_of,
    follow,
    followed,
    hand_of,
    seated,
    shown,
    word_of,
)
from zerosum.pkr.acpc.games import definition_of, game_of, seats_of
from zerosum.pkr.acpc.reading import read_definition, read_file
from zerosum.pkr.acpc.states import MatchState, cautious, read_state

__all__ = [
    "MOST_ACTIONS",
    "Definition",
    "MatchState",
    "action_of",
    "cautious",
    "definition_of",
    "follow",
    "followed",
    "game_of",
    "hand_of",
    "read_definition",
    "read_file",
    "read_state",
    "seated",
    "seats_of",
    "shown",
    "word_of",
]
