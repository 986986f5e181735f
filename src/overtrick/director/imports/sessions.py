"""Import of a file of results: read, named, scored by the closest rules, replayed and compared.

Where the points beside an award contradict its name, the points count.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain, short_text
from overtrick.core.laws.matchpoints import top
from overtrick.core.model.results import Artificial, Award, AwardedPercent
from overtrick.core.scoring.boards import BoardRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.imports.comparison import Comparison, best_scoring, compare
from overtrick.director.imports.penalties import penalty_of
from overtrick.director.imports.replay import ReplayedSession, SourceFile, replay
from overtrick.formats.people_csv import with_names
from overtrick.formats.recognition import Format, read_session, recognise_format
from overtrick.formats.session import EventKind, Method, Person, Session, SessionLine
from overtrick.regulations.plan.games import BUTLER, CROSS_IMPS, MATCHPOINTS, game_for, scorings_like

_BOARDS: Mapping[Method, tuple[type[BoardRule], ...]] = {
    Method.MATCHPOINTS: MATCHPOINTS, Method.BUTLER: BUTLER, Method.CROSS_IMPS: CROSS_IMPS, Method.IMPS: BUTLER,
}  # fmt: skip
METHODS = {"matchpoints": Method.MATCHPOINTS, "butler": Method.BUTLER, "cross-imps": Method.CROSS_IMPS}
"""The scoring methods for a session of pairs, by the names a user types."""

_ROUNDED = Fraction(1, 10)
"""The rounding by which points may differ from an award and still be that award."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the user adds to a file, or overrides in it."""

    method: Method | None = None
    scoring: str = ""
    title: str = ""
    names: Mapping[str, Person] | None = None


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """An imported file: its format, the event made from it, the comparison of every number, and notes."""

    format: Format
    replayed: ReplayedSession
    comparison: Comparison
    ways: tuple[Scoring, ...]
    notes: tuple[Said, ...]

    @property
    def session(self) -> Session:
        """The content of the file."""
        return self.replayed.session


def bring_in(data: bytes, name: str, wanted: ImportOptions, *, called: str, program: str) -> ImportedFile:
    """The event that a file of results makes, compared line by line; nothing is stored.

    *called* is the name of its event file, *program* the program that makes the book.
    """
    kind = recognise_format(data, name)
    session = _as_wanted(read_session(data, name), wanted)
    boards = _BOARDS.get(session.method)
    if session.kind is not EventKind.PAIRS or boards is None:
        raise _not_imported(session, name)
    notes: tuple[Said, ...]
    session, notes = _awards_by_points(session)
    game = game_for(boards)
    ways = tuple(scorings_like(game))
    scoring = _find_scoring(ways, wanted.scoring) if wanted.scoring else best_scoring(session, ways)
    found = replay(session, SourceFile.of(data, name), game, scoring, called=called, program=program)
    notes = (*notes, *_method_note(session), *_seating_notes(found), *_total_notes(session))
    return ImportedFile(kind, found, compare(found, ways), ways, notes)


def _not_imported(session: Session, name: str) -> DirectorError:
    """The refusal of a session that is not of pairs, or whose boards are not scored across the field."""
    if session.kind is not EventKind.PAIRS:
        return DirectorError(
            "Only pairs sessions can be imported; {name} has the type “{kind}”[: {source}]",
            remedy="Create the event at the desk under its own rules, and enter its results there.",
            name=name,
            kind=session.kind.value,
            source=session.kind_source,
        )
    return DirectorError(
        "Pairs sessions can be imported only if scored by matchpoints, Butler or cross-IMPs; "
        "{name} is scored by {method}[: {source}]",
        remedy="Choose the scoring method: --method on the command line, “Scoring method” at the desk.",
        name=name,
        method=session.method.value,
        source=session.method_source,
    )


def _method_note(session: Session) -> tuple[Phrase, ...]:
    """The scoring method of the session, and where in the file it is given."""
    said = phrase(
        "the scoring method is {method} ({source})", method=session.method.value, source=session.method_source
    )
    return (said,) if session.method_source else ()


