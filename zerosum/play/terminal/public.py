"""The hands that a player may hold, as far as both players can know."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any

from zerosum.native.primitives import outcomes
from zerosum.play.terminal.terms import Moment

_MOST = 20_000  # histories


def public_histories(start: Any, moment: Moment) -> list[Moment] | None:
    """Return the histories that differ from a moment only in what is not known to both players.

    They have the same actions. Two histories hang together where a player cannot tell them apart;
    what is returned hangs together with the moment by any number of such links. So the hands
    found are the same whatever a player in fact holds, and tell nobody anything.

    Parameters
    ----------
    start
        The start of the game.
    moment
        A decision.

    Returns
    -------
    None where there are too many, or chance does not list its outcomes.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> found = public_histories(Kuhn(), Moment(Kuhn()).apply(0).apply(2))
    >>> sorted({history.base.cards[0] for history in found})
    [0, 1, 2]
    """
    histories = _with_other_chance(Moment(start), _decisions(start, moment))
    if histories is None:
        return None
    alike: dict[Any, list[int]] = defaultdict(list)
    for place, history in enumerate(histories):
        for seen in _seen(history):
            alike[seen].append(place)
    first = next(place for place, history in enumerate(histories) if history.steps == moment.steps)
    found, queue = {first}, deque([first])
    while queue:
        for seen in _seen(histories[queue.popleft()]):
            linked = [place for place in alike.pop(seen, ()) if place not in found]
            found.update(linked)
            queue.extend(linked)
    return [histories[place] for place in sorted(found)]


def _seen(history: Moment) -> list[tuple[int, Any]]:
    return [(player, history.base.infoset(player)) for player in (0, 1)]


def _decisions(start: Any, moment: Moment) -> list[Any]:
    """Return the actions of the players on the way."""
    actions, history = [], start
    for step in moment.steps:
        if not history.chance:
            actions.append(step)
        history = history.apply(step)
    return actions


def _with_other_chance(start: Moment, actions: list[Any]) -> list[Moment] | None:
    """Return the decisions after these actions, whatever chance does."""
    found: list[Moment] = []
    stack = [(start, 0)]
    while stack:
        if len(stack) + len(found) > _MOST:
            return None
        history, done = stack.pop()
        if history.base.terminal:
            continue
        if history.base.chance:
            try:
                listed = outcomes(history.base)
            except NotImplementedError:
                return None
            possible = [outcome for outcome, chance in reversed(listed) if chance > 0]
            stack.extend((history.apply(outcome), done) for outcome in possible)
        elif done == len(actions):
            found.append(history)
        elif actions[done] in history.menu:
            stack.append((history.apply(actions[done]), done + 1))
    return found
