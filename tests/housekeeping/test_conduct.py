"""What the documents say of conduct: it cites what exists, and a faulty file tells all its faults."""

from datetime import timedelta

import pytest

from overtrick.core.conduct.timetable import event_dates, rounds_by_day
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.wording import MOMENTS, moment_name
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load, open_file
from overtrick.regulations.read.editions import rulebook
from overtrick.regulations.read.load import folders

WITH_CONDUCT = [folder for folder in folders() if (rulebook() / folder / "conduct.toml").is_file()]


def test_four_documents_speak_of_conduct_and_so_do_the_games_of_clubs() -> None:
    assert WITH_CONDUCT == ["anc-2026", "club", "nsw-its-2021", "nsw-swiss-pairs", "sabf-2020"]


@pytest.mark.clause("ANC26 9")
def test_the_timetable_runs_from_its_first_day_to_the_last_of_the_championships() -> None:
    rules = load(Conduct, "anc-2026")
    assert rules.first_day
    dated = event_dates(rules.timetable, rules.first_day)
    assert dated[0].first == rules.first_day
    assert max(each.last for each in dated) - rules.first_day == timedelta(days=12)
    assert [each.row.event for each in dated if each.conflict] == ["Novice Swiss Pairs", "One-day Matchpoint Pairs"]


@pytest.mark.clause("ANC26 1.3")
@pytest.mark.parametrize(
    ("slots", "event"),
    [("Interstate Youth Teams", "Youth"), ("Interstate Open, Women's and Seniors' Teams", "Open")],
)
def test_the_starting_times_hold_the_rounds_the_draws_put_on_each_day(slots: str, event: str) -> None:
    days = rounds_by_day(load(Conduct, "anc-2026").slots[slots])
    assert {day.value[:3]: rounds for day, rounds in days} == load(DrawBook, "anc-2026").programme(event).days


@pytest.mark.clause("ANC26 1.3")
def test_there_are_fourteen_slots_where_five_or_six_teams_need_fifteen() -> None:
    slots = load(Conduct, "anc-2026").slots["Interstate Open, Women's and Seniors' Teams"]
    assert slots.count == 14
    assert "D02" in slots.clause.readings


def test_a_stage_without_rules_is_answered_with_those_that_have_some() -> None:
    with pytest.raises(DirectorError, match="Stages with rules of conduct: ITC Qualifying"):
        load(Conduct, "anc-2026").stage("Boat race")


def test_a_file_tells_all_its_faults_at_once() -> None:
    text = """
[[ladder]]
name = "one"
steps = [{ warning = true }]
[[ladder]]
name = "two"
clause = "Test 2"
steps = [{ warning = true, VPs = 3 }]
[[lateness]]
name = "three"
clause = "Test 3"
count = "any lateness"
beyond = { refer = "the director" }
band = [{ name = "a", to = 10, steps = [{ VPs = 1 }] }, { name = "b", to = 5, steps = [{ VPs = 2 }] }]
[[layout]]
name = "four"
clause = "Test 4"
matches = 9
boards = 8
by_session = [3, 3]
[[clock]]
name = "five"
clause = "Test 5"
of = "the start"
weekday = "Tuesday"
[appeal]
clause = "Test 6"
start = "RULED"
ends = ["FINAL"]
step = [{ act = "close", clause = "Test 6", after = ["HEARD"], to = "FINAL" }]
lodging = { clause = "Test 6", to = "director", signatures = 1 }
form = { clause = "Test 6", part = [] }
hearing = { clause = "Test 6", days = 7, minutes_before = 30 }
remit = { clause = "Test 6", bodies = {} }
reversal = { clause = "Test 6", grounds = [] }
"""
    with pytest.raises(RegulationErrors) as caught:
        open_file(Conduct, text, "test.toml")
    told = "\n".join(caught.value.faults)
    assert len(caught.value.faults) == 6
    assert "test.toml, line 2: ladder.0.clause is missing" in told
    assert "ladder.1.steps.0: give one of warning and VPs" in told
    assert "“three” needs one or more bands, in increasing order" in told
    assert "the sessions hold 6 matches, not 9" in told
    assert "clock.0.at is missing" in told
    assert "The step “close” follows the state “HEARD”, but no step leads to that state" in told


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            '[[stage]]\nnames = ["Final"]\nclause = "T 1"\nlateness = "none"',
            "stage.0.lateness: There is no tariff by minutes called “none”",
        ),
        ('[[window]]\nclock = "none"\nkinds = ["error"]', "window.0.clock: There is no clock called “none”"),
        ('[[breach]]\nkind = "noise"\nclause = "T 1"\nsteps = [{ warning = true }]\nstages = ["Final"]', "“Final”"),
    ],
)
def test_a_name_that_names_nothing_is_a_fault(text: str, fault: str) -> None:
    with pytest.raises(RegulationErrors, match=fault):
        open_file(Conduct, text, "test.toml")


def test_every_moment_of_a_shipped_clock_has_a_name_to_translate() -> None:
    for folder in WITH_CONDUCT:
        for clock in load(Conduct, folder).clocks.values():
            name = moment_name(clock.of)
            assert name in MOMENTS.values() or name.values, clock.of
