"""ANC26: ties, carry-overs, qualification and awards."""

from collections.abc import Sequence
from typing import Any

from clauses.answers.ranking_shared import grouped, imps, number, ranked, two, vps
from clauses.vectors import Vector, answers
from overtrick.core.draws.finals import settle
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, exact_text, plain
from overtrick.core.provenance import VPS, Clause, Figure
from overtrick.core.ranking.awards import Finish, MemberPlay, award, check_nomination, leaders, member_award
from overtrick.core.ranking.carry_over import (
    CarryOver,
    LinearCarry,
    MarginCarry,
    PlaceCarry,
    linear_carry,
    margin_carry,
    place_carry,
)
from overtrick.core.ranking.measures import MatchLine, Measure, ScoreOrigin, StageRecord, wins
from overtrick.core.ranking.qualification import PassOverReason, part_significant, qualify
from overtrick.core.ranking.standings import Purpose, standings
from overtrick.core.scales import vps as convert
from overtrick.core.wording import phrase
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load
from overtrick.regulations.read.library import shipped_rulebook

FILE = "anc2026"
RULES = load(RankingRules, "anc-2026")
BOOK = load(DrawBook, "anc-2026")
FINAL = load(Brackets, "anc-2026").brackets["interstate final"]


def margin_rule() -> MarginCarry:
    rule = RULES.carry_overs["interstate-final"]
    assert isinstance(rule, MarginCarry)
    return rule


def place_rule() -> PlaceCarry:
    rule = RULES.carry_overs["open-stage-3"]
    assert isinstance(rule, PlaceCarry)
    return rule


def linear_rule() -> LinearCarry:
    rule = RULES.carry_overs["mixed-stage-2"]
    assert isinstance(rule, LinearCarry)
    return rule


@answers(FILE, "compute Final carry-over")
def final_carry(vector: Vector) -> Any:
    return exact_text(margin_carry(vps(vector.given["vp_margin"]), vps(0), margin_rule()).value)


@answers(FILE, "total a Final")
def whole_final(vector: Vector) -> Any:
    given = vector.given
    qualifying = {team: vps(total) for team, total in given["qualifying_vp"].items()}
    higher, lower = sorted(qualifying, key=lambda team: qualifying[team].value, reverse=True)
    carry = margin_carry(qualifying[higher], qualifying[lower], margin_rule())
    played = {
        team: plain(sum(stanzas) - number(given["penalty_imps"].get(team, 0)))
        for team, stanzas in given["stanza_imps"].items()
    }
    verdict = settle((played[higher], played[lower]), carry.value, FINAL.match("F").carry_to, FINAL.level)
    return {
        "carry_over": exact_text(carry.value),
        higher: exact_text(plain(played[higher] + carry.value)),
        lower: exact_text(played[lower]),
        "winner": (higher, lower)[verdict.side or 0],
        "margin": exact_text(verdict.margin),
    }


@answers(FILE, "detect a tie", "ANC26 13.1")
def team_tie(vector: Vector) -> Any:
    totals = {team: {Measure.TOTAL: number(vp), Measure.WINS: 0, Measure.NET_IMPS: 0} for team, vp in vps_of(vector)}
    return bool(ranked(totals, RULES.chains["interstate"]).tied)


@answers(FILE, "detect a tie", "ANC26 18.1")
def pairs_tie(vector: Vector) -> Any:
    return bool(ranked({pair: {Measure.TOTAL: number(vp)} for pair, vp in vps_of(vector)}, FINAL_PLACINGS).tied)


FINAL_PLACINGS = RULES.chains["final-placings"]


def vps_of(vector: Vector) -> list[tuple[str, str]]:
    return list(vector.given["vp"].items())


@answers(FILE, "rank with ties")
def teams(vector: Vector) -> Any:
    given = {
        team: {
            Measure.TOTAL: number(row["vp"]), Measure.WINS: row["wins"], Measure.NET_IMPS: number(row["net_imps"]),
        }
        for team, row in vector.given["teams"].items()
    }  # fmt: skip
    ranking = ranked(given, RULES.chains["interstate"])
    if ranking.awaits_lot:
        return {"tied_after_all_tests": list(ranking.awaits_lot[0]), "method": str(ranking.rule.ends)}
    return grouped(ranking.groups)


