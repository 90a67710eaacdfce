"""Processes that work for this one, and never outlive it."""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from typing import Any

_FOR_US = ("SIGINT", "SIGHUP")  # Ctrl-C and a closed terminal, which all processes of it get


def workers(
    number: int, begin: Callable[..., object] | None = None, *given: Any
) -> ProcessPoolExecutor:
    """Return so many processes, which start when there is work.

    Ctrl-C and a closed terminal are left to this process. However it ends, its workers end too.

    Parameters
    ----------
    number
        The number of processes.
    begin, given
        What each calls first, and its arguments.
    """
    return ProcessPoolExecutor(number, get_context("spawn"), _begin, (begin, given))


def _begin(begin: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    for name in _FOR_US:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
