"""Games of textbooks and of Gambit's collection as texts, with the values that are known of them.

They are written for these tests, from what the books and the names of the games say.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, permutations

from zerosum.interop.gambit import write_gambit
from zerosum.kuhn import Kuhn

# Myerson, "Game Theory" (1991), figure 2.1: the red card wins; black may bluff.
MYERSON = """EFG 2 R "A card from a red and black deck" { "Alice" "Bob" }
c "the draw" 1 "" { "red" 1/2 "black" 1/2 } 0
p "" 1 1 "red" { "raise" "fold" } 0
p "" 2 1 "" { "meet" "pass" } 0 t "" 1 "wins two" { 2 -2 } t "" 2 "wins one" { 1 -1 }
t "" 2
p "" 1 2 "black" { "raise" "fold" } 0
p "" 2 1 0 t "" 3 "loses two" { -2 2 } t "" 2
t "" 4 "loses one" { -1 1 }
"""
# Reiley, Urbancic & Walker, "Stripped-down poker" (2008), the chips paid when they are paid.
STRIPPED = r"""EFG 2 R "\"Stripped\" down" { "1" "2" } "Two cards, a chip each, a bet of one."
c "" 1 "" { "king" .5, "queen" .5 } 1 "the antes" { -1, -1 }
p "" 1 1 { "bet" "fold" } 0
p "" 2 1 { "call" "fold" } 2 "bet" { -1, 0 }
t "" 3 "call, king" { 4, -1 } t "" 4 "three of the pot" { 3, 0 } t "" 5 "the pot" { 0, 2 }
p "" 1 2 { "bet" "fold" } 0
p "" 2 1 2 t "" 6 "call, queen" { 0, 3 } t "" 4 t "" 5
"""
# Von Stengel, "Game Theory Basics" (2022), figure 10.1: a market of 16, whatever happens.
MARKET = """EFG 2 D "Announce or cede" { "large" "small" }
c "" 1 "quality" { "poor" 1/2 "good" 1/2 } 0
p "" 1 7 "poor" { "cede" "announce" } 0 t "" 1 "all" { 0, 16 }
p "" 2 3 "told" { "sell" "stay" } 0 t "" 2 "sold" { 12, 4 } t "" 3 "found out" { -4, 20 }
p "" 1 8 "good" { "cede" "announce" } 0 t "" 1 "all" { 0, 16 }
p "" 2 3 "told" { "sell" "stay" } 0 t "" 2 "sold" { 12, 4 } t "" 4 "beaten" { 20, -4 }
"""
# Koller, Megiddo & von Stengel, "Fast algorithms for finding randomized strategies" (STOC 1994).
STOC = """EFG 2 R "" { "max" "min" }
c "" 1 "" { "a" 20e-2 "b" .2 "c" 1/5 "d" 2/5 } 0
p "" 1 1 "first" { "l" "r" } 0 t "" 1 "five" { 5 -5 }
p "" 2 1 "first" { "p" "q" } 0
p "" 1 2 "later" { "L" "R" } 0 t "" 2 "ten" { 10 -10 } t "" 3 "fifteen" { 15 -15 }
p "" 1 2 "later" 0 t "" 4 "twenty" { 20 -20 } t "" 5 "minus five" { -5 5 }
p "" 1 3 "second" { "c" "d" } 0 t "" 2 t "" 4
p "" 1 3 "second" 0
p "" 2 2 "second" { "s" "t" } 0 t "" 4 t "" 6 "fifty" { 50 -50 }
p "" 2 2 "second" 0 t "" 7 "thirty" { 30 -30 } t "" 3
t "" 1
"""
# A matching game: O'Neill, "Nonmetric test of the minimax theory" (1987).
ONEILL = 'NFG 1 R "" { "1" "2" } { { "joker" "1" "2" "3" } 4 } "" ' + " ".join(
    "1 -1" if (row == 0 == column) or (0 < row != column > 0) else "-1 1"
    for column in range(4)
    for row in range(4)
)


def cards(deck: str, ends: dict[str, tuple[int, int | None]], paid: int = 0) -> str:
    """Return a game of one card each, where letters of betting lead to a stake and who wins it.

    No one is a winner before the cards are shown; both are paid something on top.
    """
    deals = list(permutations(range(len(deck)), 2))
    lines = [f'EFG 2 R "{deck}" {{ "1" "2" }}', 'c "" 1 "" {']
    lines += [f'"{deck[a]}{deck[b]}" {Fraction(1, len(deals))}' for a, b in deals]
    lines += ["} 0"]
    number: dict[tuple[str, str], int] = {}

    def walk(betting: str, deal: tuple[int, int]) -> None:
        if betting in ends:
            stake, winner = ends[betting]
            won = stake if (deal[0] > deal[1] if winner is None else winner == 0) else -stake
            place = number.setdefault(("outcome", str(won)), len(number) + 1)
            lines.append(f't "" {place} "" {{ {paid + won}, {paid - won} }}')
            return
        seat = len(betting) % 2
        seen = number.setdefault((deck[deal[seat]], betting), len(number) + 1)
        moves = sorted({end[len(betting)] for end in ends if end.startswith(betting)})
        menu = " ".join(f'"{move}"' for move in moves)
        lines.append(f'p "" {seat + 1} {seen} "" {{ {menu} }} 0')
        for move in moves:
            walk(betting + move, deal)

    for deal in deals:
        walk("", deal)
    return "\n".join(lines)


KUHN = {"pp": (1, None), "pbp": (1, 1), "pbb": (2, None), "bp": (1, 0), "bb": (2, None)}
RAISED = KUHN | {"brp": (2, 1), "brb": (3, None), "pbrp": (2, 0), "pbrb": (3, None)}


def nim(stones: int, seat: int, infosets: Iterator[int]) -> str:
    """Return the rest of a game in which who takes the last of one or two stones wins."""
    if not stones:
        return f't "" {seat + 1} "" {{ {2 * seat - 1} {1 - 2 * seat} }}\n'
    moves = range(1, min(stones, 2) + 1)
    menu = " ".join(f'"take {taken}"' for taken in moves)
    node = f'p "" {seat + 1} {next(infosets)} "" {{ {menu} }} 0\n'
    return node + "".join(nim(stones - taken, 1 - seat, infosets) for taken in moves)


def middle() -> str:
    """Return a game in which chance moves between the players, and one does not see it."""
    half, one = (0.5, -0.5), (1, -1)
    tables = {
        ("A", "H"): ((0, -2), (-0.5, -1.5)),
        ("A", "L"): (half, one),
        ("B", "H"): (half, one),
        ("B", "L"): (one, half),
    }
    chances = {"A": ("1/5", "4/5"), "B": ("7/10", "3/10")}
    text, outcome = 'EFG 2 R "" { "1" "2" } p "" 1 1 "" { "A" "B" } 0\n', 0
    for first, (high, low) in chances.items():
        text += f'c "" {ord(first)} "" {{ "H" {high} "L" {low} }} 0\n'
        for luck in "HL":
            text += f'p "" 2 {ord(luck)} "" {{ "X" "Y" }} 0\n'
            for place, row in enumerate(tables[first, luck]):
                text += f'p "" 1 {10 * ord(first) + place} "" {{ "C" "D" }} 0\n'
                for won in row:
                    outcome += 1
                    text += f't "" {outcome} "" {{ {won}, {-won} }}\n'
    return text


KNOWN = {
    "Myerson's poker": (MYERSON, 1 / 3, 0),
    "stripped-down poker": (STRIPPED, 1 / 3, 0),
    "von Stengel 10.1": (MARKET, 9, 16),
    "STOC 1994": (STOC, 13, 0),
    "chance in the middle": (middle(), 32 / 55, 0),
    "Kuhn": (cards("JQK", KUHN), -1 / 18, 0),
    "Kuhn with a raise": (cards("JQK", RAISED), -1 / 18, 0),
    "Kuhn as written": (write_gambit(Kuhn()), -1 / 18, 0),
    "four cards": (cards("JQKA", KUHN, paid=1), 23 / 24, 2),
    "Caro's poker": (cards("QKA", KUHN, paid=1), 17 / 18, 2),
    "nim of seven": ('EFG 2 R "" { "1" "2" }\n' + nim(7, 1, count()), -1, 0),
    "O'Neill": (ONEILL, -0.2, 0),
}
