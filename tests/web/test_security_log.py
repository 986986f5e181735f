"""The security log: every way of being turned away, in one shape, without what was sent."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from overtrick.web import limits
from overtrick.web.accounts import invitations, reset, throttle
from overtrick.web.accounts.models import Invitation
from overtrick.web.api.models import Scope, Token
from overtrick.web.api.tokens import Purpose, new_token
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import forget
from overtrick.web.organisations.models import Member, Organisation, Rank
from overtrick.web.server.wsgi_in_threads import WsgiInThreads
from overtrick.web.table.links import link, revoke
from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.logs import JsonLines, logging_settings
from overtrick.web.telemetry.refusals import Refusal
from web.desk.conftest import held_with, person, rehearsed
from web.test_lanes import ask

pytestmark = pytest.mark.django_db
SECRET = "hunter2-and-more"  # noqa: S105 - a test's own, looked for in the log
SHAPE = {"at", "level", "from", "what", "why", "who", "address", "method", "path"}


class Lines:
    """The lines of the security log since it was last asked."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self.caplog = caplog

    def __call__(self) -> list[tuple[str, str, str]]:
        """What, why and who of each; all have the one shape, and none has the secret."""
        records = [each for each in self.caplog.records if each.name == "overtrick.security"]
        written = [json.loads(JsonLines().format(each)) for each in records]
        assert all(set(line) == SHAPE for line in written)
        assert SECRET not in json.dumps(written)
        self.caplog.clear()
        return [(line["what"], line["why"], line["who"]) for line in written]


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[Lines]:
    with caplog.at_level(logging.WARNING, "overtrick.security"):
        yield Lines(caplog)


@pytest.fixture
def held() -> BookRecord:
    forget()
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    Official.objects.create(user=person("kim"), congress=congress, role=Role.CHIEF_DIRECTOR)
    return held_with(congress, rehearsed(8)[:30])


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_tokens_that_are_none_have_ended_or_are_not_for_it(client: Client, held: BookRecord, lines: Lines) -> None:
    address = "/api/events/swiss/postings"
    client.get(address)
    assert lines() == [], "no token was shown"
    client.get(address, headers=bearer(SECRET))
    assert lines() == [(Refusal.TOKEN, "unknown", "")]
    good = new_token(person("kim"), "a program", Purpose(Scope.READ))
    client.post(
        "/api/events/swiss/acts",
        {"key": "k", "act": {"act": "note made", "text": SECRET}},
        content_type="application/json",
        headers=bearer(good),
    )
    assert lines() == [(Refusal.TOKEN, "out of scope", "kim")]
    Token.objects.update(ends=timezone.now())
    client.get(address, headers=bearer(good))
    assert lines() == [(Refusal.TOKEN, "expired", "kim")]
    Token.objects.update(ends=timezone.now() + timedelta(days=1))
    User.objects.update(is_active=False)
    client.get(address, headers=bearer(good))
    assert lines() == [(Refusal.TOKEN, "account disabled", "kim")]


def test_links_of_tables(client: Client, held: BookRecord, lines: Lines) -> None:
    good = link(held, 1)
    for address in (f"/t/{good}x/", f"/t/{good}x/now", f"/t/{good}x/board/1/"):
        client.get(address)
        assert lines() == [(Refusal.LINK, "changed", "")], address
    client.post(f"/t/{good}x/message", SECRET, content_type="application/json")
    assert lines() == [(Refusal.LINK, "changed", "")]
    revoke(held)
    client.get(f"/t/{good}/")
    assert lines() == [(Refusal.LINK, "taken back", "")]
    client.post("/t/", {"code": "ZZZZZZ"})
    assert lines() == [(Refusal.LINK, "no such code", "")]


def test_invitations_and_links_for_passwords(client: Client, held: BookRecord, lines: Lines) -> None:
    made = invitations.invite(invitations.Office(held.congress, Role.SCORER), "kim")
    path = invitations.path_of(made)
    client.get(f"/invited/{SECRET}/")
    assert lines() == [(Refusal.LINK, "changed", "")]
    for changed, why in (
        ({"ends": timezone.now()}, "expired"),
        ({"taken_back": timezone.now()}, "taken back"),
        ({"taken": timezone.now()}, "used"),
    ):
        Invitation.objects.update(**changed)
        client.get(path)
        assert lines() == [(Refusal.LINK, why, "")]
    client.get(reset.path_of(person("kim"))[:-2] + "x/")
    assert lines() == [(Refusal.LINK, "changed, used or expired", "")]


def test_sign_ins_and_throttling(client: Client, held: BookRecord, lines: Lines) -> None:
    User.objects.create_user("pat", password="three clubs and a heart")  # noqa: S106 - a test's own
    for _ in range(throttle.HERE):
        client.post("/sign-in/", {"name": "pat", "password": SECRET})
    assert lines() == [(Refusal.SIGN_IN, "password or code", "pat")] * throttle.HERE
    client.post("/sign-in/", {"name": "pat", "password": SECRET})
    assert lines() == [(Refusal.THROTTLED, "passwords", "pat")]
    client.post("/sign-in/", {"name": SECRET, "password": "x"})
    assert lines() == [(Refusal.SIGN_IN, "password or code", "")], "a name that nobody has may be a password"
    for _ in range(throttle.MISTYPED + 1):
        client.post("/t/", {"code": "ZZZZZZ"})
    assert lines()[-1] == (Refusal.THROTTLED, "codes", "")


