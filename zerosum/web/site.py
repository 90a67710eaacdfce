"""What the page shows: runs, what trains new ones, and the work that answers take."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from zerosum.experiment.folder import RunFolder
from zerosum.web.library import Library, version_of
from zerosum.web.matches import Matches
from zerosum.web.table.store import Store
from zerosum.web.table.tables import Tables
from zerosum.web.trainer import Trainer
from zerosum.web.work import Work


@dataclass
class Site:
    """What the page shows.

    Parameters
    ----------
    library
        The runs.
    work
        What computes answers.
    matches
        Matches between runs.
    trainer
        What trains new runs; by default, nothing does.
    store
        Where tables are kept; by default in memory.
    """

    library: Library
    work: Work = field(default_factory=Work)
    matches: Matches = field(default_factory=Matches)
    trainer: Trainer = field(default_factory=Trainer)
    store: Store = field(default_factory=Store)

    @cached_property
    def tables(self) -> Tables:
        """The tables at which persons sit."""
        return Tables(self.library, self.store)

    def version(self, asked: Any) -> tuple[str, ...]:
        """Return the versions of the runs that a question is about."""
        names = [getattr(asked, field, None) for field in ("run", "other")]
        return tuple(
            version_of(RunFolder(self.library.folder(name))) for name in names if name is not None
        )

    def close(self) -> None:
        """Stop what runs, and save it."""
        self.trainer.close()
        self.work.close()
        self.store.close()
