"""The server as it really runs, for tests: processes that can be killed, a database that can be cut off, phones."""

import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connection

from overtrick.web.server.certificate import Certificate
from overtrick.web.server.database import Roles

DATABASE_PORT = 5432


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(true: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something to become so."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


def own_database(port: int = 0, roles: Roles | None = None) -> str:
    """The address of the tests' own database, perhaps through another port, or as the server's own role."""
    own = connection.settings_dict
    host, port = own["HOST"] or "127.0.0.1", port or own["PORT"] or DATABASE_PORT
    user, password = (roles.server, roles.password) if roles else (own["USER"], own["PASSWORD"])
    return f"postgresql://{quote(user or '')}:{quote(password or '')}@{host}:{port}/{own['NAME']}"


class HangsUp(ThreadedWSGIServer):
    """Django's server for tests, which brings everything it has been sent to its end, then takes nothing until told."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: set[socket.socket] = set()
        self.changed = threading.Condition()
        self.taking = True

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.changed:
            if not self.taking:
                self.shutdown_request(request)
                return
            self.lines.add(request)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self.changed:
                self.lines.discard(request)
                self.changed.notify_all()

    def hang_up(self, seconds: float = 60) -> None:
        """Take nothing more on any line nor any new one, and wait until what was sent before is answered.

        Lines are taken up in the order in which they were opened: once one of our own is, so are all before it.
        """
        with socket.create_connection(self.socket.getsockname()[:2], timeout=seconds) as last:
            last.shutdown(socket.SHUT_WR)
            while last.recv(1024):
                pass
        with self.changed:
            self.taking = False
            for line in self.lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RD)  # what came before is still read, and answered
            assert self.changed.wait_for(lambda: not self.lines, seconds), "a request is still being answered"

    def take_up(self) -> None:
        """Take lines again, after `hang_up`."""
        with self.changed:
            self.taking = True


class Server:
    """`overtrick serve` in a process group of its own, on the tests' own database unless told of another."""

    def __init__(
        self,
        workers: int = 2,
        database_port: int = 0,
        database: str = "",
        roles: Roles | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        self.host = host
        self.port = free_port()
        self.workers = workers
        self.url = database or own_database(database_port, roles)
        self.said = ""
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it is well; what it says until then is kept."""
        where = ["--port", str(self.port), "--host", self.host]
        command = [sys.executable, "-m", "overtrick", "serve", *where, "--workers", str(self.workers)]
        with tempfile.TemporaryFile() as printed:
            self.process = subprocess.Popen(
                command, env=self.environment, stdout=printed, stderr=subprocess.DEVNULL, start_new_session=True
            )
            wait_until(lambda: self.status("/health") == 200, 60)
            printed.seek(0)
            self.said = printed.read().decode()

    @property
    def environment(self) -> dict[str, str]:
        """What the server, and any command beside it, is told of its database."""
        return {
            **os.environ, "DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "overtrick.web.settings",
            "OVERTRICK_LOG": "ERROR",
        }  # fmt: skip

    def kill(self) -> None:
        """Kill every process of it, as a power cut would."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def interrupt(self) -> float:
        """Stop it as Ctrl-C in its terminal does; the seconds it took."""
        assert self.process is not None
        began = time.monotonic()
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(30)
        return time.monotonic() - began

    def ask(
        self, path: str, body: dict[str, object] | None = None, timeout: float = 15
    ) -> tuple[int, bytes, dict[str, str]]:
        """The status, body and headers of one answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            headers = {"Content-Type": "application/json"} if body is not None else {}
            line.request(
                "GET" if body is None else "POST", path, json.dumps(body) if body is not None else None, headers
            )
            answer = line.getresponse()
            return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        finally:
            line.close()

    def status(self, path: str) -> int:
        """The status of a page; 0 if nobody answers."""
        try:
            return self.ask(path)[0]
        except (OSError, http.client.HTTPException):
            return 0


class Proxy:
    """A line to the database that can be cut: what is on it is torn off, and nobody gets through until it is mended."""

    def __init__(self) -> None:
        own = connection.settings_dict
        self.target = (own["HOST"] or "127.0.0.1", int(own["PORT"] or DATABASE_PORT))
        self.port = free_port()
        self.ends: list[socket.socket] = []
        self.listening: socket.socket | None = None
        self.changing = threading.Lock()
        self.mend()

    def mend(self) -> None:
        """Let connections through."""
        self.listening = socket.create_server(("127.0.0.1", self.port), reuse_port=True)
        threading.Thread(target=self._accept, args=(self.listening,), daemon=True).start()

    def cut(self) -> None:
        """Tear off what is connected, and refuse the rest."""
        with self.changing:
            for end in (self.listening, *self.ends):
                if end is not None:
                    with suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)
                    end.close()
            self.ends.clear()
            self.listening = None

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listening.accept()
                with self.changing:
                    if self.listening is not listening:  # cut between the two lines above: nobody gets through
                        near.close()
                        return
                    far = socket.create_connection(self.target)
                    self.ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


@contextmanager
def tls_before(port: int, own: Certificate) -> Iterator[int]:
    """A port that serves over TLS what another serves plainly."""
    shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    shown.load_cert_chain(own.shown, own.key)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    plain, _ = listening.accept()
                    threading.Thread(target=line, args=(plain,), daemon=True).start()

        def line(plain: socket.socket) -> None:
            with (
                suppress(OSError), plain, shown.wrap_socket(plain, server_side=True) as near,
                socket.create_connection(("127.0.0.1", port)) as far,
            ):  # fmt: skip
                back = threading.Thread(target=_pass_on, args=(far, near), daemon=True)
                back.start()
                _pass_on(near, far)
                back.join()

        threading.Thread(target=serve, daemon=True).start()
        yield int(listening.getsockname()[1])


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@dataclass
class Phone:
    """A table's phone: sends each result until it is acknowledged, the same key each time."""

    server: Server
    token: str
    table: int
    boards: tuple[int, ...]
    acknowledged: list[str] = field(default_factory=list)
    tries: int = 0
    refused: list[str] = field(default_factory=list)

    def play(self, *, pause: float = 0.05) -> None:
        """Enter every board in order."""
        for board in self.boards:
            key = f"board-{board}"
            said: dict[str, object] = {
                "key": key, "what": "result", "stage": "Swiss", "round": 1, "board": board, "result": "4S S =",
                "seat": "South",
            }  # fmt: skip
            while not self._sent(said):
                time.sleep(pause)
            self.acknowledged.append(f"{self.table}:{key}")
            time.sleep(pause)

    def _sent(self, said: dict[str, object]) -> bool:
        self.tries += 1
        try:
            status, body, _ = self.server.ask(f"/t/{self.token}/message", said)
        except (OSError, http.client.HTTPException):
            return False
        if status == 200:
            return True
        if status < 500:
            self.refused.append(body.decode())
            return True
        return False
