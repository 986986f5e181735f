"""What the desk shows before it closes a stage: who goes on, and who would come in."""

from random import Random

from overtrick.core.event.acts import StageClosed, Withdrawn
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.closing import closing_of
from overtrick.views.names import label

RULES = "nsw-its-2021/wits"


def test_a_pair_that_withdrew_is_not_the_first_reserve() -> None:
    rehearsal = Rehearsal(
        plan_for(RULES), RULES, Random("reserve"), NO_FAULTS, until=lambda _, act: isinstance(act, StageClosed)
    )
    rehearsal.play(24)
    rehearsal.until = None
    event = rehearsal.state
    state = event.stage("Qualifying")
    field = state.fields[0].name
    first, second = state.standings(field).order[6:8]
    assert closing_of(event, "Qualifying").onward[0].next == label(event, first)
    rehearsal.do(Withdrawn(first, "Qualifying", len(state.rounds), expunged=False, reason="unwell"))
    assert closing_of(rehearsal.state, "Qualifying").onward[0].next == label(rehearsal.state, second)
