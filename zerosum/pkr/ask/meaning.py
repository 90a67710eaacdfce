"""What the words of a history mean at a place."""

from __future__ import annotations

from zerosum.errors import GameError
from zerosum.pkr.abstraction.tracking import is_bet, real_chips
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.ask.legal import illegal
from zerosum.pkr.ask.words import Word, action_of, word_of
from zerosum.pkr.places.hidden import Seen
from zerosum.pkr.places.place import Place


def real_action(word: Word, place: Place) -> PokerAction:
    """Return the action of the real hand that a word means: bets by their chips.

    Raises
    ------
    GameError
        If there is no such legal action.
    """
    real = place.real
    if not place.decides:
        raise illegal(f"The word {word.text!r} of a history must", real, word)
    cost = real.cost_of(place.seat)
    if word.kind == "c":
        return Call() if cost > 0 else Check()
    if word.kind == "f" and cost > 0:
        return Fold()
    lower, upper = place.infoset.bounds()
    if word.kind == "a" and upper == cost == place.infoset.behind:
        return Call()
    chips = -1 if word.kind == "f" or upper <= cost else _chips(word, place)
    if not lower <= chips <= upper:
        raise illegal(f"The word {word.text!r} of a history must", real, word)
    return Bet(chips)


def _chips(word: Word, place: Place) -> int:
    """Return the chips that the bet of a word adds; -1 if they are not a whole number."""
    infoset = place.infoset
    if word.kind == "to":
        chips = word.number * (place.real.least if word.blinds else 1) - infoset.pips[place.seat]
        return int(chips) if chips.denominator == 1 else -1
    seen = place.seen[0]
    if word.kind == "raise":
        return real_chips(infoset, seen.infoset, _only_bet(word, seen))
    wanted = action_of(word)
    if wanted not in seen.menu:  # a third of the pot is b(0.3333)
        short = f"{word.kind}({float(word.number):.4f})"
        near = [bet for bet in seen.menu if word_of(bet, seen.infoset) == short]
        wanted = near[0] if near else wanted
    return infoset.quantity(wanted)


def _only_bet(word: Word, seen: Seen) -> PokerAction:
    """Return the only bet of a menu, all-in left out if there is another one."""
    bets = {bet: word_of(bet, seen.infoset) for bet in filter(is_bet, seen.menu)}
    sized = [bet for bet in bets if bets[bet] != "a"] or list(bets)
    if len(sized) != 1:
        raise GameError(
            f"The size of {word.text!r} must be written unless the menu has one bet; here it has "
            f"{', '.join(bets.values()) or 'none'}.",
            word,
        )
    bet: PokerAction = sized[0]
    return bet
