"""Acts: what can be written in an event's book, each as its own frozen type.

An act says what happened or what an official did, never what follows from it: standings, qualifiers and
carry-overs are computed. Nothing is ever changed in place; a correction is a later act. The field names
and the `called` names are the book's written form and are kept for ever.
"""

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from overtrick.core.event.appeal_acts import (
    APPEAL_ACTS,
    AppealAct,
    AppealDecided,
    AppealFined,
    AppealHeard,
    AppealLodged,
    AppealMoved,
    CommitteeNamed,
    HearingSet,
)
from overtrick.core.event.attendance_acts import (
    AbsenceLifted,
    AbsenceRecorded,
    ArrivedLate,
    Declined,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.choice_acts import (
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    EntrantsJoined,
    ExtraBoardsCalled,
    PlacesExchanged,
    PlayedOff,
)
from overtrick.core.event.conduct_acts import (
    ReviewAsked,
    RoundEnded,
    RoundStarted,
    SanctionGiven,
    ScoresShown,
    SystemLodged,
    TimetableSet,
)
from overtrick.core.event.deal_acts import BoardDealt
from overtrick.core.event.disclosure_acts import (
    DISCLOSURE_ACTS,
    CardsShown,
    Determined,
    DisclosureAct,
    PowerPassed,
    PsychicRecorded,
    SystemClassified,
)
from overtrick.core.event.entry_acts import (
    EntriesClosed,
    EntryCancelled,
    EntryTaken,
    EventOpened,
    FormatChosen,
    ReadingChosen,
    RulesAdopted,
    SeedsSet,
)
from overtrick.core.event.result_acts import (
    BoardFouled,
    CallAnswered,
    DirectorCalled,
    OtherFieldScored,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    RulingGiven,
)
from overtrick.core.event.selection_acts import (
    SELECTION_ACTS,
    BerthDeclined,
    ClubQualifier,
    FieldClosed,
    NominationWithdrawn,
    OfferRanked,
    PairExempted,
    PairNominated,
    PairUnavailable,
    PlacingCredited,
    PlacingStruckOut,
    QualifyingDayPlaced,
    RankRelaxed,
    SelectionAct,
    SelectionOpened,
    TeamRatified,
    TeamWithdrawal,
    TrialPlaced,
)
from overtrick.core.exact import Exact
from overtrick.core.model.written import Account, Prose

__all__ = [
    "ACTS", "AbsenceLifted", "AbsenceRecorded", "Act", "AppealDecided", "AppealFined", "AppealHeard", "AppealLodged",
    "AppealMoved", "ArrivedLate", "BerthDeclined", "BoardDealt", "BoardFouled", "CallAnswered", "CardsShown",
    "ChoiceDeclared", "ChoiceForfeited", "ChoiceMade", "ChoosingBegun", "ClubQualifier", "CommitteeNamed", "Declined",
    "Determined", "DirectorCalled", "DrawPublished", "DrawWithdrawn", "EntrantsJoined", "EntriesClosed",
    "EntryCancelled", "EntryTaken", "EventOpened", "ExtraBoardsCalled", "FieldClosed", "FormatChosen", "HearingSet",
    "KnownAct", "LineUpPosted", "LotDrawn", "MatchDecided", "MatchForfeited", "NominationWithdrawn", "NoteMade",
    "OfferRanked", "OtherFieldScored", "PairExempted", "PairNominated", "PairUnavailable", "PenaltyGiven",
    "PenaltyLifted", "PlacesExchanged", "PlacingCredited", "PlacingStruckOut", "PlayedOff", "Posting", "PowerPassed",
    "PsychicRecorded", "QualifyingDayPlaced", "RankRelaxed", "ReadingChosen", "ResultConfirmed", "ResultCorrected",
    "ResultDisputed", "ResultPosted", "ReviewAsked", "RoundClosed", "RoundEnded", "RoundStarted", "RulesAdopted",
    "RulingGiven", "SanctionGiven", "ScoreAwarded", "ScoresShown", "SeedsSet", "SelectionOpened", "StageClosed",
    "StageStarted", "SubstituteUsed", "SystemClassified", "SystemLodged", "TeamRatified", "TeamWithdrawal",
    "TimetableSet", "TrialPlaced", "Unread", "WarningGiven", "Withdrawn",
]  # fmt: skip
"""Every act, so that `from overtrick.core.event import acts` is all that a program of many acts imports."""


@dataclass(frozen=True, slots=True)
class Field:
    """Contestants that play the same way: a direction, a section, or everybody."""

    name: str
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageStarted:
    """The contestants of a stage, in their fields, and what each of them starts with is computed."""

    called: ClassVar[str] = "stage started"
    stage: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """A lot, by the order that came out or by the seed that was drawn."""

    called: ClassVar[str] = "lot drawn"
    about: str
    seed: str = ""
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """Who meets whom at a table in a round, and the boards they play.

    In a teams match *ns* is the team that sits North-South in the open room. On the *switched* boards the
    two sides change directions.
    """

    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]
    switched: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Share:
    """Three teams that share a match: table by table, North-South against East-West."""

    tables: tuple[int, int, int]
    teams: tuple[str, str, str]
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trio:
    """Three teams in a triangle: each plays the two others, first against second, second against third, third
    against first, at these tables. It fills so many *rounds* of its stage, and its results count with the first.
    """

    tables: tuple[int, int, int]
    teams: tuple[str, str, str]
    boards: tuple[int, ...]
    rounds: int = 1

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """Its three matches."""
        one, two, three = self.teams
        sides = ((one, two), (two, three), (three, one))
        return tuple(Seating(table, *pair, self.boards) for table, pair in zip(self.tables, sides, strict=True))


