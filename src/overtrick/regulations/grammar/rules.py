"""The registry of rules in rule files: one line per kind, and how it is written where the core differs.

A new kind of rule is a class of the core and its line in `RULES`; `regulations/describe` can put it into words.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Literal

from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.adjusted import ArtificialRule, SeveralRule
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.provenance import Clause
from overtrick.core.ranking.ladder import LadderRule
from overtrick.core.ranking.win_bonus import WinBonusRule
from overtrick.core.scales import Scale
from overtrick.core.scoring.boards import BoardRule, ButlerRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.datum import DatumRule, MedianRule, PoolRule, Span
from overtrick.core.scoring.deductions import DeductionRule, Improvement, SubstituteGuide
from overtrick.core.scoring.fouled import BarredRule, SubstituteRule
from overtrick.core.scoring.match import Conversion, MatchRule, NetImps
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.patton import Patton
from overtrick.core.scoring.rounds import Scoring, TeamsRule
from overtrick.core.scoring.session import AverageRule, PercentRule
from overtrick.core.scoring.stand_ins import Limits, StandInCase, StandInRule
from overtrick.core.scoring.teams import BY_IMPS, Comparison, Method
from overtrick.core.scoring.tie import TieRule
from overtrick.core.scoring.unplayed import ByeRule, ComparedRule, ForfeitRule, UnmetRule
from overtrick.regulations.grammar.files import Many, Row, TablesByName
from overtrick.regulations.grammar.forms import HERE, HIDDEN, NEEDED, Form, Word, WordPlace, form, stand, usually
from overtrick.regulations.grammar.place import Scope
from overtrick.regulations.grammar.readings import Reading
from overtrick.regulations.grammar.scales import BandTable, PrintedTable, ScaleAsWritten, ScaleWords
from overtrick.regulations.grammar.values import TEXTS, number, text

ALWAYS = Span()


@text
def round_to(value: object) -> Exact | None:
    """A step to round to, or “none”."""
    return None if value == "none" else number(value)


TEXTS[SeveralRule] = lambda value: SeveralRule(Clause.parse(str(value)))

form(DatumRule, cases="case", round_to=WordPlace("", round_to), halves=NEEDED)
form(MedianRule, even=NEEDED)
form(CrossImpsRule, divisor=NEEDED)
form(MatchpointRule, clause=NEEDED)
form(ArtificialRule, unit=NEEDED, beside="several_table")
form(PercentRule, places=usually(None))
form(CapRule, caps="rows")
form(NonContendingRule, placing=usually(None))
form(StandInRule, cases="case", places=usually(None))
form(SubstituteGuide, rows=WordPlace("rows", Many(Row(improvement=Improvement, imps=Many(tuple[int, Exact])))))


form(StandInCase, worth=HERE)
form(Limits, share="limit", least=usually(0))
form(
    ForfeitRule,
    floor=usually(None), floor_says=HIDDEN, floors=HIDDEN, scale=HIDDEN,
)  # fmt: skip


def match_words(
    *,
    scope: Scope,
    outer: Clause,
    boards: Span = ALWAYS,
    scale: str | None = None,
    as_printed: bool = False,
    caps: CapRule | None = None,
    aggregate: Patton | None = None,
    net: Literal[True] | None = None,  # noqa: ARG001 - what there is without a scale or limits
) -> tuple[Span, Conversion]:
    """What the total of a match becomes: points of a *scale*, IMPs within *caps*, or its *net* as it is.

    *as_printed* uses the rows of a scale as they are in the document, misprints included. With *aggregate* it is a
    Patton: victory points for the aggregate are added to the board points.
    """
    if aggregate is not None:
        return boards, aggregate
    if scale is not None:
        return boards, scope.find(Scale, scale, {("as_printed",): True} if as_printed else {})
    return boards, caps if caps is not None else NetImps(outer)


BOARDS: dict[str, Any] = {
    "butler": DatumRule, "median": MedianRule, "cross-IMPs": CrossImpsRule, "matchpoints": MatchpointRule
}  # fmt: skip
"""The kind of rule for each way of scoring a board; a teams board has none."""


def board_rule(
    *,
    clause: Clause,
    board: Literal["butler", "median", "cross-IMPs", "matchpoints", "teams"],
    rule: DatumRule | MedianRule | CrossImpsRule | MatchpointRule | None = None,
    fouled: DatumRule | None = None,
    method: Method | None = None,
    win: Exact | None = None,
    tie: Exact | None = None,
) -> BoardRule | TeamsRule:
    """How a *board* is scored; *fouled* is the datum of fouled boards, where it is another.

    A teams board is compared by a *method*, IMPs by default; at board-a-match a board won is worth *win* and one that
    is level *tie*: by default 2 and half of that.
    """
    if board == "teams":
        return TeamsRule(clause, _comparison(clause, method, win, tie))
    if method is not None:
        raise ValueError("only teams have a method; pairs are scored by the rule of their boards")
    if rule is None or not isinstance(rule, BOARDS[board]):
        raise ValueError(f"{board} needs a rule for its boards")
    return ButlerRule(rule, fouled) if isinstance(rule, DatumRule) else rule


def _comparison(clause: Clause, method: Method | None, win: Exact | None, tie: Exact | None) -> Comparison:
    """How teams compare their tables; the worth of a board is given only for board-a-match."""
    if method is not Method.BOARD_A_MATCH:
        if win is not None or tie is not None:
            raise ValueError("win and tie are what boards are worth at board-a-match")
        return BY_IMPS if method in (None, Method.IMPS) else Comparison(clause, Method.AGGREGATE)
    won = 2 if win is None else win
    level = plain(Fraction(won) / 2) if tie is None else tie
    if not 0 <= level <= won or not won:
        raise ValueError("a board that is level is worth no more than one that is won")
    return Comparison(clause, Method.BOARD_A_MATCH, won, level)


form(Patton, inherits=True)
form(MatchRule, conversions=WordPlace("match", Many(match_words)))
form(Scoring, board=WordPlace("*", board_rule), match=HERE)


@dataclass(frozen=True, slots=True)
class RuleKind:
    """A kind of rule: the class its tables become, and its name for users.

    *written* is the class against which its tables are checked, where a rule that cannot be used yet is not a fault of
    the file.
    """

    rule: Any
    called: str
    listed: bool = True
    written: Any = None


RULES: dict[str, RuleKind] = {
    "scoring": RuleKind(Scoring, "scoring"),
    "scale": RuleKind(ScaleWords, "scale", written=ScaleAsWritten),
    "datum": RuleKind(DatumRule, "datum"),
    "pool": RuleKind(PoolRule, "pooled datum"),
    "median": RuleKind(MedianRule, "median"),
    "cross_imps": RuleKind(CrossImpsRule, "cross-IMPs rule"),
    "matchpoints": RuleKind(MatchpointRule, "matchpoint rule"),
    "artificial": RuleKind(ArtificialRule, "artificial score"),
    "percent": RuleKind(PercentRule, "percentage rule"),
    "average": RuleKind(AverageRule, "average"),
    "caps": RuleKind(CapRule, "limits"),
    "forfeit": RuleKind(ForfeitRule, "forfeit"),
    "bye": RuleKind(ByeRule, "bye"),
    "compared": RuleKind(ComparedRule, "least comparisons"),
    "unmet": RuleKind(UnmetRule, "match with a contestant that withdrew"),
    "substitute": RuleKind(SubstituteRule, "substitute board"),
    "substitute_guide": RuleKind(SubstituteGuide, "guide to substitutes"),
    "stand_in": RuleKind(StandInRule, "stand-in"),
    "non_contending": RuleKind(NonContendingRule, "non-contending pair"),
    "barred": RuleKind(BarredRule, "barred action"),
    "deduction": RuleKind(DeductionRule, "deduction"),
    "tie": RuleKind(TieRule, "tie"),
    "win_bonus": RuleKind(WinBonusRule, "bonus for wins"),
    "ladder": RuleKind(LadderRule, "ladder over evenings"),
    "swiss": RuleKind(SwissDraw, "Swiss draw"),
    "table": RuleKind(PrintedTable, "table", listed=False),
    "band_table": RuleKind(BandTable, "table", listed=False),
}
"""Every kind of rule that a rule file may contain, by the word of its tables."""

WORD_OF: dict[Any, str] = {kind.rule: word for word, kind in RULES.items()} | {Scale: "scale"}
"""The word of a kind's tables."""


