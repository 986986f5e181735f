"""What an event was played for, once it is over: by place, to members of teams, with the boards behind each."""

from collections.abc import Iterator
from random import Random

import pytest

from overtrick.core.event.acts import LineUpPosted, StageClosed
from overtrick.core.event.after.honours import (
    AwardTable,
    awards_by_place,
    awards_to_members,
    category_leaders,
    last_stage,
)
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.provenance import Fact, Figure, Reason
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

BUTLER = "anc-2026/open-butler"
ITC = "anc-2026/interstate-open"


def played(event: str, entries: int, *, whole: bool = True) -> Tournament:
    postings = Rehearsal(plan_for(event), event, Random("honours"), NO_FAULTS).play(entries)
    return replay(plan_for(event), postings if whole else postings[:-1])


def below(reason: Reason) -> Iterator[Reason]:
    """Everything a figure rests on."""
    yield reason
    if isinstance(reason, Figure):
        for part in reason.of:
            yield from below(part)


@pytest.mark.clause("ANC26 22.1", "ANC26 19.1")
def test_pqp_go_by_place_and_rest_on_the_place_the_carry_over_and_the_boards() -> None:
    event = played(BUTLER, 24)
    (table,) = awards_by_place(event)
    assert [each.figure.value for each in table.awards] == [45, 40, 35, 25, 20, 15, 10, 8, 6]
    assert [each.place for each in table.awards] == [str(place) for place in range(1, 10)]
    final = last_stage(event)
    assert final is not None
    first = table.awards[0]
    rests_on = list(below(first.figure))
    assert final.standings("all").rows[0].total in rests_on
    carried = final.carry(first.contestant)
    before = event.stages["Stage 2"]
    assert carried in rests_on
    assert before.standings(before.field_of(first.contestant)).row(first.contestant).total in rests_on
    assert sum(isinstance(reason, Fact) and "posting" in str(reason) for reason in rests_on) > 100


def test_nothing_is_won_before_the_last_stage_is_closed() -> None:
    event = played(BUTLER, 24, whole=False)
    assert (last_stage(event), awards_by_place(event), category_leaders(event)) == (None, [], {})


def members(table: AwardTable, team: str) -> dict[str, int]:
    return {each.player: int(each.figure.value) for each in table.awards if each.contestant == team}


@pytest.mark.clause("ANC26 15.1", "ANC26 15.2", "ANC26 15.3")
def test_members_have_pqp_for_taking_part_and_for_the_final_if_they_played_enough() -> None:
    """Six for taking part, 20 more for the winners, 12 for the runners-up; who played under seven matches has none."""
    postings = Rehearsal(plan_for(ITC), ITC, Random("honours"), NO_FAULTS).play(8)
    closed = [place for place, posting in enumerate(postings) if isinstance(posting.act, StageClosed)]
    event = replay(plan_for(ITC), postings)
    final = last_stage(event)
    assert final is not None
    first, second = (row.contestant for row in final.standings(final.fields[0].name).rows)
    (table,) = awards_to_members(event)
    assert set(members(table, first).values()) == {26}
    assert set(members(table, second).values()) == {18}
    third = next(team for team in event.entries if team not in (first, second))
    assert set(members(table, third).values()) == {6}
    assert len(closed) == 2

    stage = postings[closed[0]].act.stage  # type: ignore[union-attr]  # the first stage closed
    four = event.entries[third].players[:4]
    line_up = {(stage, number, third): LineUpPosted(stage, number, third, tuple(each.name for each in four))
               for number in range(1, 8)}  # fmt: skip
    event.line_ups.clear()
    event.line_ups.update(line_up)
    paid = members(awards_to_members(event)[0], third)
    assert paid == {each.name: 6 if each in four else 0 for each in event.entries[third].players}
