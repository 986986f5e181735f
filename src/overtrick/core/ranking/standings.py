"""Standings: each contestant's total, place and tie-break figures, for prizes or for the next draw.

The two can differ: the regulations may ignore penalties in the order for a draw (ANC26 5.1), or let
a tie stand in the prizes that must be broken for the draw (NSWSP 4.1).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.errors import DirectorError, EngineError, RegulationErrors
from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, MATCHES, PERCENT, Clause, Derivation, Figure, Unit, count_phrase
from overtrick.core.ranking.chain import Candidate, ChainRule, Decision, Ranking, When, Worth, rank
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import (
    OF_A_STAGE,
    PLACES,
    Measure,
    OpponentsRule,
    StageRecord,
    WinsRule,
    among,
    opponents_total,
    over_partners,
    refuse_untold,
    signed_boards,
    wins,
    without_worst,
)
from overtrick.core.ranking.qualification import SignificantRule, part_significant
from overtrick.core.wording import phrase


class Purpose(Enum):
    """The purpose of a ranking."""

    PRIZE = "prize"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class NeedsRule:
    """The condition that only contestants above a number in some measure are ranked at all (SABF20 17.2#5)."""

    clause: Clause
    measure: Measure
    above: Exact = 0


@dataclass(frozen=True, slots=True)
class StandingsRule:
    """How a stage is ranked: the unit of its scores, its chain for prizes, and its chain for draws.

    The total always includes penalties; a chain may compare the total before penalties instead. With *mean* a
    total is the mean of the matches, not their sum.
    """

    clause: Clause
    unit: Unit
    prize: ChainRule[Measure]
    draw: ChainRule[Measure] | None = None
    wins: WinsRule | None = None
    opponents: OpponentsRule | None = None
    needs: NeedsRule | None = None
    mean: bool = False

    def __post_init__(self) -> None:
        refuse_untold((self.prize, self.draw), OF_A_STAGE, "a stage")

    def chain(self, purpose: Purpose) -> ChainRule[Measure]:
        """The chain for one purpose."""
        if purpose is Purpose.PRIZE:
            return self.prize
        if self.draw is None:
            raise RegulationErrors([f"{self.clause}: no order for a draw is given."])
        return self.draw


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings: the place, whether it is shared, the total, and the tie-break columns.

    *decided* says what puts it above the next line. Without *placed* it is listed below all others, without a place.
    """

    place: int
    shared: bool
    contestant: str
    total: Figure[Exact]
    columns: tuple[tuple[Measure, Figure[Exact]], ...]
    decided: Decision[Measure] | None = None
    placed: bool = True

    def leading(self, chain: ChainRule[Measure]) -> Figure[Exact]:
        """The figure by which it is ranked first: the total, or the first measure of the chain."""
        return dict(self.columns).get(chain.steps[0].by, self.total)

    @property
    def why(self) -> str:
        """What puts it above the next line, in words."""
        return str(self.decided) if self.decided else ""

    @property
    def place_text(self) -> str:
        """The place as it is printed: `3`, `1=` if it is shared, a dash if there is none."""
        if not self.placed:
            return "–"
        return f"{self.place}=" if self.shared else str(self.place)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a stage, from the top."""

    purpose: Purpose
    rows: tuple[Standing, ...]
    ranking: Ranking[Measure]

    def __repr__(self) -> str:
        """The purpose of the standings, and the number of rows."""
        return f"<Standings for the {self.purpose.value}, {len(self.rows)} rows>"

    @property
    def order(self) -> tuple[str, ...]:
        """The contestants from the top."""
        return self.ranking.order

    @property
    def group_places(self) -> tuple[int, ...]:
        """The place of each group of the ranking; a place that no contestant has won is not in the list."""
        places = {row.contestant: row.place for row in self.rows}
        return tuple(places[group[0]] for group in self.ranking.groups)

    def place_of(self, contestant: str, clause: Clause) -> Figure[Exact]:
        """A contestant's place as a figure: its total, the tie-breaks, and what puts it above the next contestant.

        *clause* is cited where nothing separates it from the next one.
        """
        row = self.row(contestant)
        of = (row.total, *(figure for _, figure in row.columns))
        note = row.decided.phrased if row.decided else phrase("shared") if row.shared else phrase("last in the field")
        return Figure(row.place, PLACES, row.decided.clause if row.decided else clause, of, note, Derivation.RANK)

    def row(self, contestant: str) -> Standing:
        """One contestant's line."""
        for row in self.rows:
            if row.contestant == contestant:
                return row
        raise DirectorError(
            "Number {contestant} is not ranked in this stage",
            remedy="Choose another stage (on the command line, with --stage).",
            contestant=contestant,
        )


def standings(  # noqa: PLR0913 - each is named where it is called
    records: Iterable[StageRecord],
    rule: StandingsRule,
    lot: Lot | None = None,
    *,
    purpose: Purpose = Purpose.PRIZE,
    about: str = "standings",
    conditions: Collection[When] = (),
    among: Collection[str] | None = None,
    unplaced: Collection[str] = (),
    significant: SignificantRule | None = None,
    out: Collection[str] = (),
) -> Standings:
    """The standings of a stage, which do not depend on the order of the records.

    Contestants that the chain leaves tied share the best of the places they fill, and the others stay empty. If
    the chain ends by lot, *lot* is the recorded one; without it the tie is left and the ranking says so.
    *among* are the contestants to rank, if the records also include opponents from another field; those
    in *unplaced* are listed below the others without a place. With *significant* only the ties that it
    names are broken; the other ties share their place, in the order that breaking them would have given.
    Contestants that are *out* cannot go on, and fill none of the places that *significant* counts.
    """
    listed = tuple(records)
    totals = _Totals.of(rule, listed)
    chain = rule.chain(purpose).select_steps(conditions)
    wanted = {step.by: step.clause for step in chain.steps}
    if rule.needs:
        wanted.setdefault(rule.needs.measure, rule.needs.clause)
    chosen = [record for record in listed if among is None or record.contestant in among]
    figures = {record.contestant: totals.figures(record, wanted) for record in chosen}
    ranked = [
        record
        for record in chosen
        if record.contestant not in unplaced and _meets_needs(figures[record.contestant], rule.needs)
    ]
    candidates = [Candidate(record.contestant, totals.worth(record, figures, wanted)) for record in ranked]
    ranking = rank(candidates, chain, lot, about=about, conditions=conditions)
    if significant is not None and purpose is Purpose.PRIZE:
        ranking = _break_significant_ties(ranking, significant, out)
    rows = _rows(ranking, figures, totals)
    below = sorted((each for each in chosen if each.contestant in unplaced), key=lambda each: -each.total)
    last = (_row(each.contestant, len(rows) + 1, figures, totals) for each in below)
    return Standings(purpose, (*rows, *(replace(row, placed=False) for row in last)), ranking)


def _break_significant_ties(ranking: Ranking[Measure], rule: SignificantRule, out: Collection[str]) -> Ranking[Measure]:
    """The ranking with only the significant ties broken; contestants equal before any tie-break are tied."""
    level: list[tuple[str, ...]] = []
    for group, decision in zip(ranking.groups, (None, *ranking.decisions), strict=True):
        if decision is not None and decision.by is not ranking.rule.steps[0].by:
            level[-1] += group
        else:
            level.append(group)
    groups = part_significant(level, ranking.groups, rule, out)
    heads = {group[0]: group for group in groups}
    ends = {group[-1]: group for group in groups}
    decisions = tuple(
        replace(each, above=ends[each.above[-1]], below=heads[each.below[0]])
        for each in ranking.decisions
        if each.above[-1] in ends and each.below[0] in heads
    )
    waiting = tuple(group for group in ranking.awaits_lot if group in groups)
    return replace(ranking, groups=groups, decisions=decisions, awaits_lot=waiting)


@dataclass(frozen=True, slots=True)
class _Totals:
    """The numbers of a stage, each calculated when it is needed."""

    rule: StandingsRule
    records: Mapping[str, StageRecord]
    opposing: Mapping[str, Figure[Exact]]

    @classmethod
    def of(cls, rule: StandingsRule, records: Collection[StageRecord]) -> "_Totals":
        """The numbers of these records; the totals that contestants count for as opponents are made once, if needed."""
        opposing: dict[str, Figure[Exact]] = {}
        if rule.opponents is not None:
            for record in records:
                value = record.total if rule.opponents.penalties else record.scored
                of = record.reasons if rule.opponents.penalties else record.scores
                note = phrase("total of number {contestant}", contestant=record.contestant)
                opposing[record.contestant] = Figure(value, rule.unit, rule.clause, of, note, Derivation.SUM)
        return cls(rule, {record.contestant: record for record in records}, opposing)

    def total(self, record: StageRecord) -> Figure[Exact]:
        unit, reasons = self.rule.unit, record.reasons
        for part in reasons:
            if isinstance(part, Figure) and part.unit is not unit and not part.unit.like(unit):
                raise EngineError(
                    f"{record.contestant}: {part} ({part.clause}) cannot be added up in {unit.name} "
                    f"({self.rule.clause})"
                )
        note = count_phrase(len(record.matches), MATCHES)
        if record.penalties:
            note = phrase("{matches}, less penalties", matches=note)
        return Figure(record.total, unit, self.rule.clause, reasons, note, Derivation.SUM)

    def figures(self, record: StageRecord, wanted: Mapping[Measure, Clause]) -> dict[Measure, Figure[Exact]]:
        """The figures of the measures that are plain numbers, each with the clause that uses it."""
        found = {measure: self.figure(record, measure, clause) for measure, clause in wanted.items()}
        return {measure: figure for measure, figure in found.items() if figure is not None}

    def figure(self, record: StageRecord, measure: Measure, clause: Clause) -> Figure[Exact] | None:
        """One measure of one contestant; None if it depends on who is tied, or exists only for a single match."""
        match measure:
            case Measure.TOTAL:
                return self.total(record)
            case Measure.OPPONENTS:
                return self._opponents(record)
            case Measure.WINS:
                return self._wins(record)
            case Measure.NET_IMPS:
                nets = tuple(match.net for match in record.matches if match.net is not None)
                note = phrase("over {matches}", matches=count_phrase(len(record.matches), MATCHES))
                return Figure(record.net_imps, IMPS, clause, nets, note, Derivation.SUM)
            case Measure.PERCENT:
                return Figure(
                    record.percent,
                    PERCENT,
                    clause,
                    note=phrase("average of {matches}", matches=count_phrase(len(record.matches), MATCHES)),
                )
            case Measure.PLUS_BOARDS | Measure.MINUS_BOARDS:
                return signed_boards(record.boards, clause)[measure is Measure.MINUS_BOARDS]
            case (
                Measure.BEFORE_PENALTIES | Measure.CARRY_OVER | Measure.POINTS | Measure.PLACE_WON
                | Measure.OVER_PARTNERS
            ):  # fmt: skip
                return self._record_figure(record, measure, clause)
            case Measure.WITHOUT_WORST | Measure.AMONG_TIED:
                return None
            case (
                Measure.GROUP | Measure.NET_A_MATCH | Measure.QUOTIENT | Measure.WON | Measure.TURNOVER
                | Measure.PLAYOFF | Measure.PLAYOFF_NET | Measure.PLAYOFF_QUOTIENT
            ):  # fmt: skip
                return None

    def _record_figure(self, record: StageRecord, measure: Measure, clause: Clause) -> Figure[Exact]:
        if measure is Measure.BEFORE_PENALTIES:
            return Figure(
                record.scored, self.rule.unit, clause, record.scores, phrase("before penalties"), Derivation.SUM
            )
        if measure is Measure.OVER_PARTNERS:
            totals = {name: self.total(each) for name, each in self.records.items()}
            return over_partners(record, totals, self.rule.unit, clause)
        figure = record.carry_over if measure is Measure.CARRY_OVER else record.points
        return figure or Figure(0, self.rule.unit, clause, note=phrase("no {measure}", measure=measure))

    def _wins(self, record: StageRecord) -> Figure[Exact]:
        if self.rule.wins is None:
            raise RegulationErrors([f"{self.rule.clause}: it ranks by matches won but does not say what a win is."])
        return wins(record.matches, self.rule.wins)

    def _opponents(self, record: StageRecord) -> Figure[Exact]:
        if self.rule.opponents is None:
            raise RegulationErrors(
                [f"{self.rule.clause}: it ranks by opponents' totals but does not say how they are counted."]
            )
        met = [match.opponents for match in record.matches]
        return opponents_total(met, self.opposing, self.rule.opponents)

    def worth(
        self, record: StageRecord, figures: Mapping[str, Mapping[Measure, Figure[Exact]]], wanted: Collection[Measure]
    ) -> dict[Measure, Worth]:
        """A contestant's value in each step."""
        found: dict[Measure, Worth] = dict(figures[record.contestant])
        if Measure.WITHOUT_WORST in wanted:
            found[Measure.WITHOUT_WORST] = without_worst(record)
        if Measure.AMONG_TIED in wanted:
            found[Measure.AMONG_TIED] = among(record)
        return found


def _meets_needs(figures: Mapping[Measure, Figure[Exact]], needs: NeedsRule | None) -> bool:
    return needs is None or figures[needs.measure].value > needs.above


def _rows(
    ranking: Ranking[Measure], figures: Mapping[str, Mapping[Measure, Figure[Exact]]], totals: _Totals
) -> tuple[Standing, ...]:
    places = ranking.places
    rows = []
    for group, decision in zip(ranking.groups, (*ranking.decisions, None), strict=False):
        for name in group:
            won = figures[name].get(Measure.PLACE_WON)
            place = int(won.value) if won is not None and won.value else places[name]
            row = _row(name, place, figures, totals)
            rows.append(replace(row, shared=len(group) > 1, decided=decision))
    return tuple(rows)


def _row(name: str, place: int, figures: Mapping[str, Mapping[Measure, Figure[Exact]]], totals: _Totals) -> Standing:
    own = figures[name]
    total = own.get(Measure.TOTAL) or totals.total(totals.records[name])
    columns = tuple((measure, figure) for measure, figure in own.items() if measure is not Measure.TOTAL)
    return Standing(place, shared=False, contestant=name, total=total, columns=columns)
