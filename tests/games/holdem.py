"""Hold'em games on small decks for several tests, and helpers to play them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from zerosum.cards import parse
from zerosum.pkr import Deal
from zerosum.pkr.holdem import Deck, LimitHoldem, NoLimitHoldem, OddChips


def small(ranks=4, suits=2, hole=2, board=(1,), ante=1, blinds=(0, 0)):
    """Return the parameters of hold'em for two on a small deck."""
    antes = (ante,) if ante else ()
    deck = Deck(ranks, suits)
    return {"deck": deck, "hole": hole, "board": board, "antes": antes, "blinds": blinds}


def limit(bets=(2, 4), raises=(2, 2), **parameters):
    return LimitHoldem(**small(**parameters), bets=bets, raises=raises)


def no_limit(stack=5, sizes=(), **parameters):
    return NoLimitHoldem(**small(**parameters), stacks=(stack,), sizes=sizes)


LEDUC = limit(ranks=3, suits=2, hole=1, board=(1,), ante=1, bets=(2, 4), raises=(2, 2))
KUHN = limit(ranks=3, suits=1, hole=1, board=(), bets=(1,), raises=(1,))
KUHN_BY_STACKS = no_limit(ranks=3, suits=1, hole=1, board=(), stack=2)
FLOP = no_limit(ranks=3, suits=2, hole=1, board=(2,), stack=3)
THREE_STREETS = no_limit(ranks=4, suits=1, hole=1, board=(1, 1), stack=3)
BLINDS = {"ante": 0, "blinds": (1, 2)}
WHOLE_DECK = {"ranks": 13, "suits": 4, "hole": 2, "board": (3, 1, 1), **BLINDS}
LIMIT = limit(**WHOLE_DECK, bets=(2, 2, 4, 4), raises=(3, 4, 4, 4))
NO_LIMIT = no_limit(**WHOLE_DECK, stack=61)
MENU = no_limit(ranks=6, suits=3, board=(3, 1, 1), **BLINDS, stack=40, sizes=(33, 75, 150))


def dealt(game, *texts):
    """Deal sets of cards, each a text, in ascending order."""
    for text in texts:
        for card in parse(text):
            game = game.apply(Deal(card))
    return game


def played(game, *actions):
    for action in actions:
        game = game.apply(action)
    return game


def menu(game):
    return game.infoset(game.active).actions()


def random_deal(game, rng):
    while game.chance:
        game = game.apply(game.sample(rng))
    return game


def pots(game: Any) -> dict[int, int]:
    """Return the chips of each pot by its level, laying every chip into the pot that it reaches.

    What exceeds the second largest number of chips has a pot of its own: it goes back.
    """
    entitled = [i for i in range(game.players) if game.live >> i & 1 or i in game.mucked]
    layered = [game.paid[i] + game.posted[i] * game.trim for i in range(game.players)]
    levels = sorted({layered[seat] for seat in entitled})
    found = dict.fromkeys(levels, 0)
    for chips in layered:
        for height in range(1, chips + 1):
            found[next((level for level in levels if level >= height), levels[-1])] += 1
    if not game.trim:
        found[levels[0]] += sum(game.posted)
    return found


def taken(game: Any) -> list[Fraction]:
    """Return what each seat takes from all pots."""
    found = [Fraction(0)] * game.players
    order = [(game.button + 1 + place) % game.players for place in range(game.players)]
    for level, chips in pots(game).items():
        inside = [i for i in order if game.paid[i] + game.posted[i] * game.trim >= level]
        live = [seat for seat in inside if game.live >> seat & 1]
        if len(live) == 0:
            winners = [next(seat for seat in reversed(game.mucked) if seat in inside)]
        elif len(live) == 1:
            winners = live
        else:
            best = max(game.value(seat) for seat in live)
            winners = [seat for seat in live if game.value(seat) == best]
        for place, seat in enumerate(winners):
            found[seat] += Fraction(chips, len(winners))
            if game.whole:
                odd = chips % len(winners)
                extra = odd * (place == 0) if game.odd == OddChips.FIRST else int(place < odd)
                found[seat] += extra - Fraction(odd, len(winners))
    return found
