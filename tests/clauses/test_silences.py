"""What the documents leave unsaid of an event and a reading answers, and the entry an event is shown with.

None of these numbers is printed: how a forfeit or a bye counts, or how long a session is, the readings answer where the
text does not, and the usual entry is what a rehearsal and the conditions of contest take when nobody says another.
"""

import pytest

from overtrick.core.event.plan.ways import TwoFieldPlay
from overtrick.regulations.plan.event_book import find_event

FORFEITS = {"forfeits": "D87"}
WITH_BYES = {**FORFEITS, "byes": "D57"}
WITH_LENGTHS = {**FORFEITS, "lengths": "D83"}
SILENT = {
    # Nothing is said of forfeits outside the qualifying of the interstate teams (7.7 sends to a text not at hand)
    **dict.fromkeys(
        (
            "country-pairs", "interstate-pairs", "mixed-butler", "novice-swiss-pairs", "one-day-swiss-pairs-1",
            "one-day-swiss-pairs-2", "one-day-swiss-pairs-3", "open-butler", "restricted-butler", "swiss-pairs-a",
            "swiss-pairs-b", "welcome-pairs",
        ),
        FORFEITS,
    ),
    **dict.fromkeys(("country-club-teams", "three-day-teams"), WITH_BYES),
    **dict.fromkeys(
        ("graded-pairs", "novice-pairs", "one-day-matchpoint-pairs", "rookie-pairs"), WITH_LENGTHS
    ),
    **dict.fromkeys(("interstate-open", "interstate-womens", "interstate-seniors", "interstate-youth"), FORFEITS),
}  # fmt: skip
OTHERS = {
    "nsw-its-2021/oits": {"forfeits": "I-75"}, "nsw-its-2021/wits": {"forfeits": "I-75", "lengths": "I-06"},
    "nsw-its-2021/sits": {"forfeits": "I-75", "lengths": "I-06"}, "nsw-its-2021/yits": {"forfeits": "I-75"},
    "nsw-swiss-pairs/congress": {"forfeits": "S-27"}, "gnot-nsw-2018/gnot": {"forfeits": "Q81"},
}  # fmt: skip
EVERY: dict[str, dict[str, str]] = {f"anc-2026/{name}": silent for name, silent in SILENT.items()} | OTHERS
USUAL = {
    # The teams that 11.2 numbers; otherwise about what such an event draws
    "interstate-open": 8, "interstate-womens": 7, "interstate-seniors": 7, "interstate-youth": 6,
    "country-club-teams": 20, "country-pairs": 30, "graded-pairs": 36, "interstate-pairs": 40, "mixed-butler": 50,
    "novice-pairs": 24, "novice-swiss-pairs": 24, "one-day-matchpoint-pairs": 36, "one-day-swiss-pairs-1": 40,
    "one-day-swiss-pairs-2": 40, "one-day-swiss-pairs-3": 40, "open-butler": 60, "restricted-butler": 40,
    "rookie-pairs": 20, "swiss-pairs-a": 50, "swiss-pairs-b": 50, "three-day-teams": 20, "welcome-pairs": 40,
    "oits": 44, "sits": 24, "wits": 24, "yits": 8, "congress": 40, "gnot": 23,
}  # fmt: skip


@pytest.mark.parametrize("name", EVERY)
def test_what_a_reading_answers_where_the_text_is_silent(name: str) -> None:
    file = find_event(name)
    assert {about: reading.id for reading in file.reading for about in reading.covers} == EVERY[name]
    assert file.event.usual == USUAL[name.rpartition("/")[2]]


@pytest.mark.parametrize("name", ["anc-2026/open-butler", "nsw-its-2021/oits"])
def test_a_session_in_two_fields_has_about_as_many_boards_as_a_session_has(name: str) -> None:
    """The text gives the sessions and no boards; readings D58 and I-20 take 24 to 28."""
    draw = find_event(name).stage[0].draw
    assert draw is not None
    assert isinstance(draw.play, TwoFieldPlay)
    boards = draw.play.boards
    assert boards is not None
    assert (boards.least, boards.most) == (24, 28)
