"""A file of results on its way in: read, named, scored by the nearest rules, played again, and compared."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from overtrick.core.errors import DirectorError
from overtrick.core.exact import short_text
from overtrick.core.scoring.boards import BoardRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.wording import Phrase, Said, count_of, phrase
from overtrick.director.imports.awards import awards_by_points
from overtrick.director.imports.comparison import Comparison, best_scoring, compare
from overtrick.director.imports.penalties import penalty_of
from overtrick.director.imports.replay import Replayed, Source, replay
from overtrick.formats.name_map import with_names
from overtrick.formats.recognition import Format, read_session, recognised
from overtrick.formats.session import Kind, Method, Person, Session
from overtrick.regulations.plan.imported_games import BUTLER, CROSS_IMPS, MATCHPOINTS, game_for, scorings_like

_BOARDS: Mapping[Method, tuple[type[BoardRule], ...]] = {
    Method.MATCHPOINTS: MATCHPOINTS, Method.BUTLER: BUTLER, Method.CROSS_IMPS: CROSS_IMPS, Method.IMPS: BUTLER,
}  # fmt: skip
METHODS = {"matchpoints": Method.MATCHPOINTS, "butler": Method.BUTLER, "cross-imps": Method.CROSS_IMPS}
"""How a session of pairs is scored, in the words in which somebody says it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody says of a file that the file does not say, or says otherwise."""

    method: Method | None = None
    scoring: str = ""
    title: str = ""
    names: Mapping[str, Person] | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """A file that came in: its format, the event it became, everything beside everything, and what to know of it."""

    format: Format
    replayed: Replayed
    comparison: Comparison
    ways: tuple[Scoring, ...]
    notes: tuple[Said, ...]

    @property
    def session(self) -> Session:
        """What the file holds."""
        return self.replayed.session


def bring_in(data: bytes, name: str, wanted: Wanted, *, called: str, program: str) -> Imported:
    """The event that a file of results makes, compared line by line; nothing is kept anywhere.

    *called* is the name of its event file, *program* the program that makes the book.
    """
    kind = recognised(data, name)
    session = _as_wanted(read_session(data, name), wanted)
    boards = _BOARDS.get(session.method)
    if session.kind is not Kind.PAIRS or boards is None:
        raise _not_imported(session, name)
    notes: tuple[Said, ...]
    session, notes = awards_by_points(session)
    game = game_for(boards)
    ways = tuple(scorings_like(game))
    scoring = _chosen(ways, wanted.scoring) if wanted.scoring else best_scoring(session, ways)
    found = replay(session, Source.of(data, name), game, scoring, called=called, program=program)
    notes = (*notes, *_method_note(session), *_seating_notes(found), *_total_notes(session))
    return Imported(kind, found, compare(found, ways), ways, notes)


def _not_imported(session: Session, name: str) -> DirectorError:
    """Why a session cannot be imported: it is not of pairs, or its boards are not scored across the field."""
    if session.kind is not Kind.PAIRS:
        return DirectorError(
            "{name} is of {kind}[: {source}]. Only sessions of pairs can be imported",
            remedy="Create the event at the desk under its own rules, and enter its results there.",
            name=name,
            kind=session.kind.value,
            source=session.kind_source,
        )
    return DirectorError(
        "{name} is scored by {method}[: {source}]. Pairs are imported at matchpoints, Butler or cross-IMPs",
        remedy="Say how to score it: --method at the prompt, “How it was scored” at the desk.",
        name=name,
        method=session.method.value,
        source=session.method_source,
    )


def _method_note(session: Session) -> tuple[Phrase, ...]:
    """By which method the session is scored, and where the file says so."""
    said = phrase("the method is {method}: {source}", method=session.method.value, source=session.method_source)
    return (said,) if session.method_source else ()


def _as_wanted(session: Session, wanted: Wanted) -> Session:
    if wanted.method is not None:
        session = replace(session, method=wanted.method, method_source="")
    session = replace(session, title=wanted.title or session.title)
    return session if wanted.names is None else with_names(session, wanted.names)


def _chosen(ways: tuple[Scoring, ...], id_: str) -> Scoring:
    for each in ways:
        if each.id == id_:
            return each
    raise DirectorError(
        "This session cannot be scored by {scoring}",
        remedy="It can by {ways:,}.",
        scoring=id_,
        ways=tuple(each.id for each in ways),
    )


def _seating_notes(found: Replayed) -> tuple[str, ...]:
    """How the session was seated, and who of the list has no line."""
    movement, seated = found.seated.movement, found.seated
    rounds = f"{count_of(len(movement.rounds), 'round')} of {count_of(movement.boards_a_set, 'board')}"
    said = f"the {rounds} are the file's own" if seated.given else f"the {rounds} are put together from who met whom"
    shared = f"; up to {movement.sharing} tables share a set" if movement.sharing > 1 else ""
    switched = [
        f"round {number}, table {table}: the sides are the other way round on board {', '.join(map(str, boards))}"
        for (number, table), boards in seated.switched.items()
    ]
    playing = {each.number for each in seated.contestants}
    idle = [each.number for each in found.session.contestants if each.number not in playing]
    return (f"{said}{shared}", *switched, *([f"without a line, and left out: {', '.join(idle)}"] if idle else []))


def _total_notes(session: Session) -> Iterator[Phrase]:
    """What the file takes from totals or adds to them, and whether it is imported."""
    unit = "%" if session.method is Method.MATCHPOINTS else " IMPs"
    for each in session.contestants:
        if amount := penalty_of(session, each):
            given = f"{short_text(amount)}{unit}"
            yield phrase("{pair} has a penalty of {given}, as in the file", pair=each.number, given=given)
        elif each.penalty:
            yield phrase(
                "{pair} has a penalty of {given} in the file, which its total there does not show; it is not imported",
                pair=each.number,
                given=short_text(each.penalty),
            )
        if each.bonus:
            yield phrase(
                "{pair} has a handicap or bonus of {given} in the file, which is not imported",
                pair=each.number,
                given=short_text(each.bonus),
            )
