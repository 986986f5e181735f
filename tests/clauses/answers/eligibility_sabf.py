"""Answers to the vectors of SABF20 1–16 on entries, systems, least play and team changes."""

from datetime import date
from fractions import Fraction
from typing import Any

from clauses.answers.eligibility_facts import amounts, each_test, moment, moments, said
from clauses.vectors import Vector, answers
from overtrick.core.conduct.conditions import ClearOfLower
from overtrick.core.conduct.eligibility import bar
from overtrick.core.conduct.entries import reject
from overtrick.core.conduct.facts import Facts
from overtrick.core.conduct.participation import (
    StagePlayed,
    Substitution,
    check_absences,
    check_play,
    check_substitutions,
    check_where_qualified,
    least_play,
)
from overtrick.core.conduct.shares import ShareOf
from overtrick.core.conduct.systems import in_force, may_change, may_play, psychic_barred
from overtrick.core.conduct.verdicts import Answer, Verdict
from overtrick.core.exact import exact_text
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.read.documents import load

SABF = "sabf2020-general"
BOOK = load(Eligibilities, "sabf-2020")
TODAY = date(2020, 10, 14)


def judged(rule: str, facts: Facts) -> Verdict:
    return BOOK.rules[f"sabf-2020/{rule}"].judge(facts)


def _late(rule: str, given: Any) -> dict[str, Any]:
    closes = moment(given.get("closing_date") or given["closes_at"])
    verdict = judged(rule, Facts(moments={"nominated": moment(given["nominated_at"]), "nominations close": closes}))
    needs = {"needs": "tc_discretion"} if verdict.answer is Answer.REFER else {}
    return {"late": not verdict.allowed} | needs


@answers(SABF, "flag a late nomination")
def late_nomination(vector: Vector) -> Any:
    return _late("closing", vector.given)


@answers(SABF, "flag a late team nomination")
def late_team(vector: Vector) -> Any:
    return _late("teams/closing", vector.given)


@answers(SABF, "choose teams to reject")
def rejected(vector: Vector) -> Any:
    assert BOOK.rejection
    found = reject(BOOK.rejection, vector.given["nominations_in_order"], vector.given["workable_field"])
    return {"rejected_in_order": list(found.rejected), "accepted": list(found.accepted)}


@answers(SABF, "check a replacement after closing")
def replacement(vector: Vector) -> Any:
    given = vector.given
    stated = {
        "nominations closed": given["nominations_closed"],
        "permitted by the committee or its director": given["permission"] is not None,
    }
    return {"allowed": judged("replacement", Facts(said=stated)).allowed}


@answers(SABF, "check a team's captain")
def captain(vector: Vector) -> Any:
    verdict = judged("captain", Facts(said={"names a captain": vector.given["captain"] is not None}))
    return {"valid": verdict.allowed} | _reason(verdict)


def _reason(verdict: Verdict, **words: str) -> dict[str, str]:
    """The reason in the way, as a vector spells it."""
    if verdict.allowed:
        return {}
    [name] = verdict.names
    name = name.replace(" ", "_")
    return {"reason": words.get(name, name)}


@answers(SABF, "choose the classification in force")
def classification(vector: Vector) -> Any:
    assert BOOK.classifying
    given = vector.given
    found = in_force(BOOK.classifying, given["ctd"], given["tc_decision"])
    assert (found.by == BOOK.classifying.final) is (given["tc_decision"] is not None)
    return {"in_force": found.colour}


def _match(given: Any) -> Facts:
    """A match as a vector describes one to a rule on systems."""
    stated = {
        "swiss": "a Swiss draw",
        "round_2_in_session_of_round_1": "round two in the session of round one",
        "consent_notified_to_td": "the director was told",
    }
    times = {
        "lodged_at": "lodged",
        "event_start": "the event starts",
        "match_start": "the match starts",
        "consent_at": "agreed",
    }
    counted = {
        "boards_per_match": "boards a match",
        "supplementary_sheets": "supplementary sheets",
        "teams": "teams",
        "round": "round",
        "rank_self": "own rank",
        "rank_opponent": "opponents' rank",
    }
    return Facts(
        amounts=amounts(**{words: given[key] for key, words in counted.items() if key in given}),
        moments=moments(given, times),
        words={"scoring": given["scoring"]},
        said=said(given, stated) | {"the opponents agreed": "consent_at" in given},
    )


@answers(SABF, "decide system permission")
def system(vector: Vector) -> Any:
    assert BOOK.systems
    return {"permitted": may_play(BOOK.systems, vector.given["colour"], _match(vector.given)).allowed}


@answers(SABF, "decide yellow-system permission")
def yellow(vector: Vector) -> Any:
    assert BOOK.systems
    verdict = may_play(BOOK.systems, "yellow", _match(vector.given))
    words = {"match too short": "match_shorter_than_14"}
    return {
        "permitted": verdict.allowed,
        "reasons": [words.get(name, name.replace(" ", "_")) for name in verdict.names],
    }


