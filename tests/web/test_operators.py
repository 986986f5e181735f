"""What an operator meets: health by any name, files that may be kept, small answers, a database in steps."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse

from overtrick.cli.serving import serve
from overtrick.web.server import run, supervisor
from overtrick.web.server.run import steps_behind
from overtrick.web.telemetry import metrics
from web.servers import free_port

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db


@override_settings(ALLOWED_HOSTS=["bridge.example.org"])
@pytest.mark.parametrize("name", ["127.0.0.1:8000", "10.0.0.7", "bridge.example.org"])
def test_health_is_told_by_whatever_name_it_is_asked(client: Client, name: str) -> None:
    assert client.get("/health", headers={"Host": name}).status_code == 200
    assert client.get("/api/congresses", headers={"Host": name}).status_code == (200 if "example" in name else 400)


def test_who_sits_at_the_server_is_answered_whatever_names_are_set() -> None:
    program = "import os; from overtrick.web.settings import ALLOWED_HOSTS; print(ALLOWED_HOSTS)"
    said = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "OVERTRICK_HOSTS": "bridge.example.org"},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert said.strip() == "['bridge.example.org', 'localhost', '127.0.0.1', '[::1]']"


@pytest.mark.parametrize(
    ("setting", "value", "remedy"),
    [
        ("OVERTRICK_LANGUAGE", "xx", "Use en-AU, en-XA, fr or zh."),
        ("OVERTRICK_SMTP", "mail.example.org", "Write the address like smtp://"),
        ("OVERTRICK_PROXIES", "one", "Set OVERTRICK_PROXIES to the number of proxies, like 1"),
        ("OVERTRICK_TZ", "Mars", "Write the time zone like Australia/Sydney."),
        ("DATABASE_URL", "mysql://127.0.0.1/overtrick", "Write the address like postgresql://"),
        ("DATABASE_URL", "postgresql://127.0.0.1", "Write the address like postgresql://"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_words(setting: str, value: str, remedy: str, tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "overtrick", "migrate", "--check"],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "overtrick.web.settings", setting: value},
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert said.returncode == 2
    assert remedy in said.stderr
    assert "Traceback" not in said.stderr


def test_a_file_of_a_page_may_be_kept_for_ever(client: Client) -> None:
    page = client.get("/").content.decode()
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(files) > 2
    for file in files:
        assert re.match(r"/static/[0-9a-f]{12}/", file)
        answer = client.get(file)
        assert answer.status_code == 200
        assert answer["Cache-Control"] == "max-age=315360000, public, immutable"
        answer.close()


def test_the_phones_own_page_has_its_styles_from_where_they_are(client: Client) -> None:
    worker = client.get(reverse("table-worker")).content.decode()
    files = re.findall(r'href="(/(?:static|joined)/[^"]+)"', worker)
    assert files
    for file in files:
        answer = client.get(file)
        assert answer.status_code == 200, file
        answer.close()


def test_answers_are_sent_small(client: Client) -> None:
    for path in ("/", "/api/openapi.json"):
        plain, small = client.get(path), client.get(path, headers={"Accept-Encoding": "gzip"})
        assert small["Content-Encoding"] == "gzip"
        assert len(small.content) < len(plain.content) * 0.6
    assert json.loads(gzip.decompress(small.content)) == plain.json()


def test_a_database_that_is_behind_says_by_what() -> None:
    assert steps_behind() == []
    call_command("migrate", "api", "zero", verbosity=0, fake=True)
    assert steps_behind()[0] == "api 0001_initial"


def test_the_image_starts_without_a_database_of_its_own() -> None:
    """Its command is one that `overtrick serve` takes on SQLite; several processes would be refused."""
    text = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    command = json.loads(re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)[-1])
    assert command[0] == "serve"
    assert "--workers" not in command


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here to judge its unit")
def test_the_unit_is_little_exposed(tmp_path: Path) -> None:
    unit = tmp_path / "overtrick.service"
    unit.write_bytes((ROOT / "deploy" / "overtrick.service").read_bytes())
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    level = re.search(r"exposure level for \S+: ([0-9.]+)", told.stdout)
    assert level, told.stderr
    assert float(level[1]) < 3


def test_alerts_and_board_ask_for_figures_that_there_are() -> None:
    for name in ("alerts.yaml", "grafana.json"):
        asked = re.findall(r"overtrick_[a-z_]+", (ROOT / "deploy" / name).read_text(encoding="utf-8"))
        families = {re.sub(r"_(bucket|sum|count)$", "", each) for each in asked}
        assert len(families) > 3
        assert families <= set(re.findall(r"^# TYPE (\S+)", metrics.render_metrics(), re.MULTILINE)), name


def test_the_proxy_keeps_links_out_of_its_log_and_helps_no_program_in_the_clear() -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    plain, _, tls = text.partition("listen 443")
    assert re.search(r"location /api/ \{ return 403; \}", plain)
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in tls
    secret = re.findall(r"location ~ \^/\(\(fr\|zh\)/\)\?\(?([a-z|-]+)\)?/ \{\n\s+access_log off;", tls)
    assert {word for each in secret for word in each.split("|")} == {"t", "invited", "reset", "first-run"}
    assert re.search(r"location /live/ \{\n\s+access_log off;", tls)


def test_no_example_has_a_password_that_works() -> None:
    for file in (each for each in (ROOT / "deploy").rglob("*") if each.is_file()):
        for password in re.findall(
            r"(?i)(?:^\s*|\s)\w*password[=:]\s*(\S+)|://\w+:([^@\s]+)@", file.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert "".join(password).startswith(("${", '"${')), (file.name, password)


@pytest.mark.parametrize(
    ("setting", "words", "threads"),
    [(None, [], "8"), ("3", [], "3"), ("3", ["--threads", "5"], "5"), (None, ["--threads", "5"], "5")],
)
def test_the_setting_of_threads_holds_unless_the_option_is_given(
    setting: str | None, words: list[str], threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ, **({"OVERTRICK_THREADS": setting} if setting else {})})
    server = MagicMock()
    monkeypatch.setattr(supervisor, "SupervisedServer", server)
    monkeypatch.setattr(run, "load_pages", lambda: None)
    monkeypatch.setattr(run, "prepare", lambda *, for_pages: "")  # noqa: ARG005 - as the function that it stands for
    serve.main(["--port", str(free_port()), *words], standalone_mode=False)
    assert server.return_value.serve.called
    assert os.environ["OVERTRICK_THREADS"] == threads


def test_a_server_without_a_number_of_threads_leaves_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ, "OVERTRICK_THREADS": "3"})
    monkeypatch.setattr(supervisor, "SupervisedServer", MagicMock())
    monkeypatch.setattr(run, "load_pages", lambda: None)
    run.serve(run.Where())
    assert os.environ["OVERTRICK_THREADS"] == "3"
