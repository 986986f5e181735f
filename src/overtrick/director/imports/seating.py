"""The seating of a session from a file: its contestants by number, its sets of boards, its rounds and tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.model.contestants import entry_order
from overtrick.core.movements.movement import Fields, Movement, Seating
from overtrick.core.movements.reconstructed import Meeting, rounds_of
from overtrick.core.wording import Said, phrase
from overtrick.formats.session import Contestant, Session, SessionLine
from overtrick.formats.tables import list_faults

NAME = "reconstructed from who met whom"
GIVEN = "as the file has its rounds"
LONGEST = 64
"""The most boards that one meeting can have."""


@dataclass(frozen=True, slots=True)
class SeatedSession:
    """A session as a movement: who has which number in it, and the round and table of each line.

    *switched* are the boards on which a table sat the other way round, by round and table. *given* says whether the
    rounds are the file's own; otherwise they are derived from who met whom.
    """

    movement: Movement
    fields: tuple[tuple[str, ...], ...]
    contestants: tuple[Contestant, ...]
    places: Mapping[int, tuple[int, int]]
    switched: Mapping[tuple[int, int], tuple[int, ...]]
    given: bool


def seat(session: Session) -> SeatedSession:
    """A movement in which the session can have been played; refused where someone has a board twice."""
    _refuse_twice(session.lines)
    contestants = _everybody(session)
    fields = _fields(session, contestants)
    number = {name: place for place, name in enumerate((name for line in fields for name in line), start=1)}
    length = _boards_a_set(session.lines)
    groups: defaultdict[tuple[frozenset[str], int], list[int]] = defaultdict(list)
    for place, line in enumerate(session.lines):
        groups[frozenset((line.ns, line.ew)), (line.board - 1) // length + 1].append(place)
    sides = [_sides([session.lines[place] for place in places]) for places in groups.values()]
    meetings = [
        Meeting((number[ns], number[ew]), boards) for (ns, ew), (_, boards) in zip(sides, groups, strict=True)
    ]  # fmt: skip
    given = [_common_value([session.lines[place].round for place in places]) for places in groups.values()]
    tables = [_common_value([session.lines[place].table for place in places]) for places in groups.values()]
    rounds = rounds_of(meetings, given)
    own = None not in given and len(set(rounds)) == len(set(given))
    at = _tables(meetings, rounds, tables, two=len(fields) == 2)
    places = {
        place: (rounds[which], at[which]) for which, lines in enumerate(groups.values()) for place in lines
    }  # fmt: skip
    movement = _movement(meetings, rounds, at, len(number), length, two=len(fields) == 2, name=GIVEN if own else NAME)
    switched: defaultdict[tuple[int, int], tuple[int, ...]] = defaultdict(tuple)
    for which, lines in enumerate(groups.values()):
        for place in lines:
            if session.lines[place].ns != sides[which][0]:
                switched[rounds[which], at[which]] += (session.lines[place].board,)
    return SeatedSession(movement, fields, contestants, places, switched, own)


def _everybody(session: Session) -> tuple[Contestant, ...]:
    """Everyone with a line, listed or not; a listed contestant without a line is left out."""
    playing = {name for line in session.lines for name in (line.ns, line.ew)}
    known = {each.number: each for each in session.contestants}
    return tuple(known.get(name) or Contestant(name) for name in sorted(playing, key=entry_order))


def _fields(session: Session, contestants: Sequence[Contestant]) -> tuple[tuple[str, ...], ...]:
    """North-South and East-West where they are two fields and no one sits both ways; otherwise one field."""
    norths, easts = {line.ns for line in session.lines}, {line.ew for line in session.lines}
    names = [each.number for each in contestants]
    if session.winners == 2 and not norths & easts:
        return tuple(name for name in names if name in norths), tuple(name for name in names if name in easts)
    return (tuple(names),)


def _boards_a_set(lines: Iterable[SessionLine]) -> int:
    """The length of the longest sets of consecutive boards such that no one meets two opponents within one set."""
    met: defaultdict[str, dict[int, frozenset[str]]] = defaultdict(dict)
    longest = 1
    run: dict[frozenset[str], tuple[int, int]] = {}
    for line in sorted(lines, key=lambda each: each.board):
        table = frozenset((line.ns, line.ew))
        met[line.ns][line.board] = met[line.ew][line.board] = table
        last, count = run.get(table, (0, 0))
        run[table] = (line.board, count + 1 if line.board == last + 1 else 1)
        longest = max(longest, run[table][1])
    for length in range(min(longest, LONGEST), 1, -1):
        sets = (
            {((board - 1) // length, table) for board, table in boards.items()} for boards in met.values()
        )  # fmt: skip
        if all(len({number for number, _ in each}) == len(each) for each in sets):
            return length
    return 1


def _sides(lines: Sequence[SessionLine]) -> tuple[str, str]:
    """Who sat North-South and who East-West on most boards of a meeting."""
    (sides, _), *_ = Counter((line.ns, line.ew) for line in lines).most_common(1)
    return sides


def _common_value(given: Sequence[int | None]) -> int | None:
    """The value that all lines of a meeting give; `None` if they disagree."""
    return given[0] if len(set(given)) == 1 else None


def _tables(
    meetings: Sequence[Meeting], rounds: Sequence[int], given: Sequence[int | None], *, two: bool
) -> list[int]:  # fmt: skip
    """The table of each meeting: the file's, or with two fields the number of its North-South pair, or the next one."""
    said = [(number, table) for number, table in zip(rounds, given, strict=True) if table is not None]
    if len(set(said)) == len(meetings):
        return [table for _, table in said]
    if two:
        return [meeting.who[0] for meeting in meetings]
    order = sorted(range(len(meetings)), key=lambda which: (rounds[which], meetings[which].boards))
    count: defaultdict[int, int] = defaultdict(int)
    found = [0] * len(meetings)
    for which in order:
        count[rounds[which]] += 1
        found[which] = count[rounds[which]]
    return found


