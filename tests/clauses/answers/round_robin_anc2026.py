"""ANC26: the qualifying round robins, their byes and who sits first."""

from collections.abc import Sequence
from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.draws.bye_rounds import RoundOrder, bring_bye_forward, bye_clashes, spread_byes
from overtrick.core.draws.round_robin import PrintedDraw, byes_by_round, check_draw, held_by
from overtrick.core.draws.seating import SitsFirst, SittingOrder, sitting_order
from overtrick.core.event.plan.ways import PrintedRobins, RobinDraw
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load

FILE = "anc2026"
BOOK = load(DrawBook, "anc-2026")


@answers(FILE, "hold team numbers")
def numbers(vector: Vector) -> Any:
    return {event: dict(teams) for event, teams in BOOK.numbers.items()}


@answers(FILE, "map ITC rounds to days")
def days(vector: Vector) -> Any:
    told = [BOOK.programme(event).days for event in vector.given["events"].split(", ")]
    assert all(each == told[0] for each in told)
    return {day: list(rounds) for day, rounds in told[0].items()}


def checked(draw: PrintedDraw, vector: Vector) -> Any:
    assert [[list(match) for match in matches] for matches in draw.rounds] == vector.given["draw"]
    assert draw.clause.cite == vector.clause
    report = check_draw(draw.rounds)
    return {
        "rounds": report.rounds,
        "every_team_once_per_round": report.byes == (0, 0) and report.sound,
        "every_pair_exactly_once": report.meetings == (1, 1),
        f"bye_by_round_if_no_team_{draw.contestants}": list(byes_by_round(draw.rounds, draw.contestants)),
    }


@answers(FILE, "check the eight-team draw")
def eight(vector: Vector) -> Any:
    return checked(BOOK.draws["eight"], vector)


@answers(FILE, "check the six-team draw for round robins 1 and 3")
def six(vector: Vector) -> Any:
    return checked(BOOK.draws["six"], vector)


@answers(FILE, "check the six-team draw for round robin 2")
def six_again(vector: Vector) -> Any:
    return checked(BOOK.draws["six again"], vector)


def qualifying(teams: int) -> PrintedRobins:
    return next(stage for stage in BOOK.qualifying if teams in stage.sizes)


def last_robin(teams: int) -> tuple[RobinDraw, int]:
    robin = qualifying(teams).robins[-1]
    assert robin.by_placing
    return robin, robin.first_round


def told(draw: RobinDraw, holders: Sequence[str]) -> list[list[tuple[str, ...]]]:
    """A draw told by those who hold its positions, without the byes."""
    rounds = [held_by(matches, holders) for matches in draw.rounds]
    return [[match for match in matches if len(match) == 2] for matches in rounds]


@answers(FILE, "draw round robin 2 from placings")
def by_placing(vector: Vector) -> Any:
    placing = vector.given["placing_after_rr1"]
    draw, first = last_robin(len(placing))
    rounds = told(draw, placing)
    return {str(number): [list(m) for m in matches] for number, matches in enumerate(rounds, start=first)}


@answers(FILE, "freeze draw positions")
def frozen(vector: Vector) -> Any:
    placing = vector.given["placing_at_draw"]
    draw, _ = last_robin(len(placing))
    made = told(draw, placing)
    one, other = (place - 1 for place in vector.given["later_appeal_swaps"])
    ranking = list(placing)
    ranking[one], ranking[other] = ranking[other], ranking[one]
    # A draw once made is a value: it holds the placing it was made from, and a new ranking makes another draw.
    assert made == told(draw, placing) != told(draw, ranking)
    holders = {position: name for a, b in zip(draw.rounds, made, strict=True)
               for p, q in zip(a, b, strict=True) for position, name in zip(p, q, strict=True)}  # fmt: skip
    return {"draw_positions": [holders[position] for position in sorted(holders)], "ranking": ranking}


def moved(placing: list[int]) -> RoundOrder:
    draw, first = last_robin(len(placing))
    assert BOOK.bye_moved is not None
    return bring_bye_forward(placing, byes_by_round(draw.rounds, 2 * len(draw.rounds[0])), first, BOOK.bye_moved)


