"""Server time of each public page in a large Swiss: warm, after a result, and when nothing is new.

    python benchmarks/room.py [--tables 500] [--rounds 5]

The book is in a temporary SQLite file.
"""

import argparse
import os
import time
from statistics import median

from installed import SLUG, answered, hold, set_up
from large import large, played

set_up()

from django.test import Client

from overtrick.core.event.acts import ResultCorrected, ResultPosted
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import http_cache

PAGES = {
    "standings": "/e/{slug}/",
    "draw": "/e/{slug}/draw/",
    "seat": "/e/{slug}/seat/?q=17",
    "match": "/e/{slug}/match/{stage}/{round}/1/",
    "board": "/e/{slug}/board/{stage}/{round}/{board}/",
    "scorecard": "/e/{slug}/pair/17/",
    "race": "/e/{slug}/race/",
    "wall": "/e/{slug}/wall/",
    "why of a total": "/e/{slug}/why/{stage}/total/17/",
    "why of a datum": "/e/{slug}/why/{stage}/datum/{round}/{board}/",
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    postings = played(asked.tables, asked.rounds)[:-2]  # leave the last round open
    hold(large(asked.rounds), postings)
    book = DurableBook(SLUG)
    last = next(each.act for each in reversed(postings) if isinstance(each.act, ResultPosted))
    names = {"slug": SLUG, "stage": last.stage.lower(), "round": last.round, "board": last.board}
    print(f"{asked.tables} tables, {asked.rounds} rounds, {len(postings)} postings, {os.cpu_count()} processors")
    client = Client()
    for name, path in PAGES.items():
        address = path.format(**names)
        start = time.perf_counter()
        first = client.get(address)
        cold = time.perf_counter() - start
        answered(first.status_code)
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
        again.append(timed(client, f"/e/{SLUG}/"))
    print(f"standings after one result more: {median(again) * 1000:.0f} ms")


def timed(client: Client, address: str, tag: str = "", *, again: bool = False) -> float:
    """Seconds for one page; with a tag, for the answer that nothing is new; with *again*, without the cache."""
    if again:
        http_cache.invalidate_pages()
    start = time.perf_counter()
    answer = client.get(address, headers={"if-none-match": tag} if tag else {})
    took = time.perf_counter() - start
    answered(answer.status_code, 304 if tag else 200)
    return took


if __name__ == "__main__":
    main()
