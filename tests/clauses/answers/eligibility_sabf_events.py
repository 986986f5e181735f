"""Answers to the vectors of SABF20 17–20 on team membership, selection and places."""

from datetime import date
from typing import Any

from clauses.answers.eligibility_facts import amounts, moment
from clauses.vectors import Vector, answers
from overtrick.core.conduct.eligibility import bar, common_to
from overtrick.core.conduct.entries import (
    check_reentry,
    club_places,
    even_field,
    fill_place,
    offer_places,
)
from overtrick.core.conduct.facts import Facts
from overtrick.core.conduct.participation import check_play, claims, least_play, same_team
from overtrick.core.conduct.teams import finals_team
from overtrick.core.conduct.verdicts import Answer
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.plan.ways import RobinPlay
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.documents import load

SABF = "sabf2020-events"
BOOK = load(Eligibilities, "sabf-2020")


def allowed(rule: str, facts: Facts) -> bool:
    return BOOK.rules[f"sabf-2020/{rule}"].judge(facts).allowed


@answers(SABF, "validate a qualifying stage shape")
def stage_shape(vector: Vector) -> Any:
    nights, matches = vector.given["nights"], vector.given["matches_per_night"]
    facts = Facts(amounts=amounts(nights=nights, matches_a_night=matches))
    return {"valid": allowed("state-teams/stage", facts), "matches": nights * matches}


@answers(SABF, "validate team size at entry")
def team_size(vector: Vector) -> Any:
    return allowed("state-teams/entry", Facts(amounts=amounts(members=vector.given["members"])))


@answers(SABF, "decide whether a stage-two team accrues a stage-one team's points")
def accrues(vector: Vector) -> Any:
    assert BOOK.common_members
    return same_team(BOOK.common_members, vector.given["stage1"], vector.given["stage2"])


@answers(SABF, "detect a double claim on one stage-one team")
def double_claim(vector: Vector) -> Any:
    assert BOOK.common_members
    found = claims(BOOK.common_members, vector.given["stage1"], vector.given["stage2"])
    referred = [verdict for verdict in found.values() if verdict.answer is Answer.REFER]
    return {
        "claims": {team: [reason.name for reason in verdict.reasons] for team, verdict in found.items()},
        "action": "refer to TC" if referred else "",
    }


@answers(SABF, "decide whether a one-stage member may be picked for the finals team")
def picked(vector: Vector) -> Any:
    given = vector.given
    counted = {
        "points in that stage": given["team_points_in_that_stage"],
        "matches played": given["matches_played"],
        "matches of the stage": given["matches_in_stage"],
    }
    return allowed("state-teams/picked", Facts(amounts=amounts(**counted)))


@answers(SABF, "decide whether a player from the non-scoring stage may be added")
def added(vector: Vector) -> Any:
    given = vector.given
    counted = {
        "points in that stage": 0,
        "boards played": given["boards_played"],
        "boards of the stage": given["boards_in_that_stage"],
        "team size after": given["team_size_after"],
    }
    return allowed("state-teams/added", Facts(amounts=amounts(**counted)))


@answers(SABF, "list who may play for DELTA in the finals")
@answers(SABF, "list who may play for BRAVO in the finals")
def finals_members(vector: Vector) -> Any:
    given = vector.given
    others = []
    for name, row in given["one_stage_members"].items():
        unit = "boards" if "boards_played" in row else "matches"
        counted = {
            "points in that stage": given["points_by_stage"][str(row["stage"])],
            f"{unit} played": row[f"{unit}_played"],
            f"{unit} of the stage": row["of"],
        }
        others.append(Facts(name, amounts(**counted)))
    rule = BOOK.finals_teams["sabf-2020/state-teams"]
    return list(finals_team(rule, given["core_both_stages"], others).members)


@answers(SABF, "decide whether a team may play the finals")
def finals_points(vector: Vector) -> Any:
    points = amounts(finals_qualifying_points=vector.given["finals_qualifying_points"])
    return allowed("state-teams/finals", Facts(amounts=points))