@answers(FILE, "order the rounds of round robin 2")
def ordered(vector: Vector) -> Any:
    return list(moved(vector.given["team_numbers_in_placing_order"]).order)


@answers(FILE, "alter the seven-team draw for round robin 2")
def altered(vector: Vector) -> Any:
    placing = vector.given["placing_after_rr1"]
    assert [BOOK.numbers[vector.given["event"]][team] for team in placing] == vector.given["team_numbers"]
    order = moved(vector.given["team_numbers"])
    draw, first = last_robin(len(placing))
    rounds = told(draw, placing)
    played = [rounds[base - first] for base in order.order]
    return {
        "altered": order.altered,
        "base_rounds_in_play_order": list(order.order),
        "byes": {
            str(first + turn): next(team for team in placing if not any(team in match for match in matches))
            for turn, matches in enumerate(played)
        },
        "fixture": {str(first + turn): [list(m) for m in matches] for turn, matches in enumerate(played)},
    }


def byes_of_all(placing: list[int]) -> dict[int, int]:
    """Who sits out of each round of a five-team event, if its last round robin is drawn by this placing."""
    sat: dict[int, int] = {}
    for robin in qualifying(len(placing)).robins:
        for turn, position in enumerate(byes_by_round(robin.rounds, 2 * len(robin.rounds[0]))):
            sat[robin.first_round + turn] = placing[position - 1] if robin.by_placing else position
    return sat


@answers(FILE, "test for two byes in one day")
def clashes(vector: Vector) -> Any:
    byes = byes_of_all(vector.given["team_numbers_in_placing_order_after_rr2"])
    found = bye_clashes(byes, vector.given["rounds_by_day"], last_robin(vector.given["teams"])[1])
    return {"adjust": bool(found), "clash": [{"team": c.team, "rounds": list(c.rounds)} for c in found]}


@answers(FILE, "propose an adjusted round order")
def spread(vector: Vector) -> Any:
    assert BOOK.byes_spread is not None
    byes = byes_of_all(vector.given["team_numbers_in_placing_order_after_rr2"])
    first = last_robin(vector.given["teams"])[1]
    return list(spread_byes(byes, vector.given["rounds_by_day"], first, BOOK.byes_spread).order)


def order_of(teams: int, robin: int, listed: tuple[Any, Any], earlier: SittingOrder[Any] | None = None) -> Any:
    rule = qualifying(teams).robins[robin - 1]
    assert rule.sits_first is not None
    assert rule.clause is not None
    return sitting_order(listed, rule.sits_first, rule.clause, earlier)


@answers(FILE, "assign seating order in round robin 1")
def first_robin(vector: Vector) -> Any:
    one, other = vector.given["match_as_listed"]
    order = order_of(8, 1, (one, other))
    return {"sits_first": order.first, "sits_last": order.last}


@answers(FILE, "assign seating order in round robin 2")
def second_robin(vector: Vector) -> Any:
    number = BOOK.numbers[vector.given["event"]]
    team = {held: name for name, held in number.items()}
    listed = {frozenset(match): match for matches in BOOK.draws["eight"].rounds for match in matches}
    told = {}
    for one, other in vector.given["matches"]:
        first, second = listed[frozenset((number[one], number[other]))]
        before = order_of(8, 1, (team[first], team[second]))
        now = order_of(8, 2, (one, other), before)
        told[f"{one}-{other}"] = {"rr1_sat_first": before.first, "rr2_sits_first": now.first}
    return told


@answers(FILE, "assign seating order (six teams)")
def six_seats(vector: Vector) -> Any:
    robin = vector.given["round_robin"]
    if robin == 1:
        order = order_of(6, 1, (1, 2))
        return {"blind": order.blind}
    one, other = vector.given.get("match_as_listed") or vector.given["rr2_match_as_listed"]
    order = order_of(6, 2, (one, other))
    if robin == 3:
        assert qualifying(6).robins[2].sits_first is SitsFirst.REVERSED
        order = order_of(6, 3, (other, one), order)
    return {"sits_first": order.first, "sits_last": order.last}
