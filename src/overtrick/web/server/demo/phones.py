"""Simulated phones, which enter and confirm results with the same messages as real ones."""

import json
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from random import Random
from threading import Event, Thread
from typing import Any

from overtrick.core.model.notation import write_result
from overtrick.core.model.seats import Side
from overtrick.lab.deals import deal_board, play_board
from overtrick.lab.rehearsal import AGREES, ENTERS, Rehearsal
from overtrick.web.reachable_addresses import ANY
from overtrick.web.server.run import Where

TIMEOUT = 10.0
"""Seconds after which a phone gives a message up and tries again later."""

UNREACHABLE = (OSError, HTTPException)
"""The exceptions of a message while the server is starting or stopping."""

ASKED = 3
"""How many tables are tried before a turn is skipped."""

AGREES_FIRST = 0.75
"""How often a table confirms its results before it plays on."""


@dataclass(frozen=True, slots=True)
class ServerAccess:
    """Access to a server on this machine."""

    where: Where

    def connect(self) -> HTTPConnection:
        """A connection to the server, which trusts its own authority if it has one."""
        listens, own = self.where.host, self.where.certificate
        host = "127.0.0.1" if listens == ANY[0] else "localhost" if listens in ANY else listens
        if own is None:
            return HTTPConnection(host, self.where.port, timeout=TIMEOUT)
        trusting = ssl.create_default_context(cafile=own.authority)
        return HTTPSConnection(host, self.where.port, timeout=TIMEOUT, context=trusting)

    def answers(self) -> bool:
        """Whether the server is up."""
        connection = self.connect()
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == HTTPStatus.OK
        except UNREACHABLE:
            return False
        finally:
            connection.close()


@dataclass(slots=True)
class Phones:
    """The phones of an event's tables, one message at a time; the keys of their messages begin with *prefix*."""

    line: ServerAccess
    tokens: Sequence[str]
    rehearsal: Rehearsal
    pace: float
    prefix: str = ""
    stopped: Event = field(default_factory=Event)
    dice: Random = field(default_factory=Random)
    _thread: Thread | None = None

    def start(self) -> None:
        """Start playing in the background."""
        self._thread = Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish the current message, and stop."""
        self.stopped.set()
        if self._thread is not None:
            self._thread.join(TIMEOUT)

    def _run(self) -> None:
        while not self.stopped.wait(self.pace * self.dice.uniform(0.5, 1.5)):
            with suppress(*UNREACHABLE, ValueError):  # the server is starting or stopping: later
                self.play_once()

    def play_once(self) -> None:
        """Let one of a few tables do the next thing it has to do, if there is any."""
        for token in self.dice.sample(self.tokens, min(ASKED, len(self.tokens))):
            if self.stopped.is_set() or self._play(token):
                break

    def _play(self, token: str) -> bool:
        """Let a table do the next thing it has to do, if there is any."""
        sheet = self._ask(f"/t/{token}/now")
        wish = self._wish(sheet)
        if wish is None:
            return False
        where = {"stage": sheet["stage"], "round": sheet["round"]}
        self._ask(f"/t/{token}/message", {**where, **wish})
        return True

    def _wish(self, sheet: dict[str, Any]) -> dict[str, Any] | None:
        if not sheet.get("stage") or sheet["closed"]:
            return None
        agree = [line for line in sheet["boards"] if line["state"] == "to be agreed"]
        waiting = [line["board"] for line in sheet["boards"] if line["state"] == "waiting"]
        if agree and (not waiting or self.dice.random() < AGREES_FIRST):
            seen = {"result": agree[0]["result"], "seen": agree[0]["seen"]}
            other = ENTERS if agree[0]["side"] == str(Side.EW) else AGREES
            return {**self._message(sheet, "agree", agree[0]["board"], other), **seen}
        if waiting:
            return {**self._message(sheet, "result", waiting[0], ENTERS), "result": self._result(sheet, waiting[0])}
        return None

    def _message(self, sheet: dict[str, Any], what: str, board: int, seat: str) -> dict[str, Any]:
        key = f"{self.prefix}{sheet['stage']}-{sheet['round']}-{board}-{what}"
        return {"key": key, "what": what, "board": board, "seat": seat}

    def _result(self, sheet: dict[str, Any], board: int) -> str:
        """A simulated result on a board; the deal is the same at every table."""
        state = self.rehearsal.state.stages.get(sheet["stage"])
        scope = sheet["round"] if state is None else state.scope(sheet["round"])
        dealt = self.rehearsal.boards.setdefault((sheet["stage"], scope, board), deal_board(self.dice))
        ns, ew = (self.rehearsal.strength.get(sheet[side]["number"], 0.0) for side in ("ns", "ew"))
        return write_result(play_board(dealt, ns, ew, self.dice))

    def _ask(self, path: str, said: dict[str, Any] | None = None) -> dict[str, Any]:
        line = self.line.connect()
        try:
            body = None if said is None else json.dumps(said)
            line.request("GET" if said is None else "POST", path, body, {"Content-Type": "application/json"})
            answer: dict[str, Any] = json.loads(line.getresponse().read())
            return answer
        finally:
            line.close()
