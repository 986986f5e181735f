"""SABF20 section 19, number by number: what every place of every event earns, what it counts for, and every field.

The tables hold what the document prints. Each rule is loaded inside a test, so that none stands on what another loaded.
"""

from fractions import Fraction

import pytest

from clauses.sabf_2020.told import cited
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause, Figure
from overtrick.core.ranking.awards import MASTERPOINTS
from overtrick.core.selection import (
    Contender,
    Entry,
    EntryUnit,
    Nomination,
    awards_for,
    pair_credits,
    pick_team,
    select_field,
)
from overtrick.core.selection.events import SelectedEvent
from overtrick.core.selection.rules import Selection
from overtrick.core.selection.teams import at_rate
from overtrick.core.selection.trials import Candidate, direct_entry, immediately_eligible, place_field
from overtrick.regulations.plan.selection import load_selection

OPEN, BOTH, WOMEN, SENIORS = "Open", "Women's and Seniors'", "Women's", "Seniors'"
PLAY, RESIDENCE = "minimum play", "South Australian residence"
TEN_PAIRS = [60, 45, 40, 35, 30, 25, 20, 15, 10, 5]
SEVEN_TEAMS = [60, 40, 30, 20, 15, 10, 5]
TENS_AND_FIVES = [10, 10, 10, 10, 10, 5, 5, 5, 5, 5]
LOWER: list[Exact] = [10, Fraction("7.5"), 5]

POINTS: list[tuple[str, str, int, list[Exact], str, str]] = [
    # event                      currency  from  points                          needs      as cited
    ("daytime-teams",              OPEN,    1, [30, 20, 10],                     PLAY, "19.13#3.1"),
    ("swiss-pairs",                OPEN,    1, [*TEN_PAIRS],                     PLAY, "19.13#3.2"),
    ("open-teams-1",               OPEN,    1, [*SEVEN_TEAMS],                   PLAY, "19.13#3.3 EV-73"),
    ("open-teams-2",               OPEN,    1, [*SEVEN_TEAMS],                   PLAY, "19.13#3.4 EV-73"),
    ("state-teams-final",          OPEN,    1, [60, 40, 20, 15],                 PLAY, "19.13#3.5 EV-85"),
    ("gnot-thu",                   OPEN,    1, [*SEVEN_TEAMS],                   PLAY, "19.13#3.6"),
    ("gnot-mon",                   OPEN,    1, [30, 20, 15, 10, Fraction("7.5"), 5], PLAY, "19.13#3.7"),
    ("state-pairs",                OPEN,    1, [30, 20, 10],                     PLAY, "19.13#3.8"),
    ("open-trials-qual",           OPEN,    1, [*TEN_PAIRS],                     PLAY, "19.13#3.9"),
    ("autumn-national-open-teams", OPEN,    1, [60, 40],                         RESIDENCE, "19.13#5 EV-78"),
    ("anc-open-state-team",        OPEN,    1, [60],                             "", "19.13#6 EV-78"),
    ("national-open-team",         OPEN,    1, [30, 30],                         "", "19.13#7 EV-78"),
    ("national-womens-team", "Women's National Team",    1, [30, 30],            "", "19.13#7 EV-78 EV-79"),
    ("national-seniors-team", "Seniors' National Team",  1, [30, 30],            "", "19.13#7 EV-78 EV-79"),
    ("last-womens-team",           WOMEN,   1, [30, 30],                         "", "19.11.1(b) EV-51 EV-52 EV-53"),
    ("last-womens-team",           WOMEN,   3, [15, 10, 5],                      "", "19.11.1(c) EV-52"),
    ("last-seniors-team",          SENIORS, 1, [30, 30],                         "", "19.11.1(b) EV-51 EV-52 EV-53"),
    ("last-seniors-team",          SENIORS, 3, [15, 10, 5],                      "", "19.11.1(c) EV-52"),
    ("open-trials-consolation",    BOTH,    1, [*TENS_AND_FIVES],                PLAY, "19.11.1(d)"),
    ("swiss-pairs",                BOTH,   11, [*TENS_AND_FIVES],                PLAY, "19.11.1(d) EV-56"),
    ("open-trials-qual",           BOTH,   11, [*TENS_AND_FIVES],                PLAY, "19.11.1(d) EV-56"),
    ("open-teams-1",               BOTH,    8, [*LOWER],                         PLAY, "19.11.1(d) EV-56 EV-73"),
    ("open-teams-2",               BOTH,    8, [*LOWER],                         PLAY, "19.11.1(d) EV-56 EV-73"),
    ("gnot-thu",                   BOTH,    8, [*LOWER],                         PLAY, "19.11.1(d) EV-56"),
    ("gnot-mon",                   BOTH,    7, [*LOWER],                         PLAY, "19.11.1(d) EV-56"),
    ("seniors-pairs",              SENIORS, 1, [10, 7, 5],                       PLAY, "19.11.1(e)"),
]  # fmt: skip

