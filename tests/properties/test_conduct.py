"""Conduct: more is never cheaper, counters only count, clocks keep their order, an appeal stays on its course."""

from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clauses.answers.conduct_words import charged
from overtrick.core.conduct.appeals import Appeal, AppealRefused, Case, act
from overtrick.core.conduct.clocks import (
    IntervalClock,
    NextWeekday,
    RoundTimes,
    Weekday,
    correction_end,
    deadline,
    minutes_of,
    review_limit,
    span,
)
from overtrick.core.conduct.conditions import ClearOfLower, RankCondition
from overtrick.core.conduct.consequences import (
    Charge,
    Consequence,
    Nothing,
    OffenceWarning,
    Penalty,
    Referral,
    Sanction,
)
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.penalties import LatenessTariff, boards_cancelled, by_periods, lateness, slow_play
from overtrick.core.conduct.precedence import PrecedenceRule, governing
from overtrick.core.conduct.record import CountRule, Offence, Reach, Same, earlier
from overtrick.core.conduct.systems import PsychicRule, psychic_barred
from overtrick.core.conduct.timetable import MoveRule, finals_dates, may_postpone
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Share
from overtrick.core.provenance import IMPS, Clause, Unit
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.read.documents import load

ANC, ITS, SABF = (load(Conduct, folder) for folder in ("anc-2026", "nsw-its-2021", "sabf-2020"))


def units(tariff: LatenessTariff) -> tuple[Unit, ...]:
    last = tariff.bands[-1].steps[-1]
    assert isinstance(last, Charge)
    return tuple(amount.unit for amount in last.amounts)


PRICED = [(tariff, unit) for rules in (ANC, SABF) for tariff in rules.lateness.values() for unit in units(tariff)]
MINUTES = st.fractions(min_value=-5, max_value=45, max_denominator=60)
MOMENTS = st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2030, 1, 1))  # noqa: DTZ001 - local times
CLAUSE = Clause("Test", "1")


def severity(due: Consequence) -> tuple[int, Fraction]:
    """Nothing, then a warning, then amounts, then what lies beyond them."""
    match due:
        case Nothing():
            return 0, Fraction(0)
        case OffenceWarning():
            return 1, Fraction(0)
        case Penalty():
            return 2, Fraction(due.amount.value)
        case Sanction() | Referral():
            return 3, Fraction(0)


@given(st.sampled_from(PRICED), MINUTES, MINUTES, st.integers(0, 4))
def test_more_minutes_never_cost_less(
    priced: tuple[LatenessTariff, Unit], one: Fraction, two: Fraction, before: int
) -> None:
    tariff, unit = priced
    short, long = (lateness(late, tariff, unit, earlier=before) for late in sorted((one, two)))
    assert severity(short) <= severity(long)
    if min(one, two) <= 0:
        assert isinstance(short, Nothing)


@given(st.sampled_from(PRICED), MINUTES, st.integers(0, 4), st.integers(0, 4))
def test_more_offences_never_cost_less_and_an_excuse_never_costs(
    priced: tuple[LatenessTariff, Unit], late: Fraction, one: int, two: int
) -> None:
    tariff, unit = priced
    fewer, more = (lateness(late, tariff, unit, earlier=before) for before in sorted((one, two)))
    assert severity(fewer) <= severity(more)
    assert severity(lateness(late, tariff, unit, earlier=one, excused=True)) <= severity(
        lateness(late, tariff, unit, earlier=one)
    )


@given(st.integers(0, 20), st.integers(0, 5))
def test_one_more_board_never_costs_less(boards: int, before: int) -> None:
    for rules, name in ((ANC, "ITC"), (ANC, "ABPC and Swiss Pairs"), (SABF, "teams")):
        tariff = rules.boards[name]
        unit = tariff.first.amounts[0].unit
        fewer, more = (boards_cancelled(count, tariff, unit, earlier=before) for count in (boards, boards + 1))
        assert charged(fewer) <= charged(more)
        assert charged(fewer) <= charged(boards_cancelled(boards, tariff, unit, earlier=before + 1))
    scale = ITS.slow_play["final"]
    fines = [sum(map(charged, slow_play(count, scale, IMPS, earlier=before))) for count in (boards, boards + 1)]
    assert fines == sorted(fines)


@given(MINUTES, MINUTES, st.integers(0, 3))
def test_a_period_begun_counts_whole(one: Fraction, two: Fraction, before: int) -> None:
    tariff = SABF.periods["trials, late finish"]
    unit = tariff.charge.amounts[0].unit
    short, long = (by_periods(over, tariff, unit, earlier=before) for over in sorted((one, two)))
    assert charged(short) <= charged(long)
    if before >= tariff.free and max(one, two) > 0:
        periods = charged(long) / Fraction(tariff.charge.amounts[0].value)
        assert periods.denominator == 1
        assert (periods - 1) * tariff.minutes < max(one, two) <= periods * tariff.minutes


OFFENCES = st.builds(Offence, st.sampled_from("AB"), st.sampled_from(("late", "slow")), st.sampled_from(("1", "2")))


