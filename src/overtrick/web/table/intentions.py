"""Messages of a phone at its own table, parsed into acts. Anything that cannot be read is refused."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    CallAnswered,
    DirectorCalled,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.cards import Card
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import PassedOut, PlayedContract, Result
from overtrick.core.model.seats import NAMED
from overtrick.core.model.written import check_text
from overtrick.core.wording import phrase
from overtrick.web.table.links import Place
from overtrick.web.table.sheet import playing_at

CALL, NO_CALL = "call", "no call"


@dataclass(frozen=True, slots=True)
class Intention:
    """One message of a phone: its key, its act, and the seat it comes from."""

    key: str
    act: Act
    seat: str = ""


_FIELDS = {
    "key": phrase("The key"), "what": phrase("The message"), "stage": phrase("The stage"), "round": phrase("The round"),
    "draw": phrase("The draw"), "board": phrase("The board"), "seat": phrase("The seat"), "seen": phrase("The posting"),
    "result": phrase("The result"), "lead": phrase("The opening lead"), "about": phrase("The reason"),
}  # fmt: skip
"""The names of a message's fields in refusals."""


class NotThisRound(DirectorError):
    """The phone's message is for a different round from the one at its table."""


def read_intention(place: Place, said: Mapping[str, object]) -> Intention:
    """Parse a phone's message, which is for its own table and from one of its seats."""
    key, seat = _text(said, "key", limits.WORD - 20), _text(said, "seat")
    if not key:
        raise DirectorError("This message has no key", remedy="Reload the page.")
    if seat not in NAMED and (seat or _text(said, "what") not in (CALL, NO_CALL)):
        raise DirectorError("This message does not give your seat", remedy="Reload the page, and tap your seat.")
    return Intention(f"{place.table}{place.room}:{key}", _act(place, said, seat), seat)


def _act(place: Place, said: Mapping[str, object], seat: str) -> Act:
    stage, number, what = _text(said, "stage"), _whole(said, "round"), _text(said, "what")
    if what == CALL:
        return DirectorCalled(stage, number, place.table, place.room, _text(said, "about"), _whole(said, "board", 0))
    if what == NO_CALL:
        return CallAnswered(stage, number, place.table, place.room, taken_back=True)
    if what not in ("result", "put right", "agree", "dispute"):
        raise DirectorError("“{doing}” is not an action that a table can take", remedy="Reload the page.", doing=what)
    at = (stage, number, place.table, _whole(said, "board"))
    match what:
        case "result":
            return ResultPosted(*at, _played_result(said), place.room, _lead(said), seat)
        case "put right":
            reason = "corrected at the table before it was confirmed"
            return ResultCorrected(*at, _played_result(said), reason, place.room, confirmed=False, seat=seat)
        case "agree":
            return ResultConfirmed(*at, place.room, _shown_result(said), _whole(said, "seen", 0), seat)
        case _:
            return ResultDisputed(*at, place.room, _shown_result(said), _whole(said, "seen", 0), seat)


def check_round(place: Place, event: Tournament, said: Mapping[str, object]) -> None:
    """Refuse a message for a different round from the one played at the table.

    A delayed message is accepted while its own round is open, but a call is not. After a new draw, other people are at
    the table, so the message says which draw its page was made from.
    """
    number, late = _whole(said, "round"), _text(said, "what") not in (CALL, NO_CALL)
    drawn = event.stage(_text(said, "stage")).round(number)
    here = playing_at(event, place.table, place.room)
    goes_on = here is not None and number > here.drawn.number
    if here is not None and drawn is not here.drawn and (drawn.closed or not (late or goes_on)):
        raise NotThisRound(
            "Table {table} has finished round {number} and is now playing round {drawn_number}",
            remedy="If a result is missing or wrong, tell the director.",
            number=number,
            table=place.table,
            drawn_number=here.drawn.number,
        )
    if _whole(said, "draw", drawn.posting) != drawn.posting:
        raise NotThisRound(
            "Round {number} was redrawn after this page was opened",
            remedy="Check who is playing at this table now.",
            number=number,
        )


def _shown_result(said: Mapping[str, object]) -> Result | None:
    """The result that was shown on the screen."""
    text = _text(said, "result")
    return read_result(text) if text else None


def _played_result(said: Mapping[str, object]) -> PlayedContract | PassedOut:
    result = read_result(_text(said, "result"))
    if not isinstance(result, PlayedContract | PassedOut):
        raise DirectorError(
            "A table can enter results only for boards that were played",
            remedy="Call the director for any other score.",
        )
    return result


def _lead(said: Mapping[str, object]) -> str:
    lead = _text(said, "lead")
    return str(Card.parse(lead)) if lead else ""


def _text(said: Mapping[str, object], name: str, longest: int = limits.WORD) -> str:
    value = said.get(name, "")
    if not isinstance(value, str):
        raise DirectorError("{field} cannot be read", remedy="Reload the page.", field=_FIELDS[name])
    check_text(_FIELDS[name], value, longest)
    return value.strip()


def _whole(said: Mapping[str, object], name: str, otherwise: int | None = None) -> int:
    value = said.get(name, otherwise)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= limits.DIGITS:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limits.LARGEST:
        return value
    raise DirectorError("{field} is not a number", remedy="Reload the page.", field=_FIELDS[name])
