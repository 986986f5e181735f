"""ANC26 on books: the teams of the congress, and matchpoints by sessions and in a Swiss."""

from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from statistics import mean

import pytest

from clauses.books.by_hand import hundredths, imps_of, percentages, sheet, thrown
from directing import Room, numbers
from overtrick.core.event.acts import MatchForfeited, PenaltyGiven, RoundClosed, ScoreAwarded, SubstituteUsed, Withdrawn
from overtrick.core.ranking.standings import Purpose

pytestmark = pytest.mark.whole

TEAMS, ONE_DAY, COUNTRY = "anc-2026/three-day-teams", "anc-2026/one-day-matchpoint-pairs", "anc-2026/country-pairs"


def wbf(net: Fraction, boards: int) -> Fraction:
    """The continuous scale of 2013 by its formula, to two places; the loser has the rest of 20."""
    with localcontext() as context:
        context.prec = 40
        golden = (Decimal(5).sqrt() - 1) / 2
        blitz = 15 * Decimal(boards).sqrt()
        won = 10 + 10 * (1 - golden ** (3 * Decimal(int(abs(net))) / blitz)) / (1 - golden**3)
        won = min(Decimal(20), won).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return Fraction(won) if net >= 0 else 20 - Fraction(won)


def congress() -> Room:
    """Eleven matches; one is forfeited, a substitute sits in, and the leader is fined by more than it leads."""
    room = Room(TEAMS).enter(numbers(8))
    state = room.start("Matches")
    scores = thrown("congress teams")
    for number in range(1, 12):
        assert room.draw("Matches") == number
        if number == 4:
            seating = state.round(number).seatings[3]
            room.do(MatchForfeited("Matches", number, 3, seating.ew, "did not appear"))
            for name, given in ((seating.ns, Fraction(14)), (seating.ew, Fraction(0))):
                room.do(ScoreAwarded(name, "Matches", number, given, "ANC26 1.1", "forfeit"))
        if number == 6:
            room.do(SubstituteUsed("4", "Matches", (6,), "One", "Another", "ill"))
        room.results("Matches", number, scores)
        room.do(RoundClosed("Matches", number))
        if number == 9:
            fined = state.standings("all").order[0]
            room.do(PenaltyGiven(fined, "slow play", "Matches", 9, 30, "VPs", "Law 90"))
    return room


@pytest.mark.clause("ANC26 23.5")
@pytest.mark.clause("ANC26 5.1")
@pytest.mark.clause("ANC26 18.2")
@pytest.mark.clause("ANC26 18.3")
def test_teams_of_the_congress_from_their_results_to_the_table() -> None:
    """Eight teams, eleven matches of sixteen boards: more than a Swiss of eight can have without meeting again.

    A match is forfeited, which the Chief Tournament Director scores; a substitute costs nothing; the leader is fined by
    more than it leads. Ties stand. The draw leaves the fine out and parts level teams by net IMPs.
    """
    room = congress()
    state = room.event.stage("Matches")
    stage = sheet(room.book.postings(), "Matches")
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    nets: defaultdict[str, Fraction] = defaultdict(Fraction)
    for number, seatings in stage.seatings.items():
        for seating in seatings:
            if (number, seating.table) in stage.unplayed:
                continue
            assert len(seating.boards) == 16
            net = imps_of(stage, number, seating)
            for name, own in ((seating.ns, net), (seating.ew, -net)):
                totals[name] += wbf(own, 16)
                nets[name] += own
    for (_, name), given in stage.awarded.items():
        totals[name] += given
    expected = {name: totals[name] - stage.penalties[name] for name in totals}
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == expected
    for row in table.rows:
        assert row.place == 1 + sum(other > expected[row.contestant] for other in expected.values())
    drawn = state.standings("all", Purpose.DRAW).order
    assert list(drawn) == sorted(totals, key=lambda name: (totals[name], nets[name]), reverse=True)
    assert list(drawn) != list(table.order)
    assert room.agrees()


@pytest.mark.clause("ANC26 16.2")
@pytest.mark.clause("ANC26 23.12")
def test_matchpoint_pairs_over_two_sessions() -> None:
    """Eight pairs, two Howells: two points for each score beaten and one for each equalled, the mean of the sessions.

    A pair is fined, one has a substitute, which changes nothing, and one leaves during the second session.
    """
    room = Room(ONE_DAY).enter(numbers(8))
    state = room.start("Sessions")
    scores = thrown("matchpoints")
    each = state.plan.sessions[0]
    room.play("Sessions", scores, each)
    room.do(SubstituteUsed("3", "Sessions", (1,), "One", "Another", "ill"))
    room.play("Sessions", scores, each - 1)
    room.do(Withdrawn("6", "Sessions", 2 * each - 1, expunged=False, reason="ill"))
    room.play("Sessions", scores)
    room.do(PenaltyGiven("2", "slow play", "Sessions", 1, 2, "%", "Law 90"))
    stage = sheet(room.book.postings(), "Sessions")
    first, second = (percentages(stage, range(start, start + each)) for start in (1, each + 1))
    expected = {name: mean((first[name], second[name])) for name in numbers(8)}
    expected["2"] -= 2
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == expected
    assert [expected[name] for name in table.order] == sorted(expected.values(), reverse=True)
    assert room.agrees()


def country_vps(percent: Fraction) -> Fraction:
    """App-2, as it is printed: the percentage and the victory points to two places, halves up."""
    x = hundredths(percent)
    if x > 70:
        return Fraction(20)
    if x < 30:
        return Fraction(0)
    if x > Fraction(115, 2):
        return hundredths((x - 20) * 2 / 5)
    return hundredths((x - 35) * 2 / 3 if x > Fraction(85, 2) else (x - 30) * 2 / 5)


@pytest.mark.clause("ANC26 16.2")
@pytest.mark.clause("ANC26 23.9")
@pytest.mark.clause("ANC26 5.1")
@pytest.mark.clause("ANC26 18.2")
def test_a_matchpoint_swiss_from_its_results_to_the_table_and_the_draw() -> None:
    """Ten pairs, fourteen rounds of eight boards, five scores on a board; the leader is fined, not for the draw."""
    room = Room(COUNTRY).enter(numbers(10))
    state = room.start("Swiss")
    room.play("Swiss", thrown("country pairs"))
    fined = state.standings("all").order[0]
    room.do(PenaltyGiven(fined, "slow play", "Swiss", 14, 40, "VPs", "Law 90"))
    stage = sheet(room.book.postings(), "Swiss")
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    shares: defaultdict[str, list[Fraction]] = defaultdict(list)
    for number in stage.seatings:
        for name, percent in percentages(stage, range(number, number + 1)).items():
            totals[name] += country_vps(percent)
            shares[name].append(percent)
    expected = {name: totals[name] - stage.penalties[name] for name in totals}
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == expected
    drawn = state.standings("all", Purpose.DRAW).order
    assert list(drawn) == sorted(totals, key=lambda name: (totals[name], mean(shares[name])), reverse=True)
    assert drawn[0] == fined
    assert room.agrees()
