"""Files of masterpoints: the lines that are known of the ABF’s manual, digit for digit, and what is refused."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.errors import DirectorError
from overtrick.formats.masterpoints import PlayerPoints, award_file, read_awards


def written(text: str, colour: str = "green") -> bytes:
    return award_file(read_awards(text, "x.csv", colour)).data


def test_the_lines_of_the_manual() -> None:
    assert written("number,name,points\n123456,A. Reed,0.42") == b"0123456000042\r\n"
    both = written("ABF Number,Name,Red,Green\n100060,A. Reed,0.42,0.05", "red-and-green")
    assert both == b"0100060000042000005\r\n"


def test_several_lines_of_a_player_are_rounded_once_together() -> None:
    """Six thirds are 2.00, not six times 0.33; half a hundredth is rounded up."""
    thirds = [PlayerPoints("7", "A", (Fraction(1, 3),)), PlayerPoints("0000007", "A", (Fraction(1, 3),))] * 3
    made = award_file([*thirds, PlayerPoints("8", "B", (Fraction(5, 1000),))])
    assert made.data == b"0000007000200\r\n0000008000001\r\n"
    assert (made.players, made.totals) == (2, (201,))


@pytest.mark.parametrize("number", ["", "0", "10000000", "NZ77", "-5", "1.5"])
def test_players_without_a_number_are_refused_by_name(number: str) -> None:
    with pytest.raises(DirectorError, match=r"C\. Brook") as refused:
        written(f"number,name,points\n1,A. Reed,1\n{number},C. Brook,1\n,B. Stone,2")
    assert "B. Stone: no number" in str(refused.value)


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("-1", "the value “-1” for points must not be negative"),
        ("x", "not a number"),
        ("10000", "9999.99"),
        ("0", "The list awards no points"),
        ("", "The list awards no points"),
    ],
)
def test_points_that_no_line_can_hold(points: str, told: str) -> None:
    with pytest.raises(DirectorError, match=told):
        written(f"number,name,points\n1,A. Reed,{points}")


awards = st.lists(st.tuples(st.integers(1, 9_999_999), st.integers(0, 2_000), st.integers(0, 2_000)), min_size=1)


@given(awards)
def test_a_file_is_digits_alone_and_adds_up(given_points: list[tuple[int, int, int]]) -> None:
    listed = [
        PlayerPoints(str(who), "", (Fraction(red, 100), Fraction(green, 100))) for who, red, green in given_points
    ]
    if not any(red or green for _, red, green in given_points):
        return
    made = award_file(listed)
    lines = made.data.split(b"\r\n")
    assert lines.pop() == b""
    assert all(re.fullmatch(rb"\d{19}", line) for line in lines)
    assert len({line[:7] for line in lines}) == len(lines) == made.players
    sums = (sum(int(line[7:13]) for line in lines), sum(int(line[13:]) for line in lines))
    assert sums == made.totals == (sum(each[1] for each in given_points), sum(each[2] for each in given_points))
