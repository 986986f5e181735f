"""The choice ceremony at the desk, turn by turn, in a national teams event of 23."""

import re
from random import Random
from urllib.parse import quote

import pytest
from django.test import Client

from overtrick.core.draws.choice import Phase
from overtrick.core.event.acts import ChoiceDeclared, ChoosingBegun, Posting
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.knockout_draw import by_choice, ceremony
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.names import who
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.ceremony import ceremony_page
from web.desk.conftest import SignIn, held_with, person

RULES = "gnot-nsw-2018/gnot"


def before_choosing() -> tuple[list[Posting], str]:
    """A rehearsed event up to where the first stage that teams choose their opponents has started."""
    rehearsal = Rehearsal(plan_for(RULES), RULES, Random("choice"), NO_FAULTS)
    rehearsal.until = lambda _, act: isinstance(act, ChoiceDeclared | ChoosingBegun)
    return rehearsal.play(23), list(rehearsal.state.stages)[-1]


@pytest.fixture(scope="module")
def book() -> tuple[list[Posting], str]:
    return before_choosing()


@pytest.fixture
def held(congress: Congress, book: tuple[list[Posting], str]) -> BookRecord:
    return held_with(congress, book[0], "gnot", RULES)


def step(client: Client, stage: str, **said: str) -> int:
    return client.post("/desk/e/gnot/ceremony/step/", {"stage": stage, **said}).status_code


def now(held: BookRecord) -> Tournament:
    return event_projection(held).event


def test_the_ceremony_goes_turn_by_turn_to_a_draw(
    held: BookRecord, chief: Client, book: tuple[list[Posting], str]
) -> None:
    stage = book[1]
    assert "teams choose their opponents" in chief.get("/desk/e/gnot/draw/", {"stage": stage}).content.decode()
    assert "No team has a declaration to make" in chief.get("/desk/e/gnot/ceremony/").content.decode()
    assert step(chief, stage, step="begin") == 302
    turns = 0
    while (here := ceremony_page(now(held), stage)).chooser:
        page = chief.get("/desk/e/gnot/ceremony/").content.decode()
        offered = re.findall(r'name="choice" value="(\w+)"', page)
        assert offered == [each.team for each in here.open]
        assert all(each.why for each in here.shut)
        step(chief, stage, step="choose", contestant=here.chooser, choice=offered[-1], key=f"turn {turns}")
        turns += 1
        assert turns < 20
    assert ceremony(now(held), stage).phase is Phase.DRAWN
    draft = chief.get("/desk/e/gnot/draw/", {"stage": stage}).content.decode()
    assert "Publish the draw of round 1" in draft
    assert chief.post("/desk/e/gnot/draw/publish/", {"stage": stage, "round": "1"}).status_code == 302
    assert now(held).stage(stage).rounds


def test_a_choice_that_is_not_open_is_refused_with_the_reason(
    held: BookRecord, chief: Client, book: tuple[list[Posting], str]
) -> None:
    stage = book[1]
    step(chief, stage, step="begin")
    here = ceremony_page(now(held), stage)
    step(chief, stage, step="choose", contestant=here.chooser, choice=here.shut[0].team)
    assert ceremony_page(now(held), stage).chooser == here.chooser
    page = chief.get("/desk/e/gnot/ceremony/").content.decode()
    assert 'class="error"' in page


def test_a_captain_chooses_for_its_own_team_alone(
    held: BookRecord, congress: Congress, sign_in: SignIn, chief: Client, book: tuple[list[Posting], str]
) -> None:
    stage = book[1]
    step(chief, stage, step="begin")
    here = ceremony_page(now(held), stage)
    other = here.open[0].team
    for name, team in (("captain", here.chooser), ("rival", other)):
        Official.objects.create(user=person(name), congress=congress, role=Role.CAPTAIN, event=held, contestant=team)
    line_ups = sign_in("captain").get("/desk/e/gnot/line-ups/").content.decode()
    assert f'href="/desk/e/gnot/ceremony/?stage={quote(stage)}"' in line_ups, "a captain sees no other page with a link"
    choice = {"step": "choose", "contestant": here.chooser, "choice": other}
    assert step(sign_in("rival"), stage, **choice) == 403
    assert step(sign_in("captain"), stage, step="begin") == 403
    assert step(sign_in("captain"), stage, step="forfeit", contestant=here.chooser) == 403
    assert step(sign_in("captain"), stage, **choice) == 302
    assert ceremony_page(now(held), stage).chooser != here.chooser
    one, two = (who(now(held), team).called for team in (here.chooser, other))
    assert f"{one} chose {two}." in chief.get("/e/gnot/qualifiers/").content.decode()
    assert by_choice(now(held).stage(stage))
