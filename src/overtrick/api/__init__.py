"""The front door for programs: score a result, read a rule, run an event, keep its book and open it again.

What stands here is stable: `import overtrick as ot` offers these names, and a release that changes one says so in the
changelog. Rooms behind it may be imported too, and may move.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from uuid import uuid4

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
from overtrick.regulations.read.library import Rulebook, library
from overtrick.views.names import who
from overtrick.views.readers import DESK
from overtrick.views.sessions import session_of

__all__ = [
    "Board", "Clause", "DirectorError", "Event", "Figure", "OvertrickError", "RegulationErrors", "Result",
    "ResultRefused", "Rulebook", "Standings", "Table", "__version__", "acts", "events", "imps", "read_result",
    "rules", "score", "vps",
]  # fmt: skip
__version__ = version("overtrick")
TRIES = 50
"""How often an act is decided on again because somebody else posted first."""


def score(result: str | Single, board: int, source: str = "") -> Figure[int]:
    """North-South's points for a result on a numbered board, with Law 77 and the vulnerability behind it.

    >>> print(score("4SX S +1", board=13).line())
    +990 points  board 13, all vulnerable  (Law 77)
    """
    read = read_result(result) if isinstance(result, str) else result
    if not isinstance(read, Single):
        raise ResultRefused(
            "{read} is not one score at one table",
            clause="Law 77",
            remedy="Give a contract and its tricks, or points.",
            read=read,
        )
    return board_score(Board.numbered(board), read, source)


def imps(ours: int | Figure[Exact], theirs: int | Figure[Exact]) -> Figure[int]:
    """International match points of one score against another (Law 78B).

    >>> print(imps(620, -50))
    +12 IMPs
    """
    return _imps(_points(ours), _points(theirs))


def vps(net: int | Figure[Exact], boards: int, scale: str) -> Figure[Exact]:
    """Victory points for net IMPs over so many boards, on a scale of the rulebook.

    >>> print(vps(12, boards=8, scale="abf/swiss-pairs").line())
    14.58 VPs  +12 IMPs over 8 boards on the ABF Swiss Pairs scale  (NSWSP Table 1)
    """
    known = rules().scale(scale)
    return _vps(net if isinstance(net, Figure) else Figure(net, IMPS, known.clause, note=phrase("net")), boards, known)


def rules() -> Rulebook:
    """The rulebook that comes with the program; rules are built when they are asked for."""
    return library()


def events() -> dict[str, str]:
    """The events that can be run, by id, with their names.

    >>> events()["nsw-swiss-pairs/congress"]
    'Bridge NSW Swiss Pairs Congress'
    """
    return {name: file.event.name for name, file in event_files().items()}


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _points(given: int | Figure[Exact]) -> Figure[Exact]:
    return given if isinstance(given, Figure) else points(given)[0]


class Event:
    """An event in a program's own hands: its regulation, its book, and how things stand.

    Every act is decided on by the regulation, tried on a copy, appended to the book and folded, or refused with a
    `DirectorError` that says why; then nothing has changed. A new event is kept in memory until it is saved; one that
    was opened or saved is on the disk whenever an act returns.

    *cautions* is what an official should know of the last call that posted: what was allowed and is still to be looked
    at, like a pair that sits out and has no score.
    """

    def __init__(self, state: Tournament, book: MemoryBook | FileBook, rules: str, by: str) -> None:
        """How things stand, where it is kept, by which rules, and who posts; `new` and `open` make one."""
        self._state = state
        self.book = book
        self.rules = rules
        self.by = by
        self.cautions: tuple[str, ...] = ()

    @classmethod
    def new(cls, event: str, *, by: str = "director") -> "Event":
        """A new event by its id, its name or the path of an event file; *by* is who posts its acts."""
        name, file = rules_name(event), find_event(event)
        made = cls(Tournament(plan_for(name), BookRules(name).plan), MemoryBook(), name, by)
        made.do(EventOpened(name, file.event.name, edition_for(name).hash, f"overtrick {__version__}"))
        return made

    @classmethod
    def open(cls, path: str | Path, *, by: str = "director") -> "Event":
        """The event whose book is in a file, as it stands at its end, by the rules that are kept in it."""
        found = open_file(Path(path))
        if not isinstance(found.opened, EventOpened):
            raise DirectorError(
                "{path} is the book of a selection year", remedy="Open the book of an event.", path=path
            )
        return cls(found.event(), FileBook(found.path), found.rules.name, by)

    @property
    def state(self) -> Tournament:
        """How things stand, with what others have posted to the same file."""
        for posting in self.book.postings(self._state.last):
            self._state.post(posting)
        return self._state

    def do(self, *wanted: Act, at: str = "") -> tuple[str, ...]:
        """Post acts in turn, now or at a time in ISO 8601; the cautions that came of them.

        Where another program posts to the same file first, an act is decided on again as things stand then.
        """
        cautions: list[str] = []
        for act in wanted:
            cautions += self._post(act, Poster(self.by, at or _now(), uuid4().hex))
        self.cautions = tuple(cautions)
        return self.cautions

    def do_once(self, act: Act, key: str) -> tuple[str, ...]:
        """Post an act under a key, now; nothing if the book has that key. The cautions that came of it."""
        known = any(posting.key == key for posting in self.book.postings())
        self.cautions = () if known else self._post(act, Poster(self.by, _now(), key))
        return self.cautions

    def _post(self, act: Act, poster: Poster) -> tuple[str, ...]:
        for _ in range(TRIES):
            intention = intend(self.state, act, poster, decide)
            with suppress(LedgerMoved):
                self._state, _ = keep(self._state, self.book, intention)
                return intention.cautions
        raise LedgerMoved(list(self.book.postings(self._state.last)))

    def enter(self, entries: int | Iterable[str]) -> None:
        """Take so many entries, or one for each name; they are numbered on from those there are.

        This and the calls below leave what an official should know in `cautions`.
        """
        taken = len(self.state.entries)
        names = [""] * entries if isinstance(entries, int) else list(entries)
        self.do(*(EntryTaken(str(number), name) for number, name in enumerate(names, start=taken + 1)))

    def start(self, stage: str, *, seed: str = "") -> None:
        """Start a stage with the contestants the regulation takes; entries that are open are closed first.

        *seed* is that of the stage's lot, drawn anew if it is not given.
        """
        told = () if self.state.entries_closed else self.do(EntriesClosed())
        told += self.do(LotDrawn(stage, seed=seed or token_hex(8)))
        told += self.do(StageStarted(stage, stage_fields(self.state, stage)))
        self.cautions = told

    def draw(self, stage: str, *, seed: str = "") -> DrawPublished:
        """Publish the next draw of a stage as the regulation makes it; its tables are in `seatings`."""
        drawn = draft(self.state, stage, seed or token_hex(8))
        self.do(drawn)
        return drawn

    def result(self, stage: str, round: int, table: int, board: int, result: str | Result, *, room: str = "") -> None:  # noqa: A002 - the bridge word
        """Enter a result at a table; *room* is `open` or `closed` for teams."""
        read = read_result(result) if isinstance(result, str) else result
        self.do(ResultPosted(stage, round, table, board, read, room))

    def missing(self, stage: str, round: int) -> list[tuple[int, str, int]]:  # noqa: A002 - the bridge word
        """The table, room and board of every result a round still lacks."""
        return list(self.stage(stage).missing(round))

    def close_round(self, stage: str, round: int) -> None:  # noqa: A002 - the bridge word
        """Close a round whose results are in."""
        self.do(RoundClosed(stage, round))

    def close_stage(self, stage: str) -> None:
        """Close a stage: its order stands, and those who qualify may go on."""
        self.do(StageClosed(stage))

    def stage(self, name: str) -> StageState:
        """A stage that has started, with everything that is known of it."""
        return self.state.stage(name)

    def standings(self, stage: str, field: str = "") -> Standings:
        """The standings of a stage, of its only field or of the one named. Every total has its `why`."""
        state = self.stage(stage)
        name = field or state.fields[0].name
        found = state.standings(name)
        title = stage if len(state.fields) == 1 else f"{stage}, {name}"
        names = {each: who(self._state, each).name for each in (row.contestant for row in found.rows)}
        return Standings(found.purpose, found.rows, found.ranking, title, names)

    def table(self, stage: str, name: str = "travellers") -> Table:
        """A table of a stage as it goes out: travellers, results, matches, standings or entries.

        A director has everything in it, boards that somebody has still to play too.
        """
        return table_of(session_of(self.state, self.stage(stage), DESK), name)

    def postings(self) -> list[Posting]:
        """The whole book."""
        return list(self.book.postings())

    def save(self, path: str | Path) -> None:
        """Write the book to a new file with the rules it goes by; later acts go there as they are posted."""
        target = Path(path)
        if target.exists():
            raise DirectorError(
                "{target} exists", remedy="A book is never written over: choose another name.", target=target
            )
        file = FileBook(target)
        drafts = [Draft(each.act, each.by, each.at, each.key) for each in self.book.postings()]
        kept = self.book.kept.editions.values() if isinstance(self.book, FileBook) else [edition_for(self.rules)]
        file.append(drafts, keep=list(kept))
        self.book = file

    def __repr__(self) -> str:
        """Which event it is, and how far its book goes."""
        return f"<Event {self.rules}, {self.book.last()} postings>"
