"""Snapshots: a folded event as data, so that a new process need not fold its whole book.

A snapshot has the state without its plan, which the rules make again; the results of each round, packed until they are
needed; and the calculated lines and records of contestants, each figure without its reasons. Reasons are calculated
again on demand, from the event in the snapshot, opened a second time.

The format is numbers and JSON (`columns`). Opening it makes objects of the dataclasses and enumerations of
`overtrick.core` by setting their fields, and calls none of their code, so a snapshot cannot execute anything. Unopened
parts and the sources of reasons stay in their written form.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from hashlib import sha256
from itertools import accumulate, takewhile
from types import MappingProxyType, NoneType
from typing import Any

from overtrick.core.errors import EngineError
from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import HistoryInBook, Tournament
from overtrick.core.event.play.cache import NOT_MADE_YET, Answer, Memo
from overtrick.core.event.play.dependencies import MATCH_LINES, RECORDS
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.ways import play_of
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.provenance import Figure, LateFigure
from overtrick.ledger.snapshot_layout import (
    ATOMS,
    CORE,
    Columns,
    Maker,
    Rows,
    Unopenable,
    core_kind,
    objects,
    pack_results,
    plain_maker,
    read_rows,
    unpack_results,
)

KEPT = (MATCH_LINES, RECORDS)
"""The cached answers that are stored; all others are quickly calculated from them."""
_ANSWERS = {answer.name: answer for answer in KEPT}
_BARE = ("value", "unit", "clause", "note", "made")
"""The parts of a figure that are stored without its reasons."""
_PLAIN = frozenset((str, int, bool, NoneType))
_LEFT_OUT: dict[type[Any], frozenset[str]] = {
    Tournament: frozenset(("plan_for", "editions", "event", "gone", "history", "before_any")),
    StageState: frozenset(("plan", "play", "memo")),
    RoundState: frozenset(("results", "late")),
}
"""The fields of a state that are not stored: the rules make them again, or they are stored in another form."""

Postings = Callable[[], Iterable[Posting]]
Asked = tuple[str, str, tuple[Any, ...], int]
"""A figure of a stored answer: its stage, the answer, its arguments, and the position of the figure."""


class Unwritable(EngineError):
    """Something in a state cannot be written; then there is no snapshot of it, and its book is folded."""


def write_snapshot(event: Tournament) -> bytes:
    """An event as bytes. It must not be changed meanwhile."""
    if event.event != _event_plan(event) or event.gone:
        raise Unwritable("the plan is not what the rules make of the entry")
    for state in event.stages.values():
        if state.plan != event.plan(state.plan.name) or state.play != play_of(state.plan):
            raise Unwritable("a stage is not as it is planned")
    writer = _Writer(_cut(event))
    answers = tuple(
        (name, answer.name, tuple(table.keys()), tuple(table.values()))
        for name, state in event.stages.items()
        for answer in KEPT
        if (table := state.memo.tables.get(answer))
    )
    under = tuple(
        (name, answer.name, tuple(table.keys()))
        for name, state in event.stages.items()
        for answer in _supporting_answers()
        if (table := state.memo.tables.get(answer))
    )
    writer.value((event, answers, under))
    blocks = [zlib.compress(writer.rows.to_bytes(), 1), *writer.packs]
    return b"".join([_json({"plan": plan_digest(event), "blocks": list(map(len, blocks))}).encode(), b"\n", *blocks])


def plan_digest(event: Tournament) -> str:
    """The fingerprint of the plan that the rules make for an event."""
    writer = _Writer({})
    writer.value((event.event,))
    return sha256(writer.rows.to_bytes()).hexdigest()


def open_snapshot(
    body: bytes, begin: Callable[[], Tournament], postings: Callable[[], Iterable[Posting]]
) -> Tournament:
    """The stored event, under the current rules; *postings* are those it was folded from."""
    head, _, rest = body.partition(b"\n")
    said = json.loads(head)
    ends = list(accumulate(said["blocks"]))
    if not ends or ends[-1] != len(rest):
        raise Unopenable("it is not whole")
    rows, *packs = (rest[start:end] for start, end in zip((0, *ends), ends, strict=False))
    return _OpenSnapshot(said["plan"], rows, packs, begin, postings).event()


@cache
def _supporting_answers() -> tuple[Answer, ...]:
    """The answers that stored ones depend on. Their existence is stored, so that changes invalidate stored answers."""
    found: dict[Answer, None] = {}
    todo = list(KEPT)
    while todo:
        below = [basis for basis in todo.pop().bases if isinstance(basis, Answer) and basis not in KEPT]
        todo += [answer for answer in below if answer not in found]
        found.update(dict.fromkeys(below))
    return tuple(sorted(found, key=lambda answer: answer.name))


@cache
def _under_by_name() -> dict[str, Answer]:
    return {answer.name: answer for answer in _supporting_answers()}


def _event_plan(event: Tournament) -> Any:
    return None if event.planned_for is None else event.plan_for(event.planned_for, event.choices, event.readings)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _figures(made: object) -> Iterator[Figure[Any]]:
    """The figures of an answer, in a fixed order, without those they are made of."""
    if isinstance(made, Figure):
        yield made
    elif isinstance(made, tuple):
        for part in made:
            yield from _figures(part)
    elif is_dataclass(made) and not isinstance(made, type):
        for name in _names(type(made)):
            yield from _figures(getattr(made, name))


def _cut(event: Tournament) -> dict[int, Asked]:
    """The figures of stored answers, by identity, which are written without their reasons."""
    found: dict[int, Asked] = {}
    for name, state in event.stages.items():
        for answer in KEPT:
            for asked, made in state.memo.tables.get(answer, {}).items():
                for place, figure in enumerate(_figures(made)):
                    if isinstance(figure, LateFigure) or figure.of:
                        found.setdefault(id(figure), (name, answer.name, asked, place))
    return found


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name not in _LEFT_OUT.get(kind, ()))


def _known_order(values: Iterable[Any]) -> list[Any]:
    """The members of a set in the same order in every process, if they are text, numbers or enumeration members."""
    return sorted(
        values, key=lambda each: each.name if isinstance(each, Enum) else _json(each) if type(each) in _PLAIN else ""
    )


class _Writer:
    """Writes values as rows; equal immutable ones share a row. *packs* are the results of rounds."""

    def __init__(self, cut: Mapping[int, Asked]) -> None:
        self.rows = Rows()
        self.packs: list[bytes] = []
        self._cut = cut
        self._by_id: dict[int, int] = {}
        self._late: dict[int, int] = {}
        self._alive: list[object] = []
        self._stage = ""

    def parts(self, values: Iterable[object]) -> list[int]:
        """The row numbers of several values."""
        return [self.value(each) for each in values]

    def value(self, value: Any) -> int:
        """The number of a value's row, negative for a plain value."""
        if type(value) in _PLAIN:
            return self.rows.plain(value)
        asked = self._cut.get(id(value))
        if asked is not None and asked[0] != self._stage:
            return self._late_row(value, asked)
        if id(value) not in self._by_id:
            self._by_id[id(value)] = -1
            self._by_id[id(value)] = self._row(value)
            self._alive.append(value)
        at = self._by_id[id(value)]
        if at < 0:
            raise Unwritable("a state that has itself as a part")
        return at

    def _late_row(self, figure: Figure[Any], asked: Asked) -> int:
        if id(figure) not in self._late:
            bare = [getattr(figure, name) for name in _BARE]
            self._late[id(figure)] = self.rows.add("late", self.parts((*bare, *asked)), one=True)
        return self._late[id(figure)]

    def _row(self, value: Any) -> int:
        kind = type(value)
        if kind in {tuple, list}:
            return self.rows.add(kind.__name__, self.parts(value), one=kind is tuple)
        if kind in {dict, MappingProxyType}:
            return self.rows.add(kind.__name__, [*self.parts(value.keys()), *self.parts(value.values())], one=False)
        if kind in {set, frozenset}:
            return self.rows.add(kind.__name__, self.parts(_known_order(value)), one=kind is frozenset)
        if kind in ATOMS:
            return self.rows.add(kind.__name__, self.parts(ATOMS[kind](value)), one=True)
        return self._object(value)

    def _object(self, value: Any) -> int:
        """A member of an enumeration, or a dataclass by its fields."""
        kind = type(value)
        called = f"{kind.__module__}:{kind.__qualname__}"
        if isinstance(value, Enum):
            return self.rows.add(called, self.parts([value.name]), one=True)
        if isinstance(value, LateFigure):
            called, kind = f"{Figure.__module__}:Figure", Figure
        if not is_dataclass(kind) or not called.startswith(CORE):
            raise Unwritable(f"a {called} is nothing that a snapshot holds")
        before, self._stage = self._stage, value.plan.name if kind is StageState else self._stage
        row = self.parts(getattr(value, name) for name in _names(kind))
        if kind is StageState:
            row.append(self.value(value.plan.name))
        elif kind is RoundState:
            row.append(self.value(len(self.packs)))
            self.packs.append(pack_results(value))
        self._stage = before
        return self.rows.add(called, row, one=kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]  # what a dataclass keeps


