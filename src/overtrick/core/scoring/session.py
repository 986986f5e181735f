"""Matchpoints over a match or a session: percentages, artificial scores and penalties.

The order of operations is: matchpoints, then artificial scores as shares of the top, then penalties in tops, then
the percentage, then penalties in per cent, then one rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.exact import Exact, Halves, mean, plain, to_places
from overtrick.core.laws.adjusted import ArtificialRule, award_figures
from overtrick.core.laws.table_score import Credit
from overtrick.core.provenance import (
    PERCENT,
    SESSIONS,
    Clause,
    Derivation,
    Fact,
    Figure,
    PostingSource,
    Reason,
    count_phrase,
)
from overtrick.core.wording import phrase


class MissedBoardScore(Enum):
    """The score, in a pair's total of matchpoints, for boards that it did not play."""

    NOTHING = "nothing"
    OWN_AVERAGE = "own average"


@dataclass(frozen=True, slots=True)
class PercentRule:
    """How matchpoints become a percentage; *places* and *halves* are its only rounding, if it has one.

    *missed* applies to totals: it is the score for boards that others played and the pair did not.
    """

    clause: Clause
    artificial: ArtificialRule
    places: int | None = 2
    missed: MissedBoardScore = MissedBoardScore.NOTHING
    halves: Halves = Halves.UP


@dataclass(frozen=True, slots=True)
class AverageRule:
    """Percentages of several sessions averaged into one, rounded once (*places*, halves up)."""

    id: str
    clause: Clause
    places: int


@dataclass(frozen=True, slots=True)
class Fine:
    """A penalty in parts of a top (*tops*) or in percentage points (*points*), with the ruling that gave it."""

    clause: Clause
    tops: Exact = 0
    points: Exact = 0
    note: str = "fine"
    source: str | PostingSource = ""


@dataclass(frozen=True, slots=True)
class BoardCredit:
    """A pair's credit on one board, and the top of that board; without a credit the board was not played."""

    credit: Credit | None
    top: Exact


def own_percentage(boards: Sequence[BoardCredit], clause: Clause, *, by_board: bool = False) -> Figure[Exact] | None:
    """A pair's percentage on the boards that it actually played, without awards and penalties.

    With *by_board* it is an average like that of the session: each board has the same weight whatever its top.
    """
    played = [(board.credit, board.top) for board in boards if isinstance(board.credit, Figure) and board.top]
    if not played:
        return None
    if by_board:
        value = Fraction(sum(Fraction(100 * credit.value) / top for credit, top in played)) / len(played)
    else:
        value = Fraction(100 * sum(credit.value for credit, _ in played)) / sum(top for _, top in played)
    made = Derivation.SHARES if by_board else Derivation.FORMULA
    note = phrase("own average on {played}, as a percentage of the maximum", played=count_phrase(len(played)))
    return Figure(plain(value), PERCENT, clause, tuple(credit for credit, _ in played), note, made)


def percentage(boards: Sequence[BoardCredit], rule: PercentRule, fines: Sequence[Fine] = ()) -> Figure[Exact]:
    """A pair's percentage over the boards of a match or a session.

    The percentages of the boards are averaged with equal weight whatever their tops, so that an award
    is worth the same on every board. A penalty of part of a top is that part of one board's share.
    """
    scored = [board for board in boards if board.credit is not None]
    if not scored:
        return Figure(0, PERCENT, rule.clause, (), phrase("no board has a score"))
    fined = tuple(fined_percent(fine, len(scored)) for fine in fines)
    value, earned = _average(scored, rule)
    note = phrase("average of {scored}", scored=count_phrase(len(scored)))
    if not fined:
        return Figure(_round_value(value, rule), PERCENT, rule.clause, earned, note, Derivation.SHARES)
    before = Figure(plain(value), PERCENT, rule.clause, earned, note, Derivation.SHARES)
    after = _round_value(value + sum(figure.value for figure in fined), rule)
    return Figure(
        after, PERCENT, rule.clause, (before, *fined), phrase("{note}, less penalties", note=note), Derivation.ROUNDED
    )


def _average(scored: Sequence[BoardCredit], rule: PercentRule) -> tuple[Fraction, tuple[Reason, ...]]:
    """The average percentage of the boards, not rounded, and its reasons: one figure for each board."""
    earned: list[Reason] = []
    by_top: dict[Exact, Exact] = {}
    halves = 0
    given = []
    for board in scored:
        if isinstance(board.credit, Figure):
            # A single result scores half of any top it is brought to (Neuberg), so it scores half where there is no
            # top.
            if board.top:
                by_top[board.top] = by_top.get(board.top, 0) + board.credit.value
            else:
                halves += 1
            earned.append(board.credit)
        elif board.credit is not None:
            given.append(board.credit)
    shares = sum((Fraction(100 * value) / top for top, value in by_top.items()), Fraction(50 * halves))
    if given:
        own = own_percentage(scored, rule.clause, by_board=rule.artificial.by_board)
        worth = award_figures(given, rule.artificial, own)
        shares += sum(figure.value for figure in worth)
        earned += worth
    return Fraction(shares) / len(scored), tuple(earned)


def _round_value(value: Exact, rule: PercentRule) -> Exact:
    return plain(value) if rule.places is None else to_places(value, rule.places, rule.halves)


def average_sessions(sessions: Sequence[Figure[Exact]], rule: AverageRule) -> Figure[Exact]:
    """The average of several sessions' percentages."""
    value = to_places(mean(session.value for session in sessions), rule.places, Halves.UP)
    note = phrase("average of {sessions}", sessions=count_phrase(len(sessions), SESSIONS))
    return Figure(value, PERCENT, rule.clause, tuple(sessions), note, Derivation.MEAN)


def fined_percent(fine: Fine, boards: int) -> Figure[Exact]:
    """The percentage points that a penalty takes from a session of this many boards."""
    value = plain(-(Fraction(100 * fine.tops) / boards) - fine.points)
    said = (Fact(fine.note, fine.source),) if fine.source else ()
    return Figure(value, PERCENT, fine.clause, said, phrase("penalty") if said else phrase("{note}", note=fine.note))
