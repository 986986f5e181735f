"""Answers to the vectors on finals: brackets, carry-forwards, forfeits, and rights in a final."""

from collections.abc import Mapping
from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.draws.brackets import Bracket, Rank
from overtrick.core.draws.finals import (
    AbandonedMatch,
    Final,
    Finals,
    ForfeitedMatch,
    Outcome,
    Report,
    Score,
    absence,
    play_finals,
    settle,
)
from overtrick.core.draws.seating import seating_rights
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, exact_text
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.read.documents import load

SABF = load(Brackets, "sabf-2020")
ANC = load(Brackets, "anc-2026")
FIVE, FOUR = SABF.brackets["final five"], SABF.brackets["final four"]
GENERAL, EVENTS = "sabf2020-general", "sabf2020-events"


def report(row: Any) -> Report:
    if row == "abandoned":
        return AbandonedMatch()
    if "forfeit_by" in row:
        return ForfeitedMatch(row["forfeit_by"])
    return Score({team: read_exact(str(imps)) for team, imps in row.items()})


def played(bracket: Bracket, seeds: list[str], imps: Mapping[str, Any]) -> Finals:
    return play_finals(bracket, seeds, {name: report(row) for name, row in imps.items()})


def places(finals: Finals) -> dict[str, str | None]:
    return {str(place): team for place, team in enumerate(finals.places, start=1)}


def totals(final: Final) -> dict[str, str]:
    return {team: exact_text(final.total(team).value) for team in final.teams if team}


def run(bracket: Bracket, vector: Vector) -> dict[str, Any]:
    finals = played(bracket, ["S1", "S2", "S3", "S4", "S5"][: len(bracket.places)], vector.given["imps"])
    answer: dict[str, Any] = {
        final.match.name: {
            "carry_forward": {str(final.carry_to): exact_text(bracket.carry)},
            "score": totals(final),
            "winner": final.winner,
            "loser": final.loser,
        }
        for final in finals.finals
    }
    answer["champion"] = finals.places[0]
    if "eliminated_in_order" in vector.expect:
        answer["eliminated_in_order"] = list(reversed(finals.places[1:]))
    return answer


@answers(GENERAL, "run a final four with carry-forwards")
def final_four(vector: Vector) -> Any:
    return run(FOUR, vector)


@answers(GENERAL, "run a final five with carry-forwards")
def final_five(vector: Vector) -> Any:
    return run(FIVE, vector)


def carry_holder_first(final: Final) -> list[str | None]:
    """The order in which these vectors name the teams: the one with the carry-forward first."""
    return list(final.teams if final.match.carry_to == 0 else final.teams[::-1])


@answers(GENERAL, "propagate an abandoned final")
def propagate(vector: Vector) -> Any:
    reports: dict[str, Report] = {}
    for match in FIVE.matches:
        if match.name in vector.given["abandoned"]:
            reports[match.name] = AbandonedMatch()
            continue
        here = play_finals(FIVE, ["S1", "S2", "S3", "S4", "S5"], reports).final(match.name)
        if here.outcome is Outcome.TO_PLAY:
            first, second = carry_holder_first(here)
            reports[match.name] = Score({str(first): 1, str(second): 0})
    finals = play_finals(FIVE, ["S1", "S2", "S3", "S4", "S5"], reports)
    answer: dict[str, Any] = {}
    for final in finals.finals:
        shown = {"teams": carry_holder_first(final), "outcome": str(final.outcome)}
        answer[final.match.name] = shown | ({"winner": final.winner} if final.winner else {})
    return answer | {"champion": finals.places[0]}


@answers(GENERAL, "decide the outcome when one team is absent")
def one_absent(vector: Vector) -> Any:
    assert SABF.absence
    minutes, seconds = vector.given["minutes_after_start"].split(":")
    came = absence(vector.given["absent"], int(minutes) + read_exact(f"{seconds}/60"), SABF.absence)
    if came is None:
        return {"match": "waiting", "winner": None}
    assert isinstance(came, ForfeitedMatch)
    winner = next(team for team in vector.given["present"] if team != came.by)
    return {"match": "forfeit", "winner": winner}


def week(finals: Finals, number: int) -> dict[str, Any]:
    drawn = finals.week(number)
    carry = {final.match.name: final.carry_to for final in drawn}
    return {final.match.name: list(final.teams) for final in drawn} | {"carry_forward": carry}


@answers(EVENTS, "draw week one")
def week_one(vector: Vector) -> Any:
    finals = played(FIVE, vector.given["ranking"], {})
    (bye,) = finals.resting(1)
    return week(finals, 1) | {"bye": bye}


def seeds_and_reports(given: Mapping[str, str]) -> tuple[list[str], dict[str, Report]]:
    """Seeds and reports from which the named winners and losers come about."""
    seeds = ["1", "2", "3", "4", "5"]
    if "rank1" in given:
        seeds[0] = given["rank1"]
    reports: dict[str, Report] = {}
    for match in FIVE.matches:
        won, lost = given.get(f"{match.name}_winner"), given.get(f"{match.name}_loser")
        here = play_finals(FIVE, seeds, reports).final(match.name)
        one, two = (str(team) for team in here.teams)
        if match.week == 1:
            named = {one: won or one, two: lost or two}
            seeds = [named.get(team, team) for team in seeds]
            one, two = named[one], named[two]
        if match.week <= 3 and here.outcome is Outcome.TO_PLAY:
            winner = won or next(team for team in (one, two) if team != lost)
            reports[match.name] = Score({team: int(team == winner) for team in (one, two)})
    return seeds, reports


