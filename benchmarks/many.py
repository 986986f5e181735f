"""Many organisations in one database: the response times of pages, compared with those of an empty installation.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/many.py
    … python benchmarks/many.py --keep    # makes the large database once, and measures it again the next time

One event is played and listed normally; the others are copies of its rows under their own names, each in a congress of
its organisation. Then a normal server runs, and each page is requested as a reader would: the first time, and the
median of twenty times; the desk as an organiser of an organisation in the middle. A scratch database is made for each
size and dropped, unless the large one is kept for another run.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path
from secrets import token_urlsafe

import psycopg


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


SCRATCH = "overtrick_bench_many"
ALONE = f"{SCRATCH}_alone"
PORT = free_port()
RULES = "nsw-swiss-pairs/congress"
FIRST = "bench"
ENTRIES, POSTINGS = 8, 250
"""Pairs of an event, and the length of its book: it is in the middle of play."""
ORGANISATIONS = """
INSERT INTO organisations_organisation (number, slug, name, time_zone, colour, logo)
SELECT n, 'club-' || n, 'Club ' || n, '', '', '' FROM generate_series(2, %s) n
"""
CONGRESSES = """
INSERT INTO congress_congress (slug, organisation_id, name, venue, starts, ends)
SELECT 'club-' || number || '.open', number, 'Congress ' || number, '', current_date - number % 900,
       current_date - number % 900 + 1
FROM organisations_organisation WHERE number > 1
"""
EVENT, CONGRESS = "'club-' || o.n || '.e' || e.n", "'club-' || o.n || '.open'"
WRITTEN = """
SELECT column_name FROM information_schema.columns WHERE table_name = %s AND table_schema = current_schema()
AND column_name <> 'id' AND is_generated = 'NEVER' ORDER BY ordinal_position
"""
"""The columns of a table that the database does not generate."""
REF = f"CASE t.kind WHEN 'e' THEN {EVENT} WHEN 'g' THEN {CONGRESS} ELSE t.ref END"


def set_up(url: str, name: str, organisations: int, events: int, *, keep: bool = False) -> str:
    """Make and fill a scratch database, unless it was kept; return the address of an event in the middle."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if found is None or not keep:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {name}")
    os.environ.update(
        DATABASE_URL=url.rpartition("/")[0] + f"/{name}",
        OVERTRICK_SECRET=token_urlsafe(40),
        OVERTRICK_LOG="ERROR",
        DJANGO_SETTINGS_MODULE="overtrick.web.settings",
    )
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    if found is None or not keep:
        ours(_FIRST)
        if organisations > 1:
            copy(organisations, events)
    return f"/e/{f'club-{organisations // 2}.e1' if organisations > 1 else FIRST}/"


