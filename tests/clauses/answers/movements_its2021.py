"""ITS21: seeding into two fields, their movements, and the balanced finals."""

from collections import Counter
from fractions import Fraction
from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.draws.round_robin import check_draw, held_by
from overtrick.core.draws.seeding import Entrant, TwoFields, field_sizes, snake, two_fields
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.plan.ways import RobinPlay
from overtrick.core.event.play.round_robin import robins_of
from overtrick.core.exact import decimal_text, exact_text
from overtrick.core.movements.check import check
from overtrick.core.movements.finals import (
    BalancedFinal,
    measure_final,
    measure_whole_matches,
    whole_match_obstacle,
)
from overtrick.core.movements.mitchell import barometer_mitchell
from overtrick.core.movements.movement import Movement, Seating
from overtrick.core.movements.two_fields import coverage, sectioned_sessions
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.documents import load

FILE = "its2021"


def entrants(given: Any) -> dict[str, Entrant]:
    return {row["pair"]: Entrant(row["pair"], row["rating"], row["contending"]) for row in given["entrants"]}


@answers(FILE, "split entrants into two fields")
def split(vector: Vector) -> Any:
    fields = two_fields(list(entrants(vector.given).values()), Clause.parse(vector.clause))
    outside = fields.non_contending
    assert outside[0] == outside[1]
    assert len(fields.ns) == len(fields.ew)
    return {
        "per_field": len(fields.ns),
        "non_contending_per_field": outside[0],
        "smallest_rating_difference": abs(fields.totals[0] - fields.totals[1]),
        "one_best_NS": [entrant.name for entrant in fields.ns],
        "one_best_EW": [entrant.name for entrant in fields.ew],
        "NS_total": fields.totals[0],
        "EW_total": fields.totals[1],
    }


@answers(FILE, "check a proposed split")
def check_split(vector: Vector) -> Any:
    known = entrants(vector.given)
    ns, ew = (tuple(known[name] for name in vector.given[way]) for way in ("NS", "EW"))
    faults = TwoFields(ns, ew, Clause.parse(vector.clause)).faults()
    return {"valid": not faults, "flag": "; ".join(faults)}


@answers(FILE, "share out non-contending pairs")
def sizes(vector: Vector) -> Any:
    outside, contending = field_sizes(vector.given["entrants"], vector.given["non_contending"])
    return {"non_contending": list(outside), "contending": list(contending)}


@answers(FILE, "split by snake")
def snaked(vector: Vector) -> Any:
    ns, ew = snake(vector.given["ranked"], 2)
    return {"NS": list(ns), "EW": list(ew), "rank_sums": [sum(ns), sum(ew)]}


def cyclic_sessions(tables: int, rounds: int, sessions: int) -> list[Movement]:
    """North-South i meets East-West i + g in round g of all, every table with a copy of the boards."""
    return [barometer_mitchell(tables, rounds, first=session * rounds) for session in range(sessions)]


@answers(FILE, "measure cyclic Mitchell")
def cyclic(vector: Vector) -> Any:
    given = vector.given
    sessions = cyclic_sessions(given["tables"], given["rounds_per_session"], given["sessions"])
    assert all(check(movement).sound for movement in sessions)
    measured = coverage(sessions)
    return {
        "meetings": measured.meetings,
        "distinct_opponents": measured.distinct,
        "ideal": measured.ideal,
        "coverage": str(Fraction(measured.distinct, measured.ideal)),
        "most_meetings_with_one_opponent": measured.most_meetings,
        "complete": measured.complete,
    }


@answers(FILE, "measure incomplete Mitchell")
def incomplete(vector: Vector) -> Any:
    measured = coverage(cyclic_sessions(vector.given["tables"], vector.given["rounds"], 1))
    return {
        "distinct_opponents": measured.distinct,
        "missed": vector.given["tables"] - measured.distinct,
        "ideal": measured.ideal,
        "coverage": str(Fraction(measured.distinct, measured.ideal)),
    }


@answers(FILE, "measure evenness of opposition")
def evenness(vector: Vector) -> Any:
    movement = barometer_mitchell(vector.given["tables"], vector.given["rounds"])
    tables, strength = vector.given["tables"], vector.given["ew_strength_in_seat_order"]
    met = dict.fromkeys(range(1, tables + 1), 0)
    for seating in movement.seatings():
        assert seating.ns
        assert seating.ew
        met[seating.ns] += strength[seating.ew - tables - 1]
    return {"opposition_strength_of_ns": list(met.values()), "spread": max(met.values()) - min(met.values())}


