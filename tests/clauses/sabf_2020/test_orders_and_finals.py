"""SABF20 on who stands above whom: every tie order, season, qualification and final, with the clause of each."""

import pytest

from clauses.sabf_2020.told import cited
from overtrick.core.draws.finals import ForfeitedMatch, Score, absence, play_finals
from overtrick.core.ranking.carry_over import AverageCarry
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.measures import Measure
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.grammar.season import Seasons
from overtrick.regulations.read.documents import load

VPS, FINES, OPPONENTS = "total", "total before penalties", "opponents' totals"
WON, IMPS = "matches won", "net IMPs"
ORDERS = {
    # order             in turn                                   then             as cited
    "teams":            ([VPS, FINES, OPPONENTS, WON, IMPS],      "tied",         "13.10#1 D75 EV-02"),
    "state-stage":      ([VPS, FINES, OPPONENTS, WON, IMPS],      "lot",          "13.10#1 D75 EV-02 EV-03"),
    "state-finals":     (["points", VPS, FINES, IMPS],            "lot",          "17.2#2 EV-01 EV-02"),
    "butler-trials":    ([VPS, FINES, WON, IMPS],                 "lot",          "19.11.4 EV-02 EV-68 EV-69"),
    "aggregate":        ([VPS],                                   "tied",         "11.3#2 D32"),
    "butler-draw":      ([VPS, OPPONENTS, IMPS],                  "entry number", "14.1#6 D89 D90"),
    "teams-draw":       ([VPS, OPPONENTS, IMPS],                  "entry number", "14.1#6 D89 D90"),
    "matchpoint-swiss": ([VPS, FINES, OPPONENTS, WON],            "tied",         "13.10#1 D75 EV-02"),
    "matchpoint-draw":  ([VPS, OPPONENTS],                        "entry number", "14.1#6 D75 D89 D90"),
    "finals":           (["place won"],                           "tied",         "17.3 EV-11"),
}  # fmt: skip


@pytest.fixture
def rules() -> RankingRules:
    return load(RankingRules, "sabf-2020")


@pytest.fixture
def finals() -> Brackets:
    return load(Brackets, "sabf-2020")


def order_of(chain: ChainRule[Measure]) -> tuple[list[str], str, str]:
    return [step.by.value for step in chain.steps], chain.ends.value, cited(chain.clause)


@pytest.mark.clause("SABF20 13.10#1")
@pytest.mark.clause("SABF20 14.1#6")
@pytest.mark.clause("SABF20 17.2#2")
@pytest.mark.clause("SABF20 19.11.4")
@pytest.mark.parametrize("name", sorted(ORDERS))
def test_every_order_in_which_ties_are_broken(rules: RankingRules, name: str) -> None:
    chain = rules.chains[name]
    assert order_of(chain) == ORDERS[name]
    assert {step.better.value for step in chain.steps} == {"less" if name == "finals" else "more"}
    assert {cited(step.clause) for step in chain.steps} == {ORDERS[name][2]}
    assert set(rules.chains) == set(ORDERS)


STANDINGS = {
    # standings         unit        places by           draw by            a win as  as cited
    "season":           ("%",        "aggregate",        None,              "",               "11.3#2 D32"),
    "teams":            ("VPs",      "teams",            "teams-draw",      "13.10#1 D74",    "13.10#1 D75"),
    "state-stage":      ("VPs",      "state-stage",      "teams-draw",      "13.10#1 D74",    "13.10#1 D75 EV-03"),
    "teams-lot":        ("VPs",      "state-stage",      "teams-draw",      "13.10#1 D74",    "13.10#1 D75 EV-03"),
    "state-finals":     ("VPs",      "state-finals",     None,              "",               "17.2#2 EV-01"),
    "butler-trials":    ("VPs",      "butler-trials",    None,              "19.11.4",        "19.11.4 EV-68"),
    "butler-swiss":     ("VPs",      "teams",            "butler-draw",     "13.10#1 D74",    "13.10#1 D75"),
    "matchpoint-swiss": ("VPs",      "matchpoint-swiss", "matchpoint-draw", "13.10#1 D74",    "13.10#1 D75"),
    "finals":           ("IMPs",     "finals",           None,              "",               "17.3 EV-11"),
}  # fmt: skip


