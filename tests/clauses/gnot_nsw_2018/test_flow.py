"""The course of the Grand National Open Teams: stages, draws, tables, tie-breaks, drop-ins and places, as printed."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick.core.draws.places import FieldSizePlace
from overtrick.core.draws.rules import Choice, Entering, First, OddFieldRule, Rematch
from overtrick.core.draws.swiss_draws import Settings
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Contest, Entrants, Event
from overtrick.core.exact import Halves
from overtrick.core.flow.drop_in import leader_score
from overtrick.core.flow.final import final_ranking, final_table
from overtrick.core.flow.formats import FlowRules
from overtrick.core.flow.stages import StageRule, Who
from overtrick.core.provenance import Clause
from overtrick.core.scoring.tie import TieRule
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.documents import load, load_flow
from overtrick.regulations.read.library import shipped_rulebook

PRINTED = Path(__file__).parents[1] / "printed"


def flow() -> FlowRules:
    """The course as the rulebook has it now."""
    return load_flow("gnot-nsw-2018")


def brackets() -> Brackets:
    """The draws as the rulebook has them now."""
    return load(Brackets, "gnot-nsw-2018")


def event(teams: int, *choices: str, **readings: str) -> Event:
    return plan_for("gnot-nsw-2018/gnot")(Entrants(teams), frozenset(choices), readings)


def rows(name: str) -> Iterator[tuple[str | int, ...]]:
    """A printed table, the entry as it is written."""
    for line in (PRINTED / f"gnot-nsw-2018-table-{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            first, *cells = (each.strip() for each in line.split("|"))
            yield (first, *map(int, cells))


REPAIRED = {
    # Row 29 does not add up; what is played instead (Q08, Q09).
    "1A": (),
    "1B": (("29", 14, 12, 3, 13, 1, 7, 0, 1, 16, 7, 6, 1, 2, 5),),
    "SKO1": (("29", 16, 8, 0, 8, 13),),
}


@pytest.mark.parametrize(("table", "printed"), [("1A", "1a"), ("1B", "1b"), ("SKO1", "sko")])
@pytest.mark.clause("GNOT18 A1.table-1A", "GNOT18 A1.table-1B", "GNOT18 A1.SKO.table")
def test_the_printed_tables(table: str, printed: str) -> None:
    assert tuple(brackets().tables[table].rows) == tuple(rows(printed))
    assert brackets().tables[table].repaired == REPAIRED[table]


@pytest.mark.parametrize("entry", [str(row[0]) for name in ("1a", "1b") for row in rows(name)])
@pytest.mark.clause("GNOT18 A1.table-1A", "GNOT18 A1.table-1B", "GNOT18 A1.SKO.table")
def test_the_course_comes_to_what_the_tables_count(entry: str) -> None:
    teams = int(entry.rstrip("ab"))
    name = "1a" if teams % 2 == 0 else "1b"
    known = {row[0]: row for row in (*rows(name), *REPAIRED["1B" if teams % 2 else "1A"])}
    after = {row[0]: row for row in (*rows("sko"), *REPAIRED["SKO1"])}
    readings = {"Q10": "27a"} if entry == "27a" else {}
    choices = ("format confirmed",) if teams in {27, 29} else ()
    graph = event(teams, *choices, **readings).graph
    assert graph is not None
    nodes = {node.rule.name: node for node in graph.flow.nodes}
    pool_a, pool_b, *cells = [int(cell) for cell in known[entry][1:]]
    sko_teams = cells[4 if teams % 2 == 0 else 6]
    assert (nodes["M2A"].teams, nodes["M2B"].teams) == (pool_a, pool_b)
    assert (nodes["SKO1"].teams, nodes["SW1"].teams) == (sko_teams, cells[-1])
    assert (nodes["SKO1"].teams, nodes["SW2"].teams) == (int(after[str(teams)][1]), int(after[str(teams)][5]))
    assert nodes["DKO1"].teams == 8


# Stages: name, session, half, boards, tie-break, how they are drawn, where teams go.

STAGES = [
    # The whole of 16 to 32 entries
    ("DKO1", 16, 32, 2, "both", 28, "4.3", "choice", "winners DKO2, losers SKO3"),
    ("DKO2", 16, 32, 3, "both", 28, "4.3", "choice", "winners DKO3, losers SKO5"),
    ("DKO3", 16, 32, 4, "both", 28, "4.4", "head to head", "winners rank 1, losers SKO7"),
    ("SKO3", 16, 32, 3, "first", 14, "4.1", "choice", "winners SKO4, losers SW4"),
    ("SKO4", 16, 32, 3, "second", 14, "4.2", "choice", "winners SKO5, losers SW5"),
    ("SKO5", 16, 32, 4, "first", 14, "4.1", "choice", "winners SKO6, losers SW6"),
    ("SKO6", 16, 32, 4, "second", 14, "4.2", "head to head", "winners SKO7, losers SW7"),
    ("SKO7", 16, 32, 5, "both", 28, "4.4", "head to head", "winners rank 2, losers rank 3"),
    ("SW4", 16, 32, 3, "second", 14, "", "entrants first", "all SW5"),
    ("SW5", 16, 32, 4, "first", 14, "", "entrants first", "all SW6"),
    ("SW6", 16, 32, 4, "second", 14, "", "entrants first", "all SW7"),
    ("SW7", 16, 32, 5, "first", 14, "", "entrants first", "all SW8"),
    ("SW8", 16, 32, 5, "second", 14, "", "like against like", "all rank 4"),
    # 20 entries and more
    ("M1", 20, 32, 1, "first", 14, "4.1", "seed blocks", "winners M2A, lucky losers M2A, losers M2B"),
    ("TRI", 20, 32, 1, "both", 14, "", "seed blocks", "1st DKO1, 2nd SKO1, 3rd SKO1"),
    ("M2A", 20, 32, 1, "second", 14, "4.2", "choice", "winners DKO1, lucky losers DKO1, losers SKO1"),
    ("M2B", 20, 32, 1, "second", 14, "4.2", "set", "winners SKO1, lucky losers SKO1, losers SW1"),
    ("SKO1", 20, 32, 2, "first", 14, "4.1", "set", "winners SKO2, lucky losers SKO2, losers SW2"),
    ("SKO2", 20, 32, 2, "second", 14, "4.2", "choice", "winners SKO3, losers SW3"),
    ("SW1", 20, 32, 2, "first", 14, "", "lot", "all SW2"),
    ("SW2", 20, 32, 2, "second", 14, "", "entrants first", "all SW3"),
    ("SW3", 20, 32, 3, "first", 14, "", "entrants first", "all SW4"),
    # 16 to 19
    ("Q28", 16, 19, 1, "both", 28, "4.3", "seed blocks", "winners DKO1, losers SKO-S2"),
    ("QTRI", 16, 19, 1, "both", 14, "", "seed blocks", "1st DKO1, 2nd SKO-S2, 3rd SKO-S2"),
    ("SKO-S2", 16, 19, 2, "both", 28, "4.3", "set", "winners SKO3, losers SW3"),
    ("SW3", 16, 19, 3, "first", 14, "", "lot", "all SW4"),
]
EXACTLY = {"DKO1": 8, "DKO2": 4, "DKO3": 2, "SKO2": 8, "SKO3": 8, "SKO4": 4, "SKO5": 4, "SKO6": 2, "SKO7": 2}
KNOCKOUT = {"M2A", "M2B", "DKO1", "DKO2", "SKO-S2", "SKO1", "SKO2", "SKO3", "SKO4", "SKO5"}
CONTESTS = {"TRI": "triangles", "QTRI": "triangles", "SKO-S2": "matches and triangles"}
RANKINGS = {
    # As the conditions of contest tell them
    **dict.fromkeys(("Q28", "M1"), "seeds"), **dict.fromkeys(("QTRI", "TRI"), "1.4"),
    **dict.fromkeys(("M2A", "M2B", "DKO1", "DKO2", "SKO2", "SKO4"), "3.2"), "SKO-S2": "3.2 (28-board nets)",
    "SKO1": "3.2 in tiers: Pool A losers, Pool B winners, Pool B lucky losers",
    "SKO3": "3.2 in tiers: DKO1 losers, then SKO winners", "SKO5": "3.2 in tiers: DKO2 losers, then SKO4 winners",
    **dict.fromkeys(("DKO3", "SKO6", "SKO7", "SW1"), "none"),
    "SW2": "VP, net IMPs; drop-ins by 2.4; row 2* applied at the end",
    **{f"SW{row}": f"VP, net IMPs; drop-ins by 2.4, row {row}" for row in (4, 5, 6)},
    "SW7": "VP, net IMPs; row 7", "SW8": "VP, net IMPs",
}  # fmt: skip


def found(name: str, least: int) -> StageRule:
    [rule] = [each for each in flow().stages if (each.name, each.entries.least) == (name, least)]
    return rule


@pytest.mark.parametrize(("name", "least", "most", "session", "half", "boards", "tie", "draw", "exits"), STAGES)
@pytest.mark.clause("GNOT18 1.3", "GNOT18 4.1", "GNOT18 4.2", "GNOT18 4.3", "GNOT18 4.4", "GNOT18 A1.SKO.R1")
@pytest.mark.clause("GNOT18 A1.DKO.R1", "GNOT18 A1.DKO.R2", "GNOT18 A1.DKO.R3", "GNOT18 A1.SKO.R7")
def test_a_stage_of_the_course(
    *, name: str, least: int, most: int, session: int, half: str, boards: int, tie: str, draw: str, exits: str
) -> None:
    rule = found(name, least)
    assert rule.entries.most == most
    assert (rule.session, rule.half.value, rule.boards, rule.draw.value) == (session, half, boards, draw)
    assert (rule.tie.number if rule.tie else "") == tie
    ways = [f"{each.who.value} {each.stage or f'rank {each.rank}'}" for each in rule.exits]
    assert ", ".join(ways) == exits
    section = {"D": "double knockout", "S": "Swiss" if name.startswith("SW") else "single knockout"}
    assert rule.section == section.get(name[0], "qualifying")
    swiss = name.startswith("SW")
    assert rule.contest.value == ("swiss" if swiss else CONTESTS.get(name, "matches"))
    assert rule.number == (int(name[2:]) if swiss else None)
    assert rule.exactly == EXACTLY.get(name)
    assert rule.enters is (session == 1 and half != "second")
    assert rule.order == ("knockout" if name in KNOCKOUT else "")
    if (name, least) == ("SW3", 20):
        assert rule.ranking == "VP, net IMPs; drop-ins by 2.4, row 3"
    elif (name, least) == ("SW3", 16):
        assert rule.ranking == "none"
    else:
        assert rule.ranking == RANKINGS[name]


def test_the_course_has_no_other_stages() -> None:
    assert sorted((each.name, each.entries.least) for each in flow().stages) == sorted(
        (row[0], row[1]) for row in STAGES
    )


@pytest.mark.clause("GNOT18 A1.SKO.rank", "GNOT18 A1.SKO.R3", "GNOT18 A1.SKO.R5", "GNOT18 A1.S1(a)")
def test_tiers_places_and_lucky_losers_of_the_stages() -> None:
    tiers = {rule.name: [[f"{of} {who.value}" for of, who in tier] for tier in rule.tiers] for rule in flow().stages}
    assert {name: each for name, each in tiers.items() if each} == {
        "SKO1": [["M2A losers"], ["M2B winners"], ["M2B lucky losers"]],
        "SKO3": [["DKO1 losers"]],
        "SKO5": [["DKO2 losers"]],
    }
    assert {rule.name: rule.lucky for rule in flow().stages if rule.lucky} == {
        "M1": "m1_lucky", "M2A": "m2a_lucky", "M2B": "pool_b_lucky", "SKO1": "lucky",
    }  # fmt: skip
    assert {rule.name: rule.places_at for rule in flow().stages if rule.places_at} == {
        "SKO-S2": (17,), "SKO1": (21, 23, 25, 27, 29, 31),
    }  # fmt: skip
    assert (found("SKO1", 20).at_most, found("SKO-S2", 16).winners) == (16, 4)


@pytest.mark.clause("GNOT18 1.7", "GNOT18 A1.S1(a)", "GNOT18 A1.S1(b).draw", "GNOT18 A1.S1(c).draw")
def test_the_formats_by_entry() -> None:
    told = [
        (
            each.entries, each.status, each.table, each.next, each.confirm,
            [(row.entry, row.rows, row.standard) for row in each.variants],
        )
        for each in flow().formats
    ]  # fmt: skip
    assert told == [
        ((16, 17), "printed in part", None, None, True, []),
        ((18, 19), "not printed", None, None, True, []),
        ((20, 22, 24, 26, 28, 30, 32), "printed", "1A", "SKO1", False, []),
        ((21, 23, 25, 27, 29, 31), "printed", "1B", "SKO1", False, [(27, ("27a", "27b"), "27b")]),
    ]
    for teams in (15, 33):
        with pytest.raises(DirectorError):
            event(teams)
    assert event(23).contest is Contest.TEAMS


BLOCKS = {
    16: (0, 0), 17: (7, 1), 18: (10, 2), 19: (13, 3), **dict.fromkeys(range(20, 33, 2), (0, 0)),
    **dict.fromkeys(range(21, 32, 2), (7, 1)),
}  # fmt: skip
"""By entry: the seeds in the middle, and the triangles made of them."""


@pytest.mark.clause("GNOT18 A1.S1(a)", "GNOT18 A1.S1(b).draw", "GNOT18 A1.S1(c).draw")
def test_the_first_draw_by_entry() -> None:
    assert {entry: (rule.middle, rule.triangles) for entry, rule in brackets().seed_blocks.items()} == BLOCKS


CHOICES = [
    # stage, teams, the ranks that choose, the ranks they choose from, who may offer and who may refuse
    ("M2A", 12, 5, (8, 12), (), ()), ("M2A", 14, 6, (9, 14), (), ()), ("M2A", 16, 7, (10, 16), (), ()),
    ("M2A, 23 teams", 12, 5, (6, 12), (), ()), ("DKO1", 8, 3, (6, 8), (4, 5), ()), ("DKO2", 4, 1, (3, 4), (), (2,)),
    ("SKO2", 8, 3, (4, 8), (), ()), ("SKO3", 8, 4, (5, 8), (), ()), ("SKO4", 4, 1, (3, 4), (), (2,)),
    ("SKO5", 4, 1, (3, 4), (), ()),
]  # fmt: skip


@pytest.mark.parametrize(("stage", "teams", "choosers", "ranks", "offer", "refuse"), CHOICES)
@pytest.mark.clause("GNOT18 A1.S1(b).poolA", "GNOT18 A1-23.S1.poolA", "GNOT18 A1.DKO.R1", "GNOT18 A1.DKO.R2")
@pytest.mark.clause("GNOT18 A1.SKO.R2", "GNOT18 A1.SKO.R3", "GNOT18 A1.SKO.R4", "GNOT18 A1.SKO.R5")
def test_who_chooses_from_whom(
    *, stage: str, teams: int, choosers: int, ranks: tuple[int, int], offer: tuple[int, ...], refuse: tuple[int, ...]
) -> None:
    rule = brackets().choices[stage].for_field(teams)
    assert rule.choosers == tuple(range(1, choosers + 1))
    low, high = ranks
    assert set(range(low, high + 1)) <= {*rule.open, *refuse}
    assert min(set(rule.open) - set(refuse)) == low
    assert max(rule.open) == high
    assert (rule.may_opt_in, rule.may_opt_out) == (offer, refuse)
    cites = (rule.rematch.number, rule.absent.number, rule.remaining.number)
    assert cites == ("3.1", "3.6", "3.7")
    used = {each.choice for each in flow().stages} | {name for each in flow().stages for _, name in each.choice_at}
    assert stage in used
    assert dict(found("M2A", 20).choice_at) == {23: "M2A, 23 teams"}


@pytest.mark.clause("GNOT18 1.4", "GNOT18 1.5", "GNOT18 2.4", "GNOT18 3.2", "GNOT18 3.3")
def test_rankings_and_lucky_losers() -> None:
    assert {name: list(map(str, rule.told)) for name, rule in brackets().orders.items()} == {
        "triangle": ["matches won", "net IMPs", "IMP quotient", "lot"],
        "knockout": ["group", "net IMPs per match", "IMP quotient", "winner before loser", "lot"],
    }
    lucky = brackets().lucky_losers
    assert lucky is not None
    assert [(of.value, list(map(str, rule.told))) for of, rule in lucky.classes] == [
        ("finished a triangle with a net plus", ["matches won", "net IMPs", "less turnover", "lot"]),
        ("tied its match", ["less turnover", "lot"]),
        ("beaten", ["net IMPs", "less turnover", "lot"]),
    ]
    assert lucky.lift


@pytest.mark.clause("GNOT18 A1.SKO.rank", "GNOT18 A1.SKO.rank.tri3-0", "GNOT18 A1.SKO.rank.tri3-half")
def test_places_of_the_triangle() -> None:
    assert [(each.of, each.at, each.wins) for each in brackets().places] == [
        ("second of the triangle", 3, None),
        ("third of the triangle", FieldSizePlace.ABOVE_THE_LUCKY, (0,)),
        ("third of the triangle", FieldSizePlace.PAST_THE_MIDDLE, (Fraction(1, 2), 1)),
    ]


TIES = {
    "first-half": (["board-a-match", "total points", "lot"], None, None),
    "second-half": (["play-off", "board-a-match", "total points", "lot"], 1, None),
    "long": (["play-off", "board-a-match", "total points", "lot"], 2, None),
    "place": (["play-off", "play on"], 4, 1),
}
"""4.1 to 4.4: the steps, the boards of the play-off, and how many at a time it goes on."""


@pytest.mark.parametrize("name", TIES)
@pytest.mark.clause("GNOT18 4.1", "GNOT18 4.2", "GNOT18 4.3", "GNOT18 4.4")
def test_ties(name: str) -> None:
    rule = shipped_rulebook().get(TieRule, f"gnot-nsw-2018/{name}")
    steps, extra, then = TIES[name]
    assert [each.value for each in rule.steps] == steps
    assert (rule.extra or None, rule.then or None) == (extra, then)


DROP_IN: dict[int, tuple[str, str, int | None]] = {
    2: ("0.4", "0", 10), 3: ("0.8", "6", None), 4: ("0.85", "4.5", None), 5: ("0.9", "3", None),
    6: ("0.95", "1.5", None), 7: ("1", "0", None),
}  # fmt: skip
"""Appendix 2: the share of the leader's score, what column B takes off it, or what it gives whoever leads."""


