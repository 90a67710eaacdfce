"""What of a game is native, what is not, why, and what to write instead.

``explain(game)`` compiles every part of a game and of its abstraction by itself: each method,
the actions, each factor. Compiling is the only sure test, so that is what it does; verdicts
are kept beside the compiled code and cost nothing the second time.
"""

from __future__ import annotations

import json
import os
import typing
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numba import njit, types
from numba.core.errors import NumbaError, NumbaWarning

from zerosum.abstraction import View, base_and_view
from zerosum.errors import LoweringError
from zerosum.native.cache import signature_fingerprint
from zerosum.native.lowering import Lowering, lowering_of
from zerosum.native.primitives import draw
from zerosum.native.reasons import plain, reason_of
from zerosum.native.types import RANDOM
from zerosum.native.view import view_type
from zerosum.store import cache_folder
from zerosum.tokens import put

_WORDS = types.CPointer(types.int64)


@dataclass(frozen=True)
class Verdict:
    """Whether one part of a game is native.

    Parameters
    ----------
    part
        ``Kuhn.apply``, ``factor linearpot(20)``.
    native
        The verdict.
    reason
        What stands in the way, with file and line; empty where nothing does.
    advice
        What to write instead.
    lasting
        Whether the source alone decides; False where the machine stood in the way.
    """

    part: str
    native: bool
    reason: str = ""
    advice: str = ""
    lasting: bool = True

    def __str__(self) -> str:
        if self.native:
            return f"native       {self.part}"
        return f"interpreted  {self.part}: {self.reason}; {self.advice}"


@dataclass(frozen=True)
class Explanation:
    """The verdicts on all parts of a game; ``native`` if it runs native as a whole."""

    verdicts: tuple[Verdict, ...]

    @property
    def native(self) -> bool:
        """Whether every part is native."""
        return all(verdict.native for verdict in self.verdicts)

    def __str__(self) -> str:
        return "\n".join(map(str, self.verdicts))


def explain(game: Any) -> Explanation:
    """Say of each method and factor of a game whether it is native, and if not, why.

    Parameters
    ----------
    game
        A game, abstract or not.

    Returns
    -------
    The verdicts, in the order of data: the game, its infosets, the factors. Printing it gives
    a line a part.

    Notes
    -----
    Takes up to a second a part the first time.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> explain(Kuhn()).native
    True
    """
    return explain_parts(*base_and_view(game))


def explain_parts(base: Any, view: View) -> Explanation:
    """Do what :func:`explain` does, of a base game and a view."""
    path, cls = None, typing.cast("Any", type(base))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        try:
            lowering = lowering_of(cls)
            kind = lowering.record(cls)
        except Exception as error:
            return Explanation((_refusal(f"{type(base).__qualname__}, its fields", error),))
        try:
            path = _verdict_file((kind, view_type(view, lowering)))
        except Exception:  # A factor that has no type has no file; its verdict says why.
            path = None
        if path is not None and (kept := _kept(path)) is not None:
            return kept
        explanation = Explanation(tuple(_verdicts(lowering, kind, view)))
    if path is not None and all(verdict.lasting for verdict in explanation.verdicts):
        _keep(path, explanation)
    return explanation


def blame(base: Any, view: View, error: Exception) -> str:
    """Return the sentence that a warning says when a run must be interpreted."""
    explanation = explain_parts(base, view)
    culprit = next((v for v in explanation.verdicts if not v.native), None)
    if culprit is None:
        culprit = _refusal(f"{type(base).__qualname__} as a whole", error)
    return (
        f"{culprit.part} is not native: {culprit.reason}; {culprit.advice}. The whole run is "
        f"interpreted, some hundred times slower; zerosum.native.explain(game) tells more."
    )


