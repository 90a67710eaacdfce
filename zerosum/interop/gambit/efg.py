"""Gambit's format of trees, ``.efg``: each node before the nodes that follow it."""

from __future__ import annotations

from fractions import Fraction
from operator import add

from zerosum.interop.gambit.game import Chance, FileGame, FileInfoset
from zerosum.interop.gambit.tree import Draft, Payoffs, apart
from zerosum.interop.gambit.words import Words
from zerosum.native.primitives import SLACK

_KINDS = {"c": "chance", "p": "a player", "t": "the end of the game"}


def parse_tree(words: Words) -> FileGame:
    """Return the game of a tree, whose first words, ``EFG 2 R``, are taken.

    Raises
    ------
    GameError
        If it is not a tree of Gambit, or not of a constant sum.
    """
    title = words.string("The title")
    players = len(words.strings("player"))
    words.name_if_any()  # a comment
    reading = _Reading(words, Draft(words, title, players))
    # The node before, and what was paid on the way, of each node that must follow, the next last.
    waiting: list[tuple[int, Payoffs]] = [(-1, (Fraction(),) * players)]
    while waiting:
        waiting += reading.node(*waiting.pop(), len(waiting))
    if words.next:
        words.wrong(
            "What follows the tree",
            "nothing",
            advice="remove it, or name the action that it follows at a node before",
        )
    return reading.draft.game()


class _Reading:
    """Reads nodes, and remembers the infosets and outcomes that were described."""

    def __init__(self, words: Words, draft: Draft) -> None:
        self.words, self.draft = words, draft
        self.infosets: dict[tuple[int, int], tuple[FileInfoset | Chance, int]] = {}
        self.outcomes: dict[int, tuple[Payoffs, int]] = {0: ((Fraction(),) * draft.players, 0)}

    def node(self, parent: int, paid: Payoffs, others: int) -> list[tuple[int, Payoffs]]:
        """Read a node; return which nodes must follow it."""
        words, kind = self.words, self.words.next
        if kind not in _KINDS:
            kinds = ", ".join(f"{letter} ({name})" for letter, name in _KINDS.items())
            more = f"{others + 1:,} more node{'s' * (others > 0)} must follow"
            words.wrong("A node", kinds, "" if words.next else more)
        at, words.at = words.at, words.at + 1
        words.name_if_any()
        moves = None if kind == "t" else self._moves(kind)
        won = self._outcome()
        total = tuple(map(add, paid, won)) if any(won) else paid
        if moves is None:
            self.draft.end(parent, total, at)
            return []
        node = self.draft.add(parent, moves)
        return [(node, total)] * len(moves.menu)

    def _moves(self, kind: str) -> FileInfoset | Chance:
        """Read the infoset of a node, which is described where it is met first."""
        words = self.words
        most = self.draft.players
        player = 0 if kind == "c" else words.whole("The number of a player", 1, most)
        number = words.whole("The number of an infoset", 0)
        at, label = words.at, words.name_if_any()
        known = self.infosets.get((player, number))
        if words.next != "{":
            if known is None:
                words.wrong(
                    f"What follows the number of infoset {number}, which is new,",
                    "its actions in braces",
                )
            return known[0]
        read = self._chance() if kind == "c" else self._actions(player - 1, number, label)
        if known is None:
            self.infosets[player, number] = read, at
            return read
        if read.menu != known[0].menu or (isinstance(read, Chance) and read != known[0]):
            who = f"player {player}" if player else "chance"
            words.at = at
            words.wrong(
                f"The actions of infoset {number} of {who}",
                f"those of line {words.line(known[1])}",
                "leave them out, or give the infoset another number",
                got="others are given",
            )
        return known[0]

    def _actions(self, player: int, number: int, label: str) -> FileInfoset:
        names = self.words.strings("action")
        self._check_some(names)
        return FileInfoset(player, number, label, apart(names))

    def _chance(self) -> Chance:
        words = self.words
        words.opens("The outcomes of chance")
        names, chances = list[str](), list[Fraction]()
        while not words.skips("}"):
            names.append(words.string("The name of an outcome of chance"))
            chances.append(words.number("A probability"))
            if not 0 <= chances[-1] <= 1:
                words.at -= 1
                words.wrong("A probability", "from 0 to 1")
        self._check_some(names)
        if abs(float(sum(chances)) - 1.0) > SLACK:
            words.at -= 1
            total = float(sum(chances))
            words.wrong(
                "The probabilities of chance that end",
                "1 in sum",
                "write them as fractions, such as 1/3",
                got=f"they sum to {total:.9g}",
            )
        return Chance(apart(names), tuple(map(float, chances)))

    def _check_some(self, names: list[str]) -> None:
        if not names:
            self.words.at -= 1
            self.words.wrong("The actions of an infoset", "at least one", got="there are none")

    def _outcome(self) -> Payoffs:
        """Read the outcome of a node, whose payoffs are given where it is met first."""
        words = self.words
        number, at = words.whole("The number of an outcome, 0 for none,", 0), words.at - 1
        words.name_if_any()
        known = self.outcomes.get(number)
        if not words.skips("{"):
            if known is None:
                words.wrong(
                    f"What follows outcome {number}, which is new,", "its payoffs in braces"
                )
            return known[0]
        payoffs = words.payoffs(self.draft.players)
        if known is not None and payoffs != known[0]:
            words.at = at
            none = "none, since 0 stands for no outcome"
            words.wrong(
                f"The payoffs of outcome {number}",
                f"those of line {words.line(known[1])}" if number else none,
                "leave them out, or give the outcome another number",
                got="others are given",
            )
        self.outcomes.setdefault(number, (payoffs, at))
        return payoffs