@answers(SABF, "decide brown-sticker permission")
def brown_sticker(vector: Vector) -> Any:
    assert BOOK.systems
    return {"permitted": may_play(BOOK.systems, "brown sticker", _match(vector.given)).allowed}


@answers(SABF, "list the lower-half ranks")
def lower_half(vector: Vector) -> Any:
    tests = each_test(BOOK.rules["sabf-2020/yellow"].rule)
    [lower] = [test.condition for test in tests if isinstance(test.condition, ClearOfLower)]
    return {"ranks": list(lower.lower(vector.given["teams"]))}


@answers(SABF, "decide whether defence notes may be used")
def defence_notes(vector: Vector) -> Any:
    given = vector.given
    stated = {
        "approved": "approved",
        "identical": "identical for both players",
        "available_to_opponents": "open to the opponents",
    }
    times = {"lodged_at": "lodged", "session_start": "the session starts"}
    verdict = judged("defence-notes", Facts(moments=moments(given, times), said=said(given, stated)))
    return {"allowed": verdict.allowed} | _reason(verdict)


@answers(SABF, "decide whether a defensive system change is allowed")
def defensive_change(vector: Vector) -> Any:
    assert BOOK.defence
    part = vector.given["change"].replace("_", " ")
    return {"allowed": may_change(BOOK.defence, vector.given["pair_colour"], part).allowed}


@answers(SABF, "flag a second yellow system in one event")
def second_yellow(vector: Vector) -> Any:
    given = vector.given
    facts = Facts(
        amounts=amounts(yellow_systems=len(set(given["yellow_systems_used"]))),
        said={"permitted by the Chief Tournament Director": given["ctd_permission"]},
    )
    return {"breach": not judged("one-yellow", facts).allowed}


@answers(SABF, "decide whether the psychic rule bites")
def psychic(vector: Vector) -> Any:
    assert BOOK.psychic
    weaker = BOOK.psychic.below.ladder[0]
    ranks = [
        weaker if rank == "below_national_master" else rank.replace("_", " ").title()
        for rank in vector.given["opponents"]
    ]
    found = psychic_barred(BOOK.psychic, ranks, intentional=vector.given["intentional"])
    return {"applies": found.applies} | ({"flag": "mixed_opponents"} if found.mixed else {})


@answers(SABF, "tabulate eligibility thresholds")
def thresholds(vector: Vector) -> Any:
    rule = BOOK.play["sabf-2020/pairs/placing"]
    least = {rounds: least_play(rule, {"represented": rounds, "own": rounds}) for rounds in vector.given["rounds"]}
    return {
        "represented_at_least": {str(rounds): found["represented"].value for rounds, found in least.items()},
        "own_at_least": {str(rounds): found["own"].value for rounds, found in least.items()},
    }


@answers(SABF, "decide eligibility for a placing", "SABF20 11.6")
def placing(vector: Vector) -> Any:
    given = vector.given
    rule = BOOK.play["sabf-2020/pairs/placing"]
    there = dict.fromkeys(("represented", "own"), given["rounds"])
    represented = given["own"] + given["with_one_substitute"] + given["recognised_absences"]
    least = least_play(rule, there)
    return {
        "eligible": check_play(rule, there, {"represented": represented, "own": given["own"]}).allowed,
        "represented": represented,
        "needed": least["represented"].value,
        "own": given["own"],
        "own_needed": least["own"].value,
    }


@answers(SABF, "tabulate two-thirds thresholds")
def two_thirds(vector: Vector) -> Any:
    rule = BOOK.play["sabf-2020/butler/placing"]
    sessions = vector.given["sessions"]
    return {
        "together_at_least": {str(n): least_play(rule, {"together": n})["together"].value for n in sessions},
        "absences_left": {str(n): n - least_play(rule, {"together": n})["together"].value for n in sessions},
    }


@answers(SABF, "decide Butler eligibility")
def butler(vector: Vector) -> Any:
    given = vector.given
    found = check_absences(
        BOOK.absences["sabf-2020/butler"], given["kind"], given["sessions"], given["sessions_with_an_absence"],
        represented=given["represented_at_all_others"],
    )  # fmt: skip
    return {
        "rule_12": found.by_share,
        "rule_12_5": found.by_list,
        "eligible": found.verdict.allowed,
        "conflict": found.conflict,
    }


@answers(SABF, "flag a failure to attend")
def not_attending(vector: Vector) -> Any:
    rule = BOOK.bars["sabf-2020/butler/not-attending" if "12.4" in vector.clause else "sabf-2020/teams/not-attending"]
    excused = vector.given["represented"] or vector.given["substitute_provided"]
    found = bar(rule, TODAY, excused=excused)
    return {
        "liable_to_bar": [of.replace(" ", "_") for of in found.of] if found else [],
        "automatic": rule.automatic,
    }


