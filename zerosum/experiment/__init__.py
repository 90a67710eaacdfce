"""Experiments: declare, load, train in a run folder, and show the results.

>>> from zerosum.experiment import Experiment
>>> from zerosum.kuhn import Kuhn
>>> experiment = Experiment(Kuhn, iterations=10_000, seed=7)
"""

from zerosum.experiment.about import (
    game_words,
    module_words,
    option_words,
    parameter_words,
    settings_of,
)
from zerosum.experiment.changes import chosen
from zerosum.experiment.declare import Experiment, Solver
from zerosum.experiment.export import export, export_game, require_export
from zerosum.experiment.files import require_folder, write_folder
from zerosum.experiment.folder import RunFolder, identity, latest, unused
from zerosum.experiment.load import is_file, load, load_run, with_parameters
from zerosum.experiment.measure import UNIT, Gauge
from zerosum.experiment.metrics import MEASURES, Metrics, Point
from zerosum.experiment.names import algorithm_named, rule_named
from zerosum.experiment.options import assigned, label
from zerosum.experiment.plots import PANELS, curves, new_figure, require_picture, save_picture
from zerosum.experiment.progress import Display, display_on, fitting_on
from zerosum.experiment.report import comparison, summary
from zerosum.experiment.run import Run, open_run, read_runs
from zerosum.experiment.show import call_show, infosets, milestone_table, picture
from zerosum.experiment.train import Outcome, check, resumed, train
from zerosum.support.progress import Snapshot

__all__ = [
    "MEASURES",
    "PANELS",
    "UNIT",
    "Display",
    "Experiment",
    "Gauge",
    "Metrics",
    "Outcome",
    "Point",
    "Run",
    "RunFolder",
    "Snapshot",
    "Solver",
    "algorithm_named",
    "assigned",
    "call_show",
    "check",
    "chosen",
    "comparison",
    "curves",
    "display_on",
    "export",
    "export_game",
    "fitting_on",
    "game_words",
    "identity",
    "infosets",
    "is_file",
    "label",
    "latest",
    "load",
    "load_run",
    "milestone_table",
    "module_words",
    "new_figure",
    "open_run",
    "option_words",
    "parameter_words",
    "picture",
    "read_runs",
    "require_export",
    "require_folder",
    "require_picture",
    "resumed",
    "rule_named",
    "save_picture",
    "settings_of",
    "summary",
    "train",
    "unused",
    "with_parameters",
    "write_folder",
]
