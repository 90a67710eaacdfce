"""Poker: River of Blood hold'em, small hold'em, their actions, hands and abstractions."""

from zerosum.pkr.actions import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
)
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.hands import Category, category, evaluate
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.infoset import InfoSet

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
    "NoLimitHoldem",
    "PokerAction",
    "Raise75Pot",
    "RaiseHalfPot",
    "RaisePot",
    "RaiseShare",
    "RiverOfBlood",
    "category",
    "evaluate",
]
