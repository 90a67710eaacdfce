"""The abstraction of a run: what is known of it without playing long, and its tree of actions."""

from __future__ import annotations

from typing import Any

import attrs

from zerosum.abstraction import split
from zerosum.errors import NotApplicable
from zerosum.experiment.study import Scope, study, vocabulary
from zerosum.lattice.memory.report import RecallReport
from zerosum.play.explore import told_steps
from zerosum.support.records import named
from zerosum.support.store import Json
from zerosum.web.declare import BRIEFLY, Endpoint, text
from zerosum.web.library import Opened
from zerosum.web.look import RUN, explorer_of
from zerosum.web.site import Site
from zerosum.web.walk import Walk
from zerosum.web.work import Lane

_SCOPE = Scope(limit=100_000, deals=50, count=False)  # seconds, and little memory
_NODES, _SECONDS, _DEAL = 300, 2.0, 7  # of the tree of actions


@attrs.frozen
class Studied:
    """The study of the abstraction of a run."""

    run: str = text(about=RUN)


def studied(opened: Opened) -> Json:
    """Return the report of an abstraction, and the first actions of its menu as a tree.

    Raises
    ------
    ZeroSumError
        If the experiment cannot be imported any more.
    """
    run = opened.run
    name, base = run.metrics.experiment, split(run.game)[0]
    found = study(run.game, _SCOPE, name=name, vocabulary=vocabulary(name, base))
    return {
        **found.as_dict(),
        "findings": [] if found.recall is None else _findings(found.recall, base),
        "menu": _tree(opened, None),
    }


def _findings(recall: RecallReport, base: Any) -> list[Json]:
    """Return what each player forgets, with the two histories that show it in words."""
    return [
        {
            "player": player.player,
            "kind": kind,
            "said": list(finding.lines(recall.sampled)),
            "histories": [
                [named(event, "seat", "words") for event in told_steps(base, witness.moves)]
                for witness in finding.witnesses
            ],
        }
        for player in recall.players
        for kind in ("absent_minded", "imperfect")
        if (finding := getattr(player, kind)) is not None
    ]


def _tree(opened: Opened, deal: int | None) -> Json:
    """Return the first lines of the menu, a node each; the line of its parent is a word shorter."""
    walk = Walk(explorer_of(opened, deal), lambda words, _: words, _NODES, _SECONDS, 0)
    try:
        nodes = [
            {
                "line": list(spot.line),
                "label": option.label if option else "",
                **named(spot, "kind", "seat"),
            }
            for spot, _, option, _ in walk
        ]
    except NotApplicable:
        if deal is not None:
            raise
        return _tree(opened, _DEAL)  # hands are too many to list
    return {"nodes": nodes, "whole": walk.whole, "deal": deal}


def get_study(site: Site, asked: Studied) -> Json:
    """Return the study of the abstraction of a run."""
    return studied(site.library.open(asked.run))


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/runs/{run}/study",
        Studied,
        get_study,
        "The study of the abstraction of a run, and the first actions of its menu.",
        kept=BRIEFLY,
        lane=Lane.LONG,
    ),
)
