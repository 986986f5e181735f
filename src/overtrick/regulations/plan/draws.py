"""How a stage of an event file is played: its size, its rounds and sessions, and its draw as the core plans it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from overtrick.core.draws.round_robin import Rounds
from overtrick.core.draws.rules import Odd, Placed, SwissRule
from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.stages import Entrants, Seats, seats_at
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.plan.ways import (
    FinalsPlay,
    MonradPlay,
    PrintedRobins,
    RobinDraw,
    RobinPlay,
    SessionMovement,
    SessionPlay,
    StanzaPlay,
    SwissPlay,
    TallyPlay,
    TwoFieldForm,
    TwoFieldPlay,
)
from overtrick.core.event.play.round_robin import robins_of
from overtrick.core.event.play.session_movements import session_length, session_movement
from overtrick.core.movements.families import Family
from overtrick.core.movements.notation import read_movement
from overtrick.core.movements.two_fields import propose_length
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.session import Missed
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.draws import DrawBook, Printed
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.refs import Ref
from overtrick.regulations.grammar.stages import DrawWords, MovementWords, StageWords
from overtrick.regulations.grammar.swiss import SwissWords, swiss_rule
from overtrick.regulations.plan.formats import PlannedStage
from overtrick.regulations.plan.rules import rule_of
from overtrick.regulations.read.documents import said_of, split

LONGEST = Span(13, 13)
"""The rounds of a movement whose file does not say: all there are, up to an evening of rounds of two boards."""

FULL = (Family.HOWELL, "own")
"""Movements that have all their rounds where a file does not say."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A stage in numbers: how many play in each field, how many came from each, its rounds, boards and sessions."""

    fields: tuple[int, ...]
    each: int
    rounds: int
    boards: int
    sessions: tuple[int, ...]
    lengths: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many play in the stage."""
        return sum(self.fields)

    @property
    def tables(self) -> int:
        """The tables of a stage of pairs: as many as its larger line, or half its field."""
        return max(self.fields) if len(self.fields) > 1 else (self.size + 1) // 2


def shape_of(each: PlannedStage, entrants: Entrants, before: Mapping[str, Shape], file: EventFile) -> Shape:
    """The numbers of a stage; what its words leave open follows from its draw."""
    words = each.words
    taken = _taken(words, before, file)
    size = entrants.playing if taken is None else taken * _source_fields(words, before)
    fields = _lines(words, size)
    tables = max(fields) if len(fields) > 1 else (size + 1) // 2
    matches, boards, sessions = _length(words, file)
    match words.play:
        case "round robin":
            robins = robins_of(_robin(words, file), boards or 0, size)
            matches = sum(len(robin.rounds) for robin in robins)
        case "sessions":
            matches, boards = _movement_length(words, size, sessions)
        case "finals":
            matches = _finals(words, file).brackets[0].weeks
            sessions = (1,) * matches
        case "tally":
            matches = boards = 0
        case "two fields" if matches is None:
            count = sessions if isinstance(sessions, int) else 1
            span = _session_boards(words)
            length = propose_length(tables, count, span.least, span.most or span.least)
            matches, boards = length.rounds * count, length.boards
        case _:
            pass
    if matches is None or boards is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} does not say how many matches of how many boards."])
    by_session = _sessions(words, matches, sessions, file)
    lengths = (words.first_boards, *(boards,) * (len(by_session) - 1)) if words.first_boards is not None else ()
    return Shape(fields, taken or 0, matches, boards, by_session, lengths)


def _taken(words: StageWords, before: Mapping[str, Shape], file: EventFile) -> int | None:
    """How many come from each field of the stage before."""
    source = words.source
    if source is None:
        return None
    if source.stage not in before:
        known = ", ".join(before) or "none"
        raise RegulationErrors(
            [f"{source.clause.cite}: {words.name} comes from “{source.stage}”; before it are {known}."]
        )
    fields = len(before[source.stage].fields)
    rule = rule_of(file, words.qualify)
    if isinstance(source.each, int):
        taken = source.each
    elif source.attendance:
        taken = min(_seated(before[source.stage].size, file), *before[source.stage].fields)
    elif isinstance(source.places, int):
        if source.places % fields:
            raise RegulationErrors([f"{source.clause.cite}: {source.places} places are not as many from each field."])
        taken = source.places // fields
    elif rule is not None and rule.places is not None:
        taken = rule.places
    else:
        raise RegulationErrors([f"{source.clause.cite}: {words.name} does not say how many come from {source.stage}."])
    if taken > min(before[source.stage].fields):
        raise RegulationErrors(
            [f"{source.clause.cite}: {taken} are to come from fields of {before[source.stage].fields}."]
        )
    return taken


def seats_by_attendance(file: EventFile) -> tuple[Seats, ...]:
    """How many seats the document's final has for each average attendance."""
    return tuple(Seats(each.clause, each.at_least, 2 * each.tables) for each in _book(file.folder).howells)


def _seated(playing: int, file: EventFile) -> int:
    """The seats of a final if everybody who plays came to every session."""
    return seats_at(seats_by_attendance(file), playing).places


