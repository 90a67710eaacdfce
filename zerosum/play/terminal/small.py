"""How the small games of this library are spoken of, and how any other game is."""

from __future__ import annotations

from functools import cache
from typing import Any

from zerosum.bluff import Bluff
from zerosum.bluff.bids import spell_bids
from zerosum.bluff.rolls import FACES, spell_roll
from zerosum.kuhn import Kuhn
from zerosum.kuhn import game as kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import game as leduc
from zerosum.play.terminal.moves import Manner, name_of


def _kuhn_chips(game: Kuhn, player: int) -> str:  # noqa: ARG001
    bets = sum(digit == "b" for digit in kuhn.spell_betting(game.history))
    return f"pot {2 + bets}{', 1 to call' if bets else ''}"


def _kuhn_told(game: Kuhn, action: int) -> tuple[str, str]:
    owes = game.history > 1 and game.history & 1 == 1
    if action == kuhn.Move.PASS:
        return "fold" if owes else "check", ""
    return "call" if owes else "bet", " 1"


KUHN = Manner(
    private=lambda game, player: game.cards[player],
    spell=kuhn.spell_card,
    name=name_of,
    board=lambda game: "",  # noqa: ARG005
    chips=_kuhn_chips,
    told=_kuhn_told,
    shown=lambda game: game.history not in {kuhn.BET_PASS, kuhn.PASS_BET_PASS},
)


def _leduc_card(card: int) -> str:
    return leduc.spell((card,), leduc.DEAL)


def _leduc_owed(game: Leduc, player: int) -> int:
    return game.paid[1 - player] - game.paid[player]


def _leduc_chips(game: Leduc, player: int) -> str:
    owed = _leduc_owed(game, player)
    return f"pot {sum(game.paid)}{f', {owed} to call' if owed > 0 else ''}"


def _leduc_told(game: Leduc, action: int) -> tuple[str, str]:
    owed = _leduc_owed(game, game.active)
    if action == leduc.Move.FOLD:
        return "fold", ""
    if action == leduc.Move.CALL:
        return ("call", f" {owed}") if owed > 0 else ("check", "")
    by = game.pay(action)[game.active] - game.paid[1 - game.active]
    return ("raise", f" by {by}") if owed > 0 else ("bet", f" {by}")


LEDUC = Manner(
    private=lambda game, player: game.cards[player],
    spell=_leduc_card,
    name=name_of,
    board=lambda game: "" if game.board < 0 else _leduc_card(game.board),
    chips=_leduc_chips,
    told=_leduc_told,
    shown=lambda game: game.history & 3 != leduc.FOLD,
)


@cache
def bluff_manner(dice: int) -> Manner:
    """Return how Bluff with so many dice on the table is spoken of."""

    def name(action: int) -> str:
        return "call" if action == FACES * dice else spell_bids(1 << action, dice)[0]

    return Manner(
        private=lambda game, player: game.private(player),
        spell=spell_roll,
        name=name,
        board=lambda game: "",  # noqa: ARG005
        chips=_bluff_chips,
        told=lambda game, action: (
            ("call", "") if action == game.call else ("bid", f" {name(action)}")
        ),
        shown=lambda game: True,  # noqa: ARG005
    )


def _bluff_chips(game: Bluff, player: int) -> str:  # noqa: ARG001
    bids = spell_bids(game.bids, game.dice)
    return f"bids {' '.join(bids)}" if bids else "no bids yet"


# Of a game that is not known, nothing but a player's infosets may be shown: all else may be secret.
ANY = Manner(
    private=lambda game, player: game.infoset(player),
    spell=str,
    name=name_of,
    board=lambda game: "",  # noqa: ARG005
    chips=lambda game, player: "",  # noqa: ARG005
    told=lambda game, action: ("choose", f" {name_of(action)}"),  # noqa: ARG005
    shown=lambda game: False,  # noqa: ARG005
)


def manner_of(game: Any) -> Manner:
    """Return how a base game is spoken of.

    >>> manner_of(Kuhn()) is KUHN
    True
    """
    if isinstance(game, Bluff):
        return bluff_manner(game.dice)
    known = ((Kuhn, KUHN), (Leduc, LEDUC))
    return next((manner for kind, manner in known if isinstance(game, kind)), ANY)
