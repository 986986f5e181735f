"""ANC26 on books: the Interstate Teams with byes, a forfeit and fines, its Final, and what Butler stages carry on."""

from collections import defaultdict
from fractions import Fraction
from statistics import mean

import pytest

from clauses.books.by_hand import Sheet, imps_of, sheet, thrown
from directing import Room, numbers
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Declined, MatchForfeited, PenaltyGiven, RoundClosed, RulingGiven, ScoreAwarded
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.notation import read_result

pytestmark = pytest.mark.whole

ITC, MIXED, OPEN_BUTLER = "anc-2026/interstate-womens", "anc-2026/mixed-butler", "anc-2026/open-butler"


def vps(net: Fraction) -> Fraction:
    """11.10: 35 and the net to 30 IMPs, a tenth of each further one, 67.5 at most and 0 at least."""
    return max(Fraction(0), min(35 + net, Fraction(65) + (net - 30) / 10 if net > 30 else 35 + net, Fraction(135, 2)))


def imps_back(points: Fraction) -> Fraction:
    """11.12: the IMPs of a forfeit, by the formula of 11.10 read the other way."""
    return points - 35 if points <= 65 else 30 + (points - 65) * 10


class Itc:
    """The Qualifying worked out from its postings: every team's matches, byes and forfeit."""

    def __init__(self, stage: Sheet, forfeit: MatchForfeited) -> None:
        self.played: dict[str, list[tuple[Fraction, Fraction]]] = defaultdict(list)
        self.wins: dict[str, int] = defaultdict(int)
        self.byes: dict[str, int] = defaultdict(int)
        seating = next(each for each in stage.seatings[forfeit.round] if each.table == forfeit.table)
        self.offender = forfeit.offender
        self.innocent = seating.ew if seating.ns == forfeit.offender else seating.ns
        for number, seatings in stage.seatings.items():
            for name in stage.sits_out[number]:
                self.byes[name] += 1
            for each in seatings:
                if (number, each.table) == (forfeit.round, forfeit.table):
                    continue
                net = imps_of(stage, number, each)
                for name, own in ((each.ns, net), (each.ew, -net)):
                    self.played[name].append((vps(own), own))
                    self.wins[name] += vps(own) > vps(-own)
        self.fines = stage.penalties

    @property
    def given(self) -> Fraction:
        """11.12: the highest of 56.5, its own average and the complement of the offender's, byes not counted."""
        own, theirs = (mean(v for v, _ in self.played[name]) for name in (self.innocent, self.offender))
        return max(Fraction(113, 2), own, min(70 - theirs, Fraction(135, 2)))

    def total(self, name: str) -> Fraction:
        forfeited = self.given if name == self.innocent else Fraction(0)
        return sum((v for v, _ in self.played[name]), Fraction(0)) + 35 * self.byes[name] + forfeited - self.fines[name]

    def net(self, name: str) -> Fraction:
        forfeited = {self.innocent: imps_back(self.given), self.offender: imps_back(Fraction(0))}
        return sum((net for _, net in self.played[name]), Fraction(0)) + forfeited.get(name, Fraction(0))

    def won(self, name: str) -> int:
        return self.wins[name] + (name == self.innocent)


def qualified() -> tuple[Room, StageState, Itc]:
    """Seven teams, fourteen rounds with a bye in each; a match forfeited in the third, fines in two others."""
    room = Room(ITC).enter(numbers(7))
    state = room.start("Qualifying")
    scores = thrown("interstate")
    room.play("Qualifying", scores, 2)
    number = room.draw("Qualifying")
    forfeit = MatchForfeited("Qualifying", number, 2, state.round(number).seatings[2].ew, "did not appear")
    room.do(forfeit)
    room.results("Qualifying", number, scores)
    room.do(RoundClosed("Qualifying", number))
    room.do(
        PenaltyGiven("1", "late arrival", "Qualifying", 1, 3, "VPs", "Law 90"),
        PenaltyGiven("4", "slow play", "Qualifying", 2, Fraction(3, 2), "VPs", "Law 90"),
        PenaltyGiven("4", "slow play", "Qualifying", 3, 2, "VPs", "Law 90"),
    )
    room.play("Qualifying", scores)
    room.close("Qualifying")
    return room, state, Itc(sheet(room.book.postings(), "Qualifying"), forfeit)


