"""Every figure of a played event is made again from its parts, and ends in postings and in clauses."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from books import whole_book
from overtrick.core.event.after.honours import awards_by_place, awards_to_members, place_of
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.exact import Exact
from overtrick.core.provenance import IMPS, POINTS, Clause, Derivation, Figure, Json, Telling, explain, total
from overtrick.core.wording import phrase
from overtrick.lab.adding_up import faults
from overtrick.regulations.plan.event_book import event_files, plan_for

pytestmark = pytest.mark.whole

FEW = ["nsw-swiss-pairs/congress", "nsw-its-2021/oits", "sabf-2020/state-teams", "anc-2026/graded-pairs"]
"""A datum, standard scores, places that are worth points, and matchpoints; the slow part has every event."""
ALL = [pytest.param(name, marks=() if name in FEW else [pytest.mark.slow, pytest.mark.long]) for name in event_files()]


def rehearsed(event: str, seed: str = "a book") -> Tournament:
    return replay(plan_for(event), whole_book(event, seed=seed))


def figures(event: Tournament) -> Iterator[Figure[Exact]]:
    """Every total, tie-break, place, carry-over and award that a page can show."""
    for state in event.stages.values():
        for field in state.fields:
            for row in state.standings(field.name).rows:
                yield row.total
                yield from (figure for _, figure in row.columns)
                if row.placed:
                    yield place_of(state, row.contestant)
                if (carried := state.carry(row.contestant)) is not None:
                    yield carried
    for table in (*awards_by_place(event), *awards_to_members(event)):
        yield from (award.figure for award in table.awards)


@pytest.mark.parametrize("event", ALL)
def test_every_figure_comes_out_of_its_parts(event: str) -> None:
    """One book of each event; `verify` adds up the totals and tie-breaks of every book that is rehearsed besides."""
    told: set[int] = set()
    telling = Telling()
    found = list(figures(rehearsed(event)))
    assert [fault for figure in found for fault in faults(figure, told, telling)] == []
    assert len(told) > len(found)


def sums(told: Json) -> Iterator[tuple[Fraction, list[Fraction]]]:
    """Every sum in an explanation for programs, with its parts, by nothing but the JSON."""
    if isinstance(told, list):
        for each in told:
            yield from sums(each)
    elif isinstance(told, dict) and "of" in told:
        parts = told["of"]
        assert isinstance(parts, list)
        if told["made"] == "sum":
            values = [Fraction(str(part["value"])) for part in parts if isinstance(part, dict) and "value" in part]
            yield Fraction(str(told["value"])), values
        yield from sums(parts)


@pytest.mark.parametrize("event", FEW)
def test_a_program_can_add_up_what_it_is_told(event: str) -> None:
    for state in rehearsed(event).stages.values():
        for field in state.fields:
            for row in state.standings(field.name).rows[:3]:
                found = list(sums(json.loads(json.dumps(explain(row.total)))))
                assert found
                assert all(value == sum(parts) for value, parts in found)


def test_a_penalty_enters_its_total_with_its_own_sign() -> None:
    event = rehearsed("nsw-swiss-pairs/congress", "fined")
    fined = [
        figure
        for state in event.stages.values()
        for name in state.contestants
        for figure in state.record(name).penalties
    ]
    assert fined
    assert all(figure.value < 0 and str(figure).startswith("−") for figure in fined)


CLAUSE = Clause("Law", "78B")


def test_what_does_not_add_up_is_found() -> None:
    three = Figure(3, IMPS, CLAUSE, (), phrase("given by the clause"))
    right = total((three, three), IMPS, CLAUSE, phrase("both"))
    assert list(faults(right, set())) == []
    wrong = replace(right, value=7)
    assert list(faults(wrong, set())) == ["+7 IMPs  both  (Law 78B) is not the sum of 3, 3"]


@pytest.mark.parametrize(
    "made",
    [Derivation.MEAN, Derivation.SCALE, Derivation.SAME, Derivation.GREATEST, Derivation.FORMULA, Derivation.AGAINST],
)
def test_a_figure_made_of_nothing_is_found(made: Derivation) -> None:
    assert list(faults(Figure(3, POINTS, CLAUSE, (), "", made), set())) != []
