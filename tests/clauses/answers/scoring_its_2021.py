"""ITS21's scoring: median, cross-IMPs, limits, the Youth datum."""

from dataclasses import replace
from typing import Any

from clauses.shape import both, given, like, ratio, score_round, tables, tables_of, two, value, work
from clauses.vectors import Vector, answers
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.exact import Exact, decimal_text, exact_text
from overtrick.core.laws.imps import LEAST_DIFFERENCE, imps_of
from overtrick.core.laws.table_score import NO_LINE, bare, points
from overtrick.core.model.results import Average
from overtrick.core.model.seats import Side
from overtrick.core.provenance import IMPS, total
from overtrick.core.scales import PrintedScale
from overtrick.core.scoring.boards import ButlerRule, ScoredBoard, score_board
from overtrick.core.scoring.caps import CapRule, cap_score
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.datum import MedianRule, Weight, datum, trim
from overtrick.core.scoring.deductions import DeductionRule, deduct
from overtrick.core.scoring.match import MatchScore, SideScore, credited_score, score_side
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.unplayed import ByeRule, score_bye
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import phrase
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.library import shipped_rulebook

FILE = "its2021"
AWARDS = {"average_plus": Average.PLUS, "average": Average.EVEN, "average_minus": Average.MINUS}
METHODS = {"butler": "Butler", "cross-IMPs": "cross-IMPs"}


def event(short: str) -> str:
    return f"nsw-its-2021/{short.lower()}"


def scoring(short: str, stage: str, pairs: int | None = None, house: int = 0) -> Scoring:
    file = find_event(event(short))
    built = build_event(file, Entrants(pairs or file.event.usual, house=house))
    found = built.stage(stage)
    assert found is not None
    return found.scoring


def limits(short: str) -> CapRule:
    """The limits of an event's Final."""
    [(_, rule)] = scoring(short, "Final").match.conversions
    assert isinstance(rule, CapRule)
    return rule


def ns(board: ScoredBoard) -> list[Exact | None]:
    return [value(line.ns) for line in board.lines]


def ew(board: ScoredBoard) -> list[Exact | None]:
    return [value(line.ew) for line in board.lines]


@answers(FILE, "list IMP scale")
def list_imps(vector: Vector) -> Any:
    return {"lower_bounds": [0, *LEAST_DIFFERENCE]}


@answers(FILE, "convert difference to IMPs")
def convert_difference(vector: Vector) -> Any:
    return imps_of(read_exact(vector.given["difference"]))


@answers(FILE, "score board against median")
def against_median(vector: Vector) -> Any:
    short = vector.given.get("event") or vector.clause.removeprefix("ITS21 ").partition(".")[0]
    stage = {"OITS.stage2-scoring": "Stage II"}.get(
        vector.clause.removeprefix("ITS21 "), "Stage I" if short == "OITS" else "Qualifying"
    )
    rule = scoring(short, stage).board
    assert isinstance(rule, MedianRule)
    board = score_board(tables(vector.given["ns_scores"]), rule)
    answer = {"median": exact_text(board.comparisons[0].value), "ns_imps": ns(board), "ew_imps": ew(board)}
    return {key: answer[key] for key in vector.expect}


@answers(FILE, "total boards against median")
def total_against_median(vector: Vector) -> Any:
    boards = [tables(scores) for scores in vector.given["ns_scores_by_board"]]
    scored = score_round(boards, scoring("OITS", "Stage I"))
    return {
        "medians": [exact_text(board.comparisons[0].value) for board in scored.boards],
        "ns_totals": [match.ns.credited.value for match in scored.matches],
        "ew_totals": [match.ew.credited.value for match in scored.matches],
    }


@answers(FILE, "award artificial score")
def award(vector: Vector) -> Any:
    stage = {"single": "Single stage"}.get(vector.given["stage"], vector.given["stage"])
    found = scoring(vector.given["event"], stage, vector.given.get("entry"))
    return {name: found.match.artificial.worth(award) for name, award in AWARDS.items()}


@answers(FILE, "total match with artificial board")
def artificial_board(vector: Vector) -> Any:
    rule = scoring(vector.given["event"], vector.given["stage"]).match
    return {
        side: exact_text(
            score_side([given(imps), AWARDS[vector.given["board_16"][side]]], vector.given["boards"], rule).net.value
        )
        for side, imps in vector.given["cross_imps_15_boards"].items()
    }


