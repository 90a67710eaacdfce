"""The best abstractions for every size, with proof.

seat space     one player's side of a game, its cuts, and the plans that an abstraction can express
proof          the front of candidates, with as few linear programs as cuts allow
candidates     partitions and choices of bets, each once
options        from factors and menus to candidates
record search  what is found, and how
"""

from zerosum.evaluation.price.search.record import Found, Search
from zerosum.evaluation.price.search.search import search

__all__ = ["Found", "Search", "search"]