@pytest.mark.clause("SABF20 13.10#1")
@pytest.mark.parametrize("name", sorted(STANDINGS))
def test_what_each_standing_counts_and_goes_by(rules: RankingRules, name: str) -> None:
    rule = rules.standings[name]
    unit, prize, draw, win, cite = STANDINGS[name]
    assert (rule.unit.many, cited(rule.clause)) == (unit, cite)
    assert order_of(rule.prize) == ORDERS[prize]
    assert (order_of(rule.draw) if rule.draw else None) == (ORDERS[draw] if draw else None)
    wins = rule.wins
    assert (cited(wins.clause) if wins else "") == win
    assert wins is None or (wins.by.value, wins.drawn, wins.forfeits) == ("a better score than the opponents", 0, True)
    sums = rule.opponents
    assert (sums and (cited(sums.clause), sums.counted.value, sums.penalties)) == (
        ("13.10#1 D89", "each meeting", True) if draw else None
    )
    needs = rule.needs
    assert (needs and (cited(needs.clause), needs.measure.value, needs.above)) == (
        ("17.2#5", "points", 0) if name == "state-finals" else None
    )
    assert set(rules.standings) == set(STANDINGS)


@pytest.mark.clause("SABF20 13.10#2")
def test_which_order_serves_which_ranking(rules: RankingRules) -> None:
    assert {purpose: order_of(chain) for purpose, chain in rules.uses.items()} == {
        "state teams, places in a qualifying stage": ORDERS["state-stage"],
        "state teams, ranking for the finals": ORDERS["state-finals"],
        "qualification in any other event": ORDERS["teams"],
    }


OUT, PLACED, CONTENDING, AWAY = "withdrew", "may not be placed", "not contending", "not available"
QUALIFY = {
    # to                 places   passed over, by which clause                                            as cited
    "state-pairs-final": (None, {OUT: "18.1.2#2", PLACED: "18.1.1#1", CONTENDING: "18.1.1#1"}, "18.1.2#1 EV-19 EV-27"),
    "open-team":         (3, {AWAY: "19.13#12", PLACED: "19.2.2", CONTENDING: "19.4#2"}, "19.13#12"),
    "womens-team":       (3, {AWAY: "19.11.5", PLACED: "19.2.2", CONTENDING: "19.4#2"}, "19.11.5"),
    "seniors-team":      (3, {AWAY: "19.11.6#2", PLACED: "19.2.2", CONTENDING: "19.4#2"}, "19.11.6#2"),
    "state-finals":      (5, {OUT: "16.5#1"}, "17.2#6 EV-08"),
    "finals-four":       (4, {OUT: "16.5#1"}, "20.2#2"),
    "finals-five":       (5, {OUT: "16.5#1"}, "13.2#3 EV-08"),
    "gnot-saba":         (2, {OUT: "20.1.1"}, "20.1.1 EV-89"),
    "gnot-under-grand-master": (1, {OUT: "20.1.2#4", CONTENDING: "20.1.2#4 EV-90"}, "20.1.2#4 EV-90"),
    "gnot-regional":     (1, {OUT: "20.1.4#6", CONTENDING: "20.1.4#6 EV-90"}, "20.1.4#6 EV-90"),
}  # fmt: skip


@pytest.mark.clause("SABF20 17.2#6")
@pytest.mark.clause("SABF20 20.1.1")
@pytest.mark.parametrize("name", sorted(QUALIFY))
def test_how_many_go_on_and_whom_the_next_replaces(rules: RankingRules, name: str) -> None:
    rule = rules.qualify[name]
    passed = {why.value: cited(clause) for why, clause in rule.passed_over}
    assert (rule.places, passed, cited(rule.clause)) == QUALIFY[name]
    assert set(rules.qualify) == set(QUALIFY)


