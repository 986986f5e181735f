"""Tariffs, clocks, eligibility, substitutes and line-ups, as the director applies them to acts."""

from dataclasses import replace

import pytest

from directing import Room, numbers
from overtrick.core.errors import DirectorError, OutOfTime
from overtrick.core.event.acts import (
    Act,
    ArrivedLate,
    ChoiceMade,
    DrawWithdrawn,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    LineUpPosted,
    LotDrawn,
    MatchForfeited,
    PenaltyGiven,
    PenaltyLifted,
    Posting,
    ResultCorrected,
    ReviewAsked,
    RoundClosed,
    RoundEnded,
    RoundStarted,
    RoundTime,
    RulingGiven,
    SanctionGiven,
    ScoresShown,
    StageClosed,
    StageStarted,
    SubstituteUsed,
    SystemLodged,
    TimetableSet,
    WarningGiven,
)
from overtrick.core.event.after.line_ups import SIT_LAST
from overtrick.core.event.after.offences import Extent
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.model.notation import read_result
from overtrick.core.wording import Phrase
from overtrick.director.clocks import clocks
from overtrick.director.decide import decide
from overtrick.director.entries import stage_fields
from overtrick.director.penalties import penalty_for, tariff
from overtrick.director.substitutes import participation, title_verdicts
from overtrick.ledger.codec import read_posting, write_posting

SWISS_A, OPEN, OITS, CONGRESS = (
    "anc-2026/swiss-pairs-a", "anc-2026/interstate-open", "nsw-its-2021/oits", "nsw-swiss-pairs/congress",
)  # fmt: skip
MADE = read_result("4S S =")
DAY = "2026-07-13"


def pair(number: str, *stated: Stated) -> EntryTaken:
    return EntryTaken(number, players=(Player(f"{number}A", stated=stated), Player(f"{number}B", stated=stated)))


def team(number: str) -> EntryTaken:
    return EntryTaken(number, players=tuple(Player(f"{number}{letter}") for letter in "ABCDEF"))


def at(time: str, day: str = DAY) -> str:
    return f"{day}T{time}:00+10:00"


def swiss() -> Room:
    """Ten pairs of Swiss Pairs A, their first round drawn."""
    room = Room(SWISS_A)
    room.do(EventOpened(SWISS_A, "", "", ""), *(pair(number) for number in numbers(10)), EntriesClosed())
    room.start("Swiss")
    room.draw("Swiss")
    return room


def states() -> Room:
    """Eight states, their first round drawn."""
    room = Room(OPEN)
    room.do(EventOpened(OPEN, "", "", ""), *(team(number) for number in numbers(8)), EntriesClosed())
    room.start("Qualifying")
    room.draw("Qualifying")
    return room


def refused(room: Room, act: Act, *words: str, when: str = "") -> DirectorError:
    with pytest.raises(DirectorError) as refusal:
        decide(room.event, act, when)
    for word in words:
        assert word in str(refusal.value)
    return refusal.value


def fine(offence: str, amount: int, minutes: int | None = None) -> PenaltyGiven:
    return PenaltyGiven("1", offence, "Swiss", 1, amount, "VPs", "ANC26 App-1.3", "", minutes)


@pytest.mark.clause("ANC26 App-1.3")
def test_the_next_offence_costs_what_the_tariff_says() -> None:
    room = swiss()
    first = penalty_for(room.event, "1", "late", "Swiss", 1, extent=Extent(4))
    assert [type(act) for act in first.acts] == [WarningGiven]
    room.do(*first.acts)
    second = penalty_for(room.event, "1", "late", "Swiss", 1, extent=Extent(5))
    assert second.earlier == 1
    assert [(act.amount, act.clause) for act in second.acts if isinstance(act, PenaltyGiven)] == [(1, "ANC26 App-1.3")]
    dearer = penalty_for(room.event, "1", "late", "Swiss", 1, extent=Extent(17))
    assert [act.amount for act in dearer.acts if isinstance(act, PenaltyGiven)] == [3]
    assert penalty_for(room.event, "2", "late", "Swiss", 1, extent=Extent(3)).earlier == 0