@answers(FILE, "count wins in VPs")
def count_wins(vector: Vector) -> Any:
    lines = [
        MatchLine(
            () if row.get("bye") else ("B",), vps(row["own"]), None if row["opp"] is None else number(row["opp"]),
            kind=ScoreOrigin.BYE if row.get("bye")
            else ScoreOrigin.FORFEIT if row.get("forfeit") else ScoreOrigin.PLAYED,
        )
        for row in vector.given["results"]
    ]  # fmt: skip
    rule = RULES.standings["interstate"].wins
    assert rule is not None
    return wins(lines, rule).value


@answers(FILE, "rank a whole six-team round robin")
def round_robin(vector: Vector) -> Any:
    assert BOOK.draws["six"].clause.cite == f"ANC26 {vector.given['draw']}"
    scale = shipped_rulebook().scale("anc-2026/interstate-teams")
    lines: dict[int, list[MatchLine]] = {}
    for matches, nets in zip(
        BOOK.draws["six"].rounds, vector.given["net_imps_first_listed_team_by_round"], strict=True
    ):
        for (first, second), net in zip(matches, nets, strict=True):
            ours, theirs = (convert(imps(each), 16, scale, Halves.AWAY) for each in (net, -net))
            lines.setdefault(first, []).append(MatchLine((str(second),), ours, theirs.value, net))
            lines.setdefault(second, []).append(MatchLine((str(first),), theirs, ours.value, -net))
    records = [StageRecord(str(team), tuple(played)) for team, played in sorted(lines.items())]
    table = standings(records, RULES.standings["interstate"])
    assert table == standings(records[::-1], RULES.standings["interstate"])
    columns = {row.contestant: dict(row.columns) for row in table.rows}
    return {
        "table": {
            record.contestant: {
                "vp": exact_text(table.row(record.contestant).total.value),
                "wins": columns[record.contestant][Measure.WINS].value,
                "net_imps": columns[record.contestant][Measure.NET_IMPS].value,
            }
            for record in records
        },
        "placing": [int(team) for team in table.order],
    }


@answers(FILE, "award ITC PQP")
def teams_pqp(vector: Vector) -> Any:
    given = vector.given
    finish = {
        "other": Finish.NOT_IN_FINAL, "winner": Finish.WINNER, "runner_up": Finish.RUNNER_UP, "shared": Finish.SHARED,
    }[given["team_result"]]  # fmt: skip
    play = MemberPlay(given["qualifying_matches"], given["final_stanzas"], finish, given["eligible"])
    return member_award(play, RULES.member_awards["interstate-pqp"]).value


@answers(FILE, "rank category leaders")
def categories(vector: Vector) -> Any:
    ranking = vector.given["ranking"]
    found = leaders([[pair] for pair, _ in ranking], dict(ranking), RULES.categories["interstate-pairs"])
    return {category: pairs[0] for category, pairs in found.items()}


@answers(FILE, "test category nomination")
def nomination(vector: Vector) -> Any:
    given = vector.given
    fault = check_nomination(
        given["eligible_categories"], given["nominated"], RULES.categories["interstate-pairs"],
        started=given["event_started"],
    )  # fmt: skip
    return {"valid": not fault}


@answers(FILE, "pick Stage 1 qualifiers")
def stage_one(vector: Vector) -> Any:
    out = dict.fromkeys(vector.given["non_contending"], PassOverReason.NOT_CONTENDING)
    return list(qualify(vector.given["ranking"], RULES.qualify["open-stage-1"], out).names)


@answers(FILE, "replace withdrawn and non-contending pairs")
def replace_pairs(vector: Vector) -> Any:
    given = vector.given
    out = dict.fromkeys(given["withdrawn"], PassOverReason.WITHDRAWN) | dict.fromkeys(
        given["non_contending"], PassOverReason.NOT_CONTENDING
    )
    return list(qualify(given["ranking"], RULES.qualify["butler"], out, places=given["places"]).names)


