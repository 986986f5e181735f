"""The order a draw is made from, which is not the order prizes go by.

A regulation names its own chain for draws: whether penalties count, and what separates contestants that
are level (ANC26 5.1 and 18.2, SABF20 14.1#6, NSWSP 1.3, GNOT18 2.4 and 4.5). The chain is data: a tuple
of `Criterion`, the last of which leaves nobody level.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import takewhile
from typing import Generic, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain, short_text
from overtrick.core.provenance import VPS, Clause, Figure
from overtrick.core.ranking.chain import Candidate, ChainRule, Ends, Ratio, Step, Worth, rank
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import OpponentsRule, opponents_total


class Criterion(Enum):
    """What separates two contestants in the order for a draw; each value reads on in a sentence."""

    VPS = "VPs before penalties"
    VPS_LESS_PENALTIES = "VPs less penalties"
    OPPONENTS = "their opponents' VPs"
    NET_IMPS = "net IMPs"
    PLAYOFF = "the play-off"
    DIFFERENCE = "the IMP difference"
    QUOTIENT = "the IMP quotient"
    ENTRY = "entry number"
    LOT = "lot"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class OrderRule:
    """The chain a regulation ranks by for its draws, first criterion first."""

    clause: Clause
    by: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A contestant's standing when a draw is made.

    *vps* are before penalties; *penalties* are those in effect now, not those held to the end;
    *opponents* is the sum of its opponents' VPs (`opponents_vps`).
    """

    contestant: str
    vps: Exact
    penalties: Exact = 0
    net_imps: Exact = 0
    opponents: Exact = 0


@dataclass(frozen=True, slots=True)
class Loss:
    """The match a contestant lost in the knockout before it dropped into the Swiss, in IMPs.

    *playoff* is the score of extra boards, winner's first, when the match was level without them.
    """

    contestant: str
    winning: Exact
    losing: Exact
    playoff: tuple[Exact, Exact] | None = None


Row = TypeVar("Row", Line, Loss)


@dataclass(frozen=True, slots=True)
class Level:
    """Contestants level on everything before, put in order by *settled*."""

    order: tuple[str, ...]
    settled: Criterion

    def __str__(self) -> str:
        return f"{', '.join(self.order)}: by {self.settled}"


@dataclass(frozen=True, slots=True)
class DrawOrder(Generic[Row]):
    """The order for a draw, from the top, and every tie that had to be settled to make it."""

    clause: Clause
    order: tuple[str, ...]
    lines: tuple[Row, ...]
    ties: tuple[Level, ...] = ()


def rank_for_draw(lines: Iterable[Line], rule: OrderRule, lot: Lot, round_number: int) -> DrawOrder[Line]:
    """The order for the draw of a round, by the regulation's own chain.

    It does not depend on the order the lines come in.

    >>> rule = OrderRule(Clause("NSWSP", "1.3"), (Criterion.VPS, Criterion.NET_IMPS, Criterion.LOT))
    >>> rank_for_draw((Line("A", 32, net_imps=5), Line("B", 32, net_imps=9), Line("C", 40)), rule, ("A",), 3).order
    ('C', 'B', 'A')
    """
    return _ranked(list(lines), rule, lot, f"order for round {round_number}", _line_worth)


def rank_drop_ins(losses: Iterable[Loss], rule: OrderRule, lot: Lot, round_number: int) -> DrawOrder[Loss]:
    """Contestants dropping into the Swiss, best first: the narrowest loss (GNOT18 2.4).

    Play-off losers stand above all others. A level match settled by rescoring is lost by 0, and a score
    against nothing has an endless quotient, unless it is 0–0, which is level.
    """
    return _ranked(list(losses), rule, lot, f"entrants of round {round_number}", _loss_worth)


def draw_total(line: Line, rule: OrderRule) -> Figure[Exact]:
    """The VPs a contestant is ranked on for the draw: with its penalties or without, as the rule says."""
    if Criterion.VPS_LESS_PENALTIES not in rule.by:
        return Figure(line.vps, VPS, rule.clause, note="penalties do not count for the draw")
    note = f"{short_text(line.vps)} less {short_text(line.penalties)} in penalties"
    return Figure(plain(line.vps - Fraction(line.penalties)), VPS, rule.clause, note=note)