@pytest.mark.clause("ANC26 App-1.5")
def test_beyond_half_an_hour_the_chief_director_decides_as_far_as_a_forfeit() -> None:
    room = swiss()
    due = penalty_for(room.event, "1", "late", "Swiss", 1, extent=Extent(31))
    assert due.acts == ()
    assert "the chief director" in str(due.cautions[0])
    [forfeit] = due.may
    assert isinstance(forfeit, MatchForfeited)
    assert forfeit.offender == "1"
    assert room.do(fine("late", 7, 31)) == tuple(map(str, due.cautions))  # theirs to set


def test_an_offence_the_tariff_does_not_have_is_refused_with_those_it_has() -> None:
    room = swiss()
    refused(room, fine("snoring", 1), "“snoring” is not in the penalty tariff of Swiss", "smoking", "cite the Law")
    law = replace(fine("snoring", 1), clause="Law 90B")
    assert room.do(law) == ("under Law 90B, the director sets the amount",)


def test_another_amount_than_the_tariff_is_said_with_its_clause() -> None:
    room = swiss()
    assert room.do(fine("late", 1, 8)) == ()
    [said] = room.do(replace(fine("late", 9, 12), contestant="2"))
    assert said == (
        "the tariff gives: Penalty of 2 VPs: 12 minutes late, first offence (ANC26 App-1.3, readings D71, D63, D73)"
    )
    [warn] = room.do(replace(fine("a phone not switched off", 3), contestant="2"))
    assert "Warning" in warn
    assert "ANC26 1.7" in warn
    [unknown] = room.do(replace(fine("late", 1), contestant="3"))
    assert unknown == "the penalty for late depends on the number of minutes, which is not given"


@pytest.mark.clause("ANC26 5.3")
def test_a_phone_in_the_playing_area_brings_nine_vps_after_one_warning() -> None:
    room = states()
    phone = "a phone in the playing area"
    room.do(*penalty_for(room.event, "1", phone, "Qualifying", 1).acts)
    [due] = penalty_for(room.event, "1", phone, "Qualifying", 1).acts
    assert isinstance(due, PenaltyGiven)
    assert due.amount == 9
    told = {each.offence: str(each.next) for each in tariff(room.event, "Qualifying", "1")}
    assert told[phone].startswith("Penalty of 9 VPs")
    offered = tariff(room.event, "Qualifying", "2")
    assert offered[0].earlier == 0
    assert all(isinstance(each.next, Phrase) for each in offered)
    assert "charged by the minute" in {str(each.priced) for each in offered}


def test_a_warning_lifted_no_longer_counts() -> None:
    room = swiss()
    room.do(WarningGiven("1", "late", "Swiss", 1, "ANC26 App-1.3", "", 2))
    room.do(PenaltyLifted(room.event.last, "it was another pair"))
    assert penalty_for(room.event, "1", "late", "Swiss", 1, extent=Extent(2)).earlier == 0


def test_a_late_arrival_says_what_it_brings() -> None:
    room = swiss()
    [said] = room.do(ArrivedLate("1", "Swiss", 1, 12))
    assert said.startswith("Penalty of 2 VPs: 12 minutes late")
    [said] = room.do(ArrivedLate("1", "Swiss", 1, 45))
    assert "forfeiture or disqualification" in said
    refused(room, ArrivedLate("1", "Swiss", 1, 0), "The lateness must be more than 0 minutes")


@pytest.mark.clause("ITS21 TIME.penalty-scale")
@pytest.mark.clause("ITS21 TIME.extra-unplayed")
def test_slow_play_in_a_selection_final_climbs_and_costs_more_for_unplayed_boards() -> None:
    room = Room(OITS).enter(numbers(40))
    for stage in ("Stage I", "Stage II"):
        room.start(stage)
        room.play(stage)
        room.close(stage)
    room.start("Final")
    room.draw("Final")
    pair = room.event.stage("Final").contestants[0]
    first = penalty_for(room.event, pair, "slow play", "Final", 1, extent=Extent(boards=2))
    assert [type(act) for act in first.acts] == [WarningGiven, PenaltyGiven]
    assert [act.amount for act in first.acts if isinstance(act, PenaltyGiven)] == [4]
    room.do(*first.acts)
    second = penalty_for(room.event, pair, "slow play", "Final", 1)
    assert [act.amount for act in second.acts if isinstance(act, PenaltyGiven)] == [6]


