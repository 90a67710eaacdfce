"""Poker: River of Blood, hold'em for two to ten seats, their actions, hands and abstractions."""

from typing import TYPE_CHECKING

from zerosum.pkr.actions import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    MinRaise,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
    RaiseTimes,
    RaiseToBlinds,
)
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.hands.values import Category, category, evaluate
from zerosum.pkr.infoset import InfoSet
from zerosum.support.lazy import lazily

if TYPE_CHECKING:
    from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem

__getattr__, __dir__ = lazily(__name__, holdem="LimitHoldem NoLimitHoldem")

__all__ = [
    "Allin",
    "Bet",
    "Call",
    "Category",
    "Check",
    "Deal",
    "Fold",
    "InfoSet",
    "LimitHoldem",
    "MinRaise",
    "NoLimitHoldem",
    "PokerAction",
    "Raise75Pot",
    "RaiseHalfPot",
    "RaisePot",
    "RaiseShare",
    "RaiseTimes",
    "RaiseToBlinds",
    "RiverOfBlood",
    "category",
    "evaluate",
]
