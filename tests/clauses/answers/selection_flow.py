"""Answers to the vectors on the flow of an event: formats, printed tables, stages, drop-ins, and the end."""

from typing import Any

from clauses.vectors import Vector, answers
from feasible import feasible
from overtrick.core.by_entry import CountTable
from overtrick.core.draws.places import FieldSizePlace
from overtrick.core.draws.triangle import TriangleMatch, rank_triangle
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, decimal_text, plain, to_places
from overtrick.core.flow import (
    Contest,
    DrawMethod,
    DropIn,
    Flow,
    Half,
    Node,
    StageRule,
    Who,
    drop_in,
    final_ranking,
    final_table,
    leader_score,
    play_off,
    qualify,
    quotas,
)
from overtrick.core.flow.formats import EntryFormat
from overtrick.core.provenance import VPS, Figure
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.read.documents import load, load_flow

GNOT = "gnot2018"
RULES = load_flow("gnot-nsw-2018")
BRACKETS = load(Brackets, "gnot-nsw-2018")
NATIONAL, METROPOLITAN = "National Final", "Metropolitan Final"


def shown(value: Exact) -> str:
    return decimal_text(to_places(value, 2, Halves.UP), 2)


def tie_rule(stage: StageRule) -> str:
    if stage.contest is Contest.TRIANGLES:
        return "none (half wins)"
    if stage.tie is not None:
        return stage.tie.number
    final = any(each.rank is not None for each in stage.exits)
    at_the_cut = f"; totals by {RULES.final_table.cut.number} at the cut, else {RULES.final_table.clause.number}"
    return "stands" + (at_the_cut if final else "")


def _length(least: int) -> Any:
    def answer(vector: Vector) -> Any:
        stage = RULES.stage(vector.given["stage"], vector.given.get("entry", least))
        return {"boards": stage.boards, "tie_rule": tie_rule(stage)}

    return answer


answers(GNOT, "look up match length and tie-break rule of a stage (20+ entries)")(_length(20))
answers(GNOT, "look up match length and tie-break rule of the qualifying match")(_length(16))


@answers(GNOT, "select the format for an entry")
def select_format(vector: Vector) -> Any:
    try:
        made = RULES.format(vector.given["entry"], vector.given.get("variant"))
    except DirectorError as refused:
        bounds = dict(refused.what.values)
        return {"status": "no format", "reason": f"entry outside {bounds['least']}-{bounds['most']}"}
    flow = made.flow
    start = {"triangles": made.blocks.triangles, "head_to_head": made.blocks.matches}
    if made.confirm:
        confirm = {"needs_organiser_confirmation": True, "session1": made.says}
        after = {"dko_r1": flow.teams("DKO1"), "sko_session2": flow.teams("SKO-S2"), "swiss_r1": flow.teams("SW1")}
        return {"status": made.status} | confirm | start | after
    pools = {"pool_a": flow.teams("M2A"), "pool_b": flow.teams("M2B"), "dko_r1": flow.teams("DKO1")}
    later = {"sko_r1": flow.teams("SKO1"), "swiss_r1": flow.teams("SW1"), "swiss_r2": flow.teams("SW2")}
    return {"status": made.status, "table": made.table, "row": made.row} | start | pools | later


SHORT = {"triangle": "tri", "triangle_to_dko": "tri_dko", "triangle_to_sko": "tri_sko"}
SKO = {"teams": "sko_r1", "losers": "losers_to_swiss_r2"}


def rows_of(table: CountTable, *, repaired: bool) -> list[list[Any]]:
    """The rows of a table, those in use or those printed."""
    replaced = {row[0]: row for row in table.repaired} if repaired else {}
    return [list(replaced.get(row[0], row)) for row in table.rows]


def numbered(rows: list[list[Any]]) -> list[list[Any]]:
    return [[int(row[0]), *row[1:]] for row in rows]


def _pools(name: str, *, repaired: bool) -> Any:
    def answer(_vector: Vector) -> Any:
        table = BRACKETS.tables[name]
        rows = rows_of(table, repaired=repaired)
        columns = [SHORT.get(column, column) for column in table.columns]
        return {"columns": columns, "rows": numbered(rows) if name == "1A" else rows}

    return answer


