"""SABF20 on books: Butler pairs in trials and in a Swiss, which are teams of one pair to all the rules for teams."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from statistics import mean

import pytest

from clauses.books.by_hand import Sheet, against_datum, hundredths, met_by, parts, printed, read_on, sheet, thrown
from directing import Room, numbers
from overtrick.core.event.acts import (
    ABANDONED,
    CANCELLED,
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    MatchForfeited,
    PenaltyGiven,
    RoundClosed,
    SubstituteUsed,
)
from overtrick.core.ranking.standings import Purpose

pytestmark = pytest.mark.whole

WOMEN, SWISS = "sabf-2020/womens-butler-trials", "sabf-2020/swiss-pairs-championship"
FORFEITED = "forfeited"


def unplayed(
    how: str, scores: Mapping[str, list[Fraction]], innocent: str, other: str, floor: Fraction
) -> list[Fraction]:
    """13.9#3, 13.9#5 and 13.18: what the side that was there has, and what the other has."""
    own, theirs = mean(scores[innocent]), mean(scores[other])
    forfeit = hundredths(max(floor, own, 20 - theirs))
    if how == FORFEITED:
        return [forfeit, Fraction(0)]
    if how == CANCELLED:
        return [forfeit, hundredths(max(theirs, 20 - forfeit))]
    greater = hundredths(max(own, 20 - theirs))
    return [greater, 20 - greater]


def butler(
    room: Room, stage: Sheet, boards: int, dropped: Mapping[int, int]
) -> tuple[dict[str, list[Fraction]], dict[str, Fraction]]:
    """The victory points of the matches that were played, and everybody's net IMPs: what a substitute costs is off."""
    scale = printed("sabf-2020", f"sabf-2020/21.2/{boards}")
    costs = {
        (number, act.contestant): act.imps
        for act in (each.act for each in room.book.postings())
        if isinstance(act, SubstituteUsed)
        for number in act.rounds
    }
    scores: defaultdict[str, list[Fraction]] = defaultdict(list)
    nets: defaultdict[str, Fraction] = defaultdict(Fraction)
    for number, seatings in stage.seatings.items():
        against = against_datum(stage, number, dropped[number])
        for seating in seatings:
            if (number, seating.table) not in stage.unplayed:
                assert len(seating.boards) == boards
                for name, other in ((seating.ns, seating.ew), (seating.ew, seating.ns)):
                    net = against[name] - costs.get((number, name), 0) + costs.get((number, other), 0)
                    scores[name].append(read_on(scale, net))
                    nets[name] += net
    return scores, nets


@pytest.mark.clause("SABF20 12(a)", "SABF20 12(b)", "SABF20 12.1#1")
@pytest.mark.clause("SABF20 13.4#1", "SABF20 13.9#3", "SABF20 13.9#5", "SABF20 13.18", "SABF20 19.9")
def test_butler_trials_of_seven_from_their_results_to_the_table() -> None:
    """Seven pairs, matches of fourteen boards, three scores on a board and all of them in the mean; byes are nothing.

    A substitute costs pair 2 five IMPs in its first match, and the pair it met has them. Three matches are not played
    out: one forfeited, one cancelled, one abandoned, with means of the others, before a fine.
    """
    room = Room(WOMEN).enter(numbers(7))
    state = room.start("Final")
    scores = thrown("trials")
    ways: dict[int, tuple[str, str]] = {}
    for number, how in ((1, ""), (2, FORFEITED), (3, CANCELLED), (4, ABANDONED), (5, ""), (6, ""), (7, "")):
        assert room.draw("Final") == number
        seating = state.round(number).seatings[max(state.round(number).seatings)]
        if how:
            room.do(MatchForfeited("Final", number, seating.table, seating.ew, "told by telephone", how))
            ways[number] = (seating.ns, seating.ew)
        if number == 1:
            room.do(SubstituteUsed(seating.ns, "Final", (1,), "One", "Another", "ill", imps=5))
        room.results("Final", number, scores)
        room.do(RoundClosed("Final", number))
    room.do(PenaltyGiven("3", "slow play", "Final", 1, 2, "VPs", "Law 90"))
    stage = sheet(room.book.postings(), "Final")
    played, _ = butler(room, stage, 14, dict.fromkeys(stage.seatings, 0))
    floor = printed("sabf-2020", "sabf-2020/21.2/14")[12]
    totals = {name: sum(own, Fraction(0)) - stage.penalties[name] for name, own in played.items()}
    for (number, _), act in stage.unplayed.items():
        for name, given in zip(ways[number], unplayed(act.how, played, *ways[number], floor), strict=True):
            line = state.match_line(name, number)
            assert line is not None
            assert line.score.value == given, act.how
            totals[name] += given
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == totals
    assert [totals[name] for name in table.order] == sorted(totals.values(), reverse=True)
    assert room.agrees()


