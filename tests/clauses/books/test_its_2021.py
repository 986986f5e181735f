"""ITS21 on books: what the selection events feed their carry-forwards, with penalties and withdrawals in them."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

import pytest

from clauses.books.by_hand import Sheet, across, against_median, sheet, standard_scores, tenths, thrown
from directing import Room, numbers
from overtrick.core.event.acts import PenaltyGiven, StageStarted
from overtrick.core.event.attendance_acts import Withdrawn
from overtrick.core.event.drafting import rounds_of
from overtrick.core.provenance import Figure, Posted, facts
from overtrick.director.entries import stage_fields

MOST = Decimal(24)
"""The largest carry-forward in every one of the selection events."""

LEAVES_AFTER = 3


def played(room: Room, stage: str, seed: str, fined: Mapping[str, int], leaves: str) -> Sheet:
    """A stage played out with fines in it and one pair that leaves; what its postings say."""
    room.start(stage)
    room.play(stage, thrown(seed), LEAVES_AFTER)
    room.do(*(PenaltyGiven(who, "slow play", stage, 1, much, "IMPs", "Law 90") for who, much in fined.items()))
    if leaves:
        room.do(Withdrawn(leaves, stage, LEAVES_AFTER, expunged=False, reason="ill"))
    state = room.play(stage, thrown(seed + "2"))
    assert state.last_round == rounds_of(state)
    room.close(stage)
    return sheet(room.book.postings(), stage)


def totals_of(stage: Sheet, sessions: int) -> dict[str, Fraction]:
    """IMPs against the median, less penalties."""
    each = len(stage.seatings) // sessions
    scored = against_median(stage, {number: (number - 1) // each for number in stage.seatings})
    return {name: total - stage.penalties[name] for name, total in scored.items()}


def standard(totals: Mapping[str, Fraction], fields: tuple[tuple[str, ...], ...], left: str) -> dict[str, Decimal]:
    """Standard scores by direction, of those who finished."""
    scores: dict[str, Decimal] = {}
    for names in fields:
        scores |= standard_scores({name: totals[name] for name in names if name != left})
    return scores


def carried(combined: Mapping[str, Decimal]) -> dict[str, Fraction]:
    """Scaled so that the best of the finalists has the most."""
    return {name: tenths(MOST / max(combined.values()) * z) for name, z in combined.items()}


def fields_of(room: Room, stage: str) -> tuple[tuple[str, ...], ...]:
    act = next(each.act for each in room.book.postings() if isinstance(each.act, StageStarted))
    assert act.stage == stage
    return tuple(field.contestants for field in act.fields)


@pytest.mark.parametrize("event", ["nsw-its-2021/wits", "nsw-its-2021/sits"])
@pytest.mark.clause("ITS21 WITS.carry-forward")
@pytest.mark.clause("ITS21 SITS.carry-forward")
def test_a_carry_forward_is_of_totals_after_penalties_of_those_who_finished(event: str) -> None:
    """Twenty pairs, ten matches of six boards; B (X − μ) / σ by direction, the best of the finalists on 24.0."""
    room = Room(event).enter(numbers(20))
    stage = played(room, "Qualifying", event, {"1": 3, "2": 7, "3": 2, "20": 5}, leaves="7")
    totals = totals_of(stage, sessions=2)
    z = standard(totals, fields_of(room, "Qualifying"), left="7")
    cautions = room.do(StageStarted("Final", stage_fields(room.event, "Final")))
    final = room.event.stage("Final")
    expected = carried({name: z[name] for name in final.contestants})
    assert {name: figure.value for name, figure in final.carried.items()} == expected
    assert "7 did not finish Qualifying and is in neither its mean nor its deviation" in cautions
    for name, figure in final.carried.items():  # the reasons hold the very total that the table prints
        table = room.event.stage("Qualifying").standings(room.event.stage("Qualifying").field_of(name))
        assert table.row(name).total in figures(figure)
        assert any(isinstance(fact.source, Posted) for fact in facts(figure))
    assert room.agrees()


@pytest.mark.clause("ITS21 OITS.z1")
@pytest.mark.clause("ITS21 OITS.z2")
@pytest.mark.clause("ITS21 OITS.carry-forward-final")
def test_both_stages_of_the_open_feed_the_final_after_penalties_without_those_who_left() -> None:
    """D (Z1 + 3 Z2) of the totals of both stages; a pair left each of them, and finalists were fined in both."""
    room = Room("nsw-its-2021/oits").enter(numbers(36))
    first = played(room, "Stage I", "one", {"1": 3, "5": 11, "12": 4}, leaves="9")
    z1 = standard(totals_of(first, sessions=3), fields_of(room, "Stage I"), left="9")
    goes_on = [field.contestants for field in stage_fields(room.event, "Stage II")]
    leaves = goes_on[0][-1]
    second = played(room, "Stage II", "two", {goes_on[0][0]: 9, goes_on[1][0]: 4, goes_on[1][1]: 2}, leaves=leaves)
    z2 = standard(totals_of(second, sessions=3), tuple(goes_on), left=leaves)
    final = room.start("Final")
    expected = carried({name: z1[name] + 3 * z2[name] for name in final.contestants})
    assert {name: figure.value for name, figure in final.carried.items()} == expected


@pytest.mark.clause("ITS21 WITS.byes")
@pytest.mark.clause("ITS21 WITS.final-cross-imps")
@pytest.mark.clause("ITS21 WITS.final-caps")
@pytest.mark.clause("ITS21 WITS.final-total")
def test_a_single_stage_of_seven_with_byes_limits_and_a_fine() -> None:
    """Seven pairs, matches of sixteen boards: cross-IMPs over the tables, at most +32 and -40; a bye brings nothing."""
    room = Room("nsw-its-2021/wits").enter(numbers(7))
    state = room.start("Final")
    room.play("Final", thrown("seven"))
    room.do(PenaltyGiven("2", "slow play", "Final", 1, 3, "IMPs", "Law 90"))
    stage = sheet(room.book.postings(), "Final")
    totals = dict.fromkeys(numbers(7), Fraction(0))
    for number, seatings in stage.seatings.items():
        nets = across(stage, number)
        assert len(stage.sits_out[number]) == 1
        for seating in seatings:
            assert len(seating.boards) == 16
            for name in (seating.ns, seating.ew):
                totals[name] += max(min(nets[name], Fraction(32)), Fraction(-40))
    totals["2"] -= 3
    assert {row.contestant: row.total.value for row in state.standings("all").rows} == totals
    assert room.agrees()


def figures(figure: Figure[object]) -> list[Figure[object]]:  # type: ignore[type-var]
    """A figure and every figure it was made of."""
    return [figure, *(each for part in figure.of if isinstance(part, Figure) for each in figures(part))]