PAIRS, TEAMS, MEMBERSHIP = "pairs", "teams", "membership"
TOGETHER, SHARES, FINALS = "19.2.1#1 EV-33", "19.2.1#2 EV-34", "16.2#2 D95"
EVENTS = {
    # event                    kind        selected reduced  played as                    stage         least play
    "daytime-teams":              (TEAMS,      True,  True,  "daytime-teams",              "",          SHARES),
    "swiss-pairs":                (PAIRS,      True,  False, "swiss-pairs-championship",   "",          TOGETHER),
    "open-teams-1":               (TEAMS,      True,  True,  "state-teams",                "Stage One", SHARES),
    "open-teams-2":               (TEAMS,      True,  True,  "state-teams",                "Stage Two", SHARES),
    "state-teams-final":          (TEAMS,      True,  True,  "state-teams",                "Finals",    FINALS),
    "gnot-thu":                   (TEAMS,      True,  True,  "gnot-thursday",              "",          SHARES),
    "gnot-mon":                   (TEAMS,      True,  True,  "gnot-monday",                "",          SHARES),
    "state-pairs":                (PAIRS,      True,  False, "state-open-pairs",           "Final",     ""),
    "open-trials-qual":           (PAIRS,      True,  False, "open-trials-qualifying",     "",          TOGETHER),
    "open-trials-consolation":    (PAIRS,      False, False, "open-trials-consolation",    "",          TOGETHER),
    "seniors-pairs":              (PAIRS,      False, False, "seniors-pairs-championship", "",          ""),
    "autumn-national-open-teams": (TEAMS,      False, True,  "",                           "",          ""),
    "anc-open-state-team":        (MEMBERSHIP, False, False, "",                           "",          ""),
    "national-open-team":         (MEMBERSHIP, False, False, "",                           "",          ""),
    "national-womens-team":       (MEMBERSHIP, False, False, "",                           "",          ""),
    "national-seniors-team":      (MEMBERSHIP, False, False, "",                           "",          ""),
    "last-womens-team":           (MEMBERSHIP, False, False, "",                           "",          ""),
    "last-seniors-team":          (MEMBERSHIP, False, False, "",                           "",          ""),
}  # fmt: skip


@pytest.fixture
def rules() -> Selection:
    return load_selection("sabf-2020")


def members(event: SelectedEvent, size: int = 4) -> tuple[str, ...]:
    return ("a", "b", "c", "d", "e", "f")[: 2 if event.kind is EntryUnit.PAIRS else size]


def earned(rules: Selection, name: str, place: int, size: int = 4) -> dict[str, tuple[Exact, str]]:
    """What the first member of an entry has for a place, by currency, with what it cites."""
    entries = [Entry(name, members(rules.ledger.event(name), size), place)]
    if name.startswith("national"):  # whose members must have played in a selected event
        entries.append(Entry("state-pairs", ("a", "b"), 9))
    found = (each for each in awards_for(entries, rules.ledger) if each.player == "a" and each.event.id == name)
    return {each.table.currency: (each.amount.value, cited(each.amount.clause)) for each in found}


@pytest.mark.clause("SABF20 19.13#2c")
@pytest.mark.clause("SABF20 19.11.1(d)")
@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_place_of_every_event_earns_what_is_printed(rules: Selection, name: str) -> None:
    printed = {
        place: {
            currency: (points[place - first], cite)
            for event, currency, first, points, _, cite in POINTS
            if event == name and 0 <= place - first < len(points)
        }
        for place in range(1, 26)
    }
    assert {place: earned(rules, name, place) for place in printed} == printed


