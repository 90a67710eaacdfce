"""Native types as Python writes them in annotations, for messages."""

import re
from functools import partial

# While a type is spelled, these stand for its brackets and commas: its parts are done.
_OPEN, _CLOSE, _COMMA = "\ue000", "\ue001", "\ue002"
_DONE = str.maketrans({"[": _OPEN, "]": _CLOSE, ",": _COMMA})
_WRITTEN = str.maketrans({_OPEN: "[", _CLOSE: "]", _COMMA: ","})
_ONE = r"[^(),\[\]<>]+"
# How a native type is written, and what stands for it; the groups are its parts.
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), form)
    for pattern, form in (
        (r"#[0-9a-f.]+", ""),
        (r"(?<![\w.])(?:[\w<>]+\.)+(?=[A-Za-z_])", ""),
        (r"(?<!\w)(?:u?int(?:8|16|32|64|p))(?!\w)", "int"),
        (r"(?<!\w)float(?:16|32|64)(?!\w)", "float"),
        (r"(?<!\w)complex(?:64|128)(?!\w)", "complex"),
        (r"(?<!\w)boolean(?!\w)", "bool"),
        (r"(?<!\w)unicode_type(?!\w)", "str"),
        (r"(?<!\w)none(?!\w)", "None"),
        (r"(?<!\w)undefined(?!\w)|<undecided>", "unknown"),
        (r"Literal\[(\w+)\]\((?:[^()]|\([^()]*\))*\)", r"\1"),
        (r"omitted\(default=[^()]*\)", "None"),
        (r"type\(CPUDispatcher\(<function (\w+) at \w+>\)\)", r"\1"),
        (r"Function\(<(?:built-in )?(?:function|class) '?(\w+)'?(?: at \w+)?>\)", r"\1"),
        (rf"IntEnum<{_ONE}>\((\w+)\)", r"\1"),
        (rf"Held\(tuple{_OPEN}({_ONE}){_COMMA} \.\.\.{_CLOSE}\)", r"list[\1]"),
        (rf"UpTo\(({_ONE}), \d+\)", r"tuple[\1, ...]"),
        (rf"UniTuple\(({_ONE}) x 1\)", r"tuple[\1]"),
        (rf"UniTuple\(({_ONE}) x 2\)", r"tuple[\1, \1]"),
        (rf"UniTuple\(({_ONE}) x \d+\)", r"tuple[\1, ...]"),
        (rf"(?<!Uni)Tuple\(((?:{_ONE}(?:, )?)*)\)", r"tuple[\1]"),
        (r"Range\(\d+\)|Packed\(\d+, \d+\)", "tuple[int, ...]"),
        (rf"Optional(?:Type)?\(({_ONE})\)", r"\1 | None"),
        (rf"(?:reflected )?list\(({_ONE})\)(?:<iv=[^<>]*>)?", r"list[\1]"),
        (rf"tuple\(list{_OPEN}({_ONE}){_CLOSE}\)", r"tuple[\1, ...]"),
        (rf"(?:readonly )?array\({_ONE}, \d+d, \w+(?:, \w+)*\)", "array"),
    )
)


def spelled(text: object) -> str:
    """Return a native type, or a message that names some, as in annotations.

    >>> spelled("UniTuple(int64 x 2) and OptionalType(zerosum.kuhn.game.InfoSet#00ab.cd)")
    'tuple[int, int] and InfoSet | None'
    >>> spelled("list(Tuple(int64, UpTo(float64, 4)))<iv=None>")
    'list[tuple[int, tuple[float, ...]]]'
    """
    now, before = str(text), ""
    while before != now:
        before = now
        for pattern, form in _FORMS:
            now = pattern.sub(partial(_write, form), now)
    return now.translate(_WRITTEN)


def _write(form: str, match: re.Match[str]) -> str:
    return match.expand(form).translate(_DONE)
