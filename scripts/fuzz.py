"""Send fuzzed requests to a server together with valid posts, and count the outcomes.

    python scripts/fuzz.py --requests 20000
    python scripts/fuzz.py --requests 1000000 --seed 7 --minutes 60

It creates a PostgreSQL cluster and a congress, and serves it with several processes. `fuzzed.py` makes the requests:
half of them as an official with all permissions for one event, half anonymously. At the same time a phone of the other
event posts results, each of which must be accepted. It fails on a response of 500 or above, except a 503 that says “try
again” (these are counted), on one that takes longer than five seconds and does so again when it is repeated alone, on a
process that dies, on growing memory, and on a damaged book.
"""

import argparse
import http.client
import json
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from statistics import mean
from urllib.parse import urlencode

from clients import entered
from fuzzed import Maker, Target, by_hypothesis
from lines import Line, Request
from rig import Congress, Server, export_books, serving

LONGEST = 5.0
"""The longest permitted response time in seconds."""
GROWTH = 1.25, 30
"""The permitted growth of a process after the first quarter: a factor, plus a number of megabytes."""
LEFT_OUT = re.compile(r"^(sign-out|account|live)|officials|staff|people/<int|static/|api/docs")
"""Addresses at which this run's official would lock itself out, or whose responses do not end."""


@dataclass
class Tally:
    """The outcomes."""

    began: float = field(default_factory=time.monotonic)
    answers: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    late: list[tuple[float, Request]] = field(default_factory=list)
    slowest: float = 0.0
    taken: list[str] = field(default_factory=list)
    taken_slowest: float = 0.0
    sent_again: int = 0
    memory: list[tuple[float, list[int]]] = field(default_factory=list)

    @property
    def sent(self) -> int:
        """How many requests were sent, answered or not."""
        return sum(self.answers.values())


def attack(address: str, maker: Maker, until: float, count: int, tally: Tally) -> None:
    """Send a number of requests over one connection, or stop when the time is up."""
    line = Line(address)
    for _, request in zip(range(count), maker.requests(), strict=False):
        if time.monotonic() > until:
            return
        answer = line.ask(request)
        tally.answers[answer.status] += 1
        tally.slowest = max(tally.slowest, answer.seconds)
        if answer.status >= 500 and answer.status != 503:
            tally.faults.append(f"{answer.status}: {_named(request)}")
        elif answer.seconds > LONGEST:
            tally.late.append((answer.seconds, request))


def _named(request: Request) -> str:
    return f"{request.method} {request.path[:300]} {request.body[:600]!r} {request.raw[:80]!r}"


def honest(address: str, playing: Congress, tally: Tally, over: threading.Event) -> None:
    """Post results at a table of the other event, one after another; each must be accepted."""
    line, table = Line(address), playing.tables[-1]
    for number in range(10**9):
        request = Request("POST", f"/t/{table.token}/message", json.dumps(entered(number)).encode())
        answer = line.ask(request)
        for _ in range(3):
            if answer.status not in (0, 503):
                break
            tally.sent_again += 1
            time.sleep(1)
            answer = line.ask(request)
        tally.taken_slowest = max(tally.taken_slowest, answer.seconds)
        if answer.status == 200:
            tally.taken.append(f"{table.number}:k{number}")
        else:
            tally.faults.append(
                f"an honest phone got {answer.status} after {answer.seconds:.1f} s: {answer.body[:200]!r}"
            )
        if over.wait(0.5):
            return


def signed_in(server: Server, playing: Congress) -> dict[str, str]:
    """The headers of the official's browser."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    cookies: SimpleCookie = SimpleCookie()

    def ask(method: str, body: str = "") -> int:
        held = "; ".join(f"{name}={value.value}" for name, value in cookies.items())
        headers = {"Cookie": held, "Content-Type": "application/x-www-form-urlencoded"}
        line.request(method, "/sign-in/", body, headers)
        answer = line.getresponse()
        answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookies.load(value)
        return answer.status

    ask("GET")
    said = {"name": playing.official, "password": playing.password}
    status = ask("POST", urlencode({**said, "csrfmiddlewaretoken": cookies["csrftoken"].value}))
    if status != 302 or "sessionid" not in cookies:
        sys.exit(f"the official could not sign in: {status}")
    held = "; ".join(f"{name}={value.value}" for name, value in cookies.items())
    return {"Cookie": held, "X-CSRFToken": cookies["csrftoken"].value}


def addresses() -> list[str]:
    """Every address of the server, with its parameters in Django's notation."""
    from django.urls import URLPattern, URLResolver, get_resolver

    def below(patterns: list[URLPattern | URLResolver], start: str) -> list[str]:
        found: list[str] = []
        for each in patterns:
            here = start + str(each.pattern)
            found += below(each.url_patterns, here) if isinstance(each, URLResolver) else [here]
        return found

    return [each for each in below(get_resolver().url_patterns, "") if not LEFT_OUT.search(each)]


def forms(address: str, target: Target) -> dict[str, list[tuple[str, list[str]]]]:
    """The fields of the forms on each page the official can open, with the choices offered."""
    line, found = Line(address), {}
    maker = Maker("forms", target, ())
    for pattern in target.addresses:
        path = "/" + re.sub(r"<(?:(\w+):)?(\w+)>", lambda place: maker.placed(*place.groups()), pattern)
        page = line.ask(Request("GET", path, headers=target.own)).body.decode("utf-8", "replace")
        names = dict.fromkeys(re.findall(r'<(?:input|select|textarea|button)[^>]* name="([^"]+)"', page))
        offered = re.findall(r'<(?:option|input|button)[^>]* value="([^"]*)"', page)[:200]
        if names:
            found[pattern] = [(name, offered) for name in names]
    return found


