"""What is part of the meaning of functions, classes and values, and what is not."""

from __future__ import annotations

import importlib
import importlib.util
import pickle
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.runs import printed
from zerosum.abstraction import algebraic, fingerprint, meaning
from zerosum.abstraction.identity import _FORMERLY
from zerosum.abstraction.source import said
from zerosum.pkr.buckets.factor import remembered
from zerosum.pkr.buckets.holdem.plans import Steps

BASE = """
    from __future__ import annotations
    import dataclasses
    import math
    from dataclasses import dataclass, field
    from enum import IntEnum
    from typing import Any, ClassVar, cast

    SCALE = 20
    TABLE = (1, 2, 3)

    class Kind(IntEnum):
        LOW = 0
        HIGH = 1

    def leaf(x):
        return x + SCALE

    def helper(x, step=2):
        return leaf(x) * step

    def factor(infoset):
        return helper(infoset.pot) + TABLE[0]

    def maker(acc):
        def made(infoset):
            return infoset.pot * acc
        return made

    made = maker(20)

    def even(n):
        return True if n == 0 else odd(n - 1)

    def odd(n):
        return False if n == 0 else even(n - 1)

    class Rules:
        limit: ClassVar[int] = 4

        def pay(self):
            return self.pot

    @dataclass(frozen=True)
    class Game(Rules):
        pot: int = 0
        kind: Kind = Kind.LOW
        extra: int = field(default=1, compare=False)

        @property
        def terminal(self):
            return self.pot > self.limit

        def apply(self, action):
            return Game(self.pot + leaf(action))

        def __repr__(self):
            return "Game"

    pair = lambda x: x + 1, lambda x: x + 2
"""


def load(folder, *changes: tuple[str, str]) -> ModuleType:
    """Import the subject, as it reads after some changes, from a file."""
    text = textwrap.dedent(BASE)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / f"subject{len(list(folder.iterdir()))}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("subject", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["subject"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _forget():
    yield
    sys.modules.pop("subject", None)


def meanings(folder, *changes: tuple[str, str]) -> dict[str, str]:
    module = load(folder, *changes)
    names = ("factor", "made", "even", "Game")
    return {name: meaning(getattr(module, name)) for name in names}


@pytest.mark.parametrize(
    "change",
    [
        ("def leaf(x):", "# why\n\ndef leaf(x):  # what"),
        ("    return leaf(x) * step", '    """Say so."""\n\n    return leaf(x) * step'),
        ("def leaf(x):", "def leaf(x: int) -> int:"),
        ("    return leaf(x) * step", "    step: int\n    return (leaf(x)\n        * step)"),
        ("    return leaf(x) * step", "    return cast(int, leaf(x)) * step"),
        ("    return leaf(x) * step", "    pass\n    return leaf(x) * step"),
        ("SCALE = 20", "UNUSED = 1\nSCALE = 4 * 5"),
        ('return "Game"', 'return "Another"'),
        ("class Rules:", 'class Rules:\n    """Rules of a game."""\n'),
        ("def pay(self):", "def pay(self) -> int:"),
    ],
)
def test_what_does_not_count(tmp_path, change):
    assert meanings(tmp_path) == meanings(tmp_path, change)


@pytest.mark.parametrize(
    ("change", "affected"),
    [
        (("SCALE = 20", "SCALE = 21"), {"factor", "Game"}),
        (("SCALE = 20", "SCALE = 20.0"), {"factor", "Game"}),
        (("TABLE = (1, 2, 3)", "TABLE = (1, 2, 4)"), {"factor"}),
        (("return x + SCALE", "return x - SCALE"), {"factor", "Game"}),
        (("step=2", "step=3"), {"factor"}),
        (("maker(20)", "maker(40)"), {"made"}),
        (("infoset.pot * acc", "infoset.pot + acc"), {"made"}),
        (("return False if n == 0", "return False if n == 1"), {"even"}),
        (("return self.pot\n", "return -self.pot\n"), {"Game"}),
        (("limit: ClassVar[int] = 4", "limit: ClassVar[int] = 5"), {"Game"}),
        (("pot: int = 0", "pot: int = 1"), {"Game"}),
        (("pot: int = 0", "pot: float = 0"), {"Game"}),
        (("HIGH = 1", "HIGH = 2"), {"Game"}),
        (("compare=False", "compare=True"), {"Game"}),
        (("self.pot > self.limit", "self.pot >= self.limit"), {"Game"}),
        (("@property\n", "@staticmethod\n"), {"Game"}),
    ],
)
def test_what_counts(tmp_path, change, affected):
    before, after = meanings(tmp_path), meanings(tmp_path, change)
    assert {name for name in before if before[name] != after[name]} == affected


