"""Options of algorithms: in an experiment, on the command line, in a run folder."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

import attrs
import pytest

from blood.train import main
from tests.counter import Counter
from tests.runs import invoked, refused
from zerosum.algorithms import (
    ALGORITHMS,
    CFR,
    ExternalSampling,
    Pruning,
    PublicChanceSampling,
    StreetCFR,
)
from zerosum.algorithms.outcome import OutcomeSampling
from zerosum.errors import ExperimentError, StoreError, ZeroSumError
from zerosum.experiment import (
    Experiment,
    RunFolder,
    assigned,
    comparison,
    read_runs,
    resumed,
    train,
)
from zerosum.experiment.options import options_of, read_options
from zerosum.kuhn import Kuhn
from zerosum.rules import Rule
from zerosum.support.options import explained, plain
from zerosum.tables import Storage


@dataclass(frozen=True)
class Cut:
    """A record as an option."""

    threshold: float
    share: float = 0.05

    def written(self) -> dict[str, Any]:
        return asdict(self)


class Tuned(Counter):
    """A solver with parameters of every kind."""

    def __init__(
        self,
        game: Any,
        seed: int,
        rule: Any = None,
        *,
        step: int = 1,
        rate: float = 0.5,
        bold: bool = False,
        form: str | None = None,
        cut: Cut | None = None,
    ) -> None:
        if not 0 < rate <= 1:
            raise ValueError(f"rate must be above 0 and at most 1; got {rate}.")
        super().__init__(game, seed, rule)
        self.settings = {"step": step, "rate": rate, "bold": bold, "form": form, "cut": cut}

    @classmethod
    def load(cls, path: Path, game: Any, **options: Any) -> Tuned:
        solver = cls(game, 0, **options)
        loaded = Counter.load(path, game)
        solver.sums, solver.iterations, solver.rng = loaded.sums, loaded.iterations, loaded.rng
        return solver

    @classmethod
    def read_settings(cls, words: dict[str, Any]) -> dict[str, Any]:
        cut = words.get("cut")
        return {**words, "cut": None if cut is None else Cut(**cut)}


class Shape(Protocol):
    """What no value can be compared with."""

    def area(self) -> float: ...


class Shaped(Counter):
    """A solver whose annotations say little about values."""

    def __init__(
        self, game: Any, shape: Shape, words: Literal["a", "b"], many: list[int] | None, rest: Any
    ) -> None: ...


@attrs.frozen
class Depth:
    """A record of attrs as an option."""

    most: int = 9

    def written(self) -> dict[str, Any]:
        return attrs.asdict(self)


@dataclass(frozen=True)
class Deeper(Cut):
    """A record with a field more than its base."""

    depth: int = 2


@dataclass(frozen=True)
class Hidden:
    """A record with an annotation that only type checkers can read."""

    size: int
    other: Missing = None  # noqa: F821

    def written(self) -> dict[str, Any]:
        return asdict(self)


class Thing:
    """What is no record and can be written."""

    def written(self) -> str:
        return "thing"


class Varied(Counter):
    """A solver with unions, records and objects."""

    def __init__(
        self,
        game: Any,
        width: int | float = 1,
        kind: int | str | None = None,
        cut: Cut | None = None,
        depth: Depth | None = None,
        hidden: Hidden | None = None,
        thing: Thing | None = None,
    ) -> None: ...


def experiment(**options: Any) -> Experiment:
    return Experiment(Kuhn, algorithm=Tuned, iterations=50, name="here", options=options)


def test_the_names_and_types_of_parameters() -> None:
    assert options_of(Tuned) == {
        "bold": bool,
        "cut": Cut | None,
        "form": str | None,
        "rate": float,
        "step": int,
    }
    assert options_of(Counter) == {}
    own = {"baseline": float, "epsilon": float}
    assert options_of(OutcomeSampling) == own | {"period": int, "storage": Storage | None}
    assert options_of(CFR) == {"alternating": bool, "form": str | None}

    class Odd:
        def __init__(self, game: Missing, step: Missing = 3, other: Missing = None): ...  # noqa: F821

    assert options_of(Odd) == {"other": Any, "step": int}


def test_an_experiment_can_be_pickled_and_copied() -> None:
    options = {"rate": 0.25, "cut": Cut(-2.0)}
    made = experiment(**options)
    for copied in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made), replace(made)):
        assert copied == made
        assert copied.options == options
        with pytest.raises(TypeError, match="does not support item assignment"):
            copied.options["rate"] = 1.0
    assert asdict(made)["options"] == options
    assert made == experiment(**options) != experiment(rate=0.5)
    assert hash(made) == hash(experiment(**options))
    assert f" options={options}, game={{}}, about=None" in repr(made)


def test_a_run_keeps_its_options(tmp_path: Path) -> None:
    settings = experiment(rate=0.25, cut=Cut(-2.0))
    given = train(settings, tmp_path / "run").solver.settings
    assert (given["rate"], given["cut"], given["step"]) == (0.25, Cut(-2.0), 1)
    saved = json.loads((tmp_path / "run" / "config.json").read_text())["options"]
    assert saved == {"cut": {"threshold": -2.0, "share": 0.05}, "rate": 0.25}
    assert resumed(experiment(), tmp_path / "run").options == settings.options
    again = train(replace(settings, iterations=60), tmp_path / "run", resume=True)
    assert again.solver.settings["cut"] == Cut(-2.0)
    words = r"The set of options of a resumed run must be that of .*run, cut\.threshold=-2\.0 .*; "
    with pytest.raises(ExperimentError, match=words + r"got none: leave it out"):
        train(experiment(), tmp_path / "run", resume=True)


def test_an_option_of_none_leaves_it_to_the_checkpoint(tmp_path: Path) -> None:
    settings = Experiment(
        Kuhn, algorithm=CFR, iterations=5, name="here", options={"form": None, "alternating": False}
    )
    train(settings, tmp_path / "run")
    again = train(replace(settings, iterations=9), tmp_path / "run", resume=True)
    assert again.solver.iterations == 9
    assert (again.solver.form, again.solver.alternating) == ("sequence", False)


def test_a_run_from_before_there_were_options(tmp_path: Path) -> None:
    train(experiment(), tmp_path / "run")
    file = tmp_path / "run" / "config.json"
    config = json.loads(file.read_text())
    del config["options"]
    file.write_text(json.dumps(config))
    assert RunFolder(tmp_path / "run").config()["options"] == {}
    assert train(experiment(), tmp_path / "run", resume=True).solver.iterations == 50


def test_a_resumed_run_may_name_what_it_left_out(tmp_path: Path) -> None:
    train(experiment(rate=0.25), tmp_path / "run")
    said = experiment(rate=0.25, step=1, bold=False, form=None, cut=None)
    train(replace(said, iterations=60), tmp_path / "run", resume=True)
    again = train(replace(experiment(rate=0.25), iterations=70), tmp_path / "run", resume=True)
    assert again.solver.iterations == 70
    with pytest.raises(ExperimentError, match=r"got rate=0\.25 step=2: leave it out"):
        train(experiment(rate=0.25, step=2), tmp_path / "run", resume=True)


def test_options_tell_runs_apart(tmp_path: Path) -> None:
    train(experiment(), tmp_path / "plain")
    train(experiment(rate=0.25), tmp_path / "tuned")
    plain, tuned = read_runs([tmp_path / "plain", tmp_path / "tuned"])
    assert (plain.options, tuned.options) == ("", "rate=0.25")
    titles = list(comparison([plain, tuned]).headings)
    assert titles[:4] == ["run", "algorithm", "rule", "options"]
    assert "options" not in comparison([plain]).headings


def test_saved_options_are_read_as_the_solver_reads_them() -> None:
    class Renamed(Tuned):
        @classmethod
        def read_settings(cls, words: dict[str, Any]) -> dict[str, Any]:
            return {**words, "cut": Cut(*words["cut"])}

    assert read_options(Renamed, {"cut": [-2.0, 0.1]}) == {"cut": Cut(-2.0, 0.1)}
    with pytest.raises(StoreError, match="The options of a run must be those of Tuned"):
        read_options(Tuned, {"cut": {"depth": 3}})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rat": 1.0}, "must be one of Tuned's own; got 'rat': did you mean rate. Known are bold,"),
        ({"seed": 1}, "must be one of Tuned's own; got 'seed'"),
        ({"rate": object()}, "The option rate of an experiment must be a number, a word or None"),
        ({"cut": [1, 2]}, r"or have written\(\); got \[1, 2\]"),
        ({"rate": "high"}, "The option rate must be a number; got 'high'"),
        ({"step": 1.0}, r"The option step must be a whole number; got 1\.0"),
        ({"step": 2**60}, r"The option step must be below 2\*\*60; got 1152921504606846976"),
        ({"bold": "no"}, "The option bold must be true or false; got 'no'"),
        ({"form": 3}, "The option form must be a word or None; got 3"),
        ({"cut": -200}, "The option cut must be Cut or None; got -200"),
        ({"cut": Cut(-1.0, "x")}, r"The option cut\.share must be a number; got 'x'"),
        ({"cut": Cut(10**20)}, r"The option cut\.threshold must be below 2\*\*60; got 1000"),
    ],
)
def test_refuses_options_that_make_no_sense(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        experiment(**options)


def test_refuses_options_without_names() -> None:
    with pytest.raises(ExperimentError, match="must be values by their names; got"):
        Experiment(Kuhn, algorithm=Tuned, options="rate")


def test_values_of_types_that_say_little() -> None:
    given = {"shape": 1, "words": "c", "many": "x", "rest": "x"}
    assert Experiment(Kuhn, algorithm=Shaped, options=given).options == given


@pytest.mark.parametrize(
    "option",
    [
        {"width": 0.5},
        {"kind": "x"},
        {"kind": None},
        {"cut": Deeper(-1.0)},
        {"depth": Depth(3)},
        {"hidden": Hidden(3)},
        {"thing": Thing()},
    ],
)
def test_values_of_unions_records_and_objects(option: dict[str, Any]) -> None:
    assert Experiment(Kuhn, algorithm=Varied, options=option).options == option


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"width": "x"}, "The option width must be a whole number or a number; got 'x'"),
        ({"kind": 0.5}, r"must be a whole number or a word or None; got 0\.5"),
        (
            {"cut": Deeper(-1.0, depth="x")},
            r"The option cut\.depth must be a whole number; got 'x'",
        ),
        ({"depth": Depth("x")}, r"The option depth\.most must be a whole number; got 'x'"),
        ({"thing": 3}, "The option thing must be Thing or None; got 3"),
    ],
)
def test_refuses_what_no_type_of_a_union_allows(option: dict[str, Any], words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        Experiment(Kuhn, algorithm=Varied, options=option)


def test_texts_are_read_as_the_first_type_of_a_union_that_fits() -> None:
    for text, value in (("width=3", 3), ("width=3.5", 3.5), ("kind=3", 3), ("kind=x", "x")):
        (found,) = assigned(Varied, [text]).values()
        assert (found, type(found)) == (value, type(value))
    assert assigned(Varied, ["kind=none", "depth.most=4"]) == {"kind": None, "depth": Depth(4)}


def test_a_function_that_makes_solvers_has_no_options() -> None:
    def make(game: Any, **settings: Any) -> CFR:
        return CFR(game, **settings)

    assert Experiment(Kuhn, algorithm=make).options == {}
    with pytest.raises(ExperimentError, match="make's own; got 'form': make has none"):
        Experiment(Kuhn, algorithm=make, options={"form": "history"})


class Loose(OutcomeSampling):
    """Takes anything for epsilon."""

    def __init__(self, game: Any, *, epsilon: Any, **options: Any) -> None:
        super().__init__(game, epsilon=epsilon, **options)


def test_values_that_break_a_constructor(tmp_path: Path) -> None:
    settings = Experiment(Kuhn, algorithm=Loose, name="here", options={"epsilon": "high"})
    with pytest.raises(ExperimentError, match=r"epsilon must be above 0, so .*; got 'high'"):
        train(settings, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_texts_are_read_as_the_parameter_is_typed() -> None:
    texts = ["step=3", "rate = 1e-1", "bold=Yes", "form=history", "cut.threshold=-2"]
    assert assigned(Tuned, texts) == {
        "step": 3,
        "rate": 0.1,
        "bold": True,
        "form": "history",
        "cut": Cut(-2.0, 0.05),
    }
    assert assigned(Tuned, ["form=none", "bold=false"]) == {"form": None, "bold": False}
    assert assigned(Tuned, []) == {}
    assert assigned(StreetCFR, ["short=yes", "resets=no"]) == {"short": True, "resets": False}
    before = {"cut": Cut(-200.0, 0.05), "rate": 0.25}
    assert assigned(Tuned, ["cut.share=0.1"], before) == {"cut": Cut(-200.0, 0.1)}
    with pytest.raises(ExperimentError, match=r"The option cut\.threshold must be set too"):
        assigned(Tuned, ["cut.share=0.1"], {"cut": None})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rate", "must be set as name=value; got 'rate'"),
        ("rat=3", "got 'rat': did you mean rate"),
        ("step=1.5", "The option step must be a whole number; got '1.5'"),
        ("rate=high", "The option rate must be a number; got 'high'"),
        ("bold=maybe", "The option bold must be true or false; got 'maybe'"),
        ("cut=3", r"got 'cut': .* bold, cut\.threshold, cut\.share, form"),
    ],
)
def test_texts_that_say_nothing(text: str, words: str) -> None:
    with pytest.raises(ExperimentError, match=words):
        assigned(Tuned, [text])


# At the command line.

MINE = """
from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn as TrainingAbstraction
from zerosum.algorithms.outcome import OutcomeSampling
experiment = Experiment(TrainingAbstraction, algorithm=OutcomeSampling, iterations=20,
                        options={"epsilon": 0.5})
