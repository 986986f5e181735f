"""Work spread over processes of this machine; what comes of a task does not depend on who does it or when."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from overtrick.core.errors import DirectorError

Task = TypeVar("Task")
Done = TypeVar("Done")

TRIES = 5
"""So often processes are started again when some of them were killed and nothing was done in between."""


def spread(work: Callable[[Task], Done], tasks: Sequence[Task], workers: int) -> Iterator[tuple[Task, Done]]:
    """Every task with what came of it, as it is done. One worker is this process.

    A worker that is killed costs what was being done: that is done again.
    """
    if workers == 1:
        yield from ((task, work(task)) for task in tasks)
        return
    left = dict(enumerate(tasks))
    tries = 0
    while left:
        before = len(left)
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            asked: dict[Future[Done], int] = {}
            for number, task in left.items():
                asked[pool.submit(work, task)] = number
            for number, done in _finished(asked):
                yield left.pop(number), done
        tries = tries + 1 if len(left) == before else 0
        if left and tries >= TRIES:
            raise DirectorError("The workers die before they have done anything", remedy="Give them more memory.")


def _finished(asked: dict[Future[Done], int]) -> Iterator[tuple[int, Done]]:
    """What is done, as it is done; what a dead worker leaves undone is left out."""
    waiting = set(asked)
    while waiting:
        ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in ready:
            if not isinstance(future.exception(), BrokenProcessPool):
                yield asked[future], future.result()
