"""Arithmetic by hand: from the postings of a book to totals, with nothing of the engine.

Only what stands in a document is used here: the IMP table of the Laws, sums, means and roots. A test says in
words which clause it follows and puts these together; it never asks the program for a number it wants to check.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from importlib.resources import files
from random import Random
from statistics import mean, median

from directing import Scores
from overtrick.core.event.acts import (
    DrawPublished,
    EntrantsJoined,
    MatchForfeited,
    PenaltyGiven,
    Posting,
    ResultPosted,
    ScoreAwarded,
    Seating,
    Trio,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.results import PassedOut, PointsResult, Result
from overtrick.core.ranking.standings import Standings

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
    """One stage as its postings tell it: who sat where, the points at each table, and the penalties.

    Beside them what was not played: byes, matches forfeited (by round and table) and scores the director gave.
    """

    seatings: dict[int, tuple[Seating, ...]] = field(default_factory=dict)
    trios: dict[int, tuple[Trio, ...]] = field(default_factory=dict)
    joined: dict[int, tuple[str, ...]] = field(default_factory=dict)
    unplayed: dict[tuple[int, int], MatchForfeited] = field(default_factory=dict)
    awarded: dict[tuple[int, str], Fraction] = field(default_factory=dict)
    fined: dict[tuple[int, str], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    sits_out: dict[int, tuple[str, ...]] = field(default_factory=dict)
    points: dict[tuple[int, int, str, int], Result] = field(default_factory=dict)
    penalties: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))

    def at(self, number: int, table: int, board: int, room: str = "") -> int | None:
        """The points to North-South, where a score stands."""
        result = self.points.get((number, table, room, board))
        if isinstance(result, PassedOut):
            return 0
        return result.ns if isinstance(result, PointsResult) else None


def sheet(postings: Iterable[Posting], stage: str) -> Sheet:
    """What the postings say of a stage."""
    found = Sheet()
    for posting in postings:
        act = posting.act
        if isinstance(act, DrawPublished) and act.stage == stage:
            found.seatings[act.round] = act.seatings
            found.sits_out[act.round] = act.sits_out
            found.trios[act.round] = act.trios
        elif isinstance(act, ResultPosted) and act.stage == stage:
            found.points[act.round, act.table, act.room, act.board] = act.result
        elif isinstance(act, PenaltyGiven) and act.stage == stage:
            found.penalties[act.contestant] += Fraction(act.amount)
            found.fined[act.round, act.contestant] += Fraction(act.amount)
        elif isinstance(act, MatchForfeited) and act.stage == stage:
            found.unplayed[act.round, act.table] = act
        elif isinstance(act, ScoreAwarded) and act.stage == stage:
            found.awarded[act.round, act.contestant] = Fraction(act.score)
        elif isinstance(act, EntrantsJoined) and act.stage == stage:
            found.joined[act.round] = act.contestants
    return found


def against_median(stage: Sheet, sessions: Mapping[int, int]) -> dict[str, Fraction]:
    """IMPs against the median of all the scores on a board in its session, added up; of an even number their mean."""
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (name, _), boards_of in boards_against_median(stage, sessions).items():
        totals[name] += sum(boards_of)
    return totals


def boards_against_median(stage: Sheet, sessions: Mapping[int, int]) -> dict[tuple[str, int], list[int]]:
    """The same board by board, for each pair and round."""
    boards: defaultdict[tuple[int, int], list[tuple[int, Seating, int]]] = defaultdict(list)
    for number, seatings in stage.seatings.items():
        for seating in seatings:
            for board in seating.boards:
                if (score := stage.at(number, seating.table, board)) is not None:
                    boards[sessions[number], board].append((number, seating, score))
    found: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for played in boards.values():
        middle = median(Fraction(score) for _, _, score in played)
        for number, seating, score in played:
            found[seating.ns, number].append(imps(score - middle))
            found[seating.ew, number].append(imps(middle - score))
    return found


def met_by(stage: Sheet, name: str) -> set[str]:
    """Everybody somebody sat against."""
    return {
        other
        for seatings in stage.seatings.values()
        for seating in seatings
        for one, other in ((seating.ns, seating.ew), (seating.ew, seating.ns))
        if one == name
    }


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


def sides(seating: Seating, board: int) -> tuple[str, str]:
    """Who sits North-South and who East-West on a board: an arrow-switch turns the table."""
    return (seating.ew, seating.ns) if board in seating.switched else (seating.ns, seating.ew)


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
            ns, ew = sides(seating, board)
            nets[ns] += imps(score - datum)
            nets[ew] += imps(datum - score)
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
            ns, ew = sides(seating, board)
            nets[ns] += net
            nets[ew] -= net
    return nets


def percentages(stage: Sheet, rounds: range) -> dict[str, Fraction]:
    """A session of matchpoints: two for every score beaten, one for every equal, each board out of its own top."""
    boards: defaultdict[int, list[tuple[Seating, int]]] = defaultdict(list)
    for number in rounds:
        for seating in stage.seatings[number]:
            for board in seating.boards:
                if (score := stage.at(number, seating.table, board)) is not None:
                    boards[board].append((seating, score))
    shares: defaultdict[str, list[Fraction]] = defaultdict(list)
    for board, played in boards.items():
        scores = [score for _, score in played]
        for seating, score in played:
            beaten = sum(2 * (score > other) + (score == other) for other in scores) - 1
            share = Fraction(100 * beaten, 2 * (len(scores) - 1))
            ns, ew = sides(seating, board)
            shares[ns].append(share)
            shares[ew].append(100 - share)
    return {name: mean(each) for name, each in shares.items()}


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


Swings = Mapping[tuple[str, int | str], Sequence[int]]
"""The points somebody wins in a round, or against somebody: board by board from the first of the match.

On all other boards nobody wins anything. As IMPs 80 points are two, 100 three, 180 five, 300 seven, 500 eleven.
"""


def swung(state: StageState, swings: Swings) -> Scores:
    """Boards that are passed out, but for these swings; in a teams match they happen in the open room."""

    def won(name: str, other: str, number: int, place: int) -> int:
        row = swings.get((name, number)) or swings.get((name, other), ())
        return row[place] if place < len(row) else 0

    def scores(number: int, table: int, room: str, board: int) -> str:
        seating = state.round(number).seatings[table]
        place = seating.boards.index(board)
        ns, ew = sides(seating, board)
        points = won(ns, ew, number, place) - won(ew, ns, number, place) if room != "closed" else 0
        return f"{points:+d}" if points else "PASS"

    return scores


def parts(table: Standings, above: str, below: str) -> str:
    """The clause that puts one above the other, who stands just below it."""
    place = table.order.index(above)
    assert table.order[place + 1] == below, table.order
    decided = table.rows[place].decided
    return decided.clause.cite if decided is not None else ""


def thrown(seed: str) -> Scores:
    """Scores by the dice."""
    dice = Random(seed)
    return lambda number, table, room, board: f"{dice.choice(POSSIBLE):+d}"  # noqa: ARG005 - the shape of all scores
