"""The rulebook by name, as the core's own objects.

A rule is built when it is asked for. A name that is not there is answered with the names that are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeVar

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.laws.adjusted import ArtificialRule
from overtrick.core.provenance import Clause
from overtrick.core.scales import Scale
from overtrick.core.scoring.barred import BarredRule
from overtrick.core.scoring.boards import BoardRule, ButlerRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.datum import DatumRule
from overtrick.core.scoring.deductions import DeductionRule
from overtrick.core.scoring.fouled import SubstituteRule
from overtrick.core.scoring.match import Conversion, MatchRule, NetImps
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.pooled import PoolRule
from overtrick.core.scoring.rounds import Scoring, TeamsRule
from overtrick.core.scoring.session import AverageRule, PercentRule
from overtrick.core.scoring.stand_ins import StandInRule
from overtrick.core.scoring.substitutes import SubstituteGuide
from overtrick.core.scoring.tie import TieRule
from overtrick.core.scoring.unplayed import ByeRule, ComparedRule, ForfeitRule
from overtrick.regulations.grammar.schema import (
    BandScaleWords,
    ClauseText,
    ColumnWords,
    CornerScaleWords,
    CrossImpsWords,
    DatumWords,
    Document,
    MatchpointsWords,
    MatchWords,
    MedianWords,
    PrintedScaleWords,
    Reading,
    Repair,
    RuleFile,
    SameScaleWords,
    ScoringWords,
)
from overtrick.regulations.grammar.swiss import Settings, Swiss, build_swiss
from overtrick.regulations.read import build
from overtrick.regulations.read.editions import by_edition, in_force, shipped_edition, under
from overtrick.regulations.read.load import document_files, rule_files, text_files
from overtrick.regulations.read.printed import Repaired, column_of, printed_in, repaired


class Named(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """Its name in the rulebook."""
        ...


class Citing(Protocol):
    """Anything with a clause, and readings of it."""

    @property
    def clause(self) -> Clause:
        """The clause it stands on."""
        ...

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings it relies on."""
        ...


class NamedRule(Named, Citing, Protocol):
    """A rule with an id and a clause."""


N = TypeVar("N", bound=Named)

BoardRuleWords = DatumWords | MedianWords | CrossImpsWords | MatchpointsWords
"""The rules a scoring may have for its boards."""

Files = Sequence[tuple[str, RuleFile]]
"""Rule files with their paths in the rulebook."""


