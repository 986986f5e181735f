"""Reports from table devices, compared with the book: the acts that follow, and what only a director can settle.

A device is one more source beside the phones and the desk. The first report on a board is its result. The same report
from a phone and a device is an agreement; a different one is a dispute that the desk sees. A device that reports
something else than before corrects its own report. If people sat the other way round, or the report is an award, the
director is called.

A report is posted under a key made from its place and its content, so it is posted once however often it is read.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol, TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    CallAnswered,
    DirectorCalled,
    NoteMade,
    Posting,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
    Seating,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN, RecordedResult, RoundState
from overtrick.core.model.contestants import entry_order
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import PassedOut, PlayedContract, Result
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.decide import decide
from overtrick.formats.bridgemate.plan import CLOSED_ROOM, REVERSED, DeviceCall, DeviceReport

BY: Final = "Bridgemate"
"""The author of postings that come from devices."""
_KEY: Final = "bridgemate"
_CALL: Final = "/call"
_MOST: Final = 32_767
_ENTERED: Final = (ResultPosted, ResultCorrected)


class ReportVerdict(Enum):
    """The outcome of a device's report."""

    NEW = "new"
    SAME = "same"
    AGREES = "matching"
    CORRECTS = "corrected"
    DIFFERENT = "different"
    UNKNOWN_PAIR = "wrong pair"
    REVERSED = "wrong way round"
    IMPOSSIBLE = "impossible"
    DIRECTOR = "for the director"

    def __str__(self) -> str:
        return self.value

    @property
    def phrased(self) -> Phrase:
        """The outcome in words."""
        return _WORDS[self]

    @property
    def settled(self) -> bool:
        """Whether no one has to look at the report."""
        return self in (ReportVerdict.NEW, ReportVerdict.SAME, ReportVerdict.AGREES, ReportVerdict.CORRECTS)


_WORDS: Final = {
    ReportVerdict.NEW: phrase("new"),
    ReportVerdict.SAME: phrase("same"),
    ReportVerdict.AGREES: phrase("matching"),
    ReportVerdict.CORRECTS: phrase("corrected"),
    ReportVerdict.DIFFERENT: phrase("different"),
    ReportVerdict.UNKNOWN_PAIR: phrase("wrong pair"),
    ReportVerdict.REVERSED: phrase("wrong way round"),
    ReportVerdict.IMPOSSIBLE: phrase("impossible"),
    ReportVerdict.DIRECTOR: phrase("for the director"),
}


@dataclass(frozen=True, slots=True)
class AssessedReport:
    """A device's report with its outcome, the reason, and the acts with their keys; no acts if it was posted before."""

    word: DeviceReport
    verdict: ReportVerdict
    why: Said = ""
    acts: tuple[tuple[str, Act], ...] = ()


Place: TypeAlias = tuple[int, str]
"""A table and its room."""


def numbers_of(event: Tournament, state: StageState) -> dict[str, int]:
    """The whole number under which a device knows each contestant of a stage.

    It is the contestant's own number where all numbers are whole; otherwise its position in the list of entries.
    """
    names = state.contestants
    if all(name.isascii() and name.isdecimal() and 0 < int(name[:6]) <= _MOST for name in names):
        return {name: int(name) for name in names}
    order = sorted({*event.entries, *names}, key=entry_order)
    return {name: place for place, name in enumerate(order, start=1) if name in names}


def tables_of(state: StageState, drawn: RoundState) -> Iterator[tuple[int, str, Seating]]:
    """Every table of a round as a device knows it: its number there, its room, and who sits in which direction."""
    in_rooms = state.plan.scoring.in_rooms
    for table, seating in sorted(drawn.seatings.items()):
        yield table, OPEN if in_rooms else "", seating
        if in_rooms:
            yield table + CLOSED_ROOM, CLOSED, seating.switch_directions()
    for share in drawn.shares:
        for seating in share.seatings:
            yield seating.table, "", seating