def timed() -> Room:
    """A congress with its timetable: two sessions, three rounds and four."""
    room = Room(CONGRESS).enter(numbers(8))
    room.start("Swiss")
    starts = ["09:30", "10:45", "12:00", "14:00", "15:15", "16:30", "17:45"]
    room.do(TimetableSet("Swiss", tuple(RoundTime(n, at(s)) for n, s in enumerate(starts, start=1))))
    return room


@pytest.mark.clause("NSWSP 3.1")
def test_scores_of_the_first_session_close_when_the_second_starts() -> None:
    room = timed()
    room.play("Swiss", rounds=1)
    act = ResultCorrected("Swiss", 1, 1, 1, MADE, "wrong contract")
    assert decide(room.event, act, at("14:00")).cautions == ()
    late = refused(room, act, "NSWSP 3.1", "14:00", "The score stands", when=at("14:01"))
    assert isinstance(late, OutOfTime)
    assert f"{late.until:%H:%M}" == "14:00"
    assert list(map(str, decide(room.event, act).cautions)) == [
        "the time is not recorded, so no time limit was checked"
    ]
    ruling = RulingGiven("Swiss", 1, 1, 1, MADE, "Law 82C", "the director's error")
    [said] = decide(room.event, ruling, at("15:00")).cautions
    assert str(said).startswith("the time for corrections is over")


@pytest.mark.clause("NSWSP 3.2")
def test_scores_of_the_second_session_close_five_minutes_after_they_are_posted() -> None:
    room = timed()
    room.play("Swiss")
    act = ResultCorrected("Swiss", 5, 1, 9, MADE, "wrong contract")
    assert decide(room.event, act, at("23:00")).acts  # not posted yet
    room.do(ScoresShown("Swiss", 7, at("19:10")))
    assert decide(room.event, act, at("19:15")).acts == (act,)
    refused(room, act, "NSWSP 3.2", when=at("19:16"))
    refused(room, ScoresShown("Swiss", 7, at("19:20")), "The scores of round 7 are already recorded as available")
    [running] = clocks(room.event, at("19:12"))[-1:]
    assert (running.left, str(running.about)) == (3, "corrections")


@pytest.mark.clause("ANC26 6.1")
def test_a_correction_waits_for_the_next_round_that_starts_within_the_half_hour() -> None:
    room = swiss()
    room.do(TimetableSet("Swiss", (RoundTime(1, at("09:30"), at("11:00")), RoundTime(2, at("11:20"), at("12:50")))))
    room.results("Swiss", 1)
    room.do(ScoresShown("Swiss", 1, at("11:00")))
    act = ResultCorrected("Swiss", 1, 1, 1, MADE, "wrong contract")
    assert decide(room.event, act, at("12:00")).acts  # round 2 started at 11.20: its period counts, not shown yet
    other = swiss()
    other.do(TimetableSet("Swiss", (RoundTime(1, at("09:30"), at("11:00")), RoundTime(2, at("14:00"), at("15:30")))))
    other.results("Swiss", 1)
    other.do(ScoresShown("Swiss", 1, at("11:00")))
    assert decide(other.event, act, at("14:00")).acts
    refused(other, act, "ANC26 6.1", "start of round 2", when=at("14:01"))


@pytest.mark.clause("ANC26 6.2")
def test_a_review_is_asked_for_within_half_an_hour_of_the_scheduled_finish() -> None:
    room = swiss()
    room.do(TimetableSet("Swiss", (RoundTime(1, at("09:30"), at("11:00")), RoundTime(2, at("14:00"), at("15:30")))))
    act = ReviewAsked("1", "Swiss", 1, "the ruling at table 1")
    assert decide(room.event, act, at("11:30")).acts == (act,)
    assert isinstance(refused(room, act, "ANC26 6.2", when=at("11:31")), OutOfTime)
    told = replace(act, told=at("11:20"))
    assert decide(room.event, told, at("11:50")).acts == (told,)
    refused(room, replace(act, reason=""), "needs a reason")


