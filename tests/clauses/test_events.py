"""Every event played to its end as it is planned; that the plan is the document's is for `test_schedules.py`."""

from collections.abc import Iterable
from random import Random

import pytest

from books import whole_book
from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import replay
from overtrick.core.event.play.drafting import rounds_of
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import event_files, plan_for

pytestmark = pytest.mark.whole

OTHER_SIZES = {
    "anc-2026/interstate-womens": (5, 8),
    "nsw-its-2021/oits": (20, 60),
    "nsw-its-2021/wits": (7, 8, 15, 31),
    "nsw-its-2021/sits": (7, 8, 15, 31),
}
"""Entries beside the usual one for which the regulation lays the event out differently."""

LAID_OUT_ANEW = "sabf-2020/state-open-pairs"
"""When a pair withdraws in the middle of it, the rest of the season is laid out with other boards a round."""


@pytest.mark.parametrize("event", event_files())
def test_an_event_is_played_to_its_end_as_it_is_planned(event: str) -> None:
    """The kept book of the event, which tests/event/test_rehearsals.py proves."""
    played_as_planned(event, whole_book(event, faults=event != LAID_OUT_ANEW))


@pytest.mark.parametrize(
    ("event", "entries"), [(event, each) for event, sizes in OTHER_SIZES.items() for each in sizes]
)
def test_an_event_is_laid_out_for_its_entry(event: str, entries: int) -> None:
    postings = Rehearsal(plan_for(event), event, Random(event), NO_FAULTS).play(entries)
    assert verify(plan_for(event), postings).objections == ()
    played_as_planned(event, postings)


def played_as_planned(event: str, postings: Iterable[Posting]) -> None:
    """Every stage is closed, with the rounds, the fields and the boards of its plan."""
    played = replay(plan_for(event), postings)
    for stage in played.current_plan().stages:
        state = played.stage(stage.name)
        assert state.closed
        assert len(state.rounds) == rounds_of(state)
        assert tuple(field.name for field in state.fields) == stage.fields.names
        for drawn in state.rounds.values():
            length = stage.boards_in(drawn.number)
            assert all(len(seating.boards) == length for seating in drawn.draw.seatings)


@pytest.mark.clause("ANC26 11.6")
@pytest.mark.clause("ANC26 11.7")
@pytest.mark.parametrize(("teams", "robins", "rounds"), [(5, 3, 15), (6, 3, 15), (7, 2, 14), (8, 2, 14)])
def test_two_round_robins_of_seven_or_eight_and_three_of_five_or_six(teams: int, robins: int, rounds: int) -> None:
    event = "anc-2026/interstate-open"
    played = replay(plan_for(event), Rehearsal(plan_for(event), event, Random("robins"), NO_FAULTS).play(teams))
    qualifying = next(iter(played.stages.values()))
    met: dict[frozenset[str], int] = {}
    for drawn in qualifying.rounds.values():
        for seating in drawn.draw.seatings:
            pair = frozenset((seating.ns, seating.ew))
            met[pair] = met.get(pair, 0) + 1
    assert len(qualifying.rounds) == rounds
    assert set(met.values()) == {robins}
    assert len(met) == teams * (teams - 1) // 2
