"""Lanes: phones and desks are answered before readers, and health checks and metrics before everything else.

Frames, which go to many readers at once, are made before the page that one reader asks for. But where hundreds of pages
are watched, the thread that makes frames rests after each for as long as it took, while phones and desks are busy.

A fixed set of threads serves the lanes. Each lane has its own queue, so that readers never crowd out results, and a
limit on its threads. With three threads or more, one is kept for health checks and metrics: the other lanes never have
all threads between them. Workers leave one of the rest to readers and frames, and these leave one to workers. Within a
lane, organisations take turns: one that floods the server delays only itself.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass, field
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Generic, TypeVar

from overtrick.web import limits
from overtrick.web.languages import split
from overtrick.web.organisations.names import DOT, owner_of
from overtrick.web.priority import reading

T = TypeVar("T")
_WATCHED = frozenset({"health", "metrics"})
_WORK = frozenset({"t", "desk", "sign-in", "sign-out"})
_BY_ORGANISATION = frozenset({"o", "p"})
_ASKED = frozenset({"GET", "HEAD", "OPTIONS"})
LONGEST_REST = 0.25
"""The most seconds that a process rests between two frames, however busy it is."""


@dataclass(slots=True, eq=False)
class Job(Generic[T]):
    """Work for a thread of a lane, and its future result."""

    work: Callable[[], T]
    done: "Future[T]" = field(default_factory=Future)


class Turns:
    """A queue of jobs in which organisations take turns; the jobs of each stay in order.

    >>> turns = Turns()
    >>> jobs = {name: Job(lambda: True) for name in "abcd"}
    >>> for name, job in jobs.items():
    ...     turns.put("" if name == "d" else "nsw", job)
    >>> taken = [turns.take() for _ in range(len(turns))]
    >>> [name for each in taken for name, job in jobs.items() if job is each]
    ['a', 'd', 'b', 'c']
    """

    def __init__(self) -> None:
        self.of: OrderedDict[str, deque[Job[bool]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, list(self.of.values())))

    def put(self, whose: str, job: Job[bool]) -> None:
        """Add a job behind those of its organisation."""
        self.of.setdefault(whose, deque()).append(job)

    def take(self) -> Job[bool]:
        """Remove and return the next job."""
        whose, jobs = self.of.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self.of[whose] = jobs
        return job

    def share(self, whose: str) -> bool:
        """Whether an organisation already has its share of the queue."""
        return len(self.of.get(whose, ())) * len(self.of) >= len(self)

    def clear(self) -> list[Job[bool]]:
        """Remove and return all jobs."""
        jobs = [job for each in self.of.values() for job in each]
        self.of.clear()
        return jobs


@dataclass(slots=True, eq=False)
class Lane:
    """A class of requests: its queue, how many may wait in it, and how many threads it may have."""

    name: str
    most_waiting: int
    most_running: int
    waiting: Turns = field(default_factory=Turns)
    running: int = 0

    def full(self, whose: str) -> bool:
        """Whether no more requests of an organisation may wait.

        In a full queue, an organisation with less than its share may still add some, up to twice the limit.
        """
        waits = len(self.waiting)
        return waits >= self.most_waiting and (waits >= 2 * self.most_waiting or self.waiting.share(whose))


class Lanes:
    """The threads, and the lanes that they serve in order."""

    def __init__(self, threads: int) -> None:
        self.watchers = Lane("watchers", limits.WATCHERS, 1)
        self.most_busy = threads - 1 if threads > 2 else threads
        """How many threads all lanes but that of the watchers may have together."""
        self.most_of_one_kind = max(1, self.most_busy - 1)
        """How many of these the workers may have; and how many readers and frames may have together."""
        self.workers = Lane("workers", limits.WORKERS, self.most_of_one_kind)
        self.readers = Lane("readers", limits.READERS, max(1, threads // 2))
        self.frames = Lane("frames", limits.READERS, 1)
        self._lanes = (self.watchers, self.workers, self.frames, self.readers)
        self._change = Condition()
        self._closed = False
        self._began: dict[int, float] = {}
        self._threads = [Thread(target=self._serve, args=(n,), name=f"page-{n}", daemon=True) for n in range(threads)]
        for thread in self._threads:
            thread.start()

    def lane_of(self, method: str, path: str) -> Lane:
        """The lane of a request: anything that posts, and every request of phones and desks, goes to the workers."""
        first = split(path)[1].lstrip("/").partition("/")[0]
        if first in _WATCHED:
            return self.watchers
        return self.workers if first in _WORK or method not in _ASKED else self.readers

    def submit(self, lane: Lane, work: Callable[[], bool], whose: str = "") -> "Future[bool]":
        """Queue work for an organisation."""
        job = Job(work)
        with self._change:
            lane.waiting.put(whose, job)
            self._change.notify()
        return job.done

    def longest(self) -> float:
        """How long the oldest job in progress has been running, in seconds."""
        began = list(self._began.values())
        return monotonic() - min(began) if began else 0.0

    def end(self) -> None:
        """Accept no more work and cancel what waits; those requests are told to try again."""
        with self._change:
            self._closed = True
            waiting = [job for lane in self._lanes for job in lane.waiting.clear()]
            for lane in self._lanes:
                lane.most_waiting = 0
            self._change.notify_all()
        for job in waiting:
            job.done.cancel()

    def close(self, patience: float) -> None:
        """Stop the threads; jobs in progress have *patience* seconds to finish."""
        self.end()
        until = monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _serve(self, number: int) -> None:
        while True:
            with self._change:
                while (turn := self._next()) is None:
                    if self._closed:
                        return
                    self._change.wait()
                lane, job = turn
                lane.running += 1
            began = self._began[number] = monotonic()
            try:
                with reading() if lane in (self.frames, self.readers) else nullcontext():
                    _do(job)
            finally:
                del self._began[number]
                if lane is self.frames:
                    self._rest(monotonic() - began)
                with self._change:
                    lane.running -= 1
                    self._change.notify()

    def _rest(self, took: float) -> None:
        """Rest after a frame for as long as it took, if more than one worker is running."""
        if self.workers.running > 1 and not self._closed:
            sleep(min(LONGEST_REST, took))

    def _next(self) -> tuple[Lane, Job[bool]] | None:
        return next(((lane, lane.waiting.take()) for lane in self._lanes if lane.waiting and self._may_run(lane)), None)

    def _may_run(self, lane: Lane) -> bool:
        """Whether a lane may have one more thread."""
        if lane.running >= (1 if lane is self.readers and self.workers.running else lane.most_running):
            return False
        if lane is self.watchers:
            return True
        displaying = self.frames.running + self.readers.running
        if lane is not self.workers and displaying >= self.most_of_one_kind:
            return False
        return displaying + self.workers.running < self.most_busy


def whose(path: str) -> str:
    """The organisation that a request is for, by its address alone; empty for the installation's own and for others.

    >>> [whose(path) for path in ("/t/nsw.swiss:x:y/now", "/fr/e/nsw.swiss/", "/o/nsw/", "/desk/e/swiss/room/", "/")]
    ['nsw', 'nsw', 'nsw', '', '']
    """
    first, *others = split(path)[1].lstrip("/").split("/", 4)
    if first in _BY_ORGANISATION and others:
        return others[0]
    name = next((each for each in others if DOT in each), "")
    return owner_of(name.partition(":")[0].partition(",")[0])


def _do(job: Job[bool]) -> None:
    if not job.done.set_running_or_notify_cancel():
        return  # the request was told to try again
    try:
        job.done.set_result(job.work())
    except BaseException as fault:  # noqa: BLE001 - it is raised where the result is awaited
        job.done.set_exception(fault)
