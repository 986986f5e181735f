"""Disclosure at the desk: a form for every act, and the registers of the desk and of the room."""

import re
from html import unescape
from typing import get_args

import pytest
from django.test import Client

from appealing import STATE, evening
from overtrick.core.event.acts import DisclosureAct, SystemLodged
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.offices import action_of
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.forms.registry import FORMS
from web.desk.conftest import SignIn, held_with

STAGE = "Stage One"
FIRST, FINAL = "the Chief Tournament Director", "the Tournament Committee"
SEEN = re.compile(r'name="seen" value="(\w+)"')
ASKED: dict[str, dict[str, object]] = {
    "cards-shown": {"contestant": "1", "stage": STAGE, "round": 1, "cards": 0},
    "classify-system": {"contestant": "1", "system": "Strong Pass", "colour": "yellow", "by": FIRST},
    "psychic-call": {
        "contestant": "1", "stage": STAGE, "round": 1, "table": 1, "board": 3, "call": "1S",
        "one": "Club Master", "two": "Club Master", "intentional": "on",
    },
    "determination": {"by": "the Management Committee", "matter": "not_covered", "words": "round 2 is on Friday"},
    "power-passed": {"function": "seeding", "by": FINAL, "to": FIRST},
}  # fmt: skip


@pytest.fixture
def held(congress: Congress) -> BookRecord:
    """An evening of teams, with one system lodged as red."""
    room = evening()
    room.do(SystemLodged("1", "Strong Pass", "red", 2))
    return held_with(congress, list(room.book.postings()), "state-teams", STATE)


def send(client: Client, form: str, **more: object) -> str:
    """Send a form's answers; the page that comes back."""
    answers = {**ASKED[form], **more}
    if "one" in answers:
        page = unescape(client.get(f"/desk/e/state-teams/do/{form}/").content.decode())
        weakest = re.search(r'<select name="one"[^>]*>\s*<option value="([^"]+)"', page)
        assert weakest is not None, "ranks are offered, the lowest first"
        answers |= {"one": weakest[1], "two": weakest[1]}
    return unescape(client.post(f"/desk/e/state-teams/do/{form}/", answers, follow=True).content.decode())


def post(client: Client, form: str, **more: object) -> str:
    seen = SEEN.search(send(client, form, look="1", **more))
    assert seen is not None, form
    return send(client, form, post="1", seen=seen[1], key=f"{form} {more}", **more)


def test_every_act_has_a_form_for_the_office_it_is_for(chief: Client, held: BookRecord) -> None:
    made = {}
    for form in FORMS:
        if form.path in ASKED:
            made[form] = form(ASKED[form.path], event=event_projection(held).event)
    assert len(made) == len(get_args(DisclosureAct)) == len(ASKED)
    kinds = {}
    for form, bound in made.items():
        bound.is_valid()
        act = bound.act()
        kinds[type(act)] = form
        assert action_of(type(act)) is form.action, form
    assert set(kinds) == set(get_args(DisclosureAct))


def test_each_is_posted_and_told_in_a_sentence(chief: Client, held: BookRecord) -> None:
    said = {
        "cards-shown": "Number 1 showed 0 system cards in round 1 of Stage One",
        "classify-system": f"{FIRST[0].upper()}{FIRST[1:]} classifies the system Strong Pass of number 1 as yellow",
        "psychic-call": "Number 1 made a psychic call of 1S in round 1, table 1, board 3",
        "determination": "Determination by the Management Committee: round 2 is on Friday",
        "power-passed": f"{FINAL[0].upper()}{FINAL[1:]} delegates to {FIRST}: seeding",
    }
    for form, sentence in said.items():
        assert sentence in post(chief, form), form


def test_what_a_rule_makes_of_it_is_told_before_it_is_posted(chief: Client, held: BookRecord) -> None:
    assert "2 missing system cards within the allowance; no more may be missing (SABF20 5.2#1" in send(
        chief, "cards-shown", look="1"
    )
    told = send(chief, "psychic-call", look="1")
    assert "The call is barred: " in told
    assert "(SABF20 4.6#1" in told
    refused = send(chief, "determination", look="1", matter="covered")
    assert "The event is in progress, and the regulations cover this" in refused


def test_cards_missing_beyond_the_allowance_are_counted_over_all_checks(chief: Client, held: BookRecord) -> None:
    for number, cards in enumerate((1, 0, 2), start=1):
        post(chief, "cards-shown", round=number, cards=cards)
    page = unescape(chief.get("/desk/e/state-teams/systems/").content.decode())
    assert (
        "system cards checked three times; allowance for missing cards: 0 left, <strong>exceeded by 1</strong>" in page
    )


def test_the_registers_show_the_colour_in_force_and_by_whose_word(chief: Client, held: BookRecord) -> None:
    def room(page: str) -> str:
        return unescape(Client().get(f"/e/state-teams/{page}/").content.decode())

    assert "Strong Pass" not in room("systems"), "red may be played anywhere"
    post(chief, "classify-system")
    for page in (room("systems"), unescape(chief.get("/desk/e/state-teams/systems/").content.decode())):
        assert "Strong Pass" in page
        assert "yellow" in page
        assert FIRST in page
    assert "lodged as red" in chief.get("/desk/e/state-teams/systems/").content.decode()
    post(chief, "classify-system", by=FINAL, colour="blue")
    assert "Strong Pass" not in room("systems")
    assert "has classified Strong Pass as blue" in send(chief, "classify-system", look="1")


def test_what_is_settled_is_everybodys_and_a_psychic_call_is_the_desks(chief: Client, held: BookRecord) -> None:
    for form in ("determination", "power-passed", "psychic-call", "cards-shown"):
        post(chief, form)
    desk = unescape(chief.get("/desk/e/state-teams/systems/").content.decode())
    for told in (
        "round 2 is on Friday",
        "delegates to",
        "1S, Stage One, round 1, table 1, board 3",
        "allowance for missing cards: 0 left",
    ):
        assert told in desk
    for page in ("systems", "conditions"):
        public = unescape(Client().get(f"/e/state-teams/{page}/").content.decode())
        assert "Determination by the Management Committee: round 2 is on Friday" in public
        assert "delegates to" in public
        assert "psychic call of" not in public


def test_a_director_settles_nothing_for_the_event(sign_in: SignIn, held: BookRecord) -> None:
    page = sign_in("director").get("/desk/e/state-teams/systems/").content.decode()
    assert "do/cards-shown/" in page
    assert "do/determination/" not in page