@pytest.mark.clause("ANC26 11.10")
@pytest.mark.clause("ANC26 11.11")
@pytest.mark.clause("ANC26 11.12")
@pytest.mark.clause("ANC26 12.2")
@pytest.mark.clause("ANC26 13.1")
@pytest.mark.clause("ANC26 13.2")
def test_the_interstate_teams_from_results_to_the_carry_over_of_the_final() -> None:
    room, state, hand = qualified()
    table = state.standings("all")
    rows = {row.contestant: row for row in table.rows}
    for name in numbers(7):
        assert rows[name].total.value == hand.total(name), name
        columns = {str(measure): figure.value for measure, figure in rows[name].columns}
        assert columns["matches won"] == hand.won(name), name
        assert columns["net IMPs"] == hand.net(name), name
    order = sorted(numbers(7), key=lambda name: (-hand.total(name), -hand.won(name), -hand.net(name)))
    assert list(table.order) == order
    final = room.start("Final")
    ahead, behind = order[:2]
    tenth = (hand.total(ahead) - hand.total(behind)) / 10
    assert {name: figure.value for name, figure in final.carried.items()} == {ahead: tenth}
    room.play("Final", thrown("final"))
    room.do(PenaltyGiven(ahead, "slow play", "Final", 1, 2, "IMPs", "Law 90"))
    stanzas = sheet(room.book.postings(), "Final")
    net = sum(
        (imps_of(stanzas, number, each) * (1 if each.ns == ahead else -1)
         for number, seatings in stanzas.seatings.items() for each in seatings), Fraction(0),
    )  # fmt: skip
    totals = {row.contestant: row.total.value for row in final.standings("all").rows}
    assert totals[ahead] - totals[behind] == tenth - 2 + net
    assert room.agrees()


def mixed(seed: str, pairs: int) -> tuple[Room, StageState]:
    """Stage 1 played out, with the leader and the last to go on fined."""
    room = Room(MIXED).enter(numbers(pairs))
    state = room.start("Stage 1")
    room.play("Stage 1", thrown(seed))
    return room, state


def totals_of(state: StageState, fines: dict[str, Fraction]) -> dict[str, Fraction]:
    """What each pair's matches came to, less its fines."""
    found = {}
    for name in state.contestants:
        lines = [state.match_line(name, number) for number in state.rounds]
        scored = sum((Fraction(line.score.value) for line in lines if line is not None), Fraction(0))
        found[name] = scored - fines.get(name, Fraction(0))
    return found


@pytest.mark.clause("ANC26 19.2")
@pytest.mark.clause("ANC26 19.3")
def test_a_straight_line_is_drawn_through_totals_after_fines_and_stays_when_one_declines() -> None:
    """7.00 for the first, 1.00 for the tenth, by their totals after fines; who comes in for another starts on 0."""
    room, state = mixed("mixed", 16)
    before = [row.contestant for row in state.standings("all").rows]
    fines = {before[0]: Fraction(5, 2), before[4]: Fraction(1), before[10]: Fraction(3)}
    room.do(*(PenaltyGiven(name, "slow play", "Stage 1", 1, much, "VPs", "Law 90") for name, much in fines.items()))
    room.close("Stage 1")
    totals = totals_of(state, fines)
    order = sorted(totals, key=lambda name: -totals[name])
    room.do(Declined(order[3], "Stage 2", "ill"))
    second = room.start("Stage 2")
    assert set(second.contestants) == set(order[:11]) - {order[3]}
    first, tenth = totals[order[0]], totals[order[9]]
    expected = {
        name: Fraction(int((1 + 6 * (totals[name] - tenth) / (first - tenth)) * 100 + Fraction(1, 2)), 100)
        for name in order[:10] if name != order[3]
    }  # fmt: skip
    expected[order[10]] = Fraction(0)
    assert {name: figure.value for name, figure in second.carried.items()} == expected
    assert room.agrees()


