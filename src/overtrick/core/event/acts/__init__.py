"""Acts: what can be written in an event's book, each as its own frozen type.

An act says what happened or what an official did, never what follows from it: standings, qualifiers and
carry-overs are computed. Nothing is ever changed in place; a correction is a later act. The field names
and the `called` names are the book's written form and are kept for ever.

`from overtrick.core.event import acts` is all that a program of many acts imports. A module a family; an act is in the
union at the end of its module, and thereby in `ACTS`.
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
    """What a kept posting says that this program cannot read: the act's name, its line, and why. Nobody can post it.

    A newer program may have written it. It keeps its number and its key, is set aside, and changes nothing.
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
    """A line of an event's book: its number, the act, who posted it, when, and the key that makes it one.

    *at* is the time as the poster's clock gave it, in ISO 8601; *key* is made by the poster, so that the
    same posting sent twice is one posting. *kept* is when the book took it by the clock of whoever keeps the book,
    where that one writes it down; it is what a posting is known by no more than the paper it stands on.
    """

    number: int
    act: Act
    by: str
    at: str
    key: str
    kept: str = field(default="", compare=False)