class Weighing:
    """Decides what becomes of device reports on a stage, given the event as it stands."""

    def __init__(self, event: Tournament, stage: str) -> None:
        self.event, self.stage = event, stage
        self.state = event.stage(stage)
        self.numbers = numbers_of(event, self.state)
        self.said: dict[str, Posting] = {}
        self.count: dict[str, int] = {}
        for posting in event.postings():
            if posting.key.startswith(f"{_KEY}/{stage}/") and not posting.key.endswith(_CALL):
                place = posting.key.rpartition("/")[0]
                self.said[place] = posting
                self.count[place] = self.count.get(place, 0) + 1

    def weigh(self, word: DeviceReport) -> AssessedReport:
        """The outcome of one report."""
        place = f"{_KEY}/{self.stage}/{word.section}{word.table}/{word.round}/{word.board}"
        before = self.said.get(place)
        content = _content(word)
        again = before is not None and before.key.endswith(f"-{content}")
        if (before is None and word.erased) or (before is not None and again and not isinstance(before.act, NoteMade)):
            return AssessedReport(word, ReportVerdict.SAME)
        weighed = self._weigh_report(word, f"{place}/{self.count.get(place, 0) + 1}-{content}", before)
        return replace(weighed, acts=()) if again and not weighed.verdict.settled else weighed

    def _weigh_report(self, word: DeviceReport, key: str, before: Posting | None) -> AssessedReport:
        """The outcome of a report that was not posted before, or was only noted for the director."""
        try:
            at, seating = self._where(word)
        except DirectorError as fault:
            return self._refer_to_director(word, key, ReportVerdict.IMPOSSIBLE, fault.phrased, None)
        if trouble := self._trouble(word, seating):
            return self._refer_to_director(word, key, *trouble, at)
        return self._weigh_result(word, key, at, before)

    def _where(self, word: DeviceReport) -> tuple[Place, Seating]:
        drawn = self.state.round(word.round)
        tables = {table: (seating, room) for table, room, seating in tables_of(self.state, drawn)}
        if word.table not in tables:
            raise DirectorError(
                "There is no table {table} in round {round}", remedy="Check the movement on the devices.",
                table=word.table, round=word.round,
            )  # fmt: skip
        seating, room = tables[word.table]
        return (seating.table, room), seating

    def _trouble(self, word: DeviceReport, seating: Seating) -> tuple[ReportVerdict, Said] | None:
        """Why a report is not scored: other people, people who sat the other way round, or not a result of play."""
        if word.erased:
            return ReportVerdict.DIRECTOR, phrase("the result was deleted on the device")
        ns, ew = ({self.numbers.get(name, 0) for name in names} for names in seating.sides)
        told_ns, told_ew = {word.ns, word.south} - {0}, {word.ew, word.west} - {0}
        if word.board in seating.switched:
            ns, ew = ew, ns
        if (told_ns, told_ew) == (ew, ns) or word.doubt == REVERSED:
            return ReportVerdict.REVERSED, REVERSED
        if (told_ns, told_ew) != (ns, ew):
            return (
                ReportVerdict.UNKNOWN_PAIR,
                phrase("the draw has {ns} against {ew} at this table", ns=_row(ns), ew=_row(ew)),
            )
        if word.doubt:
            return ReportVerdict.DIRECTOR if word.result is not None else ReportVerdict.IMPOSSIBLE, word.doubt
        if not isinstance(word.result, PlayedContract | PassedOut):
            return ReportVerdict.DIRECTOR, phrase("this result was not obtained by play")
        return None

    def _weigh_result(self, word: DeviceReport, key: str, at: Place, before: Posting | None) -> AssessedReport:
        """The outcome of a result of play: the first on its board, the same one again, or a different one."""
        result = word.result
        assert result is not None  # noqa: S101 - a word without a result is in trouble
        place = (self.stage, word.round, at[0], word.board)
        known = self.state.round(word.round).results.get((at[0], at[1], word.board))
        act: Act
        why: Said
        if known is None:
            verdict, why = ReportVerdict.NEW, ""
            act = ResultPosted(*place, result, room=at[1], lead=word.lead)
        elif known.result == result and (known.confirmed or not known.seat):
            return AssessedReport(word, ReportVerdict.SAME)
        elif result in _by_seats(known):
            verdict, why = ReportVerdict.AGREES, ""
            act = ResultConfirmed(*place, at[1], result, known.latest)
        elif before is not None and isinstance(before.act, _ENTERED) and known.latest == before.number:
            verdict, why = ReportVerdict.CORRECTS, phrase("instead of {result}", result=known.result)
            act = ResultCorrected(*place, result, "corrected on the device", room=at[1], confirmed=False)
        elif known.confirmed or known.result == result:
            return self._refer_to_director(word, key, ReportVerdict.DIFFERENT, _in_the_book(known), at)
        else:
            verdict, why = ReportVerdict.DIFFERENT, _in_the_book(known)
            act = ResultDisputed(*place, at[1], says=result)
        try:
            decide(self.event, act)
        except DirectorError as fault:
            return self._refer_to_director(word, key, ReportVerdict.IMPOSSIBLE, fault.phrased, at)
        return AssessedReport(word, verdict, why, ((key, act),))

    def _refer_to_director(
        self, word: DeviceReport, key: str, verdict: ReportVerdict, why: Said, at: Place | None
    ) -> AssessedReport:
        """The outcome of a report that is not scored: it is noted, and the director is called to the table."""
        result = "" if word.result is None else str(word.result)
        told = phrase(
            "{device}, table {table}, round {round}, board {board}: {ns} against {ew}[, {result}] ({why})",
            device=BY, table=word.table, round=word.round, board=word.board, ns=word.ns, ew=word.ew, result=result,
            why=why,
        )  # fmt: skip
        acts: list[tuple[str, Act]] = [(key, NoteMade(str(told)))]
        if at is not None:
            acts.append((f"{key}{_CALL}", DirectorCalled(self.stage, word.round, at[0], at[1])))
        return AssessedReport(word, verdict, why, tuple(acts))