@dataclass(frozen=True, slots=True)
class Opposed:
    """Whom a contestant met in one match: one opponent, or the two others of a share match."""

    opponents: tuple[str, ...]


def opponents_vps(matches: Sequence[Opposed], totals: Mapping[str, Exact], clause: Clause) -> Figure[Exact]:
    """The sum of a contestant's opponents' VPs, one match one opponent.

    An opponent met twice counts twice, and each of the two others of a share match counts half (SABF20
    D89), so that a share match weighs as one.
    """
    return opponents_total([match.opponents for match in matches], totals, OpponentsRule(clause))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one contestant made of one round: its VPs, its net IMPs, and a penalty that is in effect.

    *opponents* is one, the two others of a share match, or nobody for a bye.
    """

    contestant: str
    opponents: tuple[str, ...]
    vps: Exact
    net_imps: Exact = 0
    penalty: Exact = 0


def lines_after(rounds: Iterable[Iterable[Outcome]], rule: OrderRule) -> tuple[Line, ...]:
    """Everybody's standing after these rounds, opponents' sums included where the rule asks for them."""
    totals: dict[str, list[Fraction]] = {}
    met: dict[str, list[Opposed]] = {}
    for outcomes in rounds:
        for each in outcomes:
            sums = totals.setdefault(each.contestant, [Fraction(0)] * 3)
            for place, value in enumerate((each.vps, each.penalty, each.net_imps)):
                sums[place] += value
            if each.opponents:
                met.setdefault(each.contestant, []).append(Opposed(each.opponents))
    lines = [Line(name, *map(plain, sums)) for name, sums in totals.items()]
    if Criterion.OPPONENTS not in rule.by:
        return tuple(lines)
    drawn = {line.contestant: draw_total(line, rule).value for line in lines}
    return tuple(
        replace(line, opponents=opponents_vps(met.get(line.contestant, []), drawn, rule.clause).value) for line in lines
    )


def _line_worth(line: Line) -> dict[Criterion, Worth]:
    """What a line brings to each criterion, more being better."""
    return {
        Criterion.VPS: line.vps,
        Criterion.VPS_LESS_PENALTIES: line.vps - Fraction(line.penalties),
        Criterion.OPPONENTS: line.opponents,
        Criterion.NET_IMPS: line.net_imps,
    }


def _loss_worth(loss: Loss) -> dict[Criterion, Worth]:
    """What a loss brings to each criterion, more being better: the nearer to a win."""
    won, lost = loss.playoff if loss.playoff is not None else (loss.winning, loss.losing)
    return {
        Criterion.PLAYOFF: int(loss.playoff is not None),
        Criterion.DIFFERENCE: lost - won,
        # The smaller winning over losing is the greater losing over winning, and 0–0 is level.
        Criterion.QUOTIENT: Ratio(lost, won),
    }


_ENDS = {Criterion.LOT: Ends.LOT, Criterion.ENTRY: Ends.ENTRY}


def _chain(rule: OrderRule) -> ChainRule[Criterion]:
    """The rule as a chain; nothing after the lot or the entry number can count."""
    steps = tuple(takewhile(lambda criterion: criterion not in _ENDS, rule.by))
    last = rule.by[len(steps)] if len(steps) < len(rule.by) else None
    ends = _ENDS[last] if last is not None else Ends.TIED
    return ChainRule(rule.clause, tuple(Step(by, rule.clause) for by in steps), ends)


def _ranked(
    rows: list[Row], rule: OrderRule, lot: Lot, about: str, worth: Callable[[Row], dict[Criterion, Worth]]
) -> DrawOrder[Row]:
    by_name = {row.contestant: row for row in rows}
    ranking = rank((Candidate(row.contestant, worth(row)) for row in rows), _chain(rule), lot, about=about)
    if ranking.tied:
        raise DirectorError(
            f"{', '.join(ranking.tied[0])} are level and the rule for the draw ends there",
            clause=rule.clause.cite,
            remedy="Add a last criterion to the rule: lot, or entry number.",
        )
    words = {ends: criterion for criterion, ends in _ENDS.items()}
    ties = tuple(
        Level(split.order, words[split.by] if isinstance(split.by, Ends) else split.by)
        for split in ranking.splits
        if not split.first
    )
    return DrawOrder(rule.clause, ranking.order, tuple(by_name[name] for name in ranking.order), ties)
