"""Acts: what can be written in an event's book, each as its own frozen type.

An act says what happened or what an official did, never what follows from it: standings, qualifiers and
carry-overs are computed. Nothing is ever changed in place; a correction is a later act. The field names
and the `called` names are the book's written form and are kept for ever.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.event.appeal_acts import APPEAL_ACTS, AppealAct
from overtrick.core.event.conduct_acts import (
    ReviewAsked,
    RoundEnded,
    RoundStarted,
    SanctionGiven,
    ScoresShown,
    SystemLodged,
    TimetableSet,
)
from overtrick.core.event.disclosure_acts import DISCLOSURE_ACTS, DisclosureAct
from overtrick.core.event.selection_acts import SELECTION_ACTS, SelectionAct
from overtrick.core.exact import Exact
from overtrick.core.model.contestants import Player, Stated
from overtrick.core.model.results import Result


@dataclass(frozen=True, slots=True)
class EventOpened:
    """The first act of a book: which event, by which rules (their content's hash), under which program."""

    called: ClassVar[str] = "event opened"
    event: str
    name: str
    rules: str
    program: str


@dataclass(frozen=True, slots=True)
class ReadingChosen:
    """An organiser chose another of the listed ways to read a silent or contradictory clause."""

    called: ClassVar[str] = "reading chosen"
    reading: str
    choice: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FormatChosen:
    """A choice the regulation leaves to an official: a format for a small entry, a number of rounds."""

    called: ClassVar[str] = "format chosen"
    choice: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EntryTaken:
    """A contestant entered, or its entry was put right: the number is the entry.

    *stages* are those it enters, where each stage takes entries of its own; none named, all of them. *stated* is
    what is known of the entry as a whole; *leave* the reason of an official who takes it though a rule of
    eligibility is against it.
    """

    called: ClassVar[str] = "entry taken"
    contestant: str
    name: str = ""
    players: tuple[Player, ...] = ()
    categories: tuple[str, ...] = ()
    contending: bool = True
    house: bool = False
    rating: Exact | None = None
    stated: tuple[Stated, ...] = ()
    leave: str = ""
    stages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryCancelled:
    """An entry was taken back before the start."""

    called: ClassVar[str] = "entry cancelled"
    contestant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EntriesClosed:
    """The entry is complete: the format follows from its size."""

    called: ClassVar[str] = "entries closed"


@dataclass(frozen=True, slots=True)
class SeedsSet:
    """The seeding: contestants in order, strongest first."""

    called: ClassVar[str] = "seeds set"
    stage: str
    order: tuple[str, ...]


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
    why: str = ""
    by_hand: str = ""
    trios: tuple[Trio, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawWithdrawn:
    """A published draw was taken back before play."""

    called: ClassVar[str] = "draw withdrawn"
    stage: str
    round: int
    reason: str


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
class ResultPosted:
    """A table's result on a board. *room* is empty for pairs, `open` or `closed` for teams."""

    called: ClassVar[str] = "result posted"
    stage: str
    round: int
    table: int
    board: int
    result: Result
    room: str = ""
    lead: str = ""


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """The opponents agreed with a result."""

    called: ClassVar[str] = "result confirmed"
    stage: str
    round: int
    table: int
    board: int
    room: str = ""


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """The opponents do not agree with a result; it stands until it is put right, agreed or ruled on."""

    called: ClassVar[str] = "result disputed"
    stage: str
    round: int
    table: int
    board: int
    room: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A result was put right, with the reason; *asked_by* a contestant, and *agreed* with the other, if so.

    It counts as *confirmed* unless its own table put it right before anybody agreed to it.
    """

    called: ClassVar[str] = "result corrected"
    stage: str
    round: int
    table: int
    board: int
    result: Result
    reason: str
    room: str = ""
    asked_by: str = ""
    agreed: bool = False
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A director's ruling that gives a board its score: artificial, weighted, split or assigned."""

    called: ClassVar[str] = "ruling given"
    stage: str
    round: int
    table: int
    board: int
    result: Result
    clause: str
    reason: str
    room: str = ""


@dataclass(frozen=True, slots=True)
class BoardFouled:
    """A board was found fouled: the tables that played each form of it."""

    called: ClassVar[str] = "board fouled"
    stage: str
    round: int
    board: int
    forms: tuple[tuple[int, ...], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class WarningGiven:
    """A warning, which may make the next offence of its kind dearer; for so many *minutes* or *boards*."""

    called: ClassVar[str] = "warning given"
    contestant: str
    offence: str
    stage: str
    round: int
    clause: str
    reason: str = ""
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
    reason: str = ""
    minutes: Exact | None = None
    boards: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    """A penalty, warning or sanction was taken back: the number of the act that gave it."""

    called: ClassVar[str] = "penalty lifted"
    posting: int
    reason: str


@dataclass(frozen=True, slots=True)
class SubstituteUsed:
    """A substitute sat in for a player in some rounds; *ground* is what the regulation knows the reason as.

    *requested* is when it was asked for, *approved_by* the official who allowed it; *imps* is what each of those
    matches costs its side.
    """

    called: ClassVar[str] = "substitute used"
    contestant: str
    stage: str
    rounds: tuple[int, ...]
    out: str
    substitute: str
    reason: str = ""
    requested: str = ""
    approved_by: str = ""
    imps: Exact = 0
    ground: str = ""


@dataclass(frozen=True, slots=True)
class AbsenceRecorded:
    """A pair does not play a session; *ground* is what the regulation recognises the absence as, if it does.

    Recorded again, the later act holds: a ground may be recognised after the session.
    """

    called: ClassVar[str] = "absence recorded"
    contestant: str
    stage: str
    session: int
    ground: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AbsenceLifted:
    """A pair plays a session after all."""

    called: ClassVar[str] = "absence lifted"
    contestant: str
    stage: str
    session: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OtherFieldScored:
    """The scores of another event on a board that is played there too, North-South's, and where they are from."""

    called: ClassVar[str] = "other field scored"
    stage: str
    round: int
    board: int
    scores: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class ArrivedLate:
    """A contestant arrived late for a round, by so many minutes."""

    called: ClassVar[str] = "arrived late"
    contestant: str
    stage: str
    round: int
    minutes: Exact


FORFEITED, NEITHER, CANCELLED, ABANDONED = "forfeited", "neither appeared", "cancelled", "abandoned"
HOW_UNPLAYED = (FORFEITED, NEITHER, CANCELLED, ABANDONED)
"""How a match came not to be played out: by fault of one side or of both, before it was begun, or after."""


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
    reason: str = ""
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
    reason: str


@dataclass(frozen=True, slots=True)
class ScoreAwarded:
    """A contestant's score for a round that was not played, where the regulation leaves it to the director."""

    called: ClassVar[str] = "score awarded"
    contestant: str
    stage: str
    round: int
    score: Exact
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A contestant withdrew after so many rounds of a stage; *expunged* if its scores are wiped."""

    called: ClassVar[str] = "withdrawn"
    contestant: str
    stage: str
    after: int
    expunged: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Declined:
    """A qualified contestant does not go on to a stage."""

    called: ClassVar[str] = "declined"
    contestant: str
    stage: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceMade:
    """A contestant's choice where the regulation gives it one: an opponent, a stanza, a side."""

    called: ClassVar[str] = "choice made"
    stage: str
    about: str
    contestant: str
    choice: str


@dataclass(frozen=True, slots=True)
class ChoiceDeclared:
    """Before a draw by choice, a contestant put itself up for choice or refused to be chosen."""

    called: ClassVar[str] = "choice declared"
    stage: str
    contestant: str
    available: bool


@dataclass(frozen=True, slots=True)
class ChoosingBegun:
    """Declarations for a draw by choice are closed, and the first turn is open."""

    called: ClassVar[str] = "choosing begun"
    stage: str


@dataclass(frozen=True, slots=True)
class ChoiceForfeited:
    """Nobody was there to choose for a contestant when its turn was called."""

    called: ClassVar[str] = "choice forfeited"
    stage: str
    contestant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EntrantsJoined:
    """Contestants came into a stage under way, before the draw of this round, best first."""

    called: ClassVar[str] = "entrants joined"
    stage: str
    round: int
    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExtraBoardsCalled:
    """Extra boards were called for a level match; they decide it and count for nothing else."""

    called: ClassVar[str] = "extra boards called"
    stage: str
    round: int
    table: int
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlacesExchanged:
    """Two teams exchanged every later place, because the match they played was won by the other after all."""

    called: ClassVar[str] = "places exchanged"
    stage: str
    one: str
    two: str
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedOff:
    """Contestants level across a place played off for it and came out in this order."""

    called: ClassVar[str] = "played off"
    stage: str
    order: tuple[str, ...]
    reason: str


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
class DirectorCalled:
    """A table calls the director."""

    called: ClassVar[str] = "director called"
    stage: str
    round: int
    table: int
    room: str = ""


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A director has been to the table that called."""

    called: ClassVar[str] = "call answered"
    stage: str
    round: int
    table: int
    room: str = ""


@dataclass(frozen=True, slots=True)
class NoteMade:
    """Something worth writing down that changes no number."""

    called: ClassVar[str] = "note made"
    text: str


Act: TypeAlias = (
    EventOpened | ReadingChosen | FormatChosen | EntryTaken | EntryCancelled | EntriesClosed | SeedsSet | StageStarted
    | LotDrawn | DrawPublished | DrawWithdrawn | LineUpPosted | ResultPosted | ResultConfirmed | ResultDisputed
    | ResultCorrected | DirectorCalled | CallAnswered
    | RulingGiven | BoardFouled | WarningGiven | PenaltyGiven | PenaltyLifted | SubstituteUsed | AbsenceRecorded
    | AbsenceLifted | OtherFieldScored | ArrivedLate
    | MatchForfeited | MatchDecided | ScoreAwarded | Withdrawn | Declined | ChoiceMade | ChoiceDeclared
    | ChoosingBegun | ChoiceForfeited | EntrantsJoined | ExtraBoardsCalled | PlacesExchanged | PlayedOff | RoundClosed
    | StageClosed
    | NoteMade | TimetableSet | RoundStarted | RoundEnded | ScoresShown | ReviewAsked | SanctionGiven | SystemLodged
    | SelectionAct | AppealAct | DisclosureAct
)  # fmt: skip

ACTS: tuple[type[Act], ...] = (
    EventOpened, ReadingChosen, FormatChosen, EntryTaken, EntryCancelled, EntriesClosed, SeedsSet, StageStarted,
    LotDrawn, DrawPublished, DrawWithdrawn, LineUpPosted, ResultPosted, ResultConfirmed, ResultDisputed,
    ResultCorrected, RulingGiven, DirectorCalled, CallAnswered,
    BoardFouled, WarningGiven, PenaltyGiven, PenaltyLifted, SubstituteUsed, AbsenceRecorded, AbsenceLifted,
    OtherFieldScored, ArrivedLate, MatchForfeited, MatchDecided,
    ScoreAwarded, Withdrawn, Declined, ChoiceMade, ChoiceDeclared, ChoosingBegun, ChoiceForfeited, EntrantsJoined,
    ExtraBoardsCalled, PlacesExchanged, PlayedOff, RoundClosed, StageClosed, NoteMade, TimetableSet, RoundStarted,
    RoundEnded, ScoresShown, ReviewAsked, SanctionGiven, SystemLodged, *SELECTION_ACTS, *APPEAL_ACTS,
    *DISCLOSURE_ACTS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Posting:
    """A line of an event's book: its number, the act, who posted it, when, and the key that makes it one.

    *at* is the time as the poster's clock gave it, in ISO 8601; *key* is made by the poster, so that the
    same posting sent twice is one posting.
    """

    number: int
    act: Act
    by: str
    at: str
    key: str
