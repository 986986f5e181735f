"""The public interface for programs: score a result, read a rule, run an event, keep its book and open it again.

The names here are stable: `import overtrick as ot` provides them, and the changelog announces any change. The packages
behind them can be imported too, but may change.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from uuid import uuid4

from overtrick.api.boards import Rows, cross_imps, datum, import_session, matchpoints
from overtrick.api.tables import Standings, Table, table_of
from overtrick.core.errors import DirectorError, OvertrickError, RegulationErrors, ResultRefused
from overtrick.core.event import acts
from overtrick.core.event.acts import (
    Act,
    DrawPublished,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    LotDrawn,
    Posting,
    ResultPosted,
    RoundClosed,
    Seating,
    StageClosed,
    StageStarted,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.laws.imps import imps as _imps
from overtrick.core.laws.score import board_score
from overtrick.core.laws.table_score import points
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Result, Single
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scales import vps as _vps
from overtrick.core.wording import phrase
from overtrick.director.decide import decide
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.director.posting import Poster, intend, keep
from overtrick.ledger.book import Draft, LedgerMoved
from overtrick.ledger.book_file import open_file
from overtrick.ledger.file import FileBook
from overtrick.ledger.memory import MemoryBook
from overtrick.regulations.plan.book_rules import BookRules
from overtrick.regulations.plan.event_book import edition_for, event_files, find_event, plan_for, rules_name
from overtrick.regulations.read.editions import Edition
from overtrick.regulations.read.library import Rulebook, library
from overtrick.views.names import who
from overtrick.views.readers import DESK
from overtrick.views.sessions import session_of

__all__ = [
    "Board", "Clause", "DirectorError", "Event", "Figure", "OvertrickError", "RegulationErrors", "Result",
    "ResultRefused", "Rulebook", "Standings", "Table", "__version__", "acts", "cross_imps", "datum", "events", "imps",
    "matchpoints", "read_result", "rules", "score", "score_session", "vps",
]  # fmt: skip
__version__ = version("overtrick")
TRIES = 50
"""How many times an act is decided on again because someone else posted first."""


def score(result: str | Single, board: int, source: str = "") -> Figure[int]:
    """North-South's points for a result on a numbered board, with Law 77 and the vulnerability as reasons.

    >>> print(score("4SX S +1", board=13).line())
    +990 points  board 13, all vulnerable  (Law 77)
    """
    read = read_result(result) if isinstance(result, str) else result
    if not isinstance(read, Single):
        raise ResultRefused(
            "{read} is not the result of one table",
            clause="Law 77",
            remedy="Give a contract and result, or the points.",
            read=read,
        )
    return board_score(Board.from_number(board), read, source)


def imps(ours: int | Figure[Exact], theirs: int | Figure[Exact]) -> Figure[int]:
    """International match points of one score against another (Law 78B).

    >>> print(imps(620, -50))
    +12 IMPs
    """
    return _imps(_points(ours), _points(theirs))


def vps(net: int | Figure[Exact], boards: int, scale: str) -> Figure[Exact]:
    """Victory points for net IMPs over a number of boards, on a scale of the rulebook.

    >>> print(vps(12, boards=8, scale="abf/swiss-pairs").line())
    14.58 VPs  +12 IMPs over 8 boards on the ABF Swiss Pairs scale  (NSWSP Table 1)
    """
    known = rules().scale(scale)
    return _vps(
        net if isinstance(net, Figure) else Figure(net, IMPS, known.clause, note=phrase("net IMPs")), boards, known
    )


def rules() -> Rulebook:
    """The rulebook that comes with the program; rules are built when they are needed."""
    return library()


def events() -> dict[str, str]:
    """The events that can be run, by id, with their names.

    >>> events()["nsw-swiss-pairs/congress"]
    'Bridge NSW Swiss Pairs Congress'
    """
    return {name: file.event.name for name, file in event_files().items()}


def score_session(
    results: str | Path | Rows, *, method: str = "", scoring: str = "", title: str = "", by: str = "director"
) -> "Event":
    """A whole session of pairs scored from its results: a file, rows, or a frame of polars or pandas.

    A file is anything that `overtrick import` reads; rows have the columns of its CSV: round, table, board, ns, ew and
    result. *method* is `matchpoints`, `butler` or `cross-imps`, if the file does not say; *scoring* is a rule of the
    rulebook. The event that comes back has standings and tables, and can be saved; *cautions* are notes on the file.

    >>> rows = [{"table": 1, "board": n, "ns": 1, "ew": 2, "result": "4S N ="} for n in (1, 2)]
    >>> rows += [{"table": 2, "board": n, "ns": 3, "ew": 4, "result": "4S N -1"} for n in (1, 2)]
    >>> [(row.contestant, str(row.total)) for row in score_session(rows, method="matchpoints").standings().rows]
    [('1', '100.00%'), ('4', '100.00%'), ('2', '0.00%'), ('3', '0.00%')]
    """
    found = import_session(results, method, scoring, title, f"overtrick {__version__}")
    event = Event(found.replayed.event, found.replayed.book, found.replayed.name, by, found.replayed.edition)
    event.cautions = tuple(map(str, found.notes))
    return event


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _points(given: int | Figure[Exact]) -> Figure[Exact]:
    return given if isinstance(given, Figure) else points(given)[0]


@dataclass(frozen=True, slots=True)
class PublishedDraw:
    """A published draw: its act, and what an official should know about it."""

    act: DrawPublished
    cautions: tuple[str, ...]

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The tables of the draw."""
        return self.act.seatings

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.act.round

    @property
    def sits_out(self) -> tuple[str, ...]:
        """The contestants without a table."""
        return self.act.sits_out