@pytest.mark.clause("SABF20 17.2#1")
@pytest.mark.clause("SABF20 11.7#2")
@pytest.mark.clause("SABF20 18.1.1#2")
def test_the_finals_qualifying_points_the_carry_over_and_the_tie_for_third(rules: RankingRules) -> None:
    points, masterpoints = rules.awards["state-finals-points"], rules.awards["masterpoints"]
    assert (points.amounts, points.unit.many, cited(points.clause)) == ((6, 4, 3, 2, 1), "points", "17.2#1 EV-03")
    assert points.shared is None
    assert masterpoints.shared
    assert (masterpoints.unit.many, cited(masterpoints.clause)) == ("masterpoints", "11.7#2")
    assert (masterpoints.amounts, cited(masterpoints.shared)) == ((), "11.7#2")
    carry = rules.carry_overs["state-pairs"]
    assert isinstance(carry, AverageCarry)
    assert (carry.places, cited(carry.clause)) == (2, "18.1.1#2 EV-20 EV-21")
    team = rules.significant["butler-trials"]
    assert [team.matters(first, first + 1) for first in (1, 2, 3, 4)] == [False, False, True, False]
    assert cited(team.clause) == "19.11.4 EV-68"


DUTY, NATIONAL, PLAYOFFS = "representative duty", "national championship", "national playoffs"
BAND, CUT = "11.7#1 D41 D42 D43 D44 D45", "11.7#1 D41 D42 D43 D45 EV-19"
SEASONS = {
    # season, as cited; substitutes by, what counts whatever; what counts only if placed, on which grounds; play, ties
    "matchpoint pairs":       ("11.3#2 D32 D33",   "11.4#1 D34", [DUTY],
                               "11.5#3 D39", [DUTY, NATIONAL], "11.6 D33 D39 D40", BAND, "tied"),
    "State Pairs qualifying": ("18.1.1#2 EV-21 EV-23", "18.1.1#3 D36 EV-22", [DUTY],
                               "11.5#3", [DUTY, NATIONAL], "18.1.1#1 EV-19 EV-23", CUT, "lot"),
    "State Pairs final":      ("18.1.1#2 EV-20",   "18.1.2#2 D36 D38", [DUTY, PLAYOFFS],
                               "11.5#3", [DUTY], "18.1.2#2 EV-30", BAND, "tied"),
    "State Pairs Plate":      ("18.1.3 EV-31",     "11.4#1 D34", [DUTY],
                               "11.5#3", [DUTY, NATIONAL], "11.6 D33 D39 D40", BAND, "tied"),
}  # fmt: skip


@pytest.mark.clause("SABF20 11.7#1")
@pytest.mark.clause("SABF20 11.5#3")
@pytest.mark.parametrize("name", sorted(SEASONS))
def test_what_a_season_counts_and_how_its_ties_are_broken(name: str) -> None:
    rule = load(Seasons, "sabf-2020").seasons[name]
    found = (
        cited(rule.clause), cited(rule.stand_ins.clause), [each.value for each in rule.whatever],
        cited(rule.gate), [each.value for each in rule.gated], cited(rule.eligibility.clause),
        cited(rule.ties.clause), rule.ties.ends.value,
    )  # fmt: skip
    assert found == SEASONS[name]
    assert float(rule.ties.band) == 0.03
    above = ["scores above 60", "scores above 55", "scores above 50"]
    assert [str(each) for each in rule.ties.by] == ["sessions played", *above]
    assert (rule.ties.inclusive, rule.ties.linked, rule.recognised) == (True, False, True)


