"""The doctor says what is ill and what to do, changes nothing, and can be asked of a database that is only read."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.proof import signed_now
from overtrick.web.server import certificate, doctor
from overtrick.web.server.doctor import examine
from overtrick.web.telemetry import checks, status
from overtrick.web.telemetry.checks import Finding, State
from web.congresses import hold, started
from web.servers import own_database


@pytest.fixture
def held(transactional_db: None) -> BookRecord:
    made = hold("nsw-swiss-pairs/congress")
    started(made, 8)
    return made


def by_name(found: list[Finding]) -> dict[str, Finding]:
    return {each.what: each for each in found}


def test_a_sound_server_is_well(held: BookRecord, tmp_path: Path) -> None:
    (tmp_path / "copy.dump").write_text("a copy")
    found = by_name(list(examine(backups=tmp_path)))
    assert {"database", "schema", "clock", "disk", "copies", "books"} <= set(found)
    assert {each.state for each in found.values()} <= {State.WELL, State.WATCH}
    assert found["books"].seen.startswith("1 book checked")


def test_a_line_changed_behind_the_servers_back_is_found(held: BookRecord) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # past every trigger, as an administrator could
        cursor.execute('UPDATE book_line SET written = replace(written, \'"by":"\', \'"by":"x\') WHERE number = 3')
        cursor.execute("SET session_replication_role = DEFAULT")
    found = by_name(list(examine()))
    assert found[f"book {held.slug}"].state is State.ILL
    assert "witness" in found[f"book {held.slug}"].remedy
    assert "books" not in found


def test_old_copies_a_full_disk_and_a_late_clock_are_ill(
    held: BookRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.dump"
    copy.write_text("a copy")
    before = datetime.now(UTC) - timedelta(hours=40)
    os.utime(copy, (before.timestamp(), before.timestamp()))
    monkeypatch.setattr(checks, "ROOM", 1 << 60)
    monkeypatch.setattr(checks, "CLOCK", -1.0)
    found = by_name(list(examine(backups=tmp_path)))
    assert {name for name, each in found.items() if each.state is State.ILL} == {"copies", "disk", "clock"}
    assert "40 hours" in found["copies"].seen
    assert all(each.remedy for each in found.values() if each.state is State.ILL)


def test_the_days_of_a_certificate_are_read_from_the_server_itself(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket
    import ssl
    import threading

    files = certificate.certificate(tmp_path, ["localhost"])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.shown, files.key)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def answer() -> None:
            line, _ = server.accept()
            context.wrap_socket(line, server_side=True).close()

        threading.Thread(target=answer, daemon=True).start()
        assert by_name(list(examine(f"https://localhost:{port}/")))["certificate"].seen.startswith("valid for 396 days")
        monkeypatch.setattr(doctor, "CERTIFICATE", 400)
        threading.Thread(target=answer, daemon=True).start()
        assert by_name(list(examine(f"https://localhost:{port}/")))["certificate"].state is State.ILL
        monkeypatch.undo()
        threading.Thread(target=answer, daemon=True).start()
        named_otherwise = by_name(list(examine(f"https://127.0.0.1:{port}/")))["certificate"]
        assert (named_otherwise.state, named_otherwise.seen) == (State.ILL, "not for 127.0.0.1")
    assert by_name(list(examine(f"https://localhost:{port}/")))["certificate"].state is State.ILL
    assert by_name(list(examine("http://localhost/")))["certificate"].state is State.WATCH


@pytest.mark.parametrize(
    "asked",
    [
        ["doctor", "--json"],
        ["book", "list"],
        ["book", "verify", "an-event"],
        ["book", "heads", "an-event"],
        ["book", "export", "an-event", "-o", "an-event.jsonl"],
    ],
)
def test_what_only_reads_runs_where_nothing_can_be_written(held: BookRecord, asked: list[str], tmp_path: Path) -> None:
    signed_now(held.slug)
    read_only = f"{own_database()}?options=-c%20default_transaction_read_only%3Don"
    told = {**os.environ, "DATABASE_URL": read_only, "OVERTRICK_DATA": str(tmp_path), "OVERTRICK_LOG": "ERROR"}
    told |= {"DJANGO_SETTINGS_MODULE": "overtrick.web.settings", "OVERTRICK_SIGNING_KEY": str(settings.SIGNING_KEY)}
    command = [sys.executable, "-m", "overtrick", *asked]
    done = subprocess.run(command, env=told, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert held.slug in done.stdout or json.loads(done.stdout)["well"]


def test_everybody_is_told_whether_the_server_is_well_and_no_more(
    held: BookRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.conf.settings.BACKUPS", str(tmp_path))
    (tmp_path / "copy.dump").write_text("a copy")
    monkeypatch.setattr(checks, "SLOW", 60.0)
    status._last.clear()
    page = Client().get("/status")
    assert page.status_code == 200
    assert all(
        said in page.content.decode() for said in ("Everything is working", "less than two minutes ago", "Backups")
    )
    assert str(tmp_path) not in page.content.decode()
    (tmp_path / "copy.dump").unlink()
    assert Client().get("/status").status_code == 200, "looked at once in some seconds"
    status._last.clear()
    page = Client().get("/status")
    assert page.status_code == 503
    assert (
        "Something is wrong. The server administrator can find the cause with the command “overtrick doctor”"
        in page.content.decode()
    )
    status._last.clear()
