"""Arithmetic by hand: from the postings of a book to totals, with nothing of the engine.

Only what stands in a document is used here: the IMP table of the Laws, sums, means and roots. A test says in
words which clause it follows and puts these together; it never asks the program for a number it wants to check.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from importlib.resources import files
from random import Random
from statistics import median

from directing import Scores
from overtrick.core.event.acts import DrawPublished, PenaltyGiven, Posting, Seating
from overtrick.core.event.result_acts import ResultPosted
from overtrick.core.model.results import Result, Scored

IMP_TABLE = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""Law 78B: the least difference in points for each IMP."""


def imps(points: Fraction | int) -> int:
    """The IMPs for a difference in points."""
    apart: Fraction = abs(Fraction(points))
    least = len([each for each in IMP_TABLE if apart >= each])
    return least if points >= 0 else -least


@dataclass
class Sheet:
    """One stage as its postings tell it: who sat where, the points at each table, and the penalties."""

    seatings: dict[int, tuple[Seating, ...]] = field(default_factory=dict)
    sits_out: dict[int, tuple[str, ...]] = field(default_factory=dict)
    points: dict[tuple[int, int, str, int], Result] = field(default_factory=dict)
    penalties: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))

    def at(self, number: int, table: int, board: int, room: str = "") -> int | None:
        """The points to North-South, where a score stands."""
        result = self.points.get((number, table, room, board))
        return result.ns if isinstance(result, Scored) else None


def sheet(postings: Iterable[Posting], stage: str) -> Sheet:
    """What the postings say of a stage."""
    found = Sheet()
    for posting in postings:
        act = posting.act
        if isinstance(act, DrawPublished) and act.stage == stage:
            found.seatings[act.round] = act.seatings
            found.sits_out[act.round] = act.sits_out
        elif isinstance(act, ResultPosted) and act.stage == stage:
            found.points[act.round, act.table, act.room, act.board] = act.result
        elif isinstance(act, PenaltyGiven) and act.stage == stage:
            found.penalties[act.contestant] += Fraction(act.amount)
    return found


def against_median(stage: Sheet, sessions: Mapping[int, int]) -> dict[str, Fraction]:
    """IMPs against the median of all the scores on a board in its session, added up; of an even number their mean."""
    boards: defaultdict[tuple[int, int], list[tuple[Seating, int]]] = defaultdict(list)
    for number, seatings in stage.seatings.items():
        for seating in seatings:
            for board in seating.boards:
                if (score := stage.at(number, seating.table, board)) is not None:
                    boards[sessions[number], board].append((seating, score))
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for played in boards.values():
        middle = median(Fraction(score) for _, score in played)
        for seating, score in played:
            totals[seating.ns] += imps(score - middle)
            totals[seating.ew] += imps(middle - score)
    return totals


def standard_scores(totals: Mapping[str, Fraction]) -> dict[str, Decimal]:
    """(X − μ) / σ over a whole field, the deviation being that of the population."""
    with localcontext() as context:
        context.prec = 50
        values = {name: Decimal(total.numerator) / Decimal(total.denominator) for name, total in totals.items()}
        mean = sum(values.values(), Decimal(0)) / len(values)
        spread = (sum(((value - mean) ** 2 for value in values.values()), Decimal(0)) / len(values)).sqrt()
        return {name: (value - mean) / spread for name, value in values.items()}


def tenths(value: Decimal) -> Fraction:
    """To one decimal, halves away from zero."""
    return Fraction(value.quantize(Decimal("0.1"), ROUND_HALF_UP))


def imps_of(stage: Sheet, number: int, seating: Seating) -> Fraction:
    """The net IMPs of a teams match to the team that sits North-South in the open room."""
    net = 0
    for board in seating.boards:
        opened, closed = (stage.at(number, seating.table, board, room) for room in ("open", "closed"))
        if opened is not None and closed is not None:
            net += imps(opened - closed)
    return Fraction(net)


def tens(value: Fraction) -> Fraction:
    """To the nearest ten, halves away from zero."""
    whole = Fraction((abs(value) + 5) // 10 * 10)
    return whole if value >= 0 else -whole


def against_datum(stage: Sheet, number: int, dropped: int) -> dict[str, int]:
    """A round of pairs: IMPs against the mean of each board without so many scores at each end, to the nearest ten."""
    nets: defaultdict[str, int] = defaultdict(int)
    for board in {board for seating in stage.seatings[number] for board in seating.boards}:
        played = [
            (seating, score)
            for seating in stage.seatings[number]
            if (score := stage.at(number, seating.table, board)) is not None
        ]
        kept = sorted(score for _, score in played)[dropped : len(played) - dropped]
        datum = tens(Fraction(sum(kept), len(kept)))
        for seating, score in played:
            nets[seating.ns] += imps(score - datum)
            nets[seating.ew] += imps(datum - score)
    return nets


def across(stage: Sheet, number: int) -> dict[str, Fraction]:
    """A round of pairs in cross-IMPs: each score against every table's, added up and divided by the tables."""
    nets: defaultdict[str, Fraction] = defaultdict(Fraction)
    for board in {board for seating in stage.seatings[number] for board in seating.boards}:
        played = [
            (seating, score)
            for seating in stage.seatings[number]
            if (score := stage.at(number, seating.table, board)) is not None
        ]
        for seating, score in played:
            net = Fraction(sum(imps(score - other) for _, other in played), len(played))
            ns, ew = (seating.ew, seating.ns) if board in seating.switched else (seating.ns, seating.ew)
            nets[ns] += net
            nets[ew] -= net
    return nets


def printed(folder: str, table: str) -> dict[int, Fraction]:
    """A table of victory points as its document prints it: the winner's by the margin."""
    text = files("overtrick.rulebook").joinpath(folder, "tables.toml").read_text(encoding="utf-8")
    rows = next(each["rows"] for each in tomllib.loads(text, parse_float=Decimal)["table"] if each["id"] == table)
    return {int(row[0]): Fraction(row[1]) for row in rows}


def read_on(scale: Mapping[int, Fraction], net: Fraction | int, total: int = 20) -> Fraction:
    """One side's victory points for its net; the last row holds for all beyond it, the loser has the rest."""
    won = scale[min(abs(Fraction(net)).__floor__(), max(scale))]
    return won if net >= 0 else total - won


def hundredths(value: Fraction) -> Fraction:
    """To two places, halves up."""
    return Fraction(int(value * 100 + Fraction(1, 2)), 100)


POSSIBLE = tuple(sign * points for points in (80, 100, 120, 140, 180, 200, 300, 500, 800) for sign in (1, -1))
"""Scores that some contract gives whoever is vulnerable, in steps of twenty: the mean of two is a step of ten."""


def thrown(seed: str) -> Scores:
    """Scores by the dice."""
    dice = Random(seed)
    return lambda number, table, room, board: f"{dice.choice(POSSIBLE):+d}"  # noqa: ARG005 - the shape of all scores