def test_lambdas_on_one_line_are_told_apart(tmp_path):
    one, two = load(tmp_path).pair
    assert meaning(one) != meaning(two)
    same, moved = load(tmp_path, ("x + 2", "x + 3")).pair
    assert meaning(one) == meaning(same)
    assert meaning(two) != meaning(moved)


def test_an_attribute_of_a_module_is_followed(tmp_path):
    module = load(tmp_path, ("leaf(x) *", "rules.follow(x) *"))
    module.rules = ModuleType("rules")
    found = set()
    for sign in ("+", "-"):
        exec(f"def follow(x):\n    return {sign}x", vars(module.rules))
        found.add(meaning(module.factor))
    assert len(found) == 2


def test_a_local_name_is_not_taken_for_a_global_one(tmp_path):
    changes = ("return leaf(x) * step", "TABLE = x.TABLE\n    return leaf(TABLE) * step")
    moved = (changes, ("TABLE[0]", "1"))
    first = load(tmp_path, *moved).factor
    second = load(tmp_path, *moved, ("TABLE = (1, 2, 3)", "TABLE = (9,)")).factor
    assert meaning(first) == meaning(second)


def test_functions_without_a_file_stand_by_their_code():
    def defined(text: str) -> Any:
        scope: dict[str, Any] = {"SCALE": 2}
        exec(text, scope)
        return scope["f"]

    plain = meaning(defined("def f(x):\n    return x * SCALE"))
    assert plain == meaning(defined("def f(x: int):\n    'Say.'\n\n    return x * SCALE  # so"))
    assert plain != meaning(defined("def f(x):\n    return x + SCALE"))
    assert plain != meaning(defined("def f(x):\n    return x * (SCALE + 1)"))


def test_files_that_were_edited_and_code_that_ran_often(tmp_path):
    module = load(tmp_path)
    path = Path(module.__file__)
    path.write_text(path.read_text().replace("return x + SCALE", "return x - SCALE"))
    assert "code(" in said(module.leaf).text
    assert "code(" not in said(module.helper).text
    module = load(tmp_path)
    before = meaning(module.factor)
    for n in range(2000):
        module.leaf(n), module.helper(n), module.leaf(float(n))
    assert meaning(module.factor) == before
    assert "code(" not in said(module.helper).text


def test_the_fingerprint_is_the_same_in_every_process(tmp_path):
    path = tmp_path / "subject.py"
    path.write_text(textwrap.dedent(BASE))
    program = (
        "from zerosum.abstraction import fingerprint as f; import subject as s;"
        "print(f(s.Game), f(s.factor), f(s.made), f(frozenset('abcdefgh')))"
    )
    places = ":".join([str(tmp_path), *sys.path])
    found = {printed(program, PYTHONHASHSEED=seed, PYTHONPATH=places) for seed in (1, 2)}
    assert len(found) == 1
    assert len(found.pop().split()) == 4


def test_values_stand_by_what_they_hold():
    distinct: list[object] = [1, 1.0, True, "1", (1,), [1], {1}, None, {1: 2}, {2: 1}, (1, (2,))]
    distinct += [np.arange(3), np.arange(4), np.arange(3.0), np.arange(4).reshape(2, 2)]
    distinct += [tuple(range(1000)), tuple(range(1001)), int, float, np.int64(1), len, max]
    assert len({meaning(value) for value in distinct}) == len(distinct)
    assert meaning(np.arange(3)) == meaning(np.arange(3).copy())
    assert meaning({3, 1, 2}) == meaning({1, 2, 3})


