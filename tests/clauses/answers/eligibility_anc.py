"""Answers to the vectors of ANC26 on eligibility, systems and least play."""

from datetime import date
from typing import Any

from clauses.answers.eligibility_facts import amounts, moment, moments, said
from clauses.vectors import Vector, answers
from overtrick.core.conduct.eligibility import common_to, state_represented
from overtrick.core.conduct.facts import Amount, Facts, Membership, Residence
from overtrick.core.conduct.participation import Substitution, check_play, check_substitutions, least_play
from overtrick.core.conduct.systems import may_play
from overtrick.core.exact import decimal_text
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.read.documents import load

ANC = "anc2026"
BOOK = load(Eligibilities, "anc-2026")
MARCH = date(2026, 3, 31)
EVENTS = {
    "ITC": "anc-2026/interstate-open/Qualifying",
    "ITC Qualifying": "anc-2026/interstate-open/Qualifying",
    "IPC": "anc-2026/interstate-pairs/Swiss",
    "Rookie Pairs": "anc-2026/rookie-pairs/Session",
    "Open Butler Stage 2": "anc-2026/open-butler/Stage 2",
    "Open Butler Stage 3": "anc-2026/open-butler/Stage 3",
    "Mixed Butler Stage 2": "anc-2026/mixed-butler/Stage 2",
    "One-day Swiss Pairs": "anc-2026/one-day-swiss-pairs-1/Swiss",
    "Country Pairs": "anc-2026/country-pairs/Swiss",
    "Three-Day Teams": "anc-2026/three-day-teams/Matches",
}


def stage(event: str) -> str:
    """A stage as the rulebook names it; an event with one stage stands for that."""
    if event in EVENTS:
        return EVENTS[event]
    file = find_event(event)
    return f"{file.event.id}/{file.stage[0].name}"


def allowed(rule: str, facts: Facts) -> bool:
    return BOOK.rules[f"anc-2026/{rule}"].judge(facts).allowed


@answers(ANC, "test youth age")
def youth_age(vector: Vector) -> Any:
    stated = {"authorised by the ABF Youth Committee": vector.given["dispensation"]}
    return allowed("youth", Facts(moments={"born": moment(vector.given["born"])}, said=stated))


@answers(ANC, "test senior age")
def senior_age(vector: Vector) -> Any:
    stated = {"authorised by the ABF Tournament Committee": vector.given["dispensation"]}
    return allowed("senior", Facts(moments={"born": moment(vector.given["born"])}, said=stated))


@answers(ANC, "test Restricted masterpoints")
@answers(ANC, "test Novice masterpoints")
@answers(ANC, "test Rookie masterpoints")
@answers(ANC, "test previous category wins")
def category(vector: Vector) -> Any:
    given = vector.given
    wins = [given.get("wins", {}).get(f"player{n}", {}) for n in (1, 2)]
    members = [
        Facts(
            name=f"player {n}",
            amounts=(
                Amount("masterpoints", read_exact(points), MARCH, "ABF"),
                *(Amount(f"{of} wins", won) for of, won in wins[n - 1].items()),
            ),
        )
        for n, points in enumerate(given["masterpoints_2026_03_31"], start=1)
    ]
    return BOOK.rules[f"anc-2026/{given['category'].lower()}"].judge_each(members).allowed


@answers(ANC, "total masterpoints over NCBOs")
def over_ncbos(vector: Vector) -> Any:
    given = vector.given
    held = [("ABF", given["abf"]), *((f"body {n}", more) for n, more in enumerate(given["other_ncbo_untransferred"]))]
    facts = Facts(amounts=tuple(Amount("masterpoints", read_exact(points), MARCH, body) for body, points in held))
    rule = BOOK.rules[f"anc-2026/{given['category'].lower()}"]
    total = facts.amount("masterpoints", MARCH)
    assert total is not None
    return {"total": decimal_text(total, 2), "eligible": rule.judge(facts).allowed}


@answers(ANC, "test NZ player category")
def new_zealand(vector: Vector) -> Any:
    stated = {"holds a New Zealand rank": True, "registered in New Zealand only": True}
    facts = Facts(words={"New Zealand rank": vector.given["nz_rank"]}, said=stated)
    return allowed(vector.given["category"].lower(), facts)


@answers(ANC, "test youth state eligibility")
def youth_state(vector: Vector) -> Any:
    given = vector.given
    stays = tuple(Residence(place, date.fromisoformat(a), date.fromisoformat(b)) for place, a, b in given["residence"])
    whom = given["member_of"] or ""
    place = whom.removeprefix("club in ") if whom.startswith("club in ") else ""
    facts = Facts(
        moments={"born": moment(given["born"]), "the ANC starts": moment(given["anc_start"])},
        words={"state": given["state"], "home state": given["home_state"]},
        residence=stays,
        memberships=(Membership(whom, place),) if whom else (),
    )
    return allowed("state/youth", facts)


@answers(ANC, "test state eligibility by residence")
@answers(ANC, "test state eligibility by membership")
@answers(ANC, "apply retrospective dispensation")
def state_eligibility(vector: Vector) -> Any:
    given = vector.given
    since = given["resident_since"]
    facts = Facts(
        moments={"the ANC starts": moment(given["anc_start"])},
        words={"state": given["state"]},
        said={"dispensation by the ABF": given["dispensation"]},
        residence=(Residence(given["state"], date.fromisoformat(since)),) if since else (),
        memberships=(Membership("a club", given["state"], frozenset({2025})),) if given["active_member_2025"] else (),
    )
    return allowed("state", facts)


