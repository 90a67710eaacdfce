"""Games of few actions at a terminal: Kuhn, Leduc, Bluff, and any other game of two players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zerosum.errors import GameError
from zerosum.play.answers import seen_of
from zerosum.play.terminal.public import public_histories
from zerosum.play.terminal.terms import Ask, Choice, Moment, Watch, joined

_KEPT = {"l", "q"}  # mean something else at every decision
_LONGEST = 8  # letters of a key
_ALIASES = {"fold": ("f",), "check": ("k", "x"), "call": ("c",), "bet": ("b",), "raise": ("r",)}


@dataclass(frozen=True)
class Manner:
    """What a game of few actions says of itself; the parameters take histories of the base game.

    Parameters
    ----------
    private
        What a player alone knows; integers are listed in their order.
    spell
        That in words.
    name
        The name of an action.
    board
        What lies open, empty where nothing does.
    chips
        What is at stake, and what the player owes.
    told
        The verb of an action, and what follows it.
    shown
        Whether both hands are open at the end.
    """

    private: Callable[[Any, int], Any]
    spell: Callable[[Any], str]
    name: Callable[[Any], str]
    board: Callable[[Any], str]
    chips: Callable[[Any, int], str]
    told: Callable[[Any, Any], tuple[str, str]]
    shown: Callable[[Any], bool]


@dataclass(frozen=True)
class Moves:
    """A game in the names of its actions: ``r`` or ``raise``, or their numbers, 1 being the first.

    Parameters
    ----------
    manner
        How the game is spoken of.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play.terminal.small import KUHN
    >>> moment = Moment(Kuhn()).apply(0).apply(2)
    >>> [choice.says for choice in Moves(KUHN).choices(moment)]
    ['pass (check)', 'bet 1']
    >>> Moves(KUHN).read(moment, "check")
    <Move.PASS: 0>
    """

    manner: Manner

    def seat(self, player: int) -> str:
        """Return the number of the player, from one on."""
        return f"player {player}"

    def hand(self, moment: Moment, player: int) -> Text:
        """Return what the player alone sees."""
        return Text(self.manner.spell(self.manner.private(moment.base, player)), "bold")

    def board(self, moment: Moment) -> Text:
        """Return what lies open."""
        return Text(self.manner.board(moment.base))

    def dealt(self, before: Moment, after: Moment) -> Text:
        """Return the board where it is new."""
        board = self.manner.board(after.base)
        return Text(f"The board: {board}" if board != self.manner.board(before.base) else "")

    def chips(self, moment: Moment, player: int) -> str:
        """Return what is at stake."""
        return self.manner.chips(moment.base, player)

    def told(self, moment: Moment, action: Any) -> tuple[str, str]:
        """Return the verb and what follows it."""
        return self.manner.told(moment.base, action)

    def choices(self, moment: Moment) -> list[Choice]:
        """Return the actions in the order of the menu, with their numbers."""
        return [
            Choice(key, self._says(moment, action, key), f"or {place}")
            for place, action in enumerate(moment.menu, 1)
            for key in [self._key(action, place)]
        ]

    def read(self, moment: Moment, words: str) -> Any:
        """Return the action of a key, a name, a verb or a number.

        Raises
        ------
        GameError
            Where the words are none of these.
        """
        word, menu = joined(words), moment.menu
        for place, action in enumerate(menu, 1):
            if word in {self._key(action, place), str(place), *self._others(moment, action)}:
                return action
        keys = ", ".join(self._key(action, place) for place, action in enumerate(menu, 1))
        raise GameError(
            f"The word {words.strip()!r} must be an action: legal here are {keys}.", words
        )

    def shown(self, moment: Moment) -> bool:
        """Tell whether both hands are open at the end."""
        return self.manner.shown(moment.base)

    def best(self, moment: Moment, player: int) -> str:  # noqa: ARG002
        """Return nothing: the cards say it all."""
        return ""

    def by_hand(self, ask: Ask, start: Any, moment: Moment, watch: Watch) -> RenderableType | None:
        """Return a row for each hand that the player to act may hold, as far as both can know."""
        histories = public_histories(start, moment)
        if histories is None:
            return None
        player, before = moment.base.active, ask.unknown
        found: dict[Any, Any] = {}
        for history in histories:
            private = self.manner.private(history.base, player)
            found.setdefault(private, history.game)
        hands = sorted(found) if all(isinstance(private, int) for private in found) else list(found)
        answers = [ask(seen_of(found[hand]), player) for hand in watch(hands)]
        table = self._table(moment, [self.manner.spell(hand) for hand in hands], answers)
        unknown = ask.unknown - before
        if not unknown:
            return table
        return Group(table, Text(f"Training never met {unknown} of these; they are uniform."))

    def _table(self, moment: Moment, hands: list[str], answers: list[Any]) -> Table:
        """Return a row for each hand, or for each action where those are more."""
        actions = ["".join(self.told(moment, action)) for action in moment.menu]
        rows = [[f"{answer.get(one, 0.0):.1%}" for one in moment.menu] for answer in answers]
        corner = "hand"
        if len(actions) > len(hands):
            corner, hands, actions = "", actions, hands
            rows = [list(row) for row in zip(*rows, strict=True)]
        table = Table(corner, box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for head in actions:
            table.add_column(head, justify="right")
        for head, row in zip(hands, rows, strict=True):
            table.add_row(head, *row)
        return table

    def _key(self, action: Any, place: int) -> str:
        """Return what to type: an initial that no other action has, the name, or the place."""
        name = joined(self.manner.name(action))
        if name.isdigit() or len(name) > _LONGEST:
            return str(place)
        if not isinstance(action, Enum):
            return name
        initials = [joined(self.manner.name(member))[:1] for member in type(action)]
        own = initials.count(name[0]) == 1 and name[0] not in _KEPT
        return name[0] if own else name

    def _others(self, moment: Moment, action: Any) -> set[str]:
        """Return the name of an action, and its verb where no other legal one has it."""
        name, verb = joined(self.manner.name(action)), self.told(moment, action)[0]
        words = set() if name.isdigit() else {name}
        if sum(self.told(moment, other)[0] == verb for other in moment.menu) == 1:
            words |= {verb, *_ALIASES.get(verb, ())}
        return words

    def _says(self, moment: Moment, action: Any, key: str) -> str:
        """Return what an action does here, beyond what its key says."""
        verb, rest = self.told(moment, action)
        if rest.strip() == key or verb == key:
            return verb if rest else ""
        name, says = self.manner.name(action), f"{verb}{rest}"
        return says if name in says else f"{name} ({says})"


def name_of(action: Any) -> str:
    """Return the name of an action in small letters.

    >>> from zerosum.leduc.game import Move
    >>> name_of(Move.RAISE), name_of(17)
    ('raise', '17')
    """
    return (action.name if isinstance(action, Enum) else str(action)).lower()
