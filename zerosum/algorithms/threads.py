"""Several threads on one table: each runs a share of the iterations with its own random numbers.

Regrets and sums are added without a lock. Two threads that add to the same number at the same
moment may lose one of the two; with many infosets that is rare, and costs as little as a sample
left out (Niu et al., "Hogwild!", NeurIPS 2011). A thread that the system stops between reading and
writing puts one number back to what it was then: with more threads than cores, a game of a dozen
infosets and a run of a tenth of a second that shows. No row is lost or made twice.
"""

import threading
from collections.abc import Callable

from zerosum.errors import ZeroSumError
from zerosum.support.cores import STACK, kernel_stacks
from zerosum.tables import Workspace
from zerosum.tables.table import SPILL

Kernel = Callable[[Workspace, int, int], None]
Failure = tuple[Workspace, Exception]


class Team:
    """Threads that run batches of iterations on one table.

    Parameters
    ----------
    whole
        The workspace whose table the threads share.
    threads
        How many.
    """

    def __init__(self, whole: Workspace, threads: int) -> None:
        self.whole = whole
        self.shares = [whole.for_thread() for _ in range(threads)]
        self._leaving = threading.Lock()

    def run(self, run: Kernel, first: int, last: int) -> list[Failure]:
        """Run iterations ``first`` to ``last``; return the status and the place of a failure.

        Each thread takes the next iteration that is left, and the weights depend on its number in
        the whole run. The random numbers of all threads are derived from the one generator that is
        saved.
        """
        shares = self.shares[: last - first + 1]
        branch = self.whole.rng.branch()
        for number, share in enumerate(shares):
            share.take_numbers(self.whole)
            share.touched = share.iterations = share.turned_away = 0
            share.stack_budget = STACK // 2
            share.discounts = self.whole.discounts
            share.rng.follow(branch, number)
            if share.spill > 0:
                share.spill += number * SPILL
        table = self.whole.table
        table.open_gates()
        table.active[0] = len(shares)
        table.following[0] = first + len(shares)
        try:
            failures = self._run_all(run, shares, first, last)
        finally:
            table.open_gates()
            self._collect(shares)
        return failures

    def _run_all(
        self, run: Kernel, shares: list[Workspace], first: int, last: int
    ) -> list[Failure]:
        failures: list[Failure] = []

        def part(share: Workspace, start: int) -> None:
            try:
                run(share, start, last)
            except Exception as failure:  # noqa: BLE001  # The caller explains it.
                failures.append((share, failure))
            finally:
                self._leave(1)

        started = 0
        members = [
            threading.Thread(target=part, args=(share, first + number))
            for number, share in enumerate(shares)
        ]
        try:
            with kernel_stacks():
                for member in members:
                    member.start()
                    started += 1
        except RuntimeError as error:
            raise ZeroSumError(
                f"threads must be no more than the system can start; got {len(members)}, and it "
                f"started {started}: use fewer threads.",
                len(members),
            ) from error
        finally:
            self._leave(len(members) - started)
            _join(members[:started])
        return failures

    def _leave(self, number: int) -> None:
        """Count threads that are done with the table, so that none waits for them."""
        with self._leaving:
            self.whole.table.active[0] -= number

    def _collect(self, shares: list[Workspace]) -> None:
        """Add up what the threads counted."""
        self.whole.touched += sum(share.touched for share in shares)
        self.whole.iterations += sum(share.iterations for share in shares)
        turned = [share for share in shares if share.turned_away > 0]
        if turned and self.whole.turned_away == 0:
            self.whole.full_since = min(share.full_since for share in turned)
        self.whole.turned_away += sum(share.turned_away for share in turned)


def _join(members: list[threading.Thread]) -> None:
    """Wait for threads; even after a second Ctrl-C none may still change the table."""
    try:
        for member in members:
            member.join()
    finally:
        for member in members:
            member.join()
