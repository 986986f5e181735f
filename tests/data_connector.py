"""A stand-in for Bridgemate's Data Connector, built from its specification: queues on the disk, and nothing in memory.

`python tests/data_connector.py PORT FOLDER [SECONDS]` serves; devices put lines of JSON into FOLDER/results.jsonl and
its sisters. What is accepted is in FOLDER/accepted.json, what was asked in FOLDER/asked.jsonl. An acceptance takes
SECONDS, so that whoever is killed is often killed before it is answered.
"""

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

OK, ERROR, UNKNOWN, BUSY, NONE = 1, 4, 6, 1, 0
QUEUES = {19: "results", 23: "results", 21: "participations", 25: "participations", 36: "calls", 37: "calls"}
KINDS = {"results": 12, "participations": 11, "calls": 21}
EVERYTHING = {23, 25, 37}
ACCEPTS = {27: "results", 29: "participations", 38: "calls"}
INITIALIZE, UPDATE, CONTINUE, PING = 5, 6, 31, 4


def keep(path: Path, text: str) -> None:
    """Write a file so that it is whole or not there, and on the disk."""
    part = path.with_suffix(".part")
    with part.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def put(folder: Path, queue: str, items: list[dict[str, Any]]) -> None:
    """What devices put into a queue, on the disk when this returns."""
    with (folder / f"{queue}.jsonl").open("a") as file:
        file.writelines(f"{json.dumps(item)}\n" for item in items)
        file.flush()
        os.fsync(file.fileno())


def queued(folder: Path, queue: str) -> list[dict[str, Any]]:
    """Everything that is in a queue, whole lines only."""
    path = folder / f"{queue}.jsonl"
    text = path.read_text() if path.is_file() else ""
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def accepted(folder: Path) -> dict[str, int]:
    """How far each queue was accepted."""
    path = folder / "accepted.json"
    found: dict[str, int] = json.loads(path.read_text()) if path.is_file() else {}
    return found


class Handler(BaseHTTPRequestHandler):
    """Answers as the specification has it."""

    folder: Path
    slow = 0.0
    busy = 0

    def do_GET(self) -> None:
        self._send("Bridgemate dataconnector service version 5.0 (stand-in)")

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        command, guid = asked["Command"], asked["SessionGuid"]
        data: Any = json.loads(asked["SerializedData"]) if asked["SerializedData"] else None
        put(self.folder, "asked", [{"Command": command, "Data": data}] if command in (5, 6, 31, 27) else [])
        if type(self).busy:
            type(self).busy -= 1
            self._answer(command, ERROR, "busy", error=BUSY)
            return
        known = self.folder / f"{guid}.session"
        if command == INITIALIZE:
            keep(self.folder / f"{data['EventGuid']}.session", json.dumps(data))
            self._answer(command, OK, "begun")
        elif command == PING:
            self._answer(command, OK, data)
        elif not known.is_file():
            self._answer(command, ERROR, "no such session", error=UNKNOWN)
        elif command in (CONTINUE, UPDATE):
            self._answer(command, OK, "done")
        elif command in QUEUES:
            self._queue(command)
        elif command in ACCEPTS:
            time.sleep(self.slow)
            keep(self.folder / "accepted.json", json.dumps({**accepted(self.folder), ACCEPTS[command]: data}))
            self._answer(command, OK, "accepted")
        else:
            self._answer(command, ERROR, "not here", error=8)

    def _queue(self, command: int) -> None:
        queue = QUEUES[command]
        items = queued(self.folder, queue)
        first = 0 if command in EVERYTHING else accepted(self.folder).get(queue, 0)
        if first >= len(items):
            self._answer(command, ERROR, "none", error=2)
        else:
            self._answer(command, KINDS[queue], items[first:], last=len(items))

    def _answer(self, command: int, kind: int, data: object, *, error: int = NONE, last: int = 0) -> None:
        told = {"RequestCommand": command, "DataType": kind, "LastQueueItemId": last, "ErrorType": error}
        self._send(json.dumps({**told, "SessionGuid": None, "SerializedData": json.dumps(data)}))

    def _send(self, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of http.server
        """Nothing is said."""


def server(port: int, folder: Path, slow: float = 0.0) -> ThreadingHTTPServer:
    """A stand-in that has not begun to serve."""
    made = type("Here", (Handler,), {"folder": folder, "slow": slow})
    return ThreadingHTTPServer(("127.0.0.1", port), made)


if __name__ == "__main__":
    server(int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]) if len(sys.argv) > 3 else 0.0).serve_forever()
