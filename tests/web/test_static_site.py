"""The static site of an event: the server's pages and whys in a folder, every link inside it, every number the same."""

from collections.abc import Iterator
from contextvars import copy_context
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from overtrick.core.event.acts import ResultPosted
from overtrick.views.scorecards import scorecard_page
from overtrick.web.congress.double_dummy.keeper import solve_waiting
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.exchange.static_site.folders import site_in, taken_in
from overtrick.web.server.demo.books import EVENTS
from web.congresses import do, hold, keep
from web.rehearsed import rehearsed, until

SWISS = "nsw-swiss-pairs/congress"


class Read(HTMLParser):
    """A page as a browser has it: links, what is on it by id, and every text that holds a digit, in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.numbers: dict[str, list[str]] = {}
        self.whys: list[tuple[str, str]] = []
        self.forms = 0
        self._why = ""
        self._elsewhere = False
        self._at: list[str] = [""]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        of_the_server = own.get("rel") == "canonical" or "hreflang" in own  # where a page stands, and in which tongues
        self.links += [own[name] for name in ("href", "src") if name in own and not of_the_server]
        self._elsewhere = tag == "a" and own.get("href", "").startswith("/find/")  # what only a server can look for
        self.forms += tag == "form"
        if "id" in own:
            self.ids.add(own["id"])
        if tag == "section" and "id" in own:
            self._at.append(own["id"])
        if tag in ("main", "form"):
            self._at.append("main" if tag == "main" else "")
        self._why = own.get("href", "") if tag == "a" and "why" in own.get("class", "").split() else ""

    def handle_endtag(self, tag: str) -> None:
        if (tag == "section" and len(self._at) > 2) or tag in ("main", "form"):
            self._at.pop()

    def handle_data(self, data: str) -> None:
        if self._why and data.strip():
            self.whys.append((self._why, data.strip()))
        if any(each.isdigit() for each in data) and self._at[-1] and not self._elsewhere:
            self.numbers.setdefault(self._at[-1], []).append(" ".join(data.split()))


def pages(folder: Path) -> dict[str, Read]:
    return {path.name: Read(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.html"))}


def made(held: BookRecord, folder: Path) -> Path:
    heard: list[tuple[int, int]] = []
    site_in(held, folder, lambda done, of: heard.append((done, of)))
    assert heard[-1][0] == heard[-1][1]
    assert [done for done, _ in heard] == list(range(1, len(heard) + 1))
    return folder


def every_link_is_inside(read: dict[str, Read], folder: Path) -> None:
    for name, page in read.items():
        assert page.forms == 0, name
        for link in page.links:
            parts = urlsplit(link)
            assert not parts.scheme, (name, link)
            assert not parts.path.startswith(("/", "..")), (name, link)
            to = unquote(parts.path) or name
            assert (folder / to).is_file(), (name, link)
            if parts.fragment and to.endswith(".html"):
                assert unquote(parts.fragment) in read[to].ids, (name, link)


def walked(client: Client, room: str, read: dict[str, Read]) -> Iterator[tuple[str, Read, Read]]:
    """Every page of the server beside the folder's, found by following both at once from the first."""
    waiting, seen = [(room, "index.html")], set()
    while waiting:
        address, name = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        if name not in read:
            continue
        server = Read(client.get(address).content.decode())
        yield address, server, read[name]
        theirs = [each for each in server.links if each.startswith(room) and "/why/" not in each]
        theirs = [each for each in theirs if not each.startswith((f"{room}seat", f"{room}wall", f"{room}share"))]
        skipped = ("#", "files/", "why-")
        ours = [each for each in read[name].links if not each.startswith(skipped)]
        assert len(theirs) == len(ours), (address, theirs, ours)
        waiting += list(zip(theirs, map(unquote, ours), strict=True))


def numbers_are_the_servers(held: BookRecord, read: dict[str, Read], every: int) -> int:
    """Every number of every page, and of every so-manieth why, as the server says it; how many were compared."""
    client, compared = Client(), 0
    whys: dict[str, str] = {}
    for address, server, own in walked(client, held.room, read):
        assert server.numbers.get("main") == own.numbers.get("main"), address
        assert [text for _, text in server.whys] == [text for _, text in own.whys], address
        compared += len(own.whys)
        whys |= {theirs: ours for (theirs, _), (ours, _) in zip(server.whys, own.whys, strict=True)}
    assert len(set(whys.values())) == len(whys), "each why has its own place"
    for theirs, ours in list(whys.items())[::every]:
        page, _, at = ours.partition("#")
        said = Read(client.get(theirs).content.decode()).numbers.get("main", [])
        assert read[page].numbers.get(at, []) == said, theirs
        compared += len(said)
    return compared


@pytest.mark.django_db
def test_the_folder_says_what_the_server_says(tmp_path: Path) -> None:
    held = hold(SWISS, "kept")
    keep(held, until(rehearsed(SWISS, 8), "Swiss", 3, 2))
    read = pages(made(held, tmp_path / "site"))
    every_link_is_inside(read, tmp_path / "site")
    assert numbers_are_the_servers(held, read, 7) > 1000
    assert not any("/live/" in path.read_text() for path in (tmp_path / "site").glob("*.html"))


