"""A mapping that does not change, for records that do not either."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class Frozen(Mapping[str, Any]):
    """Names and values that stay as they are; equal to any mapping that holds the same.

    Unlike ``types.MappingProxyType``, it can be pickled and copied where its values can.

    Parameters
    ----------
    items
        What it holds; a later change there is not seen here.

    Examples
    --------
    >>> Frozen({"epsilon": 0.4})
    {'epsilon': 0.4}
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Any]) -> None:
        self._items = dict(items)

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[type[Frozen], tuple[dict[str, Any]]]:
        return Frozen, (self._items,)
