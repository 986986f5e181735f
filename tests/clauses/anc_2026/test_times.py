"""Session times, the timetable, the time for a match, and the periods for line-ups, corrections and reviews."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest

from clauses.anc_2026.stages import EVERY, FINAL, QUALIFYING, at, stage
from directing import Room, numbers
from overtrick.core.conduct.allowance import playing_time
from overtrick.core.conduct.clocks import ClockPurpose, RoundTimes, correction_end, deadline, review_limit
from overtrick.core.event.acts import RoundEnded, RoundStarted
from overtrick.core.event.plan.stages import Stage
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.read.documents import load

DAYS = {
    "Sat": "Saturday", "Sun": "Sunday", "Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday",
    "Fri": "Friday",
}  # fmt: skip
TIMETABLE = [
    # event, as the timetable prints it                       the date its own clause prints, in July
    ("Welcome Pairs", "Sat", "1:30", "Sun", "4:45", 4),
    ("Rookie Pairs", "Sat", "1:30", "Sat", "4:45", 4),
    ("Novice Pairs", "Sun", "9:30", "Sun", "4:45", 5),
    ("One-day Swiss Pairs I", "Mon", "9:30", "Mon", "6:45", 6),
    ("ITC Qualifying, Youth", "Mon", "9:30", "Thu", "4:30", None),
    ("ITC Qualifying, others", "Mon", "11:45", "Thu", "4:30", None),
    ("Country Club Teams Championship", "Mon", "11:45", "Wed", "6:45", 6),
    ("Three-Day Teams", "Mon", "11:45", "Wed", "6:45", 6),
    ("One-day Swiss Pairs II", "Tue", "9:30", "Tue", "6:45", 7),
    ("One-day Swiss Pairs III", "Wed", "9:30", "Wed", "6:45", 8),
    ("Graded Pairs", "Thu", "9:30", "Thu", "5:30", 9),
    ("Country Pairs Championship", "Thu", "9:30", "Fri", "5:30", 9),
    ("ITC Final, first stanza", "Thu", "7:00", "Thu", "8:45", None),
    ("ITC Final, other stanzas", "Fri", "9:30", "Fri", "5:45", None),
    ("IPC", "Fri", "9:30", "Fri", "5:30", None),
    ("Novice Swiss Pairs", "Sat", "9:30", "Sat", "5:15", 10),
    ("Open Butler Stage 1", "Sat", "9:30", "Sun", "5:15", None),
    ("Restricted Butler", "Sat", "9:30", "Sun", "5:15", None),
    ("One-day Matchpoint Pairs", "Sun", "9:30", "Sun", "5:15", 11),
    ("Open Butler Stage 2", "Mon", "9:30", "Tue", "6:00", None),
    ("Mixed Butler Stage 1", "Mon", "9:30", "Tue", "6:00", None),
    ("ANC Swiss Pairs A", "Mon", "9:30", "Tue", "6:00", None),
    ("Open Butler Stage 3", "Wed", "9:30", "Thu", "4:45", None),
    ("Mixed Butler Stage 2", "Wed", "9:30", "Thu", "4:45", None),
    ("ANC Swiss Pairs B", "Wed", "9:30", "Thu", "4:45", None),
    # The days that 23.11 and 23.12 print, at the hours of the timetable.
    ("Novice Swiss Pairs, as its own clause prints", "Fri", "9:30", "Fri", "5:15", None),
    ("One-day Matchpoint Pairs, as its own clause prints", "Sat", "9:30", "Sat", "5:15", None),
]
LISTED = {
    ("interstate-open", "Qualifying"): ["ITC Qualifying, others"],
    ("interstate-womens", "Qualifying"): ["ITC Qualifying, others"],
    ("interstate-seniors", "Qualifying"): ["ITC Qualifying, others"],
    ("interstate-youth", "Qualifying"): ["ITC Qualifying, Youth"],
    **{each: ["ITC Final, first stanza", "ITC Final, other stanzas"] for each in FINAL},
    ("open-butler", "Stage 1"): ["Open Butler Stage 1"],
    ("open-butler", "Stage 2"): ["Open Butler Stage 2"],
    ("open-butler", "Stage 3"): ["Open Butler Stage 3"],
    ("mixed-butler", "Stage 1"): ["Mixed Butler Stage 1"],
    ("mixed-butler", "Stage 2"): ["Mixed Butler Stage 2"],
    ("restricted-butler", "Swiss"): ["Restricted Butler"],
    ("swiss-pairs-a", "Swiss"): ["ANC Swiss Pairs A"],
    ("swiss-pairs-b", "Swiss"): ["ANC Swiss Pairs B"],
    ("welcome-pairs", "Swiss"): ["Welcome Pairs"],
    ("one-day-swiss-pairs-1", "Swiss"): ["One-day Swiss Pairs I"],
    ("one-day-swiss-pairs-2", "Swiss"): ["One-day Swiss Pairs II"],
    ("one-day-swiss-pairs-3", "Swiss"): ["One-day Swiss Pairs III"],
    ("novice-swiss-pairs", "Swiss"): ["Novice Swiss Pairs"],
    ("interstate-pairs", "Swiss"): ["IPC"],
    ("country-pairs", "Swiss"): ["Country Pairs Championship"],
    ("country-club-teams", "Matches"): ["Country Club Teams Championship"],
    ("three-day-teams", "Matches"): ["Three-Day Teams"],
    ("rookie-pairs", "Session"): ["Rookie Pairs"],
    ("novice-pairs", "Sessions"): ["Novice Pairs"],
    ("graded-pairs", "Sessions"): ["Graded Pairs"],
    ("one-day-matchpoint-pairs", "Sessions"): ["One-day Matchpoint Pairs"],
}
"""The rows of the timetable that each stage is played by."""

ALL_DAY = ["9:30", "11:45", "2:30", "4:45"]
OTHERS = {"Mon": ["11:45", "2:30", "4:45"], "Tue": ALL_DAY, "Wed": ALL_DAY, "Thu": ["9:30", "11:45", "2:30"]}
YOUTH = {**OTHERS, "Mon": ALL_DAY}
FINALS = {"Thu": ["7:00"], "Fri": ["9:30", "11:30", "2:00", "4:00"]}


def clock(text: str) -> time:
    """A time as the document prints it: without am or pm, the morning's known by its hour."""
    hour, minute = (int(each) for each in text.split(":"))
    return time(hour if hour >= 9 else hour + 12, minute)


