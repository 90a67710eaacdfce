"""The rules of Setback again, slowly: cards are their names, hands are sets, tricks are lists.

Nothing here uses the game, except :func:`dealt` and :func:`moved`, which play it by names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import split
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


def dealt(*hands: str, start: Any = None) -> Any:
    """Return a deal of the hands of west, north, east and south, the dealer."""
    game = start or Setback()
    for hand in hands:
        game = game.apply(parse(hand).mask)
    return game


def moved(game: Any, bids: str, plays: str = "") -> Any:
    """Return the deal after some bids, a dash for a pass, and some cards."""
    for bid in bids.split():
        game = game.apply(PASS if bid == "-" else PASS + int(bid))
    for name in plays.split():
        game = game.apply(card(name))
    return game


def played(rng: Random, start: Any = None) -> list[Any]:
    """Return the histories of a deal played at random, where at least one seat bids."""
    game = start or Setback()
    histories = [game]
    while not game.terminal:
        if game.chance:
            game = game.apply(game.sample(rng))
        else:
            menu, base = game.infoset(game.active).actions(), split(game)[0]
            last = base.made == base.seats - 1 and base.high == 0
            game = game.apply(menu[rng.integer(len(menu) - last) + last])
        histories.append(game)
    return histories


def game_points(cards: set[str]) -> int:
    return sum(GAME.get(each[0], 0) for each in cards)


def candidates(hand: set[str]) -> list[list[str]]:
    """Return the one or two suits that may become trump, as their cards, high to low."""
    suits = [sorted((c for c in hand if suit(c) == s), key=rank, reverse=True) for s in "cdhs"]
    suits.sort(
        key=lambda cards: (sum(rank(c) + 1 for c in cards), [*map(rank, cards)]), reverse=True
    )
    first, second = suits[:2]
    gap = sum(rank(c) + 1 for c in first) - sum(rank(c) + 1 for c in second)
    same = [c[0] for c in first] == [c[0] for c in second]
    return [first] if gap >= 2 or same or not second else [first, second]


def shown(cards: list[str]) -> str:
    """Return the ranks of a suit; those below ten are an x, but for the lowest card."""
    return "".join("x" if c[0] in "23456789" and c != cards[-1] else c[0] for c in cards)


def opening(cards: list[str]) -> str:
    """Return the card that establishes a suit."""
    if cards[0][0] in "AKQ":
        return cards[0]
    bound = min(RANKS.index("4"), rank(cards[-1]))
    below = [c for c in cards if c[0] in "23456789" and rank(c) > bound]
    tens, jacks = ([c for c in cards if c[0] == r] for r in "TJ")
    return (below or tens or jacks or cards[-1:])[0]


@dataclass
class Seen:
    """What a seat has seen, as its hand and the cards played in order."""

    seat: int
    dealt: set[str]
    bids: list[int]
    plays: list[str]

    def __post_init__(self) -> None:
        self.high = max(self.bids, default=0)
        self.bidder = max((i for i, bid in enumerate(self.bids) if bid == self.high), default=-1)
        self.trump = self.plays[0][1] if self.plays else ""
        self.trick = self.plays[len(self.plays) // 4 * 4 :]
        self.tricks = tricks_of(self.plays, self.bidder, self.trump)
        done = [c for _, trick in self.tricks for c in trick]
        self.trumps = sorted((c for c in done if suit(c) == self.trump), key=rank)
        self.own = sorted((c for c in self.dealt if suit(c) == self.trump), key=rank)
        self.taken = [
            {c for seat, trick in self.tricks if seat % 2 == team for c in trick} for team in (0, 1)
        ]
        self.voids = set()
        leader = self.bidder
        for winner_, trick in self.tricks:
            for place, c in enumerate(trick):
                if suit(trick[0]) == self.trump != suit(c):
                    self.voids.add((leader + place) % 4)
            leader = winner_

    def rank_class(self, c: str) -> str:
        """Return a rank of the trick as it is shown: 2 to 5 only if it may be the low."""
        if c[0] in "TJQKA":
            return c[0]
        lowest = not self.trumps or rank(c) < rank(self.trumps[0])
        not_above = not self.own or rank(c) <= rank(self.own[0])
        low = c[0] in "2345" and suit(c) == self.trump and lowest and not_above
        return c[0] if low else "x"

    def key(self) -> str:
        """Return the key without the actions."""
        if not self.plays:
            suits = " ".join(map(shown, candidates(self.dealt)))
            if len(self.bids) == 4:
                return f"E{self.high} {suits}"
            return f"{'D' if self.high == 4 else self.high} {suits}"
        opened = "." if not self.tricks else "h" if self.plays[0][0] in "JQKA" else "l"
        low = "."
        if self.trumps:
            lower = self.own and rank(self.own[0]) < rank(self.trumps[0])
            low = "x" if lower or self.trumps[0][0] not in "2345" else self.trumps[0][0]
        jack = "J" if "J" + self.trump in self.taken[0] | self.taken[1] else "."
        own, other = self.taken[self.seat % 2], self.taken[1 - self.seat % 2]
        behind = "b" if game_points(own) < game_points(other) else "."
        later = [(self.seat + after) % 4 for after in range(1, 4 - len(self.trick))]
        void = "".join("v" if seat in self.voids else "." for seat in later)
        cards = ",".join(
            self.rank_class(c) + ("t" if suit(c) == self.trump else "") for c in self.trick
        )
        best = str(winner(self.trick, self.trump)) if self.trick else ""
        return " ".join(part for part in (opened + low + jack + behind, void, cards, best) if part)

    def actions(self) -> dict[str, str]:
        """Return each abstract action with the card that it plays."""
        if not self.plays:
            names = ("establish the first suit", "establish the second suit")
            return {n: opening(c) for n, c in zip(names, candidates(self.dealt), strict=False)}
        found: dict[str, list[str]] = {}
        for c in legal(self.dealt - set(self.plays), self.trick, self.trump):
            found.setdefault(self.kind(c), []).append(c)
        lowest = ("lead weak", "lose", "duck")
        for cards in found.values():
            cards.sort(key=lambda c: (rank(c), c[1]))
        return {name: c[0] if name.startswith(lowest) else c[-1] for name, c in found.items()}

    def kind(self, c: str) -> str:
        """Return the abstract action of a card."""
        wins = bool(self.trick) and winner([*self.trick, c], self.trump) == len(self.trick)
        value = "duck" if c[0] in "23456789" else c[0]
        if suit(c) == self.trump:
            if self.rank_class(c) != "x":
                return f"trump {c[0]}"
            return "lead trump x" if not self.trick else f"{'win' if wins else 'lose'} with trump x"
        if not self.trick:
            return "lead strong" if c[0] in "JQKA" else "lead weak"
        if suit(c) == suit(self.trick[0]):
            return f"{'win' if wins else 'lose'} with {'x' if value == 'duck' else value}"
        return {"duck": "duck", "T": "discard a ten"}.get(value, "discard a game card")

    def bids_considered(self) -> list[str]:
        """Return the bids; 4 only with a jack in a candidate suit."""
        jack = any(c[0] == "J" for cards in candidates(self.dealt) for c in cards)
        higher = [bid for bid in (2, 3, 4) if bid > self.high or (bid == 4 and self.seat == 3)]
        return ["pass", *(f"bid {bid}" for bid in higher if bid < 4 or jack)]


SMALL = Setback(deck=parse("AsJsTs2s AhKhJh3h"), size=2)
