"""What was agreed is what was seen: who says what of a board, and what becomes of a second word on it."""

import json
from dataclasses import replace

import pytest

from directing import HERE, Room, flat, numbers
from overtrick.core.errors import DirectorError, ResultRefused
from overtrick.core.event.acts import (
    Act,
    Posting,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    RoundClosed,
    RulingGiven,
)
from overtrick.core.event.fold.tournament import replay
from overtrick.core.event.score.rounds import RecordedResult
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Result
from overtrick.director.agreement import AgreedAlready, NotAsSeen, OwnEntry, RoundOver
from overtrick.director.decide import decide
from overtrick.lab.verify import verify
from overtrick.ledger.codec import read_posting, write_posting
from overtrick.regulations.plan.event_book import plan_for

CONGRESS = "nsw-swiss-pairs/congress"
MADE, DOWN, TWO_DOWN = (read_result(f"4H N {over}") for over in ("=", "-1", "-2"))
AT = ("Swiss", 1, 1, 1)


@pytest.fixture
def room() -> Room:
    """A congress of eight, its first round drawn."""
    made = Room(CONGRESS).enter(numbers(8))
    made.start("Swiss")
    made.draw("Swiss")
    return made


def enters(result: Result, seat: str = "North") -> ResultPosted:
    return ResultPosted(*AT, result, seat=seat)


def enters_again(result: Result, seat: str) -> ResultCorrected:
    return ResultCorrected(*AT, result, "put right at the table", confirmed=False, seat=seat)


def agrees(result: Result | None, seat: str = "East", seen: int = 0) -> ResultConfirmed:
    return ResultConfirmed(*AT, result=result, seen=seen, seat=seat)


def disputes(result: Result | None, seat: str = "East", seen: int = 0) -> ResultDisputed:
    return ResultDisputed(*AT, result=result, seen=seen, seat=seat)


def board(room: Room) -> RecordedResult:
    found = room.event.stage("Swiss").result_at(1, 1, "", 1)
    assert found is not None
    return found


def last(room: Room) -> Act:
    return list(room.book.postings())[-1].act


def refused(room: Room, act: Act, kind: type[DirectorError]) -> DirectorError:
    before = room.event.last
    with pytest.raises(kind) as refusal:
        room.do(act)
    assert room.event.last == before
    assert refusal.value.remedy
    return refusal.value


def proved(room: Room) -> None:
    """The book is sound, and reads back as it was written."""
    assert verify(plan_for(CONGRESS), room.book.postings()).objections == ()
    for posting in room.book.postings():
        line = write_posting(posting, "x")
        assert read_posting(line)[0] == posting
        assert write_posting(read_posting(line)[0], "x") == line


# Agreeing


def test_an_agreement_holds_what_was_seen_and_who_says_so(room: Room) -> None:
    room.do(enters(MADE))
    first = room.event.last
    room.do(agrees(MADE))
    assert last(room) == ResultConfirmed(*AT, result=MADE, seen=first, seat="East")
    assert board(room).confirmed
    proved(room)


def test_nobody_agrees_to_what_was_changed_since_they_looked(room: Room) -> None:
    room.do(enters(MADE), enters_again(TWO_DOWN, "South"))
    refusal = refused(room, agrees(MADE), NotAsSeen)
    assert isinstance(refusal, NotAsSeen)
    assert (refusal.known.result, refusal.known.seat) == (TWO_DOWN, "South")
    assert "4H by North −2 from South" in str(refusal)
    assert not board(room).confirmed


def test_changed_and_changed_back_is_what_was_seen(room: Room) -> None:
    room.do(enters(MADE), enters_again(DOWN, "South"), enters_again(MADE, "North"), agrees(MADE))
    assert board(room).confirmed
    proved(room)


def test_an_agreement_that_names_nothing_is_refused(room: Room) -> None:
    room.do(enters(MADE))
    assert "which result was seen" in str(refused(room, agrees(None), DirectorError))
    assert "which result was seen" in str(refused(room, disputes(None), DirectorError))


def test_a_posting_may_be_named_instead_of_the_result(room: Room) -> None:
    room.do(enters(MADE))
    refused(room, agrees(None, seen=room.event.last - 1), NotAsSeen)
    refused(room, disputes(None, seen=room.event.last - 1), NotAsSeen)
    room.do(agrees(None, seen=room.event.last))
    assert board(room).confirmed
    act = last(room)
    assert isinstance(act, ResultConfirmed)
    assert act.result == MADE
    proved(room)


@pytest.mark.parametrize("seat", ["North", "South"])
def test_the_side_that_entered_it_cannot_agree(room: Room, seat: str) -> None:
    room.do(enters(MADE))
    refused(room, agrees(MADE, seat), OwnEntry)


@pytest.mark.parametrize("seat", ["North", "East", ""])
def test_what_the_desk_entered_either_side_agrees_to(room: Room, seat: str) -> None:
    room.do(enters(MADE, ""), agrees(MADE, seat))
    assert board(room).confirmed
    proved(room)


