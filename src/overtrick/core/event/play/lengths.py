"""The length of a stage: what its regulations say, and what follows from its way to play and its field."""

from dataclasses import dataclass, replace

from overtrick.core.event.plan.session_ways import SectionRanking, SessionPlay
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.plan.ways import InBrackets, RobinPlay, TallyPlay, TwoFieldPlay
from overtrick.core.event.play.round_robin import robins_of
from overtrick.core.event.play.session_movements import section_movements, session_length, session_movement
from overtrick.core.movements.movement import Movement
from overtrick.core.movements.two_fields import propose_length
from overtrick.core.scoring.datum import Span


@dataclass(frozen=True, slots=True)
class Length:
    """The number of matches in a stage, the boards of each, and the number of sessions or the matches in each."""

    rounds: int | None = None
    boards: int | None = None
    sessions: int | tuple[int, ...] | None = None


def length_of(play: WayToPlay, said: Length, size: int, tables: int) -> Length:
    """The length of a stage for a field; what its way to play decides overrides the stated length."""
    count = said.sessions if isinstance(said.sessions, int) else 1
    match play:
        case RobinPlay():
            return replace(said, rounds=sum(len(robin.rounds) for robin in robins_of(play, said.boards or 0, size)))
        case SessionPlay():
            rounds, boards = session_length(play, size)
            return replace(said, rounds=rounds * count, boards=boards)
        case InBrackets():
            weeks = play.usual(size).weeks
            return replace(said, rounds=weeks, sessions=(1,) * weeks)
        case TallyPlay():
            return replace(said, rounds=0, boards=0)
        case TwoFieldPlay(boards=Span(least, most)) if said.rounds is None:
            length = propose_length(tables, count, least, most or least)
            return replace(said, rounds=length.rounds * count, boards=length.boards)
        case _:
            return said


def proved_parts(play: WayToPlay, size: int) -> tuple[tuple[str, Movement], ...]:
    """The movements of a session to be checked: one for each section, by its name, or the only one."""
    if isinstance(play, SessionPlay) and play.sections:
        return section_movements(play, size)
    found = movement_for(play, size)
    return (("", found),) if found is not None else ()


def movement_for(play: WayToPlay, size: int) -> Movement | None:
    """The movement of a session for a field of this size, if the stage has one that is known in advance."""
    return session_movement(play, size) if isinstance(play, SessionPlay) else None


def lines_of(play: WayToPlay, size: int) -> tuple[int, ...]:
    """The number in each line of a movement with two winners, or in each section with its own ranking; else empty."""
    if isinstance(play, SessionPlay) and play.sections:
        parts = section_movements(play, size) if play.ranked is SectionRanking.SECTION else ()
        whole = session_movement(play, size).lines
        return tuple(len(line) for _, part in parts for line in part.lines) or tuple(map(len, whole)) * (len(whole) > 1)
    if not isinstance(play, SessionPlay) or play.movement(size).winners != 2:
        return ()
    return tuple(map(len, session_movement(play, size).lines))
