"""What every answer, cookie, session and password is held to."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from time import time

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from overtrick.web.accounts import invitations, people, reset
from overtrick.web.congress import session_lifetime
from overtrick.web.congress.models import Congress, Role
from overtrick.web.headers import safe_headers, safely
from overtrick.web.live.stream import Message

pytestmark = pytest.mark.django_db
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own


@pytest.fixture
def kim(client: Client) -> User:
    made = User.objects.create_user("kim", password=PASSWORD)
    client.post("/sign-in/", {"name": "kim", "password": PASSWORD})
    return made


@pytest.mark.parametrize(
    "path", ["/", "/sign-in/", "/nowhere/", "/health", "/metrics", "/api/congresses", "/api/docs", "/desk/", "/t/x/"]
)
def test_every_answer_has_the_safe_headers(client: Client, path: str) -> None:
    answer = client.get(path)
    for name in safe_headers():
        assert answer.headers[name], (path, name)
    assert not set(answer.headers) & {"Server", "X-Powered-By"}


def test_static_files_have_them_too(client: Client, kim: User) -> None:
    found = re.search(r'href="(/static/[^"]+\.css)"', client.get("/account/").content.decode())
    assert found
    answer = client.get(found[1])
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    answer.close()


def test_what_is_answered_past_django_has_them_once() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    start = {"type": "http.response.start", "status": 200, "headers": [(b"x-frame-options", b"DENY")]}
    asyncio.run(safely(send)(start))  # type: ignore[arg-type]  # a coroutine, as it is written
    names = [name for name, _ in sent[0]["headers"]]
    assert sorted(names) == sorted(name.lower().encode() for name in safe_headers())


def told_over_tls(what: str) -> str:
    """What the settings are where it is served over TLS."""
    env = {**os.environ, "OVERTRICK_HTTPS": "1"}
    command = [sys.executable, "-c", f"from overtrick.web import settings as s; print(({what}))"]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.strip()


def test_over_tls_cookies_are_of_this_host_alone() -> None:
    told = told_over_tls(
        "s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.COOKIE_PREFIX, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,"
        " s.SECURE_HSTS_SECONDS"
    )
    assert told == "('__Host-sessionid', '__Host-csrftoken', '__Host-', True, True, 31536000)"


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(client: Client, kim: User) -> None:
    client.get("/account/password/")
    assert {"sessionid", "csrftoken"} <= set(client.cookies)
    for cookie in client.cookies.values():
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Lax", "/", "")


def test_hsts_is_for_a_year_and_all_below_where_tls_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Strict-Transport-Security" not in safe_headers()
    monkeypatch.setattr(settings, "SECURE_HSTS_SECONDS", 31536000)
    assert safe_headers()["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


def test_a_session_ends_after_a_long_day_and_after_hours_of_nothing(
    client: Client, kim: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [time()]
    monkeypatch.setattr(session_lifetime, "time", lambda: clock[0])
    for _ in range(4):  # asked for again and again, but not for ever
        clock[0] += session_lifetime.IDLE - 1000
        assert client.get("/account/").status_code == (200 if _ < 3 else 302)
    client.post("/sign-in/", {"name": "kim", "password": PASSWORD})
    assert client.get("/account/").status_code == 200
    clock[0] += session_lifetime.IDLE + 1
    answer = client.get("/account/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/sign-in/?next=/account/")
    clock[0] -= session_lifetime.IDLE
    assert client.get("/account/").status_code == 302, "it is ended, not hidden"


@pytest.mark.parametrize(
    "password",
    ["overtrick2026", "Spring Congress 1!", "kim kim kim kim", "bridge-bridge-bridge", "short", "1234567890"],
)
def test_passwords_that_are_guessed_first_are_refused(password: str) -> None:
    Congress.objects.create(slug="spring", name="Spring Congress")
    with pytest.raises(ValidationError):
        people.checked_password(password, "kimkim")


@pytest.mark.parametrize("password", [PASSWORD, "  leading and trailing  ", "ﬁve ♠ doubled, 東京", "x1!" * 60])
def test_passwords_of_any_letters_and_great_length_are_taken_as_they_are(client: Client, password: str) -> None:
    user = User.objects.create_user("kim", password=people.checked_password(password, "kim"))
    assert user.check_password(password)
    assert not user.check_password(password.strip() + " ")
    assert client.post("/sign-in/", {"name": "kim", "password": password}).status_code == 302


def test_fields_for_passwords_let_managers_fill_them(client: Client, kim: User) -> None:
    page = client.get("/account/password/").content.decode()
    fields = re.findall(r"<input[^>]*type=\"password\"[^>]*>", page)
    assert len(fields) == 3
    assert all("autocomplete=" in field and "onpaste" not in field for field in fields)


def test_a_list_of_known_passwords_may_be_named(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    known.write_text("correct horse battery staple\n")
    env = {**os.environ, "OVERTRICK_PASSWORDS": str(known), "DJANGO_SETTINGS_MODULE": "overtrick.web.settings"}
    program = (
        "import django; django.setup();"
        "from django.contrib.auth.password_validation import validate_password as v; v('Correct horse battery staple')"
    )
    told = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert "This password is too common" in told.stderr


def test_switching_the_second_factor_signs_other_browsers_out(client: Client, kim: User) -> None:
    from overtrick.web.accounts import second_factor

    other = Client()
    other.post("/sign-in/", {"name": "kim", "password": PASSWORD})
    client.post("/account/second/", {"old": PASSWORD, "do": "begin"})
    secret = second_factor.waiting(kim)
    assert (
        client.post("/account/second/", {"code": second_factor.code_at(secret, int(time()) // 30)}).status_code == 200
    )
    assert other.get("/account/").status_code == 302
    assert client.get("/account/").status_code == 200


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/t/worker.js", "/api/congresses", "/health", "/metrics", "/t/x/"])
def test_every_text_names_its_charset(client: Client, path: str) -> None:
    answer = client.get(path)
    assert "charset=utf-8" in answer.headers["Content-Type"] or answer.headers["Content-Type"] == "application/json"


def test_a_sign_in_has_a_session_of_its_own(client: Client, kim: User) -> None:
    before = client.cookies["sessionid"].value
    client.post("/sign-in/", {"name": "kim", "password": PASSWORD})
    assert client.cookies["sessionid"].value != before
    thief = Client()
    thief.cookies["sessionid"] = before
    assert thief.get("/account/").status_code == 302


@pytest.mark.parametrize("path", ["/desk/", "/account/", "/account/sessions/", "/api/tokens/"])
def test_pages_of_officials_let_them_sign_out(client: Client, kim: User, path: str) -> None:
    assert 'action="/sign-out/"' in client.get(path).content.decode()


def test_a_link_of_one_kind_is_none_of_another(client: Client, kim: User) -> None:
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    invited = invitations.path_of(invitations.invite(invitations.Office(congress, Role.SCORER), "kim")).split("/")[2]
    assert client.get(f"/invited/{invited}/").status_code == 200
    for other in ("t", "reset"):
        assert client.get(f"/{other}/{invited}/").status_code == 403
    assert client.get(f"/invited/{reset.path_of(kim).split('/')[2]}/").status_code == 403


def test_passwords_are_kept_by_argon2() -> None:
    from overtrick.web import settings as shipped

    assert shipped.PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    assert Argon2PasswordHasher().encode("a password of mine", "salt1234").startswith("argon2$argon2id$")


def test_faults_tell_nothing_of_the_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the inside: secret_table")

    assert settings.DEBUG is False
    monkeypatch.setattr("overtrick.web.accounts.views.first_run.is_needed", broken)
    answer = Client(raise_request_exception=False).get("/sign-in/")
    assert answer.status_code == 500
    assert not re.search(r"inside|secret_table|Traceback|RuntimeError|\.py", answer.content.decode())


@pytest.mark.parametrize("path", ["/static/", "/static/overtrick/", "/.git/config", "/t/../../settings.py"])
def test_folders_are_not_listed(client: Client, path: str) -> None:
    assert client.get(path).status_code in (403, 404)


def test_a_field_counts_where_it_belongs(client: Client) -> None:
    User.objects.create_user("kim", password=PASSWORD)
    assert client.post(f"/sign-in/?name=kim&password={PASSWORD}", {"name": "kim", "password": "x"}).status_code == 401
    assert client.get(f"/sign-in/?name=kim&password={PASSWORD}").status_code == 200
    assert "sessionid" not in client.cookies


def test_trace_echoes_nothing(client: Client) -> None:
    answer = client.trace("/", headers={"X-Probe": "probe-42"})
    assert answer.status_code == 405
    assert b"probe-42" not in answer.content
