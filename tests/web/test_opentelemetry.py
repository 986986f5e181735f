"""Traces by OpenTelemetry's protocol, from a real server to a real receiver; where none is named, none."""

import gzip
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from overtrick.web.congress.models import BookRecord
from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started
from web.servers import Phone, Server, wait_until

pytest.importorskip("opentelemetry.sdk", reason="the extra `telemetry` is not installed")


class Receiver(ThreadingHTTPServer):
    """Takes what is sent as a collector does, and keeps it: as it came, and as the protocol reads it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.raw: list[bytes] = []
        self.spans: list[Any] = []
        self.services: set[str] = set()

    @property
    def settings(self) -> dict[str, str]:
        """What a server is told to send here, and soon."""
        return {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self.server_port}",
            "OTEL_BSP_SCHEDULE_DELAY": "200",
        }

    def take(self, path: str, body: bytes) -> None:
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

        assert path == "/v1/traces", "metrics are scraped, never sent"
        self.raw.append(body)
        for each in ExportTraceServiceRequest.FromString(body).resource_spans:
            said = {attribute.key: attribute.value.string_value for attribute in each.resource.attributes}
            self.services.add(said["service.name"])
            self.spans += [span for scope in each.scope_spans for span in scope.spans]

    def named(self, name: str) -> list[Any]:
        return [span for span in tuple(self.spans) if span.name == name]


class _Taking(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.server.take(self.path, body)
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's own name
        """Say nothing."""


class Watched(Server):
    """A server that sends to a receiver."""

    def __init__(self, receiver: Receiver, workers: int) -> None:
        super().__init__(workers)
        self.receiver = receiver

    @property
    def environment(self) -> dict[str, str]:
        return super().environment | self.receiver.settings


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        threading.Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


@pytest.fixture
def held() -> BookRecord:
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    draw_next(made)
    return made


def reads(server: Server, event: str, over: threading.Event) -> None:
    """Hold a page of the event open on the stream."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(0.5)
        line.sendall(f"GET /live/{event}?view=/e/{event}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        while not over.is_set():
            with suppress(TimeoutError):
                if not line.recv(65536):
                    return


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_way_of_a_posting_from_the_phone_to_the_pages_that_show_it(held: BookRecord, receiver: Receiver) -> None:
    token, over = link(held, 1), threading.Event()
    with Watched(receiver, workers=2) as server:
        reader = threading.Thread(target=reads, args=(server, held.slug, over), daemon=True)
        reader.start()
        wait_until(lambda: bool(receiver.named("frame")))
        phone = Phone(server, token, 1, (1, 2, 3))
        phone.play(pause=0.6)
        assert not phone.refused
        server.ask(f"/e/{held.slug}/seat/?q=Somebody")
        wait_until(lambda: bool(receiver.named("shown")) and bool(receiver.named("GET /e/<named:event>/seat/")))
        shown = {span.trace_id: span for span in receiver.named("shown")}
        wait_until(lambda: shown.keys() <= {span.trace_id for span in receiver.named("posting")})
        over.set()
        reader.join()
        server.interrupt()

    posting = next(span for span in receiver.named("posting") if span.trace_id in shown)
    last = shown[posting.trace_id]
    assert last.parent_span_id == posting.span_id
    assert last.end_time_unix_nano > posting.end_time_unix_nano, "it is shown after it was kept"
    by_id = {span.span_id: span for span in receiver.spans}
    append = by_id[posting.links[0].span_id]
    request = by_id[append.parent_span_id]
    assert (append.name, request.name) == ("append", "POST /t/<str:token>/message")
    assert "wait" in {span.name for span in receiver.spans if span.parent_span_id == request.span_id}
    frame = by_id[last.links[0].span_id]
    page = next(span for span in receiver.spans if span.parent_span_id == frame.span_id)
    render = {span.name for span in receiver.spans if span.parent_span_id == page.span_id}
    assert (frame.name, page.name, render >= {"render"}) == ("frame", "GET /e/<named:event>/", True)

    everything = b"".join(receiver.raw)
    for secret in (token.encode(), token.rpartition(".")[2].encode(), b"Somebody", b"127.0.0.1"):
        assert secret not in everything, "no token, nothing that was typed, and nobody's address"
    assert receiver.services == {"overtrick"}


TOLD = """
import sys, time
from overtrick.web.server.run import prepare
prepare()
from overtrick.web.server.gateway import application
from django.test import Client
assert Client().get("/").status_code == 200
if application.sender is not None:  # nobody is there, and nobody is waited for
    began = time.monotonic()
    application.sender.end()
    assert time.monotonic() - began < 9, "longer than the library tries it"
loaded = {name.partition(".")[0] for name in sys.modules} & {"opentelemetry", "google"}
print(application.sender is not None, sorted(loaded))
"""


@pytest.mark.parametrize(
    ("settings", "sends"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_TRACES_EXPORTER": "none"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}, True),
    ],
)
def test_where_no_endpoint_is_named_nothing_is_loaded(settings: dict[str, str], sends: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a case of the table
    own = {name: value for name, value in os.environ.items() if not name.startswith(("DATABASE_URL", "OTEL_"))}
    told = {"OVERTRICK_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "overtrick.web.settings"}
    said = subprocess.run(
        [sys.executable, "-c", TOLD], env={**own, **told, **settings},
        capture_output=True, text=True, check=True, timeout=300,
    ).stdout  # fmt: skip
    assert said.split("\n")[-2] == (f"{sends} " + ("['google', 'opentelemetry']" if sends else "[]"))
