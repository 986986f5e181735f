"""A noisy organisation beside a quiet one on one server: how long the quiet one's results take.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/noisy.py

Two organisations run an event each. The quiet one's phones enter results at a steady rate. At the same time there are,
in turn: nobody; the noisy one's phones, which enter results as fast as they are answered; its readers, who load pages
as fast as they are answered; both. The noisy ones are processes of their own. A scratch database is made and dropped.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from secrets import token_urlsafe

import psycopg
from many import PORT, healthy, ours

SCRATCH = "overtrick_bench_noisy"
BOARDS = 8
HELD = """
from overtrick.web.server.run import prepare
prepare()
from overtrick.ledger.durable.tenancy import use_organisation
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.organisations.models import Organisation, home_number
from overtrick.web.table.links import link
from web.congresses import draw_next, started
home_number()
for number, name in ((2, "noisy"), (3, "quiet")):
    owner = Organisation.objects.create(number=number, slug=name, name=name)
    with use_organisation(number):
        congress = Congress.objects.create(slug=owner.full_slug("open"), name=name, organisation=owner)
        held = BookRecord.objects.create(
            slug=owner.full_slug("swiss"), congress=congress, rules="nsw-swiss-pairs/congress", title="Swiss Pairs"
        )
        started(held, {entries})
        draw_next(held)
        print(name, *(link(held, table) for table in range(1, {entries} // 2 + 1)))
"""


def enter(line: http.client.HTTPConnection, token: str, dice: random.Random) -> float:
    """Enter a result at a table, different each time; return the seconds it took."""
    said = {
        "key": f"{dice.getrandbits(64)}", "what": "result", "stage": "Swiss", "round": 1, "seat": "South",
        "board": dice.randint(1, BOARDS), "result": f"{dice.randint(1, 7)}S S {dice.choice(('=', '-1', '-2', '-3'))}",
    }  # fmt: skip
    began = time.perf_counter()
    line.request("POST", f"/t/{token}/message", json.dumps(said), {"Content-Type": "application/json"})
    answer = line.getresponse()
    told = answer.read()
    if answer.status != http.HTTPStatus.OK:
        print(f"a result was answered {answer.status}: {told[:200]!r}", file=sys.stderr)
        os._exit(1)
    return time.perf_counter() - began


def noise(
    tokens: list[str], readers: int, seed: int, counted: "multiprocessing.sharedctypes.Synchronized[int]"
) -> None:
    """Enter results in one thread per table and load pages in others, until the process is ended."""

    def post(token: str, place: int) -> None:
        dice = random.Random(f"{seed} {place}")
        line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        while True:
            enter(line, token, dice)
            counted.value += 1

    def read(place: int) -> None:
        line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        while True:
            line.request("GET", f"/e/noisy.swiss/pair/{1 + place % 4}/", headers={"Accept-Encoding": "gzip"})
            line.getresponse().read()
            counted.value += 1

    threads = [threading.Thread(target=post, args=(token, place)) for place, token in enumerate(tokens)]
    threads += [threading.Thread(target=read, args=(place,)) for place in range(readers)]
    for each in threads:
        each.start()


def quiet(tokens: list[str], seconds: float, rate: float, seed: int) -> list[float]:
    """Enter results of the quiet organisation, *rate* per second over all its tables; return the seconds each took."""
    took: list[float] = []

    def play(token: str, place: int) -> None:
        dice = random.Random(f"{seed} quiet {place}")
        line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        pause = len(tokens) / rate
        due = time.perf_counter() + pause * place / len(tokens)
        ends = time.perf_counter() + seconds
        while due < ends:
            time.sleep(max(0.0, due - time.perf_counter()))
            took.append(enter(line, token, dice))
            due += pause

    threads = [threading.Thread(target=play, args=(token, place)) for place, token in enumerate(tokens)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return took


def set_up(url: str, tables: int) -> dict[str, list[str]]:
    """Make the scratch database with both events; return the links of their tables."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {SCRATCH}")
    os.environ.update(
        DATABASE_URL=url.rpartition("/")[0] + f"/{SCRATCH}",
        OVERTRICK_SECRET=token_urlsafe(40),
        OVERTRICK_LOG="ERROR",
        DJANGO_SETTINGS_MODULE="overtrick.web.settings",
    )
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    return {name: tokens for name, *tokens in map(str.split, ours(HELD.format(entries=2 * tables)).splitlines())}


def measure(asked: argparse.Namespace, links: dict[str, list[str]]) -> None:
    """Measure each kind of noise in turn, and print the results."""
    print(f"{'results of the quiet one, ms':34} {'median':>8} {'p95':>8} {'longest':>8} {'noise/s':>8}")
    calm = links["quiet"][:4]
    for name, tables, readers in (
        ("alone", 0, 0), ("beside its phones", asked.noise, 0), ("beside its readers", 0, asked.noise),
        ("beside both", asked.noise, asked.noise),
    ):  # fmt: skip
        counted = multiprocessing.Value("i", 0)
        told = (links["noisy"][:tables], readers, asked.seed, counted)
        process = multiprocessing.Process(target=noise, args=told, daemon=True)
        process.start()
        time.sleep(2)
        before = counted.value
        took = sorted(quiet(calm, asked.seconds, asked.rate, asked.seed))
        made = counted.value - before
        process.kill()
        process.join()
        figures = [1000 * each for each in (statistics.median(took), took[int(len(took) * 0.95)], took[-1])]
        print(
            f"{name:34} " + " ".join(f"{each:8.0f}" for each in figures) + f" {made / asked.seconds:8.0f}", flush=True
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of each kind of noise")
    parser.add_argument("--rate", type=float, default=4, help="results a second of the quiet one")
    parser.add_argument("--noise", type=int, default=32, help="tables, and readers, of the noisy one")
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    url = os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    links = set_up(url, asked.noise)
    serve = [sys.executable, "-m", "overtrick", "serve", "--workers", "1", "--port", str(PORT)]
    server = subprocess.Popen(serve, start_new_session=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    try:
        until = time.monotonic() + 120
        while not healthy() and time.monotonic() < until:
            time.sleep(0.5)
        measure(asked, links)
    finally:
        server.terminate()
        server.wait(30)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")


if __name__ == "__main__":
    main()
