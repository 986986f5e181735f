"""The grammar of `ranking.toml`: standings, tie-break chains, carry-overs, qualification, awards, formats by entry.

Each table can build the rule it stands for. A table inside another has its own clause where the regulation
gives it one; a chain's steps without a clause stand under the chain's.
"""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field, model_validator

from overtrick.core.exact import Halves
from overtrick.core.provenance import IMPS, PERCENT, VPS, Clause, Unit
from overtrick.core.ranking.awards import (
    DOLLARS,
    MASTERPOINTS,
    PQP,
    AwardRule,
    CategoryRule,
    HousePairRule,
    MemberAwardRule,
)
from overtrick.core.ranking.carry_over import (
    AverageCarry,
    Deviation,
    LinearCarry,
    MarginCarry,
    NoCarry,
    PlaceCarry,
    StandardCarry,
)
from overtrick.core.ranking.chain import Better, ChainRule, Ends, Scope, Step, When
from overtrick.core.ranking.measures import Counted, Measure, OpponentsRule, WinBy, WinsRule
from overtrick.core.ranking.qualification import QualifyRule, SignificantRule, Why
from overtrick.core.ranking.standings import NeedsRule, StandingsRule
from overtrick.regulations.grammar.formats import FormatWords
from overtrick.regulations.grammar.words import Cite, Cited, HalvesWord, Number, Table, word

POINTS = Unit("points", "point")
UNITS = {unit.many: unit for unit in (VPS, IMPS, PQP, DOLLARS, MASTERPOINTS, POINTS)} | {"per cent": PERCENT}

UnitWord = Literal["VPs", "IMPs", "PQP", "dollars", "masterpoints", "points", "per cent"]
MeasureWord = Annotated[Measure, word(Measure)]


class StepWords(Table):
    """One step of a chain."""

    by: MeasureWord
    better: Annotated[Better, word(Better)] = Better.MORE
    when: Annotated[When, word(When)] = When.ALWAYS
    scope: Annotated[Scope, word(Scope)] = Scope.STILL_LEVEL
    clause: Cite | None = None
    readings: tuple[str, ...] = ()

    def rule(self, chain: Clause) -> Step[Measure]:
        clause = self.clause.reading(*self.readings) if self.clause else chain
        return Step(self.by, clause, self.better, self.when, self.scope)


class ChainWords(Cited):
    """A tie-break chain: its steps, first to last, and how it ends."""

    id: str
    says: str = ""
    step: tuple[StepWords, ...]
    ends: Annotated[Ends, word(Ends)]
    ends_clause: Cite | None = None
    restart: bool = False

    def rule(self) -> ChainRule[Measure]:
        steps = tuple(step.rule(self.cited) for step in self.step)
        return ChainRule(self.cited, steps, self.ends, self.ends_clause, self.restart)


class WinsWords(Cited):
    """What a win is; with *over*, a score above that."""

    by: Annotated[WinBy, word(WinBy)]
    drawn: Number = 0
    forfeits: bool = True
    over: Number | None = None

    def rule(self) -> WinsRule:
        return WinsRule(self.cited, self.by, self.drawn, self.forfeits, self.over)


class OpponentsWords(Cited):
    """How opponents' totals are added up."""

    counted: Annotated[Counted, word(Counted)]
    penalties: bool = False

    def rule(self, unit: Unit) -> OpponentsRule:
        return OpponentsRule(self.cited, self.counted, self.penalties, unit)


class NeedsWords(Cited):
    """What a contestant must have more than so much of, to be ranked at all."""

    measure: MeasureWord
    above: Number = 0

    def rule(self) -> NeedsRule:
        return NeedsRule(self.cited, self.measure, self.above)


