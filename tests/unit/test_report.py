"""``python -m blood.report`` on run folders written by hand."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from pathlib import Path

import pytest

from blood.report import main
from tests.pictures import clipped, drawn, tick_labels
from tests.runs import CONFIG, invoked, printed, refused, succeeded
from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment import Metrics, curves, read_runs
from zerosum.experiment.groups import band, grouped

PNG = b"\x89PNG\r\n\x1a\n"


def point(iterations: int, exploitability: float | None = None) -> dict[str, float]:
    figures = {
        "iterations": iterations,
        "seconds": iterations / 1_000,
        "infosets": 936,
        "touched": 50 * iterations,
    }
    return figures if exploitability is None else figures | {"exploitability": exploitability}


FALLING = [point(1, 2.0), point(20), point(100, 0.25), point(400, 0.125)]


def made(place: Path, points: list[dict[str, float]], rest: str = "", **changes) -> Path:
    place.mkdir(parents=True)
    (place / "config.json").write_text(json.dumps(CONFIG | {"experiment": "blood.leduc"} | changes))
    lines = "".join(json.dumps(figures) + "\n" for figures in points)
    (place / "metrics.jsonl").write_text(lines + rest)
    return place


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a current folder with two measured runs, and one that is not."""
    monkeypatch.chdir(tmp_path)
    made(tmp_path / "one", FALLING)
    made(tmp_path / "two", [point(7, 0.5)], algorithm="CFR", rule="plus", seed=None)
    made(tmp_path / "blind", [point(10)], rule=None, unmeasured="The game is too large.")
    return tmp_path


run, ran = partial(invoked, main), partial(succeeded, main)


def legend(figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_prints_a_table_and_draws_a_picture(here: Path) -> None:
    drawn()
    result = ran("one two blind")
    head, one, two, blind = (" ".join(line.split()) for line in result.stdout.splitlines())
    assert head == "run algorithm rule iterations touched seconds infosets exploitability"
    assert one == "one ExternalSampling linear 400 20,000 0.40 936 0.125"
    assert two == "two CFR plus 7 350 0.01 936 0.5"
    assert blind == "blind ExternalSampling 10 500 0.01 936"
    note = "The run blind holds no exploitability. The game is too large.\n"
    assert result.stderr.startswith(note)
    assert run("one two --against touched").exit_code == 0
    first = (here / "report.png").read_bytes()
    assert first.startswith(PNG)
    assert run("one --against touched --out report.png").exit_code == 0
    assert (here / "report.png").read_bytes() != first
    assert sorted(path.name for path in here.iterdir()) == ["blind", "one", "report.png", "two"]


def test_json_comes_with_a_picture_if_one_is_asked_for(here: Path) -> None:
    drawn()
    for words, pictures in (("", []), ("--out asked.png", ["asked.png"])):
        told = json.loads(ran(f"one --json {words}").stdout)
        assert told[0]["points"][-1]["exploitability"] == 0.125
        assert [path.name for path in here.glob("*.png")] == pictures


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "start"), [("x.svg", b"<?xml"), ("x.pdf", b"%PDF-"), ("X.PNG", PNG)]
)
def test_the_ending_chooses_the_format(here: Path, name: str, start: bytes) -> None:
    drawn()
    pictures = []
    for _ in range(2):  # the second replaces the first
        ran(f"one two --against touched --out {name}")
        pictures.append((here / name).read_bytes())
    assert pictures[0].startswith(start)
    assert pictures[0] == pictures[1]


def test_three_panels_with_units_or_those_chosen(here: Path) -> None:
    drawn()
    figure = curves(read_runs(["one", "two"]))
    assert [panel.get_xlabel() for panel in figure.axes] == [
        "iterations",
        "nodes touched",
        "time trained, seconds",
    ]
    assert figure.axes[0].get_ylabel() == "exploitability, chips a hand"
    assert {panel.get_xscale() + panel.get_yscale() for panel in figure.axes} == {"loglog"}
    by_iterations, by_touched, by_seconds = (panel.lines[0] for panel in figure.axes)
    assert list(by_iterations.get_xdata()) == [1, 100, 400]
    assert list(by_touched.get_xdata()) == [50, 5_000, 20_000]
    assert list(by_seconds.get_xdata()) == [0.001, 0.1, 0.4]
    assert list(by_seconds.get_ydata()) == [2.0, 0.25, 0.125]
    assert legend(figure) == ["ExternalSampling, linear", "CFR, plus"]
    runs = read_runs(["one", "two"])
    figure = curves(runs, ["touched", "seconds", "touched"])
    labels = [panel.get_xlabel() for panel in figure.axes]
    assert labels == ["nodes touched", "time trained, seconds"]
    for against in ([], ["touched", "nodes"]):
        with pytest.raises(ExperimentError, match="must be some of iterations, touched, seconds;"):
            curves(runs, against)