@answers(SABF, "decide entry to a selection event by club membership")
def selection_member(vector: Vector) -> Any:
    words = {"affiliated": "affiliated club", "abf_youth_club": "ABF Youth Players' Club"}
    members = [Facts(words={"membership": words.get(each, each)}) for each in vector.given["memberships"]]
    return BOOK.rules["sabf-2020/selection/member"].judge_each(members).allowed


@answers(SABF, "validate a State Team")
def state_team(vector: Vector) -> Any:
    pairs = vector.given["pairs"]
    players = {player for pair in pairs for player in pair}
    return allowed("selection/team", Facts(amounts=amounts(pairs=len(pairs), different_players=len(players))))


@answers(SABF, "find the least matches to be played in the nominated pairing")
def least_matches(vector: Vector) -> Any:
    rules = [BOOK.play[f"sabf-2020/selection/{name}"] for name in ("points", "final")]
    [least] = {least_play(rule, {"together": vector.given["matches"]})["together"].value for rule in rules}
    return least


@answers(SABF, "decide eligibility for selection from a Butler final")
def selection_final(vector: Vector) -> Any:
    rule = BOOK.play["sabf-2020/selection/final"]
    played = {"together": vector.given["matches_together"]}
    return check_play(rule, {"together": vector.given["matches"]}, played).allowed


@answers(SABF, "decide whether a team member earns qualifying points")
def team_points(vector: Vector) -> Any:
    given = vector.given
    rule = BOOK.play["sabf-2020/selection/team-points"]
    there, played = {"boards": given["boards_in_event"]}, {"boards": given["boards_played"]}
    return check_play(rule, there, played, given["team_size"]).allowed


@answers(SABF, "flag a pair for possible refusal next year")
def became_ineligible(vector: Vector) -> Any:
    given = vector.given
    excused = given["excuse_accepted"] or not given["became_ineligible_under_19_2"]
    found = bar(BOOK.bars["sabf-2020/selection/became-ineligible"], date(2020, 10, 14), excused=excused)
    assert found is None or not found.automatic
    return "flag" if found else "no flag"


@answers(SABF, "decide whether a non-contending pair may play")
def non_contending(vector: Vector) -> Any:
    counted = amounts(eligible_nominations=vector.given["eligible_nominations"])
    return allowed("selection/non-contending", Facts(amounts=counted))


def _advised(given: Any) -> tuple[int, int]:
    month, day = given["advised"].split("-")
    return int(month), int(day)


@answers(SABF, "fill a withdrawn pair's place")
@answers(SABF, "fill a place after 30 June")
def withdrawn_place(vector: Vector) -> Any:
    given = vector.given
    assert BOOK.replacement
    team = given.get("team", given["order"][:3])
    found = fill_place(
        BOOK.replacement, given["order"], team, given["withdrawn"], _advised(given),
        unavailable=given.get("unavailable", ()),
    )  # fmt: skip
    if found.team is None:
        return {"method": found.method, "options": list(found.options)}
    return {"team": list(found.team), "method": found.method}


@answers(SABF, "set the ban for an unacceptable withdrawal")
@answers(SABF, "set the ban for an accepted withdrawal")
def withdrawal_ban(vector: Vector) -> Any:
    rule = BOOK.bars["sabf-2020/selection/withdrew"]
    found = bar(rule, date.fromisoformat(vector.given["withdrawn_on"]), excused=vector.given["reason_accepted"])
    return {"ineligible_until": str(found.last) if found else None}


@answers(SABF, "judge a re-entry after withdrawal from the Final")
def reentry(vector: Vector) -> Any:
    given = vector.given
    assert BOOK.reentry
    after = given["after_closing"]
    return check_reentry(BOOK.reentry, given["withdrew_from"], given["new_pair"], after_closing=after).allowed


@answers(SABF, "check a Senior's age")
def senior(vector: Vector) -> Any:
    given = vector.given
    first = {"born": moment(given["birth"]), "the first day of qualifying": moment(given["first_day_of_qualifying"])}
    return allowed("selection/senior", Facts(amounts=amounts(least_age=given["minimum_age"]), moments=first))


