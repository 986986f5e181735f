"""Every figure of a round can say why: it has a clause, rests on facts, and its story can be told."""

import json
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses.shape import RoundScore, score_round
from overtrick.core.errors import NoScale
from overtrick.core.exact import Exact
from overtrick.core.laws.adjusted import ArtificialRule, SeveralRule, awards, several_total
from overtrick.core.laws.table_score import table_score
from overtrick.core.model import Average, Board, PlayedContract, read_result
from overtrick.core.provenance import IMPS, PERCENT, Clause, Derivation, Fact, Figure, facts
from overtrick.core.scoring.match import credited_score
from overtrick.core.scoring.rounds import Scoring, TeamsRule
from overtrick.regulations.read.library import shipped_rulebook
from strategies import played

FIELDWIDE = [
    name
    for name in shipped_rulebook().stated["scoring"]
    if not isinstance(shipped_rulebook().scoring(name).board, TeamsRule)
]
"""The scorings that compare a board across the field."""


@st.composite
def rounds(draw: st.DrawFn) -> list[list[PlayedContract]]:
    """The results of a round: eight boards over three to nine tables."""
    tables = draw(st.integers(3, 9))
    return [draw(st.lists(played, min_size=tables, max_size=tables)) for _ in range(8)]


def scored(results: list[list[PlayedContract]], name: str) -> RoundScore:
    boards = [
        [table_score(Board.from_number(number), read_result(str(result)), f"table {table}") for table, result in
         enumerate(board, start=1)]
        for number, board in enumerate(results, start=1)
    ]  # fmt: skip
    scoring = shipped_rulebook().scoring(name)
    return score_round(boards, scoring, match=2, length=some_length(scoring))


def some_length(scoring: Scoring) -> int:
    """A match length the scoring has a scale or limits for."""
    nothing = Figure(0, scoring.nets_in, scoring.clause)
    for boards in (8, 12, 16, 20):
        with suppress(NoScale):
            credited_score(nothing, boards, scoring.match)
            return boards
    raise AssertionError(f"{scoring.id} has no scale for any usual length")


def assert_says_why(figure: Figure[Exact], results: set[str]) -> None:
    seen: set[int] = set()
    stack: list[Figure[Exact]] = [figure]
    while stack:
        here = stack.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        assert here.clause.document
        assert here.clause.number
        assert here.of or here.made is Derivation.GIVEN, f"{here.line()} rests on nothing"
        stack.extend(reason for reason in here.of if isinstance(reason, Figure))
    told = list(facts(figure))
    assert told
    assert {str(fact.says) for fact in told if isinstance(fact.says, PlayedContract)} <= results


@pytest.mark.parametrize("name", FIELDWIDE)
@given(results=rounds())
@settings(max_examples=6)
def test_every_figure_has_a_clause_and_reaches_a_fact(name: str, results: list[list[PlayedContract]]) -> None:
    outcome = scored(results, name)
    written = {str(result) for board in results for result in board}
    assert len(outcome.matches) == len(results[0])
    for match in outcome.matches:
        for side in (match.ns, match.ew):
            assert_says_why(side.net, written)
            assert_says_why(side.credited, written)


@pytest.mark.parametrize("name", ["anc-2026/butler", "laws-2017/matchpoint-pairs"])
@given(results=rounds(), depth=st.one_of(st.none(), st.integers(0, 6)))
@settings(max_examples=10)
def test_the_story_can_be_told_to_any_depth(name: str, results: list[list[PlayedContract]], depth: int | None) -> None:
    figure = scored(results, name).matches[0].ns.credited
    story = figure.why(depth)
    assert story.startswith(figure.line())
    assert (len(story.splitlines()) == 1) == (depth == 0)
    told = figure.explained(depth)
    assert json.loads(json.dumps(told)) == told
    assert told["clause"] == figure.clause.cite
    if depth is None:
        assert all(str(fact) in story for fact in facts(figure))


@given(st.integers(1, 60), st.sampled_from(((3, 0, -3, IMPS), (2, 0, -2, IMPS), (60, 50, 40, PERCENT))))
def test_several_awards_grow_and_each_brings_less_than_the_first(
    boards: int, worth: tuple[int, int, int, object]
) -> None:
    plus, average, minus, unit = worth
    several = SeveralRule(Clause("ANC26", "App-4.1"))
    rule = ArtificialRule(
        Clause("Law", "12C2"), plus, average, minus, IMPS if unit is IMPS else PERCENT, several=several
    )
    assert several_total(1, rule) == plus
    assert several_total(boards, rule) <= several_total(boards + 1, rule) <= several_total(boards, rule) + plus
    together = awards([Average.PLUS] * boards, rule).value
    assert together == several_total(boards, rule) / (Fraction(boards) if unit is PERCENT else 1)
    assert unit is IMPS or average < together <= plus, "a per cent is one board's"
    assert several_total(boards, rule) >= average * boards


@given(st.lists(st.sampled_from(Average), max_size=12))
def test_awards_rest_on_what_was_given(given_awards: list[Average]) -> None:
    rule = shipped_rulebook().artificial("laws-2017/imps")
    figure = awards(given_awards, rule)
    assert tuple(facts(figure)) == tuple(Fact(award) for award in given_awards)
    assert figure.value == 3 * (given_awards.count(Average.PLUS) - given_awards.count(Average.MINUS))
