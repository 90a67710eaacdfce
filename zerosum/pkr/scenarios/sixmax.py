"""Thirty expectations of a strategy for six seats, as ``sixmax.toml`` lists them."""

import tomllib
from importlib.resources import files
from typing import Any

from zerosum.pkr.scenarios.expectations import Expectation, More, Ordered, Some, Within
from zerosum.pkr.scenarios.spots import Measure, quantities
from zerosum.support.store import Json

_FORMS: dict[str, type[Expectation]] = {
    form.__name__.lower(): form for form in (More, Ordered, Some, Within)
}


def _made(form: str, name: str, asked: list[Json], **rest: Any) -> Expectation:
    questions = [
        quantities(Measure[question["measure"].upper()], question["lines"], *question["hands"])
        for question in asked
    ]
    return _FORMS[form](name, *questions, **rest)


_TABLE = tomllib.loads(files(__package__).joinpath("sixmax.toml").read_text("utf-8"))

SIX_MAX = tuple(
    _made(**row, seats=_TABLE["seats"], stacks=tuple(_TABLE["stacks"]))
    for row in _TABLE["expectations"]
)