"""


DICE = """
from zerosum.bluff import Bluff
TrainingAbstraction = Bluff(dice=(3, 2))
"""


@pytest.fixture
def here(own_folder: Path) -> Path:
    for name, text in {"tuned": MINE, "dice": DICE}.items():
        (own_folder / f"mine_{name}.py").write_text(text)
    return own_folder


run = partial(invoked, main)


def options(folder: str) -> dict[str, Any]:
    return dict(json.loads((Path(folder) / "config.json").read_text())["options"])


def test_pruning_at_the_command_line(here: Path) -> None:
    sets = "--set pruning.threshold=-50 --set pruning.share=0.1"
    result = run(f"blood.kuhn {sets} --iterations 20 --threads 1 --out run")
    assert result.exit_code == 0, result.output
    words = (
        "seed 7, pruning.threshold=-50.0 pruning.share=0.1 pruning.after=0 pruning.floor=None "
        "pruning.streets=None, on one thread"
    )
    assert words in result.stderr
    again = run("blood.kuhn --resume --out run --iterations 30")
    assert again.exit_code == 0, again.output
    assert options("run")["pruning"].items() >= {"threshold": -50.0, "share": 0.1}.items()
    other = "blood.kuhn --resume --out run --iterations 40 --set pruning.threshold=-9"
    assert "must be that of run, pruning.threshold=-50.0 " in refused(main, other)


def test_options_of_another_algorithm_are_left_behind(here: Path) -> None:
    result = run("mine_tuned.py --algorithm cfr --set form=history --out run")
    assert result.exit_code == 0, result.output
    assert "by CFR with rule plus, form=history; run folder run." in result.stderr
    assert options("run") == {"form": "history"}
    assert run("mine_tuned.py --resume --out run --iterations 30").exit_code == 0


@pytest.mark.parametrize("name", ALGORITHMS)
def test_all_options_are_explained(name: str) -> None:
    """In the docstring, the signature, and the help of the command; with their defaults."""
    algorithm = ALGORITHMS[name]
    record, shown = algorithm.Options, run(f"--algorithm {name} --help").stdout
    assert [*explained(algorithm.__doc__)] == [*inspect.signature(algorithm).parameters]
    assert {*explained(algorithm.__doc__)} == {"game", *attrs.fields_dict(record)}
    for option in options_of(algorithm):
        assert f"  {option}={getattr(record(), option)}  " in shown
        assert plain(explained(algorithm.__doc__)[option])[:20] in shown


class Slow(OutcomeSampling):
    """A sampler with a constructor of its own, as samplers were written before records.

    Parameters
    ----------
    game
        The game.
    baseline
        Its own words.
    """

    settings = ("pace",)
    workspace = type("Paced", (OutcomeSampling.workspace,), {"__annotations__": {"pace": float}})

    def __init__(self, game: Any, *given: Any, pace: float = 2.0, **options: Any) -> None:
        super().__init__(game, *given, **options)
        self.work.pace = pace


def test_a_sampler_with_a_constructor_and_settings(tmp_path: Path) -> None:
    solver = Slow(Kuhn(), seed=4, pace=3.5, epsilon=0.5, native=False)
    solver.run(5)
    solver.save(tmp_path)
    for again in (Slow.load(tmp_path, Kuhn(), native=False), copy.copy(solver)):
        assert (again.work.pace, again.epsilon) == (3.5, 0.5)
        assert again.random.state == solver.random.state
    with pytest.raises(StoreError, match=r"the pace that it began with, 3\.5; got 2\.0"):
        Slow.load(tmp_path, Kuhn(), pace=2.0)
    assert options_of(Slow) == {"pace": float, **options_of(OutcomeSampling)}
    assert explained(Slow.__doc__)["baseline"] == "Its own words."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("mine_tuned.py --set epsilom=0.4", "did you mean epsilon? Known are baseline, epsilon, "),
        ("mine_tuned.py --set epsilon=1.5", "epsilon must be above 0, so that every action"),
        ("blood.kuhn --set pruning.threshold=5", "The threshold of pruning must be a regret below"),
        ("blood.kuhn --set threshold=-5", "did you mean pruning.threshold? Known are period, prun"),
        ("mine_tuned.py --set period=0", "period must be at least one iteration; got 0"),
        ("blood.kuhn --algorithm cfr --set form=tree", "The form of CFR must be sequence or hist"),
        ("blood.kuhn --algorithm externl", "Known are cfr, external"),
        ("mine_dice.py", "dice"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, words: str, sentence: str) -> None:
    assert sentence in refused(main, f"{words} --iterations 20 --out run")
    assert not (here / "run").exists()


WRONG = ("0.5", None, True, -1, 1.5, float("nan"), float("inf"), (), [1])


@pytest.mark.usefixtures("unchecked", "plain_trees")
@pytest.mark.parametrize(
    ("make", "taken"),
    [
        (lambda value: OutcomeSampling(Kuhn(), epsilon=value, native=False), ()),
        (lambda value: OutcomeSampling(Kuhn(), baseline=value, native=False), ()),
        (lambda value: OutcomeSampling(Kuhn(), rule=value, native=False), (None,)),
        (lambda value: OutcomeSampling(Kuhn(), seed=value, native=False), (None, -1)),
        (lambda value: OutcomeSampling(Kuhn(), threads=value, native=False), ()),
        (lambda value: OutcomeSampling(Kuhn(), period=value, native=False), ()),
        (lambda value: OutcomeSampling(Kuhn(), reserve=value, native=False), (None,)),
        (lambda value: OutcomeSampling(Kuhn(), storage=value, native=False), (None,)),
        (lambda value: OutcomeSampling(Kuhn(), full=value, native=False), ()),
        (lambda value: ExternalSampling(Kuhn(), pruning=value, native=False), (None,)),
        (lambda value: OutcomeSampling(Kuhn(), native=False).run(value), ()),
        (lambda value: OutcomeSampling(Kuhn(), native=value), (True,)),
        (lambda value: CFR(Kuhn(), native=value), (True,)),
        (lambda value: CFR(Kuhn(), rule=value, native=False), (None,)),
        (lambda value: CFR(Kuhn(), alternating=value, native=False), (True,)),
        (lambda value: CFR(Kuhn(), form=value, native=False), (None,)),
        (lambda value: PublicChanceSampling(Kuhn(), seed=value, native=False), (None, -1)),
        (lambda value: PublicChanceSampling(Kuhn(), period=value, native=False), (None,)),
        (lambda value: Rule("mine", alpha=value), (-1, 1.5, float("inf"))),
        (lambda value: Rule("mine", gamma=value), (1.5,)),
        (lambda value: Rule("mine", predictive=value), (True,)),
        (Rule, ("0.5",)),
        (Storage, ()),
        (lambda value: Storage(dense=value), (True,)),
        (lambda value: Storage(fingerprint=value), ()),
        (lambda value: Storage(averages=value), (None,)),
        (Pruning, (-1,)),
    ],
)
def test_a_parameter_of_a_wrong_type_is_a_sentence(make: Any, taken: tuple[Any, ...]) -> None:
    for value in WRONG:
        if any(value is each or value == each for each in taken):
            continue
        with pytest.raises((ValueError, ZeroSumError), match=r" must .*; got .*\."):
            make(value)
