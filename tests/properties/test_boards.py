"""A board over the field: against brute force, and what may not change the answer."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clauses.shape import score_round
from overtrick.core.errors import NoDatum
from overtrick.core.exact import Exact, Share, mean, round_to
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.matchpoints import MatchpointRule, matchpoints, top
from overtrick.core.laws.table_score import Credit, Line, TableScore, points, table_score
from overtrick.core.model import Board, Single, WeightedPart, WeightedScore, read_result
from overtrick.core.provenance import Clause, Figure
from overtrick.core.scoring.boards import BoardRule, ButlerRule, score_board
from overtrick.core.scoring.cross_imps import CrossImpsRule, Divisor, cross_imps
from overtrick.core.scoring.datum import (
    DatumCase,
    DatumRule,
    Drop,
    DropCount,
    DropShare,
    EvenMedian,
    MedianRule,
    datum,
    median,
    trim,
)
from overtrick.regulations.read.library import shipped_rulebook
from strategies import field, singles, tables, weighted

LAW_78A = MatchpointRule()
LAW_78D = Clause("Law", "78D")


def value(credit: Credit | None) -> Exact:
    assert isinstance(credit, Figure)
    return credit.value


def sides(lines: Sequence[Line]) -> tuple[list[Exact], list[Exact]]:
    return [value(line.ns) for line in lines], [value(line.ew) for line in lines]


@pytest.mark.clause("Law 78A")
@given(field())
def test_matchpoints_are_the_pairs_beaten_and_tied(scores: list[int]) -> None:
    ns, ew = sides(matchpoints(tables(scores), LAW_78A))
    brute = [sum(2 * (own > other) + (own == other) for other in scores) - 1 for own in scores]
    assert ns == brute
    assert [one + other for one, other in zip(ns, ew, strict=True)] == [top(len(scores))] * len(scores)
    assert sum(ns) == len(scores) * (len(scores) - 1)


@given(field(), st.integers(-200, 200))
def test_matchpoints_do_not_mind_a_constant(scores: list[int], more: int) -> None:
    lifted = tables([score + more for score in scores])
    assert sides(matchpoints(lifted, LAW_78A)) == sides(matchpoints(tables(scores), LAW_78A))


@given(field(2), st.integers(0, 20))
def test_neuberg_keeps_the_average_and_stays_below_the_top(scores: list[int], more: int) -> None:
    expected = len(scores) + more
    ns, ew = sides(matchpoints(tables(scores), LAW_78A, expected))
    plainly, _ = sides(matchpoints(tables(scores), LAW_78A))
    assert ns == [Fraction(expected, len(scores)) * (own + 1) - 1 for own in plainly]
    assert mean(ns) * 2 == top(expected)
    assert all(0 <= own <= top(expected) for own in ns)
    assert all(one + other == top(expected) for one, other in zip(ns, ew, strict=True))
    if not more:
        assert ns == plainly


@pytest.mark.parametrize("other", ["A6040", "NP"])
def test_a_board_with_a_single_result_is_half_a_top(other: str) -> None:
    board = [table_score(Board.from_number(1), read_result(text)) for text in ("4S S =", other)]
    match = score_round([board], shipped_rulebook().scoring("laws-2017/matchpoint-pairs")).matches[0]
    assert (match.ns.net.value, match.ew.net.value) == (50, 50)


@given(field(4, 12), st.data())
def test_a_fouled_board_is_two_boards(scores: list[int], data: st.DataObject) -> None:
    cut = data.draw(st.integers(2, len(scores) - 2))
    groups = [range(cut), range(cut, len(scores))]
    together = sides(matchpoints(tables(scores), LAW_78A, len(scores), groups))
    first = sides(matchpoints(tables(scores[:cut]), LAW_78A, len(scores)))
    second = sides(matchpoints(tables(scores[cut:]), LAW_78A, len(scores)))
    assert together == ([*first[0], *second[0]], [*first[1], *second[1]])


@given(field(), st.sampled_from(Divisor))
def test_cross_imps_are_all_the_comparisons(scores: list[int], divisor: Divisor) -> None:
    ns, ew = sides(cross_imps(tables(scores), CrossImpsRule(LAW_78D, divisor)))
    by = {
        Divisor.RESULTS: len(scores),
        Divisor.TABLES: len(scores),
        Divisor.COMPARISONS: max(1, len(scores) - 1),
        Divisor.NONE: 1,
    }[divisor]
    assert ns == [Fraction(sum(imps_of(own - other) for other in scores), by) for own in scores]
    assert sum(ns) == 0
    assert ew == [-own for own in ns]


RULES: list[BoardRule] = [
    LAW_78A,
    CrossImpsRule(LAW_78D),
    MedianRule(LAW_78D),
    ButlerRule(shipped_rulebook().datum("laws-2017/datum-less-one")),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
@given(single=singles, number=st.integers(1, 32), others=st.lists(singles, min_size=1, max_size=8))
def test_all_the_weight_on_one_result_is_that_result(
    rule: BoardRule, single: Single, number: int, others: list[Single]
) -> None:
    board = Board.from_number(number)
    rest = [table_score(board, other) for other in others]

    def lines(own: TableScore) -> tuple[list[Exact], list[Exact]]:
        return sides(score_board([own, *rest], rule).lines)

    whole = WeightedScore((WeightedPart(Fraction(1), single),))
    assert lines(table_score(board, whole)) == lines(table_score(board, single))


@pytest.mark.parametrize("rule", RULES[:2], ids=lambda rule: type(rule).__name__)
@given(scores=st.lists(st.one_of(weighted(), singles), min_size=2, max_size=8))
def test_weighted_scores_still_share_out_the_board(rule: BoardRule, scores: list[WeightedScore | Single]) -> None:
    board = Board.from_number(1)
    ns, ew = sides(score_board([table_score(board, result) for result in scores], rule).lines)
    both = top(len(scores)) if isinstance(rule, MatchpointRule) else 0
    assert all(one + other == both for one, other in zip(ns, ew, strict=True))
    assert sum(ns) * 2 == both * len(scores)


drops: st.SearchStrategy[Drop] = st.one_of(
    st.builds(DropCount, st.integers(0, 4)),
    st.builds(DropShare, st.fractions(min_value=0, max_value=Fraction(1, 3)), st.sampled_from(Share)),
)


def unrounded(drop: Drop) -> DatumRule:
    return DatumRule(LAW_78D, (DatumCase(LAW_78D, drop),), round_to=None)


@given(field(), drops, st.randoms(use_true_random=False))
def test_datum_lies_within_the_kept_scores_in_any_order(scores: list[int], drop: Drop, shuffled: object) -> None:
    rule = unrounded(drop)
    kept = trim(points(*scores), rule).kept
    dropped = (len(scores) - len(kept)) // 2
    assert list(kept) == sorted(scores)[dropped : len(scores) - dropped]
    assert kept[0] <= datum(points(*scores), rule).value <= kept[-1]
    again = list(scores)
    shuffled.shuffle(again)  # type: ignore[attr-defined]
    assert datum(points(*again), rule).value == datum(points(*scores), rule).value


@given(field(3), st.integers(1, 5))
def test_trimmed_datum_does_not_mind_far_extremes(scores: list[int], count: int) -> None:
    rule = unrounded(DropCount(count))
    far = [*scores, *[100_000] * count, *[-100_000] * count]
    assert datum(points(*far), rule).value == mean(scores)


@pytest.mark.parametrize("name", shipped_rulebook().stated["datum"])
@given(scores=field(1, 60), match=st.integers(1, 14))
def test_every_datum_of_the_rulebook_is_its_rounded_mean(name: str, scores: list[int], match: int) -> None:
    rule = shipped_rulebook().datum(name)
    try:
        found = datum(points(*scores), rule, match)
    except NoDatum as refusal:
        assert str(rule.clause.document) in str(refusal)  # noqa: PT017 - either answer is right, each has its own proof
        return
    kept = trim(points(*scores), rule, match).kept
    exact = mean(kept)
    assert found.value == (exact if rule.round_to is None else round_to(exact, rule.round_to, rule.halves))
    assert kept[0] <= exact <= kept[-1]
    considered = [case for case in rule.cases if case.clause == found.clause]
    assert considered


@given(field(), st.sampled_from(EvenMedian))
def test_median_has_half_the_field_on_either_side(scores: list[int], even: EvenMedian) -> None:
    middle = median(points(*scores), MedianRule(LAW_78D, even)).value
    assert 2 * sum(score < middle for score in scores) <= len(scores)
    assert 2 * sum(score > middle for score in scores) <= len(scores)


@given(field(2), st.integers(-300, 300))
def test_datum_moves_with_the_scores(scores: list[int], more: int) -> None:
    assume(len(scores) > 2)
    rule = unrounded(DropCount(1))
    moved = datum(points(*(score + more for score in scores)), rule).value
    assert moved == datum(points(*scores), rule).value + more
