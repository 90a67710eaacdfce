"""Game definitions as games of hold'em, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.acpc.definition import MOST_ACTIONS, UNBOUNDED, Definition
from zerosum.pkr.actions import Call, Check
from zerosum.pkr.holdem import Deck, LimitHoldem, NoLimitHoldem, Rules
from zerosum.pkr.holdem.checks import chips_of_all_bets

_HOLE = (1, 2)


def game_of(definition: Definition, source: str = "the game definition") -> History:
    """Return the game of a definition, with ACPC rules; its seats are the dealer's positions.

    Parameters
    ----------
    definition
        The definition.
    source
        What an error calls it.

    Raises
    ------
    GameError
        If hold'em here cannot be that game.

    Examples
    --------
    >>> game = game_of(Definition(blinds=(100, 50), stacks=(20000,) * 2, first=(2, 1, 1, 1)))
    >>> game.blinds, game.stacks, game.rules
    ((100, 50), (20000, 20000), <Rules.ACPC: 'acpc'>)
    """
    lines = definition.lines
    if definition.hole not in _HOLE:
        raise _no_game("numHoleCards", lines, source, "1 or 2")
    if definition.board[0] != 0 or 0 in definition.board[1:]:
        raise _no_game("numBoardCards", lines, source, "0 on the first street, and more on others")
    most = MOST_ACTIONS + 1 - definition.players
    if definition.bets:
        if 0 in definition.raises:
            raise _no_game("maxRaises", lines, source, "at least 1 on each street")
    elif min(definition.raises) < most:
        raise _no_game("maxRaises", lines, source, "left out of a no-limit game")
    elif not definition.stacks:
        raise _no_game("stack", lines, source, "given for a no-limit game")
    try:
        game = _made(definition, most)
    except GameError as error:
        raise GameError(
            f"The numbers of {source} must be those of a game: {error}", definition
        ) from None
    if first_of(game) != definition.first:
        order = " ".join(map(str, first_of(game)))
        raise _no_game("firstPlayer", lines, source, f"{order}, which these blinds give")
    return game


def _made(definition: Definition, most: int) -> History:
    """Return the game of a definition, with so many raises on a street at most."""
    common: dict[str, Any] = {
        "players": definition.players,
        "blinds": definition.blinds,
        "deck": Deck(definition.ranks, definition.suits),
        "hole": definition.hole,
        "board": definition.board[1:],
        "rules": Rules.ACPC,
    }
    if definition.players == 2 and len(definition.first) > 1:
        common["button"] = 2 - definition.first[1]  # the other seat than the first on the flop
    if not definition.bets:
        return NoLimitHoldem(**common, stacks=definition.stacks)
    common |= {
        "bets": definition.bets,
        "raises": tuple(min(raises, most) for raises in definition.raises),
    }
    game = LimitHoldem(**common)
    if any(chips < chips_of_all_bets(game) for chips in definition.stacks):
        return LimitHoldem(**common, stacks=definition.stacks)
    return game


def definition_of(game: History) -> Definition:
    """Return the definition of a game of hold'em, without the bets of its menu.

    Raises
    ------
    GameError
        If a definition cannot say it.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> definition = definition_of(NoLimitHoldem(players=3, stacks=(200,), blinds=(1, 2)))
    >>> definition.stacks, definition.blinds, definition.first
    ((200, 200, 200), (1, 2, 0), (3, 1, 1, 1))
    """
    largest = max(1, *game.blinds)
    limit = isinstance(game, LimitHoldem)
    for what, must, name, wrong in (
        ("antes", "0", "antes", any(game.antes)),
        ("posts", "0", "posts", any(game.posts)),
        ("smallest bet", f"the largest blind, {largest}", "least", game.least != largest),
        ("order of hands", "that of whole decks", "deck", game.deck.short),
        ("split of pots", "exact", "whole", game.whole),
    ):
        if wrong and not (limit and what == "smallest bet"):
            raise GameError(
                f"The {what} of a game at an ACPC dealer must be {must}; got "
                f"{name}={getattr(game, name)!r}: leave {name} out of {type(game).__name__}.",
                game,
            )
    bounded = not limit or any(chips < chips_of_all_bets(game) for chips in game.stacks)
    return Definition(
        blinds=game.blinds,
        stacks=game.stacks if bounded else (),
        bets=game.bets if limit else (),
        raises=game.raises if limit else (UNBOUNDED,) * (1 + len(game.board)),
        first=first_of(game),
        suits=game.deck.suits,
        ranks=game.deck.ranks,
        hole=game.hole,
        board=(0, *game.board),
    )


def first_of(game: History) -> tuple[int, ...]:
    """Return the seat that acts first on each street, counted from 1, if all of them can.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> first_of(NoLimitHoldem(blinds=(1, 2))), first_of(NoLimitHoldem(blinds=(2, 1)))
    ((1, 2, 2, 2), (2, 1, 1, 1))
    """
    cls, names = type(game), ("players", "blinds", "button", "deck", "hole", "board", "rules")
    some: dict[str, object] = {name: getattr(game, name) for name in names}
    if isinstance(game, LimitHoldem):
        some |= {"bets": game.bets, "raises": game.raises}
    hand = cls(**some, stacks=(max(game.blinds) + 1,))
    buttons: list[int] = []
    while len(buttons) <= len(game.board):
        buttons.append(hand.active + 1)
        while hand.street < len(buttons):
            hand = hand.act(Call() if hand.cost_of(hand.active) > 0 else Check())
    return tuple(buttons)


def seats_of(
    game: History, definition: Definition | None = None, source: str = ""
) -> tuple[int, ...]:
    """Return the seat of a game that each position of the dealer is.

    With two seats, position 1 has the button, unless a definition says otherwise: the definitions
    in use have reversed blinds.

    Parameters
    ----------
    game
        The game.
    definition
        The dealer's definition, if it is known.
    source
        What an error calls it.

    Raises
    ------
    GameError
        If the definition is of another game; the message names the lines that differ.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> seats_of(NoLimitHoldem(blinds=(1, 2))), seats_of(NoLimitHoldem(blinds=(2, 1)))
    ((1, 0), (0, 1))
    """
    own, turned = definition_of(game), game.first == 1
    order = tuple(range(game.players))
    if definition is None:
        return order[::-1] if turned else order
    theirs = definition_of(game_of(definition, source))
    if own == theirs:
        return order
    if game.players == 2 and _turned(own) == theirs:
        return order[::-1]
    if turned != (theirs.players == 2 and theirs.first[-1] == 2):
        own = _turned(own) if own.players == 2 else own
    here, there = own.lines, theirs.lines
    words = [word for word in (here | there) if here.get(word) != there.get(word)]
    differences = ", ".join(
        f"{word} {_shown_line(there, word)} and not {_shown_line(here, word)}" for word in words
    )
    raise GameError(
        f"The game of {source} must be that of the run; it has {differences}: train a run of "
        f"that game, or start the dealer with the game of the run.",
        definition,
    )


def _shown_line(lines: dict[str, str], word: str) -> str:
    return (lines[word] or "given") if word in lines else "left out"


def _turned(definition: Definition) -> Definition:
    """Return the definition for two seats with the seats exchanged."""
    return replace(
        definition,
        blinds=definition.blinds[::-1],
        stacks=definition.stacks[::-1],
        first=tuple(3 - seat for seat in definition.first),
    )


def _no_game(word: str, lines: dict[str, str], source: str, must: str) -> GameError:
    got = repr(lines[word]) if word in lines else "none"
    return GameError(
        f"The {word} of {source} must be {must}; got {got}: the games of zerosum.pkr.holdem cannot "
        f"be that one.",
        word,
    )