def _source_fields(words: StageWords, before: Mapping[str, Shape]) -> int:
    return len(before[words.source.stage].fields) if words.source else 1


def _lines(words: StageWords, size: int) -> tuple[int, ...]:
    """How many are in each field of a stage; in a movement of two winners, in each of its lines."""
    if words.fields is None and winners_of(words, size) == 2:
        return tuple(map(len, session_movement(_session_play(words), size).lines))
    return _split(size, len(words.fields.names) if words.fields else 1)


def winners_of(words: StageWords, size: int) -> int:
    """How many rankings a session has for a field of this size, as the row of its movement says; one if it does not."""
    return (words.play == "sessions" and _session_play(words).movement(size).winners) or 1


def _split(size: int, fields: int) -> tuple[int, ...]:
    return tuple(size // fields + (place < size % fields) for place in range(fields))


Sessions = int | tuple[int, ...] | None


def _length(words: StageWords, file: EventFile) -> tuple[int | None, int | None, Sessions]:
    """Matches, boards and sessions as the stage says them, or the layout it names."""
    matches = words.matches if isinstance(words.matches, int) else None
    boards = words.boards if isinstance(words.boards, int) else None
    sessions = words.sessions if isinstance(words.sessions, int | tuple) else None
    if isinstance(words.matches_a_session, int) and isinstance(sessions, int):
        matches = sessions * words.matches_a_session
    layout = rule_of(file, words.layout)
    if layout is None:
        return matches, boards, sessions
    return matches or layout.matches, boards or layout.boards, sessions or layout.by_session


def _sessions(words: StageWords, matches: int, sessions: Sessions, file: EventFile) -> tuple[int, ...]:
    if words.programme is not None:
        sessions = tuple(len(rounds) for rounds in rule_of(file, words.programme).days.values())
    if words.sessions == "each match":
        return (1,) * matches
    if isinstance(sessions, int):
        # The longer sessions come first, where they cannot all be of one length.
        sessions = _split(matches, sessions)
    if sessions is None:
        return (matches,)
    if sum(sessions) != matches:
        raise RegulationErrors(
            [f"{words.clause.cite}: {words.name} has {matches} matches, its sessions {sum(sessions)}."]
        )
    return sessions


def _movement_length(words: StageWords, size: int, sessions: Sessions) -> tuple[int, int]:
    count = sessions if isinstance(sessions, int) else 1
    rounds, boards = session_length(_session_play(words), size)
    return rounds * count, boards


def _session_boards(words: StageWords) -> Span:
    span = words.draw.session_boards if words.draw else None
    if span is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} does not say how many boards a session has."])
    return span


def _book(folder: str) -> DrawBook:
    book = said_of(DrawBook, folder)
    if book is None:
        raise RegulationErrors([f"{folder} prints no draws."])
    return book


def play_of(each: PlannedStage, shape: Shape, file: EventFile) -> WayToPlay:
    """How a stage is played, as the core has it."""
    words = each.words
    match words.play:
        case "swiss":
            return _swiss(words, file)
        case "monrad":
            return _monrad(words)
        case "round robin":
            return _robin(words, file)
        case "two fields":
            draw = words.draw
            form = (draw.form if draw else None) or TwoFieldForm.PLANNED
            return TwoFieldPlay(form, (draw.sections if draw else None) or 3, draw.house if draw else None)
        case "sessions":
            _refuse_sit_out(words, file)
            return _session_play(words)
        case "stanzas":
            return StanzaPlay(shape.rounds, rule_of(file, words.draw.rights) if words.draw else None)
        case "finals":
            return _finals(words, file)
        case "tally":
            return _tally(words, file)
        case None:
            raise RegulationErrors([f"{words.clause.cite}: {words.name} does not say how it is played."])
        case _:
            assert_never(words.play)


def _refuse_sit_out(words: StageWords, file: EventFile) -> None:
    """A per cent for a sit-out says something only of one session scored in per cent."""
    if not isinstance(_sit_out(words), int):
        return
    if words.scoring is None or rule_of(file, words.scoring).percent is None or words.season is not None:
        what = "gives per cents for sit-outs, but its sessions are not ranked in per cent"
        raise RegulationErrors([f"{words.clause.cite}: {words.name} {what}."])


def _swiss(words: StageWords, file: EventFile) -> SwissPlay:
    draw = words.draw
    if draw is not None and draw.rule is not None:
        return _named_swiss(draw, rule_of(file, draw.rule), words)
    if draw is None or draw.first is None or draw.odd is None or draw.rematch is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} needs a draw with first, rematch and odd."])
    share = draw.share if draw.odd is Odd.SHARE else None
    rule = SwissRule(draw.clause, draw.first, draw.rematch, draw.placed or Placed.IN_ORDER, odd=draw.odd, share=share)
    house = (draw.house or draw.clause) if draw.odd is Odd.HOUSE else None
    return SwissPlay(rule, draw.modified, house)


