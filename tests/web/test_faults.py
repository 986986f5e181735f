"""What goes wrong at a congress: the power, the database, a network that stutters.

Nothing acknowledged is lost, nothing is doubled, and no page is wrong afterwards. The server signs in as a role that
owns nothing, as `overtrick database setup` leaves a database.
"""

import http.client
import json
import re
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils.crypto import get_random_string

from overtrick.core.event.acts import ResultCorrected, ResultPosted
from overtrick.core.model import read_result
from overtrick.ledger.codec import line_hash, read_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import projections
from overtrick.web.congress.models import BookRecord, Official, Role
from overtrick.web.server.database import Roles
from overtrick.web.table.links import link
from web.congresses import do, draw_next, hold, started
from web.desk.conftest import person
from web.servers import Phone, Proxy, Server, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
RULES = "nsw-swiss-pairs/congress"
TABLES = 40


def congress(tables: int) -> BookRecord:
    """A Swiss with its first round drawn, at so many tables."""
    held = hold(RULES)
    started(held, 2 * tables)
    draw_next(held)
    return held


def phones_of(server: Server, held: BookRecord, tables: int, boards: int = 8) -> list[Phone]:
    """A phone at each table."""
    return [Phone(server, link(held, n), n, tuple(range(1, boards + 1))) for n in range(1, tables + 1)]


def check_book(held: BookRecord, phones: list[Phone]) -> None:
    """Everything acknowledged is in the book once, and the book is whole."""
    prev, keys = "", Counter[str]()
    for place, line in enumerate(DurableBook(held.slug).lines(), start=1):
        posting, before = read_posting(line)
        assert (posting.number, before) == (place, prev)
        prev = line_hash(line)
        keys[posting.key] += 1
    assert max(keys.values()) == 1
    acknowledged = {key for phone in phones for key in phone.acknowledged}
    assert acknowledged <= keys.keys()
    assert {key for key in keys if ":board-" in key} == acknowledged
    assert [phone.refused for phone in phones if phone.refused] == []


def check_pages(server: Server, held: BookRecord) -> None:
    """Every page of the server is the one that a fresh replay of the book makes."""
    last = DurableBook(held.slug).last()
    for page in ("", "draw/", "match/swiss/1/1/", "pair/1/"):
        for _ in range(4):  # whichever process answers
            status, body, headers = server.ask(f"/e/{held.slug}/{page}")
            assert status == 200, page
            assert headers["etag"].startswith((f'"{last}-', f'W/"{last}-'))
            projections.forget()
            assert body == Client(headers={"host": f"127.0.0.1:{server.port}"}).get(f"/e/{held.slug}/{page}").content


def test_the_server_is_killed_twice_while_forty_phones_post(least_privilege: Roles) -> None:
    held = congress(TABLES)
    with Server(roles=least_privilege) as server:
        phones = phones_of(server, held, TABLES)
        with ThreadPoolExecutor(TABLES) as hands:
            playing = [hands.submit(phone.play) for phone in phones]
            for share in (0.25, 0.6):
                wait_until(lambda share=share: _done(phones) > share * TABLES * 8, 120)  # type: ignore[misc]
                server.kill()
                time.sleep(0.5)
                server.start()
            for each in playing:
                each.result(timeout=240)
        assert _done(phones) == TABLES * 8
        assert sum(phone.tries for phone in phones) > TABLES * 8, "no phone noticed"
        check_book(held, phones)
        check_pages(server, held)


def test_the_database_is_cut_off_for_twenty_seconds(least_privilege: Roles) -> None:
    held = congress(10)
    proxy = Proxy()
    with Server(database_port=proxy.port, roles=least_privilege) as server:
        phones = phones_of(server, held, 10)
        reader = LiveReader(server, held.slug)
        with ThreadPoolExecutor(10) as hands:
            playing = [hands.submit(phone.play, pause=0.2) for phone in phones]
            wait_until(lambda: _done(phones) > 15, 60)
            proxy.cut()
            time.sleep(2)
            before = _done(phones)
            assert server.ask(f"/e/{held.slug}/")[0] == 503
            assert server.ask("/health")[0] == 503
            time.sleep(18)
            assert _done(phones) == before, "acknowledged without a database"
            proxy.mend()
            for each in playing:
                each.result(timeout=120)
        last = DurableBook(held.slug).last()
        wait_until(lambda: bool(reader.numbers) and reader.numbers[-1] == last, 15)
        assert reader.numbers == sorted(set(reader.numbers))
        wait_until(lambda: server.status("/health") == 200, 15)
        check_book(held, phones)
        check_pages(server, held)
    reader.close()
    proxy.cut()


