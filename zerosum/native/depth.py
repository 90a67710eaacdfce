"""How deep recursion may go: the stack of native code, which ends the process where it overflows.

Kernels may use half of a thread's stack. A function of a user that calls itself may use an eighth,
from wherever it is called first: it is given the address at which it must stop as a hidden first
argument (:mod:`zerosum.native.rewriting.recursion`), and compares its own frame with that.
"""

from numba.core import cgutils, types

from zerosum.native.emit import WORD, Emitter, Value, always, generic, instruction

_USUAL_STACK = 8 << 20
_SMALL_STACK = 1 << 20


def stack_budget() -> int:
    """Return how many bytes of stack a kernel may use: half of what a thread usually has."""
    try:
        import resource
    except ImportError:  # Windows
        return _SMALL_STACK // 2
    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return (_USUAL_STACK if soft < 0 else min(soft, _USUAL_STACK)) // 2


def helper_budget() -> int:
    """Return how many bytes of stack a user's function may use to call itself.

    Python ends at about a thousand calls; with the usual stack this is a kilobyte for each.
    """
    return stack_budget() // 4


@instruction(types.int64())
def stack_address(emitter: Emitter) -> Value:
    """Return where the stack ends now."""
    return emitter.builder.ptrtoint(cgutils.alloca_once(emitter.builder, WORD), WORD)


@instruction(types.int64())
def last_address(emitter: Emitter) -> Value:
    """Return where the stack must end for a function that is called now."""
    now = emitter.builder.ptrtoint(cgutils.alloca_once(emitter.builder, WORD), WORD)
    return emitter.builder.sub(now, WORD(helper_budget()))


@generic
@always
def check_depth(last: int) -> None:
    """Raise an error if the stack goes beyond an address."""
    if stack_address() < last:
        raise RecursionError("maximum recursion depth exceeded")
