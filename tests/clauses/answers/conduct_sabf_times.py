"""SABF20: the order of texts, clocks, corrections, finals dates, appeals."""

from datetime import date, datetime, time
from typing import Any

from clauses.answers.conduct_words import clock_text
from clauses.vectors import Vector, answers
from overtrick.core.conduct.allowance import SessionTimes, session_times
from overtrick.core.conduct.appeals import (
    Appeal,
    AppealRefused,
    act,
    body_for,
    form_state,
    hearing,
    lodging,
    may_reverse,
    may_sit,
    ruling_too_late,
)
from overtrick.core.conduct.clocks import Deadline, correction, deadline
from overtrick.core.conduct.precedence import governing, may_determine
from overtrick.core.conduct.timetable import finals_dates, may_play_earlier, may_postpone
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.read.documents import load

GENERAL, EVENTS = "sabf2020-general", "sabf2020-events"
RULES = load(Conduct, "sabf-2020")
assert RULES.appeal
APPEAL = RULES.appeal
DAY = date(2020, 10, 14)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def limit(clock: str, moment: str, text: str) -> Deadline:
    return deadline(RULES.clocks[clock], {moment: at(text)})


@answers(GENERAL, "find the governing text")
def governs(vector: Vector) -> Any:
    assert RULES.precedence
    return {"governs": governing(vector.given["texts_covering_the_topic"], RULES.precedence)}


@answers(GENERAL, "decide whether a differing event rule is in force")
def in_force(vector: Vector) -> Any:
    given = vector.given
    approved = ["approval of the tournament committee"] if given["approved_by_tc"] else []
    announced = limit("departure from the regulations", "start of the event", given["event_start"])
    return {"in_force": announced.allows(at(given["notified_at"]), approved)}


@answers(GENERAL, "decide whether a Management Committee determination may be applied")
def determination(vector: Vector) -> Any:
    assert RULES.determination
    given = vector.given
    return {"may_apply": may_determine(given["issue"], RULES.determination, in_progress=given["event_in_progress"])}


@answers(GENERAL, "check arrival for admission")
def admission(vector: Vector) -> Any:
    latest = limit("admission", "start of play", vector.given["scheduled_start"])
    return {"td_may_refuse": not latest.is_met(at(vector.given["arrived"]))}


@answers(GENERAL, "check substitution notice")
def notice(vector: Vector) -> Any:
    latest = limit("notice of a substitute, pairs", "start of play", vector.given["session_start"])
    return {"in_time": latest.is_met(at(vector.given["advised_at"]))}


@answers(GENERAL, "decide the fielding team's right of appeal")
def right_of_appeal(vector: Vector) -> Any:
    latest = limit("notice of a substitute, teams", "start of play", vector.given["session_start"])
    return {"keeps_right": latest.is_met(at(vector.given["td_told_at"]))}


@answers(GENERAL, "check a score correction")
def score_correction(vector: Vector) -> Any:
    given = vector.given
    moments = {"scores posted": at(given["posted_at"])}
    if "last_round_posted_at" in given:
        moments["last round posted"] = at(given["last_round_posted_at"])
    allowed = correction(given["kind"].replace("_", " "), at(given["reported_at"]), moments, RULES.windows)
    assert bool(allowed.flag) == (allowed.in_time and given["kind"] == "teams_result_posted_wrong")
    return {
        "timely": allowed.in_time,
        "permitted_by": [clause.number.partition("#")[0] for clause in allowed.allowed_by],
    }


@answers(GENERAL, "compute the grand-final length")
def grand_final(vector: Vector) -> Any:
    assert RULES.final_length
    given = vector.given
    brackets = load(Brackets, "sabf-2020").brackets.values()
    # A grand final is played in as many more sessions as the clause says, each as long as another final.
    assert {bracket.matches[-1].sessions for bracket in brackets} == {RULES.final_length.times}
    sessions = next(iter(brackets)).matches[-1].sessions
    return {"boards": given["supplementary"] or sessions * given["other_finals_boards"]}


@answers(GENERAL, "decide whether a board counts")
def board_counts(vector: Vector) -> Any:
    begun, end = (
        datetime.combine(DAY, time.fromisoformat(vector.given[key])) for key in ("board_commenced", "scheduled_end")
    )
    times: SessionTimes = session_times(begun, 1, RULES.allowances["teams, boards that count"], due=end)
    return {"counts": begun < times.last_start}


@answers(GENERAL, "compute a finals session's times")
def finals_session(vector: Vector) -> Any:
    start = datetime.combine(DAY, time.fromisoformat(vector.given["start"]))
    times = session_times(start, vector.given["boards"], RULES.allowances["teams finals"])
    return {
        "playing_minutes": clock_text(times.playing.value),
        "scheduled_completion": f"{times.completion:%H:%M:%S}",
        "last_start_strictly_before": f"{times.last_start:%H:%M:%S}",
    }