def watch(server: Server, tally: Tally, over: threading.Event) -> None:
    """Record the memory of the processes every ten seconds; one that is gone is a fault."""
    first = server.processes()
    while not over.wait(10):
        tally.memory.append((time.monotonic() - tally.began, server.memory()))
        now = server.processes()
        if now != first:
            tally.faults.append(f"processes were {first} and are {now}")
            first = now
        if len(tally.memory) % 6 == 0:
            print(
                f"{time.monotonic() - tally.began:6.0f} s: {tally.sent} requests, {dict(tally.answers)}, "
                f"memory {tally.memory[-1][1]} MB, {len(tally.taken)} results taken, {len(tally.faults)} faults",
                flush=True,
            )


def _year() -> None:
    """Create a selection year beside the events."""
    from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
    from overtrick.web.congress.models import Congress as BookRecord
    from web.desk.conftest import year_with

    with use_organisation(DEFAULT):
        year_with(BookRecord.objects.get(slug="winter"))


def again_alone(address: str, tally: Tally) -> None:
    """Repeat slow requests alone: on a busy machine they may have had to wait."""
    for seconds, request in tally.late:
        answer = Line(address).ask(request)
        told = f"{seconds:.1f} s, alone {answer.seconds:.2f} s: {_named(request)}"
        print(f"late: {told[:200]}")
        if answer.seconds > LONGEST:
            tally.faults.append(told)


def tell(tally: Tally, seed: int, seconds: float) -> int:
    """Print the figures; return 1 if anything is wrong."""
    quarter = tally.memory[len(tally.memory) // 4 : len(tally.memory) // 2]
    last = tally.memory[-max(1, len(tally.memory) // 4) :]
    if quarter:
        before, after = (mean(sum(held) for _, held in part) for part in (quarter, last))
        print(f"memory of all processes: {before:.0f} MB in the second quarter, {after:.0f} MB in the last")
        if after > before * GROWTH[0] + GROWTH[1]:
            tally.faults.append(f"memory grew from {before:.0f} to {after:.0f} MB")
    answers, rate = dict(sorted(tally.answers.items())), tally.sent / seconds
    print(f"seed {seed}: {tally.sent} requests in {seconds:.0f} s ({rate:.0f} a second): {answers}")
    print(
        f"slowest {tally.slowest:.2f} s, {len(tally.late)} over {LONGEST:g} s; beside them {len(tally.taken)} results "
        f"taken, slowest {tally.taken_slowest:.2f} s, {tally.sent_again} sent again; {len(tally.faults)} faults"
    )
    for fault, times in Counter(tally.faults).most_common(40):
        print(f"  {times} × {fault}")
    return 1 if tally.faults else 0


def main() -> int:
    """Run, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--minutes", type=float, default=24 * 60, help="at the most")
    parser.add_argument("--lines", type=int, default=4, help="connections")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=20, help="of Hypothesis, for each operation and way")
    parser.add_argument("--port", type=int, default=8380, help="of the server; the database has the next one")
    parser.add_argument("--keep", type=Path, help="a folder for the books and the logs")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="overtrick-fuzz-")))
        folder.mkdir(parents=True, exist_ok=True)
        _, playing, server = stack.enter_context(serving(asked.port, asked.workers, folder, 2, 4))
        _year()
        address = f"http://127.0.0.1:{asked.port}"
        tables = [table.token for table in playing.tables if table.event == "tried-1"]
        program = {"Authorization": f"Bearer {playing.api_token}"}
        target = Target(addresses(), tables, signed_in(server, playing), program)
        target.forms.update(forms(address, target))
        document = json.loads(Line(address).ask(Request("GET", "/api/openapi.json")).body)
        made = by_hypothesis(document, asked.seed, asked.examples)
        print(
            f"{len(target.addresses)} addresses, {len(target.forms)} forms, {len(made)} made by Hypothesis", flush=True
        )
        tally, over = Tally(), threading.Event()
        until = tally.began + asked.minutes * 60
        share = asked.requests // asked.lines
        attackers = [
            threading.Thread(
                target=attack,
                args=(address, Maker(f"{asked.seed}-{n}", target, made), until, share, tally),
                daemon=True,
            )
            for n in range(asked.lines)
        ]
        beside = [
            threading.Thread(target=honest, args=(address, playing, tally, over), daemon=True),
            threading.Thread(target=watch, args=(server, tally, over), daemon=True),
        ]
        for each in (*attackers, *beside):
            each.start()
        for each in attackers:
            each.join()
        seconds = time.monotonic() - tally.began
        over.set()
        for each in beside:
            each.join()
        again_alone(address, tally)
        if Line(address).ask(Request("GET", "/desk/", headers=target.own)).status != 200:
            tally.faults.append("the official was locked out, and so part of this was asked as nobody")
        kept = export_books(playing.events, folder)
        there = Counter(line.key for line in kept["tried-2"])
        tally.faults += [f"{key} stands {there[key]} times" for key in tally.taken if there[key] != 1]
        return tell(tally, asked.seed, seconds)


if __name__ == "__main__":
    sys.exit(main())