@given(st.lists(OFFENCES, max_size=8), OFFENCES)
def test_a_record_counts_its_own_and_wider_rules_count_more(record: list[Offence], offence: Offence) -> None:
    counted = {
        (same, reach): earlier(record, offence, CountRule(CLAUSE, same, reach)) for same in Same for reach in Reach
    }
    assert counted[Same.KIND, Reach.STAGE] == record.count(offence)
    for same in Same:
        assert counted[same, Reach.STAGE] <= counted[same, Reach.EVENT]
    for reach in Reach:
        assert counted[Same.KIND, reach] <= counted[Same.ANY, reach]
    others = [past for past in record if past.contestant != offence.contestant]
    assert earlier(others, offence, CountRule(CLAUSE, Same.ANY, Reach.EVENT)) == 0


@given(MOMENTS, MOMENTS, st.fractions(min_value=-100, max_value=100, max_denominator=60), st.sampled_from(Weekday))
def test_a_later_moment_never_has_an_earlier_deadline(
    one: datetime, two: datetime, minutes: Fraction, weekday: Weekday
) -> None:
    noon = datetime(2020, 1, 1, 12).time()  # noqa: DTZ001 - local times
    for clock in (
        IntervalClock(CLAUSE, "", "end", minutes),
        NextWeekday(CLAUSE, "", "end", weekday, noon),
    ):
        early, late = (deadline(clock, {"end": moment}) for moment in sorted((one, two)))
        assert early.at <= late.at
        assert early.is_met(early.at)
        assert not early.is_met(early.at + timedelta(seconds=1))
    weekly = deadline(NextWeekday(CLAUSE, "", "end", weekday, noon), {"end": one}).at
    assert weekly.weekday() == weekday.number
    assert timedelta(0) < weekly.date() - one.date() <= timedelta(days=7)


@given(st.integers(-(10**6), 10**6))
def test_minutes_are_exact_both_ways(seconds: int) -> None:
    assert minutes_of(span(Fraction(seconds, 60))) == Fraction(seconds, 60)


@st.composite
def days(draw: st.DrawFn) -> list[RoundTimes]:
    """Rounds one after another, with gaps and posting times of every kind."""
    here, rounds = datetime(2026, 7, 7, 9), []  # noqa: DTZ001 - local times
    for _ in range(draw(st.integers(1, 6))):
        finish = here + timedelta(minutes=120)
        shown = finish + timedelta(minutes=draw(st.integers(0, 20)))
        rounds.append(RoundTimes(here, finish, shown))
        here = shown + timedelta(minutes=draw(st.integers(0, 90)))
    return rounds


@given(days())
def test_periods_keep_the_order_of_their_rounds(rounds: list[RoundTimes]) -> None:
    correction, review = ANC.rolling["correction"], ANC.rolling["review"]
    ends = [correction_end(rounds, index, correction) for index in range(len(rounds))]
    closes = [end.at for end in ends if end]
    limits = [review_limit(rounds, index, review).at for index in range(len(rounds))]
    assert len(closes) == len(rounds)
    assert closes == sorted(closes)
    assert limits == sorted(limits)
    for here, close, limit in zip(rounds, closes, limits, strict=True):
        assert here.scores_shown
        assert close >= here.scores_shown + timedelta(minutes=30)
        assert limit >= here.finish + timedelta(minutes=30)


@given(days(), st.integers(0, 5))
def test_a_period_that_waits_for_scores_is_not_known(rounds: list[RoundTimes], index: int) -> None:
    waiting = [RoundTimes(each.start, each.finish) for each in rounds]
    assert correction_end(waiting, index % len(rounds), ANC.rolling["correction"]) is None


@given(MOMENTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 10)), max_size=4))
def test_finals_fall_on_free_weeks_one_after_another(moment: datetime, gaps: list[tuple[int, int]]) -> None:
    rule, ends = SABF.finals_dates, moment.date()
    assert rule
    busy = [(ends + timedelta(days=gap), ends + timedelta(days=gap + length)) for gap, length in gaps]
    found = finals_dates(ends, busy, rule)
    assert len(found) == rule.weeks
    assert timedelta(days=7) <= found[0] - ends
    assert all(day.weekday() == rule.weekday.number for day in found)
    assert list(found) == sorted(set(found))
    for day in found:
        monday = day - timedelta(days=day.weekday())
        week = {monday + timedelta(days=each) for each in range(7)}
        assert not any(begins <= each <= last for begins, last in busy for each in week)
    if not busy:
        assert found[-1] - found[0] == timedelta(weeks=rule.weeks - 1)


assert SABF.appeal
COURSE = SABF.appeal.course
ACTS = st.sampled_from(sorted({step.act for step in COURSE.steps}))
MAYBE = st.none() | st.booleans()
CASES = st.builds(Case, MAYBE, MAYBE, MAYBE, MAYBE)


