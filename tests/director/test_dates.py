"""The days of finals by SABF20 16.4, 17.4 and 16.1: laid down, missed, put off, brought forward."""

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    MissedWeeks,
    RoundTime,
    SeedsSet,
    TimetableSet,
)
from overtrick.core.event.play.drafting import rounds_of
from overtrick.director.dates import laid_down

STATE, DAYTIME = "sabf-2020/state-teams", "sabf-2020/daytime-teams"


def at(day: str, clock: str = "19:30") -> str:
    return f"{day}T{clock}:00+09:30"


def weeks(*days: str) -> tuple[RoundTime, ...]:
    return tuple(RoundTime(number, at(day)) for number, day in enumerate(days, start=1))


@pytest.fixture(scope="module")
def state_teams() -> Room:
    """Stage Two ended on Monday 14 September 2026, and the finals are about to be given their days."""
    room = Room(STATE).enter(numbers(12))
    for stage, days in (("Stage One", "2026-05"), ("Stage Two", "2026-09")):
        state = room.start(stage)
        nights = [f"{days}-{day:02}" for day in (7, 8, 9, 10, 14)]
        times = tuple(RoundTime(n, at(nights[(n - 1) // 2], "19:00" if n % 2 else "21:00")) for n in range(1, 11))
        room.do(TimetableSet(stage, times))
        for _ in range(rounds_of(state)):
            number = room.draw(stage)
            room.results(stage, number, by_strength(state, numbers(12)))
            room.close_round(stage, number)
        room.close(stage)
    room.start("Ranking for the finals")
    room.close("Ranking for the finals")
    room.start("Finals")
    return room


@pytest.mark.clause("SABF20 17.4")
def test_the_first_matches_are_due_on_wednesday_week_and_the_others_weekly(state_teams: Room) -> None:
    plan = state_teams.event.plan("Finals")
    days = ["2026-09-23", "2026-09-30", "2026-10-07", "2026-10-14", "2026-10-21"]
    assert [f"{day}" for day in laid_down(state_teams.event, plan)] == days
    assert not state_teams.do(TimetableSet("Finals", weeks(*days)))


@pytest.mark.clause("SABF20 17.4")
def test_only_the_weeks_of_the_three_named_events_are_missed(state_teams: Room) -> None:
    later = weeks("2026-09-23", "2026-09-30", "2026-10-14", "2026-10-21", "2026-10-28")
    with pytest.raises(DirectorError, match="Round 3 of Finals is due by Wednesday 7 October 2026") as refused:
        state_teams.do(TimetableSet("Finals", later))
    assert "SABF20 17.4" in str(refused.value)
    playoffs = MissedWeeks("National Team Playoffs", "2026-10-09", "2026-10-11")
    assert not state_teams.do(TimetableSet("Finals", later, (playoffs,)))
    with pytest.raises(DirectorError, match="The weeks of “a wedding” are not skipped"):
        state_teams.do(TimetableSet("Finals", later, (MissedWeeks("a wedding", "2026-10-09", "2026-10-11"),)))
    with pytest.raises(DirectorError, match="is not a date"):
        state_teams.do(TimetableSet("Finals", later, (MissedWeeks("National Team Playoffs", "soon", "later"),)))


@pytest.mark.clause("SABF20 17.4", "SABF20 16.1#3")
def test_an_earlier_day_needs_agreement_and_a_later_one_an_order(state_teams: Room) -> None:
    earlier = weeks("2026-09-22", "2026-09-30", "2026-10-07", "2026-10-14", "2026-10-21")
    with pytest.raises(DirectorError, match="not confirmed: the director accepts") as refused:
        state_teams.do(TimetableSet("Finals", earlier, agreed=("both captains agree",)))
    assert "SABF20 17.4" in str(refused.value)
    [said] = state_teams.do(TimetableSet("Finals", earlier, agreed=("both captains agree", "the director accepts")))
    assert said == (
        "round 1 is brought forward from Wednesday 23 September 2026: both captains agree and the director accepts "
        "(SABF20 17.4, readings EV-16, D98)"
    )
    later = weeks("2026-09-24", "2026-09-30", "2026-10-07", "2026-10-14", "2026-10-21")
    [said] = state_teams.do(TimetableSet("Finals", later, ordered_by="the Management Committee"))
    assert said.endswith("by order of the Management Committee (SABF20 16.1#3)")


@pytest.mark.clause("SABF20 16.4", "SABF20 16.1#3")
def test_other_finals_are_put_off_for_a_national_event_alone() -> None:
    room = Room(DAYTIME).enter(numbers(4))
    state = room.start("Minor round")
    room.play("Minor round", by_strength(state, numbers(4)))
    room.close("Minor round")
    room.start("Finals")
    days = ["2026-09-02", "2026-09-09", "2026-09-16", "2026-09-23"]
    assert not room.do(TimetableSet("Finals", weeks(*days)))
    second = (RoundTime(2, at("2026-09-10")),)
    with pytest.raises(
        DirectorError, match="Give one of these reasons for the postponement: national championship or selection event"
    ):
        room.do(TimetableSet("Finals", second, reason="a holiday"))
    [said] = room.do(TimetableSet("Finals", second, reason="national championship"))
    assert "SABF20 16.4" in said
    earlier = (RoundTime(2, at("2026-09-08")),)
    with pytest.raises(DirectorError, match="not confirmed: a State director is available"):
        room.do(TimetableSet("Finals", earlier))
    [said] = room.do(TimetableSet("Finals", earlier, agreed=("a State director is available",)))
    assert "brought forward" in said
    assert "a State director is available (SABF20 16.4" in said


@pytest.mark.clause("SABF20 3#3")
def test_the_committees_seeds_make_the_first_draw() -> None:
    """By halves the first seed meets the first of the lower half, and so on; nobody is seeded twice."""
    room = Room("sabf-2020/swiss-teams")
    room.do(EventOpened(room.name, "", "", ""), FormatChosen("halves"))
    room.do(*(EntryTaken(name) for name in numbers(8)), EntriesClosed())
    seeds = ("5", "3", "8", "1", "2", "7", "4", "6")
    room.do(SeedsSet("Swiss", seeds))
    with pytest.raises(DirectorError, match="seeded twice"):
        room.do(SeedsSet("Swiss", ("5", "5")))
    room.start("Swiss")
    room.draw("Swiss")
    met = {frozenset((each.ns, each.ew)) for each in room.event.stage("Swiss").round(1).seatings.values()}
    assert met == {frozenset(pair) for pair in zip(seeds[:4], seeds[4:], strict=True)}
