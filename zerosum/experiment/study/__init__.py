"""The report of an abstraction: what ``python -m blood.study`` gathers and prints.

vocabulary        the factors that an experiment knows by name
record            what a report holds
whole sampled     gather it: from all histories of a game, or from some deals
gather            which of the two
tables            as a terminal shows it
picture json      as a picture of the ablation, and as a file
"""

from __future__ import annotations

from zerosum.experiment.study.gather import study
from zerosum.experiment.study.json import require_json, save_json, text_of
from zerosum.experiment.study.picture import products
from zerosum.experiment.study.record import Clash, Counts, Offer, Study
from zerosum.experiment.study.scope import Scope
from zerosum.experiment.study.tables import report
from zerosum.experiment.study.vocabulary import vocabulary

__all__ = [
    "Clash",
    "Counts",
    "Offer",
    "Scope",
    "Study",
    "products",
    "report",
    "require_json",
    "save_json",
    "study",
    "text_of",
    "vocabulary",
]
