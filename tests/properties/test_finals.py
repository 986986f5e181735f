"""Finals of any course: nobody in two places, nobody sent on by a match without a winner."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.draws.brackets import Bracket
from overtrick.core.draws.finals import (
    AbandonedMatch,
    Finals,
    ForfeitedMatch,
    Outcome,
    Report,
    RuledMatch,
    Score,
    play_finals,
)
from overtrick.core.errors import DirectorError
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.read.documents import load

BRACKETS = [*load(Brackets, "sabf-2020").brackets.values(), *load(Brackets, "anc-2026").brackets.values()]
SEEDS = ("A", "B", "C", "D", "E")


def happenings(one: str, two: str) -> st.SearchStrategy[Report]:
    """Anything that can come of a match between two teams."""
    scores = st.tuples(st.integers(0, 3), st.integers(0, 3)).map(lambda imps: Score({one: imps[0], two: imps[1]}))
    absences: tuple[Report, ...] = (ForfeitedMatch(one), ForfeitedMatch(two), AbandonedMatch())
    return st.one_of(scores, st.sampled_from(absences))


@st.composite
def courses(draw: st.DrawFn) -> tuple[Bracket, Finals]:
    """A bracket played to its end, with scores, ties, forfeits and abandoned matches."""
    bracket = draw(st.sampled_from(BRACKETS))
    seeds = SEEDS[: len(bracket.places)]
    reports: dict[str, Report] = {}
    for match in bracket.matches:
        here = play_finals(bracket, seeds, reports).final(match.name)
        if here.outcome is Outcome.TO_PLAY:
            one, two = (str(team) for team in here.teams)
            reports[match.name] = draw(happenings(one, two))
            if play_finals(bracket, seeds, reports).final(match.name).outcome is Outcome.LEVEL:
                reports[match.name] = RuledMatch(one)
    return bracket, play_finals(bracket, seeds, reports)


@given(courses())
@settings(max_examples=200, deadline=None)
def test_a_bracket_always_comes_to_its_end(course: tuple[Bracket, Finals]) -> None:
    bracket, finals = course
    placed = [team for team in finals.places if team]
    assert len(placed) == len(set(placed))
    for final in finals.finals:
        assert final.over
        assert str(final.why)
        if final.outcome is Outcome.PLAYED:
            assert {final.winner, final.loser} == set(final.teams)
        if final.outcome in (Outcome.ABANDONED, Outcome.SHARED):
            assert final.winner is None
            assert final.loser is None
        if final.outcome is Outcome.FORFEIT and None in final.teams:
            assert final.winner in final.teams
            assert final.loser is None
    if all(final.outcome is Outcome.PLAYED for final in finals.finals):
        assert sorted(placed) == sorted(SEEDS[: len(bracket.places)])


@given(courses())
@settings(max_examples=100, deadline=None)
def test_the_carry_forward_counts_once_and_only_for_its_side(course: tuple[Bracket, Finals]) -> None:
    bracket, finals = course
    for final in finals.finals:
        for team, total in zip(final.teams, final.totals, strict=False):
            assert total.value % 1 == (bracket.carry if team == final.carry_to else 0)


def test_whole_imps_never_end_level_with_a_carry_forward() -> None:
    five = load(Brackets, "sabf-2020").brackets["final five"]
    final = play_finals(five, SEEDS, {"QF1": Score({"D": 20, "E": 20})}).final("QF1")
    assert (final.winner, str(final.why)) == ("D", "by 0.1 IMPs")
    assert final.total("D").line() == "+20.10 IMPs  including a carry-over of 0.1 IMPs  (SABF20 13.12)"


def test_a_report_for_teams_that_do_not_play_is_refused() -> None:
    five = load(Brackets, "sabf-2020").brackets["final five"]
    with pytest.raises(DirectorError, match="Expected: D v E"):
        play_finals(five, SEEDS, {"QF1": Score({"A": 20, "E": 20})})
    with pytest.raises(DirectorError, match="Team A does not play in the match “first Qualifying Final”"):
        play_finals(five, SEEDS, {"QF1": ForfeitedMatch("A")})
