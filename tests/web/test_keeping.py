"""What a process keeps of events: let go by size and age; and a book somebody holds holds up nobody else."""

from threading import Event, Thread

import pytest

from overtrick.web import limits
from overtrick.web.congress import projections
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import HeldUp
from web.congresses import hold, started

pytestmark = pytest.mark.django_db

RULES = "nsw-swiss-pairs/congress"


@pytest.fixture
def three() -> list[BookRecord]:
    """Three events, each with an entry."""
    projections.forget()
    made = [hold(RULES, slug) for slug in ("one", "two", "three")]
    for each in made:
        started(each, 8)
    projections.forget()
    return made


def kept() -> list[str]:
    return list(projections._cache)


def test_states_longest_not_asked_for_go_when_they_are_too_many(
    three: list[BookRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = projections.event_projection(three[0]).last
    monkeypatch.setattr(limits, "KEPT_POSTINGS", 2 * last + 1)
    projections.event_projection(three[1])
    assert kept() == ["one", "two"]
    projections.event_projection(three[0])
    projections.event_projection(three[2])
    assert kept() == ["one", "three"]
    monkeypatch.setattr(limits, "KEPT_POSTINGS", 1)
    assert projections.event_projection(three[1]).last == last
    assert kept() == ["two"], "the one asked for last stays, however large"


def test_a_state_nobody_asks_for_goes_after_a_while(three: list[BookRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    old = projections.event_projection(three[0])
    projections.event_projection(three[1])
    old.asked -= limits.KEPT_FOR + 1
    projections.catch_up("one")
    projections.event_projection(three[2])
    assert kept() == ["two", "three"], "hearing of a posting is not asking"


def test_a_posting_that_is_held_up_lets_only_a_few_wait_behind_it(
    three: list[BookRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SLOW", 0.05)
    monkeypatch.setattr(limits, "LOCK", 5)
    now = projections.event_projection(three[0])
    inside, go = Event(), Event()

    def post() -> None:
        with now.turn():
            inside.set()
            go.wait(20)

    posters = [Thread(target=post) for _ in range(1 + limits.BEHIND)]
    for each in posters:
        each.start()
    inside.wait(5)
    go.wait(0.3)
    with pytest.raises(HeldUp), now.turn():
        pass
    with projections.event_projection(three[1]).turn():
        pass  # another event goes on
    go.set()
    for each in posters:
        each.join(5)
    with now.turn():
        pass
    assert now.queued == 0


def test_nobody_waits_for_ever_for_a_turn(three: list[BookRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOCK", 0.2)
    now = projections.event_projection(three[0])
    refused = Event()

    def post() -> None:
        try:
            with now.turn():
                pass
        except HeldUp:
            refused.set()

    with now.turn():
        other = Thread(target=post)
        other.start()
        other.join(5)
    assert refused.is_set()