def ours(lines: str) -> str:
    """Run some Python lines in a process of their own; return what they print."""
    path = os.pathsep.join(each for each in (sys.path[0], os.environ.get("PYTHONPATH", "")) if each)
    told = {**os.environ, "PYTHONPATH": path}
    ran = subprocess.run([sys.executable, "-c", lines], check=True, env=told, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own lines
    return ran.stdout.strip()


_FIRST = f"""
from overtrick.web.server.run import prepare
prepare()
from web.congresses import hold, keep
from web.rehearsed import rehearsed
held = hold({RULES!r}, slug={FIRST!r})
keep(held, rehearsed({RULES!r}, {ENTRIES})[:{POSTINGS}])
from overtrick.web.accounts.players.register import list_players
list_players()
"""
_SIGN_IN = """
from overtrick.web.server.run import prepare
prepare()
from django.contrib.auth.models import User
from django.test import Client
from overtrick.web.organisations.models import Member, Organisation, Rank, home_number
home_number()
user, _ = User.objects.get_or_create(username="organiser")
organisation = Organisation.objects.get(slug={slug!r})
Member.objects.get_or_create(user=user, organisation=organisation, defaults=dict(rank=Rank.ORGANISER))
client = Client()
client.force_login(user)
print("; ".join(f"{{name}}={{kept.value}}" for name, kept in client.cookies.items()))
"""


def copy(organisations: int, events: int) -> None:
    """Copy the event under many names, each organisation with its own."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # no triggers, no checks of foreign keys
        connection.execute("SET overtrick.organisation = 0")
        connection.execute("ALTER TABLE book_line SET UNLOGGED")  # half the writing; reading is not affected
        tables = [
            ("congress_held", "slug", {"congress_id": CONGRESS, "organisation_id": "o.n", "place": "e.n"}),
            ("book_head", "event", {"organisation": "o.n", "kept": "now() - make_interval(days => 2 + o.n % 700)"}),
            ("book_line", "event", {"organisation": "o.n"}),
            ("book_signed_head", "event", {"organisation": "o.n"}),
            ("people_bookread", "record_id", {"organisation_id": "o.n"}),
            ("people_player", "record_id", {"organisation_id": "o.n"}),
            ("people_word", "record_id", {"organisation_id": "o.n", "ref": REF}),
        ]
        connection.execute(ORGANISATIONS, [organisations])
        connection.execute(CONGRESSES)
        for table, name, changed in tables:
            columns = [row[0] for row in connection.execute(WRITTEN, [table])]
            values = [EVENT if each == name else changed.get(each, f't."{each}"') for each in columns]
            listed = ", ".join(f'"{each}"' for each in columns)
            connection.execute(
                f"INSERT INTO {table} ({listed}) SELECT {', '.join(values)} "  # noqa: S608 - our own names
                f"FROM {table} t, generate_series(2, {organisations}) o(n), generate_series(1, {events}) e(n) "
                f"WHERE t.{name} = '{FIRST}'"
            )
        connection.execute("VACUUM ANALYZE")
        postings = connection.execute("SELECT count(*) FROM book_line").fetchone()
        count = (organisations - 1) * events + 1
        print(f"{organisations} organisations, {count} events, {postings and postings[0]} postings")


def ask(address: str, cookie: str = "") -> float:
    """Request a page; return the seconds it took."""
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
    began = time.perf_counter()
    line.request("GET", address, headers={"Accept-Encoding": "gzip", "Cookie": cookie})
    answer = line.getresponse()
    answer.read()
    if answer.status != 200 and address != "/status":  # it answers 503 if something is wrong
        sys.exit(f"{address}: {answer.status}")
    return time.perf_counter() - began


def measure(event: str) -> dict[str, tuple[float, float]]:
    """The time of each page: the first time, and the median of twenty more."""
    club = event.split("/")[2].rpartition(".")[0]
    pages = {
        "front page": "/",
        "all organisations": "/o/",
        "an organisation": f"/o/{club or 'home'}/",
        "an event": event,
        "a scorecard": f"{event}pair/1/",
        "search for a name": "/find/?q=alder",
        "search for an event": "/find/?q=swiss",
        "search for both": "/find/?q=swiss+congress",
        "the desk": "/desk/",
        "an event at the desk": f"/desk{event}room/",
        "API: congresses": "/api/congresses",
        "API: congresses of one": f"/api/organisations/{club or 'home'}/congresses",
        "API: events of a congress": f"/api/congresses/{f'{club}.open' if club else 'winter'}/events",
        "API: an event": f"/api{event.replace('/e/', '/events/')[:-1]}",
        "status": "/status",
    }
    cookie = ours(_SIGN_IN.format(slug=club or "home"))
    serve = [sys.executable, "-m", "overtrick", "serve", "--workers", "1", "--port", str(PORT)]
    server = subprocess.Popen(serve, start_new_session=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    found = {}
    try:
        until = time.monotonic() + 120
        while not healthy() and time.monotonic() < until:
            time.sleep(0.5)
        for name, address in pages.items():
            first = ask(address, cookie)
            found[name] = first, statistics.median(ask(address, cookie) for _ in range(20))
    finally:
        server.terminate()
        server.wait(30)
    began = time.perf_counter()
    doctor = [sys.executable, "-m", "overtrick", "doctor"]
    subprocess.run(doctor, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - as above; it may find fault
    found["overtrick doctor"] = (time.perf_counter() - began,) * 2
    return found


def healthy() -> bool:
    """Whether the server reports that it is healthy."""
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    try:
        line.request("GET", "/health")
        return line.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        line.close()


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--organisations", type=int, default=1000)
    asked.add_argument("--events", type=int, default=20, help="of each organisation")
    asked.add_argument("--keep", action="store_true", help="Use what a run before has kept, and keep it.")
    options = asked.parse_args()
    url = os.environ.get("DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
    try:
        alone = measure(set_up(url, ALONE, 1, 1))
        many = measure(set_up(url, SCRATCH, options.organisations, options.events, keep=options.keep))
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            for name in (ALONE,) if options.keep else (ALONE, SCRATCH):
                connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    print(f"{'ms, first time and median of twenty':40} {'one event':>16} {'many':>16}")
    for name, (first, usual) in many.items():
        one = f"{alone[name][0] * 1000:.0f} {alone[name][1] * 1000:6.1f}"
        print(f"{name:40} {one:>16} {first * 1000:>9.0f} {usual * 1000:6.1f}")


if __name__ == "__main__":
    main()
