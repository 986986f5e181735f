"""What must hold of every ranking, carry-over, qualification and award."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.exact import Exact, exact_text
from overtrick.core.lots import Lots
from overtrick.core.provenance import IMPS, VPS, Clause, Figure, Unit
from overtrick.core.ranking.awards import award
from overtrick.core.ranking.carry_over import (
    LinearCarry,
    StandardCarry,
    linear_carry,
    standard_carry,
)
from overtrick.core.ranking.carry_rules import Deviation, standardise
from overtrick.core.ranking.chain import Among, Candidate, ChainRule, Ends, Step, rank
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord
from overtrick.core.ranking.qualification import PassOverReason, SignificantRule, part_significant, qualify, significant
from overtrick.core.ranking.standings import Purpose, standings
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load

TEST = Clause("Test", "1")
NAMES = [str(number) for number in range(1, 13)]
STEPS = (Measure.TOTAL, Measure.WINS, Measure.NET_IMPS)
SMALL = st.integers(0, 2)


def chain(ends: Ends, *, restart: bool = False) -> ChainRule[Measure]:
    return ChainRule(TEST, tuple(Step(by, TEST) for by in STEPS), ends, restart=restart)


@st.composite
def fields(draw: st.DrawFn) -> list[Candidate[Measure]]:
    """Candidates that tie often."""
    size = draw(st.integers(1, len(NAMES)))
    return [Candidate(name, {by: draw(SMALL) for by in STEPS}) for name in NAMES[:size]]


def key(candidate: Candidate[Measure]) -> list[int]:
    return [int(str(candidate.worth[by])) for by in STEPS]


CHAINS = st.builds(chain, st.sampled_from(Ends), restart=st.booleans())


@given(fields(), st.randoms(use_true_random=False), CHAINS)
def test_ranking_does_not_depend_on_the_order_told(
    field: list[Candidate[Measure]], random: Random, rule: ChainRule[Measure]
) -> None:
    shuffled = list(field)
    random.shuffle(shuffled)
    assert rank(field, rule, Lots("seed")) == rank(shuffled, rule, Lots("seed"))


@given(fields())
def test_groups_are_exactly_those_level_on_everything(field: list[Candidate[Measure]]) -> None:
    ranking = rank(field, chain(Ends.TIED))
    worth = {candidate.name: key(candidate) for candidate in field}
    for group in ranking.groups:
        assert len({tuple(worth[name]) for name in group}) == 1
    tops = [worth[group[0]] for group in ranking.groups]
    assert tops == sorted(tops, reverse=True)
    assert len({tuple(top) for top in tops}) == len(tops)


@given(fields())
def test_places_are_one_more_than_those_above(field: list[Candidate[Measure]]) -> None:
    ranking = rank(field, chain(Ends.TIED))
    worth = {candidate.name: key(candidate) for candidate in field}
    for name, place in ranking.places.items():
        assert place == 1 + sum(1 for other in worth.values() if other > worth[name])


@given(fields())
def test_each_boundary_says_what_decided(field: list[Candidate[Measure]]) -> None:
    ranking = rank(field, chain(Ends.LOT), Lots("seed"))
    worth = {candidate.name: candidate.worth for candidate in field}
    assert len(ranking.groups) == len(field) == len(ranking.decisions) + 1
    for decision in ranking.decisions:
        above, below = worth[decision.above[-1]], worth[decision.below[0]]
        if isinstance(decision.by, Ends):
            assert above == below
            continue
        level = STEPS[: STEPS.index(decision.by)]
        assert all(above[by] == below[by] for by in level)
        assert decision.told == (str(above[decision.by]), str(below[decision.by]))


def test_restarting_asks_the_first_step_again_of_those_left() -> None:
    """Matches among the tied part three into one and two; restarted, only the match of those two counts."""
    won = {"A": {"B": 9, "C": -1}, "B": {"A": -9, "C": 5}, "C": {"A": 1, "B": -5}}
    field = [Candidate(name, {Measure.AMONG_TIED: Among(against), Measure.WINS: 0}) for name, against in won.items()]
    steps = (Step(Measure.AMONG_TIED, TEST), Step(Measure.WINS, TEST))
    assert {name: sum(against.values()) for name, against in won.items()} == {"A": 8, "B": -4, "C": -4}
    assert rank(field, ChainRule(TEST, steps, restart=True)).groups == (("A",), ("B",), ("C",))
    assert rank(field, ChainRule(TEST, steps)).groups == (("A",), ("B", "C"))


MARGINS = st.integers(-20, 20)


@st.composite
def round_robins(draw: st.DrawFn) -> list[StageRecord]:
    """A field that has met once all round, with a penalty here and there."""
    size = draw(st.integers(2, 7))
    nets = {(a, b): draw(MARGINS) for a in range(size) for b in range(a)}
    records = []
    for a in range(size):
        lines = []
        for b in range(size):
            if a != b:
                net = nets[a, b] if (a, b) in nets else -nets[b, a]
                lines.append(MatchLine((NAMES[b],), Figure(35 + net, VPS, TEST), 35 - net, net))
        penalties = (Figure(-1, VPS, TEST),) if draw(st.booleans()) else ()
        records.append(StageRecord(NAMES[a], tuple(lines), penalties=penalties, boards=(draw(MARGINS),)))
    return records


def counted_in(record: StageRecord, unit: Unit) -> StageRecord:
    """The same record, all of it counted in another unit."""
    matches = tuple(replace(line, score=replace(line.score, unit=unit)) for line in record.matches)
    return replace(record, matches=matches, penalties=tuple(replace(each, unit=unit) for each in record.penalties))


RULES = [
    (folder, name)
    for folder in ("anc-2026", "nsw-its-2021", "nsw-swiss-pairs")
    for name in load(RankingRules, folder).standings
]


@settings(max_examples=40)
@given(round_robins(), st.randoms(use_true_random=False), st.sampled_from(RULES))
def test_standings_of_every_event_do_not_depend_on_the_order_told(
    records: list[StageRecord], random: Random, which: tuple[str, str]
) -> None:
    rule = load(RankingRules, which[0]).standings[which[1]]
    records = [counted_in(record, rule.unit) for record in records]
    shuffled = list(records)
    random.shuffle(shuffled)
    for purpose in Purpose if rule.draw else (Purpose.PRIZE,):
        table = standings(records, rule, Lots("seed"), purpose=purpose)
        assert table == standings(shuffled, rule, Lots("seed"), purpose=purpose)
        assert [row.contestant for row in table.rows] == list(table.order)
        assert sorted(table.order) == sorted(record.contestant for record in records)


@given(round_robins())
def test_a_penalty_moves_the_prize_and_never_the_draw(records: list[StageRecord]) -> None:
    rule = load(RankingRules, "anc-2026").standings["butler-final"]
    clean = [StageRecord(record.contestant, record.matches) for record in records]
    draws = [standings(each, rule, Lots("seed"), purpose=Purpose.DRAW).order for each in (records, clean)]
    assert draws[0] == draws[1]


SCORES = st.dictionaries(
    st.sampled_from(NAMES), st.builds(Figure, st.integers(-80, 80), st.just(IMPS), st.just(TEST)), min_size=2
)


@given(SCORES, st.sampled_from(Deviation))
def test_standard_scores_add_to_nothing_and_square_to_the_count(
    scores: dict[str, Figure[int]], deviation: Deviation
) -> None:
    found = standardise(scores, deviation, TEST)
    values = [Fraction(figure.value) for figure in found.scores.values()]
    count = len(values) - (deviation is Deviation.SAMPLE)
    assert sum(values) == 0
    squares = sum((value * value for value in values), Fraction(0))
    assert (
        squares == 0
        if len({score.value for score in scores.values()}) == 1
        else abs(squares - count) < Fraction(1, 10**20)
    )


@given(SCORES, SCORES, st.sampled_from(["population", "sample"]))
def test_the_best_starter_carries_exactly_the_most(
    one: dict[str, Figure[int]], two: dict[str, Figure[int]], which: str
) -> None:
    rule = StandardCarry(TEST, (TEST, TEST), (1, 3), 24, 1, HALVES, Deviation(which))
    starters = sorted(set(one) | set(two))
    result = standard_carry([[one], [two]], starters, rule)
    best = max(figure.value for figure in result.carried.values())
    assert best == (24 if result.factor and result.factor.value else 0)
    missing = [name for name in starters if name not in one or name not in two]
    assert len([flag for flag in result.flags if "no score" in str(flag)]) == len(missing)


LINE = load(RankingRules, "anc-2026").carry_overs["mixed-stage-2"]
assert isinstance(LINE, LinearCarry)
HALVES = LINE.halves
LINEAR = LINE


@given(st.lists(st.integers(0, 20000), min_size=11, max_size=14, unique=True), st.integers(1, 3))
def test_a_line_runs_from_the_most_to_the_least_and_never_crosses(hundredths: list[int], extra: int) -> None:
    totals = sorted(hundredths, reverse=True)
    order = [(str(place), Figure(Fraction(total, 100), VPS, TEST)) for place, total in enumerate(totals, start=1)]
    starters = [name for name, _ in order[: 10 + min(extra, len(order) - 10)]]
    carried = [figure.value for figure in linear_carry(order, starters, LINEAR).carried.values()]
    assert (carried[0], carried[9]) == (LINEAR.most, LINEAR.least)
    assert carried[:10] == sorted(carried[:10], reverse=True)
    assert set(carried[10:]) == {0}


REASONS = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(PassOverReason))
PLACES = st.integers(1, 8)


@given(st.permutations(NAMES), REASONS, PLACES)
def test_nobody_who_is_out_goes_through(order: list[str], out: dict[str, PassOverReason], places: int) -> None:
    rule = load(RankingRules, "anc-2026").qualify["butler"]
    qualified = qualify(order, rule, out, places=places)
    assert not set(qualified.names) & set(out)
    assert len(qualified.names) == min(places, len(order) - len(out)) == places - qualified.vacant
    assert list(qualified.names) == [name for name in order if name not in out][:places]


@given(st.permutations(NAMES), REASONS)
def test_replacements_come_from_the_top_half_only(order: list[str], out: dict[str, PassOverReason]) -> None:
    rule = load(RankingRules, "nsw-its-2021").qualify["youth-team"]
    for each in qualify(order, rule, out).through:
        assert each.place <= 6
        assert ("in for" in each.why) == (each.place > 3)


@given(fields(), st.lists(st.integers(1, 11), max_size=3))
def test_only_ties_across_a_cut_are_parted(field: list[Candidate[Measure]], cuts: list[int]) -> None:
    rule = SignificantRule(TEST, tuple(cuts))
    totals = ChainRule(TEST, (Step(Measure.TOTAL, TEST),))
    tied, broken = rank(field, totals), rank(field, chain(Ends.ENTRY))
    parted = part_significant(tied.groups, broken.groups, rule)
    assert sorted(name for group in parted for name in group) == sorted(candidate.name for candidate in field)
    assert not significant(parted, rule)
    untouched = set(tied.groups) - set(significant(tied.groups, rule))
    assert untouched <= set(parted)


AMOUNTS: st.SearchStrategy[list[Exact]] = st.lists(st.integers(0, 500), min_size=1, max_size=9).map(
    lambda values: sorted(values, reverse=True)
)


@given(fields(), AMOUNTS, st.sets(st.sampled_from(NAMES)))
def test_what_is_shared_and_what_is_kept_add_up(
    field: list[Candidate[Measure]], amounts: list[Exact], barred: set[str]
) -> None:
    rule = load(RankingRules, "nsw-swiss-pairs").awards["prize-money"]
    groups = rank(field, chain(Ends.TIED)).groups
    result = award(groups, rule, barred=barred, amounts=amounts)
    able = [candidate.name for candidate in field if candidate.name not in barred]
    paid = sum((Fraction(figure.value) for figure in result.given.values()), Fraction(0))
    assert paid + result.left_over.value == sum(amounts[: len(able)])
    assert 0 <= result.left_over.value < Fraction(len(field), 100)
    assert all(not result.given[name].value for name in barred if name in result.given)
    assert all("/" not in exact_text(figure.value) for figure in result.given.values())
