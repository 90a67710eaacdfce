"""A run asked along a hand that was played elsewhere: what it does there, and what was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

import numpy as np

from zerosum.cards import Cards
from zerosum.errors import GameError, NotApplicable
from zerosum.evaluation.bounds.bound import WIDTH
from zerosum.game import History
from zerosum.native.primitives import draw_from
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.ask.answers import Answer as Found
from zerosum.pkr.ask.query import Query
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.holdem.resumed import resumed
from zerosum.pkr.phh import Answer, Hand
from zerosum.pkr.phh.amounts import read_amount, shown
from zerosum.pkr.phh.ask import check_stakes
from zerosum.pkr.phh.replay import word_of
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.places.tracks import passive
from zerosum.rng import Random


def review(hand: Hand, query: Query, deals: int = 0, seed: int = 0) -> Iterator[Answer]:
    """Yield what a run does at each decision of a hand.

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
        what the strategy does; 0 for no estimate. The hands of other seats are drawn from what they
        may hold, as if they played by the strategy; and all seats play the rest by it.
    seed
        Equal seeds give equal estimates.

    Raises
    ------
    GameError
        If the game has other stakes, or an action is not legal.

    Notes
    -----
    An estimate takes about 2 ms for each deal and each action of the strategy.
    """
    check_stakes(hand, query.base)
    unit, final = hand.unit_of(query.base), hand.final
    for index, player, place, then in _decisions(hand, query, unit):
        cards = final.hand(player)
        answer = Answer(index, player, " ".join(_words(hand, index)), None)
        if place is None:
            yield replace(answer, reason="the strategy's game does not have what was done before")
        elif len(cards) < place.real.hole:
            yield replace(answer, reason="cards not known")
        else:
            answered = query.answer(place, cards)
            answer = _with_chances(answer, answered, place, unit)
            if then is not None:
                answer = _compared(answer, place, then, cards, unit)
                if deals > 0:
                    answer = replace(
                        answer, lost=_lost(query, place, then, cards, answered, deals, seed, unit)
                    )
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
    number, taken = then.taken[0]
    stand = passive(then.action, place.seen[number]) if taken is None and then.action else taken
    if not stand:
        return replace(answer, done=0.0, instead="")
    counted = then.action
    if len(then.off) > len(place.off):
        menu = place.menu
        counted = menu.actions[menu.columns[number][stand[0]]]
    instead = _word(place, counted, unit) if isinstance(counted, Bet) else None
    if instead is not None and read_amount(instead[4:]) == read_amount(answer.taken[4:]):
        instead = None
    return replace(answer, done=float(then.done[hand_number(cards.mask)]), instead=instead)


def _lost(
    query: Query,
    place: Place,
    then: Place,
    cards: Cards,
    answered: Found,
    deals: int,
    seed: int,
    unit: Fraction,
) -> tuple[float, float] | None:
    """Return how many chips less what was done wins than the strategy, and half its interval.

    Each deal is played out after each action, with the same cards. None if the others hold no hands
    with which the strategy does what they did.
    """
    reach, real = place.reach.copy(), place.real
    reach[place.seat] = cards.mask == MASKS
    try:
        game: History = resumed(cast("Any", real), MASKS, reach)  # of limit hold'em as well
    except GameError:
        return None
    pairs = zip(answered.actions, answered.probabilities or (), strict=True)
    ways = [(share, query.after(place, action)) for action, share in pairs if share > 0]
    rng, apart = Random(seed), np.empty(deals)
    for number in range(deals):
        hands, branch = game.sample(rng).cards, rng.branch()
        worth = [_played(query, way, place.seat, hands, branch) for _, way in ways]
        usual = sum(share * value for (share, _), value in zip(ways, worth, strict=True))
        apart[number] = usual - _played(query, then, place.seat, hands, branch)
    scale, error = float(unit), float(apart.std(ddof=1)) / deals**0.5
    return scale * float(apart.mean()), scale * WIDTH * error


def _played(query: Query, place: Place, seat: int, hands: tuple[int, ...], branch: int) -> float:
    """Play a hand to its end by the strategy; return what a seat wins."""
    dealer, actor, hole = Random(branch), Random(branch + 1), place.real.hole
    used = Cards(sum(1 << card for card in hands)) | place.real.community
    left = list(place.real.deck.cards - used)
    while not place.real.terminal:
        if place.real.chance:
            due = range(place.real.due)
            place = query.after(place, [left.pop(dealer.integer(len(left))) for _ in due])
            continue
        own = hands[hole * place.seat : hole * (place.seat + 1)]
        answered = query.answer(place, Cards(sum(1 << card for card in own)))
        chances = zip(answered.actions, answered.probabilities or (), strict=True)
        place = query.after(place, draw_from(list(chances), actor))
    held = [
        Cards(sum(1 << card for card in hands[at : at + hole])) for at in range(0, len(hands), hole)
    ]
    return place.real.holding(*held).payoff(seat)
