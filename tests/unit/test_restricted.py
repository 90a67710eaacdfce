"""Restricted Nash responses: what they win from the model, and what they lose to others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.algorithms.restricted import RestrictedSampling
from zerosum.errors import (
    AbstractionError,
    Contradiction,
    GameError,
    RuleError,
    StoreError,
    ZeroSumError,
)
from zerosum.evaluation import best_response, expected_values, exploitability
from zerosum.experiment import Experiment
from zerosum.experiment.changes import chosen
from zerosum.experiment.memory import reserve_of, resident
from zerosum.kuhn import Kuhn, KuhnThree, Move
from zerosum.kuhn.game import InfoSet
from zerosum.leduc import Leduc
from zerosum.rules import DCFR, PLUS
from zerosum.tables import Storage

OPTIONS = {"native": False, "reserve": 1 << 22}


@algebraic
def bold(infoset: InfoSet) -> Any:
    """Return a bet or a call."""
    return infoset.actions()[1:]


@algebraic
def even(infoset: InfoSet) -> Any:
    """Return each action once."""
    return infoset.actions()


@algebraic
def mostly_bold(infoset: InfoSet) -> Any:
    """Return a bet or a call twice, and the other action once."""
    menu = infoset.actions()
    return menu[0], menu[1], menu[1]


def always(_: Any) -> dict[Move, float]:
    return {Move.BET: 1.0}


def evenly(_: Any) -> dict[Move, float]:
    return {Move.PASS: 0.5, Move.BET: 0.5}


def twice(_: Any) -> dict[Move, float]:
    return {Move.PASS: 1 / 3, Move.BET: 2 / 3}


@pytest.mark.parametrize(
    ("model", "policy"), [(bold, always), (even, evenly), (mostly_bold, twice)]
)
def test_it_wins_nearly_what_a_best_response_wins(model: Any, policy: Any) -> None:
    solver = RestrictedSampling(Kuhn(), model=model, share=0.97, seed=1, **OPTIONS)
    solver.run(3_000)
    for player in (0, 1):
        seats: list[Any] = [policy, policy]
        most = best_response(Kuhn(), player, policy).value
        seats[player] = solver.strategy()
        assert most - 0.03 <= expected_values(Kuhn(), seats)[player] <= most + 1e-9


def test_a_small_share_is_nearly_an_equilibrium_and_a_larger_one_loses_more() -> None:
    lost = []
    for share in (0.01, 0.5, 0.99):
        solver = RestrictedSampling(Kuhn(), model=bold, share=share, seed=1, **OPTIONS)
        solver.run(2_000)
        lost.append(exploitability(Kuhn(), solver.strategy()))
    assert lost[0] < 0.02
    assert 0.1 < lost[1] <= lost[2] + 0.01


def test_half_of_the_hands_are_worth_a_twelfth_to_the_first_player() -> None:
    """The maximum of the restricted game, which a search of strategies finds too."""
    solver = RestrictedSampling(Kuhn(), model=bold, share=0.5, seed=2, **OPTIONS)
    solver.run(6_000)
    strategy = solver.strategy()
    seats: list[Any] = [strategy, always]
    modelled = expected_values(Kuhn(), seats)[0]
    value = 0.5 * modelled - 0.5 * best_response(Kuhn(), 1, strategy).value
    assert 1 / 12 - 0.005 <= value <= 1 / 12 + 1e-9


def test_native_and_interpreted_runs_have_the_same_bits_also_after_a_resume(tmp_path: Path) -> None:
    whole = RestrictedSampling(Kuhn(), model=mostly_bold, share=0.7, seed=4, **OPTIONS)
    whole.run(60)
    first = RestrictedSampling(Kuhn(), model=mostly_bold, share=0.7, seed=4, reserve=1 << 22)
    first.run(30)
    first.save(tmp_path)
    second = RestrictedSampling.load(tmp_path, Kuhn(), model=mostly_bold, reserve=1 << 22)
    second.run(30)
    assert first.native
    assert second.share == 0.7
    arrays, others = whole.state()[0], second.state()[0]
    assert any(name.startswith("free") for name in arrays)
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, others[name])


def test_a_checkpoint_of_another_model_is_refused(tmp_path: Path) -> None:
    solver = RestrictedSampling(Kuhn(), model=bold, seed=4, **OPTIONS)
    solver.run(3)
    solver.save(tmp_path)
    with pytest.raises(StoreError, match="its model has changed since: begin another run"):
        RestrictedSampling.load(tmp_path, Kuhn(), model=even, native=False)


@algebraic
def unheard_of(infoset: InfoSet) -> Any:
    """Return what is no action."""
    return (7,)


def test_a_model_must_take_actions_of_the_menu() -> None:
    with pytest.raises(GameError, match="The model of an opponent must return actions of the menu"):
        RestrictedSampling(Kuhn(), model=unheard_of, share=0.99, seed=1, **OPTIONS).run(20)


@pytest.mark.parametrize(
    ("game", "given", "sentence"),
    [
        (KuhnThree(), {}, "must be to one opponent; KuhnThree has 3 players: use ExternalSampling"),
        (Kuhn(), {"rule": DCFR}, "The rule dcfr must not be used for a restricted response"),
        (Kuhn(), {"rule": PLUS, "storage": Storage("int32"), "share": 1.0}, "share must be above"),
    ],
)
def test_what_does_not_fit_is_refused(game: Any, given: Any, sentence: str) -> None:
    with pytest.raises((RuleError, ValueError), match=sentence):
        RestrictedSampling(game, model=bold, seed=1, **OPTIONS, **given)


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"model": None}, AbstractionError, "must be to a model of the opponent; got None"),
        ({"model": 3}, AbstractionError, "must be a function of an infoset"),
        ({"threads": 2, "native": True}, ZeroSumError, "on one thread; got 2: leave threads= out"),
    ],
)
def test_a_model_is_needed_and_one_thread(given: Any, error: Any, sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        RestrictedSampling(Kuhn(), **{"model": bold, "seed": 1, **OPTIONS, **given})


def test_a_plain_function_is_a_model_that_is_saved(tmp_path: Path) -> None:
    def passes(infoset: InfoSet) -> Any:
        return infoset.actions()[:1]

    given: Any = {"model": passes, **OPTIONS}
    RestrictedSampling(Kuhn(), **given).save(tmp_path)
    assert RestrictedSampling.load(tmp_path, Kuhn(), **given).share == 0.8


def test_its_regrets_bound_no_exploitability() -> None:
    solver = RestrictedSampling(Kuhn(), model=bold, share=0.97, seed=1, **OPTIONS)
    solver.run(500)
    assert solver.regret_bound() == np.inf


@algebraic
def card_only(infoset: Any) -> int:
    """Return what merges infosets with two menus."""
    return int(infoset.card)


@pytest.mark.parametrize("native", [False, True])
def test_a_contradiction_is_explained_in_either_table(
    native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With seed 5 the free opponent is the first to meet it."""
    monkeypatch.setattr("zerosum.algorithms.base.check_playouts", lambda *_: None)
    game, options = Abstracted(Leduc(), card_only), OPTIONS | {"native": native}
    for seed in range(8):
        solver = RestrictedSampling(game, model=bold, share=0.5, seed=seed, **options)
        with pytest.raises(Contradiction, match="Equal keys must imply equal players"):
            solver.run(50)


def test_both_tables_share_the_memory_of_a_run() -> None:
    limit = resident() + 10**9
    one, two = (
        reserve_of(limit, Experiment(Kuhn, algorithm=kind, given=given), Kuhn())
        for kind, given in ((ExternalSampling, {}), (RestrictedSampling, {"model": bold}))
    )
    assert two == pytest.approx(one / 2, rel=0.02)


def test_another_algorithm_has_no_model() -> None:
    declared = Experiment(Kuhn, algorithm=RestrictedSampling, given={"model": bold})
    assert chosen(declared, algorithm="external").given == {}
    assert chosen(declared, iterations=5).given == {"model": bold}
