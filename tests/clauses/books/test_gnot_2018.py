"""GNOT18 on a book: twenty-one teams through every knockout, and what those who fall out bring to the Swiss."""

from collections import defaultdict
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest

from clauses.books.by_hand import imps, imps_of, sheet, thrown
from directing import Room, numbers
from overtrick.core.draws.choice import Phase
from overtrick.core.event.acts import (
    ChoiceMade,
    ChoosingBegun,
    EntrantsJoined,
    MatchForfeited,
    PenaltyGiven,
    ResultPosted,
    RoundClosed,
    ScoreAwarded,
    Seating,
    SeedsSet,
)
from overtrick.core.event.plan.graph import KnockoutPlay
from overtrick.core.event.play.graph import graph_of, joining, locate
from overtrick.core.event.play.knockout_draw import OPPONENT, by_choice, ceremony, open_turn
from overtrick.core.model.notation import read_result

pytestmark = pytest.mark.whole

GNOT, SWISS, TEAMS = "gnot-nsw-2018/gnot", "Swiss", 21

FORFEITED = 4
FINES = {2: Fraction(5), 3: Fraction(4), 5: Fraction(3, 2)}
"""The round with a match forfeited, and what the leader of the moment is fined after a round."""


def vps(net: Fraction) -> Fraction:
    """2.1: the continuous scale of 2013 over fourteen boards, by its formula; the loser has the rest of 20."""
    with localcontext() as context:
        context.prec = 40
        golden = (Decimal(5).sqrt() - 1) / 2
        blitz = 15 * Decimal(14).sqrt()
        won = 10 + 10 * (1 - golden ** (3 * Decimal(int(abs(net))) / blitz)) / (1 - golden**3)
        won = min(Decimal(20), won).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return Fraction(won) if net >= 0 else 20 - Fraction(won)


def carried(number: int, leader: Fraction) -> Fraction:
    """Appendix 2: the larger of the two columns, to two places."""
    one, two = {
        2: (leader * Fraction(40, 100), Fraction(10)),
        3: (leader * Fraction(80, 100), leader - 6),
        4: (leader * Fraction(85, 100), leader - Fraction(9, 2)),
        5: (leader * Fraction(90, 100), leader - 3),
        6: (leader * Fraction(95, 100), leader - Fraction(3, 2)),
        7: (leader, leader),
    }[number]
    return Fraction(int(max(one, two) * 100 + Fraction(1, 2)), 100)


class Hand:
    """The Swiss worked out from its postings: everybody's score round by round, and what those who dropped in brought.

    The three matches of a triangle count with the round it began in, and are over when the next one is.
    """

    def __init__(self, room: Room) -> None:
        self.room, self.stage = room, sheet(room.book.postings(), SWISS)
        self.scores: defaultdict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        self.nets: defaultdict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for number, seatings in self.stage.seatings.items():
            for seating in (*seatings, *(each for trio in self.stage.trios[number] for each in trio.seatings)):
                if (number, seating.table) not in self.stage.unplayed:
                    self._played(number, seating)
        for (number, name), given in self.stage.awarded.items():
            self.scores[name][number] += given
        self.came = {name: number for number, names in self.stage.joined.items() for name in names}
        self.carry: dict[int, Fraction] = {}
        for number in sorted(self.stage.joined):
            self.carry[number] = carried(
                number, max(self.total(name, *self._until(number)) for name in self._led(number))
            )

    def _played(self, number: int, seating: Seating) -> None:
        net = imps_of(self.stage, number, seating)
        for name, own in ((seating.ns, net), (seating.ew, -net)):
            self.scores[name][number] += vps(own)
            self.nets[name][number] += own

    def _until(self, number: int) -> tuple[int]:
        """After which round the leader is looked for: the star defers row 2 to the end of its own round."""
        return (number if number == 2 else number - 1,)

    def _led(self, number: int) -> list[str]:
        """Among whom: everybody who was there before, but the three of a triangle that is not over."""
        running = {name for trio in self.stage.trios[number - 1] for name in trio.teams} if number > 2 else set()
        return [name for name in self.there(number - 1) if name not in running]

    def there(self, number: int) -> list[str]:
        """Who is in the Swiss in a round."""
        return [name for name in self.scores if self.came.get(name, 1) <= number]

    def total(self, name: str, last: int) -> Fraction:
        """What it brought, its matches, less its fines, after a round."""
        brought = self.carry.get(self.came.get(name, 1), Fraction(0))
        played = sum((score for number, score in self.scores[name].items() if number <= last), Fraction(0))
        fined = sum(
            (much for (number, who), much in self.stage.fined.items() if who == name and number <= last), Fraction(0)
        )
        return brought + played - fined

    def ranked(self, names: Iterable[str], last: int) -> list[str]:
        """By total, then by the net IMPs of its matches; no two are level in both."""
        worth = {
            name: (self.total(name, last), sum(n for r, n in self.nets[name].items() if r <= last)) for name in names
        }
        assert len(set(worth.values())) == len(worth)
        return sorted(worth, key=worth.__getitem__, reverse=True)

    def draw_is_by_rank(self, number: int) -> None:
        """2.5: the best of the Swiss meets the lowest of those who drop in, the second the second lowest."""
        busy = {name for each in (number - 1, number) for trio in self.stage.trios[each] for name in trio.teams}
        free = [name for name in self.there(number - 1) if name not in busy]
        drawn = {frozenset((seating.ns, seating.ew)) for seating in self.stage.seatings[number]}
        for best, lowest in zip(self.ranked(free, number - 1), reversed(self.stage.joined[number]), strict=False):
            assert frozenset((best, lowest)) in drawn, (number, best, lowest)

    def losers(self, stage: str) -> list[str]:
        """2.4: who lost a knockout stage by the smallest difference, then by the smallest quotient, first."""
        knockout = sheet(self.room.book.postings(), stage)
        lost: dict[str, tuple[int, Fraction]] = {}
        for seating in knockout.seatings[1]:
            swings = [
                imps(
                    (knockout.at(1, seating.table, board, "open") or 0)
                    - (knockout.at(1, seating.table, board, "closed") or 0)
                )
                for board in seating.boards
            ]
            ours, theirs = sum(s for s in swings if s > 0), -sum(s for s in swings if s < 0)
            assert ours != theirs
            lost[seating.ew if ours > theirs else seating.ns] = (
                abs(ours - theirs),
                Fraction(max(ours, theirs), min(ours, theirs)),
            )
        assert len(set(lost.values())) == len(lost)
        return sorted(lost, key=lost.__getitem__)


