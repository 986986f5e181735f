"""Every word about a fault in a file is in the catalogue, so that a page shows it in its own language."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Contest
from overtrick.core.grammar import ENGLISH as GRAMMAR
from overtrick.director.imports.seating import seat
from overtrick.formats.name_lists import read_list
from overtrick.formats.people_csv import read_people
from overtrick.formats.results_csv import read_results, read_results_session


class Dots:
    """A language in which every letter of the program's own words is a dot."""

    grammar = GRAMMAR

    def words(self, template: str) -> str:
        return re.sub(r"(\{[^{}]*\})|[^\W\d_]", lambda found: found[1] or "·", template)

    def data(self, text: str) -> str:
        return text

    def thing(self, value: object) -> str | None:  # noqa: ARG002 - as `Voice` has it
        return None


def results(*lines: str) -> Callable[[], object]:
    return lambda: read_results(["round,table,board,ns,ew,result", *lines], "7.1")


def names(text: str) -> Callable[[], object]:
    return lambda: read_list(text, Contest.PAIRS, name="7.1")


REFUSED: dict[str, Callable[[], object]] = {
    "against itself": results("1,1,1,4,4,4♠ S ="),
    "a line twice": results("1,1,1,4,9,4♠ S =", "1,1,1,4,9,4♠ S ="),
    "two results": results("1,1,1,4,9,4♠ S =", "1,1,1,4,9,4♠ S +1"),
    "two opponents": results("1,1,1,4,9,4♠ S =", "1,2,1,4,8,4♠ S ="),
    "twice the same way": results("1,1,1,4,9,4♠ S =", "1,2,1,4,9,4♠ S ="),
    "a number twice in a list": names("7 1, 2\n7 3, 4"),
    "too many players": names("7 1, 2, 3"),
    "people": lambda: read_people("number,name\n7,1\n7,2", "7.1"),
}


@pytest.mark.parametrize("read", REFUSED.values(), ids=list(REFUSED))
def test_every_word_about_a_fault_is_in_the_catalogue(read: Callable[[], object]) -> None:
    with pytest.raises(DirectorError) as refused:
        read()
    said = re.sub(r"line \d+", "", refused.value.phrased.render(Dots()))  # a position in a file is data
    assert re.findall(r"[a-z]{2,}", said) == []


def test_the_faults_of_a_session_are_in_the_catalogue() -> None:
    session = read_results_session("board,table,ns,ew,result\n1,1,4,9,4♠ S =\n1,2,7,8,4♠ S =", "7.1")
    first, second = session.lines
    lines = first, replace(second, ns="4"), replace(second, ns="5", ew="5")
    with pytest.raises(DirectorError, match="line 2 and line 3: pair 4 has board 1 twice") as refused:
        seat(replace(session, lines=lines))
    assert "line 3: pair 5 plays against itself" in str(refused.value)
    assert re.findall(r"twice|itself", refused.value.phrased.render(Dots())) == []
