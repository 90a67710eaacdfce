"""What players of an abstract game remember, as a report."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain, zip_longest
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.abstraction.naming import Plain, listed, plain, shown
from zerosum.lattice.infosets import Witness
from zerosum.lattice.memory.forgotten import Forgotten
from zerosum.support.rendering import Report, Shown, TextTable, table


class Memory(Enum):
    """The verdict on a player, from the best to the worst; the value is how it is printed.

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.lattice import recall
    >>> recall(Kuhn()).players[0].verdict
    <Memory.PERFECT: 'perfect recall'>
    """

    PERFECT = "perfect recall"
    UNREFUTED = "nothing was forgotten in the sample, which proves nothing"
    IMPERFECT = "imperfect recall"
    ABSENT_MINDED = "absent-minded"


@dataclass(frozen=True)
class Finding(Shown):
    r"""Two decisions at one infoset whose player has forgotten something in between.

    Parameters
    ----------
    key
        What the abstraction shows of both: values by the names of factors.
    witnesses
        Both infosets of the whole game, with moves that lead there.
    forgotten
        How the player's own pasts differ. For an absent-minded player that is what was done at
        the first visit and since, which the second does not show.
    unseen
        The fields in which the infosets of the whole game differ, with both values.
    restored_by
        The candidates each of which alone removes all findings of this kind for this player.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted, algebraic
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.lattice import recall
    >>> first = algebraic(lambda seen: (seen.history, seen.card if seen.history < 4 else -1))
    >>> finding = recall(Abstracted(Kuhn(), first)).players[0].imperfect
    >>> print(*finding.remarks(sampled=False), sep="\n")
    forgets <lambda>, (1, 0) or (1, 1), at its decision 1
    does not see card: 0 or 1
    restored by fields('card')
    """

    key: tuple[tuple[str, Any], ...]
    witnesses: tuple[Witness, Witness]
    forgotten: tuple[Forgotten, ...]
    unseen: tuple[tuple[str, Any, Any], ...]
    restored_by: tuple[Algebraic, ...]

    JSON = (("key", "named"), "witnesses", "forgotten", ("unseen", "fields"), "restored_by")

    def content(self) -> list[TextTable]:
        """Return a table of both histories, move by move."""
        moves = (each.moves for each in self.witnesses)
        rows = [("infoset", *(str(each.infoset) for each in self.witnesses))]
        for number, both in enumerate(zip_longest(*moves, fillvalue=""), start=1):
            rows.append((f"move {number}", *map(shown, both)))
        return [table(["", "one history", "the other"], rows, "l")]

    def lines(self, sampled: bool) -> Iterator[str]:
        """Yield the lines of a report that follow the first."""
        yield from (f"  {reached(witness)}" for witness in self.witnesses)
        yield from self.remarks(sampled)

    def remarks(self, sampled: bool) -> Iterator[str]:
        """Yield what the player forgets and does not see, and what restores that."""
        for piece in self.forgotten:
            yield f"forgets {piece}"
        for name, value, changed in self.unseen:
            yield f"does not see {name}: {shown(value)} or {shown(changed)}"
        yield _restored(self.restored_by, sampled)

    @property
    def named(self) -> dict[str, Plain]:
        """The values of the key by the names of factors; those that are not numbers in print."""
        return {name: plain(value) for name, value in self.key}

    @property
    def fields(self) -> dict[str, tuple[Plain, Plain]]:
        """Both values of each field in which the infosets differ, those not numbers in print."""
        return {name: (plain(one), plain(other)) for name, one, other in self.unseen}


@dataclass(frozen=True)
class PlayerRecall:
    """What one player remembers.

    Parameters
    ----------
    player
        The player.
    verdict
        The worst verdict that was found.
    absent_minded
        A path that visits an infoset twice; None if none was found.
    imperfect
        Two paths to the first visit of an infoset, with different own pasts; None if none were
        found.
    restored_by
        The candidates each of which alone removes both kinds of findings.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.lattice import recall
    >>> player = recall(Kuhn()).players[1]
    >>> player.imperfect, *player.lines(sampled=False)
    (None, 'player 1: perfect recall')
    """

    player: int
    verdict: Memory
    absent_minded: Finding | None
    imperfect: Finding | None
    restored_by: tuple[Algebraic, ...]

    JSON = ("player", ("verdict", "recalls"), "absent_minded", "imperfect", "restored_by")

    def parts(self, sampled: bool) -> Iterator[Any]:
        """Yield the parts of a report: sentences, and the findings, which show two histories."""
        doubt = sampled and self.verdict is Memory.IMPERFECT
        yield f"player {self.player}: {self.verdict.value}" + (
            "; no path met an infoset twice, which proves nothing" if doubt else ""
        )
        kinds = {
            "one path meets an infoset twice": self.absent_minded,
            "two pasts lead to one infoset": self.imperfect,
        }
        findings = {kind: found for kind, found in kinds.items() if found is not None}
        for kind, found in findings.items():
            yield f"  {kind} ({listed(found.key)}):"
            yield found
            yield from (f"  {line}" for line in found.remarks(sampled))
        if len(findings) == 2:
            yield f"  both {_restored(self.restored_by, sampled)}"
        elif any(found.restored_by != self.restored_by for found in findings.values()):
            # A factor may end absent-mindedness and leave imperfect recall, which it had hidden.
            yield f"  perfect recall {_restored(self.restored_by, sampled)}"

    def lines(self, sampled: bool) -> Iterator[str]:
        """Yield the same as lines, with a line for each history."""
        for part in self.parts(sampled):
            if isinstance(part, Finding):
                yield from (f"    {reached(witness)}" for witness in part.witnesses)
            else:
                yield part

    @property
    def recalls(self) -> str:
        """The verdict in a word: perfect, unrefuted, imperfect or absent_minded."""
        return self.verdict.name.lower()


@dataclass(frozen=True)
class RecallReport(Report):
    """What the players of an abstract game remember.

    Parameters
    ----------
    game
        The name of the whole game.
    states, actions
        The abstraction; None for the infosets and actions of the game.
    players
        One record for each.
    infosets
        How many infosets of the abstract game were examined.
    candidates
        The factors that were tried, one at a time, in addition to the abstraction.
    deals, paths
        How many deals were sampled, and how many playouts of each; None if all histories were
        examined. A sample can refute perfect recall but not prove it, and not prove that a
        candidate restores it.

    Examples
    --------
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> from zerosum.lattice import recall
    >>> print(recall(Abstraction()))
    Recall of Kuhn seen by is_jack * betting: all 8 infosets
    player 0: perfect recall
    player 1: perfect recall
    """

    game: str
    states: Product | None
    actions: Algebraic | None
    players: tuple[PlayerRecall, ...]
    infosets: int
    candidates: tuple[Algebraic, ...]
    deals: int | None = None
    paths: int | None = None

    JSON = (
        *("game", "states", "actions", "exact", "infosets", "deals", "paths", "candidates"),
        "players",
    )

    @property
    def sampled(self) -> bool:
        """Whether only a sample was examined."""
        return self.deals is not None

    @property
    def exact(self) -> bool:
        """Whether all histories were examined."""
        return not self.sampled

    def content(self) -> list[Any]:
        """Return what was examined, and what each player remembers."""
        players = (player.parts(self.sampled) for player in self.players)
        return [self.heading, *chain.from_iterable(players)]

    @property
    def heading(self) -> str:
        """What was examined, in words."""
        scope = f"all {self.infosets:,} infosets"
        if self.sampled:
            scope = (
                f"sampled, {self.infosets:,} infosets that {self.deals:,} deals met, each played "
                f"{self.paths} times"
            )
        seen = "" if self.states is None else f" seen by {self.states!r}"
        return f"Recall of {self.game}{seen}: {scope}"

    def __str__(self) -> str:
        lines = [self.heading]
        for player in self.players:
            lines += player.lines(self.sampled)
        return "\n".join(lines)


def reached(witness: Witness) -> str:
    """Return an infoset, and moves that lead there, in one line."""
    return f"{witness.infoset} after {', '.join(map(shown, witness.moves)) or 'no move'}"


def _restored(factors: tuple[Algebraic, ...], sampled: bool) -> str:
    """Return which factors restore recall, as far as is known."""
    factor = " or ".join(map(repr, factors)) or "no single candidate"
    return f"restored by {factor}" + (", as far as the sample goes" if sampled and factors else "")
