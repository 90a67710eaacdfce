"""A game of a file in words, for a player at a terminal."""

from typing import Any, ClassVar

from zerosum.terms import Moment, Terms


class FileTerms(Terms):
    """The names of the file; what is won are points."""

    unit: ClassVar[str] = "points"
    round: ClassVar[tuple[str, str]] = ("game", "games")

    def name(self, moment: Moment, action: Any) -> str:  # noqa: ARG002
        """Return the name of an action or an outcome of chance, as the file writes it."""
        return str(action)

    def shows(self, moment: Moment, outcome: Any) -> str:
        """Return the name of an outcome of chance."""
        return self.name(moment, outcome)
