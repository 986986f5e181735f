"""What leaves an event for elsewhere: cards, frames, calendars and news; nothing of what is hidden or in play."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from io import BytesIO
from urllib.parse import urlsplit
from xml.etree.ElementTree import fromstring

import pytest
from django.test import Client
from PIL import Image

from overtrick.core.event.acts import RoundTime, TimetableSet
from overtrick.core.event.fold.tournament import replay
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.share import contestant_card, event_card
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import forget
from web.congresses import do, hold, keep
from web.rehearsed import SWISS, rehearsed, until

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
OUTWARD = (
    "/e/autumn/card.png", "/e/autumn/card/1.png", "/e/autumn/embed/standings/", "/e/autumn/share/",
    "/e/autumn/times.ics", "/e/autumn/report/",
)  # fmt: skip


@pytest.fixture
def over() -> Iterator[BookRecord]:
    forget()
    held = hold(SWISS, "autumn", "Autumn Swiss")
    keep(held, rehearsed(SWISS, 12))
    yield held
    forget()


def test_a_card_is_a_picture_known_by_its_posting(client: Client, over: BookRecord) -> None:
    for address in OUTWARD[:2]:
        answer = client.get(address)
        assert answer.headers["Content-Type"] == "image/png"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630)
        assert len(answer.content) < 60_000
        again = client.get(address, headers={"if-none-match": answer.headers["ETag"]})
        assert again.status_code == 304
        kept = client.get(address)
        assert (kept.headers["Content-Type"], kept.content) == ("image/png", answer.content)
    assert client.get("/e/autumn/card/nobody.png").status_code == 404


def test_a_card_says_what_the_standings_say() -> None:
    event = replay(plan_for(SWISS), rehearsed(SWISS, 12))
    state = event.stage("Swiss")
    rows = state.standings(state.fields[0].name).rows
    assert [line.place for line in event_card(event).lines] == [row.place_text for row in rows[:3]]
    card = contestant_card(event, rows[0].contestant)
    assert card is not None
    [line] = card.lines
    assert line.total == rows[0].total.unit.number(rows[0].total.value)
    assert str(card.says) == "final"


def test_while_a_round_is_played_a_card_tells_the_match_before() -> None:
    event = replay(plan_for(SWISS), until(rehearsed(SWISS, 12), "Swiss", 2, 3))
    before = replay(plan_for(SWISS), until(rehearsed(SWISS, 12), "Swiss", 2, 0))
    assert event_card(event).lines == event_card(before).lines


def test_the_head_names_the_card(client: Client, over: BookRecord) -> None:
    assert 'property="og:image" content="/e/autumn/card.png"' in client.get("/e/autumn/").content.decode()
    assert 'property="og:image" content="/e/autumn/card/1.png"' in client.get("/e/autumn/pair/1/").content.decode()


def test_only_the_embedded_page_may_be_framed(client: Client, over: BookRecord) -> None:
    framed = client.get("/e/autumn/embed/standings/")
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert "<form" not in framed.content.decode()
    for address in ("/e/autumn/", "/e/autumn/share/", "/find/", "/sign-in/"):
        answer = client.get(address)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Frame-Options"] == "DENY"


def test_the_share_page_has_the_snippet(client: Client, over: BookRecord) -> None:
    page = client.get("/e/autumn/share/").content.decode()
    assert "/e/autumn/embed/standings/" in page
    assert "/c/winter/news.atom" in page


def test_a_calendar_has_the_rounds_of_the_timetable(client: Client) -> None:
    forget()
    held = hold(SWISS, "spring", "Spring; Swiss, é" + "x" * 90)
    keep(held, until(rehearsed(SWISS, 12), "Swiss", 2, 3))
    times = (RoundTime(3, "2026-07-04T14:00+10:00", "2026-07-04T15:00+10:00"), RoundTime(4, "2026-07-04T15:10+10:00"))
    do(held, TimetableSet("Swiss", times))
    for address in ("/e/spring/times.ics", "/c/winter/times.ics"):
        answer = client.get(address)
        assert answer.headers["Content-Type"].startswith("text/calendar")
        text = answer.content
        lines = text.split(b"\r\n")
        assert max(map(len, lines)) <= 75
        assert b"\n" not in text.replace(b"\r\n", b"")
        unfolded = text.replace(b"\r\n ", b"").decode()
        assert "DTSTART:20260704T040000Z" in unfolded
        assert "DTEND:20260704T050000Z" in unfolded
        assert "SUMMARY:Spring\\; Swiss\\, é" in unfolded
        assert unfolded.count("BEGIN:VEVENT") == unfolded.count("END:VEVENT")
        uids = [line for line in unfolded.split("\r\n") if line.startswith("UID:")]
        assert len(uids) == len(set(uids)) >= 2
    forget()


def components(text: bytes) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """The components of a calendar, each with its properties by name, their parameters left with the value."""
    opened: list[tuple[str, dict[str, list[str]]]] = []
    for line in text.replace(b"\r\n ", b"").decode().removesuffix("\r\n").split("\r\n"):
        name, value = re.split(r"(?=[:;])", line, maxsplit=1)
        if name == "BEGIN":
            opened.append((value[1:], {}))
        elif name == "END":
            assert value[1:] == opened[-1][0]
            yield opened.pop()
        else:
            opened[-1][1].setdefault(name, []).append(value)
    assert not opened


def test_a_calendar_has_what_its_format_asks_for(client: Client) -> None:
    """RFC 5545: lines end in CRLF and have 75 octets at most; an event has a UID and a stamp, once each, and its
    times are in UTC or of a whole day."""
    forget()
    held = hold(SWISS, "spring", "王".join("Spring Swiss" * 5))
    held.congress.starts = held.congress.ends = date(2026, 7, 4)
    held.congress.save()
    keep(held, until(rehearsed(SWISS, 12), "Swiss", 2, 3))
    do(held, TimetableSet("Swiss", (RoundTime(3, "2026-07-04T14:00+10:00"),)))
    text = client.get("/fr/c/winter/times.ics").content
    assert text.endswith(b"\r\n")
    assert text.count(b"\n") == text.count(b"\r") == text.count(b"\r\n")
    for line in text.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()  # no letter is cut in two
    found = list(components(text))
    [(_, whole)] = [each for each in found if each[0] == "VCALENDAR"]
    assert (whole["VERSION"], len(whole["PRODID"])) == ([":2.0"], 1)
    events = [told for name, told in found if name == "VEVENT"]
    assert len(events) >= 2
    for told in events:
        assert all(len(told[name]) == 1 for name in ("UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY"))
        assert re.fullmatch(r":\d{8}T\d{6}Z", told["DTSTAMP"][0])
        for name in ("DTSTART", "DTEND"):
            assert re.fullmatch(r":\d{8}T\d{6}Z|;VALUE=DATE:\d{8}", told[name][0]), told
        assert told["DTSTART"] < told["DTEND"]
    assert len({told["UID"][0] for told in events}) == len(events)
    assert any("tour 3" in told["SUMMARY"][0] for told in events), "in the language of the address"
    forget()


@pytest.mark.parametrize("address", ["/c/winter/news.atom", "/fr/o/home/news.atom"])
def test_news_have_what_their_format_asks_for(client: Client, over: BookRecord, address: str) -> None:
    """RFC 4287: a feed and each of its entries have one id, a title and a time with an offset; the feed an author."""
    feed = fromstring(client.get(address).content)  # noqa: S314 - our own answer
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) > 2
    for each in (feed, *entries):
        [name], [title], [updated] = (each.findall(f"{ATOM}{tag}") for tag in ("id", "title", "updated"))
        assert urlsplit(name.text or "").scheme in {"http", "https", "tag"}
        assert title.text
        assert datetime.fromisoformat(updated.text or "").tzinfo is not None
        links = {link.get("rel", "alternate"): str(link.get("href")) for link in each.findall(f"{ATOM}link")}
        assert urlsplit(links["alternate"]).netloc
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    assert {link.get("rel") for link in feed.findall(f"{ATOM}link")} >= {"self"}
    language = "fr" if address.startswith("/fr/") else "en-AU"
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == language


def test_news_are_closed_rounds_and_final_stages(client: Client, over: BookRecord) -> None:
    for address in ("/c/winter/news.atom", "/o/home/news.atom"):
        answer = client.get(address)
        assert answer.headers["Content-Type"].startswith("application/atom+xml")
        entries = fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314 - our own answer
        titles = [each.findtext(f"{ATOM}title") for each in entries]
        assert titles[0] == "Autumn Swiss, Swiss: results are final"
        assert any("round 1 is closed" in str(title) for title in titles)
        assert len({each.findtext(f"{ATOM}id") for each in entries}) == len(entries)


def test_a_hidden_event_is_in_nothing_that_leaves(client: Client, over: BookRecord) -> None:
    for address in OUTWARD:
        assert client.get(address).status_code == 200, address
    BookRecord.objects.update(shown=False)
    for address in (*OUTWARD, "/c/winter/times.ics", "/c/winter/news.atom"):
        assert client.get(address).status_code == 404, address
    assert b"Autumn" not in client.get("/o/home/news.atom").content
