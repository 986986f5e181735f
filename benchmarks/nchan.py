"""nchan as the engine of the stream: the messages of a real page, sent by nginx alone, compared with our own stream.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/nchan.py --readers 10000

Each variant sends the same frames of the standings of 50 tables at the same rate: our own (bare_stream.py behind nginx,
with as many bytes as a frame compressed with the previous one as dictionary); nchan over server-sent events, which it
does not compress; nchan over WebSocket, each message compressed once and on its own. Needs Debian's
`libnginx-mod-nchan`.
"""

import argparse
import http.client
import json
import os
import re
import resource
import select
import subprocess
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

import crowd
from load import NGINX, Phones, Readers, bare_stream, memory, ms, processor_seconds, scratch

TABLES, FRAMES, BARE = 50, 60, 8396
NUMBER = re.compile(rb"(?:^|data: )number (\d+) ")
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
)
SETTINGS = """
load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
worker_processes 2; worker_rlimit_nofile {files}; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 50000; }}
http {{ access_log off; nchan_shared_memory_size 256M; server {{ listen 127.0.0.1:{port} backlog=10000 reuseport;
location = /told {{ nchan_publisher; nchan_channel_id page; nchan_message_buffer_length 1;
  nchan_deflate_message_for_websocket on; }}
location = /sse {{ nchan_subscriber eventsource; nchan_channel_id page; nchan_subscriber_first_message oldest; }}
location = /ws {{ nchan_subscriber websocket; nchan_channel_id page; nchan_subscriber_first_message oldest; }}
location = /own {{ proxy_pass http://127.0.0.1:{bare}/; proxy_buffering off; proxy_buffer_size 4k; }}
}} }}
"""


class Plain(crowd.Crowd):
    """Readers of uncompressed server-sent events."""

    asks = "HTTP/1.0\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"

    def _ask(self, reader: crowd.Reader) -> None:
        reader.line.send(f"GET {self.addresses[0]} {self.asks}".encode())
        self.poll.modify(reader.line.fileno(), select.EPOLLIN)

    def _take(self, reader: crowd.Reader, block: bytes) -> None:
        found = NUMBER.search(block)
        if found is not None and int(found.group(1)) > reader.held:
            reader.held = int(found.group(1))
            reader.steps.append((time.time(), reader.held))

    def connect(self, reader: crowd.Reader) -> None:
        """Open a reader's connection, without decompression."""
        super().connect(reader)
        reader.unpack = _AsItIs()


class _AsItIs:
    def decompress(self, data: bytes) -> bytes:
        """Return the data unchanged."""
        return data