@answers(SABF, "check an added player")
def added_player(vector: Vector) -> Any:
    given = vector.given
    counted = {
        "members": given["members"],
        "boards left": given["boards_remaining"],
        "boards of the team": given["team_total_boards"],
    }
    stated = {"in another team of the competition": given["in_other_team"]}
    verdict = judged("team/added-player", Facts(amounts=amounts(**counted), said=stated))
    words = {"in_another_team": "in_other_team", "share_out_of_reach": "forty_pct_unreachable"}
    return {"allowed": verdict.allowed} | _reason(verdict, **words)


@answers(SABF, "check an added player's boards at the end")
def added_player_after(vector: Vector) -> Any:
    rule = BOOK.play["sabf-2020/team/added-player"]
    verdict = check_play(rule, {"boards": vector.given["team_total_boards"]}, {"boards": vector.given["player_boards"]})
    return {"treat_matches_as_substitute": not verdict.allowed}


@answers(SABF, "check leave to play in finals")
def finals_leave(vector: Vector) -> Any:
    rule = BOOK.play["sabf-2020/team/finals-leave"]
    verdict = check_play(rule, {"boards": vector.given["qualifying_boards"]}, {"boards": vector.given["player_boards"]})
    return {"needs_tc_approval": verdict.answer is Answer.REFER}


@answers(SABF, "choose the qualifying event for the 40% test")
def where_qualified(vector: Vector) -> Any:
    stages = [
        StagePlayed(name, row["player_boards"], row["boards"], row["qualified"])
        for name, row in vector.given["stages"].items()
    ]
    [(stage, verdict)] = check_where_qualified(BOOK.play["sabf-2020/team/finals-leave"], "boards", stages).items()
    return {"tested_stage": stage, "needs_tc_approval": verdict.answer is Answer.REFER}


@answers(SABF, "check a pair change")
def pair_change(vector: Vector) -> Any:
    words = {"end_of_stanza": "at the end of a period of play", "mid_stanza": "during a period of play"}
    facts = Facts(words={"pairs change": words[vector.given["requested"]]})
    return {"allowed": judged("team/pair-change", facts).allowed}


def _member(vector: Vector, rule_id: str, there: dict[str, int], played: dict[str, int]) -> tuple[str, Verdict]:
    """The share asked of a member in per cent, and the verdict."""
    rule, size = BOOK.play[rule_id], vector.given["team_size"]
    shares = {limb.least.share for limb in rule.for_team(size) if limb.team and isinstance(limb.least, ShareOf)}
    [share] = shares
    return exact_text(share * 100), check_play(rule, there, played, size)


@answers(SABF, "decide eligible team membership in qualifying")
def member(vector: Vector) -> Any:
    there, played = {"qualifying": vector.given["team_boards"]}, {"qualifying": vector.given["player_boards"]}
    share, verdict = _member(vector, "sabf-2020/team/member", there, played)
    return {"required_pct": share, "qualifying_ok": verdict.allowed, "eligible": verdict.allowed}


@answers(SABF, "decide eligible team membership after finals")
def member_after_finals(vector: Vector) -> Any:
    given = vector.given
    there = {
        "qualifying": given["qualifying_total"],
        "overall": given["qualifying_total"] + given["finals_total"],
        "full session": given["session_boards"],
    }
    played = {
        "qualifying": given["qualifying_boards"],
        "overall": given["qualifying_boards"] + given["finals_boards"],
        "full session": given["finals_boards"],
    }
    share, verdict = _member(vector, "sabf-2020/team/member-with-finals", there, played)
    return {
        "required_pct": share,
        "qualifying_ok": "qualifying" not in verdict.names,
        "overall_ok": "overall" not in verdict.names,
        "full_session_ok": "full session" not in verdict.names,
        "eligible": verdict.allowed,
    }


SPANS = {"session": Fraction(1), "half": Fraction(1, 2)}
PLAYERS = {"player": 1, "pair": 2}


@answers(SABF, "check finals substitutions")
def finals_substitutions(vector: Vector) -> Any:
    uses = [
        Substitution(use["who"], f"use {n}", PLAYERS[use["who"]], SPANS[use["span"]])
        for n, use in enumerate(vector.given["uses"], start=1)
    ]
    verdict = check_substitutions(BOOK.substitutes["sabf-2020/finals"], uses)
    return {"eligible": verdict.allowed, "used": len(uses)}


@answers(SABF, "apply the exclusion for foreseen extra substitutes")
def foreseen(vector: Vector) -> Any:
    rule = BOOK.substitutes["sabf-2020/finals"]
    uses = [Substitution("a player", "session 1")] + [Substitution("a player", "session 2")] * vector.given["extra_use"]
    verdict = check_substitutions(rule, uses)
    excused = verdict.allowed or not vector.given["known_before_event"]
    found = bar(BOOK.bars["sabf-2020/finals/foreseen-substitutes"], TODAY, excused=excused)
    return {
        "team_ineligible": not verdict.allowed,
        "members_excluded_from_next_years_final": bool(found and found.covers("this final", date(2021, 10, 14))),
    }
