"""Fit the buckets of a street, by sampling, measuring and clustering hands; or load them."""

import hashlib
import time
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

import numpy as np

from zerosum.abstraction.fitting import announce, recall, remember
from zerosum.abstraction.identity import meaning
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.clusters import assign, cluster
from zerosum.pkr.buckets.features import Ints
from zerosum.pkr.buckets.plans import SEED, Plan
from zerosum.pkr.buckets.sampling import dealer
from zerosum.pkr.buckets.sharing import CHUNK, Progress, share_out
from zerosum.workshop import workshop


def fit(plan: Plan) -> Ints:
    """Return the centroids of a plan, from the cache or fitted now; a row a cluster."""
    name = f"buckets/{key_of(plan)}"
    saved = recall(name)
    if saved is not None:
        return saved.arrays["centroids"]
    begin = time.perf_counter()
    task = f"Fitting {plan.clusters} buckets of {plan.streets}"
    announce(task, 0.0)
    features = sample(plan, SEED, lambda share: announce(task, 0.8 * share))
    distinct = len(np.unique(features, axis=0))
    if plan.clusters > distinct:
        raise AbstractionError(
            f"The clusters of {plan.streets} must be at most its distinct {plan.rows}; got "
            f"{plan.clusters} of {distinct} among {plan.samples:,} hands: ask for fewer, or for "
            f"{plan.remedy}.",
            plan,
        )
    centroids = clustered(plan, features)
    notes = {
        **asdict(plan),
        **describe(plan, centroids, features),
        "seconds": time.perf_counter() - begin,
    }
    remember(name, {"centroids": centroids}, notes)
    announce(task, 1.0)
    return centroids


def key_of(plan: Plan) -> str:
    """Return a hash of everything that buckets depend on: plan, code and versions of libraries."""
    libraries = [f"{name} {version(name)}" for name in ("numpy", "scikit-learn")]
    code = meaning((plan, sample, clustered, SEED))
    text = "\n".join([*libraries, code])
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def sample(plan: Plan, seed: int, progress: Progress) -> Ints:
    """Return the features of random hands and boards, shape (samples, width).

    Their seeds are ``seed`` and the numbers after it.
    """
    features = np.zeros((plan.samples, plan.width), np.int64)
    measured, deal = plan.measurer(), dealer(plan.first, plan.last)

    def measure(start: int) -> None:
        part = features[start : start + CHUNK]
        part[:] = measured(deal(seed + start, len(part)))

    share_out(measure, range(0, plan.samples, CHUNK), progress)
    return features


def clustered(plan: Plan, features: Ints) -> Ints:
    """Return centroids of features, the weakest hands first."""
    centroids = cluster(features, plan.clusters, plan.most, SEED, workshop().compile)
    order = sorted(
        range(plan.clusters), key=lambda row: (plan.strength(centroids[row]), *centroids[row])
    )
    return np.ascontiguousarray(centroids[order])


def describe(plan: Plan, centroids: Ints, features: Ints) -> dict[str, Any]:
    """Return the mean distance of features to their centroid, in strength, and the sizes."""
    labels = np.zeros(len(features), np.int64)
    total = workshop().compile(assign)(centroids, features, labels)
    return {
        "distortion": total / features.size / plan.most,
        "sizes": np.bincount(labels, minlength=plan.clusters).tolist(),
    }
