"""Acts of appeals: lodged, moved through their stages, heard and decided.

An appeal is identified by the number of the posting that lodged it. *step* is the step in the document's appeal
procedure that a posting stands for; the program fills it in when it accepts the posting. A *time* is in ISO 8601
and left out if it is the time of the posting itself.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from overtrick.core.exact import Exact
from overtrick.core.model.written import AGAIN, Prose, Time

UPHELD, DISMISSED, RECOMMENDED = "upheld", "dismissed", "recommended"
OUTCOMES = (UPHELD, DISMISSED, RECOMMENDED)
"""The outcomes of an appeal: the ruling is changed, or stands, or the committee can only recommend another."""


class OfAppeal:
    """An act about an appeal."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """A field of the appeal form, and the text in it."""

    field: str
    text: Prose


@dataclass(frozen=True, slots=True)
class AppealLodged(OfAppeal):
    """A contestant appeals a decision of the director or the scorer.

    *signed* are the people who signed, *concurs* says that the partner or the captain agrees; *ruled* is when the
    decision was given, *extended* is the director's reason for accepting an appeal after its time limit.
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
    """An appeal moved to the next step of its procedure: accepted, forwarded, answered, withdrawn, closed."""

    called: ClassVar[str] = "appeal moved"
    appeal: int
    step: str
    filled: tuple[Filled, ...] = ()
    reason: Prose = ""
    time: Time = ""


@dataclass(frozen=True, slots=True)
class CommitteeNamed(OfAppeal):
    """The committee of an appeal: its members, and those who are directly involved and do not sit."""

    called: ClassVar[str] = "committee named"
    appeal: int
    members: tuple[str, ...]
    involved: tuple[str, ...] = ()
    chair: str = ""


@dataclass(frozen=True, slots=True)
class HearingSet(OfAppeal):
    """The hearing of an appeal was fixed: for the time *agreed*, or without one for the date in the document."""

    called: ClassVar[str] = "hearing set"
    appeal: int
    agreed: Time = ""
    step: str = ""
    at: Time = ""


@dataclass(frozen=True, slots=True)
class AppealHeard(OfAppeal):
    """An appeal was heard: the members who heard it, and the parties who spoke in person."""

    called: ClassVar[str] = "appeal heard"
    appeal: int
    sat: tuple[str, ...]
    present: tuple[str, ...] = ()
    time: Time = ""
    step: str = ""


@dataclass(frozen=True, slots=True)
class AppealDecided(OfAppeal):
    """An appeal was decided; its effect on the score is a separate ruling.

    *ground* is the basis of the decision; *frivolous* is the committee's reason for finding the appeal frivolous, and
    *finding* is the step of the procedure for that.
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
    """A frivolous appeal was fined, in the unit of the stage; a separate penalty takes the amount from the score."""

    called: ClassVar[str] = "appeal fined"
    appeal: int
    amount: Exact
    reason: Prose
    step: str = ""
    unit: str = ""


AppealAct: TypeAlias = (
    AppealLodged | AppealMoved | CommitteeNamed | HearingSet | AppealHeard | AppealDecided | AppealFined
)  # fmt: skip
"""Every act about appeals."""
