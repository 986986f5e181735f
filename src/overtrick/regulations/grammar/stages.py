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
from overtrick.core.event.plan.session_ways import Compare, Section, SectionRanking
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
from overtrick.regulations.grammar.forms import HIDDEN, NEEDED, WordPlace, form, grammar_field
from overtrick.regulations.grammar.readings import WhenWords
from overtrick.regulations.grammar.refs import NameOnly, Ref
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
    """A source of a stage's contestants: another *stage*, or another *event* whose contestants drop in.

    *each* is how many come from every field of the stage. *places* says which come: 6 is the first six, `[53, 104]` is
    place 53 to place 104, and `[53]` is everyone from place 53 down. With *attendance* their number is that of the
    seats in a Howell of the document, chosen by the average attendance at a session of that stage. *carry* is their
    carry-over, if it differs from that of the stage. *stands* is the clause by which contestants that have started
    continue even if a late ruling or correction would have qualified others.
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
    """The penalties, clocks and times of a stage, by their names in the document's `conduct.toml`.

    *penalties* names the tariffs of the stage. *lateness*, *boards* and *breaches* (by kind) replace those tariffs.
    *same* says which earlier offences count. *closes* is the only clock that ends the time for corrections. *moves* is
    the rule for playing a match on another day. With *finals_dates* the document says on which days finals are played.
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
    """Who may play, by the ids of rules in the document's `eligibility.toml`.

    That file has the rules on minimum play and substitutes under the name of the stage. With *systems* its rules on
    systems apply. *titles* are the rules for winning a title. *played* says in which stage play is counted. *notice* is
    the rule for requesting a substitute. *limited* is the rule for playing a restricted system in a match. *instead*
    names rules of the document, each with the rule that replaces it.
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
    """The keys below can differ with the number of entries or with a choice.

    *source* is the source of its contestants, or a list of sources in the order in which contestants are taken. *home*
    is the clause by which a lot decides which side of each match is the home team and sits first. *first_boards* is the
    length of a match in the first session, if it differs. *unplayed* names the rules for matches that were not
    completed through no one's fault. *compared* names the rule for matches that fouled boards leave with too few
    comparisons. *unmet* names the rule for matches with a contestant that withdrew. *stand_ins* names the rule for the
    cost of a substitute; without it, substitutes cost nothing. *adds* names rules that add to totals. *also* lists
    further rankings. *ladder* names the ladder that a session counts towards. Each *section* has its own movement.
    *compare* says whether boards are compared across sections or within each. *ranked* says whether contestants are
    ranked overall, by section, or both.
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
    ranked: SectionRanking | None = None
    home: Clause | None = None
    draw: Draw | None = None
    conduct: ConductWords = ConductWords()
    players: PlayersWords = PlayersWords()


@dataclass(frozen=True, slots=True, kw_only=True)
class InsteadWords(StageKeys):
    """What replaces keys of a stage *when* a condition holds."""

    clause: Clause
    when: WhenWords
    written: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class StageWords(StageKeys):
    """A stage: how it is played, scored and ranked. With *when* it is played only in that case.

    *like* names an earlier stage, whose keys apply except where this one says something else. *without* lists the keys
    that are not inherited.
    """

    clause: Clause
    name: str
    when: WhenWords | None = None
    instead: tuple[InsteadWords, ...] = ()


form(StageWords, beside="like without")
form(AlsoRule, section=HIDDEN)
form(AddedShare, fact=WordPlace("", NameOnly(FactRule)))
form(Stratum, fact=WordPlace("", NameOnly(FactRule)))
form(AbsencesPlacing, rule=WordPlace("absences", NameOnly(AbsenceRule)), kind="held")
form(SharePlacing, rule=WordPlace("play", NameOnly(PlayRule)))
form(FieldNames, names=WordPlace("", Many(str, least=1), NEEDED.default), clause=NEEDED, first=HIDDEN, sizes=HIDDEN)