@pytest.mark.parametrize("number", DROP_IN)
@pytest.mark.clause(
    "GNOT18 A2.intro", "GNOT18 A2.table.3", "GNOT18 A2.table.4", "GNOT18 A2.table.5", "GNOT18 A2.table.6"
)
def test_what_a_team_that_drops_in_carries(number: int) -> None:
    row = flow().drop_in.row(number)
    share, less, flat = DROP_IN[number]
    assert (row.share, row.less, row.flat, row.deferred) == (Fraction(share), Fraction(less), flat, number == 2)
    assert (flow().drop_in.places, flow().drop_in.halves) == (2, Halves.UP)


@pytest.mark.clause("GNOT18 4.4", "GNOT18 5.2", "GNOT18 5.3")
def test_places_in_the_finals() -> None:
    assert (flow().play_off.boards, flow().play_off.then) == (4, 1)
    assert [(each.name, each.places, each.share) for each in flow().quotas] == [
        ("National Final", 2, None),
        ("Metropolitan Final", None, Fraction(1, 7)),
    ]
    assert (flow().replacement.above, flow().fee.session) == (3, 1)


@pytest.mark.clause("GNOT18 2.1", "GNOT18 2.2", "GNOT18 2.4(a)", "GNOT18 2.5", "GNOT18 4.5")
def test_the_swiss() -> None:
    built = shipped_rulebook().swiss("gnot-nsw-2018/swiss", Settings(11, First.LOT, OddFieldRule.SHARE))
    rule = built.rule
    assert (rule.first, rule.rematch, rule.odd, rule.entering) == (
        First.LOT, Rematch.FEWEST, OddFieldRule.SHARE, Entering.REVERSE,
    )  # fmt: skip
    assert rule.share is not None
    assert (rule.share.choice, rule.share.rounds, rule.share.spare_again) == (Choice.FEWEST_MEETINGS, 2, False)
    assert tuple(map(str, built.order.told)) == ("total", "net IMPs", "lot")
    assert built.entrants is not None
    assert tuple(map(str, built.entrants.told)) == (
        "defeat in a play-off", "net IMPs in the play-off", "IMP quotient in the play-off", "net IMPs",
        "IMP quotient", "lot",
    )  # fmt: skip
    assert [step.clause.number for step in built.entrants.steps] == ["2.4(a)", "2.4(a)", "2.4(c)", "2.4(b)", "2.4(c)"]
    standings = load(RankingRules, "gnot-nsw-2018").standings["swiss"]
    for chain in (standings.prize, standings.draw):
        assert chain is not None
        assert [step.by.value for step in chain.steps] == ["total", "net IMPs"]
        assert chain.ends.value == "lot"
    for name in ("swiss", "knockout"):
        scoring = shipped_rulebook().scoring(f"gnot-nsw-2018/{name}")
        award = scoring.match.artificial
        assert (award.plus, award.average, award.minus, award.clause) == (3, 0, -3, Clause("Law", "12C2"))
        assert scoring.gives(14).many == ("VPs" if name == "swiss" else "IMPs")


