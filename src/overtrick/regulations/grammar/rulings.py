"""The grammar of rules for what a director decides: byes, substitutes, barred actions, deductions, ties."""

from typing import Annotated, Literal

from overtrick.core.scoring.deductions import Deducted
from overtrick.core.scoring.fouled import TooLate
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.scoring.substitutes import Improvement
from overtrick.core.scoring.tie import TieStep
from overtrick.regulations.grammar.words import Cite, Cited, Number, Spanned, Table, word


class ByeWords(Cited):
    """What a bye is worth."""

    id: str
    vps: Number | None = None
    imps: Number = 0
    win: bool = False


class ComparedWords(Cited):
    """The least share of a match's boards that must be compared."""

    id: str
    share: Number


class SubstituteWords(Cited):
    """When a fouled board is played again as a substitute board."""

    id: str
    unless: tuple[Annotated[TooLate, word(TooLate)], ...]


class BarredWords(Cited):
    """The most the offenders keep, and the least their opponents have, on a board with a barred action."""

    id: str
    offenders: Number
    opponents: Number
    unit: Literal["IMPs", "per cent"]


class PoolWords(Cited):
    """Fields so small that they make their datum together with another."""

    id: str
    tables: Spanned


class NonContendingWords(Cited):
    """What a match against a non-contending pair counts for; without *placing*, the pair's own average."""

    id: str
    placing: Number | None = None
    averages: bool


class DeductionWords(Cited):
    """IMPs taken from a match, before its scale or limits or after them."""

    id: str
    of: Annotated[Deducted, word(Deducted)]
    opponents: bool


class StandInCaseWords(Cited):
    """One ground: limits on what was scored (*least* and *limit*), or a *share* of the pair's own average."""

    ground: Annotated[Ground, word(Ground)]
    limit: Number | None = None
    share: Number | None = None
    least: Number = 0


class StandInWords(Cited):
    """What sessions count for that a pair did not play itself."""

    id: str
    case: tuple[StandInCaseWords, ...]
    places: int | None = None


class GuideRow(Table):
    """The adjustments for one degree of improvement, by match length."""

    improvement: Annotated[Improvement, word(Improvement)]
    imps: tuple[tuple[int, Number], ...]


class SubstituteGuideWords(Cited):
    """The guide to adjustments for substitutes, and its ceiling per board."""

    id: str
    rows: tuple[GuideRow, ...]
    per_board: Number
    ceiling: Cite


class TieWords(Cited):
    """The steps that decide a tied match."""

    id: str
    steps: tuple[Annotated[TieStep, word(TieStep)], ...]
    extra: int = 0
    then: int = 0
