"""Sweeps: many runs of one module, trained, measured and compared.

declared        a grid of runs
running         each run with each seed, as a task of a back end
results         what came of them, as a table and in files
picture         a measure against size, with bands over seeds and the Pareto front
"""

from zerosum.scale.sweep.declared import grid
from zerosum.scale.sweep.picture import drawn
from zerosum.scale.sweep.results import best_by_size, require_table, save_table
from zerosum.scale.sweep.running import Asked, Swept, sweep, swept, tasks_of

__all__ = [
    "Asked",
    "Swept",
    "best_by_size",
    "drawn",
    "grid",
    "require_table",
    "save_table",
    "sweep",
    "swept",
    "tasks_of",
]
