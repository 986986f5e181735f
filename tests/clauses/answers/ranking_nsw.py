"""NSWSP: the programme, ties that stand, shared prizes, and the house pair."""

from typing import Any

from clauses.answers.ranking_shared import number, record, two
from clauses.vectors import Vector, answers
from overtrick.core.exact import exact_text
from overtrick.core.ranking.awards import HousePairRule, award, title
from overtrick.core.ranking.standings import Standings, standings
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load

FILE = "nswsp"
RULES = load(RankingRules, "nsw-swiss-pairs")


def table(totals: list[list[str]]) -> Standings:
    return standings([record(pair, [total]) for pair, total in totals], RULES.standings["congress"])


def house() -> HousePairRule:
    assert RULES.house_pair is not None
    return RULES.house_pair


@answers(FILE, "lay out programme")
def programme(vector: Vector) -> Any:
    row = next(
        row
        for name in ("congress", "congress-small")
        for row in RULES.formats[name].rows
        if row.number("rounds") == vector.given["rounds"]
    )
    assert row.number("boards") == vector.given["boards"]
    first, second = row.cells["sessions"] if isinstance(row.cells["sessions"], tuple) else (0, 0)
    return {
        "session_1": first,
        "session_2": second,
        "boards_session_1": first * row.number("boards"),
        "boards_session_2": second * row.number("boards"),
        "total_boards": row.number("rounds") * row.number("boards"),
    }


@answers(FILE, "rank with ties unbroken")
def unbroken(vector: Vector) -> Any:
    totals = [[f"pair {place}", total] for place, total in enumerate(vector.given["totals"], start=1)]
    return {"ranks": [row.place for row in table(totals).rows]}


@answers(FILE, "share prize money")
def prize_money(vector: Vector) -> Any:
    given = vector.given
    assert not (given["no_prize"] and house().prizes)
    prizes = [number(prize) for prize in given["prizes"]]
    groups = table(given["totals"]).ranking.groups
    shared = award(groups, RULES.awards["prize-money"], barred=given["no_prize"], amounts=prizes)
    paid = sum(figure.value for figure in shared.given.values())
    assert paid + shared.left_over.value == sum(prizes[: len(given["totals"]) - len(given["no_prize"])])
    return {pair: two(figure.value) for pair, figure in shared.given.items() if figure.value}


@answers(FILE, "share title")
def share_title(vector: Vector) -> Any:
    return {
        "title": list(title(table(vector.given["totals"]).ranking.groups, barred=() if house().titles else ("house",)))
    }


@answers(FILE, "charge entry fee")
def fee(vector: Vector) -> Any:
    assert vector.given["pair"] == "house"
    return {"fee": exact_text(house().charge().value)}
