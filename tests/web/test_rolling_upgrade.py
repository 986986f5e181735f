"""The release before and ours side by side on one database, as behind nginx while one node after another is renewed."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from overtrick.core.event.acts import DrawPublished
from overtrick.ledger.codec import line_hash, write_posting
from web.desk.conftest import rehearsed
from web.releases import Node, Person, Release, hidden, new_database, unpacked
from web.servers import Server, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="one program at a time uses a file of SQLite"),
]
PASSWORD = "seven diamonds redoubled"  # noqa: S105 - a test's own
LATER = """
ALTER TABLE book_head ADD COLUMN later text;
ALTER TABLE congress_held ADD COLUMN later integer NOT NULL DEFAULT 0;
ALTER TABLE django_session ADD COLUMN later boolean NOT NULL DEFAULT false;
CREATE TABLE congress_later (record_id text PRIMARY KEY REFERENCES congress_held, said text NOT NULL);
CREATE INDEX later_lines ON book_line (event, by);
CREATE FUNCTION book_later(p_event text) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
    AS $$ SELECT last FROM book_head WHERE event = p_event $$;
INSERT INTO django_migrations (app, name, applied) VALUES ('book', '9999_later', now());
"""
"""What a release may do to a database on which the one before runs: all is new, and nothing has to be filled."""
READ = (
    "", "/contestants", "/standings", "/stages/swiss/draw/1", "/stages/swiss/match/1/1", "/scorecard/1", "/results",
)  # fmt: skip
KEEP = """
from overtrick.web.server.run import django_ready
django_ready()
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.web.congress import snapshots
from overtrick.web.congress.models import BookRecord, Snapshot
from overtrick.web.congress.projections import event_projection
with use_organisation(DEFAULT):
    now = event_projection(BookRecord.objects.get(slug="swiss"))
    found = snapshots.kept_state(DurableBook("swiss"), now.begin)
    print("used" if found else "not used")
    snapshots.keep(now)
    print("kept" if Snapshot.objects.get().code == snapshots.code() else "another's")
"""
"""What opens an event: whether the snapshot that is there is used, and then keeps its own."""
KEEP_BEFORE = KEEP.replace("web.server.run", "web.serving.run").replace("use_organisation", "within")
"""The same in the names of the release before."""


class Congress:
    """An event in its first round, its director's browser, a program's token, and what was answered."""

    def __init__(self, node: Server, release: Release, folder: Path) -> None:
        release.command("account", "add", "kim", "--owner", said=f"{PASSWORD}\n")
        self.kim = Person()
        self.kim.submit(node, "/sign-in/", name="kim", password=PASSWORD)
        self.token = self.new_token(node)
        self.program(node, "/api/congresses", {"slug": "spring", "name": "Spring Congress"})
        release.command("book", "import", str(first_round(folder / "swiss.jsonl")), "--congress", "spring")
        self.acknowledged: list[str] = []
        self.listening: list[Listener] = []

    def new_token(self, node: Server) -> str:
        """A token for a program, made at a node."""
        status, page = self.kim.submit(node, "/api/tokens/", name="a board", scope="all", where="", days="7")
        found = re.search(r"<code>([^<]+)</code>", page)
        assert found, (status, page[-2000:])
        return found[1]

    def program(self, node: Server, path: str, sent: dict[str, Any] | None = None, token: str = "") -> Any:
        """What a program is answered at a node."""
        line = HTTPConnection("127.0.0.1", node.port, timeout=30)
        headers = {"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"}
        line.request("POST" if sent else "GET", path, json.dumps(sent) if sent else None, headers)
        answer = line.getresponse()
        body = answer.read().decode()
        line.close()
        assert answer.status in (200, 201), (path, answer.status, body)
        return json.loads(body)

    def links(self, node: Server) -> dict[int, str]:
        """The links of the tables, as a node makes them."""
        status, page = self.kim.ask(node, "/t/codes/swiss/")
        assert status == 200
        found = re.findall(r"/t/(swiss:[\w:-]+)/", page)
        return dict(enumerate(dict.fromkeys(found), start=1))

    def enters(self, node: Server, link: str, table: int, board: int, time: int = 0) -> int:
        """A table's phone enters a board at a node, each time another result; the number of the last posting then."""
        key = f"{table} board {board} {time}"
        said: dict[str, object] = {
            "key": key, "what": "result", "stage": "Swiss", "round": 1, "board": board, "seat": "South",
            "result": f"{1 + time % 4}S S =",
        }  # fmt: skip
        status, body, _ = node.ask(f"/t/{link}/message", said)
        assert status == 200, (key, status, body)
        told = json.loads(body)
        if told["receipt"]:  # nothing is posted where that result stands already
            self.acknowledged.append(key)
        return int(told["sheet"]["number"])

    def notes(self, shown: Server, sent: Server, text: str) -> None:
        """The desk writes a note: asked for and looked at on one node, and posted at another."""
        address = "/desk/e/swiss/do/note/"
        status, looked = self.kim.submit(shown, address, note=text, look="1")
        assert status == 200
        answers = dict(re.findall(r'name="(seen|key|csrfmiddlewaretoken)" value="(\w+)"', looked))
        status, led = self.kim.ask(sent, address, {**answers, "note": text, "post": "1"})
        assert status == 302, led