def test_one_message_sent_ten_times_over_several_processes_is_one_posting(least_privilege: Roles) -> None:
    held = congress(8)
    before = DurableBook(held.slug).last()
    with Server(roles=least_privilege) as server:
        path = f"/t/{link(held, 1)}/message"
        said: dict[str, object] = {
            "key": "k", "what": "result", "stage": "Swiss", "round": 1, "board": 1, "result": "4S S =",
            "seat": "South",
        }  # fmt: skip
        with ThreadPoolExecutor(10) as hands:
            answers = list(hands.map(lambda _: server.ask(path, said)[0], range(10)))
    assert answers == [200] * 10
    assert DurableBook(held.slug).last() == before + 1


def test_it_stops_at_once_though_people_are_watching(least_privilege: Roles) -> None:
    held = congress(4)
    with Server(roles=least_privilege) as server:
        readers = [LiveReader(server, held.slug) for _ in range(30)]
        wait_until(lambda: all(reader.numbers for reader in readers), 20)
        assert server.interrupt() < 2
        for reader in readers:
            reader.thread.join(5)
            assert not reader.thread.is_alive(), "a reader was left waiting"
            reader.close()


def test_two_officials_put_the_same_board_right_at_once_over_two_processes(least_privilege: Roles) -> None:
    held = congress(4)
    do(held, ResultPosted("Swiss", 1, 1, 1, read_result("4S S =")))
    Official.objects.create(user=person("one"), congress=held.congress, role=Role.SCORER)
    Official.objects.create(user=person("two"), congress=held.congress, role=Role.SCORER)
    rights = {"one": "4S S +1", "two": "4S N ="}
    with Server(roles=least_privilege) as server:
        browsers = {name: Browser(server, person(name)) for name in rights}
        form = f"/desk/e/{held.slug}/do/correct/"
        asked = {
            name: {
                "stage": "Swiss",
                "round": "1",
                "table": "1",
                "board": "1",
                "result": right,
                "reason": f"said {name}",
            }
            for name, right in rights.items()
        }
        looked = {name: browsers[name].send(form, {**asked[name], "look": "1"}) for name in rights}
        assert all("(was NS +420)" in page for page in looked.values())
        both = threading.Barrier(2)

        def put_right(name: str) -> str:
            seen = re.search(r'name="seen" value="(\w+)"', looked[name])
            assert seen is not None
            both.wait()
            return browsers[name].send(form, {**asked[name], "post": "1", "seen": seen[1], "key": f"key-{name}"})

        with ThreadPoolExecutor(2) as hands:
            answers = dict(zip(rights, hands.map(put_right, rights), strict=True))
        corrected = [each.act for each in DurableBook(held.slug).postings() if isinstance(each.act, ResultCorrected)]
        # Whoever came second was shown what stands now and has to look again, or went in after the first: either way
        # the book has an order, the last one in it counts, and each was told what became of theirs.
        for name, page in answers.items():
            posted = any(act.reason == f"said {name}" for act in corrected)
            # A page that says the event has moved on also tells what the other one did to it.
            assert not posted or "corrected: " in page
            assert posted is not ("The effect has changed since your preview. It is now" in page)
        assert corrected
        projections.forget()
        stands = projections.event_projection(held).event.stage("Swiss").result_at(1, 1, "", 1)
        assert stands is not None
        assert stands.result == corrected[-1].result
        check_book(held, [])
        check_pages(server, held)


class Browser:
    """Somebody signed in at the desk, over the wire."""

    def __init__(self, server: Server, who: User) -> None:
        client = Client()
        client.force_login(who)
        self.server = server
        self.cookies = {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}
        self.send("/desk/")

    def send(self, path: str, form: dict[str, str] | None = None) -> str:
        """Ask for a page or send a form, and follow where it leads; the page that comes."""
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is None:
            line.request("GET", path, headers=headers)
        else:
            token = self.cookies.setdefault("csrftoken", get_random_string(32))
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            line.request("POST", path, urlencode({**form, "csrfmiddlewaretoken": token}), headers)
        answer = line.getresponse()
        page = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                found = SimpleCookie(value)
                self.cookies |= {each: found[each].value for each in found}
        to = answer.getheader("Location")
        line.close()
        assert answer.status < 400, (answer.status, page[:500])
        return self.send(to) if to else page


class LiveReader:
    """Somebody watching an event: the numbers heard."""

    def __init__(self, server: Server, event: str) -> None:
        self.numbers: list[int] = []
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.line.request("GET", f"/live/{event}")
        self.answer = self.line.getresponse()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError):
            while said := self.answer.readline():
                if said.startswith(b"data: "):
                    self.numbers.append(json.loads(said[6:])["number"])

    def close(self) -> None:
        """Go away."""
        self.thread.join(10)
        self.line.close()


def _done(phones: list[Phone]) -> int:
    return sum(len(phone.acknowledged) for phone in phones)