@pytest.mark.clause("ANC26 11.13")
def test_a_captain_s_correction_is_agreed_and_within_half_an_hour_of_the_match() -> None:
    room = states()
    rounds = (RoundTime(1, at("11:45"), at("13:45")), RoundTime(2, at("14:30"), at("16:30")))
    room.do(TimetableSet("Qualifying", rounds), RoundEnded("Qualifying", 1, at("13:45")))
    room.results("Qualifying", 1)
    room.do(ScoresShown("Qualifying", 1, at("13:50")))
    act = ResultCorrected("Qualifying", 1, 1, 1, MADE, "wrong", "open", asked_by="1")
    refused(room, act, "agreement of the other captain", "ANC26 11.13", when=at("14:00"))
    assert decide(room.event, replace(act, agreed=True), at("14:15")).acts
    late = replace(act, agreed=True)
    refused(room, late, "ANC26 11.13", "The director may still correct", when=at("14:16"))
    assert decide(room.event, replace(act, asked_by=""), at("14:30")).acts  # 6.1: until the next start
    refused(room, replace(act, asked_by=""), "ANC26 6.1", when=at("14:31"))


@pytest.mark.clause("ITS21 OITS.correction-stages")
def test_scores_of_a_selection_stage_close_on_the_tuesday_after() -> None:
    room = Room(OITS).enter(numbers(18))
    rounds = room.start("Stage I").plan.sessions[0]
    evening = "2021-02-15T19:{:02}:00+11:00"  # a Monday
    times = tuple(RoundTime(n, evening.format(n), evening.format(n)) for n in range(1, rounds + 1))
    room.do(TimetableSet("Stage I", times))
    room.play("Stage I", rounds=1)
    act = ResultCorrected("Stage I", 1, 1, 1, MADE, "wrong contract")
    assert decide(room.event, act, "2021-02-16T12:00:00+11:00").acts
    late = refused(room, act, "ITS21 OITS.correction-stages", "the Tuesday after", when="2021-02-16T12:01:00+11:00")
    assert isinstance(late, OutOfTime)


def test_a_stage_is_closed_with_a_word_on_clocks_that_still_run() -> None:
    room = timed()
    room.play("Swiss")
    room.do(ScoresShown("Swiss", 7, at("19:10")))
    [said] = decide(room.event, StageClosed("Swiss"), at("19:12")).cautions
    assert str(said).startswith("scores may still be corrected: corrections are due by 19:15 on 13 July 2026")
    assert decide(room.event, StageClosed("Swiss"), at("19:16")).cautions == ()


def test_a_lot_is_not_drawn_for_a_stage_that_is_closed() -> None:
    room = Room(CONGRESS).enter(numbers(8))
    room.do(StageStarted("Swiss", stage_fields(room.event, "Swiss")))
    room.play("Swiss")
    room.close("Swiss")
    refused(room, LotDrawn("Swiss", seed="late"), "Swiss is closed")


def test_times_are_in_order_and_of_rounds_to_come() -> None:
    room = timed()
    refused(room, TimetableSet("Swiss", (RoundTime(8, at("19:00")),)), "Swiss has no round 8")
    backwards = (RoundTime(2, at("11:00")), RoundTime(3, at("10:00")))
    refused(room, TimetableSet("Swiss", backwards), "Round 3 has a time before the start of round 2")
    overlapping = (RoundTime(2, at("10:00"), at("11:05")), RoundTime(3, at("11:00")))
    refused(room, TimetableSet("Swiss", overlapping), "Round 3 has a time before the end of round 2")
    refused(
        room, TimetableSet("Swiss", (RoundTime(2, at("11:00"), at("10:00")),)), "Round 2 would end before it starts"
    )
    room.draw("Swiss")
    room.do(RoundStarted("Swiss", 1, at("09:35")))
    refused(room, TimetableSet("Swiss", (RoundTime(1, at("09:40")),)), "Round 1 has started")


def test_times_of_another_zone_are_the_venue_s() -> None:
    room = timed()
    room.play("Swiss", rounds=1)
    act = ResultCorrected("Swiss", 1, 1, 1, MADE, "wrong contract")
    assert decide(room.event, act, "2026-07-13T04:00:00+00:00").acts
    refused(room, act, "NSWSP 3.1", when="2026-07-13T04:01:00+00:00")


