"""A final whose pairs come from two semi-finals: the desk, the players' pages and the why say from where each came."""

import re
from pathlib import Path
from random import Random

from django.test import Client

from overtrick.core.event.acts import EventOpened, StageClosed, StageStarted
from overtrick.lab.fault_rates import Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import Congress

EXAMPLE = Path(__file__).parents[3] / "examples" / "club-two-semi-finals.toml"


def held(
    chief: Client, stop: type[StageStarted] | type[StageClosed] | None = None, stage: str = "", more: str = ""
) -> None:
    """The event, opened at the desk from its file and played, up to the start or the end of a stage."""
    text = EXAMPLE.read_text(encoding="utf-8").replace('carry = "the median" },', f'carry = "the median" }},{more}')
    text = text.replace("tables = [3, 4]", "tables = [3, 5]") if more else text
    sent = {"name": EXAMPLE.name, "text": text, "open": "1", "title": "Pairs", "slug": "night", "key": "k"}
    assert chief.post("/desk/spring/from-file/", sent).status_code == 302
    rehearsal = Rehearsal(
        plan_for(str(EXAMPLE)), str(EXAMPLE), Random("sources"), Faults(),
        until=lambda _, act: stop is not None and isinstance(act, stop) and act.stage == stage,
    )  # fmt: skip
    postings = [each for each in rehearsal.play(16) if not isinstance(each.act, EventOpened)]
    DurableBook("night").append([Draft(each.act, each.by, each.at, each.key) for each in postings])


def test_the_final_says_from_where_each_pair_came(congress: Congress, chief: Client, client: Client) -> None:
    held(chief)
    page = client.get("/e/night/stage/final/").content.decode()
    assert page.count("from Semi-final A") == 6
    assert page.count("from Semi-final B") == 2
    assert chief.get("/desk/e/night/standings/?stage=Final").content.decode().count("from Semi-final B") == 2
    [table] = client.get("/api/events/night/standings?stage=final").json()["tables"]
    assert sorted(row["came"] for row in table["rows"]) == ["Semi-final A"] * 6 + ["Semi-final B"] * 2
    carried = re.findall(r'href="(/e/night/why/final/carry-over/[^"]*)"', page)
    whys = [client.get(link).content.decode() for link in carried]
    assert sum("from Semi-final B" in why and "the median of 6 carry-overs" in why for why in whys) == 2
    assert sum("from Semi-final A" in why for why in whys) == 6


def test_the_stages_page_and_the_qualifiers_name_both_sources(
    congress: Congress, chief: Client, client: Client
) -> None:
    held(chief)
    flow = client.get("/e/night/flow/").content.decode()
    assert "6 from Semi-final A, 2 from Semi-final B" in flow
    assert "places 7 and 8 of Semi-final A, places 3 to 8 of Semi-final B" in flow
    page = client.get("/e/night/qualifiers/").content.decode()
    for stage in ("Semi-final A", "Semi-final B"):
        assert f"<h2>Qualifiers for Final from {stage}</h2>" in page
        assert f"<h2>Qualifiers for Consolation from {stage}</h2>" in page
    conditions = client.get("/e/night/conditions/").content.decode()
    assert "Qualifiers are listed in this order: from Semi-final A, then Semi-final B" in conditions


def test_closing_one_semi_final_shows_who_goes_where(congress: Congress, chief: Client) -> None:
    held(chief, StageClosed, "Semi-final B")
    page = chief.get("/desk/e/night/close/?stage=Semi-final%20B").content.decode()
    assert "Final" in page
    assert "Consolation" in page
    assert re.search(r"2\.3[78]", page), "the median of those from A, before the final starts"


def test_the_final_waits_for_both_semi_finals(congress: Congress, chief: Client) -> None:
    held(chief, StageStarted, "Semi-final B")
    page = chief.get("/desk/e/night/close/").content.decode()
    assert "Semi-final B" in page
    assert "Start Final" not in page


def test_a_pair_that_drops_in_is_entered_at_the_desk_for_the_final_alone(congress: Congress, chief: Client) -> None:
    more = '{ event = "Mixed Teams", places = 2, carry = "the median" },'
    held(chief, StageStarted, "Final", more)
    form = chief.get("/desk/e/night/do/entry/").content.decode()
    assert "For a contestant dropping in from another event. Everyone else enters the whole event" in form
    answers = {"contestant": "17", "players": "A\nB", "contending": "on", "enters": "Final"}
    page = chief.post("/desk/e/night/do/entry/", {**answers, "look": "1"}).content.decode()
    hidden = dict(re.findall(r'name="(key|seen)" value="([^"]*)"', page))
    assert chief.post("/desk/e/night/do/entry/", {**answers, "post": "1", **hidden}).status_code == 302
    start = chief.get("/desk/e/night/do/start-stage/?stage=Final").content.decode()
    assert "17" in start
    flow = chief.get("/e/night/flow/").content.decode()
    assert "at most 2 dropping in from Mixed Teams" in flow
    assert "At most 2 contestants drop in from Mixed Teams" in chief.get("/e/night/conditions/").content.decode()
