"""Hand histories that lack folds, as public files often do."""

from __future__ import annotations

from dataclasses import replace

from zerosum.errors import GameError
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.replay import Replay


def repaired(hand: Hand) -> Hand:
    """Return a hand with the folds that its history lacks.

    A player who must call, but is passed over, has folded: another one acts, or the cards of the
    next street are dealt. The hand itself is returned if it lacks none, or is not legal with them.

    Examples
    --------
    >>> from zerosum.pkr.phh import parse
    >>> (hand,) = parse('''
    ... variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [200, 200, 200]
    ... actions = ["p3 cbr 6", "p2 f"]
    ... ''')
    >>> repaired(hand)["actions"]
    ('p3 cbr 6', 'p1 f', 'p2 f')
    """
    replay = Replay(hand.game, hand.seats(hand.game), hand.unit)
    actions: list[str] = []
    try:
        for action in hand.actions:
            folds = replay.missing_folds(action)
            actions += (*folds, action)
            for done in (*folds, action):
                replay.do(done)
    except GameError:
        return hand
    if len(actions) == len(hand.actions):
        return hand
    fields = dict(hand.fields) | {"actions": tuple(actions)}
    # Its actions are not on the lines of the file any more.
    return Hand(tuple(fields.items()), replace(hand.origin, text=""))
