"""A snapshot and what was posted after it is the event that its whole book folds to; and a snapshot is only data."""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from books import whole_book
from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import Posting, PostingsUndone, ResultPosted, StageClosed
from overtrick.core.event.fold.results import OfResult
from overtrick.core.event.fold.tournament import PlanFor, Tournament, replay
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import Figure, LateFigure
from overtrick.core.ranking.standings import Purpose
from overtrick.ledger.snapshot import open_snapshot, write_snapshot
from overtrick.ledger.snapshot_layout import Unopenable
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

SWISS = "nsw-swiss-pairs/congress"
EVENTS = (
    SWISS,
    "sabf-2020/swiss-teams",
    "anc-2026/one-day-matchpoint-pairs",
    "sabf-2020/state-pairs-plate",
    "sabf-2020/gnot-regional-final",
    "sabf-2020/round-robin-teams",
    "sabf-2020/daytime-teams",
)
LARGE = ("nsw-its-2021/oits", "gnot-nsw-2018/gnot")
SOME = [*EVENTS, *(pytest.param(event, marks=[pytest.mark.slow, pytest.mark.long]) for event in LARGE)]
LEFT_OUT = {"plan_for", "editions", "gone", "history", "before_any", "stages"}


def ask(event: Tournament) -> Iterator[object]:
    """All that is told of contestants and their order, as far as it can be told yet."""
    for state in event.stages.values():
        for name in state.contestants:
            for number in state.rounds:
                with suppress(OvertrickError):
                    yield state.match_line(name, number)
            with suppress(OvertrickError):
                yield state.record(name)
        for field in state.fields:
            for purpose in Purpose:
                with suppress(OvertrickError):
                    yield state.standings(field.name, purpose)


def parts(event: Tournament) -> Iterator[tuple[str, object]]:
    """Every part of an event that was folded, but for what was made of it since."""
    for each in fields(Tournament):
        if each.name not in LEFT_OUT:
            yield each.name, getattr(event, each.name)
    for name, state in event.stages.items():
        for part in fields(StageState):
            if part.name != "memo":
                yield f"{name}: {part.name}", getattr(state, part.name)
    yield "told", event.postings()


def assert_same(one: Tournament, two: Tournament) -> None:
    for (name, ours), (_, theirs) in zip(parts(one), parts(two), strict=True):
        assert ours == theirs, name
    assert list(ask(one)) == list(ask(two))


def kept(plan: PlanFor, book: Sequence[Posting], *, asked: bool = True) -> Tournament:
    """The event after these postings, through a snapshot."""
    event = replay(plan, book)
    if asked:
        list(ask(event))
    return open_snapshot(write_snapshot(event), lambda: Tournament(plan), lambda: book)


def about(book: Sequence[Posting], result: ResultPosted) -> tuple[int, ...]:
    """The postings about one result."""
    place = (result.stage, result.round, result.table, result.room, result.board)
    return tuple(
        each.number
        for each in book
        if isinstance(each.act, OfResult)
        and (each.act.stage, each.act.round, each.act.table, each.act.room, each.act.board) == place
    )


def with_one_taken_back(book: Sequence[Posting], chance: Random, before: int) -> list[Posting]:
    """The book with a result from before a number taken back at its end, and all that was said of it.

    Not one of a stage that was closed: what was posted after it rests on who went on.
    """
    left = {each.act.stage for each in book if isinstance(each.act, StageClosed)}
    results = [each.act for each in book[:before] if isinstance(each.act, ResultPosted) and each.act.stage not in left]
    if not results:
        return list(book)
    undone = PostingsUndone(about(book, chance.choice(results)), "entered twice")
    return [*book, replace(book[-1], number=len(book) + 1, act=undone, key="undone")]


@pytest.mark.parametrize("event", SOME)
def test_a_snapshot_and_the_rest_is_the_whole_book(event: str) -> None:
    """At numbers by chance, with all that went wrong and a result taken back: parts, numbers and reasons are equal."""
    plan, chance = plan_for(event), Random(event)
    book = whole_book(event)
    for number in sorted(chance.sample(range(2, len(book) + 1), 3)):
        until = min(len(book), number + chance.randrange(1, 150))
        for whole in (list(book[:until]), with_one_taken_back(book[:until], chance, number)):
            there = kept(plan, whole[:number], asked=chance.random() < 0.7)
            for posting in whole[number:]:
                there.post(posting)
            assert_same(there, replay(plan, whole))


def test_a_snapshot_of_an_event_that_came_from_one_is_the_same_event() -> None:
    plan, book = plan_for(SWISS), whole_book(SWISS)
    there = kept(plan, book[:-80])
    for posting in book[-80:]:
        there.post(posting)
    list(ask(there))
    again = open_snapshot(write_snapshot(there), lambda: Tournament(plan), lambda: book)
    assert_same(again, replay(plan, book))


def test_reasons_are_those_of_the_event_as_it_was_kept_whatever_was_folded_since() -> None:
    plan, book = plan_for(SWISS), whole_book(SWISS)
    first = about(book, next(each.act for each in book if isinstance(each.act, ResultPosted)))
    number = max(each.number for each in book if isinstance(each.act, ResultPosted))
    there, before = kept(plan, book[:number]), replay(plan, book[:number])
    stage = next(iter(there.stages))
    held = {name: there.stages[stage].record(name) for name in there.stages[stage].contestants}
    assert any(isinstance(line.score, LateFigure) for record in held.values() for line in record.matches)
    there.post(replace(book[-1], number=number + 1, act=PostingsUndone(first, "entered twice"), key="undone"))
    for name, record in held.items():
        assert record == before.stages[stage].record(name)


