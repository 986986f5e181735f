"""The matches of a book in the form that a fit needs: two sides, and IMPs board by board."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import mean
from overtrick.core.laws.imps import imps_of
from overtrick.core.provenance import IMPS, Figure
from overtrick.lab.study.fit import PlayedMatch

TEN = 10
"""A datum is rounded to a multiple of this."""


@dataclass(frozen=True, slots=True)
class ObservedLine:
    """A board at a table: *key* identifies the board for all who played it, *score* is North-South's."""

    key: object
    ns: str
    ew: str
    score: int


def observed_matches(event: Tournament) -> list[PlayedMatch]:
    """Every match of an event between two sides: as scored in IMPs, or its scores against a datum."""
    found: list[PlayedMatch] = []
    for state in event.stages.values():
        if state.plan.scoring.nets_in == IMPS and state.plan.scoring.percent is None:
            found += _in_imps(state)
        else:
            found += by_datum(_lines(state))
    return [match for match in found if not {match.one, match.two} & _house(event)]


def _house(event: Tournament) -> set[str]:
    return {name for name, entry in event.entries.items() if entry.house}


def _in_imps(state: StageState) -> Iterator[PlayedMatch]:
    """Matches that were scored in IMPs; boards with an artificial score are left out."""
    for number, drawn in state.rounds.items():
        for table, seating in drawn.seatings.items():
            if table in drawn.forfeits or len(seating.names) != 2:
                continue
            credits = (first for first, _ in state.card(number, table).credits.values())
            imps = tuple(round(first.value) for first in credits if isinstance(first, Figure))
            yield PlayedMatch(seating.sides[0][0], seating.sides[1][0], imps)


def _lines(state: StageState) -> Iterator[ObservedLine]:
    """Every score of a stage that is not scored in IMPs."""
    for number, drawn in state.rounds.items():
        for (table, room, board), recorded in drawn.results.items():
            seating, score = drawn.seatings.get(table), recorded.score.field
            if seating is None or room or score is None or len(seating.names) != 2:
                continue
            ns, ew = seating.sides[::-1] if board in seating.switched else seating.sides
            yield ObservedLine((state.scope(number), board), ns[0], ew[0], round(score.value))


def by_datum(lines: Iterable[ObservedLine]) -> list[PlayedMatch]:
    """Scores of a field as matches: each against the mean of the others on its board, rounded to ten."""
    boards: defaultdict[object, list[ObservedLine]] = defaultdict(list)
    for line in lines:
        boards[line.key].append(line)
    imps: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for played in boards.values():
        for line in played:
            others = [each.score for each in played if each is not line]
            if others:
                datum = TEN * round(mean(others) / TEN)
                imps[line.ns, line.ew].append(imps_of(line.score - datum))
    return [PlayedMatch(ns, ew, tuple(each)) for (ns, ew), each in imps.items()]
