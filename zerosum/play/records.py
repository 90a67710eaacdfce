"""Finished hands of any game as lines of JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from zerosum.abstraction import Abstracted, split
from zerosum.abstraction.menus import come_to
from zerosum.errors import StoreError, ZeroSumError
from zerosum.game import History, players_of, seat_of
from zerosum.play.hand import Played
from zerosum.strategy.saved import recognising
from zerosum.support import tokens
from zerosum.support.store import Json
from zerosum.tables import class_names
from zerosum.terms import Terms, terms_of

FORMAT = 1
_DAMAGE = ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError


def spell(hands: Iterable[Played], names: Callable[[Played], Sequence[str]]) -> str:
    r"""Return finished hands as lines of JSON, one a hand.

    The start and each step stand there as tokens (:mod:`zerosum.support.tokens`), from which
    :func:`read` replays the hand, and each step also in words. The abstraction of a game is left
    out.

    Parameters
    ----------
    hands
        The hands.
    names
        Returns the names of the seats of a hand.

    Raises
    ------
    AbstractionError
        If a value of the game cannot be written as tokens.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> played = Played(Kuhn(), (0, 2, Move.BET, Move.PASS), 0)
    >>> line = spell([played], lambda _: ["you", "toy"])
    >>> [step["words"] for step in json.loads(line)["steps"]], json.loads(line)["won"]
    (['0', '2', 'bet 1', 'fold'], [1.0, -1.0])
    >>> read(line.splitlines()) == [played]
    True
    """
    documents = (_document(played, at, names(played)) for at, played in enumerate(hands, 1))
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in documents)


def written(steps: Iterable[Any]) -> Json:
    """Return steps of a hand as values of JSON, which :func:`taken` reads.

    >>> from zerosum.pkr import Bet
    >>> taken(written([5, Bet(4)]))
    (5, Bet(quantity=4))
    """
    spelled = [tokens.write(step) for step in steps]
    return {"steps": spelled, "classes": _classes(spelled)}


def taken(document: Json) -> tuple[Any, ...]:
    """Return the steps that :func:`written` wrote.

    Raises
    ------
    StoreError
        If one names a class that is not imported.
    """
    with recognising(document["classes"], "hands"):
        return tuple(tokens.read(step) for step in document["steps"])


def _classes(rows: Iterable[Sequence[int]]) -> Json:
    return class_names(np.array([word for row in rows for word in row], np.int64))


def _document(played: Played, number: int, names: Sequence[str]) -> Json:
    base, end = split(played.start)[0], played.moment.base
    start, steps = tokens.write(base), list(_steps(played, terms_of(base)))
    return {
        "format": FORMAT,
        "hand": number,
        "game": type(base).__name__,
        "seat": played.seat,
        "names": list(names),
        "start": start,
        "steps": steps,
        "won": [float(end.payoff(player)) for player in range(players_of(base))],
        "classes": _classes([start, *(step["tokens"] for step in steps)]),
    }


def _steps(played: Played, terms: Terms) -> Iterator[dict[str, Any]]:
    for moment, step in played.moments():
        if moment.base.chance:
            seat, words = None, terms.shows(moment, step)
        else:
            seat = seat_of(moment.base)
            words = terms.label(moment, come_to(moment.infoset, step))
        yield {"seat": seat, "words": words, "tokens": tokens.write(step)}


def read(lines: Iterable[str], game: History = None) -> list[Played]:
    """Return the hands that :func:`spell` wrote; each is replayed, and its result compared.

    Nothing is imported or run but the rules of games.

    Parameters
    ----------
    lines
        The lines.
    game
        The start of the game; the hands get its abstraction. None for hands without one.

    Raises
    ------
    StoreError
        If a line is damaged, is of another game, or names a class that is not imported.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> played = Played(Kuhn(), (0, 2, Move.BET, Move.PASS), 0)
    >>> read(spell([played], lambda _: ["you", "toy"]).splitlines())[0].steps
    (0, 2, <Move.BET: 1>, <Move.PASS: 0>)
    """
    return [_played(line, number, game) for number, line in enumerate(lines, 1) if line.strip()]


def _played(line: str, number: int, game: History) -> Played:
    try:
        document = json.loads(line)
        if document["format"] != FORMAT:
            raise ValueError(f"the format {document['format']}")
        rows = [document["start"], *(step["tokens"] for step in document["steps"])]
        base, *steps = taken({"steps": rows, "classes": document["classes"]})
        played = Played(_started(base, game), tuple(steps), document["seat"])
        end = played.moment.base
        won = [end.payoff(player) for player in range(players_of(end))] if end.terminal else None
        if won != document["won"]:
            raise ValueError(f"a result of {won}")
    except StoreError:
        raise
    except (*_DAMAGE, StopIteration, ZeroSumError) as error:
        raise StoreError(
            f"Line {number} must be a hand as it was exported; got {error}: export it again.", line
        ) from error
    return played


def _started(base: Any, game: History) -> History:
    """Return the start of a hand, in the abstraction of a game."""
    if game is None:
        return base
    own, *view = split(game)
    if type(base) is not type(own):
        raise ValueError(f"one of {type(base).__name__}, not of {type(own).__name__}")
    return game if base == own else Abstracted(base, *view)
