"""Report which parts of a game are native, and for the others why not and what to write instead.

``explain(game)`` compiles every part of a game and of its abstraction by itself: each method,
the actions, each factor. No other test is reliable. The verdicts are cached beside the compiled
code, so a second call is fast.
"""

import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numba import njit, types
from numba.core.errors import NumbaError, NumbaWarning

from zerosum.abstraction import Algebraic, View, base_and_view
from zerosum.errors import LoweringError
from zerosum.native.cache import read_json, signature_fingerprint, write_json
from zerosum.native.emit import Function, Kind
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
        Whether it compiles.
    reason
        Why it does not compile, with file and line; empty if it does.
    advice
        What to write instead.
    lasting
        Whether the source alone decides, so that the verdict can be cached.
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
    """The verdicts on all parts of a game; the game runs natively if every part is native."""

    verdicts: tuple[Verdict, ...]

    @property
    def native(self) -> bool:
        """Whether every part is native."""
        return all(verdict.native for verdict in self.verdicts)

    def __str__(self) -> str:
        return "\n".join(map(str, self.verdicts))


def explain(game: Any) -> Explanation:
    """Report whether each method and factor of a game is native, and if not, why.

    Parameters
    ----------
    game
        A game, abstracted or not.

    Returns
    -------
    The verdicts on the game, its infosets and the factors, in this order. It prints one line
    for each part.

    Notes
    -----
    The first call takes up to a second for each part.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> explain(Kuhn()).native
    True
    """
    return explain_parts(*base_and_view(game))


def explain_parts(base: Any, view: View) -> Explanation:
    """Return what :func:`explain` does, given a base game and a view."""
    cls: Any = type(base)
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
        explanation = Explanation(_verdicts(lowering, kind, view))
    if path is not None and all(verdict.lasting for verdict in explanation.verdicts):
        _keep(path, explanation)
    return explanation


def blame(base: Any, view: View, error: Exception) -> str:
    """Return the text of the warning that a run must be interpreted."""
    explanation = explain_parts(base, view)
    culprit = next((v for v in explanation.verdicts if not v.native), None)
    if culprit is None:
        culprit = _refusal(f"{type(base).__qualname__} as a whole", error)
    return (
        f"{culprit.part} is not native: {culprit.reason}; {culprit.advice}. The whole run is "
        f"interpreted, about a hundred times slower; zerosum.native.explain(game) lists all parts."
    )


def _verdicts(lowering: Lowering, kind: Kind, view: View) -> tuple[Verdict, ...]:
    """Compile each part of a game by itself."""
    game, player = lowering.game.__qualname__, types.int64
    found = [Verdict(f"{game}, its fields", native=True)]

    def compiles(part: str, function: Function, *kinds: Kind) -> Kind | None:
        verdict, returned = _try(part, lowering, function, *kinds)
        found.append(verdict)
        return returned

    compiles(f"{game}.terminal", lambda game: game.terminal, kind)
    compiles(f"{game}.payoff", lambda game, player: float(game.payoff(player)), kind, player)
    compiles(f"{game}.chance", lambda game: game.chance, kind)
    compiles(f"{game}.active", lambda game: game.active, kind)
    outcome = compiles(f"{game}.sample", lambda game, rng: draw(game, rng), kind, RANDOM)
    seen = lambda game, player: game.infoset(player)  # noqa: E731
    infoset = compiles(f"{game}.infoset", seen, kind, player)
    item = None
    if infoset is not None:
        verdict, item = _menu(view, lowering, infoset)
        found.append(verdict)
    applied = [
        _try(f"{game}.apply", lowering, lambda game, action: game.apply(action), kind, each)[0]
        for each in dict.fromkeys((outcome, item))
        if each is not None
    ]
    found += [v for v in applied if not v.native][:1] or applied[-1:]
    if infoset is not None and view.states is None:
        writing = lambda words, infoset: put(words, 0, infoset)  # noqa: E731
        compiles(f"{plain(str(infoset))} as a key", writing, _WORDS, infoset)
    if infoset is not None:
        found += [_factor(each, lowering, infoset) for each in view.factors]
    return tuple(found)


def _menu(view: View, lowering: Lowering, infoset: Kind) -> tuple[Verdict, Kind | None]:
    """Return the verdict on the actions, and their type."""
    name = f"actions {view.actions!r}" if view.actions else f"{plain(str(infoset))}.actions"
    try:
        seen = view_type(view, lowering)
    except Exception as error:
        return _refusal(name, error), None
    looking = lambda view, infoset: view.menu(infoset)  # noqa: E731
    verdict, menu = _try(name, lowering, looking, seen, infoset)
    return verdict, getattr(menu, "item", None)


def _factor(factor: Algebraic, lowering: Lowering, infoset: Kind) -> Verdict:
    name = f"factor {factor!r}"
    try:
        if factor.function is not None:
            call = lowering.callable(factor)
            asking: Any = lambda words, infoset: put(words, 0, call(infoset))  # noqa: E731
            return _try(name, lowering, asking, _WORDS, infoset)[0]
        kind = lowering.record(type(factor.target), factor.target)  # which is an argument
        call = lowering.record_call(type(factor.target))
        asking = lambda words, record, infoset: put(words, 0, call(record, infoset))  # noqa: E731
        return _try(name, lowering, asking, _WORDS, kind, infoset)[0]
    except Exception as error:
        return _refusal(name, error)


def _try(
    name: str, lowering: Lowering, function: Function, *kinds: Kind
) -> tuple[Verdict, Kind | None]:
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


def _verdict_file(kinds: tuple[Kind, ...]) -> Path | None:
    fingerprint = signature_fingerprint(kinds)
    return None if fingerprint is None else cache_folder() / fingerprint / "verdicts.json"


def _kept(path: Path) -> Explanation | None:
    try:
        return Explanation(tuple(Verdict(**entry) for entry in read_json(path)))
    except TypeError:  # There is none, or one of another version.
        return None


def _keep(path: Path, explanation: Explanation) -> None:
    with suppress(OSError):  # A full disk costs the next explanation a second, no more.
        write_json(path, list(map(vars, explanation.verdicts)))