@answers(SABF, "offer the SABA GNOT places")
def club_offer(vector: Vector) -> Any:
    given = vector.given
    rule = BOOK.offers["sabf-2020/gnot/club"]
    assert rule.places == given["places"]
    return list(offer_places(rule, given["order"], unavailable=given["unavailable"]).taken)


@answers(SABF, "offer the Under Grand Master place")
@answers(SABF, "offer the place when the winner was non-contending")
def under_grand_master_offer(vector: Vector) -> Any:
    return _contending_offer("sabf-2020/gnot/under-grand-master", vector.given)


@answers(SABF, "offer the Regional Final place")
def regional_offer(vector: Vector) -> Any:
    return _contending_offer("sabf-2020/gnot/regional-final", vector.given)


def _contending_offer(rule: str, given: Any) -> str:
    offer = offer_places(
        BOOK.offers[rule], given["order"], unavailable=given["withdrawn"], contending=given["contending"]
    )
    [team] = offer.taken
    return team


@answers(SABF, "check entry to the Under Grand Master event")
def under_grand_master(vector: Vector) -> Any:
    members = [
        Facts(words={"rank on the day": rank}, said={"affiliated player": True})
        for rank in vector.given["ranks_on_event_day"]
    ]
    return BOOK.rules["sabf-2020/gnot/under-grand-master"].judge_each(members).allowed


def _changes(rule: str, given: Any) -> bool:
    counted = amounts(players_replaced=given["players_replaced"], team_size_after=given["size_after"])
    return allowed(rule, Facts(amounts=counted, said={"approved by the SABF Committee": given["committee_approval"]}))


@answers(SABF, "check changes to a winning team")
def winners_changed(vector: Vector) -> Any:
    return _changes("gnot/winners-changed", vector.given)


@answers(SABF, "check changes to the Regional Final winners")
def regional_winners_changed(vector: Vector) -> Any:
    return _changes("gnot/regional-winners-changed", vector.given)


@answers(SABF, "count a club's places in the Regional Final")
def places_of_a_club(vector: Vector) -> Any:
    given = vector.given
    assert BOOK.club_places
    return club_places(BOOK.club_places, given["teams_in_qualifier"] if given["held_qualifier"] else None).value


@answers(SABF, "even up the Regional Final field")
def even_up(vector: Vector) -> Any:
    assert BOOK.club_places
    field = even_field(BOOK.club_places, vector.given["teams"]).value
    return {"may_add": field - vector.given["teams"], "field": field}


@answers(SABF, "check a qualifying team's membership")
def club_team(vector: Vector) -> Any:
    rule = BOOK.common["sabf-2020/gnot/regional-final"]
    return common_to(rule, vector.given["members_of"], vector.given["club"]).allowed


@answers(SABF, "check a GNOT qualifying entrant")
def gnot_entrant(vector: Vector) -> Any:
    stated = {
        "registered with the ABF": vector.given["abf_registered"],
        "already qualified for the national final": vector.given["already_qualified"],
    }
    return allowed("gnot/qualifier", Facts(said=stated))


@answers(SABF, "set the Daytime Teams format")
def daytime(vector: Vector) -> Any:
    teams, name = vector.given["teams"], "sabf-2020/daytime-teams"
    try:
        stages = build_event(find_event(name), Entrants(teams)).stages
    except DirectorError as refused:
        return "reject: odd number of teams" if "takes an even number of teams" in str(refused) else str(refused.what)
    minor = stages[0]
    # The event file lays its days out itself, which must be as the clause is restated beside it.
    restated = next(each for each in BOOK.fields[name].formats if each.most is None or teams <= each.most)
    assert isinstance(minor.play, RobinPlay) == restated.round_robin
    sources = [stage.source for stage in stages[1:] if stage.source is not None]
    last = {4: "top four"}[sources[0].each] if sources else None
    if isinstance(minor.play, RobinPlay):
        return {
            "format": restated.name, "matches": minor.rounds, "days": len(minor.sessions),
            "matches_per_day": list(minor.sessions), "finals": last,
        }  # fmt: skip
    return {
        "format": restated.name, "matches_per_day": minor.sessions[-1], "boards_per_match": minor.boards,
        "finals": last,
    }  # fmt: skip
