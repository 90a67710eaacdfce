"""The hand that a text tells, followed by the rules: each action, and who gets which chips."""

from __future__ import annotations

import re
from fractions import Fraction

from zerosum.errors import GameError
from zerosum.pkr.holdem.pots import two_highest
from zerosum.pkr.phh.amounts import shown
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.replay import Game, Replay
from zerosum.pkr.phh.sites.reading import SiteHand, Step


def follow(hand: Hand, steps: list[Step], text: SiteHand) -> Hand:
    """Return a hand with the actions of the rules that the actions of the text stand for.

    Parameters
    ----------
    hand
        The hand.
    steps
        Its actions, with their lines.
    text
        What the text says.

    Raises
    ------
    GameError
        If text and rules differ; with the line as its subject, and the end of a sentence as its
        message.
    """
    replay = Replay(hand.game, hand.seats(hand.game), hand.unit)
    actions, absent, acted = list[str](), list[str](), hand.game
    for step in steps:
        before, action = replay.game, _by_rules(step, replay.game)
        if not action:
            absent.append(f"{step.action.split()[0]} sm")
            continue
        try:
            replay.do(action)
            _check_chips(step, action, before, replay.game, hand.unit)
        except GameError as error:
            message = re.sub(r"\bp(\d+)\b", lambda seat: hand.names[int(seat[1]) - 1], str(error))
            raise GameError(message, step.line) from None
        if replay.game is before:  # a check of a player whom the rules do not ask
            continue
        actions.append(action)
        if step.line.kind in {"act", "board"}:
            acted = replay.game
    actions += absent
    fields = dict(hand.fields) | {"actions": tuple(actions)}
    hand = Hand(tuple(fields.items()), hand.origin)
    _check_pot(hand, acted, text)
    return hand


def _by_rules(step: Step, game: Game) -> str:
    """Return what an action of the text is by the rules.

    A raise that nobody has the chips to call is a call. The fold of an all-in player, who sits out,
    is none: the player shows no cards in the end.
    """
    if step.line.kind != "act" or game.terminal:
        return step.action
    player, word, *_ = step.action.split()
    seat = int(player[1:]) - 1
    others = game.able & ~(1 << seat)
    if word == "f" and others == game.able:
        return ""
    most = max(game.purses[other] * (others >> other & 1) for other in range(game.players))
    return f"{player} cc" if word == "cbr" and most <= game.level else step.action


def _check_chips(step: Step, action: str, before: Game, after: Game, unit: Fraction) -> None:
    """Check the chips of a call, and that an all-in is one."""
    if step.line.kind != "act":
        return
    seat = before.active
    added = unit * (after.paid[seat] - before.paid[seat])
    if step.action.endswith("cc") and added != step.chips:
        raise GameError(f"be {f'a call of {shown(added)}' if added else 'a check'} by the rules")
    if step.line.parts["all_in"] and action == step.action and after.behind[seat]:
        raise GameError(f"not be an all-in, since {shown(unit * after.behind[seat])} are left")


def _check_pot(hand: Hand, acted: Game, text: SiteHand) -> None:
    """Check the pot, and what each player got of it.

    Parameters
    ----------
    hand
        The hand.
    acted
        The game after the last action or card.
    text
        What the text says.
    """
    end, unit, finishing = text.end, hand.unit, hand.finishing
    if not hand.final.terminal:
        raise GameError("end a hand that is over; an action or a card is missing before it", end)
    if finishing is None:
        raise GameError("follow the cards of those who win the pot; they are not shown", end)
    highest, called = two_highest(acted)
    back = {
        player: unit * (highest - called)
        for player, paid in zip(hand.names, acted.paid, strict=True)
        if paid == highest > called
    }
    pot = unit * acted.total - sum(back.values())
    if text.total != pot:
        raise GameError(f"give a total pot of {shown(pot)} by the rules", end)
    if sum(text.collected.values()) + text.fees != pot:
        raise GameError("give as much as the players collected, and the rake", end)
    # A split leaves odd chips or cents, which this exact result has not.
    odd = len(hand.names) * (Fraction(1, 100) if hand.get("currency_symbol") else Fraction(1))
    parts = zip(hand.names, finishing, acted.behind, strict=True)
    for player, after, behind in parts:
        won = after - unit * behind - back.get(player, Fraction(0))
        got = text.collected.get(player, Fraction(0))
        if not won - text.fees - odd <= got <= won + odd:
            raise GameError(
                f"follow what the rules give {player}, {shown(won)} less the rake; the text says "
                f"{shown(got)}",
                end,
            )
