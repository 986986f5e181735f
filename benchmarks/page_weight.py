"""The traffic of a page: bytes per posting while it is open, and its first load on a slow connection.

    python benchmarks/page_weight.py
    python benchmarks/page_weight.py --no-browser

The rehearsal plays an event of 40 pairs to its fifth match. Then a normal `overtrick serve` runs, and every posting of
that match (20 tables of 8 boards, results and confirmations) is added to the book. After each one a reader does what
`live.js` does: it requests the frame with its tags, and the page itself where the frame does not fit. In the same run
the whole page is requested, uncompressed and compressed. All bytes of a response count, including its header. First
loads are counted by Chromium, with an empty cache, over 400 kbit/s and 400 ms.
"""

import argparse
import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPResponse
from statistics import mean, median
from typing import Any

PORT = 8398
EVENT, RULES, ENTRIES, MATCH = "weighed", "nsw-swiss-pairs/congress", 40, 5
PLAIN, SMALL = "identity", "gzip"
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""A slow mobile connection: 400 kbit/s each way, 400 ms round trip."""


def played() -> tuple[list[Any], list[Any]]:
    """The postings before the match, and those of the match."""
    from random import Random

    from overtrick.lab.fault_rates import Faults
    from overtrick.lab.rehearsal import Rehearsal
    from overtrick.regulations.plan.event_book import plan_for

    postings = Rehearsal(plan_for(RULES), RULES, Random("weight"), Faults()).play(ENTRIES)
    in_match = [place for place, each in enumerate(postings) if getattr(each.act, "round", 0) == MATCH]
    begun = next(p for p in in_match if type(postings[p].act).__name__ == "ResultPosted")
    ended = next(p for p in in_match if type(postings[p].act).__name__ == "RoundClosed")
    return postings[:begun], postings[begun:ended]


def set_up(before: list[Any]) -> Any:
    """A database with the event before the match; returns its book."""
    from overtrick.web.server.run import prepare

    prepare()
    from overtrick.ledger.book import Draft
    from overtrick.ledger.durable.book import DurableBook
    from overtrick.web.congress.models import BookRecord, Congress

    congress = Congress.objects.create(slug="congress", name="Congress")
    BookRecord.objects.create(slug=EVENT, congress=congress, rules=RULES, title="Swiss Pairs", shown=True)
    book = DurableBook(EVENT)
    book.append([Draft(each.act, each.by, each.at, each.key) for each in before])
    return book


def asked(path: str, takes: str) -> tuple[int, bytes]:
    """All bytes received for an address, and their content."""
    with socket.create_connection(("127.0.0.1", PORT), timeout=60) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {takes}\r\nConnection: close\r\n\r\n".encode()
        )
        came = b"".join(iter(lambda: line.recv(65536), b""))
    one, other = socket.socketpair()
    with one, other:
        head, _, _ = came.partition(b"\r\n\r\n")
        one.sendall(head + b"\r\n\r\n")
        answer = HTTPResponse(other)
        answer.begin()
        if answer.status != 200:
            sys.exit(f"{answer.status} for {path}")
        body = came[len(head) + 4 :]
        return len(came), gzip.decompress(body) if answer.headers["Content-Encoding"] == SMALL else body


class Reader:
    """An open page."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.tags: list[str] = []
        self.unsaid = self._tag(asked(path, SMALL)[1])

    def catch_up(self) -> tuple[int, bool]:
        """The bytes needed to be up to date, and whether the page itself had to be fetched."""
        came, said = asked(f"{self.path}?frame={'.'.join(self.tags)}", SMALL)
        told = json.loads(said)
        if told["w"] and told["w"] == self.unsaid:
            self.tags = [*self.tags, *[""] * told["count"]][: told["count"]]
            for place, (tag, _) in told["p"].items():
                self.tags[int(place)] = tag
            return came, False
        whole, page = asked(self.path, SMALL)
        self.tags, self.unsaid = [], self._tag(page)
        return came + whole, True

    @staticmethod
    def _tag(page: bytes) -> str:
        return page.decode().partition(' data-frame="')[2].partition('"')[0]


def weigh(book: Any, match: list[Any]) -> None:
    """Add the match's postings one by one, and print the cost of an open page."""
    from overtrick.ledger.book import Draft

    path = f"/e/{EVENT}/"
    reader = Reader(path)
    plain, small, frames, fetched = [], [], [], 0
    for each in match:
        book.append([Draft(each.act, each.by, each.at, each.key)])
        plain.append(asked(path, PLAIN)[0])
        small.append(asked(path, SMALL)[0])
        came, whole = reader.catch_up()
        frames.append(came)
        fetched += whole
    print(f"{len(match)} postings of match {MATCH}, {ENTRIES} pairs; the page itself was fetched {fetched} times")
    print("| what a posting costs an open page | mean | median | most | a match |")
    print("|---|---:|---:|---:|---:|")
    for name, sizes in (("whole page, plain", plain), ("whole page, gzip", small), ("frame", frames)):
        print(
            f"| {name} | {mean(sizes):,.0f} B | {median(sizes):,.0f} B | {max(sizes):,} B | {sum(sizes) / 1e6:.2f} MB |"
        )


LCP = """() => new Promise((done) => {
  const seen = new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime));
  seen.observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => done(-1), 5000);
})"""


def first_loads() -> None:
    """Load pages with an empty cache over a slow connection, and print bytes and times."""
    from playwright.sync_api import sync_playwright

    from overtrick.web.congress.models import BookRecord
    from overtrick.web.table.links import link

    room = f"/e/{EVENT}/"
    phone = f"/t/{link(BookRecord.objects.get(slug=EVENT), 1)}/"

    print(f"load of the machine: {os.getloadavg()[0]:.0f}")
    print("| first load | bytes | requests | largest paint |")
    print("|---|---:|---:|---:|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, path in (
            ("standings", room), ("board", f"{room}board/swiss/4/1/"), ("scorecard", f"{room}pair/1/"),
            ("draw", f"{room}draw/"), ("phone", phone),
        ):  # fmt: skip
            context = browser.new_context(viewport={"width": 390, "height": 800})
            page = context.new_page()
            line = context.new_cdp_session(page)
            came: list[float] = []
            line.on("Network.loadingFinished", lambda told, came=came: came.append(told["encodedDataLength"]))
            line.send("Network.enable")
            line.send("Network.emulateNetworkConditions", SLOW)
            asked(path, SMALL)  # made once before, as only the connection is measured
            page.goto(f"http://127.0.0.1:{PORT}{path}", wait_until="load", timeout=120_000)
            paint = page.evaluate(LCP)
            print(f"| {name} | {sum(came) / 1000:.1f} kB | {len(came)} | {paint / 1000:.2f} s |")
            context.close()
        browser.close()


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--no-browser", action="store_true", help="leave the first loads out")
    chosen = options.parse_args()
    os.environ.pop("DATABASE_URL", None)
    with tempfile.TemporaryDirectory(prefix="overtrick-weight-") as folder:
        os.environ.update(OVERTRICK_DATA=folder, OVERTRICK_LOG="ERROR", DJANGO_SETTINGS_MODULE="overtrick.web.settings")
        before, match = played()
        book = set_up(before)
        command = [sys.executable, "-m", "overtrick", "serve", "--port", str(PORT)]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
        try:
            while True:
                try:
                    asked("/", PLAIN)
                    break
                except OSError:
                    time.sleep(0.5)
            asked(f"/e/{EVENT}/", PLAIN)
            if not chosen.no_browser:
                first_loads()
            weigh(book, match)
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