@pytest.mark.clause("SABF20 19.13#3.1")
def test_nothing_else_earns_points(rules: Selection) -> None:
    assert set(rules.ledger.events) == set(EVENTS) == {row[0] for row in POINTS}


@pytest.mark.clause("SABF20 19.13#9")
@pytest.mark.parametrize(("name", "currency", "first", "needs"), [(*row[:3], row[4]) for row in POINTS if row[4]])
def test_who_lacks_what_an_award_needs_does_not_have_it(
    rules: Selection, name: str, currency: str, first: int, needs: str
) -> None:
    who = members(rules.ledger.event(name))
    lacking = Entry(name, who, first, lacking=(("a", needs),))
    [withheld] = [
        each for each in awards_for([lacking], rules.ledger) if each.player == "a" and each.table.currency == currency
    ]
    assert (withheld.amount.value, str(withheld.withheld)) == (0, f"conditions not met ({needs})")


@pytest.mark.clause("SABF20 19.13#7")
@pytest.mark.parametrize("name", ["national-open-team", "national-womens-team", "national-seniors-team"])
def test_a_national_team_earns_only_those_who_played_in_one_selected_event(rules: Selection, name: str) -> None:
    entries = [Entry(name, ("a", "b"), 1), Entry("gnot-mon", ("a", "x", "y", "z"), 30)]
    found = {each.player: (each.amount.value, str(each.withheld)) for each in awards_for(entries, rules.ledger)}
    assert found == {"a": (30, ""), "b": (0, "conditions not met (play in at least 1 selected event)")}


@pytest.mark.clause("SABF20 19.13#8")
@pytest.mark.parametrize("name", sorted(EVENTS))
def test_what_an_event_is_where_it_is_played_and_what_a_larger_team_loses(rules: Selection, name: str) -> None:
    event = rules.ledger.event(name)
    kind, selected, reduced, played, stage, play = EVENTS[name]
    assert (event.kind.value, event.selected, event.stage) == (kind, selected, stage)
    assert event.played == (f"sabf-2020/{played}" if played else "")
    assert (cited(event.play.clause) if event.play else "") == play
    first = next(row for row in POINTS if row[0] == name)
    of_four, of_five, of_six = (
        earned(rules, name, first[2], size)[first[1]][0] if kind != PAIRS else first[3][0] for size in (4, 5, 6)
    )
    shares = (Fraction(4, 5), Fraction(2, 3)) if reduced else (1, 1)
    assert (of_four, of_five, of_six) == (first[3][0], first[3][0] * shares[0], first[3][0] * shares[1])


@pytest.mark.clause("SABF20 19.13#8")
@pytest.mark.clause("SABF20 19.13#2c")
def test_the_reduction_and_the_shared_places_cite_their_clauses(rules: Selection) -> None:
    assert cited(rules.ledger.sizes.clause) == "19.13#8 EV-55 EV-75 EV-78 EV-84"
    assert cited(rules.ledger.ties) == "19.13#2c EV-76"
    level = Entry("swiss-pairs", ("a", "b"), 2, tied=2)
    assert awards_for([level], rules.ledger)[0].amount.value == Fraction(45 + 40, 2)


WORTH = [
    # team    currency of the points   each is worth  as cited
    (OPEN,    OPEN,                       1, "19.13#2c"),
    (WOMEN,   OPEN,                       3, "19.11.1(h)"),
    (WOMEN,   BOTH,                       1, "19.11.1(d)"),
    (WOMEN,   WOMEN,                      1, "19.11.1#1"),
    (WOMEN,   "Women's National Team",    1, "19.13#7 EV-79"),
    (SENIORS, OPEN,                       3, "19.11.1(h)"),
    (SENIORS, BOTH,                       1, "19.11.1(d)"),
    (SENIORS, SENIORS,                    1, "19.11.1(e)"),
    (SENIORS, "Seniors' National Team",   1, "19.13#7 EV-79"),
]  # fmt: skip


