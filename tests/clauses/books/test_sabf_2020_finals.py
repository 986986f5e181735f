"""SABF20 on books: finals in which a tenth of an IMP decides, and the State Teams over both their stages."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from statistics import mean

import pytest

from clauses.books.by_hand import Swings, hundredths, imps_of, printed, read_on, sheet, swung, thrown
from directing import Room, numbers
from overtrick.core.event.acts import (
    Declined,
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

ROUND_ROBIN, DAYTIME = "sabf-2020/round-robin-teams", "sabf-2020/daytime-teams"
TENTH = Fraction(1, 10)


def minor_round(room: Room, lengths: Sequence[int]) -> list[str]:
    """A round robin thrown by the dice; its order by hand, on the printed scales. No two are level."""
    room.start("Minor round")
    room.play("Minor round", thrown("minor round"))
    room.close("Minor round")
    played = sheet(room.book.postings(), "Minor round")
    scales = {boards: printed("sabf-2020", f"sabf-2020/21.1/{boards}") for boards in lengths}
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (number, seatings), boards in zip(sorted(played.seatings.items()), lengths, strict=True):
        for seating in seatings:
            assert len(seating.boards) == boards
            net = imps_of(played, number, seating)
            totals[seating.ns] += read_on(scales[boards], net)
            totals[seating.ew] += read_on(scales[boards], -net)
    assert len(set(totals.values())) == len(totals)
    return sorted(totals, key=lambda name: -totals[name])


class Finals:
    """Finals directed week by week: in each the teams named win so many points on the first board."""

    def __init__(self, room: Room) -> None:
        self.room, self.state = room, room.start("Finals")

    def week(self, wins: Mapping[str, int], forfeits: str = "") -> None:
        number = self.room.draw("Finals")
        drawn = self.state.round(number)
        if forfeits:
            seating = drawn.seating_of(forfeits)
            assert seating is not None
            self.room.do(MatchForfeited("Finals", number, seating.table, forfeits, "did not appear"))
        rows: Swings = {(name, number): (points,) for name, points in wins.items()}
        self.room.results("Finals", number, swung(self.state, rows))

    def fine(self, name: str, much: int) -> None:
        number = self.state.last_round
        self.room.do(PenaltyGiven(name, "late arrival", "Finals", number, much, "IMPs", "Law 90"))

    def close(self) -> None:
        self.room.do(RoundClosed("Finals", self.state.last_round))

    def margins(self) -> dict[tuple[int, str], Fraction]:
        """By week and team: the IMPs it is ahead by on the boards, its fine taken off, nothing carried."""
        played = sheet(self.room.book.postings(), "Finals")
        found: dict[tuple[int, str], Fraction] = {}
        for number, seatings in played.seatings.items():
            for seating in seatings:
                net = imps_of(played, number, seating) - played.fined[number, seating.ns]
                net += played.fined[number, seating.ew]
                found |= {(number, seating.ns): net, (number, seating.ew): -net}
        return found


@pytest.mark.clause("SABF20 13.12", "SABF20 17.3.1", "SABF20 17.3.2", "SABF20 17.3.3", "SABF20 17.3.4")
@pytest.mark.clause("SABF20 16.1#1")
def test_a_final_five_that_is_decided_by_the_tenth() -> None:
    """Six teams, the five best go on; A to E by their places.

    Week one: E wins five and is fined five, so D is ahead by the tenth; B and C are level, so B is. Week two: D and C
    are level, C has the tenth as the loser; B, with a substitute, wins two of A, who has it. Week three: A has it and
    does not appear. Weeks four and five: C wins five, then B: level, and B has it as the winner of the second
    semi-final. The places are B, C, A, D, E.
    """
    room = Room(ROUND_ROBIN).enter(numbers(6))
    a, b, c, d, e = minor_round(room, (14,) * 5)[:5]
    finals = Finals(room)
    assert finals.state.contestants == (a, b, c, d, e)
    finals.week({e: 180})
    finals.fine(e, 5)
    finals.close()
    finals.week({b: 80})
    room.do(SubstituteUsed(b, "Finals", (2,), "One", "Another", "ill"))
    finals.close()
    finals.week({}, forfeits=a)
    finals.close()
    finals.week({c: 180})
    finals.close()
    finals.week({b: 180})
    finals.close()
    room.close("Finals")
    hand = finals.margins()
    assert [hand[1, e], hand[1, b], hand[2, d], hand[2, b], hand[4, c] + hand[5, c]] == [0, 0, 0, 2, 0]
    state = finals.state
    assert list(state.standings("all").order) == [b, c, a, d, e]
    totals = {row.contestant: row.total.value for row in state.standings("all").rows}
    assert totals == {
        a: TENTH, b: TENTH + 2 + TENTH + 5, c: TENTH + 5, d: TENTH, e: 5 - 5,
    }  # fmt: skip
    assert room.agrees()


@pytest.mark.clause("SABF20 13.11", "SABF20 20.2#2", "SABF20 20.2#3", "SABF20 16.5#1")
def test_a_final_four_that_is_decided_by_the_tenth() -> None:
    """Six teams, three matches of nine boards and two of fourteen; the fourth does not go on, the fifth comes in.

    Week one: C and D are level, and C has the tenth; B wins two of A, who has it. Week two: A and C are level, and A
    has it as the loser. Weeks three and four: A wins five, B seven and is fined two: level, and B has it as the winner.
    """
    room = Room(DAYTIME).enter(numbers(6))
    a, b, c, out, d, _ = minor_round(room, (9, 9, 9, 14, 14))
    room.do(Declined(out, "Finals", "two of them are away"))
    finals = Finals(room)
    assert finals.state.contestants == (a, b, c, d)
    finals.week({b: 80})
    finals.close()
    finals.week({})
    finals.close()
    finals.week({a: 180})
    finals.close()
    finals.week({b: 300})
    finals.fine(b, 2)
    finals.close()
    room.close("Finals")
    hand = finals.margins()
    assert [hand[1, c], hand[1, b], hand[2, a], hand[3, b] + hand[4, b]] == [0, 2, 0, 0]
    table = finals.state.standings("all")
    assert list(table.order) == [b, a, c, d]
    totals = {row.contestant: row.total.value for row in table.rows}
    assert totals == {a: TENTH + TENTH + 5, b: 2 + TENTH + 7 - 2, c: TENTH, d: 0}
    assert room.agrees()


STATE, STAGES = "sabf-2020/state-teams", ("Stage One", "Stage Two")
POINTS = (6, 4, 3, 2, 1)


@dataclass
class Made:
    """What a team made in a stage, or in both: victory points, fines, net IMPs and points for its place."""

    vps: Fraction = Fraction(0)
    fines: Fraction = Fraction(0)
    net: Fraction = Fraction(0)
    points: int = 0

    @property
    def worth(self) -> tuple[Fraction, ...]:
        """17.2: points, VPs less fines, VPs with the fines put back, net IMPs."""
        return (Fraction(self.points), self.vps - self.fines, self.vps, self.net)

    def __add__(self, other: "Made") -> "Made":
        return Made(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))


def stage_by_hand(room: Room, name: str) -> dict[str, Made]:
    """A stage on the printed scale: five IMPs off for a substitute, a forfeit settled by the means of the others."""
    stage, scale = sheet(room.book.postings(), name), printed("sabf-2020", "sabf-2020/21.1/14")
    costs = {
        (number, act.contestant): act.imps
        for act in (each.act for each in room.book.postings())
        if isinstance(act, SubstituteUsed) and act.stage == name
        for number in act.rounds
    }
    made: defaultdict[str, Made] = defaultdict(Made)
    scores: defaultdict[str, list[Fraction]] = defaultdict(list)
    for number, seatings in stage.seatings.items():
        for seating in seatings:
            if (number, seating.table) in stage.unplayed:
                continue
            net = imps_of(stage, number, seating)
            net += costs.get((number, seating.ew), 0) - costs.get((number, seating.ns), 0)
            for team, own in ((seating.ns, net), (seating.ew, -net)):
                scores[team].append(read_on(scale, own))
                made[team] += Made(read_on(scale, own), net=own)
    for (number, table), act in stage.unplayed.items():
        seating = next(each for each in stage.seatings[number] if each.table == table)
        innocent = seating.ew if seating.ns == act.offender else seating.ns
        best = max(scale[12], mean(scores[innocent]), 20 - mean(scores[act.offender]))
        made[innocent] += Made(hundredths(best))
    for team, much in stage.penalties.items():
        made[team] += Made(fines=much)
    order = sorted(made, key=lambda team: made[team].worth[1:], reverse=True)
    assert len({made[team].worth[1] for team in order}) == len(order)
    for team, points in zip(order, POINTS, strict=False):
        made[team] += Made(points=points)
    return made


def six(number: int) -> tuple[Player, ...]:
    return tuple(Player(f"{number}{letter}") for letter in "ABCDEF")


def championship() -> Room:
    """Twelve teams in each stage. In the second 13 has four of its six players from 1, and 14 three of six from 2."""
    room = Room(STATE)
    room.do(EventOpened(STATE, "", "", ""))
    for number in range(1, 13):
        room.do(EntryTaken(str(number), players=six(number), stages=STAGES if number > 2 else STAGES[:1]))
    room.do(EntryTaken("13", players=(*six(1)[:4], *six(13)[:2]), stages=STAGES[1:]))
    room.do(EntryTaken("14", players=(*six(2)[:3], *six(14)[:3]), stages=STAGES[1:]))
    room.do(EntriesClosed())
    for stage in STAGES:
        state = room.start(stage)
        scores = thrown(f"{stage} by the dice")
        for number in range(1, 11):
            assert room.draw(stage) == number
            first, second = (state.round(number).seatings[table] for table in (1, 2))
            if number == 3:
                room.do(MatchForfeited(stage, number, 2, second.ew, "did not appear"))
            if number == 5:
                out = room.event.entries[first.ns].players[0].name
                room.do(SubstituteUsed(first.ns, stage, (number,), out, "Somebody", "ill", imps=5))
            room.results(stage, number, scores)
            room.do(RoundClosed(stage, number))
        leader = state.standings("all").order[0]
        room.do(PenaltyGiven(leader, "slow play", stage, 10, 3, "VPs", "Law 90"))
        room.close(stage)
    return room


@pytest.mark.clause("SABF20 17.2#1", "SABF20 17.2#2", "SABF20 17.2#3", "SABF20 17.2#5", "SABF20 17.2#6")
@pytest.mark.clause("SABF20 13.4#1", "SABF20 13.9#3")
def test_the_state_teams_over_both_stages() -> None:
    """6, 4, 3, 2 and 1 for the first five of each stage; then the VPs of both, then those with the fines put back.

    13 is 1 again, being more than half of it; 14 is a team of its own. Who has no points is not ranked.
    """
    room = championship()
    made = stage_by_hand(room, "Stage One")
    for team, second in stage_by_hand(room, "Stage Two").items():
        name = "1" if team == "13" else team
        made[name] = made.get(name, Made()) + second
    for stage in STAGES:
        table = room.event.stage(stage).standings("all")
        hand = stage_by_hand(room, stage)
        assert {row.contestant: row.total.value for row in table.rows} == {n: m.worth[1] for n, m in hand.items()}
    tally = room.start("Ranking for the finals")
    ranked = sorted((team for team in made if made[team].points), key=lambda team: made[team].worth, reverse=True)
    table = tally.standings("all")
    assert len({made[team].points for team in ranked}) < len(ranked)  # some are level, and VPs part them
    assert list(table.order) == ranked
    for row in table.rows:
        columns = {str(measure): figure.value for measure, figure in row.columns}
        assert (columns["points"], row.total.value) == made[row.contestant].worth[:2]
        assert (columns["total before penalties"], columns["net IMPs"]) == made[row.contestant].worth[2:]
    room.close("Ranking for the finals")
    assert list(room.start("Finals").contestants) == ranked[:5]
    assert room.agrees()
