"""Results sent elsewhere: a queue that is tried again, against a server that fails, hangs and talks nonsense."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any
from urllib.parse import parse_qs
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from overtrick.core.event.acts import EntryTaken, Posting, RoundClosed
from overtrick.core.model import Player
from overtrick.web.congress.models import BookRecord
from overtrick.web.exchange.deliveries import wire
from overtrick.web.exchange.deliveries.destinations import Destination
from overtrick.web.exchange.deliveries.models import Delivery, State
from overtrick.web.exchange.deliveries.queue import TRIES, enqueue, follow, send_due
from web.congresses import hold, keep
from web.rehearsed import rehearsed, until

pytestmark = pytest.mark.django_db
SWISS = "nsw-swiss-pairs/congress"
SECRET = "seven diamonds redoubled"  # noqa: S105 - a test's own


class StandIn(ThreadingHTTPServer):
    """A club's site: it answers as it is told to, and remembers what it was sent."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[Callable[[BaseHTTPRequestHandler], None]] = []
        self.got: list[tuple[str, str, dict[str, str], bytes]] = []

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    def handle_any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        assert isinstance(self.server, StandIn)
        self.server.got.append((self.command, self.path, dict(self.headers), body))
        (self.server.answers.pop(0) if self.server.answers else says("message = Upload accepted"))(self)

    do_POST = do_PUT = do_MKCOL = handle_any  # noqa: N815 - the names it asks for

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        pass


def says(text: str, status: int = 200) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.end_headers()
        handler.wfile.write(text.encode())

    return answer


def hangs(handler: BaseHTTPRequestHandler) -> None:
    sleep(0.6)


