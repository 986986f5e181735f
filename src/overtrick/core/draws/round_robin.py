"""Round robins: everybody meets everybody, as a document prints it or by the circle.

A draw is rounds of matches between draw positions, numbered from 1. An odd field plays the draw of one
more: whoever should meet the missing last position has a bye.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause

T = TypeVar("T")

Match = tuple[int, int]
Rounds = tuple[tuple[Match, ...], ...]


@dataclass(frozen=True, slots=True)
class PrintedDraw:
    """A draw as a document prints it.

    *seeds*, where printed, gives each seed in turn its draw position. At the tables *half_way* the pairs
    change direction half-way through every match.
    """

    clause: Clause
    rounds: Rounds
    seeds: tuple[int, ...] = ()
    half_way: tuple[int, ...] = ()

    @property
    def contestants(self) -> int:
        """How many positions the draw has."""
        return max((position for matches in self.rounds for match in matches for position in match), default=0)

    def patterns(self, boards: int) -> tuple[str, ...]:
        """At each table, the boards on which the first listed sits North-South (N) and East-West (E).

        >>> PrintedDraw(Clause("SABF20", "21.16"), (((1, 2), (3, 4)),), half_way=(1,)).patterns(4)
        ('NNEE', 'NNNN')
        """
        switched = "N" * (boards - boards // 2) + "E" * (boards // 2)
        tables = range(1, max(map(len, self.rounds)) + 1)
        return tuple(switched if table in self.half_way else "N" * boards for table in tables)

    def by_seed(self) -> Rounds:
        """The same draw told by seeds instead of positions."""
        seed = {position: number for number, position in enumerate(self.seeds, start=1)}
        return tuple(tuple((seed[one], seed[other]) for one, other in matches) for matches in self.rounds)


@dataclass(frozen=True, slots=True)
class DrawReport:
    """What a draw amounts to: its faults if any, in words, and its counts.

    *meetings* lists how often two contestants meet, least and most; *byes* how often one has no match.
    """

    contestants: int
    rounds: int
    matches: int
    meetings: tuple[int, int]
    byes: tuple[int, int]
    faults: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether everybody plays at most once a round and meets everybody equally often."""
        return not self.faults


def check_draw(rounds: Rounds, contestants: int | None = None, meetings: int = 1) -> DrawReport:
    """Prove a round robin: nobody twice in a round, every two exactly *meetings* times. All faults at once.

    >>> check_draw((((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))).sound
    True
    """
    positions = range(1, (contestants or max(p for matches in rounds for m in matches for p in m)) + 1)
    met = Counter(frozenset(match) for matches in rounds for match in matches)
    byes = Counter(dict.fromkeys(positions, 0))
    for matches in rounds:
        byes.update(set(positions) - {position for match in matches for position in match})
    pairs = [(one, other) for one in positions for other in positions if one < other]
    times = [met[frozenset(pair)] for pair in pairs] or [0]
    return DrawReport(
        len(positions),
        len(rounds),
        sum(len(matches) for matches in rounds),
        (min(times), max(times)),
        (min(byes.values(), default=0), max(byes.values(), default=0)),
        (*_round_faults(rounds, positions), *_meeting_faults(pairs, met, meetings)),
    )


def _round_faults(rounds: Rounds, positions: range) -> Iterator[str]:
    for number, matches in enumerate(rounds, start=1):
        seen = Counter(position for match in matches for position in match)
        for position, times in sorted(seen.items()):
            if times > 1:
                yield f"Round {number}: {position} is drawn {times} times"
            if position not in positions:
                yield f"Round {number}: {position} is not one of the {len(positions)}"


def _meeting_faults(pairs: Sequence[Match], met: Mapping[frozenset[int], int], meetings: int) -> Iterator[str]:
    for one, other in pairs:
        if (times := met[frozenset((one, other))]) != meetings:
            yield f"{one} and {other} meet {times} times, not {meetings}"


def circle(contestants: int) -> Rounds:
    """The circle: in round r the last position meets r, and a meets b when a + b is 2r on the circle of the rest.

    It is the turning of a Howell (SABF20 15.1). Every two meet once; with an odd field everybody has one
    bye, and whoever has it is left out of the round.

    >>> circle(4)
    (((4, 1), (2, 3)), ((4, 2), (1, 3)), ((4, 3), (1, 2)))
    """
    even = contestants + contestants % 2
    size = even - 1
    rounds = []
    for turn in range(1, size + 1):
        others = [(one, other) for one in range(1, size + 1) if (other := (2 * turn - one) % size or size) > one]
        rounds.append(tuple(([(even, turn)] if even == contestants else []) + others))
    return tuple(rounds)


def byes_by_round(rounds: Rounds, absent: int) -> tuple[int, ...]:
    """Who sits out in each round when nobody holds one position."""
    return tuple(next(sum(match) - absent for match in matches if absent in match) for matches in rounds)


def held_by(matches: Iterable[tuple[int, int]], holders: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The matches of a round told by those who hold the positions, in order; nobody holds a position past the last.

    For the last round robin of ANC26 11.3 the holders are the teams as they are placed: once told, the
    draw stands, whatever later rulings do to the placings.

    >>> held_by(((1, 4), (2, 3)), "ABC")
    (('A',), ('B', 'C'))
    """
    return tuple(tuple(holders[place - 1] for place in match if place <= len(holders)) for match in matches)


def place_field(draw: PrintedDraw, contestants: int) -> tuple[int, ...]:
    """The draw position of each of a field, top seed first; one short of the draw, the last place is the bye.

    Where the document gives no places to seeds, the first of the field is number 1.

    >>> place_field(PrintedDraw(Clause("SABF20", "21.15"), circle(4), (2, 1, 4, 3)), 3)
    (2, 1, 4)
    """
    if not draw.contestants - 1 <= contestants <= draw.contestants:
        raise DirectorError(
            "The draw is for {contestants}, or one fewer, not for {given}",
            clause=str(draw.clause),
            remedy="Take the draw for another number, or a construction for any number.",
            contestants=draw.contestants,
            given=contestants,
        )
    return draw.seeds[:contestants] or tuple(range(1, contestants + 1))


def told_by(draw: PrintedDraw, field: Sequence[T]) -> tuple[tuple[tuple[T | None, T | None], ...], ...]:
    """A printed draw told by those who play it, top seed first; `None` stands for the empty place, the bye.

    Every match keeps its table, also where it is a bye.

    >>> told_by(PrintedDraw(Clause("SABF20", "21.15"), circle(4), (2, 1, 4, 3)), "ABC")[0]
    (('C', 'B'), ('A', None))
    """
    holder = dict(zip(place_field(draw, len(field)), field, strict=True))
    return tuple(tuple((holder.get(one), holder.get(other)) for one, other in matches) for matches in draw.rounds)
