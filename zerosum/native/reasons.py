"""Why something does not compile, in a sentence, and what to write instead.

The compiler's own messages are long, and in its own words. Here each is one of a few kinds, with
the line of the user's source and types as annotations write them; any other becomes a sentence
that names the line only. The whole message is in the log, at the level of debugging.
"""

import linecache
import re
from collections.abc import Callable

from numba.core.errors import NumbaError

from zerosum.errors import LoweringError, ZeroSumError
from zerosum.native.places import Place, causes, located, place_of
from zerosum.native.spelling import spelled

MORE = "docs/reference/native.md lists what compiles"
_SIMPLER = f"write it in simpler terms; {MORE}"
_AGAIN = f"try again in a new process; if it fails again, {_SIMPLER}"
_SAME = "give it one type on every path, or None on some"
_STRINGS = "use an int or an enum instead of a string"
_NUMBERS = "use ints, or the members of an IntEnum, instead"
_ITEMS = "give its items one type, or index it by numbers, as in t[0]"
_FOLDS = ("min", "max", "min or max", "sorted", "sum", "abs")
_NAMES = {
    "listed": "list",
    "in_order": "sorted",
    "total": "sum",
    "to_tuple": "tuple",
    "backwards": "reversed",
    "smallest": "min",
    "greatest": "max",
    "resolve": "min or max",
    "some": "any",
    "every": "all",
    "power": "pow",
    "to_bool": "bool",
}
_SIGNS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "matmul": "@",
    "and_": "&",
    "or_": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
    "iadd": "+",
    "isub": "-",
    "imul": "*",
    "itruediv": "/",
    "ifloordiv": "//",
    "is_": "is",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}
# What ends a compilation though the source may be right: memory, a file, the compiler's own state.
_FAILURES = OSError, MemoryError, RuntimeError, StopIteration, SystemError
# No sentence may have any of these: they are not the user's words.
_FOREIGN = re.compile(
    r"numba|dispatcher|typing of|nopython|unif(?:y|ied)|reflected|unicode_type|overload|llvm|"
    r"lowering|array\(|literal|pointer|opcode|bytecode|u?int64|float64|uni?tuple|optionaltype|"
    r"undecided|getiter|boundfunction|imprecise|re-entrant|_\d+_\b|<class|<function|\$",
    re.IGNORECASE,
)
_MEMBER = re.compile(r"IntEnum<\w+>\((\w+)\)")
_Told = tuple[str, str]


def reason_of(error: BaseException, default: Place | None = None) -> _Told:
    """Return why something does not compile, and what to write instead.

    Parameters
    ----------
    error
        What the compiler raised.
    default
        The line to name where the error does not tell one.
    """
    found = place_of(error)
    place = found or default
    own = _lowering_error(error)
    if own is not None:
        reason, _, advice = str(own).rstrip(".").rpartition("; ")
        reason, advice = (reason, advice) if reason else (advice, MORE)
        return (reason if re.search(r"line \d", reason) else located(reason, place)), advice
    if isinstance(error, RecursionError):
        return located("it calls itself through another function", place), "write it as a loop"
    if failure := _failure(error):
        return located(f"the compiler failed by {type(failure).__name__}", place), _AGAIN
    reason, advice = _known(str(error), place) or ("", "")
    if not reason or _FOREIGN.search(f"{reason} {advice}"):
        code = f"`{found.code}`" if found is not None and found.code else "it"
        reason, advice = f"{code} uses something that has no native form", _SIMPLER
    return located(reason, place), _with_members(advice, place)


def _with_members(advice: str, place: Place | None) -> str:
    """Return advice with members of enums that the user's file names, where it has any."""
    source = "" if place is None else "".join(linecache.getlines(place.path))

    def used(match: re.Match[str]) -> str:
        found = re.search(rf"\b{match[1]}\.[A-Za-z]\w*", source)
        return match[0] if found is None else found[0]

    return re.sub(r"\b(\w+)\.NAME\b", used, advice)


