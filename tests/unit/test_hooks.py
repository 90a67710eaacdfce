"""Hooks: what a game declares for the rest of the library, and how games declared it before."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.burnt import Burnt
from zerosum.abstraction import fingerprint
from zerosum.blackjack import Blackjack
from zerosum.bluff import Bluff
from zerosum.errors import GameError
from zerosum.game import Hooks, check_methods, hook_of
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.leduc import Leduc
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.holdem.resumed import Resumed
from zerosum.setback import Setback
from zerosum.terms import Terms, terms_of

NAMES = [field.name for field in fields(Hooks)]
GAMES = (Kuhn, KuhnThree, Leduc, Bluff, Blackjack, Setback, RiverOfBlood)
GAMES += (NoLimitHoldem, LimitHoldem, Resumed)
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "games.md"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_game_names_exists(game: type, name: str) -> None:
    found = hook_of(object.__new__(game), name)
    declared = getattr(game.hooks, name)  # type: ignore[attr-defined]
    assert (found is None) == (declared is None)
    assert found is None or f"{found.__module__}:{found.__qualname__}" == declared


def test_the_reference_lists_every_hook_and_tests_declare_theirs() -> None:
    table = PAGE.read_text().split("| hook |")[1].split("```")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == NAMES
    assert hook_of(Burnt(), "passive").__module__ == Burnt.__module__


class Words(Terms):
    unit = "words"


def bet(infoset: Any) -> tuple[int]:
    return (1,)


class Heir(Kuhn):
    """Inherits the hooks of Kuhn."""


class Changed(Kuhn):
    hooks = replace(Kuhn.hooks, terms=Words)


class Bare(Changed):
    hooks = Hooks()


def test_hooks_are_inherited_and_no_part_of_a_meaning() -> None:
    assert hook_of(Heir(), "passive") is hook_of(Changed(), "passive") is not None
    assert terms_of(Changed()).unit == "words"
    assert hook_of(Bare(), "terms") is hook_of(Bare(), "passive") is None
    assert type(terms_of(Bare())) is Terms
    hooks, before = Kuhn.hooks, fingerprint(Kuhn)
    try:
        Kuhn.hooks = Hooks(terms=Words)
        assert fingerprint(Kuhn) == before
    finally:
        Kuhn.hooks = hooks


@pytest.mark.parametrize(
    ("declared", "words"),
    [
        ("missing:room", "got 'missing:room': No module named 'missing'"),
        ("zerosum.game:nowhere", "has no attribute 'nowhere'"),
        ("zerosum.game:__doc__", "cannot be called"),
        (3, "expected string"),
    ],
)
def test_a_hook_that_is_not_there_is_refused(declared: Any, words: str) -> None:
    class Lost(Kuhn):
        hooks = Hooks(room=declared)

    with pytest.raises(GameError, match=f"hook room of Lost must be callable.*{words}"):
        hook_of(Lost(), "room")


def test_hooks_must_be_one_record_of_the_class() -> None:
    class Listed(Kuhn):
        hooks = (Words,)

    @dataclass(frozen=True)
    class Field(Kuhn):
        hooks: Hooks = Kuhn.hooks

    check_methods(Changed())
    for game, given in (Listed(), "(<class "), (Field(), "a field"):
        with pytest.raises(GameError, match=re.escape(f"one record of the class; got {given}")):
            check_methods(game)


class TestBefore:
    """Games of version 0.1 declared hooks by other names."""

    def test_names_in_the_class(self) -> None:
        class Old(Kuhn):
            __terms__ = f"{__name__}:Words"
            __series__ = "zerosum.setback.match:Match"

        with pytest.warns(DeprecationWarning, match=r"__terms__ of .*Old .*Hooks\(terms='tests"):
            assert terms_of(Old()).unit == "words"
        with pytest.warns(DeprecationWarning, match=r"hooks = Hooks\(series='zerosum"):
            assert hook_of(Old(), "series").__name__ == "Match"

    @pytest.mark.parametrize("name", ["passive", "details", "choices"])
    def test_functions_beside_the_class(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A subclass whose module has the function is before its base class."""
        monkeypatch.setitem(globals(), name, bet)
        with pytest.warns(DeprecationWarning, match=rf"{name} of Heir .*Hooks\({name}={name}\)"):
            assert hook_of(Heir(), name) is bet
        assert hook_of(Changed(), "passive") is hook_of(Kuhn(), "passive")

    def test_functions_of_other_modules_and_of_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(globals(), "passive", hook_of(Leduc(), "passive"))
        assert hook_of(Heir(), "passive") is hook_of(Kuhn(), "passive")
        made = type("Made", (), {"__module__": None})
        assert hook_of(made(), "passive") is None
