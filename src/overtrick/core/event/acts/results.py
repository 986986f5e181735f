"""Acts about results at the tables: posted, agreed, disputed, corrected, ruled on, and the director called."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.model.results import Result
from overtrick.core.model.written import AGAIN, Prose


@dataclass(frozen=True, slots=True)
class ResultPosted:
    """A table's result on a board. *room* is empty for pairs, `open` or `closed` for teams.

    *seat* is who at the table says so, such as `North`; empty where an official does.
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
    """The opponents agreed with a result: with the one they saw, *result*, and with no other.

    *seen* is the last posting about the board that was before their eyes, and *seat* who of them says so; empty
    where an official does. Where two results were entered it may name either. Older books say none of the three, and
    mean what stood.
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
    """Somebody at the table does not agree with a result; it stands until it is put right, agreed or ruled on.

    *result* is the one they saw, *seen* the last posting about the board that was before their eyes, *seat* who says
    so, and *says* what they say it was: entered without having seen the other, it has neither *result* nor *seen*.
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
    """A result was put right, with the reason; *asked_by* a contestant, and *agreed* with the other, if so.

    *kind* is what was wrong, where the document has other times for this and for that.

    It counts as *confirmed* unless the side that entered it put it right, from its *seat*, before anybody agreed.
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

    *fouled* says that the board was fouled, where a regulation goes by how many were.
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
    """The two sides of a table sat the other way round than drawn, on these boards; all of its boards if none is named.

    What was entered stands as the cards were played: its scores and its vulnerability are those of the seats, and
    each side has what its seats scored. Said again of the same boards, they sat as drawn.
    """

    called: ClassVar[str] = "sides switched"
    stage: str
    round: int
    table: int
    reason: Prose
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPutOff:
    """A board that a table has not played is to be played later, as the director allows it: a late play.

    It is owed until it has a result or a ruling. Its round may be closed without it, its stage may not.
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
    """The scores of another event on a board that is played there too, North-South's, and where they are from."""

    called: ClassVar[str] = "other field scored"
    stage: str
    round: int
    board: int
    scores: Annotated[tuple[int, ...], AGAIN]
    source: str


CALLED_ABOUT = {
    "": "",
    "ruling": "a ruling is needed",
    "not played": "a board is not played",
    "wrong board": "the wrong board was played",
    "wrong seats": "somebody sits in the wrong place",
    "agreed wrong": "what was agreed is wrong",
}
"""What a table may call about, with its words; nothing where it does not say."""


@dataclass(frozen=True, slots=True)
class DirectorCalled:
    """A table calls the director: *about* is one of `CALLED_ABOUT`, with the *board* if it is about one."""

    called: ClassVar[str] = "director called"
    stage: str
    round: int
    table: int
    room: str = ""
    about: str = ""
    board: int = 0


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A director has been to the table that called; or it needs none any more, and has *taken back* its call."""

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
"""Everything that is written of results, and of tables that call."""
