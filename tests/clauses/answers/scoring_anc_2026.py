"""ANC26's scoring: fouled boards, datums, matches, the scales of its appendices."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from clauses.shape import (
    both,
    given,
    matchpoints,
    of_top,
    ratio,
    rows,
    tables,
    tables_of,
    two,
    value,
    victory_points,
    work,
)
from clauses.vectors import Vector, answers
from overtrick.core.errors import NoDatum
from overtrick.core.event.plan.stages import Entrants, Stage
from overtrick.core.exact import Exact, exact_text
from overtrick.core.laws.adjusted import ArtificialRule, Fault, awards, further_award, several_total
from overtrick.core.laws.table_score import Credit, RuledAward, points
from overtrick.core.model.results import Average, AwardedPercent
from overtrick.core.model.seats import Side
from overtrick.core.provenance import PERCENT, Fact, Figure
from overtrick.core.scales import CornerScale, PrintedScale, vps
from overtrick.core.scoring.boards import ButlerRule, score_against, score_board
from overtrick.core.scoring.datum import DatumRule, datum, trim
from overtrick.core.scoring.fouled import SubstituteRule, TooLate, allows_substitute
from overtrick.core.scoring.match import NetImps, SideScore, score_side
from overtrick.core.scoring.rounds import Scoring, scored_side
from overtrick.core.scoring.unplayed import (
    ByeRule,
    ComparedRule,
    ForfeitRule,
    forfeit,
    offender_score,
    score_bye,
    too_few_compared,
)
from overtrick.core.scoring.unplayed import complements as left_by
from overtrick.core.wording import phrase
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.read.library import shipped_rulebook

FILE = "anc2026"
ITC = "Interstate Open Teams"
SHORT = {
    "ITC Qualifying": (ITC, "Qualifying"),
    "ITC Final": (ITC, "Final"),
    "IPC": ("Interstate Pairs Championship", "Swiss"),
}
LENGTHS = {"12": 12, "8": 8, "6/7": 7}
READINGS = {"17.12 to 17.15": "anc-2026/open-stage-1", "17.4": "anc-2026/open-stage-1-middle"}
ARTIFICIAL = {
    "teams_imps": "anc-2026/teams",
    "pairs_imps": "anc-2026/pairs",
    "pct": "anc-2026/matchpoints",
}


def stage(name: str) -> Stage:
    """An event's stage as the vectors name it: `Mixed Butler Stage 1`, `IPC`."""
    event, _, number = name.partition(" Stage ")
    called, wanted = SHORT.get(name, (event, f"Stage {number}" if number else None))
    file = find_event(called)
    stages = build_event(file, Entrants(file.event.usual)).stages
    [found] = [each for each in stages if wanted in (None, each.name)]
    return found


def scoring(name: str) -> Scoring:
    return stage(name).scoring


def artificial(name: str) -> ArtificialRule:
    return scoring(name).match.artificial


def itc() -> CornerScale:
    scale = shipped_rulebook().scale("anc-2026/interstate-teams")
    assert isinstance(scale, CornerScale)
    return scale


def swiss_pairs() -> PrintedScale:
    scale = shipped_rulebook().scale("anc-2026/swiss-pairs")
    assert isinstance(scale, PrintedScale)
    return scale


@answers(FILE, "decide ITC fouled board")
def fouled_board(vector: Vector) -> Any:
    said = {"match_result_known": TooLate.RESULT_KNOWN, "player_has_left": TooLate.PLAYER_LEFT}
    happened = [late for word, late in said.items() if vector.given[word]]
    if allows_substitute(happened, shipped_rulebook().get(SubstituteRule, "anc-2026/interstate-teams")):
        return {"action": "substitute_board"}
    return {
        "action": "cancel",
        "imps_each_side": exact_text(awards([Average.PLUS], artificial("ITC Qualifying")).value),
    }


