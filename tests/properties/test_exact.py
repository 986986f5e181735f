"""Rounding: nearest, halves as named, nothing lost."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.exact import Exact, Halves, decimal_text, exact_text, mean, nearest_root, plain, round_to, to_places
from overtrick.core.typed_numbers import read_exact
from strategies import exacts

steps: st.SearchStrategy[Exact] = st.sampled_from((1, 10, Fraction(1, 10), Fraction(1, 100), Fraction(1, 3)))


@given(exacts, steps, st.sampled_from(Halves))
def test_rounding_is_to_a_nearest_step_and_settles(value: Exact, step: Exact, halves: Halves) -> None:
    rounded = round_to(value, step, halves)
    assert (Fraction(rounded) / step).denominator == 1
    assert -step <= 2 * (rounded - value) <= step
    assert round_to(rounded, step, halves) == rounded


@given(exacts, exacts, steps, st.sampled_from(Halves))
def test_rounding_keeps_the_order(one: Exact, other: Exact, step: Exact, halves: Halves) -> None:
    low, high = sorted((one, other))
    assert round_to(low, step, halves) <= round_to(high, step, halves)


@given(st.integers(-1000, 1000), steps)
def test_halves_go_where_they_are_sent(whole: int, step: Exact) -> None:
    half = (whole + Fraction(1, 2)) * step
    below, above = whole * step, (whole + 1) * step
    assert round_to(half, step, Halves.UP) == above
    assert round_to(half, step, Halves.DOWN) == below
    assert round_to(half, step, Halves.AWAY) == (above if half > 0 else below)
    assert round_to(half, step, Halves.EVEN) == (below if whole % 2 == 0 else above)


@given(exacts, steps)
def test_away_and_even_mirror_up_and_down_do_not(value: Exact, step: Exact) -> None:
    for halves in (Halves.AWAY, Halves.EVEN):
        assert round_to(-value, step, halves) == -round_to(value, step, halves)
    assert round_to(-value, step, Halves.UP) == -round_to(value, step, Halves.DOWN)


@given(exacts)
def test_text_is_read_back(value: Exact) -> None:
    assert read_exact(exact_text(plain(value))) == value
    assert read_exact(decimal_text(value, 2)) == to_places(value, 2, Halves.AWAY)


@given(st.lists(exacts, min_size=1, max_size=20))
def test_mean_lies_between(values: list[Exact]) -> None:
    assert min(values) <= mean(values) <= max(values)
    assert mean(values) * len(values) == sum(values)


@given(st.integers(0, 10**12))
def test_nearest_root(square: int) -> None:
    found = nearest_root(square)
    assert abs(found * found - square) <= min(abs(other * other - square) for other in (found - 1, found + 1))
    assert (2 * found - 1) ** 2 <= 4 * square < (2 * found + 1) ** 2 or square == 0


@pytest.mark.parametrize("halves", Halves)
def test_every_word_rounds_zero_to_zero(halves: Halves) -> None:
    assert round_to(0, 10, halves) == 0


def test_the_nearest_of_steps_of_three_and_of_one_and_a_half() -> None:
    assert [round_to(value, 3, Halves.UP) for value in (-8, 4, 5, 8)] == [-9, 3, 6, 9]
    half, near = Fraction(3, 2), Fraction(9, 2)
    assert [round_to(value, half, Halves.UP) for value in (-4, 1, 2, 4)] == [-near, half, half, near]