def test_a_late_figure_is_equal_to_the_figure_it_stands_for() -> None:
    plan, book = plan_for(SWISS), whole_book(SWISS)
    there, afresh = kept(plan, book), replay(plan, book)
    stage = next(iter(there.stages))
    name = there.stages[stage].contestants[0]
    late, figure = (each.stages[stage].record(name).matches[0].score for each in (there, afresh))
    assert (type(late), type(figure)) == (LateFigure, Figure)
    assert (late == figure, figure == late, hash(late) == hash(figure)) == (True, True, True)
    assert late != replace(figure, value=figure.value + 1)
    assert late.why(None) == figure.why(None)


def test_a_snapshot_of_other_rules_is_refused() -> None:
    book = whole_book(SWISS)
    body = write_snapshot(replay(plan_for(SWISS), book))
    with pytest.raises(Unopenable, match="otherwise now"):
        open_snapshot(body, lambda: Tournament(plan_for("anc-2026/swiss-pairs-a")), lambda: book)


def rewritten(body: bytes, change: Callable[[dict[str, Any], bytes], bytes]) -> bytes:
    """A snapshot whose rows say something else: *change* writes in what is said of them, and gives their numbers."""
    head, _, rest = body.partition(b"\n")
    said = json.loads(head)
    first = said["blocks"][0]
    rows, _, numbers = zlib.decompress(rest[:first]).partition(b"\n")
    written = json.loads(rows)
    after = change(written, numbers)
    block = zlib.compress(json.dumps(written).encode() + b"\n" + after)
    said["blocks"][0] = len(block)
    return json.dumps(said).encode() + b"\n" + block + rest[first:]


@pytest.mark.parametrize(
    "called", ["os:system", "builtins:eval", "overtrick.core.lots:sha256", "overtrick.core.exact:mean"]
)
def test_a_snapshot_makes_nothing_but_the_data_of_the_core(called: str) -> None:
    plan, book = plan_for(SWISS), whole_book(SWISS)

    def one_more(written: dict[str, Any], numbers: bytes) -> bytes:
        written["kinds"].append(called)
        written["groups"].append([len(written["kinds"]) - 1, 1, 0])
        return numbers

    body = rewritten(write_snapshot(replay(plan, book)), one_more)
    with pytest.raises(Unopenable, match=called):
        open_snapshot(body, lambda: Tournament(plan), lambda: book)


def longer(_: dict[str, Any], numbers: bytes) -> bytes:
    return numbers + b"\0\0\0\0"


def shorter(_: dict[str, Any], numbers: bytes) -> bytes:
    return numbers[:-4]


def of_what_is_not_there(_: dict[str, Any], numbers: bytes) -> bytes:
    return numbers[:-4] + b"\xff\xff\xff\x7f"


def of_no_event(written: dict[str, Any], numbers: bytes) -> bytes:
    written["groups"].append([written["kinds"].index("tuple"), 1, 3])
    return numbers + bytes(12)


@pytest.mark.parametrize("change", [longer, shorter, of_what_is_not_there, of_no_event])
def test_a_snapshot_whose_rows_do_not_fit_is_refused(change: Callable[[dict[str, Any], bytes], bytes]) -> None:
    plan, book = plan_for(SWISS), whole_book(SWISS)
    whole = write_snapshot(replay(plan, book))
    same = rewritten(whole, lambda _, numbers: numbers)
    assert open_snapshot(same, lambda: Tournament(plan), lambda: book).last == len(book)
    with pytest.raises((Unopenable, ValueError, IndexError)):
        open_snapshot(rewritten(whole, change), lambda: Tournament(plan), lambda: book)


def test_a_part_of_a_snapshot_is_refused() -> None:
    plan, book = plan_for(SWISS), whole_book(SWISS)
    whole = write_snapshot(replay(plan, book))
    head = whole.index(b"\n") + 1
    for end in (0, 1, head - 1, head, head + 1, len(whole) // 2, len(whole) - 1):
        with pytest.raises((Unopenable, ValueError)):
            open_snapshot(whole[:end], lambda: Tournament(plan), lambda: book)
    with pytest.raises(Unopenable, match="not whole"):
        open_snapshot(whole + b"\0", lambda: Tournament(plan), lambda: book)


def test_what_is_kept_is_held_as_it_was_written_until_somebody_asks_why() -> None:
    """One late figure opens the event again, once; the others then have their reasons from there."""
    plan, book = plan_for(SWISS), whole_book(SWISS)
    begun: list[Tournament] = []

    def begin() -> Tournament:
        begun.append(Tournament(plan))
        return begun[-1]

    asked = replay(plan, book)
    list(ask(asked))
    there = open_snapshot(write_snapshot(asked), begin, lambda: book)
    assert len(begun) == 1
    list(ask(there))
    assert len(begun) == 1
    records = [state.record(name) for state in there.stages.values() for name in state.contestants]
    assert all(line.score.of for record in records for line in record.matches if isinstance(line.score, LateFigure))
    assert len(begun) == 2
