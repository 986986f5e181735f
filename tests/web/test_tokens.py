"""What a token may do, where, and until when: never more than its owner."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from overtrick.web.api.models import Scope, Token
from overtrick.web.api.tokens import Purpose, new_token
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import forget
from overtrick.web.organisations.models import Member, Organisation, Rank
from web.desk.conftest import held_with, person, rehearsed

pytestmark = pytest.mark.django_db
NOTE = {"act": "note made", "text": "Tea is at four."}
CLOSE = {"act": "round closed", "stage": "Swiss", "round": 1}


@pytest.fixture
def held() -> BookRecord:
    forget()
    congress = Congress.objects.create(slug="spring", name="Spring Congress")
    Official.objects.create(user=person("kim"), congress=congress, role=Role.CHIEF_DIRECTOR)
    return held_with(congress, rehearsed(8)[:30])


def asked(token: str, act: Mapping[str, object] | None = None, event: str = "swiss") -> int:
    headers = {"Authorization": f"Bearer {token}"}
    if act is None:
        return Client().get(f"/api/events/{event}/postings", headers=headers).status_code
    body = {"key": f"k{Token.objects.count()}", "act": act}
    address = f"/api/events/{event}/acts"
    return Client().post(address, body, content_type="application/json", headers=headers).status_code


def token(**purpose: object) -> str:
    return new_token(person("kim"), "a program", Purpose(**purpose))  # type: ignore[arg-type]  # as the tests name them


@pytest.mark.parametrize(
    ("scope", "reads", "scores", "directs"),
    [
        (Scope.READ, 200, 403, 403),
        (Scope.SCORE, 200, 200, 403),
        (Scope.LEAD, 200, 403, 403),
        (Scope.ALL, 200, 200, 422),
    ],
)
def test_a_scope_holds(held: BookRecord, scope: Scope, reads: int, scores: int, directs: int) -> None:
    made = token(scope=scope)
    assert [asked(made), asked(made, NOTE), asked(made, CLOSE)] == [reads, scores, directs]


def test_a_refusal_by_scope_says_so_to_who_may_and_to_nobody_else(held: BookRecord) -> None:
    headers = {"Authorization": f"Bearer {token(scope=Scope.READ)}"}
    body = {"key": "k", "act": NOTE}
    told = Client().post("/api/events/swiss/acts", body, content_type="application/json", headers=headers).json()
    assert (told["refused"], "/api/tokens/" in told["remedy"]) == ("This token does not give permission for this", True)
    stranger = {"Authorization": f"Bearer {new_token(person('sam'), 'x', Purpose(Scope.READ))}"}
    told = Client().post("/api/events/swiss/acts", body, content_type="application/json", headers=stranger).json()
    assert told["refused"] == "You do not have permission to do this"


def test_a_token_is_good_for_its_congress_or_event_alone(held: BookRecord) -> None:
    autumn = Congress.objects.create(slug="autumn", name="Autumn Congress")
    Official.objects.create(user=person("kim"), congress=autumn, role=Role.CHIEF_DIRECTOR)
    held_with(autumn, rehearsed(8)[:12], slug="teams")
    held_with(held.congress, rehearsed(8)[:12], slug="pairs")
    everywhere, spring, swiss = token(), token(congress=held.congress), token(event=held)
    events = ("swiss", "pairs", "teams")
    assert [asked(everywhere, event=each) for each in events] == [200, 200, 200]
    assert [asked(spring, event=each) for each in events] == [200, 200, 403]
    assert [asked(swiss, event=each) for each in events] == [200, 403, 403]


@pytest.mark.parametrize(
    ("purpose", "congress", "event"),
    [
        ({}, 201, 201),
        ({"scope": Scope.SCORE}, 403, 403),
        ({"congress": "spring"}, 403, 201),
        ({"event": "swiss"}, 403, 403),
    ],
)
def test_what_is_held_by_a_program_is_in_its_scope(
    held: BookRecord, purpose: dict[str, object], congress: int, event: int
) -> None:
    Member.objects.create(user=person("kim"), organisation=held.congress.organisation, rank=Rank.OWNER)
    named = {"congress": held.congress, "event": held}
    made = token(**{key: named.get(str(key), value) for key, value in purpose.items()})
    headers = {"Authorization": f"Bearer {made}"}
    for address, body, status in (
        ("/api/congresses", {"slug": "autumn", "name": "Autumn Congress"}, congress),
        ("/api/congresses/spring/events", {"rules": "nsw-swiss-pairs/congress", "slug": "second"}, event),
    ):
        answer = Client().post(address, body, content_type="application/json", headers=headers)
        assert answer.status_code == status, (address, answer.content)


def test_a_token_ends(held: BookRecord) -> None:
    made = token(days=7)
    assert asked(made) == 200
    Token.objects.update(ends=timezone.now() - timedelta(seconds=1))
    assert asked(made) == 401


def test_a_role_taken_back_is_taken_from_the_token_too(held: BookRecord) -> None:
    made = token()
    Official.objects.all().delete()
    assert asked(made) == 403


def test_the_page_offers_ones_own_congresses_and_events_and_no_others(held: BookRecord) -> None:
    other = Organisation.objects.create(number=2, slug="nsw", name="Other")
    theirs = Congress.objects.create(slug="nsw.spring", name="Their Congress", organisation=other)
    Official.objects.create(user=person("kim"), congress=theirs, role=Role.DIRECTOR)
    Congress.objects.create(slug="autumn", name="Autumn Congress")
    client = Client()
    client.force_login(person("kim"))
    page = client.get("/api/tokens/").content.decode()
    assert [each in page for each in ("Spring Congress", "Their Congress", "Autumn Congress")] == [True, True, False]
    given = {"name": "a board", "scope": "read", "days": "7"}
    assert client.post("/api/tokens/", {**given, "where": "c/autumn"}).status_code == 422
    assert not Token.objects.exists()
    assert client.post("/api/tokens/", {**given, "where": "e/swiss"}).status_code == 200
    made = Token.objects.get()
    assert (made.event, made.scope, made.user) == (held, "read", User.objects.get(username="kim"))
    assert timedelta(days=6) < made.ends - timezone.now() <= timedelta(days=7)


def test_when_a_token_was_last_used_is_shown(held: BookRecord) -> None:
    asked(token())
    client = Client()
    client.force_login(person("kim"))
    assert "Last used" in client.get("/api/tokens/").content.decode()
