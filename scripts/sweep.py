"""Cases of a sweep: an event with its choices, an entry and a seed, rehearsed, with its book verified."""

import ctypes
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan.stages import Entrants
from overtrick.lab.fault_rates import NO_FAULTS, USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import edition_for, event_files, plan_for

PATIENCE = 3600
"""Seconds after which a case counts as endless."""

PASSED, FAILED, BROKE = "passed", "failed", "broke"
"""The outcomes of a case: its book is sound, there are objections to it, or an error occurred."""


@dataclass(frozen=True, slots=True)
class Case:
    """One rehearsal. *rules* is the fingerprint of the rules it is to be played by."""

    event: str
    choices: tuple[str, ...]
    entries: int
    seed: int
    faults: bool
    rules: str

    @property
    def name(self) -> str:
        """The name of the case for people, which is also the seed of its dice."""
        chosen = "".join(f" +{choice}" for choice in self.choices)
        return f"{self.event}{chosen} {self.entries} {self.seed} {'faults' if self.faults else 'clean'}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a case, after how many postings and how many seconds of processor time."""

    case: str
    event: str
    entries: int
    seed: int
    outcome: str
    postings: int
    seconds: float
    told: str = ""


class Endless(Exception):
    """A case took too long."""


def rehearse(case: Case) -> Outcome:
    """Play a case and verify its book; any error is part of the outcome."""
    start = time.thread_time()
    postings, outcome, told = 0, PASSED, ""
    try:
        if _rules(case.event) != case.rules:
            raise OvertrickError("This worker has other rules")  # noqa: TRY301 - it is an outcome like others
        with _within(PATIENCE):
            faults = USUAL_FAULTS if case.faults else NO_FAULTS
            dice = Random(case.name)  # noqa: S311 - a rehearsal, not a lot
            book = Rehearsal(plan_for(case.event), case.event, dice, faults, case.choices).play(case.entries)
            postings = len(book)
            told = "\n".join(str(objection) for objection in verify(plan_for(case.event), book).objections)
        outcome = FAILED if told else PASSED
    except Exception as error:  # noqa: BLE001 - the sweep collects every way to fail
        last = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno} {last.name})"
        outcome = BROKE
    spent = time.thread_time() - start
    return Outcome(case.name, case.event, case.entries, case.seed, outcome, postings, spent, told)


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise `Endless` in this thread after a number of seconds. A worker's thread cannot use signals."""
    thread, raised = ctypes.c_ulong(threading.get_ident()), ctypes.py_object(Endless)
    late = threading.Timer(seconds, ctypes.pythonapi.PyThreadState_SetAsyncExc, (thread, raised))
    late.daemon = True
    late.start()
    try:
        yield
    finally:
        late.cancel()


def cases(events: Sequence[str], seeds: int, sizes: int, most: int | None, *, faults: bool) -> Iterator[Case]:
    """Every case of these events, seed by seed, small entries first, so that an interrupted sweep covers all events."""
    ways: list[tuple[str, tuple[str, ...], int]] = []
    for event in events:
        chosen: list[tuple[str, ...]] = [(), *((choice.id,) for choice in event_files()[event].choice)]
        plain = set(admissible(event, (), most))
        for choices in chosen:
            taken = admissible(event, choices, most)
            if choices and set(taken) == plain:  # a choice for some entries: the others are played without it
                taken = [size for size in taken if _changes(event, choices, size)]
            ways += [(event, choices, size) for size in some(taken, sizes)]
    for seed in range(seeds):
        for event, choices, size in sorted(ways, key=lambda way: way[2]):
            yield Case(event, choices, size, seed, faults, _rules(event))


def admissible(event: str, choices: tuple[str, ...], most: int | None) -> list[int]:
    """The numbers of entries that an event accepts under these choices: those its regulation has a plan for."""
    span = event_files()[event].event.entries
    last = min(each for each in (span.most, most) if each is not None)
    return [entries for entries in range(span.least, last + 1) if _planned(event, choices, entries)]


def _planned(event: str, choices: tuple[str, ...], entries: int) -> bool:
    try:
        plan_for(event)(Entrants(entries), frozenset(choices), {})
    except OvertrickError:
        return False
    return True


def some(sizes: Sequence[int], count: int) -> list[int]:
    """All sizes if they are few; otherwise *count*: the smallest third one by one, the rest spread up to the largest.

    Every other one of the spread is one place lower, so that odd and even fields are included.
    """
    if not count or len(sizes) <= count:
        return list(sizes)
    near = count // 3
    steps = count - near
    spread = [near - 1 + step * (len(sizes) - near) // steps for step in range(1, steps + 1)]
    lower = [place - step % 2 for step, place in enumerate(spread[:-1])]
    return [*sizes[:near], *(sizes[place] for place in (*lower, spread[-1]))]


def _changes(event: str, choices: tuple[str, ...], entries: int) -> bool:
    plan = plan_for(event)
    return plan(Entrants(entries), frozenset(choices), {}) != plan(Entrants(entries), frozenset(), {})


@cache
def _rules(event: str) -> str:
    return edition_for(event).hash
