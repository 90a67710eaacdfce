"""Report which parts of a game are native, and for the others why not and what to write instead.

``explain(game)`` compiles every part of a game and of its abstraction by itself: each method,
the actions, each factor. No other test is reliable. The verdicts are cached beside the compiled
code, so a second call is fast.
"""

import inspect
import json
import logging
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from numba import types
from numba.core.errors import NumbaWarning

from zerosum.abstraction import Algebraic, View, base_and_view
from zerosum.native.cache import folder_of, kept, try_to_keep
from zerosum.native.capacity import capacity_of, room_of
from zerosum.native.emit import Function, Kind
from zerosum.native.interrupted import dispatcher_of
from zerosum.native.keys import put_value
from zerosum.native.linking import LINKED
from zerosum.native.lowering import Lowering, classes_of, lowering_of
from zerosum.native.places import defined_at, lines_of, located
from zerosum.native.primitives import draw
from zerosum.native.reasons import is_refusal, reason_of
from zerosum.native.spelling import spelled
from zerosum.native.types import RANDOM, EnumType, FamilyType, RecordType
from zerosum.native.view import view_type
from zerosum.support.rendering import Shown
from zerosum.support.tokens import put

_LOG = logging.getLogger("zerosum")
_WORDS = types.CPointer(types.int64)


