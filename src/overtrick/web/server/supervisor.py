"""The supervisor: processes that die are restarted, however often, and one that gives no sign of life is killed.

It is granian's own main process with another loop. granian ends the whole server when one process dies twice within a
few seconds; here that process waits a little longer each time, and the others go on. What cannot be detected inside a
process (a computation that never lets another thread run) is detected here: every process writes a sign of life into
the server's folder, and one that misses too many is killed.
"""

import logging
import os
import signal
import sys
from collections.abc import Mapping
from math import inf
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Any

from granian.server import MPServer

from overtrick.web import limits

SIGN = ".alive"
"""The suffix of the file with a process's signs of life."""
STEADY = 60.0
"""Seconds after which a process counts as having run, so that it is restarted at once if it dies."""
_log = logging.getLogger("overtrick.supervisor")


def sign_of_life(folder: Path, beat: int) -> None:
    """Write a sign of life: a number in this process's file that differs from the last one."""
    (folder / f"{os.getpid()}{SIGN}").write_text(str(beat))


class Watchdog:
    """Finds processes that have given no sign of life for too long. It is called every `limits.BEAT` seconds.

    It counts calls rather than seconds, so that no process is killed because the machine was asleep.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: dict[int, tuple[str, int]] = {}

    def silent(self, processes: Mapping[int, float]) -> list[int]:
        """The processes that are stuck, out of these with the seconds since each was started."""
        for gone in self.seen.keys() - processes.keys():
            del self.seen[gone]
        stuck = []
        for process, age in processes.items():
            before, missed = self.seen.get(process, ("", 0))
            sign = self._sign(process) or before  # a file is empty for a moment while it is written
            missed = missed + 1 if sign == before else 0
            self.seen[process] = (sign, missed)
            if (missed >= limits.SILENT and sign) or (not sign and age > limits.RISE):
                stuck.append(process)
        return stuck

    def _sign(self, process: int) -> str:
        try:
            return (self.folder / f"{process}{SIGN}").read_text()
        except OSError:
            return ""


class Pauses:
    """How long to wait before a process is restarted: not at all the first time, then longer each time."""

    def __init__(self) -> None:
        self.died: dict[int, tuple[float, float]] = {}

    def next_pause(self, place: int, now: float) -> float:
        """The pause before restarting the process with this number, which has just died."""
        last, pause = self.died.get(place, (-inf, 0.0))
        pause = 0.0 if now - last > STEADY else min(limits.PAUSE, max(0.5, pause * 2))
        self.died[place] = (now, pause)
        return pause


def end_with_a_word(process: BaseProcess) -> None:
    """Kill a process that is stuck; if it still can, it first logs the stack of each of its threads."""
    if process.pid is not None and sys.platform != "win32":
        os.kill(process.pid, signal.SIGABRT)  # answered by `faulthandler`, whatever else the process does
        process.join(limits.BEAT)
    process.kill()


class SupervisedServer(MPServer):
    """granian's server with our loop around its processes."""

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        watchdog = Watchdog(Path(os.environ["OVERTRICK_RUNTIME_DIR"]))
        pauses, due = Pauses(), dict[int, float]()
        while True:
            self.main_loop_interrupt.wait(limits.BEAT)
            if self.interrupt_signal:
                return
            self.main_loop_interrupt.clear()
            if self.reload_signal:
                self._reload(spawn_target, target_loader)  # type: ignore[no-untyped-call]  # granian's own
            now = monotonic()
            for place in self.interrupt_children:
                due[place] = now + pauses.next_pause(place, now)
                _log.error("process %s has died and is started again in %.1f s", place + 1, due[place] - now)
            self.interrupt_children.clear()
            ready = [place for place, when in due.items() if when <= now]
            if ready:
                for place in ready:
                    del due[place]
                self._respawn_workers(ready, spawn_target, target_loader)
            alive = {each.inner.pid: each for each in self.wrks if each.inner.is_alive()}
            for process in watchdog.silent({pid: now - each.birth for pid, each in alive.items()}):
                _log.error("process %s gives no sign of life and is ended", process)
                end_with_a_word(alive[process].inner)  # it is restarted as if it had died by itself
