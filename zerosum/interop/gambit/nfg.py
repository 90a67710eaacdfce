"""Gambit's format of tables, ``.nfg``: all players choose at once, and a table says who wins."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from zerosum.interop.gambit.game import FileGame, FileInfoset
from zerosum.interop.gambit.tree import Draft, Payoffs, apart
from zerosum.interop.gambit.words import Words


def parse_table(words: Words) -> FileGame:
    """Return the game of a table, whose first words, ``NFG 1 R``, are taken.

    Players choose one after the other, and none sees what others chose.

    Raises
    ------
    GameError
        If it is not a table of Gambit, or not of a constant sum.
    """
    title = words.string("The title")
    players = len(words.strings("player"))
    draft = Draft(words, title, players)
    menus = _strategies(words, players)
    words.name_if_any()  # a comment
    size = prod(map(len, menus))
    cells = _outcomes(words, players, size) if words.next == "{" else _payoffs(words, players, size)
    if words.next:
        words.wrong(f"What follows the {size:,} cells of the table", "nothing", "remove it")
    # The place in the table is a number whose first digit is that of the first player.
    waiting = [(-1, 0, 0, 1)]
    while waiting:
        parent, player, place, width = waiting.pop()
        if player == players:
            draft.end(parent, *cells[place])
            continue
        node = draft.add(parent, FileInfoset(player, 1, "", menus[player]))
        following = [
            (node, player + 1, place + width * choice, width * len(menus[player]))
            for choice in range(len(menus[player]))
        ]
        waiting += following[::-1]
    return draft.game()


def _strategies(words: Words, players: int) -> list[tuple[str, ...]]:
    """Read the names of the players' strategies, or how many each has."""
    words.opens("The strategies")
    menus: list[tuple[str, ...]] = []
    while not words.skips("}"):
        if words.next == "{":
            menus.append(apart(words.strings("choice")))
        else:
            most = len(words.words)  # each needs a word of its own
            number = words.whole("The number of strategies of a player", 1, most)
            menus.append(apart([""] * number))
    if len(menus) != players or not all(menus):
        words.at -= 1
        got = f"there are {', '.join(str(len(menu)) for menu in menus) or 'none'}"
        words.wrong("The strategies", f"some for each of {players} players", got=got)
    return menus


def _payoffs(words: Words, players: int, size: int) -> list[tuple[Payoffs, int]]:
    """Read the payoffs of each cell, with the place of the first."""
    cells = []
    for cell in range(size):
        at = words.at
        thing = f"The payoff in cell {cell + 1:,} of {size:,}"
        cells.append((tuple(words.number(thing) for _ in range(players)), at))
    return cells


def _outcomes(words: Words, players: int, size: int) -> list[tuple[Payoffs, int]]:
    """Read the outcomes, then the number of that of each cell, 0 for none."""
    words.opens("The outcomes")
    outcomes: list[Payoffs] = [(Fraction(),) * players]
    while not words.skips("}"):
        words.opens("An outcome")
        words.name_if_any()
        outcomes.append(words.payoffs(players))
    cells = []
    for cell in range(size):
        at, thing = words.at, f"The outcome of cell {cell + 1:,} of {size:,}"
        cells.append((outcomes[words.whole(thing, 0, len(outcomes) - 1)], at))
    return cells
