"""What a device says beside the book: taken once, agreed with a phone, disputed, put right, or left to the director."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from directing import Room, numbers
from overtrick.core.event.acts import (
    Act,
    DirectorCalled,
    NoteMade,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.notation import read_result
from overtrick.director.decide import decide
from overtrick.director.devices import BY, AssessedReport, ReportVerdict, take, weigh
from overtrick.director.posting import Poster, decided_on, keep
from overtrick.formats.bridgemate.plan import CLOSED_ROOM, NOT_PLAYED, REVERSED, DeviceReport
from overtrick.views.bridgemates import device_plan
from overtrick.views.room import room_of

STAGE = "Night"


@dataclass
class RoomDesk:
    """A test's own event, for devices."""

    room: Room

    def event(self) -> Tournament:
        return self.room.event

    def post(self, act: Act, key: str) -> None:
        intention = decided_on(self.room.event, act, Poster(BY, "2026-07-04T11:00:00+10:00", key), decide)
        keep(self.room.event, self.room.book, intention)


@pytest.fixture
def room() -> Room:
    made = Room("club/pairs-night").enter(numbers(12))
    made.start(STAGE)
    made.draw(STAGE)
    return made


@pytest.fixture
def said(room: Room) -> Callable[..., DeviceReport]:
    """A word of the device at table 1 in round 1 on its first board."""
    play = next(each for each in device_plan(room.event, STAGE).plays if (each.table, each.round) == (1, 1))

    def word(result: str, **other: object) -> DeviceReport:
        made = DeviceReport("A", 1, 1, play.boards[0], play.ns, play.ew, read_result(result) if result else None, 1)
        return replace(made, **other)  # type: ignore[arg-type]  # a test names fields

    return word


def acts(found: list[AssessedReport]) -> list[type]:
    return [type(act) for each in found for _, act in each.acts]


def test_the_first_word_is_the_result_and_is_taken_once(room: Room, said: Callable[..., DeviceReport]) -> None:
    first = take(RoomDesk(room), STAGE, [said("4S N =", lead="SK")])
    again = take(RoomDesk(room), STAGE, [said("4S N =", lead="SK", number=9)])
    assert [each.verdict for each in (*first, *again)] == [ReportVerdict.NEW, ReportVerdict.SAME]
    assert acts(first) == [ResultPosted]
    assert acts(again) == []


@pytest.mark.parametrize(
    ("device", "verdict"), [("4S N =", ReportVerdict.AGREES), ("4S N -1", ReportVerdict.DIFFERENT)]
)
def test_a_phone_and_a_device_agree_or_the_desk_sees_both(
    room: Room, said: Callable[..., DeviceReport], device: str, verdict: ReportVerdict
) -> None:
    board = said("").board
    room.do(ResultPosted(STAGE, 1, 1, board, read_result("4S N ="), seat="North"))
    (found,) = take(RoomDesk(room), STAGE, [said(device)])
    known = room.event.stage(STAGE).round(1).results[1, "", board]
    assert found.verdict is verdict
    assert (known.confirmed, known.disputed) == (verdict is ReportVerdict.AGREES, verdict is ReportVerdict.DIFFERENT)
    shown = room_of(room.event, STAGE, 1, 1).disputes
    assert [claim.who for each in shown for claim in each.claims] == (["North", BY] if known.disputed else [])


@pytest.mark.parametrize("phone", ["4S N =", "4S N -1"])
def test_the_device_first_and_then_a_phone(room: Room, said: Callable[..., DeviceReport], phone: str) -> None:
    take(RoomDesk(room), STAGE, [said("4S N =")])
    board = said("").board
    room.do(ResultPosted(STAGE, 1, 1, board, read_result(phone), seat="East"))
    known = room.event.stage(STAGE).round(1).results[1, "", board]
    assert (known.confirmed, known.disputed) == (phone == "4S N =", phone != "4S N =")
    (found,) = take(RoomDesk(room), STAGE, [said(phone, number=2)])
    assert found.verdict is (ReportVerdict.SAME if known.confirmed else ReportVerdict.AGREES)
    assert room.event.stage(STAGE).round(1).results[1, "", board].confirmed


def test_a_device_puts_its_own_word_right_back_and_forth(room: Room, said: Callable[..., DeviceReport]) -> None:
    desk = RoomDesk(room)
    told = [take(desk, STAGE, [said(result)]) for result in ("4S N =", "4S N -1", "4S N =", "4S N =")]
    assert [acts(each) for each in told] == [[ResultPosted], [ResultCorrected], [ResultCorrected], []]
    assert str(room.event.stage(STAGE).round(1).results[1, "", said("").board].result) == "4S by North ="


def test_what_both_agreed_is_not_changed_by_a_device(room: Room, said: Callable[..., DeviceReport]) -> None:
    desk, board = RoomDesk(room), said("").board
    take(desk, STAGE, [said("4S N =")])
    known = room.event.stage(STAGE).round(1).results[1, "", board]
    room.do(ResultConfirmed(STAGE, 1, 1, board, result=known.result, seen=known.latest, seat="East"))
    (found,) = take(desk, STAGE, [said("4S N -1")])
    assert (found.verdict, acts([found])) == (ReportVerdict.DIFFERENT, [NoteMade, DirectorCalled])
    assert room.event.stage(STAGE).round(1).results[1, "", board].confirmed
    (again,) = take(desk, STAGE, [said("4S N -1")])
    assert (again.verdict, again.acts) == (ReportVerdict.DIFFERENT, ())