class Rulebook:
    """Rule files and the documents they belong to; *texts* reads the clauses and readings on demand."""

    def __init__(self, rules: Files, documents: Mapping[str, Document], texts: Callable[[], Files]) -> None:
        self.rules = tuple(rules)
        self.documents = dict(documents)
        self.scales = _index(rules, "scale", lambda file: file.scale)
        self.datums = _index(rules, "datum", lambda file: file.datum)
        self.medians = _index(rules, "median", lambda file: file.median)
        self.cross_imps = _index(rules, "cross-IMPs rule", lambda file: file.cross_imps)
        self.matchpoints = _index(rules, "matchpoint rule", lambda file: file.matchpoints)
        self.artificials = _index(rules, "artificial score", lambda file: file.artificial)
        self.percents = _index(rules, "percentage rule", lambda file: file.percent)
        self.averages = _index(rules, "average", lambda file: file.average)
        self.caps = _index(rules, "limits", lambda file: file.caps)
        self.forfeits = _index(rules, "forfeit", lambda file: file.forfeit)
        self.byes = _index(rules, "bye", lambda file: file.bye)
        self.compared = _index(rules, "least comparisons", lambda file: file.compared)
        self.substitutes = _index(rules, "substitute board", lambda file: file.substitute)
        self.barred_actions = _index(rules, "barred action", lambda file: file.barred)
        self.pools = _index(rules, "pooled datum", lambda file: file.pool)
        self.non_contending_pairs = _index(rules, "non-contending pair", lambda file: file.non_contending)
        self.deductions = _index(rules, "deduction", lambda file: file.deduction)
        self.ties = _index(rules, "tie", lambda file: file.tie)
        self.stand_ins = _index(rules, "stand-in", lambda file: file.stand_in)
        self.substitute_guides = _index(rules, "guide to substitutes", lambda file: file.substitute_guide)
        self.swisses = _index(rules, "Swiss draw", lambda file: file.swiss)
        self.scorings = _index(rules, "scoring", lambda file: file.scoring)
        self.tables = _index(rules, "table", lambda file: file.table)
        self.band_tables = _index(rules, "table", lambda file: file.band_table)
        self._texts = texts

    def with_files(self, more: Files) -> "Rulebook":
        """This rulebook with more rule files beside its own."""
        return Rulebook((*self.rules, *more), self.documents, lambda: self.texts)

    def with_board_rule(self, words: BoardRuleWords) -> "Rulebook":
        """This rulebook with one rule for boards read otherwise."""
        other = copy(self)
        match words:
            case DatumWords():
                other.datums = {**self.datums, words.id: words}
            case MedianWords():
                other.medians = {**self.medians, words.id: words}
            case CrossImpsWords():
                other.cross_imps = {**self.cross_imps, words.id: words}
            case MatchpointsWords():
                other.matchpoints = {**self.matchpoints, words.id: words}
        return other

    def board_rule(self, words: ScoringWords) -> BoardRuleWords:
        """The words of the rule a scoring has for its boards."""
        name = words.rule or ""
        match words.board:
            case "butler":
                return _named(self.datums, name, "datum")
            case "median":
                return _named(self.medians, name, "median")
            case "cross-IMPs":
                return _named(self.cross_imps, name, "cross-IMPs rule")
            case "matchpoints":
                return _named(self.matchpoints, name, "matchpoint rule")
            case "teams":
                raise RegulationErrors([f"{words.id}: a teams board has no rule of its own."])

    @property
    def kinds(self) -> dict[str, Mapping[str, NamedRule]]:
        """Every kind of rule there is, each by id."""
        return {
            "scoring": self.scorings,
            "scale": self.scales,
            "datum": self.datums,
            "pool": self.pools,
            "median": self.medians,
            "cross-imps": self.cross_imps,
            "matchpoints": self.matchpoints,
            "artificial": self.artificials,
            "percent": self.percents,
            "average": self.averages,
            "caps": self.caps,
            "forfeit": self.forfeits,
            "bye": self.byes,
            "compared": self.compared,
            "substitute": self.substitutes,
            "substitute-guide": self.substitute_guides,
            "stand-in": self.stand_ins,
            "non-contending": self.non_contending_pairs,
            "barred": self.barred_actions,
            "deduction": self.deductions,
            "tie": self.ties,
            "swiss": self.swisses,
        }

    @cached_property
    def texts(self) -> Files:
        """The files of clauses and readings."""
        return self._texts()

    @cached_property
    def clauses(self) -> dict[str, dict[str, ClauseText]]:
        """Every clause restated: by the document's citation, then by number."""
        return {
            document.cite: {clause.id: clause for file in self._of(folder) for clause in file.clause}
            for folder, document in self.documents.items()
        }

    @cached_property
    def readings(self) -> dict[str, dict[str, Reading]]:
        """Every reading: by the document's citation, then by id."""
        return {
            document.cite: {reading.id: reading for file in self._of(folder) for reading in file.reading}
            for folder, document in self.documents.items()
        }

    def _of(self, folder: str) -> list[RuleFile]:
        return [file for path, file in self.texts if path.startswith(f"{folder}/")]

    def scale(self, name: str, *, as_printed: bool = False) -> Scale:
        """A scale by name; *as_printed* with its misprints."""
        match _named(self.scales, name, "scale"):
            case PrintedScaleWords() as words:
                return build.build_printed(words, self.tables, as_printed=as_printed)
            case CornerScaleWords() as words:
                return build.build_corners(words)
            case BandScaleWords() as words:
                return build.build_bands(words, _named(self.band_tables, words.table, "table"))
            case SameScaleWords() as words:
                return build.taken_over(self.scale(words.scale), words.id, words.name, words.cited)

    def printed(self, name: str, boards: int) -> tuple[Clause, ...]:
        """The clauses that print a scale for a match of so many boards; none where it is not printed."""
        column = self._column(name, boards)
        return printed_in(column, self.tables) if column else ()

    def repairs(self, name: str, boards: int) -> tuple[Repaired, ...]:
        """The rows of a scale, for a match of so many boards, that are read otherwise than printed."""
        column = self._column(name, boards)
        return repaired(column, self.tables) if column else ()

    def _column(self, name: str, boards: int) -> ColumnWords | None:
        match _named(self.scales, name, "scale"):
            case PrintedScaleWords() as words:
                return column_of(words, boards, self.tables)
            case SameScaleWords() as words:
                return self._column(words.scale, boards)
            case CornerScaleWords() | BandScaleWords():
                return None

    def datum(self, name: str) -> DatumRule:
        """A datum rule by name."""
        return build.build_datum(_named(self.datums, name, "datum"))

    def artificial(self, name: str) -> ArtificialRule:
        """What artificial scores are worth, by name."""
        return build.build_artificial(_named(self.artificials, name, "artificial score"))

    def cap_rule(self, name: str) -> CapRule:
        """Limits on match scores, by name."""
        return build.build_caps(_named(self.caps, name, "limits"))

    def percent(self, name: str) -> PercentRule:
        """A percentage rule by name."""
        words = _named(self.percents, name, "percentage rule")
        artificial = self.artificial(words.artificial)
        return PercentRule(words.cited, artificial, words.places, words.missed, words.halves)

    def average(self, name: str) -> AverageRule:
        """How sessions are averaged, by name."""
        words = _named(self.averages, name, "average")
        return AverageRule(words.id, words.cited, words.places)

    def forfeit(self, name: str, scale: str | None = None, boards: int = 0) -> ForfeitRule:
        """A forfeit rule by name; a floor in IMPs is read on *scale* for a match of *boards*."""
        words = _named(self.forfeits, name, "forfeit")
        return build.build_forfeit(words, {boards: self.scale(scale)} if scale else {}, boards)

    def bye(self, name: str) -> ByeRule:
        """What a bye is worth, by name."""
        words = _named(self.byes, name, "bye")
        return ByeRule(words.id, words.cited, words.vps, words.imps, words.win)

    def least_compared(self, name: str) -> ComparedRule:
        """The least share of a match's boards that must be compared, by name."""
        words = _named(self.compared, name, "least comparisons")
        return ComparedRule(words.id, words.cited, Fraction(words.share))

    def substitute(self, name: str) -> SubstituteRule:
        """When a fouled board is played again, by name."""
        words = _named(self.substitutes, name, "substitute board")
        return SubstituteRule(words.id, words.cited, words.unless)

    def barred(self, name: str) -> BarredRule:
        """The adjustment for a barred action, by name."""
        words = _named(self.barred_actions, name, "barred action")
        return BarredRule(words.id, words.cited, words.offenders, words.opponents, build.UNITS[words.unit])

    def pool(self, name: str) -> PoolRule:
        """When two fields make a datum together, by name."""
        words = _named(self.pools, name, "pooled datum")
        return PoolRule(words.id, words.cited, words.tables)

    def non_contending(self, name: str) -> NonContendingRule:
        """What a match against a non-contending pair counts for, by name."""
        words = _named(self.non_contending_pairs, name, "non-contending pair")
        return NonContendingRule(words.id, words.cited, words.placing, words.averages)

    def deduction(self, name: str) -> DeductionRule:
        """Where IMPs are taken from a match, by name."""
        words = _named(self.deductions, name, "deduction")
        return DeductionRule(words.id, words.cited, words.of, words.opponents)

    def tie(self, name: str) -> TieRule:
        """How a tied match is decided, by name."""
        words = _named(self.ties, name, "tie")
        return TieRule(words.id, words.cited, words.steps, words.extra, words.then)

    def stand_in(self, name: str) -> StandInRule:
        """What sessions count for that a pair did not play itself, by name."""
        return build.build_stand_in(_named(self.stand_ins, name, "stand-in"))

    def substitute_guide(self, name: str) -> SubstituteGuide:
        """The guide to adjustments for substitutes, by name."""
        return build.build_guide(_named(self.substitute_guides, name, "guide to substitutes"))

    def swiss(self, name: str, settings: Settings) -> Swiss:
        """A Swiss draw by name, for an event that fixes what its document leaves open."""
        return build_swiss(_named(self.swisses, name, "Swiss draw"), settings)

    def unplayable(self, scoring: str) -> ArtificialRule:
        """What an award is worth on a board that was not fouled but could not be played."""
        words = _named(self.scorings, scoring, "scoring")
        return self.artificial(words.unplayable or words.artificial)

    def scoring(self, name: str) -> Scoring:
        """A whole way of scoring, by name."""
        return self.scoring_of(self.scoring_words(name))

    def scoring_words(self, name: str) -> ScoringWords:
        """The words of a way of scoring, by name."""
        return _named(self.scorings, name, "scoring")

    def scoring_of(self, words: ScoringWords) -> Scoring:
        """A whole way of scoring, from its words."""
        conversions = tuple((match.boards, self._conversion(match, words)) for match in words.match)
        rule = MatchRule(words.cited, self.artificial(words.artificial), conversions, words.length, words.times)
        percent = self.percent(words.percent) if words.percent else None
        barred = self.barred(words.barred) if words.barred else None
        substitute = self.substitute(words.substitute) if words.substitute else None
        return Scoring(words.id, words.name, words.cited, self._board(words), rule, percent, barred, substitute)

    def _conversion(self, words: MatchWords, scoring: ScoringWords) -> Conversion:
        if words.scale is not None:
            return self.scale(words.scale, as_printed=words.as_printed)
        if words.caps is not None:
            return self.cap_rule(words.caps)
        return NetImps(scoring.cited)

    def _board(self, words: ScoringWords) -> BoardRule | TeamsRule:
        if words.board == "teams":
            return TeamsRule(words.cited)
        if words.rule is None:
            raise RegulationErrors([f"{words.id}: {words.board} needs a rule for its boards."])
        match words.board:
            case "butler":
                return ButlerRule(self.datum(words.rule), self.datum(words.fouled) if words.fouled else None)
            case "median":
                return build.build_median(_named(self.medians, words.rule, "median"))
            case "cross-IMPs":
                return build.build_cross_imps(_named(self.cross_imps, words.rule, "cross-IMPs rule"))
            case "matchpoints":
                return build.build_matchpoints(_named(self.matchpoints, words.rule, "matchpoint rule"))


