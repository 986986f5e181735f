"""Rehearsed books for the pages: whole events, and events in the middle of a round."""

from collections.abc import Iterable
from functools import cache
from random import Random

from books import kept_book, whole_book
from overtrick.core.event.acts import Act, DrawPublished, EntryTaken, Posting, RoundClosed, StageClosed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.lab.fault_rates import Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.server.demo.books import DemoEvent

SWISS = "nsw-swiss-pairs/congress"


def rehearsed(rules: str, entries: int = 0, *, faults: bool = True) -> list[Posting]:
    """The postings of a whole event; not to be written in."""
    return list(whole_book(rules, entries, faults=faults))


def demo_book(event: DemoEvent) -> list[Posting]:
    """The postings of an event of the demo, at its moment; not to be written in."""

    def play() -> Iterable[Posting]:
        return event.rehearse().book.postings()

    return list(kept_book(f"demo {event.slug}", play))


SEASON = "sabf-2020/state-masters-pairs"


@cache
def season(after: int, entries: int = 12, rules: str = SEASON, choice: str = "3 sessions") -> list[Posting]:
    """The postings of a season of which so many sessions are in, with absences and substitutes; 0 for all of it."""

    def there(event: Tournament, act: Act) -> bool:
        state = next(iter(event.stages.values()), None)
        return (
            after > 0
            and isinstance(act, DrawPublished)
            and state is not None
            and act.round > state.sittings[after - 1].last
        )

    faults = Faults(substitute=0.1, absence=0.08)
    rehearsal = Rehearsal(plan_for(rules), rules, Random("season"), faults, (choice,) if choice else (), until=there)
    return rehearsal.play(entries)


def until(postings: list[Posting], stage: str, number: int, tables: int) -> list[Posting]:
    """The postings up to the middle of a round: only so many tables have played."""
    kept: list[Posting] = []
    for each in postings:
        act = each.act
        if isinstance(act, StageClosed) or (isinstance(act, RoundClosed) and (act.stage, act.round) == (stage, number)):
            break
        if getattr(act, "round", 0) != number or getattr(act, "table", 0) <= tables:
            kept.append(each)
    return kept


def renamed(postings: list[Posting], name: str) -> list[Posting]:
    """The same postings, with everybody entered under a name."""
    return [
        Posting(
            each.number, EntryTaken(each.act.contestant, f"{name} {each.act.contestant}"), each.by, each.at, each.key
        )
        if isinstance(each.act, EntryTaken)
        else each
        for each in postings
    ]
