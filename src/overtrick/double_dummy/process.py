"""The solver's process, asked from outside: deals go in, and each comes out again with its tricks."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from threading import Timer

AT_ONCE = 8
"""Deals that are solved together: much quicker than one after the other, and few enough to say how far it is."""

PATIENCE = 300.0
"""Seconds that such a batch may take; a solver that has not ended by then never will."""

READY = "ready"
"""The solver's first word."""


def installed() -> bool:
    """Whether there is a solver: `pip install 'overtrick[deals]'`."""
    return find_spec("endplay") is not None


def solve(deals: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each deal, as it is written, with its twenty numbers as they are found; where the solver fails, no more of them.

    The process is ended with whoever asks no more. That it cannot be started is an OSError.
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