def _as_wanted(session: Session, wanted: ImportOptions) -> Session:
    if wanted.method is not None:
        session = replace(session, method=wanted.method, method_source="")
    session = replace(session, title=wanted.title or session.title)
    return session if wanted.names is None else with_names(session, wanted.names)


def _find_scoring(ways: tuple[Scoring, ...], id_: str) -> Scoring:
    for each in ways:
        if each.id == id_:
            return each
    raise DirectorError(
        "This session cannot be scored by {scoring}",
        remedy="Choose from {ways:,}.",
        scoring=id_,
        ways=tuple(each.id for each in ways),
    )


def _seating_notes(found: ReplayedSession) -> tuple[Phrase, ...]:
    """How the session was seated, and which listed contestants have no line."""
    movement, seated = found.seated.movement, found.seated
    said = phrase(
        "{rounds:#round} of {boards:#board}, {given:from the file|reconstructed from who met whom}[; up to {sharing} "
        "tables share a set]",
        rounds=len(movement.rounds), boards=movement.boards_a_set, given=bool(seated.given),
        sharing=movement.sharing if movement.sharing > 1 else "",
    )  # fmt: skip
    switched = [
        phrase(
            "round {round}, table {table}: the sides sat the other way round on {several:boards|board} {boards}",
            round=number, table=table, several=len(boards) > 1, boards=tuple(boards),
        )
        for (number, table), boards in seated.switched.items()
    ]  # fmt: skip
    playing = {each.number for each in seated.contestants}
    idle = tuple(each.number for each in found.session.contestants if each.number not in playing)
    left_out = (phrase("pairs left out because they have no results: {idle:,}", idle=idle),) if idle else ()
    return (said, *switched, *left_out)


def _total_notes(session: Session) -> Iterator[Phrase]:
    """Notes on what the file subtracts from totals or adds to them, and whether it is imported."""
    unit = "%" if session.method is Method.MATCHPOINTS else " IMPs"
    for each in session.contestants:
        if amount := penalty_of(session, each):
            given = f"{short_text(amount)}{unit}"
            yield phrase("pair {pair} has a penalty of {given}, as in the file", pair=each.number, given=given)
        elif each.penalty:
            yield phrase(
                "the file gives pair {pair} a penalty of {given} but leaves it out of the pair’s total; the "
                "penalty is not imported",
                pair=each.number,
                given=short_text(each.penalty),
            )
        if each.bonus:
            yield phrase(
                "pair {pair} has a handicap or bonus of {given} in the file, which is not imported",
                pair=each.number,
                given=short_text(each.bonus),
            )


def _awards_by_points(session: Session) -> tuple[Session, tuple[Phrase, ...]]:
    """The session with each award as its matchpoints have it, and notes on those read otherwise than they are named.

    Only awards have no play to score: a program that cannot express 57.5% writes `A5050` together with the matchpoints.
    """
    if session.method is not Method.MATCHPOINTS:
        return session, ()
    count = Counter(line.board for line in session.lines)
    lines, notes = [], []
    for line in session.lines:
        meant = _implied_award(line, top(max(2, count[line.board])))
        if meant is not None:
            notes.append(
                phrase(
                    "{line}: the file says {award}, but the points are those of {meant}, which is used",
                    line=line.where,
                    award=line.result,
                    meant=meant,
                )
            )
        lines.append(line if meant is None else replace(line, result=meant))
    return replace(session, lines=tuple(lines)), tuple(notes)


def _implied_award(line: SessionLine, most: int) -> Artificial | None:
    """The award that the points beside it mean; `None` where they fit its name."""
    if not isinstance(line.result, Artificial) or line.ns_points is None or line.ew_points is None:
        return None
    sides = ((line.result.ns, line.ns_points), (line.result.ew, line.ew_points))
    if all(_worth(award, most, points) for award, points in sides):
        return None
    ns, ew = (AwardedPercent(plain(Fraction(points) * 100 / most)) for _, points in sides)
    return Artificial(ns, ew) if all(0 <= each.percent <= 100 for each in (ns, ew)) else None


def _worth(award: Award, most: int, points: Exact) -> bool:
    """Whether an award is worth these matchpoints; one that is not in per cent always passes."""
    if not isinstance(award, AwardedPercent):
        return True
    return abs(Fraction(award.percent * most, 100) - points) < _ROUNDED