def _index(rules: Files, kind: str, pick: Callable[[RuleFile], Iterable[N]]) -> dict[str, N]:
    found: dict[str, N] = {}
    for path, file in rules:
        for rule in pick(file):
            if rule.id in found:
                raise RegulationErrors([f"{path}: there are two of {kind} named {rule.id}."])
            found[rule.id] = rule
    return found


def _named(known: Mapping[str, N], name: str, kind: str) -> N:
    if name not in known:
        close = get_close_matches(name, known, n=3, cutoff=0.3) or sorted(known)[:3]
        raise DirectorError(
            f"There is no {kind} called “{name}”",
            remedy=f"Did you mean {' or '.join(close)}? `overtrick rules list` has them all.",
        )
    return known[name]


def repaired_rows(book: Rulebook) -> dict[tuple[str, int], Repair]:
    """The rows of printed tables that a reading repairs, by table and row."""
    return {
        (column.table, repair.row): repair
        for words in book.scales.values()
        if isinstance(words, PrintedScaleWords)
        for column in words.column
        for repair in column.repairs
    }


@by_edition
def library() -> Rulebook:
    """The rulebook in force: the program's own, unless an event is shown that goes by another edition."""
    edition = in_force()
    return Rulebook(rule_files(edition), document_files(edition), lambda: text_files(edition))


def edition_said(cite: str) -> str:
    """By which edition of a document the rulebook in force goes, in words; nothing where none is written down.

    >>> edition_said("NSWSP")
    'By edition 2 of NSWSP, since 15 November 2026'
    """
    document = next((each for each in library().documents.values() if each.cite == cite), None)
    if document is None or not document.edition:
        return ""
    last = document.edition[-1]
    return f"By edition {last.id} of {cite}, since {last.since.day} {last.since:%B %Y}"


def shipped() -> Rulebook:
    """The rulebook that ships with the program, whatever is in force."""
    with under(shipped_edition()):
        return library()
