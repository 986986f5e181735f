"""The supervisor: signs of life, pauses, and a server whose processes die or hang and come back."""

import faulthandler
import os
import signal
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import pytest

from overtrick.core.errors import DirectorError
from overtrick.web import limits
from overtrick.web.server.database import Roles
from overtrick.web.server.port import reserved_port
from overtrick.web.server.run import keep_to_oneself
from overtrick.web.server.supervisor import SIGN, Pauses, Watchdog, end_with_a_word, sign_of_life
from web.servers import Server, wait_until


def test_who_gives_no_sign_of_life_is_told_after_so_many_looks(tmp_path: Path) -> None:
    watchdog = Watchdog(tmp_path)
    me, other = os.getpid(), 10**7
    for beat in range(3 * limits.SILENT):
        sign_of_life(tmp_path, beat)
        assert watchdog.silent({me: 1.0, other: 1.0}) == []
    looks = [watchdog.silent({me: 100.0}) for _ in range(limits.SILENT)]
    assert looks[:-1] == [[]] * (limits.SILENT - 1)
    assert looks[-1] == [me]


def test_a_sign_that_is_being_written_is_not_taken_for_none(tmp_path: Path) -> None:
    watchdog, me = Watchdog(tmp_path), os.getpid()
    sign_of_life(tmp_path, 1)
    assert watchdog.silent({me: limits.RISE + 1.0}) == []
    (tmp_path / f"{me}{SIGN}").write_text("")  # opened, and nothing in it yet
    assert watchdog.silent({me: limits.RISE + 2.0}) == []
    sign_of_life(tmp_path, 2)
    assert watchdog.silent({me: limits.RISE + 3.0}) == []


def test_a_process_has_time_to_begin(tmp_path: Path) -> None:
    watchdog = Watchdog(tmp_path)
    assert watchdog.silent({1: limits.RISE - 1.0}) == []
    assert watchdog.silent({1: limits.RISE + 1.0}) == [1]


def test_who_dies_again_and_again_waits_longer_and_longer_up_to_a_bound() -> None:
    pauses = Pauses()
    told = [pauses.next_pause(0, now) for now in range(12)]
    assert told[:4] == [0, 0.5, 1, 2]
    assert told[-1] == limits.PAUSE
    assert pauses.next_pause(1, 12.0) == 0, "another process is not made to wait"
    assert pauses.next_pause(0, 12.0 + 1000) == 0


def test_the_books_on_a_laptop_are_their_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    folder = tmp_path / "books"
    keep_to_oneself(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    book = folder / "overtrick.sqlite3"
    assert book.stat().st_mode & 0o777 == 0o600
    book.chmod(0o644)
    (folder / "secret").write_text("x")
    keep_to_oneself(folder)
    assert {file.stat().st_mode & 0o077 for file in folder.iterdir()} == {0}


def children(server: Server) -> list[int]:
    """The processes of a server that answer requests."""
    assert server.process is not None
    found = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return [int(each) for each in found.split()]


def hang() -> None:
    """What a process does that is stuck."""
    faulthandler.enable(2)
    time.sleep(60)


def test_a_process_that_is_stuck_says_where_before_it_is_ended(capfd: pytest.CaptureFixture[str]) -> None:
    process = get_context("fork").Process(target=hang)
    process.start()
    time.sleep(0.5)
    end_with_a_word(process)
    process.join(5)
    assert process.exitcode == -signal.SIGABRT
    assert "in hang" in capfd.readouterr().err


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_process_killed_again_and_again_comes_back_and_the_server_stays(least_privilege: Roles) -> None:
    with Server(roles=least_privilege) as server:
        for _ in range(3):  # granian itself gives up at the second death within six seconds
            before = children(server)
            os.kill(before[0], signal.SIGKILL)
            wait_until(lambda before=before: before[0] not in children(server) and len(children(server)) == 2, 60)  # type: ignore[misc]
        wait_until(lambda: server.status("/health") == 200, 60)
        assert server.process is not None
        assert server.process.poll() is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_processes_leave_when_their_supervisor_is_killed_and_the_next_server_has_the_port(
    least_privilege: Roles,
) -> None:
    with Server(roles=least_privilege) as server:
        assert server.process is not None
        server.process.kill()
        server.process.wait()
        # One unanswered request does not show that the port is free: the other process may still be answering.
        wait_until(lambda: is_free(server.port), 20)
        server.start()
        assert server.status("/health") == 200
        before = requests_counted(server)
        for _ in range(20):  # each over a connection of its own, and so to either process
            server.status("/health")
        counted = {requests_counted(server) - before for _ in range(6)}
        assert min(counted) >= 20, f"some of them count for one process alone: {counted}"


def test_a_process_that_begins_after_its_supervisor_has_died_ends(tmp_path: Path) -> None:
    """It never saw the supervisor alive, and so it is told beforehand whose child it is."""
    script = (
        "import asyncio; from types import SimpleNamespace; from overtrick.web.server.gateway import Gateway\n"
        "lanes = SimpleNamespace(longest=lambda: 0.0)\n"
        "signs = Gateway._live_signs(SimpleNamespace(pages=SimpleNamespace(lanes=lanes)))\n"
        "asyncio.run(asyncio.wait_for(signs, 1.5))"
    )
    own = {**os.environ, "OVERTRICK_RUNTIME_DIR": str(tmp_path), "OVERTRICK_DATA": str(tmp_path)}
    own["DJANGO_SETTINGS_MODULE"] = "overtrick.web.settings"

    def ends(supervisor: int) -> bool:
        told = {**own, "OVERTRICK_SUPERVISOR": str(supervisor)}
        ran = subprocess.run([sys.executable, "-c", script], env=told, capture_output=True, text=True, check=False)
        assert ("TimeoutError" in ran.stderr) is not ("has died" in ran.stderr), ran.stderr
        return "TimeoutError" not in ran.stderr  # it went on, and was not waited for

    assert not ends(os.getpid())
    assert ends(1)


def is_free(port: int) -> bool:
    """Whether a server could be started on this port."""
    try:
        with reserved_port("127.0.0.1", port):
            return True
    except DirectorError:
        return False


def requests_counted(server: Server) -> int:
    """The requests that a server says it has answered, whichever of its processes is asked."""
    told = server.ask("/metrics")[1].decode()
    return sum(
        int(float(line.split()[-1])) for line in told.splitlines() if line.startswith("overtrick_requests_total")
    )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_process_that_hangs_is_ended_and_another_takes_its_place(least_privilege: Roles) -> None:
    with Server(workers=1, roles=least_privilege) as server:
        (stuck,) = children(server)
        os.kill(stuck, signal.SIGSTOP)  # as a computation does that lets no other thread run
        began = time.monotonic()
        wait_until(lambda: stuck not in children(server), 3 * limits.SILENT * limits.BEAT)
        assert time.monotonic() - began > limits.SILENT * limits.BEAT / 2
        wait_until(lambda: server.status("/health") == 200, 60)