@answers(ANC, "resolve multi-state eligibility")
def several_states(vector: Vector) -> Any:
    assert BOOK.first_entered
    entered = [(state, date.fromisoformat(day)) for state, day in vector.given["selection_entries"]]
    found = state_represented(BOOK.first_entered, vector.given["eligible_states"], entered)
    return found.state or f"{found.verdict.answer.value}_{BOOK.first_entered.refer.removeprefix('the ').lower()}"


@answers(ANC, "test IPC pair")
def interstate_pair(vector: Vector) -> Any:
    given = vector.given
    return common_to(
        BOOK.common["anc-2026/interstate-pairs"], [given["player1_states"], given["player2_states"]]
    ).allowed


@answers(ANC, "test country club eligibility")
def country_club(vector: Vector) -> Any:
    given = vector.given
    facts = Facts(
        amounts=(Amount("financial members", given["members_2026_04_30"], date(2026, 4, 30)),),
        words={"region": given["club_region"]},
        said={"authorised by the Tournament Organiser": given["to_exception"]},
    )
    return allowed("country-club", facts)


@answers(ANC, "test Country Club team")
def country_team(vector: Vector) -> Any:
    given = vector.given
    rule = BOOK.common["anc-2026/country-club-teams"]
    return common_to(rule, given["clubs_each_player_may_represent"], given["nominated_by"]).allowed


@answers(ANC, "test substitute request")
def substitute(vector: Vector) -> Any:
    rule = BOOK.substitutes_at[stage(vector.given["event"])]
    authorised = vector.given["ctd_emergency_authority"]
    return check_substitutions(rule, [Substitution("a player", "a session")], authorised=authorised).allowed


@answers(ANC, "test ABPC membership")
def butler_member(vector: Vector) -> Any:
    given = vector.given
    stated = {
        "resident in Australia": given["resident"] == "AU",
        "financial member of the ABF Masterpoint Scheme": given["abf_masterpoint_scheme_financial"],
        "financial member of an affiliated body": given["affiliated_club_financial"],
    }
    return allowed("butler/member", Facts(said=stated))


@answers(ANC, "test system permitted")
def system(vector: Vector) -> Any:
    assert BOOK.systems
    facts = Facts(words={"stage": stage(vector.given["event"])})
    return may_play(BOOK.systems, vector.given["class"].lower(), facts).allowed


@answers(ANC, "test ITC system lodgement")
def interstate_lodging(vector: Vector) -> Any:
    given = vector.given
    counted = amounts(systems_in_the_team=given["systems_in_team"], supplementary_pages=given["supplementary_a4_pages"])
    return allowed("interstate/lodging", Facts(amounts=counted, moments={"lodged": moment(given["lodged"])}))


@answers(ANC, "test ABPC YELLOW lodgement")
def butler_lodging(vector: Vector) -> Any:
    return allowed("butler/lodging", Facts(moments={"lodged": moment(vector.given["lodged"])}))


@answers(ANC, "test defence notes")
def defence_notes(vector: Vector) -> Any:
    given = vector.given
    stated = {
        "ctd_approved": "approved by the Chief Tournament Director",
        "identical_copies": "identical for both players",
        "open_to_opponents": "open to the opponents",
    }
    facts = Facts(
        amounts=(Amount("sides of A4", given["sides_a4"]),),
        moments=moments(given, {"lodged": "lodged", "session_start": "the session starts"}),
        said=said(given, stated),
    )
    return allowed("defence-notes", facts)


@answers(ANC, "test altered partnership")
def altered(vector: Vector) -> Any:
    words = {
        "plays_submitted_system": "plays a lodged system",
        "ctd_deems_natural_enough": "natural enough for the Chief Tournament Director",
    }
    return allowed("altered-partnership", Facts(said=said(vector.given, words)))


@answers(ANC, "test YELLOW line-up")
def yellow_line_up(vector: Vector) -> Any:
    words = {
        "posted_correctly_in_time": "posted properly and in time",
        "opposing_captain_agrees": "the opposing captain agrees",
        "ctd_agrees": "the Chief Tournament Director agrees",
    }
    return allowed("yellow/line-up", Facts(said=said(vector.given, words)))


@answers(ANC, "test finalist and title-holder")
def title_holder(vector: Vector) -> Any:
    given = vector.given
    counted = amounts(
        qualifying_matches_played=given["qualifying_matches_played"], final_stanzas_played=given["final_stanzas_played"]
    )
    facts = Facts(amounts=counted, said={"in the winning team": given["team_won"]})
    return {"may_play_final": allowed("final/player", facts), "title_holder": allowed("final/title-holder", facts)}


@answers(ANC, "test participation")
def participation(vector: Vector) -> Any:
    given = vector.given
    rule = BOOK.play_at[f"{find_event(given['event']).event.id}/Stage {given['stage']}"]
    there = dict.fromkeys(("each player", "partnership"), given["of"])
    assert {limb.unit for limb in rule.limbs} == {given["unit"]}
    played = {"each player": given["player_played"], "partnership": given["partnership_intact"]}
    return check_play(rule, there, played).allowed


@answers(ANC, "compute minimum participation")
def least_participation(vector: Vector) -> Any:
    rounds = vector.given["rounds"]
    least = least_play(BOOK.play_at[stage(vector.given["event"])], {"each player": rounds, "partnership": rounds})
    return {"each_player": least["each player"].value, "partnership": least["partnership"].value}
