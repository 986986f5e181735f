"""Answers to the vectors of ITS21 on eligibility, entries, substitutes, systems and withdrawals."""

from datetime import date, timedelta
from typing import Any

from clauses.answers.eligibility_facts import moment, remedies, said
from clauses.vectors import Vector, answers
from overtrick.core.conduct.eligibility import bar, free_of_bars
from overtrick.core.conduct.entries import Effect, classify_free_withdrawal, classify_withdrawal
from overtrick.core.conduct.facts import Facts
from overtrick.core.conduct.participation import Substitution, check_substitutions, substitutions_allowed
from overtrick.core.conduct.systems import may_play
from overtrick.core.conduct.verdicts import Verdict
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.read.documents import load

ITS = "its2021"
BOOK = load(Eligibilities, "nsw-its-2021")
STATED = {
    "registered": "registered with the ABF",
    "nsw_resident": "permanent resident of NSW",
    "nsw": "permanent resident of NSW",
    "affiliated_club_member": "genuine member of an affiliated club",
    "identifies_female": "identifies as female",
    "youth_councillor_permission": "permitted by the Youth Councillor",
    "camera_breach_in_stage_1": "in breach of the camera rule in Stage I",
    "available": "available for the ANC",
    "anc_eligible": "eligible for the ANC",
    "anc_available": "available for the ANC",
}


def rule_id(given: Any) -> str:
    """The rule of an event, or of its stage where it has one of its own."""
    event = f"nsw-its-2021/{given['event'].split()[0].lower()}"
    staged = f"{event}/{given.get('stage')}"
    return staged if staged in BOOK.rules else event


def stage(given: Any) -> str:
    name = {"single": "Single stage"}.get(given["stage"], given["stage"])
    return f"nsw-its-2021/{given['event'].lower()}/{name}"


def player(given: Any, **more: bool) -> Facts:
    """A player as a vector describes one."""
    known = {"born": moment(given["born"])} if "born" in given else {}
    return Facts(moments=known, said={STATED[key]: so for key, so in more.items()} | said(given, STATED))


def _contending(answer: dict[str, Any], given: Any, members: list[Facts], verdict: Verdict) -> dict[str, Any]:
    """The answer with whether the pair contends, where it may play without."""
    contends = BOOK.rules["nsw-its-2021/contends"].judge_each(members)
    if verdict.allowed and given.get("stage") == "Stage I" and not contends.allowed:
        answer["contending"] = False
    return answer


@answers(ITS, "check eligibility", "ITS21 ELIG.sits", "ITS21 ELIG.wits", "ITS21 ELIG.residence-or-club")
@answers(ITS, "check eligibility", "ITS21 ELIG.oits-stage1")
def eligible(vector: Vector) -> Any:
    facts = player(vector.given)
    verdict = BOOK.rules[rule_id(vector.given)].judge(facts)
    answer: dict[str, Any] = {"eligible": verdict.allowed}
    if remedies(verdict):
        [answer["flag"]] = remedies(verdict)
    return _contending(answer, vector.given, [facts], verdict)


@answers(ITS, "check eligibility", "ITS21 COVID.camera")
def camera(vector: Vector) -> Any:
    verdict = BOOK.rules[rule_id(vector.given)].judge(player(vector.given, registered=True, nsw=True))
    assert verdict.names in ((), ("camera",))
    return {"eligible": verdict.allowed}


@answers(ITS, "check eligibility", "ITS21 ELIG.yits")
def youth(vector: Vector) -> Any:
    facts = player(vector.given)
    return {
        "may_play": BOOK.rules["nsw-its-2021/yits"].judge(facts).allowed,
        "eligible_for_team": BOOK.rules["nsw-its-2021/yits/team"].judge(facts).allowed,
    }


@answers(ITS, "check eligibility", "ITS21 ELIG.already-qualified")
def already_qualified(vector: Vector) -> Any:
    given = vector.given
    facts = Facts(
        moments={"entered": moment(given["sits_entry"]), "qualified": moment(given["team_decided"])},
        said={"qualified for a team": bool(given["player_in_team"])},
    )
    verdict = BOOK.rules["nsw-its-2021/not-qualified"].judge(facts)
    flags = [reason.name for reason in verdict.reasons] if verdict.allowed else []
    return {"eligible": verdict.allowed} | ({"flag": flags[0]} if flags else {})


@answers(ITS, "check eligibility", "ITS21 WDR.unauthorised")
def unauthorised(vector: Vector) -> Any:
    event, year = vector.given["event"].split()
    when = vector.given["player_sanction"].rpartition(" ")[2]
    kept_out = bar(BOOK.bars["nsw-its-2021/unauthorised"], date(int(when), 6, 30))
    assert kept_out
    on = date(int(year), 6, 30)
    assert free_of_bars([kept_out], f"nsw-its-2021/{event.lower()}", on.replace(year=on.year + 1)).allowed
    return {"eligible": free_of_bars([kept_out], f"nsw-its-2021/{event.lower()}", on).allowed}


