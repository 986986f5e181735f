"""Whatever the figures: thresholds rise, boundaries fall on the side stated, verdicts do not depend on order."""

from datetime import date, datetime, timedelta
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.conduct.conditions import (
    AmountCondition,
    DateCondition,
    InTime,
    ResidenceCondition,
    days_in,
    months_before,
    whole_years,
)
from overtrick.core.conduct.entries import (
    Effect,
    OfferRule,
    RejectionRule,
    WithdrawalRule,
    classify_withdrawal,
    club_places,
    offer_places,
    reject,
)
from overtrick.core.conduct.facts import Amount, Facts, Residence
from overtrick.core.conduct.participation import check_play, same_team
from overtrick.core.conduct.shares import AtLeast, Least, MoreThan, ShareOf
from overtrick.core.conduct.verdicts import Answer, Reason, Verdict, all_of, any_of, one_reason
from overtrick.core.exact import Share
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.read.documents import load

CLAUSE = Clause("Test", "1")
SABF = load(Eligibilities, "sabf-2020")
DAYS = st.dates(date(1930, 1, 1), date(2030, 12, 31))
MOMENTS = st.datetimes(datetime.fromisoformat("2020-01-01"), datetime.fromisoformat("2020-01-03"))
SHARES = st.fractions(0, 1, max_denominator=20)
LEASTS: st.SearchStrategy[Least] = st.one_of(
    st.builds(ShareOf, SHARES, st.sampled_from(Share)),
    st.builds(MoreThan, SHARES),
    st.builds(AtLeast, st.integers(0, 9)),
)
NAMES = st.lists(st.text("ABCDEFGH", min_size=1, max_size=2), unique=True, max_size=10)
VERDICTS = st.lists(
    st.sampled_from(Answer).map(lambda answer: one_reason(Reason(answer, str(answer), "", CLAUSE))), max_size=5
)


@given(LEASTS, st.integers(0, 60))
def test_the_least_never_falls_as_there_is_more_to_play(least: Least, there: int) -> None:
    assert least.count_for(there) <= least.count_for(there + 1)


@given(SHARES, st.integers(0, 60))
def test_a_share_rounded_up_is_the_first_whole_number_that_reaches_it(share: Fraction, there: int) -> None:
    up, down, more = (
        rule.count_for(there) for rule in (ShareOf(share, Share.CEILING), ShareOf(share, Share.FLOOR), MoreThan(share))
    )
    assert down <= share * there <= up < down + 2
    assert up - 1 < share * there < more <= share * there + 1


@given(st.sampled_from(sorted(SABF.play)), st.integers(1, 300), st.integers(0, 300), st.sampled_from([4, 5, 6]))
def test_playing_more_never_costs_a_place(name: str, there: int, played: int, team: int) -> None:
    rule = SABF.play[name]
    limbs = [limb.name for limb in rule.limbs]
    before, after = (
        check_play(rule, dict.fromkeys(limbs, there), dict.fromkeys(limbs, n), team) for n in (played, played + 1)
    )
    assert after.allowed or not before.allowed


@given(DAYS, DAYS)
def test_on_or_after_includes_its_day_and_before_does_not(limit: date, born: date) -> None:
    facts = Facts(moments={"born": born})
    young, old = DateCondition("born", on_or_after=limit).check(facts), DateCondition("born", before=limit).check(facts)
    assert young.holds is (born >= limit)
    assert old.holds is not young.holds


@given(st.integers(0, 40000), st.integers(0, 40000))
def test_under_excludes_its_figure_and_at_least_includes_it(hundredths: int, limit: int) -> None:
    facts = Facts(amounts=(Amount("masterpoints", Fraction(hundredths, 100)),))
    under = AmountCondition("masterpoints", under=Fraction(limit, 100)).check(facts).holds
    enough = AmountCondition("masterpoints", at_least=Fraction(limit, 100)).check(facts).holds
    assert under is (hundredths < limit)
    assert under is not enough


@given(st.lists(st.integers(0, 9999), min_size=1, max_size=4), st.integers(1, 20000))
def test_points_held_with_several_bodies_count_as_if_held_with_one(held: list[int], limit: int) -> None:
    split = Facts(amounts=tuple(Amount("points", points, body=str(n)) for n, points in enumerate(held)))
    whole = Facts(amounts=(Amount("points", sum(held)),))
    rule = AmountCondition("points", under=limit)
    assert rule.check(split).holds is rule.check(whole).holds


