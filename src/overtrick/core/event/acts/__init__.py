"""Acts: everything that can be written in an event's book, each as a frozen type.

An act says what happened or what an official did, never what follows from it: standings, qualifiers and
carry-overs are calculated. Nothing is changed in place; a correction is a later act. The field names
and the `called` names are the written form in books and never change.

Programs that use many acts import `from overtrick.core.event import acts`. Each family of acts has a module; an act is
listed in the union at the end of its module, and so in `ACTS`.
"""

from dataclasses import dataclass, field
from typing import TypeAlias, get_args

from overtrick.core.event.acts import (
    appeals,
    attendance,
    choices,
    conduct,
    deals,
    disclosure,
    draws,
    entries,
    matches,
    penalties,
    results,
    selection,
    stages,
    undoing,
)
from overtrick.core.event.acts.appeals import *
from overtrick.core.event.acts.attendance import *
from overtrick.core.event.acts.choices import *
from overtrick.core.event.acts.conduct import *
from overtrick.core.event.acts.deals import *
from overtrick.core.event.acts.disclosure import *
from overtrick.core.event.acts.draws import *
from overtrick.core.event.acts.entries import *
from overtrick.core.event.acts.matches import *
from overtrick.core.event.acts.penalties import *
from overtrick.core.event.acts.results import *
from overtrick.core.event.acts.selection import *
from overtrick.core.event.acts.stages import *
from overtrick.core.event.acts.undoing import *


@dataclass(frozen=True, slots=True)
class Unread:
    """An act in a book that this program cannot read: its name, its line, and the reason. It cannot be posted.

    A newer program may have written it. It keeps its number and its key, is set aside, and has no effect.
    """

    called: str
    line: str
    why: str


KnownAct: TypeAlias = (
    entries.EntryAct | stages.StageAct | draws.DrawAct | results.ResultAct | deals.DealAct | matches.MatchAct
    | penalties.PenaltyAct | attendance.AttendanceAct | choices.ChoiceAct | conduct.ConductAct | appeals.AppealAct
    | disclosure.DisclosureAct | undoing.UndoingAct | selection.SelectionAct
)  # fmt: skip

Act: TypeAlias = KnownAct | Unread

ACTS: tuple[type[KnownAct], ...] = get_args(KnownAct)
"""Every act that a book may hold."""


@dataclass(frozen=True, slots=True)
class Posting:
    """A line of an event's book: its number, the act, who posted it, when, and a unique key.

    *at* is the time by the poster's clock, in ISO 8601; *key* is made by the poster, so that the
    same posting sent twice is one posting. *kept* is the time at which the book stored it, by the clock of the
    server that keeps the book, or empty if that was not recorded. Like the paper a form is written on, it is no part
    of the posting and is left out of comparisons.
    """

    number: int
    act: Act
    by: str
    at: str
    key: str
    kept: str = field(default="", compare=False)
