"""Load an experiment by name and run one iteration; :mod:`tests.bench.compile` starts this.

    python -P tests/bench/start.py MODULE [clocks]

Prints the CPU seconds of the process as JSON: in all, and with ``clocks`` by step and by function
that was compiled, each without what it waited for.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from time import process_time
from typing import Any

from zerosum.experiment.load import load, start_of

STEPS = {
    "nopython_type_inference": "typing",
    "native_lowering": "lower",
    "zerosum_lowering": "lower",
}


class Clocks:
    """CPU seconds by step and by compiled function, of which one each runs at a time."""

    def __init__(self) -> None:
        self.steps: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self.running = [("imports", "")]
        self.since = 0.0

    def stop(self) -> None:
        """Add the time since the last stop to what ran."""
        now, (step, function) = process_time(), self.running[-1]
        self.steps[step] += now - self.since
        self.functions[function] += now - self.since
        self.since = now

    def time(self, owner: Any, method: str, step: str) -> None:
        """Measure a method as a step; without one, as the compiling of its function."""
        inner: Callable[..., Any] = getattr(owner, method)

        def timed(first: Any, *args: Any, **named: Any) -> Any:
            self.stop()
            now, function = self.running[-1]
            if not step:
                function = f"{first.py_func.__module__}.{first.py_func.__qualname__}"
            # Loading and saving are one step, whatever they call.
            self.running.append((now if now in {"load", "save"} else step or now, function))
            try:
                return inner(first, *args, **named)
            finally:
                self.stop()
                self.running.pop()

        setattr(owner, method, timed)


def clocks() -> Clocks:
    """Hook clocks in; all before this was imports."""
    from numba.core import codegen, compiler_machinery, dispatcher

    from zerosum.algorithms import base
    from zerosum.native import cache

    found, library = Clocks(), codegen.JITCodeLibrary
    found.stop()
    found.running = [("rest", "")]
    for step, known in compiler_machinery._pass_registry._registry.items():
        found.time(step, "run_pass", STEPS.get(known.pass_inst.name(), "passes"))
    for owner, method, name in (
        (base, "check_playouts", "checks"),
        (dispatcher._FunctionCompiler, "_compile_core", ""),
        (library, "_optimize_functions", "functions"),
        (library, "finalize", "linking"),
        (library, "_optimize_final_module", "optimise"),
        (library, "_finalize_specific", "generate"),
        (cache.FingerprintCache, "load_overload", "load"),
        (cache.FingerprintCache, "save_overload", "save"),
    ):
        found.time(owner, method, name)
    return found


def main() -> None:
    experiment = load(sys.argv[1])
    hooked = clocks() if "clocks" in sys.argv else Clocks()
    solver = experiment.algorithm(start_of(experiment), seed=1)
    solver.run(1)
    hooked.stop()
    assert solver.native
    print(json.dumps([process_time(), hooked.steps, hooked.functions]))


if __name__ == "__main__":
    main()
