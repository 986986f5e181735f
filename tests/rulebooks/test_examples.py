"""Two games that clubs may copy, in `examples/`: each is checked, played with faults and proved, a board by hand."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from overtrick.core.event.plan.stages import Entrants
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Figure
from overtrick.core.scoring.boards import score_board
from overtrick.core.scoring.rounds import TeamsRule
from overtrick.lab.fault_rates import USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.lint.files import check_files
from overtrick.regulations.plan.event_book import read_event
from overtrick.regulations.plan.events import build_event, plan_of

pytestmark = pytest.mark.whole

EXAMPLES = Path(__file__).parents[2] / "examples"
BAROMETER, CROSS_IMPS = "club-barometer.toml", "club-cross-imp-swiss.toml"


def example(name: str) -> EventFile:
    return read_event((EXAMPLES / name).read_text(encoding="utf-8"), name)


@pytest.mark.parametrize("name", [BAROMETER, CROSS_IMPS])
def test_an_example_has_no_fault_and_nothing_to_warn_of(name: str) -> None:
    assert check_files({name: (EXAMPLES / name).read_text(encoding="utf-8")}) == ([], [])


@pytest.mark.parametrize("name", [BAROMETER, CROSS_IMPS])
@pytest.mark.parametrize("entered", [8, 13])
def test_an_example_is_played_with_faults_and_proved(name: str, entered: int) -> None:
    file = example(name)
    plan = plan_of(file)
    postings = Rehearsal(plan, file.event.id, Random(f"{name} {entered}"), USUAL_FAULTS).play(entered)
    assert verify(plan, postings).objections == ()


@pytest.mark.parametrize(
    ("name", "made"),
    [
        # The best and the worst left out, (620 + 140) / 2 = 380: +240 is 6 IMPs, −240 and −480 are 6 and 10 lost.
        (BAROMETER, [6, 6, -6, -10]),
        # Against the three others: 0 + 10 + 12, twice; −10 − 10 + 6; −12 − 12 − 6; each divided by three.
        (CROSS_IMPS, [Fraction(22, 3), Fraction(22, 3), Fraction(-14, 3), -10]),
    ],
)
def test_a_board_of_four_tables(name: str, made: list[Fraction]) -> None:
    [stage] = build_event(example(name), Entrants(8)).stages
    rule = stage.scoring.board
    assert not isinstance(rule, TeamsRule)
    results = ["4S N =", "4S N =", "2S N +1", "4S N -1"]  # 620 twice, 140 and −100: North-South vulnerable
    lines = score_board(
        [table_score(Board.from_number(2), read_result(each)) for each in results], rule, expected=4
    ).lines
    assert [line.ns.value for line in lines if isinstance(line.ns, Figure)] == [
        pytest.approx(float(each), abs=0.005) for each in made
    ]
