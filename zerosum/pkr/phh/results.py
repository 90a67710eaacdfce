"""The result of a hand as a file gives it, checked against what can come of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.pkr.face import seats_of
from zerosum.pkr.holdem.pots import chips_upto, put_in, two_highest
from zerosum.pkr.phh.amounts import shown
from zerosum.pkr.phh.replay import Game


def is_hidden(final: Game) -> bool:
    """Return whether the result of a finished hand depends on cards that are not known."""
    live = seats_of(final.live)
    return len(live) > 1 and any(len(final.hand(seat)) < final.hole for seat in live)


def doubt(final: Game, nets: Sequence[Fraction], names: Sequence[str], unit: Fraction) -> str:
    """Return why a result is impossible, as the end of a sentence; empty if it is possible.

    Chips are neither made nor lost; a seat that gave up wins only pots that no live seat contests,
    and the seats that have put in so many chips at most win no more than the pots up to there.

    Parameters
    ----------
    final
        The hand at its end.
    nets
        What each seat wins or loses, in chips of the game.
    names
        The players.
    unit
        What a chip of the game is for a reader.
    """
    if (surplus := sum(nets, Fraction(0))) != 0:
        more = "more than those at the start" if surplus > 0 else "less than those at the start"
        return f"they add up to {shown(unit * abs(surplus))} {more}"
    _, called = two_highest(final)
    chips = [put_in(final, called, seat) for seat in range(final.players)]
    won: list[Fraction] = []
    for seat, net in enumerate(nets):
        back = final.paid[seat] - min(final.paid[seat], called)
        won.append(net + final.paid[seat] + final.posted[seat] - back)
        if won[-1] < 0:
            return f"{names[seat]} loses more than the chips that it put in"
    live = seats_of(final.live)
    due = _due_to_mucked(final, chips, max(chips[seat] for seat in live))
    for seat, taken in enumerate(won):
        if seat not in live and taken != due[seat]:
            rest = f", not {shown(unit * due[seat])}" if due[seat] else ""
            return f"{names[seat]} gave up, and wins {shown(unit * taken)}{rest}"
    for level in sorted(chips[seat] for seat in live)[:-1]:
        few = [seat for seat in live if chips[seat] <= level]
        bound = chips_upto(final, called, level)
        if sum(won[seat] for seat in few) > bound:
            who = " and ".join(names[seat] for seat in few)
            return f"{who} cannot win more than {shown(unit * bound)}"
    return ""


def _due_to_mucked(final: Game, chips: Sequence[int], most: int) -> list[int]:
    """Return what seats win that have mucked: the pots above the most chips of a live seat."""
    highest, called = two_highest(final)
    due, below = [0] * final.players, chips_upto(final, called, most)
    levels = sorted({chips[seat] for seat in final.mucked if chips[seat] > most})
    for level in levels:
        whole = final.total - (highest - called)
        upto = whole if level == levels[-1] else chips_upto(final, called, level)
        last = [seat for seat in final.mucked if chips[seat] >= level][-1]
        due[last] += upto - below
        below = upto
    return due
