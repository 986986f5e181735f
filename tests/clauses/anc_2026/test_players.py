"""Who may enter and sit in each event of the championships, how much they must play, and with which systems.

Every condition is tried with one who just meets it and one who just does not.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

import pytest

from clauses.anc_2026.stages import EVERY, FINAL, INTERSTATE, QUALIFYING, at, event, stage
from overtrick.core.conduct.eligibility import Eligibility
from overtrick.core.conduct.facts import Amount, Facts, Membership, Residence
from overtrick.core.conduct.participation import Substitution, check_substitutions, least_play
from overtrick.core.conduct.systems import may_play
from overtrick.core.conduct.verdicts import Answer
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.read.documents import load

MARCH = date(2026, 3, 31)
OPENS = date(2026, 7, 4)
AT_ENTRY = {
    #                     the rules an entry must meet
    "interstate-open": ["state"],
    "interstate-womens": ["state"],
    "interstate-seniors": ["state", "senior"],
    "interstate-youth": ["state/youth"],
    "interstate-pairs": ["state"],
    "open-butler": ["butler/member"],
    "mixed-butler": ["butler/member"],
    "restricted-butler": ["restricted", "butler/member"],
    "swiss-pairs-a": ["butler/member"],
    "swiss-pairs-b": ["butler/member"],
    "rookie-pairs": ["rookie"],
    "novice-pairs": ["novice"],
    "novice-swiss-pairs": ["novice"],
    "country-pairs": ["country-club"],
    "country-club-teams": ["country-club"],
}
COMMON = {"interstate-pairs": ("state", False), "country-club-teams": ("club", True)}
LODGED = {**dict.fromkeys(INTERSTATE, "interstate/lodging"), "open-butler": "butler/lodging"}


def book() -> Eligibilities:
    """What the document says of players, as it is now."""
    return load(Eligibilities, "anc-2026")


def rule(name: str) -> Eligibility:
    return book().rules[f"anc-2026/{name}"]


def names(rules: Iterable[Eligibility]) -> list[str]:
    return [each.id.removeprefix("anc-2026/") for each in rules]


@at(EVERY)
@pytest.mark.clause("ANC26 3.2", "ANC26 3.4", "ANC26 3.5(b)", "ANC26 3.7", "ANC26 3.10")
def test_what_each_event_asks_of_its_players(name: str, of: str) -> None:
    players = stage(name, of).rules.players
    assert names(players.entry) == AT_ENTRY.get(name, [])
    common = None if players.common is None else (players.common.of, players.common.nominated)
    assert common == COMMON.get(name)
    assert (players.lodging and names([players.lodging])) == ([LODGED[name]] if name in LODGED else None)
    assert (players.limited and names([players.limited])) == (["yellow/line-up"] if name in INTERSTATE else None)
    assert (players.systems is not None) is (name in LODGED)
    final = (name, of) in FINAL
    assert names(players.seat) == (["final/player"] if final else [])
    assert names(players.titles) == (["final/title-holder"] if final else [])
    counted = {"qualifying matches played": "Qualifying", "final stanzas played": "Final"}
    assert dict(players.played) == (counted if final else {})


def masterpoints(points: str, at: date = MARCH, **more: Any) -> Facts:
    return Facts(amounts=(Amount("masterpoints", read_exact(points), at, "ABF"), *more.pop("amounts", ())), **more)


@pytest.mark.parametrize(
    ("name", "most", "too_many"),
    [("restricted", "299.99", "300"), ("novice", "99.99", "100"), ("rookie", "14.99", "15")],
)
@pytest.mark.clause("ANC26 3.5(c)", "ANC26 3.5(d)", "ANC26 3.5(e)", "ANC26 3.8")
def test_fewer_masterpoints_than_the_limit_at_the_end_of_march(name: str, most: str, too_many: str) -> None:
    assert rule(name).judge(masterpoints(most)).allowed
    assert rule(name).judge(masterpoints(too_many)).answer is Answer.REFUSED
    assert rule(name).judge(masterpoints(most, at=date(2026, 3, 30))).answer is Answer.REFER  # not the day that counts
    abroad = Amount("masterpoints", 1, MARCH, "another body")
    assert rule(name).judge(masterpoints(most, amounts=(abroad,))).answer is Answer.REFUSED


@pytest.mark.parametrize(("name", "wins"), [("restricted", "Restricted wins"), ("novice", "Novice wins")])
@pytest.mark.clause("ANC26 3.5 proviso")
def test_two_wins_in_the_category_close_it(name: str, wins: str) -> None:
    one, two = ((Amount(wins, won),) for won in (1, 2))
    both = (Amount("Restricted and Novice wins", 2),)
    assert rule(name).judge(masterpoints("5", amounts=one)).allowed
    assert rule(name).judge(masterpoints("5", amounts=two)).answer is Answer.REFUSED
    assert rule(name).judge(masterpoints("5", amounts=both)).allowed
    together = f"{name}/wins-together"
    assert rule(together).judge(masterpoints("5", amounts=both)).answer is Answer.REFUSED
    assert rule(together).judge(masterpoints("5", amounts=(Amount("Restricted and Novice wins", 1),))).allowed
    limit = {"restricted": 300, "novice": 100}[name]
    assert rule(together).judge(masterpoints(f"{limit - 1}")).allowed
    assert rule(together).judge(masterpoints(f"{limit}")).answer is Answer.REFUSED
    assert rule(together).judge(masterpoints("5", at=date(2026, 3, 30))).answer is Answer.REFER


@pytest.mark.parametrize("name", ["restricted-butler", "novice-pairs", "novice-swiss-pairs"])
@pytest.mark.clause("ANC26 3.5 proviso")
def test_wins_are_counted_together_if_it_is_so_read(name: str) -> None:
    way = {"D12": "two wins in either category, counted together"}
    category = AT_ENTRY[name][0]
    for readings, expected in (({}, category), (way, f"{category}/wins-together")):
        [of] = event(name, readings=readings).stages
        assert names(of.rules.players.entry)[0] == expected


NEW_ZEALAND = ("Club Master", "Local Master", "Provincial Master")


@pytest.mark.parametrize(
    ("name", "first_too_high"),
    [("restricted", 2), ("restricted/wins-together", 2), ("novice", 1), ("novice/wins-together", 1), ("rookie", 0)],
)
@pytest.mark.clause("ANC26 3.6")
def test_players_of_new_zealand_are_below_a_rank(name: str, first_too_high: int) -> None:
    for place, rank in enumerate(NEW_ZEALAND):
        said = {"holds a New Zealand rank": True, "registered in New Zealand only": True}
        facts = Facts(words={"New Zealand rank": rank}, said=said)
        assert rule(name).judge(facts).allowed is (place < first_too_high), rank
    both = masterpoints("500", words={"New Zealand rank": "Club Master"}, said={"holds a New Zealand rank": True})
    assert not rule(name).judge(both).allowed  # registered here too: the masterpoints count


@pytest.mark.parametrize(
    ("name", "born", "too_old_or_young", "body"),
    [
        ("youth", date(2001, 1, 1), date(2000, 12, 31), "authorised by the ABF Youth Committee"),
        ("senior", date(1961, 12, 31), date(1962, 1, 1), "authorised by the ABF Tournament Committee"),
    ],
)
@pytest.mark.clause("ANC26 3.5(a)", "ANC26 3.5(b)")
def test_ages(name: str, born: date, too_old_or_young: date, body: str) -> None:
    assert rule(name).judge(Facts(moments={"born": born})).allowed
    other = Facts(moments={"born": too_old_or_young})
    assert rule(name).judge(other).answer is Answer.REFUSED
    assert rule(name).judge(Facts(moments=other.moments, said={body: True})).allowed


def lived(since: date, until: date | None = None, **more: Any) -> Facts:
    """A player of age who lives in Victoria."""
    moments = {"the ANC starts": OPENS, "born": date(2005, 5, 5)}
    words = {"state": "VIC", "home state": "WA"}
    return Facts(moments=moments, words=words, residence=(Residence("VIC", since, until),), **more)


@pytest.mark.clause("ANC26 3.2")
def test_a_state_is_represented_by_members_residents_and_those_let_off() -> None:
    state = rule("state")
    assert state.judge(lived(date(2026, 1, 4))).allowed  # six months to the day
    assert state.judge(lived(date(2026, 1, 5))).answer is Answer.REFUSED
    late = date(2026, 7, 1)
    member = (Membership("a club", "VIC", frozenset({2025})),)
    assert state.judge(lived(late, memberships=member)).allowed
    assert not state.judge(lived(late, memberships=(Membership("a club", "VIC", frozenset({2024})),))).allowed
    assert not state.judge(lived(late, memberships=(Membership("a club", "WA", frozenset({2025})),))).allowed
    assert state.judge(lived(late, said={"dispensation by the ABF": True})).allowed
    other = rule("state/twelve-months")
    assert other.judge(lived(date(2026, 1, 4))).allowed
    active = "active member of a club of the state in the twelve months before"
    assert other.judge(lived(date(2026, 1, 5), said={active: False})).answer is Answer.REFUSED
    assert other.judge(lived(late, said={active: True})).allowed
    assert other.judge(lived(late, said={active: False, "dispensation by the ABF": True})).allowed
    way = {"D07": "the twelve months before the ANC"}
    for name in (*INTERSTATE[:3], "interstate-pairs"):
        for of in event(name, readings=way).stages:
            assert names(of.rules.players.entry)[0] == "state/twelve-months"


@pytest.mark.clause("ANC26 3.1")
def test_a_youth_represents_home_or_where_it_lives_as_a_member_there_or_of_the_youth_club() -> None:
    youth, club = rule("state/youth"), (Membership("a club", "VIC"),)
    assert youth.judge(lived(date(2026, 4, 4), memberships=club)).allowed  # three months
    assert not youth.judge(lived(date(2026, 6, 1), memberships=club)).allowed
    most = lived(date(2026, 3, 4), date(2026, 5, 4), memberships=club)  # 62 of the 122 days of four months
    assert youth.judge(most).allowed
    assert not youth.judge(lived(date(2026, 3, 4), date(2026, 5, 3), memberships=club)).allowed
    assert youth.judge(lived(date(2026, 4, 4), memberships=(Membership("ABF Youth Club"),))).allowed
    assert not youth.judge(lived(date(2026, 4, 4), memberships=(Membership("a club", "WA"),))).allowed
    home = Facts(
        moments={"the ANC starts": OPENS, "born": date(2001, 1, 1)}, words={"state": "WA", "home state": "WA"},
        memberships=(Membership("ABF Youth Club"),),
    )  # fmt: skip
    assert youth.judge(home).allowed
    assert not youth.judge(Facts(moments={**home.moments, "born": date(2000, 12, 31)}, words=home.words,
                                 memberships=home.memberships)).allowed  # fmt: skip
    first = book().first_entered
    assert first is not None
    assert first.refer == "the ABF"


CITIES = [
    "Sydney", "Newcastle", "Wollongong", "Canberra", "Melbourne", "Geelong", "Brisbane", "Gold Coast", "Sunshine Coast",
    "Adelaide", "Perth",
]  # fmt: skip


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.clause("ANC26 3.7")
def test_a_club_of_a_large_city_is_a_country_club_only_if_it_is_small_or_let_in(city: str) -> None:
    def of(members: int, *, region: str = city, at: date = date(2026, 4, 30), allowed: bool = False) -> bool:
        said = {"authorised by the Tournament Organiser": allowed}
        facts = Facts(amounts=(Amount("financial members", members, at),), words={"region": region}, said=said)
        return rule("country-club").judge(facts).allowed

    assert of(149)
    assert not of(150)
    assert of(150, allowed=True)
    assert of(500, region="Wagga Wagga")
    assert not of(149, at=date(2026, 4, 29))  # not the day that counts


@pytest.mark.clause("ANC26 3.10")
def test_residents_are_paid_up_twice_and_guests_are_honorary_members() -> None:
    scheme, body = "financial member of the ABF Masterpoint Scheme", "financial member of an affiliated body"
    member = rule("butler/member")
    for paid, affiliated in ((True, True), (True, False), (False, True)):
        said = {"resident in Australia": True, scheme: paid, body: affiliated}
        assert member.judge(Facts(said=said)).allowed is (paid and affiliated)
    assert member.judge(Facts(said={"resident in Australia": False})).allowed


@pytest.mark.clause("ANC26 3.11", "ANC26 3.12", "ANC26 10.1", "ANC26 11.9")
def test_what_an_official_must_say() -> None:
    home, verified = "eligible for such events at home", "verified by the Tournament Organiser"
    overseas = rule("overseas")
    assert overseas.judge(Facts(said={home: True, verified: True})).allowed
    unverified = overseas.judge(Facts(said={home: True, verified: False}))
    assert unverified.answer is Answer.REFER
    [reason] = [each for each in unverified.reasons if each.answer is Answer.REFER]
    assert reason.remedy == "The organiser verifies it first; the organiser's word is final."
    assert overseas.judge(Facts(said={home: False, verified: True})).answer is Answer.REFUSED
    house = "nominated as a house contestant by the Tournament Organiser"
    assert rule("house-contestant").judge(Facts(said={house: True})).allowed
    lodged, natural = "plays a lodged system", "natural enough for the Chief Tournament Director"
    altered = rule("altered-partnership")
    ways = ((True, False), (False, True), (False, False))
    told = [altered.judge(Facts(said={lodged: one, natural: other})).allowed for one, other in ways]
    assert told == [True, True, False]
    posted, captain, chief = (
        "posted properly and in time", "the opposing captain agrees", "the Chief Tournament Director agrees",
    )  # fmt: skip
    yellow = rule("yellow/line-up")
    cases = {(1, 0, 0): True, (0, 1, 1): True, (0, 1, 0): False, (0, 0, 1): False}
    for (a, b, c), expected in cases.items():
        said = {posted: bool(a), captain: bool(b), chief: bool(c)}
        assert yellow.judge(Facts(said=said)).allowed is expected


def lodged(name: str, at: str, systems: int = 4, pages: int = 4) -> Answer:
    amounts = (Amount("systems in the team", systems), Amount("supplementary pages", pages))
    return rule(name).judge(Facts(amounts=amounts, moments={"lodged": datetime.fromisoformat(at)})).answer


@pytest.mark.clause("ANC26 4.2", "ANC26 4.6")
def test_systems_are_lodged_in_time_and_in_four_pages() -> None:
    before, too_late = "2026-05-29 15:59", "2026-05-29 16:00"
    assert lodged("interstate/lodging", before) is Answer.ALLOWED
    assert lodged("interstate/lodging", too_late) is Answer.REFUSED
    assert lodged("interstate/lodging", before, systems=5) is Answer.REFUSED
    assert lodged("interstate/lodging", before, pages=5) is Answer.REFUSED
    assert lodged("butler/lodging", "2026-07-05 15:59") is Answer.ALLOWED
    assert lodged("butler/lodging", "2026-07-05 16:00") is Answer.REFER
    assert lodged("butler/lodging", "2026-07-05 15:59", pages=5) is Answer.REFUSED
    late = rule("butler/lodging").judge(Facts(moments={"lodged": datetime.fromisoformat("2026-07-05 16:00")}))
    assert "The organiser may refuse yellow for part or all of the event." in {each.remedy for each in late.reasons}
    for name, most in (("interstate/lodging", (Amount("systems in the team", 1),)), ("butler/lodging", ())):
        early = Facts(amounts=most, moments={"lodged": datetime.fromisoformat("2026-05-01 09:00")})
        assert rule(name).judge(early).allowed  # without supplementary pages there are none


NOTES = {
    "approved by the Chief Tournament Director": True,
    "identical for both players": True,
    "open to the opponents": True,
}


@pytest.mark.clause("ANC26 4.7")
def test_defence_notes() -> None:
    def notes(sides: int = 2, at: str = "09:15", **wrong: str) -> bool:
        moments = {
            "lodged": datetime.fromisoformat(f"2026-07-11 {at}"),
            "the session starts": datetime.fromisoformat("2026-07-11 09:30"),
        }
        said = {what: so and what != wrong.get("without") for what, so in NOTES.items()}
        return (
            rule("defence-notes")
            .judge(Facts(amounts=(Amount("sides of A4", sides),), moments=moments, said=said))
            .allowed
        )

    assert notes()
    assert not notes(sides=3)
    assert not notes(at="09:16")
    assert not any(notes(without=what) for what in NOTES)


@at(EVERY)
@pytest.mark.clause("ANC26 4.1")
def test_yellow_systems_in_the_interstate_teams_and_the_last_open_stage(name: str, of: str) -> None:
    systems = book().systems
    assert systems is not None
    facts = Facts(words={"stage": stage(name, of).rules.id})
    assert all(may_play(systems, colour, facts).allowed for colour in ("green", "blue", "red", "brown sticker"))
    yellow = (name, of) in [*QUALIFYING, *FINAL, ("open-butler", "Stage 3")]
    assert may_play(systems, "yellow", facts).allowed is yellow


@at(EVERY)
@pytest.mark.clause("ANC26 21.2", "ANC26 21.3", "ANC26 3.9")
def test_how_much_must_be_played_and_where_there_are_no_substitutes(name: str, of: str) -> None:
    players = stage(name, of).rules.players
    if name in INTERSTATE or name == "interstate-pairs":
        assert players.play is None
        assert players.substitutes is not None
        one = [Substitution("a player", "a session")]
        assert not check_substitutions(players.substitutes, one).allowed
        assert check_substitutions(players.substitutes, one, authorised=True).allowed
        said = "The Chief Tournament Director may authorise one in an emergency, on terms of their own."
        assert players.substitutes.unless == said
        return
    assert players.substitutes is None
    assert players.play is not None
    least = {
        there: tuple(
            least_play(players.play, {"each player": there, "partnership": there})[limb].value
            for limb in ("each player", "partnership")
        )
        for there in (4, 8, 9, 10, 11, 14)
    }
    units = {limb.unit for limb in players.play.limbs}
    if (name, of) == ("open-butler", "Stage 1"):
        assert (least[4], units) == ((2, 2), {"sessions"})
    elif name in {"open-butler", "mixed-butler"}:
        assert (least[9], least[10], units) == ((7, 6), (7, 6), {"rounds"})
    else:  # 75% and 65%, fractions rounded down
        assert {there: least[there] for there in (8, 9, 10, 11, 14)} == {
            8: (6, 5), 9: (6, 5), 10: (7, 6), 11: (8, 7), 14: (10, 9),
        }  # fmt: skip
        assert units == {"rounds"}


@pytest.mark.clause("ANC26 12.1")
def test_finalists_and_title_holders() -> None:
    played = [rule("final/player").judge(Facts(amounts=(Amount("qualifying matches played", n),))) for n in (3, 4)]
    assert [each.allowed for each in played] == [False, True]
    for won, stanzas, holds in ((True, 1, True), (True, 0, False), (False, 1, False)):
        facts = Facts(amounts=(Amount("final stanzas played", stanzas),), said={"in the winning team": won})
        assert rule("final/title-holder").judge(facts).allowed is holds
