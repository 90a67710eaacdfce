"""Games as the files of the ACPC dealer define them."""

from __future__ import annotations

from dataclasses import dataclass

MOST_SEATS = 10
MOST_ACTIONS = 64
"""The most actions of a street."""
UNBOUNDED = 255
"""The raises of a street where a file sets no bound."""


@dataclass(frozen=True)
class Definition:
    """A game as a file of the dealer defines it.

    Parameters
    ----------
    blinds
        The blind of each seat, in chips.
    stacks
        The chips of each seat at the start of a hand; none if they have no bound.
    bets
        The size of a bet on each street; none in no-limit games.
    raises
        The most bets and raises on each street.
    first
        The seat that acts first on each street, counted from 1.
    suits, ranks
        The deck: its suits, and its ranks from the ace down.
    hole
        The cards of a hand.
    board
        The cards that each street adds to the board, the first street included.

    Examples
    --------
    >>> game = Definition(blinds=(100, 50), stacks=(20_000, 20_000), first=(2, 1, 1, 1))
    >>> game.players, list(game.lines)[:3]
    (2, ['nolimit', 'numPlayers', 'numRounds'])
    """

    blinds: tuple[int, ...]
    stacks: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    raises: tuple[int, ...] = (UNBOUNDED,) * 4
    first: tuple[int, ...] = (1, 1, 1, 1)
    suits: int = 4
    ranks: int = 13
    hole: int = 2
    board: tuple[int, ...] = (0, 3, 1, 1)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.blinds)

    @property
    def lines(self) -> dict[str, str]:
        """The words of the file with their numbers, without those that can be left out.

        >>> list(Definition(blinds=(100, 50), first=(2, 1, 1, 1)).lines)[:4]
        ['nolimit', 'numPlayers', 'numRounds', 'blind']
        """
        lines: dict[str, tuple[int, ...]] = {"limit" if self.bets else "nolimit": ()}
        lines |= {"numPlayers": (self.players,), "numRounds": (len(self.board),)}
        if self.stacks:
            lines["stack"] = self.stacks
        lines["blind"] = self.blinds
        if self.bets:
            lines["raiseSize"] = self.bets
        if set(self.first) != {1}:
            lines["firstPlayer"] = self.first
        if set(self.raises) != {UNBOUNDED}:
            lines["maxRaises"] = self.raises
        lines |= {"numSuits": (self.suits,), "numRanks": (self.ranks,)}
        lines |= {"numHoleCards": (self.hole,), "numBoardCards": self.board}
        return {word: " ".join(map(str, numbers)) for word, numbers in lines.items()}

    def __str__(self) -> str:
        """Return the text of the file.

        >>> print(Definition(blinds=(50, 100, 0), stacks=(20000,) * 3, first=(3, 1, 1, 1)))
        GAMEDEF
        nolimit
        numPlayers = 3
        numRounds = 4
        stack = 20000 20000 20000
        blind = 50 100 0
        firstPlayer = 3 1 1 1
        numSuits = 4
        numRanks = 13
        numHoleCards = 2
        numBoardCards = 0 3 1 1
        END GAMEDEF
        """
        lines = [f"{word} = {value}" if value else word for word, value in self.lines.items()]
        return "\n".join(["GAMEDEF", *lines, "END GAMEDEF"])