def test_seeds_are_a_median_with_a_band(here: Path) -> None:
    drawn()
    for seed, value in ((1, 1.0), (2, 4.0), (3, 2.0)):
        made(here / f"seed{seed}", [point(1, value), point(100, value / 2)], seed=seed)
    runs = read_runs(["seed1", "seed2", "seed3", "two"])
    figure = curves(runs, ["iterations"])
    assert legend(figure) == ["ExternalSampling, linear (3 seeds)", "CFR, plus"]
    assert "median of the seeds" in figure.legends[0].get_title().get_text()
    (panel,) = figure.axes
    assert list(panel.lines[0].get_xdata()) == [1, 100]
    assert list(panel.lines[0].get_ydata()) == [2.0, 1.0]
    (shade,) = panel.collections
    corners = {tuple(corner) for corner in shade.get_paths()[0].vertices.tolist()}
    assert {(1, 1.0), (1, 4.0), (100, 0.5), (100, 2.0)} <= corners
    table = run("seed1 seed2 seed3").stdout
    assert [line.split()[3] for line in table.splitlines()] == ["seed", "1", "2", "3"]


def labels(*changes: dict[str, object]) -> list[str]:
    usual = {"algorithm": "CFR", "rule": "plus", "seed": 7, "experiment": "mine"}
    runs = [
        Metrics(f"run{place}", points=(), **{**usual, **each}) for place, each in enumerate(changes)
    ]
    return [group.label for group in grouped(runs)]


def test_groups_and_their_bands() -> None:
    assert labels({}) == ["CFR, plus"]
    assert labels({"rule": "linear"}, {}) == ["linear", "plus"]
    assert labels({"experiment": "other"}, {"seed": 3}, {}) == ["other", "mine (2 seeds)"]
    assert labels({"options": "epsilon=0.4"}, {"options": ""}) == ["epsilon=0.4", "defaults"]
    assert labels({"threads": 2}, {"threads": 1}) == ["2 threads", "1 thread"]
    # A repeated seed is another run, and so is one without a seed.
    assert labels({}, {}) == ["run0", "run1"]
    assert labels({"seed": None}, {"seed": None}) == ["run0", "run1"]
    one, two = [(1, 8.0), (100, 2.0)], [(10, 4.0), (1_000, 1.0)]
    found = band([one, two, []])
    assert found.positions.tolist() == [10, 100]
    assert found.low == pytest.approx([4.0, 2.0])
    assert found.high == pytest.approx([4.0, 2.0])
    apart = band([[(1, 8.0)], [(10, 4.0)]])
    assert apart.median.tolist() == [8.0, 4.0]
    assert band([[]]).positions.size == 0


def test_runs_too_large_for_exploitability_have_a_regret_bound(here: Path) -> None:
    drawn()
    bounds = [point(7) | {"regret": 3.0}, point(9) | {"regret": 2.0}]
    made(here / "large", bounds, experiment="blood.quick", unmeasured="The game is too large.")
    result = ran("large --against touched")
    head, row = (" ".join(line.split()) for line in result.stdout.splitlines())
    assert head.endswith("exploitability regret bound")
    assert row.endswith("936 2")
    assert result.stderr.splitlines() == [
        "The run large holds no exploitability, but a regret bound. The game is too large.",
        "Regret bound is plotted in report.png.",
    ]
    figure = curves(read_runs(["large"]), ["iterations"])
    (panel,) = figure.axes
    assert panel.get_ylabel() == "regret bound, chips a hand"
    assert list(panel.lines[0].get_ydata()) == [3.0, 2.0]
    both = curves(read_runs(["large", "one"]), ["iterations"])
    assert [panel.get_ylabel().partition(",")[0] for panel in both.axes] == [
        "exploitability",
        "regret bound",
    ]
    assert legend(both) == ["blood.quick", "blood.leduc"]


def test_the_legend_stays_within_the_picture(here: Path) -> None:
    drawn()
    for place in range(7):
        made(here / f"{place}".ljust(60, "x"), FALLING)
    runs = read_runs(sorted(here.glob("[0-6]*")))
    figure = curves(runs, ["touched", "seconds", "iterations"])
    assert not clipped(figure)
    looks = {(line.get_color(), line.get_linestyle()) for line in figure.axes[0].lines}
    assert len(looks) == 7
    assert figure.get_suptitle() == "blood.leduc"


