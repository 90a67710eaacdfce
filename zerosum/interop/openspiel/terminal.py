"""Games of OpenSpiel in words: OpenSpiel's own for actions, without who acts."""

import re
from typing import Any, ClassVar

from zerosum.terms import Moment, Terms, joined

_ACTOR = re.compile(r"\[P\d+\]|Pl?\d+: |player=-?\d+ move=")
_SEPARATORS = re.compile(r"[,/|+]")


class OpenSpielTerms(Terms):
    """The words of OpenSpiel."""

    unit: ClassVar[str] = "points"
    round: ClassVar[tuple[str, str]] = ("game", "games")

    def name(self, moment: Moment, action: Any) -> str:
        """Return OpenSpiel's name of an action or of an outcome of chance."""
        text = moment.base.state.action_to_string(action)
        return _ACTOR.sub("", text).lower()

    def token(self, moment: Moment, action: Any) -> str:
        """Return the name without spaces, and without what separates the words of a line."""
        return _SEPARATORS.sub(".", joined(self.name(moment, action)))

    def shows(self, moment: Moment, outcome: Any) -> str:
        """Return the name of an outcome."""
        return self.name(moment, outcome)
