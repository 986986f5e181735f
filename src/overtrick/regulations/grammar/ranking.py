"""The grammar of `ranking.toml`: standings, tie-break chains, carry-overs, qualification, awards, formats by entry."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from overtrick.core.by_entry import Cell, FormatGap, FormatRow, FormatTable
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.exact import Exact, Halves
from overtrick.core.provenance import Clause, Unit
from overtrick.core.ranking import carry_over, carry_rules
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.carry_rules import MeetingCarry, OthersCarry
from overtrick.core.ranking.measures import OpponentsRule, WinsRule
from overtrick.core.ranking.qualification import PassOverReason, QualifyRule, SignificantRule
from overtrick.core.ranking.standings import NeedsRule, StandingsRule
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.files import Many, Row, TablesByName, document_file, tables_field
from overtrick.regulations.grammar.forms import HIDDEN, NEEDED, WordPlace, form, grammar_field, makes, usually
from overtrick.regulations.grammar.orders import Chain


def use(*, clause: Clause, chain: Chain) -> Chain:  # noqa: ARG001 - it is cited, and lint reads it
    """The *chain* used for a purpose."""
    return chain


@document_file("ranking.toml")
@dataclass(frozen=True, slots=True)
class RankingRules:
    """Everything a document says of ranking, by name; empty where it is silent."""

    chains: Mapping[str, Chain] = tables_field("chain", "chain")
    standings: Mapping[str, StandingsRule] = tables_field("", "ranking")
    carry_overs: Mapping[str, carry_over.CarryOverRule] = tables_field("carry_over", "carry-over")
    qualify: Mapping[str, QualifyRule] = tables_field("", "qualification")
    significant: Mapping[str, SignificantRule] = tables_field("", "list of ties that matter")
    awards: Mapping[str, AwardRule] = tables_field("award", "award")
    member_awards: Mapping[str, MemberAwardRule] = tables_field("member_award", "award to members")
    categories: Mapping[str, CategoryRule] = tables_field("", "list of categories")
    formats: Mapping[str, FormatTable] = tables_field("format", "table of formats")
    uses: Mapping[str, Chain] = grammar_field("use", TablesByName(use, "purpose"), default_factory=dict)
    house_pair: HousePairRule | None = None


form(OpponentsRule, counted=NEEDED, unit=HIDDEN)
form(carry_over.PlaceCarry, tag="by place")
form(carry_over.StandardCarry, tag="standard scores", halves=usually(Halves.AWAY), unit=NEEDED)
form(carry_over.LinearCarry, tag="straight line", counted=usually(None))
form(carry_rules.RankCarry, tag="straight line by place")
form(carry_over.AverageCarry, tag="average of the sessions", unit=HIDDEN)
form(MeetingCarry, tag="between opponents", unit=HIDDEN)
form(OthersCarry, tag="of the others")
form(carry_over.WholeCarry, tag="everything")
form(carry_over.NoCarry, tag="nothing", unit=NEEDED)
form(
    QualifyRule,
    passed_over=WordPlace("pass_over", Many(Row(why=PassOverReason, clause=Clause))),
    top="top.share", top_clause="top.clause", vacancy="vacancy.says", vacancy_clause="vacancy.clause",
)  # fmt: skip
form(
    MemberAwardRule,
    final="final.clause", winner="final.winner", runner_up="final.runner_up",
    needs="needs.clause", matches="needs.matches", stanzas="needs.stanzas", unit=NEEDED,
)  # fmt: skip


@makes(StandingsRule)
def standings(
    *,
    clause: Clause,
    unit: Unit,
    prize: Chain,
    draw: Chain | None = None,
    swiss: SwissDraw | None = None,
    wins: WinsRule | None = None,
    opponents: OpponentsRule | None = None,
    needs: NeedsRule | None = None,
    mean: bool = False,
) -> StandingsRule:
    """How a stage is ranked: for the *prize*, and for a *draw* where it has one, or as a *swiss* draw says.

    With *mean* a total is the mean of the matches, as for percentages, and not their sum.
    """
    if draw is not None and swiss is not None:
        raise ValueError(f"the order for a draw is that of {swiss.id}, or its own: give one")
    draw = swiss.order if swiss is not None else draw
    counted = replace(opponents, unit=unit) if opponents else None
    return StandingsRule(clause, unit, prize, draw, wins, counted, needs, mean)


@makes(carry_over.MarginCarry, tag="share of the margin")
def margin_carry(*, clause: Clause, share: Exact, unit: Unit, of: Unit | None = None) -> carry_over.MarginCarry:
    """A share of the margin between two; *of* is the unit of the margin, where it is not *unit*."""
    return carry_over.MarginCarry(clause, share, of or unit, unit)


@makes(FormatTable)
def format_table(
    *,
    id: str,  # noqa: A002 - a rule's id is its id
    clause: Clause,
    counts: str = "entries",
    same: FormatTable | None = None,
    columns: tuple[str, ...] = (),
    rows: tuple[tuple[Span, tuple[Cell, ...]], ...] = (),
    gap: tuple[FormatGap, ...] = (),
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
    return FormatTable(id, clause, counts, found, gap)