def test_axes_have_numbers(here: Path) -> None:
    """Not ``6 × 10⁰``, whatever the range is."""
    drawn()
    made(here / "narrow", [point(300, 0.06), point(900, 0.02)])
    figure = curves(read_runs(["narrow"]), ["iterations"])
    assert figure.get_suptitle() == "blood.leduc, run narrow"
    (panel,) = figure.axes
    found = tick_labels(panel.xaxis), tick_labels(panel.yaxis)
    assert all(len(labels) > 1 for labels in found)
    assert all(re.fullmatch(r"[\d.,]+", label) for labels in found for label in labels)
    made(here / "won", [point(7) | {"response": -0.5, "response_width": 0.25}, point(9)])
    (panel,) = curves(read_runs(["won"]), ["iterations"]).axes
    assert panel.get_yscale() == "linear"
    assert [-0.5] in [list(line.get_ydata()) for line in panel.lines]
    assert panel.get_ylim()[0] < -0.75


def test_names_are_shown_as_they_are(here: Path) -> None:
    """Neither rich's markup nor Matplotlib's formulas, hidden names and zeros get in the way."""
    drawn()
    made(here / "_[red]$x$", [point(0, 0.5), point(5, 0.0), point(9, 0.5)])
    result = ran("'_[red]$x$' one --against touched")
    assert "_[red]$x$" in result.stdout
    assert "Warning" not in result.stderr
    line = curves(read_runs(["_[red]$x$"])).axes[0].lines[0]
    assert list(line.get_xdata()) == [9]


def test_milestones_and_names_of_runs(here: Path) -> None:
    made(here / "far", [*FALLING, point(20_000, 0.1) | {"milestone": 1_000_000}])
    far, one = read_runs(["far", "one"])
    assert [(found.milestone, found.exploitability) for found in far.milestones] == [
        (1_000_000, 0.1)
    ]
    assert len(far.curve) == 4
    assert one.milestones == ()
    made(here / "old" / "one", FALLING)
    assert [found.name for found in read_runs(["one", "old/one", "two", "one"])] == [
        "one",
        "old/one",
        "two",
    ]
    assert [found.name for found in read_runs([here / "one" / ".." / "two"])] == ["two"]


def test_a_run_that_goes_on_has_a_torn_line(here: Path) -> None:
    drawn()
    made(here / "torn", FALLING, '{"iterations": 500, "sec')
    result = ran("torn --against touched")
    assert "400" in result.stdout
    assert "The last line of torn is incomplete and left out." in result.stderr


def test_nothing_to_plot_or_to_plot_with(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(here / "begun", [])
    (here / "begun" / "metrics.jsonl").unlink()
    result = ran("blind begun")
    assert len(result.stdout.splitlines()) == 3
    assert result.stderr.splitlines() == [
        "The run blind holds no exploitability. The game is too large.",
        "The run begun holds no exploitability.",
        "There is nothing to plot.",
    ]
    assert not (here / "report.png").exists()
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("one two")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 3
    assert len(result.stderr.splitlines()) == 1
    assert "pip install 'zerosum[plots]'" in result.stderr
    assert not (here / "report.png").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("nowhere", "The folder nowhere must be a run folder; it does not exist"),
        ("note.png", "The folder note.png must be a run folder; it is a file"),
        ("one strange", "The file config.json of strange must describe a run of format 1"),
        ("one gap", "Line 2 of gap/metrics.jsonl must hold the figures of a run"),
        ("one --out x.gif", "The name of the picture must end in .png, .svg or .pdf; got x.gif"),
        ("one --out note.svg", "The picture note.svg must be new, or take the place of a picture"),
        ("one --out folder.png", "The picture folder.png must be new"),
        ("one --out no/where.png", "The folder of the picture no/where.png must exist"),
        ("one --against nodes", "'nodes' is not one of 'iterations', 'touched', 'seconds'"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, words: str, sentence: str) -> None:
    (here / "note.png").write_text("years of work")
    (here / "note.svg").write_bytes(PNG)
    (here / "folder.png").mkdir()
    made(here / "strange", FALLING, format=99)
    made(here / "gap", [point(1, 2.0)], '{"itera\n' + json.dumps(point(3)) + "\n")
    assert sentence in refused(main, words)
    assert (here / "note.png").read_text() == "years of work"
    assert not (here / "report.png").exists()


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        '{"iterations": 5}',
        json.dumps(point(5, float("nan"))),
        json.dumps(point(5) | {"milestone": "a million"}),
    ],
)
def test_refuses_damaged_lines(tmp_path: Path, line: str) -> None:
    made(tmp_path / "run", FALLING, line + "\n")
    with pytest.raises(StoreError, match=r"Line 5 of .*metrics\.jsonl must hold the figures"):
        read_runs([tmp_path / "run"])
    (tmp_path / "run" / "metrics.jsonl").write_bytes(b"\xff\xfe\n")  # no text
    with pytest.raises(StoreError, match="Line 1 of"):
        read_runs([tmp_path / "run"])


def test_matplotlib_is_not_imported_before_it_is_needed() -> None:
    code = "import sys; import blood.report, blood.shown; print('matplotlib' in sys.modules)"
    assert printed(code) == "False\n"
