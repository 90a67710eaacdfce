"""From a user's source to source that compiles: the few spellings that Numba does not read.

The function's syntax is taken as written, names from outside are looked up where the function
would find them, and spellings of Python that have no counterpart are replaced by calls that
do: a constructor with keywords, ``replace``, ``isinstance``, ``super()``, a generator inside
``any``. What cannot be replaced is refused with a sentence that shows what to write. Nothing
here knows any game.
"""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import inspect
import types as pytypes
import typing
from enum import Enum
from typing import Any

import attrs
import numpy as np

from zerosum.abstraction.source import _node
from zerosum.errors import LoweringError
from zerosum.native import spellings
from zerosum.native.layout import is_record, record_fields
from zerosum.rng import Random

MISSING = object()
_REPLACE = (dataclasses.replace, attrs.evolve)
_WALKERS = (enumerate, zip, reversed)
_FOLDS = (any, all, sum, tuple, list, min, max, sorted, len)


def rewrite(function: pytypes.FunctionType, unit: Unit) -> pytypes.FunctionType:
    """Return a function of the same meaning that Numba compiles.

    Parameters
    ----------
    function
        A plain function, or a method's.
    unit
        Who it belongs to, and how other things that it names are lowered.

    Raises
    ------
    LoweringError
        Where its source is not at hand, or holds something without a native meaning.
    """
    node = _node(function.__code__, function.__globals__)
    if node is None:
        raise LoweringError(
            f"The source of {function.__qualname__} must be readable to be compiled; keep it in "
            f"a file, and start again if the file was edited.",
            function,
        )
    node = copy.deepcopy(node)
    if isinstance(node, ast.Lambda):
        body: list[ast.stmt] = [ast.copy_location(ast.Return(node.body), node.body)]
        node = ast.copy_location(
            ast.FunctionDef(name="function", args=node.args, body=body, decorator_list=[]), node
        )
    if not isinstance(node, ast.FunctionDef):
        raise LoweringError(f"{function.__qualname__} must not be a coroutine.", function)
    rewriter = _Rewriter(function, unit)
    rewritten = rewriter.run(node)
    module = ast.fix_missing_locations(ast.Module([rewritten], []))
    code = compile(module, function.__code__.co_filename, "exec")
    exec(code, rewriter.namespace)
    made = rewriter.namespace[rewritten.name]
    made.__defaults__ = function.__defaults__
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    return typing.cast("pytypes.FunctionType", made)


@dataclasses.dataclass(frozen=True)
class Unit:
    """What a function being lowered belongs to.

    Parameters
    ----------
    lowering
        Makes native what the function names; see :class:`zerosum.native.lowering.Lowering`.
    cls
        The class whose value ``self`` is, for methods.
    owner
        The class that defines the method, where ``super()`` starts.
    role
        ``"actions"``, ``"chances"`` or ``""``: what is returned needs a certain form.
    capacity
        The greatest number of actions where a list of them is returned.
    kind
        ``"method"``, ``"static"``, ``"class"`` or ``"function"``.
    """

    lowering: Any
    cls: type | None = None
    owner: type | None = None
    role: str = ""
    capacity: int = 16
    kind: str = "function"


