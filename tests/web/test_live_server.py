"""The server of the tests that a page talks to: it has answered everything when the database is emptied."""

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from django.core.servers.basehttp import WSGIRequestHandler

from web.servers import HangsUp

SLOW = 0.3
"""Seconds an answer takes."""

ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called there
        """Nothing is said of requests."""


@pytest.fixture
def answered() -> list[str]:
    """The addresses that were asked for and answered."""
    return []


@pytest.fixture
def server(answered: list[str]) -> Iterator[HangsUp]:
    """A server that is slow to answer."""

    def slow(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        time.sleep(SLOW)
        answered.append(environ["PATH_INFO"])
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    made = HangsUp(("127.0.0.1", 0), Quiet)
    made.set_app(slow)
    serving = threading.Thread(target=made.serve_forever, args=(0.01,))
    serving.start()
    yield made
    made.shutdown()
    serving.join()
    made.server_close()


@contextmanager
def left_at_once(server: HangsUp) -> Iterator[None]:
    """Somebody who asks and leaves, as a page does that is closed."""
    with socket.create_connection(("127.0.0.1", server.server_port)) as line:
        line.sendall(ASKED)
    yield


@contextmanager
def kept_open(server: HangsUp) -> Iterator[None]:
    """Somebody who was answered and keeps the line for the next question."""
    line = http.client.HTTPConnection("127.0.0.1", server.server_port)
    line.request("GET", "/")
    assert line.getresponse().read() == b"ok"
    yield
    line.close()


@pytest.mark.parametrize("asked", [left_at_once, kept_open])
def test_whatever_was_asked_is_answered_when_it_has_hung_up(
    asked: Callable[[HangsUp], AbstractContextManager[None]], server: HangsUp, answered: list[str]
) -> None:
    with asked(server):
        server.hang_up()
        assert len(answered) == 1
        assert not server.lines


def test_it_takes_nothing_between_two_tests(server: HangsUp, answered: list[str]) -> None:
    server.hang_up()
    with socket.create_connection(("127.0.0.1", server.server_port)) as late:
        with suppress(ConnectionError):
            late.sendall(ASKED)
        assert not _said(late)
    assert not answered
    assert not server.lines


def _said(line: socket.socket) -> bytes:
    """What comes on a line, which may be cut."""
    try:
        return line.recv(1024)
    except ConnectionError:
        return b""


def test_it_answers_the_next_test_as_before(server: HangsUp, answered: list[str]) -> None:
    server.hang_up()
    server.take_up()
    with kept_open(server):
        assert len(answered) == 1
