"""ITS21: formats that follow from the size of the entry."""

from fractions import Fraction
from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.by_entry import FormatGap, FormatRow
from overtrick.core.draws.rules import OddFieldRule, complete_field
from overtrick.core.exact import decimal_text
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load

FILE = "its2021"
FORMATS = load(RankingRules, "nsw-its-2021").formats


def percent(part: int, whole: int) -> str:
    return decimal_text(Fraction(100 * part, whole), 2)


@answers(FILE, "choose Stage II and Final size")
def oits(vector: Vector) -> Any:
    given = vector.given
    # Only contending pairs count, and those at the start.
    entries = given.get("contending_pairs", given.get("contending_pairs_at_start"))
    found = FORMATS["oits"].find(entries)
    if isinstance(found, FormatGap):
        row = FORMATS["oits"].suggested_row(found)
        assert row is not None
        return {"printed_P2": row.number("stage_2_pairs"), "flag": found.says}
    return {
        "P2": found.number("stage_2_pairs"),
        "per_field": found.number("stage_2_pairs") // 2,
        "stage2": "{sessions} x ({matches_a_session} matches x {boards} boards)".format(**found.cells),
        "T": found.number("final_tables"),
    }


@answers(FILE, "check Stage II totals")
def totals(vector: Vector) -> Any:
    rows = {row.number("stage_2_pairs"): row for row in FORMATS["oits"].rows}
    return [stage_two(rows[pairs]) for pairs in vector.given["rows"]]


def stage_two(row: FormatRow) -> dict[str, Any]:
    tables, a_session = row.number("stage_2_pairs") // 2, row.number("matches_a_session")
    matches = row.number("sessions") * a_session
    return {
        "P2": row.number("stage_2_pairs"),
        "tables": tables,
        "matches": matches,
        "boards": matches * row.number("boards"),
        "boards_per_session": a_session * row.number("boards"),
        "complete": matches == tables,
    }


@answers(FILE, "check printed percentages")
def percentages(vector: Vector) -> Any:
    for entries, qualifiers in zip(vector.given["P1"], vector.given["P2"], strict=True):
        assert FORMATS["oits"].row(entries).number("stage_2_pairs") == qualifiers
    return [percent(part, whole) for part, whole in zip(vector.given["P2"], vector.given["P1"], strict=True)]


def single(row: FormatRow) -> dict[str, Any]:
    days = row.cells["days"]
    assert isinstance(days, tuple)
    assert sum(days) == row.number("matches")
    return {
        "matches": row.number("matches"),
        "boards": row.number("boards"),
        "fri_sat_sun": list(days),
        "total_boards": row.number("matches") * row.number("boards"),
    }


@answers(FILE, "choose single-stage format")
def single_stage(vector: Vector) -> Any:
    pairs = vector.given["pairs"]
    table = FORMATS[f"{vector.given['event'].lower()}-single"]
    assert table.clause.cite == vector.clause
    found = table.find(pairs)
    if isinstance(found, FormatGap):
        return {"flag": found.says, "proposed": found.proposes}
    field = complete_field(pairs, OddFieldRule.BYE)
    byes = int(field.sits_out)
    return {
        **single(found),
        "tables_per_round": field.tables,
        "byes_per_pair": byes,
        "matches_played_per_pair": found.number("matches") - byes,
    }


@answers(FILE, "list single-stage formats")
def every_single_stage(vector: Vector) -> Any:
    lists = [
        [
            {"pairs": [row.entries.least, row.entries.most], **single(row)}
            for row in FORMATS[f"{event.lower()}-single"].rows
        ]
        for event in vector.given["event"]
    ]
    assert lists[0] == lists[1]
    return lists[0]


@answers(FILE, "choose two-stage format")
def two_stages(vector: Vector) -> Any:
    pairs = vector.given["pairs"]
    table = FORMATS[f"{vector.given['event'].lower()}-two-stage"]
    assert table.clause.cite == vector.clause
    found = table.find(pairs)
    if isinstance(found, FormatGap):
        row = table.suggested_row(found)
        assert row is not None
        return {"flag": found.says, "proposed_row": f"{row.entries.least}-{row.entries.most}"}
    field = complete_field(pairs, OddFieldRule.HOUSE)
    matches, qualifiers = found.number("matches"), found.number("qualifiers")
    final = found.number("final_matches"), found.number("final_boards")
    return {
        "house_pair": field.house,
        "tables": field.tables,
        "matches": matches,
        "boards": found.number("boards"),
        "total_boards": matches * found.number("boards"),
        "qualifiers": qualifiers,
        "per_field": qualifiers // 2,
        "percent": percent(qualifiers, pairs),
        "movement": "complete" if matches == field.tables else "incomplete",
        "final": f"{final[0]} x {final[1]}",
        "final_boards": final[0] * final[1],
        "final_tables": qualifiers // 2,
    }


def event_of(vector: Vector) -> str:
    return vector.clause.removeprefix("ITS21 ").partition(".")[0].lower()


@answers(FILE, "choose number of stages")
def stages(vector: Vector) -> Any:
    return {"stages": FORMATS[event_of(vector)].row(vector.given["pairs"]).number("stages")}


@answers(FILE, "choose format", "ITS21 WITS.single-stage", "ITS21 SITS.single-stage")
def one_stage(vector: Vector) -> Any:
    row = FORMATS[event_of(vector)].row(vector.given["pairs"])
    assert row.cells["format"] in FORMATS
    return {"stages": row.number("stages"), "type": row.cells["type"]}
