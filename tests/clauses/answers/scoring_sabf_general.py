"""SABF20's general rules: matchpoint sessions, Butler datums, teams matches, matches not played out."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

from clauses.shape import (
    both,
    given,
    matchpoints,
    of_top,
    scale_of,
    tables,
    tables_of,
    two,
    value,
    victory_points,
    work,
)
from clauses.vectors import Vector, answers
from overtrick.core.exact import Exact, decimal_text, exact_text
from overtrick.core.laws.adjusted import awards
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.matchpoints import MatchpointRule, top
from overtrick.core.laws.table_score import Credit, Line, TableScore, bare, points
from overtrick.core.model.results import Average
from overtrick.core.provenance import IMPS, PERCENT, VPS, Clause, Figure, total
from overtrick.core.scales import PrintedScale
from overtrick.core.scoring.boards import ButlerRule, score_board
from overtrick.core.scoring.datum import trim
from overtrick.core.scoring.deductions import DeductionRule, deduct
from overtrick.core.scoring.fouled import BarredRule, barred_score
from overtrick.core.scoring.match import Length, MatchScore, SideScore, credited_score, score_side
from overtrick.core.scoring.rounds import score_share_match, score_teams_match
from overtrick.core.scoring.session import (
    BoardCredit,
    Fine,
    PercentRule,
    fined_percent,
    own_percentage,
    percentage,
)
from overtrick.core.scoring.teams import teams_board
from overtrick.core.scoring.unplayed import (
    AGAINST,
    OWN,
    ForfeitRule,
    abandoned_scores,
    cancelled_scores,
    complements,
    forfeit,
    offender_score,
    unfinished_rule,
)
from overtrick.core.typed_numbers import read_exact
from overtrick.core.wording import phrase
from overtrick.regulations.read.library import shipped_rulebook

FILE = "sabf2020-general"
TEAMS = "sabf-2020/teams"
CANDIDATES = {
    "a win by 12 IMPs": "plus_12_imps_converted",
    str(OWN): "own_mean",
    str(AGAINST): "opponents_of_offender_mean",
}


def percent_rule() -> PercentRule:
    return shipped_rulebook().get(PercentRule, "sabf-2020/percent")


@answers(FILE, "adjust a barred psychic at matchpoints")
def psychic_matchpoints(vector: Vector) -> Any:
    score = barred_score(
        given(vector.given["offender_actual_pct"], PERCENT),
        given(vector.given["opponents_actual_pct"], PERCENT),
        shipped_rulebook().get(BarredRule, "sabf-2020/psychic-matchpoints"),
    )
    return {"offender_pct": two(score.offenders.value), "opponents_pct": two(score.opponents.value)}


@answers(FILE, "adjust a barred psychic at IMPs")
def psychic_imps(vector: Vector) -> Any:
    actual = vector.given["offender_actual_imps"]
    score = barred_score(given(actual), given(-actual), shipped_rulebook().get(BarredRule, "sabf-2020/psychic-imps"))
    return {"offender_imps": score.offenders.value, "opponents_imps": score.opponents.value}


@answers(FILE, "convert a fraction of a top")
def fraction_of_a_top(vector: Vector) -> Any:
    share = given(vector.given["pct_of_top"], PERCENT).value
    fine = Fine(Clause.parse(vector.clause), tops=of_top(share, 1))
    taken = fined_percent(fine, vector.given["boards_played"]).value
    return {
        "matchpoints": exact_text(of_top(100 * fine.tops, vector.given["top_mp"])),
        "session_pct_points": decimal_text(-taken, 4),
    }


@answers(FILE, "compute a session percentage")
def session_percentage(vector: Vector) -> Any:
    whole = BoardCredit(matchpoints(vector.given["matchpoints"]), read_exact(vector.given["maximum"]))
    return two(percentage([whole], percent_rule()).value)


@answers(FILE, "factor a board with fewer results")
def factored(vector: Vector) -> Any:
    own, results = vector.given["matchpoints"], vector.given["results"]
    beaten, level = divmod(own, 2)
    others = [*[-50] * beaten, *[0] * level, *[50] * (results - 1 - beaten - level)]
    rule = shipped_rulebook().scoring("sabf-2020/matchpoint-pairs").board
    assert isinstance(rule, MatchpointRule)
    made = value(score_board(tables([0, *others]), rule, expected=vector.given["expected_results"]).lines[0].ns)
    assert made is not None
    return exact_text(made)


@answers(FILE, "add session percentages")
def add_sessions(vector: Vector) -> Any:
    sessions = [given(text, PERCENT) for text in vector.given["sessions"]]
    return two(total(sessions, PERCENT, percent_rule().clause, phrase("all sessions")).value)


Result = tuple[int, int, int | None]


def travellers(rows: list[list[Any]]) -> dict[int, list[Result]]:
    """Board by board, who sat North-South and East-West, and the score."""
    boards: dict[int, list[Result]] = defaultdict(list)
    for _, _, board, ns, ew, score in rows:
        boards[board].append((ns, ew, score))
    return boards


def line_of(line: Line, score: int | None) -> tuple[Credit | None, Credit | None]:
    """What a table brought both pairs; both are innocent where the board could not be played."""
    return (Average.PLUS, Average.PLUS) if score is None else (line.ns, line.ew)


def session_credits(rows: list[list[Any]]) -> tuple[dict[int, list[BoardCredit]], int, set[int]]:
    """Every pair's boards, the top, and who sat North-South."""
    rule = shipped_rulebook().scoring("sabf-2020/matchpoint-pairs").board
    assert isinstance(rule, MatchpointRule)
    found: dict[int, list[BoardCredit]] = defaultdict(list)
    boards = travellers(rows)
    expected = max(len(results) for results in boards.values())
    for results in boards.values():
        scored = score_board(tables([score for _, _, score in results]), rule, expected=expected)
        for (ns, ew, score), line in zip(results, scored.lines, strict=True):
            for pair, credit in zip((ns, ew), line_of(line, score), strict=True):
                found[pair].append(BoardCredit(credit, top(expected)))
    return found, top(expected), {row[3] for row in rows}


