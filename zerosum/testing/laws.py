"""What only :func:`zerosum.testing.check_game` checks, since it costs more than a playout may."""

from dataclasses import is_dataclass
from typing import Any

import attrs

from zerosum.abstraction.anatomy import field_names
from zerosum.errors import AbstractionError
from zerosum.laws import Look, Place


def check_value(place: Place, value: Any, thing: str) -> None:
    """Check that a history or an infoset is frozen and has a hash."""
    try:
        names = _names(value)
        hash(value)
    except TypeError as error:
        raise place.wrong(thing, "be a frozen dataclass of hashable fields", str(error)) from error
    for name in names[:1]:
        try:
            setattr(value, name, getattr(value, name))
        except AttributeError:
            return
        advice = f"write @dataclass(frozen=True) above {type(value).__name__}"
        raise place.wrong(thing, "be frozen", f"one whose {name} can be set", advice)


def _names(value: Any) -> tuple[str, ...]:
    if is_dataclass(value) or attrs.has(type(value)) or isinstance(value, tuple):
        return field_names(type(value))
    raise TypeError(f"a {type(value).__name__}")


def check_sight(look: Look, known: dict[Any, Any]) -> None:
    """Check a decision, and that public and private(player) determine the infoset, if declared.

    Modified in place: ``known``, the infoset and a place for all that a player saw.
    """
    place, menu, infoset, player = look.place, look.menu, look.infoset, look.player
    if len(set(menu)) < len(menu):
        actions = f"`{place.view.actions!r}`"
        raise place.wrong(
            "The actions", "all be different", repr(menu), of=actions, kind=AbstractionError
        )
    check_value(place, infoset, "infoset")
    if not look.declared:
        return
    sight = player, *look.declared
    first, other = known.setdefault(sight, (infoset, place))
    if first != infoset:
        raise place.wrong(
            "infoset",
            "follow from public and private(player)",
            f"{infoset!r}, and {first!r} (at {other}), with public {sight[1]!r} and private "
            f"{sight[2]!r} for player {player}",
            "leave out of infoset what the player does not see, or declare it",
        )
