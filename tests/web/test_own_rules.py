"""Rules of an organisation's own: checked, kept in editions, played by, and offered to nobody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from overtrick.ledger.durable.models import KeptEdition
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import event_projection, forget
from overtrick.web.congress.rules import adoptable, notice_of
from overtrick.web.organisations.models import Member, Organisation, OwnRules, Rank, home_number
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.organisations.rule_files import own_edition, withdraw_rules
from web.congresses import entered
from web.desk.conftest import person

pytestmark = pytest.mark.django_db
EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR = ("Alder", "Birch", "Cedar", "Maple")
TEAMS = (EXAMPLES / "club-swiss-teams.toml").read_text()
NAME, RULES = "winter-teams.toml", "/desk/o/home/rules/"


@pytest.fixture
def kim() -> Iterator[Client]:
    """The owner of the house, with a congress; and another organisation with its own owner and congress."""
    forget()
    forget_organisations()
    home_number()
    nsw = Organisation.objects.create(number=2, slug="nsw", name="Other Organisation")
    ours = Congress.objects.create(slug="spring", name="Spring Congress")
    theirs = Congress.objects.create(slug="nsw.spring", name="Their Congress", organisation=nsw)
    for name, congress in (("kim", ours), ("pat", theirs)):
        Member.objects.create(user=person(name), organisation=congress.organisation, rank=Rank.OWNER)
        Official.objects.create(user=person(name), congress=congress, role=Role.ORGANISER)
    client = Client()
    client.force_login(person("kim"))
    yield client
    forget()


def hand_in(client: Client, text: str = TEAMS, name: str = NAME) -> int:
    return client.post(RULES, {"name": name, "text": text}).status_code


def set_up(client: Client, slug: str = "teams") -> int:
    sent = {"rules": NAME, "title": "Winter Teams", "slug": slug, "key": f"key-{slug}"}
    return client.post("/desk/spring/new/", sent).status_code


@pytest.mark.parametrize("address", [RULES, "/sign-in/", "/account/password/", "/desk/o/home/people/"])
def test_a_nul_in_a_field_beside_a_file_is_refused_before_anybody_reads_it(kim: Client, address: str) -> None:
    assert kim.post(address, {"name": "winter\0.toml", "text": TEAMS}).status_code == 400


def test_a_file_is_checked_kept_offered_and_played_by(kim: Client) -> None:
    assert hand_in(kim) == 302
    assert "Winter Swiss Teams" in kim.get(RULES).content.decode()
    assert "Winter Swiss Teams" in kim.get("/desk/spring/new/").content.decode()
    assert "long evening" in kim.get(f"/desk/spring/new/?rules={NAME}").content.decode().lower()
    assert set_up(kim) == 302
    with use_organisation(DEFAULT):
        held = BookRecord.objects.get(slug="teams")
        state = event_projection(held).event
        edition = own_edition(NAME, DEFAULT)
        assert edition is not None
        assert state.edition == edition.hash
        assert KeptEdition.objects.filter(fingerprint=edition.hash).exists(), "its texts are kept as those that ship"
        entered(held, 8, FOUR)
        assert [stage.name for stage in event_projection(held).event.current_plan().stages] == ["Swiss"]
        assert notice_of(event_projection(held).event) == ""
    page = Client().get("/e/teams/conditions/").content.decode()
    assert "Four short matches in an evening" in page


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TEAMS.replace("laws-2017/teams", "laws-2017/taems"), "Line 26</b> <code>scoring"),
        (TEAMS.replace("matches  = 4", "matches  = 99999999"), "Line "),
        ("[event", "not TOML"),
        ((EXAMPLES / "club.toml").read_text(), "not an event file"),
        ((EXAMPLES / "club-faulty.toml").read_text(), "Line "),
    ],
    ids=["reference", "number", "no TOML", "Zip only the rules folder", "faulty"],
)
def test_what_rules_check_refuses_is_not_kept(kim: Client, text: str, told: str) -> None:
    answer = kim.post(RULES, {"name": NAME, "text": text})
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not OwnRules.objects.exists()


def test_a_file_may_have_every_kind_of_rule_and_is_refused_where_play_refuses_it(kim: Client) -> None:
    own = (EXAMPLES / "club-championship.toml").read_text(encoding="utf-8")
    assert hand_in(kim, own) == 302
    with use_organisation(DEFAULT):
        edition = own_edition(NAME, DEFAULT)
    assert edition is not None
    assert {"laws-2017/scoring.toml", NAME} <= set(edition.paths)
    short = (EXAMPLES / "club-congress.toml").read_text(encoding="utf-8").replace("boards   = 8", "boards   = 6")
    assert hand_in(kim, short, "short.toml") == 422


@pytest.mark.parametrize("name", ["", "../secret.toml", "a/b.toml", "Winter Teams.toml", "x.txt", "x" * 60 + ".toml"])
def test_a_name_is_a_name_and_no_path(kim: Client, name: str) -> None:
    assert hand_in(kim, name=name) == 422


def test_a_new_edition_leaves_what_is_held_as_it_was_until_it_is_adopted(kim: Client) -> None:
    hand_in(kim)
    set_up(kim)
    assert hand_in(kim) == 422, "the same again is no new edition"
    assert hand_in(kim, TEAMS.replace("matches  = 4", "matches  = 3")) == 302
    assert OwnRules.objects.count() == 2
    with use_organisation(DEFAULT):
        held = BookRecord.objects.get(slug="teams")
        entered(held, 8, FOUR)
        forget()
        state = event_projection(held).event
        assert state.current_plan().stages[0].rounds == 4
        newer = own_edition(NAME, DEFAULT)
        assert newer is not None
        assert adoptable(state) is newer
    first = OwnRules.objects.order_by("pk")[0]
    answer = kim.get(f"{RULES}{first.pk}/")
    assert (answer.content.decode(), answer.headers["Content-Disposition"]) == (
        TEAMS,
        f'attachment; filename="{NAME}"',
    )


def test_what_is_withdrawn_is_offered_no_more_and_its_events_go_on(kim: Client) -> None:
    hand_in(kim)
    set_up(kim)
    assert kim.post(RULES, {"withdraw": NAME}).status_code == 302
    assert set_up(kim, "again") == 302
    assert not BookRecord.objects.filter(slug="again").exists()
    with use_organisation(DEFAULT):
        forget()
        held = BookRecord.objects.get(slug="teams")
        entered(held, 8, FOUR)
        assert event_projection(held).event.current_plan().stages[0].rounds == 4
        withdraw_rules(DEFAULT, NAME)


def test_nobody_else_is_offered_it(kim: Client) -> None:
    hand_in(kim)
    pat = Client()
    pat.force_login(person("pat"))
    assert "Winter Swiss Teams" not in pat.get("/desk/nsw.spring/new/").content.decode()
    pat.post("/desk/nsw.spring/new/", {"rules": NAME, "slug": "teams", "key": "k"})
    assert not BookRecord.objects.filter(slug="nsw.teams").exists()
    assert pat.get(RULES).status_code == 403
    number = OwnRules.objects.get().pk
    assert pat.get(f"/desk/o/nsw/rules/{number}/").status_code == 404


def test_a_program_holds_an_event_by_it(kim: Client) -> None:
    hand_in(kim)
    for who, where, status in (("kim", "spring", 201), ("pat", "nsw.spring", 422)):
        answer = Client().post(
            f"/api/congresses/{where}/events",
            {"rules": NAME, "slug": "teams"},
            content_type="application/json",
            headers={"Authorization": f"Bearer {new_token(person(who), 'a program')}"},
        )
        assert answer.status_code == status, answer.content