@answers(FILE, "break a significant tie at the end of a stage")
def stage_tie(vector: Vector) -> Any:
    given = {
        pair: {
            Measure.TOTAL: number(row["vp"]), Measure.OPPONENTS: number(row["opponents_vp_sum"]),
            Measure.WINS: row["wins"], Measure.NET_IMPS: row["net_imps"],
        }
        for pair, row in vector.given["pairs"].items()
    }  # fmt: skip
    above = [f"above {place}" for place in range(1, vector.given["places_at_stake"][0] - 1)]
    tied = ranked({pair: {Measure.TOTAL: row[Measure.TOTAL]} for pair, row in given.items()}, FINAL_PLACINGS)
    broken = ranked(given, RULES.chains["butler-stage"])
    rule = RULES.significant["open-stage-1"]
    assert rule.cuts == (vector.given["places_at_stake"][1],)
    parted = part_significant([*([name] for name in above), *tied.groups], broken.groups, rule)
    return grouped(parted)[len(above) :]


@answers(FILE, "leave a final tie")
def final_tie(vector: Vector) -> Any:
    records = [StageRecord(pair, (MatchLine(("all",), vps(total)),)) for pair, total in vector.given["pairs"].items()]
    table = standings(records, RULES.standings["butler-final"])
    return {"places": {row.contestant: row.place_text for row in table.rows}}


def carried(result: CarryOver, *, places: bool = False) -> dict[str, str]:
    return {name: two(figure.value) if places else exact_text(figure.value) for name, figure in result.carried.items()}


def unscored(order: Sequence[str]) -> list[tuple[str, Figure[Exact]]]:
    """An order of which only the places are given."""
    return [(name, Figure(0, VPS, Clause("ANC26", "19.1"), note=phrase("not given"))) for name in order]


@answers(FILE, "set Open Stage 3 carry-over")
@answers(FILE, "skip a non-contending pair")
@answers(FILE, "apply a withdrawal (Open)")
def open_carry(vector: Vector) -> Any:
    given = vector.given
    ranking = given.get("contending_placings_stage_2") or given["placings_stage_2"]
    contending = [pair for pair in ranking if pair not in given.get("non_contending", ())]
    out = dict.fromkeys(given.get("withdrawn", ()), PassOverReason.WITHDRAWN)
    through = qualify(contending, RULES.qualify["butler"], out, places=len(place_rule().amounts))
    return carried(place_carry(unscored(contending), through.names, place_rule()))


def placings(vector: Vector) -> list[tuple[str, Figure[Exact]]]:
    return [(str(place), vps(vp)) for place, vp in enumerate(vector.given["vp_in_placing_order"], start=1)]


@answers(FILE, "compute Mixed carry-over list")
def mixed_carry(vector: Vector) -> Any:
    order = placings(vector)
    return [two(figure.value) for figure in linear_carry(order, [n for n, _ in order], linear_rule()).carried.values()]


@answers(FILE, "refuse a zero spread")
def no_spread(vector: Vector) -> Any:
    try:
        return mixed_carry(vector)
    except DirectorError as error:
        refers = str(error.remedy).startswith("Refer it to the Chief Tournament Director, then post")
        return "refer_ctd" if refers else str(error.what)


@answers(FILE, "apply a withdrawal (Mixed)")
@answers(FILE, "apply two withdrawals (Mixed)")
def mixed_withdrawals(vector: Vector) -> Any:
    given = vector.given
    order = [*placings(vector), *((str(place), vps(100 - place)) for place in given["replacement_places"])]
    out = {str(place): PassOverReason.WITHDRAWN for place in given["withdrawn_places"]}
    through = qualify([name for name, _ in order], RULES.qualify["butler"], out, places=linear_rule().counted)
    return {"carry_over_by_place": carried(linear_carry(order, through.names, linear_rule()), places=True)}