@pytest.mark.parametrize(("event", "starts", "at", "ends", "until", "day"), TIMETABLE)
@pytest.mark.clause("ANC26 9")
def test_the_timetable_as_printed(event: str, starts: str, at: str, ends: str, until: str, day: int | None) -> None:
    [row] = [each for each in load(Conduct, "anc-2026").timetable if each.event == event]
    assert (row.starts.value, row.at, row.ends.value, row.until) == (DAYS[starts], clock(at), DAYS[ends], clock(until))
    assert row.printed == (date(2026, 7, day) if day else None)


@pytest.mark.clause("ANC26 1.3", "ANC26 9")
def test_the_timetable_has_no_other_rows_and_starts_on_the_fourth_of_july() -> None:
    conduct = load(Conduct, "anc-2026")
    assert {row.event for row in conduct.timetable} == {event for event, *_ in TIMETABLE}
    assert conduct.first_day == date(2026, 7, 4)
    assert conduct.opening == "the ANC starts"


@at(EVERY)
@pytest.mark.clause("ANC26 9")
def test_every_stage_is_played_by_its_rows_of_the_timetable(name: str, of: str) -> None:
    times = stage(name, of).rules.times
    assert [row.event for row in times.timetable] == LISTED[name, of]
    assert (times.first_day, times.opening) == (date(2026, 7, 4), "the ANC starts")


@pytest.mark.parametrize(
    ("name", "of", "teams", "days"),
    [
        ("interstate-open", "Qualifying", 8, OTHERS),
        ("interstate-womens", "Qualifying", 7, OTHERS),
        ("interstate-seniors", "Qualifying", 7, OTHERS),
        ("interstate-youth", "Qualifying", 6, YOUTH),
        ("interstate-open", "Qualifying", 6, YOUTH),  # fifteen rounds need the Youth's extra start
        ("interstate-womens", "Qualifying", 5, YOUTH),
        ("interstate-seniors", "Qualifying", 6, YOUTH),
        ("interstate-youth", "Qualifying", 7, OTHERS),  # and fourteen do not
        *((*each, 0, FINALS) for each in FINAL),
    ],
)
@pytest.mark.clause("ANC26 1.3")
def test_session_times_of_the_interstate_teams(name: str, of: str, teams: int, days: dict[str, list[str]]) -> None:
    slots = stage(name, of, entries=teams).rules.times.slots
    assert slots is not None
    assert {day.value: list(starts) for day, starts in slots.days} == {
        DAYS[day]: [clock(start) for start in starts] for day, starts in days.items()
    }


@pytest.mark.parametrize("teams", [8, 6])
@at(QUALIFYING)
@pytest.mark.clause("ANC26 11.14")
def test_two_hours_a_qualifying_match(name: str, of: str, teams: int) -> None:
    here = stage(name, of, entries=teams)
    assert here.rules.times.allowance is not None
    assert playing_time(here.boards, here.rules.times.allowance).value == 120


@pytest.mark.clause("ANC26 11.14")
def test_a_qualifying_match_that_takes_longer_is_said_to() -> None:
    for end, said in (("11:30", ()), ("11:31", ("play ended 1 minute after 11:30",))):
        room = Room("anc-2026/interstate-womens").enter(numbers(7))
        room.start("Qualifying")
        room.draw("Qualifying")
        room.do(RoundStarted("Qualifying", 1), at="2026-07-06T09:30:00+10:00")
        told = room.do(RoundEnded("Qualifying", 1), at=f"2026-07-06T{end}:00+10:00")
        assert tuple(each.partition(", when")[0] for each in told) == said


