"""An evening of teams on which something is ruled and appealed."""

from directing import Room, by_table, numbers
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, RoundTime, TimetableSet
from overtrick.core.model.contestants import Player

STATE = "sabf-2020/state-teams"


def when(time: str, day: int = 7) -> str:
    return f"2020-10-{day:02}T{time}:00+10:30"


EVENING = (RoundTime(1, when("19:30"), when("21:15")), RoundTime(2, when("21:20"), when("23:00")))


def team(number: str) -> EntryTaken:
    return EntryTaken(
        number, players=tuple(Player(f"{number}{letter}") for letter in "ABCD"), leave="known to the desk"
    )


def evening(name: str = STATE, entries: int = 12, times: tuple[RoundTime, ...] = EVENING) -> Room:
    """A Wednesday evening of teams: the first stage drawn and played for a round, its times set."""
    room = Room(name)
    room.do(EventOpened(name, "", "", ""), *(team(number) for number in numbers(entries)), EntriesClosed())
    stage = room.event.current_plan().stages[0].name
    room.start(stage)
    room.draw(stage)
    room.do(TimetableSet(stage, times))
    room.results(stage, 1, by_table(lambda table: "4S S =" if table == 1 else "1NT N ="))
    return room
