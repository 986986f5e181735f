"""What a congress and an event are called, where and when: asked in plain words, and put right afterwards."""

import re
from datetime import date

import pytest
from django.test import Client

from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from overtrick.web.organisations.models import Person
from web.desk.conftest import SignIn, held_with, rehearsed

OLD = (">Called<", ">Address<", "Leave it", "from what?")


def test_a_congress_is_put_right_by_whoever_organises_it(congress: Congress, chief: Client, sign_in: SignIn) -> None:
    assert "/desk/spring/edit/" in chief.get("/desk/spring/").content.decode()
    told = {"name": "Spring Festival", "venue": "Town hall", "starts": "2027-09-04", "ends": "2027-09-05"}
    assert chief.post("/desk/spring/edit/", told).headers["Location"] == "/desk/spring/"
    congress.refresh_from_db()
    assert (congress.name, congress.venue, congress.ends) == ("Spring Festival", "Town hall", date(2027, 9, 5))
    assert 'value="2027-09-04"' in chief.get("/desk/spring/edit/").content.decode()
    wrong = chief.post("/desk/spring/edit/", {**told, "ends": "2027-09-03"})
    assert wrong.status_code == 400
    assert "The last day is before the first day" in wrong.content.decode()
    assert sign_in("director").get("/desk/spring/edit/").status_code == 403


def test_an_event_is_renamed_on_every_page(congress: Congress, chief: Client) -> None:
    held_with(congress, rehearsed(8)[:5])
    assert chief.post("/desk/e/swiss/edit/", {"title": "Harbour Pairs"}).status_code == 302
    assert BookRecord.objects.get().title == "Harbour Pairs"
    for page in ("/desk/spring/", "/desk/e/swiss/entries/", "/e/swiss/"):
        assert "Harbour Pairs" in chief.get(page).content.decode()
    assert chief.post("/desk/e/swiss/edit/", {"title": ""}).status_code == 400


def test_a_congress_needs_a_name_alone_and_its_address_is_made_of_it(congress: Congress, admin_client: Client) -> None:
    for wanted in ("spring-congress", "spring-congress-2"):
        answer = admin_client.post("/desk/new/", {"name": "Spring Congress"})
        assert answer.headers["Location"] == f"/desk/{wanted}/new/"
    own = admin_client.post("/desk/new/", {"name": "New"}).headers["Location"]
    assert own == "/desk/new-2/new/", "a page of the program is called so"


@pytest.mark.parametrize(
    "page",
    ["/desk/new/", "/desk/spring/new/?rules=nsw-swiss-pairs/congress", "/desk/spring/night/", "/desk/spring/from-file/",
     "/desk/spring/new-year/", "/desk/spring/ladders/", "/desk/e/swiss/do/entry/", "/desk/o/home/people/"],
)  # fmt: skip
def test_the_words_are_plain(congress: Congress, admin_client: Client, page: str) -> None:
    held_with(congress, rehearsed(8)[:5])
    text = admin_client.get(page).content.decode()
    assert [word for word in OLD if word in text] == []


def test_a_pair_is_not_asked_for_a_teams_name(congress: Congress, chief: Client) -> None:
    held_with(congress, rehearsed(8)[:5])
    assert "Team&#x27;s name" not in chief.get("/desk/e/swiss/do/entry/").content.decode()


def test_names_are_seeded_in_a_list_and_a_draw_by_lot_is_said(congress: Congress, chief: Client) -> None:
    held = held_with(congress, rehearsed(8)[:5])
    seeds = "/desk/e/swiss/do/seeds/"
    lines = [f"{number} Ann A{number} / Bo B{number}" for number in range(1, 9)]
    chief.post("/desk/e/swiss/entries/file/", {"text": "\n".join(lines), "anyway": "1"})
    page = chief.get(seeds).content.decode()
    assert "Ann A3 – Bo B3" in page
    assert "The first round of Swiss is drawn by lot, regardless of seeding." in page
    shown = order_in(page)
    moved = order_in(chief.post(seeds, {"stage": "Swiss", "order": " ".join(shown), "up": shown[2]}).content.decode())
    assert moved[:3] == [shown[0], shown[2], shown[1]]
    assert not event_projection(held).event.seeds, "moved, and not set yet"
    assert order_in(chief.post(seeds, {"order": " ".join(moved), "by": "number"}).content.decode()) == sorted(shown)
    answer = chief.post(seeds, {"stage": "Swiss", "order": " ".join(moved), "post": "1", "key": "seeds"})
    assert answer.status_code == 302
    assert event_projection(held).event.seeds["Swiss"] == tuple(moved)


def order_in(page: str) -> list[str]:
    return re.findall(r'data-contestant="(\w+)"', page)


def test_whoever_is_entered_is_known_afterwards_and_completes_what_is_typed(
    congress: Congress, chief: Client, sign_in: SignIn
) -> None:
    held_with(congress, rehearsed(8)[:5])
    Person.objects.create(organisation=congress.organisation, name="Bo Tanner", number="234567", club="Harbour")
    entries, people = "/desk/e/swiss/entries/file/", "/desk/e/swiss/entries/people/"
    chief.post(entries, {"text": "Ann Leeward 123456 / 234567"})
    known = dict(Person.objects.filter(number__in=["123456", "234567"]).values_list("number", "name"))
    assert known == {"123456": "Ann Leeward", "234567": "Bo Tanner"}
    assert chief.get(people, {"q": "leew"}).json() == {"people": [{"line": "Ann Leeward 123456", "club": ""}]}
    assert chief.get(people, {"q": "2345"}).json() == {"people": [{"line": "Bo Tanner 234567", "club": "Harbour"}]}
    assert chief.get(people, {"q": "l"}).json() == {"people": []}
    assert f'data-people="{people}"' in chief.get("/desk/e/swiss/entries/").content.decode()
    assert sign_in("captain").get(people, {"q": "leew"}).status_code == 403
    chief.post(entries, {"text": "Ann Leeward 123456 / Bo Tann 234567", "anyway": "1"})
    assert Person.objects.get(number="234567").name == "Bo Tanner", "nobody is changed by an entry"
