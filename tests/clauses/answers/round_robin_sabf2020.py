"""SABF20: round robins, sections, seating, the printed Butler draws and the State Pairs final."""

from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.draws.round_robin import PrintedDraw, check_draw, circle, place_field
from overtrick.core.draws.seating import SittingOrder, Team, give_up_second, stanzas
from overtrick.core.draws.seeding import snake
from overtrick.core.event.plan.stages import Seats, seats_at
from overtrick.core.exact import exact_text, mean
from overtrick.core.movements.check import check
from overtrick.core.movements.howell import howell
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load

GENERAL = "sabf2020-general"
EVENTS = "sabf2020-events"
BOOK = load(DrawBook, "sabf-2020")


def printed(clause: str) -> PrintedDraw:
    return next(draw for draw in BOOK.draws.values() if draw.clause.cite == clause)


@answers(GENERAL, "build a round-robin draw")
def build(vector: Vector) -> Any:
    return {"rounds": [[list(match) for match in matches] for matches in circle(vector.given["teams"])]}


@answers(GENERAL, "check round-robin properties")
def properties(vector: Vector) -> Any:
    report = check_draw(circle(vector.given["teams"]))
    assert report.sound
    (each, most), (byes, most_byes) = report.meetings, report.byes
    assert (each, byes) == (most, most_byes)
    return {"rounds": report.rounds, "matches": report.matches, "each_pair_meets": each, "byes_per_team": byes}


@answers(GENERAL, "seed sections evenly")
def sections(vector: Vector) -> Any:
    made = snake(range(1, vector.given["teams"] + 1), vector.given["sections"])
    return {"sections": [list(section) for section in made], "seed_sums": [sum(section) for section in made]}


@answers(GENERAL, "list who sits first each stanza")
def first_seats(vector: Vector) -> Any:
    listed = stanzas(vector.given["stanzas"])
    return {
        "first_to_sit": [stanza.first.value for stanza in listed],
        "chooses_tables": [stanza.chooses.value for stanza in listed],
    }


@answers(GENERAL, "assign first seating")
def first_seating(vector: Vector) -> Any:
    lot = Team(vector.given["first_to_sit_by_lot"])
    order = SittingOrder(lot, lot.other, Clause.parse("SABF20 13.6#1"))
    using = [Team(each) for each in vector.given["yellow_in_use"]]
    found = give_up_second(order, using, Clause.parse("SABF20 4.2.2#4"))
    assert found.first is not None
    assert found.last is not None
    return {"sits_first": found.first.value, "sits_second": found.last.value}


@answers(EVENTS, "tabulate the round-robin draw")
def whole_draw(vector: Vector) -> Any:
    draw = printed(vector.clause)
    assert draw.contestants == vector.given["pairs"]
    return {
        "rounds": {str(n): [list(match) for match in matches] for n, matches in enumerate(draw.rounds, start=1)},
        "seed_to_pair": {str(seed): pair for seed, pair in enumerate(draw.seeds, start=1)},
    }


@answers(EVENTS, "tabulate the draw by seed")
def whole_draw_by_seed(vector: Vector) -> Any:
    rounds = printed(vector.clause).by_seed()
    return {str(number): [list(match) for match in matches] for number, matches in enumerate(rounds, start=1)}


@answers(EVENTS, "find the round in which seeds meet")
def meeting_rounds(vector: Vector) -> Any:
    rounds = printed(vector.clause).by_seed()
    meet = {frozenset(match): number for number, matches in enumerate(rounds, start=1) for match in matches}
    return {both: meet[frozenset(map(int, both.split("-")))] for both in vector.given["seeds"]}


@answers(EVENTS, "count NS and EW rounds by pair number")
def directions(vector: Vector) -> Any:
    draw = printed(vector.clause)
    north = {p: sum(any(m[0] == p for m in matches) for matches in draw.rounds) for p in range(1, draw.contestants + 1)}
    ways = {pair: {"ns": ns, "ew": len(draw.rounds) - ns} for pair, ns in north.items()}
    (stationary,) = [pair for pair, way in ways.items() if way["ew"] == 0]
    moving = [way for pair, way in ways.items() if pair != stationary]
    assert all(way == moving[0] for way in moving)
    return {"moving_pairs": moving[0], "stationary_pair": stationary, "stationary": ways[stationary]}


@answers(EVENTS, "list the last round by seed")
def last_round(vector: Vector) -> Any:
    return sorted(sorted(match) for match in printed(vector.clause).by_seed()[-1])


@answers(EVENTS, "place a field one short of the draw")
def one_short(vector: Vector) -> Any:
    draw = printed(vector.clause)
    placed = place_field(draw, vector.given["pairs"])
    (empty,) = set(range(1, draw.contestants + 1)) - set(placed)
    return {"draw": draw.contestants, "phantom_seed": len(placed) + 1, "phantom_pair_number": empty}


@answers(EVENTS, "seed the selected field into the fourteen-pair draw")
def seeded(vector: Vector) -> Any:
    field = vector.given["field_by_points"]
    return dict(zip(field, place_field(printed("SABF20 21.16"), len(field)), strict=True))


@answers(EVENTS, "size the State Pairs final")
def state_pairs_final(vector: Vector) -> Any:
    average = mean(vector.given["pairs_playing_each_qualifying_round"])
    seats = seats_at([Seats(each.clause, each.at_least, 2 * each.tables) for each in BOOK.howells], average)
    movement = howell(seats.places // 2)
    assert check(movement).met == (seats.places - 1,) * 2
    return {"average": exact_text(average), "tables": movement.tables, "pairs": movement.contestants}
