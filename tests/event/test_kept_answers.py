"""What a stage keeps is what it would make afresh, after every posting; and all that an answer reads is declared."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import (
    AbsenceLifted,
    AbsenceRecorded,
    Act,
    BoardFouled,
    DrawPublished,
    DrawWithdrawn,
    LotDrawn,
    MatchDecided,
    MatchForfeited,
    OtherFieldScored,
    PenaltyGiven,
    PenaltyLifted,
    Posting,
    Reinstated,
    ResultConfirmed,
    ResultCorrected,
    ResultPosted,
    RulesAdopted,
    RulingGiven,
    ScoreAwarded,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play import dependencies, inputs
from overtrick.core.event.play.cache import Answer, Basis, Memo
from overtrick.core.event.play.progress import progress, settled_state, stood_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState, rooms_of
from overtrick.core.model.notation import read_result
from overtrick.core.ranking.standings import Purpose, Standings
from overtrick.lab.fault_rates import Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

TROUBLE = Faults(0.02, 0.04, 0.1, 0.05, 0.05, 0.06, 0.05, 0.1)
TOP = {"D56": "by ranking with penalties"}
BOOKS: dict[str, tuple[str, int, dict[str, str]]] = {
    "Swiss": ("nsw-swiss-pairs/congress", 10, {}),
    "Swiss of teams with three-way match": ("sabf-2020/swiss-teams", 11, {}),
    "top tables by the ranking": ("anc-2026/restricted-butler", 10, TOP),
    "sessions": ("anc-2026/one-day-matchpoint-pairs", 10, {}),
    "season": ("sabf-2020/state-pairs-plate", 10, {}),
    "round robin": ("sabf-2020/gnot-regional-final", 10, {}),
    "stanzas and two fields": ("nsw-its-2021/oits", 18, {}),
    "stages added up": ("sabf-2020/round-robin-teams", 10, {}),
    "finals": ("sabf-2020/daytime-teams", 10, {}),
    "knockouts with a Swiss to drop into": ("gnot-nsw-2018/gnot", 16, {}),
}
LARGE = list(BOOKS)[6:]
SOME = [pytest.param(book, marks=[pytest.mark.slow, pytest.mark.long]) if book in LARGE else book for book in BOOKS]
PARTS = [part for part in vars(inputs).values() if isinstance(part, Basis)]
ANSWERS = [answer for answer in vars(dependencies).values() if isinstance(answer, Answer)]
ASKED = 0.2
"""How often everything is asked for: what is kept then is what later postings must drop."""
LATE = 4
"""Before the results of this round, those of the first are looked at again."""

AT_A_TABLE = (ResultPosted, ResultConfirmed)


@cache
def postings_of(book: str) -> list[Posting]:
    event, entries, readings = BOOKS[book]
    return Rehearsal(plan_for(event), event, Random("kept"), TROUBLE, readings=readings).play(entries)


def ask_everything(event: Tournament) -> None:
    """Ask for all that a stage keeps; what cannot be told yet is not."""
    for state in event.stages.values():
        for number, drawn in state.rounds.items():
            for table in drawn.seatings:
                with suppress(OvertrickError):
                    state.card(number, table)
            for name in state.contestants:
                with suppress(OvertrickError):
                    state.match_line(name, number)
        for name in state.contestants:
            with suppress(OvertrickError):
                state.record(name)
        standings_of(state)
        standings_of(settled_state(state))


def standings_of(state: StageState) -> list[Standings]:
    found = []
    for field in state.fields:
        for purpose in Purpose:
            with suppress(OvertrickError):
                found.append(state.standings(field.name, purpose))
    return found


def stale(event: Tournament) -> Iterator[str]:
    """The answers that are kept and would be made otherwise now."""
    for name, state in event.stages.items():
        afresh = replace(state, memo=Memo())
        for answer, table in state.memo.tables.items():
            for asked, kept in table.items():
                if _told(answer, kept) != _told(answer, _made_afresh(afresh, answer, asked)):
                    yield f"{name}: {answer}, {asked}"


def _made_afresh(afresh: StageState, answer: Answer, asked: tuple[Any, ...]) -> Any:
    """An answer of a stage that kept nothing before: each is made once, also where others rest on it."""
    table = afresh.memo.tables[answer]
    if asked not in table:
        assert answer.make is not None
        table[asked] = answer.make(afresh, *asked)
    return table[asked]


def _told(answer: Answer, made: Any) -> object:
    """What an answer says; a stage, by its standings."""
    return standings_of(made.stage) if answer is dependencies.SETTLED else made


def taken_back(posting: Posting) -> Act | None:
    """The act that takes another back, for those that do more than give the next number."""
    match posting.act:
        case DrawPublished(stage, number):
            return DrawWithdrawn(stage, number, "tried")
        case PenaltyGiven():
            return PenaltyLifted(posting.number, "tried")
        case Withdrawn(contestant, stage):
            return Reinstated(contestant, stage)
        case AbsenceRecorded(contestant, stage, session):
            return AbsenceLifted(contestant, stage, session)
        case _:
            return None


def late(event: Tournament) -> Iterator[Act]:
    """What may still be said of the first round of each stage, when later ones have been drawn."""
    for name, state in event.stages.items():
        if not state.rounds or not state.round(min(state.rounds)).seatings:
            continue
        number = min(state.rounds)
        table, seating = next(iter(state.round(number).seatings.items()))
        board, room = seating.boards[0], rooms_of(state.plan)[0]
        yield ResultCorrected(name, number, table, board, read_result("7NT N ="), "tried", room)
        yield RulingGiven(name, number, table, board, read_result("AVE+/AVE-"), "Law 12C", "tried", room, fouled=True)
        yield BoardFouled(name, number, board, ((table,),), "tried")
        yield OtherFieldScored(name, number, board, (50, 400, -1100), "tried")
        yield MatchForfeited(name, number, table, seating.ns, "tried")
        yield MatchDecided(name, number, table, seating.ew, "Law 81", "tried")
        yield ScoreAwarded(seating.ns, name, number, 25, "Law 81", "tried")
        yield PenaltyGiven(seating.ns, "tried", name, number, 30, state.unit.many, "Law 90")
        yield SubstituteUsed(seating.ns, name, (number,), "A", "B", imps=6)
        yield Withdrawn(seating.ns, name, number, expunged=True)
        yield LotDrawn(name, "tried")


def try_all(event: Tournament, acts: Iterable[Act], at: str) -> None:
    """Post each act on a copy of an event, and compare what the copy keeps, and what the event still keeps."""
    for act in acts:
        other = copy_mutable(event)
        other.post(Posting(event.last + 1, act, "", at, ""))
        ask_everything(other)
        assert list(stale(other)) == [], act
    assert list(stale(event)) == [], "a copy wrote in what it was made of"


def prove(book: str, wanted: Callable[[Posting], bool]) -> None:
    """Fold a book with everything asked for every few postings, and compare what is kept after those *wanted*."""
    event, dice = Tournament(plan_for(BOOKS[book][0])), Random(f"asking {book}")
    for posting in postings_of(book):
        event.post(posting)
        compare = wanted(posting)
        if compare or dice.random() < ASKED:
            ask_everything(event)
        if not compare:
            continue
        assert list(stale(event)) == [], posting
        back = taken_back(posting)
        if back is not None:
            try_all(event, [back], posting.at)
        if isinstance(posting.act, DrawPublished) and posting.act.round == LATE:
            try_all(event, late(event), posting.at)
    for act in (*late(event), RulesAdopted("", "", "the same again")):
        event.post(Posting(event.last + 1, act, "", "", ""))
        ask_everything(event)
        assert list(stale(event)) == [], act


@pytest.mark.parametrize("book", SOME)
def test_what_is_kept_is_what_would_be_made_afresh(book: str) -> None:
    dice = Random(book)
    part = 0.3 if book in LARGE else 1.0  # a large book takes a second for one comparison
    often = {ResultPosted: 0.01, ResultConfirmed: 0.01, DrawPublished: 1.0}
    prove(book, lambda posting: dice.random() < part * often.get(type(posting.act), 0.1))


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("book", [book for book in BOOKS if book not in LARGE])
def test_what_is_kept_is_what_would_be_made_afresh_after_many_postings(book: str) -> None:
    dice = Random(f"many of {book}")
    often = {ResultPosted: 0.1, ResultConfirmed: 0.1}
    prove(book, lambda posting: dice.random() < often.get(type(posting.act), 1.0))


@pytest.mark.parametrize("book", SOME)
def test_a_stage_as_it_stood_has_in_common_only_what_no_later_round_moves(book: str) -> None:
    event = Tournament(plan_for(BOOKS[book][0]))
    for posting in postings_of(book):
        event.post(posting)
    ask_everything(event)
    for state in event.stages.values():
        if progress(state).by_match and not state.tallied:
            for stood in (stood_after(state, number) for number in state.rounds):
                assert standings_of(stood) == standings_of(replace(stood, memo=Memo()))


# What is read, and how it is written


class Reads:
    """What is read while an answer is made, where that answer does not say that it rests on it."""

    def __init__(self) -> None:
        self.making: list[Answer] = []
        self.undeclared: set[tuple[str, str]] = set()

    def saw(self, basis: Basis) -> None:
        if self.making and basis not in self.making[-1].bases:
            self.undeclared.add((self.making[-1].name, basis.name))


class Tables:
    """The tables of a memo; an answer that is looked up is read, be it there or not."""

    def __init__(self, tables: Any, reads: Reads) -> None:
        self.tables, self.reads = tables, reads

    def __getitem__(self, answer: Answer) -> Any:
        self.reads.saw(answer)
        return self.tables[answer]

    def __bool__(self) -> bool:
        return bool(self.tables)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tables, name)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """Every read of a part and of an answer goes by here, and a part that is written by anybody else is refused."""
    found = Reads()
    for part in PARTS:
        kind = RoundState if isinstance(part, inputs.OfRound | inputs.Closing) else StageState
        monkeypatch.setattr(kind, part.name, _watched(kind, part, found))
    tables = vars(Memo)["tables"]
    monkeypatch.setattr(Memo, "tables", property(lambda memo: Tables(tables.__get__(memo), found), tables.__set__))
    for answer in ANSWERS:
        monkeypatch.setattr(answer, "make", _made(answer, found))
    return found


WRITERS = ("<string>", "inputs.py", "copying.py", "rounds.py")
"""What may set a field: `__init__` of a dataclass, its part, a copy, and a round that takes over from another."""


def _watched(kind: type, part: Basis, reads: Reads) -> property:
    slot = vars(kind)[part.name]

    def read(state: Any) -> Any:
        reads.saw(part)
        return slot.__get__(state)

    def write(state: Any, value: Any) -> None:
        by = sys._getframe(1).f_code.co_filename
        assert by.endswith(WRITERS), f"{by} writes {part.name} past its part"
        slot.__set__(state, value)

    return property(read, write)


def _made(answer: Answer, reads: Reads) -> Callable[..., Any]:
    make = answer.make
    assert make is not None

    def made(state: StageState, *asked: Any) -> Any:
        reads.making.append(answer)
        try:
            return make(state, *asked)
        finally:
            reads.making.pop()

    return made


@pytest.mark.parametrize("book", SOME)
def test_an_answer_reads_nothing_that_it_does_not_say_it_rests_on(book: str, reads: Reads) -> None:
    event = Tournament(plan_for(BOOKS[book][0]))
    for posting in postings_of(book):
        event.post(posting)
        if not isinstance(posting.act, AT_A_TABLE):
            ask_everything(event)
    assert reads.undeclared == set()


def test_a_read_that_is_not_declared_is_found(reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        dependencies.CARDS, "bases", dependencies.CARDS.bases - {inputs.ROUNDS, dependencies.BOARD_LINES}
    )
    event = Tournament(plan_for(BOOKS["Swiss"][0]))
    for posting in postings_of("Swiss"):
        event.post(posting)
    ask_everything(event)
    assert reads.undeclared == {("cards", "rounds"), ("cards", "board lines")}


def test_an_answer_that_does_not_follow_what_it_rests_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs.PENALTIES, "bears", [])
    with pytest.raises(AssertionError, match="records"):
        prove("Swiss", lambda posting: isinstance(posting.act, PenaltyGiven))


@pytest.mark.usefixtures("reads")
def test_a_part_that_is_written_past_it_is_found() -> None:
    event = Tournament(plan_for(BOOKS["Swiss"][0]))
    for posting in postings_of("Swiss"):
        event.post(posting)
    state = next(iter(event.stages.values()))
    with pytest.raises(AssertionError, match="writes lot past its part"):
        state.lot = None


def test_every_field_of_a_stage_and_of_a_round_that_is_written_is_a_part() -> None:
    """The others are set when a stage or a round begins, and stay."""
    for kind, fixed in (
        (StageState, {"started", "memo"}),
        (RoundState, {"number", "draw", "posting", "seatings", "shares", "_seated", "_sharing", "_trios", "late"}),
    ):
        of_round = kind is RoundState
        named = {part.name for part in PARTS if isinstance(part, inputs.OfRound | inputs.Closing) is of_round}
        assert {each.name for each in fields(kind)} == named | fixed