@pytest.mark.clause("ANC26 19.1")
@pytest.mark.clause("ANC26 19.3")
def test_so_much_for_each_place_goes_by_places_after_fines_among_those_who_contend() -> None:
    """10, 8, 6, 4, 2 VPs for the first five of each field; a fine puts a leader second, a visitor has no place."""
    room = Room(OPEN_BUTLER).enter(numbers(30), not_contending=("7",))
    for stage in ("Stage 1", "Stage 2"):
        state = room.start(stage)
        room.play(stage, thrown(stage))
        if stage == "Stage 1":
            room.close(stage)
    state = room.event.stage("Stage 2")
    ahead = state.standings(state.fields[0].name).rows
    gap = Fraction(ahead[0].total.value) - Fraction(ahead[1].total.value)
    fines = {ahead[0].contestant: gap + Fraction(1, 100)}
    room.do(*(PenaltyGiven(name, "slow play", "Stage 2", 1, much, "VPs", "Law 90") for name, much in fines.items()))
    room.close("Stage 2")
    totals = totals_of(state, fines)
    third = room.start("Stage 3")
    expected: dict[str, int] = {}
    for field in state.fields:
        order = sorted((n for n in field.contestants if n != "7"), key=lambda name: -totals[name])
        amounts = dict(zip(order, (10, 8, 6, 4, 2), strict=False))
        expected |= {name: amounts.get(name, 0) for name in third.contestants if name in field.contestants}
    assert {name: figure.value for name, figure in third.carried.items()} == expected


@pytest.mark.clause("ANC26 7.7")
@pytest.mark.clause("ANC26 12.3")
def test_the_five_stanzas_of_the_final_are_one_match_of_which_half_must_be_compared() -> None:
    """Sixty boards need thirty. Seven of the twelve of a stanza may be lost: 53 are compared, and 3 √7 IMPs given.

    With 31 fouled over three stanzas 29 are left: no stanza counts, and the Chief Tournament Director has the word.
    """
    room, _, hand = qualified()
    final = room.start("Final")
    ahead, behind = final.contestants
    carried = (hand.total(ahead) - hand.total(behind)) / 10
    for lost in (7, 12, 12):
        number = room.draw("Final")
        room.results("Final", number, lambda *_: "PASS")
        boards = final.round(number).seatings[1].boards[:lost]
        told = [foul(room, number, board) for board in boards]
        if number < 3:
            assert not any("ANC26 7.7" in each for each in told)
            assert all(final.match_line(name, number) is not None for name in (ahead, behind))
            room.do(RoundClosed("Final", number))
        elif number == 3:
            assert ["leave 29 of 60 to compare" in each for each in told] == [False] * 11 + [True]
    with pytest.raises(DirectorError, match="has no score, and no rule gives it one"):
        room.do(RoundClosed("Final", 3))
    assert [final.match_line(name, number) for name in (ahead, behind) for number in (1, 2, 3)] == [None] * 6
    assert {row.contestant: row.total.value for row in final.standings("all").rows} == {ahead: carried, behind: 0}
    for name, given in ((ahead, 20), (behind, 24)):
        room.do(ScoreAwarded(name, "Final", 1, given, "ANC26 7.7", "as the CTD finds"))
    totals = {row.contestant: row.total.value for row in final.standings("all").rows}
    assert totals == {ahead: carried + 20, behind: 24}
    room.do(RoundClosed("Final", 3))
    assert room.agrees()


def foul(room: Room, number: int, board: int) -> str:
    """A board of the Final fouled and cancelled, with average plus to both sides; what is said of it."""
    ruling = RulingGiven("Final", number, 1, board, read_result("AV+"), "ANC26 7.1", "fouled", "open", fouled=True)
    return " ".join(room.do(ruling))