def test_a_value_may_hold_itself_and_a_fingerprint_is_sixteen_hex_digits():
    ring: list[object] = [1]
    ring.append(ring)
    assert meaning(ring) == "list(1, <itself>)"
    assert len(fingerprint(load)) == 16
    assert int(fingerprint(load), 16) >= 0


def test_wrapped_functions_mean_what_they_wrap(tmp_path):
    import functools

    import numba

    module, other = load(tmp_path), load(tmp_path, ("return x + SCALE", "return x - SCALE"))
    for wrap in (numba.njit, functools.lru_cache, staticmethod, lambda f: functools.partial(f, 1)):
        assert meaning(wrap(module.leaf)) == meaning(wrap(module.leaf))
        assert meaning(wrap(module.leaf)) != meaning(wrap(other.leaf))


def test_attrs_classes_stand_by_fields_and_methods(tmp_path):
    turn = ("@dataclass(frozen=True)", "import attrs\n@attrs.frozen")
    field = ("extra: int = field(default=1, compare=False)", "extra: int = 1")
    before = meanings(tmp_path, turn, field)["Game"]
    assert before == meanings(tmp_path, turn, field)["Game"]
    assert before != meanings(tmp_path, turn, field, ("pot: int = 0", "pot: int = 1"))["Game"]
    assert before != meanings(tmp_path, turn, field, ("leaf(action)", "action"))["Game"]


def test_what_no_rule_uses_counts_in_compiled_code_only(tmp_path):
    twice = "    @property\n    @aside\n    def twice(self):\n        return 2 * self.pot\n\n"
    added = ("    @property\n    def terminal", f"{twice}    @property\n    def terminal")
    needed = ("import math", "import math\nfrom zerosum.game import aside")
    assert meanings(tmp_path, needed, added) == meanings(tmp_path)
    below = ("class Rules:", "@aside\nclass Base:\n    pass\n\nclass Rules(Base):")
    assert meanings(tmp_path, needed, below) == meanings(tmp_path)
    bound = ("def pay(self):", "def pay(self) -> 'Annotated[tuple, UpTo(8)]':")
    edits = (needed, added), (needed, below), (bound,), ()
    assert len({fingerprint(load(tmp_path, *edit).Game, asides=True) for edit in edits}) == 4


def test_an_unpickled_closure_means_the_same():
    def local(by):
        @algebraic
        def scaled(infoset):
            return infoset * by

        return scaled

    copy = pickle.loads(pickle.dumps(local(3)))
    assert meaning(copy) == meaning(local(3))
    assert "code(" not in meaning(copy)


@dataclass(frozen=True)
class Setting:
    acc: int = field(compare=False)


def setting_of(acc):
    setting = Setting(acc)

    @algebraic
    def cut(infoset):
        return infoset.card // setting.acc

    return cut


def test_what_a_factor_reads_counts_whether_or_not_it_is_compared() -> None:
    assert setting_of(1) != setting_of(3)
    assert len((setting_of(1) * setting_of(3)).factors) == 2


def test_data_that_a_factor_is_given_do_not_count() -> None:
    @dataclass(frozen=True)
    class Table:
        size: int
        data: tuple[int, ...] = field(default=(), compare=False)

        def prepared(self):
            return self

    assert fingerprint(Table(3)) == fingerprint(Table(3, (1, 2)))


def test_what_was_merged_into_another_module_keeps_the_name_that_it_had() -> None:
    kept = [name.partition(":") for name in _FORMERLY if ":" in name]
    assert all(hasattr(importlib.import_module(module), name) for module, _, name in kept)
    assert meaning(remembered).startswith("zerosum.pkr.buckets.memo:remembered\n")
    assert meaning(Steps).startswith("zerosum.pkr.buckets.holdem.strengths:Steps\n")
