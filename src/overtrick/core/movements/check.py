"""The check of a movement: all its faults, with round and table, and the measures of a sound one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from overtrick.core.movements.balance import Balance, field_balance
from overtrick.core.movements.movement import Movement, Round, Seating, set_name

Use = tuple[int, int, int]
"""A round, a table, and the set that is played there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at one table in one round (table 0: in the whole round)."""

    round: int
    table: int
    says: str

    def __str__(self) -> str:
        where = f"Round {self.round}" + (f", table {self.table}" if self.table else "")
        return f"{where}: {self.says}."


def at_once(uses: Iterable[Use]) -> dict[tuple[int, int], list[int]]:
    """For each round and each set in it, the tables that use it."""
    tables: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number, table, boards in uses:
        tables[number, boards].append(table)
    return dict(tables)


def crowded_sets(uses: Iterable[Use], copies: int, sharing: int = 1) -> Iterator[Fault]:
    """The sets at more tables of a round than their copies, and the number of tables that share one, allow."""
    limit = copies * sharing
    for (number, boards), at in at_once(uses).items():
        if len(at) > limit:
            tables = ", ".join(map(str, at))
            said = "1 copy" if copies == 1 else f"{copies} copies"
            yield Fault(number, at[limit], f"set {set_name(boards)} is at tables {tables}, with {said} for {limit}")


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults by round and table."""
    return tuple(sorted(faults, key=lambda fault: (fault.round, fault.table, fault.says)))


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking a movement: its faults, if any, and its measures.

    *met* is the number of different opponents that a pair meets, least and most over all pairs; likewise *played* is
    the number of sets it plays, and *sat_out* the number of rounds it sits out. *at_once* is the most tables that
    use one set in the same round. For individuals, *partners* and *opponents* are how often two players are
    partners and opponents, least and most over any two, and there is no balance.
    """

    faults: tuple[Fault, ...]
    met: tuple[int, int]
    most_meetings: int
    played: tuple[int, int]
    sat_out: tuple[int, int]
    at_once: int
    balance: tuple[Balance, ...]
    partners: tuple[int, int] = (0, 0)
    opponents: tuple[int, int] = (0, 0)

    @property
    def sound(self) -> bool:
        """Whether the movement has no fault."""
        return not self.faults


def check(movement: Movement) -> Report:
    """Check a movement, and list all its faults.

    In a sound movement every pair is at exactly one table in each round; no table has two sets of
    boards; no pair plays a set twice; no two pairs meet more often than stated; and no set is at
    more tables of a round than its copies, and the number of tables that share one, allow. No two individuals are
    partners twice.

    >>> from overtrick.core.movements.mitchell import mitchell
    >>> check(mitchell(7)).sound, check(mitchell(7)).met
    (True, (7, 7))
    """
    uses = [(number, s.table, s.boards) for number, seats in enumerate(movement.rounds, 1) for s in seats if s.played]
    faults = (
        *_seats(movement),
        *crowded_sets(uses, movement.copies, movement.sharing),
        *_repeated_sets(movement),
        *_meetings(movement),
        *(_partnerships(movement) if movement.alone else ()),
    )
    present = _present(movement)
    opponents: dict[int, Counter[int]] = {pair: Counter() for pair in present}
    played: dict[int, int] = dict.fromkeys(present, 0)
    for seating in movement.seatings():
        if seating.played and opponents.keys() >= set(seating.seated):
            for one, other in product(*seating.sides):
                opponents[one][other] += 1
                opponents[other][one] += 1
            for each in seating.seated:
                played[each] += 1
    met = [len(those) for those in opponents.values()] or [0]
    rounds = len(movement.rounds)
    alone = movement.alone
    return Report(
        in_order(faults),
        (min(met), max(met)),
        max((times for those in opponents.values() for times in those.values()), default=0),
        (min(played.values(), default=0), max(played.values(), default=0)),
        (rounds - max(played.values(), default=0), rounds - min(played.values(), default=0)),
        max(map(len, at_once(uses).values()), default=0),
        () if alone else field_balance(movement),
        _often(movement, _partners) if alone else (0, 0),
        _often(movement, _opponents) if alone else (0, 0),
    )


def _present(movement: Movement) -> set[int]:
    return {pair for s in movement.seatings() for pair in s.seated if 1 <= pair <= movement.contestants}


def _seats(movement: Movement) -> Iterator[Fault]:
    everyone, kind = range(1, movement.contestants + 1), _kind(movement)
    absent = set(everyone) - _present(movement)
    # One missing pair makes a half table; more than one means a movement of the wrong size.
    excused = absent if len(absent) == 1 else set()
    for number, seats in enumerate(movement.rounds, start=1):
        yield from _two_sets(number, seats)
        where: defaultdict[int, list[int]] = defaultdict(list)
        for seating in seats:
            for pair in seating.seated:
                where[pair].append(seating.table)
        for pair, at in where.items():
            if len(set(at)) > 1:
                yield Fault(number, at[1], f"{kind} {pair} is also at table {at[0]}")
            if pair not in everyone:
                yield Fault(number, at[0], f"{kind} {pair} is not one of the {movement.contestants}")
        for pair in set(everyone) - where.keys() - excused:
            yield Fault(number, 0, f"{kind} {pair} has no table")


def _two_sets(number: int, seats: Round) -> Iterator[Fault]:
    tables: defaultdict[int, list[Seating]] = defaultdict(list)
    for seating in seats:
        tables[seating.table].append(seating)
        if seating.played and (twice := [each for each, often in Counter(seating.seated).items() if often > 1]):
            kind = "pair" if seating.south is None else "player"
            yield Fault(number, seating.table, f"{kind} {twice[0]} sits both ways")
    for table, several in tables.items():
        if len(several) > 1:
            names = " and ".join(f"set {set_name(s.boards)}" for s in several)
            yield Fault(number, table, f"the table has {names}")


def _repeated_sets(movement: Movement) -> Iterator[Fault]:
    first: dict[tuple[int, int], int] = {}
    kind = _kind(movement)
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            for pair in seating.seated if seating.played else ():
                before = first.setdefault((pair, seating.boards), number)
                if before != number:
                    says = f"{kind} {pair} has played set {set_name(seating.boards)} in round {before}"
                    yield Fault(number, seating.table, says)


def _opponents(seating: Seating) -> Iterable[tuple[int, int]]:
    """Every two opponents at a table, the lower number first."""
    return ((min(two), max(two)) for two in product(*seating.sides))


def _partners(seating: Seating) -> Iterable[tuple[int, int]]:
    """The two players of each side, the lower number first."""
    return ((min(side), max(side)) for side in seating.sides)


def _often(movement: Movement, twos: Callable[[Seating], Iterable[tuple[int, int]]]) -> tuple[int, int]:
    """How often any two are related in this way, least and most."""
    counted = Counter(two for seating in movement.seatings() if seating.played for two in twos(seating))
    found = [counted[two] for two in combinations(sorted(_present(movement)), 2)] or [0]
    return min(found), max(found)


def _meetings(movement: Movement) -> Iterator[Fault]:
    kind = _kind(movement)
    for number, table, both, times in _again(movement, _opponents, movement.meetings):
        stated = "once" if movement.meetings == 1 else f"{movement.meetings} times"
        says = f"{kind}s {both[0]} and {both[1]} meet a {_ordinal(times)} time; {stated} is stated"
        yield Fault(number, table, says)


def _partnerships(movement: Movement) -> Iterator[Fault]:
    for number, table, both, times in _again(movement, _partners, 1):
        yield Fault(number, table, f"players {both[0]} and {both[1]} are partners a {_ordinal(times)} time")


def _again(
    movement: Movement, twos: Callable[[Seating], Iterable[tuple[int, int]]], most: int
) -> Iterator[tuple[int, int, tuple[int, int], int]]:
    """Yield the round, the table, the two and their count so far, wherever it exceeds *most*."""
    met: Counter[tuple[int, int]] = Counter()
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            for both in twos(seating) if seating.played else ():
                met[both] += 1
                if met[both] > most:
                    yield number, seating.table, both, met[both]


def _kind(movement: Movement) -> str:
    return "player" if movement.alone else "pair"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}th")
