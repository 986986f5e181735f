"""Balanced finals: all pairs play the same boards, with arrow-switches within every match.

A draw says who meets whom at which table; a pattern for each table says on which boards the first-named
pair sits North-South. If the patterns of any two tables agree on exactly half the boards, every two
pairs that do not meet are rivals on half the match and allies on the other half: the match is perfectly balanced,
whichever pairs sit at which tables. That needs a number of boards divisible by four; otherwise one or two boards are
left over in each match, and may still cancel out over the event.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from overtrick.core.errors import RegulationErrors
from overtrick.core.movements.balance import Balance, Play, balance_of
from overtrick.core.provenance import Clause

Match = tuple[int, int]
Draw = tuple[tuple[Match, ...], ...]


@dataclass(frozen=True, slots=True)
class BalancedFinal:
    """A round robin of matches with an arrow-switch table.

    In *patterns*, one for each table, N means that the first-named pair sits North-South on that board and
    E that it sits East-West.
    """

    clause: Clause
    boards: int
    draw: Draw
    patterns: tuple[str, ...]

    def __post_init__(self) -> None:
        if any(len(matches) != self.tables for matches in self.draw):
            raise RegulationErrors(["there are not as many patterns as tables"])
        for table, pattern in enumerate(self.patterns, start=1):
            if len(pattern) != self.boards or set(pattern) - set("NE"):
                raise RegulationErrors([f"table {table}'s pattern is not {self.boards} of N and E"])

    @property
    def tables(self) -> int:
        """The number of tables."""
        return len(self.patterns)

    def switches(self) -> tuple[tuple[int, ...], ...]:
        """At each table, the boards after which the pairs change direction.

        >>> BalancedFinal(Clause("ITS21", "OITS.final-4"), 4, (((1, 2),),), ("NEEN",)).switches()
        ((1, 3),)
        """
        return tuple(
            tuple(board for board, (one, next_) in enumerate(pairwise(pattern), start=1) if one != next_)
            for pattern in self.patterns
        )

    def plays(self) -> Iterator[tuple[int, Play]]:
        """Every board at every table, with the number of its match."""
        for number, matches in enumerate(self.draw):
            for (first, second), pattern in zip(matches, self.patterns, strict=True):
                for board, way in enumerate(pattern):
                    ns, ew = (first, second) if way == "N" else (second, first)
                    yield number, Play(number * self.boards + board, ns, ew)


@dataclass(frozen=True, slots=True)
class FinalBalance:
    """The balance of an arrow-switch table.

    *ways* are the numbers of boards on which a pair sits North-South and East-West in a match; *in_a_match* is, for
    two pairs that do not meet, the number of boards on which they sit in the same direction minus the number in
    opposite directions; *overall* is that number over the whole event. Each lists the different values that occur.
    """

    ways: tuple[tuple[int, int], ...]
    in_a_match: tuple[int, ...]
    overall: tuple[int, ...]
    balance: Balance

    @property
    def perfect_in_each_match(self) -> bool:
        """Whether every match is perfectly balanced."""
        return self.in_a_match == (0,) and all(ns == ew for ns, ew in self.ways)


def measure_final(final: BalancedFinal) -> FinalBalance:
    """The balance of a final, match by match and overall."""
    plays = list(final.plays())
    ways: set[tuple[int, int]] = set()
    in_a_match: set[int] = set()
    overall: Counter[Match] = Counter()
    for number, matches in enumerate(final.draw):
        here = [play for match, play in plays if match == number]
        present = sorted({pair for play in here for pair in (play.ns, play.ew)})
        north = {pair: sum(1 << p.board for p in here if p.ns == pair) for pair in present}
        ways |= {(bits.bit_count(), final.boards - bits.bit_count()) for bits in north.values()}
        opposed = {frozenset(match) for match in matches}
        for one, other in combinations(present, 2):
            if {one, other} not in opposed:
                apart = (north[one] ^ north[other]).bit_count()
                in_a_match.add(final.boards - 2 * apart)
                overall[one, other] += final.boards - 2 * apart
    return FinalBalance(
        tuple(sorted(ways)),
        tuple(sorted(in_a_match)),
        tuple(sorted(set(overall.values()))),
        balance_of([play for _, play in plays]),
    )


@dataclass(frozen=True, slots=True)
class WholeMatches:
    """The balance of seating without switches, the first-named pair North-South for the whole match.

    *same* and *opposite* are the numbers of matches in which two pairs that do not meet sit in the same and in
    opposite directions, each listing the values that occur; the totals are of the numbers (seeds) of the pairs.
    """

    same: tuple[int, ...]
    opposite: tuple[int, ...]
    ns_totals: tuple[int, ...]
    ew_totals: tuple[int, ...]
    ns_matches: tuple[int, ...]

    @property
    def differences(self) -> tuple[int, ...]:
        """North-South's total minus East-West's, match by match."""
        return tuple(ns - ew for ns, ew in zip(self.ns_totals, self.ew_totals, strict=True))


def measure_whole_matches(draw: Draw) -> WholeMatches:
    """The balance of a draw played without switches."""
    pairs = sorted({pair for matches in draw for match in matches for pair in match})
    north = {p: sum(1 << n for n, matches in enumerate(draw) if any(m[0] == p for m in matches)) for p in pairs}
    opposed = Counter(frozenset(match) for matches in draw for match in matches)
    apart = {two: (north[two[0]] ^ north[two[1]]).bit_count() for two in combinations(pairs, 2)}
    return WholeMatches(
        tuple(sorted({len(draw) - ways for ways in apart.values()})),
        tuple(sorted({ways - opposed[frozenset(two)] for two, ways in apart.items()})),
        tuple(sum(first for first, _ in matches) for matches in draw),
        tuple(sum(second for _, second in matches) for matches in draw),
        tuple(north[pair].bit_count() for pair in pairs),
    )


def whole_match_obstacle(tables: int) -> str:
    """Why a round robin of this many tables cannot be balanced overall without switches; empty if nothing prevents it.

    Exact balance without switches would be a square of signs with a row for each pair, in which any two rows agree on
    half their columns (a Hadamard matrix), and its order must be divisible by four.
    """
    pairs = 2 * tables
    if pairs <= 2 or pairs % 4 == 0:
        return ""
    return f"it would be a Hadamard matrix of order {pairs}, and the order must divide by four"