answers(GNOT, "load Table 1A as printed")(_pools("1A", repaired=False))
answers(GNOT, "load Table 1B as printed")(_pools("1B", repaired=False))
answers(GNOT, "load Table 1B repaired")(_pools("1B", repaired=True))


def _next(*, repaired: bool) -> Any:
    def answer(_vector: Vector) -> Any:
        table = BRACKETS.tables["SKO1"]
        rows = []
        for row in numbered(rows_of(table, repaired=repaired)):
            first = RULES.format(row[0]).flow.node("SW1")
            assert first.swiss
            # With a triangle from the first half running on, the others play head to head.
            rows.append([*row, f"{row[-1] - 3}+tri" if first.swiss.triangle else ""])
        return {"columns": [*(SKO.get(column, column) for column in table.columns), "swiss_r2_note"], "rows": rows}

    return answer


answers(GNOT, "load the SKO Round 1 table as printed")(_next(repaired=False))
answers(GNOT, "load the SKO Round 1 table repaired")(_next(repaired=True))


def _broken(table: str, row: dict[str, int]) -> list[str]:
    """The equations that a row breaks, as many as the rules say."""
    sides = [(equation.says, *equation.sides(row)) for equation in RULES.balances[table]]
    found = [f"{says}: {left} != {right}" for says, left, right in sides if left != right]
    assert len(found) == len(RULES.row_faults(table, row))
    return found


def _conservation(vector: Vector) -> Any:
    names = {short: name for name, short in SHORT.items()}
    row = {names.get(column, column): int(str(cell).rstrip("ab")) for column, cell in vector.given["row"].items()}
    found = _broken("1B" if "triangle" in row else "1A", row)
    if "sko_row" in vector.given:
        names = {short: name for name, short in SKO.items()}
        cells = {k: v for k, v in vector.given["sko_row"].items() if k != "swiss_r2_note"}
        found += _broken("SKO1", {names.get(column, column): cell for column, cell in cells.items()})
    for name, short in sorted(SHORT.items(), key=lambda pair: -len(pair[0])):
        found = [fault.replace(name, short) for fault in found]
    return {"errors": found}


for what in (
    "check conservation of a row",
    "check conservation of a printed row",
    "check conservation of the repaired row 29",
):
    answers(GNOT, what)(_conservation)


def leaving(flow: Flow, stage: str, who: Who) -> int:
    return sum(each.count for each in flow.node(stage).exits if each.rule.who is who)


@answers(GNOT, "search all feasible rows for 29")
def search_rows(vector: Vector) -> Any:
    entry = vector.given["entry"]
    return [
        {
            "pool_a": flow.teams("M2A"), "pool_b": flow.teams("M2B"), "m1_lucky": leaving(flow, "M1", Who.LUCKY),
            "m2a_lucky": leaving(flow, "M2A", Who.LUCKY), "pool_a_losers": leaving(flow, "M2A", Who.LOSERS),
            "pool_b_winners": leaving(flow, "M2B", Who.WINNERS), "pool_b_lucky": leaving(flow, "M2B", Who.LUCKY),
            "sko_teams": flow.teams("SKO1"), "swiss_r1": flow.teams("SW1"),
        }
        for _, flow in feasible(entry, RULES.stages, RULES.first_round(entry))
    ]  # fmt: skip


def leader(text: str | None) -> Figure[Exact] | None:
    return None if text is None else Figure(read_exact(text), VPS, RULES.drop_in.leader)


@answers(GNOT, "compute the drop-in score")
def drop_in_score(vector: Vector) -> Any:
    found = drop_in(vector.given["entering_for_round"], leader(vector.given["leader_score"]), RULES.drop_in)
    return {
        "column_a": shown(found.column_a.value) if found.column_a else None,
        "column_b": shown(found.column_b.value),
        "carry": shown(found.carry.value),
    }


def after_round_two(given: Any) -> tuple[dict[str, Exact], dict[str, Exact]]:
    rows = given["after_round_2"]
    before = {team: read_exact(row["vp"]) for team, row in rows.items() if row["played_round_1"]}
    entrants = {team: read_exact(row["round_2_vp"]) for team, row in rows.items() if not row["played_round_1"]}
    return before, entrants