def teams_sides(nets: list[Any], cancelled: int, name: str, boards: int) -> list[SideScore]:
    rule = scoring(name).match
    return [score_side([given(net), *[Average.PLUS] * cancelled], boards, rule) for net in nets]


@answers(FILE, "score ITC match with one cancelled board")
def cancelled_board(vector: Vector) -> Any:
    net, boards = vector.given["net_imps_other_boards_team_A"], stage("ITC Qualifying").boards
    assert boards is not None
    ours, theirs = teams_sides([net, -net], vector.given["cancelled_boards"], "ITC Qualifying", boards)
    return {
        "net_A": exact_text(ours.net.value),
        "vp_A": exact_text(ours.credited.value),
        "net_B": exact_text(theirs.net.value),
        "vp_B": exact_text(theirs.credited.value),
    }


@answers(FILE, "score ITC Final board cancelled")
def cancelled_in_final(vector: Vector) -> Any:
    running, boards = vector.given["running_imps"], stage("ITC Final").boards
    assert boards is not None
    sides = teams_sides(list(running.values()), vector.given["cancelled_boards"], "ITC Final", boards)
    return {team: exact_text(side.credited.value) for team, side in zip(running, sides, strict=True)}


@answers(FILE, "compute separate datums on a fouled board")
def separate_datums(vector: Vector) -> Any:
    first, second = vector.given["version_1_results"], vector.given["version_2_results"]
    groups = [range(len(first)), range(len(first), len(first) + len(second))]
    rule = shipped_rulebook().scoring("anc-2026/butler").board
    assert isinstance(rule, ButlerRule)
    assert rule.fouled is not None
    scored = score_board(tables([*first, *second]), rule, groups=groups)
    return {
        "datum_1": scored.comparisons[0].value,
        "mean_1": ratio(datum(points(*first), replace(rule.fouled, round_to=None)).value),
        "used_1": list(trim(points(*first), rule.fouled).kept),
        "datum_2": scored.comparisons[1].value,
        "used_2": list(trim(points(*second), rule.fouled).kept),
    }


@answers(FILE, "count extremes dropped per end")
def extremes(vector: Vector) -> Any:
    try:
        return trim(tables_of(vector.given["results_in_version"]), shipped_rulebook().datum("anc-2026/fouled")).dropped
    except NoDatum:
        return None


@answers(FILE, "award single artificial score (IMP pairs)")
def award_pairs(vector: Vector) -> Any:
    rule, at_fault = artificial(vector.given["event"]), vector.given["at_fault"]
    faults = {side: Fault.DIRECTLY if side == at_fault else Fault.NONE for side in ("NS", "EW")}
    return {
        side: exact_text(awards([fault.award] * vector.given["boards_affected"], rule).value)
        for side, fault in faults.items()
    }


@answers(FILE, "award single fouled board (matchpoints)")
def award_matchpoints(vector: Vector) -> Any:
    share = awards([Average.PLUS] * vector.given["boards_affected"], artificial(vector.given["event"])).value
    worth = exact_text(of_top(share, matchpoints(vector.given["top_on_board"]).value))
    return {"NS": worth, "EW": worth}


@answers(FILE, "award several unplayable boards")
def award_several(vector: Vector) -> Any:
    given_awards = [Average.PLUS] * vector.given["boards_affected"]
    return {"total_imps_each_side": exact_text(awards(given_awards, artificial(vector.given["event"])).value)}


@answers(FILE, "route an unplayable board")
def route_unplayable(vector: Vector) -> Any:
    cancelled = RuledAward(Average.PLUS, Fact(Average.PLUS), cancelled=True)
    award = stage(vector.given["event"]).scoring.match.awards([cancelled] * vector.given["boards_affected"])
    number = award.clause.number
    # The vectors cite the appendix as a whole.
    return {"clause": number.partition(".")[0] if "App" in number else number, "imps": exact_text(award.value)}


