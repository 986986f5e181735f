"""ITS21 on books in which two pairs are level, each built so that one step of a tie-break and no other parts them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from clauses.books.by_hand import (
    Swings,
    against_datum,
    against_median,
    boards_against_median,
    met_by,
    parts,
    sheet,
    swung,
    thrown,
)
from directing import Room, numbers
from overtrick.core.event.acts import LotDrawn, PenaltyGiven, StageStarted
from overtrick.core.event.play.stage import StageState
from overtrick.director.entries import stage_fields

pytestmark = pytest.mark.whole

OITS, WITS, SITS, YITS = (f"nsw-its-2021/{event}" for event in ("oits", "wits", "sits", "yits"))

Swung = Mapping[tuple[str, int], Sequence[int]]


def staged(event: str, entries: int, stage: str) -> tuple[Room, StageState]:
    """A stage of two fields about to begin, its lot naming the highest number first."""
    room = Room(event).enter(numbers(entries))
    if stage == "Stage II":
        room.start("Stage I")
        room.play("Stage I", lambda *_: "PASS")
        room.close("Stage I")
    room.do(LotDrawn(stage, order=tuple(reversed(numbers(entries)))))
    room.do(StageStarted(stage, stage_fields(room.event, stage)))
    return room, room.event.stage(stage)


def worth(room: Room, stage: str, sessions: int) -> dict[str, dict[str, Fraction]]:
    """What each pair has by each test, from its boards: of a match drawn it has half."""
    played = sheet(room.book.postings(), stage)
    each = len(played.seatings) // sessions
    boards = boards_against_median(played, {number: (number - 1) // each for number in played.seatings})
    totals = against_median(played, {number: (number - 1) // each for number in played.seatings})
    found = {}
    for name in totals:
        matches = [own for (who, _), own in boards.items() if who == name]
        all_boards = [imps for own in matches for imps in own]
        found[name] = {
            "total": totals[name],
            "opponents": sum((totals[other] for other in met_by(played, name)), Fraction(0)),
            "wins": sum((Fraction(1 + (sum(own) > 0) - (sum(own) < 0), 2) for own in matches), Fraction(0)),
            "plus": Fraction(sum(imps > 0 for imps in all_boards)),
            "minus": Fraction(sum(imps < 0 for imps in all_boards)),
        }
    return found


# What A and B, the first two of a field, win in a round; B is to be above A, or the lot decides.
BY_OPPONENTS: Swung = {("A", 1): (80, 100), ("B", 1): (180,)}
BY_WINS: Swung = {("A", 1): (180,), ("B", 1): (80,), ("B", 2): (100,)}
BY_PLUS: Swung = {("A", 1): (180,), ("B", 1): (80, 100)}
BY_MINUS: Swung = {("A", 1): (300, -80), ("B", 1): (180,)}
BY_LOT: Swung = {("A", 1): (180,), ("B", 1): (180,)}


def qualifying(event: str, at: str) -> list[tuple[str, str, int, Swung, str, Sequence[str]]]:
    """The books of a one-day qualifying: thirty pairs play fourteen rounds, twenty all that there can be."""
    return [
        (event, "Qualifying", 30, BY_OPPONENTS, f"{at}.1", ("total",)),
        (event, "Qualifying", 20, BY_WINS, f"{at}.2", ("total",)),
        (event, "Qualifying", 20, BY_PLUS, f"{at}.3", ("total", "wins")),
        (event, "Qualifying", 20, BY_MINUS, f"{at}.4", ("total", "wins", "plus")),
        (event, "Qualifying", 20, BY_LOT, f"{at}.5", ("total", "wins", "plus", "minus")),
    ]


@pytest.mark.parametrize(
    ("event", "stage", "entries", "swings", "clause", "level"),
    [
        (OITS, "Stage I", 20, BY_OPPONENTS, "ITS21 OITS.ties-stages.1", ("total",)),
        (OITS, "Stage I", 18, BY_PLUS, "ITS21 OITS.ties-stages.2", ("total",)),
        (OITS, "Stage I", 18, BY_MINUS, "ITS21 OITS.ties-stages.3", ("total", "plus")),
        (OITS, "Stage I", 18, BY_LOT, "ITS21 OITS.ties-stages.4", ("total", "plus", "minus")),
        (OITS, "Stage II", 18, BY_PLUS, "ITS21 OITS.ties-stages.2", ("total",)),
        (OITS, "Stage II", 18, BY_MINUS, "ITS21 OITS.ties-stages.3", ("total", "plus")),
        (OITS, "Stage II", 18, BY_LOT, "ITS21 OITS.ties-stages.4", ("total", "plus", "minus")),
        *qualifying(WITS, "ITS21 WITS.q-ties"),
        *qualifying(SITS, "ITS21 SITS.q-ties"),
    ],
)  # fmt: skip
@pytest.mark.clause("ITS21 OITS.ties-stages.1", "ITS21 WITS.q-ties.1", "ITS21 SITS.q-ties.1")
@pytest.mark.clause("ITS21 OITS.ties-stages.2", "ITS21 WITS.q-ties.2", "ITS21 SITS.q-ties.2")
@pytest.mark.clause("ITS21 OITS.ties-stages.3", "ITS21 WITS.q-ties.3", "ITS21 SITS.q-ties.3")
@pytest.mark.clause("ITS21 OITS.ties-stages.4", "ITS21 WITS.q-ties.4", "ITS21 SITS.q-ties.4")
@pytest.mark.clause("ITS21 WITS.q-ties.5", "ITS21 SITS.q-ties.5")
def test_one_step_parts_two_pairs_of_a_stage_of_two_fields(
    event: str, stage: str, entries: int, swings: Swung, clause: str, level: Sequence[str]
) -> None:
    """Both have five IMPs. Of a field one too many for the rounds A does not meet the last, and B not the first.

    A beat that first by five, so that all opponents of A lost ten, and those of B five.
    """
    room, state = staged(event, entries, stage)
    field = state.fields[0]
    a, b = field.contestants[:2]
    room.play(stage, swung(state, {({"A": a, "B": b}[who], number): row for (who, number), row in swings.items()}))
    table, hand = state.standings(field.name), worth(room, stage, len(state.plan.sessions))
    assert hand[a]["total"] == hand[b]["total"] == 5
    assert all(hand[a][test] == hand[b][test] for test in level)
    unmet = len(field.contestants) - len(met_by(sheet(room.book.postings(), stage), a))
    assert unmet == clause.endswith(("ties.1", "stages.1"))
    if unmet:
        assert [hand[name]["opponents"] for name in (a, b)] == [-10, -5]
        assert hand[a]["plus"] > hand[b]["plus"]
    by_lot = swings is BY_LOT
    first, second = sorted((a, b), key=int, reverse=True) if by_lot else (b, a)
    assert parts(table, first, second) == clause
    room.close(stage)
    assert room.agrees()


# A Final without qualifying: A and B are pairs 1 and 2, level for third place; what they win against whom.
# No two of them are on one board of a match, so that every datum is nothing.
LEADERS: Swings = {("3", "9"): (0, 0, 0, 500), ("4", "10"): (0, 0, 0, 0, 500)}
WINS: Swings = {("1", "5"): (180,), ("2", "6"): (0, 80), ("2", "7"): (0, 100), **LEADERS}
WORST: Swings = {("1", "5"): (300,), ("1", "6"): (-80,), ("2", "7"): (0, 180, 100), ("2", "8"): (0, -100), **LEADERS}
AMONG: Swings = {("2", "1"): (180,), ("2", "6"): (-180,), ("1", "5"): (0, 180), ("4", "10"): (0, 0, 0, 0, 500)}
LOT: Swings = {("1", "5"): (180,), ("2", "6"): (0, 180), **LEADERS}


@pytest.mark.parametrize(
    ("swings", "step", "wins", "matches", "between"),
    [
        (WINS, 2, (Fraction(10, 2), Fraction(11, 2)), None, 0),  # one win and eight drawn, two and seven
        (WORST, 3, (Fraction(9, 2), Fraction(9, 2)), ([-2, 7], [-3, 8]), 0),
        (AMONG, 4, (Fraction(9, 2), Fraction(9, 2)), ([-5, 5], [-5, 5]), 5),
        (LOT, 5, (Fraction(10, 2), Fraction(10, 2)), ([5], [5]), 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("event", [SITS, YITS])
@pytest.mark.clause("ITS21 OITS.final-ties.2", "ITS21 OITS.final-ties.3")
@pytest.mark.clause("ITS21 OITS.final-ties.4", "ITS21 OITS.final-ties.5")
def test_one_step_parts_two_pairs_level_for_third_place(
    event: str, swings: Swings, step: int, wins: object, matches: object, between: int
) -> None:
    """Ten Seniors or twelve Youth by Butler, one score off each end: a swing is a swing against the pair itself alone.

    What the worst match leaves: 7 and 8. Between the two: B beat A by 5, and both have 5 and -5. Others who are level
    with them are fined; the lot names the highest number first.
    """
    pairs, stage = (10, "Final") if event == SITS else (12, "Single stage")
    room = Room(event).enter(numbers(pairs))
    room.do(LotDrawn(stage, order=tuple(reversed(numbers(pairs)))))
    room.do(StageStarted(stage, stage_fields(room.event, stage)))
    state = room.event.stage(stage)
    room.play(stage, swung(state, swings))
    above = {"4", "6"} if swings is AMONG else {"3", "4"}
    for name in set(numbers(pairs)) - {"1", "2"} - above:
        room.do(PenaltyGiven(name, "slow play", stage, 1, 6, "IMPs", "Law 90"))
    played = sheet(room.book.postings(), stage)
    own: dict[str, list[int]] = {"1": [], "2": []}
    for number in played.seatings:
        nets = against_datum(played, number, dropped=1)
        for name, listed in own.items():
            listed.append(nets[name])
    assert sum(own["1"]) == sum(own["2"])
    drawn = pairs - 10  # two more matches of the Youth are drawn
    assert tuple(sum(Fraction(1 + (n > 0) - (n < 0), 2) for n in own[who]) - Fraction(drawn, 2) for who in "12") == wins
    if matches is not None:
        assert tuple(sorted(n for n in own[who] if n) for who in "12") == matches
    head = next(n for n, s in played.seatings.items() if any({each.ns, each.ew} == {"1", "2"} for each in s))
    assert against_datum(played, head, dropped=1)["2"] == between
    table = state.standings("all")
    assert table.order.index("2") == 2
    assert parts(table, "2", "1") == f"ITS21 OITS.final-ties.{step}"
    assert room.agrees()


@pytest.mark.parametrize(("event", "entries"), [(OITS, 18), (WITS, 20), (SITS, 20)])
@pytest.mark.clause("ITS21 OITS.final-ties.1")
def test_of_two_pairs_level_for_third_place_the_one_that_brought_less_is_above(event: str, entries: int) -> None:
    """Nothing happens in the Final but a fine: what the third brought more than the fourth."""
    room = Room(event).enter(numbers(entries))
    before = ("Stage I", "Stage II") if event == OITS else ("Qualifying",)
    for stage in before:
        room.start(stage)
        room.play(stage, thrown(f"carried from {stage}"))
        room.close(stage)
    final = room.start("Final")
    room.play("Final", lambda *_: "PASS")
    brought = {name: Fraction(figure.value) for name, figure in final.carried.items()}
    order = sorted(brought, key=lambda name: -brought[name])
    third, fourth = order[2:4]
    assert brought[third] > brought[fourth]
    room.do(PenaltyGiven(third, "slow play", "Final", 1, brought[third] - brought[fourth], "IMPs", "Law 90"))
    table = final.standings("all")
    assert table.row(third).total.value == table.row(fourth).total.value == brought[fourth]
    assert parts(table, fourth, third) == "ITS21 OITS.final-ties.1"
    assert room.agrees()
