"""What offences cost in every stage of the championships: 5.3 and the first appendix, step by step.

The ITC is priced in VPs in its Qualifying and in IMPs in its Final; the first stage of the Open Butler counts IMPs, the
other pairs and the congress VPs; in matchpoint pairs by movements the director decides.
"""

import pytest

from clauses.anc_2026.stages import (
    BUTLER,
    BY_MOVEMENT,
    CONGRESS_TEAMS,
    EVERY,
    FINAL,
    ONE_FIELD,
    QUALIFYING,
    STAGE_1,
    at,
    stage,
)
from clauses.anc_2026.test_times import LISTED
from overtrick.core.conduct.consequences import Consequence, OffenceWarning, Penalty, Referral, Sanction
from overtrick.core.conduct.penalties import boards_cancelled, climb
from overtrick.core.conduct.record import Reach, Same
from overtrick.core.conduct.stage import StageConduct, breach_at, late_at
from overtrick.core.event.plan.stages import Stage
from overtrick.core.provenance import Clause

LATE = [(1, 1), (5, 1), (10, 0), (15, 0), (20, 0), (30, 0)]
"""Minutes late, and earlier offences of the kind: each band of the appendix at its end, the first for a second time."""

PRICED = {
    #  of            unit    5.3  up to 5, 5, 10, 15, 20, 30 minutes          boards: one, two, three    scores
    "ITC": ("VPs", 9, (3, 3, 3, 6, 9, 15), (3, 9, 15), 3),
    "ITC Final": ("IMPs", 9, (3, 3, 3, 6, 9, 15), (3, 9, 15), None),
    "Butler in IMPs": ("IMPs", 9, (3, 3, 3, 6, 9, 15), (3, 9, 15), None),
    "pairs": ("VPs", 3, (1, 1, 1, 2, 3, 5), (1, 3, 5), 1),
}
WHERE = [
    *((*each, "ITC") for each in QUALIFYING),
    *((*each, "ITC Final") for each in FINAL),
    *((*each, "Butler in IMPs") for each in STAGE_1),
    *((*each, "pairs") for each in (*BUTLER, *ONE_FIELD, *CONGRESS_TEAMS)),
]
CHIEF = "the chief director"
AS_FAR = "forfeiture or disqualification"


def conduct(name: str, of: str, **readings: str) -> StageConduct:
    found = stage(name, of, readings).rules.tariffs.stage
    assert found is not None
    return found


def breach(of: Stage, kind: str, *, earlier: int = 0) -> Consequence | None:
    """What a breach brings at a stage; nothing where it is none there."""
    found = next((each for each in of.rules.tariffs.breaches if each.kind == kind), None)
    assert of.rules.tariffs.stage is not None
    return None if found is None else breach_at(of.rules.tariffs.stage, found, earlier=earlier)


def due_late(where: StageConduct, minutes: int, earlier: int = 0) -> Consequence:
    return late_at(where, minutes, where.unit, earlier=earlier)


def cost(due: Consequence | None, unit: str) -> object:
    assert isinstance(due, Penalty)
    assert due.amount.unit.many == unit
    return due.amount.value


@at(EVERY)
@pytest.mark.clause("ANC26 5.2", "ANC26 5.3")
def test_each_stage_has_its_own_tariff_and_slow_play_is_charged_as_lateness(name: str, of: str) -> None:
    here = conduct(name, of)
    itc = {"Qualifying": "ITC Qualifying", "Final": "ITC Final"}
    assert here.name == itc.get(of, LISTED[name, of][0])  # as the timetable calls it
    interstate = (name, of) in QUALIFYING + FINAL
    number = "App-1.6" if (name, of) in BY_MOVEMENT else "App-1.1" if interstate else "App-1.3"
    assert here.slow_as_late == Clause("ANC26", number)