@answers(FILE, "score board by cross-IMPs")
def cross_imps(vector: Vector) -> Any:
    rule = scoring(vector.clause.removeprefix("ITS21 ").partition(".")[0], "Final").board
    assert isinstance(rule, CrossImpsRule)
    board = score_board(tables(vector.given["ns_scores"]), rule)
    results = sum(line != NO_LINE for line in board.lines)
    return {
        "divisor": rule.divisor.divisor_for(results, len(board.lines)),
        "ns": [None if imps is None else ratio(imps) for imps in ns(board)],
        "ew": [None if imps is None else ratio(imps) for imps in ew(board)],
        "ns_2dp": [None if imps is None else two(imps) for imps in ns(board)],
    }


@answers(FILE, "score a 12-board 5-table match")
def capped_match(vector: Vector) -> Any:
    boards = [tables(scores) for scores in vector.given["ns_scores_by_board"]]
    scored = score_round(boards, scoring(vector.given["event"], "Final"), length=vector.given["boards"])
    sides = [match.ns.credited for match in scored.matches] + [match.ew.credited for match in scored.matches]
    answer = {
        "uncapped_ns": [two(match.ns.net.value) for match in scored.matches],
        "ns": [two(match.ns.credited.value) for match in scored.matches],
        "ew": [two(match.ew.credited.value) for match in scored.matches],
        "ns_by_board": [[ratio(imps) for imps in ns(board) if imps is not None] for board in scored.boards],
        "sum_of_all_ten": two(total(sides, IMPS, limits(vector.given["event"]).clause, phrase("all sides")).value),
    }
    return {key: answer[key] for key in vector.expect}


@answers(FILE, "cap match score")
def cap_match(vector: Vector) -> Any:
    imps = vector.given["match_imps"]
    return like(imps, cap_score(given(imps), vector.given["boards"], limits(vector.given["event"])).value)


@answers(FILE, "list caps")
def list_caps(vector: Vector) -> Any:
    events = vector.given["event"]
    [caps] = {limits(short).caps for short in ([events] if isinstance(events, str) else events)}
    return [{"boards": cap.boards, "max_win": cap.win, "max_loss": cap.loss} for cap in caps]


@answers(FILE, "apply penalty after cap")
def penalty_after_cap(vector: Vector) -> Any:
    boards, rule = vector.given["boards"], scoring(vector.given["event"], "Final").match
    nets = [given(vector.given["match_imps"]), given(0)]
    first, second = (SideScore(net, credited_score(net, boards, rule)) for net in nets)
    after = deduct(
        MatchScore(first, second),
        vector.given["slow_play_fine"],
        boards,
        rule,
        shipped_rulebook().get(DeductionRule, "nsw-its-2021/slow-play"),
    )
    return {"credited": exact_text(after.ns.credited.value)}


@answers(FILE, "credit switched board")
def switched_board(vector: Vector) -> Any:
    rule = scoring("OITS", "Final").board
    assert isinstance(rule, CrossImpsRule)
    board = score_board(tables([table["ns_score"] for table in vector.given["tables"]]), rule)
    found = {}
    for table, line in zip(vector.given["tables"], board.lines, strict=True):
        sat = Side(table["first_sits"])
        for pair, side in ((table["first"], sat), (table["second"], sat.other)):
            imps = value(line.side(side))
            assert imps is not None
            found[pair] = ratio(imps)
    return found


@answers(FILE, "recalculate match without withdrawn pair")
def without_withdrawn(vector: Vector) -> Any:
    rule, gone = scoring("OITS", "Final"), vector.given["withdrawn_at_table"]
    boards = [tables(scores) for scores in vector.given["ns_scores_by_board"]]
    long = limits("OITS").caps[0].boards
    before = score_round(boards, rule, length=long)
    without = [[bare(None) if place == gone else score for place, score in enumerate(board, 1)] for board in boards]
    after = score_round(without, rule, length=long)
    played = {
        place
        for place in range(1, vector.given["tables"] + 1)
        if any(board.lines[place - 1] != NO_LINE for board in after.boards)
    }
    return {
        "before_ns": [two(match.ns.net.value) for match in before.matches],
        "after_ns": {f"table_{place}": ratio(after.matches[place - 1].ns.net.value) for place in sorted(played)},
        "opponents_of_withdrawn": "no score for this match" if gone not in played else "scored",
    }


@answers(FILE, "choose scoring method")
def choose_method(vector: Vector) -> Any:
    house = int(vector.given.get("house_pair", False))
    chosen = scoring("SITS", "Final", vector.given["entries"], house)
    return METHODS[shipped_rulebook().find_stated("scoring", chosen.id).words["board"]]


