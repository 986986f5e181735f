"""An event's conditions of contest say what they said, until somebody changes a rule and means to."""

import pytest

from golden.conditions import KEPT, conditions, kept_in
from overtrick.regulations.plan.event_book import event_files


@pytest.mark.parametrize("event", sorted(event_files()))
def test_the_conditions_of_an_event_say_what_they_said(event: str) -> None:
    assert conditions(event) == kept_in(event).read_text(encoding="utf-8")


def test_there_are_conditions_of_every_event_and_of_no_other() -> None:
    assert {path.name for path in KEPT.iterdir()} == {kept_in(event).name for event in event_files()}
