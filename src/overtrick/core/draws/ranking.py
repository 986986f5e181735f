"""The order a draw is made from, which is not the order prizes go by.

A regulation names its own chain for draws: whether penalties count, and what separates contestants that
are level (ANC26 5.1 and 18.2, SABF20 14.1#6, NSWSP 1.3, GNOT18 2.4 and 4.5). The chain is data: a tuple
of `Criterion`, the last of which leaves nobody level.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import groupby
from typing import Generic, TypeVar

from overtrick.core.draws.chance import Lot, lot_order
from overtrick.core.draws.meetings import entry_order
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, exact_text, plain
from overtrick.core.provenance import VPS, Clause, Fact, Figure


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
    return _ranked(list(lines), rule, lot, f"order for round {round_number}", _line_value)


def rank_drop_ins(losses: Iterable[Loss], rule: OrderRule, lot: Lot, round_number: int) -> DrawOrder[Loss]:
    """Contestants dropping into the Swiss, best first: the narrowest loss (GNOT18 2.4).

    Play-off losers stand above all others. A level match settled by rescoring is lost by 0, and a score
    against nothing has an endless quotient, unless it is 0–0, which is level.
    """
    return _ranked(list(losses), rule, lot, f"entrants of round {round_number}", _loss_value)


def draw_total(line: Line, rule: OrderRule) -> Figure[Exact]:
    """The VPs a contestant is ranked on for the draw: with its penalties or without, as the rule says."""
    if Criterion.VPS_LESS_PENALTIES not in rule.by:
        return Figure(line.vps, VPS, rule.clause, note="penalties do not count for the draw")
    note = f"{exact_text(line.vps)} less {exact_text(line.penalties)} in penalties"
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
    parts = [
        Fraction(sum(Fraction(totals[each]) for each in match.opponents), len(match.opponents)) for match in matches
    ]
    facts = tuple(
        Fact(f"{' and '.join(match.opponents)}: {exact_text(plain(part))}")
        for match, part in zip(matches, parts, strict=True)
    )
    return Figure(plain(sum(parts, Fraction(0))), VPS, clause, facts, f"opponents of {len(matches)} matches")


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


def _line_value(line: Line, criterion: Criterion) -> Exact | None:
    """A line's worth by one criterion, more being better; `None` where chance or entry decides."""
    match criterion:
        case Criterion.VPS:
            return line.vps
        case Criterion.VPS_LESS_PENALTIES:
            return line.vps - Fraction(line.penalties)
        case Criterion.OPPONENTS:
            return line.opponents
        case Criterion.NET_IMPS:
            return line.net_imps
        case _:
            return None


def _loss_value(loss: Loss, criterion: Criterion) -> Exact | None:
    """A loss's worth by one criterion, more being better: the nearer to a win."""
    won, lost = loss.playoff if loss.playoff is not None else (loss.winning, loss.losing)
    match criterion:
        case Criterion.PLAYOFF:
            return 1 if loss.playoff is not None else 0
        case Criterion.DIFFERENCE:
            return lost - won
        case Criterion.QUOTIENT:
            # The smaller winning over losing is the greater losing over winning, and 0–0 is level.
            return Fraction(lost) / Fraction(won) if won else 1
        case _:
            return None


def _ranked(
    rows: list[Row], rule: OrderRule, lot: Lot, about: str, value: Callable[[Row, Criterion], Exact | None]
) -> DrawOrder[Row]:
    by_name = {row.contestant: row for row in rows}
    if len(by_name) != len(rows):
        raise DirectorError(
            f"A contestant is twice in the {about}", clause=rule.clause.cite, remedy="Keep one line each."
        )
    ties: list[Level] = []

    def settle(tied: list[str], depth: int, place: int) -> list[str]:
        if len(tied) == 1:
            return tied
        if depth == len(rule.by):
            raise DirectorError(
                f"{', '.join(tied)} are level and the rule for the draw ends there",
                clause=rule.clause.cite,
                remedy="Add a last criterion to the rule: lot, or entry number.",
            )
        criterion = rule.by[depth]
        if criterion is Criterion.ENTRY or criterion is Criterion.LOT:
            found = sorted(tied, key=entry_order)
            found = list(lot_order(found, lot, f"{about}, place {place}")) if criterion is Criterion.LOT else found
            ties.append(Level(tuple(found), criterion))
            return found
        worth = {name: value(by_name[name], criterion) for name in tied}
        if None in worth.values():
            raise DirectorError(f"{criterion} cannot rank the {about}", clause=rule.clause.cite)
        tied.sort(key=lambda name: worth[name] or 0, reverse=True)
        settled: list[str] = []
        for _, level in groupby(tied, key=worth.__getitem__):
            settled += settle(list(level), depth + 1, place + len(settled))
        if depth and worth[settled[0]] != worth[settled[-1]]:
            ties.append(Level(tuple(settled), criterion))
        return settled

    order = settle(sorted(by_name, key=entry_order), 0, 1) if rows else []
    return DrawOrder(rule.clause, tuple(order), tuple(by_name[name] for name in order), tuple(ties))