@at(WHERE, "priced")
@pytest.mark.clause("ANC26 App-1.1", "ANC26 App-1.3", "ANC26 App-1.5")
def test_late_arrival_and_slow_play(name: str, of: str, priced: str) -> None:
    here = conduct(name, of)
    unit, _, late, _, _ = PRICED[priced]
    assert isinstance(due_late(here, 5), OffenceWarning)
    assert tuple(cost(due_late(here, minutes, earlier=earlier), unit) for minutes, earlier in LATE) == late
    for minutes, dearer in ((6, 2), (11, 3), (16, 4), (21, 5)):  # the next band begins past the end of the last
        assert cost(due_late(here, minutes), unit) == late[dearer]
    beyond = due_late(here, 31)
    assert isinstance(beyond, Referral)
    assert (beyond.to, beyond.up_to, beyond.forfeit, beyond.clause.cite) == (CHIEF, AS_FAR, True, "ANC26 App-1.5")
    assert here.lateness is not None
    assert len({here.lateness.kind(minutes) for minutes in (5, 10, 15, 20, 30)}) == 5  # each band has its own count


@at(WHERE, "priced")
@pytest.mark.clause("ANC26 App-1.1", "ANC26 App-1.3")
def test_with_the_end_points_read_the_other_way(name: str, of: str, priced: str) -> None:
    here = conduct(name, of, D71="the end point belongs to the upper band")
    unit, _, late, _, _ = PRICED[priced]
    assert isinstance(due_late(here, 4), OffenceWarning)
    assert cost(due_late(here, 4, earlier=1), unit) == late[0]
    told = [cost(due_late(here, minutes), unit) for minutes in (5, 9, 10, 14, 15, 19, 20, 29)]
    assert told == [late[2], late[2], late[3], late[3], late[4], late[4], late[5], late[5]]
    beyond = due_late(here, 30)
    assert isinstance(beyond, Referral)
    assert (beyond.to, beyond.up_to, beyond.forfeit) == (CHIEF, AS_FAR, True)


@at(WHERE, "priced")
@pytest.mark.clause("ANC26 App-1.2", "ANC26 App-1.4")
def test_boards_cancelled_for_time_may_be_charged(name: str, of: str, priced: str) -> None:
    unit, _, _, boards, _ = PRICED[priced]
    tariff, together = conduct(name, of).boards, conduct(name, of, D72="further boards charged together").boards
    assert tariff is not None
    assert together is not None
    where = stage(name, of).rules.tariffs.stage
    assert where is not None
    told = [boards_cancelled(number, tariff, where.unit) for number in (1, 2, 3)]
    assert tuple(cost(each, unit) for each in told) == boards
    assert all(isinstance(each, Penalty) and each.proposed for each in told)
    as_one = [boards_cancelled(number, together, where.unit) for number in (1, 2, 3)]
    assert tuple(cost(each, unit) for each in as_one) == (boards[0], boards[1], boards[1])
    assert all(isinstance(each, Penalty) and each.proposed for each in as_one)


@at(WHERE, "priced")
@pytest.mark.clause("ANC26 App-1.7")
def test_scores_missing_or_wrong_cost_both_pairs_after_a_warning(name: str, of: str, priced: str) -> None:
    here = conduct(name, of)
    *_, after = PRICED[priced]
    if after is None:  # the appendix prices it in VPs alone
        assert here.scores is None
        return
    assert here.scores is not None
    assert here.scores.each
    assert here.scores.proposed
    assert isinstance(climb(here.scores, here.unit, "scores", earlier=0), OffenceWarning)
    assert [cost(climb(here.scores, here.unit, "scores", earlier=past), "VPs") for past in (1, 2)] == [after, after]