@given(st.lists(ACTS, max_size=40), CASES)
def test_an_appeal_never_leaves_its_course(acts: list[str], case: Case) -> None:
    appeal = Appeal(COURSE.start)
    for name in acts:
        ended = appeal.state in COURSE.ends
        try:
            after = act(appeal, name, COURSE, case)
        except AppealRefused:
            continue
        assert not ended
        assert after.state in COURSE.states
        assert after.acts == (*appeal.acts, name)
        appeal = after
    assert not ("reject_late" in appeal.acts and case.in_time)
    assert not ("accept" in appeal.acts and (case.in_time is False or case.in_remit is False))


def test_every_state_that_is_not_an_end_leads_to_one() -> None:
    leads = set(COURSE.ends)
    while True:
        more = {state for step in COURSE.steps for state in step.after if step.to in leads} - leads
        if not more:
            break
        leads |= more
    assert leads == COURSE.states


@pytest.mark.clause("SABF20 7#1")
def test_a_refused_act_says_what_may_follow() -> None:
    with pytest.raises(AppealRefused) as refused:
        act(Appeal("LODGED"), "decide", COURSE)
    assert str(refused.value) == (
        "The appeal is lodged, so the step “The committee decides” cannot follow (SABF20 7#2, reading D16). "
        "Possible next steps: It came too late; It goes to another committee; The appeal is accepted; "
        "The appeal is withdrawn."
    )
    with pytest.raises(
        AppealRefused,
        match="condition for “The appeal is accepted” is not met: the appeal must have been lodged in time",
    ):
        act(Appeal("LODGED"), "accept", COURSE, Case(in_time=False))
    [flag] = act(Appeal("LODGED"), "accept", COURSE, Case(in_time=True)).flags
    assert (
        str(flag)
        == "“The appeal is accepted”: the condition “the matter must be within the committee’s remit” was not checked"
    )


# Worked out by hand.

HERE = Clause("CLUB", "1")


def test_a_clock_before_and_after_its_moment_and_at_it_says_so() -> None:
    moment = datetime(2026, 7, 4, 10)  # noqa: DTZ001 - a local time
    clocks = [IntervalClock(HERE, "line-up", "start", minutes) for minutes in (-10, 0, 30)]
    found = [deadline(clock, {"start": moment}) for clock in clocks]
    assert [(each.at - moment, str(each.says)) for each in found] == [
        (timedelta(minutes=-10), "line-up: 10 minutes before the start"),
        (timedelta(), "line-up: start"),
        (timedelta(minutes=30), "line-up: 30 minutes after the start"),
    ]


@pytest.mark.parametrize(("both", "barred"), [(False, [False, True, True]), (True, [False, False, True])])
def test_a_psychic_call_is_barred_against_one_weaker_opponent_or_only_against_two(
    *, both: bool, barred: list[bool]
) -> None:
    rule = PsychicRule(HERE, RankCondition("rank", "Master", ("Club", "Master")), both=both)
    ranks = (("Master", "Master"), ("Master", "Club"), ("Club", "Club"))
    found = [psychic_barred(rule, each, intentional=True) for each in ranks]
    assert [each.applies for each in found] == barred
    assert [each.mixed for each in found] == [False, True, False]
    assert not any(psychic_barred(rule, each, intentional=False).applies for each in ranks)


def test_a_text_without_a_rank_governs_nothing() -> None:
    rule = PrecedenceRule(HERE, ("regulations", "laws"))
    for texts, unknown in (
        ({"laws", "custom"}, "The clause does not rank custom"),
        (set[str](), "No documents were given to rank"),
    ):
        with pytest.raises(DirectorError, match=f"{unknown}.*the clause ranks: regulations, laws"):
            governing(texts, rule)


def test_a_rank_that_nobody_stated_is_not_clear_of_the_lower_half() -> None:
    rule = ClearOfLower(("last year", "this year"), "teams", Fraction(1, 2), Share.FLOOR)
    teams, last, this = Amount("teams", 12), Amount("last year", 6), Amount("this year", 7)
    assert [rule.check(Facts(amounts=each)).holds for each in ((teams, last), (last, this), (teams, last, this))] == [
        None,
        None,
        False,
    ]
    assert rule.check(Facts(amounts=(teams, last, Amount("this year", 5)))).holds


def test_an_answer_on_putting_a_match_off_names_the_reasons_there_are() -> None:
    rules = [MoveRule(HERE, "matches", (), reasons) for reasons in ((), ("snow", "duty"))]
    assert [str(may_postpone("holidays", rule).says) for rule in rules] == [
        "“holidays” is not a reason to postpone",
        "“holidays” is not a reason to postpone; the accepted reasons are snow, duty",
    ]


def test_each_act_of_an_appeal_fills_its_own_parts_of_the_form() -> None:
    assert SABF.appeal is not None
    parts = SABF.appeal.form.parts
    steps = {part.step for part in parts}
    assert len(steps) > 1
    for step in steps:
        found = SABF.appeal.parts_at(step)
        assert {part.step for part in found} == {step}
    assert sum(len(SABF.appeal.parts_at(step)) for step in steps) == len(parts)
