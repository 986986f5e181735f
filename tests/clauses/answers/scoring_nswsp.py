"""NSWSP's scoring: datum, IMPs, victory points."""

from typing import Any

from clauses.shape import both, given, ratio, rows, score_round, tables, two, value, work
from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact
from overtrick.core.model.results import Average
from overtrick.core.provenance import VPS, total
from overtrick.core.scales import PrintedScale
from overtrick.core.scoring.match import score_side
from overtrick.core.wording import phrase
from overtrick.regulations.read.library import shipped_rulebook

FILE = "nswsp"
SCALE = "nsw-swiss-pairs/scale"


def scale() -> PrintedScale:
    found = shipped_rulebook().scale(SCALE)
    assert isinstance(found, PrintedScale)
    return found


@answers(FILE, "list 8-board scale")
@answers(FILE, "list 9-board scale")
def list_scale(vector: Vector) -> Any:
    boards = vector.given["boards"]
    column = rows(scale(), boards)
    answer: dict[str, Any] = {
        "rows": [[margin, two(win), two(loss)] for margin, win, loss in column],
        "maximum_from": next(margin for margin, win, _ in column if win == scale().total),
    }
    restored = [repair.row for repair in shipped_rulebook().repairs(SCALE, boards) if repair.printed is None]
    return answer | ({"restored_rows": restored} if restored else {})


@answers(FILE, "convert IMP difference to VPs")
def convert(vector: Vector) -> Any:
    ours, theirs = both(scale(), vector.given["boards"], vector.given["net_imps"])
    return {"vp": two(ours), "opponent_vp": two(theirs)}


@answers(FILE, "check scale is complementary")
def complementary(vector: Vector) -> Any:
    [made] = {win + loss for boards in vector.given["boards"] for _, win, loss in rows(scale(), boards)}
    return {"every_row_sums_to": two(made)}


@answers(FILE, "compute datum")
def compute_datum(vector: Vector) -> Any:
    worked = work(shipped_rulebook().datum("nsw-swiss-pairs/datum"), vector.given["ns_scores"])
    return {
        "drop_each_end": worked.dropped,
        "kept": len(worked.kept),
        "sum_kept": sum(worked.kept),
        "mean": ratio(worked.mean),
        "datum": worked.datum,
    }


@answers(FILE, "score board against datum")
def score_against_datum(vector: Vector) -> Any:
    worked = work(shipped_rulebook().datum("nsw-swiss-pairs/datum"), vector.given["ns_scores"])
    return {
        "drop_each_end": worked.dropped,
        "mean": ratio(worked.mean),
        "datum": worked.datum,
        "ns_imps": worked.ns,
        "ew_imps": worked.ew,
    }


@answers(FILE, "score board against unrounded datum")
def score_unrounded(vector: Vector) -> Any:
    worked = work(shipped_rulebook().datum("nsw-swiss-pairs/datum-unrounded"), vector.given["ns_scores"])
    return {"mean": ratio(worked.datum), "ns_imps": worked.ns}


@answers(FILE, "show where rounding matters")
def where_rounding_matters(vector: Vector) -> Any:
    rounded = work(shipped_rulebook().datum("nsw-swiss-pairs/datum"), vector.given["ns_scores"])
    unrounded = work(shipped_rulebook().datum("nsw-swiss-pairs/datum-unrounded"), vector.given["ns_scores"])
    answer: dict[str, Any] = {"mean": ratio(rounded.mean), "datum": rounded.datum}
    if rounded.ns == unrounded.ns:
        return answer | {"ns_imps": rounded.ns}
    return answer | {"ns_imps_rounded": rounded.ns, "ns_imps_unrounded": unrounded.ns}


@answers(FILE, "score an 8-board match")
def score_match(vector: Vector) -> Any:
    boards = [tables(scores) for scores in vector.given["ns_scores_by_board"]]
    scored = score_round(boards, shipped_rulebook().scoring("nsw-swiss-pairs/match"))
    rule = shipped_rulebook().datum("nsw-swiss-pairs/datum")
    means = [work(rule, scores).mean for scores in vector.given["ns_scores_by_board"]]
    return {
        "boards": [
            {
                "mean": ratio(mean),
                "datum": board.comparisons[0].value,
                "ns_imps": [value(line.ns) for line in board.lines],
            }
            for mean, board in zip(means, scored.boards, strict=True)
        ],
        "ns_net": [match.ns.net.value for match in scored.matches],
        "ns_vp": [two(match.ns.credited.value) for match in scored.matches],
        "ew_vp": [two(match.ew.credited.value) for match in scored.matches],
    }


@answers(FILE, "convert each side from its own total")
def each_from_its_own(vector: Vector) -> Any:
    rule = shipped_rulebook().scoring("nsw-swiss-pairs/match").match
    assert rule.artificial.plus == vector.given["average_plus"]
    assert vector.given["board_8"] == "average plus to both"
    ns, ew = (
        score_side([given(vector.given[side]), Average.PLUS], vector.given["boards"], rule)
        for side in ("ns_imps_7_boards", "ew_imps_7_boards")
    )
    both_vps: Exact = total((ns.credited, ew.credited), VPS, rule.clause, phrase("both sides")).value
    return {
        "ns_net": ns.net.value,
        "ew_net": ew.net.value,
        "ns_vp": two(ns.credited.value),
        "ew_vp": two(ew.credited.value),
        "vp_total": two(both_vps),
    }


@answers(FILE, "round fractional net before lookup")
def round_net(vector: Vector) -> Any:
    net = given(vector.given["net_imps"]).value
    ours, theirs = both(scale(), vector.given["boards"], net)
    return {
        "rounded": scale().margin(net),
        "vp": two(ours),
        "opponent_rounded": scale().margin(-net),
        "opponent_vp": two(theirs),
    }


@answers(FILE, "total event score")
def total_event(vector: Vector) -> Any:
    figures = [given(text, VPS) for text in vector.given["match_vps"]]
    return {"total": two(total(figures, VPS, scale().clause, phrase("all matches")).value)}
