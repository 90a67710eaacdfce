"""Steps of a hand as words, and back: what was stored is found again among what may happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from numbers import Integral
from typing import Any

from zerosum.native.primitives import draw
from zerosum.rng import Random
from zerosum.terms import Moment
from zerosum.web.errors import RequestError


def spelled(step: Any) -> str:
    """Return a word for a step.

    >>> from zerosum.kuhn import Move
    >>> from zerosum.pkr import Bet
    >>> spelled(Move.BET), spelled(Bet(4))
    ('1', 'Bet(quantity=4)')
    """
    return str(int(step)) if isinstance(step, Integral) else repr(step)


def read(start: Any, words: Iterable[str], deck: Callable[[int], Random]) -> Iterator[Any]:
    """Yield the steps of a hand by their words.

    Parameters
    ----------
    start
        The start of the hand.
    words
        The words.
    deck
        The random numbers of moves of chance, by the number of steps before them.

    Raises
    ------
    RequestError
        If a step is not legal any more.
    """
    moment = Moment(start)
    for number, word in enumerate(words):
        step = _found(moment, word, deck(number))
        yield step
        moment = moment.apply(step)


def _found(moment: Moment, word: str, rng: Random) -> Any:
    base = moment.base
    if not base.terminal:
        options = [draw(base, rng)] if base.chance else [*moment.menu, *moment.infoset.actions()]
        for step in options:
            if spelled(step) == word:
                return step
    raise RequestError(
        f"The hand was played by other rules than {type(base).__name__} has now: {word} is not "
        f"possible there. Leave the table.",
        409,
    )
