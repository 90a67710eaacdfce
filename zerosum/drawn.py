"""What a table shows of a hand beside words: the legal actions, and what lies before each seat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """A legal action, or many that differ in a number, as it is shown to the player.

    Parameters
    ----------
    word
        What to type.
    says
        What it does, with its chips; empty if the word already says it.
    more
        What a list of the actions adds to that; may be empty.

    Examples
    --------
    >>> Choice("r6", "raise to 6", "half the pot").says
    'raise to 6'
    """

    word: str
    says: str = ""
    more: str = ""


@dataclass(frozen=True)
class Bets:
    """Bets of any number of chips.

    Parameters
    ----------
    word
        What to type before the chips that a bet comes to on the street.
    least, most
        What the smallest and the largest bet come to.
    pip
        What the player has put in on the street.
    call_to
        What a call comes to.
    pot_after_call
        The chips of all pots after a call, of which bets are shares.
    big_blind
        The big blind.
    stops
        Bets with names of their own: what they come to, and the name.

    Examples
    --------
    >>> bets = Bets("r", least=4, most=200, pip=1, call_to=2, pot_after_call=4, big_blind=2)
    >>> f"{bets.word}{bets.least}", bets.most - bets.pip
    ('r4', 199)
    """

    word: str
    least: int
    most: int
    pip: int
    call_to: int
    pot_after_call: int
    big_blind: int
    stops: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Drawn:
    """What lies before a seat, as another seat sees it.

    Parameters
    ----------
    cards
        The open cards, or what the seat holds in words; empty if nothing is open.
    down
        The number of cards face down.
    chips, bet
        The chips that are left, and those put in on this street; None in games without.
    live
        Whether the seat has not folded.
    button
        Whether it has the button.

    Examples
    --------
    >>> Drawn(down=2, chips=198.0, bet=2.0, button=True)
    Drawn(cards='', down=2, chips=198.0, bet=2.0, live=True, button=True)
    """

    cards: str = ""
    down: int = 0
    chips: float | None = None
    bet: float | None = None
    live: bool = True
    button: bool = False