def test_a_published_draw_stands_once_its_round_has_started() -> None:
    room = timed()
    room.draw("Swiss")
    room.do(RoundStarted("Swiss", 1))
    refused(room, DrawWithdrawn("Swiss", 1, "x"), "Round 1 has started", "record the swapped seats")


@pytest.mark.clause("ANC26 3.5(b)")
def test_a_senior_is_as_old_as_the_clause_says() -> None:
    room = Room("anc-2026/interstate-seniors")
    room.do(EventOpened("anc-2026/interstate-seniors", "", "", ""))
    born = Stated("born", "1962-01-01")
    refused(
        room, pair("1", born), "1A may not play", "born 1 January 1962; must be before 1 January 1962", "ANC26 3.5(b)"
    )
    old = pair("1", Stated("born", "1961-12-31"))
    said = [str(each) for each in decide(room.event, old).cautions]
    assert any("not stated" in each and "ANC26 3.2" in each for each in said)
    let_in = replace(pair("1", born), leave="the committee's letter of 3 May")
    said = [str(each) for each in decide(room.event, let_in).cautions]
    assert any("accepted by permission (the committee's letter of 3 May)" in each for each in said)


@pytest.mark.clause("ANC26 3.5(d)")
def test_a_novice_has_fewer_than_a_hundred_masterpoints_over_all_bodies() -> None:
    room = Room("anc-2026/novice-pairs")
    room.do(EventOpened("anc-2026/novice-pairs", "", "", ""))
    held = (
        Stated("masterpoints", "60", at="2026-03-31", of="ABF"),
        Stated("masterpoints", "39.99", at="2026-03-31", of="WBF"),
    )
    assert decide(room.event, pair("1", *held)).cautions == ()
    more = (held[0], Stated("masterpoints", "40", at="2026-03-31", of="WBF"))
    refused(room, pair("1", *more), "ANC26 3.5(d)", "masterpoints on 31 March 2026: 100; must be fewer than 100")
    [unknown] = decide(room.event, pair("1")).cautions
    assert str(unknown).startswith("1A, 1B: not stated: masterpoints on 31 March 2026")


@pytest.mark.clause("ANC26 3.4")
def test_a_pair_of_states_is_of_one_state() -> None:
    room = Room("anc-2026/interstate-pairs")
    room.do(EventOpened("anc-2026/interstate-pairs", "", "", ""))
    member = [Stated("member of", "a club", "2025", of=state) for state in ("NSW", "ACT")]
    players = tuple(
        Player(name, stated=(Stated("state", state), stated))
        for name, state, stated in zip("AB", ("NSW", "ACT"), member, strict=True)
    )
    refused(room, EntryTaken("1", players=players), "state common to all: none", "ANC26 3.4")
    same = replace(players[1], stated=players[0].stated)
    assert decide(room.event, EntryTaken("1", players=(players[0], same))).cautions == ()


@pytest.mark.clause("ANC26 3.12")
def test_a_house_contestant_is_not_judged() -> None:
    room = Room("anc-2026/novice-pairs")
    room.do(EventOpened("anc-2026/novice-pairs", "", "", ""))
    strong = replace(pair("house", Stated("masterpoints", "4000", at="2026-03-31")), house=True, contending=False)
    assert decide(room.event, strong).cautions == ()


@pytest.mark.clause("ANC26 3.9")
@pytest.mark.clause("ANC26 21.1")
def test_a_substitute_for_a_state_needs_the_chief_director_and_a_reason() -> None:
    room = states()
    act = SubstituteUsed("1", "Qualifying", (1,), "1A", "a stranger", "illness")
    refused(
        room,
        act,
        "this is substitution 1; the limit is 0",
        "ANC26 3.9",
        "Chief Tournament Director may authorise",
    )
    assert decide(room.event, replace(act, approved_by="the chief director")).cautions == ()
    refused(room, replace(act, out="2A"), "2A is not one of the players of number 1")
    unreasoned = replace(act, approved_by="the chief director", reason="")
    assert list(map(str, decide(room.event, unreasoned).cautions)) == ["no reason is given for the substitute"]


