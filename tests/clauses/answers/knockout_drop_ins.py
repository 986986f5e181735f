"""Answers to the vectors on ranking the teams that drop from the knockout into the Swiss."""

from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.draws.order import Record, rank
from overtrick.regulations.brackets import load_brackets

DROP_IN = load_brackets("gnot-nsw-2018").orders["drop-in"]


@answers("gnot2018", "rank teams dropping into the Swiss (best first)")
def drop_ins(vector: Vector) -> Any:
    records = [
        Record(
            team, row["losing"], row["winning"],
            playoff=(row["playoff"]["lose"], row["playoff"]["win"]) if "playoff" in row else None,
        )
        for team, row in vector.given["losses"].items()
    ]  # fmt: skip
    return list(rank(records, DROP_IN, vector.given["lot_order"]).teams)
