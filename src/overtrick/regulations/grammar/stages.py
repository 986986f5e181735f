"""The grammar of the stages of an event file: how each is played, scored and ranked, and by which rules.

What depends on the entry or on an official's choice is under `when`, and what replaces it under `instead`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from overtrick.core.conduct.allowance import AllowanceRule
from overtrick.core.conduct.clocks import Clock, RollingRule
from overtrick.core.conduct.eligibility import CommonRule, Eligibility
from overtrick.core.conduct.participation import AbsenceRule, PlayRule
from overtrick.core.conduct.penalties import BoardTariff, Breach, Ladder, LatenessTariff, SlowPlayScale
from overtrick.core.conduct.record import Same
from overtrick.core.conduct.stage import StageConduct
from overtrick.core.conduct.timetable import Layout, MoveRule, Slots, TimetableRow
from overtrick.core.event.plan.rules import AbsencesPlacing, PlacingRule, SharePlacing
from overtrick.core.event.plan.session_ways import Compare, Ranked, Section
from overtrick.core.event.plan.stages import FieldNames
from overtrick.core.provenance import Clause
from overtrick.core.ranking.additions import AdditionRule
from overtrick.core.ranking.also import AddedShare, AlsoRule, FactRule, Stratum
from overtrick.core.ranking.carry_over import CarryOverRule
from overtrick.core.ranking.ladder import LadderRule
from overtrick.core.ranking.qualification import QualifyRule, SignificantRule
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.datum import PoolRule
from overtrick.core.scoring.deductions import DeductionRule
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.unplayed import ByeRule, ComparedRule, ForfeitRule, UnmetRule
from overtrick.core.season.rules import SeasonRule
from overtrick.regulations.grammar.draws import Programme
from overtrick.regulations.grammar.files import Many, OneOrMore
from overtrick.regulations.grammar.forms import HIDDEN, NEEDED, As, form, grammar_field
from overtrick.regulations.grammar.readings import WhenWords
from overtrick.regulations.grammar.refs import Named, Ref
from overtrick.regulations.grammar.ways import Draw

PlayWord = Literal["swiss", "monrad", "round robin", "two fields", "sessions", "stanzas", "finals", "knockout", "tally"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A number, or a list of them, that the event's table of formats gives for the entry."""

    column: str


Count = int | Column

