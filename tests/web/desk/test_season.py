"""A season at the desk: its page, and the forms of absences and substitutes with what they will do."""

import re
from html import unescape

import pytest
from django.test import Client

from overtrick.core.event.acts import Posting
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import mean
from overtrick.core.provenance import PERCENT
from overtrick.core.season import Attendance, open_figures
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import held_with, rehearsed
from web.rehearsed import SEASON, season

STAGE = "Sessions"
SEEN = re.compile(r'name="seen" value="(\w+)"')


@pytest.fixture
def held(congress: Congress) -> BookRecord:
    """A season of three sessions, two of them in."""
    return held_with(congress, season(2), "masters", SEASON)


def state_of(held: BookRecord) -> StageState:
    return event_projection(held).event.stage(STAGE)


def last(held: BookRecord) -> Posting:
    return list(event_projection(held).book.postings())[-1]


def shown(client: Client, address: str) -> str:
    answer = client.get(f"/desk/e/masters/{address}")
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def look(client: Client, form: str, **answers: object) -> str:
    """What a form says it will do."""
    answer = client.post(f"/desk/e/masters/do/{form}/", {"stage": STAGE, **answers, "look": "1"})
    return unescape(answer.content.decode())


def post(client: Client, form: str, **answers: object) -> int:
    """Look, then post what was seen; the status of the answer."""
    seen = SEEN.search(look(client, form, **answers))
    assert seen is not None, form
    given = {"stage": STAGE, **answers, "post": "1", "seen": seen[1], "key": f"{form} {answers}"}
    return client.post(f"/desk/e/masters/do/{form}/", given).status_code


def an_own(state: StageState) -> str:
    """A pair that has played every session itself."""
    return next(name for name in state.contestants if state.season(name).itself == 2)


def test_the_page_tells_what_may_still_change_and_who_was_away_with_the_reason(chief: Client, held: BookRecord) -> None:
    state = state_of(held)
    page = shown(chief, "season/")
    for each in open_figures(map(state.season, state.contestants)):
        if each.session is not None:
            assert str(each.because)[1:] in page
            assert f"session {each.settles}" in page
    assert "absent, illness" in page, "the desk may read why"
    assert "correct the ground" in page
    for (name, session), (posting, _) in state.absences.items():
        assert f"/desk/e/masters/history/{posting}/" in page
        assert f"do/absence/?stage=Sessions&session={session}&contestant={name}" in page
    assert 'href="/desk/e/masters/season/"' in shown(chief, "standings/")
    assert "do/session-substitute/" in shown(chief, "rulings/")


def test_an_event_that_is_no_season_has_no_such_tab(chief: Client, congress: Congress) -> None:
    held_with(congress, rehearsed(8)[:30])
    page = chief.get("/desk/e/swiss/standings/").content.decode()
    assert "/desk/e/swiss/season/" not in page
    assert "No multi-session stage has started" in chief.get("/desk/e/swiss/season/").content.decode()


def test_an_absence_says_who_plays_and_what_it_will_count_for(chief: Client, held: BookRecord) -> None:
    state = state_of(held)
    name, there = an_own(state), len(state.sittings[2].order)
    plain = look(chief, "absence", contestant=name, session=3)
    assert f"Session 3 now has {there - 1} pairs instead of {there}." in plain
    assert "Session 3 will count as zero, because there is no recognised ground." in plain
    assert "can no longer be placed (SABF20 11.6" in plain
    assert "No places change." in plain
    average = mean(each.competition.value for each in state.season(name).counted)
    duty = look(chief, "absence", contestant=name, session=3, ground="representative duty")
    assert f"will count as {PERCENT.show(average)} if the pair can be placed: the pair’s own average" in duty
    assert "can no longer be placed" not in duty
    assert (name, 3) not in state_of(held).absences, "looking posts nothing"
    assert len(state_of(held).sittings[2].order) == there


def test_an_absence_is_posted_and_taken_back(chief: Client, held: BookRecord) -> None:
    state = state_of(held)
    name, there = an_own(state), len(state.sittings[2].order)
    assert post(chief, "absence", contestant=name, session=3, reason="abroad") == 302
    assert (name, 3) in state_of(held).absences
    page = shown(chief, "season/")
    assert f"do/absence-lifted/?stage=Sessions&session=3&contestant={name}" in page
    assert f"Number {name} is absent from session 3 of Sessions: abroad." in shown(chief, "history/")
    back = look(chief, "absence-lifted", contestant=name, session=3)
    assert f"Session 3 now has {there} pairs instead of {there - 1}." in back
    assert post(chief, "absence-lifted", contestant=name, session=3) == 302
    assert (name, 3) not in state_of(held).absences