class StandingsWords(Cited):
    """How a stage is ranked: for the prize, and for a draw where it has one."""

    id: str
    says: str = ""
    unit: UnitWord
    prize: str
    draw: str | None = None
    wins: WinsWords | None = None
    opponents: OpponentsWords | None = None
    needs: NeedsWords | None = None

    def rule(self, chains: dict[str, ChainRule[Measure]]) -> StandingsRule:
        unit = UNITS[self.unit]
        return StandingsRule(
            self.cited, unit, chains[self.prize], chains[self.draw] if self.draw else None,
            self.wins.rule() if self.wins else None,
            self.opponents.rule(unit) if self.opponents else None,
            self.needs.rule() if self.needs else None,
        )  # fmt: skip


class MarginWords(Cited):
    """A share of the margin between two; *of* is what the margin is counted in, where it is not *unit*."""

    kind: Literal["share of the margin"]
    id: str
    share: Number
    of: UnitWord | None = None
    unit: UnitWord

    def rule(self) -> MarginCarry:
        return MarginCarry(self.cited, self.share, UNITS[self.of or self.unit], UNITS[self.unit])


class PlaceCarryWords(Cited):
    """So much for each place."""

    kind: Literal["by place"]
    id: str
    amounts: tuple[Number, ...]
    unit: UnitWord
    late: Cited
    contending: bool = True

    def rule(self) -> PlaceCarry:
        return PlaceCarry(self.cited, self.amounts, UNITS[self.unit], self.late.cited, self.contending)


class LinearWords(Cited):
    """A straight line between the first and the last."""

    kind: Literal["straight line"]
    id: str
    most: Number
    least: Number
    counted: int
    places: int
    halves: HalvesWord
    unit: UnitWord
    late: Cited
    zero: str
    contending: bool = True

    def rule(self) -> LinearCarry:
        return LinearCarry(
            self.cited, self.most, self.least, self.counted, self.places, self.halves, UNITS[self.unit],
            self.late.cited, self.zero, self.contending,
        )  # fmt: skip


class StandardWords(Cited):
    """Weighted standard scores."""

    kind: Literal["standard scores"]
    id: str
    stages: tuple[Cited, ...]
    weights: tuple[Number, ...]
    most: Number
    places: int
    halves: HalvesWord = Halves.AWAY
    deviation: Annotated[Deviation, word(Deviation)]
    unit: UnitWord
    of_all: bool = False

    @model_validator(mode="after")
    def _a_weight_each(self) -> "StandardWords":
        if len(self.stages) != len(self.weights):
            raise ValueError(f"{len(self.weights)} weights for {len(self.stages)} stages")
        return self

    def rule(self) -> StandardCarry:
        return StandardCarry(
            self.cited, tuple(stage.cited for stage in self.stages), self.weights, self.most, self.places,
            self.halves, self.deviation, UNITS[self.unit], self.of_all,
        )  # fmt: skip


class AverageCarryWords(Cited):
    """The average of the sessions of the stage before."""

    kind: Literal["average of the sessions"]
    id: str
    places: int

    def rule(self) -> AverageCarry:
        return AverageCarry(self.cited, self.places)


class NoCarryWords(Cited):
    """Nothing carried."""

    kind: Literal["nothing"]
    id: str
    unit: UnitWord

    def rule(self) -> NoCarry:
        return NoCarry(self.cited, UNITS[self.unit])


CarryWords = Annotated[
    MarginWords | PlaceCarryWords | LinearWords | StandardWords | AverageCarryWords | NoCarryWords,
    Field(discriminator="kind"),
]


class PassedOverWords(Cited):
    """A reason to pass somebody over, and who says so."""

    why: Annotated[Why, word(Why)]


class TopWords(Cited):
    """The share of the field replacements may come from."""

    share: Number


class VacancyWords(Cited):
    """What is done with a place nobody can fill."""

    says: str


