"""Teams by board-a-match, Patton and aggregate: a match worked out by hand, whole events, and the faces of them."""

from fractions import Fraction
from pathlib import Path

import pytest

from asking import Ask
from directing import Room, by_strength, numbers
from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.laws.table_score import TableScore, bare, points, table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Clause
from overtrick.core.scoring.match import MatchScore
from overtrick.core.scoring.patton import AggregateOf, Patton
from overtrick.core.scoring.rounds import Scoring, score_share_match, score_teams_match
from overtrick.core.scoring.unplayed import ByeRule, ForfeitRule, forfeit, score_bye
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.library import shipped_rulebook
from overtrick.views.boards import board_page
from overtrick.views.matches import match_page
from overtrick.views.readers import DESK

HERE = Clause("OWN", "1")
FLAT = bare(points(0)[0])


def of(*swings: int) -> list[tuple[TableScore, TableScore]]:
    """Boards on which the home team did better by so many points."""
    return [(bare(points(each)[0]), FLAT) for each in swings]


def match(scoring: Scoring, *swings: int) -> MatchScore:
    return score_teams_match(of(*swings), len(swings), scoring)[1]


def named(name: str) -> Scoring:
    return shipped_rulebook().scoring(f"laws-2017/{name}")


def test_a_board_is_won_by_any_difference_and_shared_where_it_is_level() -> None:
    score = match(named("board-a-match"), 50, -10, 0, 420)
    assert (score.ns.net.value, score.ew.net.value) == (2 + 0 + 1 + 2, 0 + 2 + 1 + 0)
    assert str(score.ns.credited) == "5 board points"
    halves = match(named("board-a-match-halves"), 50, -10, 0, 420)
    assert (halves.ns.credited.value, halves.ew.credited.value) == (Fraction(5, 2), Fraction(3, 2))


def test_an_aggregate_is_the_points_themselves() -> None:
    score = match(named("aggregate"), 50, -10, 0, 420)
    assert (str(score.ns.credited), str(score.ew.credited)) == ("+460 points", "−460 points")


def test_a_patton_adds_a_share_of_the_aggregate_to_the_boards() -> None:
    score = match(named("patton"), 50, -10, 0, 420)
    # Five of eight on the boards. 50 + 420 of the 480 points that changed hands are ours: 8 × 470 / 480 of the rest.
    assert score.ns.credited.value == 5 + Fraction(8 * 470, 480)
    assert score.ew.credited.value == 3 + Fraction(8 * 10, 480)
    assert score.ns.credited.value + score.ew.credited.value == 16
    assert match(named("patton"), 0, 0, 0, 0).ns.credited.value == 8
    # Three boards of four and an aggregate that is drawn: 6 + 4.
    assert match(named("patton"), 10, 10, 10, -30).ns.credited.value == 10


def test_a_patton_may_read_the_imps_of_a_match_on_a_scale() -> None:
    scoring = named("patton")
    scale = shipped_rulebook().scale("laws-2017/wbf")
    imps = Patton(HERE, scale=scale, of=AggregateOf.IMPS)
    icelandic = Scoring(
        scoring.id, scoring.name, scoring.clause, scoring.board,
        type(scoring.match)(HERE, scoring.match.artificial, ((next(iter(scoring.match.conversions))[0], imps),)),
    )  # fmt: skip
    # Ten boards, five won and three level: 13. In IMPs 430 is 10 and 50 is 2, 10 is none: 10+2+2+2+2 − 2 − 3 = 13.
    score = match(icelandic, 430, 50, 50, 50, 50, 0, 0, 0, -50, -100)
    # B = 15 × √10 = 47.434; R = (√5 − 1) / 2; 10 + 10 × (1 − R^(3 × 13 / B)) / (1 − R³) = 14.28.
    assert score.ns.credited.value == 13 + Fraction("14.28")


