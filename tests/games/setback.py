"""The rules of Setback again, slowly: cards are their names, hands are sets, tricks are lists.

Nothing here uses the game, except :func:`dealt` and :func:`moved`, which play it by names.
"""

from __future__ import annotations

from zerosum.cards import card, parse
from zerosum.rng import Random
from zerosum.setback import PASS, Setback

RANKS = "23456789TJQKA"
GAME = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}


def rank(name: str) -> int:
    return RANKS.index(name[0])


def suit(name: str) -> str:
    return name[1]


def legal(hand: set[str], trick: list[str], trump: str) -> set[str]:
    """Who holds the suit led plays that suit or any trump; who does not plays anything."""
    if not trick or not any(suit(each) == suit(trick[0]) for each in hand):
        return set(hand)
    return {each for each in hand if suit(each) in {suit(trick[0]), trump}}


def winner(trick: list[str], trump: str) -> int:
    """Return the place in the trick of the highest trump, or of the highest card of the suit."""
    trumps = [each for each in trick if suit(each) == trump]
    rivals = trumps or [each for each in trick if suit(each) == suit(trick[0])]
    return trick.index(max(rivals, key=rank))


def tricks_of(plays: list[str], leader: int, trump: str) -> list[tuple[int, list[str]]]:
    """Return the whole tricks, each with the seat that wins it."""
    tricks = []
    for start in range(0, len(plays) - 3, 4):
        trick = plays[start : start + 4]
        leader = (leader + winner(trick, trump)) % 4
        tricks.append((leader, trick))
    return tricks


def points(hands: list[set[str]], tricks: list[tuple[int, list[str]]], trump: str) -> list[int]:
    """Return what each team makes of a deal that was played to the end."""
    trumps = sorted((each for hand in hands for each in hand if suit(each) == trump), key=rank)
    made, game = [0, 0], [0, 0]
    made[next(seat for seat in range(4) if trumps[-1] in hands[seat]) % 2] += 1
    for seat, trick in tricks:
        game[seat % 2] += sum(GAME.get(each[0], 0) for each in trick)
        made[seat % 2] += trumps[0] in trick
        made[seat % 2] += f"J{trump}" in trick
    if game[0] != game[1]:
        made[game[1] > game[0]] += 1
    return made


def scores(made: list[int], bidder: int, bid: int) -> list[int]:
    """Return what each team scores: the bidding team minus its bid if it made less."""
    return [-bid if bidder % 2 == team and each < bid else each for team, each in enumerate(made)]


def dealt(*hands: str) -> Setback:
    """Return a deal of the hands of west, north, east and south, the dealer."""
    game = Setback()
    for hand in hands:
        game = game.apply(parse(hand).mask)
    return game


def moved(game: Setback, bids: str, plays: str = "") -> Setback:
    """Return the deal after some bids, a dash for a pass, and some cards."""
    for bid in bids.split():
        game = game.apply(PASS if bid == "-" else PASS + int(bid))
    for name in plays.split():
        game = game.apply(card(name))
    return game


def played(rng: Random, start: Setback | None = None) -> list[Setback]:
    """Return the histories of a deal played at random, where at least one seat bids."""
    game = start or Setback()
    histories = [game]
    while not game.terminal:
        if game.chance:
            game = game.apply(game.sample(rng))
        else:
            menu = game.infoset(game.active).actions()
            last = game.made == game.seats - 1 and game.high == 0
            game = game.apply(menu[rng.integer(len(menu) - last) + last])
        histories.append(game)
    return histories
