"""The grammar of `ranking.toml`: standings, tie-break chains, carry-overs, qualification, awards, formats by entry."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from overtrick.core.by_entry import Cell, FormatGap, FormatRow, FormatTable
from overtrick.core.exact import Exact, Halves
from overtrick.core.provenance import Clause, Unit
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.carry_over import (
    AverageCarry,
    CarryOverRule,
    Deviation,
    LinearCarry,
    MarginCarry,
    NoCarry,
    PlaceCarry,
    StandardCarry,
)
from overtrick.core.ranking.chain import ChainRule, Step
from overtrick.core.ranking.measures import Measure, OpponentsRule, WinsRule
from overtrick.core.ranking.qualification import QualifyRule, SignificantRule, Why
from overtrick.core.ranking.standings import NeedsRule, StandingsRule
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.files import KINDS, By, Many, Row
from overtrick.regulations.grammar.forms import HIDDEN, NEEDED, As, form, makes

Chain = ChainRule[Measure]


class Use:
    """Which chain serves a purpose."""


@dataclass(frozen=True, slots=True)
class RankingRules:
    """Everything a document says of ranking, by name; nothing where it is silent."""

    chains: Mapping[str, Chain]
    standings: Mapping[str, StandingsRule]
    carry_overs: Mapping[str, CarryOverRule]
    qualify: Mapping[str, QualifyRule]
    significant: Mapping[str, SignificantRule]
    awards: Mapping[str, AwardRule]
    member_awards: Mapping[str, MemberAwardRule]
    categories: Mapping[str, CategoryRule]
    formats: Mapping[str, FormatTable]
    uses: Mapping[str, Chain]
    house_pair: HousePairRule | None = None


form(
    RankingRules,
    chains=As("chain", By(Chain), dict),
    standings=As("", By(StandingsRule), dict),
    carry_overs=As("carry_over", By(CarryOverRule), dict),
    qualify=As("", By(QualifyRule), dict),
    significant=As("", By(SignificantRule), dict),
    awards=As("award", By(AwardRule), dict),
    member_awards=As("member_award", By(MemberAwardRule), dict),
    categories=As("", By(CategoryRule), dict),
    formats=As("format", By(FormatTable), dict),
    uses=As("use", By(Use, "purpose"), dict),
)
KINDS |= {
    Chain: "chain",
    StandingsRule: "ranking",
    CarryOverRule: "carry-over",
    QualifyRule: "qualification",
    SignificantRule: "list of ties that matter",
    AwardRule: "award",
    MemberAwardRule: "award to members",
    CategoryRule: "list of categories",
    FormatTable: "table of formats",
}

form(ChainRule, steps="step", ends=NEEDED)
form(Step, inherits=True, by=As("", Measure), told=HIDDEN)
form(OpponentsRule, counted=NEEDED, unit=HIDDEN)
form(PlaceCarry, tag="by place")
form(LinearCarry, tag="straight line")
form(AverageCarry, tag="average of the sessions", unit=HIDDEN)
form(NoCarry, tag="nothing", unit=NEEDED)
form(
    QualifyRule,
    passed_over=As("pass_over", Many(Row(why=Why, clause=Clause))),
    top="top.share", top_clause="top.clause", vacancy="vacancy.says", vacancy_clause="vacancy.clause",
)  # fmt: skip
form(
    MemberAwardRule,
    final="final.clause", winner="final.winner", runner_up="final.runner_up",
    needs="needs.clause", matches="needs.matches", stanzas="needs.stanzas", unit=NEEDED,
)  # fmt: skip


@makes(Use)
def use(*, clause: Clause, chain: Chain) -> Chain:  # noqa: ARG001 - it is cited, and lint reads it
    """Which *chain* serves a purpose."""
    return chain


@makes(StandingsRule)
def standings(
    *,
    clause: Clause,
    unit: Unit,
    prize: Chain,
    draw: Chain | None = None,
    wins: WinsRule | None = None,
    opponents: OpponentsRule | None = None,
    needs: NeedsRule | None = None,
) -> StandingsRule:
    """How a stage is ranked: for the *prize*, and for a *draw* where it has one."""
    counted = replace(opponents, unit=unit) if opponents else None
    return StandingsRule(clause, unit, prize, draw, wins, counted, needs)


@makes(MarginCarry, tag="share of the margin")
def margin_carry(*, clause: Clause, share: Exact, unit: Unit, of: Unit | None = None) -> MarginCarry:
    """A share of the margin between two; *of* is what the margin is counted in, where it is not *unit*."""
    return MarginCarry(clause, share, of or unit, unit)


@makes(StandardCarry, tag="standard scores")
def standard_carry(
    *,
    clause: Clause,
    stages: tuple[Clause, ...],
    weights: tuple[Exact, ...],
    most: Exact,
    places: int,
    deviation: Deviation,
    unit: Unit,
    halves: Halves = Halves.AWAY,
    of_all: bool = False,
) -> StandardCarry:
    """Weighted standard scores of the *stages* before, each by its own clause."""
    if len(stages) != len(weights):
        raise ValueError(f"{len(weights)} weights for {len(stages)} stages")
    return StandardCarry(clause, stages, weights, most, places, halves, deviation, unit, of_all)


@dataclass(frozen=True, slots=True)
class GapWords:
    """Entries without a format; *row* names the entries of the row that could be used."""

    clause: Clause
    entries: Span
    says: str
    proposes: str = ""
    row: int | None = None


@makes(FormatTable)
def format_table(
    *,
    id: str,  # noqa: A002 - a rule's id is its id
    clause: Clause,
    counts: str = "entries",
    same: FormatTable | None = None,
    columns: tuple[str, ...] = (),
    rows: tuple[tuple[Span, tuple[Cell, ...]], ...] = (),
    gap: tuple[GapWords, ...] = (),
) -> FormatTable:
    """Formats by the number of entries: *columns*, then a row for each range, or the rows of the *same* table."""
    if (same is None) != bool(rows):
        raise ValueError("a format has rows, or is the same as another, not both")
    for span, cells in rows:
        if len(cells) != len(columns):
            raise ValueError(f"the row for {span} has {len(cells)} cells for {len(columns)} columns")
    made = [(span, dict(zip(columns, cells, strict=True))) for span, cells in rows]
    made += [(row.entries, dict(row.cells)) for row in (same.rows if same else ())]
    found = tuple(FormatRow(span, clause, cells) for span, cells in made)
    gaps = tuple(
        FormatGap(
            each.entries, each.clause, each.says, each.proposes,
            next((row for row in found if each.row is not None and each.row in row.entries), None),
        )
        for each in gap
    )  # fmt: skip
    return FormatTable(id, clause, counts, found, gaps)