def apply_deferred(before: dict[str, Exact], entrants: dict[str, Exact]) -> tuple[DropIn, dict[str, Exact]]:
    """What those who joined for Round 2 carry, known once it is over, and everybody's total then."""
    assert RULES.drop_in.row(2).deferred
    found = drop_in(2, leader_score(before, RULES.drop_in), RULES.drop_in)
    return found, before | {team: plain(found.carry.value + vps) for team, vps in entrants.items()}


@answers(GNOT, "apply the Round 2 drop-in score")
def deferred(vector: Vector) -> Any:
    before, entrants = after_round_two(vector.given)
    found, totals = apply_deferred(before, entrants)
    best = leader_score(before, RULES.drop_in)
    assert best
    return {
        "leader_score": shown(best.value), "carry": shown(found.carry.value),
        "totals": {team: shown(total) for team, total in totals.items()},
    }  # fmt: skip


@answers(GNOT, "apply the Round 2 drop-in score then the Round 3 score")
def deferred_then_next(vector: Vector) -> Any:
    before, entrants = after_round_two(vector.given)
    found, totals = apply_deferred(before, entrants)
    best = leader_score(totals, RULES.drop_in)
    assert best
    return {
        "carry_round_2": shown(found.carry.value),
        "totals": {team: shown(total) for team, total in totals.items()},
        "leader_score_for_round_3": shown(best.value),
        "carry_round_3": shown(drop_in(3, best, RULES.drop_in).carry.value),
    }


@answers(GNOT, "find the leader score with a triangle unfinished")
def unfinished(vector: Vector) -> Any:
    given = vector.given
    totals = {team: read_exact(text) for team, text in (given["complete"] | given["in_unfinished_triangle"]).items()}
    best = leader_score(totals, RULES.drop_in, given["in_unfinished_triangle"])
    assert best
    carry = drop_in(given["entering_for_round"], best, RULES.drop_in).carry
    return {"leader_score": shown(best.value), "carry": shown(carry.value)}


@answers(GNOT, "break a tie for a final place")
@answers(GNOT, "continue an undecided play-off")
def for_a_place(vector: Vector) -> Any:
    given = vector.given
    stage = RULES.stage(given["match"], 20)
    assert stage.tie
    assert stage.tie.number == RULES.play_off.clause.number
    one, two = given["playoff4_imps"]
    found = play_off(("A", "B"), (one, two), [tuple(each) for each in given.get("single_boards", [])], RULES.play_off)
    if found.winner is None:
        assert found.next_boards == 1
        return {"winner": None, "next": "another one-board play-off"}
    return {"winner": found.winner, "boards_played": found.boards}


@answers(GNOT, "order the final Swiss table")
def swiss_table(vector: Vector) -> Any:
    totals = {team: (read_exact(row["vp"]), row["net"]) for team, row in vector.given["teams"].items()}
    found = final_table(totals, vector.given["metropolitan_places_from_swiss"], RULES.final_table)
    return {"provisional_order": list(found.order), "playoff_needed": list(found.playoff)}


@answers(GNOT, "rank the field")
@answers(GNOT, "rank the field when the DKO R3 loser also loses SKO R7")
def rank_field(vector: Vector) -> Any:
    given = vector.given
    flow = RULES.format(20).flow
    return list(
        final_ranking(
            flow,
            {
                ("DKO3", Who.WINNERS): [given["dko_winner"]],
                ("SKO7", Who.WINNERS): [given["sko_winner"]],
                ("SKO7", Who.LOSERS): [given["sko_final_loser"]],
                ("SW8", Who.ALL): given["swiss_order"],
            },
        )
    )


@answers(GNOT, "count qualifiers")
def count_qualifiers(vector: Vector) -> Any:
    national, metropolitan = quotas(vector.given["entry"], RULES.quotas)
    assert (national.name, metropolitan.name) == (NATIONAL, METROPOLITAN)
    ranks = list(metropolitan.ranks)
    return {"national": national.count, "metropolitan": metropolitan.count, "metropolitan_ranks": ranks}


@answers(GNOT, "replace teams that do not proceed")
def replace_teams(vector: Vector) -> Any:
    entry = vector.given["entry"]
    assert vector.given["ranking"] == f"k1..k{entry}"
    ranking = [f"k{rank}" for rank in range(1, entry + 1)]
    found = qualify(ranking, vector.given["not_proceeding"], RULES.quotas, RULES.replacement)
    return {
        "national": list(found.teams_for(NATIONAL)), "metropolitan": list(found.teams_for(METROPOLITAN)),
        "lowest_rank_allowed_as_replacement": found.lowest, "places_unfilled": found.unfilled,
    }  # fmt: skip