def knockout(room: Room, stage: str) -> None:
    """A knockout stage: each captain whose turn it is takes the first opponent that is open."""
    if not room.event.seeds:
        room.do(SeedsSet(stage, tuple(numbers(TEAMS))))
    state = room.start(stage)
    if by_choice(state):
        room.do(ChoosingBegun(stage))
        while ceremony(room.event, stage).phase is Phase.CHOOSING and (turn := open_turn(ceremony(room.event, stage))):
            room.do(ChoiceMade(stage, OPPONENT, turn.chooser, turn.options[0]))
    room.play(stage, thrown(f"{stage} of the book"))
    room.close(stage)


def swiss_round(room: Room, number: int) -> None:
    """A round of the Swiss: entrants first, a forfeit in the fourth, a fine for the leader after the third."""
    stage = room.event.plan(SWISS)
    if number == 1:
        room.start(SWISS)
    elif entrants := joining(room.event, stage, number):
        room.do(EntrantsJoined(SWISS, number, entrants))
    assert room.draw(SWISS) == number
    state = room.event.stage(SWISS)
    if number == FORFEITED:
        table, seating = max(state.round(number).seatings.items())
        room.do(MatchForfeited(SWISS, number, table, seating.ew, "went home"))
        for side, given in ((seating.ns, Fraction(27, 2)), (seating.ew, Fraction(0))):
            room.do(ScoreAwarded(side, SWISS, number, given, "GNOT18 0.2", "forfeit"))
    room.results(SWISS, number, thrown(f"round {number}"))
    for table, side, board in state.missing_triangle_results(number):  # a triangle ends with the second of its rounds
        result = read_result(thrown(f"{table} {side} {board}")(number, table, side, board))
        room.do(ResultPosted(SWISS, number - 1, table, board, result, side))
    room.do(RoundClosed(SWISS, number))
    if number in FINES:
        leader = room.event.stage(SWISS).standings("all").order[0]
        room.do(PenaltyGiven(leader, "slow play", SWISS, number, FINES[number], "VPs", "Law 90"))


def played() -> Room:
    """The whole event."""
    room = Room(GNOT).enter(numbers(TEAMS))
    for node in graph_of(room.event).flow.nodes:
        stage, number = locate(room.event.current_plan(), node.rule.name)
        if isinstance(stage.play, KnockoutPlay):
            knockout(room, stage.name)
        else:
            swiss_round(room, number)
    return room


@pytest.mark.clause("GNOT18 2.1")
@pytest.mark.clause("GNOT18 2.3")
@pytest.mark.clause("GNOT18 2.4(b)")
@pytest.mark.clause("GNOT18 2.5")
@pytest.mark.clause("GNOT18 4.5")
@pytest.mark.clause("GNOT18 A2.intro")
@pytest.mark.clause("GNOT18 A2.LS")
@pytest.mark.clause("GNOT18 A2.table.2")
@pytest.mark.clause("GNOT18 A2.table.3")
@pytest.mark.clause("GNOT18 A2.table.4")
@pytest.mark.clause("GNOT18 A2.table.5")
@pytest.mark.clause("GNOT18 A2.table.6")
@pytest.mark.clause("GNOT18 A2.table.7")
def test_what_twenty_one_teams_bring_when_they_drop_into_the_swiss() -> None:
    """Every row of Appendix 2, with leaders fined, a forfeit scored by the director, and triangles not yet over."""
    room = played()
    hand, state = Hand(room), room.event.stage(SWISS)
    assert sorted(hand.carry) == [2, 3, 4, 5, 6, 7]
    for name in hand.came:
        brought = state.carry(name)
        assert brought is not None
        assert brought.value == hand.carry[hand.came[name]], name
    last = state.last_round
    table = state.standings("all")
    assert {row.contestant: row.total.value for row in table.rows} == {n: hand.total(n, last) for n in hand.there(last)}
    assert list(table.order) == hand.ranked(hand.there(last), last)
    for number, names in hand.stage.joined.items():
        assert list(names) == [name for name in hand.losers(f"SKO{number - 1}") if name in names], number
        hand.draw_is_by_rank(number)
    assert room.agrees()