Sessions = int | tuple[int, ...] | Column | Literal["each match"]
"""How many sessions, or the matches of each; *each match* may be a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceWords:
    """Where a stage's contestants come from: *each* from every field of another stage, or a number of *places* in all.

    Places are a number of them from the top, `[53, 104]` from one to another, or `[53]` from one to the last. With
    *attendance* the number is that of the seats in a Howell of the document, by the average attendance at a session of
    that stage. Instead of a stage it may be another *event*, from which as many as it has places drop in. *carry* is
    the carry-over of those who come from there, instead of the stage's. *stands* is the clause under which those who
    have started play on when a late ruling or correction would have sent others.
    """

    clause: Clause
    stands: Clause | None = None
    stage: str = ""
    event: str = ""
    attendance: bool = False
    each: Count | None = None
    places: Count | tuple[int, ...] | None = None
    contending: bool = True
    carry: Ref[CarryOverRule] | None = None

    def __post_init__(self) -> None:
        if bool(self.stage) == bool(self.event):
            raise ValueError("say the stage they come from, or the event from which they drop in")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductWords:
    """What binds a stage besides its play, by the names in the document's `conduct.toml`.

    *lateness*, *boards* and *breaches* (by kind) replace those that its penalties name; *same* says which earlier
    offences count; *closes* is the one clock that closes corrections, regardless of who asks for them. *moves* is the
    rule for playing a match on another day; with *finals_dates* the document says on which days finals are played.
    """

    penalties: Ref[StageConduct] | None = None
    lateness: Ref[LatenessTariff] | None = None
    boards: Ref[BoardTariff] | None = None
    breaches: Mapping[Ref[Breach], Ref[Breach]] = field(default_factory=dict)
    same: Same | None = None
    closes: Ref[Clock] | None = None
    slow_play: Ref[SlowPlayScale] | None = None
    ladders: tuple[Ref[Ladder], ...] = ()
    clocks: tuple[Ref[Clock], ...] = ()
    rolling: tuple[Ref[RollingRule], ...] = ()
    allowance: Ref[AllowanceRule] | None = None
    slots: Ref[Slots] | None = None
    timetable: tuple[Ref[TimetableRow], ...] = ()
    moves: Ref[MoveRule] | None = None
    finals_dates: bool = False
    written: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersWords:
    """Who may play, by the ids in the document's `eligibility.toml`; with *systems*, what it says of systems applies.

    The rules on minimum play and substitutes are found there under the stage itself. *titles* are the rules for winning
    a title; *played* says which stage a count of play is taken from; *notice* is the rule for asking for a substitute,
    *limited* the one for playing a restricted system in a match; *instead* are other rules that replace those of the
    document.
    """

    eligibility: tuple[Ref[Eligibility], ...] = ()
    titles: tuple[Ref[Eligibility], ...] = ()
    played: Mapping[str, str] = field(default_factory=dict)
    common: Ref[CommonRule] | None = None
    lodging: Ref[Eligibility] | None = None
    notice: Ref[Eligibility] | None = None
    limited: Ref[Eligibility] | None = None
    systems: bool = False
    instead: Mapping[Ref[Eligibility], Ref[Eligibility]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageKeys:
    """Everything that may be said of a stage, and said differently for some entries.

    *source* is where its contestants come from, or a list of several such, whose contestants are taken in that order.
    *home* is the clause under which a lot makes one side of each match the home team, who sits first. *first_boards* is
    the length of a match in the first session, where it differs; *unplayed* are the rules for matches not played out
    through no one's fault, *compared* the one for those that fouled boards leave with too few comparisons, *unmet* the
    one for matches with a contestant that withdrew; *stand_ins* names the rule for what a substitute may cost, and is
    empty where one costs nothing; *adds* names the rules that add to totals; *also* are further rankings; *ladder* is
    the one that a session counts for. Each *section* has a movement of its own; *compare* says whether boards are
    compared across sections or within a section, and contestants are *ranked* overall, by section, or both.
    """

    says: str = ""
    play: PlayWord | None = None
    layout: Ref[Layout] | None = None
    matches: Count | None = None
    boards: Count | None = None
    first_boards: int | None = None
    matches_a_session: Count | None = None
    sessions: Sessions | None = None
    programme: Ref[Programme] | None = None
    scoring: Ref[Scoring] | None = None
    fields: FieldNames | None = None
    source: tuple[SourceWords, ...] = grammar_field(hint=OneOrMore(SourceWords), default=())
    ranking: Ref[StandingsRule] | None = None
    carry: Ref[CarryOverRule] | None = None
    qualify: Ref[QualifyRule] | None = None
    significant: Ref[SignificantRule] | None = None
    bye: Ref[ByeRule] | None = None
    forfeit: Ref[ForfeitRule] | None = None
    unplayed: tuple[Ref[ForfeitRule], ...] = ()
    compared: Ref[ComparedRule] | None = None
    unmet: Ref[UnmetRule] | None = None
    stand_ins: Ref[DeductionRule] | None = None
    season: Ref[SeasonRule] | None = None
    placing: PlacingRule | None = None
    opposed: Ref[NonContendingRule] | None = None
    pool: Ref[PoolRule] | None = None
    adds: tuple[Ref[AdditionRule], ...] = ()
    also: tuple[AlsoRule, ...] = ()
    ladder: Ref[LadderRule] | None = None
    section: tuple[Section, ...] = ()
    compare: Compare | None = None
    ranked: Ranked | None = None
    home: Clause | None = None
    draw: Draw | None = None
    conduct: ConductWords = ConductWords()
    players: PlayersWords = PlayersWords()


@dataclass(frozen=True, slots=True, kw_only=True)
class InsteadWords(StageKeys):
    """What replaces words of a stage, under a condition."""

    clause: Clause
    when: WhenWords
    written: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class StageWords(StageKeys):
    """A stage: how it is played, scored and ranked. One with *when* is played only in that case.

    *like* names an earlier stage, whose words apply except for what this one says; *without* are those it does not take
    over.
    """

    clause: Clause
    name: str
    when: WhenWords | None = None
    instead: tuple[InsteadWords, ...] = ()


form(StageWords, beside="like without")
form(AlsoRule, section=HIDDEN)
form(AddedShare, fact=As("", Named(FactRule)))
form(Stratum, fact=As("", Named(FactRule)))
form(AbsencesPlacing, rule=As("absences", Named(AbsenceRule)), kind="held")
form(SharePlacing, rule=As("play", Named(PlayRule)))
form(FieldNames, names=As("", Many(str, least=1), NEEDED.default), clause=NEEDED, first=HIDDEN, sizes=HIDDEN)