@pytest.mark.clause("SABF20 19.11.1(h)")
@pytest.mark.parametrize("team", [OPEN, WOMEN, SENIORS])
def test_what_a_point_of_each_currency_is_worth_towards_each_team(rules: Selection, team: str) -> None:
    found = [(team, each.currency, each.factor, cited(each.clause)) for each in rules.targets[team].worth]
    assert found == [row for row in WORTH if row[0] == team]


@pytest.mark.clause("SABF20 19.13#2b")
@pytest.mark.clause("SABF20 19.11.1(g)")
@pytest.mark.parametrize(
    ("team", "about", "full", "other"),
    [
        (OPEN, "19.13#1", "19.13#2a", "19.13#2b EV-86"),
        (WOMEN, "19.11.1#1 EV-57", "19.11.1(f)", "19.11.1(g)"),
        (SENIORS, "19.11.1#1 EV-57", "19.11.1(f)", "19.11.1(g)"),
    ],
)
def test_points_with_the_nominated_partner_count_in_full_and_others_by_half(
    rules: Selection, team: str, about: str, full: str, other: str
) -> None:
    entries = [Entry("swiss-pairs", ("a", "b"), 1), Entry("state-pairs", ("a", "x"), 1)]
    pair = pair_credits(Nomination("P", ("a", "b")), awards_for(entries, rules.ledger), rules.targets[team])
    times = 1 if team == OPEN else 3
    found = {(each.award.event.id, cited(each.value.clause), each.value.value) for each in pair.players[0].credits}
    assert found == {("swiss-pairs", full, 60 * times), ("state-pairs", other, 15 * times)}
    assert cited(pair.total.clause) == about


@pytest.mark.clause("SABF20 19.11.1(b)")
@pytest.mark.parametrize(("team", "event"), [(WOMEN, "last-womens-team"), (SENIORS, "last-seniors-team")])
def test_one_partner_of_last_years_first_or_second_has_thirty_points_not_halved(
    rules: Selection, team: str, event: str
) -> None:
    def towards(place: int) -> list[Exact]:
        entries = [Entry(event, ("a", "u", "v", "w", "x", "y"), place)]
        pair = pair_credits(Nomination("P", ("a", "b")), awards_for(entries, rules.ledger), rules.targets[team])
        return [player.total.value for player in pair.players]

    assert [towards(place) for place in (1, 2)] == [[30, 0], [30, 0]]
    assert [towards(place) for place in (3, 4, 5)] == [[Fraction(15, 2), 0], [5, 0], [Fraction(5, 2), 0]]


@pytest.mark.clause("SABF20 19.11.1(a)")
@pytest.mark.clause("SABF20 19.11.1(b)")
@pytest.mark.clause("SABF20 19.11.1(c)")
@pytest.mark.parametrize(("team", "event"), [(WOMEN, "last-womens-team"), (SENIORS, "last-seniors-team")])
def test_who_is_eligible_at_once_and_by_which_clause(rules: Selection, team: str, event: str) -> None:
    def by(points: dict[str, dict[str, Exact]], *entries: Entry) -> str:
        found = immediately_eligible(Nomination("P", ("a", "b")), rules.targets[team].immediate, points, entries)
        return cited(found.clause) if found else ""

    assert by({OPEN: {"a": 5, "b": 1}}) == "19.11.1(a) EV-54"
    assert by({OPEN: {"a": 5}}) == by({BOTH: {"a": 5, "b": 5}}) == ""
    placed = {place: by({}, Entry(event, ("a", "b", "c", "d", "e", "f"), place)) for place in (1, 2, 3, 4, 8)}
    assert placed == {
        1: "19.11.1(b)", 2: "19.11.1(b)", 3: "19.11.1(c) EV-50", 4: "19.11.1(c) EV-50", 8: "19.11.1(c) EV-50",
    }  # fmt: skip
    assert by({}, Entry(event, ("a", "x"), 1)) == ""
    assert rules.targets[OPEN].immediate == ()