@answers(FILE, "score single-stage board by Butler")
def single_stage_board(vector: Vector) -> Any:
    rule = scoring("SITS", "Final", vector.given["pairs"]).board
    assert isinstance(rule, ButlerRule)
    worked = work(rule.datum, vector.given["ns_scores"])
    return {
        "drop_each_end": worked.dropped,
        "kept": list(worked.kept),
        "mean": ratio(worked.mean),
        "datum": worked.datum,
        "ns_imps": worked.ns,
    }


@answers(FILE, "score bye")
def bye(vector: Vector) -> Any:
    byes = vector.given["byes"]
    score = score_bye(shipped_rulebook().get(ByeRule, "nsw-its-2021/wits"))
    return {
        "matches_scored": vector.given["matches_scheduled"] - byes,
        "bye_imps": exact_text(total([score.credited] * byes, IMPS, score.credited.clause, phrase("byes")).value),
    }


@answers(FILE, "count deleted scores")
def deleted(vector: Vector) -> Any:
    made = trim(tables_of(vector.given["results"]), shipped_rulebook().datum("nsw-its-2021/datum"))
    return {"drop_each_end": made.dropped, "kept": len(made.kept)}


@answers(FILE, "compute datum")
def compute_datum(vector: Vector) -> Any:
    worked = work(shipped_rulebook().datum("nsw-its-2021/datum"), vector.given["ns_scores"])
    return {
        "drop_each_end": worked.dropped,
        "mean": ratio(worked.mean),
        "datum": worked.datum,
        "ns_imps": worked.ns,
    }


@answers(FILE, "compute weighted datum")
def weighted_datum(vector: Vector) -> Any:
    rule = shipped_rulebook().datum("nsw-its-2021/datum")
    own = points(*vector.given["yits_scores"])
    outside = Weight(points(*vector.given["strong_field_scores"]), read_exact(vector.given["strong_field_weight"]))
    return {
        "yits_kept": list(trim(own, rule).kept),
        "weighted_mean": ratio(datum(own, replace(rule, round_to=None), outside=outside).value),
        "datum": datum(own, rule, outside=outside).value,
    }


@answers(FILE, "cap short match")
def cap_short(vector: Vector) -> Any:
    rule = scoring("YITS", "Single stage").match
    return {"credited": credited_score(given(vector.given["match_imps"]), vector.given["boards"], rule).value}


@answers(FILE, "convert match to VPs")
def convert_match(vector: Vector) -> Any:
    scale = scoring("YITS", "Single stage").match.conversion(vector.given["boards"])
    assert isinstance(scale, PrintedScale)
    ours, theirs = both(scale, vector.given["boards"], vector.given["net_imps"])
    return {"vp": two(ours), "opponent_vp": two(theirs)}


@answers(FILE, "choose match scoring")
def choose_match_scoring(vector: Vector) -> Any:
    boards = vector.given["boards"]
    conversion = scoring("YITS", "Single stage").match.conversion(boards)
    if not isinstance(conversion, CapRule):
        return {"method": "VP"}
    cap = conversion.cap(boards)
    return {"method": "capped IMPs", "max_win": cap.win, "max_loss": cap.loss}


@answers(FILE, "score match against datum")
def match_against_datum(vector: Vector) -> Any:
    boards = [tables(scores) for scores in vector.given["ns_scores_by_board"]]
    scored = score_round(boards, scoring("YITS", "Single stage"), length=vector.given["boards"])
    return {
        "datums": [board.comparisons[0].value for board in scored.boards],
        "ns_net": [match.ns.net.value for match in scored.matches],
        "ns_credited": [match.ns.credited.value for match in scored.matches],
    }


@answers(FILE, "rank finalists")
def rank_finalists(vector: Vector) -> Any:
    clause = scoring(vector.clause.removeprefix("ITS21 ").partition(".")[0], "Final").clause
    totals = {
        row["pair"]: total([given(row["cf"]), *map(given, row["matches"])], IMPS, clause, phrase("Final")).value
        for row in vector.given["pairs"]
    }
    order = sorted(totals, key=lambda pair: -totals[pair])
    shown = {pair: shown_like(vector.expect["totals"][pair], made) for pair, made in totals.items()}
    return {"totals": shown} | ({"tied": True} if len(set(totals.values())) < len(totals) else {"order": order})


def shown_like(text: str, made: Exact) -> str:
    """A total in the notation of the vector: ratio, or so many places."""
    return ratio(made) if "/" in text else decimal_text(made, len(text.partition(".")[2]))