def test_awards_and_weights() -> None:
    board = Board.from_number(1)
    played, award = (table_score(board, read_result(text)) for text in ("3NT N =", "AV+ AV-"))
    _, score = score_teams_match([(award, FLAT), (played, FLAT)], 2, named("board-a-match"))
    assert (score.ns.net.value, score.ew.net.value) == (Fraction("3.2"), Fraction("0.8"))
    weighted = table_score(board, read_result("1/3 3NT N =, 2/3 3NT N -1"))
    [line], _ = score_teams_match([(weighted, bare(points(-50)[0]))], 1, named("board-a-match"))
    # A third of a board won, and two thirds of one that is level at −50.
    assert line.home is not None
    assert line.home.value == Fraction(1, 3) * 2 + Fraction(2, 3)  # type: ignore[union-attr] # it is a figure


def test_three_teams_by_patton_each_have_their_own_swing() -> None:
    tables = tuple(bare(each) for each in points(100, 0, 50))
    first, second, third = score_share_match([tables], 1, named("patton"))  # type: ignore[list-item] # three of them
    # First: 100 − 50 = 50 up; second 0 − 100 down; third 50 − 0 up: all or nothing of the two for the aggregate.
    assert [side.credited.value for side in (first, second, third)] == [4, 0, 4]


def test_a_bye_and_a_forfeit_are_so_much_a_board() -> None:
    bye = score_bye(shipped_rulebook().get(ByeRule, "laws-2017/bye-board-points"), 5)
    assert str(bye.credited) == "6 board points"
    rule = shipped_rulebook().get(ForfeitRule, "laws-2017/forfeit-board-points").for_match(5)
    assert forfeit([7, 8], [], rule).value == Fraction("7.5")
    assert (rule.floor, rule.total) == (6, 10)
    with pytest.raises(RegulationErrors, match="say one"):
        ByeRule("x", HERE, vps=3, points=4)


def test_a_forfeit_brings_at_most_what_its_rule_says() -> None:
    # The conditions: "the greatest of 12 VPs, its own average and the average against the offender, at most 18".
    rule = shipped_rulebook().get(ForfeitRule, "laws-2017/forfeit")
    made = forfeit([Fraction("18.25"), Fraction("19.10")], [15], rule)
    assert made.value == 18
    assert made.said == (
        "the best available from 12.00 (the minimum for a forfeit), 18.00 (the side’s own average), "
        "15.00 (the others’ average against the side that forfeited)"
    )
    assert forfeit([17, 18], [19, 20], rule).value == 18
    assert forfeit([17, 18], [], rule).value == Fraction("17.5")


@pytest.mark.parametrize(
    ("event", "entered", "stage", "unit"),
    [("club/board-a-match-teams", 5, "All-Play-All", "board points"), ("club/patton", 8, "Swiss", "VPs")],
)
def test_pages_show_what_boards_and_matches_count(event: str, entered: int, stage: str, unit: str) -> None:
    room = Room(event).enter(numbers(entered))
    state = room.start(stage)
    room.play(stage, by_strength(state, numbers(entered)), rounds=1)
    table = next(iter(state.round(1).seatings.values()))
    page = match_page(room.event, state, 1, table.table, DESK)
    board = board_page(room.event, state, 1, table.boards[0], DESK)
    assert page is not None
    assert board is not None
    assert (page.unit, board.unit) == (unit, "board points")
    assert {each.first.text for each in page.boards} <= {"0", "1", "2"}
    # Of every match the two sides share two points a board, and by Patton as much again.
    shared = {"board points": 2, "VPs": 4}[unit] * len(table.boards)
    assert sum(state.card(1, table.table).side(name).credited.value for name in (table.ns, table.ew)) == shared
    room.play(stage, by_strength(state, numbers(entered)))
    assert room.agrees()