@pytest.mark.clause("GNOT18 A2.LS")
def test_the_leaders_score_says_whom_it_leaves_out() -> None:
    totals = {"A": 40, "B": 55, "C": 55, "D": 60}
    rule = flow().drop_in
    told = [leader_score(totals, rule), leader_score(totals, rule, {"D"}), leader_score(totals, rule, {"D", "B"})]
    assert [(each.value, each.said) for each in told if each is not None] == [
        (60, "score of the leader, team D"),
        (55, "score of the leader, team B; left out because a match is unfinished: D"),
        (55, "score of the leader, team C; left out because a match is unfinished: B, D"),
    ]


@pytest.mark.clause("GNOT18 4.4", "GNOT18 4.5")
def test_a_lot_waits_for_level_teams_that_do_not_play_off() -> None:
    """C and D are level across the third and last place and play off; A and B are level above it."""
    totals = {"A": (80, 20), "B": (80, 20), "C": (60, 5), "D": (60, 5), "E": (40, 0)}
    table = final_table(totals, 3, flow().final_table)
    assert (table.playoff, table.level) == (("C", "D"), (("A", "B"),))


def test_nobody_has_two_final_ranks() -> None:
    leaving = {("DKO3", Who.WINNERS): ["1"], ("SKO7", Who.WINNERS): ["2"], ("SKO7", Who.LOSERS): ["3"]}
    laid_out = flow().format(20).flow
    assert final_ranking(laid_out, leaving) == ("1", "2", "3")
    with pytest.raises(DirectorError, match="These teams would have two ranks: 1"):
        final_ranking(laid_out, leaving | {("SKO7", Who.WINNERS): ["1"]})