@answers(FILE, "score a whole five-table session")
def whole_session(vector: Vector) -> Any:
    found, most, sat_ns = session_credits(vector.given["results"])
    pairs, percents = {}, {}
    for pair, boards in sorted(found.items()):
        fines = [fine_of(row) for row in vector.given["fines"] if row["pair"] == pair]
        rule = percent_rule()
        percents[pair] = percentage(boards, rule, fines).value
        played = [board.credit for board in boards if isinstance(board.credit, Figure)]
        given_awards = [board.credit for board in boards if isinstance(board.credit, Average)]
        award: Exact = 0
        if given_awards:  # several are worth their mean each
            award = awards(given_awards, rule.artificial, own_percentage(boards, rule.clause)).value * len(given_awards)
        pairs[str(pair)] = {
            "mp_played": exact_text(sum(figure.value for figure in played)),
            "boards_played": len(played),
            "artificial_mp": exact_text(of_top(award, most)),
            "fine_mp": exact_text(sum(of_top(100 * fine.tops, most) for fine in fines)),
            "points_off": exact_text(sum(fine.points for fine in fines)),
            "percentage": two(percents[pair]),
        }
    order = sorted(percents, key=lambda pair: -percents[pair])
    return {
        "top_mp": most,
        "pairs": pairs,
        "ns_order": [pair for pair in order if pair in sat_ns],
        "ew_order": [pair for pair in order if pair not in sat_ns],
    }


def fine_of(row: dict[str, Any]) -> Fine:
    return Fine(
        Clause("SABF20", row["clause"]),
        read_exact(row.get("tops", "0")),
        read_exact(row.get("points", "0")),
        row["why"],
    )


@answers(FILE, "award an innocent pair on a fouled board")
def innocent_pair(vector: Vector) -> Any:
    most = vector.given["top_mp"]
    others = BoardCredit(matchpoints(vector.given["matchpoints_other_boards"]), most * vector.given["other_boards"])
    own = own_percentage([others], percent_rule().clause)
    assert own is not None
    award = awards([Average.PLUS], percent_rule().artificial, own).value
    return {
        "session_average_pct": two(own.value),
        "award_pct": two(award),
        "award_mp": exact_text(of_top(award, most)),
    }


@answers(FILE, "convert Butler IMPs to VPs")
def convert_butler(vector: Vector) -> Any:
    scale = scale_of("sabf-2020/butler-swiss", vector.given["boards"])
    return vps_of_both(*both(scale, vector.given["boards"], vector.given["net_imps"]))


def vps_of_both(ours: Exact, theirs: Exact) -> dict[str, str]:
    return {"vp": two(ours), "opponent_vp": two(theirs)}


@answers(FILE, "tabulate scores dropped at each end")
def tabulate_dropped(vector: Vector) -> Any:
    rule = shipped_rulebook().datum("sabf-2020/round-robin")
    plans = {str(scores): trim(tables_of(scores), rule) for scores in vector.given["scores"]}
    return {
        "drop_each_end": {scores: made.dropped for scores, made in plans.items()},
        "kept": {scores: len(made.kept) for scores, made in plans.items()},
    }