def _verdicts(lowering: Lowering, kind: Any, view: View) -> Iterator[Verdict]:
    game = lowering.game.__qualname__
    player = types.int64
    simple = {
        "terminal": (lambda game: game.terminal, kind),
        "payoff": (lambda game, player: float(game.payoff(player)), kind, player),
        "chance": (lambda game: game.chance, kind),
        "active": (lambda game: game.active, kind),
    }
    yield Verdict(f"{game}, its fields", native=True)
    for name, (function, *kinds) in simple.items():
        yield _try(f"{game}.{name}", lowering, function, *kinds)[0]
    drawing: Any = lambda game, rng: draw(game, rng)  # noqa: E731
    verdict, outcome = _try(f"{game}.sample", lowering, drawing, kind, RANDOM)
    yield verdict
    looking: Any = lambda game, player: game.infoset(player)  # noqa: E731
    verdict, infoset = _try(f"{game}.infoset", lowering, looking, kind, player)
    yield verdict
    item = None
    if infoset is not None:
        verdict, item = _menu(view, lowering, infoset)
        yield verdict
    applying: Any = lambda game, action: game.apply(action)  # noqa: E731
    moves = dict.fromkeys(each for each in (outcome, item) if each is not None)
    applied = [_try(f"{game}.apply", lowering, applying, kind, each)[0] for each in moves]
    if applied:
        yield next((verdict for verdict in applied if not verdict.native), applied[-1])
    if infoset is None:
        return
    if view.states is None:
        yield _put(f"{plain(str(infoset))} as a key", None, lowering, infoset)
    for factor in view.factors:
        yield _put(f"factor {factor!r}", factor, lowering, infoset)


def _menu(view: View, lowering: Lowering, infoset: Any) -> tuple[Verdict, Any]:
    name = f"actions {view.actions!r}" if view.actions else f"{plain(str(infoset))}.actions"
    try:
        seen = view_type(view, lowering)
    except Exception as error:
        return _refusal(name, error), None
    looking: Any = lambda view, infoset: view.menu(infoset)  # noqa: E731
    verdict, menu = _try(name, lowering, looking, seen, infoset)
    return verdict, getattr(menu, "item", None)


def _put(name: str, factor: Any, lowering: Lowering, infoset: Any) -> Verdict:
    if factor is None:
        writing: Any = lambda words, infoset: put(words, 0, infoset)  # noqa: E731
        return _try(name, lowering, writing, _WORDS, infoset)[0]
    try:
        if factor.function is None:  # A record, which is an argument.
            record = lowering.record(type(factor.target), factor.target)
            carried = lowering.record_call(type(factor.target))
            asking: Any = lambda words, record, infoset: put(words, 0, carried(record, infoset))  # noqa: E731
            return _try(name, lowering, asking, _WORDS, record, infoset)[0]
        call = lowering.callable(factor)
    except Exception as error:
        return _refusal(name, error)
    calling: Any = lambda words, infoset: put(words, 0, call(infoset))  # noqa: E731
    return _try(name, lowering, calling, _WORDS, infoset)[0]


def _try(name: str, lowering: Lowering, function: Any, *kinds: Any) -> tuple[Verdict, Any]:
    """Compile one small function; return the verdict and the type that it returns."""
    key = ("verdict", name, kinds)
    if key not in lowering.verdicts:
        dispatcher = njit(function)
        try:
            dispatcher.compile(kinds)
        except Exception as error:
            lowering.verdicts[key] = _refusal(name, error), None
        else:
            returned = dispatcher.nopython_signatures[0].return_type
            lowering.verdicts[key] = Verdict(name, native=True), returned
    verdict, returned = lowering.verdicts[key]
    return verdict, returned


def _refusal(part: str, error: Exception) -> Verdict:
    reason, advice = reason_of(error)
    lasting = isinstance(error, NumbaError | LoweringError)
    return Verdict(part, native=False, reason=reason, advice=advice, lasting=lasting)


def _verdict_file(kinds: tuple[Any, ...]) -> Path | None:
    fingerprint = signature_fingerprint(kinds)
    return None if fingerprint is None else cache_folder() / fingerprint / "verdicts.json"


def _kept(path: Path) -> Explanation | None:
    try:
        return Explanation(tuple(Verdict(**entry) for entry in json.loads(path.read_text())))
    except (OSError, ValueError, TypeError):
        return None


def _keep(path: Path, explanation: Explanation) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_suffix(f".{os.getpid()}.tmp")
        scratch.write_text(json.dumps([vars(verdict) for verdict in explanation.verdicts]))
        scratch.replace(path)
    except OSError:  # A full disk costs the next explanation a second, no more.
        return
