"""A season on the players' pages and in the API: two figures a session, what may still change, and who was away."""

import re
from html import unescape

import pytest
from django.test import Client

from overtrick.core.event.acts import AbsenceRecorded
from overtrick.core.event.play.inputs import ROUNDS
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import PERCENT
from overtrick.core.season import open_figures
from overtrick.views.open_boards import board_is_open
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from web.congresses import do, hold, keep
from web.rehearsed import SEASON, SWISS, rehearsed, season

pytestmark = pytest.mark.django_db
STAGE = "Sessions"
WHY = re.compile(r'<a class="why" href="([^"]+)"[^>]*>([^<]+)</a>')
OPEN = '<abbr class="open"'


def held_after(sessions: int) -> BookRecord:
    """A season of three sessions of which so many are in; 0 for all, and closed."""
    made = hold(SEASON, "masters", "State Masters Pairs")
    keep(made, season(sessions))
    return made


NO_PLACE = (
    r"the pair (can attend at most 2 of the 3 sessions, but the minimum is 3"
    r"|itself can play at most 1 of the 3 sessions, but the minimum is 2)"
)


def state_of(held: BookRecord) -> StageState:
    return event_projection(held).event.stage(STAGE)


def shown(client: Client, address: str = "") -> str:
    answer = client.get(f"/e/masters/{address}")
    assert answer.status_code == 200, address
    return answer.content.decode()


def row_of(page: str, contestant: str) -> str:
    """A pair's line of the table."""
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    return next(row for row in body.split("<tr")[1:] if f"/pair/{contestant}/" in row)


def test_every_open_figure_is_marked_and_told_and_no_other(client: Client) -> None:
    state = state_of(held_after(2))
    page = shown(client)
    seasons = {name: state.season(name) for name in state.contestants}
    found = open_figures(seasons.values())
    assert found, "the rehearsal has something open"
    for name, own in seasons.items():
        mine = [each for each in found if each.pair == name]
        row = row_of(page, name)
        assert row.count(OPEN) == len(mine)
        assert PERCENT.number(own.aggregate.value) in row
    table = page[: page.index("Provisional scores")]
    assert table.count(OPEN) == len(found)
    told = unescape(page[page.index("Provisional scores") :])
    for each in found:
        if each.session is not None:
            assert f"Session {each.session} counts" in told
            assert str(each.because)[1:] in told
            assert str(each.clause) in told
    assert "Sessions complete: 2 of 3" in page
    assert "to come" in page


def test_nothing_is_marked_when_the_last_session_is_in(client: Client) -> None:
    held_after(0)
    page = shown(client)
    assert OPEN not in page
    assert "Provisional scores" not in page
    assert "Final: the stage is closed, and no score depends on later sessions." in page


def test_what_was_scored_stands_beside_what_counts_where_they_differ(client: Client) -> None:
    state = state_of(held_after(2))
    page = shown(client)
    differing = 0
    for name in state.contestants:
        row = row_of(page, name)
        for each in state.season(name).counted:
            counts = f"why/sessions/session/{each.session.number}/{name}/"
            scored = f"why/sessions/scored/{each.session.number}/{name}/"
            assert counts in row
            differs = each.score is not None and each.score.value != each.competition.value
            assert (scored in row) is differs
            differing += differs
    assert differing, "the rehearsal has a substitute whose score was limited"


def test_every_number_opens_its_why_and_says_the_same(client: Client) -> None:
    held_after(2)
    links = dict(WHY.findall(shown(client)))
    assert len(links) > 40
    for href, number in links.items():
        answer = client.get(href)
        assert answer.status_code == 200, href
        page = answer.content.decode()
        if number != "–" and "/place/" not in href:
            assert number in page[page.index("data-why>") :], href


def test_a_substitutes_why_is_told_in_words_before_its_boards(client: Client) -> None:
    state = state_of(held_after(2))
    limited = next(
        (name, each.session.number)
        for name in state.contestants
        for each in state.season(name).counted
        if each.because and "with one substitute" in each.competition.said and each.score is not None
        and each.score.value > each.competition.value
    )  # fmt: skip
    page = unescape(shown(client, f"why/sessions/session/{limited[1]}/{limited[0]}/"))
    assert "may still change" in page
    words = ["but counts as no more than the pair’s own average", "a substitute for Player", "boards"]
    places = [page.index(each, page.index("<main")) for each in words]
    assert places == sorted(places)


