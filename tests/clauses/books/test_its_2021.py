"""ITS21 on books: what the selection events feed their carry-forwards, with penalties and withdrawals in them."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from clauses.books.by_hand import (
    Sheet,
    across,
    against_datum,
    against_median,
    printed,
    read_on,
    sheet,
    standard_scores,
    tenths,
    thrown,
)
from directing import Room, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import PenaltyGiven, StageStarted, SubstituteUsed, Withdrawn
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.provenance import Figure, PostingSource, facts
from overtrick.director.entries import stage_fields

pytestmark = pytest.mark.whole

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
    assert (
        "7 did not finish Qualifying, so its score is left out of the mean and the standard deviation of Qualifying"
        in cautions
    )
    for name, figure in final.carried.items():  # the reasons hold the very total that the table prints
        table = room.event.stage("Qualifying").standings(room.event.stage("Qualifying").field_of(name))
        assert table.row(name).total in figures(figure)
        assert any(isinstance(fact.source, PostingSource) for fact in facts(figure))
    assert room.agrees()


@pytest.mark.clause("ITS21 OITS.carry-1-2")
@pytest.mark.clause("ITS21 OITS.qualify-final")
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
    two = totals_of(second, sessions=3)
    z2 = standard(two, tuple(goes_on), left=leaves)
    stage = room.event.stage("Stage II")
    assert {name: figure.value for name, figure in stage.carried.items()} == dict.fromkeys(stage.contestants, 0)
    for field, names in zip(stage.fields, goes_on, strict=True):
        rows = {row.contestant: row.total.value for row in stage.standings(field.name).rows}
        assert rows == {name: two[name] for name in names}  # nothing of Stage I is in them
    final = room.start("Final")
    best = {name for names in goes_on for name in sorted(set(names) - {leaves}, key=lambda each: -two[each])[:5]}
    assert set(final.contestants) == best
    expected = carried({name: z1[name] + 3 * z2[name] for name in final.contestants})
    assert {name: figure.value for name, figure in final.carried.items()} == expected


@pytest.mark.parametrize("event", ["nsw-its-2021/wits", "nsw-its-2021/sits"])
@pytest.mark.clause("ITS21 WITS.byes", "ITS21 SITS.byes")
@pytest.mark.clause("ITS21 WITS.final-cross-imps", "ITS21 SITS.scoring-parity")
@pytest.mark.clause("ITS21 WITS.final-caps", "ITS21 SITS.final-caps")
@pytest.mark.clause("ITS21 WITS.final-total", "ITS21 SITS.final-total")
def test_a_single_stage_of_seven_with_byes_limits_and_a_fine(event: str) -> None:
    """Seven pairs, matches of sixteen boards: cross-IMPs over the tables, at most +32 and -40; a bye brings nothing.

    An odd number of Seniors is scored so too.
    """
    room = Room(event).enter(numbers(7))
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


def datum_of(stage: Sheet, number: int, wiped: str) -> dict[str, int]:
    """A round against the mean of its scores, a tenth of them off each end (half rounded up), without who was wiped."""
    seatings = tuple(each for each in stage.seatings[number] if wiped not in (each.ns, each.ew))
    left = replace(stage, seatings={**stage.seatings, number: seatings})
    return against_datum(left, number, dropped=(len(seatings) + 5) // 10)


@pytest.mark.clause("ITS21 SITS.scoring-parity")
@pytest.mark.clause("ITS21 SITS.final-caps")
@pytest.mark.clause("ITS21 SITS.final-total")
@pytest.mark.clause("ITS21 WDR.expunge")
def test_an_even_number_of_seniors_is_scored_by_butler_and_goes_on_so_when_one_leaves() -> None:
    """Ten pairs, matches of sixteen boards: one of five scores goes at each end, +32 and -40 the limits.

    Pair 8 leaves after the third match, before the middle one: its scores are wiped, what is left is recalculated
    with four scores on a board (none goes), and nobody has anything for a match not played.
    """
    room = Room("nsw-its-2021/sits").enter(numbers(10))
    state = room.start("Final")
    scores = thrown("seniors")
    room.play("Final", scores, 3)
    room.do(Withdrawn("8", "Final", 3, expunged=True, reason="ill"))
    room.do(SubstituteUsed("4", "Final", (4,), "One", "Another", "ill", approved_by="the convener"))
    room.play("Final", scores)
    room.do(PenaltyGiven("2", "slow play", "Final", 1, 3, "IMPs", "Law 90"))
    stage = sheet(room.book.postings(), "Final")
    totals = dict.fromkeys((name for name in numbers(10) if name != "8"), Fraction(0))
    cut = 0
    for number, seatings in stage.seatings.items():
        nets = datum_of(stage, number, wiped="8")
        for seating in seatings:
            assert len(seating.boards) == 16
            for name in (seating.ns, seating.ew):
                if "8" not in (seating.ns, seating.ew):
                    totals[name] += max(min(nets[name], 32), -40)
                    cut += not -40 <= nets[name] <= 32
    totals["2"] -= 3
    assert cut
    assert {row.contestant: row.total.value for row in state.standings("all").rows} == totals
    assert room.agrees()


@pytest.mark.clause("ITS21 YITS.butler")
@pytest.mark.clause("ITS21 YITS.datum-trim")
@pytest.mark.clause("ITS21 YITS.vp-7plus")
@pytest.mark.clause("ITS21 YITS.subs")
def test_a_youth_event_of_seven_in_victory_points() -> None:
    """Seven pairs, matches of eight boards: against the mean of three scores, on the scale of the Swiss Pairs.

    A tenth of three is none. Each side converts its own IMPs; a bye is nothing; pair 6 leaves and is wiped.
    """
    room = Room("nsw-its-2021/yits").enter(numbers(7))
    state = room.start("Single stage")
    scores = thrown("youth")
    room.play("Single stage", scores, 2)
    with pytest.raises(DirectorError, match="may not use this substitute"):
        room.do(SubstituteUsed("1", "Single stage", (3,), "One", "Another", "ill"))
    room.do(Withdrawn("6", "Single stage", 2, expunged=True, reason="ill"))
    room.play("Single stage", scores)
    room.do(PenaltyGiven("5", "slow play", "Single stage", 2, Fraction(3, 2), "VPs", "Law 90"))
    stage = sheet(room.book.postings(), "Single stage")
    scale = printed("nsw-swiss-pairs", "nsw-swiss-pairs/table-1/8")
    totals = dict.fromkeys((name for name in numbers(7) if name != "6"), Fraction(0))
    for number, seatings in stage.seatings.items():
        nets = datum_of(stage, number, wiped="6")
        for seating in seatings:
            assert len(seating.boards) == 8
            for name in (seating.ns, seating.ew):
                if "6" not in (seating.ns, seating.ew):
                    totals[name] += read_on(scale, nets[name])
    totals["5"] -= Fraction(3, 2)
    assert {row.contestant: row.total.value for row in state.standings("all").rows} == totals
    assert room.agrees()


@pytest.mark.clause("ITS21 YITS.imps-6minus")
def test_a_youth_event_of_eleven_in_imps_within_limits() -> None:
    """Eleven pairs, matches of five boards: one of five scores goes at each end, +30 and -35 the limits."""
    room = Room("nsw-its-2021/yits").enter(numbers(11))
    state = room.start("Single stage")
    room.play("Single stage", thrown("youth"))
    room.do(PenaltyGiven("5", "slow play", "Single stage", 2, 4, "IMPs", "Law 90"))
    stage = sheet(room.book.postings(), "Single stage")
    totals = dict.fromkeys(numbers(11), Fraction(0))
    cut = 0
    for number in stage.seatings:
        for name, net in datum_of(stage, number, wiped="").items():
            totals[name] += max(min(net, 30), -35)
            cut += not -35 <= net <= 30
    totals["5"] -= 4
    assert cut
    assert {row.contestant: row.total.value for row in state.standings("all").rows} == totals
    assert room.agrees()


def figures(figure: Figure[object]) -> list[Figure[object]]:  # type: ignore[type-var]
    """A figure and every figure it was made of."""
    return [figure, *(each for part in figure.of if isinstance(part, Figure) for each in figures(part))]
