"""Answers to the vectors on qualifying points: awards, credits, bonuses."""

from fractions import Fraction
from typing import Any

from clauses.vectors import Vector, answers
from overtrick.core.conduct.participation import check_play
from overtrick.core.exact import Exact, exact_text
from overtrick.core.provenance import Clause, Figure
from overtrick.core.ranking.awards import MASTERPOINTS
from overtrick.core.selection import (
    Entry,
    EntryUnit,
    Nomination,
    awards_for,
    pair_credits,
    table_award,
)
from overtrick.core.selection.awards import Award
from overtrick.core.selection.teams import at_rate
from overtrick.core.selection.trials import immediately_eligible
from overtrick.core.typed_numbers import read_exact
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.documents import load

EVENTS = "sabf2020-events"
RULES = load_selection("sabf-2020")
LEDGER = RULES.ledger
LEAST_PLAY = load(Eligibilities, "sabf-2020").play["sabf-2020/selection/team-points"]
PAIR = Nomination("A", ("p", "q"))
WOMENS = "Women's"


def event_id(code: str) -> str:
    """The id of an event the vectors write as a code."""
    return code.lower().replace("_", "-")


def team(size: int | None, *players: str) -> tuple[str, ...]:
    """A pair or a team of a size, with these players in it and others to fill it."""
    return (*players, *(f"other {n}" for n in range(len(players), size or 2)))


def amount(vector: Vector, currency: str, place: int | None = None, tied: int = 1) -> Exact:
    """What a placing earns in one currency."""
    given = vector.given
    event = LEDGER.event(event_id(given["event"]))
    size = given.get("team_size")
    entry = Entry(event.id, team(size), given["place"] if place is None else place, size, tied)
    found = [table_award(entry, event, table, LEDGER).value for table in event.tables if table.currency == currency]
    return sum(found)


def fraction(value: Exact) -> str:
    return str(Fraction(value))


@answers(EVENTS, "award Open points for a team placing")
@answers(EVENTS, "award Open points for a pairs placing")
def open_points(vector: Vector) -> Any:
    return fraction(amount(vector, "Open"))


@answers(EVENTS, "award Women's/Seniors' points for a placing")
def shared_points(vector: Vector) -> Any:
    return fraction(amount(vector, "Women's and Seniors'"))


@answers(EVENTS, "award Seniors' points for a placing")
def seniors_points(vector: Vector) -> Any:
    return fraction(amount(vector, "Seniors'"))


@answers(EVENTS, "average the awards of an unbroken tie")
def tied_awards(vector: Vector) -> Any:
    places = vector.given["tied_places"]
    return fraction(amount(vector, "Open", place=places[0], tied=len(places)))


def _tabulate(currencies: tuple[str, ...]) -> Any:
    def answer(vector: Vector) -> Any:
        event = LEDGER.event(event_id(vector.given["event"]))
        assert (event.kind is EntryUnit.TEAMS) == vector.given["team_event"]
        return {
            str(place): exact_text(points)
            for table in event.tables
            if table.currency in currencies
            for place, points in enumerate(table.points, start=table.first)
        }

    return answer


answers(EVENTS, "tabulate the Open awards of an event")(_tabulate(("Open",)))
answers(EVENTS, "tabulate the Women's/Seniors' awards of an event")(_tabulate(("Women's and Seniors'", "Seniors'")))


@answers(EVENTS, "award Open points for the Daytime final")
def daytime_final(vector: Vector) -> Any:
    return final_of("daytime-teams", vector.given)


@answers(EVENTS, "award Open points from the five-team final")
def state_final(vector: Vector) -> Any:
    return final_of("state-teams-final", vector.given)


def final_of(event: str, given: Any) -> Any:
    """What each team of a final earns its players."""
    names = given["places"].values()
    entries = [
        Entry(event, tuple(f"{name}{n}" for n in range(given["team_sizes"][name])), int(place))
        for place, name in given["places"].items()
    ]
    awards = {award.player: award.amount.value for award in awards_for(entries, LEDGER)}
    return {name: fraction(awards.get(f"{name}0", 0)) for name in names}


def credited(awards: tuple[Award, ...], target: str = "Open", player: str = "p") -> Exact:
    found = pair_credits(PAIR, awards, RULES.targets[target])
    return next(each.total.value for each in found.players if each.player == player)


@answers(EVENTS, "weight an award for a nominated pair")
def weighted(vector: Vector) -> Any:
    # Any award of the size asked for: a first place in an event, its figure replaced.
    partner = "q" if vector.given["with_nominated_partner"] else "x"
    (award, _) = awards_for([Entry("swiss-pairs", ("p", partner), 1)], LEDGER)
    sized = Figure(read_exact(vector.given["award"]), award.amount.unit, award.amount.clause)
    return fraction(credited((Award("p", award.entry, award.event, award.table, sized),)))


@answers(EVENTS, "credit a placing to a player of a nominated pair in Women's/Seniors' points")
def credited_placing(vector: Vector) -> Any:
    given = vector.given
    players = ("p", "q") if given["with_nominated_partner"] else ("p",)
    entry = Entry(event_id(given["event"]), team(given["team_size"], *players), given["place"], given["team_size"])
    found = {credited(awards_for([entry], LEDGER), target) for target in ("Women's", "Seniors'")}
    assert len(found) == 1
    return fraction(found.pop())


