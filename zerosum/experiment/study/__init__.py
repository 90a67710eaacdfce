"""The report of an abstraction: what ``python -m blood.study`` gathers and prints.

vocabulary        the factors that an experiment knows by name
record            what a report holds, also as JSON
gather            the report, from all histories of a game or from a sample of deals
suggested         which factor to add to a run, in print and as a picture
searched          the best products of all factors that are known by name
tables picture    the report in print, and the ablation or the best products as a picture
"""

from zerosum.experiment.study.gather import study
from zerosum.experiment.study.picture import front, products
from zerosum.experiment.study.record import (
    Clash,
    Counts,
    Offer,
    Scope,
    Study,
    require_json,
    save_json,
    text_of,
)
from zerosum.experiment.study.searched import searched
from zerosum.experiment.study.suggested import Suggested, suggested
from zerosum.experiment.study.vocabulary import vocabulary

__all__ = [
    "Clash",
    "Counts",
    "Offer",
    "Scope",
    "Study",
    "Suggested",
    "front",
    "products",
    "require_json",
    "save_json",
    "searched",
    "study",
    "suggested",
    "text_of",
    "vocabulary",
]