def test_a_seat_that_does_not_exist_is_refused(room: Room) -> None:
    refused(room, enters(MADE, "Centre"), ResultRefused)
    room.do(enters(MADE))
    refused(room, agrees(MADE, "E"), ResultRefused)


def test_what_is_agreed_is_not_changed_from_the_table(room: Room) -> None:
    room.do(enters(MADE), agrees(MADE))
    for act in (
        enters(DOWN, "West"), enters_again(DOWN, "North"), disputes(MADE, "West"), agrees(DOWN, "West"),
    ):  # fmt: skip
        refused(room, act, AgreedAlready)
    for act in (enters(MADE, "West"), agrees(MADE, "West")):
        assert decide(room.event, act).acts == ()


# A second word


def test_two_different_first_entries_are_a_dispute_that_keeps_both(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"))
    assert last(room) == ResultDisputed(*AT, seat="West", says=DOWN)
    known = board(room)
    assert known.other is not None
    assert (known.result, known.seat, known.disputed, known.confirmed) == (MADE, "North", True, False)
    assert (known.other.result, known.other.seat, known.other.posting) == (DOWN, "West", room.event.last)
    proved(room)


def test_the_same_result_entered_by_both_sides_is_agreed(room: Room) -> None:
    room.do(enters(MADE), enters(MADE, "West"))
    act = last(room)
    assert isinstance(act, ResultConfirmed)
    assert (act.result, act.seat) == (MADE, "West")
    assert board(room).confirmed
    proved(room)


def test_the_same_result_from_the_same_side_is_nothing_new(room: Room) -> None:
    room.do(enters(MADE))
    assert decide(room.event, enters(MADE, "South")).acts == ()


def test_either_side_takes_the_others_word_by_agreeing_to_it(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"))
    seen = room.event.last
    room.do(agrees(DOWN, "North", seen))
    known = board(room)
    assert (known.result, known.posting, known.seat, known.confirmed) == (DOWN, seen, "West", True)
    assert known.other is None
    assert known.score.field is not None
    assert known.score.field.value < 0
    proved(room)


def test_the_other_side_takes_the_first_word_too(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"))
    room.do(agrees(MADE, "East", room.event.last))
    assert (board(room).result, board(room).confirmed) == (MADE, True)
    proved(room)


def test_no_side_agrees_to_its_own_word_of_two(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"))
    refused(room, agrees(DOWN, "East", room.event.last), OwnEntry)
    refused(room, agrees(MADE, "South", room.event.last), OwnEntry)


def test_an_agreement_from_before_the_second_word_settles_nothing(room: Room) -> None:
    """East agreed on North's phone, without network; West had entered something else meanwhile."""
    room.do(enters(DOWN, "West"))
    room.do(enters(MADE, "North"))
    refusal = refused(room, agrees(MADE, "East"), NotAsSeen)
    assert "4H by North −1 from West, 4H by North = from North" in str(refusal)
    assert board(room).disputed


def test_an_agreement_from_before_a_dispute_settles_nothing(room: Room) -> None:
    room.do(enters(MADE))
    seen = room.event.last
    room.do(disputes(MADE, "East", seen))
    refused(room, agrees(MADE, "West", seen), NotAsSeen)
    room.do(agrees(MADE, "West", room.event.last))
    assert board(room).confirmed
    proved(room)


def test_a_dispute_of_what_has_changed_is_refused(room: Room) -> None:
    room.do(enters(MADE), enters_again(DOWN, "North"))
    refused(room, disputes(MADE), NotAsSeen)
    room.do(disputes(DOWN))
    assert last(room) == ResultDisputed(*AT, result=DOWN, seen=board(room).posting, seat="East")
    proved(room)


def test_a_side_puts_its_own_word_right_and_the_others_stays(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"), enters_again(TWO_DOWN, "North"))
    known = board(room)
    assert known.other is not None
    assert (known.result, known.other.result, known.disputed) == (TWO_DOWN, DOWN, True)
    room.do(enters_again(MADE, "East"))
    known = board(room)
    assert known.other is not None
    assert (known.result, known.other.result, known.other.seat) == (TWO_DOWN, MADE, "East")
    proved(room)


def test_a_side_that_enters_the_others_word_agrees_to_it(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"), enters_again(DOWN, "South"))
    assert (board(room).result, board(room).confirmed) == (DOWN, True)
    proved(room)


def test_partners_who_enter_different_results_are_two_words_until_one_is_put_right(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "South"))
    assert board(room).disputed
    refused(room, agrees(DOWN, "North", room.event.last), OwnEntry)
    room.do(enters_again(TWO_DOWN, "North"))
    known = board(room)
    assert (known.result, known.other, known.disputed) == (TWO_DOWN, None, False)
    room.do(agrees(TWO_DOWN, "West"))
    proved(room)


def test_what_the_desk_entered_is_disputed_by_a_seat_and_not_overwritten(room: Room) -> None:
    room.do(enters(MADE, ""), enters_again(DOWN, "North"))
    assert (board(room).result, board(room).disputed) == (MADE, True)
    proved(room)


@pytest.mark.parametrize(
    "act",
    [
        ResultCorrected(*AT, DOWN, "the score sheet"),
        RulingGiven(*AT, read_result("AV+ AV-"), "Law 12C", "nobody knows"),
        ResultConfirmed(*AT, result=DOWN),
    ],
)
def test_the_desk_settles_two_words(room: Room, act: Act) -> None:
    room.do(enters(MADE), enters(DOWN, "West"))
    if isinstance(act, ResultConfirmed):
        refused(room, act, NotAsSeen)  # an official too says what was on the screen
        act = replace(act, seen=room.event.last)
    room.do(act)
    assert (board(room).confirmed, board(room).other) == (True, None)
    proved(room)


def test_closing_a_round_names_the_boards_that_are_not_agreed(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"))
    room.results("Swiss", 1, flat)
    assert room.do(RoundClosed("Swiss", 1))[1] == "disputed results: table 1, board 1"


def test_the_others_word_is_taken_only_if_it_scores_beside_the_other_room() -> None:
    teams = Room("anc-2026/three-day-teams").enter(numbers(8))
    teams.start("Matches")
    teams.draw("Matches")
    at, plus = ("Matches", 1, 1, 1), read_result("AV+ AV-")
    teams.do(ResultPosted(*at, MADE, "open", seat="North"), ResultPosted(*at, MADE, "closed", seat="North"))
    teams.do(ResultDisputed(*at, "open", seat="West", says=plus))
    seen = teams.event.last
    teams.do(RulingGiven(*at, plus, "Law 12C", "to the other side", "closed"))
    with pytest.raises(DirectorError):
        teams.do(ResultConfirmed(*at, "open", plus, seen, "North"))
    assert teams.event.stage("Matches").result_at(1, 1, "open", 1) is not None


def test_an_impossible_second_word_is_refused(room: Room) -> None:
    room.do(enters(MADE))
    refused(room, enters(read_result("7NT N ="), "Nobody"), ResultRefused)
    refused(room, replace(disputes(MADE), says=read_result("+15")), DirectorError)


# Closed rounds, and older books


def test_a_table_changes_nothing_in_a_closed_round_and_may_still_agree(room: Room) -> None:
    room.do(enters(MADE))
    room.results("Swiss", 1, flat)
    room.do(RoundClosed("Swiss", 1))
    for act in (enters(DOWN, "West"), enters_again(DOWN, "North"), disputes(MADE)):
        refused(room, act, RoundOver)
    room.do(agrees(MADE))
    assert board(room).confirmed


def test_the_others_word_is_not_taken_once_the_round_is_closed(room: Room) -> None:
    room.do(enters(MADE), enters(DOWN, "West"))
    seen = room.event.last
    room.results("Swiss", 1, flat)
    room.do(RoundClosed("Swiss", 1))
    refused(room, agrees(DOWN, "North", seen), RoundOver)


def test_older_books_that_do_not_say_what_was_seen_read_fold_and_prove_as_before(room: Room) -> None:
    room.do(enters(MADE, ""), ResultPosted("Swiss", 1, 2, 1, MADE))
    acts: tuple[Act, ...] = (
        ResultDisputed(*AT), ResultConfirmed(*AT), ResultDisputed("Swiss", 1, 2, 1),
        ResultCorrected("Swiss", 1, 2, 1, DOWN, "put right", confirmed=False), ResultConfirmed("Swiss", 1, 2, 1),
    )  # fmt: skip
    old = [
        *room.book.postings(),
        *(
            Posting(room.event.last + place, act, "table 1", HERE, f"old{place}")
            for place, act in enumerate(acts, start=1)
        ),
    ]
    for posting in old[-5:]:
        line = write_posting(posting, "x")
        assert not {"seen", "seat", "says"} & set(json.loads(line))
        assert write_posting(read_posting(line)[0], "x") == line
    assert verify(plan_for(CONGRESS), old).objections == ()
    event = replay(plan_for(CONGRESS), old)
    for table, result in ((1, MADE), (2, DOWN)):
        found = event.stage("Swiss").result_at(1, table, "", 1)
        assert found is not None
        assert (found.result, found.confirmed, found.disputed) == (result, True, False)


def test_a_book_in_which_another_result_was_agreed_than_stands_is_objected_to(room: Room) -> None:
    room.do(enters(MADE))
    forged = Posting(room.event.last + 1, agrees(DOWN, seen=room.event.last), "table 1 East", HERE, "forged")
    assert verify(plan_for(CONGRESS), [*room.book.postings(), forged]).objections
