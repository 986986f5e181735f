"""The proof of a movement: every fault at once, with its round and table, and the measures of a sound one."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core.movements.balance import Balance, field_balance
from overtrick.core.movements.faults import Fault, at_once, crowded, in_order
from overtrick.core.movements.movement import Movement, Round, Seating, set_name


@dataclass(frozen=True, slots=True)
class Report:
    """What is known about a movement: its faults if it has any, and its measures.

    *met* is how many different opponents a pair meets, least and most over the pairs; *played* likewise
    the sets of boards it plays, and *sat_out* the rounds it sits out. *at_once* is the most tables that
    use one set in the same round.
    """

    faults: tuple[Fault, ...]
    met: tuple[int, int]
    most_meetings: int
    played: tuple[int, int]
    sat_out: tuple[int, int]
    at_once: int
    balance: tuple[Balance, ...]

    @property
    def sound(self) -> bool:
        """Whether the movement has no fault."""
        return not self.faults


def check(movement: Movement) -> Report:
    """Prove a movement, or list everything that is wrong with it.

    A sound movement has nobody at two tables in a round and nobody without one; no table with two sets of
    boards; no pair that plays a set twice; no two pairs that meet more often than stated; and no set at
    more tables of a round than its copies, and the tables that share one, allow.

    >>> from overtrick.core.movements.mitchell import mitchell
    >>> check(mitchell(7)).sound, check(mitchell(7)).met
    (True, (7, 7))
    """
    uses = [(number, s.table, s.boards) for number, seats in enumerate(movement.rounds, 1) for s in seats if s.played]
    faults = (
        *_seats(movement),
        *crowded(uses, movement.copies, movement.sharing),
        *_repeated_sets(movement),
        *_meetings(movement),
    )
    present = _present(movement)
    opponents: dict[int, Counter[int]] = {pair: Counter() for pair in present}
    played: dict[int, int] = dict.fromkeys(present, 0)
    for seating in movement.seatings():
        if seating.ns is not None and seating.ew is not None and {seating.ns, seating.ew} <= opponents.keys():
            opponents[seating.ns][seating.ew] += 1
            opponents[seating.ew][seating.ns] += 1
            played[seating.ns] += 1
            played[seating.ew] += 1
    met = [len(those) for those in opponents.values()] or [0]
    rounds = len(movement.rounds)
    return Report(
        in_order(faults),
        (min(met), max(met)),
        max((times for those in opponents.values() for times in those.values()), default=0),
        (min(played.values(), default=0), max(played.values(), default=0)),
        (rounds - max(played.values(), default=0), rounds - min(played.values(), default=0)),
        max(map(len, at_once(uses).values()), default=0),
        field_balance(movement),
    )


def _present(movement: Movement) -> set[int]:
    return {pair for s in movement.seatings() for pair in s.seated if 1 <= pair <= movement.contestants}


def _seats(movement: Movement) -> Iterator[Fault]:
    everyone = range(1, movement.contestants + 1)
    absent = set(everyone) - _present(movement)
    # One missing pair is a half table; more of them is a movement of the wrong size.
    excused = absent if len(absent) == 1 else set()
    for number, seats in enumerate(movement.rounds, start=1):
        yield from _two_sets(number, seats)
        where: defaultdict[int, list[int]] = defaultdict(list)
        for seating in seats:
            for pair in seating.seated:
                where[pair].append(seating.table)
        for pair, at in where.items():
            if len(set(at)) > 1:
                yield Fault(number, at[1], f"pair {pair} is also at table {at[0]}")
            if pair not in everyone:
                yield Fault(number, at[0], f"pair {pair} is not one of the {movement.contestants}")
        for pair in set(everyone) - where.keys() - excused:
            yield Fault(number, 0, f"pair {pair} has no table")


def _two_sets(number: int, seats: Round) -> Iterator[Fault]:
    tables: defaultdict[int, list[Seating]] = defaultdict(list)
    for seating in seats:
        tables[seating.table].append(seating)
        if seating.played and seating.ns == seating.ew:
            yield Fault(number, seating.table, f"pair {seating.ns} sits both ways")
    for table, twice in tables.items():
        if len(twice) > 1:
            names = " and ".join(f"set {set_name(s.boards)}" for s in twice)
            yield Fault(number, table, f"the table has {names}")


def _repeated_sets(movement: Movement) -> Iterator[Fault]:
    first: dict[tuple[int, int], int] = {}
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            for pair in seating.seated if seating.played else ():
                before = first.setdefault((pair, seating.boards), number)
                if before != number:
                    says = f"pair {pair} has played set {set_name(seating.boards)} in round {before}"
                    yield Fault(number, seating.table, says)


def _meetings(movement: Movement) -> Iterator[Fault]:
    met: Counter[tuple[int, int]] = Counter()
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            if seating.ns is None or seating.ew is None:
                continue
            both = (min(seating.ns, seating.ew), max(seating.ns, seating.ew))
            met[both] += 1
            if met[both] > movement.meetings:
                stated = "once" if movement.meetings == 1 else f"{movement.meetings} times"
                says = f"pairs {both[0]} and {both[1]} meet a {_ordinal(met[both])} time; {stated} is stated"
                yield Fault(number, seating.table, says)


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}th")
