"""The unusual games, interpreted: that they are correct before anything compiles them.

And that games of the library use what users may use.
"""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests import references
from tests.games import Auction, LeducRanks, Pennies, ShortSighted, Tricks

SIZES = {
    Auction: (409, 261, 48),  # nine deals, 45 histories of bidding each
    LeducRanks: (1939, 1116, 288),
    Pennies: (7, 4, 2),
    ShortSighted: (58, 30, 8),
    Tricks: (8725, 2016, 886),
}


@pytest.mark.parametrize("kind", SIZES, ids=lambda kind: kind.__name__)
def test_sizes_payoffs_and_chances(kind):
    assert references.sizes(kind()) == SIZES[kind]
    for history in references.histories(kind()):
        if history.terminal:
            assert history.payoff(0) + history.payoff(1) == 0
        elif history.chance:
            assert sum(history.chances().values()) == pytest.approx(1, abs=1e-12)


ROOT = Path(__file__).parents[2]


def examples_in(texts):
    """Yield the examples of sources."""
    for text in texts:
        yield from doctest.DocTestParser().get_examples(text)


@pytest.mark.parametrize(
    ("package", "experiments", "printing", "most"),
    [
        ("blackjack", ("blackjack",), set(), 400),
        ("setback", ("setback", "bidder"), {"keys.py", "words.py", "terminal.py"}, 900),
    ],
)
def test_a_game_is_small_and_uses_the_public_interface(package, experiments, printing, most):
    """Lines with something in them, but for examples; what is public is in an ``__all__``, or in
    the reference."""
    files = [*(ROOT / "zerosum" / package).glob("*.py")]
    texts = [path.read_text("utf-8") for path in files if path.name not in printing]
    lines = [line for line in "\n".join(texts).splitlines() if line]
    shown = sum(each.source.count("\n") + each.want.count("\n") for each in examples_in(texts))
    assert 0 < len(lines) - shown <= most
    pages = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs/reference").glob("*.md"))
    for path in [*files, *(ROOT / "blood" / f"{name}.py" for name in experiments)]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = str(getattr(node, "module", ""))
            if not module.startswith("zerosum.") or module.startswith(f"zerosum.{package}"):
                continue
            public = getattr(import_module(module), "__all__", ())
            for name in (alias.name for alias in node.names):
                said = f":: {module}.{name}\n" in pages or f"automodule:: {module}\n" in pages
                assert name in public or said, (path, name)
