"""Random hands of hold'em, played at once in our game and in PokerKit, which must agree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitShortDeckHoldem, NoLimitTexasHoldem

from zerosum.cards import name
from zerosum.pkr import Bet, Call, Check, Fold
from zerosum.pkr.holdem import FULL, SHORT, TWENTY, UNIT, LimitHoldem, NoLimitHoldem
from zerosum.rng import Random

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@st.composite
def tables(draw: Any, decks: tuple[Any, ...] = (FULL, SHORT, TWENTY)) -> NoLimitHoldem:
    """Draw a table of 2 to 9 seats: short and deep stacks, antes of both kinds, straddles."""
    deck = draw(st.sampled_from(decks))
    return NoLimitHoldem(**draw(seated(7 if deck == TWENTY else 9)), deck=deck)


@st.composite
def limit_tables(draw: Any) -> LimitHoldem:
    """Draw a table of limit hold'em with four raises a street, as PokerKit has them."""
    small, big = draw(st.sampled_from([(2, 4), (2, 2), (3, 7)]))
    return LimitHoldem(**draw(seated(9)) | {"least": small}, bets=(small, small, big, big))


@st.composite
def seated(draw: Any, most: int) -> dict[str, Any]:
    """Draw the seats, their chips and what they post."""
    seats, chips = draw(st.integers(2, most)), draw(st.sampled_from([12, 400]))
    stacks = tuple(draw(st.lists(st.integers(1, chips), min_size=seats, max_size=seats)))
    straddle = draw(st.sampled_from([(), (4,), (4, 8)]))[: max(0, seats - 2)]
    blinds, button, posts = draw(st.sampled_from([(1, 2), (2, 2), (0, 2)])), -1, ()
    if seats == 2:
        blinds = draw(st.sampled_from([blinds, blinds[::-1], (1, 4)]))
        button = draw(st.integers(-1, 1))
    elif seats > 3 and not straddle:
        posts = draw(st.sampled_from([(), (0,) * (seats - 1) + (2,), (0, 0, 1)]))
    antes, trim = (), draw(st.booleans())
    kind = draw(st.integers(0, 2))
    if kind == 1:
        antes = (draw(st.integers(1, 3)),)
    elif kind == 2:
        trim = False
        antes = tuple(2 * (seat == 1) for seat in range(seats))
    left = (stack - max((*antes, 0)) for stack in stacks)
    if not any(blind > 0 and chips > 0 for blind, chips in zip(blinds, left, strict=False)):
        posts = ()  # without blinds, PokerKit takes the last seat without a post for the largest
    return {
        "players": seats,
        "stacks": stacks,
        "blinds": (*blinds, *straddle),
        "button": button,
        "posts": posts,
        "antes": antes,
        "least": 2,
        "trim": trim,
        "whole": draw(st.booleans()),
    }


def seating(game: Any) -> list[int]:
    """Return our seat for each of theirs: there the first acts first after the first street."""
    return [(seat + game.first) % game.players for seat in range(game.players)]


def counterpart(game: Any) -> Any:
    """Return the start of a hand in PokerKit, which lists blinds of two seats the other way."""
    number = int if game.whole else Fraction
    seats = seating(game)
    turned = seats[::-1] if game.players == 2 else seats
    forced = [blind - post for blind, post in zip(game.blinds, game.posts, strict=True)]
    antes, blinds = ([number(part[seat]) for seat in turned] for part in (game.antes, forced))
    stacks = [number(game.stacks[seat]) for seat in seats]
    split: Any = {} if game.whole else {"divmod": lambda pot, among: (Fraction(pot, among), 0)}
    if isinstance(game, LimitHoldem):
        sizes = number(game.bets[0]), number(game.bets[-1])
        return FixedLimitTexasHoldem.create_state(
            AUTOMATIC, game.trim, antes, blinds, *sizes, stacks, game.players, **split
        )
    least = number(game.least)
    kind = NoLimitShortDeckHoldem if game.deck.short else NoLimitTexasHoldem
    return kind.create_state(
        AUTOMATIC, game.trim, antes, blinds, least, stacks, game.players, **split
    )


