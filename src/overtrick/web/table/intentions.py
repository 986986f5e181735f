"""What a phone may ask for at its own table, read and turned into an act. Whatever cannot be read is refused."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act
from overtrick.core.event.result_acts import (
    DirectorCalled,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
)
from overtrick.core.event.tournament import Tournament
from overtrick.core.model.cards import Card
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import PassedOut, Played
from overtrick.core.model.written import check_text
from overtrick.web.table.links import Place

MOST = 200
"""The longest text a phone sends us in one piece."""
SEAT = 40
"""The longest name of whoever sits there; it becomes part of who posted."""


@dataclass(frozen=True, slots=True)
class Intention:
    """One wish of a phone: its key, what it wants, and who is asking."""

    key: str
    act: Act
    seat: str = ""


def read_intention(place: Place, event: Tournament, said: Mapping[str, object]) -> Intention:
    """The act that a phone's message stands for, at its own table only."""
    key, seat = _text(said, "key", MOST - 20), _text(said, "seat", SEAT)
    if not key:
        raise DirectorError("This message has no key", remedy="Load the page again.")
    return Intention(f"{place.table}{place.room}:{key}", _act(place, event, said), seat)


def _act(place: Place, event: Tournament, said: Mapping[str, object]) -> Act:
    stage, number = _text(said, "stage"), _whole(said, "round")
    match _text(said, "what"):
        case "result":
            return ResultPosted(
                stage, number, place.table, _whole(said, "board"), _played(said), place.room, _lead(said)
            )
        case "put right":
            return _put_right(place, event, said)
        case "agree":
            return ResultConfirmed(stage, number, place.table, _whole(said, "board"), place.room)
        case "dispute":
            return ResultDisputed(stage, number, place.table, _whole(said, "board"), place.room)
        case "call":
            return DirectorCalled(stage, number, place.table, place.room)
        case other:
            raise DirectorError(f"A table cannot ask for “{other}”", remedy="Load the page again.")


def _put_right(place: Place, event: Tournament, said: Mapping[str, object]) -> ResultCorrected:
    """A table puts its own result right only while nobody has agreed to it."""
    stage, number, board = _text(said, "stage"), _whole(said, "round"), _whole(said, "board")
    known = event.stage(stage).recorded(number, place.table, place.room, board)
    if known is not None and known.confirmed:
        raise DirectorError(
            f"Board {board} was agreed as {known.result}", remedy="Call the director if that is not right."
        )
    reason = "put right at the table before it was agreed"
    return ResultCorrected(stage, number, place.table, board, _played(said), reason, place.room, confirmed=False)


def _played(said: Mapping[str, object]) -> Played | PassedOut:
    result = read_result(_text(said, "result"))
    if not isinstance(result, Played | PassedOut):
        raise DirectorError("A table enters what was played", remedy="Call the director for any other score.")
    return result


def _lead(said: Mapping[str, object]) -> str:
    lead = _text(said, "lead")
    return str(Card.parse(lead)) if lead else ""


def _text(said: Mapping[str, object], name: str, longest: int = MOST) -> str:
    value = said.get(name, "")
    if not isinstance(value, str):
        raise DirectorError(f"The {name} cannot be read", remedy="Load the page again.")
    check_text(f"The {name}", value, longest)
    return value.strip()


def _whole(said: Mapping[str, object], name: str) -> int:
    value = said.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 7:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6:
        return value
    raise DirectorError(f"The {name} is not a number", remedy="Load the page again.")
