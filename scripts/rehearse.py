"""Rehearses every event of the rulebook, over its entries and many seeds, and verifies each book.

    python scripts/rehearse.py                                  # up to 12 entries of each event, 2 seeds, faults on
    python scripts/rehearse.py --seeds 20 --sizes 0 --most 60   # every admissible entry: `just sweep`
    python scripts/rehearse.py --scheduler tcp://10.0.0.1:8786  # by the workers of many machines
    python scripts/rehearse.py nsw-its-2021/yits                # some events only

The workers of other machines need this folder: `PYTHONPATH=scripts dask worker tcp://10.0.0.1:8786` in a clone.

Each case is an event, the choices made for it, an entry and a seed. A failure is recorded and the next case is played:
nothing stops the sweep. Outcomes are stored as Parquet in a folder as they come, and a case is not played again while
its rules are unchanged (`--again` repeats the failures), so a sweep can be interrupted and resumed. `--summary` prints
what is stored, and plays nothing.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from sweep import BROKE, FAILED, PASSED, Case, Outcome, cases, rehearse

from overtrick.lab.spread import spread
from overtrick.lab.store import Store, key_of
from overtrick.regulations.plan.event_book import event_files


def sweep(todo: Mapping[str, Case], store: Store, given: argparse.Namespace) -> None:
    """Play the cases, and store each outcome as it comes."""
    until, keys = time.monotonic() + 60 * given.minutes, {case: key for key, case in todo.items()}
    done = 0
    with closing(spread(rehearse, list(keys), given.workers, given.scheduler, _page)) as playing:
        try:
            for case, outcome in playing:
                store.keep(keys[case], [outcome])
                done += 1
                if outcome.outcome != PASSED:
                    print(f"{outcome.outcome}: {outcome.case}: {outcome.told.splitlines()[0]}", flush=True)
                elif sys.stderr.isatty():
                    print(f"\r{done}/{len(todo)}", end="", file=sys.stderr)
                if time.monotonic() > until:
                    print(f"Time is up: {len(todo) - done} cases are left for the next go.")
                    break
        except KeyboardInterrupt:
            print(f"Stopped: {len(todo) - done} cases are left for the next go.")


def _page(address: str) -> None:
    print(f"Workers: {address or 'pip install bokeh shows them on a page'}", flush=True)


def outcomes(store: Store, keys: Sequence[str]) -> list[Outcome]:
    """The stored outcomes of these cases."""
    return [Outcome(**row) for row in store.rows(keys).iter_rows(named=True)]


def table(found: Sequence[Outcome]) -> Iterator[str]:
    """A line for each event, followed by all failures."""
    yield f"{'event':42}  {'entries':>9}  books  passed  failed  broke  {'postings':>11}  {'hours':>7}"
    for event in sorted({outcome.event for outcome in found}):
        own = [outcome for outcome in found if outcome.event == event]
        yield _row(event, own)
    yield _row("all", found)
    for outcome in sorted(found, key=lambda each: each.case):
        if outcome.outcome != PASSED:
            yield f"\n{outcome.outcome}: {outcome.case}"
            yield from (f"  {told}" for told in outcome.told.splitlines()[:5])


def _row(name: str, own: Sequence[Outcome]) -> str:
    counts = {kind: sum(outcome.outcome == kind for outcome in own) for kind in (PASSED, FAILED, BROKE)}
    sizes = [outcome.entries for outcome in own]
    hours = sum(outcome.seconds for outcome in own) / 3600
    return (
        f"{name:42}  {f'{min(sizes)}–{max(sizes)}':>9}  {len(own):5}  {counts[PASSED]:6}  {counts[FAILED]:6}"
        f"  {counts[BROKE]:5}  {sum(each.postings for each in own):11,}  {hours:7.2f}"
    )


def main() -> int:
    """Run the sweep, and print the results; the exit code says whether everything passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("events", nargs="*", help="events by their ids (default: all of the rulebook)")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--sizes", type=int, default=12, help="how many entries of each event; 0 for every one")
    parser.add_argument("--most", type=int, help="the largest entry to play")
    parser.add_argument("--clean", action="store_true", help="with nothing going wrong")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes of this machine")
    parser.add_argument(
        "--scheduler", default="", help="a Dask scheduler whose workers play, such as tcp://10.0.0.1:8786"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop then; the rest is for the next go")
    parser.add_argument("--kept", type=Path, default=Path("rehearsed"), help="the folder of what was played")
    parser.add_argument("--again", action="store_true", help="play again what did not pass")
    parser.add_argument("--summary", action="store_true", help="tell what is kept, and play nothing")
    given = parser.parse_args()
    events = given.events or sorted(event_files())
    if unknown := sorted(set(events) - set(event_files())):
        parser.error(f"There is no event {unknown[0]}; `overtrick rules list --kind event` has them all.")
    store = Store(given.kept)
    asked = cases(events, given.seeds, given.sizes, given.most, faults=not given.clean)
    wanted = {key_of(case): case for case in asked}
    wrong = {each.case for each in outcomes(store, list(wanted)) if each.outcome != PASSED} if given.again else set()
    todo = {key: case for key, case in wanted.items() if not store.has(key) or case.name in wrong}
    print(f"{len(wanted)} cases, {len(wanted) - len(todo)} of them in {given.kept}", flush=True)
    if not given.summary:
        os.nice(max(0, 10 - os.nice(0)))  # low priority, for a run overnight beside other work
        sweep(todo, store, given)
    found = outcomes(store, list(wanted))
    print("\n".join(table(found)) if found else "Nothing was played.")
    return 0 if len(found) == len(wanted) and all(each.outcome == PASSED for each in found) else 1


if __name__ == "__main__":
    sys.exit(main())
