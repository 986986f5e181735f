"""The check of a movement: all its faults, with round and table, and the measures of a sound one."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from overtrick.core.movements.balance import Balance, field_balance
from overtrick.core.movements.movement import Movement, Round, Seating, set_name
from overtrick.core.wording import Phrase, phrase

Use = tuple[int, int, int]
"""A round, a table, and the set that is played there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at one table in one round (table 0: in the whole round)."""

    round: int
    table: int
    says: Phrase

    def __str__(self) -> str:
        return f"{self.phrased}."

    @property
    def phrased(self) -> Phrase:
        """The fault and its place."""
        return phrase(
            "Round {round}[, table {table}]: {says}", round=self.round, table=self.table or "", says=self.says
        )


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
            says = phrase(
                "set {boards} is at tables {tables:,}, but {copies:#copy/copies} of it can serve only {limit}",
                boards=set_name(boards), tables=tuple(at), copies=copies, limit=limit,
            )  # fmt: skip
            yield Fault(number, at[limit], says)


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults by round and table."""
    return tuple(sorted(faults, key=lambda fault: (fault.round, fault.table, str(fault.says))))


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
    everyone, alone = range(1, movement.contestants + 1), movement.alone
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
                also = phrase(
                    "{alone:player|pair} {pair} is also at table {other}", alone=alone, pair=pair, other=at[0]
                )
                yield Fault(number, at[1], also)
            if pair not in everyone:
                beyond = phrase(
                    "the movement is for {most} {alone:players|pairs}, so {alone:player|pair} {pair} does not exist",
                    alone=alone, pair=pair, most=movement.contestants,
                )  # fmt: skip
                yield Fault(number, at[0], beyond)
        for pair in set(everyone) - where.keys() - excused:
            yield Fault(number, 0, phrase("{alone:player|pair} {pair} has no table", alone=alone, pair=pair))


def _two_sets(number: int, seats: Round) -> Iterator[Fault]:
    tables: defaultdict[int, list[Seating]] = defaultdict(list)
    for seating in seats:
        tables[seating.table].append(seating)
        if seating.played and (twice := [each for each, often in Counter(seating.seated).items() if often > 1]):
            alone = seating.south is not None
            both = phrase("{alone:player|pair} {pair} is seated on both sides", alone=alone, pair=twice[0])
            yield Fault(number, seating.table, both)
    for table, several in tables.items():
        if len(several) > 1:
            sets = tuple(set_name(seating.boards) for seating in several)
            yield Fault(number, table, phrase("the table is listed with {n:#set}: {sets}", n=len(sets), sets=sets))


def _repeated_sets(movement: Movement) -> Iterator[Fault]:
    first: dict[tuple[int, int], int] = {}
    alone = movement.alone
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            for pair in seating.seated if seating.played else ():
                before = first.setdefault((pair, seating.boards), number)
                if before != number:
                    says = phrase(
                        "{alone:player|pair} {pair} already plays set {boards} in round {before}",
                        alone=alone, pair=pair, boards=set_name(seating.boards), before=before,
                    )  # fmt: skip
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
    for number, table, both, times in _again(movement, _opponents, movement.meetings):
        says = phrase(
            "{alone:players|pairs} {both} meet for the {times:ordinal} time, but may meet only {stated:times}",
            alone=movement.alone, both=both, times=times, stated=movement.meetings,
        )  # fmt: skip
        yield Fault(number, table, says)


def _partnerships(movement: Movement) -> Iterator[Fault]:
    for number, table, both, times in _again(movement, _partners, 1):
        says = phrase("players {both} are partners for the {times:ordinal} time", both=both, times=times)
        yield Fault(number, table, says)


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
