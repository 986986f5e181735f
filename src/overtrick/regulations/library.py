"""The rulebook by name, as the core's own objects.

A rule is built when it is asked for. A name that is not there is answered with the names that are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Protocol, TypeVar

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.laws.adjusted import ArtificialRule
from overtrick.core.scales import Scale
from overtrick.core.scoring.boards import BoardRule, ButlerRule
from overtrick.core.scoring.caps import CapRule
from overtrick.core.scoring.datum import DatumRule
from overtrick.core.scoring.match import Conversion, MatchRule, NetImps
from overtrick.core.scoring.rounds import Scoring, TeamsRule
from overtrick.core.scoring.session import PercentRule
from overtrick.core.scoring.unplayed import ForfeitRule
from overtrick.regulations import build
from overtrick.regulations.load import shipped_documents, shipped_rules, shipped_texts
from overtrick.regulations.schema import (
    BandScaleWords,
    ClauseText,
    CornerScaleWords,
    Document,
    EventWords,
    MatchWords,
    PrintedScaleWords,
    Reading,
    Repair,
    RuleFile,
    SameScaleWords,
    ScoringWords,
)


class Named(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """Its name in the rulebook."""
        ...


N = TypeVar("N", bound=Named)

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
        self.caps = _index(rules, "limits", lambda file: file.caps)
        self.forfeits = _index(rules, "forfeit", lambda file: file.forfeit)
        self.scorings = _index(rules, "scoring", lambda file: file.scoring)
        self.events = _index(rules, "event", lambda file: file.event)
        self.tables = _index(rules, "table", lambda file: file.table)
        self.band_tables = _index(rules, "table", lambda file: file.band_table)
        self._texts = texts

    def with_files(self, more: Files) -> "Rulebook":
        """This rulebook with more rule files beside its own."""
        return Rulebook((*self.rules, *more), self.documents, lambda: self.texts)

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

    def scale(self, name: str) -> Scale:
        """A scale by name."""
        match _named(self.scales, name, "scale"):
            case PrintedScaleWords() as words:
                return build.build_printed(words, self.tables)
            case CornerScaleWords() as words:
                return build.build_corners(words)
            case BandScaleWords() as words:
                return build.build_bands(words, _named(self.band_tables, words.table, "table"))
            case SameScaleWords() as words:
                return build.taken_over(self.scale(words.scale), words.id, words.name, words.cited)

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
        return PercentRule(words.cited, self.artificial(words.artificial), words.places)

    def forfeit(self, name: str, scale: str | None = None, boards: int = 0) -> ForfeitRule:
        """A forfeit rule by name; a floor in IMPs is read on *scale* for a match of *boards*."""
        words = _named(self.forfeits, name, "forfeit")
        return build.build_forfeit(words, self.scale(scale) if scale else None, boards)

    def event(self, name: str) -> EventWords:
        """An event by its id or by its name."""
        for event in self.events.values():
            if event.name == name:
                return event
        return _named(self.events, name, "event")

    def scoring(self, name: str) -> Scoring:
        """A whole way of scoring, by name."""
        words = _named(self.scorings, name, "scoring")
        conversions = tuple((match.boards, self._conversion(match, words)) for match in words.match)
        rule = MatchRule(words.cited, self.artificial(words.artificial), conversions)
        percent = self.percent(words.percent) if words.percent else None
        return Scoring(words.id, words.name, words.cited, self._board(words), rule, percent)

    def _conversion(self, words: MatchWords, scoring: ScoringWords) -> Conversion:
        if words.scale is not None:
            return self.scale(words.scale)
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


@cache
def shipped() -> Rulebook:
    """The rulebook that ships with the program."""
    return Rulebook(shipped_rules(), shipped_documents(), shipped_texts)
