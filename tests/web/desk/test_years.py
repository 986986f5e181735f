"""A selection year at the desk and in the room: every act by its form, and what the pages and programs say of it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client

from event.test_selection_year import last_berth
from overtrick.core.event.acts import (
    LotDrawn,
    NominationWithdrawn,
    PairNominated,
    PlacingCredited,
    PlacingStruckOut,
    SelectionOpened,
)
from overtrick.core.selection_year.fields import berth_lot
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.book_transfer import export, take_in
from overtrick.web.congress.models import BookRecord, Congress, Kind
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import forget, year_projection
from web.congresses import keep
from web.desk.conftest import SignIn, held_with, rehearsed, year_with

pytestmark = pytest.mark.django_db
_keys = count()


@pytest.fixture
def year(congress: Congress) -> Iterator[BookRecord]:
    """Fifteen pairs, three of them level for two berths."""
    held = BookRecord.objects.create(
        slug="year", congress=congress, kind=Kind.YEAR, rules="sabf-2020", title="Teams 2027"
    )
    keep(held, last_berth().book.postings())
    yield held
    forget()


def asked(client: Client, form: str, **answers: object) -> str:
    """Look at what a form does, then do it; what was foreseen."""
    at = f"/desk/y/year/do/{form}/"
    page = client.post(at, {**answers, "look": "1"})
    body = page.content.decode()
    assert page.status_code == 200, body
    mark = body.split('name="seen" value="')[1].split('"')[0]
    done = client.post(at, {**answers, "post": "1", "seen": mark, "key": f"{form} {next(_keys)}"})
    assert done.status_code == 302, done.content.decode()
    return body


def shown(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_a_year_is_set_up_by_name_with_its_readings(congress: Congress, sign_in: SignIn) -> None:
    organiser = sign_in("organiser")
    assert "Set up a selection year" in shown(organiser, "/desk/spring/")
    assert "Are Women&#x27;s/Seniors&#x27; National Team points tripled." in shown(organiser, "/desk/spring/new-year/")
    given = {
        "document": "sabf-2020",
        "number": "2027",
        "title": "Teams 2027",
        "slug": "teams",
        "reading EV-79": "tripled",
    }
    assert organiser.post("/desk/spring/new-year/", given).headers["Location"] == "/desk/y/teams/points/"
    now = year_projection(BookRecord.objects.get(slug="teams"))
    assert now.event.opened is not None
    assert (now.event.opened.year, now.event.readings) == (2027, {"EV-79": "tripled"})
    assert "<strong>tripled</strong>" in shown(organiser, "/desk/y/teams/rules/")
    assert "Teams 2027" in shown(organiser, "/desk/")
    again = organiser.post("/desk/spring/new-year/", given)
    assert "The address teams is already used by a book" in again.content.decode()


def test_a_year_by_rules_that_nobody_laid_down_is_refused_on_the_form(congress: Congress, sign_in: SignIn) -> None:
    organiser = sign_in("organiser")
    answer = organiser.post("/desk/spring/new-year/", {"document": "default", "number": "2027", "title": "x"})
    assert answer.status_code == 400
    assert "is not in the list" in answer.content.decode()


def test_the_table_marks_automatic_entries_ranks_and_the_tie_for_the_last_berth(
    year: BookRecord, sign_in: SignIn
) -> None:
    for page in (shown(sign_in("scorer"), "/desk/y/year/points/"), shown(Client(), "/y/year/")):
        assert page.count("tie for the last berth</strong>") == 3
        assert "S9, X and Z are tied on 20.00 qualifying points for the last 2 berths (SABF20 19.13#11" in page
        assert "Z is above S9 by 4th placings, 1 to 0." in page
        assert page.count("Automatic entry (SABF20 19.13#4") == 3
        assert ">25</a>" in page
    assert "Nominate a pair" not in shown(sign_in("scorer"), "/desk/y/year/points/")


def test_a_pairs_own_page_tells_reductions_halves_and_where_each_is_from(congress: Congress) -> None:
    year_with(congress, PlacingCredited("gnot-thu", ("A", "C", "D", "E", "F"), 1, "bulletin 14"))
    page = shown(Client(), "/y/year/open/pair/A%20and%20B/")
    assert "SABA GNOT Qualifying, Thursday nights, 1st" in page
    assert "60.00, 4/5 of the award, for a team of 5 (SABF20 19.13#8)" in page
    assert "Half of the award: not earned with the nominated partner (SABF20 19.13#2b)" in page
    assert "Source: bulletin 14, posting 4" in page
    why = shown(Client(), "/y/year/why/open/total/A%20and%20B/")
    assert "114.00 qualifying points" in why
    assert "24.00 qualifying points" in shown(Client(), "/y/year/why/open/award/A%20and%20B/1/")
    assert Client().get("/y/year/open/pair/nobody/").status_code == 404
    assert Client().get("/y/year/why/open/total/nobody/").status_code == 404


def test_the_why_of_a_place_in_the_tie_and_of_a_rank(year: BookRecord) -> None:
    assert "below X by 3rd placings and above S9 by 4th placings, 1 to 0" in shown(
        Client(), "/y/year/why/open/place/Z/"
    )
    assert "players down to 42nd may enter" in shown(Client(), "/y/year/why/open/rank/X1/")


def test_placings_are_credited_put_right_and_struck_out_with_what_changes(year: BookRecord, chief: Client) -> None:
    four = "S91\nS92\nb\nc"
    told = asked(chief, "credit", event="daytime-teams", place=1, members=four, tied=1, source="sheet", lacking="b")
    assert "Open points: S9 20.00 → 80.00." in told
    number = DurableBook("year").last()
    assert "b does not meet the condition “minimum play”" in shown(chief, "/desk/y/year/placings/")
    assert "S91" in shown(chief, f"/desk/y/year/do/put-right/?posting={number}")
    told = asked(
        chief, "put-right", posting=number, event="daytime-teams", place=2, members=four, tied=1, source="sheet",
        reason="misread",
    )  # fmt: skip
    assert "S9 80.00 → 60.00" in told
    assert "S9 60.00 → 20.00" in asked(chief, "strike-out", posting=number + 2, reason="another pair")
    assert "correct" in shown(chief, "/desk/y/year/history/")
    assert "S9 60.00 → 20.00" in shown(chief, f"/desk/y/year/history/{DurableBook('year').last()}/")
    refused = chief.post("/desk/y/year/do/credit/", {"event": "daytime-teams", "place": 1, "members": "a", "tied": 1})
    assert refused.status_code == 400


def test_points_flow_from_an_event_of_this_installation_and_follow_it(congress: Congress, chief: Client) -> None:
    year = year_with(congress)
    held_with(congress, rehearsed(8), slug="swiss")
    page = shown(chief, "/desk/y/year/do/credit-event/")
    assert "Swiss Pairs" not in page, "no event here earns points"
    event = "sabf-2020/open-trials-qualifying"
    rosters = tuple((f"P{number}A", f"P{number}B") for number in range(1, 21))
    played = Rehearsal(plan_for(event), event, Random("flow"), NO_FAULTS, rosters=rosters).play(20)
    held_with(congress, played, slug="qualifying", rules=event)
    assert "20 changes to post" in asked(chief, "credit-event", event="qualifying")
    now = year_projection(year).event
    flowed = {number: act for number, act in now.placings.items() if act.event == "open-trials-qual"}
    assert len(flowed) == 20
    again = chief.post("/desk/y/year/do/credit-event/", {"event": "qualifying", "look": "1"}).content.decode()
    assert "This is already recorded, so nothing new is posted." in again
    first = min(flowed)
    post(year, PlacingStruckOut(first, "misread"), "M. Lee", "strike")
    wrong = replace(flowed[first], members=("X", "Y"))
    post(year, wrong, "M. Lee", "wrong")
    foreseen = asked(chief, "credit-event", event="qualifying")
    assert "removed: it no longer follows from its source" in foreseen
    assert set(year_projection(year).event.placings.values()) >= set(flowed.values())
    assert wrong not in year_projection(year).event.placings.values()


def test_a_field_from_nominations_over_a_lot_to_a_ratified_team(year: BookRecord, chief: Client) -> None:
    post(year, NominationWithdrawn("Open", "X"), "M. Lee", "1")
    post(year, NominationWithdrawn("Open", "Z"), "M. Lee", "2")
    for place, (pair, event) in enumerate({"K": "open-teams-1", "L": "open-teams-2"}.items()):
        players = (f"{pair}1", f"{pair}2")
        post(year, PlacingCredited(event, (*players, f"{pair}3", f"{pair}4"), 7, "sheet"), "M. Lee", f"p{place}")
        asked(chief, "nominate", target="Open", first_player=players[0], second_player=players[1], name=pair)
    page = shown(chief, "/desk/y/year/fields/")
    assert "K and L are tied for the last berth on every criterion" in page
    assert "decided by lot" in shown(Client(), "/y/year/")
    assert chief.post("/desk/y/year/fields/lot/", {"team": "open", "key": "lot"}).status_code == 302
    drawn = year_projection(year).event.lots[berth_lot("Open")]
    assert isinstance(drawn, LotDrawn)
    assert set(drawn.order) >= {"K", "L"}
    assert "14 berths, 1 pair waiting" in asked(chief, "close-field", target="Open")
    asked(chief, "decline", target="Open", pair="S3", reason="overseas")
    now = year_projection(year)
    field = now.event.closed["Open"].berths
    order = [pair for pair in field if pair != "S3"]
    asked(chief, "trial", target="Open", order="\n".join(order), source="trial")
    assert f"The Open team: {order[0]}, {order[2]}, {order[3]}." in asked(
        chief, "unavailable", target="Open", pair=order[1], reason="work"
    )
    asked(chief, "ratify", target="Open", on="2027-04-02", refused="")
    told = asked(chief, "withdraw-from-team", target="Open", pair=order[0], received="2027-05-14", reason="family")
    assert f"The Open team: {order[2]}, {order[3]}, {order[4]}." in told
    teams = shown(chief, "/desk/y/year/teams/")
    assert "Ratified on 2 April 2027." in teams
    assert f"{order[0]} may not be selected until after 13 May 2028" in teams
    assert "Ratified on 2 April 2027." in shown(Client(), "/y/year/fields/")


def test_the_other_acts_have_their_forms(year: BookRecord, chief: Client) -> None:
    asked(chief, "club", club="Bay", teams=5, source="report")
    assert "Bay: 2 places" in shown(chief, "/desk/y/year/teams/")
    asked(chief, "note", note="the committee met")
    asked(chief, "withdraw-nomination", target="Open", pair="S1", reason="ill")
    pages = ("/desk/y/year/points/", "/desk/y/year/players/", "/y/year/", "/y/year/open/players/")
    for page in pages:
        assert "must rank" in shown(chief, page) or "or better may enter" in shown(chief, page), page
    for pair in range(2, 6):
        asked(chief, "withdraw-nomination", target="Open", pair=f"S{pair}")
    assert "Players of a lower rank may enter" in asked(chief, "relax", target="Open", reason="few nominate")
    for page in pages:
        told = shown(chief, page)
        assert "must rank" not in told, page
        assert "or better may enter" not in told, page
        assert "ranked too low" not in told, page
    assert "The committee admitted players of any rank: few nominate." in shown(Client(), "/y/year/")
    assert "Admit lower ranks" not in shown(chief, "/desk/y/year/fields/").split("</section>")[0]
    assert "may enter" not in shown(Client(), "/y/year/why/open/rank/X1/")
    asked(chief, "lot", target="Open", order="X\nZ\nS9")
    asked(chief, "nominate", target="Seniors'", first_player="A", second_player="B")
    asked(chief, "exempt", target="Seniors'", pair="A and B", reason="overseas all year")
    told = asked(chief, "reading", reading="EV-83", choice="double the raw points", reason="as the committee reads it")
    assert "Reading EV-83: double the raw points" in told
    assert "reading EV-83, the organiser chose “double the raw points”" in shown(Client(), "/y/year/")


def test_an_act_of_an_event_is_refused_in_a_year_and_the_other_way_round(year: BookRecord, congress: Congress) -> None:
    held_with(congress, rehearsed(8)[:5])
    bearer = {"Authorization": f"Bearer {new_token(User.objects.create_superuser('owner'), 'a program')}"}

    def posted(book: str, act: Mapping[str, object]) -> tuple[int, str]:
        body = {"key": json.dumps(act).replace(" ", ""), "act": act}
        answer = Client().post(f"/api/events/{book}/acts", body, content_type="application/json", headers=bearer)
        return answer.status_code, answer.content.decode()

    nominate = {"act": "pair nominated", "target": "Open", "pair": "N", "players": ["N1", "N2"]}
    assert posted("year", nominate)[0] == 200
    assert year_projection(year).event.nominated["Open"]["N"] == PairNominated("Open", "N", ("N1", "N2"))
    assert posted("swiss", nominate)[0] == 422
    assert posted("year", {"act": "entries closed"})[0] == 422
    for path in ("/e/year/", "/desk/e/year/room/", "/api/events/year", "/y/swiss/", "/desk/y/swiss/points/"):
        client = Client()
        client.force_login(User.objects.get(username="owner"))
        assert client.get(path).status_code == 404, path


def test_programs_read_the_same(year: BookRecord) -> None:
    table = Client().get("/api/years/year/teams/open/points").json()
    first = table["pairs"][0]
    assert (first["name"], first["points"]["text"], first["state"]) == ("Q", "120.00", "automatic")
    assert [pair["name"] for pair in table["pairs"] if pair["state"] == "tied"] == ["S9", "X", "Z"]
    why = Client().get(f"/api/years/year/why/{first['points']['why']}").json()
    assert why["number"] == "120.00 qualifying points"
    assert Client().get("/api/years/year/teams/open/pair/Q").json()["awards"][0]["place"] == "1st"
    assert Client().get("/api/years/year/teams/mixed/points").status_code == 404
    assert Client().get("/api/years/year/teams/open/field").json()["pairs"][0]["seed"] == 1
    assert "no result" in Client().get("/api/years/year/teams/open/team").json()["waits"]
    assert Client().get("/api/congresses/spring/years").json()[0]["slug"] == "year"
    assert Client().get("/api/years/year/placings").json()[0]["name"] == "Open Trials Qualifying"
    assert Client().get("/api/years/year/teams/open/players").json()["lowest"] == "42nd"


def test_a_year_kept_to_the_desk_is_shown_to_nobody_else(year: BookRecord, sign_in: SignIn) -> None:
    organiser = sign_in("organiser")
    assert organiser.post("/desk/y/year/show/", {"shown": "no"}).status_code == 302
    for path in ("/y/year/", "/y/year/fields/", "/y/year/now", "/api/years/year/placings"):
        assert Client().get(path).status_code == 404, path
    assert shown(organiser, "/desk/y/year/points/")


def test_the_book_of_a_year_goes_out_and_comes_in_byte_for_byte(year: BookRecord, tmp_path: Path) -> None:
    file = tmp_path / "year.jsonl"
    last = export("year", file)
    kept = take_in(file, "spring", "again")
    assert (kept.last, kept.title) == (last, "Selection 2027")
    again = year_projection(BookRecord.objects.get(slug="again", kind=Kind.YEAR)).event
    assert isinstance(again.opened, SelectionOpened)
    assert again.nominated == year_projection(year).event.nominated


def test_every_page_of_a_year_leads_to_the_others(chief: Client, congress: Congress) -> None:
    year_with(congress)
    header = chief.get("/desk/y/year/points/").content.decode().partition('class="tabs"')[2].partition("</nav>")[0]
    for each in ("points", "players", "placings", "fields", "teams", "history", "rules"):
        assert f'href="/desk/y/year/{each}/"' in header