class QualifyWords(Cited):
    """How places are filled from the order of a field."""

    id: str
    says: str = ""
    places: int | None = None
    pass_over: tuple[PassedOverWords, ...] = ()
    top: TopWords | None = None
    vacancy: VacancyWords | None = None

    def rule(self) -> QualifyRule:
        return QualifyRule(
            self.cited, self.places, tuple((each.why, each.cited) for each in self.pass_over),
            Fraction(self.top.share) if self.top else None, self.top.cited if self.top else None,
            self.vacancy.says if self.vacancy else "", self.vacancy.cited if self.vacancy else None,
        )  # fmt: skip


class SignificantWords(Cited):
    """Which ties must be broken."""

    id: str
    says: str = ""
    cuts: tuple[int, ...]

    def rule(self) -> SignificantRule:
        return SignificantRule(self.cited, self.cuts)


class AwardWords(Cited):
    """What places are worth."""

    id: str
    unit: UnitWord
    amounts: tuple[Number, ...] = ()
    shared: Cited | None = None
    step: Number | None = None
    barred: Cited | None = None

    def rule(self) -> AwardRule:
        return AwardRule(
            self.cited, UNITS[self.unit], self.amounts, self.shared.cited if self.shared else None, self.step,
            self.barred.cited if self.barred else None,
        )  # fmt: skip


class FinalAwardWords(Cited):
    """What the final is worth to each member."""

    winner: Number
    runner_up: Number


class PlayNeededWords(Cited):
    """How much a member must have played."""

    matches: int
    stanzas: int


class MemberAwardWords(Cited):
    """What each member of a team receives."""

    id: str
    unit: UnitWord
    base: Number
    final: FinalAwardWords
    needs: PlayNeededWords
    keeps_base: bool = False

    def rule(self) -> MemberAwardRule:
        return MemberAwardRule(
            self.cited, self.base, self.final.cited, self.final.winner, self.final.runner_up, self.needs.cited,
            self.needs.matches, self.needs.stanzas, UNITS[self.unit], self.keeps_base,
        )  # fmt: skip


class CategoriesWords(Cited):
    """Categories within one field."""

    id: str
    categories: tuple[str, ...]

    def rule(self) -> CategoryRule:
        return CategoryRule(self.cited, self.categories)


class HouseWords(Cited):
    """What a house pair pays and may win."""

    fee: Number
    prizes: bool
    titles: bool

    def rule(self) -> HousePairRule:
        return HousePairRule(self.cited, self.fee, self.prizes, self.titles)


class UseWords(Cited):
    """Which chain serves a purpose."""

    purpose: str
    chain: str


class RankingFile(Table):
    """A whole `ranking.toml`."""

    chain: tuple[ChainWords, ...] = ()
    standings: tuple[StandingsWords, ...] = ()
    carry_over: tuple[CarryWords, ...] = ()
    qualify: tuple[QualifyWords, ...] = ()
    significant: tuple[SignificantWords, ...] = ()
    award: tuple[AwardWords, ...] = ()
    member_award: tuple[MemberAwardWords, ...] = ()
    categories: tuple[CategoriesWords, ...] = ()
    house_pair: HouseWords | None = None
    format: tuple[FormatWords, ...] = ()
    use: tuple[UseWords, ...] = ()

    @model_validator(mode="after")
    def _names_known(self) -> "RankingFile":
        chains = {chain.id for chain in self.chain}
        asked = [name for each in self.standings for name in (each.prize, each.draw) if name]
        asked += [each.chain for each in self.use]
        unknown = [name for name in asked if name not in chains]
        formats: set[str] = set()
        for table in self.format:
            if table.same is not None and table.same not in formats:
                unknown.append(table.same)
            formats.add(table.id)
        for kind in ("chain", "standings", "carry_over", "qualify", "significant", "award", "format"):
            ids = [each.id for each in getattr(self, kind)]
            unknown += [f"{name} (twice in {kind})" for name in dict.fromkeys(ids) if ids.count(name) > 1]
        if unknown:
            raise ValueError(f"nothing above is called {', '.join(f'“{name}”' for name in unknown)}")
        return self
