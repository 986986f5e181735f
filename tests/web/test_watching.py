"""What machines ask, and what is written down."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from overtrick.web.telemetry.folder import FOLDER
from overtrick.web.telemetry.logs import JsonLines

pytestmark = pytest.mark.django_db


def test_a_well_server_says_so(client: Client) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.json() == {
        "program": "Overtrick", "well": True, "database": True, "migrated": True, "live": True,
        "live_lag_seconds": None,
    }  # fmt: skip


def test_a_missing_migration_is_not_well(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'accounts'")
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["migrated"]) == (503, False)


def test_requests_are_counted_and_histograms_add_up(client: Client) -> None:
    before = _figures(client)
    client.get("/nowhere/")
    after = _figures(client)
    missed = 'overtrick_requests_total{method="GET",status="404"}'
    assert after[missed] == before.get(missed, 0) + 1
    assert after['overtrick_request_seconds_bucket{le="+Inf"}'] == after["overtrick_request_seconds_count"]


def _figures(client: Client) -> dict[str, float]:
    lines = client.get("/metrics").content.decode().splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


COUNTING = """
from overtrick.web.telemetry import metrics
metrics.FOLDS.inc({folds})
metrics.LIVE_READERS.set({readers})
metrics.REQUESTS.labels("GET", "200").inc()
print("counted", flush=True)
input()
"""


def test_figures_of_processes_are_added_and_those_that_died_are_counted_but_not_there(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def process(folds: int, readers: int) -> subprocess.Popen[str]:
        program = COUNTING.format(folds=folds, readers=readers)
        told = {**os.environ, FOLDER: str(tmp_path)}
        started = subprocess.Popen(
            [sys.executable, "-c", program], env=told, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert started.stdout is not None
        assert started.stdout.readline() == "counted\n"
        return started

    with process(5, 7) as living, process(2, 9) as dead:
        dead.kill()
        dead.wait()
        monkeypatch.setenv(FOLDER, str(tmp_path))
        told = _figures(client)
        living.kill()
    assert told["overtrick_folds_total"] == 7
    assert told["overtrick_live_readers"] == 7
    assert told['overtrick_requests_total{method="GET",status="200"}'] == 2


def test_the_figures_are_no_strangers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("203.0.113.7", "", "unix"):
        assert client.get("/metrics", REMOTE_ADDR=address).status_code == 404
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404
    monkeypatch.setattr(settings, "METRICS_TOKEN", "a token")
    for given, status in (("Bearer a token", 200), ("Bearer other", 404), ("", 404)):
        answer = client.get("/metrics", REMOTE_ADDR="203.0.113.7", headers={"Authorization": given})
        assert answer.status_code == status
    monkeypatch.setattr(settings, "TRUSTED_PROXIES", 1)
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 404
    assert client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 200
    assert client.get("/health", REMOTE_ADDR="203.0.113.7").status_code == 200


def test_no_browser_keeps_a_page_of_the_desk_and_who_is_refused_is_written_down(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/desk/").headers["Cache-Control"] == "private, no-store"
    client.force_login(User.objects.create_user("somebody"))
    assert client.get("/desk/").headers["Cache-Control"] == "private, no-store"
    with caplog.at_level(logging.WARNING, "overtrick.security"):
        answer = client.get("/desk/new/")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (403, "private, no-store")
    (record,) = (each for each in caplog.records if each.name == "overtrick.security")
    assert json.loads(JsonLines().format(record))["who"] == "somebody"


def test_a_log_line_is_json_and_has_no_token(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "overtrick.request"):
        client.get("/t/the-secret-token/board/3/?key=another-secret")
    written = [JsonLines().format(record) for record in caplog.records]
    (line,) = [json.loads(each) for each in written if "overtrick.request" in each]
    assert line["what"] == "GET /t/…/board/3/"
    assert line["status"] == 403
    assert not any("secret" in each for each in written)


def test_a_fault_is_told_without_its_secrets() -> None:
    record = logging.makeLogRecord({"msg": "Not Found: %s", "args": ("/t/abc.def?x=1",), "levelname": "WARNING"})
    assert json.loads(JsonLines().format(record))["what"] == "Not Found: /t/…"
