"""The demo: its books, and the whole of it as a process of its own."""

import http.client
import json
import os
import re
import signal
import ssl
import time
from collections.abc import Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User

from overtrick.cli.demo import demo
from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout_draw import open_turn
from overtrick.core.season import open_figures
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.codec import line_hash, read_posting
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.server.certificate import certificate
from overtrick.web.server.demo import congress, run
from overtrick.web.server.demo.books import EVENTS, lines
from overtrick.web.server.demo.people import last_name, pairs, password, teams
from overtrick.web.server.demo.phones import Phones, ServerAccess
from overtrick.web.server.run import Where
from web.running_demo import Running
from web.servers import free_port, wait_until

NOW = datetime(2026, 11, 14, 15, 3, tzinfo=ZoneInfo("Australia/Sydney"))


@pytest.fixture(scope="module")
def rehearsals() -> dict[str, Rehearsal]:
    return {event.slug: event.rehearse() for event in EVENTS}


def test_each_event_is_at_its_moment(rehearsals: dict[str, Rehearsal]) -> None:
    swiss = rehearsals["swiss-pairs"].state.stage("Swiss")
    played = len(swiss.round(5).results)
    assert swiss.last_round == 5
    assert 0 < played < 20 * 8
    assert any(each.disputed for each in swiss.round(5).results.values())
    assert all(swiss.deal(number, board) for number in range(1, 5) for board in swiss.round(number).seatings[1].boards)
    assert not any(swiss.deal(5, board) for board in swiss.round(5).seatings[1].boards)
    butler = rehearsals["open-butler"].state
    assert [(name, state.closed) for name, state in butler.stages.items()] == [("Stage 1", True)]
    gnot = rehearsals["gnot"].state
    assert len(gnot.entries) == 23
    turns = [open_turn(state.choice) for state in gnot.stages.values() if state.choice is not None]
    assert [turn is not None and len(turn.options) > 1 for turn in turns] == [True]
    season = rehearsals["state-pairs"].state.stage("Qualifying")
    assert season.last_round == season.sittings[1].last
    assert open_figures(map(season.season, season.contestants))
    assert len(rehearsals["open-teams"].state.entries) == 9
    assert not rehearsals["open-teams"].state.entries_closed
    over = rehearsals["monday-pairs"].state
    assert all(state.closed for state in over.stages.values())
    assert {each.name for entry in over.entries.values() for each in entry.players} <= {
        each.name for entry in rehearsals["swiss-pairs"].state.entries.values() for each in entry.players
    }


def test_the_books_are_whole_and_end_just_now(rehearsals: dict[str, Rehearsal]) -> None:
    for event in EVENTS:
        fold, before, at = Tournament(plan_for(event.rules)), "", ""
        for line in lines(rehearsals[event.slug], NOW):
            posting, prev = read_posting(line)
            assert prev == before
            assert posting.at >= at
            before, at = line_hash(line), posting.at
            fold.post(posting)
        assert fold.last == rehearsals[event.slug].state.last
        assert 0 <= (NOW - datetime.fromisoformat(at)).total_seconds() < 300
        assert at.endswith("+11:00"), "by the congress's own clock"
    assert not any("Player" in player.name for entry in fold.entries.values() for player in entry.players)


def test_names_are_their_own() -> None:
    made = teams(23, "any")
    assert len({last_name(team[0]) for team in made}) == 23
    assert len({player for team in made for player in team}) == 23 * 6
    assert len({player for pair in pairs(200, "any") for player in pair}) == 400
    assert len({password() for _ in range(50)}) == 50


@pytest.mark.django_db
def test_a_database_in_use_is_left_alone(rehearsals: dict[str, Rehearsal]) -> None:
    User.objects.create_user("chief", password="the real one's")  # noqa: S106 - a test's own
    with pytest.raises(DirectorError, match="is in use"):
        congress.set_up(rehearsals, NOW)
    assert User.objects.get().check_password("the real one's")


@pytest.mark.django_db
def test_set_up_twice_is_one_congress_with_new_passwords(rehearsals: dict[str, Rehearsal]) -> None:
    first = congress.set_up(rehearsals, NOW)
    second = congress.set_up(rehearsals, NOW)
    assert [each.name for each in first] == ["organiser", "chief", "director", "scorer", "captain"]
    for old, new in zip(first, second, strict=True):
        user = User.objects.get(username=new.name)
        assert user.check_password(new.password)
        assert not user.check_password(old.password)
        assert user.offices.count() == 1


