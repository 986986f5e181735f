"""A board that was played twice, or not at all, or is played later: recorded, with what the Laws make of it."""

from dataclasses import replace

from django.test import Client

from books import whole_book
from overtrick.core.event.acts import (
    BoardPutOff,
    DrawPublished,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    StageClosed,
)
from overtrick.core.model.notation import read_result, write_result
from overtrick.ledger.durable.book import DurableBook
from overtrick.views.open_boards import board_is_open
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from overtrick.web.table.sheet import playing_at, sheet
from web.desk.conftest import held_with, rehearsed
from web.desk.test_redrawn import in_round_two, sound
from web.desk.test_reinstated import SWISS, order
from web.desk.test_taken_back import take_back
from web.desk.test_wrong_places import ask, swiss
from web.rehearsed import until


def draw_of(number: int) -> DrawPublished:
    """The draw of a round of the Swiss of eight."""
    drawn = (each.act for each in rehearsed(8) if isinstance(each.act, DrawPublished))
    return next(act for act in drawn if act.round == number)


def without_one(congress: Congress) -> tuple[BookRecord, int, str]:
    """A Swiss of eight in whose second round everything is in but the last board of table 1; that board, its result."""
    kept, result = [], ""
    missing = draw_of(2).seatings[0].boards[-1]
    for each in rehearsed(8):
        act = each.act
        if getattr(act, "round", 0) == 2 and isinstance(act, RoundClosed):
            break
        if (getattr(act, "round", 0), getattr(act, "table", 0), getattr(act, "board", 0)) == (2, 1, missing):
            result = write_result(act.result) if isinstance(act, ResultPosted) else result
            continue
        kept.append(each)
    return held_with(congress, kept), missing, result


def round_at_table_one(held: BookRecord) -> int:
    """The round that the phone of table 1 shows."""
    here = playing_at(event_projection(held).event, 1, "")
    return here.drawn.number if here is not None else 0


def last_act() -> object:
    *_, last = DurableBook("swiss").postings()
    return last.act


def test_a_board_is_played_later(congress: Congress, chief: Client) -> None:
    held, board, result = without_one(congress)
    place = {"table": "1", "board": str(board)}
    table = chief.get(f"{SWISS}results/?stage=Swiss&round=2&table=1").content.decode()
    assert "do/not-played/" in table
    assert "has no result for table 1" in ask(chief, "close-round")
    before = order(held)
    ask(chief, "not-played", **place, what="later")
    assert isinstance(last_act(), BoardPutOff)
    assert order(held) == before, "nothing is scored by it"
    room = chief.get(f"{SWISS}room/").content.decode()
    assert f"round 2, table 1, board {board}" in room, "it is shown as owed"
    assert "Every result is in, except those of boards to be played later" in room
    assert "4 of 4 tables complete" in room
    assert "still owes results" not in room
    results = chief.get(f"{SWISS}results/?stage=Swiss&round=2").content.decode()
    assert "entered, 0 missing" in results
    assert "To be played later" in results
    close = chief.get(f"{SWISS}close/").content.decode()
    assert f"round 2, table 1, board {board}. You can close the round without it, but not the stage." in close
    assert "1 board is to be played later" in ask(chief, "close-round").lower()
    state = event_projection(held).event.stage("Swiss")
    assert state.round(2).closed
    assert "You cannot close the stage without it." in chief.get(f"{SWISS}close/").content.decode()
    assert not board_is_open(state, 2, board), "nobody sees what a table has still to play"
    assert f"round 2, table 1, board {board}" in chief.get(f"{SWISS}room/").content.decode(), "in a closed round too"
    post(held, ResultPosted("Swiss", 2, 1, board, read_result(result), seat="North"), "phone", "late")
    state = event_projection(held).event.stage("Swiss")
    assert not state.round(2).owed
    assert board_is_open(state, 2, board)
    assert "played later" not in chief.get(f"{SWISS}room/").content.decode()
    assert sound()


