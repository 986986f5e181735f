"""Readings chosen otherwise: which can be, and that choosing one changes what the event says."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from clauses.answers.conduct_words import charged
from directing import Room, by_strength, numbers
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.conduct.penalties import BoardTariff, LatenessTariff, boards_cancelled, lateness, slow_play
from overtrick.core.conduct.timetable import event_dates
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    MatchForfeited,
    PenaltyGiven,
    ReadingChosen,
    RoundClosed,
    ScoreAwarded,
    Withdrawn,
)
from overtrick.core.event.after.offences import Extent, consequences
from overtrick.core.event.plan.stages import Entrants, Event
from overtrick.core.event.plan.ways import RobinPlay
from overtrick.core.event.score.top_tables import by_ranking, top_first
from overtrick.core.laws.table_score import bare, points
from overtrick.core.provenance import IMPS, VPS, Clause, Figure
from overtrick.core.ranking.awards import Finish, MemberPlay, member_award
from overtrick.core.ranking.carry_over import StandardCarry, standard_carry
from overtrick.core.ranking.measures import MatchLine, wins
from overtrick.core.scoring.boards import score_board
from overtrick.core.scoring.cross_imps import CrossImpsRule, cross_imps
from overtrick.core.scoring.datum import MedianRule, median
from overtrick.core.scoring.match import credited_score
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.director.draws import draft
from overtrick.regulations.lint.readings import choosable
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.library import shipped_rulebook

HERE = Clause("Law", "0")
OPEN, OITS, WITS, SITS = (
    "anc-2026/interstate-open", "nsw-its-2021/oits", "nsw-its-2021/wits", "nsw-its-2021/sits",
)  # fmt: skip


@pytest.mark.parametrize(
    ("cite", "switchable", "described", "single"), [("ANC26", 21, 2, 64), ("ITS21", 12, 2, 61), ("NSWSP", 4, 0, 23)]
)
def test_every_reading_with_another_way_can_be_chosen_or_says_why_not(
    cite: str, switchable: int, described: int, single: int
) -> None:
    readings = shipped_rulebook().readings[cite]
    found = choosable(shipped_rulebook(), cite)
    assert sum(each.switchable for each in found) == switchable
    assert sum(bool(readings[each.id].unswitched) for each in found) == described
    assert sum(not readings[each.id].other for each in found) == single
    for each in found:
        assert each.switchable or each.why_not, each.id
        if each.switchable:
            assert set(each.ways) == set(readings[each.id].other), each.id
            assert not readings[each.id].unswitched


def read(event: str, entries: int, reading: str, way: str) -> tuple[Event, Event]:
    """An event as it is read, and as another way has it."""
    plan = plan_for(event)
    return plan(Entrants(entries), frozenset(), {}), plan(Entrants(entries), frozenset(), {reading: way})


def worth(net: int) -> Callable[[Event], object]:
    """What a net of IMPs is worth in the first stage."""

    def ask(event: Event) -> object:
        stage = event.stages[0]
        return credited_score(Figure(net, IMPS, HERE), stage.boards, stage.scoring.match).value

    return ask


def on_board(*scores: int, stage: int = 0) -> Callable[[Event], object]:
    """What a board with these scores is compared with."""

    def ask(event: Event) -> object:
        rule = event.stages[stage].scoring.board
        assert not isinstance(rule, TeamsRule)
        if isinstance(rule, MedianRule):
            return median(points(*scores), rule).value
        return [
            line.ns.value
            for line in score_board([bare(p) for p in points(*scores)], rule).lines
            if isinstance(line.ns, Figure)
        ]

    return ask


def short_board(event: Event) -> object:
    """Cross-IMPs of a board with a table that has no result."""
    rule = event.stages[-1].scoring.board
    assert isinstance(rule, CrossImpsRule)
    scores = [*(bare(p) for p in points(420, -50)), bare(None)]
    first = cross_imps(scores, rule)[0].ns
    return first.value if isinstance(first, Figure) else None


def won(event: Event) -> object:
    """Matches won with 36 – 37 and 34 – 20."""
    rule = event.stages[0].standings.wins
    assert rule is not None
    lines = [MatchLine(("B",), Figure(ours, VPS, HERE), theirs) for ours, theirs in ((36, 37), (34, 20), (40, 10))]
    return [rule.worth(line) for line in lines], wins(lines, rule).value


def carried(event: Event) -> object:
    """What two starters carry, where somebody better does not start."""
    rule = event.stages[-1].carry
    assert isinstance(rule, StandardCarry)
    scores = {name: Figure(imps, IMPS, HERE) for name, imps in (("A", 90), ("B", 60), ("C", 40), ("D", 10))}
    return {
        name: f.value for name, f in standard_carry([[scores]] * len(rule.stages), ["B", "C"], rule).carried.items()
    }


def late(minutes: int) -> Callable[[Event], object]:
    def ask(event: Event) -> object:
        conduct = event.stages[0].rules.tariffs.stage
        assert conduct is not None
        assert isinstance(conduct.lateness, LatenessTariff)
        return charged(lateness(minutes, conduct.lateness, conduct.unit, earlier=1))

    return ask


def cut_off(event: Event) -> object:
    conduct = event.stages[0].rules.tariffs.stage
    assert conduct is not None
    assert isinstance(conduct.boards, BoardTariff)
    return charged(boards_cancelled(3, conduct.boards, conduct.unit))


def slow(event: Event) -> object:
    scale = event.stages[-1].rules.tariffs.slow_play
    assert scale is not None
    return [charged(each) for each in slow_play(3, scale, IMPS, earlier=0)]


def breach(kind: str) -> Callable[[Event], object]:
    return lambda event: [charged(each) for each in consequences(event.stages[0], kind, Extent(), 0)]


def entering(**facts: object) -> Callable[[Event], object]:
    def ask(event: Event) -> object:
        known = Facts(**facts)  # type: ignore[arg-type]
        stage = event.stages[0]
        return [rule.judge(known).answer.value for rule in (*stage.rules.players.entry, *stage.rules.players.seat)]

    return ask


def closes(event: Event) -> object:
    closing = event.stages[0].rules.times.closes
    return closing.name if closing else None


def days(event: Event) -> object:
    return [each.first for each in event_dates(event.stages[0].rules.times.timetable, date(2026, 7, 6))]


def stanza(event: Event) -> object:
    allowed = event.stages[1].rules.times.allowance
    return allowed and allowed.per_board * 12


def second_team(event: Event) -> object:
    play = event.stages[0].play
    assert isinstance(play, RobinPlay)
    return any(robin.by_number for printed in play.printed for robin in printed.robins)


def forfeit_words(event: Event) -> object:
    rule = event.stages[0].forfeit
    return rule and (rule.as_scored, rule.one_robin)


def finalist(event: Event) -> object:
    return member_award(MemberPlay(7, 1, Finish.WINNER), event.honours.members[0]).value


def clock_of(event: Event) -> object:
    return event.stages[-1].rules.times.clocks[0].of


def scope(event: Event) -> object:
    return [step.scope.value for step in event.stages[-1].standings.prize.steps][-1]


def scored_by(event: Event) -> object:
    return type(event.stages[-1].scoring.board).__name__


def counted(event: Event) -> object:
    return getattr(event.stages[-1].carry, "contending", None)


def same(event: Event) -> object:
    count = event.stages[0].rules.tariffs.count
    return count and count.same.value


def top(event: Event) -> object:
    return getattr(event.stages[0].scoring.board, "datum").top_by.value  # noqa: B009 - whatever its type


NOVICE = {
    "amounts": (
        Amount("masterpoints", 50, date(2026, 3, 31)),
        Amount("Novice wins", 1),
        Amount("Restricted and Novice wins", 2),
    )
}
TOGETHER = "two wins in either category, counted together"
AS_SCORED = "the mean the offender's opponents scored against it"
SATURDAY, SUNDAY = date(2026, 7, 11), date(2026, 7, 12)
PHONE, ALCOHOL = "a phone not switched off", "alcohol in the playing room"
RATIFIED = {
    "said": {"registered with the ABF": True, "entered in advance": True, "qualified for a team": True},
    "moments": {"entered": date(2021, 3, 2), "qualified": date(2021, 3, 1)},
}
MEMBER = {"said": {"active member of a club of the state in the twelve months before": True}}

CASES: list[tuple[str, int, str, str, Callable[[Event], object], object, object]] = [
    ("anc-2026/swiss-pairs-a", 20, "D03", "no warning before the penalty", breach(PHONE), [0], [3]),
    (OPEN, 8, "D04", "only the ITC Final and the ABPC finals", breach(ALCOHOL), [9], []),
    (OPEN, 8, "D07", "the twelve months before the ANC", entering(**MEMBER), ["refer"], ["allowed"]),
    ("anc-2026/novice-pairs", 20, "D12", TOGETHER, entering(**NOVICE), ["allowed"], ["refused"]),
    (OPEN, 8, "D21", "11.13 alone closes ITC scores", closes, None, "captains' correction"),
    ("anc-2026/novice-swiss-pairs", 20, "D28", "Friday 10 July", days, [date(2026, 7, 11)], [date(2026, 7, 10)]),
    ("anc-2026/one-day-matchpoint-pairs", 20, "D29", "Saturday 11 July", days, [SUNDAY], [SATURDAY]),
    (OPEN, 8, "D32", "105 minutes, as the timetable leaves", stanza, 96, 105),
    (OPEN, 8, "D36", "by the size of the team number", second_team, False, True),
    (OPEN, 8, "D38", "70 less the winner's VPs", worth(-40), 0, Fraction(4)),
    (OPEN, 8, "D40", AS_SCORED, forfeit_words, (False, False), (True, False)),
    (OPEN, 8, "D40", "this round robin only", forfeit_words, (False, False), (False, True)),
    (OPEN, 8, "D44", "more than 35 VPs", won, ([0, 1, 1], 2), ([1, 0, 1], 2)),
    (OPEN, 8, "D47", "only the 20 or 12 is lost", finalist, 0, 6),
    ("anc-2026/restricted-butler", 60, "D56", "by ranking with penalties", top, "draw order", "ranking with penalties"),
    ("anc-2026/restricted-butler", 60, "D56", "by room number", top, "draw order", "room number"),
    ("anc-2026/mixed-butler", 40, "D61", "count all pairs, contending or not", counted, True, False),
    ("anc-2026/open-butler", 40, "D61", "count all pairs, contending or not", counted, True, False),
    (OPEN, 8, "D63", "one counter for all offences", same, "of its kind", "of any kind"),
    (OPEN, 8, "D71", "the end point belongs to the upper band", late(10), 3, 6),
    ("anc-2026/swiss-pairs-b", 20, "D71", "the end point belongs to the upper band", late(20), 3, 5),
    (OPEN, 8, "D72", "further boards charged together", cut_off, 15, 9),
    ("anc-2026/swiss-pairs-b", 20, "D72", "further boards charged together", cut_off, 5, 3),
    ("anc-2026/welcome-pairs", 20, "D77", "14.68 - 5.42 as printed", worth(12), Fraction("14.58"), Fraction("14.68")),
    ("anc-2026/welcome-pairs", 20, "D77", "14.68 - 5.42 as printed", worth(-12), Fraction("5.42"), Fraction("5.42")),
    (OITS, 40, "I-11", "from ratification", entering(**RATIFIED), ["allowed", "refused"], ["allowed", "allowed"]),
    (OITS, 40, "I-16", "each board beyond the first", slow, [0, 6], [0, 4]),
    (SITS, 20, "I-16", "not beside a mere warning", slow, [0, 6], [0]),
    (WITS, 20, "I-23", "mean of the two middle scores, rounded to 10", on_board(620, 650, 140, 150), 385, 390),
    (OITS, 40, "I-32", "all pairs", carried, {"B": 24, "C": -24}, {"B": 6, "C": -6}),
    (WITS, 20, "I-56", "all pairs", carried, {"B": 24, "C": -24}, {"B": 6, "C": -6}),
    (OITS, 40, "I-37", "always divide by the number of tables", short_board, 5, Fraction(10, 3)),
    (OITS, 40, "I-44", "the pairs of the original tie", scope, "those still level", "the original tie"),
    ("nsw-its-2021/yits", 12, "I-44", "the pairs of the original tie", scope, "those still level", "the original tie"),
    (OITS, 40, "I-45", "the venue's session of several matches", clock_of, "end of the match", "end of the day"),
    (SITS, 20, "I-59", "parity always", scored_by, "CrossImpsRule", "ButlerRule"),
    ("nsw-swiss-pairs/congress", 20, "S-15", "own IMPs less the opponents', twice the net", worth(10), None, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("event", "entries", "reading", "way", "ask", "ours", "theirs"),
    CASES,
    ids=[f"{case[0]}-{case[2]}-{case[3]}" for case in CASES],
)
def test_choosing_a_way_changes_what_the_event_says(
    event: str, entries: int, reading: str, way: str, ask: Callable[[Event], object], ours: object, theirs: object
) -> None:
    plain, other = read(event, entries, reading, way)
    if ours is None and theirs is None:
        assert ask(other) == worth(20)(plain)
        assert ask(other) != ask(plain)
        return
    assert ask(plain) == ours
    assert ask(other) == theirs


def test_the_ways_of_several_readings_are_taken_together() -> None:
    chosen = {"D71": "the end point belongs to the upper band", "D72": "further boards charged together"}
    event = plan_for(OPEN)(Entrants(8), frozenset(), chosen)
    assert late(10)(event) == 6
    assert cut_off(event) == 9


@pytest.mark.parametrize(("way", "given"), [(None, Fraction("67.5")), (AS_SCORED, Fraction("65.3"))])
def test_a_forfeit_is_worth_what_the_reading_of_its_average_says(way: str | None, given: Fraction) -> None:
    """The offender lost its first match by 33 IMPs, 65.3 VPs to 2: it left 68, of which 67.5 count."""
    room = Room(OPEN)
    room.do(EventOpened(OPEN, "", "", ""))
    room.do(*([ReadingChosen("D40", way)] if way else []))
    room.do(*(EntryTaken(name) for name in numbers(8)), EntriesClosed())
    state = room.start("Qualifying")
    room.draw("Qualifying")
    loser = state.round(1).seatings[1].ew
    room.results("Qualifying", 1, lambda _, table, where, board: _swing(table, where, board))
    room.do(RoundClosed("Qualifying", 1))
    room.draw("Qualifying")
    seating = state.round(2).seating_of(loser)
    assert seating is not None
    room.do(MatchForfeited("Qualifying", 2, seating.table, loser))
    innocent = seating.ew if seating.ns == loser else seating.ns
    line = state.match_line(innocent, 2)
    assert line is not None
    assert line.score.value == given


def _swing(table: int, where: str, board: int) -> str:
    """Eleven swings of three IMPs at the first table: 120 in one room against passing the other out."""
    swings = table == 1 and board <= 11
    return ("1NT N +1" if where == "open" else "PASS") if swings else "1NT N ="


@pytest.mark.parametrize("event", ["restricted-butler", "swiss-pairs-a", "welcome-pairs"])
def test_top_tables_go_by_the_ranking_only_where_it_is_so_read(event: str) -> None:
    name = f"anc-2026/{event}"
    assert not by_ranking(read(name, 60, "D56", "by room number")[1].stages[0])
    plain, other = read(name, 60, "D56", "by ranking with penalties")
    assert (by_ranking(plain.stages[0]), by_ranking(other.stages[0])) == (False, True)


def test_top_tables_by_ranking_are_those_of_the_leaders() -> None:
    """Who lies first is moved to the top of a board's field, wherever it was drawn to play.

    What was scored before the round counts, less the penalties for it: another's, and one of the round itself, do not.
    """
    room = Room("anc-2026/restricted-butler")
    room.do(EventOpened(room.name, "", "", ""), ReadingChosen("D56", "by ranking with penalties"))
    room.do(*(EntryTaken(name) for name in numbers(12)), EntriesClosed())
    state = room.start("Swiss")
    room.play("Swiss", by_strength(state, numbers(12)), rounds=1)
    room.do(Withdrawn("12", "Swiss", 1, expunged=False, reason="illness"))
    room.results("Swiss", room.draw("Swiss"), by_strength(state, numbers(12)))
    (out,) = state.round(2).draw.sits_out
    room.do(ScoreAwarded(out, "Swiss", 2, 12, "ANC26 17.9", "sat out"), RoundClosed("Swiss", 2))
    totals = {name: state.record(name).total for name in numbers(12)}
    room.draw("Swiss")
    tables = state.round(3).seatings
    at = [(3, table) for table in sorted(tables)]
    best = max(at, key=lambda place: max(totals[tables[place[1]].ns], totals[tables[place[1]].ew]))
    leading, second = sorted((tables[best[1]].ns, tables[best[1]].ew), key=lambda name: -totals[name])
    assert top_first(state, list(reversed(at)))[0] == best
    room.do(PenaltyGiven(leading, "late", "Swiss", 3, 50, "VPs", "Law 90"))
    assert top_first(state, at)[0] == best  # it is for the round itself
    room.do(PenaltyGiven(second, "late", "Swiss", 2, 50, "VPs", "Law 90"))
    assert top_first(state, at)[0] == best  # the better of the two is still there
    room.do(PenaltyGiven(leading, "late", "Swiss", 1, 50, "VPs", "Law 90"))
    assert top_first(state, at)[-1] == best
    counted = {name: totals[name] - 50 * (name in {leading, second}) for name in totals}
    values = [max(counted[tables[table].ns], counted[tables[table].ew]) for _, table in top_first(state, at)]
    assert values == sorted(values, reverse=True)


def test_top_tables_by_the_draw_are_those_drawn_first_round_by_round() -> None:
    """The draw is published from the top; a room may number its tables as it likes."""
    room = Room("anc-2026/restricted-butler").enter(numbers(8))
    state = room.start("Swiss")
    for _ in range(2):
        drawn = draft(room.event, "Swiss", "lot")
        moved = tuple(replace(seating, table=40 - seating.table) for seating in drawn.seatings)
        room.do(replace(drawn, seatings=moved, by_hand="the numbers of the room"))
        room.results("Swiss", state.last_round)
        room.do(RoundClosed("Swiss", state.last_round))
    at = [(number, table) for number in (2, 1) for table in (36, 37, 38, 39)]
    assert top_first(state, at) == [(number, table) for number in (1, 2) for table in (39, 38, 37, 36)]
