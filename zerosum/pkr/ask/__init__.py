"""Questions to a strategy of hold'em: what it does, and what each seat may hold.

hidden                 a decision without the hand
policy rows mapped     what a strategy does with all hands, mapped from the disk
tracks                 the abstract hands beside a real one: translated, or blended
place                  a place in a hand with the reach of every seat
menus answers          what the strategy does there
checkpoint             the sums and regrets behind it
query along            a run to ask, and to ask along a hand that was played elsewhere
picture                grids of hands
"""

from zerosum.pkr.ask.along import review
from zerosum.pkr.ask.answers import Answer
from zerosum.pkr.ask.query import Query
from zerosum.pkr.places.place import OffMenu, Place
from zerosum.pkr.places.policy import Policy

__all__ = ["Answer", "OffMenu", "Place", "Policy", "Query", "review"]
