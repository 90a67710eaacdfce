"""Factors that draw random numbers, or depend on what changes, are refused by name."""

from __future__ import annotations

from functools import partial

import pytest

from zerosum.abstraction import Abstracted, algebraic
from zerosum.errors import AbstractionError
from zerosum.evaluation import loss
from zerosum.experiment.study import study
from zerosum.kuhn import InfoSet, Kuhn, Move
from zerosum.kuhn.abstraction import is_jack
from zerosum.lattice import partition, quotient, recall, refines
from zerosum.tree import enumerated

KUHN = enumerated(Kuhn(), native=False)
ASKED = [0]


@algebraic
def noisy(infoset: InfoSet) -> bool:
    """Return what changes from call to call, as random numbers do."""
    ASKED[0] += 1
    return ASKED[0] % 3 == 0


@algebraic
def fickle(infoset: InfoSet) -> tuple[Move, ...]:
    return infoset.actions()[: 1 + noisy(infoset)]


@algebraic
def rarely(infoset: InfoSet) -> bool:
    return infoset == KUHN.infoset(7) and noisy(infoset)


@pytest.mark.parametrize(
    ("look", "name"),
    [
        (lambda: partition(KUHN, is_jack * noisy), "noisy"),
        (lambda: partition(KUHN, is_jack * rarely), "rarely"),
        (lambda: refines(noisy, is_jack, Kuhn(), deals=20), "noisy"),
        (lambda: quotient(KUHN, None, fickle), "fickle"),
        (lambda: recall(KUHN, is_jack * noisy), "noisy"),
        (lambda: loss(KUHN, is_jack * noisy), "noisy"),
        (lambda: study(Abstracted(Kuhn(), noisy)), "noisy"),
    ],
)
def test_is_refused(look, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = partial(enumerated, native=False)
    monkeypatch.setattr("zerosum.experiment.study.gather.enumerated", walked)
    words = rf"factor `{name}` \(line \d+ of .*test_steady\.py\) must be the same whenever asked"
    with pytest.raises(AbstractionError, match=words):
        look()
