"""Books of whole events that many tests read: each is rehearsed once for a state of the source, and kept.

A book takes a second or more to rehearse and a few milliseconds to read. It lies in pytest's own cache under the hash
of everything it follows from, so that a change of the engine or of a rule makes it anew.
"""

import hashlib
import os
import pickle
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random

from overtrick.core.event.acts import Posting
from overtrick.lab.fault_rates import NO_FAULTS, USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import event_files, plan_for

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".pytest_cache" / "books"
MADE_BY = ("core", "director", "lab", "ledger", "regulations", "rulebook", "web/server/demo")
"""The rooms of the product that a rehearsal follows from."""


def small(event: str) -> int:
    """A small entry that an event takes."""
    words = event_files()[event].event
    least = max(words.entries.least, min(words.usual, 16))
    return next(size for size in range(least, 200) if words.takes(size))


@cache
def whole_book(event: str, entries: int = 0, seed: str = "a book", *, faults: bool = True) -> tuple[Posting, ...]:
    """The postings of an event played to its end, with or without things going wrong."""
    size = entries or small(event)

    def play() -> Iterable[Posting]:
        return Rehearsal(plan_for(event), event, Random(seed), USUAL_FAULTS if faults else NO_FAULTS).play(size)

    return kept_book(f"{event} {size} {seed} {faults}", play)


def kept_book(name: str, play: Callable[[], Iterable[Posting]]) -> tuple[Posting, ...]:
    """The postings that are kept under a name; where none are, those that are played now."""
    path = KEPT / _source() / hashlib.sha256(name.encode()).hexdigest()
    if path.is_file():
        kept: tuple[Posting, ...] = pickle.loads(path.read_bytes())  # noqa: S301 - written below, by ourselves
        return kept
    postings = tuple(play())
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(pickle.dumps(postings))
    part.replace(path)  # whole or not at all: others may be writing the same one
    return postings


@cache
def _source() -> str:
    """The hash of what books follow from; books of any other are thrown away."""
    found = hashlib.sha256(sys.version.encode())
    for room in MADE_BY:
        for path in sorted((ROOT / "src" / "overtrick" / room).rglob("*")):
            if path.suffix in {".py", ".toml"}:
                found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    name = found.hexdigest()[:16]
    for other in KEPT.glob("*"):
        if other.name != name:
            shutil.rmtree(other, ignore_errors=True)
    return name
