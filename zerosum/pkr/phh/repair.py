"""Folds that a history lacks, inserted."""

from __future__ import annotations

from dataclasses import replace

from zerosum.errors import GameError
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.replay import Replay

INSERTED = "# inserted: the file lacks it"


def repaired(hand: Hand) -> Hand:
    """Return a hand with a fold for each player who is to act and never does anything again.

    The hand itself is returned if it lacks none, or is still not legal with them.

    Parameters
    ----------
    hand
        The history.

    Examples
    --------
    >>> from zerosum.pkr.phh import parse
    >>> hand, = parse('''
    ... variant = 'NT'
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [100, 100, 100]
    ... actions = ['p3 cbr 6', 'p2 cc', 'd db 2c3c4c', 'p2 cc']
    ... ''')
    >>> repaired(hand).actions[1]
    'p1 f # inserted: the file lacks it'
    """
    actions: list[str] = []
    try:
        replay = Replay(hand.game, tuple(range(hand.players)), hand.unit)
        for index, action in enumerate(hand.actions):
            words = action.partition("#")[0].split()
            rest = {one.split()[0] for one in hand.actions[index:] if one.split()}
            while words and words[1:2] != ["dh"]:
                game = replay.game
                own = f"p{game.active + 1}"
                if game.terminal or game.owed == 0 or game.chance or own in rest:
                    break
                actions.append(f"{own} f {INSERTED}")
                replay.do(actions[-1])
            actions.append(action)
            replay.do(action)
    except GameError:
        return hand
    if len(actions) == len(hand.actions):
        return hand
    fields = [(name, tuple(actions) if name == "actions" else it) for name, it in hand.fields]
    return Hand(tuple(fields), replace(hand.origin, text=""))
