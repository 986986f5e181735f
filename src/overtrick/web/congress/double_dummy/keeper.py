"""The store of double-dummy results: pages read it without waiting, and a background thread fills it.

Of all processes of all servers on one PostgreSQL, one solves at a time: it holds an advisory lock, which ends with its
connection however the process ends. While deals are waiting, the others try again after a moment, so that another takes
over if the solver dies. A solved deal is never solved again.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock, Thread
from time import sleep

from django.db import DatabaseError, connection, transaction

from overtrick.double_dummy.process import is_solver_installed, solve
from overtrick.web.congress.double_dummy.models import SolvedDeal
from overtrick.web.database_address import direct_connection

SOLVER_LOCK = 0x0B1DD
"""The advisory lock of the process that solves."""
AT_ONCE = 40
"""How many deals one process of the solver is given before the queue is read again."""
TRIES = 3
"""How often the solver may fail to start before this process gives up and reports deals as failed."""
PAUSE = 2.0
"""Seconds after which a process checks again whether another is still solving."""
_log = logging.getLogger("overtrick.double_dummy")


class InDatabase:
    """The solved deals of this installation, and those that are waiting."""

    def __init__(self) -> None:
        self.able = is_solver_installed()
        self._thread: Thread | None = None
        self._lock = Lock()
        self._not_started = 0

    def find(self, deals: Sequence[str]) -> Mapping[str, str]:
        """The known results of these deals; the other deals are queued for the background thread.

        Once the solver has failed to start too often, nothing is queued, and unknown deals count as failed.
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
        """Start solving the waiting deals, unless this process is already doing so."""
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
    """Whether any deal is waiting."""
    return SolvedDeal.objects.filter(tricks=None).exists()


def solve_waiting() -> int:
    """Solve the waiting deals, first come first served, and return how many. The caller must hold the lock."""
    done = 0
    while deals := _first_in_line():
        left = list(deals)
        for deal, numbers in solve(deals):
            _keep(deal, numbers)
            left.remove(deal)
            done += 1
        for deal in left:  # the solver died on one of them: each is tried alone, once
            _keep(deal, dict(solve([deal])).get(deal, ""))
    return done


def _first_in_line() -> list[str]:
    waiting = SolvedDeal.objects.filter(tricks=None).order_by("asked", "deal")
    return list(waiting.values_list("deal", flat=True)[:AT_ONCE])


def _keep(deal: str, numbers: str) -> None:
    SolvedDeal.objects.filter(deal=deal, tricks=None).update(tricks=numbers)


@contextmanager
def _alone() -> Iterator[bool]:
    """Try to take the lock; yield whether this process has it. SQLite has only one process."""
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
"""The store of this process."""
