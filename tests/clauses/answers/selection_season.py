"""Answers to the vectors on pairs over several sessions: a whole event, ties within a band, the State Pairs."""

from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact, decimal_text, exact_text, mean
from overtrick.core.provenance import PERCENT, Clause, Figure
from overtrick.core.scoring.session import AverageRule, average_sessions
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.season import Attendance, Session, place, season, within_band
from overtrick.core.season.counted import own_scores
from overtrick.core.season.record import enough
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.season import Seasons
from overtrick.regulations.read.documents import load
from overtrick.regulations.read.library import shipped_rulebook

GENERAL, EVENTS = "sabf2020-general", "sabf2020-events"
PAIRS, QUALIFYING, FINAL = (
    load(Seasons, "sabf-2020").seasons[name]
    for name in ("matchpoint pairs", "State Pairs qualifying", "State Pairs final")
)
SESSION = Clause("SABF20", "11.3#1")
GROUNDS = {
    "absent_representative": Ground.REPRESENTATIVE,
    "absent_national_championship": Ground.NATIONAL,
    "absent_spring_nationals": Ground.NATIONAL,
    "spring_nationals": Ground.NATIONAL,
    "national_playoffs": Ground.PLAYOFFS,
}


def score(text: str) -> Figure[Exact]:
    return Figure(read_exact(text), PERCENT, SESSION)


def shown(value: Exact) -> str:
    assert (100 * value).denominator == 1, f"{value} is not rounded"
    return decimal_text(value, 2)


def own(scores: list[str]) -> list[Session]:
    return [Session(number, Attendance.OWN, score(text)) for number, text in enumerate(scores, start=1)]


@answers(GENERAL, "place a six-session pairs event")
def six_sessions(vector: Vector) -> Any:
    rounds = vector.given["sessions"]
    seasons, averages = {}, {}
    for pair, row in vector.given["pairs"].items():
        scores = iter(row["own"])
        sessions = []
        for number in range(1, rounds + 1):
            special = row["special"].get(str(number))
            if special is None:
                sessions.append(Session(number, Attendance.OWN, score(next(scores))))
            elif special["kind"] == "substitute":
                sessions.append(Session(number, Attendance.SUBSTITUTE, score(special["score"])))
            else:
                sessions.append(Session(number, Attendance.ABSENT, ground=GROUNDS[special["kind"]]))
        seasons[pair] = season(pair, sessions, rounds, PAIRS)
        averages[pair] = mean(each.value for each in own_scores(sessions))
    placing = place(seasons.values(), PAIRS.ties)
    return {
        "pairs": {
            pair: {
                "average": exact_text(averages[pair]),
                "special_counted": [
                    shown(counted.competition.value)
                    for counted in each.counted
                    if counted.session.attendance is not Attendance.OWN
                ],
                "aggregate": shown(each.aggregate.value),
                "eligible": each.eligible.allowed,
                "own": each.own,
            }
            for pair, each in seasons.items()
        },
        "placed_order": [pair for joint in placing.order for pair in joint],
        "unplaced": list(placing.unplaced),
    }


@answers(GENERAL, "group and break ties")
def ties(vector: Vector) -> Any:
    seasons = []
    for row in vector.given["pairs"]:
        sessions = [
            Session(number, Attendance.OWN if number <= row["sessions_played"] else Attendance.SUBSTITUTE, score(text))
            for number, text in enumerate(row["scores"], start=1)
        ]
        seasons.append(season(row["id"], sessions, len(sessions), PAIRS))
    placing = place(seasons, PAIRS.ties)
    return {
        "tie_groups": [list(group.pairs) for group in placing.groups],
        "placing_order": [list(joint) for joint in placing.order],
        "chain_flag": any(group.chained for group in placing.groups),
    }


ROUNDS = {"pair": Attendance.OWN, "sub": Attendance.SUBSTITUTE}


@answers(EVENTS, "decide whether a pair qualifies for the final")
def qualifies(vector: Vector) -> Any:
    rounds = vector.given["rounds"]
    sessions = [
        Session(number, ROUNDS[each], score("50"))
        if each in ROUNDS
        else Session(number, Attendance.ABSENT, ground=GROUNDS.get(each))
        for number, each in enumerate(rounds, start=1)
    ]
    return season("A", sessions, len(rounds), QUALIFYING).eligible.allowed


@answers(EVENTS, "decide eligibility for a final placing")
def final_eligible(vector: Vector) -> Any:
    with_substitute = vector.given["rounds_with_a_substitute"]
    represented = 3 if vector.given["represented_every_session"] else 2
    return enough(FINAL, 3, own=3 - with_substitute, represented=represented).allowed


def listed(rows: list[Any]) -> list[Session]:
    """Sessions as a whole event writes them: a score, a substitute's score, or where the pair was."""
    found = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, dict):
            found.append(Session(number, Attendance.SUBSTITUTE, score(row["sub"])))
        elif row in GROUNDS:
            found.append(Session(number, Attendance.ABSENT, ground=GROUNDS[row]))
        else:
            found.append(Session(number, Attendance.OWN, score(row)))
    return found


@answers(EVENTS, "work a State Pairs from qualifying to result")
def state_pairs(vector: Vector) -> Any:
    finals = {}
    for pair, row in vector.given["pairs"].items():
        before = season(pair, listed(row["q"]), 3, QUALIFYING)
        counted = [each.competition for each in before.counted]
        carried = average_sessions(counted, shipped_rulebook().get(AverageRule, "sabf-2020/state-pairs"))
        finals[pair] = season(pair, listed(row["f"]), 3, FINAL, carried=carried, own_before=before.own)
    assert {pair: each.own for pair, each in finals.items()} == vector.given["sessions_played_by_the_nominated_pair"]
    return {
        "scores": {
            pair: {
                "carry_over": shown(each.scores[0]),
                "final_scores": [shown(counted.competition.value) for counted in each.counted],
                "aggregate": shown(each.aggregate.value),
            }
            for pair, each in finals.items()
        },
        "order": [pair for joint in place(finals.values(), FINAL.ties).order for pair in joint],
    }


@answers(EVENTS, "detect a tie for a final placing")
def final_tie(vector: Vector) -> Any:
    one, two = map(read_exact, vector.given["aggregates"])
    return within_band(one, two, FINAL.ties)


@answers(EVENTS, "rank the Plate")
def plate(vector: Vector) -> Any:
    rule = load(Seasons, "sabf-2020").seasons["State Pairs Plate"]
    seasons = [season(pair, own(scores), len(scores), rule) for pair, scores in vector.given["session_scores"].items()]
    return [pair for joint in place(seasons, rule.ties).order for pair in joint]
