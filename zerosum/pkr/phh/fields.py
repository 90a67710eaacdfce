"""The fields of the PHH format, and what is checked of them."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from zerosum.pkr.phh.amounts import DIGITS
from zerosum.support.store import Json

VARIANTS = {
    "FT": "fixed-limit Texas hold'em",
    "NT": "no-limit Texas hold'em",
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha hold'em",
    "FO/8": "fixed-limit Omaha hold'em, high-low split, eight or better",
    "F7S": "fixed-limit seven-card stud",
    "F7S/8": "fixed-limit seven-card stud, high-low split, eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
"""The variants of the PHH format; the first three are hold'em with two cards a seat."""

BETS = {"FT": ("small_bet", "big_bet"), "NT": ("min_bet",), "NS": ("min_bet",)}
"""The fields of the bets of each variant that is read."""

FORCED = ("antes", "blinds_or_straddles")
CHIPS = (*FORCED, "starting_stacks")
"""The fields that hold a number of chips for each seat; the first two are paid by force."""

_EXAMPLES: dict[str, object] = {
    "variant": "NT",
    "antes": (0,),
    "blinds_or_straddles": (1, 2, 0),
    "min_bet": 2,
    "small_bet": 2,
    "big_bet": 4,
    "starting_stacks": (200,),
    "actions": ["d dh p1 AcQh"],
}
"""What may be written for a field; the last number of a tuple holds for all later seats too."""

Refuse = Callable[[str, str], Exception]


def check_fields(fields: Json, refuse: Refuse) -> None:
    """Check the fields of a hand; actions are checked when it is replayed.

    Parameters
    ----------
    fields
        The fields by name.
    refuse
        Returns the error for a field and what it must be.
    """

    def advised(name: str, what: str) -> Exception:
        return refuse(name, f"{what}: {_advice(name, fields)}")

    _check_given(fields, "variant", advised)
    variant = fields["variant"]
    if variant not in BETS:
        known = f"{variant!r}, {VARIANTS[variant]}" if variant in VARIANTS else repr(variant)
        names = ", ".join(f"{code!r} ({VARIANTS[code]})" for code in BETS)
        raise refuse("variant", f"be one of {names}; got {known}")
    for name in (*CHIPS, *BETS[variant], "actions"):
        _check_given(fields, name, advised)
    stacks = fields["starting_stacks"]
    if not isinstance(stacks, tuple) or not 2 <= len(stacks) <= 10:
        got = f"{len(stacks)} of them" if isinstance(stacks, tuple) else repr(stacks)
        raise advised("starting_stacks", f"be an array of 2 to 10 numbers, one a seat; got {got}")
    for name in (*CHIPS, "finishing_stacks"):
        if name in fields:
            _check_chips(fields, name, len(stacks), advised)
    for name in BETS[variant]:
        if not _is_number(fields[name]) or fields[name] <= 0:
            raise advised(
                name, f"be a number above 0, of at most {DIGITS} digits; got {_plain(fields[name])}"
            )
    if not _are_texts(fields["actions"]):
        raise advised("actions", f"be an array of strings; got {_plain(fields['actions'])}")
    names = fields.get("players", ("",) * len(stacks))
    if not _are_texts(names) or len(names) != len(stacks):
        raise advised("players", f"be an array of {len(stacks)} strings; got {_plain(names)}")
    _check_rules(fields, advised)


def _check_rules(fields: Json, refuse: Refuse) -> None:
    rules = fields.get("_rules", "pokerkit")
    if rules not in ("pokerkit", "casino"):
        raise refuse("_rules", f"be 'pokerkit' or 'casino'; got {_plain(rules)}")
    trim = fields.get("ante_trimming_status", False)
    if not isinstance(trim, bool):
        raise refuse("ante_trimming_status", f"be true or false; got {_plain(trim)}")


def _advice(name: str, fields: Json) -> str:
    """Return what to write for a field instead."""
    if name not in _EXAMPLES:
        return "leave it out"
    example, stacks = _EXAMPLES[name], fields.get("starting_stacks")
    if isinstance(example, tuple):
        seats = len(stacks) if isinstance(stacks, tuple) and 2 <= len(stacks) <= 10 else 2
        example = [*example, *example[-1:] * seats][:seats]
    return f"write, for example, {name} = {example!r}"


def _check_given(fields: Json, name: str, refuse: Refuse) -> None:
    if name not in fields:
        raise refuse(name, "be given; got none")


def _check_chips(fields: Json, name: str, seats: int, refuse: Refuse) -> None:
    values = fields[name]
    if not isinstance(values, tuple) or len(values) != seats:
        got = f"{len(values)} of them" if isinstance(values, tuple) else repr(values)
        raise refuse(name, f"be an array of {seats} numbers, one a seat; got {got}")
    for seat, value in enumerate(values):
        if is_unknown(value) and name.endswith("stacks"):
            continue
        least = -(10**DIGITS) if name == "blinds_or_straddles" else 0
        positive = name == "starting_stacks"
        if not _is_number(value) or value < least or (positive and value == 0):
            bound = "known numbers from 0 up"
            if positive or least:
                bound = "numbers above 0, or inf if unknown" if positive else "numbers"
            what = f"be {bound}, of at most {DIGITS} digits"
            raise refuse(name, f"{what}; got {_plain(value)} for p{seat + 1}")


def is_unknown(value: object) -> bool:
    """Return whether a stack is ``inf``, which stands for one that is not known."""
    return isinstance(value, Decimal) and value == Decimal("inf")


def _is_number(value: object) -> bool:
    """Return whether a value is a number of chips, with few enough digits to compute with."""
    if isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        few = isinstance(exponent, int) and exponent >= -DIGITS
    else:
        few = isinstance(value, int) and not isinstance(value, bool)
    return few and -(10**DIGITS) < value < 10**DIGITS


def _are_texts(values: Any) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, str) for value in values)


def _plain(value: object) -> str:
    if isinstance(value, int) and abs(value) >= 10**DIGITS:
        return "one with more"
    return str(value) if isinstance(value, Decimal) else repr(value)