def test_what_the_desk_put_right_stays(room: Room, said: Callable[..., DeviceReport]) -> None:
    take(RoomDesk(room), STAGE, [said("4S N =")])
    room.do(ResultCorrected(STAGE, 1, 1, said("").board, read_result("4S N +1"), "counted again"))
    (found,) = take(RoomDesk(room), STAGE, [said("4S N =", number=5)])
    assert found.acts == ()


@pytest.mark.parametrize(
    ("other", "verdict"),
    [
        ({"doubt": REVERSED}, ReportVerdict.REVERSED),
        ({"ns": 99}, ReportVerdict.UNKNOWN_PAIR),
        ({"board": 77}, ReportVerdict.IMPOSSIBLE),
        ({"table": 50}, ReportVerdict.IMPOSSIBLE),
        ({"round": 50}, ReportVerdict.IMPOSSIBLE),
        ({"result": None, "doubt": "the device says “?”"}, ReportVerdict.IMPOSSIBLE),
        ({"result": read_result("NP"), "doubt": NOT_PLAYED}, ReportVerdict.DIRECTOR),
        ({"result": read_result("60% 40%")}, ReportVerdict.DIRECTOR),
    ],
)
def test_what_cannot_be_scored_is_raised_once_and_never_scored(
    room: Room, said: Callable[..., DeviceReport], other: dict[str, object], verdict: ReportVerdict
) -> None:
    word = replace(said("4S N ="), **other)  # type: ignore[arg-type]  # a test names fields
    (found,) = take(RoomDesk(room), STAGE, [word])
    (again,) = take(RoomDesk(room), STAGE, [word])
    assert (found.verdict, again.verdict, again.acts) == (verdict, verdict, ())
    assert acts([found])[0] is NoteMade
    assert not room.event.stage(STAGE).round(1).results


def test_pairs_the_other_way_round_are_raised(room: Room, said: Callable[..., DeviceReport]) -> None:
    word = said("4S N =")
    (found,) = weigh(room.event, STAGE, [replace(word, ns=word.ew, ew=word.ns)])
    assert found.verdict is ReportVerdict.REVERSED


def test_a_result_taken_back_is_for_the_director_and_one_never_given_is_nothing(
    room: Room, said: Callable[..., DeviceReport]
) -> None:
    assert weigh(room.event, STAGE, [said("", erased=True)])[0].verdict is ReportVerdict.SAME
    take(RoomDesk(room), STAGE, [said("4S N =")])
    (found,) = take(RoomDesk(room), STAGE, [said("", erased=True)])
    assert (found.verdict, acts([found])) == (ReportVerdict.DIRECTOR, [NoteMade, DirectorCalled])


def test_a_device_that_disputes_says_otherwise_again(room: Room, said: Callable[..., DeviceReport]) -> None:
    room.do(ResultPosted(STAGE, 1, 1, said("").board, read_result("4S N ="), seat="North"))
    desk = RoomDesk(room)
    told = [take(desk, STAGE, [said(result)]) for result in ("4S N -1", "4S N -2", "4S N =")]
    assert [acts(each) for each in told] == [[ResultDisputed], [ResultDisputed], [ResultConfirmed]]


def test_a_match_of_teams_has_its_closed_room_a_hundred_tables_on() -> None:
    room = Room("club/swiss-teams").enter(numbers(8))
    stage = room.event.current_plan().stages[0].name
    room.start(stage)
    room.draw(stage)
    plays = {play.table: play for play in device_plan(room.event, stage).plays}
    open_room, closed = plays[1], plays[1 + CLOSED_ROOM]
    assert (open_room.ns, open_room.ew, open_room.boards) == (closed.ew, closed.ns, closed.boards)
    word = DeviceReport("A", closed.table, 1, closed.boards[0], closed.ns, closed.ew, read_result("4S N ="), 1)
    take(RoomDesk(room), stage, [word])
    assert list(room.event.stage(stage).round(1).results) == [(1, "closed", closed.boards[0])]


@dataclass
class OvertakenDesk(RoomDesk):
    """A desk to which a phone posts between a device's word being weighed and posted."""

    phone: Act | None = None

    def post(self, act: Act, key: str) -> None:
        if self.phone is not None:
            phone, self.phone = self.phone, None
            super().post(phone, "phone")
        super().post(act, key)


def test_a_word_that_a_phone_overtakes_is_weighed_again(room: Room, said: Callable[..., DeviceReport]) -> None:
    word = said("4S N =")
    phone = ResultPosted(STAGE, 1, 1, word.board, read_result("4S N -1"), seat="North")
    [found] = take(OvertakenDesk(room, phone), STAGE, [word])
    assert found.verdict is ReportVerdict.DIFFERENT
    assert room.event.stage(STAGE).round(1).results[1, "", word.board].disputed
