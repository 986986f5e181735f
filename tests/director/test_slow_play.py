"""Slow play by the SABF20 tariffs: once in a minor round, by minutes in finals, by ten minutes in trials."""

import pytest

from directing import Room, by_strength, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    MatchForfeited,
    PenaltyGiven,
    RoundClosed,
    WarningGiven,
)
from overtrick.core.event.after.offences import CANCELLED, LATE, SLOW, Extent, priced_offences
from overtrick.core.exact import Exact
from overtrick.director.penalties import penalty_for
from overtrick.regulations.plan.event_book import event_files

TRIALS = "sabf-2020/open-butler-trials"


def minor_round() -> Room:
    room = Room("sabf-2020/daytime-teams").enter(numbers(4))
    room.start("Minor round")
    room.draw("Minor round")
    return room


def finals() -> Room:
    room = minor_round()
    state = room.event.stage("Minor round")
    room.results("Minor round", 1)
    room.do(RoundClosed("Minor round", 1))
    room.play("Minor round", by_strength(state, numbers(4)))
    room.close("Minor round")
    room.start("Finals")
    room.draw("Finals")
    return room


def trials() -> Room:
    room = Room(TRIALS)
    room.do(EventOpened(TRIALS, "", "", ""), FormatChosen("12-board matches"))
    room.do(*(EntryTaken(name) for name in numbers(12)), EntriesClosed())
    room.start("Final")
    room.draw("Final")
    return room


def cost(room: Room, offence: str, stage: str, extent: Extent) -> Exact | str:
    """What an offence of 1 costs, posted: the amount, or the words where it costs nothing by itself."""
    due = penalty_for(room.event, "1", offence, stage, 1, extent=extent)
    room.do(*due.acts)
    penalties = [act.amount for act in due.acts if isinstance(act, PenaltyGiven)]
    return penalties[0] if penalties else "; ".join(map(str, due.consequences))


def test_no_stage_of_any_event_prices_an_offence_twice() -> None:
    for name, file in event_files().items():
        room = Room(name)
        for stage in room.event.any_plan().stages:
            names = [each.offence for each in priced_offences(stage)]
            assert len(set(names)) == len(names), (name, stage.name, names)
            alike = [each for each in names if each.startswith(SLOW)]
            assert len(alike) <= 1, (file.event.id, stage.name, alike)


@pytest.mark.clause("SABF20 13.15", "SABF20 13.16")
def test_in_a_minor_round_boards_cost_and_a_late_finish_is_the_directors_alone() -> None:
    room = minor_round()
    assert "To be decided by the director: slow play" in str(cost(room, SLOW, "Minor round", Extent(12)))
    assert "first offence" in str(cost(room, CANCELLED, "Minor round", Extent(boards=3)))
    assert isinstance(list(room.event.warnings.values())[-1], WarningGiven)
    assert cost(room, CANCELLED, "Minor round", Extent(boards=3)) == 3
    assert cost(room, CANCELLED, "Minor round", Extent(boards=1)) == 1
    assert "SABF20 13.15" in str(penalty_for(room.event, "2", CANCELLED, "Minor round", 1, extent=Extent(boards=1)))


@pytest.mark.clause("SABF20 13.14")
def test_lateness_in_a_minor_round_does_not_count_slow_play() -> None:
    room = minor_round()
    cost(room, CANCELLED, "Minor round", Extent(boards=3))
    assert "Warning" in str(cost(room, LATE, "Minor round", Extent(4)))
    assert str(cost(room, LATE, "Minor round", Extent(4))) == "1/2"


@pytest.mark.clause("SABF20 16.3#1", "SABF20 16.3#2", "SABF20 16.3#3")
def test_in_finals_slow_play_costs_what_lateness_does() -> None:
    room = finals()
    assert "Warning: 4 minutes over time" in str(cost(room, SLOW, "Finals", Extent(4)))
    assert cost(room, LATE, "Finals", Extent(4)) == 2
    assert cost(room, SLOW, "Finals", Extent(12)) == 5
    assert cost(room, SLOW, "Finals", Extent(30)) == 10
    beyond = penalty_for(room.event, "1", LATE, "Finals", 1, extent=Extent(31))
    assert [type(act) for act in beyond.may] == [MatchForfeited]