def _monrad(words: StageWords) -> MonradPlay:
    draw = words.draw
    if draw is None or draw.first is None or draw.odd is None or draw.apart is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} needs a draw with first, odd and apart."])
    if draw.apart < 1 or draw.odd is Odd.SHARE:
        raise RegulationErrors(
            [f"{draw.clause.cite}: a Monrad keeps two apart for a round at least, and has no matches of three."]
        )
    house = (draw.house or draw.clause) if draw.odd is Odd.HOUSE else None
    return MonradPlay(SwissRule(draw.clause, draw.first, odd=draw.odd), house=house, apart=draw.apart)


def _named_swiss(draw: DrawWords, named: SwissWords, words: StageWords) -> SwissPlay:
    """A Swiss that the document states, with the ways it leaves open; what the event says itself stands before it."""
    if draw.clause.cite != named.clause.cite:
        raise RegulationErrors(
            [f"{draw.clause.cite}: {words.name} is drawn by {named.id}, which is {named.clause.cite}."]
        )
    rule, odd = swiss_rule(named, draw.first, draw.odd)
    rule = replace(rule, rematch=draw.rematch or rule.rematch, placed=draw.placed or rule.placed)
    modified = draw.modified or (named.replay.clause if named.replay else None)
    return SwissPlay(rule, modified, (draw.house or odd) if rule.odd is Odd.HOUSE else None)


def _robin(words: StageWords, file: EventFile) -> RobinPlay:
    draw = words.draw
    if draw is None:
        return RobinPlay()
    by_number, switched = draw.second == "by number", draw.half_way is not False
    printed = tuple(
        robins for name in draw.printed or () for robins in _printed(name, file, by_number=by_number, switched=switched)
    )
    finals = tuple(rule_of(file, name) for name in draw.finals or ())
    bye_moved = _book(file.folder).bye_moved if draw.bye_moved else None
    byes_spread = _book(file.folder).byes_spread if draw.byes_spread else None
    return RobinPlay(printed, finals, draw.times or 1, bye_moved, byes_spread, draw.by_lot)


def _finals(words: StageWords, file: EventFile) -> FinalsPlay:
    names = words.draw.brackets if words.draw else None
    if not names:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} names no finals system."])
    found = said_of(Brackets, file.folder)
    return FinalsPlay(tuple(rule_of(file, name) for name in names), found.absence if found else None)


def _tally(words: StageWords, file: EventFile) -> TallyPlay:
    draw = words.draw
    if draw is None or draw.stages is None or draw.points is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} needs a draw with stages and points."])
    said = said_of(Eligibilities, file.folder) if draw.same_team else None
    return TallyPlay(draw.stages, rule_of(file, draw.points), said.common_members if said else None)


def _printed(reference: Ref[Printed], file: EventFile, *, by_number: bool, switched: bool) -> tuple[PrintedRobins, ...]:
    """The printed round robins of a name: all the qualifying stages of a document, or one draw of it.

    A draw printed with its seeds is held by seeds; one short, the lowest seed's place is the bye. Without
    *switched* nobody changes directions half-way, though the draw says so.
    """
    folder, name = split(reference, file.folder)
    book = _book(folder)
    if name == "qualifying":
        return tuple(
            PrintedRobins(
                stage.teams,
                tuple(
                    RobinDraw(robin.draw.rounds, robin.by_placing, robin.sits_first, robin.clause, by_number)
                    for robin in stage.robins
                ),
            )
            for stage in book.qualifying
        )
    draw = book.draws[name]
    rounds: Rounds = draw.by_seed() if draw.seeds else draw.rounds
    size = 2 * len(rounds[0])
    return (PrintedRobins((size - 1, size), (RobinDraw(rounds, half_way=draw.half_way if switched else ()),)),)


def _session_play(words: StageWords) -> SessionPlay:
    draw = words.draw
    if draw is None or not draw.movements:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} names no movements."])
    movements = tuple(_session_movement(each) for each in draw.movements)
    given = all(each.boards_a_round is not None or each.own is not None for each in movements)
    boards = Span(1) if given and draw.session_boards is None else _session_boards(words)
    return SessionPlay(movements, boards, _sit_out(words))


def _sit_out(words: StageWords) -> int | Missed:
    """What boards bring that a pair sits out."""
    said = words.draw.sit_out if words.draw else None
    if isinstance(said, int) and not 0 <= said <= 100:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} gives {said} per cent for a sit-out."])
    if isinstance(said, int):
        return said
    return Missed.OWN_AVERAGE if said == "own average" else Missed.NOTHING


def _session_movement(each: MovementWords) -> SessionMovement:
    own = read_movement(each.own) if each.own is not None else None
    boards = each.boards_a_round
    return SessionMovement(
        each.tables, None if each.movement == "own" else each.movement, _rounds_of(each), each.form, each.half_table,
        own.boards_a_set if own is not None and boards is None else boards, each.winners, each.switched, each.missing,
        each.core, own,
    )  # fmt: skip


def _rounds_of(movement: MovementWords) -> Span | None:
    return movement.rounds or (None if movement.movement in FULL else LONGEST)