def first_round(file: Path) -> Path:
    """The book of a Swiss of eight pairs whose first round is drawn."""
    hashed = ""
    with file.open("w", encoding="utf-8") as book:
        for each in rehearsed(8):
            written = write_posting(each, hashed)
            hashed = line_hash(written)
            book.write(f"{written}\n")
            if isinstance(each.act, DrawPublished):
                break
    return file


class Listener(threading.Thread):
    """A page that stands open at a node: the numbers of the frames it is told."""

    def __init__(self, node: Server) -> None:
        super().__init__(daemon=True)
        self.line = HTTPConnection("127.0.0.1", node.port, timeout=60)
        self.line.request("GET", "/live/swiss?view=/e/swiss/")
        self.answer = self.line.getresponse()
        assert self.answer.status == 200
        self.heard = 0
        self.start()

    def run(self) -> None:
        """Until the line is cut."""
        try:
            while text := self.answer.readline():
                if text.startswith(b"id: "):
                    self.heard = int(text.removeprefix(b"id: "))
        except (OSError, HTTPException):
            return
        finally:
            self.answer.close()
            self.line.close()


FIGURES = re.compile(r"[+−-]?\d+(?:\.\d+)?")


def has(whole: Any, part: Any) -> bool:
    """Whether an answer says all that another one says: a later release may say more.

    A sentence may be worded otherwise in a later release, with the same figures in it.
    """
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and has(whole[key], part[key]) for key in part)
    if isinstance(part, list):
        return isinstance(whole, list) and len(whole) == len(part) and all(map(has, whole, part))
    if isinstance(part, str) and isinstance(whole, str) and " " in part:
        return sorted(FIGURES.findall(whole)) == sorted(FIGURES.findall(part))
    return bool(whole == part)


def agree(congress: Congress, old: Server, new: Server) -> None:
    """Both say the same numbers, to programs and on the page."""
    for each in READ:
        path = f"/api/events/swiss{each}"
        assert has(congress.program(new, path), congress.program(old, path)), path
    pages = [node.ask("/e/swiss/")[1].decode() for node in (old, new)]
    marks = [re.findall(r'data-number="(\d+)"', page) for page in pages]
    assert marks[0] == marks[1] != []


@contextmanager
def meanwhile(does: Callable[[], object]) -> Iterator[None]:
    """Do something over and over until this is done; what it could not do fails the test."""
    over, faults = threading.Event(), list[BaseException]()

    def run() -> None:
        try:
            while not over.wait(0.05):
                does()
        except BaseException as fault:  # noqa: BLE001 - it is raised where it is waited for
            faults.append(fault)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if faults:
        raise faults[0]


def set_up(release: Release, admin: str) -> None:
    """Bring the database up to date as its owner, with the rights of the server's role."""
    owner = admin.rpartition("/")[2] + "_owner"
    release.command("database", "setup", "--admin", admin, "--owner", owner)


