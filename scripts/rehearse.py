"""Rehearses every event of the rulebook, over its entries and many seeds, and proves each book.

    python scripts/rehearse.py                       # every event, up to 12 entries of each, 2 seeds, faults on
    python scripts/rehearse.py --seeds 20 --sizes 0  # every admissible entry, 20 seeds: the whole sweep, for a night
    python scripts/rehearse.py nsw-its-2021/yits     # some events only

Each case is an event, the choices made for it, an entry and a seed. A case that fails is written down and the
next one is played: nothing stops the sweep. What was played is kept in a journal, one line a case, and is not
played again (`--fresh` forgets it, `--again` repeats the failures), so a sweep can be stopped and taken up later.
"""

import argparse
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan.stages import Entrants
from overtrick.lab.rehearsal import NO_FAULTS, USUAL_FAULTS, Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import event_files, plan_for

JOURNAL = Path("rehearsed.jsonl")
PATIENCE = 900
"""Seconds after which a case counts as one that does not end."""


@dataclass(frozen=True, slots=True)
class Case:
    """One rehearsal."""

    event: str
    choices: tuple[str, ...]
    entries: int
    seed: int
    faults: bool

    @property
    def key(self) -> str:
        """What the journal knows it by."""
        chosen = "".join(f" +{choice}" for choice in self.choices)
        return f"{self.event}{chosen} {self.entries} {self.seed} {'faults' if self.faults else 'clean'}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case: `passed`, `failed` (objections to the book) or `broke` (an error on the way)."""

    key: str
    event: str
    entries: int
    outcome: str
    postings: int
    seconds: float
    told: tuple[str, ...] = ()


class Endless(Exception):
    """A case took longer than anybody waits."""


def _too_long(_signal: int, _frame: object) -> None:
    raise Endless(f"not done after {PATIENCE} s")


def rehearse(case: Case) -> Outcome:
    """Play a case and prove its book; whatever happens is the outcome."""
    start = time.perf_counter()
    postings, outcome = 0, "passed"
    told: tuple[str, ...] = ()
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(PATIENCE)
    try:
        faults = USUAL_FAULTS if case.faults else NO_FAULTS
        dice = Random(case.key)  # noqa: S311 - a rehearsal, not a lot
        book = Rehearsal(plan_for(case.event), case.event, dice, faults, case.choices).play(case.entries)
        postings = len(book)
        told = tuple(str(objection) for objection in verify(plan_for(case.event), book).objections)
        outcome = "failed" if told else "passed"
    except Exception as error:  # noqa: BLE001 - the sweep collects every way to fail
        last = traceback.extract_tb(error.__traceback__)[-1]
        told = (f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno} {last.name})",)
        outcome = "broke"
    finally:
        signal.alarm(0)
    return Outcome(case.key, case.event, case.entries, outcome, postings, time.perf_counter() - start, told)


