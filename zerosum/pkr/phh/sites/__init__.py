"""Hands in the text that PokerStars and GGPoker write, read as hands in the PHH format."""

from zerosum.pkr.phh.sites.session import FORMATS, hands_of, is_session

__all__ = ["FORMATS", "hands_of", "is_session"]