@answers(FILE, "compute a Butler datum and IMPs")
@answers(FILE, "compute a datum for one form of a fouled board")
def butler_datum(vector: Vector) -> Any:
    swiss, fouled = vector.clause.startswith("SABF20 12.2"), vector.clause.startswith("SABF20 12.3")
    board = shipped_rulebook().scoring("sabf-2020/butler-swiss" if swiss else "sabf-2020/butler-round-robin").board
    assert isinstance(board, ButlerRule)
    rule = board.fouled if fouled else board.datum
    assert rule is not None
    scores = vector.given.get("ns_scores_by_table") or vector.given["ns_scores"]
    worked = work(rule, scores, vector.given.get("round", 1))
    answer = {
        "scores_used": len(worked.kept) + 2 * worked.dropped,
        "dropped_each_end": worked.dropped,
        "average": exact_text(worked.mean),
        "datum": worked.datum,
        "ns_imps": worked.ns,
    }
    return {key: answer[key] for key in vector.expect}


@answers(FILE, "score a match with a cancelled board")
def cancelled_board(vector: Vector) -> Any:
    rule = shipped_rulebook().scoring("sabf-2020/butler-swiss").match
    net, given_awards = vector.given["net_imps_on_nine_played"], [Average.PLUS] * vector.given["cancelled_boards"]
    sides = {
        name: score_side([given(own), *given_awards], vector.given["boards"], rule)
        for name, own in (("A", net), ("B", -net))
    }
    made = total([side.credited for side in sides.values()], VPS, rule.clause, phrase("both sides")).value
    return {
        "imps": {name: side.net.value for name, side in sides.items()},
        "vps": {name: two(side.credited.value) for name, side in sides.items()},
        "sum": two(made),
    }


@answers(FILE, "apply a substitute adjustment")
def substitute_adjustment(vector: Vector) -> Any:
    boards, rule = vector.given["boards"], shipped_rulebook().scoring(TEAMS).match
    margin = vector.given["margin_for_fielding_team"]
    fielding, others = (SideScore(net, credited_score(net, boards, rule)) for net in (given(margin), given(-margin)))
    deduction = shipped_rulebook().get(DeductionRule, "sabf-2020/substitute")
    after = deduct(MatchScore(fielding, others), vector.given["adjustment"], boards, rule, deduction)
    return {
        "adjusted_margin": after.ns.net.value,
        "vp_fielding": two(after.ns.credited.value),
        "vp_opponent": two(after.ew.credited.value),
    }


@answers(FILE, "convert a board difference to IMPs")
def board_difference(vector: Vector) -> Any:
    return {"imps": imps_of(vector.given["difference"])}


@answers(FILE, "score a short teams match")
def short_match(vector: Vector) -> Any:
    boards = [
        (bare(points(row["open_room_ns"])[0]), bare(points(row["closed_room_ns"])[0])) for row in vector.given["boards"]
    ]
    _, match = score_teams_match(boards, vector.given["boards_in_match"], shipped_rulebook().scoring(TEAMS))
    home = [teams_board(*board).home for board in boards]
    return {
        "imps_by_board_for_home": [credit.value for credit in home if isinstance(credit, Figure)],
        "margin": match.ns.net.value,
        "vp_home": two(match.ns.credited.value),
        "vp_visiting": two(match.ew.credited.value),
    }


@answers(FILE, "convert a match margin to VPs")
@answers(FILE, "convert a margin on an unprinted scale")
def convert_margin(vector: Vector) -> Any:
    scale, boards = scale_of(TEAMS, vector.given["boards"]), vector.given["boards"]
    assert isinstance(scale, PrintedScale)
    assert (scale.column(boards) is None) == ("unprinted" in vector.what)
    return vps_of_both(*both(scale, boards, vector.given["margin"]))


def forfeit_rule(vector: Vector, name: str = "sabf-2020/forfeit") -> ForfeitRule:
    return shipped_rulebook().forfeit(name, TEAMS, vector.given["boards"])


@answers(FILE, "resolve a forfeit after the last round")
def resolve_forfeit(vector: Vector) -> Any:
    rule, literal = forfeit_rule(vector), forfeit_rule(vector, "sabf-2020/forfeit-12-vps")
    own = victory_points(vector.given["non_offender_other_vps"])
    others = complements(victory_points(vector.given["offender_other_vps"]), rule)
    made = forfeit(own, others, rule)
    return {
        "offender_vp": two(offender_score(rule).value),
        "non_offender_vp": two(made.value),
        "candidates": {
            CANDIDATES[candidate.said]: exact_text(candidate.value)
            for candidate in made.of
            if isinstance(candidate, Figure)
        },
        "if_floor_read_as_12_vp": two(forfeit(own, others, literal).value),
    }


@answers(FILE, "resolve two forfeits received by one team")
def two_forfeits(vector: Vector) -> Any:
    rule, own = forfeit_rule(vector), victory_points(vector.given["non_offender_other_vps"])
    return {
        f"from_{offender}": two(forfeit(own, complements(victory_points(others), rule), rule).value)
        for offender, others in vector.given["offenders"].items()
    }


