"""The room's pages over a large Swiss: server time of each page, warm, after a result, and when nothing is new.

    python benchmarks/room.py [--tables 500] [--rounds 5]

It keeps the book in a throw-away SQLite file.
"""

import argparse
import logging
import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from statistics import median

os.environ["DJANGO_SETTINGS_MODULE"] = "overtrick.web.settings"
os.environ["OVERTRICK_DATA"] = tempfile.mkdtemp(prefix="overtrick-bench-")
os.environ["OVERTRICK_SECRET"] = "only for measuring, and long enough to be taken for a secret"  # noqa: S105
os.environ.pop("DATABASE_URL", None)

import django

django.setup()
logging.disable(logging.INFO)

from django.core.management import call_command
from django.test import Client

from overtrick.core.event.acts import Posting
from overtrick.core.event.plan import Entrants, Event
from overtrick.core.event.result_acts import ResultCorrected, ResultPosted
from overtrick.core.event.tournament import PlanFor
from overtrick.core.scoring.datum import Span
from overtrick.lab.rehearsal import NO_FAULTS, Rehearsal
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.events import plan_for
from overtrick.web.congress import fresh, kinds
from overtrick.web.congress.models import Congress, Held

EVENT = "anc-2026/swiss-pairs-a"
PAGES = {
    "standings": "/e/big/",
    "draw": "/e/big/draw/",
    "seat": "/e/big/seat/?q=17",
    "match": "/e/big/match/{stage}/{round}/1/",
    "board": "/e/big/board/{stage}/{round}/{board}/",
    "scorecard": "/e/big/pair/17/",
    "race": "/e/big/race/",
    "wall": "/e/big/wall/",
    "why of a total": "/e/big/why/{stage}/total/17/",
    "why of a datum": "/e/big/why/{stage}/datum/{round}/{board}/",
}


def planned(rounds: int) -> PlanFor:
    """The Swiss for fields beyond any that has been played, over so many rounds."""

    def plan(entrants: Entrants, choices: frozenset[str], readings: Mapping[str, str]) -> Event:
        event = plan_for(EVENT)(Entrants(min(entrants.entered, 300)), choices, readings)
        stages = tuple(replace(stage, rounds=rounds, sessions=(rounds,)) for stage in event.stages)
        return replace(event, stages=stages, entries=Span(4, 10_000))

    return plan


def played(tables: int, rounds: int) -> list[Posting]:
    """A Swiss of so many tables whose last round is not closed."""
    return Rehearsal(planned(rounds), EVENT, Random("room"), NO_FAULTS).play(2 * tables)[:-2]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    call_command("migrate", verbosity=0)
    kinds.__dict__["plan_for"] = lambda _: planned(asked.rounds)  # no event file takes so many
    postings = played(asked.tables, asked.rounds)
    congress = Congress.objects.create(slug="big", name="Big")
    Held.objects.create(slug="big", congress=congress, rules=EVENT, title="Big Swiss")
    book = DurableBook("big")
    book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    last = next(each.act for each in reversed(postings) if isinstance(each.act, ResultPosted))
    names = {"stage": last.stage.lower(), "round": last.round, "board": last.board}
    print(f"{asked.tables} tables, {asked.rounds} rounds, {len(postings)} postings, {os.cpu_count()} processors")
    client = Client()
    for name, path in PAGES.items():
        address = path.format(**names)
        start = time.perf_counter()
        first = client.get(address)
        cold = time.perf_counter() - start
        assert first.status_code == 200, (name, first.status_code)  # noqa: S101
        made = [timed(client, address, again=True) for _ in range(7)]
        kept = [timed(client, address) for _ in range(7)]
        unchanged = [timed(client, address, first.headers["ETag"]) for _ in range(7)]
        took = {"made again": made, "kept": kept, "unchanged": unchanged}
        told = "  ".join(f"{word} {median(each) * 1000:6.1f} ms" for word, each in took.items())
        print(f"{name:16} first {cold * 1000:7.0f} ms  {told}  {len(first.content) // 1024:5} kB")
    again = []
    for turn in range(5):
        act = ResultCorrected(last.stage, last.round, last.table, last.board, last.result, "again")
        book.append([Draft(act, "bench", "2026-07-04T12:00:00+10:00", f"again {turn}")])
        again.append(timed(client, "/e/big/"))
    print(f"standings after one result more: {median(again) * 1000:.0f} ms")


def timed(client: Client, address: str, tag: str = "", *, again: bool = False) -> float:
    """Seconds for one page; with a tag, for the answer that nothing is new; *again* forgets the page first."""
    if again:
        fresh.forget_pages()
    start = time.perf_counter()
    answer = client.get(address, headers={"if-none-match": tag} if tag else {})
    took = time.perf_counter() - start
    assert answer.status_code == (304 if tag else 200), answer.status_code  # noqa: S101
    return took


if __name__ == "__main__":
    main()
