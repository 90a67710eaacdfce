"""What the report of an abstraction holds, and how far it goes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from zerosum.abstraction import Algebraic, Product
from zerosum.abstraction.naming import Plain, plain
from zerosum.errors import ExperimentError
from zerosum.evaluation.price import Ablation, Loss
from zerosum.experiment.files import Kind
from zerosum.experiment.study.counted import PublicSize
from zerosum.experiment.study.tables import parts_of
from zerosum.game import Action
from zerosum.lattice import Naming
from zerosum.lattice.infosets import Witness
from zerosum.lattice.memory.forgotten import key_of
from zerosum.lattice.memory.recall import DEALS
from zerosum.lattice.memory.report import RecallReport
from zerosum.support.rendering import FORMAT, Document

LIMIT = 300_000
ITERATIONS = 1_000


@dataclass(frozen=True)
class Scope:
    """How far a report goes.

    Parameters
    ----------
    limit
        Games of at most so many histories are enumerated, larger ones sampled.
    deals
        How many are sampled of those.
    seed
        Of the deals.
    ablate
        Whether every factor is priced too; None for only if that is fast.
    iterations
        Of CFR, where no linear program applies.
    sample
        Whether deals are played of a game whose infosets are counted without.
    minimise
        Whether the coarsest lossless abstraction is found, if the game is enumerated.
    count
        Whether infosets are counted where that needs no deals; it may take minutes and gigabytes.

    Raises
    ------
    ExperimentError
        If ``limit``, ``deals`` or ``iterations`` is below 1.

    Examples
    --------
    >>> Scope(deals=1_000).limit
    300000
    """

    limit: int = LIMIT
    deals: int = DEALS
    seed: int = 0
    ablate: bool | None = None
    iterations: int = ITERATIONS
    sample: bool = False
    minimise: bool = False
    count: bool = True

    def __post_init__(self) -> None:
        for name in ("limit", "deals", "iterations"):
            value = getattr(self, name)
            if value < 1:
                message = f"The {name} of a study must be 1 or more; got {value}."
                raise ExperimentError(message, value)


@dataclass(frozen=True)
class Counts:
    """The size of a game, or of the part of it that a sample met.

    Parameters
    ----------
    infosets
        Of each player.
    sequences
        Infosets and one of their actions, of each player; None if not all are known.
    histories
        Terminals included; None if not all are known.
    bytes
        Of the table that training needs, as :class:`zerosum.evaluation.Size` counts them; None
        if not all infosets are known.

    Examples
    --------
    >>> counts = Counts(infosets=(6, 6), sequences=(12, 12), histories=58)
    >>> counts.rows, counts.bytes
    (12, None)
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
    """The player and the menu at an infoset of the whole game.

    Parameters
    ----------
    player
        The player who decides.
    menu
        The actions that the abstraction offers.
    witness
        The infoset, and moves that lead there.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> queen = Kuhn().apply(1).apply(0).infoset(0)
    >>> offer = Offer(0, (Move.PASS, Move.BET), Witness(queen, (1, 0)))
    >>> offer.player, offer.menu[1].name, str(offer.witness)
    (0, 'BET', 'InfoSet(card=1, history=1) after [1, 0]')
    """

    player: int
    menu: tuple[Action, ...]
    witness: Witness

    JSON = (
        *("player", ("menu", "offered")),
        *(("infoset", "witness.where"), ("moves", "witness.path")),
    )

    @property
    def offered(self) -> tuple[Plain, ...]:
        """The menu; actions that are not numbers as they are printed."""
        return tuple(map(plain, self.menu))


@dataclass(frozen=True)
class Clash:
    """One key of two players or two menus: the abstraction is ill-formed.

    Parameters
    ----------
    key
        Values by the names of factors.
    offers
        Two infosets of the key.

    Examples
    --------
    >>> from zerosum.abstraction import ONE, Abstracted
    >>> from zerosum.experiment.study import study
    >>> from zerosum.kuhn import Kuhn
    >>> clash = study(Abstracted(Kuhn(), ONE), Scope(ablate=False)).clash
    >>> clash.key, [offer.player for offer in clash.offers]
    ((), [0, 1])
    """

    key: tuple[tuple[str, Any], ...]
    offers: tuple[Offer, Offer]

    JSON = (("key", "named"), "offers")

    @classmethod
    def of(cls, states: Product | None, first: Offer, second: Offer) -> Self:
        """Return the clash of two infosets that have one key."""
        return cls(key_of(states, first.witness.infoset), (first, second))

    @property
    def named(self) -> dict[str, Plain]:
        """The values of the key by the names of factors; those that are not numbers in print."""
        return {name: plain(value) for name, value in self.key}


