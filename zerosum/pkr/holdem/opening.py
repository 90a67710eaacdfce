"""The start of a hand of hold'em: what the seats post, who acts first, next, and has acted.

>>> from zerosum.pkr.holdem.betting import Betting
>>> hand = Betting(players=3, stacks=(100,), antes=(1,))
>>> start = opening(hand)
>>> start["paid"], start["total"], start["active"], forced(hand, 1), has_acted(hand, 1)
((1, 2, 0), 6, 2, 2, False)
>>> bin(due_first((99, 99, 99), (1, 2, 0), able=0b111))
'0b111'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zerosum.cards import popcount
from zerosum.pkr.holdem.rules import OddChips, Rules

if TYPE_CHECKING:
    from zerosum.pkr.holdem.betting import Betting


def opening(hand: Betting) -> dict[str, Any]:
    """Return the fields of a hand at its start: its parameters in full, and who acts first."""
    n, rules = hand.players, Rules(hand.rules)
    stacks, antes = every_seat(hand.stacks, n), every_seat(hand.antes, n)
    blinds, posts = ((*some, *[0] * (n - len(some))) for some in (hand.blinds, hand.posts))
    button = hand.button if hand.button >= 0 else n - 1
    if n == 2 and hand.button < 0 and blinds[0] < blinds[1]:
        button = 0
    full = [min(pair) for pair in zip(antes, stacks, strict=True)]
    trimmed = [min(ante, sorted(full)[-2]) for ante in full]
    posted = tuple(trimmed if hand.trim else full)
    purses = tuple(stack - ante for stack, ante in zip(stacks, posted, strict=True))
    left = [stack - ante for stack, ante in zip(stacks, full, strict=True)]
    paid = tuple(min(blinds[seat] + posts[seat], left[seat]) for seat in range(n))
    largest = max(blinds if rules == Rules.ACPC else blinds[:2])
    least, level = hand.least or max(largest, 1), max(paid)
    able = sum(1 << seat for seat in range(n) if purses[seat] > paid[seat])
    if rules == Rules.CASINO and able & (able - 1) != 0:
        level = max(level, *blinds)
    owed = able if rules == Rules.ACPC else due_first(purses, paid, able)
    order = [(button + 1 + place) % n for place in range(n)]
    last = max(order, key=lambda seat: (min(blinds[seat], left[seat]), order.index(seat)))
    return {
        "stacks": stacks,
        "blinds": blinds,
        "antes": antes,
        "least": least,
        "rules": rules,
        "odd": OddChips(hand.odd),
        "button": button,
        "posts": posts,
        "posted": posted,
        "purses": purses,
        "opener": (last + 1) % n,
        "paid": paid,
        "total": sum(posted) + sum(paid),
        "level": level,
        "highest": max(paid),
        "step": least,
        "aim": level + least,
        "live": (1 << n) - 1,
        "able": able,
        "owed": owed,
        "active": after(owed, last) if owed else 0,
    }


def every_seat(numbers: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Return one number a seat, of a parameter that may hold one for all, or none for 0.

    >>> every_seat((200,), 3), every_seat((), 2)
    ((200, 200, 200), (0, 0))
    """
    return numbers if len(numbers) == seats else (numbers or (0,))[:1] * seats


def due_first(purses: tuple[int, ...], paid: tuple[int, ...], able: int) -> int:
    """Return the seats that must act on the first street: another can still lose more to them."""
    owed = 0
    for seat, chips in enumerate(paid):
        others = purses[:seat] + purses[seat + 1 :]
        if able >> seat & 1 and max(others) > chips:
            owed |= 1 << seat
    return owed


def asked(owed: int, able: int, paid: tuple[int, ...], level: int) -> int:
    """Return those of the seats to act that a casino asks: not the last with chips that owes none.

    >>> asked(0b01, 0b01, (5, 3), 5), asked(0b01, 0b01, (5, 7), 7), asked(0b01, 0b11, (5, 5), 5)
    (0, 1, 1)
    """
    alone = owed != 0 and owed == able and able & (able - 1) == 0
    return 0 if alone and paid[after(able, 0)] >= level else owed


def forced(hand: Betting, seat: int) -> int:
    """Return the chips that a seat has paid at the start of a hand."""
    left = hand.stacks[seat] - min(hand.antes[seat], hand.stacks[seat])
    return min(hand.blinds[seat] + hand.posts[seat], left)


def has_acted(hand: Betting, seat: int) -> bool:
    """Return whether a seat that is to act has acted on this street.

    One that did and added nothing has checked, so before all bets that it has not answered. The
    answer may be wrong if the last of these closed a circle; but then it owes a full raise.
    """
    begun = forced(hand, seat) if hand.street == 0 else hand.base
    if hand.paid[seat] > begun:
        return True
    n, first = hand.players, hand.opener if hand.street == 0 else hand.first
    return hand.wagers > 0 and (seat - first) % n < (hand.raiser - first) % n


def after(seats: int, seat: int) -> int:
    """Return the next seat of a set after a seat, in a circle.

    >>> after(0b1011, 1), after(0b1011, 3)
    (3, 0)
    """
    above = seats >> (seat + 1) << (seat + 1)
    rest = above if above != 0 else seats
    return popcount((rest & -rest) - 1)
