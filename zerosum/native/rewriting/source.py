"""The function that is rewritten: its syntax, what it belongs to, and its errors."""

import ast
import copy
import functools
import types as pytypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction.source import syntax_of
from zerosum.errors import LoweringError
from zerosum.native.declarations import most_returned
from zerosum.native.rewriting.tree import Known, replace


@dataclass
class Source:
    """A function that the passes rewrite, and what it belongs to.

    Parameters
    ----------
    function
        The function as the user wrote it.
    lowering
        Makes native what the function names; see :class:`zerosum.native.lowering.Lowering`.
    cls
        The class whose value ``self`` is, for methods.
    owner
        The class that defines the method, where ``super()`` starts.
    role
        ``"actions"``, ``"range"`` (actions that are one), ``"chances"``, ``"apply"``,
        ``"infoset"`` or ``""``: what is returned needs a certain form.
    capacity
        The greatest number of actions where a list of them is returned.
    kind
        ``"method"``, ``"static"``, ``"class"`` or ``"function"``.

    Attributes
    ----------
    tree
        The function's syntax, which the passes rewrite; a copy, and a function's for a lambda.
    defaults
        The values of its last parameters.
    helpers
        Functions that a pass has written beside it.

    Raises
    ------
    LoweringError
        If the source cannot be read.
    """

    function: pytypes.FunctionType
    lowering: Any
    cls: type | None = None
    owner: type | None = None
    role: str = ""
    capacity: int = 16
    kind: str = "function"

    def __post_init__(self) -> None:
        self.tree = _tree_of(self.function)
        self.defaults: tuple[Any, ...] = self.function.__defaults__ or ()
        self.helpers: list[ast.FunctionDef] = []

    @property
    def place(self) -> str:
        """The function's full name."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def outgrown(self) -> str:
        """What an error says of a tuple that is longer than ``capacity``."""
        function, cls = self.function, self.cls
        name = function.__qualname__ if cls is None else f"{cls.__qualname__}.{function.__name__}"
        more = 2 * self.capacity
        if most_returned(function) is not None:
            advice = f"raise its UpTo({self.capacity})"
        elif cls is None or function.__name__ != "actions":
            advice = f"annotate it by -> Annotated[tuple[..., ...], UpTo({more})]"
        elif hasattr(cls, "max_actions"):
            advice = f"raise max_actions of {cls.__qualname__}"
        else:
            advice = f"write max_actions: ClassVar[int] = {more} in {cls.__qualname__}"
        return f"{name} must return at most {self.capacity} items; {advice}"

    @property
    def first(self) -> str:
        """The name of the first parameter; empty without one."""
        code = self.function.__code__
        return code.co_varnames[0] if code.co_argcount else ""

    @property
    def returned(self) -> set[str]:
        """The names that the function returns as they are."""
        values = [each.value for each in ast.walk(self.tree) if isinstance(each, ast.Return)]
        return {each.id for each in values if isinstance(each, ast.Name)}

    @functools.cached_property
    def inner(self) -> dict[str, ast.arguments]:
        """The parameters of the functions that are defined inside the function, by name."""
        found = {}
        for node in ast.walk(self.tree):
            match node:
                case ast.FunctionDef(name, arguments):
                    found[name] = arguments
                case ast.Assign([ast.Name(name)], ast.Lambda(arguments)):
                    found[name] = arguments
        return found

    def is_itself(self, value: Any) -> bool:
        """Return whether a value is the function, or what decorates it."""
        return value is self.function or getattr(value, "__wrapped__", None) is self.function

    def is_self(self, node: ast.AST) -> bool:
        """Return whether a node is the ``self`` of a method."""
        is_method = self.cls is not None and self.kind == "method"
        return is_method and isinstance(node, ast.Name) and node.id == self.first

    def refuse(self, node: ast.AST, what: str, advice: str) -> LoweringError:
        """Return the error that says what has no native form, where, and what to write."""
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        return LoweringError(
            f"{self.place} (line {line}) uses {what}, which has no native form; write {advice} "
            f"instead.",
            self.function,
        )


def _tree_of(function: pytypes.FunctionType) -> ast.FunctionDef:
    tree = copy.deepcopy(syntax_of(function))
    match tree:
        case None:
            raise LoweringError(
                f"The source of {function.__qualname__} must be readable to be compiled; keep it "
                f"in a file, and start again if the file was edited.",
                function,
            )
        case ast.Lambda(arguments, body):
            returned: ast.stmt = ast.copy_location(ast.Return(body), body)
            tree = ast.copy_location(ast.FunctionDef("function", arguments, [returned], []), tree)
        case ast.AsyncFunctionDef():
            raise LoweringError(
                f"{function.__qualname__} (line {function.__code__.co_firstlineno}) must not be "
                f"a coroutine; write def instead of async def.",
                function,
            )
    tree.name = f"{tree.name}_"
    return tree


Pass = Callable[[Source], None]


def everywhere(step: Callable[[Source, Any], Any]) -> Pass:
    """Make a pass from a function that replaces one node."""

    @functools.wraps(step)
    def run(source: Source) -> None:
        replace(source.tree, functools.partial(step, source))
        for helper in source.helpers:  # More may come on the way.
            replace(helper, functools.partial(step, source))

    return run


def is_call_of(node: ast.AST | None, *functions: Any) -> bool:
    """Return whether a node calls one of several functions that are known."""
    called = callee(node)
    return any(called is each for each in functions)


def callee(node: ast.AST | None) -> Any:
    """Return the function or class that a node calls; None if it is not known."""
    match node:
        case ast.Call(Known(value)):
            return value
    return None
