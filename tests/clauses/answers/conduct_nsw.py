"""ITS21 and NSWSP: time limits, slow play, correction periods, and which regulation wins."""

from datetime import datetime
from typing import Any

from clauses.answers.conduct_words import charged
from clauses.vectors import Vector, answers
from overtrick.core.conduct.allowance import playing_time
from overtrick.core.conduct.clocks import ClockPurpose, Deadline, deadline
from overtrick.core.conduct.consequences import OffenceWarning
from overtrick.core.conduct.penalties import slow_play
from overtrick.core.conduct.precedence import governing
from overtrick.core.conduct.timetable import LawSession
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import IMPS
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.documents import load

ITS, NSWSP = "its2021", "nswsp"
SELECTION = load(Conduct, "nsw-its-2021")
SWISS = load(Conduct, "nsw-swiss-pairs")


@answers(ITS, "fine slow pair")
def slow_pair(vector: Vector) -> Any:
    given = vector.given
    due = slow_play(given["boards_unplayed"], SELECTION.slow_play["final"], IMPS, earlier=given["offence_number"] - 1)
    return {"fine_imps": sum(map(charged, due)), "warning": isinstance(due[0], OffenceWarning)}


@answers(ITS, "set match time")
def match_time(vector: Vector) -> Any:
    return {"minutes": playing_time(vector.given["boards"], SELECTION.allowances["final"]).value}


@answers(ITS, "close correction period")
def close_selection(vector: Vector) -> Any:
    given = vector.given
    clock = next(clock for clock in SELECTION.clocks.values() if clock.clause.cite == vector.clause)
    moment = "match_end" if "match_end" in given else "session_end"
    limit = deadline(clock, {f"end of the {moment.partition('_')[0]}": datetime.fromisoformat(given[moment])})
    if "correction_received" in given:
        return {"in_time": limit.is_met(datetime.fromisoformat(given["correction_received"]))}
    return {"closes": limit.at.isoformat(timespec="minutes")}


@answers(ITS, "split stage into sessions")
def sessions(vector: Vector) -> Any:
    rule = SELECTION.sessions[f"{vector.given['event']} {vector.given['stage']}"]
    assert rule.clause.cite == vector.clause
    name = f"nsw-its-2021/{vector.given['event'].lower()}"
    stage = next(
        each for each in build_event(find_event(name), Entrants(30)).stages if each.name == vector.given["stage"]
    )
    by_match = {clock.of == "end of the match" for clock in stage.rules.times.clocks_for(ClockPurpose.CORRECTIONS)}
    assert by_match == {rule.each is LawSession.MATCH}
    return {"law_sessions": vector.given["matches"] if by_match == {True} else 2}


@answers(NSWSP, "check event length")
def covered(vector: Vector) -> Any:
    given = vector.given
    lengths = {(each.matches, each.boards, each.days) for each in SWISS.layouts.values()}
    assert (given["rounds"], given["boards"], given["days"] + 1) not in lengths
    return {"applies": (given["rounds"], given["boards"], given["days"]) in lengths}


def swiss_limit(given: Any) -> Deadline:
    moments = {
        name: datetime.fromisoformat(given[key])
        for name, key in (("start of session 2", "session_2_start"), ("scores posted", "scores_posted"))
        if key in given
    }
    return deadline(SWISS.clocks[f"correction, session {given['session']}"], moments)


@answers(NSWSP, "close correction period")
def close_swiss(vector: Vector) -> Any:
    return {"closes": swiss_limit(vector.given).at.isoformat(timespec="minutes")}


@answers(NSWSP, "check correction")
def correct_swiss(vector: Vector) -> Any:
    return {"in_time": swiss_limit(vector.given).is_met(datetime.fromisoformat(vector.given["received"]))}


@answers(NSWSP, "resolve conflict")
def conflict(vector: Vector) -> Any:
    assert SWISS.precedence
    return {"apply": governing(vector.given.keys(), SWISS.precedence)}
