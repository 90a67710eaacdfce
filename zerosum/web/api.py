"""The endpoints: what can be asked, and the functions that answer."""

from __future__ import annotations

from math import inf

from zerosum.support.store import Json
from zerosum.web import abstraction, coach, compare, hands, infosets, look, sessions, training
from zerosum.web.declare import Endpoint
from zerosum.web.library import point_of
from zerosum.web.site import Site
from zerosum.web.table import play
from zerosum.web.training import Named, Nothing
from zerosum.web.work import Lane


def list_runs(site: Site, _: Nothing) -> Json:
    """Return all runs."""
    names = dict.fromkeys([*site.trainer.unlisted(), *site.library.folders()])
    return {"runs": [training.told(site, name) for name in names]}


def get_run(site: Site, asked: Named) -> Json:
    """Return the figures of a run."""
    return training.told(site, asked.run)


def get_curve(site: Site, asked: Named) -> Json:
    """Return how a run learned."""
    metrics = site.library.saved(asked.run).metrics
    return {"run": asked.run, "points": [point_of(point) for point in metrics.points]}


def get_spot(site: Site, asked: look.Look) -> Json:
    """Return what a run does after a line."""
    return look.look(site.library.open(asked.run), asked)


def get_combos(site: Site, asked: hands.Combos) -> Json:
    """Return what a run does with each hand of a class."""
    return hands.combos(site.library.open(asked.run), asked)


def get_values(site: Site, asked: hands.Values) -> Json:
    """Return what each action wins with a hand."""
    return hands.values(site.library.open(asked.run), asked)


ENDPOINTS = (
    Endpoint("GET", "/api/runs", Nothing, list_runs, "All runs, with their last figures."),
    Endpoint("GET", "/api/runs/{run}", Named, get_run, "The last figures of a run."),
    Endpoint("GET", "/api/runs/{run}/curve", Named, get_curve, "How a run learned."),
    Endpoint(
        "GET",
        "/api/runs/{run}/spot",
        look.Look,
        get_spot,
        "What a run does after a line.",
        kept=inf,
        lane=Lane.LOOKS,
    ),
    Endpoint(
        "GET",
        "/api/runs/{run}/combos",
        hands.Combos,
        get_combos,
        "What a run does with each hand of a class.",
        kept=inf,
        lane=Lane.LOOKS,
    ),
    Endpoint(
        "GET",
        "/api/runs/{run}/values",
        hands.Values,
        get_values,
        "What each action wins with a hand; sampled values with their interval.",
        kept=inf,
        lane=Lane.LONG,
    ),
    *infosets.ENDPOINTS,
    *compare.ENDPOINTS,
    *abstraction.ENDPOINTS,
    *training.ENDPOINTS,
    *play.ENDPOINTS,
    *coach.ENDPOINTS,
    *sessions.ENDPOINTS,
)