def test_two_releases_run_on_one_database_and_either_takes_over(tmp_path: Path) -> None:
    with new_database(roles=True) as (admin, url):
        old, new = Release(url, tmp_path / "data", unpacked(tmp_path / "old")), Release(url, tmp_path / "data")
        assert str(old.home) in old.runs("-c", "import overtrick; print(overtrick.__file__)")
        assert str(old.home) not in new.runs("-c", "import overtrick; print(overtrick.__file__)")
        set_up(old, admin)
        with Node(old) as before:
            congress = Congress(before, old, tmp_path)
            of_old = congress.links(before)
            assert len(of_old) == 4
            with meanwhile(post_again_and_again(congress, before, of_old)):
                set_up(new, admin)
                with psycopg.connect(admin) as owner:
                    owner.execute("SET ROLE " + admin.rpartition("/")[2] + "_owner")
                    owner.execute(LATER)
                set_up(new, admin)
            with Node(new) as after:
                side_by_side(congress, before, after, of_old)
                snapshots(old, new)
                jobs(congress, before, after, old, new)
                agree(congress, before, after)
                of_new = congress.links(after)
                before.interrupt()
                congress.enters(after, of_old[4], 4, 1)
                congress.notes(after, after, "alone")
            proved(congress, new, tmp_path / "new.jsonl")
        with Node(old) as back:
            assert has(congress.program(back, "/api/events/swiss"), {"slug": "swiss", "congress": "spring"})
            congress.enters(back, of_new[4], 4, 2)
            congress.notes(back, back, "back again")
            assert congress.kim.ask(back, "/desk/")[0] == 200
        for each in congress.listening:
            each.join(10)
        proved(congress, old, tmp_path / "back.jsonl")
        proved(congress, new, tmp_path / "forth.jsonl")


def post_again_and_again(congress: Congress, node: Server, links: dict[int, str]) -> Callable[[], object]:
    """A phone that enters its first board again and again: it is answered, whatever the database goes through."""
    counted = iter(range(10**6))
    return lambda: congress.enters(node, links[1], 1, 1, next(counted))


def side_by_side(congress: Congress, before: Server, after: Server, of_old: dict[int, str]) -> None:
    """Phones, the desk, programs and readers at both in turn."""
    of_new = congress.links(after)
    nodes = before, after
    congress.listening += [Listener(before), Listener(after)]
    last = 0
    for board in (2, 3, 4):
        for table in (1, 2, 3):
            node = nodes[(board + table) % 2]
            link = (of_old, of_new)[board % 2][table]
            last = congress.enters(node, link, table, board)
    agree(congress, before, after)
    for each in congress.listening:
        wait_until(lambda each=each: each.heard >= last, 10)  # type: ignore[misc]  # bound at once
    again = congress.enters(after, of_old[2], 2, 3)
    assert again == congress.enters(before, of_new[2], 2, 3), "what was sent twice stands once"
    congress.notes(before, after, "asked at the old, sent at the new")
    congress.notes(after, before, "asked at the new, sent at the old")
    for maker, user in ((before, after), (after, before)):
        token = congress.new_token(maker)
        act = {"key": f"program-{token[:6]}", "act": {"act": "note made", "text": "by a program"}}
        congress.program(user, "/api/events/swiss/acts", act, token)
        somebody = Person()
        somebody.submit(maker, "/sign-in/", through=user, name="kim", password=PASSWORD)
        assert [somebody.ask(node, "/desk/e/swiss/room/")[0] for node in nodes] == [200, 200]
        somebody.ask(user, "/sign-out/", hidden(somebody.ask(maker, "/desk/")[1]))
        assert [somebody.ask(node, "/desk/e/swiss/room/")[0] for node in nodes] == [302, 302]
    agree(congress, before, after)


def snapshots(old: Release, new: Release) -> None:
    """What one release has kept of an event is nothing to the other, which folds the book and keeps its own."""
    assert old.runs("-c", KEEP_BEFORE).split("\n")[-2] == "kept"
    assert new.runs("-c", KEEP).split("\n")[-3:-1] == ["not used", "kept"]
    assert new.runs("-c", KEEP).split("\n")[-3] == "used"
    assert old.runs("-c", KEEP_BEFORE).split("\n")[-3] == "not used"


def jobs(congress: Congress, before: Server, after: Server, old: Release, new: Release) -> None:
    """What the desk of one puts into the queue, the other's worker sends."""
    of_each = ((before, new, "sent after posting"), (after, old, "sent, up to posting"))
    for times, (node, worker, sent) in enumerate(of_each, start=1):
        status, _ = congress.kim.submit(node, "/desk/e/swiss/publishing/", to="site")
        assert status == 302
        assert "1 delivery attempted" in worker.command("publish")
        assert congress.kim.ask(node, "/desk/e/swiss/publishing/")[1].count(sent) == times


def proved(congress: Congress, release: Release, file: Path) -> None:
    """The book is whole, and has all that was acknowledged once and in order."""
    release.command("book", "verify", "swiss")
    release.command("book", "export", "swiss", "-o", str(file))
    release.command("verify", str(file))
    keys = [json.loads(line)["key"] for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(keys) == len(set(keys))
    missing = [key for key in congress.acknowledged if not any(each.endswith(key) for each in keys)]
    assert missing == []
