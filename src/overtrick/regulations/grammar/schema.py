"""The grammar of rule files: what may stand in them, one class a table.

One table, one clause. Where a rule rests on a reading of a silent or contradictory text, the table names
the reading. The JSON Schema of these classes is the published grammar.
"""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, model_validator

from overtrick.core.exact import Halves
from overtrick.core.scoring.cross_imps import Divisor
from overtrick.core.scoring.datum import Span, TopBy
from overtrick.core.scoring.match import Length
from overtrick.core.scoring.median import EvenMedian
from overtrick.core.scoring.session import Missed
from overtrick.core.scoring.unplayed import Complement
from overtrick.regulations.grammar.rulings import (
    BarredWords,
    ByeWords,
    ComparedWords,
    DeductionWords,
    NonContendingWords,
    PoolWords,
    StandInWords,
    SubstituteGuideWords,
    SubstituteWords,
    TieWords,
)
from overtrick.regulations.grammar.swiss import SwissWords
from overtrick.regulations.grammar.words import Cite, Cited, HalvesWord, Number, ShareWord, Spanned, Table, word

Method = Literal["butler", "median", "cross-IMPs", "matchpoints", "teams"]


class EditionWords(Table):
    """An edition of a folder: what it is called, from when on events are opened under it, and what changed by it."""

    id: str
    since: date
    changed: str


class Document(Table):
    """What a folder of the rulebook is about, and its editions, the one in force last."""

    cite: str
    title: str
    body: str
    issued: str
    edition: tuple[EditionWords, ...] = ()

    @model_validator(mode="after")
    def _in_order(self) -> "Document":
        ids, dates = [each.id for each in self.edition], [each.since for each in self.edition]
        if len(set(ids)) != len(ids) or dates != sorted(dates):
            raise ValueError("the editions of a document have names of their own and stand in the order of their dates")
        return self


class ClauseText(Table):
    """A clause restated in our own words, and what it asks of software."""

    id: str
    kind: Literal["computes", "decides", "schedules", "records", "informs"]
    says: str


class Reading(Table):
    """Where the text is silent or contradicts itself: what we do, and what else could be done.

    *unswitched* says why no event can be played by the other ways, where none can.
    """

    id: str
    on: tuple[str, ...]
    matter: str
    we: str
    other: tuple[str, ...] = ()
    unswitched: str = ""


class PrintedTable(Table):
    """A table as its document prints it, misprints and missing rows included."""

    id: str
    clause: Cite
    boards: tuple[int, ...] = ()
    columns: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    open: bool = False
    printed_note: str = ""


class BandTable(Table):
    """A table of limits by bands of match length, as its document prints it."""

    id: str
    clause: Cite
    boards: tuple[tuple[int, int], ...]
    vps: tuple[int, ...]
    beyond: int
    rows: tuple[tuple[Number, ...], ...]
    printed_note: str = ""


class Repair(Table):
    """A row that is misprinted or missing, as it must be read."""

    row: int
    win: Number
    reading: str


class ColumnWords(Table):
    """One match length of a printed scale: the table it is taken from, and where else it is printed."""

    table: str
    boards: tuple[int, ...] = ()
    clause: Cite | None = None
    readings: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    sisters: tuple[str, ...] = ()


class PrintedScaleWords(Cited):
    """A scale taken from printed tables; *formula* cites the clause that extends it by the WBF formula."""

    kind: Literal["printed"]
    id: str
    name: str
    total: Number
    column: tuple[ColumnWords, ...]
    formula: Cite | None = None
    formula_readings: tuple[str, ...] = ()


class CornerScaleWords(Cited):
    """A scale of straight lines between corners."""

    kind: Literal["corners"]
    id: str
    name: str
    of: Literal["IMPs", "per cent"]
    corners: tuple[tuple[Number, Number], ...]
    into: int | None = None
    out: int | None = None


class BandScaleWords(Cited):
    """A scale of whole victory points by limits."""

    kind: Literal["bands"]
    id: str
    name: str
    total: Number
    table: str


class SameScaleWords(Cited):
    """A scale that is another one, taken over by a clause of its own."""

    kind: Literal["same"]
    id: str
    name: str
    scale: str


ScaleWords = Annotated[
    PrintedScaleWords | CornerScaleWords | BandScaleWords | SameScaleWords, Field(discriminator="kind")
]


class DropWords(Table):
    """How many scores go at each end: a count, or a share made whole."""

    count: int | None = None
    share: Number | None = None
    whole: ShareWord | None = None


class WindowWords(Table):
    """Which tables are considered: the top so many, or the top share."""

    tables: int | None = None
    share: Number | None = None
    whole: ShareWord | None = None


class DatumCaseWords(Cited):
    """One case of a datum."""

    drop: DropWords
    tables: Spanned = Span()
    matches: Spanned = Span()
    scores: Spanned = Span()
    window: WindowWords = WindowWords()


