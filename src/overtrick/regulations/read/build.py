"""Words of a rule file become the core's own objects."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Halves, exact_text
from overtrick.core.laws.adjusted import ArtificialRule, SeveralRule
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.provenance import IMPS, PERCENT, Clause, Figure
from overtrick.core.scales import BandScale, Column, CornerScale, PrintedScale, Scale, vps
from overtrick.core.scoring.caps import Cap, CapRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.datum import (
    AllTables,
    DatumCase,
    DatumRule,
    Drop,
    DropCount,
    DropShare,
    TopShare,
    TopTables,
    Window,
)
from overtrick.core.scoring.median import MedianRule
from overtrick.core.scoring.stand_ins import Limits, OwnAverage, StandInCase, StandInRule, Worth
from overtrick.core.scoring.substitutes import SubstituteGuide
from overtrick.core.scoring.unplayed import ForfeitRule
from overtrick.regulations.grammar.rulings import StandInCaseWords, StandInWords, SubstituteGuideWords
from overtrick.regulations.grammar.schema import (
    ArtificialWords,
    BandScaleWords,
    BandTable,
    CapsWords,
    ColumnWords,
    CornerScaleWords,
    CrossImpsWords,
    DatumCaseWords,
    DatumWords,
    DropWords,
    ForfeitWords,
    MatchpointsWords,
    MedianWords,
    PrintedScaleWords,
    PrintedTable,
    WindowWords,
)

UNITS = {"IMPs": IMPS, "per cent": PERCENT}
"""The units a rule file names."""


def build_datum(words: DatumWords) -> DatumRule:
    """A datum rule."""
    return DatumRule(
        words.cited,
        tuple(_case(case) for case in words.case),
        None if words.round_to == "none" else words.round_to,
        words.halves,
        words.least,
        words.remedy,
        words.top_by,
    )


def _case(words: DatumCaseWords) -> DatumCase:
    return DatumCase(
        words.cited, _drop(words.drop, words.clause), words.tables, words.matches, words.scores, _window(words.window)
    )


def _drop(words: DropWords, clause: Clause) -> Drop:
    if words.count is not None and words.share is None:
        return DropCount(words.count)
    if words.share is not None and words.whole is not None and words.count is None:
        return DropShare(Fraction(words.share), words.whole)
    raise RegulationErrors([f"{clause}: a drop is a count, or a share with how it is made whole."])


def _window(words: WindowWords) -> Window:
    if words.tables is not None:
        return TopTables(words.tables)
    if words.share is not None and words.whole is not None:
        return TopShare(Fraction(words.share), words.whole)
    return AllTables()


def build_median(words: MedianWords) -> MedianRule:
    """A rule for the middle score."""
    return MedianRule(words.cited, words.even)


def build_cross_imps(words: CrossImpsWords) -> CrossImpsRule:
    """A rule for cross-IMPs."""
    return CrossImpsRule(words.cited, words.divisor)


def build_matchpoints(words: MatchpointsWords) -> MatchpointRule:
    """A rule for matchpoints."""
    return MatchpointRule(words.cited, words.step, words.halves, words.absent_places)


def build_artificial(words: ArtificialWords) -> ArtificialRule:
    """What artificial adjusted scores are worth."""
    several = SeveralRule(words.several) if words.several else None
    return ArtificialRule(
        words.cited, words.plus, words.average, words.minus, UNITS[words.unit], words.own_average, several
    )


def build_caps(words: CapsWords) -> CapRule:
    """Limits on match scores."""
    return CapRule(words.id, words.cited, tuple(Cap(*row) for row in words.rows), words.per_board)


def build_forfeit(words: ForfeitWords, scales: Mapping[int, Scale], boards: int) -> ForfeitRule:
    """What an innocent side receives; a floor in IMPs is read on the scale of the match, by its length."""
    floors: dict[int, Exact] = {}
    floor: Exact | None = None
    says = "the least for a forfeit"
    if words.floor is not None:
        floor = words.floor
    elif words.floor_imps is not None and boards in scales:
        won = Figure(words.floor_imps, IMPS, words.clause)
        floors = {length: vps(won, length, scale, Halves.AWAY).value for length, scale in scales.items()}
        floor, says = floors[boards], f"a win by {exact_text(words.floor_imps)} IMPs"
    elif words.floor_imps is not None:
        raise RegulationErrors([f"{words.clause}: a floor in IMPs needs the scale of the match."])
    elif 0 in words.begun:
        raise RegulationErrors(
            [f"{words.clause}: a match that was not begun needs a floor; nobody may have an average."]
        )
    scale = scales.get(boards) if words.imps_read_back else None
    if words.imps_read_back and not isinstance(scale, CornerScale):
        raise RegulationErrors([f"{words.clause}: IMPs can be read back only from a scale of straight lines."])
    return ForfeitRule(
        words.cited,
        floor,
        words.total,
        words.most,
        words.places,
        words.offender,
        words.complement,
        words.fault,
        words.begun,
        words.as_scored,
        words.one_robin,
        says,
        floors,
        scale if isinstance(scale, CornerScale) else None,
    )


def build_stand_in(words: StandInWords) -> StandInRule:
    """What sessions count for that a pair did not play itself."""
    return StandInRule(words.id, words.cited, tuple(_stand_in(case) for case in words.case), words.places)


def _stand_in(words: StandInCaseWords) -> StandInCase:
    worth: Worth
    if words.limit is not None and words.share is None:
        worth = Limits(words.least, Fraction(words.limit))
    elif words.share is not None and words.limit is None:
        worth = OwnAverage(Fraction(words.share), words.least)
    else:
        raise RegulationErrors([f"{words.clause}: a session counts within a limit, or as a share of the average."])
    return StandInCase(words.cited, words.ground, worth)


def build_guide(words: SubstituteGuideWords) -> SubstituteGuide:
    """The guide to adjustments for substitutes."""
    rows = tuple((row.improvement, row.imps) for row in words.rows)
    return SubstituteGuide(words.id, words.cited, rows, words.per_board, words.ceiling)


def build_printed(
    words: PrintedScaleWords, tables: Mapping[str, PrintedTable], *, as_printed: bool = False
) -> PrintedScale:
    """A printed scale, its misprints repaired by the readings that say so, or left as they are printed."""
    formula = words.formula.reading(*words.formula_readings) if words.formula else None
    columns = tuple(_column(column, tables[column.table], as_printed=as_printed) for column in words.column)
    return PrintedScale(words.id, words.name, words.cited, words.total, columns, formula)


def _column(words: ColumnWords, table: PrintedTable, *, as_printed: bool) -> Column:
    printed = {int(row[0]): row for row in table.rows}
    repaired = {each.row: each for each in words.repairs if not (as_printed and each.row in printed)}
    losses = tuple(
        (each.row, printed[each.row][2])
        for each in words.repairs
        if each.row not in repaired and len(table.columns) > 2
    )
    wins: dict[int, Exact] = {margin: row[1] for margin, row in printed.items()}
    wins.update({row: repair.win for row, repair in repaired.items()})
    missing = [margin for margin in range(len(wins)) if margin not in wins]
    if missing:
        raise RegulationErrors([f"{table.clause}: no row for a margin of {missing[0]} IMPs."])
    readings = dict.fromkeys((*words.readings, *(repair.reading for repair in words.repairs)))
    clause = (words.clause or table.clause).reading(*readings)
    return Column(words.boards or table.boards, clause, tuple(wins[margin] for margin in range(len(wins))), losses)


def build_corners(words: CornerScaleWords) -> CornerScale:
    """A scale of straight lines."""
    return CornerScale(words.id, words.name, words.cited, words.corners, words.into, words.out, UNITS[words.of])


def build_bands(words: BandScaleWords, table: BandTable) -> BandScale:
    """A scale of limits."""
    return BandScale(words.id, words.name, words.cited, words.total, table.boards, table.rows)


def taken_over(scale: Scale, id: str, name: str, clause: Clause) -> Scale:  # noqa: A002 - a rule's id is its id
    """Another document's scale under this clause."""
    match scale:
        case PrintedScale():
            columns = tuple(Column(c.boards, clause, c.wins) for c in scale.columns)
            return PrintedScale(id, name, clause, scale.total, columns, clause if scale.formula else None)
        case CornerScale():
            return replace(scale, id=id, name=name, clause=clause)
        case BandScale():
            return BandScale(id, name, clause, scale.total, scale.bands, scale.limits)
        case _:
            assert_never(scale)
