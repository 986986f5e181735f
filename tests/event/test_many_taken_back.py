"""A book with many postings taken back is opened by folding what stands, once."""

from dataclasses import dataclass

import pytest

from books import whole_book
from overtrick.core.event.acts import NoteMade, Posting, PostingsUndone, RoundClosed
from overtrick.core.event.fold import tournament
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.regulations.plan.event_book import plan_for

EVENT = "nsw-swiss-pairs/congress"
PLAN = plan_for(EVENT)


@dataclass
class Steps:
    """How many acts were folded."""

    count: int = 0


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """A count of every act that is folded into any event."""
    counted, real = Steps(), tournament.folds

    class Counting:
        def __getitem__(self, kind: type) -> object:
            counted.count += 1
            return real[kind]

    monkeypatch.setattr(tournament, "folds", Counting())
    return counted


def book(many: int) -> tuple[list[Posting], Tournament]:
    """A whole event into which notes come and go, each taken back, and every third of those again."""
    postings = list(whole_book(EVENT, 8, faults=False))
    event = replay(PLAN, postings)
    last = len(postings)

    def post(act: NoteMade | PostingsUndone) -> int:
        number = len(postings) + 1
        postings.append(Posting(number, act, "M. Lee", postings[-1].at, f"more {number}"))
        return number

    for place in range(many):
        taken = post(PostingsUndone((post(NoteMade(f"note {place}")),), "a slip"))
        if place % 3 == 0:
            post(PostingsUndone((taken,), "it was right"))
    for each in postings[last:]:
        event.post(each)
    return postings, event


def test_what_stands_is_folded_once(steps: Steps) -> None:
    postings, posted = book(30)
    before = steps.count
    opened = replay(PLAN, postings)
    assert steps.count - before <= len(postings), "no act is folded twice"
    assert opened == posted, "and the event is the one that was there when they were posted"
    assert opened.undone == posted.undone
    assert [each.number for each in opened.postings()] == [each.number for each in posted.postings()]
    assert sum(text.startswith("note ") for _, text in opened.notes) == 10, "every third counts again"


def test_what_comes_after_a_book_was_opened_is_taken_back_as_ever() -> None:
    postings, posted = book(3)
    opened = replay(PLAN, postings)
    again = Posting(len(postings) + 1, PostingsUndone((len(postings) - 1,), "not so"), "", postings[-1].at, "last")
    for event in (opened, posted):
        event.post(again)
    assert opened == posted


def test_a_book_that_breaks_off_is_folded_as_it_came() -> None:
    postings = list(whole_book(EVENT, 8, faults=False))
    first = next(each for each in postings if isinstance(each.act, RoundClosed))
    draw = next(each for each in postings if each.act.called == "draw published")
    number = len(postings) + 1
    postings.append(Posting(number, PostingsUndone((draw.number,), "alone"), "", postings[-1].at, "breaks"))
    opened = replay(PLAN, postings)
    assert [*opened.aside] == [number], "what cannot be is set aside, and all results stand"
    assert opened.stages[first.act.stage].rounds  # type: ignore[union-attr]
