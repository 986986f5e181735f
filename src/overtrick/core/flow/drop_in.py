"""The carry-over of a team that drops into the Swiss, from the leader's score."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import TIMES, VPS, Clause, Derivation, Figure, same
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class DropInRow:
    """One round's row: column A is a *share* of the leader's score, column B the leader's score less *less*.

    If *flat* is given, it is column B. A *deferred* row is applied when its round is over, and the leader is then
    the best of the teams that were in the Swiss before.
    """

    clause: Clause
    round: int
    share: Fraction
    less: Exact = 0
    flat: Exact | None = None
    deferred: bool = False


@dataclass(frozen=True, slots=True)
class DropInRule:
    """The rows by round, and how the larger column is rounded."""

    clause: Clause
    leader: Clause
    rows: tuple[DropInRow, ...]
    places: int
    halves: Halves

    def row(self, round_number: int) -> DropInRow:
        for row in self.rows:
            if row.round == round_number:
                return row
        known = ", ".join(str(row.round) for row in self.rows)
        raise DirectorError(
            "The rule gives no drop-in score for round {round_number}",
            clause=self.clause,
            remedy="The rule covers rounds {known}.",
            round_number=round_number,
            known=known,
        )


@dataclass(frozen=True, slots=True)
class DropIn:
    """The two columns, and the carry-over: the larger of them."""

    column_a: Figure[Exact] | None
    column_b: Figure[Exact]
    carry: Figure[Exact]


def leader_score(
    totals: Mapping[str, Figure[Exact] | Exact], rule: DropInRule, unfinished: Collection[str] = ()
) -> Figure[Exact] | None:
    """The best total in the Swiss, without teams with an unfinished match; None before any match was played."""
    complete = {
        team: score
        if isinstance(score, Figure)
        else Figure(score, VPS, rule.leader, (), phrase("total of team {team}", team=team))
        for team, score in totals.items()
        if team not in unfinished
    }
    if not complete:
        return None
    leader = min(complete, key=lambda team: (-complete[team].value, team))
    return same(
        complete[leader],
        VPS,
        rule.leader,
        phrase(
            "score of the leader, team {leader}[; left out because a match is unfinished: {out:,}]",
            leader=leader,
            out=tuple(sorted(unfinished)),
        ),
    )


def drop_in(round_number: int, leader: Figure[Exact] | None, rule: DropInRule) -> DropIn:
    """The carry-over of a team that drops into a round; columns are compared exactly, and the larger is rounded."""
    row = rule.row(round_number)
    if leader is None:
        if row.flat is None:
            raise DirectorError(
                "There is no leader’s score before round {round_number}",
                clause=row.clause,
                remedy="Enter the results of the earlier rounds.",
                round_number=round_number,
            )
        column_b = Figure(row.flat, VPS, row.clause, (), phrase("column B"))
        carry = same(column_b, VPS, rule.clause, phrase("column B, because there are no scores yet"))
        return DropIn(None, column_b, carry)
    a = plain(row.share * leader.value)
    b = plain(leader.value - Fraction(row.less)) if row.flat is None else row.flat
    times = Figure(row.share, TIMES, row.clause, (), phrase("the share in column A"))
    column_a = Figure(
        a,
        VPS,
        row.clause,
        (leader, times),
        phrase("column A: {share:%} of the leader’s score", share=row.share),
        Derivation.PRODUCT,
    )
    off = Figure(row.less, VPS, row.clause, (), phrase("deducted in column B"))
    less = phrase("column B: the leader’s score less {less:#VP}", less=row.less)
    column_b = Figure(b, VPS, row.clause, (leader, off), less, Derivation.DIFFERENCE)
    if row.flat is not None:
        column_b = Figure(b, VPS, row.clause, (), phrase("column B: a fixed score"))
    value = to_places(max(a, b), rule.places, rule.halves)
    note = phrase("carried into round {round_number}: the larger of columns A and B", round_number=round_number)
    return DropIn(column_a, column_b, Figure(value, VPS, rule.clause, (column_a, column_b), note, Derivation.GREATEST))
