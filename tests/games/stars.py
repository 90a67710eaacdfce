"""A writer of the text that PokerStars writes of a hand, for tests of the reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from zerosum.pkr.holdem.betting import RAISED
from zerosum.pkr.holdem.pots import pots_of, two_highest, winnings
from zerosum.pkr.phh import Hand

NOISE = (
    'Al :D said, "Bo: folds"',
    "Bo [x] has timed out",
    "Eve joins the table at seat #8",
    "Zoë: is sitting out",
    "the river leaves the table",
    "Betting is capped",
    "{0} has timed out",
    '{0} said, "Al: raises 5 to 10"',
    "Cy: folds joins the table at seat #8",
    "{0}: doesn't show hand",
    "{0} will be allowed to play after the button",
)
NAMES = (
    *("Al :D", "Bo [x]", "Zoë", "the river", "a: b", "x (y)", "Ünïcode 7", "$$$", "p1"),
    "Dealt to",
    # what stands in lines, and names that begin like others
    *("Al", "Al: folds", "Bob", "Bob: raises 5 to 10", "Seat 3: x", "(button)", "x"),
    *("x [As Kd]", "x collected 5 from pot", 'x said, "hi"', "said,", "y (5 in chips)"),
    *("z: shows [As Kd]", "Total pot 5", "*** FLOP *** [2c]", "FIRST", "Dealt to x"),
    *("Uncalled bet (5)", "posts the ante 5"),
)


@dataclass(frozen=True)
class Room:
    """Where a hand is played: the currency's symbol, and the seat numbers, that after the button
    first; the button may be at a seat without a player. With a separator of thousands, chips are
    written as in Europe.
    """

    numbers: tuple[int, ...]
    button: int
    symbol: str = "$"
    hero: int = 0
    rake: Fraction = Fraction(0)
    tournament: bool = False
    thousands: str = ""

    def money(self, chips: Fraction) -> str:
        if self.thousands:
            plain = f"{float(chips):,.2f} {self.symbol}" if self.symbol else f"{int(chips):,}"
            return plain.translate({ord(","): self.thousands, ord("."): ","})
        whole = chips.denominator == 1
        return self.symbol + (f"{chips.numerator}" if whole else f"{float(chips):.2f}")


def masked(hand: Hand, hero: int, muck: bool) -> Hand:
    """Return a hand as a hero sees it; players who win nothing may muck."""
    final, seats = hand.final, range(hand.players if muck else 0)
    losers = {f"p{seat + 1}" for seat in seats if winnings(final, seat) == 0}
    actions = sorted(hand.actions, key=lambda action: " sm" in action)  # shown after the river
    for at, action in enumerate(actions):
        match action.split():
            case [player, "sm", _] if player in losers:
                actions[at] = f"{player} sm"
    seen = {f"p{hero + 1}"} | {one.split()[0] for one in actions if " sm " in one}
    for at, action in enumerate(actions):
        match action.split():
            case ["d", "dh", player, _] if player not in seen:
                actions[at] = f"d dh {player} ????"
    return Hand(tuple((dict(hand.fields) | {"actions": tuple(actions)}).items()))


def text_of(hand: Hand, room: Room, noise: int = 0) -> str:
    """Return what PokerStars would write of a hand that is over."""
    lines = [*_start(hand, room), *_actions(hand, room), *_end(hand, room)]
    for at in range(noise):  # lines that concern neither chips nor cards
        lines.insert(
            2 + hand.players + 7 * at % (len(lines) // 2),
            NOISE[at % len(NOISE)].format(hand.names[at % hand.players]),
        )
    return "\n".join(lines)


def _start(hand: Hand, room: Room) -> Iterator[str]:
    money, game, unit = room.money, hand.game, hand.unit
    limit = hand.variant == "FT"
    sizes = ("small_bet", "big_bet") if limit else ("min_bet", "min_bet")
    small, big = (Fraction(hand[name]) for name in sizes)
    stakes = f"({money(small if limit else small / 2)}/{money(big)}{' USD' * (room.symbol == '$')})"
    kind = f"Hold'em {'' if limit else 'No '}Limit"
    what = f"{kind} {stakes}"
    if room.tournament:
        what = f"Tournament #77, $1.00+$0.10 USD {kind} - Level IV {stakes}"
    number = hand.get("hand", 7)
    yield f"PokerStars Hand #{number}:  {what} - 2024/02/03 4:05:06 CET [2024/02/02 22:05:06 ET]"
    yield f"Table 'A 'b' c' 10-max Seat #{room.button} is the button"
    seats = zip(room.numbers, hand.names, hand.stacks, strict=True)
    for number, name, stack in sorted(seats):
        yield f"Seat {number}: {name} ({money(stack)} in chips) "
    for seat in range(hand.players):
        if ante := min(game.antes[seat], game.stacks[seat]):
            all_in = " and is all-in" * (ante == game.stacks[seat])
            yield f"{hand.names[seat]}: posts the ante {money(unit * ante)}{all_in}"
    first = range(hand.players) if hand.players > 2 else (1, 0)
    whats = ["small blind", "big blind", *["straddle"] * hand.players]
    for what, seat in zip(whats, first, strict=False):
        if game.paid[seat]:
            all_in = " and is all-in" * (game.behind[seat] == 0)
            yield f"{hand.names[seat]}: posts {what} {money(unit * game.paid[seat])}{all_in}"
    yield "*** HOLE CARDS ***"


def _actions(hand: Hand, room: Room) -> Iterator[str]:
    board, shown = list[str](), False
    for (before, after), action in zip(pairwise(hand.replay()), hand.actions, strict=True):
        match action.split():
            case ["d", "dh", player, cards] if player == f"p{room.hero + 1}":
                yield f"Dealt to {hand.names[room.hero]} [{cards[:2]} {cards[2:]}]"
            case ["d", "db", cards]:
                new = [cards[at : at + 2] for at in range(0, len(cards), 2)]
                street = {0: "FLOP", 3: "TURN", 4: "RIVER"}[len(board)]
                old = f"[{' '.join(board)}] " if board else ""
                yield f"*** {street} *** {old}[{' '.join(new)}]"
                board += new
            case [player, "sm", *cards]:
                if not shown:
                    yield "*** SHOW DOWN ***"
                shown = True
                name = hand.names[int(player[1:]) - 1]
                both = f"shows [{cards[0][:2]} {cards[0][2:]}] (a hand)" if cards else "mucks hand "
                yield f"{name}: {both}"
            case [player, *_] if len(after.line) > len(before.line):
                yield f"{hand.names[before.active]}: {_told(hand, room, before, after)}"


def _told(hand: Hand, room: Room, before: Any, after: Any) -> str:
    seat, unit = before.active, hand.unit
    added = unit * (after.paid[seat] - before.paid[seat])
    all_in = " and is all-in" * (after.behind[seat] == 0)
    if not after.live >> seat & 1:
        return "folds "
    if after.line[-1] != RAISED:
        return f"calls {room.money(added)}{all_in}" if added else "checks "
    if before.level == before.base:
        return f"bets {room.money(added)}{all_in}"
    by, to = unit * (after.level - before.level), unit * (after.level - before.base)
    return f"raises {room.money(by)} to {room.money(to)}{all_in}"


def _end(hand: Hand, room: Room) -> Iterator[str]:
    """Yield what goes back and what is collected, in whole cents or chips, and the summary."""
    final, unit, money = hand.final, hand.unit, room.money
    highest, called = two_highest(final)
    winner = final.paid.index(highest)
    if highest > called:
        returned = money(unit * (highest - called))
        yield f"Uncalled bet ({returned}) returned to {hand.names[winner]}"
    pots = pots_of(final)
    names = ["pot"] if len(pots) == 1 else ["main pot", *map("side pot-{}".format, range(1, 10))]
    piece = Fraction(1, 100) if room.symbol else Fraction(1)
    rake = min(room.rake, unit * pots[0][0])
    for place, (chips, _, best) in enumerate(pots):
        winners = [seat for seat in range(hand.players) if best >> seat & 1]
        pieces = (unit * chips - (0 if place else rake)) // piece
        for at, seat in enumerate(winners):
            won = piece * (pieces // len(winners) + (at < pieces % len(winners)))
            yield f"{hand.names[seat]} collected {money(won)} from {names[place]}"
    yield "*** SUMMARY ***"
    total = unit * sum(chips for chips, *_ in pots)
    yield f"Total pot {money(total)} | Rake {money(rake)} "
    for number, seat in sorted(zip(room.numbers, range(hand.players), strict=True)):
        done = "mucked" if final.live >> seat & 1 else "folded on the Turn"
        yield f"Seat {number}: {hand.names[seat]}{' (big blind)' * (seat == 1)} {done}"
