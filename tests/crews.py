"""A site in this process, whose actors die when a test says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zerosum.scale.rounds.site import Lost


class Here:
    """A site of :mod:`zerosum.scale.rounds` whose calls are done at once.

    Parameters
    ----------
    dies
        Called with the number of a call, the actor and the method; whether the actor dies then.
    """

    def __init__(self, dies: Callable[[int, Any, str], bool] = lambda *_: False) -> None:
        self.dies, self.calls, self.dead = dies, 0, set[int]()
        self.kept: list[Any] = []  # or another actor would get the number of a dead one

    def start(self, kind: type[Any], *given: Any, cores: int) -> Any:
        self.kept.append(kind(*given))
        return self.kept[-1]

    def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        self.calls += 1
        if self.dies(self.calls, actor, method):
            self.dead.add(id(actor))
        try:
            if id(actor) in self.dead:
                raise Lost
            found = getattr(actor, method)(*(self.value(g) if _is_ref(g) else g for g in given))
            refs = [_Ref(part) for part in (found if parts > 1 else [found])]
        except Exception as error:  # noqa: BLE001 - whatever an actor raises
            refs = [_Ref(error=error) for _ in range(parts)]
        return refs if parts > 1 else refs[0]

    def ready(self, refs: Sequence[Any], seconds: float) -> list[Any]:
        return list(refs)

    def value(self, ref: Any) -> Any:
        if ref.error is not None:
            raise ref.error
        return ref.result

    def end(self, actor: Any) -> None:
        self.dead.add(id(actor))


class _Ref:
    def __init__(self, result: Any = None, error: Exception | None = None) -> None:
        self.result, self.error = result, error


def _is_ref(given: Any) -> bool:
    return isinstance(given, _Ref)
