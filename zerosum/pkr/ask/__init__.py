"""Questions to a run of poker: what its strategy does, and what each seat may hold.

answers        what the strategy does at a place, with one hand or with all buckets
checkpoint     the sums and regrets behind it
query along    a run to ask, and to ask along a hand that was played elsewhere
parts          parts by the histories that lead there: solved, measured, and kept or not
coach allin    advice at a decision of a hand; what it wins on average after an all-in
"""

from zerosum.pkr.ask.along import review
from zerosum.pkr.ask.answers import Answer
from zerosum.pkr.ask.query import Query
from zerosum.pkr.places.place import OffMenu, Place
from zerosum.pkr.places.policy import Policy
from zerosum.pkr.places.worth import Worth
from zerosum.play.tally import Estimate

__all__ = ["Answer", "Estimate", "OffMenu", "Place", "Policy", "Query", "Worth", "review"]
