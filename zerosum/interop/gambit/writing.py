"""Any game that can be enumerated, as a tree in Gambit's format."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from zerosum.abstraction.naming import shown
from zerosum.game import number_of_seats
from zerosum.interop.gambit.tree import apart
from zerosum.native.primitives import outcomes
from zerosum.strategy import title
from zerosum.terms import Moment, Terms, terms_of
from zerosum.tree import Tree, enumerated

_MOST = 1_000_000  # histories, at some 40 bytes each
_DENOMINATOR = 10**6
_EXACT = 1e-15


def write_gambit(game: Any, *, limit: int = _MOST) -> str:
    r"""Return a game as the text of a file of Gambit, ``.efg``.

    Infosets and actions have the names that tables and terminals show, with a number where two of a
    player's infosets, or two actions of an infoset, would share one. The probabilities of chance
    are fractions that sum to exactly 1. Every node has its whole description, so that readers that
    are stricter than Gambit take it too.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree. The infosets of an abstract game
        are those of the abstraction.
    limit
        The largest number of histories.

    Raises
    ------
    GameError, AbstractionError
        As :func:`zerosum.tree.enumerated` does; ``NotEnumerable`` if there are more histories.

    Notes
    -----
    The game is walked once more, interpreted: some 50,000 histories a second.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> print(*write_gambit(Kuhn()).splitlines()[:8], sep="\n")
    EFG 2 R "Kuhn()" { "player 0" "player 1" }
    ""
    <BLANKLINE>
    c "" 1 "" { "J" 1/3 "Q" 1/3 "K" 1/3 } 0
    c "" 2 "" { "Q" 1/2 "K" 1/2 } 0
    p "" 1 1 "J" { "pass" "bet" } 0
    p "" 2 1 "Q p" { "pass" "bet" } 0
    t "" 1 "" { -1, 1 }
    """
    return "".join(_lines(enumerated(game, limit=limit)))


def _lines(tree: Tree) -> Iterator[str]:
    """Yield the lines of the file: the numbers are the tree's, the words those of its histories."""
    terms = terms_of(tree.base)
    names = _listed(apart([terms.seat(player) for player in range(tree.players)]))
    yield f"EFG 2 R {_quoted(title(tree.base, tree.view))} {names}\n{_quoted('')}\n\n"
    named = _infosets(tree)
    menus: dict[int, str] = {}
    ends: dict[str, int] = {}
    chances = 0
    waiting = [Moment(tree.base)]
    for number in tree.infosets.tolist():
        moment = waiting.pop()
        if number < -1:
            won = ", ".join(_decimal(moment.base.payoff(player)) for player in range(tree.players))
            yield f't "" {ends.setdefault(won, len(ends) + 1)} "" {{ {won} }}\n'
            continue
        if number == -1:
            branches = outcomes(moment.base)
            following = [moment.apply(outcome) for outcome, _ in branches]
            parts = fractions_of(tuple(float(chance) for _, chance in branches))
            said = [
                _dealt(terms, moment, after, outcome)
                for after, (outcome, _) in zip(following, branches, strict=True)
            ]
            chances += 1
            yield f'c "" {chances} "" {_listed(apart(said), parts)} 0\n'
        else:
            menu = tree.view.menu(moment.infoset)
            following = [moment.apply(action) for action in menu]
            if number not in menus:
                menus[number] = _listed(apart([terms.name(moment, action) for action in menu]))
            yield f'p "" {named[number]} {menus[number]} 0\n'
        waiting += following[::-1]


def _infosets(tree: Tree) -> list[str]:
    """Return player, number and name of each infoset."""
    found = [""] * tree.infoset_count
    for player in range(tree.players):
        own = (tree.owners == player).nonzero()[0].tolist()
        labels = apart([shown(tree.infoset(number)) for number in own])
        for place, (number, label) in enumerate(zip(own, labels, strict=True), 1):
            found[number] = f"{player + 1} {place} {_quoted(label)}"
    return found


def _dealt(terms: Terms, before: Moment, after: Moment, outcome: Any) -> str:
    """Return what an outcome of chance does, by the cards that it shows if there are any."""
    if type(terms).private is Terms.private:  # which may be all that a player knows
        return terms.shows(before, outcome)
    seats = range(number_of_seats(before.base))
    seen = [
        [terms.board(moment).plain, *(terms.hand(moment, seat).plain for seat in seats)]
        for moment in (before, after)
    ]
    new = [now for then, now in zip(*seen, strict=True) if now != then]
    return " ".join(new) or terms.shows(before, outcome)


@lru_cache(1 << 12)
def fractions_of(probabilities: tuple[float, ...]) -> tuple[Fraction, ...]:
    """Return fractions that sum to exactly 1, simple ones where they are close enough.

    >>> fractions_of((1 / 3, 1 / 2, 1 / 6)), sum(fractions_of((0.7, 0.1, 0.1, 0.1)))
    ((Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)), Fraction(1, 1))
    """
    found = []
    for probability in probabilities:
        simple = Fraction(probability).limit_denominator(_DENOMINATOR)
        is_close = abs(float(simple) - probability) <= _EXACT * probability
        found.append(simple if is_close else Fraction(probability))
    largest = max(range(len(found)), key=found.__getitem__)
    found[largest] += 1 - sum(found)
    return tuple(found)


def _listed(names: tuple[str, ...], numbers: tuple[Fraction, ...] = ()) -> str:
    """Return names in braces, each with its number if there are any."""
    words = [_quoted(name) for name in names]
    if numbers:
        words = [f"{word} {number}" for word, number in zip(words, numbers, strict=True)]
    return f"{{ {' '.join(words)} }}"


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _decimal(payoff: float) -> str:
    """Return the shortest decimal number that is read as a payoff, without an exponent."""
    value = float(payoff)
    return str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")
