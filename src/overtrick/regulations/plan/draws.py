"""How a stage of an event file is played: its size, its rounds and sessions, and its draw as the core plans it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.session_ways import Compare, SectionRanking, SessionPlay
from overtrick.core.event.plan.stages import Entrants, Seats, seats_at
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.play.lengths import Length, length_of, lines_of
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.place import FilePosition
from overtrick.regulations.grammar.stages import SourceWords, StageWords
from overtrick.regulations.grammar.ways import Draw
from overtrick.regulations.plan.rules import reach_of, rule_of


@dataclass(frozen=True, slots=True)
class Shape:
    """A stage in numbers: how many play in each field, its rounds, boards and sessions.

    *taken* is how many come from each field of every source, and how many places of the field precede them.
    """

    fields: tuple[int, ...]
    taken: tuple[tuple[int, int], ...]
    rounds: int
    boards: int
    sessions: tuple[int, ...]
    lengths: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of contestants in the stage."""
        return sum(self.fields)

    @property
    def tables(self) -> int:
        """The tables of a stage of pairs: as many as its larger line, or half its field."""
        return max(self.fields) if len(self.fields) > 1 else (self.size + 1) // 2


def shape_of(words: StageWords, entrants: Entrants, before: Mapping[str, Shape], file: EventFile) -> Shape:
    """The numbers of a stage; what its words leave open follows from its draw."""
    play = play_of(words)
    taken = tuple(
        (_dropping_in(words, source), 0)
        if source.event
        else (_count_qualifiers(words, source, before, file), _places_before(source, before))
        for source in words.source
    )
    came = [
        each * (len(before[source.stage].fields) if source.stage else 1)
        for source, (each, _) in zip(words.source, taken, strict=True)
    ]
    size = sum(came) if came else entrants.playing
    lines = () if words.fields else lines_of(play, size)
    fields = lines or _split(size, len(words.fields.names) if words.fields else 1)
    tables = max(fields) if len(fields) > 1 else (size + 1) // 2
    length = length_of(play, _stated_length(words), size, tables)
    matches, boards = length.rounds, length.boards
    if matches is None or boards is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} does not say how many matches of how many boards."])
    by_session = _sessions(words, matches, length.sessions)
    lengths = (words.first_boards, *(boards,) * (len(by_session) - 1)) if words.first_boards is not None else ()
    return Shape(fields, taken, matches, boards, by_session, lengths)


def _count_qualifiers(words: StageWords, source: SourceWords, before: Mapping[str, Shape], file: EventFile) -> int:
    """How many come from each field of an earlier stage."""
    if source.stage not in before:
        known = ", ".join(before) or "none"
        raise RegulationErrors(
            [f"{source.clause.cite}: {words.name} comes from “{source.stage}”; before it are {known}."]
        )
    fields = len(before[source.stage].fields)
    rule = rule_of(words.qualify)
    if isinstance(source.each, int):
        taken = source.each
    elif source.attendance:
        taken = min(_final_seats(before[source.stage].size, file), *before[source.stage].fields)
    elif isinstance(source.places, tuple):
        taken = _count_in_range(source, source.places, before[source.stage])
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


def _dropping_in(words: StageWords, source: SourceWords) -> int:
    """How many drop in from another event, after those who come from earlier stages."""
    if not isinstance(source.places, int) or words.source[0].event:
        told = "drop in after those of a stage, with a number of places"
        raise RegulationErrors([f"{source.clause.cite}: {words.name}: those from {source.event} {told}."])
    return source.places


def _places_before(source: SourceWords, before: Mapping[str, Shape]) -> int:
    """How many places of each field precede those that come from it."""
    places = source.places
    return (places[0] - 1) // len(before[source.stage].fields) if isinstance(places, tuple) else 0


