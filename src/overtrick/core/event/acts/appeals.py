"""Acts of appeals: lodged, taken through their course, heard and decided.

An appeal is known by the number of the posting that lodged it. *step* is the act of the document's own course
that a posting stands for; the director who decides on the posting writes it in. A *time* is written in ISO 8601
and left out where it is the time of the posting itself.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import AGAIN, Prose, Time

UPHELD, DISMISSED, RECOMMENDED = "upheld", "dismissed", "recommended"
OUTCOMES = (UPHELD, DISMISSED, RECOMMENDED)
"""How an appeal is decided: the ruling is changed, or stands, or the committee can only recommend another."""


class OfAppeal:
    """An act that is about an appeal."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """A field of the form, and what was written in it."""

    field: str
    text: Prose


@dataclass(frozen=True, slots=True)
class AppealLodged(OfAppeal):
    """A contestant appeals a decision of the director's or the scorer's.

    *signed* are those who signed, *concurs* says that the partner or the captain agrees; *ruled* is when the
    decision was given, *extended* the director's reason for taking an appeal after its time.
    """

    called: ClassVar[str] = "appeal lodged"
    contestant: str
    stage: str
    round: int
    signed: tuple[str, ...]
    filled: tuple[Filled, ...] = ()
    respondents: tuple[str, ...] = ()
    table: int = 0
    board: int = 0
    room: str = ""
    against: str = "director"
    to: str = ""
    on_form: bool = True
    concurs: bool = False
    ruled: Time = ""
    time: Time = ""
    extended: Prose = ""
    step: str = ""


@dataclass(frozen=True, slots=True)
class AppealMoved(OfAppeal):
    """An appeal was taken a step of its course further: accepted, sent on, answered, withdrawn, closed."""

    called: ClassVar[str] = "appeal moved"
    appeal: int
    step: str
    filled: tuple[Filled, ...] = ()
    reason: Prose = ""
    time: Time = ""


@dataclass(frozen=True, slots=True)
class CommitteeNamed(OfAppeal):
    """The committee of an appeal: its members, and those of them who are directly involved and do not sit."""

    called: ClassVar[str] = "committee named"
    appeal: int
    members: tuple[str, ...]
    involved: tuple[str, ...] = ()
    chair: str = ""


@dataclass(frozen=True, slots=True)
class HearingSet(OfAppeal):
    """The hearing of an appeal was fixed: at the time *agreed*, or where there is none on the document's own date."""

    called: ClassVar[str] = "hearing set"
    appeal: int
    agreed: Time = ""
    step: str = ""
    at: Time = ""


@dataclass(frozen=True, slots=True)
class AppealHeard(OfAppeal):
    """An appeal was heard: by whom, and the parties who argued in person."""

    called: ClassVar[str] = "appeal heard"
    appeal: int
    sat: tuple[str, ...]
    present: tuple[str, ...] = ()
    time: Time = ""
    step: str = ""


@dataclass(frozen=True, slots=True)
class AppealDecided(OfAppeal):
    """An appeal was decided; what it does to the score is a ruling of its own.

    *ground* is what the ruling rested on; *frivolous* is the committee's reason for finding it so, *finding* the
    act of the course that this finding stands for.
    """

    called: ClassVar[str] = "appeal decided"
    appeal: int
    outcome: str
    ground: str
    filled: tuple[Filled, ...] = ()
    dissents: Annotated[tuple[Prose, ...], AGAIN] = ()
    frivolous: Prose = ""
    time: Time = ""
    step: str = ""
    finding: str = ""


@dataclass(frozen=True, slots=True)
class AppealFined(OfAppeal):
    """A frivolous appeal was fined; the amount is taken from the score by a penalty of its own."""

    called: ClassVar[str] = "appeal fined"
    appeal: int
    amount: Exact
    reason: Prose
    step: str = ""


AppealAct: TypeAlias = (
    AppealLodged | AppealMoved | CommitteeNamed | HearingSet | AppealHeard | AppealDecided | AppealFined
)  # fmt: skip
"""Everything that is written of an appeal."""
