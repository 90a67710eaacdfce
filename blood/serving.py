"""What ``python -m blood.serve`` does."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from blood.declared import DEFAULT, experiments, own, shipped
from blood.training import RUNS
from zerosum.errors import ExperimentError
from zerosum.experiment import Run


def run(
    runs: tuple[Path, ...], host: str, port: int, note: Callable[[str], None], *, opens: bool
) -> None:
    """Serve runs until Ctrl-C."""
    known = experiments()
    for path in runs:
        Run.open(path, known)
    try:
        from zerosum.web.library import Library
        from zerosum.web.serving import serve
        from zerosum.web.site import Site
        from zerosum.web.table.store import Store
        from zerosum.web.trainer import Trainer
    except ImportError as error:
        raise ExperimentError(
            f"The extra web must be installed to serve the page; there is no {error.name}: "
            f"pip install 'zerosum[web]'.",
            error,
        ) from error
    command = [sys.executable, "-m", "blood.train"]
    trainer = Trainer(command, lambda: {**shipped(), **own()}, DEFAULT, RUNS)
    store = Store(RUNS / "tables.sqlite")
    site = Site(Library(runs, RUNS, known), trainer=trainer, store=store)

    def announce(address: str) -> None:
        note(f"The page is at {address} Ctrl-C stops the server.")
        if host not in {"127.0.0.1", "localhost", "::1"}:
            note("Whoever knows this address can look into the runs and train on this machine.")

    serve(site, host, port, announce=announce, opens=opens)
    if site.work.busy:
        os._exit(0)  # or Python waits until the answers that nobody reads are computed