@pytest.mark.clause("SABF20 19.7#2", "SABF20 19.7#3")
def test_trials_charge_three_points_for_ten_minutes_or_part_and_each_first_offence_is_free() -> None:
    room = trials()
    assert "first offence" in str(cost(room, SLOW, "Final", Extent(1)))
    assert cost(room, SLOW, "Final", Extent(10)) == 3
    assert cost(room, SLOW, "Final", Extent(11)) == 6
    assert "first offence" in str(cost(room, CANCELLED, "Final", Extent(boards=4)))
    assert [cost(room, CANCELLED, "Final", Extent(boards=boards)) for boards in (1, 2, 3, 4)] == [3, 6, 9, 9]


@pytest.mark.clause("SABF20 19.7#6")
def test_mis_scoring_in_trials_costs_three_points_a_match_at_most() -> None:
    room = trials()
    offence = "scores missing or wrong"
    room.do(PenaltyGiven("1", offence, "Final", 1, 3, "VPs", "SABF20 19.7#6"))
    with pytest.raises(DirectorError, match="The maximum penalty for this offence is 3 VPs, not 4 VPs") as refused:
        room.do(PenaltyGiven("1", offence, "Final", 1, 4, "VPs", "SABF20 19.7#6"))
    assert "SABF20 19.7#6" in str(refused.value)


@pytest.mark.clause("SABF20 19.7#7", "SABF20 19.7#8")
def test_a_late_start_of_a_trial_is_fined_beyond_ten_minutes_and_forfeited_beyond_thirty() -> None:
    room = trials()
    assert "for the director alone" in str(cost(room, LATE, "Final", Extent(10)))
    assert [cost(room, LATE, "Final", Extent(late)) for late in (12, 16, 30)] == [2, 3, 5]
    beyond = penalty_for(room.event, "1", LATE, "Final", 1, extent=Extent(31))
    assert [type(act) for act in beyond.may] == [MatchForfeited]


@pytest.mark.parametrize(
    ("event", "charged"),
    [
        ("open-trials-qualifying", "trials"),
        ("open-trials-consolation", "trials"),
        ("womens-trials-qualifying", "trials"),
        ("seniors-trials-qualifying", "trials"),
        ("youth-trials", "trials"),
        ("open-butler-trials", "trials"),
        ("womens-butler-trials", "trials"),
        ("seniors-butler-trials", "trials"),
        ("swiss-pairs-championship", "teams"),
        ("swiss-teams", "teams"),
    ],
)
@pytest.mark.clause("SABF20 19.7#1", "SABF20 12(a)")
def test_trials_have_the_tariff_of_trials_and_butler_pairs_that_of_teams(event: str, charged: str) -> None:
    for stage in Room(f"sabf-2020/{event}").event.any_plan().stages:
        own, allowed = stage.rules.tariffs.stage, stage.rules.times.allowance
        assert own is not None
        assert own.name == charged
        assert allowed is not None
        assert str(allowed.per_board) in ("15/2", "7.5")


@pytest.mark.clause("SABF20 10#1", "SABF20 10#2")
def test_leaving_the_table_counts_with_slow_play_in_pairs() -> None:
    room = Room("sabf-2020/state-open-pairs").enter(numbers(20))
    room.start("Qualifying")
    room.draw("Qualifying")
    offence, reason = "slow play, pairs", "left the table to smoke"
    for _ in range(2):
        due = penalty_for(room.event, "1", offence, "Qualifying", 1, reason=reason)
        assert [type(act) for act in due.acts] == [WarningGiven]
        room.do(*due.acts)
    [third] = penalty_for(room.event, "1", offence, "Qualifying", 1, reason=reason).acts
    assert isinstance(third, PenaltyGiven)
    assert (third.amount, third.unit, third.reason) == (50, "per cent of a top", reason)


@pytest.mark.clause("SABF20 6#3", "SABF20 4.4#1", "SABF20 19.7#5")
@pytest.mark.parametrize("offence", ["poor disclosure", "breach of the system rules", "one system card"])
def test_what_has_no_price_is_kept_by_the_law_and_repeats_are_counted(offence: str) -> None:
    room = trials()
    room.do(WarningGiven("1", offence, "Final", 1, "Law 90A"))
    said = room.do(PenaltyGiven("1", offence, "Final", 1, 1, "VPs", "Law 90A", "again"))
    assert "earlier offences of this kind by number 1: 1" in said
    assert "under Law 90A, the director sets the amount" in said
    assert [act.offence for act in room.event.conducted.offending.values()] == [offence, offence]