class WebSockets(Plain):
    """Readers on WebSockets, whose messages are compressed individually (RFC 7692)."""

    asks = f"HTTP/1.1\r\nHost: localhost\r\n{UPGRADE}\r\n"

    def _read(self, reader: crowd.Reader) -> None:
        data = reader.line.recv(65536)
        if not data:
            self.close(reader)
            return
        self.received += len(data)
        reader.kept += data
        if not reader.headed:
            _, end, rest = reader.kept.partition(b"\r\n\r\n")
            if not end:
                return
            reader.headed, reader.kept = True, rest
        while (taken := self._message(reader.kept)) is not None:
            said, reader.kept = taken
            self._take(reader, said)

    @staticmethod
    def _message(data: bytes) -> tuple[bytes, bytes] | None:
        """The first message in the data, and the rest; `None` if it is not complete."""
        if len(data) < 4:
            return None
        size, at = data[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(data[2:4], "big"), 4
        if len(data) < at + size:
            return None
        body = data[at : at + size]
        if data[0] & 0x40:
            body = zlib.decompressobj(-zlib.MAX_WBITS).decompress(body + b"\x00\x00\xff\xff")
        return body, data[at + size :]


def read(kind: str, port: int, count: int, line: Any) -> None:
    """Run a crowd of one kind."""
    if kind != "own":
        crowd.Crowd = {"sse": Plain, "ws": WebSockets}[kind]  # type: ignore[misc]  # another kind of reader
    crowd.read(port, [f"/{kind}"], count, line)


class Kind(Readers):
    """Readers of one kind in a process of their own."""

    def __init__(self, kind: str, count: int) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")
        self.line, other = context.Pipe()
        self.count = count
        self.process = context.Process(target=read, args=(kind, NGINX, count, other))
        self.process.start()


def frames() -> tuple[list[bytes], int]:
    """Consecutive messages of a page, and how many bytes of each our own stream sends."""
    with scratch(1, TABLES) as (events, tokens):
        from django.test import Client

        from overtrick.web.live.watched_page import PageFrame, compress_message, message_of

        client, phones, told, sent = Client(), Phones(tokens), list[bytes](), 0
        for number in range(FRAMES * 25):
            token, said = phones.said(number)
            client.post(f"/t/{token}/message", json.dumps(said), content_type="application/json")
            if number % 25 == 24:  # half a second at fifty results a second
                page = client.get(f"/e/{events[0]}/?frame=whole").content.decode()
                told.append(message_of(PageFrame(events[0], number, page), f"/e/{events[0]}/", 300))
                sent += len(compress_message(told[-1], told[-2])) if len(told) > 1 else 0
    return told, sent // (len(told) - 1)


def measure(kind: str, told: list[bytes], options: argparse.Namespace, groups: list[int]) -> None:
    """Send every message to many readers, and print the cost; our own stream ticks by itself."""
    empty = sum(map(memory, groups))
    publish(0, told[0])
    readers = Kind(kind, options.readers)
    readers.wait()
    held = (sum(map(memory, groups)) - empty) / options.readers / 1000
    used, received, began, sent = sum(map(processor_seconds, groups)), readers.ask("bytes"), time.time(), {}
    for number, message in enumerate(told[1:], 1):
        time.sleep(max(0.0, began + number * options.pace - time.time()))
        sent[number] = time.time()
        publish(number, message)
    lasted = time.time() - began
    cores = (sum(map(processor_seconds, groups)) - used) / lasted
    minute = (readers.ask("bytes") - received) / options.readers / lasted * 60 / 1000
    readers.line.send("cut")
    time.sleep(0.2)
    back = readers.wait()
    _, wrong, steps = readers.end()
    late = sorted(moment - sent[number] for mine in steps for moment, number in mine if number in sent)
    told_after = f"told after, ms: {ms(late)}; " if kind != "own" else ""  # our own ticks by itself
    each = cores * options.pace / options.readers * 1e6
    print(
        f"{kind}: {cores:.2f} cores, {each:.0f} µs a message; {minute:.0f} kB a minute and {held:.0f} kB of memory "
        f"a reader; {told_after}all back {back:.1f} s after a cut; {wrong} wrong",
        flush=True,
    )


def publish(number: int, message: bytes) -> None:
    """Publish a message through nchan, preceded by a number by which a reader recognises it."""
    line = http.client.HTTPConnection("127.0.0.1", NGINX, timeout=10)
    line.request("POST", "/told", f"number {number} ".encode() + message.partition(b"\ndata: ")[2].strip())
    line.getresponse().read()
    line.close()


def main() -> None:
    """Measure each variant."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--readers", type=int, default=10_000)
    asked.add_argument("--pace", type=float, default=1.0, help="seconds between two messages")
    options = asked.parse_args()
    told, size = frames()
    print(f"a message: {len(told[-1])} bytes plain, {size} after the one before; load {os.getloadavg()[0]:.1f}")
    os.environ.update(BARE_BYTES=str(size), BARE_TICK=str(options.pace))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        settings = Path(folder) / "nginx.conf"
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        settings.write_text(SETTINGS.format(folder=folder, port=NGINX, bare=BARE, files=files))
        started = [
            subprocess.Popen(command, cwd=Path(__file__).parent, start_new_session=True)  # noqa: S603 - our own commands
            for command in (
                ["/usr/sbin/nginx", "-c", str(settings)],
                bare_stream(BARE),
            )
        ]
        try:
            time.sleep(3)
            for kind in ("own", "sse", "ws"):
                measure(kind, told, options, [each.pid for each in started])
        finally:
            for each in started:
                each.terminate()
                each.wait(30)


if __name__ == "__main__":
    main()
