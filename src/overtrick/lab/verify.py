"""Verification of a book or a selection year: every posting is decided on again, every draw and total made again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import (
    DrawPublished,
    PlacingCredited,
    Posting,
    PostingsUndone,
    ResultConfirmed,
    ResultDisputed,
    RulesAdopted,
    StageClosed,
)
from overtrick.core.event.fold.tournament import Editions, PlanFor, Tournament, replay
from overtrick.core.event.play.accounts import open_accounts
from overtrick.core.event.play.drop_in import joined_in
from overtrick.core.event.play.graph import locate, path
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import exact_text
from overtrick.core.provenance import Telling
from overtrick.core.ranking.standings import Standings
from overtrick.core.selection.rules import Selection
from overtrick.core.selection_year.crediting import placings_of
from overtrick.core.selection_year.year import SelectionYear, current_field, fold_year, points_of, team_of
from overtrick.director.agreement import as_seen
from overtrick.director.clock_back import clock_went_back
from overtrick.director.decide import decide
from overtrick.director.draws import draft, same_draw
from overtrick.director.selection import decide_selection
from overtrick.lab.adding_up import faults


@dataclass(frozen=True, slots=True)
class Objection:
    """Something in a book that does not follow from its regulation: the posting, and what is wrong."""

    posting: int
    what: str

    def __str__(self) -> str:
        return f"posting {self.posting}: {self.what}" if self.posting else self.what


Closed: TypeAlias = dict[str, tuple[int, dict[str, list[tuple[str, str]]]]]
"""Stages that were closed: the posting since which their order stands, and that order."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was verified in a book, and every objection to it; *by_hand* are the draws an official made or changed."""

    postings: int
    draws: int
    results: int
    objections: tuple[Objection, ...]
    by_hand: tuple[DrawPublished, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether there is no objection."""
        return not self.objections


def verify(
    plan_for: PlanFor,
    postings: Iterable[Posting],
    editions: Editions | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Proof:
    """Verify a book: fold it posting by posting, deciding on each and drawing each draw again.

    At the end the fold must equal a replay of the whole book, totals must equal the sums of their parts, and a closed
    stage must stand as it did when it was closed, or when another edition was adopted since. *told* is called with the
    number of postings verified, and the number of all.
    """
    listed = list(postings)
    event = Tournament(plan_for, editions)
    folded: list[Posting] = []
    objections = [*_clock_objections(listed)]
    closed: Closed = {}
    draws = 0
    for posting in listed:
        if told is not None:
            told(len(folded), len(listed))
        objections += _decision_objections(event, posting)
        if isinstance(posting.act, DrawPublished):
            draws += 1
            objections += _redrawn(event, posting, posting.act)
        folded.append(posting)
        try:
            event.post(posting)
        except Exception:  # noqa: BLE001 - half of it may be folded in: the book is folded again, without it
            event = replay(plan_for, folded, editions)
        if posting.number in event.aside:
            objections.append(Objection(posting.number, f"set aside: {event.aside[posting.number].why}"))
            continue
        settled = _settled_by(event, posting, closed)
        closed |= {name: (posting.number, _order(event.stage(name))) for name in settled}
        if isinstance(posting.act, PostingsUndone):  # the stages that are still closed, in their current order
            left = [name for name in closed if name in event.stages and event.stages[name].closed]
            closed = {name: (posting.number, _order(event.stage(name))) for name in left}
    again = replay(plan_for, folded, editions)
    for name, state in event.stages.items():
        objections += _added_up(state)
        if _order(state) != _order(again.stage(name)):
            objections.append(Objection(0, f"{name}: the fold and the replay of the book differ"))
        if name in closed and closed[name][1] != _order(state):
            objections.append(Objection(closed[name][0], f"{name} does not stand as it was closed"))
    objections += [*_score_objections(event), *_flow_objections(event), *_one_place(event)]
    results = sum(len(drawn.results) for state in event.stages.values() for drawn in state.rounds.values())
    return Proof(len(listed), draws, results, tuple(objections), draws_by_hand(listed))


def draws_by_hand(postings: Iterable[Posting]) -> tuple[DrawPublished, ...]:
    """The draws of a book that an official made or changed, so that no regulation can draw them again."""
    return tuple(each.act for each in postings if isinstance(each.act, DrawPublished) and each.act.by_hand)


def _clock_objections(postings: Sequence[Posting]) -> Iterator[Objection]:
    """Objections to times that go backwards."""
    for before, posting in pairwise(postings):
        if back := clock_went_back(before.at, posting.at):
            yield Objection(posting.number, str(back))


def _settled_by(event: Tournament, posting: Posting, closed: Closed) -> tuple[str, ...]:
    """The closed stages whose current order stands from a posting on."""
    match posting.act:
        case StageClosed(stage):
            return (stage,)
        case RulesAdopted():
            return tuple(closed)  # as the edition orders them
        case _:  # a late change affects its own stage, and the carry-overs from it
            late = any(posting.number in state.late_changes[-1:] for state in event.stages.values())
            return tuple(closed) if late else ()


def _score_objections(event: Tournament) -> Iterator[Objection]:
    """Objections to closed rounds with a match or board that has no score by a clause or a ruling."""
    for name, state in event.stages.items():
        for number in (number for number, drawn in state.rounds.items() if drawn.closed or state.closed):
            for each in open_accounts(state, number):
                what = f"board {each.board}" if each.board else "the match"
                yield Objection(0, f"{name}, round {number}: {what} of {each.contestant} has no score")


def _flow_objections(event: Tournament) -> Iterator[Objection]:
    """Objections in an event that is a graph, where teams in or leaving a stage are not as many as in its flow."""
    graph = event.current_plan().graph if event.entries_closed else None
    for node in graph.flow.nodes if graph is not None else ():
        stage, number = locate(event.current_plan(), node.rule.name)
        state = event.stages.get(stage.name)
        if state is None:
            continue
        if stage.play.drops_in:
            there = sum(joined_in(state, name) <= number for name in state.contestants)
            if number in state.rounds and there != node.teams:
                yield Objection(0, f"{node.rule.name} has {there} teams, and its flow {node.teams}")
        elif state.left is not None:
            for each in node.exits:
                if len(state.left.leavers_in_role(each.rule.who)) != each.count:
                    gone = len(state.left.leavers_in_role(each.rule.who))
                    yield Objection(0, f"{node.rule.name}: {gone} leave as {each.rule.who}, and {each.count} should")


def _one_place(event: Tournament) -> Iterator[Objection]:
    """Objections in an event that is a graph, where a team is not in the stage it was sent to, or is in another."""
    if not event.entries_closed or event.current_plan().graph is None:
        return
    for team in event.entries:
        for one, two in pairwise(path(event, team)):
            if one.to != two.node:
                yield Objection(0, f"{team} plays in {two.node}, and left {one.node} for {one.to or 'nowhere'}")


def _decision_objections(event: Tournament, posting: Posting) -> Iterator[Objection]:
    try:
        act = posting.act
        asked = as_seen(event, act) if isinstance(act, ResultConfirmed | ResultDisputed) else act
        if not decide(event, asked, posting.at).acts:
            yield Objection(posting.number, f"{posting.act.called}: it says what the book says already")
    except Exception as refusal:  # noqa: BLE001 - whatever a book holds is proved, and never broken off
        yield Objection(posting.number, f"{posting.act.called}: {refusal}")


def _redrawn(event: Tournament, posting: Posting, act: DrawPublished) -> Iterator[Objection]:
    if act.by_hand:
        return
    try:
        ours = draft(event, act.stage, act.seed)
    except OvertrickError as refusal:
        yield Objection(posting.number, f"this draw cannot be drawn again: {refusal}")
        return
    if not same_draw(ours, act):
        yield Objection(posting.number, f"round {act.round} of {act.stage} draws differently")


def _order(state: StageState) -> dict[str, list[tuple[str, str]]]:
    """The order of every field, with the totals, as text for comparison."""
    return {each.name: _rows(state.standings(each.name)) for each in state.fields}


def _rows(table: Standings) -> list[tuple[str, str]]:
    return [(f"{row.place_text} {row.contestant}", exact_text(row.total.value)) for row in table.rows]


def _added_up(state: StageState) -> Iterator[Objection]:
    """Objections to totals and figures that do not equal their parts, and to contestants seated twice."""
    told: set[int] = set()
    telling = Telling()
    for each in state.fields:
        for row in state.standings(each.name).rows:
            for figure in (row.total, *(column for _, column in row.columns)):
                for fault in faults(figure, told, telling):
                    yield Objection(0, f"{state.plan.name}, {row.contestant}: {fault}")
    for number, drawn in state.rounds.items():
        seated = [name for seating in drawn.draw.seatings for name in seating.names]
        seated += [name for trio in drawn.draw.trios for name in trio.teams]
        if len(set(seated)) != len(seated):
            yield Objection(drawn.posting, f"round {number} of {state.plan.name} seats someone twice")


def verify_selection(
    rules: Selection,
    postings: Iterable[Posting],
    books: Mapping[str, Tournament],
    editions: Callable[[str], Selection | None] | None = None,
) -> Proof:
    """Verify the book of a selection year; *books* are its events that were played here, by their ids."""
    year = SelectionYear(rules, editions)
    objections: list[Objection] = []
    listed = list(postings)
    for posting in listed:
        try:
            if not decide_selection(year, posting.act).acts:
                objections.append(Objection(posting.number, "it says what the book says already"))
        except Exception as refusal:  # noqa: BLE001 - whatever a book holds is proved, and never broken off
            objections.append(Objection(posting.number, f"{posting.act.called}: {refusal}"))
        try:
            year.post(posting)
        except Exception:  # noqa: BLE001 - half of it may be folded in: the book is folded again, without it
            year = fold_year(rules, listed[: listed.index(posting) + 1], editions)
        if posting.number in year.aside:
            objections.append(Objection(posting.number, f"set aside: {year.aside[posting.number].why}"))
    objections += [*_credits_added_up(year), *_same(year, fold_year(rules, listed, editions)), *_sources(year, books)]
    return Proof(len(listed), len(year.closed), len(year.placings), tuple(objections))


def _credits_added_up(year: SelectionYear) -> Iterator[Objection]:
    """Objections where a pair's credits do not add up to its total."""
    for target in year.rules.targets:
        for pair in points_of(year, target):
            parts = sum(credit.value.value for player in pair.players for credit in player.credits)
            if parts != pair.total.value:
                yield Objection(0, f"{target}: the credits of {pair.nomination.name} are not its total")


def _same(year: SelectionYear, again: SelectionYear) -> Iterator[Objection]:
    """Objections where the fold and a replay disagree on a field or team."""
    for target in year.closed:
        if current_field(year, target) != current_field(again, target):
            yield Objection(0, f"{target}: the fold and the replay of the book differ")
    for target in year.trials:
        if team_of(year, target).pairs != team_of(again, target).pairs:
            yield Objection(0, f"{target}: the teams of the fold and of the replay differ")


def _sources(year: SelectionYear, books: Mapping[str, Tournament]) -> Iterator[Objection]:
    """Objections where a credited placing does not follow from its book."""
    for event, book in books.items():
        selected = year.rules.ledger.event(event)
        have = {number: act for number, act in year.placings.items() if act.event == event}
        source = next((act.source for act in have.values()), "")
        wanted: tuple[PlacingCredited, ...] = placings_of(book, selected, source)
        for number, act in have.items():
            if act not in wanted:
                yield Objection(number, f"place {act.place} in the {selected.name} does not follow from its book")
        if missing := len(wanted) - len(have):
            yield Objection(0, f"{missing} placings in the {selected.name} are not credited")