def drips(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(20):
        try:
            handler.wfile.write(b"x")
            handler.wfile.flush()
        except OSError:
            return
        sleep(0.1)


def garbage(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\x00\xff\xfe nonsense\r\n\r\n")


def leads_elsewhere(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(302)
    handler.send_header("Location", "http://169.254.169.254/latest/meta-data/")
    handler.end_headers()


@pytest.fixture
def site() -> Iterator[StandIn]:
    server = StandIn()
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def held(site: StandIn, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> BookRecord:
    monkeypatch.setattr(wire, "SECONDS", 0.5)
    settings.DESTINATIONS = tmp_path / "destinations.toml"
    settings.SITES = tmp_path / "sites"
    common = f'secret = "{SECRET}"\nprivate = true\naddress = "{site.base}'
    settings.DESTINATIONS.write_text(
        f'[club]\nkind = "bridgewebs"\nclub = "ours"\n{common}upload"\n'
        f'[phones]\nkind = "myabf-messages"\n{common}notification-file-upload/v1.0"\n'
        f'[web]\nkind = "webdav"\nuser = "us"\n{common}results/"\n'
        f'[inside]\nkind = "bridgewebs"\naddress = "https://127.0.0.1:{site.server_port}/"\n'
        f'[theirs]\nkind = "folder"\norganisation = "another"\naddress = "{tmp_path}"\n'
        f'[disk]\nkind = "folder"\naddress = "{tmp_path / "www"}"\n'
    )
    record = hold(SWISS, "sent")
    keep(record, list(numbered(until(rehearsed(SWISS, 8), "Swiss", 2, 1))))
    return record


def numbered(postings: list[Posting]) -> Iterator[Posting]:
    """The same with federation numbers, as MyABF asks for."""
    for each in postings:
        act = each.act
        if isinstance(act, EntryTaken):
            players = tuple(Player(p.name, f"{int(act.contestant):03d}{n}") for n, p in enumerate(act.players))
            yield Posting(each.number, EntryTaken(act.contestant, act.name, players), each.by, each.at, each.key)
        else:
            yield each


class Later:
    """A clock that is put forward."""

    def __init__(self) -> None:
        self.by = timedelta()

    def __call__(self) -> datetime:
        return timezone.now() + self.by


def only() -> Delivery:
    return Delivery.objects.get()


def test_results_arrive_as_usebio_in_the_form_that_is_asked_for(held: BookRecord, site: StandIn) -> None:
    enqueue(held, "club", "M. Lee")
    enqueue(held, "club", "M. Lee")
    assert send_due() == 1
    ((method, path, _, body),) = site.got
    form = {name: value for name, (value,) in parse_qs(body.decode()).items()}
    assert (method, path, form["club"], form["password"], form["type"]) == ("POST", "/upload", "ours", SECRET, "upload")
    assert ET.fromstring(form["data"]).tag == "USEBIO"  # noqa: S314 - our own
    assert (only().state, only().said) == (State.SENT, "Upload accepted")
    assert send_due() == 0
    enqueue(held, "club", "M. Lee")
    assert send_due() == 1
    assert len(site.got) == 1, "the same book is not sent twice"


@pytest.mark.parametrize("fault", [says("later", 503), hangs, drips, garbage], ids=["503", "hangs", "drips", "garbage"])
def test_what_may_pass_is_tried_again_and_arrives_once(
    held: BookRecord, site: StandIn, fault: Callable[[BaseHTTPRequestHandler], None]
) -> None:
    site.answers = [fault, fault]
    clock = Later()
    enqueue(held, "club", "M. Lee")
    pauses = []
    while only().state == State.QUEUED:
        assert send_due(clock) == 1
        assert send_due(clock) == 0, "not before its time"
        pauses.append(only().due - clock())
        clock.by += pauses[-1] + timedelta(seconds=1)
    assert (only().state, only().tries, len(site.got)) == (State.SENT, 3, 3)
    assert pauses[1] > 1.5 * pauses[0]


def test_it_is_given_up_some_time(held: BookRecord, site: StandIn) -> None:
    site.answers = [says("no", 500)] * TRIES
    clock = Later()
    enqueue(held, "club", "M. Lee")
    for _ in range(TRIES):
        assert send_due(clock) == 1
        clock.by += timedelta(hours=2)
    assert (only().state, only().tries) == (State.REFUSED, TRIES)
    assert only().said.startswith("given up: 500 no")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (says(f"message = Invalid password {SECRET}"), "Invalid password …"),
        (says("<html>welcome</html>"), "the answer contains no message: <html>welcome</html>"),
        (says("who are you", 403), "403 who are you"),
        (leads_elsewhere, "302"),
    ],
    ids=["refused", "no message", "403", "redirect"],
)
def test_what_is_refused_is_said_without_the_secret(
    held: BookRecord, site: StandIn, answer: Callable[[BaseHTTPRequestHandler], None], said: str,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    site.answers = [answer]
    enqueue(held, "club", "M. Lee")
    send_due()
    assert (only().state, only().said, len(site.got)) == (State.REFUSED, said, 1)
    assert SECRET not in caplog.text + only().said + str(vars(only()))


def test_a_private_address_is_not_spoken_to(held: BookRecord, site: StandIn) -> None:
    enqueue(held, "inside", "M. Lee")
    send_due()
    assert only().state == State.REFUSED
    assert "private network" in only().said
    assert site.got == []
    assert SECRET not in repr(Destination("club", "bridgewebs", secret=SECRET))


def test_seats_go_out_as_messages_and_never_twice(held: BookRecord, site: StandIn) -> None:
    site.answers = [says('{"lines": 16}')]
    enqueue(held, "phones", "M. Lee")
    send_due()
    _, path, headers, body = site.got[0]
    assert (path, headers["key"]) == ("/notification-file-upload/v1.0", SECRET)
    lines = [line for line in body.decode().splitlines() if "\t" in line]
    assert len(lines) == 16
    assert all(line.count("\t") == 1 and "in round 2" in line and "you are at table" in line for line in lines)
    Delivery.objects.all().delete()
    site.answers = [hangs]
    enqueue(held, "phones", "M. Lee")
    send_due()
    assert only().state == State.REFUSED
    assert only().said.startswith("no answer: the results may have arrived")


def test_the_site_goes_to_a_web_space_and_to_a_folder(held: BookRecord, site: StandIn, tmp_path: Path) -> None:
    site.answers = [says("there", 405), says("made", 201)]
    for name in ("web", "disk"):
        enqueue(held, name, "M. Lee")
    assert send_due() == 2
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.SENT}
    put = {path.removeprefix("/results/sent/"): body for method, path, _, body in site.got if method == "PUT"}
    folder = tmp_path / "www" / "sent"
    assert put == {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert all(headers["Authorization"].startswith("Basic ") for _, _, headers, _ in site.got)


def test_after_every_round(held: BookRecord, site: StandIn) -> None:
    follow(held, "club", "M. Lee", on=True)
    assert send_due() == 0
    whole = list(numbered(rehearsed(SWISS, 8)))
    closed = [each for each in whole if isinstance(each.act, RoundClosed) and each.act.round == 2]
    there = len(list(numbered(until(rehearsed(SWISS, 8), "Swiss", 2, 1))))
    assert closed
    keep(held, closed)
    assert send_due() == 1
    assert (only().state, only().last) == (State.SENT, there + 1)
    assert send_due() == 0


def test_asked_again_while_it_is_sent_it_goes_again(held: BookRecord, site: StandIn) -> None:
    delivery = enqueue(held, "club", "M. Lee")

    def meanwhile(handler: BaseHTTPRequestHandler) -> None:
        says("message = fine")(handler)

    site.answers = [meanwhile]
    Delivery.objects.filter(pk=delivery.pk).update(trying=True, due=timezone.now() + timedelta(minutes=5))
    enqueue(held, "club", "another")
    assert Delivery.objects.get(pk=delivery.pk).again
    assert send_due() == 0, "somebody else has it"


@contextmanager
def chief(held: BookRecord) -> Iterator[Client]:
    from overtrick.web.congress.models import Official, Role

    user = User.objects.create_user("chief", password=SECRET)
    Official.objects.create(user=user, congress=held.congress, role=Role.CHIEF_DIRECTOR)
    client = Client()
    client.force_login(user)
    yield client


def test_the_desk_asks_and_says_what_became_of_it(held: BookRecord, site: StandIn) -> None:
    with chief(held) as client:
        there = "/desk/e/sent/publishing/"
        page = client.get(there).content.decode()
        assert "BridgeWebs" in page
        assert "theirs" not in page, "another organisation's"
        assert client.post(there, {"to": "theirs"}).status_code == 404
        for name in ("club", "site"):
            assert client.post(there, {"to": name}).status_code == 302
        assert client.get(f"{there}site.zip").status_code == 404
        send_due()
        page = client.get(there).content.decode()
        assert "Upload accepted" in page
        assert SECRET not in page
        assert site.base not in page
        archive = client.get(f"{there}site.zip").content
        with ZipFile(BytesIO(archive)) as found:
            assert "sent/index.html" in found.namelist()
        assert client.post(there, {"to": "club", "follow": "1"}).status_code == 302
        assert "yes <button" in client.get(there).content.decode()