@pytest.mark.django_db
def test_the_same_book_gives_the_same_bytes(tmp_path: Path) -> None:
    held = hold(SWISS, "kept")
    keep(held, until(rehearsed(SWISS, 8), "Swiss", 2, 1))
    for name in ("one.zip", "two.zip"):
        made(held, tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        assert {each.partition("/")[0] for each in archive.namelist()} == {"kept"}
        assert "kept/index.html" in archive.namelist()


@pytest.mark.django_db
def test_a_book_that_grows_meanwhile_is_one_book(tmp_path: Path) -> None:
    held = hold(SWISS, "kept")
    postings = rehearsed(SWISS, 8)
    before = until(postings, "Swiss", 1, 2)
    later = next(each for each in postings if isinstance(each.act, ResultPosted) and each.act.table == 3)
    keep(held, before)
    done = False

    def meanwhile(_: int, __: int) -> None:
        nonlocal done
        if not done:
            elsewhere.run(do, held, later.act)
            done = True

    elsewhere = copy_context()
    site_in(held, tmp_path / "site", meanwhile)
    assert event_projection(held).last == len(before) + 1
    said = [path.read_text() for path in (tmp_path / "site").glob("*.html") if "proof" not in path.name]
    assert all(f'data-number="{len(before)}"' in text for text in said)


@pytest.mark.django_db
def test_a_book_in_a_file_has_a_site_and_leaves_nothing_behind(tmp_path: Path) -> None:
    from contextlib import closing

    from overtrick.ledger.book import Draft
    from overtrick.ledger.file import FileBook

    with closing(FileBook(tmp_path / "night.jsonl")) as book:
        played = until(rehearsed(SWISS, 8), "Swiss", 2, 1)
        book.append([Draft(each.act, each.by, each.at, each.key) for each in played])
    with taken_in(tmp_path / "night.jsonl", "Spring") as record:
        site_in(record, tmp_path / "site", lambda _, __: None, signed=False)
    assert not BookRecord.objects.exists()
    assert not list((tmp_path / "site").glob("proof*")), "nobody vouches for it"
    every_link_is_inside(pages(tmp_path / "site"), tmp_path / "site")
    assert "Spring" in (tmp_path / "site" / "index.html").read_text()


@pytest.mark.django_db
def test_a_file_whose_pages_take_long_keeps_its_transaction(tmp_path: Path) -> None:
    from contextlib import closing

    from django.db import connection

    from overtrick.ledger.book import Draft
    from overtrick.ledger.file import FileBook

    with closing(FileBook(tmp_path / "night.jsonl")) as book:
        played = until(rehearsed(SWISS, 8), "Swiss", 2, 1)
        book.append([Draft(each.act, each.by, each.at, each.key) for each in played])
    with taken_in(tmp_path / "night.jsonl", "Spring"), connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("0",)


def deals_are_solved(held: BookRecord) -> None:
    """Solve what the pages will ask for: a site has the patience for it, a busy machine may not have the time."""
    event = event_projection(held).event
    asked = [scorecard_page(event, each).pending for each in event.entries]  # each asks for its own deals
    if any(asked):
        solve_waiting()
    assert not any(scorecard_page(event, each).pending for each in event.entries)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db(transaction=True)  # the pages of a large event are made for longer than a transaction may rest
@pytest.mark.parametrize("shown", EVENTS, ids=lambda each: each.slug)
def test_the_demos_events_are_the_same_in_a_folder(shown: object, tmp_path: Path) -> None:
    from overtrick.web.server.demo.books import DemoEvent

    assert isinstance(shown, DemoEvent)
    held = hold(shown.rules, shown.slug, shown.title)
    rehearsal = shown.rehearse()
    keep(held, rehearsal.book.postings())
    deals_are_solved(held)
    read = pages(made(held, tmp_path / "site"))
    every_link_is_inside(read, tmp_path / "site")
    assert numbers_are_the_servers(held, read, 20) > 1000 * bool(rehearsal.state.stages) - 1


@pytest.mark.django_db
@pytest.mark.parametrize("width", [390, 1280])
def test_it_opens_from_a_folder(chromium: Browser, tmp_path: Path, width: int) -> None:
    held = hold(SWISS, "kept")
    keep(held, until(rehearsed(SWISS, 8), "Swiss", 2, 1))
    site = made(held, tmp_path / "site")
    page = chromium.new_page(viewport={"width": width, "height": 844})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda fault: said.append(str(fault)))
    page.on("requestfailed", lambda request: said.append(f"{request.url} {request.failure}"))
    page.goto((site / "index.html").as_uri())
    number = page.locator("main a.why:visible").first
    number.click()
    shown = page.frame_locator(".drawer iframe")
    expect(shown.locator("section:visible")).to_have_count(1)
    assert shown.locator("section:visible .tree li").count() > 1
    shown.locator("section:visible a.deeper").first.click()
    shown.locator("section:visible .tree").first.wait_for()
    page.screenshot(path=tmp_path / f"why-{width}.png")
    page.locator(".drawer").get_by_role("button", name="Hide").click()
    page.locator("main a.who:visible").first.click()
    page.wait_for_url("**/pair-*.html")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [each for each in said if not each.endswith("ERR_ABORTED")] == []  # a drawer may close while it loads
    page.close()
