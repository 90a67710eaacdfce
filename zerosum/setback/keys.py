"""Keys of the original as text, printed from the factors of :mod:`zerosum.setback.abstraction`.

The original files its strategy under such strings. They hold neither the team nor the number of
the trick, so infosets of several rows may be printed alike.
"""

from typing import Any

from zerosum.abstraction import AbstractInfoset, given, unless
from zerosum.cards import RANKS
from zerosum.errors import AbstractionError
from zerosum.setback import abstraction as by
from zerosum.setback.actions import FIRST_SUIT
from zerosum.setback.rules import NO_RANK, TEN
from zerosum.setback.words import spell

_AUCTION = unless(by.playing, by.auction).factors
_PLAYOUT = given(by.playing, by.playout).factors


def original_key(infoset: AbstractInfoset) -> str:
    """Return the key of an infoset of the abstraction, as text.

    In the auction: the highest bid, D for a 4 that the dealer may take over, and the candidate
    suits; after E, the own bid, where trump is established. In the playout: h or l for a high or
    low first lead; the lowest trump taken; J if the jack is taken; b if the team is behind; v for
    each later player of the trick who has no trump; the cards of the trick, with t for trump; which
    of them wins; and the actions. A dot is what is not so, or not known.

    Raises
    ------
    AbstractionError
        If the infoset has other factors.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted
    >>> from zerosum.cards import card, parse
    >>> from zerosum.setback import BID_TWO, PASS, Setback
    >>> game = Abstracted(Setback(), by.states, by.actions)
    >>> for hand in ("AsKsJs 4h3h2d", "Qs9s2s KhTd5c", "Ts8s AhQh AdKd", "7s6s5s 9c8c7c"):
    ...     game = game.apply(parse(hand).mask)
    >>> original_key(game.infoset(0))
    '0 AKJ pass|bid 2|bid 3|bid 4'
    >>> for action in (BID_TWO, PASS, PASS, PASS, card("Ks"), card("2s")):
    ...     game = game.apply(action)
    >>> original_key(game.infoset(0))
    '.... . Kt,2t 0 trump T|lose with trump x'
    """
    values = {} if infoset.states is None else infoset.states.decode(infoset.key)
    missing = [factor for factor in (*_AUCTION, *_PLAYOUT) if factor not in values]
    if missing:
        raise AbstractionError(
            f"An infoset of Setback must have the factors of zerosum.setback.abstraction.states to "
            f"be printed; got none for `{missing[0]!r}`: multiply the states by it.",
            infoset,
        )
    actions = "|".join(spell(action) for action in infoset.actions())
    bid, *suits = (values[factor] for factor in _AUCTION)
    if bid is None:
        return f"{_spell_playout(*(values[factor] for factor in _PLAYOUT))} {actions}"
    called = f"E{bid}" if infoset.actions()[0] == FIRST_SUIT else "D" if bid == 4 else str(bid)
    return " ".join([called, *(spell_shape(suit) for suit in suits if suit >= 0), actions])


def spell_shape(shape: int) -> str:
    """Return the shape of a suit as its ranks, x for those below ten but the lowest.

    >>> from zerosum.cards import parse
    >>> spell_shape(by.shape(parse("AsTs8s7s3s").mask, 3))
    'ATxx3'
    """
    high = "".join(RANKS[rank] for rank in range(12, 7, -1) if shape >> rank - 1 & 1)
    low = shape & 15
    return high + "x" * (shape >> 4 & 7) + (RANKS[low] if low < TEN else "")


def _spell_playout(opened: Any, low: int, jack: bool, behind: bool, *trick: int) -> str:
    void, cards, winning = trick
    shown = []
    while cards:
        shown.append(_spell_rank((cards & 15) - 1) + ("t" if cards & 16 else ""))
        cards >>= 5
    signs = [
        "." if opened is None else "h" if opened else "l",
        "." if low == NO_RANK else _spell_rank(low),
        "J" if jack else ".",
        "b" if behind else ".",
    ]
    voids = ["v" if void >> place & 1 else "." for place in range(3 - len(shown))]
    parts = ["".join(signs), "".join(voids), ",".join(shown), str(winning) if shown else ""]
    return " ".join(part for part in parts if part)


def _spell_rank(rank: int) -> str:
    return "x" if rank == by.LOW else RANKS[rank]
