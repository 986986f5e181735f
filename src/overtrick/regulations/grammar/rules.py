"""The registry of rules in rule files: one line a kind, and how it is written where the core has it otherwise.

A new kind of rule is a class of the core and its line in `RULES`; `regulations/describe` can say it in words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, Literal

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Halves, exact_text
from overtrick.core.laws.adjusted import ArtificialRule, SeveralRule
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scales import CornerScale, Scale, vps
from overtrick.core.scoring.barred import BarredRule
from overtrick.core.scoring.boards import BoardRule, ButlerRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.datum import DatumRule, Span
from overtrick.core.scoring.deductions import DeductionRule
from overtrick.core.scoring.fouled import SubstituteRule
from overtrick.core.scoring.match import Conversion, Length, MatchRule, NetImps
from overtrick.core.scoring.median import MedianRule
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.pooled import PoolRule
from overtrick.core.scoring.rounds import Scoring, TeamsRule
from overtrick.core.scoring.session import AverageRule, PercentRule
from overtrick.core.scoring.stand_ins import Ground, Limits, OwnAverage, StandInCase, StandInRule
from overtrick.core.scoring.substitutes import Improvement, SubstituteGuide
from overtrick.core.scoring.tie import TieRule
from overtrick.core.scoring.unplayed import ByeRule, ComparedRule, Complement, ForfeitRule
from overtrick.regulations.grammar.files import By, Many, Row
from overtrick.regulations.grammar.forms import NEEDED, As, Form, Word, form, makes, stand, usually
from overtrick.regulations.grammar.place import Scope
from overtrick.regulations.grammar.scales import BandTable, PrintedTable, ScaleAsWritten, ScaleWords
from overtrick.regulations.grammar.swiss import SwissWords
from overtrick.regulations.grammar.values import TEXTS, number

ALWAYS = Span()


class _RoundTo:
    """A step to round to, or “none”."""

    @staticmethod
    def read_at(value: object, at: Any) -> Exact | None:
        value = at.below.get((), value)
        try:
            return None if value == "none" else number(value)
        except ValueError as error:
            return at.bad(str(error))  # type: ignore[no-any-return]


TEXTS[SeveralRule] = lambda value: SeveralRule(Clause.parse(str(value)))

form(DatumRule, cases="case", round_to=As("", _RoundTo), halves=NEEDED)
form(MedianRule, even=NEEDED)
form(CrossImpsRule, divisor=NEEDED)
form(MatchpointRule, clause=NEEDED)
form(ArtificialRule, unit=NEEDED, beside="several_table")
form(PercentRule, places=usually(None))
form(CapRule, caps="rows")
form(NonContendingRule, placing=usually(None))
form(StandInRule, cases="case", places=usually(None))
form(SubstituteGuide, rows=As("rows", Many(Row(improvement=Improvement, imps=Many(tuple[int, Exact])))))


@makes(StandInCase)
def stand_in_case(
    *, clause: Clause, ground: Ground, limit: Fraction | None = None, share: Fraction | None = None, least: Exact = 0
) -> StandInCase:
    """One ground: limits on what was scored (*least* and *limit*), or a *share* of the pair's own average."""
    if (limit is None) == (share is None):
        raise ValueError(f"{clause}: a session counts within a limit, or as a share of the average")
    worth = Limits(least, limit) if limit is not None else OwnAverage(share or Fraction(0), least)
    return StandInCase(clause, ground, worth)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A forfeit rule as it is written: its floor may be a win by so many IMPs on whatever scale a match has."""

    rule: ForfeitRule
    floor_imps: Exact | None
    read_back: bool

    def on(self, scales: Mapping[int, Scale], boards: int) -> ForfeitRule:
        """The rule for matches of *boards*, and of the other lengths there are scales for."""
        rule, clause = self.rule, self.rule.clause
        floors: dict[int, Exact] = {}
        floor, says = rule.floor, rule.floor_says
        if floor is None and self.floor_imps is not None:
            if boards not in scales:
                raise RegulationErrors([f"{clause.cite}: a floor in IMPs needs the scale of the match."])
            won = Figure(self.floor_imps, IMPS, Clause(clause.document, clause.number))
            floors = {length: vps(won, length, scale, Halves.AWAY).value for length, scale in scales.items()}
            floor, says = floors[boards], f"a win by {exact_text(self.floor_imps)} IMPs"
        elif floor is None and 0 in rule.begun:
            raise RegulationErrors(
                [f"{clause.cite}: a match that was not begun needs a floor; nobody may have an average."]
            )
        scale = scales.get(boards) if self.read_back else None
        if self.read_back and not isinstance(scale, CornerScale):
            raise RegulationErrors([f"{clause.cite}: IMPs can be read back only from a scale of straight lines."])
        back = scale if isinstance(scale, CornerScale) else None
        return replace(rule, floor=floor, floor_says=says, floors=floors, scale=back)


@makes(Forfeit)
def forfeit(
    *,
    clause: Clause,
    total: Exact,
    most: Exact,
    floor: Exact | None = None,
    floor_imps: Exact | None = None,
    places: int | None = None,
    offender: Exact = 0,
    complement: Complement = Complement.SCORE,
    fault: bool = True,
    begun: Span = ALWAYS,
    as_scored: bool = False,
    one_robin: bool = False,
    imps_read_back: bool = False,
) -> Forfeit:
    """What the innocent side of a match that was not played out receives."""
    rule = ForfeitRule(clause, floor, total, most, places, offender, complement, fault, begun, as_scored, one_robin)
    return Forfeit(rule, floor_imps, imps_read_back)


@dataclass(frozen=True, slots=True)
class MatchWords:
    """What the total of a match becomes: victory points, limited IMPs, or its net IMPs as they are.

    *as_printed* takes the rows of a scale as they stand in the document, misprints and all.
    """

    boards: Span
    conversion: Conversion


@makes(MatchWords)
def match_words(
    *,
    scope: Scope,
    outer: Clause,
    boards: Span = ALWAYS,
    scale: str | None = None,
    as_printed: bool = False,
    caps: CapRule | None = None,
    net: Literal[True] | None = None,  # noqa: ARG001 - what there is without a scale or limits
) -> MatchWords:
    """What the total of a match becomes: points of a *scale*, IMPs within *caps*, or its *net* IMPs as they are.

    *as_printed* takes the rows of a scale as they stand in the document, misprints and all.
    """
    if scale is not None:
        return MatchWords(boards, scope.find(Scale, scale, {("as_printed",): True} if as_printed else {}))
    return MatchWords(boards, caps if caps is not None else NetImps(outer))


BOARDS: dict[str, Any] = {
    "butler": DatumRule, "median": MedianRule, "cross-IMPs": CrossImpsRule, "matchpoints": MatchpointRule
}  # fmt: skip
"""The kind of rule each way of scoring a board goes by; a teams board has none."""


@makes(Scoring, beside="unplayable")
def scoring(
    *,
    id: str,  # noqa: A002 - a rule's id is its id
    name: str,
    clause: Clause,
    board: Literal["butler", "median", "cross-IMPs", "matchpoints", "teams"],
    artificial: ArtificialRule,
    match: tuple[MatchWords, ...],
    rule: DatumRule | MedianRule | CrossImpsRule | MatchpointRule | None = None,
    fouled: DatumRule | None = None,
    barred: BarredRule | None = None,
    substitute: SubstituteRule | None = None,
    percent: PercentRule | None = None,
    length: Length = Length.ANNOUNCED,
    times: int = 1,
) -> Scoring:
    """A whole way of scoring: the board, the awards, the match.

    *artificial* is for fouled boards and *unplayable*, where it differs, for boards lost in another way. The
    net counts so many *times* before it is converted.
    """
    by: BoardRule | TeamsRule
    if board == "teams":
        by = TeamsRule(clause)
    elif rule is None or not isinstance(rule, BOARDS[board]):
        raise RegulationErrors([f"{id}: {board} needs a rule for its boards."])
    else:
        by = ButlerRule(rule, fouled) if isinstance(rule, DatumRule) else rule
    conversions = tuple((each.boards, each.conversion) for each in match)
    made = MatchRule(clause, artificial, conversions, length, times)
    return Scoring(id, name, clause, by, made, percent, barred, substitute)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of rule: the class its tables become, and what people call it.

    *written* is as what its tables are checked, where a rule that cannot be used yet is no fault of the file.
    """

    rule: Any
    called: str
    listed: bool = True
    written: Any = None