@answers(FILE, "test for forfeit scoring")
def forfeit_scoring(vector: Vector) -> Any:
    boards = vector.given["boards_in_match"]
    compared = boards - vector.given["boards_without_comparison"]
    return too_few_compared(compared, boards, shipped_rulebook().get(ComparedRule, "anc-2026/match"))


@answers(FILE, "score ITC match under 7.7")
def two_innocent_sides(vector: Vector) -> Any:
    rule = shipped_rulebook().forfeit("anc-2026/interstate-teams", "anc-2026/interstate-teams", 16)
    return {
        f"vp_{side}": exact_text(forfeit(victory_points([vector.given[f"own_average_{side}"]]), (), rule).value)
        for side in ("A", "B")
    }


@answers(FILE, "convert ITC margin to VPs")
@answers(FILE, "convert fractional ITC margin")
def convert_itc(vector: Vector) -> Any:
    boards = stage("ITC Qualifying").boards
    assert boards is not None
    winner, loser = both(itc(), boards, vector.given["margin_imps"])
    return {"winner": exact_text(winner), "loser": exact_text(loser)}


@answers(FILE, "score a bye", "ANC26 11.11")
def bye(vector: Vector) -> Any:
    rule = shipped_rulebook().get(ByeRule, "anc-2026/interstate-teams")
    score = score_bye(rule)
    return {"vp": exact_text(score.credited.value), "imps": exact_text(score.net.value), "win": rule.win}


def forfeit_answer(vector: Vector) -> dict[str, str]:
    rule = shipped_rulebook().forfeit("anc-2026/interstate-teams", "anc-2026/interstate-teams", 16)
    own, offender = (victory_points(vector.given[side]) for side in ("own_other_rounds", "offender_other_rounds"))
    made = forfeit(own, left_by(offender, rule), rule)
    return {"vp": exact_text(made.value), "vp_published": two(made.value), "imps": read_back(made, rule)}


def read_back(made: Figure[Exact], rule: ForfeitRule) -> str:
    imps = rule.imps(made)
    assert imps is not None
    return exact_text(imps.value)


@answers(FILE, "adjust forfeit at end of round robin 1")
@answers(FILE, "cap the complement")
@answers(FILE, "re-adjust forfeit at end of round robin 2")
@answers(FILE, "exclude byes from the averages")
def adjust_forfeit(vector: Vector) -> Any:
    return forfeit_answer(vector)


@answers(FILE, "score forfeit on the day")
def forfeit_on_the_day(vector: Vector) -> Any:
    rule = shipped_rulebook().forfeit("anc-2026/interstate-teams", "anc-2026/interstate-teams", 16)
    offender = offender_score(rule)
    return forfeit_answer(vector) | {
        "offender_vp": exact_text(offender.value),
        "offender_imps": read_back(offender, rule),
    }


def ipc_side(credits_of_boards: list[Credit], top: Exact, boards: int) -> SideScore:
    rule = scoring("IPC")
    assert rule.percent is not None
    return scored_side(credits_of_boards, [top] * len(credits_of_boards), boards, rule)


@answers(FILE, "score an IPC match")
@answers(FILE, "score an IPC match with one 60% board")
@answers(FILE, "score an IPC match with two average-plus boards")
def ipc_match(vector: Vector) -> Any:
    top, made = matchpoints(vector.given["top"]).value, vector.given["matchpoints_by_board"]
    stated = {
        int(board): AwardedPercent(given(share).value) for board, share in vector.given.get("artificial", {}).items()
    }

    def side(of: Any) -> SideScore:
        return ipc_side(
            [
                stated.get(board, Average.PLUS) if score is None else matchpoints(of(score))
                for board, score in enumerate(made, start=1)
            ],
            top,
            len(made),
        )

    ours, theirs = side(lambda score: score), side(lambda score: top - score)
    answer = {
        "pct": two(ours.net.value),
        "vp": two(ours.credited.value),
        "opp_pct": two(theirs.net.value),
        "opp_vp": two(theirs.credited.value),
    }
    return {key: answer[key] for key in vector.expect}


