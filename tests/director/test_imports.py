"""Sessions scored elsewhere, imported: penalties come with them, and a difference has its true reason."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from books import whole_book
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact, to_places
from overtrick.core.model.notation import read_result
from overtrick.director.imports.comparison import Verdict
from overtrick.director.imports.sessions import ImportedFile, ImportOptions, bring_in
from overtrick.formats.pbn_results import pbn_results
from overtrick.formats.session import Contestant, EventKind, Method, Session, SessionLine
from overtrick.formats.usebio import flat_usebio, nested_usebio
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.readers import DESK
from overtrick.views.sessions import session_of

Write = Callable[[Session], bytes]


def imported(data: bytes, name: str = "night.xml") -> ImportedFile:
    return bring_in(data, name, ImportOptions(), called="night", program="test")


def totals(event: Tournament) -> Mapping[str, Exact]:
    """What everybody has in the last stage."""
    state = list(event.stages.values())[-1]
    return {row.contestant: row.total.value for each in state.fields for row in state.standings(each.name).rows}


@pytest.mark.parametrize(
    ("event", "write"),
    [
        ("club/handicap-night", pbn_results), ("club/butler-night", pbn_results), ("club/butler-night", flat_usebio),
        ("club/butler-night", nested_usebio), ("club/cross-imp-night", nested_usebio),
    ],
)  # fmt: skip
def test_a_night_of_our_own_comes_back_with_its_penalties(event: str, write: Write) -> None:
    played = Tournament(plan_for(event))
    for posting in whole_book(event):
        played.post(posting)
    session = session_of(played, list(played.stages.values())[-1], DESK)
    fined = [each.number for each in session.contestants if each.penalty]
    assert fined
    found = imported(write(session))
    assert found.comparison.count(Verdict.SAME) == (len(session.lines), len(session.contestants))
    mine = totals(found.replayed.event)
    stated = {each.number: each.percent if each.percent is not None else each.total for each in session.contestants}
    assert {name: to_places(mine[name], 2) for name in fined} == {
        name: to_places(total, 2) for name in fined if (total := stated[name]) is not None
    }


def two_tables(**first: Exact | None) -> Session:
    """Two tables and two boards: 4S makes for 1 against 2 and fails for 3 against 4, so 1 and 4 have every top.

    *first* changes what the file says of pair 1.
    """
    made, down = read_result("4S N ="), read_result("4S N -1")
    lines = tuple(
        line
        for board, down_score in ((1, -50), (3, -50))
        for line in (
            SessionLine(board, "1", "2", made, 420, ns_points=2, ew_points=0),
            SessionLine(board, "3", "4", down, down_score, ns_points=0, ew_points=2),
        )
    )
    percents = {"1": 100, "2": 0, "3": 0, "4": 100}
    pairs = tuple(Contestant(number, percent=percent) for number, percent in percents.items())
    pairs = (replace(pairs[0], **first), *pairs[1:])  # type: ignore[arg-type]
    return Session("Night", EventKind.PAIRS, Method.MATCHPOINTS, pairs, lines)


def pair_1(found: ImportedFile) -> tuple[Exact, Verdict, str]:
    (row,) = [each for each in found.comparison.contestants if str(each.about).startswith("1")]
    return totals(found.replayed.event)["1"], row.verdict, str(row.why)


@pytest.mark.parametrize(
    ("penalty", "percent", "total", "note"),
    [
        (4, 96, 96, "pair 1 has a penalty of 4%, as in the file"),
        (1, 75, 75, "pair 1 has a penalty of 25%, as in the file"),  # one matchpoint of the four that could be had
        (Fraction(5, 2), Fraction(195, 2), Fraction(195, 2), "pair 1 has a penalty of 2.5%, as in the file"),
        (
            4,
            100,
            100,
            "the file gives pair 1 a penalty of 4 but leaves it out of the pair’s total; the penalty is not imported",
        ),
    ],
)
def test_a_penalty_is_taken_as_the_total_shows_it(penalty: Exact, percent: Exact, total: Exact, note: str) -> None:
    for write in (nested_usebio, pbn_results):
        found = imported(write(two_tables(penalty=penalty, percent=percent)))
        assert pair_1(found) == (total, Verdict.SAME, "")
        assert note in map(str, found.notes)


def test_a_penalty_that_does_not_explain_the_total_says_both() -> None:
    found = imported(nested_usebio(two_tables(penalty=4, percent=90)))
    why = (
        "the file’s total does not match its own lines, which give 100 less a penalty of 4; it may "
        "be out of date or typed by hand"
    )
    assert pair_1(found) == (96, Verdict.DIFFERENT, why)


@pytest.mark.parametrize("tag", ["ADJUSTMENT", "HANDICAP"])
def test_what_a_file_adds_to_a_total_is_the_reason_of_the_difference(tag: str) -> None:
    data = nested_usebio(two_tables(percent=106))
    data = data.replace(b"<PERCENTAGE>106.00</PERCENTAGE>", f"<PERCENTAGE>106.00</PERCENTAGE><{tag}>6</{tag}>".encode())
    found = imported(data)
    why = "the file’s total includes a handicap or bonus of 6, which is not imported"
    assert pair_1(found) == (100, Verdict.DIFFERENT, why)
    assert "pair 1 has a handicap or bonus of 6 in the file, which is not imported" in map(str, found.notes)


BARE = "no totals compared: the file has none"


@pytest.mark.parametrize(
    ("scored", "said"),
    [
        (0, "4 lines, none compared: the file has no scores or points to compare"),
        (1, "4 lines: 1 the same, 0 right under other rules, 0 different, 3 not compared"),
        (2, "4 lines: 2 the same, 0 right under other rules, 0 different, 2 not compared"),
        (3, "4 lines: 3 the same, 0 right under other rules, 0 different, 1 not compared"),
        (4, "4 lines: 4 the same, 0 right under other rules, 0 different"),
    ],
)
def test_only_lines_that_the_file_has_numbers_for_are_counted(scored: int, said: str) -> None:
    made = two_tables()
    bare = [replace(line, score=None, ns_points=None, ew_points=None) for line in made.lines[scored:]]
    pairs = tuple(replace(each, percent=None) for each in made.contestants)
    session = replace(made, lines=(*made.lines[:scored], *bare), contestants=pairs)
    comparison = imported(pbn_results(session)).comparison
    assert comparison.said == f"{said}; {BARE}"
    assert (comparison.compared, comparison.differing) == (scored, ())


def test_scores_without_points_are_said_to_be_all_that_was_compared() -> None:
    lines = tuple(replace(line, ns_points=None, ew_points=None) for line in two_tables().lines)
    said = imported(pbn_results(replace(two_tables(), lines=lines))).comparison.said
    only = "scores only, because the file has no points"
    assert said.startswith(
        f"4 lines: 4 the same, 0 right under other rules, 0 different ({only}); 4 contestants: 4 the same"
    )


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("BUTLER_IMPS", "IMPS", "the scoring method is Butler (BOARD_SCORING_METHOD says “IMPS”)"),
        ("BUTLER_IMPS", "CROSS_IMPS", "the scoring method is cross-IMPs (BOARD_SCORING_METHOD says “CROSS_IMPS”)"),
        ("BUTLER_IMPS", "OTHER", "the scoring method is Butler (the result lines have NS_IMPS elements)"),
        (
            'EVENT_TYPE="PAIRS"',
            'EVENT_TYPE="IMP_PAIRS"',
            "the scoring method is Butler (BOARD_SCORING_METHOD says “BUTLER_IMPS”)",
        ),
    ],
)
def test_usebio_in_imps_is_not_scored_as_matchpoints(old: str, new: str, note: str) -> None:
    """4S makes at one table and fails at the other: 420 and −50 are 235 from their mean of 185, which is 6 IMPs."""
    made = two_tables()
    lines = tuple(
        replace(line, ns_points=won, ew_points=-won) for line, won in zip(made.lines, (6, -6, 6, -6), strict=True)
    )
    pairs = tuple(replace(each, percent=None) for each in made.contestants)
    data = nested_usebio(replace(made, method=Method.BUTLER, lines=lines, contestants=pairs))
    assert note in map(str, imported(data.replace(old.encode(), new.encode())).notes)
