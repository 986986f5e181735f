"""A Mixed Butler whose first stage closed with a review open, and whose second stage is under way."""

from collections.abc import Mapping
from types import MappingProxyType

from directing import Room, by_strength, numbers
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, ReviewAsked, ScoresShown, StageClosed
from overtrick.core.model import Player

MIXED = "anc-2026/mixed-butler"
SHOWN, IN_TIME, TOO_LATE = (f"2026-07-04T{time}:00+10:00" for time in ("09:45", "10:00", "12:10"))


def first_stage_played(board: int = 0, players: Mapping[str, tuple[Player, ...]] = MappingProxyType({})) -> Room:
    """Stage 1 of fourteen pairs is played, shown at 09:45; pair 13 has asked for a review of its last match."""
    room = Room(MIXED)
    room.do(EventOpened(MIXED, "", "", ""))
    room.do(*(EntryTaken(name, players=players.get(name, ())) for name in numbers(14)), EntriesClosed())
    stage = room.start("Stage 1")
    room.play("Stage 1", by_strength(stage, numbers(14)))
    room.do(ScoresShown("Stage 1", 10, SHOWN))
    seating = stage.round(10).seating_of("13")
    assert seating is not None
    asked = ReviewAsked("13", "Stage 1", 10, "unauthorised information", seating.table, board and seating.boards[0])
    room.do(asked, at=IN_TIME)
    return room


def second_stage_under_way(board: int = 0) -> Room:
    """The same with Stage 1 closed over the review, and a round of Stage 2 played."""
    room = first_stage_played(board)
    room.do(StageClosed("Stage 1"), at=IN_TIME)
    second = room.start("Stage 2")
    room.play("Stage 2", by_strength(second, numbers(14)), rounds=1)
    return room