@answers(FILE, "convert percentage to VPs")
def convert_percentage(vector: Vector) -> Any:
    scale = shipped_rulebook().scale("anc-2026/interstate-pairs")
    assert isinstance(scale, CornerScale)
    percent, boards = given(vector.given["pct"], PERCENT), stage("IPC").boards
    assert boards is not None
    return {"x": two(scale.entry(percent.value)), "vp": two(vps(percent, boards, scale).value)}


@answers(FILE, "plan the datum")
def plan_datum(vector: Vector) -> Any:
    made = trim(
        tables_of(vector.given["tables"]), shipped_rulebook().datum("anc-2026/butler"), vector.given.get("match", 1)
    )
    answer = {
        "tables_considered": made.considered,
        "dropped_each_end": made.dropped,
        "scores_averaged": len(made.kept),
    }
    return {key: answer[key] for key in vector.expect}


@answers(FILE, "plan the Open Stage 1 datum")
def plan_stage_1(vector: Vector) -> Any:
    name = READINGS[vector.given.get("reading", "17.12 to 17.15")]
    made = trim(tables_of(vector.given["tables"]), shipped_rulebook().datum(name))
    return {"dropped_each_end": made.dropped, "scores_averaged": len(made.kept)}


def datum_answer(rule: DatumRule, scores: list[int | None], vector: Vector) -> Any:
    match = vector.given.get("match", 1)
    worked = work(rule, scores, match)
    answer = {
        "tables_considered": trim(tables_of(len(scores)), rule, match).considered,
        "dropped_each_end": worked.dropped,
        "averaged": list(worked.kept),
        "mean": ratio(worked.mean) if "/" in vector.expect["mean"] else exact_text(worked.mean),
        "datum": worked.datum,
        "ns_imps_by_table": worked.ns,
    }
    return {key: answer[key] for key in vector.expect}


@answers(FILE, "compute a whole datum of 26 tables")
@answers(FILE, "compute a datum with an artificial score at a top table")
def whole_datum(vector: Vector) -> Any:
    return datum_answer(shipped_rulebook().datum("anc-2026/butler"), vector.given["ns_scores_by_table_1_to_26"], vector)


@answers(FILE, "compute datum")
@answers(FILE, "round a mean")
@answers(FILE, "round a mean ending in 5")
@answers(FILE, "round a negative mean ending in 5")
def compute_datum(vector: Vector) -> Any:
    return datum_answer(shipped_rulebook().datum("anc-2026/butler"), vector.given["ns_scores"], vector)


@answers(FILE, "compute an Open Stage 1 datum")
def stage_1_datum(vector: Vector) -> Any:
    return datum_answer(shipped_rulebook().datum("anc-2026/open-stage-1"), vector.given["ns_scores"], vector)


@answers(FILE, "score a 12-board Butler match")
def butler_match(vector: Vector) -> Any:
    lines = []
    for score, compared in vector.given["ns_score_and_datum_by_board"]:
        [line] = score_against(tables([score]), points(compared)[0], phrase("against the datum")).lines
        lines.append(line)
    rule, boards = shipped_rulebook().scoring("anc-2026/butler").match, vector.given["boards"]
    ours, theirs = (score_side([line.side(side) for line in lines], boards, rule) for side in Side)
    return {
        "ns_imps_by_board": [value(line.ns) for line in lines],
        "ns_net": ours.net.value,
        "ns_vp": two(ours.credited.value),
        "ew_vp": two(theirs.credited.value),
    }


@answers(FILE, "choose the match conversion")
def match_conversion(vector: Vector) -> Any:
    [(_, conversion)] = scoring(vector.given["event"]).match.conversions
    assert isinstance(conversion, NetImps)
    return {"vp": None, "score": "net IMPs"}


