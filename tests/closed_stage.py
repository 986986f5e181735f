"""A Mixed Butler whose first stage closed with a review open, and whose second stage is under way."""

from directing import Room, by_strength, numbers
from overtrick.core.event.acts import ReviewAsked, ScoresShown, StageClosed

MIXED = "anc-2026/mixed-butler"
SHOWN, IN_TIME, TOO_LATE = (f"2026-07-04T{time}:00+10:00" for time in ("09:45", "10:00", "12:10"))


def second_stage_under_way(board: int = 0) -> Room:
    """Stage 1 of fourteen pairs is closed, shown at 09:45, pair 13 having asked for a review; Stage 2 has a round."""
    room = Room(MIXED).enter(numbers(14))
    stage = room.start("Stage 1")
    room.play("Stage 1", by_strength(stage, numbers(14)))
    room.do(ScoresShown("Stage 1", 10, SHOWN))
    seating = stage.round(10).seating_of("13")
    assert seating is not None
    asked = ReviewAsked("13", "Stage 1", 10, "unauthorised information", seating.table, board and seating.boards[0])
    room.do(asked, at=IN_TIME)
    room.do(StageClosed("Stage 1"), at=IN_TIME)
    second = room.start("Stage 2")
    room.play("Stage 2", by_strength(second, numbers(14)), rounds=1)
    return room