def admissible(event: str, choices: tuple[str, ...], most: int | None) -> list[int]:
    """The entries an event takes under these choices: those its regulation has a plan for."""
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
    """All sizes if they are few; else so many: the least third one by one, the rest spread as far as the most.

    Every other one of the spread is one place lower, so that odd and even fields are among them.

    >>> some(range(8, 301), 9)
    [8, 9, 10, 58, 105, 155, 202, 251, 300]
    """
    if not count or len(sizes) <= count:
        return list(sizes)
    near = count // 3
    steps = count - near
    spread = [near - 1 + step * (len(sizes) - near) // steps for step in range(1, steps + 1)]
    lower = [place - step % 2 for step, place in enumerate(spread[:-1])]
    return [*sizes[:near], *(sizes[place] for place in (*lower, spread[-1]))]


def cases(events: Sequence[str], given: argparse.Namespace) -> Iterator[Case]:
    """Every case that was asked for, seed by seed, so that a sweep cut short has seen every event."""
    ways: list[tuple[str, tuple[str, ...], int]] = []
    for event in events:
        chosen: list[tuple[str, ...]] = [(), *((choice.id,) for choice in event_files()[event].choice)]
        plain = set(admissible(event, (), given.most))
        for choices in chosen:
            sizes = admissible(event, choices, given.most)
            if choices and set(sizes) == plain:  # a choice for some entries: the others are played without it
                sizes = [size for size in sizes if _changes(event, choices, size)]
            ways += [(event, choices, size) for size in some(sizes, given.sizes)]
    for seed in range(given.seeds):
        for event, choices, size in sorted(ways, key=lambda way: way[2]):
            yield Case(event, choices, size, seed, not given.clean)


def _changes(event: str, choices: tuple[str, ...], entries: int) -> bool:
    plan = plan_for(event)
    return plan(Entrants(entries), frozenset(choices), {}) != plan(Entrants(entries), frozenset(), {})


def journal(path: Path) -> dict[str, Outcome]:
    """What was played already, by key; a later line of a case counts."""
    if not path.is_file():
        return {}
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {line["key"]: Outcome(**{**line, "told": tuple(line["told"])}) for line in lines}


def sweep(todo: Sequence[Case], path: Path, jobs: int, until: float) -> list[Outcome]:
    """Play the cases in niced processes, writing each into the journal as it is done."""
    done: list[Outcome] = []
    with get_context("spawn").Pool(jobs, os.nice, (10,), maxtasksperchild=50) as pool, path.open("a") as kept:
        try:
            for outcome in pool.imap_unordered(rehearse, todo):
                kept.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")
                kept.flush()
                done.append(outcome)
                if outcome.outcome != "passed":
                    print(f"{outcome.outcome}: {outcome.key}: {outcome.told[0]}", flush=True)
                elif sys.stderr.isatty():
                    print(f"\r{len(done)}/{len(todo)}", end="", file=sys.stderr)
                if time.monotonic() > until:
                    print(f"Time is up: {len(todo) - len(done)} cases are left for the next go.")
                    break
        except KeyboardInterrupt:
            print(f"Stopped: {len(todo) - len(done)} cases are left for the next go.")
        pool.terminate()
    return done


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A line for each event, and every failure below."""
    yield f"{'event':42}  {'entries':>9}  cases  passed  failed  broke  {'postings':>9}  {'seconds':>8}"
    for event in sorted({outcome.event for outcome in outcomes}):
        own = [outcome for outcome in outcomes if outcome.event == event]
        yield _row(event, own)
    yield _row("all", list(outcomes))
    for outcome in outcomes:
        if outcome.outcome != "passed":
            yield f"\n{outcome.outcome}: {outcome.key}"
            yield from (f"  {told}" for told in outcome.told[:5])


def _row(name: str, own: Sequence[Outcome]) -> str:
    counts = {kind: sum(outcome.outcome == kind for outcome in own) for kind in ("passed", "failed", "broke")}
    sizes = [outcome.entries for outcome in own]
    return (
        f"{name:42}  {f'{min(sizes)}–{max(sizes)}':>9}  {len(own):5}  {counts['passed']:6}  {counts['failed']:6}"
        f"  {counts['broke']:5}  {sum(each.postings for each in own):9,}  {sum(each.seconds for each in own):8.0f}"
    )


def main() -> int:
    """Sweep, and print what came of it; the exit code says whether everything passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events", nargs="*", help="events by their ids (default: all of the rulebook)")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--sizes", type=int, default=12, help="how many entries of each event; 0 for every one")
    parser.add_argument("--most", type=int, help="the largest entry to play")
    parser.add_argument("--clean", action="store_true", help="with nothing going wrong")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop then; the rest is for the next go")
    parser.add_argument("--journal", type=Path, default=JOURNAL)
    parser.add_argument("--fresh", action="store_true", help="forget what was played")
    parser.add_argument("--again", action="store_true", help="play again what did not pass")
    given = parser.parse_args()
    events = given.events or sorted(event_files())
    if unknown := sorted(set(events) - set(event_files())):
        parser.error(f"There is no event {unknown[0]}; `overtrick rules list --kind event` has them all.")
    if given.fresh:
        given.journal.unlink(missing_ok=True)
    known = journal(given.journal)
    wanted = list(cases(events, given))
    kept = [known[c.key] for c in wanted if c.key in known and not (given.again and known[c.key].outcome != "passed")]
    seen = {outcome.key for outcome in kept}
    todo = [case for case in wanted if case.key not in seen]
    print(f"{len(wanted)} cases, {len(kept)} of them in {given.journal}; {given.jobs} at a time", flush=True)
    outcomes = kept + sweep(todo, given.journal, given.jobs, time.monotonic() + 60 * given.minutes)
    print("\n".join(table(outcomes)) if outcomes else "Nothing was played.")
    return 0 if len(outcomes) == len(wanted) and all(each.outcome == "passed" for each in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
