"""Strategies asked along a hand history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zerosum.abstraction import View, base_and_view
from zerosum.errors import GameError
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.replay import Game, word_of


@dataclass(frozen=True)
class Answer:
    """What a strategy does at a decision of a hand.

    Parameters
    ----------
    index
        The number of the action in ``actions`` of the hand.
    player
        The player to act, from 0.
    taken
        What was done, as the format writes it: ``f``, ``cc`` or ``cbr 200``.
    chances
        The probability of each action of the strategy, written in the same way; None if it has
        no answer.
    reason
        Why it has none; else empty.
    """

    index: int
    player: int
    taken: str
    chances: Mapping[str, float] | None
    reason: str = ""


def ask(hand: Hand, start: Any, strategy: Callable[[Any], Mapping[Any, float]]) -> Iterator[Answer]:
    """Yield what a strategy does at each decision of a hand.

    It has an answer as long as all actions before were on its menus, if the cards of the player
    are known.

    Parameters
    ----------
    hand
        The history.
    start
        The start of the game that the strategy is of, or of an abstraction of it.
    strategy
        The strategy.

    Raises
    ------
    GameError
        If the game has other stakes, even up to a factor, or an action is not legal.
    """
    base, view = base_and_view(start)
    _check_stakes(hand, base)
    games, theirs, inside = hand.replay(), hand.replay(base), True
    before, seen = next(games), next(theirs)
    unit = hand.unit_of(base)
    for index, after in enumerate(games):
        then = _next(theirs) if inside else None
        if len(after.line) > len(before.line):
            taken = " ".join(hand.actions[index].partition("#")[0].split()[1:])
            reason = "" if inside else "not in the abstraction"
            if inside and len(seen.hand(seen.active)) < seen.hole:
                reason = "cards not known"
            chances = None if reason else _chances(seen, view, strategy, unit)
            yield Answer(index, before.active, taken, chances, reason)
            inside = inside and then is not None and _is_offered(seen, then, view)
        before, seen = after, seen if then is None else then


def _next(games: Iterator[Game]) -> Game | None:
    """Return the next game; None if its chips, or rules, do not allow the action."""
    try:
        return next(games)
    except GameError:
        return None


def _chances(
    game: Game, view: View, strategy: Callable[[Any], Mapping[Any, float]], unit: Fraction
) -> dict[str, float]:
    infoset = game.infoset(game.active)
    chances: dict[str, float] = {}
    for action, chance in strategy(infoset if view.is_plain else view.infoset(infoset)).items():
        word = word_of(game, infoset.concrete(action), unit)
        chances[word] = chances.get(word, 0.0) + chance
    return chances


def _is_offered(before: Game, after: Game, view: View) -> bool:
    """Return whether an action of the menu leads from one game to the next."""
    infoset = before.infoset(before.active)
    return any(before.act(infoset.concrete(one)) == after for one in view.menu(infoset))


def _check_stakes(hand: Hand, base: Any) -> None:
    if not isinstance(base, NoLimitHoldem | LimitHoldem):
        raise GameError(
            f"A strategy to ask along a hand must be of NoLimitHoldem or LimitHoldem; got one of "
            f"{type(base).__name__}: train a run of hold'em.",
            base,
        )
    if None in hand.stacks:
        what = "must be known to ask a strategy: play this hand without one"
        raise hand.error("stacks", what, "starting_stacks")
    differs = ["number of seats"]
    if hand.players == base.players:
        ours, theirs = _stakes(hand.game, hand), _stakes(base, hand)
        differs = [name for name in ours | theirs if ours.get(name) != theirs.get(name)]
    if differs:
        what = (
            f"must be that of the strategy, up to a factor of all chips; that one has another "
            f"{' and '.join(differs)}: give the run of a game with the stakes of the hand"
        )
        raise hand.error("game", what, "starting_stacks")


def _stakes(game: Game, hand: Hand) -> dict[str, object]:
    """Return what must be equal in two games: chips as parts of all chips, in the hand's order."""
    seats, whole = hand.seats(game), sum(game.stacks)

    def parts(chips: Iterable[int]) -> list[Fraction]:
        return [Fraction(each, whole) for each in chips]

    found: dict[str, object] = {
        "kind of betting": type(game),
        "size of stacks": parts(game.stacks[seat] for seat in seats),
        "size of blinds": parts(game.blinds[seat] for seat in seats),
        "size of posts": parts(game.posts[seat] for seat in seats),
        "size of antes": parts(game.antes[seat] for seat in seats),
        "kind of antes": game.trim and any(game.antes),
        "deck": game.deck,
        "number of hole cards": game.hole,
        "board": game.board,
    }
    if isinstance(game, LimitHoldem):
        return found | {"size of bets": parts(game.bets), "number of raises": game.raises}
    return found | {"smallest bet": parts([game.least])}