@answers(EVENTS, "credit last year's State Team membership")
def last_team(vector: Vector) -> Any:
    given = vector.given
    players = ("p", "q") if given["members_in_team"] == "both" else ("p",)
    found = []
    for target, event in ((WOMENS, "last-womens-team"), ("Seniors'", "last-seniors-team")):
        entry = Entry(event, team(6, *players), given["team_finish"], 6)
        way = immediately_eligible(PAIR, RULES.targets[target].immediate, {}, [entry])
        awards = awards_for([entry], LEDGER)
        each = [fraction(credited(awards, target, player)) for player in PAIR.players]
        found.append({"eligible_by": way.clause.number.removeprefix("19.11.1") if way else None, "credit_each": each})
    assert found[0] == found[1]
    return found[0]


@answers(EVENTS, "test immediate eligibility by Open points")
def immediate_by_points(vector: Vector) -> Any:
    points = dict(zip(PAIR.players, map(read_exact, vector.given["open_points_last_year"]), strict=True))
    way = immediately_eligible(PAIR, RULES.targets[WOMENS].immediate, {"Open": points}, [])
    return way is not None


@answers(EVENTS, "total a Seniors' pair's points")
def seniors_total(vector: Vector) -> Any:
    pair = Nomination("W", ("w1", "w2"))
    entries: dict[tuple[str, tuple[str, ...]], Entry] = {}
    for player, rows in vector.given.items():
        for row in rows:
            if row["event"] == "LAST_YEAR_STATE_TEAM":
                entry = Entry("last-seniors-team", team(6, player), row["finish"], 6)
            else:
                members = pair.players if row["with_partner"] else (player, f"partner of {player}")
                entry = Entry(event_id(row["event"]), members, row["place"])
            entries[entry.event, entry.members] = entry
    found = pair_credits(pair, awards_for(list(entries.values()), LEDGER), RULES.targets["Seniors'"])
    return {each.player: fraction(each.total.value) for each in found.players} | {"pair": fraction(found.total.value)}


@answers(EVENTS, "award the Autumn National bonus")
def autumn_bonus(vector: Vector) -> Any:
    given = vector.given
    lacking = () if given["sa_player"] else (("p", "South Australian residence"),)
    entry = Entry(
        "autumn-national-open-teams", team(given["team_size"], "p", "q"), given["place"], given["team_size"],
        lacking=lacking,
    )  # fmt: skip
    return fraction(credited(awards_for([entry], LEDGER)))


@answers(EVENTS, "award the ANC bonus")
def anc_bonus(vector: Vector) -> Any:
    assert vector.given["team"] == "Open State Team, previous year"
    entry = Entry("anc-open-state-team", team(6, "p", "q"), vector.given["finish"], 6)
    return fraction(credited(awards_for([entry], LEDGER)))


NATIONAL = {"Open": "national-open-team", "Women": "national-womens-team", "Seniors": "national-seniors-team"}
TARGETS = {"Open": "Open", "Women": WOMENS, "Seniors": "Seniors'"}


@answers(EVENTS, "award National Team membership points")
def national_team(vector: Vector) -> Any:
    given = vector.given
    entries = [Entry(NATIONAL[given["national_team"]], team(6, "p", "q"), given["national_selection_place"], 6)]
    # Places that earn nothing anywhere, to have played.
    entries += [Entry(event, ("p", "q"), 99) for event in NAMES[: given["sabf_qualifying_events_played"]]]
    return fraction(credited(awards_for(entries, LEDGER), TARGETS[given["towards"]]))


NAMES = [event.id for event in LEDGER.events.values() if event.selected and event.kind is EntryUnit.PAIRS]


@answers(EVENTS, "withhold an award from a player short of the boards")
def short_of_boards(vector: Vector) -> Any:
    given = vector.given
    size = given["team_size"]
    there, played = {"boards": given["boards_in_event"]}, {"boards": given["boards_played"]}
    verdict = check_play(LEAST_PLAY, there, played, size)
    lacking = () if verdict.allowed else (("p", "minimum play"),)
    entry = Entry(event_id(given["event"]), team(size, "p", "q"), given["place"], size, lacking=lacking)
    return fraction(credited(awards_for([entry], LEDGER)))


@answers(EVENTS, "itemise one pair's credits")
def itemise(vector: Vector) -> Any:
    given = vector.given
    entries = [
        Entry(event_id(row["event"]), tuple(row["players"]), row["place"], row["team_size"]) for row in given["results"]
    ]
    first, second = given["pair"]
    found = pair_credits(Nomination("G", (first, second)), awards_for(entries, LEDGER), RULES.targets["Open"])
    codes = {event_id(row["event"]): row["event"] for row in given["results"]}
    rows = {
        each.player: [
            [
                codes[credit.award.event.id], credit.award.entry.place, fraction(credit.award.amount.value),
                fraction(credit.weight), fraction(credit.value.value),
            ]
            for credit in each.credits
        ]
        for each in found.players
    }  # fmt: skip
    return rows | {"total": fraction(found.total.value)}


@answers(EVENTS, "scale Daytime Teams masterpoints")
def daytime_masterpoints(vector: Vector) -> Any:
    full = Figure(read_exact(vector.given["full_rate"]), MASTERPOINTS, Clause("ABF", "masterpoints"))
    return MASTERPOINTS.number(at_rate(full, RULES.masterpoints["Daytime Teams"]).value)


@answers(EVENTS, "size the Daytime finals")
def daytime_length(vector: Vector) -> Any:
    days = vector.given["days"]
    rule = RULES.finals_days["Daytime Teams"]
    return {
        "week1": rule.match(days["week1"]),
        "week2": rule.match(days["week2"]),
        "grand_final": rule.match(days["weeks3_4"]),
    }