RULES: dict[str, Kind] = {
    "scoring": Kind(Scoring, "scoring"),
    "scale": Kind(ScaleWords, "scale", written=ScaleAsWritten),
    "datum": Kind(DatumRule, "datum"),
    "pool": Kind(PoolRule, "pooled datum"),
    "median": Kind(MedianRule, "median"),
    "cross_imps": Kind(CrossImpsRule, "cross-IMPs rule"),
    "matchpoints": Kind(MatchpointRule, "matchpoint rule"),
    "artificial": Kind(ArtificialRule, "artificial score"),
    "percent": Kind(PercentRule, "percentage rule"),
    "average": Kind(AverageRule, "average"),
    "caps": Kind(CapRule, "limits"),
    "forfeit": Kind(Forfeit, "forfeit"),
    "bye": Kind(ByeRule, "bye"),
    "compared": Kind(ComparedRule, "least comparisons"),
    "substitute": Kind(SubstituteRule, "substitute board"),
    "substitute_guide": Kind(SubstituteGuide, "guide to substitutes"),
    "stand_in": Kind(StandInRule, "stand-in"),
    "non_contending": Kind(NonContendingRule, "non-contending pair"),
    "barred": Kind(BarredRule, "barred action"),
    "deduction": Kind(DeductionRule, "deduction"),
    "tie": Kind(TieRule, "tie"),
    "swiss": Kind(SwissWords, "Swiss draw"),
    "table": Kind(PrintedTable, "table", listed=False),
    "band_table": Kind(BandTable, "table", listed=False),
}
"""Every kind of rule a rule file may hold, by the word of its tables."""

