"""The chaos of one server: its processes and the database's are killed while phones and programs post."""

import os
import signal
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import ClassVar

import psycopg
from clients import Load, clients
from rig import Cluster, export_books, serving, wait_until
from trials import Trial

RISEN = 2.0
"""Seconds for which a process must have run before it is killed: killing one that has served nothing proves little."""
SOONEST = 0.6
"""The minimum fraction of the pause between two kills, when the database or the server took long to restart."""


class ServerTrial(Trial):
    """Kill processes (`kill -9`) of a server and of its PostgreSQL while every table's phone posts.

    Those that answer requests are killed, and occasionally a process of the database, the database itself, the
    supervisor, and the whole server at once. Clients send together just before a kill. The books are verified by
    `overtrick verify` and compared with the answers (`history.py`).
    """

    options: ClassVar[Mapping[str, float]] = {
        "minutes": 5.0, "times": 75, "seed": 1, "events": 3, "tables": 4, "workers": 4, "pause": 2.5, "port": 8390,
    }  # fmt: skip

    def __init__(self, asked: Namespace, folder: Path, stack: ExitStack) -> None:
        super().__init__(asked, folder, stack)
        self.database, self.congress, self.server = stack.enter_context(
            serving(asked.port, asked.workers, folder, asked.events, asked.tables)
        )
        self.load = Load(folder, asked.pause)
        self.load.start(clients(asked.port, self.congress))

    def faults(self) -> Iterator[str]:
        """Kill workers over the time, and the other kinds in between; fewer if they do not restart in time."""
        rarer: tuple[tuple[int, Callable[[], str]], ...] = (
            (20, lambda: kill_backend(self.database)), (50, self._database), (50, self._server),
        )  # fmt: skip
        times, seconds = self.asked.times, self.asked.minutes * 60
        began = due = time.monotonic()
        pause = seconds / times
        for number in range(1, times + 1):
            due += pause
            time.sleep(max(pause * SOONEST, due - time.monotonic()))
            if time.monotonic() - began > seconds + 30:
                return
            yield self._worker()
            for every, kill in rarer:
                if number % min(every, times) == 0:
                    yield kill()

    def _worker(self) -> str:
        wait_until(lambda: bool(self.server.processes(older=RISEN)), 120, "a process to be killed")
        victim = self.dice.choice(self.server.processes(older=RISEN))
        self.load.together.set()  # all clients send now
        time.sleep(self.dice.uniform(0.0, 0.08))
        self.load.together.clear()
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
        return "worker"

    def _database(self) -> str:
        """Kill the database itself, or shut it down immediately; start it again after a moment."""
        kill = self.dice.random() < 0.5
        (self.database.kill if kill else self.database.stop_at_once)()
        time.sleep(self.dice.uniform(0.0, 2.0))
        self.database.start()
        return "postmaster" if kill else "immediate shutdown"

    def _server(self) -> str:
        """Kill the whole server, or only its supervisor, whose processes then exit; start another."""
        supervisor = self.dice.random() < 0.5
        if supervisor:
            self.server.kill_supervisor()
        self.server.kill_all()
        self.server.start()
        return "supervisor" if supervisor else "whole server"

    def settle(self) -> None:
        self.load.finish()

    def check(self) -> Mapping[str, list[str]]:
        return self.load.check(export_books(self.congress.events, self.folder), self.congress.last)


def kill_backend(database: Cluster) -> str:
    """Kill a process of the database: PostgreSQL then ends all others and recovers by itself."""
    wait_until(lambda: _kill_backend(database), 60, "a process of the database to be killed")
    wait_until(database.answers, 60, "the database's recovery")
    return "backend"


def _kill_backend(database: Cluster) -> bool:
    """Whether there was one: a new worker has no connection to the database until it gets a request."""
    with suppress(psycopg.OperationalError, ProcessLookupError):
        for victim in database.backends()[:1]:
            os.kill(victim, signal.SIGKILL)
            return True
    return False