@answers(FILE, "verify three-section Mitchell")
def three_sections(vector: Vector) -> Any:
    given = vector.given
    sessions = sectioned_sessions(given["sections"], given["tables_per_section"], given["sessions"])
    reports = [check(movement) for movement in sessions]
    assert all(report.sound for report in reports)
    measured = coverage(sessions)
    return {
        "distinct_opponents": measured.distinct,
        "repeats": measured.most_meetings - 1,
        "copies_of_each_board": max(report.at_once for report in reports),
        "every_pair_plays_every_set_once_per_session": all(
            report.played == (movement.sets, movement.sets) for report, movement in zip(reports, sessions, strict=True)
        ),
    }


@answers(FILE, "list one section of four")
def four(vector: Vector) -> Any:
    tables = vector.given["tables"]
    movement = sectioned_sessions(3, tables, 3)[vector.given["session"] - 1]

    def told(seating: Seating) -> dict[str, int]:
        assert seating.ew is not None
        return {"table": seating.table, "ew": seating.ew - movement.contestants // 2, "set": seating.boards}

    return {"rounds": [[told(seating) for seating in seats if seating.table <= tables] for seats in movement.rounds]}


def pairs_of(rounds: Any) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(tuple((one, other) for one, other in matches) for matches in rounds)


@answers(FILE, "verify arrow-switch table")
def switches(vector: Vector) -> Any:
    given = vector.given
    final = load(DrawBook, "nsw-its-2021").finals[f"{given['tables']} x {given['boards']}"]
    assert final.clause.cite == vector.clause
    assert final.draw == pairs_of(given["draw"])
    assert list(final.patterns) == given["pattern_of_first_named_pair"]
    measured = measure_final(final)
    return {
        "boards_NS_EW_per_pair_per_match": [list(ways) for ways in measured.ways],
        "same_minus_opposite_per_match": list(measured.in_a_match),
        "same_minus_opposite_overall": list(measured.overall),
        "competition_min_max": [measured.balance.least, measured.balance.most],
        "quality": decimal_text(measured.balance.quality, 2),
    }


@answers(FILE, "verify whole-match seating")
def whole_matches(vector: Vector) -> Any:
    final = load(DrawBook, "nsw-its-2021").finals[f"{vector.given['tables']} x {vector.given['boards']}"]
    assert final.draw == pairs_of(vector.given["draw"])
    measured = measure_whole_matches(final.draw)
    # The same thing as a final whose patterns never switch: exact overall, though not in a match.
    unswitched = BalancedFinal(final.clause, final.boards, final.draw, ("N" * final.boards,) * final.tables)
    assert measure_final(unswitched).overall == (0,)
    (same,), (opposite,) = measured.same, measured.opposite
    return {
        "same_direction_matches_for_any_two_pairs": same,
        "opposite_direction_matches_not_as_opponents": opposite,
        "ns_minus_ew_seed_total_by_round": list(measured.differences),
        "sum_of_squares": sum(difference**2 for difference in measured.differences),
    }


@answers(FILE, "rule out whole-match balance")
def no_whole_matches(vector: Vector) -> Any:
    return {"possible": not whole_match_obstacle(vector.given["tables"])}


@answers(FILE, "verify even-strength seating")
def even_strength(vector: Vector) -> Any:
    draw = load(DrawBook, "nsw-its-2021").draws[f"{2 * vector.given['tables']} pairs without switches"].rounds
    assert draw == pairs_of(vector.given["draw_by_seed"])
    measured = measure_whole_matches(draw)
    return {
        "ns_seed_totals": list(measured.ns_totals),
        "ew_seed_totals": list(measured.ew_totals),
        "ns_matches_per_seed": list(measured.ns_matches),
        "every_two_pairs_meet_once": check_draw(draw).sound,
    }


@answers(FILE, "lay out bye")
def bye(vector: Vector) -> Any:
    pairs = vector.given["pairs"]
    name = vector.clause.removeprefix("ITS21 ").partition(".")[0].lower()
    entrants = Entrants(pairs, house=int(vector.given["house_pair_found"]))
    [final] = build_event(find_event(f"nsw-its-2021/{name}"), entrants).stages
    assert isinstance(final.play, RobinPlay)
    playing = pairs + vector.given["house_pair_found"]
    [robin] = robins_of(final.play, final.boards, playing)
    rounds = [held_by(matches, range(1, playing + 1)) for matches in robin.rounds]
    met = Counter(pair for matches in rounds for match in matches if len(match) == 2 for pair in match)
    assert final.bye
    return {
        "tables": sum(len(match) == 2 for match in rounds[0]),
        "matches_scheduled": len(rounds),
        "matches_played_per_pair": met[1],
        "bye_imps": exact_text(final.bye.imps),
    }
