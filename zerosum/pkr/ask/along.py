"""A run asked along a hand that was played elsewhere: what it does there, and what was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import isnan
from typing import Any

from zerosum.cards import Cards
from zerosum.errors import GameError, NotApplicable
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.ask.answers import Answer as Found
from zerosum.pkr.ask.coach import stands_for
from zerosum.pkr.ask.query import Query
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.phh import Answer, Hand
from zerosum.pkr.phh.amounts import read_amount, shown
from zerosum.pkr.phh.ask import check_stakes
from zerosum.pkr.phh.replay import word_of
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.worth import is_exact, worth


def review(
    hand: Hand, query: Query, deals: int = 0, seed: int = 0, player: int | None = None
) -> Iterator[Answer]:
    """Yield what a run does at each decision of a hand, or of one of its players.

    A bet that is not on the menu is translated, as :class:`~zerosum.pkr.ask.Query` says. Cards that
    a seat has shown at the end count as known from the start.

    Parameters
    ----------
    hand
        The hand.
    query
        The run. Its game must have the stakes of the hand, up to a factor of all chips.
    deals
        How many deals are played out to estimate what a seat lost by doing what it did instead of
        what the strategy does, where that is not exact; 0 for no estimate. See
        :func:`~zerosum.pkr.places.worth.worth`.
    seed
        Equal seeds give equal estimates.
    player
        Whose decisions, from 0; None for those of all.

    Raises
    ------
    GameError
        If the game has other stakes, or an action is not legal.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.ask import Query
    >>> from zerosum.pkr.phh import parse
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> query = Query(even, NoLimitHoldem(stacks=(100,), sizes=(100,)))
    >>> (hand,) = parse('''
    ... variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AcQh', 'd dh p2 ????', 'p2 cc', 'p1 cc']
    ... ''')
    >>> [(answer.taken, answer.reason or list(answer.chances)) for answer in review(hand, query)]
    [('cc', 'cards not known'), ('cc', ['cc', 'cbr 6', 'cbr 100'])]
    """
    check_stakes(hand, query.base)
    unit, final = hand.unit_of(query.base), hand.final
    for index, seat, place, then in _decisions(hand, query, unit):
        if player not in {None, seat}:
            continue
        cards = final.hand(seat)
        answer = Answer(index, seat, " ".join(_words(hand, index)), None)
        if place is None:
            yield replace(answer, reason="the strategy's game does not have what was done before")
        elif len(cards) < place.real.hole:
            yield replace(answer, reason="cards not known")
        else:
            answered = query.answer(place, cards)
            answer = _with_chances(answer, answered, place, unit)
            if then is not None:
                answer = _compared(answer, place, then, cards, unit)
                lost = _lost(query, place, then, cards, deals, seed)
                if lost is not None:
                    answer = replace(answer, lost=(float(unit) * lost[0], float(unit) * lost[1]))
            yield answer


def _decisions(
    hand: Hand, query: Query, unit: Fraction
) -> Iterator[tuple[int, int, Place | None, Place | None]]:
    """Yield the number of each action, its player, and the places before it and after it.

    A place is None once the game of the strategy does not have what was done.
    """
    place: Place | None = query.start
    for index, (before, after) in enumerate(pairwise(hand.replay())):
        if len(after.line) == len(before.line):
            continue
        then = None
        with suppress(GameError, NotApplicable):
            if place is not None and place.real.chance:
                here, place = place, None
                place = query.after(here, before.dealt[len(here.real.community) :])
            if place is not None:
                all_in = after.behind[before.active] == 0
                then = query.after(place, _action(_words(hand, index), place, unit, all_in=all_in))
        yield index, before.active, place, then
        place = then


def _words(hand: Hand, index: int) -> list[str]:
    """Return what was done, without the player: ``f``, ``cc``, or ``cbr`` and an amount."""
    return hand.actions[index].partition("#")[0].split()[1:]


def _action(words: Sequence[str], place: Place, unit: Fraction, *, all_in: bool) -> PokerAction:
    """Return what was done in the chips of the strategy's game: a bet in the nearest ones."""
    infoset = place.infoset
    if words == ["f"]:
        return Fold()
    if words == ["cc"]:
        return Call() if infoset.cost > 0 else Check()
    lower, upper = infoset.bounds()
    exact = (read_amount(words[1]) or Fraction(0)) / unit - infoset.pips[place.seat]
    return Bet(upper if all_in else min(max(round(exact), lower), upper))


def _word(place: Place, action: PokerAction, unit: Fraction) -> str:
    """Return an action of the strategy's game as the hand has it, to a hundredth of a chip."""
    if not isinstance(action, Bet):
        real: Any = place.real  # of hold'em, as the hand is
        return word_of(real, action, unit)
    return (
        f"cbr {shown(unit * (place.infoset.pips[place.seat] + action.quantity)).replace(',', '')}"
    )


def _with_chances(answer: Answer, answered: Found, place: Place, unit: Fraction) -> Answer:
    """Return an answer with the probability of each action, in the words of the hand."""
    chances: dict[str, float] = {}
    for action, chance in zip(answered.actions, answered.probabilities or (), strict=True):
        word = _word(place, action, unit)
        chances[word] = chances.get(word, 0.0) + chance
    return replace(answer, chances=chances, visited=answered.known)


def _compared(answer: Answer, place: Place, then: Place, cards: Cards, unit: Fraction) -> Answer:
    """Return an answer with the probability of what was done, or of what stands for it."""
    counted = stands_for(place, then)
    if counted is None:
        return replace(answer, done=0.0, instead="")
    instead = _word(place, counted, unit) if isinstance(counted, Bet) else None
    if instead is not None and read_amount(instead[4:]) == read_amount(answer.taken[4:]):
        instead = None
    return replace(answer, done=float(then.done[hand_number(cards.mask)]), instead=instead)


def _lost(
    query: Query, place: Place, then: Place, cards: Cards, deals: int, seed: int
) -> tuple[float, float] | None:
    """Return how many chips less what was done wins than the strategy, and half its interval.

    None if the others hold no hands with which the strategy does what they did.
    """
    if then.action is None or (deals == 0 and not is_exact(place)):
        return None
    found = worth(query.follower, place, cards, actions=[then.action], deals=deals, seed=seed)
    mean, margin = (float(part[0, 0]) for part in found.losses)
    return None if isnan(mean) else (mean, margin)
