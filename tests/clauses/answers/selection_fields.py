"""Answers to the vectors on fields and teams: who is selected for a final, who waits, who makes the team."""

from typing import Any

from clauses.answers.selection_points import EVENTS, LEDGER, RULES, event_id, fraction
from clauses.vectors import Vector, answers
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.selection import (
    Candidate,
    Contender,
    Entry,
    Nomination,
    awards_for,
    contender,
    direct_entry,
    order_level,
    pair_credits,
    pick_team,
    place_field,
    player_points,
    rank_players,
    select_field,
)
from overtrick.core.selection.field import DoubledTotal, deciding
from overtrick.core.selection.trials import place_order, qualifies
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import build_event

OPEN = RULES.fields["Open"]
SENIORS = RULES.placed_fields["Seniors'"]
WOMENS = RULES.direct_fields["Women's"]


@answers(EVENTS, "decide automatic entry to the Open Trials")
def automatic(vector: Vector) -> Any:
    given = vector.given
    return OPEN.automatic.admits(
        given["open_trials_qualifying_place"], same_partnership=given["same_partnership"]
    )  # fmt: skip


@answers(EVENTS, "decide a player's eligibility by ranking")
def by_rank(vector: Vector) -> Any:
    # Everybody above has more points; nobody without points has a rank.
    points = {f"above {n}": 1000 - n for n in range(1, vector.given["rank"])}
    points["p"] = int(vector.given["points"])
    return OPEN.rank.admits(rank_players(points).get("p"))


@answers(EVENTS, "rank players with a tie across 42nd")
def across_the_limit(vector: Vector) -> Any:
    ranks = rank_players({player: read_exact(points) for player, points in vector.given["points"].items()})
    shown = {player: ranks[player] for player in ("Q1", "Q2", "Q3", "R1")}
    return shown | {"eligible": sum(OPEN.rank.admits(rank) for rank in ranks.values())}


@answers(EVENTS, "decide whether the ranking limit may be extended")
def extended(vector: Vector) -> Any:
    if OPEN.rank.may_be_extended(vector.given["pairs_nominating"]):
        return "Management Committee may extend the ranking limit"
    return "limit stands"


DOUBLED = DoubledTotal("open-trials-qual")
COUNTS = ("firsts", "seconds", "thirds", "fourths", "fifths")
MEASURES = {str(measure): name for measure, name in zip(OPEN.last_berth.by, ("total", *COUNTS, "doubled"), strict=True)}


def level(row: Any) -> Contender:
    doubled = {DOUBLED: read_exact(row["doubled"])} if "doubled" in row else {}
    counts = tuple(int(row.get(name, 0)) for name in COUNTS)
    return Contender(row["pair"], read_exact(row["total"]), counts, doubled)


@answers(EVENTS, "break a tie for the last Open Trials berth")
def last_berth(vector: Vector) -> Any:
    ranking = order_level([level(row) for row in vector.given["pairs"]], OPEN.last_berth)
    decision = deciding(ranking, 1)
    if decision is None:
        assert ranking.awaits_lot == (("A", "B"),)
        return {"in": None, "decided_by": "lot"}
    return {"in": ranking.order[0], "decided_by": MEASURES[str(decision.by)]}


@answers(EVENTS, "order three pairs tied for the last two berths")
def last_two(vector: Vector) -> Any:
    names = order_level([level(row) for row in vector.given["pairs"]], OPEN.last_berth).order
    return {"in": list(names[: vector.given["berths"]]), "out": list(names[vector.given["berths"] :])}


@answers(EVENTS, "accept the top fourteen nominating pairs")
@answers(EVENTS, "accept the top fourteen with an automatic entry below the cut")
def accept(vector: Vector) -> Any:
    contenders = [
        Contender(pair, read_exact(points), automatic=pair in vector.given["automatic"])
        for pair, points in vector.given["totals"].items()
    ]
    field = select_field(contenders, OPEN)
    return {"accepted": list(field.accepted), "reserves": list(field.reserves)}


BONUS = {"AUTUMN_NATIONAL_OPEN_TEAMS": "autumn-national-open-teams", "Women": "national-womens-team"}
ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth"}


def season_of(given: Any) -> list[Entry]:
    entries = [
        Entry(event_id(event), tuple(row["players"]), row["place"], row["team_size"])
        for event, rows in given["results"].items()
        for row in rows
    ]
    for row in given["bonus"]:
        name = BONUS[row["team"] if row["event"] == "NATIONAL_TEAM" else row["event"]]
        entries.append(Entry(name, tuple(row["players"]), row.get("place", 1), row.get("team_size")))
    return entries


