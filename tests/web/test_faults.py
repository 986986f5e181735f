"""What goes wrong at a congress: the power, the database, a network that stutters.

Nothing acknowledged is lost, nothing is doubled, and no page is wrong afterwards.
"""

import http.client
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.test import Client

from overtrick.ledger.codec import line_hash, read_posting
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import keeper
from overtrick.web.congress.models import Held
from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started
from web.servers import Phone, Proxy, Server, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
RULES = "nsw-swiss-pairs/congress"
TABLES = 40


def congress(tables: int) -> Held:
    """A Swiss with its first round drawn, at so many tables."""
    held = hold(RULES)
    started(held, 2 * tables)
    draw_next(held)
    return held


def phones_of(server: Server, held: Held, tables: int, boards: int = 8) -> list[Phone]:
    """A phone at each table."""
    return [Phone(server, link(held, n), n, tuple(range(1, boards + 1))) for n in range(1, tables + 1)]


def check_book(held: Held, phones: list[Phone]) -> None:
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


def check_pages(server: Server, held: Held) -> None:
    """Every page of the server is the one that a fresh replay of the book makes."""
    last = DurableBook(held.slug).last()
    for page in ("", "draw/", "match/swiss/1/1/", "pair/1/"):
        for _ in range(4):  # whichever process answers
            status, body, headers = server.ask(f"/e/{held.slug}/{page}")
            assert status == 200, page
            assert headers["etag"].startswith((f'"{last}-', f'W/"{last}-'))
            keeper.forget()
            assert body == Client(headers={"host": f"127.0.0.1:{server.port}"}).get(f"/e/{held.slug}/{page}").content


def test_the_server_is_killed_twice_while_forty_phones_post() -> None:
    held = congress(TABLES)
    with Server() as server:
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


def test_the_database_is_cut_off_for_twenty_seconds() -> None:
    held = congress(10)
    proxy = Proxy()
    with Server(database_port=proxy.port) as server:
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


def test_one_message_sent_ten_times_over_several_processes_is_one_posting() -> None:
    held = congress(8)
    before = DurableBook(held.slug).last()
    with Server() as server:
        path = f"/t/{link(held, 1)}/message"
        said: dict[str, object] = {
            "key": "k", "what": "result", "stage": "Swiss", "round": 1, "board": 1, "result": "4S S =",
        }  # fmt: skip
        with ThreadPoolExecutor(10) as hands:
            answers = list(hands.map(lambda _: server.ask(path, said)[0], range(10)))
    assert answers == [200] * 10
    assert DurableBook(held.slug).last() == before + 1


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