def test_bodies_that_are_too_deep_too_large_or_no_json(client: Client, held: BookRecord, lines: Lines) -> None:
    address = f"/t/{link(held, 1)}/message"
    for body, why in (
        ("[" * 40 + "]" * 40, "too deep"),
        ("1" * 5000, "too large"),
        ("1" * 500, "a number too long"),
        (f'{{"{SECRET}', "not JSON"),
    ):
        client.post(address, body, content_type="application/json")
        assert lines() == [(Refusal.BODY, why, "")]
    token = new_token(person("kim"), "a program")
    client.post("/api/events/swiss/acts", "[" * 40 + "]" * 40, content_type="application/json", headers=bearer(token))
    assert lines() == [(Refusal.BODY, "too deep", "kim")]
    client.force_login(person("kim"))
    client.post("/account/sessions/", {str(number): "x" for number in range(1500)})
    assert lines() == [(Refusal.BODY, "too many fields", "kim")]


def test_bodies_that_are_too_large_or_too_slow_for_the_server(monkeypatch: pytest.MonkeyPatch, lines: Lines) -> None:
    monkeypatch.setattr(limits, "BODY_PAUSE", 0.05)
    monkeypatch.setattr(limits, "BODY_BYTES", 100)

    async def talk(pages: WsgiInThreads) -> None:
        await ask(pages, [], ends=False, length=101, path=f"/t/{SECRET}/message")
        await ask(pages, [b"x"], ends=False, path=f"/t/{SECRET}/message")

    pages = WsgiInThreads(lambda _, __: [], 1)
    asyncio.run(talk(pages))
    pages.lanes.close(1)
    assert lines() == [(Refusal.BODY, "too large", ""), (Refusal.BODY, "too slow", "")]


def test_forms_of_other_sites_and_names_of_other_servers(held: BookRecord, lines: Lines, settings: Settings) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/sign-in/", {"name": "kim", "password": SECRET})
    assert (answer.status_code, "Go back, reload the page, and send the form again" in answer.content.decode()) == (
        403,
        True,
    )
    assert lines() == [(Refusal.FORM, "CSRF cookie not set", "")]
    browser.post("/sign-in/", {}, headers={"Origin": f"https://{SECRET}.example"})
    assert lines() == [(Refusal.FORM, "Origin checking failed", "")]
    settings.ALLOWED_HOSTS = ["bridge.example.org"]
    answer = browser.get("/", headers={"Host": f"{SECRET}.example"})
    assert (answer.status_code, "Wrong server address" in answer.content.decode()) == (400, True)
    assert lines() == [(Refusal.HOST, "not a name of this server", "")]
    assert browser.get("/api/congresses", headers={"Host": "evil.example"}).json()["refused"]


def test_who_has_no_right_and_who_is_of_another_organisation(client: Client, held: BookRecord, lines: Lines) -> None:
    client.force_login(person("nobody in particular"))
    client.get("/desk/e/swiss/")
    assert lines() == [(Refusal.NO_RIGHT, "see the desk of a congress", "nobody in particular")]
    other = Organisation.objects.create(number=2, slug="nsw", name="Other")
    Member.objects.create(user=person("lee"), organisation=other, rank=Rank.OWNER)
    client.force_login(person("lee"))
    client.get("/desk/e/swiss/")
    assert lines() == [(Refusal.OTHER_ORGANISATION, "see the desk of a congress", "lee")]
    client.get("/api/events/swiss/postings", headers=bearer(new_token(person("lee"), "a program")))
    assert lines() == [(Refusal.OTHER_ORGANISATION, "use the API there", "lee")]


def test_every_reason_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "security-log.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z -]+)` \|", page, re.MULTILINE)) >= {each.value for each in Refusal}
    assert all(f"`{field}`" in page for field in SHAPE)
    assert [each["class"] for each in logging_settings("INFO")["handlers"].values()] == ["logging.StreamHandler"]  # type: ignore[attr-defined]  # as it is written


def test_each_line_is_counted(client: Client, held: BookRecord) -> None:
    before = _counted()
    client.get("/t/x/")
    assert _counted() == before + 1


def _counted() -> float:
    return metrics.REGISTRY.get_sample_value("overtrick_refusals_total", {"what": "link refused"}) or 0


def test_a_line_of_the_log_is_one_line_whatever_somebody_sends() -> None:
    record = logging.makeLogRecord({"msg": "a\u2028b\x85c\x9bd\n\u202ee\ud800", "levelname": "INFO"})
    written = JsonLines().format(record)
    assert len(written.splitlines()) == 1
    assert not any("\x7f" <= each <= "\x9f" for each in written)
    assert json.loads(written)["what"] == "a\u2028b\x85c\x9bd\n\u202ee\ud800"
    written.encode()
