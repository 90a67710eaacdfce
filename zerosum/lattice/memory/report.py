"""What players of an abstract game remember, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.lattice.infosets import Witness
from zerosum.lattice.memory.forgotten import Forgotten, spelled


class Memory(Enum):
    """What is said of a player, from the best to the worst; the value is how it reads."""

    PERFECT = "perfect recall"
    UNREFUTED = "nothing forgotten was met, which proves nothing"
    IMPERFECT = "imperfect recall"
    ABSENT_MINDED = "absent-minded"


@dataclass(frozen=True)
class Finding:
    """Two decisions of one infoset whose player has forgotten something in between.

    Parameters
    ----------
    key
        What is seen of both: values by the names of factors.
    witnesses
        Both infosets of the whole game, with moves that lead there.
    forgotten
        In what the own pasts differ. Of an absent-minded player that is what was done at the
        first visit and since, which the second does not show.
    unseen
        The fields by which the infosets of the whole game differ, with both values.
    restored_by
        The candidates each of which alone ends all findings of this kind for this player.
    """

    key: tuple[tuple[str, Any], ...]
    witnesses: tuple[Witness, Witness]
    forgotten: tuple[Forgotten, ...]
    unseen: tuple[tuple[str, Any, Any], ...]
    restored_by: tuple[Algebraic, ...]

    def lines(self, sampled: bool) -> Iterator[str]:
        """Yield the lines of a report that follow the first."""
        for witness in self.witnesses:
            moves = ", ".join(map(spelled, witness.moves)) or "no move"
            yield f"  {witness.infoset} after {moves}"
        for piece in self.forgotten:
            yield f"forgets {piece}"
        for name, value, changed in self.unseen:
            yield f"does not see {name}: {spelled(value)} or {spelled(changed)}"
        yield _restored(self.restored_by, sampled)

    def keyed(self) -> str:
        """Return the key in one line."""
        return ", ".join(f"{name} {spelled(value)}" for name, value in self.key)

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON has it: values that are no numbers as they are printed."""
        return {
            "key": {name: plain(value) for name, value in self.key},
            "witnesses": [
                {"infoset": str(each.infoset), "moves": [plain(move) for move in each.moves]}
                for each in self.witnesses
            ],
            "forgotten": [
                {
                    "decision": piece.decision,
                    "what": piece.what or "action",
                    "values": [plain(value) for value in piece.values],
                    "infoset": str(piece.infoset),
                }
                for piece in self.forgotten
            ],
            "unseen": {name: [plain(one), plain(other)] for name, one, other in self.unseen},
            "restored_by": [repr(factor) for factor in self.restored_by],
        }


@dataclass(frozen=True)
class PlayerRecall:
    """What one player remembers.

    Parameters
    ----------
    player
        Who.
    verdict
        The worst that was found.
    absent_minded
        A path that meets an infoset twice; None where none was found.
    imperfect
        Two paths to an infoset, both for the first time, with different own pasts; None where
        none were found.
    restored_by
        The candidates each of which alone ends both kinds of findings.
    """

    player: int
    verdict: Memory
    absent_minded: Finding | None
    imperfect: Finding | None
    restored_by: tuple[Algebraic, ...]

    @property
    def _findings(self) -> tuple[Finding, ...]:
        return tuple(each for each in (self.absent_minded, self.imperfect) if each is not None)

    def lines(self, sampled: bool) -> Iterator[str]:
        """Yield the lines of a report."""
        doubt = sampled and self.verdict is Memory.IMPERFECT
        yield f"player {self.player}: {self.verdict.value}" + (
            "; no path met an infoset twice, which proves nothing" if doubt else ""
        )
        if self.absent_minded is not None:
            yield f"  one path meets an infoset twice ({self.absent_minded.keyed()}):"
            yield from (f"  {line}" for line in self.absent_minded.lines(sampled))
        if self.imperfect is not None:
            yield f"  two pasts lead to one infoset ({self.imperfect.keyed()}):"
            yield from (f"  {line}" for line in self.imperfect.lines(sampled))
        if self.absent_minded is not None and self.imperfect is not None:
            yield f"  both {_restored(self.restored_by, sampled)}"
        elif any(finding.restored_by != self.restored_by for finding in self._findings):
            # What ends absent-mindedness may leave imperfect recall, which was hidden behind it.
            yield f"  perfect recall {_restored(self.restored_by, sampled)}"

    def as_dict(self) -> dict[str, Any]:
        """Return the report on a player as JSON has it."""
        return {
            "player": self.player,
            "verdict": self.verdict.name.lower(),
            "absent_minded": self.absent_minded and self.absent_minded.as_dict(),
            "imperfect": self.imperfect and self.imperfect.as_dict(),
            "restored_by": [repr(factor) for factor in self.restored_by],
        }


@dataclass(frozen=True)
class RecallReport:
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
        How many infosets of the abstract game were looked at.
    candidates
        The factors whose return was tried.
    deals, paths
        How many deals were sampled, and how many playouts of each; None where all histories were
        looked at. A sample can refute, and proves nothing: nor does it prove of a candidate
        that it restores anything.
    """

    game: str
    states: Product | None
    actions: Algebraic | None
    players: tuple[PlayerRecall, ...]
    infosets: int
    candidates: tuple[Algebraic, ...]
    deals: int | None = None
    paths: int | None = None

    @property
    def sampled(self) -> bool:
        """Whether only a sample was looked at."""
        return self.deals is not None

    def __str__(self) -> str:
        looked = f"all {self.infosets:,} infosets"
        if self.sampled:
            looked = (
                f"sampled, {self.infosets:,} infosets that {self.deals:,} deals met, each played "
                f"{self.paths} times"
            )
        seen = "" if self.states is None else f" seen by {self.states!r}"
        lines = [f"Recall of {self.game}{seen}: {looked}"]
        for player in self.players:
            lines += player.lines(self.sampled)
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it."""
        return {
            "game": self.game,
            "states": None if self.states is None else repr(self.states),
            "actions": None if self.actions is None else repr(self.actions),
            "exact": not self.sampled,
            "infosets": self.infosets,
            "deals": self.deals,
            "paths": self.paths,
            "candidates": [repr(factor) for factor in self.candidates],
            "players": [player.as_dict() for player in self.players],
        }


def plain(value: Any) -> Any:
    """Return a number, a truth value or None as it is, anything else as it is printed.

    >>> plain(3), plain(None), plain((1, 2))
    (3, None, '(1, 2)')
    """
    return value if type(value) in {int, float, bool, type(None)} else spelled(value)


def _restored(factors: tuple[Algebraic, ...], sampled: bool) -> str:
    """Return which factors restore recall, or are not known not to."""
    factor = " or ".join(map(repr, factors)) or "no single candidate"
    return f"restored by {factor}" + (", as far as the sample goes" if sampled and factors else "")