def test_a_pair_without_a_place_is_told_why(client: Client) -> None:
    state = state_of(held_after(2))
    out = [name for name in state.contestants if not state.season(name).possible]
    assert out
    page = shown(client)
    for name in out:
        assert re.search(NO_PLACE, row_of(page, name))
        told = shown(client, f"why/sessions/place/{name}/")
        assert "of them without a substitute, which is not enough for a place even with any remaining sessions" in told
        assert "SABF20 11.6" in told
        assert re.search(NO_PLACE, shown(client, f"pair/{name}/"))


def test_why_somebody_is_away_is_not_for_the_room(client: Client) -> None:
    state = state_of(held_after(2))
    away = [(name, session) for (name, session), (_, act) in state.absences.items() if act.reason == "illness"]
    played = [(name, session) for name, session in away if session < 3]
    assert played
    pages = [shown(client), str(client.get("/api/events/masters/standings").json())]
    pages += [shown(client, f"why/sessions/session/{session}/{name}/") for name, session in played]
    pages += [shown(client, f"pair/{name}/") for name, _ in away]
    assert "Absences and substitutes" in pages[0]
    assert [page for page in pages if "illness" in page] == []


def test_the_api_has_the_same_figures_with_what_is_open(client: Client) -> None:
    state = state_of(held_after(2))
    told = client.get("/api/events/masters/standings").json()
    rows = {row["who"]["number"]: row for row in told["season"]["rows"]}
    for name in state.contestants:
        own, row = state.season(name), rows[name]
        assert [cell["counts"]["text"] for cell in row["cells"]] == [
            PERCENT.number(each.competition.value) for each in own.counted
        ]
        assert [cell["open"] for cell in row["cells"]] == [str(each.because) for each in own.counted]
        assert bool(row["open"]) is own.open
    assert {(each["who"]["number"], each["session"], each["settles"]) for each in told["season"]["open"]} == {
        (each.pair, each.session, 3)
        for each in open_figures(map(state.season, state.contestants))
        if each.session is not None
    }
    assert [row["open"] for row in told["tables"][0]["rows"]] == [row["open"] for row in told["season"]["rows"]]


def test_the_standings_of_other_stages_have_no_season(client: Client) -> None:
    made = hold(SWISS, "swiss")
    keep(made, rehearsed(SWISS, 8, faults=False))
    assert client.get("/api/events/swiss/standings").json()["season"] is None


def test_the_scorecard_has_both_figures_of_a_session(client: Client) -> None:
    state = state_of(held_after(2))
    for name in state.contestants:
        page = shown(client, f"pair/{name}/")
        for each in state.season(name).counted:
            assert f"why/sessions/session/{each.session.number}/{name}/" in page
            if each.score is not None:
                assert f"why/sessions/scored/{each.session.number}/{name}/" in page
            assert (f"Session {each.session.number} may still change" in page) is each.open


def test_the_wall_marks_totals_that_may_still_change(client: Client) -> None:
    state = state_of(held_after(2))
    page = shown(client, "wall/")
    assert page.count(OPEN) == sum(state.season(name).open for name in state.contestants)
    assert "Scores marked * may still change until the last session is complete." in page
    assert "session 2 of 3, round 9 of 9" in page


def test_boards_of_a_session_are_shown_from_its_end_and_not_before(client: Client) -> None:
    state = state_of(held_after(1))
    first = state.sittings[0]
    assert first.last == state.last_round, "the next session is not drawn"
    boards = {board for seating in state.round(first.first).seatings.values() for board in seating.boards}
    assert all(board_is_open(state, first.first, board) for board in boards)
    ROUNDS.take(state, first.last)
    assert not any(board_is_open(state, first.first, board) for board in boards)


def test_the_race_goes_by_sessions_and_ends_where_the_standings_are(client: Client) -> None:
    state = state_of(held_after(2))
    told = client.get("/api/events/masters/race").json()
    assert told["by"] == "session"
    assert [number for number, _ in told["fields"][0]["rounds"]] == [1, 2]
    ends = {runner["who"]["number"]: runner["totals"][-1]["text"] for runner in told["fields"][0]["runners"]}
    assert ends == {name: PERCENT.number(state.season(name).aggregate.value) for name in state.contestants}
    assert "Places after each session" in shown(client, "race/")


@pytest.mark.parametrize("address", ["race/", "draw/", "flow/", "qualifiers/", "conditions/", "seat/?q=7"])
def test_the_other_pages_of_a_season(address: str, client: Client) -> None:
    held_after(2)
    shown(client, address)


def test_who_will_be_away_is_shown_before_the_session(client: Client) -> None:
    held = held_after(2)
    do(held, AbsenceRecorded("4", STAGE, 3, "representative duty"))
    page = shown(client)
    assert "Session 3: absent, representative duty" in page
