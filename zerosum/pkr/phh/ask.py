"""What a strategy does along a hand history: see :func:`zerosum.pkr.ask.review`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.replay import Game


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
    visited
        Whether training has visited the decision; otherwise the probabilities are uniform.
    done
        The probability of what was done; None if there is no answer, or what was done is not in
        the game of the strategy.
    instead
        The bet of the menu that stands for what was done, written in the same way; empty if
        nothing does; None if what was done is on the menu.
    lost
        How many chips less what was done wins on average than what the strategy does, and half the
        width of its 95 % interval, 0 if it is exact; None if it is not known.

    Examples
    --------
    >>> answer = Answer(2, player=0, taken="cc", chances={"f": 0.25, "cc": 0.75}, done=0.75)
    >>> answer.taken, answer.chances["f"], answer.visited
    ('cc', 0.25, True)
    """

    index: int
    player: int
    taken: str
    chances: Mapping[str, float] | None
    reason: str = ""
    visited: bool = True
    done: float | None = None
    instead: str | None = None
    lost: tuple[float, float] | None = None


def check_stakes(hand: Hand, base: History) -> None:
    """Check that a game has the stakes of a hand, up to a factor of all chips.

    Raises
    ------
    GameError
        If it has not.
    """
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
        return [Fraction(number, whole) for number in chips]

    document: dict[str, object] = {
        "kind of betting": isinstance(game, LimitHoldem),
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
        return document | {"size of bets": parts(game.bets), "number of raises": game.raises}
    return document | {"smallest bet": parts([game.least])}
