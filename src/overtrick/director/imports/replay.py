"""A session from a file, replayed through the director's own checks into postings.

Every posting names the file it came from, and its key contains the fingerprint of the file and the line. The same file
makes exactly the same postings, regardless of who imports it and when.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    BoardDealt,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    Field,
    PenaltyGiven,
    Posting,
    ResultPosted,
    RoundClosed,
    RulingGiven,
    SidesSwitched,
    StageClosed,
    StageStarted,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.cards import Card
from overtrick.core.model.contestants import Player
from overtrick.core.model.results import Artificial, NotPlayed
from overtrick.core.movements.movement import boards_of
from overtrick.core.scoring.rounds import Scoring
from overtrick.director.deals import boards_at
from overtrick.director.decide import decide
from overtrick.director.draws import draft
from overtrick.director.imports.penalties import penalty_of
from overtrick.director.imports.seating import SeatedSession, seat
from overtrick.director.posting import Poster, decided_on, keep
from overtrick.formats.session import Contestant, Session, SessionLine
from overtrick.ledger.memory import MemoryBook
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.plan.games import imported_text
from overtrick.regulations.read.editions import ENDING, Edition, in_force, use_edition

UNKNOWN_DAY = date(2000, 1, 1)
"""The date of a session whose file does not give one."""
_AWARDED = "Law 12C2"
_PENALISED, _PENALTY_CLAUSE = "procedural penalty", "Law 90"
"""The reason for a penalty whose file gives none, and the clause that leaves it to the director."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The file a session came from: its name, and the fingerprint of its bytes."""

    name: str
    hash: str

    @classmethod
    def of(cls, data: bytes, name: str) -> "SourceFile":
        """The source for a file with these bytes."""
        return cls(name, sha256(data).hexdigest())

    @property
    def short(self) -> str:
        """The fingerprint as used in keys."""
        return self.hash[:16]


@dataclass(slots=True)
class ReplayedSession:
    """A session as an event: its file of rules, its edition, the book, and the state at its end."""

    session: Session
    seated: SeatedSession
    scoring: Scoring
    name: str
    text: str
    edition: Edition
    event: Tournament
    source: SourceFile
    program: str
    book: MemoryBook = field(default_factory=MemoryBook)

    @property
    def postings(self) -> Sequence[Posting]:
        """Everything that was posted."""
        return list(self.book.postings())

    @property
    def stage(self) -> str:
        """The name of the session's only stage."""
        return self.event.current_plan().stages[0].name


def replay(
    session: Session, source: SourceFile, game: EventFile, scoring: Scoring, *, called: str, program: str
) -> ReplayedSession:
    """Replay a session, from its entries to its close, under a game and a scoring method."""
    seated = seat(session)
    text = imported_text(
        game, title=session.title, called=called, movement=seated.movement, scoring=scoring
    )  # fmt: skip
    name = f"{called}{ENDING}"
    edition = in_force().with_own(name, text).reached_from([name])
    with use_edition(edition):
        found = ReplayedSession(
            session, seated, scoring, name, text, edition, Tournament(plan_for(name)), source, program
        )  # fmt: skip
        for key, act in _acts(found):
            _do(found, key, act)
    return found


def _do(found: ReplayedSession, key: str, act: Act) -> None:
    day = found.session.day or UNKNOWN_DAY
    poster = Poster(found.source.name, f"{day.isoformat()}T12:00:00Z", f"{found.source.short}:{key}")
    found.event, _ = keep(found.event, found.book, decided_on(found.event, act, poster, decide))


def _acts(found: ReplayedSession) -> Iterator[tuple[str, Act]]:
    """The acts to post, each with its key; later acts depend on the state reached by then."""
    yield "opened", EventOpened(found.name, found.session.title, found.edition.hash, found.program)
    for each in found.seated.contestants:
        yield f"entry {each.number}", EntryTaken(each.number, each.name, _players(each))
    yield "closed", EntriesClosed()
    plan = found.event.current_plan().stages[0]
    if len(plan.fields.names) != len(found.seated.fields):
        raise DirectorError(
            "The session has {own:#field}, but its event has {planned}",
            remedy="Check which pairs sat North–South and which East–West.",
            own=len(found.seated.fields),
            planned=len(plan.fields.names),
        )
    yield "started", StageStarted(plan.name, tuple(map(Field, plan.fields.names, found.seated.fields)))
    yield "drawn", draft(found.event, plan.name)
    played = boards_at(found.event.stage(plan.name), 1)
    for (_, board), deal in found.session.deals.items():
        if board in played:
            yield f"board {board}", BoardDealt(plan.name, 1, board, str(deal), found.source.name)
    yield from _results(found, plan.name)
    yield from _penalties(found, plan.name)
    for number in range(1, len(found.seated.movement.rounds) + 1):
        yield f"round {number}", RoundClosed(plan.name, number)
    yield "end", StageClosed(plan.name)


def _results(found: ReplayedSession, stage: str) -> Iterator[tuple[str, Act]]:
    """Every line as a result; a board of a meeting that has no line was not played there."""
    there: set[tuple[int, int, int]] = set()
    for place, line in enumerate(found.session.lines):
        number, table = found.seated.places[place]
        there.add((number, table, line.board))
        key, result = f"{line.where or place + 1}", line.result
        if isinstance(result, Artificial):
            reason = f"{found.source.name}, {line.where}"
            yield key, RulingGiven(stage, number, table, line.board, result, line.clause or _AWARDED, reason)
        else:
            shown = NotPlayed("no result in the file") if result is None else result
            yield key, ResultPosted(stage, number, table, line.board, shown, lead=_lead(line))
    for (number, table), boards in found.seated.switched.items():
        reason = f"{found.source.name} has them so"
        yield f"{number}/{table} switched", SidesSwitched(stage, number, table, reason, boards)
    for number, seats in enumerate(found.seated.movement.rounds, start=1):
        for seating in seats:
            first, last = boards_of(seating.boards, found.seated.movement.boards_a_set)
            for board in range(first, last + 1) if seating.played else ():
                if (number, seating.table, board) not in there:
                    act = ResultPosted(stage, number, seating.table, board, NotPlayed("no line in the file"))
                    yield f"{number}/{seating.table}/{board}", act


def _penalties(found: ReplayedSession, stage: str) -> Iterator[tuple[str, Act]]:
    """The penalties that the file subtracts from totals, posted in the last round."""
    last, unit = len(found.seated.movement.rounds), found.event.stage(stage).unit.many
    for each in found.seated.contestants:
        if amount := penalty_of(found.session, each):
            reason = f"{found.source.name} takes it from the total"
            yield (
                f"penalty {each.number}",
                PenaltyGiven(each.number, _PENALISED, stage, last, amount, unit, _PENALTY_CLAUSE, reason),
            )


def _players(each: Contestant) -> tuple[Player, ...]:
    return tuple(Player(person.name, person.number) for person in each.people if person.name)


def _lead(line: SessionLine) -> str:
    """The lead, where it is a card."""
    try:
        return str(Card.parse(line.lead)) if line.lead else ""
    except DirectorError:
        return ""