WORD_OF: dict[Any, str] = {kind.rule: word for word, kind in RULES.items()} | {Scale: "scale"}
"""The word of a kind's tables."""


@dataclass(frozen=True, slots=True)
class EditionWords:
    """An edition of a folder: what it is called, from when on events are opened under it, and what changed by it."""

    id: str
    since: date
    changed: str


@dataclass(frozen=True, slots=True)
class Document:
    """What a folder of the rulebook is about, and its editions, the one in force last."""

    cite: str
    title: str
    body: str
    issued: str
    edition: tuple[EditionWords, ...] = ()

    def __post_init__(self) -> None:
        ids, dates = [each.id for each in self.edition], [each.since for each in self.edition]
        if len(set(ids)) != len(ids) or dates != sorted(dates):
            raise ValueError("the editions of a document have names of their own and stand in the order of their dates")


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause restated in our own words, and what it asks of software."""

    id: str
    kind: Literal["computes", "decides", "schedules", "records", "informs"]
    says: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Where the text is silent or contradicts itself: what we do, and what else could be done.

    *unswitched* says why no event can be played by the other ways, where none can.
    """

    id: str
    on: tuple[str, ...]
    matter: str
    we: str
    other: tuple[str, ...] = ()
    unswitched: str = ""


class RuleFile:
    """Everything a rule file may hold: rules of every kind, each in a list, and clauses and readings."""


def _rule_file(**tables: Any) -> dict[str, Any]:
    """Everything a rule file may hold: rules of every kind, each in a list, and clauses and readings."""
    return tables


_TEXTS = (("clause", ClauseText), ("reading", Reading))
stand(
    RuleFile,
    Form(
        _rule_file,
        tuple(
            Word(word, (word,), By(kind, "id"), dict)
            for word, kind in (*((word, kind.written or kind.rule) for word, kind in RULES.items()), *_TEXTS)
        ),
    ),
)
