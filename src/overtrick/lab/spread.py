"""Work distributed over processes and machines by Dask; a task's result does not depend on where or when it is done."""

import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from overtrick.core.errors import DirectorError

if TYPE_CHECKING:
    from distributed import Client

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD = 4
"""Tasks per worker that are submitted ahead: enough that none waits, and few to cancel when the work stops."""

PATIENCE = 15
"""Seconds in which a scheduler must answer."""

QUIET = {"distributed.worker.profile.enabled": False}
"""Dask's profiler samples every worker a hundred times a second, and costs a tenth of the processor or more."""

LOUD = "distributed"
"""Dask's logger, which reports each worker that dies; we report it too if it matters."""


def spread(
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    workers: int,
    scheduler: str = "",
    page: Callable[[str], None] = lambda _: None,
) -> Generator[tuple[Task, Done]]:
    """Yield every task with its result, as it is done: by processes of this machine, or by those of a *scheduler*.

    With one worker the work runs in this process. If a worker is killed, its current task is done again. *page* is
    called with the address of Dask's dashboard. When the generator is closed, pending tasks are cancelled.
    """
    if workers == 1 and not scheduler:
        yield from ((task, work(task)) for task in tasks)
    elif tasks:
        with _client(workers, scheduler) as client:
            page(client.dashboard_link if find_spec("bokeh") else "")
            yield from _as_done(client, work, tasks)


def _as_done(client: "Client", work: Callable[[Task], Done], tasks: Sequence[Task]) -> Iterator[tuple[Task, Done]]:
    """Results as they are completed; tasks are submitted as workers become free."""
    from distributed import Future, KilledWorker, as_completed
    from distributed.client import FutureCancelledError
    from distributed.comm import CommClosedError

    left, done = iter(tasks), as_completed([], loop=client.loop)
    asked: dict[Future, Task] = {}

    def ask() -> None:
        enough = AHEAD * max(1, sum(client.nthreads().values()))
        if len(asked) <= enough // 2:
            for task in islice(left, enough - len(asked)):
                future = client.submit(work, task, pure=False)
                asked[future] = task
                done.add(future)

    try:
        ask()
        for future in done:
            found = future.result()
            yield asked.pop(future), found
            ask()
    except KilledWorker:
        raise DirectorError("The workers die before they have done anything", remedy="Give them more memory.") from None
    except (FutureCancelledError, CommClosedError):
        raise DirectorError(
            "The scheduler is gone", remedy="Start it again, and then this: what was done is kept."
        ) from None
    finally:
        with suppress(CommClosedError):
            client.cancel(list(asked))


@contextmanager
def _client(workers: int, scheduler: str) -> Iterator["Client"]:
    """A client of the workers: a cluster on this machine, or the workers connected to a scheduler."""
    if find_spec("distributed") is None:
        raise DirectorError("distributed is not installed", remedy="pip install 'overtrick[lab]', or --workers 1.")
    import dask
    from distributed import Client, LocalCluster

    logging.getLogger(LOUD).setLevel(logging.CRITICAL)
    if scheduler:
        try:
            client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as fault:
            raise DirectorError(
                "No scheduler answers at {where}: {fault}",
                remedy="Start one with `dask scheduler`, and workers with `dask worker tcp://…:8786`.",
                where=scheduler,
                fault=str(fault),
            ) from None
        with client:
            yield client
        return
    here: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0" if find_spec("bokeh") else None}
    with dask.config.set(QUIET):
        cluster = LocalCluster(workers, threads_per_worker=1, memory_limit=0, silence_logs=logging.CRITICAL, **here)
        try:
            with Client(cluster, set_as_default=False) as client:
                yield client
        finally:
            # Workers that are just being started again fail an assertion here, and would hide what was found.
            with suppress(AssertionError, OSError):
                cluster.close()