@pytest.mark.clause("SABF20 19.4#2", "SABF20 19.11.4")
def test_a_visitor_counts_in_the_averages_and_brings_its_opponents_ten() -> None:
    """Seven pairs and a visitor, four scores on a board: its table is in every mean, and a match against it counts 10.

    The visitor wins everything and has no place: the third of the others makes the team. Where the fourth is level with
    it, the fines are put back.
    """
    room = Room(WOMEN).enter(numbers(8), not_contending=("8",))
    state = room.start("Final")
    dice = thrown("visitor")

    def scores(number: int, table: int, side: str, board: int) -> str:
        seating = state.round(number).seatings[table]
        if "8" in (seating.ns, seating.ew):
            return "+500" if seating.ns == "8" else "-500"
        return dice(number, table, side, board)

    room.play("Final", scores)
    stage = sheet(room.book.postings(), "Final")
    scale = printed("sabf-2020", "sabf-2020/21.2/14")
    totals: defaultdict[str, Fraction] = defaultdict(Fraction)
    for number, seatings in stage.seatings.items():
        nets = against_datum(stage, number, dropped=0)
        for seating in seatings:
            for name, other in ((seating.ns, seating.ew), (seating.ew, seating.ns)):
                totals[name] += 10 if other == "8" else read_on(scale, nets[name])
    order = [name for name in sorted(totals, key=lambda each: -totals[each]) if name != "8"]
    third, fourth = order[2:4]
    room.do(PenaltyGiven(third, "slow play", "Final", 1, totals[third] - totals[fourth], "VPs", "Law 90"))
    expected = {**totals, third: totals[fourth]}
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == expected
    assert list(table.order) == ["8", *order]
    assert parts(table, third, fourth) == "SABF20 19.11.4"
    assert [row.shared for row in table.rows] == [False] * 8
    assert room.agrees()


@pytest.mark.clause("SABF20 12.2#1", "SABF20 12.2#2", "SABF20 13.10#1", "SABF20 14.1#6")
def test_a_butler_swiss_from_its_results_to_the_table_and_the_draw() -> None:
    """Twenty pairs, nine matches of ten boards, ten scores on a board: a sixth of them, one, goes at each end in the
    first two rounds, two after that. The leader is fined, for the table and for the draw, which goes on to opponents.
    """
    room = Room(SWISS)
    room.do(EventOpened(SWISS, "", "", ""), FormatChosen("9 matches of 10 boards"))
    room.do(*(EntryTaken(name) for name in numbers(20)), EntriesClosed())
    state = room.start("Swiss")
    scores = thrown("butler swiss")
    room.play("Swiss", scores, 4)
    room.do(PenaltyGiven(state.standings("all").order[0], "slow play", "Swiss", 4, 12, "VPs", "Law 90"))
    room.play("Swiss", scores)
    stage = sheet(room.book.postings(), "Swiss")
    played, nets = butler(room, stage, 10, {number: 1 if number < 3 else 2 for number in stage.seatings})
    totals = {name: sum(own, Fraction(0)) - stage.penalties[name] for name, own in played.items()}
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == totals
    opponents = {name: sum(totals[other] for other in met_by(stage, name)) for name in totals}
    drawn = state.standings("all", Purpose.DRAW).order
    assert list(drawn) == sorted(totals, key=lambda each: (totals[each], opponents[each], nets[each]), reverse=True)
    assert room.agrees()