@answers(GENERAL, "decide whether a finals match may be postponed")
def postponed(vector: Vector) -> Any:
    return {"may_postpone": may_postpone(vector.given["reason"].replace("_", " "), RULES.moves["finals"]).allowed}


@answers(GENERAL, "decide whether a finals match may be brought forward")
def brought_forward(vector: Vector) -> Any:
    given = ["a State director is available"] if vector.given["state_td_available"] else []
    return {"may_advance": may_play_earlier(given, RULES.moves["finals"]).allowed}


@answers(EVENTS, "judge a request to move a match earlier")
def earlier(vector: Vector) -> Any:
    names = {"both_captains_agree": "both captains agree", "td_accepts": "the director accepts"}
    met = [name for key, name in names.items() if vector.given[key]]
    return "allow" if may_play_earlier(met, RULES.moves["State Teams finals"]).allowed else "refuse"


@answers(EVENTS, "judge a request to postpone a match")
def later(vector: Vector) -> Any:
    return "allow" if may_postpone(vector.given["reason"], RULES.moves["State Teams finals"]).allowed else "refuse"


@answers(EVENTS, "set the finals dates")
def dates(vector: Vector) -> Any:
    assert RULES.finals_dates
    busy = [(date.fromisoformat(begins), date.fromisoformat(ends)) for begins, ends in vector.given["excluded_events"]]
    found = finals_dates(date.fromisoformat(vector.given["stage_two_last_day"]), busy, RULES.finals_dates)
    return {f"week{week}": day.isoformat() for week, day in enumerate(found, start=1)}


@answers(GENERAL, "walk the appeal state machine")
def appeal_walk(vector: Vector) -> Any:
    appeal = Appeal(APPEAL.course.start)
    for event in vector.given["events"]:
        try:
            appeal = act(appeal, event, APPEAL.course)
        except AppealRefused:
            return {"error_at": event, "state": appeal.state}
    return {"state": appeal.state}


@answers(GENERAL, "check appeal lodging time")
def lodging_time(vector: Vector) -> Any:
    given = vector.given
    latest = limit("appeal", "scheduled finish", given["scheduled_finish"])
    answer = {"timely": latest.is_met(at(given["lodged_at"])), "deadline": latest.at.isoformat()}
    if "ruling_at" in given and ruling_too_late(at(given["ruling_at"]), latest):
        answer["flag"] = "ruling_after_deadline_td_may_extend"
    return answer


@answers(GENERAL, "validate an appeal form")
def appeal_form(vector: Vector) -> Any:
    given = vector.given
    lodged = lodging(
        on_form=given["written_on_prescribed_form"],
        signatures=given["signatures"],
        concur=given["both_members_concur"],
        to={"td": "director"}.get(given["presented_to"], given["presented_to"]),
        rule=APPEAL.lodging,
    )
    flag = {"flag": "law_92D_concurrence_missing"} if any("Law 92D" in str(flag) for flag in lodged.flags) else {}
    return {"valid": lodged.valid} | flag


@answers(EVENTS, "check an appeal form is complete enough to send to the committee")
def form_complete(vector: Vector) -> Any:
    form = form_state(vector.given["filled"], APPEAL.form)
    return {"ready": form.ready, "still_open": list(form.later)}


@answers(GENERAL, "compute the circulation deadline")
def circulation(vector: Vector) -> Any:
    due = limit("copy to the respondents", "ruling", vector.given["ruling_at"])
    return {"respondents_copy_due": due.at.isoformat()}


@answers(GENERAL, "compute the fallback hearing time")
def hearing_time(vector: Vector) -> Any:
    given = vector.given
    agreed = at(given["agreed_at"]) if given["parties_agree_earlier"] else None
    start = time.fromisoformat(given["usual_start_of_play"])
    return {"hearing_at": hearing(at(given["lodged_at"]), start, APPEAL.hearing, agreed).isoformat()}


@answers(GENERAL, "exclude committee members from a hearing")
def sitting(vector: Vector) -> Any:
    return {"may_sit": list(may_sit(vector.given["members"], vector.given["directly_involved"]))}


@answers(GENERAL, "decide whether the committee may reverse")
def reversal(vector: Vector) -> Any:
    return {"may_reverse": may_reverse(vector.given["ruling_rests_on"], APPEAL.reversal)}


@answers(GENERAL, "check a scorer-decision appeal")
def scorer_appeal(vector: Vector) -> Any:
    latest = limit("appeal of a scorer's decision", "scores posted", vector.given["posted_at"])
    return {"timely": latest.is_met(at(vector.given["lodged_at"]))}


@answers(GENERAL, "route an appeal")
def routing(vector: Vector) -> Any:
    return {"body": body_for(vector.given["event_class"], APPEAL.remit) or "flag"}
