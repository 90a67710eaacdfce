"""Rules: the meaning of their scalars, and how they are saved."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.errors import RuleError
from zerosum.rules import DCFR, LINEAR, PDCFR_PLUS, PLUS, RULES, VANILLA, Rule

exponents = st.floats(min_value=-5, max_value=5) | st.sampled_from([math.inf, -math.inf])


def test_discounts_and_names():
    """Brown & Sandholm 2019: (t-1)^a / ((t-1)^a + 1), with (1.5, 0, 2)."""
    weight = 4**1.5
    assert DCFR.factors(5) == (weight / (weight + 1), 1 / 2, (4 / 5) ** 2)
    assert DCFR.factors(1) == (1.0, 1.0, 1.0)
    assert PLUS.discount(9, PLUS.alpha) == 1.0
    assert Rule("forgets", beta=-math.inf).discount(9, -math.inf) == 0.0
    assert all(RULES[rule.name] is rule for rule in RULES.values())


@pytest.mark.parametrize(
    ("rule", "discounts", "linear"),
    [
        (VANILLA, False, False),
        (PLUS, False, False),
        (LINEAR, True, True),
        (DCFR, True, False),
        (PDCFR_PLUS, True, False),
        (Rule("forgets", beta=-math.inf), True, False),
    ],
)
def test_kinds(rule, discounts, linear):
    assert (rule.discounts, rule.linear) == (discounts, linear)


@pytest.mark.parametrize("period", [3, 50])
def test_linear_discounts_are_linear_weights(period):
    """Period t counts t times as much as the first: discounts of all later periods multiply."""
    kept = math.prod(LINEAR.discount(t, 1.0) for t in range(period + 1, 101))
    assert kept == pytest.approx(period / 100)
    assert math.prod(LINEAR.fade(t) for t in range(period + 1, 101)) == pytest.approx(period / 100)


@given(exponents, exponents, st.floats(0, 9), st.sampled_from([0.0, -math.inf]), st.booleans())
def test_written_and_read(alpha, beta, gamma, floor, predictive):
    rule = Rule("own", floor, alpha, beta, gamma, predictive)
    assert Rule.from_written(json.loads(json.dumps(rule.written()))) == rule


@pytest.mark.parametrize("words", [{"name": "x"}, {**DCFR.written(), "alpha": "much"}, None])
def test_other_writing_is_refused(words):
    with pytest.raises(RuleError, match=r"must be written as Rule\.written does"):
        Rule.from_written(words)


@pytest.mark.parametrize("exponents", [{"gamma": -1.0}, {"gamma": math.inf}, {"alpha": math.nan}])
def test_senseless_exponents_are_refused(exponents):
    with pytest.raises(RuleError, match="exponents of rule odd must be numbers"):
        Rule("odd", **exponents)