@answers(GNOT, "flag an unpaid entry fee")
def unpaid(vector: Vector) -> Any:
    due = RULES.fee.outstanding(vector.given["night"], paid=vector.given["paid_in_full"])
    return {"flag": "entry fee outstanding" if due else None}


@answers(GNOT, "send triangle teams on")
def triangle_on(vector: Vector) -> Any:
    x, y, z = vector.given["order"]
    played = (TriangleMatch(x, y, (9, 0)), TriangleMatch(y, z, (9, 0)), TriangleMatch(x, z, (9, 0)))
    order = rank_triangle(played, BRACKETS.orders["triangle"]).order.teams
    exits = {each.rule.who: each.rule.stage for each in RULES.format(23).flow.node("TRI").exits}
    sent: dict[str, list[str]] = {"DKO1": [], "SKO1": []}
    for team, place in zip(order, (Who.FIRST, Who.SECOND, Who.THIRD), strict=True):
        sent[exits[place]].append(team)
    return {"dko_r1": sent["DKO1"], "sko_r1": sent["SKO1"]}


@answers(GNOT, "send teams on after the 28-board match")
def after_long_match(vector: Vector) -> Any:
    made = RULES.format(vector.given["entry"])
    assert made.blocks.matches == vector.given["matches"]
    assert made.blocks.triangles == vector.given.get("triangles", 0)
    flow = made.flow
    sent = {"dko_r1": flow.teams("DKO1"), "sko": flow.teams("SKO-S2"), "swiss": flow.teams("SW1")}
    # 16 and 17 are printed as far as this; 18 and 19 are not.
    return sent | ({} if made.status.startswith("printed") else {"needs_organiser_confirmation": made.confirm})


SECTIONS = {"dko": "double knockout", "sko": "single knockout", "swiss": "Swiss"}
HALVES = {Half.FIRST: "1", Half.SECOND: "2", Half.BOTH: "both"}


def span(ranks: tuple[int, ...]) -> str:
    return f"{ranks[0]}-{ranks[-1]}"


def who(node: Node, way: Who) -> str:
    """A way out in words: one match has a winner and a loser."""
    if node.rule.contest is Contest.MATCHES and node.matches == 1:
        return {Who.WINNERS: "winner", Who.LOSERS: "loser"}[way]
    return str(way)


def source(flow: Flow, stage: str, way: Who) -> str:
    if not stage:
        return "entry"
    node = flow.node(stage)
    # Only the last of a knockout has one match with one way each; others are named in the plural.
    return stage if way is Who.ALL else f"{stage} {who(node, way)}"


def exit_words(node: Node, way: Who) -> str:
    if node.rule.contest is Contest.MIXED and way is Who.WINNERS and node.triangles:
        return "winners (triangle winners included)"
    return who(node, way)


def destination(rank: int | None, stage: str, count: int, entry: int) -> str:
    if rank is None:
        return stage
    if count > 1:
        return f"ranks {rank}-{rank + count - 1}"
    first = quotas(entry, RULES.quotas)[0]
    return f"rank {rank}" + (f", {first.name}" if rank <= first.ranks[1] else "")


def first_draw_words(node: Node, made: EntryFormat) -> str:
    blocks = made.blocks
    if node.rule.contest is Contest.TRIANGLES:
        plural = f", {blocks.triangles} triangle(s)" if node.rule.name.startswith("Q") else ""
        return f"random {node.teams} of seeds {span(blocks.middle)}{plural}"
    said = f"random: seeds {span(blocks.top)} v seeds {span(blocks.bottom)}"
    if not blocks.middle:
        return said
    in_matches = len(blocks.middle) - 3 * blocks.triangles
    seeds = "" if node.rule.name.startswith("Q") else f" (seeds {span(blocks.middle)})"
    return f"{said}; {in_matches} of the middle {len(blocks.middle)}{seeds} in {in_matches // 2} random matches"


