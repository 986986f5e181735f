"""Advantages other than skill: of a low number, of a seat, of a bye, and of an odd field."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.ranking.measures import ScoreOrigin


@dataclass(frozen=True, slots=True)
class Edges:
    """What was gained by other things than skill; `None` where no one had the advantage.

    *number* and *seat* are in places: how much better the lower half of the numbers did, or those who sat North-South
    in the first round, than others of their strength. *bye* and *odd* are how much a bye, or any match due to an odd
    field, scored above the same contestants' other matches, in the unit of the stage.
    """

    number: float
    seat: float
    bye: float | None
    odd: float | None


def edges(event: Tournament, order: Sequence[str], truth: Sequence[str]) -> Edges:
    """The advantages in an event that ended in this order, while *truth* is the order by strength."""
    beyond = _places_gained(order, truth)
    first = next(iter(event.stages.values()))
    drawn = first.rounds[min(first.rounds)]
    north = [seating.sides[0][0] for seating in drawn.draw.matches]
    south = {name for seating in drawn.draw.matches for name in seating.names} - set(north)
    low = [name for name in order if 2 * int(name) <= len(order)]
    seated = {name: beyond[name] for name in (*north, *sorted(south)) if name in beyond}
    byes, others = _odd_matches(event)
    return Edges(
        _apart(beyond, low), _apart(seated, north), _average_gain(event, byes), _average_gain(event, byes | others)
    )


def _places_gained(order: Sequence[str], truth: Sequence[str]) -> dict[str, float]:
    """How many places better each contestant did than its strength predicts, by linear regression."""
    there = {name: place for place, name in enumerate(truth)}
    middle = (len(order) - 1) / 2
    square = sum((place - middle) ** 2 for place in range(len(order)))
    slope = sum((place - middle) * (there[name] - middle) for place, name in enumerate(order)) / square if square else 0
    return {name: middle + slope * (there[name] - middle) - place for place, name in enumerate(order)}


def _apart(values: Mapping[str, float], some: Collection[str]) -> float:
    """How far the mean of some is above the mean of the others."""
    ours = [value for name, value in values.items() if name in some]
    theirs = [value for name, value in values.items() if name not in some]
    return sum(ours) / len(ours) - sum(theirs) / len(theirs) if ours and theirs else 0.0


Match = tuple[str, str, int]
"""A contestant's match: the contestant, the stage, the round."""


def _odd_matches(event: Tournament) -> tuple[set[Match], set[Match]]:
    """The byes, and the other matches due to an odd field: against a house pair, or three-way."""
    house = {name for name, entry in event.entries.items() if entry.house}
    byes: set[Match] = set()
    others: set[Match] = set()
    for stage, state in event.stages.items():
        for number, drawn in state.rounds.items():
            byes |= {(name, stage, number) for name in drawn.draw.sits_out}
            three = [
                *(name for share in drawn.shares for name in share.teams),
                *(name for trio in drawn.draw.trios for name in trio.teams),
            ]
            met = [name for seating in drawn.seatings.values() if house & set(seating.names) for name in seating.names]
            others |= {(name, stage, number) for name in (*three, *met) if name not in house}
    return byes, others


def _average_gain(event: Tournament, matches: Collection[Match]) -> float | None:
    """The average score of these matches above the mean of the same contestants' other matches."""
    found = []
    for who, stage, number in sorted(matches):  # sorted, as floating-point sums depend on the order
        state = event.stages[stage]
        if state.plan.play.knockout or state.plan.play.must_be_won:
            continue
        own = _score(state, who, number)
        rest = [
            score
            for each in state.rounds
            if (who, stage, each) not in matches and (score := _score(state, who, each)) is not None
        ]
        if own is not None and rest:
            found.append(own - sum(rest) / len(rest))
    return sum(found) / len(found) if found else None


def _score(state: StageState, who: str, number: int) -> float | None:
    line = state.match_line(who, number)
    return None if line is None or line.kind is ScoreOrigin.GIVEN else float(line.score.value)
