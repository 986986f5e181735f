"""The order of the rounds of a last round robin when byes would fall badly (ANC26 11.4 and 11.5).

In a round robin drawn by placing, the round in which each place has its bye is known. The rounds may be
played in another order so that a team does not have its bye too soon, or twice in a day.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.provenance import Clause


@dataclass(frozen=True, slots=True)
class ByeMoved:
    """The rule for a leader with a late number: the bye round of the best-placed of the *others* is played first.

    It applies if the leading team's number is in *leaders*; *others* are the team numbers among which the best-placed
    is chosen.
    """

    clause: Clause
    contestants: int
    leaders: tuple[int, ...]
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByesSpread:
    """The rule that no team has two byes in a day."""

    clause: Clause
    contestants: int


@dataclass(frozen=True, slots=True)
class RoundOrder:
    """The rounds of a round robin in the order of play, by their numbers in the original draw, and the reason."""

    order: tuple[int, ...]
    altered: bool
    reason: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class ByeClash:
    """A team that would sit out more than once on the same day."""

    team: int
    rounds: tuple[int, ...]


def bring_bye_forward(placing: Sequence[int], byes: Sequence[int], first_round: int, rule: ByeMoved) -> RoundOrder:
    """The order of the rounds under ANC26 11.4.

    *placing* is the team numbers in order of place; *byes* is the position that sits out in each round.
    The round that is brought forward becomes the first; the others keep their order.

    >>> rule = ByeMoved(Clause("ANC26", "11.4"), 7, (5, 6, 7), (1, 2, 3, 4))
    >>> bring_bye_forward((6, 7, 4, 1, 5, 2, 3), (1, 2, 3, 4, 5, 6, 7), 8, rule).order
    (10, 8, 9, 11, 12, 13, 14)
    """
    base = tuple(range(first_round, first_round + len(byes)))
    leader = placing[0]
    if len(placing) != rule.contestants:
        return RoundOrder(base, False, f"there are {len(placing)} teams, not {rule.contestants}", rule.clause)
    if leader not in rule.leaders:
        return RoundOrder(base, False, f"number {leader} leads, so the draw stands", rule.clause)
    place = next(place for place, team in enumerate(placing, start=1) if team in rule.others)
    moved = first_round + tuple(byes).index(place)
    reason = (
        f"number {leader} leads; number {placing[place - 1]}, placed {place}, is the best placed of "
        f"{rule.others[0]} to {rule.others[-1]}, so Round {moved}, its bye, is played as Round {first_round}"
    )
    return RoundOrder((moved, *(r for r in base if r != moved)), True, reason, rule.clause)


def bye_clashes(byes: Mapping[int, int], days: Mapping[str, Sequence[int]], first_round: int) -> tuple[ByeClash, ...]:
    """The teams with more than one bye on a day on which the last round robin (from *first_round*) is played.

    *byes* is the team that sits out in each round.
    """
    clashes = []
    for rounds in days.values():
        if max(rounds) < first_round:
            continue
        sat: dict[int, list[int]] = {}
        for number in sorted(rounds):
            if number in byes:
                sat.setdefault(byes[number], []).append(number)
        clashes += [ByeClash(team, tuple(numbers)) for team, numbers in sat.items() if len(numbers) > 1]
    return tuple(clashes)


def spread_byes(
    byes: Mapping[int, int], days: Mapping[str, Sequence[int]], first_round: int, rule: ByesSpread
) -> RoundOrder:  # fmt: skip
    """A proposed order of the last round robin in which no team has two byes in a day, for the director to approve.

    Each slot of the day takes the earliest remaining round whose team has not yet sat out that day (reading
    D35 of ANC26 11.5). If no such order exists, the draw stands and the reason says so.
    """
    slots = [number for number in sorted(byes) if number >= first_round]
    if not (clashes := bye_clashes(byes, days, first_round)):
        return RoundOrder(tuple(slots), False, "nobody has two byes in a day", rule.clause)
    day_of = {number: day for day, rounds in days.items() for number in rounds}
    sat = {(day_of[number], team) for number, team in byes.items() if number < first_round and number in day_of}
    left, order = list(slots), []
    for slot in slots:
        chosen = next((number for number in left if (day_of[slot], byes[number]) not in sat), None)
        if chosen is None:
            return RoundOrder(tuple(slots), False, "no order found gives everybody at most one bye a day", rule.clause)
        sat.add((day_of[slot], byes[chosen]))
        left.remove(chosen)
        order.append(chosen)
    told = "; ".join(f"number {c.team} would sit out rounds {' and '.join(map(str, c.rounds))}" for c in clashes)
    return RoundOrder(tuple(order), True, f"{told}, on one day", rule.clause)