def play(game: Any, choices: list[int]) -> int:
    """Play a hand in both, comparing them at each step; return how many decisions there were."""
    theirs, rng, decisions = counterpart(game), Random(choices[0]), 0
    ours = game
    while not ours.terminal:
        if ours.chance:
            ours, theirs = _deal(ours, theirs, rng)
            continue
        action = chosen(ours, choices[1:], decisions, compare(ours, theirs))
        _tell(theirs, ours, action)
        ours = ours.apply(action)
        decisions += 1
    _run_out(ours, theirs)
    assert not theirs.status
    # It merges pots that the same winners take before it splits them, which moves odd chips.
    most = game.players if game.whole else 0
    for seat, payoff in zip(seating(game), theirs.payoffs, strict=True):
        assert abs(payoff - Fraction(ours.won[seat], UNIT)) <= most
    return decisions


def compare(ours: Any, theirs: Any) -> bool:
    """Check that both say the same of a decision; return whether a raise is legal in both."""
    seats, infoset = seating(ours), ours.infoset(ours.active)
    assert ours.active == seats[theirs.actor_index]
    assert [ours.behind[seat] for seat in seats] == theirs.stacks
    assert [ours.pips[seat] for seat in seats] == theirs.bets
    assert ours.total == theirs.total_pot_amount
    assert [bool(ours.live >> seat & 1) for seat in seats] == theirs.statuses
    assert infoset.cost == theirs.checking_or_calling_amount
    assert (infoset.cost > 0) == theirs.can_fold()
    lower, upper = infoset.bounds()
    pip = ours.pips[ours.active]
    both = theirs.can_complete_bet_or_raise_to()
    assert (upper > infoset.cost) == (both or forgotten(theirs))
    if both:
        assert lower + pip == theirs.min_completion_betting_or_raising_to_amount
        assert upper + pip == theirs.max_completion_betting_or_raising_to_amount
    return both


def forgotten(theirs: Any) -> bool:
    """Return whether it refuses a raise since it has forgotten short all-ins.

    Short all-ins that add up to a full raise open the betting again, and PokerKit then clears its
    list of them. If another short one follows, that alone is on the list, and a seat that has acted
    may not raise, although it must call more than a full raise.
    """
    short, seat = theirs.consecutive_short_all_in_amounts, theirs.actor_index
    if not short or seat not in theirs.acted_player_indices:
        return False
    full, owed = theirs.completion_betting_or_raising_amount, theirs.checking_or_calling_amount
    refused = sum(short) < full <= owed < theirs.stacks[seat]
    capped = theirs.street.max_completion_betting_or_raising_count
    if not refused or theirs.completion_betting_or_raising_count == capped:
        return False
    others = [i for i in theirs.player_indices if i != seat and theirs.statuses[i]]
    return any(theirs.stacks[i] + theirs.bets[i] > max(theirs.bets) for i in others)


def chosen(ours: Any, choices: list[int], at: int, may_raise: bool) -> Any:
    """Return a legal action: often a call, sometimes a fold or a raise."""
    infoset = ours.infoset(ours.active)
    cost, (lower, upper) = infoset.cost, infoset.bounds()
    number = choices[at % len(choices)]
    if may_raise and number % 4 == 0:
        sizes = lower, upper, min(upper, lower + number // 4 % 50)
        return Bet(sizes[number // 4 % 3])
    if cost > 0 and number % 4 == 1:
        return Fold()
    return Call() if cost > 0 else Check()


def _tell(theirs: Any, ours: Any, action: Any) -> None:
    if isinstance(action, Fold):
        theirs.fold()
    elif isinstance(action, Bet):
        theirs.complete_bet_or_raise_to(ours.pips[ours.active] + action.quantity)
    else:
        theirs.check_or_call()


def _deal(ours: Any, theirs: Any, rng: Random) -> tuple[Any, Any]:
    """Deal the hole cards, or the cards of a street."""
    if len(ours.hands) < ours.players * ours.hole:
        while len(ours.hands) < ours.players * ours.hole:
            ours = ours.apply(ours.sample(rng))
        for seat in seating(ours):
            theirs.deal_hole(str(ours.hand(seat)))
        return ours, theirs
    known, due = len(ours.dealt), ours.due
    while ours.chance:
        ours = ours.apply(ours.sample(rng))
    if due <= 3 and not ours.terminal:
        theirs.burn_card("??")
        theirs.deal_board("".join(map(name, ours.dealt[known:])))
    return ours, theirs


def _run_out(ours: Any, theirs: Any) -> None:
    """Deal the cards of the board that are left after an all-in."""
    while theirs.status and theirs.can_burn_card("??"):
        theirs.burn_card("??")
        count = 3 if not theirs.board_cards else 1
        at = len(theirs.board_cards)
        theirs.deal_board("".join(map(name, ours.dealt[at : at + count])))