def test_a_stage_is_not_closed_while_a_board_is_owed(congress: Congress, chief: Client) -> None:
    book = rehearsed(8)
    last = next(each for each in reversed(book) if isinstance(each.act, ResultPosted))
    assert isinstance(last.act, ResultPosted)
    act = last.act
    kept = [
        each for each in book
        if not isinstance(each.act, StageClosed | RoundClosed) or getattr(each.act, "round", 99) < act.round
    ]  # fmt: skip
    where = (act.round, act.table, act.board)
    kept = [
        each for each in kept
        if tuple(getattr(each.act, name, 0) for name in ("round", "table", "board")) != where
        and (not getattr(each.act, "stage", "") or each.act.stage == act.stage)  # type: ignore[union-attr]
    ]  # fmt: skip
    held = held_with(congress, kept)
    number = str(act.round)
    place = {"table": str(act.table), "board": str(act.board), "round": number}
    ask(chief, "not-played", **place, what="later")
    ask(chief, "close-round", round=number)
    assert event_projection(held).event.stage("Swiss").round(act.round).closed
    assert "is still to be played" in ask(chief, "close-stage")
    ask(chief, "rule", **place, result="AV+ AV-", clause="Law 12C2(a)")
    assert "to be played later" not in ask(chief, "close-stage")
    assert event_projection(held).event.stage("Swiss").closed
    assert sound()


def test_a_phone_goes_on_and_can_go_back(congress: Congress) -> None:
    held, board, _ = without_one(congress)
    post(held, BoardPutOff("Swiss", 2, 1, board, "slow"), "director", "later")
    assert round_at_table_one(held) == 2
    post(held, RoundClosed("Swiss", 2), "director", "close")
    post(held, replace(draw_of(3), by_hand="as rehearsed"), "director", "draw")
    assert round_at_table_one(held) == 3
    assert sheet(event_projection(held).event, "", 1, "").other == 2, "and from there it can go back"


def test_a_board_that_was_not_played_is_ruled_on_by_fault_or_has_no_score(congress: Congress, chief: Client) -> None:
    held, board, _ = without_one(congress)
    place = {"table": "1", "board": str(board)}
    assert "how far each side" in ask(chief, "not-played", **place, what="awarded")
    faults = {"ns_fault": "in no way at fault", "ew_fault": "directly at fault"}
    ask(chief, "not-played", **place, what="awarded", **faults)
    act = last_act()
    assert isinstance(act, RulingGiven)
    assert (act.clause, write_result(act.result)) == ("Law 12C2(a)", "AV+ AV-")
    take_back(chief, event_projection(held).last)
    ask(chief, "not-played", **place, what="nothing")
    assert isinstance(act := last_act(), ResultPosted)
    assert write_result(act.result).startswith("NP")
    assert sound()


def test_the_first_result_of_a_board_played_twice_stands(congress: Congress, chief: Client) -> None:
    held = in_round_two(congress)
    board = swiss(held)[1][2][0]
    first = event_projection(held).event.stage("Swiss").round(2).results[1, "", board].result
    place = {"table": "1", "board": str(board)}
    assert "do/played-twice/" in chief.get(f"{SWISS}results/?stage=Swiss&round=2&table=1").content.decode()
    assert "known to have played" in ask(chief, "played-twice", **place)
    before = order(held)
    ask(chief, "correct", **place, result="7NTXX N -13")
    assert order(held) != before
    ask(chief, "played-twice", **place)
    assert isinstance(act := last_act(), ResultCorrected)
    assert (act.result, order(held)) == (first, before)
    assert sound()


def test_a_board_that_one_of_them_had_played_is_cancelled_and_ruled_on(congress: Congress, chief: Client) -> None:
    rules = "anc-2026/one-day-matchpoint-pairs"
    held = held_with(congress, until(list(whole_book(rules, 10, faults=False)), "Sessions", 2, 99), rules=rules)
    stage, state = next(iter(event_projection(held).event.stages.items()))
    first, second = (state.round(number).seatings[1] for number in (1, 2))
    known = next(each for each in first.boards if each not in second.boards)
    place = {"stage": stage, "table": "1", "board": str(known), "instead": str(second.boards[0])}
    refused = ask(chief, "played-twice", **place)
    assert "Law 15B1" in refused
    assert "how far each side" in refused
    ask(chief, "played-twice", **place, ns_fault="directly at fault", ew_fault="partly at fault")
    act = last_act()
    assert isinstance(act, RulingGiven)
    assert (act.board, act.clause) == (second.boards[0], "Law 15B1, 15B3, 12C2(a)")
    assert write_result(act.result) == "AV- AV"
