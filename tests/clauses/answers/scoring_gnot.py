"""GNOT18's scoring: Swiss victory points, and tied matches decided by rescoring."""

from collections.abc import Sequence
from typing import Any

from clauses.shape import both, two
from clauses.vectors import Vector, answers
from overtrick.core.exact import exact_text
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.rescoring import Swing, board_a_match, total_points
from overtrick.core.laws.table_score import points
from overtrick.core.provenance import Figure
from overtrick.core.scoring.teams import swing
from overtrick.core.scoring.tie import TieRule, TieStep, break_tie, play_off_imps
from overtrick.regulations.read.library import shipped_rulebook

FILE = "gnot2018"
BOARDS = 14
STEPS = {
    TieStep.PLAY_OFF: "playoff",
    TieStep.BOARD_A_MATCH: "bam",
    TieStep.TOTAL_POINTS: "total_points",
    TieStep.LOT: "lot",
}


@answers(FILE, "tabulate VPs for 14 boards")
def tabulate(vector: Vector) -> Any:
    scale = shipped_rulebook().scale("gnot-nsw-2018/swiss")
    return [two(both(scale, vector.given["boards"], margin)[0]) for margin in vector.given["margins"]]


@answers(FILE, "convert a 14-board match to VPs")
def convert(vector: Vector) -> Any:
    home, visitors = vector.given["imps"]
    return [two(made) for made in both(shipped_rulebook().scale("gnot-nsw-2018/swiss"), BOARDS, home - visitors)]


def swings(boards: Sequence[Sequence[int]]) -> list[Swing]:
    return [Swing(swing(*points(open_room, closed_room))) for open_room, closed_room in boards]


def gained(board_imps: Sequence[int]) -> list[int]:
    """The IMPs each team gained."""
    return [sum(max(imps, 0) for imps in board_imps), sum(max(-imps, 0) for imps in board_imps)]


def opposite(swings: Sequence[Swing]) -> list[Swing]:
    return [Swing(Figure(-each.home.value, each.home.unit, each.home.clause)) for each in swings]


@answers(FILE, "break a tie by rescoring")
def rescore(vector: Vector) -> Any:
    played = swings(vector.given["boards"])
    board_imps = [imps_of(each.home.value) for each in played]
    rule = shipped_rulebook().get(TieRule, "gnot-nsw-2018/first-half")
    broken = break_tie(played, (), rule, lot_to_home=vector.given["lot"] == "A")
    return {
        "imps": gained(board_imps),
        "board_imps_for_a": board_imps,
        "bam": [exact_text(board_a_match(side).value) for side in (played, opposite(played))],
        "total_points_for_a": total_points(played).value,
        "winner": "A" if broken.home else "B",
        "decided_by": STEPS[broken.by],
    }


@answers(FILE, "break a tie by a play-off", "GNOT18 4.2", "GNOT18 4.3")
def play_off(vector: Vector) -> Any:
    rule = shipped_rulebook().get(
        TieRule, {"GNOT18 4.2": "gnot-nsw-2018/second-half", "GNOT18 4.3": "gnot-nsw-2018/long"}[vector.clause]
    )
    played, extra = swings(vector.given["boards"]), swings(vector.given["playoff_boards"])
    assert len(extra) == rule.extra
    broken = break_tie(played, extra, rule, lot_to_home=vector.given["lot"] == "A")
    assert play_off_imps(extra, rule) in broken.figures
    answer: dict[str, Any] = {
        "imps": gained([imps_of(each.home.value) for each in played]),
        "winner": "A" if broken.home else "B",
        "decided_by": STEPS[broken.by],
        "playoff_imps": gained([imps_of(each.home.value) for each in extra]),
    }
    if broken.by is TieStep.PLAY_OFF:
        return answer
    rescored = [*played, *extra]
    return answer | {
        "boards_rescored": len(rescored),
        "bam": [exact_text(board_a_match(side).value) for side in (rescored, opposite(rescored))],
        "total_points_for_a": total_points(rescored).value,
    }