def weigh(event: Tournament, stage: str, words: Iterable[DeviceReport]) -> list[AssessedReport]:
    """The outcomes of all reports on a stage, given the event as it stands; nothing is posted."""
    weighing = Weighing(event, stage)
    return [weighing.weigh(word) for word in last_words(words)]


class Desk(Protocol):
    """What device reports need: the event as it stands now, and a way to post to its book."""

    def event(self) -> Tournament:
        """The event, with everything that has been posted."""
        ...

    def post(self, act: Act, key: str) -> None:
        """Post an act once under a key; it is stored when this returns."""
        ...


def take(desk: Desk, stage: str, words: Iterable[DeviceReport]) -> list[AssessedReport]:
    """Post what follows from device reports; reports posted before are skipped.

    If someone else posts meanwhile and an act is refused, its report is decided on again against the new state.
    """
    found = weigh(desk.event(), stage, words)
    for place, each in enumerate(found):
        try:
            _post(desk, each)
        except DirectorError:
            (again,) = weigh(desk.event(), stage, [each.word])
            found[place] = again
            _post(desk, again)
    return found


def take_calls(desk: Desk, stage: str, calls: Iterable[DeviceCall]) -> None:
    """Call the director to tables whose devices did, or record that one has been there; each once."""
    state = desk.event().stage(stage)
    for call in calls:
        drawn = state.rounds.get(call.round)
        for table, room, seating in tables_of(state, drawn) if drawn is not None else ():
            if table == call.table:
                act = (CallAnswered if call.answered else DirectorCalled)(stage, call.round, seating.table, room)
                kind = "answered" if call.answered else "asked"
                desk.post(act, f"{_KEY}/{stage}/{call.section}{call.table}/{call.round}/{call.at} {kind}{_CALL}")


def _post(desk: Desk, weighed: AssessedReport) -> None:
    for key, act in weighed.acts:
        desk.post(act, key)


def last_words(words: Iterable[DeviceReport]) -> list[DeviceReport]:
    """The last report on each board, in the order of the first reports."""
    last: dict[tuple[str, int, int, int], DeviceReport] = {}
    for word in words:
        last[word.place] = word
    return list(last.values())


def device_of(event: Tournament, numbers: Collection[int]) -> dict[int, str]:
    """Which of these postings came from devices, and the name of each device."""
    found, at, least = {}, event.history if numbers else None, min(numbers, default=0)
    while at is not None and at.posting.number >= least:
        if at.posting.number in numbers and at.posting.key.startswith(f"{_KEY}/"):
            found[at.posting.number] = BY
        at = at.before
    return found


def count_verdicts(weighed: Iterable[AssessedReport]) -> Mapping[ReportVerdict, int]:
    """The number of reports per outcome."""
    found: dict[ReportVerdict, int] = {}
    for each in weighed:
        found[each.verdict] = found.get(each.verdict, 0) + 1
    return found


def _content(word: DeviceReport) -> str:
    """The content of a report as a few digits; equal reports give equal digits."""
    result = "erased" if word.erased else word.doubt if word.result is None else write_result(word.result)
    said = f"{word.ns} {word.south} {word.ew} {word.west} {result} {word.doubt == REVERSED}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _by_seats(known: RecordedResult) -> list[Result]:
    """The results reported by someone at the table, as a phone would; they wait for the other side."""
    words = (known,) if known.other is None else (known, known.other)
    return [each.result for each in words if each.seat]


def _in_the_book(known: RecordedResult) -> Phrase:
    """The result that stands in the book against a device's report."""
    return phrase("the result in the book is {result}", result=known.result)


def _row(numbers: Iterable[int]) -> str:
    return "+".join(map(str, sorted(numbers)))
