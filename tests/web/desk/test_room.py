"""The room at a glance, what is worth a second look, the clocks, and what stands between a round and its end."""

from dataclasses import replace

from overtrick.core.event.acts import (
    Act,
    ArrivedLate,
    DirectorCalled,
    DrawPublished,
    MatchForfeited,
    Posting,
    ResultConfirmed,
    ResultDisputed,
    ResultPosted,
    RoundTime,
    TimetableSet,
)
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.model.notation import read_result
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.closing import can_start, closing_of
from overtrick.views.doubts import doubts
from overtrick.views.results import round_results
from overtrick.views.room import Room, Status, room_of
from overtrick.web.desk.times import times_of
from web.desk.conftest import RULES, rehearsed

PLAYED = rehearsed(16)
DRAWN = next(place for place, each in enumerate(PLAYED) if isinstance(each.act, DrawPublished))


def event_with(*acts: Act) -> Tournament:
    """An event whose first round is drawn, and these acts after that."""
    event = replay(plan_for(RULES), PLAYED[: DRAWN + 1])
    for act in acts:
        event.post(Posting(event.last + 1, act, "", "2026-07-04T10:00:00+10:00", ""))
    return event


def result(table: int, board: int, text: str = "3NT N =") -> ResultPosted:
    return ResultPosted("Swiss", 1, table, board, read_result(text))


def room(event: Tournament, at: str = "") -> Room:
    return room_of(event, "Swiss", 1, rounds_of(event.stage("Swiss")), at)


def test_a_table_waits_plays_and_is_in() -> None:
    shown = room(event_with(result(2, 3), *(result(3, board) for board in range(1, 9))))
    assert [tile.status for tile in shown.tiles[:3]] == [Status.WAITING, Status.PLAYING, Status.IN]
    assert str(shown.tiles[1].lacks) == "2 (1, 2, 4, 5, 6, 7, 8)"
    assert str(shown.tiles[0].lacks) == "1 (all boards)"
    assert (shown.complete, len(shown.waiting), shown.boards) == (1, 7, "1–8")
    assert [tile.table for tile in shown.select_tiles("in")] == [3]


def test_a_dispute_needs_a_person_until_it_is_agreed() -> None:
    disputed = ResultDisputed("Swiss", 1, 2, 3)
    shown = room(event_with(result(2, 3), disputed))
    assert (shown.tiles[1].status, [*map(str, shown.tiles[1].look)]) == (Status.DISPUTED, ["board 3 is disputed"])
    assert room(event_with(result(2, 3), disputed, ResultConfirmed("Swiss", 1, 2, 3))).tiles[1].status is Status.PLAYING


def test_two_results_of_one_board_are_both_shown() -> None:
    says = ResultDisputed("Swiss", 1, 2, 3, seat="West", says=read_result("3NT N -1"))
    shown = room(event_with(replace(result(2, 3), seat="North"), says))
    [dispute] = shown.disputes
    assert (dispute.table, dispute.board) == (2, 3)
    said = [(each.who, str(each.text), each.written) for each in dispute.claims]
    assert said == [("North", "3NT by North =", "3NT N ="), ("West", "3NT by North -1", "3NT N -1")]
    assert "West says 3NT by North −1" in str(shown.tiles[1].look[0])


def test_the_results_of_a_round_show_what_a_table_does_not_agree_on() -> None:
    event = event_with(result(2, 3), ResultDisputed("Swiss", 1, 2, 3, seat="West", says=read_result("3NT N -1")))
    [row] = round_results(event, event.stages["Swiss"], 1).look
    assert (row.line.table, row.board, str(row.doubt)) == (2, 3, "disputed")
    agreed = event_with(result(2, 3), ResultDisputed("Swiss", 1, 2, 3), ResultConfirmed("Swiss", 1, 2, 3))
    assert round_results(agreed, agreed.stages["Swiss"], 1).look == ()


def test_a_table_that_calls_is_marked() -> None:
    shown = room(event_with(DirectorCalled("Swiss", 1, 4)))
    assert [tile.table for tile in shown.calling] == [4] == [tile.table for tile in shown.select_tiles("calling")]


def test_late_arrivals_late_rounds_and_forfeits() -> None:
    event = event_with()
    seating = event.stage("Swiss").round(1).seatings[2]
    shown = room(event_with(ArrivedLate(seating.ew, "Swiss", 1, 5), MatchForfeited("Swiss", 1, 3, "")))
    assert [tile.status for tile in shown.tiles[:3]] == [Status.WAITING, Status.LATE, Status.FORFEITED]
    times = TimetableSet("Swiss", (RoundTime(1, "2026-07-04T10:00:00+10:00", "2026-07-04T11:00:00+10:00"),))
    timed = event_with(times, result(2, 3))
    assert room(timed, "2026-07-04T10:59:00+10:00").tiles[1].status is Status.PLAYING
    assert {tile.status for tile in room(timed, "2026-07-04T11:01:00+10:00").tiles} == {Status.LATE}
    assert times_of(timed, "2026-07-04T10:48:00+10:00")[0].left == "12 min left"
    assert times_of(timed, "2026-07-04T11:03:00+10:00")[0].out
    assert times_of(timed, "2026-08-04T11:03:00+10:00") == ()


def test_the_one_who_declared_the_other_way_is_looked_at() -> None:
    same = [result(table, 5, "4S N =") for table in range(1, 6)]
    found = doubts(event_with(*same, result(6, 5, "4S E =")).stage("Swiss"), 1)
    assert [doubt.place for doubt in found] == [(6, "", 5)]
    assert "5 tables" in str(found[0].why)
    assert doubts(event_with(*same[:3], result(6, 5, "4S E =")).stage("Swiss"), 1) == ()
    assert doubts(event_with(*same, result(6, 5, "4H E -1")).stage("Swiss"), 1) == ()


def test_a_swing_that_is_rarely_earned_is_looked_at() -> None:
    same = [result(table, 5, "4S N =") for table in range(1, 8)]
    found = doubts(event_with(*same, result(8, 5, "7NTXX N -7")).stage("Swiss"), 1)
    assert [(doubt.place, str(doubt.why)[:10]) for doubt in found] == [((8, "", 5), "a swing of")]


def test_closing_says_what_is_missing_and_what_comes_next() -> None:
    closing = closing_of(event_with(result(2, 3)), "Swiss")
    assert (closing.step, len(closing.missing), str(closing.missing[0])) == ("close round", 63, "table 1, board 1")
    over = replay(plan_for(RULES), PLAYED)
    assert closing_of(over, "Swiss").step == "over"
    assert closing_of(replay(plan_for(RULES), PLAYED[:-1]), "Swiss").step == "close stage"
    assert can_start(over) == ()
    assert can_start(replay(plan_for(RULES), PLAYED[:5])) == ()