@answers(EVENTS, "draw week two")
def week_two(vector: Vector) -> Any:
    return week(play_finals(FIVE, *seeds_and_reports(vector.given)), 2)


@answers(EVENTS, "draw week three")
def week_three(vector: Vector) -> Any:
    given = vector.given
    seeds = [given["SF2_loser"], given["SF1_winner"], "3", "4", "5"]
    reports = {
        "QF1": Score({"4": 1, "5": 0}), "QF2": Score({seeds[1]: 0, "3": 1}),
        "SF1": Score({"4": 0, seeds[1]: 1}), "SF2": Score({seeds[0]: 0, "3": 1}),
    }  # fmt: skip
    return week(play_finals(FIVE, seeds, reports), 3)


@answers(EVENTS, "draw the Grand Final")
def grand_final(vector: Vector) -> Any:
    seeds = [vector.given["PF_winner"], "2", vector.given["SF2_winner"], "4", "5"]
    reports = {
        "QF1": Score({"4": 1, "5": 0}), "QF2": Score({"2": 0, seeds[2]: 1}), "SF1": Score({"4": 0, "2": 1}),
        "SF2": Score({seeds[0]: 0, seeds[2]: 1}), "PF": Score({seeds[0]: 1, "2": 0}),
    }  # fmt: skip
    return week(play_finals(FIVE, seeds, reports), 4)


def in_full(finals: Finals) -> dict[str, Any]:
    matches = {
        final.match.name: {
            "teams": list(final.teams), "carry_forward_to": final.carry_to, "final_imps": totals(final),
            "winner": final.winner, "loser": final.loser,
        }
        for final in finals.finals
    }  # fmt: skip
    return {"matches": matches, "places": places(finals)}


@answers(EVENTS, "play a five-team final through to the Grand Final")
def five_teams(vector: Vector) -> Any:
    return in_full(played(FIVE, vector.given["ranking"], vector.given["imps"]))


@answers(EVENTS, "play a four-team Daytime final")
def four_teams(vector: Vector) -> Any:
    return in_full(played(FOUR, vector.given["ranking"], vector.given["imps"]))


@answers(EVENTS, "play a five-team final with upsets")
def upsets(vector: Vector) -> Any:
    finals = played(FIVE, vector.given["ranking"], vector.given["imps"])
    return {"places": places(finals), "carry_forward_to": {final.match.name: final.carry_to for final in finals.finals}}


def _by_forfeit(*names: str) -> Any:
    def answer(vector: Vector) -> Any:
        finals = played(FIVE, vector.given["ranking"], vector.given["imps"])
        told = {name: {"winner": finals.final(name).winner, "by": str(finals.final(name).outcome)} for name in names}
        return told | {"places": places(finals)}

    return answer


answers(EVENTS, "carry on after an abandoned second semi-final")(_by_forfeit("PF", "GF"))
answers(EVENTS, "carry on after an abandoned first qualifying final")(_by_forfeit("SF1"))


@answers(EVENTS, "advance a team by forfeit")
def advance(vector: Vector) -> Any:
    finals = played(FIVE, vector.given["ranking"], vector.given["imps"])
    return {"QF1_winner": finals.final("QF1").winner, "places": places(finals)}


@answers(EVENTS, "refuse a result that is level after the carry-forward")
def level(vector: Vector) -> Any:
    match = FIVE.match(vector.given["match"])
    seeds = [str(place) for place in range(1, 6)]
    for side, team in zip(match.sides, vector.given["imps"], strict=True):
        assert isinstance(side, Rank)
        seeds[side.place - 1] = team
    final = played(FIVE, seeds, {match.name: vector.given["imps"]}).final(match.name)
    assert final.carry_to == vector.given["higher"]
    referred = "refer to the committee" in str(final.why)
    status = {Outcome.LEVEL: "level"}.get(final.outcome, str(final.outcome))  # the vector calls a tie level
    return {"status": status, "action": "refer to TC" if referred else final.why}


@answers(EVENTS, "size the Grand Final")
def size_grand_final(vector: Vector) -> Any:
    sessions = FIVE.match("GF").sessions
    return {"grand_final_boards": sessions * vector.given["boards_per_finals_match"], "sessions": sessions}


@answers("anc2026", "allocate choice of opponents")
def choice_of_opponents(vector: Vector) -> Any:
    picks = ((vector.given["higher_first_choice"],), vector.given["other_choices"])
    rights = seating_rights(picks, ANC.stanzas["interstate final"])
    return {"higher": list(rights.higher), "other": list(rights.other)}


@answers("anc2026", "reject bad choice")
def bad_choice(vector: Vector) -> Any:
    try:
        return choice_of_opponents(vector)
    except DirectorError:
        return "invalid"


@answers("anc2026", "decide a Final")
def decide(vector: Vector) -> Any:
    carry, higher, lower = (
        read_exact(vector.given[key]) for key in ("carry_over", "higher_placed_imps", "lower_placed_imps")
    )
    final = ANC.brackets["interstate final"]
    verdict = settle((higher, lower), carry, final.match("F").carry_to, final.level)
    if verdict.outcome is Outcome.SHARED:
        return {"winner": "shared"}
    winner = ("higher_placed", "lower_placed")[verdict.side or 0]
    tied: Exact = higher + carry - lower
    return {"winner": winner, "margin" if tied else "margin_without_carryover": exact_text(verdict.margin)}