@given(MOMENTS, MOMENTS)
def test_by_includes_its_moment_and_strictly_before_does_not(last: datetime, when: datetime) -> None:
    facts = Facts(moments={"lodged": when})
    assert InTime("lodged", by=last).check(facts).holds is (when <= last)
    assert InTime("lodged", by=last, strict=True).check(facts).holds is (when < last)
    assert InTime("lodged", by=last.date()).check(facts).holds is (when.date() <= last.date())


@given(DAYS, st.integers(-30, 30))
def test_months_before_lands_in_the_month_meant(day: date, months: int) -> None:
    found = months_before(day, months)
    assert found.year * 12 + found.month == day.year * 12 + day.month - months
    assert found.day == day.day or (found + timedelta(days=1)).day == 1


@given(DAYS, DAYS)
def test_an_age_rises_on_the_birthday(born: date, on: date) -> None:
    age = whole_years(born, on)
    assert whole_years(born, on + timedelta(days=1)) in (age, age + 1)
    if on >= born:
        assert months_before(on, 12 * age) >= born or (born.month, born.day) == (2, 29)


@given(DAYS, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 90)), max_size=5))
def test_days_are_counted_once_however_they_are_told(first: date, stays: list[tuple[int, int]]) -> None:
    last = first + timedelta(days=200)
    spans = [(first + timedelta(days=start), long) for start, long in stays]
    told = [Residence("SA", since, since + timedelta(days=long)) for since, long in spans]
    days = {since + timedelta(days=n) for since, long in spans for n in range(long + 1)}
    assert days_in("SA", told, first, last) == len([day for day in days if first <= day <= last])
    assert days_in("VIC", told, first, last) == 0


@given(DAYS, st.integers(1, 12), st.integers(0, 400))
def test_living_somewhere_throughout_is_living_there_mostly(start: date, months: int, back: int) -> None:
    facts = Facts(
        moments={"start": start}, words={"state": "SA"}, residence=(Residence("SA", start - timedelta(days=back)),)
    )
    throughout = ResidenceCondition("state", months, "start").check(facts).holds
    assert throughout is (start - timedelta(days=back) <= months_before(start, months))
    assert ResidenceCondition("state", months, "start", mostly=True).check(facts).holds or not throughout


@given(VERDICTS)
def test_verdicts_do_not_depend_on_order(verdicts: list[Verdict]) -> None:
    for join in (all_of, any_of):
        assert join(verdicts).answer is join(verdicts[::-1]).answer
    if verdicts:
        assert all_of(verdicts).allowed is all(verdict.allowed for verdict in verdicts)
        assert any_of(verdicts).allowed is any(verdict.allowed for verdict in verdicts)
    assert len(all_of(verdicts).reasons) == len(verdicts)


@given(NAMES, st.integers(0, 12))
def test_nobody_is_lost_when_a_field_is_brought_down(nominated: list[str], workable: int) -> None:
    found = reject(RejectionRule(CLAUSE), nominated, workable)
    assert [*found.accepted, *reversed(found.rejected)] == nominated
    assert len(found.accepted) == min(workable, len(nominated))


@given(NAMES, st.sets(st.text("ABCDEFGH", min_size=1, max_size=2)), st.integers(0, 5))
def test_places_go_down_the_ranking_to_those_who_can_take_them(order: list[str], away: set[str], places: int) -> None:
    offer = offer_places(OfferRule("", CLAUSE, places=places), order, unavailable=away)
    assert list(offer.taken) == [name for name in order if name not in away][:places]


@given(st.integers(2, 12), st.integers(0, 23))
def test_a_withdrawal_turns_once_at_the_middle_match(tables: int, started: int) -> None:
    matches = 2 * tables - 1
    found = classify_withdrawal(WithdrawalRule(CLAUSE, CLAUSE, "", ""), matches, min(started, matches))
    assert (found.effect is Effect.EXPUNGED) is (min(started, matches) < tables)


@given(st.integers(1, 60))
def test_a_bigger_qualifier_never_has_fewer_places(teams: int) -> None:
    rule = SABF.club_places
    assert rule
    assert rule.least <= club_places(rule, teams).value <= club_places(rule, teams + 1).value


@given(NAMES, NAMES)
def test_a_team_carries_on_another_only_by_more_than_half(earlier: list[str], later: list[str]) -> None:
    assert SABF.common_members
    assert same_team(SABF.common_members, earlier, later) is (2 * len({*earlier} & {*later}) > len(later))