def _movement(
    meetings: Sequence[Meeting], rounds: Sequence[int], tables: Sequence[int], size: int, length: int,
    *, two: bool, name: str,
) -> Movement:  # fmt: skip
    """The rounds as a movement, with a sit-out for everyone who does not play in one."""
    played: defaultdict[int, list[Seating]] = defaultdict(list)
    for meeting, number, table in zip(meetings, rounds, tables, strict=True):
        ns, ew = meeting.who
        played[number].append(Seating(table, ns, ew, meeting.boards))
    after = max(tables, default=0)
    sharing = 1
    for seats in played.values():
        there = {pair for seating in seats for pair in seating.seated}
        out = [pair for pair in range(1, size + 1) if pair not in there]
        sets = [seating.boards for seating in seats]
        sharing = max(sharing, *(sets.count(each) for each in sets))
        seats += [Seating(after + place, pair, None, 0) for place, pair in enumerate(out, start=1)]
        seats.sort(key=lambda each: each.table)
    often: defaultdict[frozenset[int], int] = defaultdict(int)
    for meeting in meetings:
        often[frozenset(meeting.who)] += 1
    return Movement(
        name,
        size,
        tuple(tuple(played[number]) for number in sorted(played)),
        boards_a_set=length,
        sharing=sharing,
        meetings=max(often.values(), default=1),
        fields=Fields.TWO if two else Fields.ONE,
    )


def _refuse_twice(lines: Sequence[SessionLine]) -> None:
    """Refuse a session in which someone plays a board twice or meets itself, or in which nothing was played."""
    first: dict[tuple[str, int], SessionLine] = {}
    faults: list[Said] = []
    for line in lines:
        if line.ns == line.ew:
            faults.append(phrase("{where}: pair {name} plays against itself", where=line.where, name=line.ns))
        for name in (line.ns, line.ew):
            before = first.setdefault((name, line.board), line)
            if before is not line and line.ns != line.ew:
                faults.append(
                    phrase(
                        "{before} and {where}: pair {name} has board {board} twice",
                        before=before.where,
                        where=line.where,
                        name=name,
                        board=line.board,
                    )
                )
    if faults or not lines:
        raise DirectorError(
            "This file does not contain the results of one session:\n  {faults}",
            remedy="Correct the file, or export one session at a time.",
            faults=list_faults(faults) if faults else phrase("there are no results"),
        )
