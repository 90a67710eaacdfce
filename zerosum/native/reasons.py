"""Why something does not compile, in a sentence, and what to write instead."""

import re
from pathlib import Path

from zerosum.errors import LoweringError

MORE = "docs/reference/native.md lists what compiles"
_PLACE = re.compile(r"During: typing of .*? at (.+?) \((\d+)\)")
_FILE = re.compile(r'File "([^"]+)", line (\d+)')
_SIGNATURE = re.compile(r">>> (.+)")
_NOISE = re.compile(r"#[0-9a-f.]+")
_DULL = ("Failed in", "- Resolution", "During", "File ", "Rejected", "raised from", "Overload")
# A part of a compiler's message, and what to write instead.
_ADVICE = (
    ("Cannot unify Tuple", "fill a list by append and return tuple(list)"),
    ("Cannot unify UniTuple", "fill a list by append and return tuple(list)"),
    ("Can't unify return type", "give it one type on every branch, or None on some"),
    ("Cannot unify", "give it one type on every branch, or None on some"),
    ("ndefined variable", "give it a value on every path"),
    ("Unknown attribute", "check that the annotation names the class which has it"),
    ("no attribute", "check that the annotation names the class which has it"),
    ("unicode_type", "use an int or an enum instead of a string"),
    ("Literal[str]", "use an int or an enum instead of a string"),
    ("reflected list", "return tuple(list)"),
    ("yield", "fill a list by append and return tuple(list)"),
    ("dict", "use a tuple, an array or a chain of if"),
    ("Untyped global name", "write it as a function of yours, or with math"),
)


def reason_of(error: Exception) -> tuple[str, str]:
    """Return why something does not compile, and what to write instead."""
    cause = _lowering_error(error)
    if cause is not None:
        reason, _, advice = str(cause).rstrip(".").rpartition("; ")
        return (reason, advice) if reason else (advice, MORE)
    text = str(error)
    if isinstance(error, RecursionError):
        return "it calls itself through another function", "write it as a loop"
    reason = plain(_first_reason(text)) or type(error).__name__
    advice = next((advice for sign, advice in _ADVICE if sign in text), "write it in simpler terms")
    return f"{reason}{_where(text)}", f"{advice}; {MORE}"


def _lowering_error(error: BaseException | None) -> LoweringError | None:
    """Return the error of ours behind an error of the compiler, if there is one."""
    while error is not None:
        if isinstance(error, LoweringError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _where(text: str) -> str:
    """Return the file and line of the user's source that a message names, in brackets."""
    found = [*_PLACE.finditer(text), *_FILE.finditer(text)]
    for match in found:
        path = match[1].replace("\\", "/")
        if "/zerosum/native/" not in path and "/numba/" not in path and path[:1] != "<":
            return f" ({Path(path).name}, line {match[2]})"
    return ""


def _first_reason(text: str) -> str:
    """Return the line of a message that says what went wrong, the innermost one."""
    if unify := re.search(r"Can(?:no|')t unify .*", text):
        return unify[0].partition(" for '")[0]
    if match := _SIGNATURE.search(text):
        return f"there is no native {match[1]}"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith(_DULL)), lines[0] if lines else "")


def plain(text: str) -> str:
    """Shorten the names of native types to those of their classes.

    >>> plain("zerosum.kuhn.game.InfoSet#00ab.cd")
    'InfoSet'
    """
    text = _NOISE.sub("", text)
    return re.sub(r"\b(?:[\w<>]+\.)+(\w+)", r"\1", text)