@dataclass(frozen=True, slots=True)
class DrawPublished:
    """A round's draw, as published. It stands whatever is corrected later.

    *order* is the ranking it was drawn from, *seed* the lots, *why* what the draw says of itself; *by_hand*
    is the reason of the official who changed it.
    """

    called: ClassVar[str] = "draw published"
    stage: str
    round: int
    seatings: tuple[Seating, ...]
    sits_out: tuple[str, ...] = ()
    shares: tuple[Share, ...] = ()
    order: tuple[str, ...] = ()
    seed: str = ""
    why: Account = ""
    by_hand: Prose = ""
    trios: tuple[Trio, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawWithdrawn:
    """A published draw was taken back before play."""

    called: ClassVar[str] = "draw withdrawn"
    stage: str
    round: int
    reason: Prose


@dataclass(frozen=True, slots=True)
class LineUpPosted:
    """A team's line-up for a match or a stanza, in a room; *system* is the class of what a pair plays.

    *agreed* says that the other captain and the director agree to a limited system all the same.
    """

    called: ClassVar[str] = "line-up posted"
    stage: str
    round: int
    contestant: str
    players: tuple[str, ...]
    system: str = ""
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class WarningGiven:
    """A warning, which may make the next offence of its kind dearer; for so many *minutes* or *boards*."""

    called: ClassVar[str] = "warning given"
    contestant: str
    offence: str
    stage: str
    round: int
    clause: str
    reason: Prose = ""
    minutes: Exact | None = None
    boards: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty in the unit the stage counts in, taken from the contestant's total.

    *minutes* and *boards* are what a tariff by minutes or by boards goes by.
    """

    called: ClassVar[str] = "penalty given"
    contestant: str
    offence: str
    stage: str
    round: int
    amount: Exact
    unit: str
    clause: str
    reason: Prose = ""
    minutes: Exact | None = None
    boards: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    """A penalty, warning or sanction was taken back: the number of the act that gave it."""

    called: ClassVar[str] = "penalty lifted"
    posting: int
    reason: Prose


FORFEITED, NEITHER, CANCELLED, ABANDONED = "forfeited", "neither appeared", "cancelled", "abandoned"
HOW_UNPLAYED = (FORFEITED, NEITHER, CANCELLED, ABANDONED)
"""How a match came not to be played out: by fault of one side or of both, before it was begun, or after."""

TOO_FEW = "too few boards compared"
"""How a match that was played comes to be scored as one that was not; nobody posts it, it follows from the results."""


@dataclass(frozen=True, slots=True)
class MatchForfeited:
    """A match was not played out: forfeited by one side or both, or cancelled or abandoned without fault.

    *offender* is the side at fault, the side that could not come or go on where nobody is, or nobody at all
    when the match could not be scored.
    """

    called: ClassVar[str] = "match forfeited"
    stage: str
    round: int
    table: int
    offender: str
    reason: Prose = ""
    how: str = FORFEITED


@dataclass(frozen=True, slots=True)
class MatchDecided:
    """A level match that the regulation leaves to a committee: who won, and why."""

    called: ClassVar[str] = "match decided"
    stage: str
    round: int
    table: int
    winner: str
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class ScoreAwarded:
    """A contestant's score for a round that was not played, where the regulation leaves it to the director."""

    called: ClassVar[str] = "score awarded"
    contestant: str
    stage: str
    round: int
    score: Exact
    clause: str
    reason: Prose


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round is complete: its results are in."""

    called: ClassVar[str] = "round closed"
    stage: str
    round: int


@dataclass(frozen=True, slots=True)
class StageClosed:
    """A stage is complete, corrections closed: its order and qualifiers stand."""

    called: ClassVar[str] = "stage closed"
    stage: str


@dataclass(frozen=True, slots=True)
class NoteMade:
    """Something worth writing down that changes no number."""

    called: ClassVar[str] = "note made"
    text: Prose


@dataclass(frozen=True, slots=True)
class Unread:
    """What a kept posting says that this program cannot read: the act's name, its line, and why. Nobody can post it.

    A newer program may have written it. It keeps its number and its key, is set aside, and changes nothing.
    """

    called: str
    line: str
    why: str


KnownAct: TypeAlias = (
    EventOpened | RulesAdopted | ReadingChosen | FormatChosen | EntryTaken | EntryCancelled | EntriesClosed | SeedsSet
    | StageStarted | LotDrawn | DrawPublished | DrawWithdrawn | LineUpPosted | ResultPosted | ResultConfirmed
    | ResultDisputed | ResultCorrected | DirectorCalled | CallAnswered
    | RulingGiven | BoardFouled | WarningGiven | PenaltyGiven | PenaltyLifted | SubstituteUsed | AbsenceRecorded
    | AbsenceLifted | OtherFieldScored | ArrivedLate
    | MatchForfeited | MatchDecided | ScoreAwarded | Withdrawn | Declined | ChoiceMade | ChoiceDeclared
    | ChoosingBegun | ChoiceForfeited | EntrantsJoined | ExtraBoardsCalled | PlacesExchanged | PlayedOff | RoundClosed
    | StageClosed
    | NoteMade | TimetableSet | RoundStarted | RoundEnded | ScoresShown | ReviewAsked | SanctionGiven | SystemLodged
    | BoardDealt | SelectionAct | AppealAct | DisclosureAct
)  # fmt: skip

Act: TypeAlias = KnownAct | Unread

ACTS: tuple[type[KnownAct], ...] = (
    EventOpened, RulesAdopted, ReadingChosen, FormatChosen, EntryTaken, EntryCancelled, EntriesClosed, SeedsSet,
    StageStarted, LotDrawn, DrawPublished, DrawWithdrawn, LineUpPosted, ResultPosted, ResultConfirmed, ResultDisputed,
    ResultCorrected, RulingGiven, DirectorCalled, CallAnswered,
    BoardFouled, WarningGiven, PenaltyGiven, PenaltyLifted, SubstituteUsed, AbsenceRecorded, AbsenceLifted,
    OtherFieldScored, ArrivedLate, MatchForfeited, MatchDecided,
    ScoreAwarded, Withdrawn, Declined, ChoiceMade, ChoiceDeclared, ChoosingBegun, ChoiceForfeited, EntrantsJoined,
    ExtraBoardsCalled, PlacesExchanged, PlayedOff, RoundClosed, StageClosed, NoteMade, TimetableSet, RoundStarted,
    RoundEnded, ScoresShown, ReviewAsked, SanctionGiven, SystemLodged, BoardDealt, *SELECTION_ACTS, *APPEAL_ACTS,
    *DISCLOSURE_ACTS,
)  # fmt: skip


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
