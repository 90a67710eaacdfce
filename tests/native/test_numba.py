"""What this library takes from inside Numba, by name: what to look at when the bound rises.

Numba promises nothing about these functions and messages. If a version changes one of them, its
test fails and names the file here that depends on it: read both, mend ours, and write the new
digest down. Raise the bound in ``pyproject.toml`` when all tests in this folder pass.
"""

from __future__ import annotations

import inspect
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import numba
import pytest

from zerosum.abstraction.identity import digest

ROOT = Path(__file__).parents[2]
BOUND = "numba>=0.68,<0.69"
# What is overridden, replaced or imitated: the file here, and the digest of Numba's source.
USED = {
    "numba.core.bytecode:FunctionIdentity.from_function": ("linking.py", "c44e4a6f75145788"),
    "numba.core.codegen:CPUCodeLibrary.finalize": ("linking.py", "11d5c537f6ccb464"),
    "numba.core.codegen:CPUCodeLibrary._optimize_final_module": ("linking.py", "84d7858acf28888c"),
    "numba.core.codegen:CPUCodeLibrary._finalize_final_module": ("linking.py", "abe4ec11fa04987c"),
    "numba.core.codegen:CPUCodeLibrary._optimize_functions": ("linking.py", "bbd2dc088d42dd22"),
    "numba.core.codegen:CPUCodeLibrary.add_llvm_module": ("linking.py", "4af522913e218d52"),
    "numba.core.typed_passes:AnnotateTypes": ("linking.py", "f32da7be933a9804"),
    "numba.core.codegen:CPUCodeLibrary.serialize_using_object_code": (
        "linking.py",
        "05bb59956f580bd4",
    ),
    "numba.core.codegen:CPUCodeLibrary._get_module_for_linking": ("linking.py", "7f8cfff8ae8c1752"),
    "numba.core.compiler:CompileResult": ("linking.py", "2b2b21bbc62e7767"),
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline": (
        "linking.py",
        "7a435064481a85b9",
    ),
    "numba.core.cpu:CPUContext.get_executable": ("linking.py", "6aa9446ee974a6ff"),
    "numba.core.lowering:Lower.alloca": ("linking.py", "a4327dda4ebce2e9"),
    "numba.core.lowering:Lower._lower_call_RecursiveCall": ("linking.py", "0da2931fe471ddf4"),
    "numba.core.lowering:Lower._lower_call_normal": ("linking.py", "ca272baa7b2bc2db"),
    "numba.core.typed_passes:BaseNativeLowering.run_pass": ("linking.py", "1f0140da8bde8770"),
    "numba.core.caching:_Cache": ("cache.py", "7f9768c868b2e46d"),
    "numba.core.caching:CompileResultCacheImpl": ("cache.py", "eab0535d83fc60df"),
    "numba.core.dispatcher:Dispatcher.compile": ("cache.py", "24aa2d396108141f"),
    "numba.core.base:BaseContext.get_function": ("checking.py", "7b36040474041125"),
    "numba.core.base:BaseContext.get_getattr": ("checking.py", "33e3aab3a0718af5"),
    "numba.core.callconv:CPUCallConv.return_user_exc": ("checking.py", "8453474eabbe0225"),
    "numba.core.typing.context:BaseContext.resolve_function_type": (
        "checking.py",
        "e533ce2726cce1a4",
    ),
    "numba.core.typed_passes:NopythonTypeInference": ("bool_or_int.py", "f096d28d36c52c6e"),
    "numba.core.typed_passes:BaseTypeInference.run_pass": ("bool_or_int.py", "66ec9170b777eafa"),
    "numba.core.extending:intrinsic": ("emit.py", "7942f6d69d21f679"),
    "numba.core.extending:overload": ("emit.py", "8d9ee99744c87fd9"),
    "numba.core.extending:overload_method": ("emit.py", "afaee8038e4178e8"),
    "numba.core.typing.templates:AttributeTemplate": ("attributes.py", "c43ec45f008c8e91"),
    "numba.core.imputils:lower_getattr_generic": ("attributes.py", "88e4ed3b02f3544a"),
    "numba.core.typing.context:BaseContext._lookup_global": ("lowering.py", "8203948f6be48dff"),
    "numba.np.arrayobj:populate_array": ("encoding.py", "7bdf63b8b2cf81e9"),
    "numba.core.base:BaseContext.refresh": ("sparing.py", "465d5b7d0c082bb2"),
    "numba.core.typing.templates:BaseRegistryLoader": ("interrupted.py", "e77ce42a60040263"),
    "numba.core.utils:stream_list": ("interrupted.py", "cbe39d3a38382fd4"),
    "numba.core.runtime.nrt:rtsys.initialize": ("sparing.py", "44451b15f6626b56"),
    "numba.np.linalg:ensure_blas": ("sparing.py", "33dd391a19a5f592"),
    "llvmlite.binding.ffi:_LLVMLock": ("sparing.py", "0c65dfb2bb50334e"),
    "numba.core.base:_initialize_llvm_lock_event": ("sparing.py", "ad1f281200eb6be8"),
    "numba.core.compiler_machinery:PassManager._runPass": ("sparing.py", "9cc8ef1e9177538a"),
    "numba.core.compiler:CompilerBase._compile_core": ("linking.py", "696b1ca2939adc32"),
    "numba.core.ir:Inst._rec_list_vars": ("sparing.py", "4760ac4197406edc"),
    "numba.core.targetconfig:TargetConfig": ("sparing.py", "2e1155d497c4259d"),
    "numba.core.postproc:PostProcessor.run": ("sparing.py", "0e0fe472a6cb16ca"),
    "numba.core.utils:order_by_target_specificity": ("sparing.py", "f15af9693ee165e3"),
    "numba.core.types.functions:BaseFunction.get_call_type": ("sparing.py", "d0230ffa8cc4932c"),
    "numba.core.typing.npydecl:NumpyRulesArrayOperator": ("sparing.py", "50429742aa9f4308"),
    "numba.core.callconv:CPUCallConv.call_function": ("sparing.py", "a1cea32684c76f43"),
    "numba.core.typing.templates:_OverloadFunctionTemplate._build_impl": (
        "linking.py",
        "57847bdd474ce70c",
    ),
    "numba.core.typing.builtins:StaticGetItemTuple": ("casts.py", "ea99cd5da690eba8"),
}
# What stands in the messages that reasons.py and places.py read, and the module that writes it.
PHRASES = {
    "Unknown attribute '{attr}' of type {type}": "numba.core.errors",
    "Variable '%s' is not defined.": "numba.core.errors",
    ">>> {fname}({signature})": "numba.core.types.functions",
    "Can't unify return type from the ": "numba.core.typeinfer",
    "Cannot unify %s and %s for '%s'": "numba.core.typeinfer",
    "Invalid use of {0} with parameters ({1})": "numba.core.typeinfer",
    "Cannot infer the type of variable '%s'": "numba.core.typeinfer",
    "failed to unpack {}": "numba.core.typeinfer",
    "During: {1}": "numba.core.errors",
    "compiler re-entrant to the same function signature": "numba.core.typing.context",
    "Cannot capture the non-constant value associated with ": "numba.core.ir_utils",
    "Unsupported use of cell variable encountered": "numba.core.interpreter",
}


@pytest.mark.parametrize("name", USED)
def test_a_function_inside_numba_is_the_one_that_is_built_on(name: str) -> None:
    file, known = USED[name]
    found = digest(inspect.getsource(resolve_name(name)))
    assert found == known, f"Numba changed {name}: read it, and zerosum/native/{file}"


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_message_of_numba_is_the_one_that_is_read(phrase: str) -> None:
    source = inspect.getsource(import_module(PHRASES[phrase]))
    assert phrase in source, f"Numba changed {phrase!r}: read zerosum/native/reasons.py"


def test_the_bound_is_the_one_that_is_looked_at() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = f"before the bound of Numba rises, run {Path(__file__).name} with the new version"
    assert BOUND in declared["dependencies"], told
    assert numba.__version__.startswith("0.68."), told
