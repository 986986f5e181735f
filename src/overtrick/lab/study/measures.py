"""Measures of one run: who won, who was selected, and how close that is to the truth."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from overtrick.core.event.after.ending import ending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.lab.study.deciding import deciding
from overtrick.lab.study.edges import edges
from overtrick.lab.timetable import USUAL_MINUTES


@dataclass(frozen=True, slots=True)
class RunMeasurement:
    """One run of one format with one entry. Chances of a single run are shares: half a win where two share it.

    *selected* are the numbers of those whom the event selects, and *winners* of those who won it, as text that a table
    can hold; *each_wins* and *each_selected* are for the best, the second best and so on.
    """

    format: str
    entries: int
    run: int
    best_wins: float
    best_last: float
    best_selected: float
    right: float
    tau: float
    winner_strength: float
    selected_strength: float
    ties: int
    lots: int
    tie_selects: float
    lot_selects: float
    rematches: int
    byes: int
    dead: int
    boards: int
    hours: float
    first_number: float
    number_edge: float
    seat_edge: float
    bye_edge: float | None
    odd_edge: float | None
    winners: str
    selected: str
    each_wins: tuple[float, ...]
    each_selected: tuple[float, ...]


SENTENCES = {
    "best_wins": ("the best wins", "%"),
    "best_last": ("the best plays in the last stage", "%"),
    "best_selected": ("the best is among those selected", "%"),
    "right": ("those selected are truly among the best so many", "%"),
    "tau": ("agreement of the ranking with the truth (Kendall's tau)", ""),
    "winner_strength": ("strength of the winner, in IMPs a board", "IMPs"),
    "selected_strength": ("strength of those selected, in IMPs a board", "IMPs"),
    "ties": ("places that a lot or a tie-break parts", ""),
    "lots": ("places and matches that a lot decides", ""),
    "tie_selects": ("a tie-break or a lot decides who goes on or is selected", "%"),
    "lot_selects": ("a lot decides who goes on or is selected", "%"),
    "rematches": ("matches between two who have met before", ""),
    "byes": ("byes", ""),
    "dead": ("matches that decide nothing: both sides are sure to go on, or sure not to", ""),
    "boards": ("boards that the winner plays", "boards"),
    "hours": ("hours at the table", "hours"),
    "first_number": ("the entry numbered 1 wins", "%"),
    "number_edge": ("places that the lower half of the numbers gains on others of its strength", ""),
    "seat_edge": ("places that those who first sit North-South gain on others of their strength", ""),
    "bye_edge": ("what a bye brings beyond the other matches of who has it", ""),
    "odd_edge": ("what a match brings that an odd field makes, beyond the other matches of who plays it", ""),
}
"""Every measure in words, and its unit."""

EACH = {"each_wins": "wins", "each_selected": "is among those selected"}
"""What is measured for each of the best, in words."""

FEWEST = 3
"""For at least this many of the best, each one's results are reported."""


def words_of(measure: str) -> tuple[str, str]:
    """A measure in words, and its unit; one for each of the best has the rank after its name.

    >>> words_of("each_wins 2")
    ('number 2 by strength wins', '%')
    """
    name, _, number = measure.partition(" ")
    return (f"number {number} by strength {EACH[name]}", "%") if number else SENTENCES[name]


def measure_event(
    event: Tournament, strength: Mapping[str, float], *, name: str, entries: int, run: int, select: int
) -> RunMeasurement:
    """All measures of an event that was played to its end."""
    groups = final_order(event)
    order = [contestant for group in groups for contestant in group]
    truth = sorted(order, key=lambda who: -strength[who])
    winners, chosen = groups[0], order[:select]
    best = truth[0]
    last = [state for state in event.stages.values() if set(winners) & set(state.contestants)][-1]
    matches = _meetings(event)
    boards = max(_boards(event, who) for who in winners)
    decided, gained = deciding(event, chosen), edges(event, order, truth)
    each = truth[: max(select, FEWEST)]
    return RunMeasurement(
        name, entries, run,
        best_wins=(best in winners) / len(winners),
        best_last=float(best in last.contestants),
        best_selected=float(best in chosen),
        right=len(set(chosen) & set(truth[:select])) / len(chosen),
        tau=tau([strength[who] for who in order]),
        winner_strength=_mean([strength[who] for who in winners]),
        selected_strength=_mean([strength[who] for who in chosen]),
        ties=sum(_ties(state) for state in event.stages.values()),
        lots=decided.lots,
        tie_selects=float(decided.by_tie_break),
        lot_selects=float(decided.by_lot),
        rematches=sum(count - 1 for count in matches.values()),
        byes=sum(len(drawn.draw.sits_out) for state in event.stages.values() for drawn in state.rounds.values()),
        dead=decided.dead,
        boards=boards,
        hours=boards * USUAL_MINUTES / 60,
        first_number=("1" in winners) / len(winners),
        number_edge=gained.number,
        seat_edge=gained.seat,
        bye_edge=gained.bye,
        odd_edge=gained.odd,
        winners=" ".join(sorted(winners, key=int)),
        selected=" ".join(sorted(chosen, key=int)),
        each_wins=tuple((who in winners) / len(winners) for who in each),
        each_selected=tuple(float(who in chosen) for who in each),
    )  # fmt: skip


def final_order(event: Tournament) -> list[list[str]]:
    """The final ranking, with those who share a place together: the last stage first, then those eliminated earlier."""
    if event.current_plan().graph is not None:
        return [[team] for team in ending(event, event.declined).ranking]
    there: set[str] = set()
    found: list[list[str]] = []
    for state in reversed(event.stages.values()):
        rows = [row for each in state.fields for row in state.standings(each.name).rows]
        places: dict[int, list[str]] = {}
        for row in rows:
            entry = event.entries.get(row.contestant)
            if row.contestant not in there and not (entry is not None and entry.house):
                places.setdefault(row.place, []).append(row.contestant)
        there.update(row.contestant for row in rows)
        found += [places[place] for place in sorted(places)]
    return found


def tau(strengths: Sequence[float]) -> float:
    """Kendall's tau between a ranking and the strengths, which are given in its order.

    >>> tau([3, 2, 1]), tau([1, 2, 3])
    (1.0, -1.0)
    """
    pairs = [(one > two) - (one < two) for one, two in combinations(strengths, 2)]
    return sum(pairs) / len(pairs) if pairs else 0.0


def _meetings(event: Tournament) -> Counter[frozenset[str]]:
    """How often each two met; several sessions of one final count as one meeting."""
    met: Counter[frozenset[str]] = Counter()
    for state in event.stages.values():
        once = state.plan.play.must_be_won
        seen = [
            frozenset(seating.names) for drawn in state.rounds.values() for seating in drawn.seatings.values()
        ]  # fmt: skip
        met.update(set(seen) if once else seen)
    return met


def _boards(event: Tournament, who: str) -> int:
    return sum(
        len(seating.boards)
        for state in event.stages.values()
        for drawn in state.rounds.values()
        for seating in drawn.seatings.values()
        if who in seating.names
    )


def _ties(state: StageState) -> int:
    """The number of contestants level on total in a ranked stage, less one for each group."""
    if state.plan.play.knockout or state.plan.play.must_be_won:
        return 0
    found = 0
    for each in state.fields:
        totals = Counter(row.total.value for row in state.standings(each.name).rows)
        found += sum(count - 1 for count in totals.values())
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
