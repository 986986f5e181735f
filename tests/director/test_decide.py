"""What the director refuses, in words a person can act on, and what is allowed with a caution."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from directing import Room, numbers
from overtrick.core.errors import DirectorError, ResultRefused
from overtrick.core.event.acts import (
    Act,
    ArrivedLate,
    BoardFouled,
    BoardPutOff,
    ChoiceMade,
    Declined,
    DrawPublished,
    DrawWithdrawn,
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    Field,
    FormatChosen,
    LineUpPosted,
    LotDrawn,
    MatchForfeited,
    NoteMade,
    PenaltyGiven,
    PenaltyLifted,
    Posting,
    ReadingChosen,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    ScoreAwarded,
    Seating,
    SeedsSet,
    StageClosed,
    StageStarted,
    SubstituteUsed,
    Trio,
    WarningGiven,
    Withdrawn,
)
from overtrick.core.event.fold.tournament import replay
from overtrick.core.model.notation import read_result
from overtrick.director.decide import decide
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

CONGRESS = "nsw-swiss-pairs/congress"
TEAMS = "anc-2026/three-day-teams"
MADE = read_result("4S S =")
DOWN = read_result("4S S -1")


@pytest.fixture
def entered() -> Room:
    """A congress of eight, closed for entries."""
    return Room(CONGRESS).enter(numbers(8))


@pytest.fixture
def room(entered: Room) -> Room:
    """A Swiss of eight pairs, its first round drawn."""
    entered.start("Swiss")
    entered.draw("Swiss")
    return entered


@pytest.fixture
def teams() -> Room:
    """Eight teams, their first round drawn."""
    made = Room(TEAMS).enter(numbers(8))
    made.start("Matches")
    made.draw("Matches")
    return made


def refused(room: Room, act: Act, what: str, remedy: str, kind: type[DirectorError] = DirectorError) -> DirectorError:
    """The refusal of an act: it says what and what to do, and nothing is posted."""
    before = room.event.last
    with pytest.raises(kind) as refusal:
        room.do(act)
    assert what in str(refusal.value.what)
    assert remedy in str(refusal.value.remedy)
    assert refusal.value.remedy
    assert room.event.last == before
    return refusal.value


def posted(number: int = 1, table: int = 1, board: int = 1, room: str = "") -> ResultPosted:
    return ResultPosted("Swiss", number, table, board, MADE, room)


# Entries


def test_a_book_has_one_event(entered: Room) -> None:
    refused(entered, EventOpened("x", "", "", ""), "This book already has an event", "Create another book")


def test_nobody_enters_once_the_entry_is_closed(entered: Room) -> None:
    error = refused(
        entered,
        EntryTaken("9"),
        "Entries are closed, so number 9 cannot enter",
        "let the players substitute in another",
    )
    assert str(error.clause) == "NSWSP 1.1, readings S-01, S-04"


def test_an_entry_can_be_put_right_after_closing(entered: Room) -> None:
    entered.do(EntryTaken("8", "Reef"))
    assert entered.event.entries["8"].name == "Reef"


def test_the_same_name_twice_is_allowed_with_a_caution() -> None:
    room = Room(CONGRESS)
    room.do(EventOpened(CONGRESS, "", "", ""), EntryTaken("1", "Reef"))
    assert room.do(EntryTaken("2", "Reef")) == ("Reef is also entered as number 1",)


def test_an_entry_that_is_not_there_cannot_be_cancelled(entered: Room) -> None:
    refused(entered, EntryCancelled("12"), "There is no entry 12", "Check the number")


def test_an_entry_cancelled_after_closing_leaves_the_format(entered: Room) -> None:
    assert entered.do(EntryCancelled("8")) == ("the format remains the one for 8 entries",)


def test_who_plays_withdraws_instead_of_cancelling(room: Room) -> None:
    refused(
        room,
        EntryCancelled("8"),
        "The event has started, so the entry of number 8 cannot be cancelled",
        "Post a withdrawal",
    )


@pytest.mark.parametrize(
    ("event", "count", "what", "remedy"),
    [
        (CONGRESS, 6, "too few pairs for seven rounds", "A possible alternative: a round robin"),
        ("anc-2026/interstate-open", 4, "is for 5 to 8 teams, not 4", "Find 1 more"),
        ("anc-2026/interstate-open", 9, "is for 5 to 8 teams, not 9", "Close entries at 8"),
    ],
)
def test_an_entry_of_a_size_that_is_not_admissible_does_not_close(
    event: str, count: int, what: str, remedy: str
) -> None:
    room = Room(event)
    room.do(EventOpened(event, "", "", ""), *map(EntryTaken, numbers(count)))
    refused(room, EntriesClosed(), what, remedy)


def test_entries_close_once(entered: Room) -> None:
    refused(entered, EntriesClosed(), "Entries are already closed", "Continue with")


@pytest.mark.parametrize("act", [FormatChosen("small entry"), ReadingChosen("S-08", "not rounded")])
def test_a_format_is_chosen_before_the_entry_closes(entered: Room, act: Act) -> None:
    refused(entered, act, "The format is fixed once entries are closed", "undo the closing of entries first")


def test_only_what_the_regulation_leaves_open_can_be_chosen() -> None:
    room = Room(CONGRESS)
    refused(room, FormatChosen("large entry"), "“large entry” is not a choice in", "“small entry”")
    refused(room, ReadingChosen("S-99", "x"), "does not use reading S-99", "S-08, S-09")
    refused(room, ReadingChosen("S-08", "x"), "does not allow “x” for reading S-08", "“not rounded”")
    room.do(FormatChosen("small entry"), ReadingChosen("S-08", "not rounded"))
    room.enter(numbers(8))
    assert room.event.plan("Swiss").rounds == 6


# Stages


def test_a_seeding_names_everybody_once(entered: Room) -> None:
    refused(entered, SeedsSet("Swiss", ("1", "77")), "Not entered: 77", "Check the numbers")
    refused(entered, SeedsSet("Swiss", ("1", "2", "1")), "A contestant is seeded twice", "List no entry more than once")


def test_a_stage_starts_after_the_entry_closes() -> None:
    room = Room(CONGRESS)
    room.do(EventOpened(CONGRESS, "", "", ""), *map(EntryTaken, numbers(8)))
    act = StageStarted("Swiss", (Field("all", tuple(numbers(8))),))
    assert str(refused(room, act, "Entries are still open", "Close entries first").clause) == "NSWSP 1.2"


def test_a_stage_is_one_of_the_event_and_starts_once(room: Room) -> None:
    refused(room, StageStarted("Final", ()), "There is no stage called Final", "Stages of this event: Swiss")
    fields = room.event.stage("Swiss").fields
    refused(room, StageStarted("Swiss", fields), "Swiss has already started", "Continue with the next round")


def test_fields_name_everybody_once_and_as_the_regulation_does(entered: Room) -> None:
    act = StageStarted("Swiss", (Field("all", ("1", "2", "1")),))
    refused(entered, act, "Listed twice in the fields: 1", "List no entry more than once")
    refused(entered, StageStarted("Swiss", (Field("all", ("1", "77")),)), "Not entered: 77", "Check the numbers")
    act = StageStarted("Swiss", (Field("NS", tuple(numbers(8))),))
    refused(entered, act, "Swiss needs these fields: all", "Use these field names")


def test_other_contestants_than_the_regulation_takes_are_cautioned(entered: Room) -> None:
    act = StageStarted("Swiss", (Field("all", tuple(numbers(7))),))
    assert entered.do(act) == ("the contestants are not those that the regulations select",)


def test_other_fields_than_the_regulation_makes_are_cautioned() -> None:
    room = Room("anc-2026/open-butler").enter(numbers(24))
    ns, ew = stage_fields(room.event, "Stage 1")
    swapped = (replace(ns, contestants=ew.contestants), replace(ew, contestants=ns.contestants))
    assert room.do(StageStarted("Stage 1", swapped)) == (
        "the contestants are not in the fields that the regulations assign",
    )


def test_a_later_stage_waits_until_the_one_before_is_closed() -> None:
    room = Room("anc-2026/interstate-open").enter(numbers(8))
    room.start("Qualifying")
    act = StageStarted("Final", (Field("all", ("1", "2")),))
    assert str(refused(room, act, "Qualifying is not closed", "Close Qualifying first.").clause) == "ANC26 12.3"


def test_a_lot_is_drawn_once(room: Room) -> None:
    refused(
        room,
        LotDrawn("Swiss", seed="again"),
        "Lots have already been drawn for Swiss",
        "Use the lots already drawn",
    )


def test_who_plays_in_a_stage_cannot_decline_it(room: Room) -> None:
    refused(room, Declined("1", "Swiss"), "Swiss has started", "Post a withdrawal")


# Draws


def test_a_stage_that_has_not_started_has_no_draw(entered: Room) -> None:
    refused(entered, DrawPublished("Swiss", 1, ()), "Swiss has not started", "start the stage")


def test_rounds_are_drawn_in_turn(room: Room) -> None:
    again = room.event.stage("Swiss").round(1).draw
    refused(room, again, "Round 1 of Swiss has already been drawn", "Withdraw that draw first.")
    refused(room, replace(again, round=3), "The next round to draw is 2, not 3", "Draw the rounds in order")


def test_there_are_no_more_rounds_than_the_regulation_has(room: Room) -> None:
    room.results("Swiss", 1)
    room.do(RoundClosed("Swiss", 1))
    room.play("Swiss")
    last = room.event.stage("Swiss").round(7).draw
    refused(
        room,
        replace(last, round=8),
        "The last round of Swiss, round 7, has been drawn",
        "No further draw is needed: close the stage once its results are in",
    )


def redrawn(room: Room, *seatings: Seating, sits_out: tuple[str, ...] = (), by_hand: str = "by hand") -> DrawPublished:
    return replace(draft(room.event, "Swiss"), seatings=seatings, sits_out=sits_out, by_hand=by_hand)


@pytest.fixture
def next_draw(room: Room) -> Room:
    room.results("Swiss", 1)
    room.do(RoundClosed("Swiss", 1))
    return room


def pairs(*names: str) -> Iterator[Seating]:
    for table, (ns, ew) in enumerate(zip(names[::2], names[1::2], strict=True), start=1):
        yield Seating(table, ns, ew, tuple(range(9, 17)))


def test_nobody_plays_twice_nobody_is_left_out_and_nobody_comes_from_outside(next_draw: Room) -> None:
    act = redrawn(next_draw, *pairs(*"12345671"))
    refused(
        next_draw,
        act,
        "Seated more than once in round 2: 1",
        "Seat everyone exactly once, with one match at each table",
    )
    refused(next_draw, redrawn(next_draw, *pairs(*"123456")), "Not seated in round 2: 7, 8", "say who sits out")
    strangers = redrawn(next_draw, *pairs("1", "2", "3", "4", "5", "6", "7", "99"))
    refused(next_draw, strangers, "of Swiss: 99", "Seat only contestants who play in this round of the stage")


def test_a_triangle_has_three_teams_at_three_tables(next_draw: Room) -> None:
    for trio in (Trio((), (), (1,)), Trio((91, 92), ("1", "2", "3"), (1,)), Trio((91,), ("1",), (1,))):
        draw = replace(redrawn(next_draw, *pairs(*"12345678")), trios=(trio,))
        refused(
            next_draw,
            draw,
            "must have three teams at three tables, and a group of four must have six",
            "Draft the draw again",
        )


def test_a_table_is_used_once(next_draw: Room) -> None:
    first, second, third, fourth = pairs(*"12345678")
    act = redrawn(next_draw, first, replace(second, table=1), third, fourth)
    refused(next_draw, act, "A table is used twice in round 2", "a table of its own")


def test_a_draw_that_is_not_the_regulations_needs_a_reason(next_draw: Room) -> None:
    ours = draft(next_draw.event, "Swiss")
    first, second, *rest = ours.seatings
    swapped = (replace(first, ew=second.ew), replace(second, ew=first.ew), *rest)
    act = replace(ours, seatings=swapped)
    refused(next_draw, act, "This draw differs from the one the regulations produce", "give the reason for changing it")
    cautions = next_draw.do(replace(act, by_hand="the committee decided"))
    assert "changed by hand: the committee decided" in cautions


def test_a_rematch_is_cautioned(next_draw: Room) -> None:
    met = next_draw.event.stage("Swiss").round(1).draw
    again = replace(met, round=2, by_hand="as before")
    assert any("met before: " in caution for caution in next_draw.do(again))


def test_a_draw_before_the_results_are_in_is_cautioned(room: Room) -> None:
    room.results("Swiss", 1, tables=[1, 2, 3])
    assert room.do(draft(room.event, "Swiss")) == ("8 results of round 1 are missing",)


def test_a_draw_is_taken_back_only_before_play(room: Room) -> None:
    refused(room, DrawWithdrawn("Swiss", 2, "x"), "Only the latest draw, of round 1, can be withdrawn", "later draws")
    room.do(DrawWithdrawn("Swiss", 1, "a pair was late"))
    assert room.event.stage("Swiss").last_round == 0
    room.draw("Swiss", "another lot")
    room.do(posted())
    refused(room, DrawWithdrawn("Swiss", 1, "x"), "Round 1 has results", "record the swapped seats")


def test_the_draw_of_a_closed_round_stands_even_if_nothing_was_played() -> None:
    room = Room("anc-2026/interstate-open").enter(numbers(8))
    state = room.start("Qualifying")
    room.draw("Qualifying")
    for seating in state.round(1).seatings.values():
        room.do(MatchForfeited("Qualifying", 1, seating.table, seating.ns))
    room.do(RoundClosed("Qualifying", 1))
    refused(room, DrawWithdrawn("Qualifying", 1, "x"), "Round 1 is closed", "record the swapped seats")


# Results


def test_a_result_belongs_to_a_round_that_is_drawn(room: Room) -> None:
    refused(room, posted(number=2), "Round 2 of Swiss has not been drawn", "Publish the draw first")


def test_a_result_belongs_to_a_table_of_the_draw(room: Room) -> None:
    refused(
        room,
        posted(table=9),
        "There is no table 9 in round 1",
        "The highest table number in this round is 4",
        ResultRefused,
    )


def test_a_result_belongs_to_a_board_of_the_round(room: Room) -> None:
    act = posted(table=2, board=13)
    refused(
        room, act, "Table 2 plays boards 1 to 8 in round 1, not board 13", "the board and table numbers", ResultRefused
    )


def test_a_result_belongs_to_its_room(room: Room, teams: Room) -> None:
    refused(
        room,
        posted(room="open"),
        "The results of this table are entered without a room",
        "Do not enter a room",
        ResultRefused,
    )
    act = ResultPosted("Matches", 1, 1, 1, MADE)
    refused(
        teams,
        act,
        "This match is played in two rooms, so a result must name its room",
        "Choose the open or the closed room",
        ResultRefused,
    )


def test_what_cannot_be_scored_is_refused() -> None:
    with pytest.raises(ResultRefused, match="at most"):
        read_result("4S S +4")


def test_a_result_that_is_there_is_corrected_not_overwritten(room: Room) -> None:
    room.do(posted())
    act = replace(posted(), result=DOWN)
    what = "Board 1 at table 1 already has 4S by South ="
    refused(room, act, what, "post it as a correction with the reason", ResultRefused)


def test_the_same_result_again_is_no_posting(room: Room) -> None:
    room.do(posted())
    assert decide(room.event, posted()).acts == ()
    room.do(ResultConfirmed("Swiss", 1, 1, 1, result=MADE))
    assert decide(room.event, ResultConfirmed("Swiss", 1, 1, 1, result=MADE)).acts == ()


def test_a_result_is_confirmed_and_corrected_when_it_is_there(room: Room) -> None:
    confirm = ResultConfirmed("Swiss", 1, 1, 1, result=MADE)
    refused(room, confirm, "Board 1 at table 1 has no result to confirm", "Enter the result first")
    correct = ResultCorrected("Swiss", 1, 1, 1, DOWN, "misread")
    refused(room, correct, "Board 1 at table 1 has no result to correct", "Post the result")
    room.do(posted())
    refused(room, replace(correct, reason=""), "A correction or ruling needs a reason", "what was wrong")
    assert room.do(correct) == ()


def test_a_closed_round_takes_corrections_only(next_draw: Room) -> None:
    act = ResultPosted("Swiss", 1, 1, 1, DOWN)
    error = refused(next_draw, act, "Round 1 is closed", "Post the result as a correction")
    assert str(error.clause) == "NSWSP 1.2"
    assert next_draw.do(ResultCorrected("Swiss", 1, 1, 1, DOWN, "misread")) == ()


def test_a_correction_says_that_the_next_draw_stands(next_draw: Room) -> None:
    next_draw.draw("Swiss")
    cautions = next_draw.do(ResultCorrected("Swiss", 1, 1, 1, DOWN, "misread"))
    assert cautions == ("the draw of round 2 is published and stands",)


def test_a_fouled_board_was_played_at_the_tables_named(room: Room, teams: Room) -> None:
    act = BoardFouled("Swiss", 1, 1, ((1, 2), (3, 9)), "turned")
    refused(room, act, "Wrong tables for board 1: 9", "Name each table that played the board, once")
    refused(
        room,
        replace(act, forms=((1, 2), (2, 3))),
        "Wrong tables for board 1: one table is named twice",
        "Name each table that played the board, once",
    )
    refused(teams, BoardFouled("Matches", 1, 1, ((1,), (2,)), "x"), "replaced or cancelled", "the replacement board")


def test_two_tables_of_a_teams_match_do_not_have_different_awards(teams: Room) -> None:
    """Together they could not be scored, so the second one is refused while somebody can put it right."""

    def ruled(where: str, score: str) -> RulingGiven:
        return RulingGiven("Matches", 1, 1, 1, read_result(score), "Law 12C2", "fouled", where)

    teams.do(ruled("open", "AV+ AV-"))
    error = refused(
        teams, ruled("closed", "AV AV"), "A team has different awards at the two tables", "one award for the board"
    )
    assert str(error.clause) == "Law 12C2"
    teams.do(ruled("closed", "AV- AV+"))
    assert len(teams.event.stage("Matches").card(1, 1).credits) == 16


# Penalties, forfeits, awards, withdrawals


def fine(contestant: str = "1", amount: int = 1, unit: str = "VPs") -> PenaltyGiven:
    return PenaltyGiven(contestant, "late", "Swiss", 1, amount, unit, "NSWSP 1.2", "late")


def test_a_penalty_is_in_the_unit_the_stage_counts_in(room: Room) -> None:
    refused(room, fine(unit="IMPs"), "Penalties in Swiss are given in VPs, not IMPs", "Give the penalty in VPs")
    refused(room, fine(amount=0), "A penalty must be more than zero", "a positive number")
    refused(room, fine("77"), "77 does not play in Swiss", "Check the number")


def test_an_earlier_offence_of_its_kind_is_told(room: Room) -> None:
    silent = "Swiss has no tariff: the director sets the penalty"
    assert room.do(WarningGiven("1", "late", "Swiss", 1, "NSWSP 1.2")) == (silent,)
    assert room.do(fine()) == ("earlier offences of this kind by number 1: 1", silent)
    assert room.do(fine("2")) == (silent,)


def test_only_a_penalty_that_stands_is_lifted(room: Room) -> None:
    refused(
        room,
        PenaltyLifted(3, "x"),
        "Number 3 in the history is not a penalty, warning or sanction in force",
        "Check the number",
    )
    room.do(fine())
    number = room.event.last
    room.do(PenaltyLifted(number, "it was the other table"))
    refused(
        room,
        PenaltyLifted(number, "x"),
        f"Number {number} in the history is not a penalty, warning or sanction in force",
        "Check the number",
    )


def test_a_match_is_forfeited_by_one_who_plays_it(room: Room) -> None:
    refused(room, MatchForfeited("Swiss", 1, 9, "1"), "There is no match at table 9 in round 1", "Check the table")
    other = room.event.stage("Swiss").round(1).seatings[2].ns
    act = MatchForfeited("Swiss", 1, 1, other)
    refused(room, act, f"{other} does not play at table 1", "Name one of the two sides")


def test_a_forfeit_the_regulation_does_not_score_is_cautioned(room: Room) -> None:
    offender = room.event.stage("Swiss").round(1).seatings[1].ns
    cautions = room.do(MatchForfeited("Swiss", 1, 1, offender))
    assert cautions == ("the regulations give no score for a forfeit: award each side a score",)


def test_a_cancelled_match_the_regulation_does_not_score_is_cautioned(room: Room) -> None:
    absent = room.event.stage("Swiss").round(1).seatings[1].ns
    cautions = room.do(MatchForfeited("Swiss", 1, 1, absent, "flooded road", "cancelled"))
    unscored = "the regulations give no score for a cancelled or abandoned match: award each side a score"
    assert cautions == (unscored,)


def test_a_board_with_a_result_is_not_played_later(room: Room) -> None:
    board = room.event.stage("Swiss").round(1).seatings[1].boards[0]
    later = BoardPutOff("Swiss", 1, 1, board, "slow play")
    room.do(ResultPosted("Swiss", 1, 1, board, MADE))
    refused(room, later, "because the board has a result", "Correct the result, or give a ruling")


def test_a_score_is_awarded_only_for_a_match_that_is_not_played(room: Room) -> None:
    seating = room.event.stage("Swiss").round(1).seatings[1]
    act = ScoreAwarded(seating.ew, "Swiss", 1, 12, "NSWSP 1.2", "no opponents")
    refused(room, act, f"{seating.ew} has a match in round 1", "declare it forfeited")
    refused(room, replace(act, contestant="77"), "77 does not play in Swiss", "Check the number")
    room.do(MatchForfeited("Swiss", 1, 1, seating.ns))
    room.do(act)
    line = room.event.stage("Swiss").match_line(seating.ew, 1)
    assert line is not None
    assert line.score.value == 12


def test_who_is_not_playing_cannot_withdraw(room: Room) -> None:
    refused(room, Withdrawn("77", "Swiss", 1, expunged=False), "77 is not playing in Swiss", "Check the number")
    refused(room, Withdrawn("1", "Swiss", 3, expunged=False), "So far 1 round has been drawn", "after which round")
    room.do(Withdrawn("1", "Swiss", 1, expunged=False))
    refused(room, Withdrawn("1", "Swiss", 1, expunged=False), "1 is not playing in Swiss", "Check the number")


def test_substitutes_line_ups_and_late_arrivals_are_of_those_who_play(room: Room) -> None:
    substitute = SubstituteUsed("77", "Swiss", (1,), "A", "B", "illness")
    for act in (substitute, LineUpPosted("Swiss", 1, "77", ("A",)), ArrivedLate("77", "Swiss", 1, 5)):
        refused(room, act, "77 does not play in Swiss", "Check the number")
    assert room.do(replace(substitute, contestant="1")) == ()
    again = replace(substitute, contestant="1", rounds=(4,))
    assert room.do(again) == ("with this one, number 1 has used 2 substitutions in this stage",)
    assert room.do(ArrivedLate("1", "Swiss", 1, 5), ChoiceMade("Swiss", "opponent", "1", "2"), NoteMade("x")) == ()


# Closing


def test_a_round_closes_when_its_results_are_in(room: Room) -> None:
    room.results("Swiss", 1, tables=[1, 2, 3])
    act = RoundClosed("Swiss", 1)
    error = refused(
        room,
        act,
        "Round 1 has no result for table 4, board 1; table 4, board 2",
        "Enter the results, give rulings, or let the boards be played later",
    )
    assert "and 2 more" in str(error.what)
    room.do(*(RulingGiven("Swiss", 1, 4, board, read_result("AV AV"), "Law 12C", "no time") for board in range(1, 9)))
    assert room.do(act) == ("24 results are not confirmed",)
    refused(room, act, "Round 1 is already closed", "Continue with the next round")


def test_a_teams_round_lacks_results_by_room(teams: Room) -> None:
    teams.do(ResultPosted("Matches", 1, 1, 1, MADE, "open"))
    error = refused(
        teams, RoundClosed("Matches", 1), "Round 1 has no result for table 1, board 1 (closed)", "Enter the results"
    )
    assert "table 1, board 2 (open)" in str(error.what)


def test_a_stage_closes_when_its_rounds_are(next_draw: Room) -> None:
    act = StageClosed("Swiss")
    refused(next_draw, act, "Not all rounds of Swiss are closed: 1 of 7", "Draw and close the remaining rounds first")
    next_draw.play("Swiss")
    next_draw.do(act)
    refused(next_draw, act, "Swiss is already closed", "Start the next stage, if there is one")


def test_nothing_moves_the_order_of_a_closed_stage(next_draw: Room) -> None:
    next_draw.do(fine())
    given = next_draw.event.last
    next_draw.play("Swiss")
    next_draw.close("Swiss")
    seating = next_draw.event.stage("Swiss").round(7).seatings[1]
    late: list[Act] = [
        ResultCorrected("Swiss", 1, 1, 1, DOWN, "misread"),
        RulingGiven("Swiss", 1, 1, 1, DOWN, "Law 12C", "ruled"),
        BoardFouled("Swiss", 7, seating.boards[0], ((1, 2), (3, 4)), "turned"),
        fine("2"),
        PenaltyLifted(given, "x"),
        MatchForfeited("Swiss", 7, 1, seating.ns),
        ScoreAwarded(seating.ns, "Swiss", 7, 12, "NSWSP 1.2", "x"),
        Withdrawn("1", "Swiss", 7, expunged=True),
    ]
    for act in late:
        refused(next_draw, act, "Swiss is closed", "eopen Swiss")
    next_draw.do(WarningGiven("1", "late", "Swiss", 7, "NSWSP 1.2"), NoteMade("the committee was told"))


def test_two_rooms_cannot_have_different_awards_on_a_board() -> None:
    event = "anc-2026/interstate-open"
    rehearsal = Rehearsal(plan_for(event), event, Random("rooms"), NO_FAULTS)
    postings = rehearsal.play(8)
    place = next(n for n, p in enumerate(postings) if isinstance(p.act, RoundClosed))
    state = replay(plan_for(event), postings[:place])
    stage = next(iter(state.stages))
    board = state.stage(stage).round(1).seatings[1].boards[0]
    first = RulingGiven(stage, 1, 1, board, read_result("AV+ AV+"), "Law 12C", "fouled", "open")
    state.post(Posting(state.last + 1, decide(state, first).acts[0], "director", "", "ruling"))
    second = RulingGiven(stage, 1, 1, board, read_result("AV AV"), "Law 12C", "fouled", "closed")
    with pytest.raises(DirectorError, match="different awards"):
        decide(state, second)
