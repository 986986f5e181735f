"""Real sessions as another program scored them, read from outside the project and never copied into it."""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from overtrick.core.exact import Exact
from overtrick.core.model import Board, Card, Deal, Seat, read_result
from overtrick.core.model.contracts import Contract
from overtrick.core.model.results import PlayedContract, Result
from overtrick.core.typed_numbers import read_exact

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "golden"


@dataclass(frozen=True, slots=True)
class Row:
    """One table's line on a board: our result, and what the other program made of it."""

    ns: str
    ew: str
    result: Result
    score: int | None
    ns_points: Exact
    ew_points: Exact
    lead: Card | None

    @property
    def contract(self) -> Contract | None:
        return self.result.contract if isinstance(self.result, PlayedContract) else None


@dataclass(frozen=True, slots=True)
class Traveller:
    """A board with its lines, and its datum where the session has one."""

    board: Board
    rows: tuple[Row, ...]
    datum: int | None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A pair as the other program ranked it."""

    number: str
    field: str
    total: Exact
    percentage: Exact | None
    place: int


@dataclass(frozen=True, slots=True)
class Session:
    """A whole session."""

    kind: str
    winners: int
    pairs: tuple[Ranked, ...]
    travellers: tuple[Traveller, ...]
    deals: dict[int, Deal] = field(repr=False)

    @property
    def fullest(self) -> int:
        """The most lines any board has: what the common top is made for."""
        return max(len(traveller.rows) for traveller in self.travellers)


@cache
def session(name: str) -> Session:
    """A session by the name of its file."""
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return Session(
        data["kind"],
        int(data["winners"]),
        tuple(_ranked(pair) for pair in data["pairs"]),
        tuple(_traveller(board) for board in data["boards"]),
        {int(deal["board"]): Deal.of({s: deal["hands"][str(s)] for s in Seat}) for deal in data["deals"]},
    )


def _ranked(pair: dict[str, str]) -> Ranked:
    percentage = read_exact(pair["percentage"]) if "percentage" in pair else None
    return Ranked(
        pair["pair_number"], pair["direction"], read_exact(pair["total_score"]), percentage, int(pair["place"])
    )


def _traveller(board: dict[str, Any]) -> Traveller:
    rows = tuple(_row(line) for line in board["lines"])
    return Traveller(Board.from_number(int(board["board"])), rows, int(board["average"]) if board["average"] else None)


def _row(line: dict[str, str]) -> Row:
    points = {key[:2]: read_exact(value) for key, value in line.items() if key.endswith("_points")}
    contract = line.get("contract")
    if contract is None:
        written = line["score"]
    elif contract == "PASS":
        written = contract
    else:
        written = f"{contract} {line['played_by']} {line['tricks']}"
    return Row(
        line["ns_pair_number"],
        line["ew_pair_number"],
        read_result(written),
        int(line["score"]) if contract else None,
        points["ns"],
        points["ew"],
        Card.parse(line["lead"]) if line.get("lead") else None,
    )