def is_refusal(error: BaseException) -> bool:
    """Return whether the source alone led to an error, so that it will in each process."""
    return isinstance(error, NumbaError | ZeroSumError) and _failure(error) is None


def _failure(error: BaseException) -> BaseException | None:
    """Return what failed in this process, behind an error of the compiler, if anything did."""
    found = (each for each in causes(error) if not isinstance(each, NotImplementedError))
    return next((each for each in found if isinstance(each, _FAILURES)), None)


def _lowering_error(error: BaseException) -> LoweringError | None:
    """Return the error of ours behind an error of the compiler, if there is one."""
    return next((each for each in causes(error)[::-1] if isinstance(each, LoweringError)), None)


def _known(text: str, place: Place | None) -> _Told | None:
    """Return what the part of a message says that is about a place.

    Messages are nested, the inner ones further to the right; the last that stands before the
    place, and not further to the right, is about it.
    """
    end, depth = (place.at, place.depth) if place is not None and place.at else (len(text), 0)
    found = [
        (match, tell)
        for pattern, tell in _KNOWN
        for match in pattern.finditer(text, 0, end)
        if len(match["indent"]) <= depth + 1
    ]
    if not found:
        return None
    match, tell = max(found, key=lambda pair: pair[0].start())
    return tell(match)


def _parts(text: str) -> list[str]:
    """Return the types that a message lists, each as an annotation writes it."""
    found, depth = [""], 0
    for sign in text:
        depth += (sign in "([<") - (sign in ")]>")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [spelled(each.strip()) for each in found if each.strip()]


def _called(match: re.Match[str]) -> _Told:
    name, kinds = _NAMES.get(match[2], match[2]), _parts(match[3])
    if name in _SIGNS and len(kinds) == 2:
        what = f"`{kinds[0]} {_SIGNS[name]} {kinds[1]}`"
    elif name == "getitem" and len(kinds) == 2:
        what = f"`{kinds[0]}[{kinds[1]}]`"
    elif name == "contains" and len(kinds) == 2:
        what = f"`{kinds[1]} in {kinds[0]}`"
    else:
        what = f"`{name}({', '.join(kinds)})`"
    return f"{what} has no native form", _instead_of_call(name, kinds)


def _instead_of_call(name: str, kinds: list[str]) -> str:
    """Return what to write instead of a call that the compiler does not know."""
    several = any(kind.startswith(("tuple[", "list[")) for kind in kinds)
    if any(kind.split("=")[-1] == "str" for kind in kinds):
        return _STRINGS
    if name in ("zip", "enumerate", "iter"):
        return _looped(kinds)
    if any(kind.split("=")[-1] == "array" for kind in kinds):
        return "write the loop over its items, one index at a time"
    if name == "getitem":
        return _ITEMS if several else "use its fields, or define __getitem__"
    if name == "mul" and several:
        return "write tuple([x for _ in range(n)])"
    if several and (name in _SIGNS or name in _FOLDS):
        return "compare or add the items one by one"
    return _NUMBERS if name in _SIGNS or name in _FOLDS else _SIMPLER


def _looped(kinds: list[str]) -> str:
    if any(kind in ("int", "float", "bool") for kind in kinds):
        return "write range(n) for a number n"
    return _ITEMS


def _missing(match: re.Match[str]) -> _Told:
    name, kind = match[2], spelled(match[3])
    if name.startswith("__"):
        return f"{kind} has no attribute {name}", "write isinstance(x, ...), or an enum"
    if kind == "str":
        return f"{kind} has no attribute {name} natively", _STRINGS
    if re.match(r"(?:tuple|list|array)\b", kind):
        return f"{kind} has no attribute {name} natively", "write the loop, or a function of yours"
    if name == "name":
        return f"{kind} has no attribute {name} natively", "compare the members"
    advice = "check that the annotation names the class which has it"
    if kind in ("int", "float", "bool"):
        advice = "check what it is given"
    return f"{kind} has no attribute {name}", advice