@answers(FILE, "keep datums apart")
def datums_apart(vector: Vector) -> Any:
    """The same boards in several events, each with a field of its own."""
    made: list[Figure[Exact]] = []
    for place, name in enumerate(vector.given["same_boards_played_in"]):
        rule = scoring(name).board
        assert isinstance(rule, ButlerRule)
        made.extend(score_board(tables([420, 100 * place, -50]), rule).comparisons)
    assert [figure.value for figure in made] == [0, 100, 200]
    return {"datums": len(made)}


@answers(FILE, "choose scoring route and scale")
def route_and_scale(vector: Vector) -> Any:
    words = stage(vector.given["event"])
    scale = words.scoring.match.conversion(words.boards)
    if not isinstance(scale, PrintedScale):
        return {"clause": scoring(vector.given["event"]).clause.number, "scale": scale.clause.number}
    column = scale.column(words.boards)
    assert column is not None
    return {
        "clause": scoring(vector.given["event"]).clause.number,
        "scale": "/".join(str(boards) for boards in column.boards),
    }


@answers(FILE, "award the Nth unplayable board")
def nth_board(vector: Vector) -> Any:
    added = {
        name: further_award(vector.given["n"], shipped_rulebook().artificial(rule)) for name, rule in ARTIFICIAL.items()
    }
    return {name: two(made) if name == "pct" else made for name, made in added.items()}


@answers(FILE, "total several average-plus boards")
def several_boards(vector: Vector) -> Any:
    boards = vector.given["n"]
    made = {name: several_total(boards, shipped_rulebook().artificial(rule)) for name, rule in ARTIFICIAL.items()}
    return {
        "teams_imps_total": made["teams_imps"],
        "pairs_imps_total": made["pairs_imps"],
        "pct_total": two(made["pct"]),
        "pct_per_board": two(made["pct"] / Fraction(boards)),
    }


def two_average_plus(vector: Vector, net: Any, rule: str) -> Any:
    match = shipped_rulebook().scoring(rule).match
    given_awards = [Average.PLUS] * vector.given["average_plus_boards"]
    ours, theirs = (score_side([given(own), *given_awards], vector.given["boards"], match) for own in (net, -net))
    return {
        "net": exact_text(ours.net.value),
        "vp": exact_text(ours.credited.value),
        "opp_net": exact_text(theirs.net.value),
        "opp_vp": exact_text(theirs.credited.value),
    }


@answers(FILE, "score a Butler match with two average-plus boards")
def butler_average_plus(vector: Vector) -> Any:
    return two_average_plus(vector, vector.given["net_imps_on_ten_boards"], "anc-2026/butler")


@answers(FILE, "score an ITC match with two average-plus boards")
def itc_average_plus(vector: Vector) -> Any:
    return two_average_plus(vector, vector.given["net_imps_on_fourteen_boards"], "anc-2026/interstate-teams")


@answers(FILE, "hold the full VP table")
def full_table(vector: Vector) -> Any:
    boards = LENGTHS[vector.given["boards"]]
    repairs = {repair.row: repair for repair in shipped_rulebook().repairs("anc-2026/swiss-pairs", boards)}
    listed = []
    for margin, win, loss in rows(swiss_pairs(), boards):
        row: dict[str, Any] = {"imps": margin, "win": two(win), "lose": two(loss)}
        if margin in repairs:
            printed = repairs[margin].printed
            assert printed is not None
            row |= {"corrected": True, "printed_win": two(printed[0]), "printed_lose": two(printed[1])}
        listed.append(row)
    beyond = both(swiss_pairs(), boards, len(listed))
    return {"rows": listed, "above_last_row": [two(made) for made in beyond]}


@answers(FILE, "convert net IMPs to VPs")
def convert_net(vector: Vector) -> Any:
    return two(both(swiss_pairs(), LENGTHS[vector.given["boards"]], vector.given["net_imps"])[0])