@pytest.mark.clause("SABF20 19.13#1")
@pytest.mark.clause("SABF20 19.13#4")
@pytest.mark.clause("SABF20 19.13#10")
def test_the_open_field_has_fourteen_berths_three_outright_and_asks_for_rank_42(rules: Selection) -> None:
    field = rules.fields[OPEN]
    chosen = select_field([Contender(f"p{n}", 100 - n) for n in range(20)], field)
    assert (len(chosen.accepted), cited(chosen.clause)) == (14, "19.13#1 EV-77")
    assert (field.automatic.event, cited(field.automatic.clause)) == ("open-trials-qual", "19.13#4 EV-77")
    assert [field.automatic.admits(place, same_partnership=True) for place in (1, 2, 3, 4)] == [True, True, True, False]
    assert not field.automatic.admits(1, same_partnership=False)
    assert (field.rank.currency, cited(field.rank.clause)) == (OPEN, "19.13#10 EV-80")
    assert [field.rank.admits(rank) for rank in (41, 42, 43, None)] == [True, True, False, False]
    assert [field.rank.may_be_extended(pairs) for pairs in (11, 12)] == [True, False]


@pytest.mark.clause("SABF20 19.13#11")
def test_a_tie_for_the_last_berth_goes_by_the_eight_criteria_in_order(rules: Selection) -> None:
    berth = rules.fields[OPEN].last_berth
    assert [str(measure) for measure in berth.by] == [
        "total qualifying points",
        "1st placings",
        "2nd placings",
        "3rd placings",
        "4th placings",
        "5th placings",
        "total with the Open Trials Qualifying points counted twice",
    ]
    assert (berth.chain.ends.value, cited(berth.clause)) == ("lot", "19.13#11 EV-81 EV-82 EV-83")


@pytest.mark.clause("SABF20 19.11.1#1")
@pytest.mark.clause("SABF20 19.11.1#3")
def test_the_seniors_final_has_twelve_pairs_and_one_let_in(rules: Selection) -> None:
    rule = rules.placed_fields[SENIORS]
    found = place_field([Candidate(f"p{n:02}", (n, n)) for n in range(20)], rule)
    assert (len(found.field), len(found.out), cited(found.clause)) == (12, 8, "19.11.1#1 EV-49 EV-57 EV-61")
    assert [rule.may_include(already) for already in (0, 1)] == [True, False]
    assert (rule.included.number, cited(rule.ties)) == ("19.11.1#3", "19.11.1#2 EV-58 EV-59 EV-60")
    assert (rule.ranked_by, rule.apart.value, rule.without.value) == ("open-trials-consolation", "worse", "pair")


@pytest.mark.clause("SABF20 19.11.2#1")
@pytest.mark.clause("SABF20 19.11.2#3")
def test_eight_women_pairs_go_straight_in_and_four_places_are_played_for(rules: Selection) -> None:
    rule = rules.direct_fields[WOMEN]
    found = direct_entry([Candidate(f"p{n:02}", (100 - n, 100 - n)) for n in range(16)], rule)
    assert (len(found.direct), len(found.entrants), found.berths, found.needed) == (8, 8, 4, True)
    short = [Candidate(f"p{n:02}", (100, Fraction("9.99") if n else 10)) for n in range(14)]
    assert direct_entry(short, rule).direct == ("p00",)
    assert not direct_entry(short[:12], rule).needed
    assert direct_entry(short[:13], rule).needed
    tied = [*(Candidate(f"p{n:02}", (50, 50)) for n in range(12)), Candidate("q", (20, 20), (1,))]
    full = direct_entry(tied, rule)  # all who tie for the eighth place are in, and no place is left to be promoted to
    assert (len(full.direct), full.promoted, full.entrants, full.berths) == (12, None, ("q",), 0)
    odd = direct_entry([*tied[1:], Candidate("r", (20, 20), (2,)), Candidate("s", (20, 20))], rule)
    assert (len(odd.direct), odd.promoted, odd.entrants, odd.berths) == (11, "q", ("r", "s"), 0)
    assert cited(rule.clause) == "19.11.2#1 EV-62 EV-63 EV-64 EV-65"
    assert (cited(rule.least_clause), cited(rule.promotion)) == ("19.11.2#3", "19.11.2#2 EV-63 EV-66")
    assert (rule.ranked_by, rule.apart.value) == ("open-trials-consolation", "worse")