class _OpenSnapshot:
    """An open snapshot: opened once as the event to continue with, and once more when reasons are requested.

    Between the two it stays in its written form.
    """

    def __init__(
        self, plan: str, rows: bytes, packs: list[bytes], begin: Callable[[], Tournament], postings: Postings
    ) -> None:
        self.plan = plan
        self.rows = rows
        self.packs = packs
        self.begin = begin
        self.postings = postings
        self._again: tuple[Tournament, list[Asked]] | None = None

    def event(self) -> Tournament:
        """The event, with the stored answers."""
        event, kept, under = self._read_event([])
        for stage, answer, asked, values in kept:
            event.stages[stage].memo.tables[_ANSWERS[answer]].update(zip(asked, values, strict=True))
        for stage, answer, asked in under:
            event.stages[stage].memo.tables[_under_by_name()[answer]].update(dict.fromkeys(asked, NOT_MADE_YET))
        return event

    def reasons(self, number: int) -> Any:
        """The reasons of a figure, calculated on the event as stored, which no one changes."""
        if self._again is None:
            late: list[Asked] = []
            self._again = self._read_event(late)[0], late
        event, late = self._again
        stage, answer, asked, place = late[number]
        return list(_figures(_answer_for(event.stages[stage], _ANSWERS[answer], asked)))[place].of

    def _read_event(self, late: list[Asked]) -> tuple[Tournament, Any, Any]:
        """The event and the stored answers; the keys of its late figures are added to *late*, in order."""
        event, kept, under = read_rows(zlib.decompress(self.rows), partial(self._maker, late))[-1]
        if type(event) is not Tournament:
            raise Unopenable("it is no event")
        self._plan(event)
        return event, kept, under

    def _plan(self, event: Tournament) -> None:
        """Add what the rules make; it must be the same as when the snapshot was written."""
        first = self.begin()
        event.editions, event.before_any, event.gone = first.editions, first.before_any, frozenset()
        event.plan_for = first.plan_for
        if event.opened is not None and event.editions is not None:
            event.plan_for = event.editions(event.edition) or event.plan_for
        event.history = history_in(self.postings, event)
        event.event = _event_plan(event)
        if plan_digest(event) != self.plan:
            raise Unopenable("the rules plan the event otherwise now")
        for state in event.stages.values():
            state.plan = event.plan(state.plan)  # type: ignore[arg-type]  # its name until now
            state.play = play_of(state.plan)
            state.memo = Memo()

    def _maker(self, late: list[Asked], called: str) -> Maker:
        if called == "late":
            return partial(self._late, late)
        maker = plain_maker(called)
        if maker is not None:
            return maker
        kind = core_kind(called)
        names = _names(kind)
        if kind is StageState:
            names = (*names, "plan")
        return partial(self._rounds, names) if kind is RoundState else partial(objects, kind, names)

    def _rounds(self, names: tuple[str, ...], columns: Columns, count: int) -> list[RoundState]:
        rounds: list[RoundState] = objects(RoundState, names, columns[:-1], count)
        for drawn, pack in zip(rounds, columns[-1], strict=True):
            drawn.late = partial(unpack_results, drawn.number, self.packs[pack])
        return rounds

    def _late(self, late: list[Asked], columns: Columns, count: int) -> list[LateFigure[Any]]:
        bare, asked = columns[: len(_BARE)], columns[len(_BARE) :]
        numbers = range(len(late), len(late) + count)
        late.extend(zip(*asked, strict=True))
        return objects(LateFigure, (*_BARE, "asked", "reasons"), (*bare, numbers, [self.reasons] * count), count)


def history_in(postings: Postings, event: Tournament) -> HistoryInBook | None:
    """The postings that an event was folded from, read from its book only on demand."""
    folded = partial(_folded_postings, postings, event.last, frozenset(event.aside))
    return HistoryInBook(folded, event.last) if event.last > len(event.aside) else None


def _folded_postings(postings: Postings, last: int, aside: frozenset[int]) -> Iterator[Posting]:
    """The postings that an event was folded from: those up to its last that were not set aside."""
    upto = takewhile(lambda posting: posting.number <= last, postings())
    return (posting for posting in upto if posting.number not in aside)


def _answer_for(state: StageState, answer: Answer, asked: tuple[Any, ...]) -> Any:
    table = state.memo.tables[answer]
    if asked not in table and answer.make is not None:
        table[asked] = answer.make(state, *asked)
    return table[asked]
