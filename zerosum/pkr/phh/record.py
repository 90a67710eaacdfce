"""Hand histories made from games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from zerosum.cards import name
from zerosum.errors import GameError
from zerosum.pkr.actions import Fold
from zerosum.pkr.face import seats_of
from zerosum.pkr.holdem import FULL, SHORT, UNIT, LimitHoldem, Rules
from zerosum.pkr.holdem.game import FACE_DOWN
from zerosum.pkr.phh.amounts import has_end, written
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.replay import Game, word_of
from zerosum.pkr.phh.text import frozen

_BOARD, _RAISES = (3, 1, 1), (4, 4, 4, 4)


def record(
    game: Game,
    unit: Fraction | int = 1,
    names: Sequence[str] = (),
    seat: int | None = None,
    **fields: Any,
) -> Hand:
    """Return the history of a game: its stakes, and all that was done.

    Players show their cards at a showdown if these are known. Of two seats, the one with the button
    becomes p2.

    Parameters
    ----------
    game
        The game, at its end or before.
    unit
        What a chip of the game is in the history; it must have decimals that end.
    names
        The names of the seats of the game; none by default.
    seat
        The seat whose cards are known from the start, and those of others once they are shown; None
        for all seats.
    fields
        More fields, such as ``hand``.

    Raises
    ------
    GameError
        If the format has no such game.

    Examples
    --------
    >>> from zerosum.pkr import Bet, Fold
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> game = NoLimitHoldem().seated(0, (29, 46)).apply(Bet(4)).apply(Fold())
    >>> record(game, hand=7)["actions"]
    ('d dh p1 ????', 'd dh p2 Kh9d', 'p2 cbr 5', 'p1 f')
    """
    _check_game(game)
    unit, order = Fraction(unit), _order(game)
    turned = order[::-1] if len(order) == 2 else order
    given: dict[str, object] = {
        "variant": "FT" if isinstance(game, LimitHoldem) else "NS" if game.deck.short else "NT",
        "ante_trimming_status": game.trim,
        "antes": [written(unit * game.antes[seat]) for seat in turned],
        "blinds_or_straddles": [
            written(unit * (game.blinds[seat] - game.posts[seat])) for seat in turned
        ],
    }
    if isinstance(game, LimitHoldem):
        given["small_bet"], given["big_bet"] = (written(unit * game.bets[at]) for at in (0, -1))
    else:
        given["min_bet"] = written(unit * game.least)
    if game.rules == Rules.CASINO:
        given["_rules"] = game.rules.value
    given["starting_stacks"] = [written(unit * game.stacks[seat]) for seat in order]
    given["actions"] = list(_actions(game, unit, order, seat))
    if names:
        given["players"] = [names[at] for at in order]
    given |= fields
    known = game.live & (game.live - 1) == 0 or all(map(game.hand, seats_of(game.live)))
    if game.terminal and known:
        stacks = [unit * (game.stacks[seat] + Fraction(game.won[seat], UNIT)) for seat in order]
        if all(map(has_end, stacks)):
            given.setdefault("finishing_stacks", list(map(written, stacks)))
    hand = Hand(tuple((key, frozen(value)) for key, value in given.items()))
    for _ in hand.replay():
        pass
    return hand


def _check_game(game: Game) -> None:
    limit = isinstance(game, LimitHoldem)
    deck = game.deck == FULL or (game.deck == SHORT and not limit)
    possible = deck and game.hole == 2 and game.board == _BOARD
    if isinstance(game, LimitHoldem):
        small, middle, *big = game.bets
        possible = possible and small == middle and big[0] == big[1] and game.raises == _RAISES
    both = any(blind and post for blind, post in zip(game.blinds, game.posts, strict=True))
    if not possible or both or game.rules == Rules.ACPC:
        raise GameError(
            "A game to record must be hold'em as the PHH format has it: a whole or a short deck, "
            "two cards a hand, a board of 3, 1 and 1, no rules of ACPC, no seat with a blind and a "
            "post, and in limit hold'em two sizes of bets and four raises a street; got "
            f"{game.start!r}.",
            game,
        )


def _order(game: Game) -> tuple[int, ...]:
    """Return the seats as the format lists them: the first one acts first after the flop."""
    seats = tuple(range(game.players))
    return seats[::-1] if game.first == 1 else seats


def _actions(game: Game, unit: Fraction, order: tuple[int, ...], own: int | None) -> Iterator[str]:
    names = {seat: f"p{number}" for number, seat in enumerate(order, 1)}
    for seat in order:
        cards = game.hands[seat * game.hole : (seat + 1) * game.hole]
        if cards:
            known = own in {seat, None}
            yield f"d dh {names[seat]} {_spelled(cards if known else (FACE_DOWN,) * game.hole)}"
    streets, live = 0, game.start.live
    for before, action in game.retraced():
        while streets < before.street:
            yield _board(game, streets)
            streets += 1
        yield f"{names[before.active]} {word_of(before, action, unit)}"
        if isinstance(action, Fold):
            live &= ~(1 << before.active)
    rest = [
        _board(game, street)
        for street in range(streets, len(_BOARD))
        if len(game.dealt) >= sum(_BOARD[: street + 1])
    ]
    showdown: list[str] = []
    if game.hands and live & (live - 1) != 0 and (game.terminal or not game.owed):
        showdown += [f"{names[seat]} sm" for seat in game.mucked if live >> seat & 1]
        showdown += [
            f"{names[seat]} sm {game.hand(seat)}"
            for seat in order
            if game.live >> seat & 1 and len(game.hand(seat)) == game.hole
        ]
    # Once all but one have mucked, no card is dealt any more.
    yield from rest + showdown if game.live & (game.live - 1) == 0 else showdown + rest


def _board(game: Game, street: int) -> str:
    start = sum(_BOARD[:street])
    return f"d db {''.join(map(name, game.dealt[start : start + _BOARD[street]]))}"


def _spelled(cards: tuple[int, ...]) -> str:
    return "".join("??" if one == FACE_DOWN else name(one) for one in reversed(cards))
