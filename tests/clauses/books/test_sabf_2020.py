"""SABF20 on books: teams with a forfeit, a cancelled and an abandoned match, a substitute, a bye and a fine."""

from collections import defaultdict
from fractions import Fraction
from statistics import mean

import pytest

from clauses.books.by_hand import hundredths, imps_of, percentages, printed, read_on, sheet, thrown
from directing import Room, numbers
from overtrick.core.event.acts import (
    ABANDONED,
    CANCELLED,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    MatchForfeited,
    PenaltyGiven,
    RoundClosed,
    SubstituteUsed,
)
from overtrick.core.model.contestants import Player

pytestmark = pytest.mark.whole

TEAMS, STATE_PAIRS = "sabf-2020/round-robin-teams", "sabf-2020/state-open-pairs"


@pytest.mark.clause("SABF20 13.9#2")
@pytest.mark.clause("SABF20 13.9#3")
@pytest.mark.clause("SABF20 13.9#5")
@pytest.mark.clause("SABF20 13.10#1")
@pytest.mark.clause("SABF20 13.18")
@pytest.mark.clause("SABF20 15.1")
def test_a_round_robin_of_seven_from_its_results_to_the_table() -> None:
    """Matches of fourteen boards on the printed scale; three are not played out, each in its own way; byes are nothing.

    A forfeit: 0 to the offender, the other the greatest of a win by 12 IMPs, its own mean and 20 less the offender's.
    Cancelled: the side present as for a forfeit; the other the greater of its mean and what that leaves of 20.
    Abandoned: the greater of its mean and 20 less the others' for the one side, what is left for the side concerned.
    Means are of matches that were played, before fines, and each score is rounded to hundredths.
    """
    room = Room(TEAMS).enter(numbers(7))
    state = room.start("Minor round")
    scores, unplayed = thrown("minor"), []
    for number, how in ((1, ""), (2, "forfeited"), (3, CANCELLED), (4, ABANDONED), (5, ""), (6, ""), (7, "")):
        assert room.draw("Minor round") == number
        if how:
            seating = state.round(number).seatings[2]
            act = MatchForfeited("Minor round", number, 2, seating.ew, "told by telephone", how)
            room.do(act)
            unplayed.append((act, seating.ns))
        room.results("Minor round", number, scores)
        room.do(RoundClosed("Minor round", number))
    room.do(PenaltyGiven("3", "slow play", "Minor round", 1, 1, "VPs", "Law 90"))

    stage, scale = sheet(room.book.postings(), "Minor round"), printed("sabf-2020", "sabf-2020/21.1/14")
    played: defaultdict[str, list[Fraction]] = defaultdict(list)
    for number, seatings in stage.seatings.items():
        for seating in seatings:
            if not any((act.round, act.table) == (number, seating.table) for act, _ in unplayed):
                net = imps_of(stage, number, seating)
                played[seating.ns].append(read_on(scale, net))
                played[seating.ew].append(read_on(scale, -net))
    totals = {name: sum(scores, Fraction(0)) - stage.penalties[name] for name, scores in played.items()}
    for act, present in unplayed:
        absent = act.offender
        own, others = mean(played[present]), mean(played[absent])
        forfeit = hundredths(max(scale[12], own, 20 - others))
        if act.how == "forfeited":
            given = (forfeit, Fraction(0))
        elif act.how == CANCELLED:
            given = (forfeit, hundredths(max(others, 20 - forfeit)))
        else:
            greater = hundredths(max(own, 20 - others))
            given = (greater, 20 - greater)
        totals[present] += given[0]
        totals[absent] += given[1]
        lines = [state.match_line(name, act.round) for name in (present, absent)]
        assert [line.score.value for line in lines if line is not None] == list(given), act.how
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == totals
    assert [totals[name] for name in table.order] == sorted(totals.values(), reverse=True)
    assert room.agrees()


@pytest.mark.clause("SABF20 11.3#1")
@pytest.mark.clause("SABF20 11.10#1")
@pytest.mark.clause("SABF20 18.1.1#2")
@pytest.mark.clause("SABF20 18.1.1#3")
def test_the_carry_over_of_the_state_pairs_with_a_fine_and_a_substitute() -> None:
    """Fourteen pairs, three sessions of a Howell; the mean of the three, to hundredths.

    One point comes off the second session of pair 3. In the first session pair 5 has a substitute: that score is no
    more than the mean of its other two, and no less than the lower of 90% of that mean and 50.
    """
    room = Room(STATE_PAIRS)
    room.do(EventOpened(STATE_PAIRS, "", "", ""))
    room.do(
        *(EntryTaken(name, players=(Player(f"P{name}A"), Player(f"P{name}B"))) for name in numbers(14)), EntriesClosed()
    )
    state = room.start("Qualifying")
    scores, sessions = thrown("state pairs"), []
    for session in range(3):
        first = state.last_round + 1
        room.draw("Qualifying", f"session {session}")
        sitting = state.sittings[session]
        rounds = range(first, first + sitting.rounds)
        if session == 0:
            room.do(SubstituteUsed("5", "Qualifying", tuple(rounds), "P5A", "Somebody", "ill"))
        for number in rounds:
            if number > first:
                room.draw("Qualifying", f"session {session}")
            room.results("Qualifying", number, scores)
            room.do(RoundClosed("Qualifying", number))
        sessions.append(rounds)
    fined = sessions[1][0]
    room.do(
        PenaltyGiven("3", "mis-scoring", "Qualifying", fined, 1, "percentage points", "SABF20 11.10#1", "wrong board")
    )
    room.close("Qualifying")
    stage = sheet(room.book.postings(), "Qualifying")
    played = [percentages(stage, rounds) for rounds in sessions]
    played[1]["3"] -= 1
    three = {name: [hundredths(session[name]) for session in played] for name in numbers(14)}
    others = (three["5"][1] + three["5"][2]) / 2
    three["5"][0] = max(min(three["5"][0], others), min(others * Fraction(9, 10), Fraction(50)))
    final = room.start("Final")
    expected = {name: hundredths(mean(three[name])) for name in final.contestants}
    assert {name: figure.value for name, figure in final.carried.items()} == expected
    assert len(final.contestants) == 10
    order = sorted(three, key=lambda name: -sum(three[name], Fraction(0)))
    assert set(final.contestants) == set(order[:10])
    assert room.agrees()
