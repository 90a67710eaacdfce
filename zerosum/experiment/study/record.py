"""What the report of an abstraction holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.evaluation.price import Ablation, Loss
from zerosum.experiment.study.scope import Scope
from zerosum.lattice.infosets import Witness
from zerosum.lattice.memory.forgotten import spelled
from zerosum.lattice.memory.report import RecallReport, plain

FORMAT = 1


@dataclass(frozen=True)
class Counts:
    """How large a game is, or what was met of it.

    Parameters
    ----------
    infosets
        Of each player.
    sequences
        Infosets and one of their actions, of each player; None where not all is known.
    histories
        Terminals included; None where not all is known.
    bytes
        Of the table that training needs, as :class:`zerosum.evaluation.Size` counts them; None
        where not all is known.
    """

    infosets: tuple[int, ...]
    sequences: tuple[int, ...] | None = None
    histories: int | None = None
    bytes: int | None = None

    @property
    def rows(self) -> int:
        """The infosets of all players."""
        return sum(self.infosets)


@dataclass(frozen=True)
class Offer:
    """Who decides at an infoset of the whole game, between what.

    Parameters
    ----------
    player
        Who.
    menu
        The actions that the abstraction offers.
    witness
        The infoset, and moves that lead there.
    """

    player: int
    menu: tuple[Any, ...]
    witness: Witness

    def as_dict(self) -> dict[str, Any]:
        """Return the offer as JSON has it."""
        return {
            "player": self.player,
            "menu": [plain(action) for action in self.menu],
            "infoset": str(self.witness.infoset),
            "moves": [plain(move) for move in self.witness.moves],
        }


@dataclass(frozen=True)
class Clash:
    """One key that stands for two players or two menus: the abstraction is ill-formed.

    Parameters
    ----------
    key
        Values by the names of factors.
    offers
        Two infosets of the key.
    """

    key: tuple[tuple[str, Any], ...]
    offers: tuple[Offer, Offer]

    @property
    def keyed(self) -> str:
        """The key in one line."""
        return ", ".join(f"{name} {spelled(value)}" for name, value in self.key)

    def as_dict(self) -> dict[str, Any]:
        """Return the clash as JSON has it."""
        return {
            "key": {name: plain(value) for name, value in self.key},
            "offers": [offer.as_dict() for offer in self.offers],
        }


@dataclass(frozen=True)
class Study:
    """The report of an abstraction.

    Parameters
    ----------
    name
        Of the experiment.
    game
        Of the whole game.
    states, actions
        The abstraction; None for what is left as it is.
    scope
        How far the report goes.
    why_sampled
        Why the whole game was not enumerated, in a sentence; None where it was.
    before
        The whole game.
    after
        The abstract game; None where it is ill-formed.
    clash
        What shows that it is; None where nothing does. A sample can refute, and proves nothing.
    recall
        What players remember; None where the abstraction is ill-formed.
    price
        What the abstraction costs; None where that is not known.
    ablation
        What its factors are worth; None where that was not asked.
    notes
        Sentences about what is missing.
    """

    name: str
    game: str
    states: Product | None
    actions: Algebraic | None
    scope: Scope
    why_sampled: str | None
    before: Counts
    after: Counts | None = None
    clash: Clash | None = None
    recall: RecallReport | None = None
    price: Loss | None = None
    ablation: Ablation | None = None
    notes: tuple[str, ...] = ()

    @property
    def abstract(self) -> bool:
        """Whether anything is left out."""
        return (self.states, self.actions) != (None, None)

    @property
    def sampled(self) -> bool:
        """Whether only a sample was looked at."""
        return self.why_sampled is not None

    @property
    def compression(self) -> float | None:
        """Infosets of the whole game to one of the abstract game, among those looked at."""
        return None if self.after is None else self.before.rows / max(self.after.rows, 1)

    @property
    def well_formed(self) -> bool | None:
        """Whether equal keys imply one player and one menu; None where a sample left it open."""
        if self.clash is not None:
            return False
        return None if self.sampled else True

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it: numbers, words, lists, dicts and None."""
        return {
            "format": FORMAT,
            "experiment": self.name,
            "game": self.game,
            "states": None if self.states is None else repr(self.states),
            "actions": None if self.actions is None else repr(self.actions),
            "exact": not self.sampled,
            "why_sampled": self.why_sampled,
            "scope": asdict(self.scope),
            "before": asdict(self.before),
            "after": None if self.after is None else asdict(self.after),
            "compression": self.compression,
            "well_formed": self.well_formed,
            "clash": None if self.clash is None else self.clash.as_dict(),
            "recall": None if self.recall is None else self.recall.as_dict(),
            "price": None if self.price is None else self.price.as_dict(),
            "ablation": None if self.ablation is None else self.ablation.as_dict(),
            "notes": list(self.notes),
        }
