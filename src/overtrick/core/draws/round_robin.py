"""Round robins: all contestants meet, by a printed draw or by the circle method.

A draw is rounds of matches between draw positions, numbered from 1. An odd field plays the draw for one
more: the opponent of the missing last position has a bye.
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
        """The number of positions in the draw."""
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
        """The draw with seeds instead of positions."""
        seed = {position: number for number, position in enumerate(self.seeds, start=1)}
        return tuple(tuple((seed[one], seed[other]) for one, other in matches) for matches in self.rounds)


@dataclass(frozen=True, slots=True)
class DrawReport:
    """The check of a draw: its faults in words, and its counts.

    *meetings* is the least and the most number of times two contestants meet; *byes* how often one has no match.
    """

    contestants: int
    rounds: int
    matches: int
    meetings: tuple[int, int]
    byes: tuple[int, int]
    faults: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether each contestant plays at most once a round and all meet equally often."""
        return not self.faults


def check_draw(rounds: Rounds) -> DrawReport:
    """Check a round robin: no contestant twice in a round, every two exactly once; report all faults.

    >>> check_draw((((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))).sound
    True
    """
    positions = range(1, max(p for matches in rounds for m in matches for p in m) + 1)
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
        (*_round_faults(rounds, positions), *_meeting_faults(pairs, met)),
    )


def _round_faults(rounds: Rounds, positions: range) -> Iterator[str]:
    for number, matches in enumerate(rounds, start=1):
        seen = Counter(position for match in matches for position in match)
        for position, times in sorted(seen.items()):
            if times > 1:
                yield f"Round {number}: {position} is drawn {times} times"
            if position not in positions:
                yield f"Round {number}: {position} is not one of the {len(positions)}"


def _meeting_faults(pairs: Sequence[Match], met: Mapping[frozenset[int], int]) -> Iterator[str]:
    for one, other in pairs:
        if (times := met[frozenset((one, other))]) != 1:
            yield f"{one} and {other} meet {times} times, not 1"


def circle(contestants: int) -> Rounds:
    """The circle method: in round r the last position meets r, and a meets b when a + b is 2r on the other positions.

    It is the rotation of a Howell (SABF20 15.1). Every two meet once. In an odd field each contestant has one
    bye, and it is left out of that round.

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
    """The position that sits out in each round when position *absent* is empty."""
    return tuple(next(sum(match) - absent for match in matches if absent in match) for matches in rounds)


def held_by(matches: Iterable[tuple[int, int]], holders: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The matches of a round with the holders of the positions; positions beyond the last holder are left out.

    For the last round robin of ANC26 11.3 the holders are the teams in order of place. Once published, the
    draw stands, even if later rulings change the places.

    >>> held_by(((1, 4), (2, 3)), "ABC")
    (('A',), ('B', 'C'))
    """
    return tuple(tuple(holders[place - 1] for place in match if place <= len(holders)) for match in matches)


def place_field(draw: PrintedDraw, contestants: int) -> tuple[int, ...]:
    """The draw position of each contestant, top seed first; if one is missing, the last position is the bye.

    If the document does not assign positions to seeds, they follow the order of the field.

    >>> place_field(PrintedDraw(Clause("SABF20", "21.15"), circle(4), (2, 1, 4, 3)), 3)
    (2, 1, 4)
    """
    if not draw.contestants - 1 <= contestants <= draw.contestants:
        raise DirectorError(
            "This draw is for {contestants} contestants or one fewer, not {given}",
            clause=draw.clause,
            remedy="Use a draw made for {given}, or one that works for any number.",
            contestants=draw.contestants,
            given=contestants,
        )
    return draw.seeds[:contestants] or tuple(range(1, contestants + 1))


def told_by(draw: PrintedDraw, field: Sequence[T]) -> tuple[tuple[tuple[T | None, T | None], ...], ...]:
    """A printed draw with the contestants of a field, top seed first; `None` is the empty position, the bye.

    Every match keeps its table, even if it is a bye.

    >>> told_by(PrintedDraw(Clause("SABF20", "21.15"), circle(4), (2, 1, 4, 3)), "ABC")[0]
    (('C', 'B'), ('A', None))
    """
    holder = dict(zip(place_field(draw, len(field)), field, strict=True))
    return tuple(tuple((holder.get(one), holder.get(other)) for one, other in matches) for matches in draw.rounds)
