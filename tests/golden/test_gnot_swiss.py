"""The Swiss of two complete 23-team events (GNOT18): eight rounds each, entrants, triangles and all."""

from dataclasses import replace
from typing import Any

import pytest

from clauses.answers.swiss_rules import GNOT, GNOT_ORDER
from clauses.vectors import Vector, load_vectors
from overtrick.core.draws import DrawStanding, PlayedRound, check_event, rank_for_draw
from overtrick.core.typed_numbers import read_exact

EVENTS = [vector for vector in load_vectors() if vector.what == "play a complete 23-team event"]


def steps(vector: Vector) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The Swiss rounds, as drawn by lot or played, and as they came out."""
    given = {each["step"]: each["in"] for each in vector.given["inputs"]}
    return [(given[each["step"]], each["out"]) for each in vector.expect["steps"] if each["stage"].startswith("SW")]


def played(vector: Vector) -> list[PlayedRound]:
    rounds = []
    for number, (_, out) in enumerate(steps(vector), start=1):
        three = out.get("triangle_starts") or out.get("triangle_continuing")
        rounds.append(
            PlayedRound(
                number,
                tuple(each["team"] for each in out["standing_before"]),
                tuple((one, other) for one, other in out["pairs"]),
                share=tuple(three) if three else None,
                entrants=tuple(out["drop_ins_ranked"]),
            )
        )
    return rounds


def lot(vector: Vector) -> tuple[str, ...]:
    """Round one as it was drawn: the triangle first, then the pairs."""
    given, _ = steps(vector)[0]
    return (*given.get("random_triangle", ()), *(team for pair in given["random_pairs"] for team in pair))


@pytest.mark.clause("GNOT18 2.5")
@pytest.mark.parametrize("vector", EVENTS, ids=("event 1", "event 2"))
def test_every_round_is_drawn_as_it_was_played(vector: Vector) -> None:
    rounds = played(vector)
    assert len(rounds) == 8
    assert check_event(rounds, GNOT, lot(vector)) == ()


@pytest.mark.clause("GNOT18 2.5")
@pytest.mark.parametrize("vector", EVENTS, ids=("event 1", "event 2"))
def test_a_swapped_pair_is_found(vector: Vector) -> None:
    rounds = played(vector)
    (a, b), (c, d), *others = rounds[-1].pairs
    rounds[-1] = replace(rounds[-1], pairs=((a, d), (c, b), *others))
    (found,) = check_event(rounds, GNOT, lot(vector))
    assert found.played == ((a, d), (c, b))
    assert found.drawn == ((a, b), (c, d))


@pytest.mark.clause("GNOT18 4.5")
@pytest.mark.parametrize("vector", EVENTS, ids=("event 1", "event 2"))
def test_every_order_is_by_vps_then_net_imps_then_lot(vector: Vector) -> None:
    for number, (_, out) in enumerate(steps(vector)[1:], start=2):
        standing = out["standing_before"]
        lines = [
            DrawStanding(each["team"], read_exact(each["vp"]), net_imps=each["net"]) for each in reversed(standing)
        ]
        order = rank_for_draw(lines, GNOT_ORDER, tuple(vector.given["lot_order"]), number).order
        assert order == tuple(each["team"] for each in standing)
