"""A range from its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zerosum.cards import RANKS, Cards, parse
from zerosum.errors import GameError
from zerosum.pkr.hands.isomorphism import HANDS, hand_number
from zerosum.pkr.ranges.classes import HAND_MASKS, MEMBERS, class_at
from zerosum.pkr.ranges.hands import Range
from zerosum.pkr.ranges.spelling import WHOLE

_ITEM = re.compile(r"[^\s,]+")
_HAND = re.compile(rf"[{RANKS}][cdhs][{RANKS}][cdhs]")
_CLASSES = re.compile(
    rf"([{RANKS}])([{RANKS}])([so]?)(?:(\+)|-([{RANKS}])([{RANKS}])([so]?))?", re.ASCII
)
_WEIGHT = re.compile(r"\d*\.?\d+(?:e-\d+)?", re.ASCII)
_BRACKET = re.compile(r"(\[/?\d+(?:\.\d+)?\])", re.ASCII)
_FORMS = "write classes such as 22+, A2s+, KTo, QJ or T9s-54s, hands such as AhKh, or random"


class _Refused(Exception):
    """What an item must do, and what to write instead."""


def parse_range(text: str) -> Range:
    """Return the range that a text describes.

    Parameters
    ----------
    text
        Items separated by commas or spaces. ``KK`` is a pair, ``KTs`` and ``KTo`` are suited and
        offsuit hands, ``KT`` is both, ``AhKh`` is one hand, ``random`` is every hand. ``77+`` is
        the pair and all higher ones, ``K9s+`` has the kickers from the nine to the queen. ``TT-77``
        and ``K9s-K6s`` have all classes in between, ``T9s-54s`` those with the same gap. A weight
        up to 1 may follow an item after a colon, ``76s:0.5``, or after an at sign, ``76s@50`` being
        50 %. Items between ``[50]`` and ``[/50]`` have 50 %, as GTO+ writes it. Or 1,326 numbers:
        the weights of ``2d2c 2h2c 2h2d 2s2c …``, in the order in which PioSOLVER lists hands.

    Raises
    ------
    GameError
        If an item cannot be read, or gives a hand another weight than an earlier item does; the
        message has its place in the text. If there are numbers, but not 1,326 weights.

    Examples
    --------
    >>> print(parse_range("22+, A2s+, KTo, 76s:0.5, AhKh"))
    22+, A2s+, KTo, 76s:0.5
    >>> parse_range("AKs") == parse_range("AcKc AdKd AhKh AsKs")
    True
    >>> parse_range("AA:0.5, KK") == parse_range("AA@50,KK") == parse_range("[50.0]AA[/50.0],KK")
    True
    >>> parse_range("0 " * 1320 + "1 0.5 0.5 .25 0 1")
    Range('AsAh, AsKd, AsKs:0.5, AsKh:0.5, AsAc:0.25')
    """
    first = _ITEM.search(text)
    if first and _WEIGHT.fullmatch(first[0]) and not _CLASSES.fullmatch(first[0]):
        return _listed(text)
    weights = [0.0] * HANDS
    match = None
    around = [""]
    for match in _ITEM.finditer(text):
        try:
            for item in _cut(match[0], around):
                _add(item, weights)
        except _Refused as refused:
            must, advice = refused.args
            raise GameError(
                f"An item of the range {text!r} must {must}; got {match[0]!r} at character "
                f"{match.start() + 1}: {advice}.",
                text,
            ) from None
    if len(around) > 1:
        raise GameError(
            f"A range must close the bracket that is open; got {text!r}: write [50]AA,KK[/50].",
            text,
        )
    if match is None:
        raise GameError(f"A range must have an item; got {text!r}: {_FORMS}.", text)
    return Range(tuple(weights))


def _listed(text: str) -> Range:
    """Return the range of a text that lists the weights of all hands."""
    items = _ITEM.findall(text)
    wrong = [item for item in items if not _WEIGHT.fullmatch(item)]
    if wrong or len(items) != HANDS:
        raise GameError(
            f"A range of numbers must be the weights of all {HANDS:,} hands, 2d2c 2h2c 2h2d and so "
            f"on; got {wrong[0] if wrong else f'{len(items):,} numbers'!r}: paste the whole list.",
            text,
        )
    return Range(tuple(map(float, items)))


def _cut(item: str, around: list[str]) -> Iterator[str]:
    """Yield an item without the brackets of GTO+, but with their weight.

    Modified in place: ``around``, the brackets that are open.
    """
    for part in filter(None, _BRACKET.split(item)):
        if not (bracket := _BRACKET.fullmatch(part)):
            yield f"{part}@{around[-1]}" if around[-1] else part
        elif part[1] != "/":
            around.append(part[1:-1])
        elif len(around) < 2 or float(around.pop()) != float(bracket[0][2:-1]):
            raise _Refused("close the bracket that is open", "write [50]AA,KK[/50]")


def _add(item: str, weights: list[float]) -> None:
    """Give the hands of an item their weight. Modified in place: ``weights``."""
    what, sign, number = item.partition("@" if "@" in item else ":")
    whole = 100.0 if sign == "@" else 1.0
    if sign and not (_WEIGHT.fullmatch(number) and 0 < float(number) <= whole):
        raise _Refused(
            "have a weight above 0 and at most 1 after its colon, or 100 after an at sign",
            "write 76s:0.5 or 76s@50, for example",
        )
    weight = float(number) / whole if sign else 1.0
    for hand in _hands(what):
        if weights[hand] not in {0.0, weight}:
            cards = Cards(HAND_MASKS[hand])
            raise _Refused(
                f"not change the weight of a hand, {weights[hand]:g} for {cards}",
                "name each hand with one weight",
            )
        weights[hand] = weight


def _hands(what: str) -> Iterable[int]:
    """Return the hands that an item without its weight names."""
    if what == WHOLE:
        return range(HANDS)
    if _HAND.fullmatch(what):
        if what[:2] == what[2:]:
            raise _Refused("name two different cards", "write AhKh, for example")
        return (hand_number(parse(what).mask),)
    if not (match := _CLASSES.fullmatch(what)):
        raise _Refused("be classes or a hand", _FORMS)
    return [hand for number in _classes(match) for hand in MEMBERS[number]]


def _classes(match: re.Match[str]) -> Iterator[int]:
    """Yield the classes that an item names."""
    high, low = _ranks(match[1], match[2])
    kind, until = match[3], (high, low)
    if match[5]:
        until = _ranks(match[5], match[6])
        if match[7] != kind:
            raise _Refused(
                "have two ends of one kind, suited or offsuit", "write KTs-K7s, for example"
            )
    elif match[4]:
        until = (12, 12) if high == low else (high, high - 1)
    yield from (
        number
        for first, second in _between((high, low), until)
        for number in _of_kind(first, second, kind)
    )


def _ranks(first: str, second: str) -> tuple[int, int]:
    """Return two ranks, the higher one first."""
    low, high = sorted((RANKS.index(first), RANKS.index(second)))
    return high, low


def _between(one: tuple[int, int], other: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of ranks from one end to the other."""
    (low_high, low_kicker), (high, kicker) = sorted((one, other))
    if (low_high == low_kicker) != (high == kicker) or (
        low_high != high and high - kicker != low_high - low_kicker
    ):
        raise _Refused(
            "go from a class to one with the same high card or the same gap",
            "write TT-77, K9s-K6s or T9s-54s, for example",
        )
    for step in range(kicker - low_kicker + 1):
        yield (high if low_high == high else low_high + step), low_kicker + step


def _of_kind(high: int, low: int, kind: str) -> tuple[int, ...]:
    """Return the class of two ranks, or both classes if nothing says which."""
    if high == low and kind:
        raise _Refused("have no s or o after a pair", f"write {RANKS[high]}{RANKS[high]}")
    if high == low or kind:
        return (class_at(high, low, kind),)
    return class_at(high, low, "s"), class_at(high, low, "o")
