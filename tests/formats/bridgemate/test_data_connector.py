"""The Data Connector, by its maker's client and a stand-in: valid when sent, read when it comes, safe under kills."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("bridgemate_dataconnector", reason="the maker's client is an extra: overtrick[bridgemate]")

from bridgemate_dataconnector.dto import InitDTO, SectionUpdateDTO
from bridgemate_dataconnector.validation import validate_init_dto, validate_section_update_dto
from chaos_connector import ConnectorTrial

from data_connector import Handler, accepted, put, queued, server
from directing import Room, numbers
from overtrick.cli.bridgemate_connect import Connection
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, DirectorCalled, EntryTaken
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.notation import read_result
from overtrick.director.decide import decide
from overtrick.director.devices import BY
from overtrick.director.posting import Poster, decided_on, keep
from overtrick.formats.bridgemate import data_connector
from overtrick.formats.bridgemate.data_connector import Away, DataConnector, words_of
from overtrick.formats.bridgemate.plan import AWARDED, NOT_PLAYED, REVERSED, Plan, Play, Scoring
from overtrick.views.bridgemates import device_plan

AT = datetime(2026, 11, 15, 19, 30)  # noqa: DTZ001 - devices have the room's own time
STAGE = "Night"


class RoomDesk:
    """A test's own event, for devices."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def event(self) -> Tournament:
        return self.room.event

    def post(self, act: Act, key: str) -> None:
        if all(posting.key != key for posting in self.room.book.postings()):
            intention = decided_on(self.room.event, act, Poster(BY, "2026-07-04T11:00:00+10:00", key), decide)
            keep(self.room.event, self.room.book, intention)


@pytest.fixture
def room() -> Room:
    made = Room("club/pairs-night").enter(numbers(12))
    made.start(STAGE)
    made.draw(STAGE)
    return made


@pytest.fixture
def line(room: Room, tmp_path: Path) -> Iterator[Connection]:
    """Our side of a session, on a stand-in of its own."""
    serving = server(0, tmp_path)
    Thread(target=serving.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{serving.server_address[1]}"
    guid = device_plan(room.event, STAGE).guid
    yield Connection(RoomDesk(room), STAGE, DataConnector(address, guid, "club"))
    serving.shutdown()
    serving.server_close()


@pytest.fixture
def said(room: Room) -> Callable[..., dict[str, Any]]:
    """What the device of table 1 says of its first board, as the connector has it."""
    play = next(each for each in device_plan(room.event, STAGE).plays if (each.table, each.round) == (1, 1))

    def item(**other: object) -> dict[str, Any]:
        return {
            "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": play.boards[0],
            "PairNorthSouth": play.ns, "PairEastWest": play.ew, "DeclaringPair": play.ns, "DeclarerDirection": 1,
            "Level": 4, "Denomination": 4, "Stake": 1, "TotalTricks": 10, "LeadCardRank": 14, "LeadCardSuit": 3,
            **other,
        }  # fmt: skip

    return item


@pytest.mark.parametrize(
    ("other", "result", "doubt"),
    [
        ({}, "4SX N =", ""),
        ({"Stake": 2, "DeclarerDirection": 3, "Denomination": 5, "TotalTricks": 8}, "4NTXX S -2", ""),
        ({"Level": 0}, "PASS", ""),
        ({"Level": -10}, "NP", NOT_PLAYED),
        ({"Level": -3}, "AV- AV+", AWARDED),
        ({"Level": -5}, "AV AV", AWARDED),
        ({"DeclarerDirection": 2}, "4SX E =", REVERSED),
    ],
)
def test_every_level_of_a_result_is_read(
    said: Callable[..., dict[str, Any]], other: dict[str, int], result: str, doubt: str
) -> None:
    (word,) = words_of([said(**other)])
    assert (word.result, word.doubt) == (read_result(result), doubt)
    assert word.lead == "HA"


@pytest.mark.parametrize("other", [{"Denomination": 9}, {"Level": 8}, {"TotalTricks": 20}, {"DeclarerDirection": 0}])
def test_what_is_no_contract_is_no_result(said: Callable[..., dict[str, Any]], other: dict[str, int]) -> None:
    (word,) = words_of([said(**other)])
    assert (word.result, bool(word.doubt)) == (None, True)


@pytest.mark.parametrize("event", ["club/pairs-night", "club/swiss-teams"])
def test_what_is_sent_is_valid_by_the_makers_own_rules(event: str) -> None:
    room = Room(event).enter(numbers(12))
    stage = room.event.current_plan().stages[0].name
    room.start(stage)
    room.draw(stage)
    plan = device_plan(room.event, stage)
    begun = data_connector._init(plan, AT, "club")
    assert isinstance(begun, InitDTO)
    assert validate_init_dto(begun), begun.validation_messages
    update = data_connector._section_update(plan, "A", "club")
    assert isinstance(update, SectionUpdateDTO)
    assert validate_section_update_dto(update), update.validation_messages


def test_a_session_is_begun_once_gone_on_with_and_its_queues_are_accepted_when_kept(
    room: Room, line: Connection, said: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    line.look()
    put(tmp_path, "results", [said(), said(TotalTricks=9)])
    put(tmp_path, "calls", [{"SectionLetters": "A", "TableNumber": 2, "RoundNumber": 1, "Hour": 20, "Status": 1}])
    seats = [
        {
            "SectionLetters": "A",
            "TableNumber": 1,
            "Direction": seat,
            "PlayerNumber": str(seat),
            "LastName": f"Player {seat}",
        }
        for seat in (1, 3)
    ]
    put(tmp_path, "participations", seats)
    line.look()
    assert accepted(tmp_path) == {"results": 2, "participations": 2, "calls": 1}
    acts = [posting.act for posting in room.book.postings() if posting.by == BY]
    assert [type(act).__name__ for act in acts] == ["ResultPosted", "EntryTaken", "DirectorCalled"]
    assert isinstance(acts[1], EntryTaken)
    assert [player.name for player in acts[1].players] == ["Player 1", "Player 3"]
    assert isinstance(acts[2], DirectorCalled)
    line.plan = None  # as after a start
    line.look()
    assert [posting.act for posting in room.book.postings() if posting.by == BY] == acts
    asked = [each["Command"] for each in queued(tmp_path, "asked")]
    assert (asked.count(5), asked.count(31)) == (1, 2)


def test_a_busy_connector_is_asked_again(line: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_connector, "WAIT", 0.0)
    monkeypatch.setattr(Handler, "busy", 3)
    line.look()
    assert line.plan is not None


def test_a_connector_that_is_not_there_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridgemate_dataconnector.client.time.sleep", lambda _: None)
    nobody = DataConnector("http://127.0.0.1:9", "0" * 32)
    with pytest.raises(Away):
        nobody.results()


@pytest.mark.parametrize("play", [Play("A", 1, 1, 1, 2, (1, 3)), Play("A", 1, 1, 1, 2, (1,), 3, 4)])
def test_what_the_connector_does_not_know_is_refused_with_the_file_instead(play: Play) -> None:
    plan = Plan("Night", "0" * 32, Scoring.MATCHPOINTS, 1, (play,))
    with pytest.raises(DirectorError, match=r"Write a \.bws"):
        data_connector._init(plan, AT, "")


def test_a_few_kills_of_either_side_lose_and_double_nothing(tmp_path: Path) -> None:
    with ExitStack() as stack:
        assert ConnectorTrial(Namespace(times=6, tables=3, seed=7), tmp_path, stack).run() == 0
