"""The seats of a hand in the text of a site: in which order they act, and what each one posts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from zerosum.pkr.phh.amounts import written


class Seat(NamedTuple):
    """A seat of the table: its number, its player, and the chips before the hand."""

    number: int
    player: str
    stack: Fraction


class Post(NamedTuple):
    """What a player posts before the cards: ``what`` is as the text says it."""

    player: str
    what: str
    chips: Fraction
    all_in: bool


def in_order(seats: Iterable[Seat], dealt: Collection[str], button: int) -> list[Seat]:
    """Return the seats that are dealt in as PHH lists them: the one after the button is first.

    The button may be at a seat that is empty, or not dealt in.
    """
    playing = [seat for seat in seats if seat.player in dealt]
    return sorted(playing, key=lambda seat: (seat.number <= button, seat.number))


def big_blind(posts: list[Post], blind: Fraction) -> Fraction:
    """Return the big blind that was posted in full, else the one of the header.

    The header may give the next level of a tournament already.
    """
    whole = {"big blind", "button blind"}
    return max(
        (post.chips for post in posts if post.what in whole and not post.all_in), default=blind
    )


def chips_of(seats: list[Seat], posts: list[Post], big: Fraction) -> dict[str, object]:
    """Return the fields of PHH for the antes, the blinds and the stacks.

    Of the players who post a blind out of turn, the big blind is a bet, which PHH writes as a
    negative blind, and all else is dead: it joins the pot as an ante does.

    Parameters
    ----------
    seats
        The seats in order.
    posts
        What was posted, in the order of the text.
    big
        The big blind, which a player may have posted only a part of.
    """
    positions = {seat.player: at for at, seat in enumerate(seats)}
    antes, blinds, dead = ([Fraction(0)] * len(seats) for _ in range(3))
    ante = max((post.chips for post in posts if post.what == "the ante"), default=Fraction(0))
    posted: set[str] = set()
    for post in posts:
        at = positions[post.player]
        if post.what == "the ante":
            antes[at] += ante if post.all_in else post.chips
        elif post.what == "small & big blinds":
            blinds[at], dead[at] = -min(big, post.chips), max(Fraction(0), post.chips - big)
        elif post.what == "missed blind" or (post.what == "small blind" and posted):
            dead[at] += post.chips
        elif post.what == "big blind":
            blinds[at] = -post.chips if "big blind" in posted else post.chips
            if post.all_in and blinds[at] > 0:
                blinds[at] = max(big, post.chips)
        else:  # a straddle after a blind, or another straddle, is what they come to
            blinds[at] = max(blinds[at], post.chips)
        if post.what != "the ante":
            posted.add(post.what)
    if not posted & {"big blind", "button blind"}:  # the ante has taken all chips for it
        short = [post.player for post in posts if post.what == "the ante" and post.all_in]
        blinds = [
            big if seat.player in short[:1] else blind
            for seat, blind in zip(seats, blinds, strict=True)
        ]
    of_all = all(antes) or not any(antes)
    return {
        "ante_trimming_status": of_all and not any(dead),
        "antes": _turned(sum(pair) for pair in zip(antes, dead, strict=True)),
        "blinds_or_straddles": _turned(blinds),
        "starting_stacks": tuple([written(seat.stack) for seat in seats]),
    }


def _turned(chips: Iterable[Fraction | int]) -> tuple[int | Decimal, ...]:
    """Return numbers of chips as PHH lists them: for two seats the other way around."""
    amounts = tuple([written(Fraction(number)) for number in chips])
    return amounts[::-1] if len(amounts) == 2 else amounts