@answers(FILE, "score a forfeit for the next draw")
def interim_forfeit(vector: Vector) -> Any:
    rule = forfeit_rule(vector)
    own, offender = (victory_points(vector.given[f"{side}_vps_to_date"]) for side in ("non_offender", "offender"))
    return {
        "offender_interim_vp": two(offender_score(rule).value),
        "non_offender_interim_vp": two(forfeit(own, complements(offender, rule), rule).value),
    }


@answers(FILE, "score a match both teams failed to attend")
def both_absent(vector: Vector) -> Any:
    figure = offender_score(shipped_rulebook().forfeit("sabf-2020/forfeit", TEAMS, 14))
    # D74 is our answer where the document has none.
    flag = "not_provided" if "D74" in figure.clause.readings else "provided"
    return {"vp": {"A": two(figure.value), "B": two(figure.value)}, "flag": flag}


@answers(FILE, "score a match cancelled without fault")
def cancelled_match(vector: Vector) -> Any:
    present, absent = (victory_points(vector.given[f"{side}_other_vps"]) for side in ("present", "absent"))
    rule = forfeit_rule(vector, "sabf-2020/cancelled")
    by_average = forfeit_rule(vector, "sabf-2020/cancelled-by-average")
    score = forfeit(present, complements(absent, rule), rule)
    literal = cancelled_scores(score, present, absent, rule)
    return {
        "present_vp": two(literal.first.value),
        "absent_vp": two(literal.second.value),
        "absent_if_complement_of_opponents_mean": two(
            cancelled_scores(score, present, absent, by_average).second.value
        ),
    }


@answers(FILE, "choose the clause for an unfinished match")
def unfinished_match(vector: Vector) -> Any:
    rules = [
        shipped_rulebook().forfeit(f"sabf-2020/{name}", TEAMS, 14) for name in ("forfeit", "cancelled", "abandoned")
    ]
    return {"apply": unfinished_rule(rules, vector.given["boards_begun"], fault=vector.given["fault"]).clause.number}


@answers(FILE, "choose the VP scale after boards are cancelled")
def after_cancelled_boards(vector: Vector) -> Any:
    announced, gone = vector.given["scheduled_boards"], vector.given["cancelled_boards"]
    rule = shipped_rulebook().scoring(TEAMS).match

    def side(margin: int, length: Length) -> str:
        rest = [given(0)] * (announced - gone - 1)
        credits_of_boards = [given(margin), *rest, *[None] * gone]
        return two(score_side(credits_of_boards, announced, replace(rule, length=length)).credited.value)

    margin = vector.given["margin_on_played"]
    return {
        "scale_boards": rule.length.length_for(announced, announced - gone),
        "vp": side(margin, rule.length),
        "opponent_vp": side(-margin, rule.length),
        "if_scale_of_played_boards": side(margin, Length.PLAYED),
    }


@answers(FILE, "score a match abandoned through illness")
def abandoned_match(vector: Vector) -> Any:
    rule = shipped_rulebook().forfeit("sabf-2020/abandoned", TEAMS, 14)
    concerned, opposing = (victory_points(vector.given[f"{side}_other_vps"]) for side in ("concerned", "opposing"))
    exact = abandoned_scores(concerned, opposing, replace(rule, places=None))
    score = abandoned_scores(concerned, opposing, rule)
    return {
        "opposing_exact": exact_text(exact.second.value),
        "opposing_vp": two(score.second.value),
        "concerned_vp": two(score.first.value),
        "sum": two(total([score.first, score.second], VPS, rule.clause, phrase("both sides")).value),
    }


@answers(FILE, "score a share match")
def share_match(vector: Vector) -> Any:
    flat = bare(points(0)[0])

    def table(row: dict[str, int], name: str) -> TableScore:
        return bare(points(row[name])[0])

    shown = [
        (table(row, "table1_A_v_B"), table(row, "table3_B_v_C"), table(row, "table2_C_v_A"))
        for row in vector.given["ns_scores_by_board"]
    ]
    boards = [*shown, *[(flat, flat, flat)] * (vector.given["boards_counted"] - len(shown))]
    scoring = shipped_rulebook().scoring(TEAMS)
    sides = dict(zip("ABC", score_share_match(boards, vector.given["boards_counted"], scoring), strict=True))
    return {
        "imps": {team: side.net.value for team, side in sides.items()},
        "imps_sum": total([side.net for side in sides.values()], IMPS, scoring.match.clause, phrase("all three")).value,
        "vps": {team: two(side.credited.value) for team, side in sides.items()},
    }