@answers(EVENTS, "select an Open Trials field from 20 nominating pairs")
def open_field(vector: Vector) -> Any:
    entries = season_of(vector.given)
    awards = awards_for(entries, LEDGER)
    target = RULES.targets["Open"]
    pairs = {
        players[0][0]: pair_credits(Nomination(players[0][0], tuple(players)), awards, target)
        for players in vector.given["nominated_pairs"]
    }
    points = player_points(awards, OPEN.rank.currency, OPEN.rank.clause)
    ranks = rank_players({player: figure.value for player, figure in points.items()})
    assert OPEN.berths == vector.given["berths"]
    contenders = {name: contender(pair, entries, ranks, OPEN, LEDGER) for name, pair in pairs.items()}
    field = select_field(list(contenders.values()), OPEN)
    (last,) = field.from_tie
    return {
        "totals": {
            name: {"exact": fraction(pair.total.value), "shown": pair.total.unit.number(pair.total.value)}
            for name, pair in pairs.items()
        },
        "individual_rank": {player: ranks.get(player) for player in vector.expect["individual_rank"]},
        "automatic": list(field.automatic),
        "on_points": list(field.on_points),
        "tie_for_last_berth": list(field.tied),
        "placings_1_to_5": {name: list(contenders[name].placings) for name in field.tied},
        "last_berth": last,
        "decided_by": f"{ORDINALS[str(field.decided_by).split()[0]]} placings",
        "ineligible": list(field.ineligible),
        "first_reserve": field.reserves[0],
        "field_by_points": list(field.seeds),
    }


def placings(value: Any) -> tuple[int, ...]:
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else (value,)


def candidate(row: Any) -> Candidate:
    points = tuple(map(read_exact, row["p"])) if "p" in row else (read_exact(row.get("pts", "0")),)
    return Candidate(row["pair"], points, placings(row["cons"]), row.get("immediate", False))


@answers(EVENTS, "break a tie for the last place in the final")
def last_place(vector: Vector) -> Any:
    candidates = [candidate(row) for row in vector.given["pairs"]]
    # With so many pairs in already that only this number of places is left.
    before = [Candidate(f"in {n}", (1000,)) for n in range(SENIORS.berths - vector.given["berths"])]
    field = place_field([*candidates, *before], SENIORS)
    assert not field.level
    return [name for name in (*field.field, *field.out) if not name.startswith("in ")]


@answers(EVENTS, "rank pairs without points")
def without_points(vector: Vector) -> Any:
    return list(place_order(candidate(row) for row in vector.given["pairs"]))


@answers(EVENTS, "select twelve Seniors' pairs from fourteen nominations")
def seniors_field(vector: Vector) -> Any:
    field = place_field([candidate(row) for row in vector.given["pairs"]], SENIORS)
    return {"field": list(field.field), "out": list(field.out)}


@answers(EVENTS, "decide whether the TC may add a pair without qualifying opportunity")
def committee_pair(vector: Vector) -> Any:
    return SENIORS.may_include(vector.given["already_added"])


@answers(EVENTS, "set the trials format")
def trials(vector: Vector) -> Any:
    pairs = vector.given["pairs"]
    [final] = build_event(find_event("sabf-2020/womens-butler-trials"), Entrants(pairs)).stages
    # The event file has its lengths in a table of its own, which must be the one that the selection restates.
    assert final.boards == next(boards for least, boards in RULES.trial_format.rows if pairs >= least)
    return {"matches": final.rounds - pairs % 2, "boards_each": final.boards}


def womens_final(vector: Vector) -> Any:
    found = direct_entry([candidate(row) for row in vector.given["pairs"]], WOMENS)
    return {
        "direct": list(found.direct),
        "promoted": found.promoted,
        "qualifying_entrants": list(found.entrants),
        "berths_from_qualifying": found.berths,
        "qualifying_event_needed": found.needed,
    }


for what in (
    "seed the Women's final with ten qualifiers",
    "seed the Women's final with a tie for eighth",
    "seed the Women's final with five qualifiers and an odd remainder",
    "seed a Women's final with seven nominations",
):
    answers(EVENTS, what)(womens_final)


@answers(EVENTS, "send a pair to the Qualifying")
def to_the_qualifying(vector: Vector) -> Any:
    points = tuple(map(read_exact, vector.given["player_points"]))
    pair = Candidate("A", points, exempt=vector.given["exempt"])
    return "direct if in the top eight" if qualifies(pair, WOMENS) else "must play the Qualifying"


def _team(name: str) -> Any:
    def answer(vector: Vector) -> Any:
        return list(pick_team(vector.given["order"], vector.given["unavailable"], RULES.teams[name]))

    return answer


answers(EVENTS, "select the Open team")(_team("Open"))
answers(EVENTS, "select the Women's team")(_team("Women's"))
answers(EVENTS, "select the Seniors' team")(_team("Seniors'"))