def _differing(match: re.Match[str]) -> _Told:
    kinds = list(dict.fromkeys(_parts(match[2])))
    told = " on one path and ".join([*kinds[:2]])
    return f"it returns {told} on another", _one_type(kinds, match[2])


def _assigned(match: re.Match[str]) -> _Told:
    kinds = [spelled(match[2]), spelled(match[3])]
    name = match[4].partition(".")[0]
    what = "it is" if name.startswith("$") else f"{name} is"
    return f"{what} {kinds[0]} on one path and {kinds[1]} on another", _one_type(kinds, match[0])


def _one_type(kinds: list[str], native: str) -> str:
    """Return how to give values one type; ``native`` is how the compiler spells their types."""
    enums = list(dict.fromkeys(_MEMBER.findall(native)))
    items = set(re.findall(r"\w+", " ".join(kinds))) - {"tuple", "list"}
    if enums and items == {"int", *enums}:
        members = ", ".join(f"int({enum}.NAME)" for enum in enums)
        return f"write the members of {' and '.join(enums)} as ints: {members}"
    if all(kind.startswith("tuple") for kind in kinds):
        return "fill a list by append and return tuple(list)"
    return _SAME


def _of_method(match: re.Match[str]) -> _Told:
    name, kind, given = match[2], spelled(match[3]), ", ".join(_parts(match[4]))
    advice = "append items of one type, one by one"
    return f"`{name}({given})` of {kind} has no native form", advice


def _iterated(match: re.Match[str]) -> _Told:
    kinds = _parts(match[2])
    return f"a loop over {', '.join(kinds)} has no native form", _looped(kinds)


def _told(reason: str, advice: str) -> Callable[[re.Match[str]], _Told]:
    """Return what tells a message by templates; the group is the second of the match."""

    def tell(match: re.Match[str]) -> _Told:
        groups = [spelled(each) for each in match.groups()[1:]]
        return reason.format(*groups), advice.format(*groups)

    return tell


_TWICE = "write it as a loop, or as a function of the module that calls only itself"
_KNOWN: list[tuple[re.Pattern[str], Callable[[re.Match[str]], _Told]]] = [
    (re.compile(rf"^(?P<indent> *).*?{pattern}", re.MULTILINE), tell)
    for pattern, tell in (
        (r">>> (\w+)\((.*)\)$", _called),
        (r"Unknown attribute '(\w+)' of type (.+)", _missing),
        (r"Can't unify return type from the following types: (.+)", _differing),
        (r"Cannot unify (.+) and (.+) for '([$\w.]+)'", _assigned),
        (
            r"Invalid use of BoundFunction\(.*?(\w+)'?\)? for (.+)\) with parameters \((.*)\)",
            _of_method,
        ),
        (r"Invalid use of getiter with parameters \((.*)\)", _iterated),
        (
            r"Invalid use of (\w+) with parameters",
            _told("{0} is called like a function", "check what the name stands for"),
        ),
        (
            r"Cannot infer the type of variable '(\w+)",
            _told("nothing says what the items of {0} are", "append one, or write a tuple"),
        ),
        (
            r"failed to unpack (.+)",
            _told("the length of {0} is not known where it is unpacked", "write t[0], t[1]"),
        ),
        (
            r'due to "TypeError: (.+?)"\.',
            _told("a call does not fit its function: {0}", "give what its parameters name"),
        ),
        (r"()compiler re-entrant", _told("it calls itself through another method", _TWICE)),
        (
            r"Cannot capture the non-constant value associated with variable '(\w+)'",
            _told("an inner function that uses {0} is returned", "make {0} its parameter"),
        ),
        (
            r"()Unsupported use of cell variable",
            _told("an inner function calls itself", "write it at the top of the module"),
        ),
        (
            r"[Vv]ariable '?(\w+)(?:\.\d+)?'? (?:is not defined|referenced before)",
            _told("{0} has no value on some path", "give it a value on every path"),
        ),
    )
]