class _Rewriter(ast.NodeTransformer):
    def __init__(self, function: pytypes.FunctionType, unit: Unit) -> None:
        self.function = function
        self.unit = unit
        self.lowering = unit.lowering
        code = function.__code__
        self.locals = {*code.co_varnames, *code.co_cellvars}
        self.outside = dict(function.__globals__)
        self.outside.update(_closed_over(function))
        self.namespace: dict[str, Any] = {
            "__builtins__": builtins,
            "__name__": function.__module__,
        }
        self.first = code.co_varnames[0] if code.co_argcount else ""
        self.returns: list[ast.Return] = []
        self.helpers: list[str] = []

    # --- the whole function ------------------------------------------------------------------

    def run(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if self.unit.kind == "class" and self.unit.cls is not None:
            self.locals.discard(self.first)
            self.outside[self.first] = self.unit.cls
        node.decorator_list = []
        node.returns = None
        node.name = f"{node.name}_"
        arguments = node.args
        for arg in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            arg.annotation = None
        if self.unit.kind == "static":
            arguments.args.insert(0, ast.arg("self_"))
        if node.body and _is_docstring(node.body[0]):
            node.body = node.body[1:] or [ast.Pass()]
        # Defaults are set on the function that is made; here only their number counts.
        arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
        arguments.kw_defaults = [d and ast.Constant(None) for d in arguments.kw_defaults]
        node.body = [self.visit(statement) for statement in node.body]
        self._shape_returns()
        return node

    def _shape_returns(self) -> None:
        if self.unit.role != "actions":
            return
        lengths = [
            len(r.value.elts) if isinstance(r.value, ast.Tuple) else None for r in self.returns
        ]
        if len(self.returns) == 1:
            capacity = 0
        elif None not in lengths:
            capacity = max(typing.cast("list[int]", lengths))
        else:
            capacity = self.unit.capacity
        place = f"{self.function.__module__}.{self.function.__qualname__}"
        shape = self.bind(spellings.as_menu(capacity, self.unit.capacity, place), "menu")
        for each in self.returns:
            each.value = _call(shape, [each.value or ast.Constant(None)])

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if self.unit.role == "chances" and node.value is not None:
            node.value = self._pairs(node.value)
        self.generic_visit(node)
        self.returns.append(node)
        return node

    def _pairs(self, node: ast.expr) -> ast.expr:
        """Turn a mapping from outcome to probability into a list of pairs."""
        if isinstance(node, ast.Dict) and all(key is not None for key in node.keys):
            pairs = [
                ast.Tuple([key, value], ast.Load())
                for key, value in zip(node.keys, node.values, strict=True)
                if key is not None
            ]
            return ast.copy_location(ast.List(list[ast.expr](pairs), ast.Load()), node)
        if isinstance(node, ast.DictComp):
            pair = ast.Tuple([node.key, node.value], ast.Load())
            return ast.copy_location(ast.ListComp(pair, node.generators), node)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "fromkeys"
            and len(node.args) == 2
        ):
            pair = ast.Tuple([ast.Name("outcome_", ast.Load()), node.args[1]], ast.Load())
            each = ast.comprehension(ast.Name("outcome_", ast.Store()), node.args[0], [], 0)
            self.locals.add("outcome_")
            return ast.copy_location(ast.ListComp(pair, [each]), node)
        raise self.refuse(
            node, "a mapping built elsewhere", "return {outcome: probability for outcome in ...}"
        )

    # --- names -------------------------------------------------------------------------------

    def resolve(self, node: ast.expr) -> Any:
        """Return the value that a dotted name from outside stands for, or MISSING."""
        if isinstance(node, ast.Name):
            if node.id in self.locals:
                return MISSING
            if node.id in self.outside:
                return self.outside[node.id]
            return getattr(builtins, node.id, MISSING)
        if isinstance(node, ast.Attribute):
            owner = self._owner(node.value)
            if owner is MISSING:
                return MISSING
            if isinstance(owner, type) or inspect.ismodule(owner):
                return getattr(owner, node.attr, MISSING)
        return MISSING

    def _owner(self, node: ast.expr) -> Any:
        """Return the class or module that a node stands for, ``type(self)`` included."""
        if self.unit.cls is not None and self.unit.kind == "method":
            if isinstance(node, ast.Attribute) and node.attr == "__class__":
                if isinstance(node.value, ast.Name) and node.value.id == self.first:
                    return self.unit.cls
            if (
                isinstance(node, ast.Call)
                and self.resolve(node.func) is type
                and len(node.args) == 1
                and isinstance(node.args[0], ast.Name)
                and node.args[0].id == self.first
            ):
                return self.unit.cls
        return self.resolve(node)

    def bind(self, value: Any, hint: str) -> ast.Name:
        """Give a value a name in the function's namespace; return the name's node."""
        name = f"{hint}_{len(self.namespace)}_"
        self.namespace[name] = value
        return ast.Name(name, ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return node
        value = self.resolve(node)
        if value is MISSING:
            return node
        if getattr(builtins, node.id, MISSING) is value:
            return node
        return ast.copy_location(self.value(value, node, node.id), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = self.resolve(node)
        if value is not MISSING:
            if isinstance(value, property | staticmethod | classmethod):
                return node
            return ast.copy_location(self.value(value, node, node.attr), node)
        if _is_super(node.value):
            target, owner = self._above(node)
            if isinstance(target, property):
                method = self.lowering.bound(target.fget, self._self_class(), owner)
                return ast.copy_location(_call(self.bind(method, node.attr), [self._me()]), node)
        self.generic_visit(node)
        return node

    def value(self, value: Any, node: ast.AST, hint: str) -> ast.expr:
        """Return the node that stands for a value from outside."""
        if isinstance(value, bool | int | float | np.generic | Enum | str | type(None)):
            return self.bind(value, hint)
        if isinstance(value, tuple):
            return self._tuple(value, node, hint)
        if isinstance(value, frozenset):
            return self._tuple(tuple(sorted(value)), node, hint)
        if isinstance(value, type) or inspect.ismodule(value):
            return self.bind(value, hint)
        if is_record(type(value)) and not callable(value):
            return _call(self.bind(self.lowering.constant(value), hint), [])
        if isinstance(value, np.ndarray):
            return self.bind(value, hint)
        if isinstance(value, dict | list | set):
            raise self.refuse(
                node,
                f"the {type(value).__name__} {hint} from outside the function",
                "a tuple or a NumPy array indexed by an int, or a chain of if and elif",
            )
        if callable(value):
            return self.bind(self.lowering.callable(value, self.unit.capacity), hint)
        raise self.refuse(node, f"the {type(value).__name__} {hint}", "an int, a tuple, an array")

    def _tuple(self, value: tuple[Any, ...], node: ast.AST, hint: str) -> ast.expr:
        scalars = (bool, int, float)
        if len(value) > 16 and all(type(item) is type(value[0]) for item in value):
            if isinstance(value[0], scalars):
                array = np.array(value)
                array.flags.writeable = False
                return self.bind(array, hint)
        if all(isinstance(item, scalars) for item in value):
            return self.bind(value, hint)
        return ast.Tuple([self.value(item, node, hint) for item in value], ast.Load())

    # --- calls -------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            target, owner = self._above(node.func)
            method = self.lowering.bound(target, self._self_class(), owner)
            return self._call(node, self.bind(method, node.func.attr), [self._me()])
        target = self._owner(node.func)
        if target is MISSING:
            self.generic_visit(node)
            return node
        made = self._special(node, target)
        return node if made is None else ast.copy_location(made, node)

    def _special(self, node: ast.Call, target: Any) -> ast.expr | None:
        if target is typing.cast:
            return typing.cast("ast.expr", self.visit(node.args[1]))
        if any(target is function for function in _REPLACE):
            return self._replace(node)
        if target is isinstance:
            return self._isinstance(node)
        if isinstance(target, type) and is_record(target):
            return self._construct(node, target)
        if isinstance(target, type) and issubclass(target, Enum):
            return self._call(node, self.bind(self.lowering.enum_maker(target), target.__name__))
        if any(target is fold for fold in _FOLDS):
            return self._fold(node, target)
        if any(target is walker for walker in _WALKERS):
            return self._walk(node)
        if isinstance(target, pytypes.FunctionType) and isinstance(node.func, ast.Attribute):
            owner = self._owner(node.func.value)
            if isinstance(owner, type):
                method = self.lowering.bound(target, self._self_class(), owner)
                return self._call(node, self.bind(method, node.func.attr))
        if isinstance(target, pytypes.MethodType) and isinstance(target.__self__, type):
            method = self.lowering.class_function(target)
            return self._call(node, self.bind(method, target.__name__))
        self.generic_visit(node)
        return node

    def _call(self, node: ast.Call, name: ast.expr, first: list[ast.expr] | None = None) -> ast.expr:
        arguments = [self.visit(argument) for argument in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        return ast.copy_location(ast.Call(name, [*(first or []), *arguments], keywords), node)

    def _construct(self, node: ast.Call, cls: type) -> ast.expr:
        if any(isinstance(a, ast.Starred) for a in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            raise self.refuse(node, "a starred argument", "each argument by itself")
        given = {k.arg: self.visit(k.value) for k in node.keywords}
        arguments = [self.visit(argument) for argument in node.args]
        ordered: list[ast.expr] = []
        for place, (name, default) in enumerate(record_fields(cls)):
            if place < len(arguments):
                ordered.append(arguments[place])
            elif name.lstrip("_") in given or name in given:
                ordered.append(given.get(name) or given[name.lstrip("_")])
            elif default is not None:
                ordered.append(self.value(default(), node, name))
            else:
                raise self.refuse(node, f"{cls.__name__} without its {name}", f"{name}=...")
        return _call(self.bind(self.lowering.maker(cls), cls.__name__), ordered)

    def _replace(self, node: ast.Call) -> ast.expr:
        names = tuple(str(k.arg) for k in node.keywords)
        if len(node.args) != 1 or any(k.arg is None for k in node.keywords):
            raise self.refuse(node, "replace with computed names", "replace(value, field=...)")
        function = self.lowering.replacer(names)
        arguments = [self.visit(node.args[0]), *(self.visit(k.value) for k in node.keywords)]
        return _call(self.bind(function, "replace"), arguments)

    def _isinstance(self, node: ast.Call) -> ast.expr:
        classes = self._classes(node.args[1])
        function = self.lowering.tester(classes)
        return _call(self.bind(function, "isinstance"), [self.visit(node.args[0])])

    def _classes(self, node: ast.expr) -> tuple[Any, ...]:
        if isinstance(node, ast.Tuple):
            return tuple(cls for item in node.elts for cls in self._classes(item))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._classes(node.left) + self._classes(node.right)
        value = self._owner(node)
        found = value if isinstance(value, tuple) else typing.get_args(value) or (value,)
        if not all(isinstance(cls, type) for cls in found):
            raise self.refuse(node, "isinstance with a computed class", "the class by its name")
        return tuple(found)

    # --- loops and generators ----------------------------------------------------------------

    def _fold(self, node: ast.Call, target: Any) -> ast.expr:
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            return self._generator(node, target, node.args[0])
        if target is tuple and len(node.args) == 1:
            items = self.visit(node.args[0])
            return _call(self.bind(spellings.to_tuple, "tuple"), [items])
        if target in (len, min, max):
            self.generic_visit(node)
            return node
        arguments = [self._iterable(argument) for argument in node.args]
        return ast.Call(node.func, arguments, node.keywords)

    def _generator(self, node: ast.Call, target: Any, generator: ast.GeneratorExp) -> ast.expr:
        """Turn ``any(x in generator)`` into a call of a function that loops."""
        body = {
            any: ("", "if VALUE:\n    return True", "return False"),
            all: ("", "if not VALUE:\n    return False", "return True"),
            sum: ("total_ = 0", "total_ = total_ + VALUE", "return total_"),
        }.get(target)
        if body is None:
            listed = ast.copy_location(ast.ListComp(generator.elt, generator.generators), generator)
            items = self.visit(listed)
            if target is list:
                return typing.cast("ast.expr", items)
            if target is tuple:
                return _call(self.bind(spellings.to_tuple, "tuple"), [items])
            return ast.Call(node.func, [items, *node.args[1:]], node.keywords)
        return self._loop(body, generator)

    def _loop(self, body: tuple[str, str, str], generator: ast.GeneratorExp) -> ast.expr:
        targets = {
            name.id
            for each in generator.generators
            for name in ast.walk(each.target)
            if isinstance(name, ast.Name)
        }
        reads = {n.id for n in ast.walk(generator) if isinstance(n, ast.Name)}
        carried = sorted((reads & self.locals) - targets)
        self.locals |= targets
        start, step, end = (ast.parse(text).body for text in body)
        element = self.visit(generator.elt)
        inner: list[ast.stmt] = [_Fill(element).visit(statement) for statement in step]
        for each in reversed(generator.generators):
            for condition in reversed(each.ifs):
                inner = [ast.If(self.visit(condition), inner, [])]
            inner = [ast.For(each.target, self._iterable(each.iter), inner, [])]
        name = f"loop_{len(self.namespace)}_"
        arguments = ast.arguments([], [ast.arg(n) for n in carried], None, [], [], None, [])
        function = ast.FunctionDef(name, arguments, [*start, *inner, *end], [])
        ast.copy_location(function, generator)
        module = ast.fix_missing_locations(ast.Module([function], []))
        exec(compile(module, self.function.__code__.co_filename, "exec"), self.namespace)
        self.namespace[name] = self.lowering.jit(self.namespace[name])
        return _call(ast.Name(name, ast.Load()), [ast.Name(n, ast.Load()) for n in carried])

    def _walk(self, node: ast.Call) -> ast.expr:
        arguments = [self._iterable(argument) for argument in node.args]
        return ast.Call(node.func, arguments, node.keywords)

    def _iterable(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Call) and self.resolve(node.func) is range:
            return typing.cast("ast.expr", self.visit(node))
        visited = self.visit(node)
        return ast.copy_location(_call(self.bind(spellings.iterate, "iterate"), [visited]), node)

    def visit_For(self, node: ast.For) -> ast.For:
        node.iter = self._iterable(node.iter)
        node.target = self.visit(node.target)
        node.body = [self.visit(statement) for statement in node.body]
        node.orelse = [self.visit(statement) for statement in node.orelse]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        for name in ast.walk(node.target):
            if isinstance(name, ast.Name):
                self.locals.add(name.id)
        node.iter = self._iterable(node.iter)
        node.ifs = [self.visit(condition) for condition in node.ifs]
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.ListComp:
        node.generators = [self.visit(each) for each in node.generators]
        node.elt = self.visit(node.elt)
        return node

    # --- random numbers: a kernel always brings its generator ------------------------------

    def visit_If(self, node: ast.If) -> Any:
        makes = [
            isinstance(s, ast.Assign) and isinstance(s.value, ast.Call) and self._is_random(s.value)
            for s in node.body
        ]
        if all(makes) and not node.orelse and _asks_for_none(node.test):
            return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        if isinstance(node.op, ast.Or) and self._is_random(node.values[-1]):
            return typing.cast("ast.expr", self.visit(node.values[0]))
        self.generic_visit(node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        if _asks_for_none(node.test) and self._is_random(node.body):
            return typing.cast("ast.expr", self.visit(node.orelse))
        self.generic_visit(node)
        return node

    def _is_random(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.resolve(node.func) is Random

    # --- the rest ----------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Constant | ast.Slice):
            node.slice = _call(self.bind(spellings.as_index, "index"), [node.slice])
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        for place, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Set):
                node.comparators[place] = ast.copy_location(ast.Tuple(right.elts, ast.Load()), right)
        self.generic_visit(node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        # A message costs seconds to compile, and the interpreted twin can say it.
        return ast.copy_location(ast.Assert(self.visit(node.test)), node)

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        call = node.exc
        kind = self.resolve(call.func if isinstance(call, ast.Call) else call) if call else None
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            raise self.refuse(node, "a raise of a computed exception", "raise ValueError('...')")
        first = call.args[0] if isinstance(call, ast.Call) and call.args else None
        text = f"{self.function.__qualname__}, line {node.lineno}"
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            text = first.value
        elif isinstance(first, ast.JoinedStr):
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in first.values)
        exc = _call(self.bind(kind, kind.__name__), [ast.Constant(text)])
        return ast.copy_location(ast.Raise(exc), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        assign = ast.Assign([node.target], node.value)
        return typing.cast("ast.stmt", self.visit(ast.copy_location(assign, node)))

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        from zerosum.native.match import desugar

        subject = f"subject_{node.lineno}_{node.col_offset}_"
        self.locals.add(subject)
        chain = desugar(node, subject, lambda pattern, what, advice: self.refuse(pattern, what, advice))
        return typing.cast("ast.stmt", self.visit(chain))

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        raise self.refuse(node, "a dictionary", "a tuple or an array indexed by an int")

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        raise self.refuse(node, "a dictionary", "a chain of if and elif, or a tuple by index")

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        raise self.refuse(node, "try", "a test before the act")

    def visit_With(self, node: ast.With) -> ast.stmt:
        raise self.refuse(node, "with", "the plain statements")

    def visit_Yield(self, node: ast.Yield) -> ast.expr:
        if self.function.__name__ == "__iter__":
            self.generic_visit(node)
            return node
        raise self.refuse(node, "yield", "a list filled by append")

    def _above(self, node: ast.Attribute) -> tuple[Any, type]:
        """Return what ``super().name`` finds, and the class that defines it."""
        cls, owner = self._self_class(), self.unit.owner
        order = list(cls.__mro__)
        for base in order[order.index(owner) + 1 :] if owner in order else order[1:]:
            if node.attr in vars(base):
                return vars(base)[node.attr], base
        raise self.refuse(node, f"super().{node.attr}", "the name of a method that exists")

    def _self_class(self) -> type:
        if self.unit.cls is None:
            raise self.refuse(self.function, "super() outside a class", "the class by its name")
        return self.unit.cls

    def _me(self) -> ast.expr:
        return ast.Name(self.first, ast.Load())

    def refuse(self, node: Any, what: str, advice: str) -> LoweringError:
        """Return the error that says what stands in the way, where, and what to write."""
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        place = f"{self.function.__module__}.{self.function.__qualname__}"
        return LoweringError(
            f"{place} (line {line}) uses {what}, which has no native form; write {advice} instead.",
            self.function,
        )


class _Fill(ast.NodeTransformer):
    """Put an expression where a template says VALUE."""

    def __init__(self, element: ast.expr) -> None:
        self.element = element

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.element if node.id == "VALUE" else node


def _closed_over(function: pytypes.FunctionType) -> dict[str, Any]:
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # Not assigned yet: the function refers to itself.
            found[name] = function
    return found


def _call(function: ast.expr, arguments: list[ast.expr]) -> ast.Call:
    return ast.Call(function, arguments, [])


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
    )


def _asks_for_none(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Is)
        and isinstance(node.comparators[0], ast.Constant)
        and node.comparators[0].value is None
    )


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