@answers(ITS, "check entry time")
def entry_time(vector: Vector) -> Any:
    given = vector.given
    rule = BOOK.rules[f"nsw-its-2021/{given['event'].lower()}/closing"]
    day = moment(given["deadline"][:10]) + timedelta(days=1)
    verdict = rule.judge(Facts(moments={"entered": moment(given["received"]), "the first day": day}))
    return {"on_time": verdict.allowed} | ({"flag": remedies(verdict)[0]} if remedies(verdict) else {})


@answers(ITS, "check entry")
def entry(vector: Vector) -> Any:
    words = {"entered_in_advance": "entered in advance", "director_accepts": "accepted by the Director"}
    verdict = BOOK.rules["nsw-its-2021/entry"].judge(Facts(said=said(vector.given, words)))
    late = [reason.name for reason in verdict.reasons if reason.name != "entered in advance"]
    return {"accepted": verdict.allowed} | ({"flag": late[0]} if verdict.allowed and late else {})


@answers(ITS, "check availability")
def availability(vector: Vector) -> Any:
    given = vector.given
    pairs = zip(given["anc_eligible"], given["anc_available"], strict=True)
    stated = [{"anc_eligible": eligible, "anc_available": free} for eligible, free in pairs]
    members = [player(each, registered=True, nsw=True) for each in stated]
    verdict = BOOK.rules[rule_id(given)].judge_each(members)
    return _contending({"accepted": verdict.allowed}, given, members, verdict)


@answers(ITS, "classify pair")
def classify_pair(vector: Vector) -> Any:
    given = vector.given
    members = [player(each, registered=True, identifies_female=True, affiliated_club_member=False)
               for each in given["players"]]  # fmt: skip
    verdict = BOOK.rules[rule_id(given)].judge_each(members)
    return _contending({"accepted": verdict.allowed}, given, members, verdict)


@answers(ITS, "find substitution limit")
def substitution_limit(vector: Vector) -> Any:
    rule = BOOK.substitutes_at[stage(vector.given)]
    return {"max": substitutions_allowed(rule, vector.given.get("boards_per_match")).value}


@answers(ITS, "check substitutions")
def substitutions(vector: Vector) -> Any:
    rule = BOOK.substitutes_at[stage(vector.given)]
    boards = vector.given["boards_per_match"]
    uses = [Substitution(who, when) for who, when in vector.given["used"]]
    most = substitutions_allowed(rule, boards).value
    return {"allowed": check_substitutions(rule, uses, boards).allowed, "count": len(uses), "max": most}


@answers(ITS, "check notice")
def notice(vector: Vector) -> Any:
    given = vector.given
    asked = {"requested": moment(given["request_date"]), "the session": moment(given["session_date"])}
    verdict = BOOK.rules["nsw-its-2021/substitute/notice"].judge(Facts(moments=asked))
    return {"on_time": verdict.allowed} | ({"flag": remedies(verdict)[0]} if remedies(verdict) else {})


@answers(ITS, "check system")
def system(vector: Vector) -> Any:
    assert BOOK.systems
    facts = Facts(words={"stage": stage(vector.given)})
    return {"permitted": may_play(BOOK.systems, vector.given["system"], facts).allowed}


@answers(ITS, "classify withdrawal")
def withdrawal(vector: Vector) -> Any:
    given = vector.given
    assert BOOK.withdrawal
    started = given.get("last_match_started", given.get("next_match_not_started", 1) - 1)
    found = classify_withdrawal(BOOK.withdrawal, given["matches"], started)
    assert found.turning.value == given.get("tables", found.turning.value)
    return {Effect.EXPUNGED: "expunge", Effect.STAND: "stand"}[found.effect]


@answers(ITS, "assign score to pairs yet to play")
def score_owed(vector: Vector) -> Any:
    assert BOOK.withdrawal
    tables, after = vector.given["tables"], vector.given["withdrawn_after_match"]
    found = classify_withdrawal(BOOK.withdrawal, 2 * tables - 1, after)
    assert found.effect is Effect.STAND
    return {"source": found.owed, "flag": found.remedy}


@answers(ITS, "classify withdrawal before Final")
def free_withdrawal(vector: Vector) -> Any:
    given = vector.given
    assert BOOK.free_withdrawal
    announced, withdrew = (date.fromisoformat(given[key]) for key in ("final_dates_announced", "withdrew"))
    started = given.get("final_started", False)
    effect, reason = classify_free_withdrawal(BOOK.free_withdrawal, announced, withdrew, started=started)
    if effect is Effect.FREE:
        return {"penalty": False, "replace_from": BOOK.free_withdrawal.replaced_from}
    return {"penalty": None, "flag": reason.remedy}