def test_a_phone_does_the_next_thing(rehearsals: dict[str, Rehearsal]) -> None:
    phones = Phones(ServerAccess(Where()), ["token"], rehearsals["swiss-pairs"], 1)
    side = {"number": "3"}
    sheet = {"stage": "Swiss", "round": 5, "closed": False, "ns": side, "ew": {"number": "4"}}
    entered = phones._wish({**sheet, "boards": [{"board": 9, "state": "waiting"}]})
    assert entered is not None
    assert entered["what"] == "result"
    assert entered["result"]
    line = {"board": 9, "state": "to be agreed", "result": "3NT N =", "seen": 812, "side": "NS"}
    agreed = phones._wish({**sheet, "boards": [line]})
    assert agreed is not None
    assert (agreed["what"], agreed["seat"], agreed["result"], agreed["seen"]) == ("agree", "East", "3NT N =", 812)
    turned = phones._wish({**sheet, "boards": [{**line, "side": "EW"}]})
    assert turned is not None
    assert turned["seat"] == "North"
    assert (
        phones._wish({**sheet, "boards": [{"board": 9, "state": "agreed"}, {"board": 10, "state": "disputed"}]}) is None
    )
    assert phones._wish({**sheet, "closed": True, "boards": [{"board": 9, "state": "waiting"}]}) is None


class _Says(BaseHTTPRequestHandler):
    """Answers every question with its path."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"asked": self.path}).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        pass


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_phones_reach_a_server_of_its_own_certificate_too(
    scheme: str, tmp_path: Path, rehearsals: dict[str, Rehearsal]
) -> None:
    own = certificate(tmp_path, ("localhost", "127.0.0.1")) if scheme == "https" else None
    with HTTPServer(("127.0.0.1", 0), _Says) as server:
        if own is not None:
            shown = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            shown.load_cert_chain(own.shown, own.key)
            server.socket = shown.wrap_socket(server.socket, server_side=True)
        Thread(target=server.handle_request, daemon=True).start()
        where = Where("0.0.0.0", server.server_port, certificate=own)  # noqa: S104 - as in a hall
        phones = Phones(ServerAccess(where), ["token"], rehearsals["swiss-pairs"], 1)
        assert phones._ask("/t/token/now") == {"asked": "/t/token/now"}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    started = Running(tmp_path)
    yield started
    if started.process.poll() is None:
        os.killpg(started.process.pid, signal.SIGKILL)
        started.process.wait()


@pytest.mark.slow
def test_it_runs_shows_its_pages_grows_and_stops(running: Running, tmp_path: Path) -> None:
    wait_until(lambda: running.ask("/health")[0] == 200, 90)
    for page in ("/", "/c/demo-congress/", "/e/swiss-pairs/", "/e/open-butler/", "/e/gnot/", "/sign-in/"):
        assert running.ask(page)[0] == 200, page
    told = running.out.read_text()
    (link,) = re.findall(r"table 1: http://localhost:\d+(/t/\S+/)", told)
    assert len(re.findall(r"\w+-\w+-\w+-\d{3} ", told)) == 5
    sheet = json.loads(running.ask(f"{link}now")[1])
    assert (sheet["table"], sheet["round"]) == (1, 5)
    begun = running.last()
    wait_until(lambda: running.last() >= begun + 10, 60)
    assert json.loads(running.ask(f"{link}now")[1])["boards"] == sheet["boards"], "nobody plays at your table"
    watching = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    watching.request("GET", "/live/swiss-pairs")
    with watching.getresponse() as stream:
        assert stream.status == 200, "somebody still looks on"
        began = time.monotonic()
        os.kill(running.process.pid, signal.SIGINT)
        assert running.process.wait(30) == 0
        assert time.monotonic() - began < 2
    watching.close()
    assert running.out.read_text().endswith("The demo has stopped.\n")
    assert running.err.read_text() == ""
    assert not list(tmp_path.glob("overtrick-*")), "nothing is left behind"


@pytest.mark.parametrize(("number", "told"), [(1, "1 event…"), (3, "3 events…")])
def test_the_demo_says_how_many_events_it_simulates(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int, told: str
) -> None:
    def stop() -> None:
        raise DirectorError("Enough")

    monkeypatch.setattr(os, "environ", {**os.environ})
    monkeypatch.setattr("overtrick.web.server.demo.books.EVENTS", EVENTS[:number])
    monkeypatch.setattr(run, "rehearse", stop)
    with pytest.raises(DirectorError, match="Enough"):
        demo.main(["--port", str(free_port())], standalone_mode=False)
    assert f"Simulating the first part of {told}" in capsys.readouterr().out
