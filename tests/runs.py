"""Run folders as training leaves them, without the training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from zerosum.algorithms import ExternalSampling

CONFIG = {
    "format": 1,
    "algorithm": "ExternalSampling",
    "rule": "linear",
    "seed": 7,
    "iterations": 400,
}
FIGURES = {"iterations": 400, "seconds": 0.5, "infosets": 12, "touched": 20_000}


def run_folder(
    place: Path, experiment: str, game: Any = None, iterations: int = 0, **figures: float
) -> Path:
    """Write a run folder, with the strategy of an interpreted solver where there is a game."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "config.json").write_text(json.dumps(CONFIG | {"experiment": experiment}))
    (place / "metrics.jsonl").write_text(json.dumps(FIGURES | figures) + "\n")
    if game is not None:
        solver = ExternalSampling(game, seed=7, native=False)
        solver.run(iterations)
        solver.strategy().save(place / "strategy")
    return place
