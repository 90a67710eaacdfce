"""What of a game is native, what is not, why, and what to write instead.

``explain(game)`` compiles every part of a game and of its abstraction by itself: each method,
the actions, each factor. Compiling is the only sure test, so that is what it does; verdicts
are kept beside the compiled code and cost nothing the second time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numba import njit, types
from numba.core.errors import NumbaError

from zerosum.abstraction import split
from zerosum.errors import LoweringError
from zerosum.jit import cache_folder
from zerosum.native.primitives import draw
from zerosum.native.cache import signature_fingerprint
from zerosum.native.lowering import Lowering, lowering_of
from zerosum.native.types import RANDOM
from zerosum.native.view import View, view_type
from zerosum.tokens import put

_WORDS = types.CPointer(types.int64)
_PLACE = re.compile(r"During: typing of .*? at (.+?) \((\d+)\)")
_SIGNATURE = re.compile(r">>> (.+)")
_NOISE = re.compile(r"#[0-9a-f.]+")
_ADVICE = (
    ("Cannot unify", "give it one type on every branch, or None on some"),
    ("Unknown attribute", "check that the annotation names the class which has it"),
    ("UpTo", "declare the length with UpTo(n)"),
    ("dict", "use a tuple, an array or a chain of if"),
    ("unicode_type", "use an int or an enum instead of a string"),
    ("reflected list", "return tuple(list)"),
)


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
    """

    part: str
    native: bool
    reason: str = ""
    advice: str = ""

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
    base, states, actions = split(game)
    return explain_parts(base, View(states, actions))


def explain_parts(base: Any, view: View) -> Explanation:
    """Do what :func:`explain` does, of a base game and a view."""
    try:
        lowering = lowering_of(type(base))
        kind = lowering.record(type(base))
        seen = view_type(view, lowering)
    except (LoweringError, NumbaError) as error:
        name = f"{type(base).__qualname__}, its fields"
        return Explanation((_refusal(name, error),))
    path = _verdict_file((kind, seen))
    if path is not None and (kept := _kept(path)) is not None:
        return kept
    explanation = Explanation(tuple(_verdicts(lowering, kind, view)))
    if path is not None:
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
    yield Verdict(f"{game}, its fields", True)
    yield _try(f"{game}.terminal", lambda game: game.terminal, kind)[0]
    yield _try(f"{game}.payoff", lambda game, player: float(game.payoff(player)), kind, player)[0]
    yield _try(f"{game}.chance", lambda game: game.chance, kind)[0]
    yield _try(f"{game}.active", lambda game: game.active, kind)[0]
    verdict, outcome = _try(f"{game}.sample", lambda game, rng: draw(game, rng), kind, RANDOM)
    yield verdict
    verdict, infoset = _try(f"{game}.infoset", lambda game, p: game.infoset(p), kind, player)
    yield verdict
    item = None
    if infoset is not None:
        verdict, item = _menu(view, lowering, infoset)
        yield verdict
    applied = [
        _try(f"{game}.apply", lambda game, action: game.apply(action), kind, each)[0]
        for each in dict.fromkeys(each for each in (outcome, item) if each is not None)
    ]
    yield next((verdict for verdict in applied if not verdict.native), applied[-1])
    if infoset is None:
        return
    if view.states is None:
        yield _put(f"{_plain(str(infoset))} as a key", None, lowering, infoset)
    for factor in view.factors:
        yield _put(f"factor {factor!r}", factor, lowering, infoset)


def _menu(view: View, lowering: Lowering, infoset: Any) -> tuple[Verdict, Any]:
    seen = view_type(view, lowering)
    name = f"actions {view.actions!r}" if view.actions else f"{_plain(str(infoset))}.actions"
    verdict, menu = _try(name, lambda view, infoset: view.menu(infoset), seen, infoset)
    return verdict, getattr(menu, "item", None)


def _put(name: str, factor: Any, lowering: Lowering, infoset: Any) -> Verdict:
    if factor is None:
        return _try(name, lambda words, infoset: put(words, 0, infoset), _WORDS, infoset)[0]
    try:
        call = lowering.callable(factor)
    except (LoweringError, NumbaError) as error:
        return _refusal(name, error)
    return _try(name, lambda words, infoset: put(words, 0, call(infoset)), _WORDS, infoset)[0]


def _try(name: str, function: Any, *kinds: Any) -> tuple[Verdict, Any]:
    """Compile one small function; return the verdict and the type that it returns."""
    dispatcher = njit(function)
    try:
        dispatcher.compile(kinds)
    except (NumbaError, LoweringError) as error:
        return _refusal(name, error), None
    return Verdict(name, True), dispatcher.nopython_signatures[0].return_type


def _refusal(part: str, error: Exception) -> Verdict:
    if isinstance(error, LoweringError):
        reason, _, advice = str(error).rstrip(".").rpartition("; ")
        return Verdict(part, False, reason or advice, advice if reason else "see docs/reference/native.md")
    text = str(error)
    place = next((m for m in _PLACE.finditer(text) if "/native/" not in m[1].replace("\\", "/")), None)
    where = f" ({Path(place[1]).name}, line {place[2]})" if place else ""
    reason = _plain(_first_reason(text)) + where
    advice = next((advice for sign, advice in _ADVICE if sign in text), "spell it more plainly")
    return Verdict(part, False, reason, f"{advice}; docs/reference/native.md lists what compiles")


def _first_reason(text: str) -> str:
    """Return the line of a Numba error that says what went wrong, the innermost one."""
    if match := _SIGNATURE.search(text):
        unify = re.search(r"Cannot unify .*", text)
        return unify[0] if unify else f"there is no native {match[1]}"
    dull = ("Failed in nopython", "- Resolution", "During", "File ", "Rejected", "raised from")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith(dull)), lines[0] if lines else "")


def _plain(text: str) -> str:
    """Shorten the names of native types to those of their classes."""
    text = _NOISE.sub("", text)
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", text)


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
        path.write_text(json.dumps([vars(verdict) for verdict in explanation.verdicts]))
    except OSError:  # A full disk costs the next explanation a second, no more.
        return
