"""The size of an abstraction of public decisions and private buckets, counted before training."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.abstraction import Abstracted, Algebraic, Product
from zerosum.abstraction.outline import Outline
from zerosum.experiment.progress import task
from zerosum.game import History, hook_of
from zerosum.tables import HEADER, Storage
from zerosum.tables.table import mask_for, slots_for, taken
from zerosum.tree.public import Decisions, count_alike

STORAGES = {
    "a row an infoset, float64": Storage(),
    "a row an infoset, float32": Storage("float32"),
    "fingerprints of 64 bits, float32": Storage("float32", fingerprint=64),
    "a row a public node, float32": Storage("float32", dense=True),
    "the same, averages only in the first part": Storage("float32", dense=True, averages=1),
}


@dataclass(frozen=True)
class PublicSize:
    """How many infosets an abstraction has, and what their table takes.

    Parameters
    ----------
    outline
        What infosets are made of.
    decisions
        The public decisions.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import betting
    >>> outline = Outline(betting, betting, betting, ("preflop", "flop"), (169, 500), betting, 0)
    >>> decisions = Decisions((3, 12), (6, 30), forced=(0, 2), words=(9, 48), starts=4, states=20)
    >>> size = PublicSize(outline, decisions)
    >>> size.infosets, size.slots, size.bytes(Storage("float32"))
    ((507, 6000), (1014, 15000), 715440)
    """

    outline: Outline
    decisions: Decisions

    JSON = (
        *(("parts", "outline.names"), ("forgotten", "outline.forgotten"), ("public", "decisions")),
        *(("buckets", "outline.buckets"), "infosets", "slots", ("bytes", "sizes")),
    )

    @property
    def infosets(self) -> tuple[int, ...]:
        """The infosets of each part of the game."""
        return _times(self.decisions.nodes, self.outline.buckets)

    @property
    def slots(self) -> tuple[int, ...]:
        """Their actions."""
        return _times(self.decisions.slots, self.outline.buckets)

    def bytes(self, storage: Storage) -> int:
        """Return what a table takes that has a row for everything, its index included.

        Rules that discount add one number for each infoset.
        """
        nodes, words = self.decisions.nodes, self.decisions.words
        buckets = (1,) * len(nodes) if storage.dense else self.outline.buckets
        rows = sum(_times(nodes, buckets))
        # A row has the player and its keys behind its header.
        length = rows * (HEADER + 1 + self.outline.others) + sum(_times(words, buckets))
        averaged = len(nodes) if storage.averages is None else storage.averages
        values = [
            storage.bytes_of(slots, averaged=part < averaged)
            for part, slots in enumerate(self.slots)
        ]
        if storage.prints > 0:
            return sum(values) + 8 * storage.prints * rows + 4 * slots_for(rows)
        return int(taken(length, rows, mask_for(rows), sum(values)))

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes of a table, by the way it is stored."""
        return {name: self.bytes(storage) for name, storage in STORAGES.items()}


def outline_of(base: History, states: Product | None, actions: Algebraic | None) -> Outline | None:
    """Return what the infosets of an abstraction are made of; None if its game does not say."""
    outlined = hook_of(base, "outline")
    found: Outline | None = None if outlined is None else outlined(base, states, actions)
    return found


def public_size(
    base: History, states: Product | None, actions: Algebraic | None, *, native: bool = True
) -> PublicSize | None:
    """Return the size of an abstraction without playing; None if its game cannot outline it.

    Notes
    -----
    Nothing is fitted. A different public state takes a microsecond or two; see
    :func:`zerosum.tree.public.count_alike`.
    """
    outline = outline_of(base, states, actions)
    if outline is None:
        return None
    with task("Counting public decisions"):
        decisions = count_alike(
            Abstracted(base, None, actions),
            outline.outlook,
            part=outline.part,
            segment=outline.segment,
            key=outline.key,
            parts=len(outline.names),
            native=native,
        )
    return PublicSize(outline, decisions)


def _times(counts: tuple[int, ...], factors: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([count * other for count, other in zip(counts, factors, strict=True)])