@at(WHERE, "priced")
@pytest.mark.clause("ANC26 5.3", "ANC26 1.5", "ANC26 1.7", "ANC26 1.8")
def test_smoking_and_phones(name: str, of: str, priced: str) -> None:
    here = stage(name, of)
    unit, penalty, *_ = PRICED[priced]
    assert cost(breach(here, "smoking"), unit) == penalty
    assert isinstance(breach(here, "a phone not switched off"), OffenceWarning)  # 1.7: after one warning
    assert cost(breach(here, "a phone not switched off", earlier=1), unit) == penalty
    assert cost(breach(here, "a phone used during play"), unit) == penalty  # 1.8: in the first instance
    again = breach(here, "a phone used during play", earlier=1)
    assert isinstance(again, Referral)
    assert (again.to, again.up_to, again.forfeit) == (CHIEF, AS_FAR, True)
    unwarned = stage(name, of, {"D03": "no warning before the penalty"})
    assert cost(breach(unwarned, "a phone not switched off"), unit) == penalty


@at(EVERY)
@pytest.mark.clause("ANC26 1.6", "ANC26 1.9")
def test_where_phones_may_not_be_brought_and_alcohol_not_drunk(name: str, of: str) -> None:
    here = stage(name, of)
    interstate = (name, of) in QUALIFYING + FINAL
    finals = (name, of) in [*FINAL, ("open-butler", "Stage 3"), ("mixed-butler", "Stage 2")]
    brought = breach(here, "a phone in the playing area")
    assert isinstance(brought, OffenceWarning) is interstate
    if interstate:
        assert cost(breach(here, "a phone in the playing area", earlier=1), "IMPs" if of == "Final" else "VPs") == 9
    drunk = breach(here, "alcohol in the playing room")
    assert (drunk is not None) is (interstate or finals)
    if drunk is not None:
        assert cost(drunk, "IMPs" if of == "Final" else "VPs") == (9 if interstate else 3)
    if (name, of) in QUALIFYING:
        narrow = {"D04": "only the ITC Final and the ABPC finals"}
        assert breach(stage(name, of, narrow), "alcohol in the playing room") is None
        assert breach(stage(name, "Final", narrow), "alcohol in the playing room") is not None


@at(BY_MOVEMENT)
@pytest.mark.clause("ANC26 App-1.6")
def test_in_matchpoint_pairs_the_director_decides(name: str, of: str) -> None:
    here = stage(name, of)
    tariff = conduct(name, of)
    smoked = breach(here, "smoking")
    for due, clause in ((due_late(tariff, 12), "ANC26 App-1.6"), (smoked, "ANC26 5.3")):
        assert isinstance(due, Referral)
        assert (due.to, due.clause.cite) == (CHIEF, clause)
    assert (tariff.boards, tariff.scores, tariff.lateness) == (None, None, None)
    unwarned = stage(name, of, {"D03": "no warning before the penalty"})
    assert isinstance(breach(here, "a phone not switched off"), OffenceWarning)
    assert isinstance(breach(unwarned, "a phone not switched off"), Referral)


@at(EVERY)
@pytest.mark.clause("ANC26 19.4")
def test_warnings_go_with_a_pair_from_stage_to_stage(name: str, of: str) -> None:
    count = stage(name, of).rules.tariffs.count
    assert count is not None
    assert (count.same, count.reach, count.clause.cite) == (Same.KIND, Reach.EVENT, "ANC26 19.4")
    other = stage(name, of, {"D63": "one counter for all offences"}).rules.tariffs.count
    assert other is not None
    assert (other.same, other.reach) == (Same.ANY, Reach.EVENT)


@at(QUALIFYING)
@pytest.mark.clause("ANC26 11.8")
def test_a_line_up_posted_late_costs_seating_rights_then_three_then_six(name: str, of: str) -> None:
    ladders = stage(name, of).rules.tariffs.ladders
    assert list(ladders) == ["late line-up"]
    [ladder] = ladders.values()
    unit = conduct(name, of).unit
    first = climb(ladder, unit, "posted late", earlier=0)
    assert isinstance(first, Sanction)
    assert first.what == "loss of seating rights"
    later = [climb(ladder, unit, "posted late", earlier=past) for past in (1, 2, 3)]
    assert [cost(each, "VPs") for each in later] == [3, 6, 6]
    assert all(isinstance(each, Penalty) and each.proposed for each in later)