MATCHES = {
    "final five": [
        # match  week sessions  plays            against          starts ahead   as cited
        ("QF1", 1, 1, "rank 4", "rank 5", "rank 4", "17.3.1"),
        ("QF2", 1, 1, "rank 2", "rank 3", "rank 2", "17.3.1"),
        ("SF1", 2, 1, "winner of QF1", "loser of QF2", "loser of QF2", "17.3.2"),
        ("SF2", 2, 1, "rank 1", "winner of QF2", "rank 1", "17.3.2"),
        ("PF", 3, 1, "loser of SF2", "winner of SF1", "loser of SF2", "17.3.3"),
        ("GF", 4, 2, "winner of SF2", "winner of PF", "winner of SF2", "17.3.4"),
    ],
    "final four": [
        ("SF1", 1, 1, "rank 3", "rank 4", "rank 3", "20.2#2"),
        ("SF2", 1, 1, "rank 1", "rank 2", "rank 1", "20.2#2"),
        ("PF", 2, 1, "loser of SF2", "winner of SF1", "loser of SF2", "20.2#2"),
        ("GF", 3, 2, "winner of SF2", "winner of PF", "winner of SF2", "20.2#2"),
    ],
}
BRACKETS = {
    "final five": ("17.3 EV-11 D78", "13.12", "13.12 D77 EV-12",
                   ["winner of GF", "loser of GF", "loser of PF", "loser of SF1", "loser of QF1"]),
    "final four": ("20.2#2 D76 EV-96", "13.11", "13.11 D77",
                   ["winner of GF", "loser of GF", "loser of PF", "loser of SF1"]),
}  # fmt: skip


@pytest.mark.clause("SABF20 13.11")
@pytest.mark.clause("SABF20 13.12")
@pytest.mark.clause("SABF20 17.3")
@pytest.mark.clause("SABF20 20.2#2")
@pytest.mark.parametrize("name", sorted(MATCHES))
def test_who_meets_whom_in_the_finals_and_who_starts_a_tenth_ahead(finals: Brackets, name: str) -> None:
    bracket = finals.brackets[name]
    found = [
        (
            match.name,
            match.week,
            match.sessions,
            str(match.sides[0]),
            str(match.sides[1]),
            str(match.sides[match.carry_to]) if match.carry_to is not None else "",
            cited(match.clause),
        )
        for match in bracket.matches
    ]
    assert found == MATCHES[name]
    assert bracket.carry_clause
    level = bracket.level
    told = (cited(bracket.clause), cited(bracket.carry_clause), cited(level.clause), [str(at) for at in bracket.places])
    assert told == BRACKETS[name]
    assert level.way.value == "refer to the committee"
    first = bracket.matches[0]
    seeds = [f"T{rank}" for rank in range(1, len(bracket.places) + 1)]
    ahead, behind = (f"T{str(side).split()[1]}" for side in first.sides)
    played = play_finals(bracket, seeds, {first.name: Score({ahead: 40, behind: 40})}).finals[0]
    assert [float(total.value) for total in played.totals] == [40.1, 40]
    assert played.winner == ahead


@pytest.mark.clause("SABF20 16.1#1")
def test_a_team_that_is_half_an_hour_away_has_forfeited(finals: Brackets) -> None:
    rule = finals.absence
    assert rule
    found = [absence(["T1"], minutes, rule) for minutes in (29, 30, 31)]
    assert (found[0], isinstance(found[2], ForfeitedMatch), cited(rule.clause)) == (None, True, "16.1#1 D93")
    assert rule.minutes == 30


@pytest.mark.clause("SABF20 18.1.2#1")
def test_the_state_pairs_final_has_seven_tables_from_thirty_pairs_on_and_else_five() -> None:
    rules = load(DrawBook, "sabf-2020").howells
    assert [(each.at_least, each.tables, each.sessions, cited(each.clause)) for each in rules] == [
        (30, 7, 3, "18.1.2#1 EV-25 EV-26"),
        (0, 5, 3, "18.1.2#1 EV-25 EV-26"),
    ]
