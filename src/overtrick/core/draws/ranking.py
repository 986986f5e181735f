"""The order from which a draw is made, which can differ from the order for prizes.

The regulations have their own chain for draws: whether penalties count, and how ties are
broken (ANC26 5.1 and 18.2, SABF20 14.1#6, NSWSP 1.3, GNOT18 4.5). It is a chain like any other; this module supplies
the values from the columns of a standings file.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import VPS, Clause, Figure
from overtrick.core.ranking.chain import Candidate, ChainRule, Ends, Worth, rank
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import Measure, OpponentsRule, opponents_total
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class DrawStanding:
    """A contestant's standing when a draw is made.

    *vps* are before penalties; *penalties* are those already in effect, not those applied at the end;
    *opponents* is the sum of its opponents' VPs (`opponents_vps`).
    """

    contestant: str
    vps: Exact
    penalties: Exact = 0
    net_imps: Exact = 0
    opponents: Exact = 0


@dataclass(frozen=True, slots=True)
class Level:
    """Contestants tied on everything before, put in order by *settled*."""

    order: tuple[str, ...]
    settled: Measure | Ends


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """The order for a draw, from the top, and every tie that had to be broken to make it."""

    clause: Clause
    order: tuple[str, ...]
    lines: tuple[DrawStanding, ...]
    ties: tuple[Level, ...] = ()


def rank_for_draw(lines: Iterable[DrawStanding], rule: ChainRule[Measure], lot: Lot, round_number: int) -> DrawOrder:
    """The order for the draw of a round, by the chain of the regulations.

    The result does not depend on the order of *lines*.

    >>> from overtrick.core.ranking.chain import Step
    >>> here = Clause("NSWSP", "1.3")
    >>> rule = ChainRule(here, (Step(Measure.TOTAL, here), Step(Measure.NET_IMPS, here)), Ends.LOT)
    >>> a, b, c = DrawStanding("A", 32, net_imps=5), DrawStanding("B", 32, net_imps=9), DrawStanding("C", 40)
    >>> rank_for_draw((a, b, c), rule, ("A",), 3).order
    ('C', 'B', 'A')
    """
    listed = list(lines)
    by_name = {line.contestant: line for line in listed}
    candidates = (Candidate(line.contestant, _worth(line)) for line in listed)
    ranking = rank(candidates, rule, lot, about=f"order for round {round_number}")
    if ranking.tied:
        raise DirectorError(
            "Numbers {tied:,} are tied, and the draw rule has no further tie-break",
            clause=rule.clause.cite,
            remedy="End the rule with a draw by lot or with the entry number.",
            tied=tuple(ranking.tied[0]),
        )
    ties = tuple(Level(split.order, split.by) for split in ranking.splits if not split.first)
    return DrawOrder(rule.clause, ranking.order, tuple(by_name[name] for name in ranking.order), ties)


def draw_total(line: DrawStanding, rule: ChainRule[Measure]) -> Figure[Exact]:
    """The VPs by which a contestant is ranked for the draw: with or without its penalties, as the rule says."""
    if Measure.TOTAL not in rule.measures:
        return Figure(line.vps, VPS, rule.clause, note=phrase("penalties do not count for the draw"))
    note = phrase("{vps:#VP} less {penalties:#VP} in penalties", vps=line.vps, penalties=line.penalties)
    return Figure(plain(line.vps - Fraction(line.penalties)), VPS, rule.clause, note=note)


@dataclass(frozen=True, slots=True)
class MatchOpponents:
    """The opponents of a contestant in one match: one, or the other two of a share match."""

    opponents: tuple[str, ...]


def opponents_vps(matches: Sequence[MatchOpponents], totals: Mapping[str, Exact], clause: Clause) -> Figure[Exact]:
    """The sum of a contestant's opponents' VPs, with the weight of one opponent for each match.

    An opponent met twice counts twice, and each of the other two of a share match counts half (SABF20
    D89), so that a share match has the weight of one match.
    """
    return opponents_total([match.opponents for match in matches], totals, OpponentsRule(clause))


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of one contestant in one round: its VPs, its net IMPs, and any penalty in effect.

    *opponents* holds one name, the other two of a share match, or none for a bye.
    """

    contestant: str
    opponents: tuple[str, ...]
    vps: Exact
    net_imps: Exact = 0
    penalty: Exact = 0


def lines_after(rounds: Iterable[Iterable[RoundResult]], rule: ChainRule[Measure]) -> tuple[DrawStanding, ...]:
    """The line of every contestant after these rounds, with the opponents' VPs if the rule uses them."""
    totals: dict[str, list[Fraction]] = {}
    met: dict[str, list[MatchOpponents]] = {}
    for outcomes in rounds:
        for each in outcomes:
            sums = totals.setdefault(each.contestant, [Fraction(0)] * 3)
            for place, value in enumerate((each.vps, each.penalty, each.net_imps)):
                sums[place] += value
            if each.opponents:
                met.setdefault(each.contestant, []).append(MatchOpponents(each.opponents))
    lines = [DrawStanding(name, *map(plain, sums)) for name, sums in totals.items()]
    if Measure.OPPONENTS not in rule.measures:
        return tuple(lines)
    drawn = {line.contestant: draw_total(line, rule).value for line in lines}
    return tuple(
        replace(line, opponents=opponents_vps(met.get(line.contestant, []), drawn, rule.clause).value) for line in lines
    )


def _worth(line: DrawStanding) -> dict[Measure, Worth]:
    """A line's value in each measure for which a standings file has a column."""
    return {
        Measure.BEFORE_PENALTIES: line.vps,
        Measure.TOTAL: line.vps - Fraction(line.penalties),
        Measure.OPPONENTS: line.opponents,
        Measure.NET_IMPS: line.net_imps,
    }