@pytest.mark.clause("SABF20 19.11.1#4")
def test_eleven_or_twelve_pairs_play_twelve_boards_and_fewer_fourteen(rules: Selection) -> None:
    rule = rules.trial_format
    boards = {pairs: next(each for least, each in rule.rows if pairs >= least) for pairs in (2, 6, 10, 11, 12)}
    assert boards == {2: 14, 6: 14, 10: 14, 11: 12, 12: 12}
    assert cited(rule.clause) == "19.11.1#4"


@pytest.mark.clause("SABF20 19.13#12")
@pytest.mark.clause("SABF20 19.11.5")
@pytest.mark.clause("SABF20 19.11.6#2")
@pytest.mark.parametrize(
    ("team", "trial", "day", "cite"),
    [
        (OPEN, "open-butler-trials", "", "19.13#12"),
        (WOMEN, "womens-butler-trials", "womens-trials-qualifying", "19.11.5"),
        (SENIORS, "seniors-butler-trials", "", "19.11.6#2"),
    ],
)
def test_a_state_team_is_the_three_highest_placed_pairs_of_its_trial(
    rules: Selection, team: str, trial: str, day: str, cite: str
) -> None:
    rule = rules.teams[team]
    assert pick_team(["p1", "p2", "p3", "p4", "p5"], ["p2"], rule) == ("p1", "p3", "p4")
    assert (rule.trial, rule.day) == (f"sabf-2020/{trial}", f"sabf-2020/{day}" if day else "")
    assert cited(rule.clause) == cite


@pytest.mark.clause("SABF20 20.2#1a")
@pytest.mark.parametrize(("full", "has"), [("4", "3"), ("0.1", "0.08"), ("1.10", "0.83"), ("0.02", "0.02")])
def test_the_daytime_teams_have_three_quarters_of_the_masterpoints(rules: Selection, full: str, has: str) -> None:
    rule = rules.masterpoints["Daytime Teams"]
    award: Figure[Exact] = Figure(Fraction(full), MASTERPOINTS, Clause("SABF20", "20.2#1a"))
    assert at_rate(award, rule).value == Fraction(has)
    assert cited(rule.clause) == "20.2#1a EV-98"
    day = rules.finals_days["Daytime Teams"]
    assert (day.boards, day.match(2), cited(day.clause)) == (28, 56, "20.2#3")


@pytest.mark.clause("SABF20 19.5")
def test_who_withdraws_is_barred_by_the_clause_on_withdrawing(rules: Selection) -> None:
    assert rules.withdrew
    assert cited(rules.withdrew.clause) == "19.5 EV-40"


@pytest.mark.clause("SABF20 19.13#7")
def test_each_reading_of_the_selection_changes_what_it_is_about(rules: Selection) -> None:
    def read(reading: str) -> Selection:
        [way] = rules.ways[reading]
        assert rules.otherwise
        return rules.otherwise({reading: way})

    assert rules.ways == {
        "EV-58": ("the better placing",),
        "EV-60": ("either player without points",),
        "EV-78": ("reduce every bonus by team size",),
        "EV-79": ("tripled",),
        "EV-83": ("double the raw points",),
        "EV-85": ("19.2.1",),
    }
    apart = read("EV-58")
    assert {apart.placed_fields[SENIORS].apart.value, apart.direct_fields[WOMEN].apart.value} == {"better"}
    assert read("EV-60").placed_fields[SENIORS].without.value == "player"
    reduced = [name for name, event in read("EV-78").ledger.events.items() if event.reduced and not EVENTS[name][2]]
    assert reduced == [
        "anc-open-state-team", "national-open-team", "national-womens-team", "national-seniors-team",
    ]  # fmt: skip
    tripled = read("EV-79").targets
    changed = [
        (team, each.currency, each.factor)
        for team, target in tripled.items()
        for each in target.worth
        if (team, each.currency, each.factor) not in {row[:3] for row in WORTH}
    ]
    assert changed == [(WOMEN, "Women's National Team", 3), (SENIORS, "Seniors' National Team", 3)]
    berth = read("EV-83").fields[OPEN].last_berth.by
    assert berth[:-1] == rules.fields[OPEN].last_berth.by[:-1]
    assert str(berth[-1]) == "total with the Open Trials Qualifying points, as earned, counted twice"
    final = read("EV-85").ledger.event("state-teams-final").play
    assert final
    assert cited(final.clause) == SHARES