@at(FINAL)
@pytest.mark.clause("ANC26 12.5")
def test_ninety_six_minutes_a_stanza(name: str, of: str) -> None:
    here = stage(name, of).rules.times.allowance
    assert here is not None
    assert playing_time(12, here).value == 96
    other = stage(name, of, {"D32": "105 minutes, as the timetable leaves"}).rules.times.allowance
    assert other is not None
    assert playing_time(12, other).value == 105


def rounds(next_start: str) -> list[RoundTimes]:
    """A round that ended at ten with its scores shown at five past, and one after it."""

    def at(text: str) -> datetime:
        return datetime.fromisoformat(f"2026-07-11 {text}")

    first = RoundTimes(at("09:00"), at("10:00"), at("10:05"))
    return [first, RoundTimes(at(next_start), at("12:30"), at("12:40"), last_of_stage=True)]


def corrected(here: Stage, next_start: str, index: int = 0) -> str:
    rule = here.rules.times.roll(ClockPurpose.CORRECTIONS)
    assert rule is not None
    end = correction_end(rounds(next_start), index, rule)
    assert end is not None
    return f"{end.at:%H:%M}"


def reviewed(here: Stage, next_start: str, told: str = "") -> str:
    rule = here.rules.times.roll(ClockPurpose.REVIEWS)
    assert rule is not None
    ruling = datetime.fromisoformat(f"2026-07-11 {told}") if told else None
    return f"{review_limit(rounds(next_start), 0, rule, ruling).at:%H:%M}"


@at(EVERY)
@pytest.mark.clause("ANC26 6.1")
def test_half_an_hour_for_corrections_or_until_the_next_start_or_the_next_period(name: str, of: str) -> None:
    here = stage(name, of)
    assert corrected(here, "11:00") == "11:00"  # the later of 10:35 and the start
    assert corrected(here, "10:35") == "10:35"
    assert corrected(here, "10:34") == "13:10"  # within the half hour: the period of the round after
    assert corrected(here, "11:00", index=1) == "13:10"  # and the last of a stage has its half hour


@at(EVERY)
@pytest.mark.clause("ANC26 6.2")
def test_half_an_hour_to_ask_for_a_review(name: str, of: str) -> None:
    here = stage(name, of)
    assert reviewed(here, "11:00") == "10:30"
    assert reviewed(here, "11:00", told="10:10") == "10:40"
    assert reviewed(here, "10:29") == "13:00"


LINE_UPS = [("line-up, sitting first", "first", 10), ("line-up, sitting last", "last", 5), ("blind line-up", "", 10)]


@pytest.mark.parametrize("teams", [8, 6])
@at(QUALIFYING)
@pytest.mark.clause("ANC26 11.8", "ANC26 11.13")
def test_line_ups_are_posted_before_play_and_captains_correct_for_half_an_hour(name: str, of: str, teams: int) -> None:
    times = stage(name, of, entries=teams).rules.times
    noon = datetime.fromisoformat("2026-07-06 12:00")
    by_name = {each.name: each for each in times.clocks}
    for clock_name, posts, minutes in LINE_UPS:
        each = by_name.pop(clock_name)
        assert (each.about, each.posts) == (ClockPurpose.LINE_UPS, posts)
        assert noon - deadline(each, {"start of play": noon}).at == timedelta(minutes=minutes)
    [asked] = by_name.values()
    assert (asked.about, asked.asked) == (ClockPurpose.CORRECTIONS, True)
    limit = deadline(asked, {"end of the match": noon})
    assert (limit.at, limit.needs) == (datetime.fromisoformat("2026-07-06 12:30"), ("agreement of the other captain",))
    assert times.closes is None
    alone = stage(name, of, {"D21": "11.13 alone closes ITC scores"}, teams).rules.times.closes
    assert alone == asked


@pytest.mark.clause("ANC26 6.1")
@pytest.mark.clause("ANC26 6.2")
def test_a_deadline_names_a_round_by_its_number_in_the_stage() -> None:
    """The last two rounds of eight are 7 and 8, whatever place they have in the times that are looked at."""
    here = stage("restricted-butler", "Swiss")
    corrections, reviews = (here.rules.times.roll(about) for about in (ClockPurpose.CORRECTIONS, ClockPurpose.REVIEWS))
    assert corrections is not None
    assert reviews is not None
    last_two = [replace(each, number=number) for number, each in enumerate(rounds("11:00"), start=7)]
    ends = [correction_end(last_two, index, corrections) for index in (0, 1)]
    assert [str(end.says) for end in ends if end is not None] == [
        "the start of round 8", "30 minutes after the scores of round 8 were made available",
    ]  # fmt: skip
    assert str(review_limit(last_two, 1, reviews).says) == "30 minutes after the scheduled finish of round 8"