@dataclass(frozen=True)
class Verdict(Shown):
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
    kernel
        The label of the only kernel that does not compile, though every part by itself does; empty
        for the verdict on a part.

    Examples
    --------
    >>> print(Verdict("factor rank", False, "it yields", "Return a tuple."))
    interpreted  factor rank: it yields; Return a tuple.
    """

    part: str
    native: bool
    reason: str = ""
    advice: str = ""
    lasting: bool = True
    kernel: str = ""

    def __str__(self) -> str:
        if self.native:
            return f"native       {self.part}"
        return f"interpreted  {self.part}: {self.reason}; {self.advice}"


@dataclass(frozen=True)
class Explanation(Shown):
    """The verdicts on all parts of a game; the game runs natively if every part is native.

    >>> Explanation((Verdict("Kuhn.apply", True), Verdict("factor rank", False, "yield"))).native
    False
    """

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
    verdicts = _verdicts_on(base, view, (view,))[0]
    return Explanation(tuple(verdict for verdict in verdicts if not verdict.kernel))


def known_refusal(lowering: Lowering, views: tuple[View, ...], kernel: str) -> str:
    """Return the text of the warning if it is kept why a kernel does not compile, or empty text.

    Parameters
    ----------
    lowering
        That of the game.
    views
        The views.
    kernel
        The label of the kernel in the cache.
    """
    kind = lowering.record(lowering.game)
    records = (_recorded(_record(kind, view, view_type(view, lowering))) for view in views)
    refused = (verdict for each in records for verdict in each if _refuses(verdict, kernel))
    return next(map(_sentence, refused), "")


def blame(base: Any, views: tuple[View, ...], error: Exception, kernel: str) -> str:
    """Return the text of the warning that a run must be interpreted, and keep why.

    ``kernel`` is the label of a kernel that does not compile; empty if nothing was compiled.
    """
    verdicts: list[Verdict] = []
    record: Path | None = None
    for view in views:
        verdicts, record = _verdicts_on(base, view, views)
        if refused := [verdict for verdict in verdicts if _refuses(verdict, kernel)]:
            return _sentence(refused[0])
    cls: Any = type(base)
    whole = replace(_refusal(f"{cls.__qualname__} as a whole", error, cls), kernel=kernel)
    if kernel:
        _keep(record, [*verdicts, whole])
    return _sentence(whole)


def _refuses(verdict: Verdict, kernel: str) -> bool:
    return not verdict.native and verdict.kernel in {"", kernel}


def _sentence(culprit: Verdict) -> str:
    return (
        f"{culprit.part} is not native: {culprit.reason}; {culprit.advice}. The whole run is "
        f"interpreted, about a hundred times slower; zerosum.native.explain(game) lists all parts."
    )


def _verdicts_on(
    base: Any, view: View, views: tuple[View, ...]
) -> tuple[list[Verdict], Path | None]:
    """Return the verdicts on a game and one of the views of a kernel, and where they are kept."""
    cls: Any = type(base)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        try:
            lowering = lowering_of(cls, capacity_of(base, views), room_of(base, views))
            kind = lowering.record(cls)
        except Exception as error:
            return [_refusal(f"{cls.__qualname__}, its fields", error, cls)], None
        try:
            record = _record(kind, view, view_type(view, lowering))
        except Exception:  # A factor that has no type has no file; its verdict says why.
            record = None
        verdicts = _recorded(record)
        if not verdicts:
            verdicts = _verdicts(lowering, kind, view)
            _keep(record, verdicts)
    return verdicts, record


def _verdicts(lowering: Lowering, kind: Kind, view: View) -> list[Verdict]:
    """Compile each part of a game by itself."""
    cls, player = lowering.game, types.int64
    game = cls.__qualname__
    found = [Verdict(f"{game}, its fields", native=True)]

    def compiles(name: str, function: Function, *kinds: Kind) -> Kind | None:
        method = inspect.getattr_static(cls, name, None)
        verdict, returned = _try(f"{game}.{name}", lowering, function, *kinds, about=method)
        found.append(verdict)
        return returned

    compiles("terminal", lambda game: game.terminal, kind)
    compiles("payoff", lambda game, player: float(game.payoff(player)), kind, player)
    compiles("chance", lambda game: game.chance, kind)
    compiles("active", lambda game: game.active, kind)
    outcome = compiles("sample", lambda game, rng: draw(game, rng), kind, RANDOM)
    infoset = compiles("infoset", lambda game, player: game.infoset(player), kind, player)
    item = None
    if infoset is not None:
        verdict, item = _menu(view, lowering, infoset)
        found.append(verdict)
    found += _apply(lowering, kind, outcome, item)
    if infoset is not None and view.states is None:
        writing = lambda words, infoset: put(words, 0, infoset)  # noqa: E731
        name, seen = f"{spelled(infoset)} as a key", classes_of(infoset)[0]
        found.append(_try(name, lowering, writing, _WORDS, infoset, about=seen)[0])
    if infoset is not None:
        found += [_factor(each, lowering, infoset) for each in view.factors]
    return found


def _apply(
    lowering: Lowering, kind: Kind, outcome: Kind | None, action: Kind | None
) -> list[Verdict]:
    """Return the verdict on ``apply``, which takes outcomes of chance and actions."""
    name = f"{lowering.game.__qualname__}.apply"
    method = inspect.getattr_static(lowering.game, "apply", None)
    applying = lambda game, action: game.apply(action)  # noqa: E731
    given = [each for each in dict.fromkeys((outcome, action)) if each is not None]
    found = [_try(name, lowering, applying, kind, each, about=method)[0] for each in given]
    refused = [verdict for verdict in found if not verdict.native]
    if refused and len(given) > 1 and (advice := _one_family(*given)):
        told = f"an outcome is of type {spelled(outcome)}, and an action of type {spelled(action)}"
        reason = located(told, defined_at(method))
        return [replace(refused[0], reason=reason, advice=advice)]
    return refused[:1] or found[-1:]


def _one_family(outcome: Kind, action: Kind) -> str:
    """Return how to make outcomes and actions of one family; empty if it is not known."""
    if any(isinstance(each, types.UnicodeType) for each in (outcome, action)):
        return "make the members of an IntEnum of the strings, and annotate apply by int"
    enums = [each.cls.__qualname__ for each in (outcome, action) if isinstance(each, EnumType)]
    records = [isinstance(each, RecordType | FamilyType) for each in (outcome, action)]
    if enums and not any(records):
        return f"make {' and '.join(enums)} an IntEnum, and annotate the argument of apply by int"
    if any(records) and not all(records):
        return "make both frozen records, as in Deal(card), and annotate apply with their union"
    return ""


def _menu(view: View, lowering: Lowering, infoset: Kind) -> tuple[Verdict, Kind | None]:
    """Return the verdict on the actions, and their type."""
    name, about = f"{spelled(infoset)}.actions", getattr(classes_of(infoset)[0], "actions", None)
    if view.actions is not None:
        name, about = f"actions {view.actions!r}", view.actions.target
    try:
        seen = view_type(view, lowering)
    except Exception as error:
        return _refusal(name, error, about), None
    looking = lambda view, infoset: view.menu(infoset)  # noqa: E731
    verdict, menu = _try(name, lowering, looking, seen, infoset, about=about)
    return verdict, getattr(menu, "item", None)


def _factor(factor: Algebraic, lowering: Lowering, infoset: Kind) -> Verdict:
    name, record = f"factor {factor!r}", factor.target
    try:
        if factor.function is not None:
            call = lowering.callable(factor)
            asking: Any = lambda words, infoset: put_value(words, 0, call(infoset))  # noqa: E731
            return _try(name, lowering, asking, _WORDS, infoset, about=factor.function)[0]
        kind = lowering.record(type(record), record)  # which is an argument
        call = lowering.record_call(type(record))
        asking = lambda words, record, infoset: put_value(words, 0, call(record, infoset))  # noqa: E731
        return _try(name, lowering, asking, _WORDS, kind, infoset, about=type(record))[0]
    except Exception as error:
        return _refusal(name, error, factor.function or type(record))


def _try(
    name: str, lowering: Lowering, function: Function, *kinds: Kind, about: Any
) -> tuple[Verdict, Kind | None]:
    """Compile one small function; return the verdict and the type that it returns.

    ``about`` is what the user wrote, whose line is named where none is known that is nearer.
    """
    key = ("verdict", name, kinds)
    if key not in lowering.verdicts:
        dispatcher = dispatcher_of(function, **LINKED)
        try:
            dispatcher.compile(kinds)
        except Exception as error:
            lowering.verdicts[key] = _refusal(name, error, about), None
        else:
            returned = dispatcher.nopython_signatures[0].return_type
            lowering.verdicts[key] = Verdict(name, native=True), returned
    verdict, returned = lowering.verdicts[key]
    return verdict, returned


def _refusal(part: str, error: Exception, about: Any) -> Verdict:
    _LOG.debug("compiling %s failed", part, exc_info=error)
    reason, advice = reason_of(error, defined_at(about))
    return Verdict(part, native=False, reason=reason, advice=advice, lasting=is_refusal(error))


def _record(kind: Kind, view: View, seen: Kind) -> Path | None:
    """Return where the verdicts on a game that is seen in one way are kept; None if nowhere."""
    folder = folder_of((kind, seen))
    return None if folder is None else folder / f"verdicts.{lines_of(kind.cls, *view.sources)}.json"


def _recorded(record: Path | None) -> list[Verdict]:
    """Return the verdicts that are kept; none if there are none, or those of another version."""
    try:
        return [Verdict(**entry) for entry in json.loads(kept(record) or b"[]")]
    except TypeError:
        return []


def _keep(record: Path | None, verdicts: list[Verdict]) -> None:
    """Keep verdicts, if the sources alone decide all of them."""
    if all(verdict.lasting for verdict in verdicts):
        try_to_keep(record, json.dumps(list(map(vars, verdicts))).encode())
