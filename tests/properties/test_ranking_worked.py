"""Sessions, ties, orders and scales worked out by hand, beside the properties, which throw dice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from overtrick.core.event.acts import Field
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.carrying import own_sessions_before
from overtrick.core.event.play.dependencies import SEASONS
from overtrick.core.event.play.season import season_standings
from overtrick.core.event.play.ways import new_stage
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, VPS, Clause, Figure
from overtrick.core.ranking.chain import Candidate, ChainRule, Step, Successive, rank
from overtrick.core.ranking.measures import MatchLine, Measure, StageRecord
from overtrick.core.ranking.standings import StandingsRule, standings
from overtrick.core.scales import CornerScale
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.season import Attendance, Season, SeasonRule, Session, counted_score, place, season
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.library import shipped_rulebook

HERE = Clause("SABF20", "11.7#1")
OWN, SUB, TWO, AWAY = Attendance.OWN, Attendance.SUBSTITUTE, Attendance.STAND_INS, Attendance.ABSENT
DUTY, NATIONAL, PLAYOFFS = Ground.REPRESENTATIVE, Ground.NATIONAL, Ground.PLAYOFFS
MASTERS, FINAL = ("sabf-2020/state-masters-pairs", "Sessions"), ("sabf-2020/state-open-pairs", "Final")


@cache
def rule_of(event: str, stage: str) -> SeasonRule:
    found = plan_for(event)(Entrants(20), frozenset(), {}).stage(stage)
    assert found is not None
    assert found.season is not None
    return found.season


def percent(value: Exact | None) -> Figure[Exact] | None:
    return None if value is None else Figure(value, PERCENT, HERE)


ITSELF, LIMIT, NO_PLACE = (
    "played by the pair itself",
    "counts as no more than",
    "does not count, because the pair can no longer be placed",
)
AVERAGE, NO_GROUND = "representative duty", "with no recognised ground: counts as zero"
COUNTED = [
    # where, who sat, the ground, the score, whether the pair may be placed; what counts, and what is said
    (MASTERS, OWN, None, 48, True, 48, ITSELF),
    (MASTERS, OWN, None, 48, False, 48, ITSELF),
    (MASTERS, SUB, None, 58, True, 55, LIMIT),
    (MASTERS, SUB, None, 30, False, Fraction(99, 2), "but counts as"),
    (MASTERS, SUB, DUTY, 40, True, 55, AVERAGE),  # whatever the substitute scored
    (MASTERS, SUB, DUTY, 70, False, 55, AVERAGE),  # somebody of the pair sat: no gate
    (MASTERS, SUB, NATIONAL, 58, True, 55, LIMIT),
    (MASTERS, TWO, DUTY, 58, True, 55, AVERAGE),
    (MASTERS, TWO, DUTY, 58, False, 0, NO_PLACE),
    (MASTERS, TWO, None, 58, True, 0, NO_GROUND),
    (MASTERS, AWAY, DUTY, None, True, 55, AVERAGE),
    (MASTERS, AWAY, DUTY, None, False, 0, NO_PLACE),
    (MASTERS, AWAY, NATIONAL, None, True, Fraction(99, 2), "national championship"),
    (MASTERS, AWAY, NATIONAL, None, False, 0, NO_PLACE),
    (MASTERS, AWAY, PLAYOFFS, None, True, 0, NO_GROUND),
    (MASTERS, AWAY, None, None, False, 0, NO_GROUND),
    (FINAL, AWAY, PLAYOFFS, None, False, 55, "national playoffs"),  # no gate in the final
    (FINAL, SUB, PLAYOFFS, 70, True, 55, "national playoffs"),
    (FINAL, AWAY, DUTY, None, False, 0, NO_PLACE),
]


@pytest.mark.clause("SABF20 11.4#2", "SABF20 11.5#1", "SABF20 11.5#2", "SABF20 11.5#3", "SABF20 18.1.2#3")
@pytest.mark.parametrize(("where", "sat", "ground", "made", "placed", "counts", "said"), COUNTED)
def test_what_a_session_counts_for_beside_two_own_of_sixty_and_fifty(
    *,
    where: tuple[str, str],
    sat: Attendance,
    ground: Ground | None,
    made: int | None,
    placed: bool,
    counts: Exact,
    said: str,
) -> None:
    own = [Figure(score, PERCENT, HERE) for score in (60, 50)]
    session = Session(3, sat, percent(made), ground)
    settled = counted_score(session, own, rule_of(*where), left=0, may_be_placed=placed)
    assert settled.competition.value == counts
    assert said in settled.competition.said
    assert not settled.open
    moving = counted_score(session, own, rule_of(*where), left=2, may_be_placed=placed)
    assert moving.competition.value == counts
    fixed = said in {ITSELF, NO_PLACE, NO_GROUND}
    assert moving.open is not fixed
    if not fixed:
        assert "changes with each session the pair plays" in str(moving.because)
        assert str(moving.because).endswith("2 sessions to come)")
        gated = sat in {TWO, AWAY} and ground is not PLAYOFFS
        assert ("only if the pair can be placed" in str(moving.because)) is gated


@pytest.mark.clause("SABF20 11.4#2", "SABF20 11.5#1")
@pytest.mark.parametrize(
    ("sat", "ground", "made", "counts", "said"),
    [(SUB, None, 58, 58, "counts as scored until"), (AWAY, DUTY, None, 0, "counts as zero until")],
)
def test_what_a_session_counts_for_before_the_pair_has_an_average(
    sat: Attendance, ground: Ground | None, made: int | None, counts: int, said: str
) -> None:
    session = Session(1, sat, percent(made), ground)
    first = counted_score(session, [], rule_of(*MASTERS), left=3, may_be_placed=True)
    assert first.competition.value == counts
    assert said in first.competition.said
    assert "does not exist yet" in str(first.because)
    alone = counted_score(session, [], rule_of(*MASTERS), left=0, may_be_placed=True)
    assert "has no average of its own" in str(alone.because)


# Places, with a band of 0.03 in which aggregates tie.


def played(name: str, *scores: str, away: int = 0) -> Season:
    """A pair with these scores of its own, and then so many sessions it stayed away from."""
    own = [Session(n, OWN, Figure(Fraction(made), PERCENT, HERE)) for n, made in enumerate(scores, start=1)]
    absent = [Session(n, AWAY) for n in range(len(scores) + 1, len(scores) + 1 + away)]
    return season(name, [*own, *absent], 4, rule_of(*MASTERS))


@pytest.mark.clause("SABF20 11.7#1")
def test_the_highest_and_all_within_three_hundredths_of_it_tie() -> None:
    pairs = [
        played("1", "61", "56", "40", "40"),
        played("2", "58", "57", "41", "40.99"),
        played("3", "61", "56", "40", "39.97"),
        played("4", "50", "50", "50", "46.96"),
        played("5", "70", "70", away=2),
    ]
    rule = rule_of(*MASTERS).ties
    found = place(pairs, rule)
    assert found.unplaced == ("5",)
    first, last = found.groups
    assert first.places == (("1", "3"), ("2",))  # one score above 60, then those above 55: two each
    assert first.settled[0] == "3 pairs within 0.03"
    assert first.chained == "4"  # within the band of the third, not of the first
    assert (last.places, last.settled, last.chained) == ((("4",),), (), "")
    assert place(reversed(pairs), rule) == found


@pytest.mark.clause("SABF20 11.7#1", "SABF20 11.6")
def test_only_those_whom_nothing_parts_share_a_place() -> None:
    plan = plan_for(MASTERS[0])(Entrants(20), frozenset(), {}).stage(MASTERS[1])
    assert plan is not None
    pairs = [
        played("1", "61", "56", "40", "40"),
        played("2", "58", "57", "41", "40.99"),
        played("3", "61", "56", "40", "39.97"),
        played("4", "70", "70", away=2),
    ]
    state = new_stage(plan, (Field("all", tuple("1234")),), 0)
    state.memo.tables[SEASONS].update({(each.pair,): each for each in pairs})
    table = season_standings(state, "4321", "places")
    assert [(row.contestant, row.place_text) for row in table.rows] == [
        ("1", "1="),
        ("3", "1="),
        ("2", "3"),
        ("4", "–"),
    ]


@pytest.mark.clause("SABF20 11.6")
def test_pairs_that_can_no_longer_be_placed_share_no_place() -> None:
    """Both stayed away twice with the same total: they are listed last, side by side, without a place to share."""
    plan = plan_for(MASTERS[0])(Entrants(20), frozenset(), {}).stage(MASTERS[1])
    assert plan is not None
    pairs = [played("1", "61", "56", "40", "40"), played("2", "70", "70", away=2), played("3", "70", "70", away=2)]
    state = new_stage(plan, (Field("all", tuple("123")),), 0)
    state.memo.tables[SEASONS].update({(each.pair,): each for each in pairs})
    table = season_standings(state, "123", "places")
    assert [(row.contestant, row.placed, row.shared) for row in table.rows] == [
        ("1", True, False),
        ("2", False, False),
        ("3", False, False),
    ]


@pytest.mark.clause("SABF20 11.6")
def test_the_sessions_a_finalist_played_itself_before_the_final_are_counted() -> None:
    plan = plan_for(FINAL[0])(Entrants(20), frozenset(), {})
    final, qualifying = plan.stage(FINAL[1]), plan.stage("Qualifying")
    assert final is not None
    assert qualifying is not None
    state = new_stage(qualifying, (Field("all", tuple("12")),), 0)
    pairs = [played("1", "61", "56", "40"), played("2", "58", "57", away=1)]
    state.memo.tables[SEASONS].update({(each.pair,): each for each in pairs})
    assert own_sessions_before(final, "12", {"Qualifying": state}) == {"1": 3, "2": 2}
    assert own_sessions_before(final, "12", {}) == own_sessions_before(qualifying, "12", {}) == {}


# Orders.


def test_totals_with_more_and_more_deleted_part_two_of_unlike_length() -> None:
    """A pair that sat a match out has one total fewer; where all it has are level, the longer list is above."""
    worth: Mapping[str, Sequence[int]] = {"1": (30, 20), "2": (30, 20, 10), "3": (30, 18, 17)}
    rule = ChainRule(HERE, (Step(Measure.WITHOUT_WORST, HERE),))
    found = rank([Candidate(name, {Measure.WITHOUT_WORST: Successive(tuple(w))}) for name, w in worth.items()], rule)
    assert found.order == ("2", "1", "3")
    assert (found.decisions[1].told, found.decisions[1].nth) == (("20", "18"), 2)


def test_a_record_without_a_match_has_no_percentage_to_average() -> None:
    two = (MatchLine(("2",), Figure(12, VPS, HERE), percent=55), MatchLine(("3",), Figure(10, VPS, HERE)))
    assert [StageRecord("1", matches).percent for matches in ((), two)] == [0, 55]


def test_the_total_is_no_column_beside_itself() -> None:
    """What a chain compares after the total stands in a column; the total has one of its own."""
    chain = ChainRule(HERE, (Step(Measure.TOTAL, HERE), Step(Measure.NET_IMPS, HERE)))
    records = [
        StageRecord(name, (MatchLine((other,), Figure(10, VPS, HERE), 10, net),))
        for name, other, net in (("1", "2", -3), ("2", "1", 3))
    ]
    table = standings(records, StandingsRule(HERE, VPS, chain))
    assert [(row.contestant, row.total.value) for row in table.rows] == [("2", 10), ("1", 10)]
    assert [[(measure, figure.value) for measure, figure in row.columns] for row in table.rows] == [
        [(Measure.NET_IMPS, 3)],
        [(Measure.NET_IMPS, -3)],
    ]


# Scales of straight lines, read backwards.

CORNERS = [
    name for name in shipped_rulebook().stated["scale"] if isinstance(shipped_rulebook().scale(name), CornerScale)
]


@pytest.mark.clause("ANC26 11.12")
@pytest.mark.parametrize("name", CORNERS)
def test_a_scale_of_straight_lines_read_backwards_gives_what_it_was_read_for(name: str) -> None:
    scale = shipped_rulebook().scale(name)
    assert isinstance(scale, CornerScale)
    (first, least), *_, (last, most) = scale.corners
    whole = range(int(first), int(last) + 1, 5)
    exact = replace(scale, out=None)  # without the places its points are rounded to
    assert [exact.value_of(exact.vps(value)) for value in whole] == list(whole)
    assert (scale.value_of(least), scale.value_of(least - 1)) == (first, first)
    assert (scale.value_of(most), scale.value_of(most + 1)) == (last, last)
