"""What an abstraction is made of, where its infosets are public decisions with private buckets."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.abstraction.algebra import Algebraic


@dataclass(frozen=True)
class Outline:
    """How to count the infosets of an abstraction without the cards.

    The hook ``outline`` of a game makes it of an abstraction, and returns None where infosets
    cannot be counted so. An infoset is a public decision with one of the buckets of its
    part of the game.

    Parameters
    ----------
    outlook
        A factor; equal values imply equal trees of actions from there on.
    segment
        A factor; where it changes, players forget all that is not in ``outlook``.
    part
        The factor of the part of the game, from 0.
    names
        Of the parts.
    buckets
        The private buckets of each part.
    key
        The public factor of the keys whose length grows with the line of play.
    others
        The number of the other factors of the keys, apart from the actions; each takes a word.
    forgotten
        What players forget, in sentences.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import betting
    >>> parts = {"names": ("preflop", "flop"), "buckets": (169, 500), "others": 0}
    >>> outline = Outline(outlook=betting, segment=betting, part=betting, key=betting, **parts)
    >>> dict(zip(outline.names, outline.buckets, strict=True))
    {'preflop': 169, 'flop': 500}
    """

    outlook: Algebraic
    segment: Algebraic
    part: Algebraic
    names: tuple[str, ...]
    buckets: tuple[int, ...]
    key: Algebraic
    others: int
    forgotten: tuple[str, ...] = ()
