"""The draws and arrow-switches of the finals, which the text does not print but asks to balance."""

from collections import Counter
from fractions import Fraction

import pytest

from clauses.nsw_its_2021.test_stages import event
from overtrick.core.draws.round_robin import circle
from overtrick.core.errors import RegulationErrors
from overtrick.core.event.plan.ways import RobinDraw, RobinPlay
from overtrick.core.event.play.round_robin import robins_of
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.read.documents import load, open_file
from overtrick.regulations.read.load import text_of

FOLDER = "nsw-its-2021"
SIZES = {
    "4 x 16": (4, 16), "5 x 16": (5, 16), "5 x 12": (5, 12), "6 x 10": (6, 10), "6 x 14": (6, 14), "7 x 8": (7, 8),
    "7 x 13": (7, 13), "8 x 12": (8, 12), "9 x 10": (9, 10),
}  # fmt: skip


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.clause("ITS21 OITS.final-4", "ITS21 OITS.final-5", "ITS21 OITS.final-6", "ITS21 WITS.final-other")
def test_everybody_meets_everybody_once_over_the_boards_of_a_match(name: str) -> None:
    final = load(DrawBook, FOLDER).finals[name]
    tables, boards = SIZES[name]
    assert (final.tables, final.boards, len(final.draw)) == (tables, boards, 2 * tables - 1)
    met = Counter(frozenset(match) for matches in final.draw for match in matches)
    assert set(met.values()) == {1}
    assert len(met) == tables * (2 * tables - 1)
    for pattern in final.patterns:  # as many boards one way as the other, or one more
        assert abs(pattern.count("N") - pattern.count("E")) == boards % 2
    if boards % 4 == 0 and tables < 7 and name != "5 x 12":  # any two tables agree on half the boards
        for one in range(tables):
            for other in range(one):
                same = sum(a == b for a, b in zip(final.patterns[one], final.patterns[other], strict=True))
                assert Fraction(same, boards) == Fraction(1, 2), (one, other)


@pytest.mark.parametrize("name", ["10 pairs without switches", "12 pairs without switches"])
@pytest.mark.clause("ITS21 OITS.final-5", "ITS21 OITS.final-6")
def test_without_switches_the_lines_are_of_even_strength_in_every_match(name: str) -> None:
    draw = load(DrawBook, FOLDER).draws[name]
    met = Counter(frozenset(match) for matches in draw.rounds for match in matches)
    assert set(met.values()) == {1}
    for matches in draw.rounds:
        lines = [sum(match[line] for match in matches) for line in (0, 1)]
        assert abs(lines[0] - lines[1]) <= draw.contestants % 4 // 2 + 1, lines
    size = draw.contestants
    [final] = [each for each in event("oits", 44 if size == 10 else 60).stages if each.name == "Final"]
    assert isinstance(final.play, RobinPlay)
    way = {"I-36": "lines of equal strength by rating"}
    other = event("oits", 44 if size == 10 else 60, readings=way).stages[-1].play
    assert isinstance(other, RobinPlay)
    assert draw.rounds in [robin.rounds for printed in other.printed for robin in printed.robins]


@pytest.mark.parametrize(
    ("name", "pairs", "finals"),
    [
        ("oits", 44, ["4 x 16", "5 x 12", "6 x 10"]),
        *((name, 24, ["5 x 12", "6 x 10", "7 x 8"]) for name in ("wits", "sits")),
        *((name, 12, ["4 x 16", "5 x 16", "6 x 14", "7 x 13", "8 x 12", "9 x 10"]) for name in ("wits", "sits")),
    ],
)
@pytest.mark.clause("ITS21 OITS.final-4", "ITS21 WITS.final-other", "ITS21 SITS.final-other")
def test_the_finals_an_event_may_come_to(name: str, pairs: int, finals: list[str]) -> None:
    play = event(name, pairs).stages[-1].play
    assert isinstance(play, RobinPlay)
    assert list(play.finals) == [load(DrawBook, FOLDER).finals[each] for each in finals]


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.clause("ITS21 OITS.final-4", "ITS21 OITS.final-5", "ITS21 OITS.final-6", "ITS21 WITS.final-other")
def test_a_final_is_drawn_as_balanced_for_its_tables_and_its_boards_alone(name: str) -> None:
    tables, boards = SIZES[name]
    final = load(DrawBook, FOLDER).finals[name]
    every = RobinPlay(finals=tuple(load(DrawBook, FOLDER).finals.values()))
    for pairs in (2 * tables, 2 * tables - 1):
        assert robins_of(every, boards, pairs) == (RobinDraw(final.draw),)
        assert robins_of(RobinPlay(finals=(final,)), boards + 1, pairs) == (RobinDraw(circle(2 * tables)),)
    for pairs in (2 * tables - 2, 2 * tables + 1):
        other = robins_of(RobinPlay(finals=(final,)), boards, pairs)
        assert other == (RobinDraw(circle(pairs + pairs % 2)),)


def test_a_final_that_counts_its_tables_wrongly_is_refused() -> None:
    text = text_of("nsw-its-2021", "draws.toml").replace("tables   = 7\n", "tables   = 8\n", 1)
    with pytest.raises(RegulationErrors, match="is for 8 tables and has patterns for 7"):
        open_file(DrawBook, text, "draws.toml")
