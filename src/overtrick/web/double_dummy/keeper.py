"""The keeper of what is solved: asked by pages, which never wait, and filled by a thread beside them.

Of all processes of all servers on one PostgreSQL one solves at a time: it holds an advisory lock, which ends with its
connection however the process ends. The others look again after a moment for as long as something waits, so that a deal
whose solver died is taken up by another; what is solved is never solved again.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock, Thread
from time import sleep

from django.db import DatabaseError, connection, transaction

from overtrick.double_dummy.process import installed, solve
from overtrick.web.database_address import direct_connection
from overtrick.web.double_dummy.models import SolvedDeal

SOLVER_LOCK = 0x0B1DD
"""The advisory lock of whoever solves."""
AT_ONCE = 40
"""Deals that one process of the solver is given; then those that came meanwhile have their turn."""
TRIES = 3
"""How often the solver may fail to start; then this process asks it no more, and says that it failed."""
PAUSE = 2.0
"""Seconds after which a process looks again whether another still solves."""
_log = logging.getLogger("overtrick.double_dummy")


class InDatabase:
    """The deals of this installation that are solved, and those that wait."""

    def __init__(self) -> None:
        self.able = installed()
        self._thread: Thread | None = None
        self._lock = Lock()
        self._not_started = 0

    def find(self, deals: Sequence[str]) -> Mapping[str, str]:
        """What is known of these deals; the others wait from now on, and are solved by a thread of its own.

        Once the solver has failed to start too often nothing waits: of those not known it is known that they failed.
        """
        rows = dict(SolvedDeal.objects.filter(deal__in=deals).values_list("deal", "tricks"))
        found = {deal: tricks for deal, tricks in rows.items() if tricks is not None}
        if self._not_started >= TRIES:
            return {deal: found.get(deal, "") for deal in deals}
        if self.able and len(found) < len(deals):
            new = [SolvedDeal(deal=deal) for deal in deals if deal not in rows]
            if new:
                SolvedDeal.objects.bulk_create(new, ignore_conflicts=True)
            transaction.on_commit(self.begin)
        return found

    def begin(self) -> None:
        """Solve what waits, unless this process does so already."""
        with self._lock:
            if self.able and self._thread is None:
                self._thread = Thread(target=self._work, name="double dummy", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        try:
            self._until_nothing_waits()
            self._not_started = 0
        except DatabaseError:
            _log.warning("could not solve deals; whoever asks next begins again", exc_info=True)
        except OSError:
            self._not_started += 1
            _log.warning("the solver does not start, %s of %s times", self._not_started, TRIES, exc_info=True)
        finally:
            connection.close()
            direct_connection().close()
            with self._lock:
                self._thread = None

    def _until_nothing_waits(self) -> None:
        while waiting():
            with _alone() as alone:
                if alone:
                    solve_waiting()
            if not alone:
                sleep(PAUSE)


def waiting() -> bool:
    """Whether any deal waits."""
    return SolvedDeal.objects.filter(tricks=None).exists()


def solve_waiting() -> int:
    """Solve what waits, first come first served, and say how many; only for whoever holds the lock."""
    done = 0
    while deals := _first_in_line():
        left = list(deals)
        for deal, numbers in solve(deals):
            _keep(deal, numbers)
            left.remove(deal)
            done += 1
        for deal in left:  # the solver ended at one of them: each is tried alone, and those it fails on never again
            _keep(deal, dict(solve([deal])).get(deal, ""))
    return done


def _first_in_line() -> list[str]:
    waiting = SolvedDeal.objects.filter(tricks=None).order_by("asked", "deal")
    return list(waiting.values_list("deal", flat=True)[:AT_ONCE])


def _keep(deal: str, numbers: str) -> None:
    SolvedDeal.objects.filter(deal=deal, tricks=None).update(tricks=numbers)


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else solves; SQLite has only one process."""
    if connection.vendor != "postgresql":
        yield True
        return
    with direct_connection().cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [SOLVER_LOCK])
        [got] = cursor.fetchone()
        try:
            yield got
        finally:
            if got:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [SOLVER_LOCK])


kept = InDatabase()
"""This process's own way to the database."""