def words_of(kind: Any) -> list[str]:
    """The words of the tables that state rules of a kind, or of kinds derived from it."""
    if kind in WORD_OF or not isinstance(kind, type):
        return [WORD_OF[kind]] if kind in WORD_OF else []
    return [word for word, each in RULES.items() if isinstance(each.rule, type) and issubclass(each.rule, kind)]


@dataclass(frozen=True, slots=True)
class EditionWords:
    """An edition of a folder: its name, the date from which events are opened under it, and what changed with it."""

    id: str
    since: date
    changed: str


@dataclass(frozen=True, slots=True)
class Document:
    """The document of a rulebook folder, and its editions, with the current one last.

    With *games* anyone may use its events, in a file of their own that is like one of them.
    """

    cite: str
    title: str
    body: str
    issued: str
    games: bool = False
    edition: tuple[EditionWords, ...] = ()

    def __post_init__(self) -> None:
        ids, dates = [each.id for each in self.edition], [each.since for each in self.edition]
        if len(set(ids)) != len(ids) or dates != sorted(dates):
            raise ValueError("the editions of a document have names of their own and stand in the order of their dates")


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause restated in our own words, and what it requires of software."""

    id: str
    kind: Literal["computes", "decides", "schedules", "records", "informs"]
    says: str


class RuleFile:
    """Everything a rule file may contain: rules of every kind, each in a list, and clauses and readings."""


def _rule_file(**tables: Any) -> dict[str, Any]:
    """Everything a rule file may contain: rules of every kind, each in a list, and clauses and readings."""
    return tables


_TEXTS = (("clause", ClauseText), ("reading", Reading))
stand(
    RuleFile,
    Form(
        _rule_file,
        tuple(
            Word(word, (word,), TablesByName(kind, "id"), dict)
            for word, kind in (*((word, kind.written or kind.rule) for word, kind in RULES.items()), *_TEXTS)
        ),
    ),
)