def _count_in_range(source: SourceWords, places: tuple[int, ...], before: Shape) -> int:
    """How many come from each field by a range of places, or from a place to the last."""
    cite = source.clause.cite
    if not 1 <= len(places) <= 2 or not 1 <= places[0] <= places[-1]:
        raise RegulationErrors(
            [f"{cite}: places are written [first, last], or [first] where the last of all is meant."]
        )
    fields = len(before.fields)
    last = places[1] if len(places) == 2 else fields * min(before.fields)
    if (places[0] - 1) % fields or last % fields:
        raise RegulationErrors([f"{cite}: places {places[0]} to {last} are not as many from each field."])
    if last > fields * min(before.fields) or last < places[0]:
        raise RegulationErrors([f"{cite}: places {places[0]} to {last} are to come from fields of {before.fields}."])
    return (last - places[0] + 1) // fields


def seats_by_attendance(file: EventFile) -> tuple[Seats, ...]:
    """How many seats the document's final has for each average attendance."""
    book = reach_of(file).content(DrawBook)
    return tuple(Seats(each.clause, each.at_least, 2 * each.tables) for each in (book.howells if book else ()))


def _final_seats(playing: int, file: EventFile) -> int:
    """The seats of a final if everyone who plays came to every session."""
    return seats_at(seats_by_attendance(file), playing).places


def _split(size: int, fields: int) -> tuple[int, ...]:
    return tuple(size // fields + (place < size % fields) for place in range(fields))


def _stated_length(words: StageWords) -> Length:
    """Matches, boards and sessions as stated in the stage, or in the layout it names."""
    matches = words.matches if isinstance(words.matches, int) else None
    boards = words.boards if isinstance(words.boards, int) else None
    sessions = words.sessions if isinstance(words.sessions, int | tuple) else None
    if isinstance(words.matches_a_session, int) and isinstance(sessions, int):
        matches = sessions * words.matches_a_session
    layout = rule_of(words.layout)
    if layout is None:
        return Length(matches, boards, sessions)
    return Length(matches or layout.matches, boards or layout.boards, sessions or layout.by_session)


def _sessions(words: StageWords, matches: int, sessions: int | tuple[int, ...] | None) -> tuple[int, ...]:
    if words.programme is not None:
        sessions = tuple(len(rounds) for rounds in words.programme.rule.days.values())
    if words.sessions == "each match":
        return (1,) * matches
    if isinstance(sessions, int):
        # The longer sessions come first, where they cannot all have the same length.
        sessions = _split(matches, sessions)
    if sessions is None:
        return (matches,)
    if sum(sessions) != matches:
        raise RegulationErrors(
            [f"{words.clause.cite}: {words.name} has {matches} matches, its sessions {sum(sessions)}."]
        )
    return sessions


def _in_sections(words: StageWords, play: WayToPlay) -> WayToPlay:
    """A session divided into the sections of its stage."""
    if not (words.section or words.compare or words.ranked):
        return play
    if words.play != "sessions" or words.season or words.fields or not words.section:
        told = "compare and ranked are about sections, which only sessions of a movement have"
        raise RegulationErrors([f"{words.clause.cite}: {words.name}: {told}."])
    names = [section.name for section in words.section]
    if len(set(names)) < len(names):
        raise RegulationErrors([f"{words.clause.cite}: {words.name}: two sections have one name."])
    compare, ranked = words.compare or Compare.ACROSS, words.ranked or SectionRanking.OVERALL
    if compare is Compare.SECTION and ranked is not SectionRanking.SECTION:
        told = "boards that are compared within a section are ranked by section"
        raise RegulationErrors([f"{words.clause.cite}: {words.name}: {told}."])
    return replace(cast("SessionPlay", play), sections=words.section, compare=compare, ranked=ranked)


def play_of(words: StageWords) -> WayToPlay:
    """How a stage is played, in the core's terms; without a draw of its own, by the default of its way to play."""
    if words.play is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.name} does not say how it is played."])
    if words.draw is not None and words.draw.way == words.play:
        return _in_sections(words, words.draw.play)
    at = FilePosition(near={"play": words.play})
    made = Draw.read_at({"clause": words.clause.cite}, at)
    if at.faults:
        raise RegulationErrors([f"{words.clause.cite}: {words.name}{fault}" for _, fault in at.faults])
    play: WayToPlay = made.play
    return play