def test_a_ground_recognised_later_shows_what_moves(chief: Client, held: BookRecord) -> None:
    state = state_of(held)
    name, session = next(key for key, (_, act) in state.absences.items() if not act.ground)
    page = look(chief, "absence", contestant=name, session=session, ground="representative duty")
    own = [each.score.value for each in state.season(name).counted if each.score is not None]
    assert f"Session {session} counts as {PERCENT.show(mean(own))} (was 0.00%); it may still change" in page
    assert f"Totals: number {name} from " in page
    assert f"{name} from – to " in page
    assert state_of(held).season(name).counted[session - 1].competition.value == 0, "looking posts nothing"
    assert post(chief, "absence", contestant=name, session=session, ground="representative duty") == 302
    assert state_of(held).season(name).counted[session - 1].competition.value == mean(own)


def test_an_absence_from_a_session_that_is_drawn_is_refused_with_the_way_out(chief: Client, held: BookRecord) -> None:
    name = an_own(state_of(held))
    page = look(chief, "absence", contestant=name, session=2)
    assert "Session 2 has already been drawn" in page
    assert "post a substitute" in page
    assert "no session 9" in look(chief, "absence", contestant=name, session=9)


def test_a_substitute_for_a_session_covers_its_rounds_and_shows_the_limits(chief: Client, held: BookRecord) -> None:
    state = state_of(held)
    name = an_own(state)
    form = shown(chief, f"do/session-substitute/?contestant={name}&session=3")
    players = [player.name for player in event_projection(held).event.entries[name].players]
    assert all(f'<option value="{player}">' in form for player in players)
    asked = {"contestant": name, "session": 3, "out": players[0], "substitute": "Somebody", "reason": "ill"}
    average = mean(each.competition.value for each in state.season(name).counted)
    page = look(chief, "session-substitute", **asked)
    assert f"no more than the pair’s own average ({PERCENT.show(average)} now)" in page
    assert "50% or 90% of that average, whichever is lower" in page
    assert post(chief, "session-substitute", **asked) == 302
    act = last(held).act
    assert getattr(act, "rounds", ()) == tuple(state_of(held).sittings[2].all_rounds)
    assert "Somebody for" in shown(chief, "season/")


def test_a_substitute_stays_on_the_page_when_absences_take_rounds_of_the_session_away(
    chief: Client, held: BookRecord
) -> None:
    name = an_own(state_of(held))
    out = event_projection(held).event.entries[name].players[0].name
    asked = {"contestant": name, "session": 3, "out": out, "substitute": "Somebody", "reason": "ill"}
    assert post(chief, "session-substitute", **asked) == 302
    before = state_of(held).sittings[2].last
    for other in [each for each in state_of(held).contestants if each != name][:6]:
        post(chief, "absence", contestant=other, session=3, ground="national championship", reason="away")
    assert state_of(held).sittings[2].last < before, "rounds are gone"
    assert "Somebody for" in shown(chief, "season/")
    card = chief.get(f"/e/masters/pair/{name}/")
    assert card.status_code == 200
    assert "session 3" in unescape(card.content.decode())
    other = event_projection(held).event.entries[name].players[1].name
    again = {"contestant": name, "session": 3, "out": other, "substitute": "Somebody Else", "reason": "ill"}
    assert "has no round" not in look(chief, "session-substitute", **again)


def test_a_substitute_recorded_afterwards_shows_what_it_moves(chief: Client, held: BookRecord) -> None:
    state = state_of(held)
    name = next(
        name
        for name in state.contestants
        if state.season(name).itself == 2
        and state.season(name).counted[1].competition.value > state.season(name).counted[0].competition.value
    )
    out = event_projection(held).event.entries[name].players[1].name
    asked = {"contestant": name, "session": 2, "out": out, "substitute": "Somebody", "reason": "ill"}
    one, two = (each.competition for each in state.season(name).counted)
    assert f"Session 2 counts as {one} (was {two}); it may still change" in look(chief, "session-substitute", **asked)
    assert post(chief, "session-substitute", **asked) == 302
    assert state_of(held).season(name).counted[1].session.attendance is Attendance.SUBSTITUTE


def test_the_rounds_of_a_session_are_known_only_when_those_before_it_are_drawn(
    chief: Client, congress: Congress
) -> None:
    held = held_with(congress, season(1), "masters", SEASON)
    name = an_own_of_one(state_of(held))
    out = event_projection(held).event.entries[name].players[0].name
    asked = {"contestant": name, "session": 3, "out": out, "substitute": "Somebody", "reason": "ill"}
    assert "The rounds of session 3 are not known yet" in look(chief, "session-substitute", **asked)


def an_own_of_one(state: StageState) -> str:
    return next(name for name in state.contestants if state.season(name).itself == 1)