class Event:
    """An event run by a program: its regulation, its book, and its current state.

    Every act is decided on by the regulation, tried on a copy, appended to the book and folded. Otherwise it is refused
    with a `DirectorError` that says why, and nothing has changed. A new event is kept in memory until it is saved; one
    that was opened or saved is on the disk whenever an act returns.

    *cautions* is what an official should know about the last call that posted: what was permitted but should be
    checked, such as a pair that sits out without a score.
    """

    def __init__(
        self, state: Tournament, book: MemoryBook | FileBook, rules: str, by: str, edition: Edition | None = None
    ) -> None:
        """Set the state, its book, its rules and the name of the poster; use `new` or `open` to create one.

        *edition* is for rules that are in no rulebook.
        """
        self._state = state
        self.book = book
        self.rules = rules
        self.by = by
        self._edition = edition
        self.cautions: tuple[str, ...] = ()

    @classmethod
    def new(cls, event: str, *, by: str = "director") -> "Event":
        """A new event by its id, its name or the path of an event file; *by* is the name of the poster."""
        name, file = rules_name(event), find_event(event)
        made = cls(Tournament(plan_for(name), BookRules(name).plan), MemoryBook(), name, by)
        made.do(EventOpened(name, file.event.name, edition_for(name).hash, f"overtrick {__version__}"))
        return made

    @classmethod
    def open(cls, path: str | Path, *, by: str = "director") -> "Event":
        """The event whose book is in a file, as it stands at its end, under the rules stored in it."""
        found = open_file(Path(path))
        if not isinstance(found.opened, EventOpened):
            raise DirectorError(
                "{path} is the book of a selection year", remedy="Open the book of an event.", path=path
            )
        return cls(found.event(), FileBook(found.path), found.rules.name, by)

    @property
    def state(self) -> Tournament:
        """The current state, including what others have posted to the same file."""
        for posting in self.book.postings(self._state.last):
            self._state.post(posting)
        return self._state

    def do(self, *wanted: Act, at: str = "") -> tuple[str, ...]:
        """Post acts in turn, now or at a time in ISO 8601; return the cautions.

        Where another program posts to the same file first, an act is decided on again in the new state.
        """
        cautions: list[str] = []
        for act in wanted:
            cautions += self._post(act, Poster(self.by, at or _now(), uuid4().hex))
        self.cautions = tuple(cautions)
        return self.cautions

    def do_once(self, act: Act, key: str) -> tuple[str, ...]:
        """Post an act under a key, now, unless the book has that key; return the cautions."""
        known = any(posting.key == key for posting in self.book.postings())
        self.cautions = () if known else self._post(act, Poster(self.by, _now(), key))
        return self.cautions

    def _post(self, act: Act, poster: Poster) -> tuple[str, ...]:
        for _ in range(TRIES):
            intention = intend(self.state, act, poster, decide)
            with suppress(LedgerMoved):
                self._state, _ = keep(self._state, self.book, intention)
                return tuple(map(str, intention.cautions))
        raise LedgerMoved(list(self.book.postings(self._state.last)))

    def enter(self, entries: int | Iterable[str]) -> None:
        """Take a number of entries, or one for each name; they are numbered after the existing ones.

        This method and those below put what an official should know in `cautions`; those that start, draw or close
        return it too.
        """
        taken = len(self.state.entries)
        names = [""] * entries if isinstance(entries, int) else list(entries)
        self.do(*(EntryTaken(str(number), name) for number, name in enumerate(names, start=taken + 1)))

    def start(self, stage: str, *, seed: str = "") -> tuple[str, ...]:
        """Start a stage with the contestants the regulation takes; open entries are closed first.

        *seed* is for the stage's lot; without it a new one is drawn.
        """
        told = () if self.state.entries_closed else self.do(EntriesClosed())
        told += self.do(LotDrawn(stage, seed=seed or token_hex(8)))
        told += self.do(StageStarted(stage, stage_fields(self.state, stage)))
        self.cautions = told
        return told

    def draw(self, stage: str, *, seed: str = "") -> "PublishedDraw":
        """Publish the next draw of a stage as the regulation makes it; its tables are in `seatings`."""
        drawn = draft(self.state, stage, seed or token_hex(8))
        return PublishedDraw(drawn, self.do(drawn))

    def result(
        self,
        stage: str,
        round: int,  # noqa: A002 - the bridge word
        table: int,
        board: int,
        result: str | Result,
        *,
        room: str = "",
    ) -> None:
        """Enter a result at a table; *room* is `open` or `closed` for teams."""
        read = read_result(result) if isinstance(result, str) else result
        self.do(ResultPosted(stage, round, table, board, read, room))

    def missing(self, stage: str, round: int) -> list[tuple[int, str, int]]:  # noqa: A002 - the bridge word
        """The table, room and board of every result a round still lacks."""
        return list(self.stage(stage).missing(round))

    def close_round(self, stage: str, round: int) -> tuple[str, ...]:  # noqa: A002 - the bridge word
        """Close a round whose results are in."""
        return self.do(RoundClosed(stage, round))

    def close_stage(self, stage: str) -> tuple[str, ...]:
        """Close a stage: its order is final, and those who qualify may go on."""
        return self.do(StageClosed(stage))

    def stage(self, name: str = "") -> StageState:
        """A stage that has started, with everything known about it; without a name, the last that has started."""
        return self.state.stage(name or next(reversed(self.state.stages), self.state.current_plan().stages[0].name))

    def standings(self, stage: str = "", field: str = "") -> Standings:
        """The standings of a stage, for its first field or a named one. Every total has its `why`."""
        state = self.stage(stage)
        stage = state.plan.name
        known = tuple(each.name for each in state.fields)
        name = field or known[0]
        if name not in known:
            raise DirectorError(
                "{stage} has no field called “{field}”",
                remedy="Fields of this stage: {known:,}.",
                stage=stage,
                field=field,
                known=known,
            )
        found = state.standings(name)
        title = stage if len(state.fields) == 1 else f"{stage}, {name}"
        names = {each: who(self._state, each).name for each in (row.contestant for row in found.rows)}
        return Standings(found.purpose, found.rows, found.ranking, title, names)

    def table(self, stage: str = "", name: str = "travellers") -> Table:
        """A table of a stage for export: travellers, results, matches, standings or entries.

        It contains everything, including boards that someone has still to play.
        """
        return table_of(session_of(self.state, self.stage(stage), DESK), name)

    def postings(self) -> list[Posting]:
        """The whole book."""
        return list(self.book.postings())

    def save(self, path: str | Path) -> None:
        """Write the book to a new file with its rules; later acts are written there as they are posted."""
        target = Path(path)
        if target.exists():
            raise DirectorError(
                "{target} already exists",
                remedy="Books are never overwritten: choose another name.",
                target=target,
            )
        file = FileBook(target)
        drafts = [Draft(each.act, each.by, each.at, each.key) for each in self.book.postings()]
        stored = self.book.kept.editions.values() if isinstance(self.book, FileBook) else ()
        kept = list(stored) or [self._edition or edition_for(self.rules)]
        file.append(drafts, keep=kept)
        self.book = file

    def __repr__(self) -> str:
        """The event, and the number of its last posting."""
        return f"<Event {self.rules}, {self.book.last()} postings>"