@pytest.mark.clause("ITS21 OITS.subs-stages")
@pytest.mark.clause("ITS21 SUBS.request")
def test_a_selection_stage_allows_two_substitutions_asked_for_five_days_ahead() -> None:
    room = Room(OITS)
    room.do(EventOpened(OITS, "", "", ""), *(pair(number) for number in numbers(18)), EntriesClosed())
    state = room.start("Stage I")
    per = state.plan.sessions[0]
    room.do(TimetableSet("Stage I", tuple(RoundTime(n, f"2021-02-15T19:{n:02}:00+11:00") for n in range(1, per + 1))))
    act = SubstituteUsed("1", "Stage I", (1,), "1A", "a friend", "travel", requested="2021-02-10T19:01:00+11:00")
    assert room.do(act) == ()
    [late] = decide(room.event, replace(act, contestant="2", out="2A", requested="2021-02-10T19:02:00+11:00")).cautions
    assert "ITS21 SUBS.request" in str(late)
    for session in (2, 3):
        number = 1 + sum(state.plan.sessions[: session - 1])
        next_one = replace(act, rounds=(number,), requested="2021-02-01")
        if session == 2:
            room.do(next_one)
        else:
            refused(room, next_one, "this is substitution 3; the limit is 2", "ITS21 OITS.subs-stages")


