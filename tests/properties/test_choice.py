"""Set draws and draws by choice against a search through every possible draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.draws.choice import (
    Choice,
    ChoiceRefused,
    ChoiceRule,
    Phase,
    TurnEnd,
    begin,
    choose,
    declare,
    forfeit,
    open_choice,
    turn,
)
from overtrick.core.draws.knockout import Limits, Met, SetDrawRule, set_draw
from overtrick.core.draws.least_cost import least_cost, least_cost_pairs
from overtrick.core.provenance import Clause
from properties.brute_force import Pairs, best_draws, every_draw, lowest_opponents

SAID = Clause("Test", "1")
SET = SetDrawRule(SAID, SAID)


@st.composite
def fields(draw: st.DrawFn, largest: int = 10) -> tuple[tuple[str, ...], Met]:
    """A ranked field of even size and who has met whom, how often; from hardly anybody to nearly all."""
    size = draw(st.sampled_from(range(2, largest + 1, 2)))
    ranked = tuple(f"t{rank}" for rank in range(1, size + 1))
    possible = list(combinations(ranked, 2))
    often = draw(st.sampled_from((1, 3, 6)))
    counts = draw(st.lists(st.integers(0, 7), min_size=len(possible), max_size=len(possible)))
    met = {
        frozenset(pair): tuple(f"round {n + 1}" for n in range(2 if count == 0 else 1))
        for pair, count in zip(possible, counts, strict=True)
        if count < often
    }
    return ranked, met


def meetings(draw: Pairs, met: Met) -> int:
    return sum(len(met.get(frozenset(pair), ())) for pair in draw)


@given(fields())
@settings(max_examples=200, deadline=None)
def test_set_draw_is_the_best_of_all_draws(field: tuple[tuple[str, ...], Met]) -> None:
    ranked, met = field
    best = best_draws(every_draw(ranked), lambda draw: (meetings(draw, met),))
    expected = max(best, key=lambda draw: lowest_opponents(draw, ranked))
    drawn = set_draw(ranked, met, SET)
    assert tuple(pair.teams for pair in drawn.pairs) == expected
    assert drawn.rematches == meetings(expected, met)
    assert len(drawn.flags) == sum(frozenset(pair) in met for pair in expected)
    assert all(pair.why for pair in drawn.pairs)


@given(fields())
@settings(max_examples=60, deadline=None)
def test_two_teams_may_meet_if_some_best_draw_has_them(field: tuple[tuple[str, ...], Met]) -> None:
    ranked, met = field
    best = best_draws(every_draw(ranked), lambda draw: (meetings(draw, met),))
    limits = Limits(met)
    for one, two in combinations(ranked, 2):
        expected = frozenset((one, two)) not in met or any((one, two) in draw for draw in best)
        free = limits.least_with(ranked, one, two) == limits.least(ranked) or not limits.meetings(one, two)
        assert free == expected


@given(st.integers(1, 5).map(lambda half: 2 * half).flatmap(lambda size: st.tuples(
    st.just(size), st.lists(st.integers(0, 40), min_size=size * size, max_size=size * size))))  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_least_cost_is_the_least(case: tuple[int, list[int]]) -> None:
    size, prices = case
    names = [str(number) for number in range(size)]

    def cost(one: int, two: int) -> int:
        return prices[one * size + two]

    least = min(sum(cost(int(one), int(two)) for one, two in draw) for draw in every_draw(names))
    assert least_cost(size, cost) == least
    assert sorted(each for pair in least_cost_pairs(size, cost) for each in pair) == list(range(size))


def test_nobody_has_met_gives_the_plain_fold() -> None:
    ranked = tuple(f"t{rank}" for rank in range(1, 65))
    assert tuple(pair.teams for pair in set_draw(ranked, {}, SET).pairs) == tuple(
        zip(ranked[:32], ranked[:31:-1], strict=True)
    )


@dataclass(frozen=True)
class Ceremony:
    """A field, a rule of choice, the ranks that declare, and what each chooser does when it can choose."""

    ranked: tuple[str, ...]
    met: Met
    rule: ChoiceRule
    declaring: frozenset[int]
    actions: tuple[int, ...]


@st.composite
def ceremonies(draw: st.DrawFn) -> Ceremony:
    ranked, met = draw(fields())
    size = len(ranked)
    choosers = draw(st.integers(1, size // 2))
    others = range(choosers + 1, size + 1)
    kinds = {rank: draw(st.sampled_from(("open", "open", "open", "in", "out", "closed"))) for rank in others}
    rule = ChoiceRule(
        SAID, tuple(range(1, choosers + 1)), tuple(rank for rank in others if kinds[rank] == "open"), SAID, SAID, SAID,
        tuple(rank for rank in others if kinds[rank] == "in"), tuple(rank for rank in others if kinds[rank] == "out"),
    )  # fmt: skip
    declaring = draw(st.frozensets(st.sampled_from(list(others))))
    actions = draw(st.lists(st.integers(-2, 9), min_size=choosers, max_size=choosers))
    return Ceremony(ranked, met, rule, declaring, tuple(actions))


def open_teams(case: Ceremony) -> set[str]:
    """The teams open to choice, said over again from the rule."""
    named = set(case.rule.open)
    named |= set(case.rule.may_opt_in) & case.declaring
    named |= set(case.rule.may_opt_out) - case.declaring
    return {case.ranked[rank - 1] for rank in named}


def brute_options(case: Ceremony, made: Sequence[tuple[str, str]], chooser: str, forfeited: set[str]) -> list[str]:
    """The open teams that some best completion of the pairs made gives to the chooser."""
    paired = {team for pair in made for team in pair}
    left = [team for team in case.ranked if team not in paired]
    binding = {case.ranked[rank - 1] for rank in case.rule.choosers} - forfeited
    free = open_teams(case)

    def cost(draw: Pairs) -> tuple[int, int]:
        broken = sum((one in binding and two not in free) or (two in binding and one not in free) for one, two in draw)
        return meetings(draw, case.met), broken

    best = best_draws(every_draw(left), cost)
    opponents = {team for draw in best for pair in draw if chooser in pair for team in pair} - {chooser}
    return [team for team in left if team in opponents and team in free]


def run(case: Ceremony) -> Choice:
    """The whole ceremony; a negative action is a forfeit, any other picks among the options in rotation."""
    state = open_choice(case.ranked, case.met, case.rule)
    for rank in sorted(case.declaring):
        if rank in (*case.rule.may_opt_in, *case.rule.may_opt_out):
            state = declare(state, case.ranked[rank - 1], available=rank in case.rule.may_opt_in)
    state = begin(state)
    for action in case.actions:
        if state.phase is Phase.DRAWN:
            break
        options = turn(state).options
        state = forfeit(state) if action < 0 else choose(state, options[action % len(options)])
    return state


@given(ceremonies())
@settings(max_examples=150, deadline=None)
def test_options_are_exactly_those_that_leave_a_lawful_draw(case: Ceremony) -> None:
    state = run(case)
    assert state.phase is Phase.DRAWN
    made: list[tuple[str, str]] = []
    forfeited: set[str] = set()
    for past in state.turns:
        expected = brute_options(case, made, past.chooser, forfeited)
        assert list(past.options) == expected
        assert past.ended is {0: TurnEnd.LAPSED, 1: TurnEnd.FORCED}.get(len(expected), past.ended)
        if past.ended is TurnEnd.FORFEITED:
            forfeited.add(past.chooser)
        if past.opponent is not None:
            assert past.opponent in expected
            made.append((past.chooser, past.opponent))
    assert [pair.teams for pair in state.pairs[: len(made)]] == made


@given(ceremonies())
@settings(max_examples=80, deadline=None)
def test_the_draw_never_has_a_second_meeting_too_many(case: Ceremony) -> None:
    draw = run(case).draw
    assert sorted(team for pair in draw.pairs for team in pair.teams) == sorted(case.ranked)
    assert draw.rematches == min(meetings(every, case.met) for every in every_draw(case.ranked))


@given(ceremonies())
@settings(max_examples=50, deadline=None)
def test_a_refused_choice_says_why_and_changes_nothing(case: Ceremony) -> None:
    state = begin(open_choice(case.ranked, case.met, case.rule))
    if state.phase is Phase.DRAWN:
        return
    here = turn(state)
    assert {option.team for option in here.offered} == set(state.left) - {here.chooser}
    for option in here.offered:
        assert option.why
        if option.refusal is not None:
            with pytest.raises(ChoiceRefused, match=f"{here.chooser} cannot choose team {option.team}"):
                choose(state, option.team)
    assert turn(state) == here
