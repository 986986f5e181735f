"""Clubs and states said at the desk, in a form, a line, a list or by the list of people, and the standings by them."""

from collections.abc import Mapping

import pytest
from django.test import Client

from overtrick.core.event.acts import EntryTaken
from overtrick.views.entry_groups import homes_text
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from overtrick.web.organisations.models import Person
from web.desk.conftest import SignIn, held_with, rehearsed

FILE, FORM = "/desk/e/swiss/entries/file/", "/desk/e/swiss/do/entry/"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def opened(congress: Congress) -> BookRecord:
    """An event that takes entries and has none."""
    return held_with(congress, rehearsed(8)[:1])


def entry(held: BookRecord, number: str) -> EntryTaken:
    return event_projection(held).event.entries[number]


def clubs(held: BookRecord) -> dict[str, str]:
    return {number: homes_text(each, "club") for number, each in event_projection(held).event.entries.items()}


def put_right(chief: Client, number: str, **said: str) -> None:
    asked = chief.get(FORM, {"contestant": number}).context["form"]
    known: Mapping[str, object] = {field.name: field.value() for field in asked}
    given = {name: value for name, value in known.items() if value not in (None, False)}
    assert chief.post(FORM, {**given, **said, "post": "1", "key": f"{number} {said}"}).status_code == 302


def test_a_club_is_typed_pasted_listed_known_and_put_right(opened: BookRecord, chief: Client) -> None:
    Person.objects.create(
        organisation=opened.congress.organisation, name="Gus Gray", number="234567", club="Bay", state="ACT"
    )
    chief.post(FILE, {"text": "Ann Lee / Bo Tan @ Harbour", "key": "a"})
    chief.post(FILE, {"text": "Player 1,Player 2,Club\nCy Cole,Di Dorn,Harbour\nEve Elm,Fay Fox,Hills", "key": "b"})
    chief.post(FILE, {"text": "234567 / Hal Hood", "key": "c"})
    assert clubs(opened) == {"1": "Harbour", "2": "Harbour", "3": "Hills", "4": "Bay"}
    assert homes_text(entry(opened, "4"), "state") == "ACT"
    assert "Bay; ACT" in chief.get("/desk/e/swiss/entries/").content.decode()

    put_right(chief, "2", club="Hills, Bay")
    put_right(chief, "4", club="Harbour")
    assert clubs(opened) == {"1": "Harbour", "2": "Hills, Bay", "3": "Hills", "4": "Harbour"}
    assert homes_text(entry(opened, "4"), "state") == "ACT", "what was not touched stays"
    put_right(chief, "4", club="")
    assert clubs(opened)["4"] == "", "what is emptied does not come back from the list"

    names = chief.get("/desk/e/swiss/names/").context["text"]
    chief.post("/desk/e/swiss/names/", {"names": names.replace("Eve Elm", "Eva Elm"), "key": "d"})
    assert entry(opened, "3").players[0].name == "Eva Elm"
    assert clubs(opened) == {"1": "Harbour", "2": "Hills, Bay", "3": "Hills", "4": ""}, "names alone change names alone"


def test_people_entered_with_their_club_are_known_with_it(opened: BookRecord, chief: Client) -> None:
    chief.post(
        FILE, {"text": "Pair No,Name,ABF Number,Club\n1,Ann Lee,123456,Harbour\n1,Bo Tan,234567,Bay", "key": "a"}
    )
    assert dict(Person.objects.values_list("name", "club")) == {"Ann Lee": "Harbour", "Bo Tan": "Bay"}


def test_where_a_rule_judges_by_it_the_list_of_people_says_nothing(congress: Congress, sign_in: SignIn) -> None:
    held = held_with(congress, rehearsed(8)[:1], "states", "anc-2026/interstate-pairs")
    Person.objects.create(organisation=congress.organisation, name="Gus Gray", number="234567", club="Bay", state="ACT")
    sign_in("chief director").post("/desk/e/states/entries/file/", {"text": "234567 / Hal Hood", "key": "a"})
    assert homes_text(entry(held, "1"), "club") == "Bay"
    assert homes_text(entry(held, "1"), "state") == "", "a home is not a claim to play for it"


def test_the_standings_are_narrowed_by_what_the_desk_says(congress: Congress, chief: Client) -> None:
    held = held_with(congress, rehearsed(8))
    assert 'id="group"' not in Client().get("/e/swiss/").content.decode()
    for number in ("1", "2"):
        put_right(chief, number, club="Harbour", state="NSW")
    page = Client().get("/e/swiss/").context["page"]
    assert [(each.kind, each.name) for each in page.groups] == [("club", "Harbour"), ("state", "NSW")]
    inside = {row.who.number for table in page.tables for row in table.rows if 0 in row.groups}
    assert inside == {"1", "2"}
    assert clubs(held)["3"] == ""
