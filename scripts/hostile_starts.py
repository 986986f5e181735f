"""States for hostile acts: events of every document, just before each kind of act in their books, and a year."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Act, LotDrawn, Posting, TeamRatified, TrialPlaced
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.fields import berth_lot, propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, team_of
from overtrick.director.decide import decide
from overtrick.director.decision import AllowedActs
from overtrick.director.selection import decide_selection
from overtrick.lab.fault_rates import Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.selection_rehearsal import YearRehearsal
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.plan.selection import load_selection

FAULTS = Faults(0.02, 0.02, 0.1, 0.3, 0.03, 0.05, 0.05, 0.1)

AHEAD = 6
"""How many of the next acts in the book a start knows."""

State = Tournament | SelectionYear
Decide = Callable[[State, Act, str], AllowedActs]


@dataclass(frozen=True, slots=True)
class Start:
    """A state to try acts on, the function that decides on them, the time of its last posting, and the next acts."""

    name: str
    state: State = field(repr=False)
    decide: Decide = field(repr=False)
    at: str
    then: tuple[Act, ...] = field(default=(), repr=False)


def starts(events: Iterable[tuple[str, int]], documents: Iterable[str] = (), seed: str = "1") -> Iterator[Start]:
    """Starts of events with given numbers of entries, and of the selection years of documents; they share no state."""
    for event, entries in events:
        yield from _played(event, entries, seed)
    for document in documents:
        yield from _years(document, seed)


def _played(event: str, entries: int, seed: str) -> Iterator[Start]:
    plan = plan_for(event)
    rehearsal = Rehearsal(plan, event, Random(f"{event} {seed}"), FAULTS)  # noqa: S311 - a rehearsal, not a lot
    postings = rehearsal.play(entries)
    state = Tournament(plan)
    first = {type(posting.act): posting.number for posting in reversed(postings)}
    cuts = {number - 1 for number in first.values()} | {len(postings) // 2, len(postings)}
    yield Start(f"{event}, new", copy_mutable(state), _decide, postings[0].at, _acts(postings, 0))
    for posting in postings:
        state.post(posting)
        if posting.number in cuts:
            name = f"{event} at {posting.number} of {len(postings)}"
            yield Start(name, copy_mutable(state), _decide, posting.at, _acts(postings, posting.number))


def _acts(postings: Sequence[Posting], after: int) -> tuple[Act, ...]:
    return tuple(posting.act for posting in postings[after : after + AHEAD])


def _years(document: str, seed: str) -> Iterator[Start]:
    rules = load_selection(document)
    dice = Random(f"year {seed}")  # noqa: S311 - a rehearsal, not a lot
    rehearsal = YearRehearsal(rules, document, 2027, lambda _: None, dice, lambda _: 20)
    postings = rehearsal.play()
    for number in (0, 1, len(postings) // 2, len(postings)):
        year = _year(rules, postings[:number])
        yield Start(f"year at {number} of {len(postings)}", year, _select, "", _acts(postings, number))
    for target in rules.teams:
        try:
            _team(rehearsal, target)
        except DirectorError:  # no field is prescribed for it
            continue
        yield Start(f"year, {target} team", _year(rules, list(rehearsal.book.postings())), _select, "")


def _year(rules: object, postings: Sequence[Posting]) -> SelectionYear:
    year = SelectionYear(rules)  # type: ignore[arg-type]  # the rules they were played by
    for posting in postings:
        year.post(posting)
    return year


def _team(rehearsal: YearRehearsal, target: str) -> None:
    """Close a field and place its trials without playing them."""
    year = rehearsal.state
    try:
        rehearsal.do(propose_field(year, target).act)
    except DirectorError:
        rehearsal.do(LotDrawn(berth_lot(target), order=tuple(year.nominated[target])))
        rehearsal.do(propose_field(year, target).act)
    rehearsal.do(TrialPlaced(target, current_field(year, target), "a sheet"))
    rehearsal.do(TeamRatified(target, team_of(year, target).pairs, "2027-04-02"))


def _decide(state: State, act: Act, at: str) -> AllowedActs:
    assert isinstance(state, Tournament)  # noqa: S101 - as the start was made
    return decide(state, act, at)


def _select(state: State, act: Act, at: str) -> AllowedActs:
    assert isinstance(state, SelectionYear)  # noqa: S101 - as the start was made
    return decide_selection(state, act, at)