AGGREGATE = """
[event]
id      = "own/points"
name    = "Total Points"
clause  = "OWN 1"
contest = "teams"
entries = [4, 30]
usual   = 9

[[stage]]
name    = "Swiss"
play    = "swiss"
matches = 3
boards  = 4
scoring = "laws-2017/aggregate"
ranking = "laws-2017/points-swiss"
bye     = "laws-2017/bye-points"
forfeit = "laws-2017/forfeit-points"

  [stage.draw]
  clause = "Law 78D"
  rule   = "laws-2017/swiss-by-total"
  first  = "seeded"
  odd    = "bye"
"""


def test_an_own_file_by_total_points_at_the_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask, own, book = Ask(monkeypatch, capsys), tmp_path / "points.toml", tmp_path / "points.jsonl"
    own.write_text(AGGREGATE, encoding="utf-8")
    assert ask(f"rules check {own}")[:2] == (0, "0 faults, 0 known misprints\n")
    told = " ".join(ask(f"rules describe {own}")[1].split())
    assert "compared on each board, in total points" in told
    assert "The points of a match count without conversion" in told
    assert ask(f"simulate {own} --seed 3 -o {book}")[0] == 0
    assert ask(f"verify {book}")[0] == 0
    assert "net points" in ask(f"scorecard {book} 3")[1]


@pytest.mark.clause("CLUB26 9")
@pytest.mark.parametrize(("teams", "boards"), [(4, 8), (6, 5), (8, 4), (10, 3)])
def test_board_a_match_is_as_long_as_an_evening(teams: int, boards: int) -> None:
    [stage] = plan_for("club/board-a-match-teams")(Entrants(teams), frozenset(), {}).stages
    assert (stage.boards, stage.rounds) == (boards, teams - 1)
    assert str(stage.standings.unit.many) == "board points"


@pytest.mark.clause("CLUB26 10")
def test_a_patton_is_described(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(Ask(monkeypatch, capsys)("rules describe club/patton")[1].split())
    assert "compared on each board, and the better score wins the board" in told
    assert "A board won is worth 2 board points, a tied board 1 and a lost board nothing" in told
    assert "2 victory points a board are added to the board points of a match" in told
    assert "A bye scores 2.4 VPs a board" in told


OWN = """
[[rules.scoring]]
id         = "own/bam"
name       = "Boards"
clause     = "OWN 1"
board      = "teams"
method     = "board-a-match"
win        = 1
artificial = "laws-2017/half-boards"
match      = [{ net = true }]
"""


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("laws-2017/aggregate", "laws-2017/board-a-match", "ranking adds up points, but its matches give board points"),
        ("laws-2017/bye-points", "laws-2017/bye", "bye is worth VPs, but Swiss adds up points"),
        ('"board-a-match"', '"board-a-mach"', "did you mean “board-a-match”"),
        ('"board-a-match"', '"aggregate"', "win and tie are what boards are worth at board-a-match"),
        ("win        = 1", "win        = 1\ntie        = 2", "worth no more than one that is won"),
        ("[{ net = true }]", "[{ aggregate = { each = 2, of = 'IMPs' } }]", "a scale may take IMPs"),
        ("[{ net = true }]", "[{ aggregate = {} }]", "shared out, so many for each board, or read on a scale"),
        ("[{ net = true }]", "[{ aggregate = { scale = 'laws-2017/wbf' } }]", "is read by IMPs, not by points"),
        (
            'board      = "teams"',
            'board      = "butler"\nrule = "laws-2017/datum-less-one"',
            "only teams have a method",
        ),
    ],
)
def test_faults_of_a_method_are_told(tmp_path: Path, was: str, now: str, fault: str) -> None:
    text = AGGREGATE.replace("laws-2017/aggregate", "own/bam") + OWN if was in OWN else AGGREGATE
    own = tmp_path / "own.toml"
    own.write_text(text.replace(was, now), encoding="utf-8")
    with pytest.raises(RegulationErrors, match=fault.replace("(", "[(]")):
        plan_for(str(own))(Entrants(9), frozenset(), {})