class DatumWords(Cited):
    """How a regulation makes its datums."""

    id: str
    case: tuple[DatumCaseWords, ...]
    round_to: Number | Literal["none"] = 10
    halves: HalvesWord
    least: int = 1
    remedy: str = "Give an artificial adjusted score."
    top_by: Annotated[TopBy, word(TopBy)] = TopBy.DRAW


class MedianWords(Cited):
    """How a regulation takes the middle score."""

    id: str
    even: Annotated[EvenMedian, word(EvenMedian)]


class CrossImpsWords(Cited):
    """How a regulation averages cross-IMPs."""

    id: str
    divisor: Annotated[Divisor, word(Divisor)]


class MatchpointsWords(Cited):
    """How a regulation matchpoints; *step* rounds each credit, *absent_places* the factor where lines are absent."""

    id: str
    step: Number | None = None
    halves: HalvesWord = Halves.AWAY
    absent_places: int | None = None


class SeveralTable(Table):
    """Where a document prints what each further average-plus board adds."""

    table: str
    column: str


class ArtificialWords(Cited):
    """What average plus, average and average minus are worth."""

    id: str
    plus: Number
    average: Number
    minus: Number
    unit: Literal["IMPs", "per cent"]
    own_average: bool = False
    several: Cite | None = None
    several_table: SeveralTable | None = None


class PercentWords(Cited):
    """How matchpoints become a percentage, and what boards bring that a pair missed."""

    id: str
    artificial: str
    places: int | None = None
    missed: Annotated[Missed, word(Missed)] = Missed.NOTHING
    halves: HalvesWord = Halves.UP


class AverageWords(Cited):
    """Percentages of several sessions averaged into one."""

    id: str
    places: int


class CapsWords(Cited):
    """Limits on a match score, by match length or per board."""

    id: str
    rows: tuple[tuple[int, Number, Number], ...] = ()
    per_board: tuple[Number, Number] | None = None


class ForfeitWords(Cited):
    """What the innocent side of a match that was not played out receives."""

    id: str
    floor: Number | None = None
    floor_imps: Number | None = None
    total: Number
    most: Number
    places: int | None = None
    offender: Number = 0
    complement: Annotated[Complement, word(Complement)] = Complement.SCORE
    fault: bool = True
    begun: Spanned = Span()
    as_scored: bool = False
    one_robin: bool = False
    imps_read_back: bool = False


class MatchWords(Table):
    """What the total of a match becomes: victory points, limited IMPs, or its net IMPs as they are.

    *as_printed* takes the rows of a scale as they stand in the document, misprints and all.
    """

    boards: Spanned = Span()
    scale: str | None = None
    as_printed: bool = False
    caps: str | None = None
    net: Literal[True] | None = None


class ScoringWords(Cited):
    """A whole way of scoring: the board, the awards, the match.

    *artificial* is for fouled boards and *unplayable*, where it differs, for boards lost in another way. The
    net counts so many *times* before it is converted.
    """

    id: str
    name: str
    board: Method
    rule: str | None = None
    fouled: str | None = None
    artificial: str
    unplayable: str | None = None
    barred: str | None = None
    substitute: str | None = None
    percent: str | None = None
    length: Annotated[Length, word(Length)] = Length.ANNOUNCED
    times: int = 1
    match: tuple[MatchWords, ...]


class RuleFile(Table):
    """Everything a rule file may hold."""

    scale: tuple[ScaleWords, ...] = ()
    datum: tuple[DatumWords, ...] = ()
    median: tuple[MedianWords, ...] = ()
    cross_imps: tuple[CrossImpsWords, ...] = ()
    matchpoints: tuple[MatchpointsWords, ...] = ()
    artificial: tuple[ArtificialWords, ...] = ()
    percent: tuple[PercentWords, ...] = ()
    average: tuple[AverageWords, ...] = ()
    caps: tuple[CapsWords, ...] = ()
    forfeit: tuple[ForfeitWords, ...] = ()
    bye: tuple[ByeWords, ...] = ()
    compared: tuple[ComparedWords, ...] = ()
    substitute: tuple[SubstituteWords, ...] = ()
    barred: tuple[BarredWords, ...] = ()
    pool: tuple[PoolWords, ...] = ()
    non_contending: tuple[NonContendingWords, ...] = ()
    deduction: tuple[DeductionWords, ...] = ()
    tie: tuple[TieWords, ...] = ()
    stand_in: tuple[StandInWords, ...] = ()
    substitute_guide: tuple[SubstituteGuideWords, ...] = ()
    swiss: tuple[SwissWords, ...] = ()
    scoring: tuple[ScoringWords, ...] = ()
    table: tuple[PrintedTable, ...] = ()
    band_table: tuple[BandTable, ...] = ()
    clause: tuple[ClauseText, ...] = ()
    reading: tuple[Reading, ...] = ()
