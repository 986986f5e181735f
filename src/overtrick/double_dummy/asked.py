"""What is known of a deal's double dummy tricks: asked for at any time, never waited for.

The first question about a deal puts it in the queue of the solver's process, and is answered with nothing; a later one
has the tricks. Each deal is solved once in a process and kept in memory; what is dropped is solved again. Where the
solver is not installed nothing is ever known, and whoever asks says nothing.
"""

import logging
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from threading import Lock, Thread

from overtrick.core.model.cards import Deal
from overtrick.core.model.contracts import Strain
from overtrick.core.model.seats import CLOCKWISE, Seat

Tricks = Mapping[tuple[Seat, Strain], int]
"""The tricks a seat takes as declarer in a strain."""

KEPT = 5000
"""Deals: more than a congress has."""
AT_ONCE = 100
"""Deals handed to one process, few enough that neither side of the pipe ever fills."""
_log = logging.getLogger("overtrick.double_dummy")


def installed() -> bool:
    """Whether there is a solver: `pip install 'overtrick[deals]'`."""
    return find_spec("endplay") is not None


class DoubleDummy:
    """The deals solved so far, and those that wait."""

    def __init__(self) -> None:
        self.found: dict[str, Tricks] = {}
        self.waiting: dict[str, None] = {}
        self.solving: Thread | None = None
        self.able = installed()
        self._lock = Lock()

    def tricks(self, deal: Deal) -> Tricks | None:
        """A deal's tricks, if they are known by now."""
        text = str(deal)
        with self._lock:
            if self.able and text not in self.found and text not in self.waiting:
                self.waiting[text] = None
                if self.solving is None:
                    self.solving = Thread(target=self._solve, name="double dummy", daemon=True)
                    self.solving.start()
            return self.found.get(text)

    def _solve(self) -> None:
        """Solve until nothing waits. A deal that the solver fails on is not tried again."""
        while True:
            with self._lock:
                batch = list(self.waiting)[:AT_ONCE]
                if not batch or not self.able:
                    self.solving = None
                    return
            try:
                self._batch(batch)
            except OSError:
                _log.warning("the solver could not be started", exc_info=True)
                self.able = False
            with self._lock:
                for deal in batch:
                    self.waiting.pop(deal, None)
                    if deal not in self.found:
                        self.found[deal] = {}

    def _batch(self, deals: list[str]) -> None:
        command = [sys.executable, "-m", "overtrick.double_dummy.solver"]
        with subprocess.Popen(  # noqa: S603 - our own program, and a deal is letters, dots and spaces
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            if process.stdin is None or process.stdout is None:
                return
            process.stdin.write("".join(f"{deal}\n" for deal in deals))
            process.stdin.close()
            for line in process.stdout:
                deal, _, numbers = line.partition("\t")
                self._keep(deal, [int(number) for number in numbers.split()])

    def _keep(self, deal: str, numbers: list[int]) -> None:
        places = [(seat, strain) for seat in CLOCKWISE for strain in Strain]
        with self._lock:
            while len(self.found) >= KEPT:
                del self.found[next(iter(self.found))]
            self.found[deal] = dict(zip(places, numbers, strict=True))


known = DoubleDummy()
"""This process's own."""