@answers(FILE, "compute Mixed carry-over with a non-contending pair")
def mixed_contending(vector: Vector) -> Any:
    order = [(pair, vps(vp)) for pair, vp, contending in vector.given["placings_stage_1"] if contending]
    out = {
        pair: PassOverReason.NOT_CONTENDING
        for pair, _, contending in vector.given["placings_stage_1"]
        if not contending
    }
    everybody = [pair for pair, *_ in vector.given["placings_stage_1"]]
    through = qualify(everybody, RULES.qualify["butler"], out, places=linear_rule().counted)
    return carried(linear_carry(order, through.names, linear_rule()), places=True)


@answers(FILE, "carry an Open Stage 2 field into Stage 3")
def open_field(vector: Vector) -> Any:
    given = vector.given
    worth = {
        pair: {
            Measure.TOTAL: number(vp), Measure.OPPONENTS: 0, Measure.WINS: given["wins_in_imps"].get(pair, 0),
            Measure.NET_IMPS: 0,
        }
        for pair, vp, _ in given["stage_2"]
    }  # fmt: skip
    assert given["opponents_vp_sum_equal_for_all"]
    order = ranked(worth, RULES.chains["butler-stage"]).order
    contending = {pair for pair, _, contending in given["stage_2"] if contending}
    could = [pair for pair in order if pair in contending]
    out = dict.fromkeys(set(order) - contending, PassOverReason.NOT_CONTENDING)
    out |= dict.fromkeys(given["withdrawn_after_stage"], PassOverReason.WITHDRAWN)
    through = qualify(order, RULES.qualify["butler"], out, places=len(place_rule().amounts))
    return carried(place_carry(unscored(could), through.names, place_rule()))


def _by_place(rule: str) -> Any:
    def answer(vector: Vector) -> Any:
        assert vector.given["all_eligible"]
        groups = [[str(place)] for place in vector.given["places"]]
        return [figure.value for figure in award(groups, RULES.awards[rule]).given.values()]

    return answer


def _final(rule: str) -> Any:
    def answer(vector: Vector) -> Any:
        final = vector.given["final"]
        ranking = ranked({pair: {Measure.TOTAL: number(vp)} for pair, vp, _ in final}, FINAL_PLACINGS)
        barred = [pair for pair, _, eligible in final if not eligible]
        given = award(ranking.groups, RULES.awards[rule], barred=barred).given
        return {pair: exact_text(given[pair].value) for pair, *_ in final}

    return answer


answers(FILE, "award Open PQP by place")(_by_place("open-pqp"))
answers(FILE, "award Mixed PQP by place")(_by_place("mixed-pqp"))
answers(FILE, "award Open PQP with an ineligible pair")(_final("open-pqp"))
answers(FILE, "share PQP across the cut-off (Open)")(_final("open-pqp"))
answers(FILE, "share PQP in a tie holding an ineligible pair (Mixed)")(_final("mixed-pqp"))
answers(FILE, "award Mixed PQP with a tie for first")(_final("mixed-pqp"))


@answers(FILE, "total an IPC after five matches")
def two_totals(vector: Vector) -> Any:
    given = vector.given
    records = [
        StageRecord(
            pair, tuple(MatchLine(("other",), vps(vp)) for vp in scores),
            penalties=(vps(f"-{given['penalty_vp'][pair]}"),) if pair in given["penalty_vp"] else (),
        )
        for pair, scores in given["match_vp"].items()
    ]  # fmt: skip
    rule = RULES.standings["matchpoint-swiss"]
    draw, prize = (standings(records, rule, purpose=purpose) for purpose in (Purpose.DRAW, Purpose.PRIZE))
    before = {row.contestant: dict(row.columns)[Measure.BEFORE_PENALTIES] for row in draw.rows}
    return {
        "draw_score": {pair: two(before[pair].value) for pair in given["match_vp"]},
        "ranking_score": {pair: two(prize.row(pair).total.value) for pair in given["match_vp"]},
        "drawn_higher": draw.order[0],
        "ranked_higher": prize.order[0],
    }