def choice_words(node: Node, entry: int) -> str:
    rule = BRACKETS.choices[node.rule.ceremony(entry)].for_field(node.teams)
    many = len(rule.choosers) > 1
    choosers = f"ranks {span(rule.choosers)}" if many else f"rank {rule.choosers[0]}"
    if rule.may_opt_in:
        return f"choice: {choosers} from {span(rule.open)} plus {'/'.join(map(str, rule.may_opt_in))} if they opt in"
    if rule.may_opt_out:
        (rank,) = rule.may_opt_out
        return f"choice: {choosers} from {rank} (unless it opts out), {', '.join(map(str, rule.open))}"
    said = f"choice: {choosers} from ranks {span(rule.open)}"
    if not many:
        return f"{said}, unless {rule.rematch.number} leaves one draw"
    between = [rank for rank in range(1, node.teams + 1) if rank not in (*rule.choosers, *rule.open)]
    if between:
        return f"{said}; ranks {between[0]} v {between[1]}"
    left = len(rule.open) - len(rule.choosers)
    return f"{said}; last two play" if left == 2 and node.rule.session == 1 else said


def draw_words(node: Node, made: EntryFormat) -> str:
    match node.rule.draw:
        case DrawMethod.SEEDS:
            return first_draw_words(node, made)
        case DrawMethod.CHOICE:
            return choice_words(node, made.entry)
        case DrawMethod.SET if node.triangles:
            outer = f"set for {node.matches} outer pair(s)"
            return f"{outer}; {node.triangles} triangle(s) from the middle {3 * node.triangles} ranks"
        case DrawMethod.LOT:
            return "random"
        case DrawMethod.ENTERING:
            return "2.5"
        case DrawMethod.LIKE:
            return "like v like"
        case other:
            return str(other.value)


def ranking_words(node: Node) -> str:
    """The ranking, with the places that the teams of a triangle have outright."""
    third = [source for source in node.sources if source.who is Who.THIRD]
    if not third or third[0].count > 1:
        return node.rule.ranking
    lucky = sum(source.count for source in node.sources if source.who is Who.LUCKY)
    second, beaten, other = BRACKETS.places
    assert isinstance(beaten.at, FieldSizePlace)
    assert isinstance(other.at, FieldSizePlace)
    low, middle = beaten.at.place(node.teams, lucky), other.at.place(node.teams, lucky)
    return f"{node.rule.ranking}; TRI 2nd at {second.at}; TRI 3rd at {middle} (1 or 1/2 win) or {low} (0 wins)"


def boards_words(node: Node) -> Any:
    if node.rule.contest is Contest.TRIANGLES:
        return f"2x{node.rule.boards}"
    if node.triangles:
        return f"{node.rule.boards} / triangle 2x{node.rule.boards // 2}"
    return node.rule.boards


def node_words(node: Node, made: EntryFormat) -> dict[str, Any]:
    rule, flow = node.rule, made.flow
    said: dict[str, Any] = {
        "stage": rule.name, "session": rule.session, "half": HALVES[rule.half], "boards": boards_words(node),
        "teams": node.teams, "sources": {source(flow, s.stage, s.who): s.count for s in node.sources},
        "ranking": ranking_words(node), "draw": draw_words(node, made), "tie_rule": tie_rule(rule),
        "exits": [
            {
                "who": exit_words(node, each.rule.who), "count": each.count,
                "to": destination(each.rule.rank, each.rule.stage, each.count, made.entry),
            }
            for each in node.exits
        ],
    }  # fmt: skip
    if node.swiss is None:
        return said | {"matches": node.matches or 3 * node.triangles}
    swiss = node.swiss
    return said | {
        "swiss": {
            "swiss_free": swiss.free, "drop_ins": swiss.entrants,
            "triangle": swiss.triangle.value if swiss.triangle else None, "random_matches": swiss.by_lot,
            "sd": swiss.mixed, "ss": swiss.among_swiss, "dd": swiss.among_entrants,
        }
    }  # fmt: skip


@answers(GNOT, "build the complete flow graph")
def flow_graph(vector: Vector) -> Any:
    made = RULES.format(vector.given["entry"], vector.given["variant"])
    states = [
        {"when": f"after session {state.session}" + ("" if state.whole else ", first half")}
        | {short: dict(state.sections).get(name, 0) for short, name in SECTIONS.items()}
        for state in made.flow.states()
    ]
    return {"states": states, "nodes": [node_words(node, made) for node in made.flow.nodes]}