@dataclass(frozen=True)
class Lossless:
    """The coarsest abstraction that loses nothing, as :func:`zerosum.lattice.minimise` finds it.

    Parameters
    ----------
    infosets
        Of each player.
    naming
        Which product of the factors that the report knows equals it, or what is missing.
    kept
        Whether the abstraction of the report refines it, so that its price is 0.
    """

    infosets: tuple[int, ...]
    naming: Naming
    kept: bool


@dataclass(frozen=True)
class Study(Document):
    """The report of an abstraction.

    Parameters
    ----------
    name
        Of the experiment.
    game
        Of the whole game.
    states, actions
        The abstraction; None for what is not abstract.
    scope
        The scope of the report.
    why_sampled
        Why the whole game was not enumerated, in a sentence; None if it was.
    before
        The whole game; None if nothing was played.
    after
        The abstract game; None if the abstraction is ill-formed.
    clash
        A proof that it is ill-formed; None if none was found, which proves nothing of a sample.
    recall
        What players remember; None if the abstraction is ill-formed.
    price
        What the abstraction costs; None if that is not known.
    ablation
        What its factors are worth; None if that was not computed.
    minimal
        The coarsest lossless abstraction; None if it was not asked for, or is not known.
    notes
        Sentences about what is missing.
    size
        The infosets and the table, if they were counted without playing.

    Examples
    --------
    >>> from zerosum.experiment.study import study
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> found = study(Abstraction, Scope(ablate=False))
    >>> found.states, found.compression, found.well_formed, found.price.priced
    (is_jack * betting, 1.5, True, '0.17778')
    """

    name: str
    game: str
    states: Product | None
    actions: Algebraic | None
    scope: Scope
    why_sampled: str | None
    before: Counts | None
    after: Counts | None = None
    clash: Clash | None = None
    recall: RecallReport | None = None
    price: Loss | None = None
    ablation: Ablation | None = None
    minimal: Lossless | None = None
    notes: tuple[str, ...] = ()
    size: PublicSize | None = None

    JSON = (
        *("format", ("experiment", "name"), "game", "states", "actions", "exact", "why_sampled"),
        *("scope", "before", "after", "compression", "well_formed", "clash", "recall", "price"),
        *("ablation", "notes", "size", "minimal"),
    )

    @property
    def abstract(self) -> bool:
        """Whether states or actions are abstract."""
        return (self.states, self.actions) != (None, None)

    @property
    def sampled(self) -> bool:
        """Whether only a sample was examined."""
        return self.why_sampled is not None

    @property
    def exact(self) -> bool:
        """Whether the whole game was examined."""
        return not self.sampled

    @property
    def compression(self) -> float | None:
        """Infosets of the whole game for each of the abstract game, among those examined."""
        if self.before is None or self.after is None:
            return None
        return self.before.rows / max(self.after.rows, 1)

    @property
    def well_formed(self) -> bool | None:
        """Whether equal keys imply equal players and menus; None if a sample left that open."""
        if self.clash is not None:
            return False
        return None if self.sampled or self.before is None else True

    def content(self) -> Iterator[Any]:
        """Yield sentences and tables, with empty lines between them."""
        return parts_of(self)


_REPORT = Kind("JSON report", ".json", "--json", f'{{\n  "format": {FORMAT},'.encode())


def require_json(path: Path) -> None:
    """Refuse a path where no report may be written.

    Raises
    ------
    ExperimentError
        If it does not end in ``.json``, its folder does not exist, or something else is there.

    Examples
    --------
    >>> try:
    ...     require_json(Path("kuhn.txt"))
    ... except ValueError as error:
    ...     print(error)
    The name of the JSON report must end in .json; got kuhn.txt: choose it with --json.
    """
    _REPORT.require(path)


def text_of(study: Document) -> str:
    """Return a report as JSON.

    >>> from zerosum.experiment.study import study
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> json.loads(text_of(study(Abstraction, Scope(ablate=False))))["game"]
    'Kuhn'
    """
    return json.dumps(study.as_dict(), indent=2, allow_nan=False)


def save_json(study: Document, path: Path) -> None:
    """Write a report as JSON, atomically; it replaces an older report.

    Raises
    ------
    ExperimentError
        If the path cannot be written, or :func:`require_json` refuses it.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.experiment.study import study
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> with tempfile.TemporaryDirectory() as place:
    ...     save_json(study(Abstraction, Scope(ablate=False)), Path(place) / "kuhn.json")
    ...     [path.name for path in Path(place).iterdir()]
    ['kuhn.json']
    """
    _REPORT.write(path, lambda part: part.write_text(text_of(study) + "\n", "utf-8"))
