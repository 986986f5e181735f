"""Events as their clauses lay them out: each played to its end, with the rounds, boards and fields they say."""

from collections.abc import Iterator
from random import Random

import pytest
from pydantic import BaseModel

from overtrick.core.event.drafting import rounds_of
from overtrick.core.event.tournament import replay
from overtrick.core.provenance import Clause
from overtrick.lab.rehearsal import NO_FAULTS, Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.event_book import event_files
from overtrick.regulations.event_words import EventFile
from overtrick.regulations.events import plan_for


def cited(words: object) -> Iterator[str]:
    """Every clause that an event file lays its stages out by."""
    if isinstance(words, BaseModel):
        for name in type(words).model_fields:
            value = getattr(words, name)
            if isinstance(value, Clause):
                yield value.cite
            else:
                yield from cited(value)
    elif isinstance(words, tuple | list):
        for each in words:
            yield from cited(each)


def laid_out(file: EventFile) -> list[str]:
    """The clauses of the event and of the stages it is always played in."""
    stages = [stage for stage in file.stage if stage.when is None]
    return sorted({file.event.clause.cite, *(cite for stage in stages for cite in cited(stage))})


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(name, marks=[pytest.mark.clause(cite) for cite in laid_out(file)])
        for name, file in event_files().items()
    ],
)
def test_an_event_is_played_as_its_clauses_lay_it_out(event: str) -> None:
    words = event_files()[event].event
    entries = max(words.entries.least, min(words.usual, 44 if event.endswith("oits") else 24))
    postings = Rehearsal(plan_for(event), event, Random(event), NO_FAULTS).play(entries)
    assert verify(plan_for(event), postings).objections == ()
    played = replay(plan_for(event), postings)
    for stage in played.planned().stages:
        state = played.stage(stage.name)
        assert state.closed
        assert len(state.rounds) == rounds_of(state)
        assert tuple(field.name for field in state.fields) == stage.fields.names
        for drawn in state.rounds.values():
            assert all(len(seating.boards) == stage.boards for seating in drawn.draw.seatings)