@pytest.mark.clause("ANC26 21.3")
def test_who_is_replaced_too_often_has_played_too_little() -> None:
    room = swiss()
    rounds = room.event.plan("Swiss").rounds
    away = tuple(range(1, rounds - (3 * rounds // 4) + 1))
    assert room.do(SubstituteUsed("1", "Swiss", away, "1A", "X", "illness")) == ()
    [_, short] = room.do(SubstituteUsed("1", "Swiss", (rounds,), "1A", "X", "illness"))
    assert short.startswith("1A: each player")
    verdicts = {each.player: each.verdict.allowed for each in participation(room.event, "Swiss")}
    assert not verdicts["1A"]
    assert verdicts["1B"]
    room.do(SubstituteUsed("1", "Swiss", (rounds - 1,), "1B", "Y", "illness"))
    verdicts = {each.player: each.verdict.allowed for each in participation(room.event, "Swiss")}
    assert not verdicts["1B"]  # the partnership is down to less than 65%


def line_up(contestant: str, letters: str, number: int = 1, system: str = "") -> LineUpPosted:
    players = tuple(f"{contestant}{letter}" for letter in letters)
    return LineUpPosted("Qualifying", number, contestant, players, system)


@pytest.mark.clause("ANC26 11.6.2")
@pytest.mark.clause("ANC26 11.8")
def test_line_ups_are_due_by_who_sits_first_and_cost_more_each_time_they_are_late() -> None:
    room = states()
    room.do(TimetableSet("Qualifying", (RoundTime(1, at("11:45"), at("13:45")),)))
    seating = room.event.stage("Qualifying").round(1).seatings[1]
    first, last = seating.ew, seating.ns  # the second listed sits first
    assert decide(room.event, line_up(first, "ABCD"), at("11:35")).cautions == ()
    late = decide(room.event, line_up(first, "ABCD"), at("11:36")).cautions
    assert str(late[0]).startswith("the line-up was posted at 11:36; it was due by 11:35 on 13 July 2026")
    assert str(late[1]).startswith("Proposed sanction: loss of seating rights")
    assert decide(room.event, line_up(last, "ABCD"), at("11:40")).cautions == ()
    assert decide(room.event, line_up(last, "ABCD"), at("11:41")).cautions
    [sanction] = penalty_for(room.event, first, "late line-up", "Qualifying", 1).acts
    assert isinstance(sanction, SanctionGiven)
    room.do(sanction)
    [second] = penalty_for(room.event, first, "late line-up", "Qualifying", 1).acts
    assert isinstance(second, PenaltyGiven)
    assert second.amount == 3


@pytest.mark.clause("ANC26 11.8")
def test_a_line_up_is_of_four_of_the_team_and_stands_when_its_time_is_up() -> None:
    room = states()
    room.do(TimetableSet("Qualifying", (RoundTime(1, at("11:45"), at("13:45")),)))
    refused(room, line_up("1", "ABC"), "this one has 3 names (3 different)")
    stranger = replace(line_up("1", "ABCD"), players=("1A", "1B", "1C", "2A"))
    refused(room, stranger, "Team 1 does not include 2A")
    room.do(line_up("1", "ABCD"))
    assert isinstance(refused(room, line_up("1", "CDEF"), "stands", "ANC26 11.8", when=at("11:44")), OutOfTime)


@pytest.mark.clause("ANC26 4.1")
@pytest.mark.clause("ANC26 4.2")
@pytest.mark.clause("ANC26 11.9")
def test_a_yellow_system_is_lodged_allowed_and_posted_in_time() -> None:
    room = states()
    room.do(TimetableSet("Qualifying", (RoundTime(1, at("11:45"), at("13:45")),)))
    [unlodged] = decide(room.event, line_up("1", "ABCD", system="yellow"), at("11:30")).cautions
    assert "number 1 has not lodged a yellow system" in str(unlodged)
    card = SystemLodged("1", "forcing pass", "yellow", 4, "2026-05-29T15:59:00+10:00")
    refused(room, replace(card, time="2026-05-29T16:00:00+10:00"), "ANC26 4.2", "lodged")
    refused(room, replace(card, pages=5), "supplementary pages: 5; must be at most 4")
    refused(room, replace(card, colour="pink"), "“pink” is not a system class in these regulations")
    room.do(card)
    assert decide(room.event, line_up("1", "ABCD", system="yellow"), at("11:30")).cautions == ()
    refused(room, line_up("1", "ABCD", system="yellow"), "ANC26 11.9", when=at("11:44"))
    agreed = replace(line_up("1", "ABCD", system="yellow"), agreed=True)
    assert decide(room.event, agreed, at("11:44")).acts == (agreed,)
    pairs = swiss()
    yellow = LineUpPosted("Swiss", 1, "1", ("1A", "1B"), "yellow")
    assert decide(pairs.event, yellow).acts == (yellow,)  # nothing is laid down for systems here


@pytest.mark.clause("ANC26 12.1")
def test_a_finalist_has_sat_in_four_qualifying_matches_and_a_title_holder_in_a_stanza() -> None:
    room = states()
    state = room.event.stage("Qualifying")
    for number in range(1, 15):
        for contestant in state.contestants:
            letters = "ABCD" if number > 3 else "CDEF"
            room.do(line_up(contestant, letters, number))
        room.results("Qualifying", number)
        room.do(RoundClosed("Qualifying", number))
        if number < 14:
            room.draw("Qualifying")
    room.close("Qualifying")
    final = room.start("Final")
    room.draw("Final")
    winner, other = final.contestants
    room.do(ChoiceMade("Final", SIT_LAST, winner, "5"), ChoiceMade("Final", SIT_LAST, other, "1, 3"))
    allowed = replace(line_up(winner, "ABCD"), stage="Final")
    barred = replace(line_up(winner, "BCDE"), stage="Final")
    refused(room, barred, f"{winner}E may not play: qualifying matches played: 3; must be at least 4", "ANC26 12.1")
    with pytest.raises(DirectorError, match="name another player"):
        room.do(barred)  # a line-up has no field for the reason of an official
    room.do(allowed)
    titles = title_verdicts(room.event, "Final", winner, won=True)
    assert titles[f"{winner}A"].allowed
    assert not titles[f"{winner}E"].allowed
    assert not title_verdicts(room.event, "Final", winner, won=False)[f"{winner}A"].allowed


def test_the_acts_of_conduct_are_written_and_read_back() -> None:
    acts: list[Act] = [
        TimetableSet("Swiss", (RoundTime(1, at("09:30"), at("10:40")),)),
        RoundStarted("Swiss", 1), RoundEnded("Swiss", 1, at("10:41")), ScoresShown("Swiss", 1),
        ReviewAsked("1", "Swiss", 1, "a ruling", 3, 4), SystemLodged("1", "x", "red", 2),
        SanctionGiven("1", "late line-up", "Swiss", 1, "loss of seating rights", "ANC26 11.8", minutes=3),
        pair("1", Stated("born", "1999-01-02")), replace(fine("late", 1, 3), boards=2),
    ]  # fmt: skip
    for act in acts:
        posting = Posting(1, act, "director", at("09:00"), "k")
        assert read_posting(write_posting(posting, "0"))[0] == posting
