"""The known name that a name was meant for."""

from collections.abc import Iterable
from difflib import get_close_matches

_LEAST_LIKENESS = 0.66  # how alike names are, from 0 to 1, of which one is meant for the other
_SHORT_NAME = 4  # letters of names whose lengths may differ by one only


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a name; None if none is much like it.

    Only what follows the last dot counts, since most names of a list share what precedes it.

    >>> nearest("blood.qick", ["blood.quick", "blood.kuhn"]), nearest("kun", ["blood.kuhn"])
    ('blood.quick', 'blood.kuhn')
    >>> nearest("blood.nonexist", ["blood.holdem", "blood.leduc"]) is None
    True
    """
    last = {plain_name(text).rpartition(".")[2]: text for text in known}
    word = plain_name(name).rpartition(".")[2]
    alike = [key for key in last if len(word) > _SHORT_NAME or abs(len(key) - len(word)) < 2]
    closest = get_close_matches(word, alike, n=1, cutoff=_LEAST_LIKENESS)
    return last[closest[0]] if closest else None


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the closest known name, or with all known names.

    >>> suggestion("liner", ["linear", "plus"]), suggestion("cubic", ["linear", "plus"])
    ('did you mean linear?', 'known are linear, plus.')
    """
    known = list(known)
    near = nearest(name, known)
    return f"known are {', '.join(known)}." if near is None else f"did you mean {near}?"


def alternatives(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the closest known name, and all known names.

    >>> alternatives("liner", ["linear", "plus"])
    'did you mean linear? Known are linear, plus.'
    """
    known = list(known)
    hint = suggestion(name, known)
    return hint if nearest(name, known) is None else f"{hint} Known are {', '.join(known)}."


def plain_name(name: str) -> str:
    """Return a name without hyphens and case.

    >>> plain_name("Outcome-Sampling+")
    'outcomesamplingplus'
    """
    return name.lower().replace("-", "").replace("_", "").replace("+", "plus")
