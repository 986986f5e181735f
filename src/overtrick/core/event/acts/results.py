"""Acts about results at the tables: posted, agreed, disputed, corrected and ruled on; and calls for the director."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.model.results import Result
from overtrick.core.model.written import AGAIN, Prose
from overtrick.core.wording import Said, phrase


@dataclass(frozen=True, slots=True)
class ResultPosted:
    """A table's result on a board. *room* is empty for pairs, `open` or `closed` for teams.

    *seat* is the seat that entered it, such as `North`; empty if an official did.
    """

    called: ClassVar[str] = "result posted"
    stage: str
    round: int
    table: int
    board: int
    result: Result
    room: str = ""
    lead: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """The opponents agreed with a result: the one that they saw, *result*, and no other.

    *seen* is the last posting about the board that they saw, and *seat* the seat that agreed; empty
    if an official did. If two results were entered, either may be agreed. Older books have none of the three fields and
    mean the result that stood.
    """

    called: ClassVar[str] = "result confirmed"
    stage: str
    round: int
    table: int
    board: int
    room: str = ""
    result: Result | None = None
    seen: int = 0
    seat: str = ""


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """A player at the table disputes a result; it stands until it is corrected, agreed or ruled on.

    *result* is the result they saw, *seen* the last posting about the board that they saw, *seat* the player's seat,
    and *says* the result as they say it was. If it was entered without seeing the other result, *result* and *seen*
    are empty.
    """

    called: ClassVar[str] = "result disputed"
    stage: str
    round: int
    table: int
    board: int
    room: str = ""
    result: Result | None = None
    seen: int = 0
    seat: str = ""
    says: Result | None = None


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A result was corrected, with the reason; *asked_by* a contestant, and *agreed* if the opponents agree.

    *kind* is the kind of mistake, if the document has different time limits for different kinds.

    It counts as *confirmed* unless the side that entered it corrected it, from its *seat*, before the opponents agreed.
    """

    called: ClassVar[str] = "result corrected"
    stage: str
    round: int
    table: int
    board: int
    result: Result
    reason: Prose
    room: str = ""
    asked_by: str = ""
    agreed: bool = False
    confirmed: bool = True
    seat: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A director's ruling that gives a board its score: artificial, weighted, split or assigned.

    *fouled* says that the board was fouled, for regulations that count fouled boards.
    """

    called: ClassVar[str] = "ruling given"
    stage: str
    round: int
    table: int
    board: int
    result: Result
    clause: str
    reason: Prose
    room: str = ""
    fouled: bool = False


@dataclass(frozen=True, slots=True)
class BoardFouled:
    """A board was found fouled: the tables that played each form of it."""

    called: ClassVar[str] = "board fouled"
    stage: str
    round: int
    board: int
    forms: tuple[tuple[int, ...], ...]
    reason: Prose


@dataclass(frozen=True, slots=True)
class SidesSwitched:
    """The two sides of a table sat in the wrong directions on these boards; on all its boards if none is named.

    The results stand as the cards were played: scores and vulnerability belong to the seats, and
    each side gets what its seats scored. Posted again for the same boards, it means that they sat as drawn.
    """

    called: ClassVar[str] = "sides switched"
    stage: str
    round: int
    table: int
    reason: Prose
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPutOff:
    """The director allowed a table to play a board later: a late play.

    The result is owed until the board has a result or a ruling. The round can be closed without it, the stage cannot.
    """

    called: ClassVar[str] = "board put off"
    stage: str
    round: int
    table: int
    board: int
    reason: Prose
    room: str = ""


@dataclass(frozen=True, slots=True)
class OtherFieldScored:
    """The North-South scores from another event that plays the same board, and their source."""

    called: ClassVar[str] = "other field scored"
    stage: str
    round: int
    board: int
    scores: Annotated[tuple[int, ...], AGAIN]
    source: str


CALLED_ABOUT: Mapping[str, Said] = {
    "": "",
    "ruling": phrase("a ruling is needed"),
    "not played": phrase("a board was not played"),
    "wrong board": phrase("the wrong board was played"),
    "wrong seats": phrase("someone is in the wrong seat"),
    "agreed wrong": phrase("the confirmed result is wrong"),
}
"""The reasons that a table can give for a call, with their text; empty for no reason."""


@dataclass(frozen=True, slots=True)
class DirectorCalled:
    """A table called the director. *about* is the reason, such as `wrong board`; *board* is the board, if any."""

    called: ClassVar[str] = "director called"
    stage: str
    round: int
    table: int
    room: str = ""
    about: str = ""
    board: int = 0


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A director has answered a table's call, or the table has cancelled it."""

    called: ClassVar[str] = "call answered"
    stage: str
    round: int
    table: int
    room: str = ""
    taken_back: bool = False


ResultAct: TypeAlias = (
    ResultPosted | ResultConfirmed | ResultDisputed | ResultCorrected | RulingGiven | BoardFouled | SidesSwitched
    | BoardPutOff | OtherFieldScored | DirectorCalled | CallAnswered
)  # fmt: skip
"""Every act about results and calls."""
