"""Run the solver in a process of its own: send deals in, and read each back with its tricks."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from threading import Timer

AT_ONCE = 8
"""Deals solved in one batch: much faster than one by one, and few enough to report progress."""

PATIENCE = 300.0
"""Seconds that a batch may take; a solver that is still running after that has hung."""

READY = "ready"
"""The line that the solver writes once it can take deals."""


def is_solver_installed() -> bool:
    """Whether a solver is installed: `pip install 'overtrick[deals]'`."""
    return find_spec("endplay") is not None


def solve(deals: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each deal, as it is written, with its twenty numbers as soon as they are found; stop if the solver fails.

    The process ends when the caller stops iterating. Raise OSError if it cannot be started.
    """
    if not deals:
        return
    command = [sys.executable, "-m", "overtrick.double_dummy.solver"]
    with subprocess.Popen(  # noqa: S603 - our own program, and a deal is letters, dots and spaces
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
    ) as process:
        if process.stdin is None or process.stdout is None or process.stdout.readline().strip() != READY:
            process.kill()
            raise OSError("the solver does not start")
        try:
            for start in range(0, len(deals), AT_ONCE):
                batch = deals[start : start + AT_ONCE]
                process.stdin.write("\t".join(batch) + "\n")
                process.stdin.flush()
                watch = Timer(PATIENCE, process.kill)
                watch.start()
                try:
                    found = [process.stdout.readline().strip().partition("\t") for _ in batch]
                finally:
                    watch.cancel()
                for deal, _, numbers in found:
                    if not numbers:
                        return
                    yield deal, numbers
        except BrokenPipeError:
            return
        finally:
            process.kill()
