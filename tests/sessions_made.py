"""Sessions for tests of files: stages of rehearsed events, and small ones made by hand or by Hypothesis."""

from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

from hypothesis import strategies as st

from books import whole_book
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.notation import read_result
from overtrick.formats.session import Contestant, EventKind, Method, Person, Session, SessionLine
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.sessions import SessionDetails, session_of

NASTY = "\"\\;&<>’'=+-@[]{}%^,\t\r\n\x00\x07\x1b\u2028é\ud800\uffffZ aß漢"
"""Characters that break writers: of XML, of PBN, of tables, and those that no file may hold."""

names = st.text(st.sampled_from(NASTY), min_size=1, max_size=12)


@cache
def folded(event: str, entries: int = 0, until: int | None = None) -> Tournament:
    """An event as it stands after the whole of its book, or after its first postings."""
    made = Tournament(plan_for(event))
    for posting in whole_book(event, entries)[:until]:
        made.post(posting)
    return made


def session_at(event: str, entries: int = 0, about: SessionDetails | None = None) -> Session:
    """The last stage of an event."""
    made = folded(event, entries)
    return session_of(made, list(made.stages.values())[-1], about=about or SessionDetails(numbers=True))


def two_pairs(**changed: Any) -> Session:
    """A session of two pairs and two boards, the least that every reader takes."""
    people = {number: (Person(f"{number} One", "123"), Person(f"{number} Two", "0456")) for number in ("1", "2")}
    pairs = tuple(
        Contestant(number, people[number], place=place, total=2, percent=50, boards=2)
        for place, number in enumerate(people, start=1)
    )
    lines = tuple(
        SessionLine(board, "1", "2", read_result("4S N ="), 420, lead="HK", ns_points=1, ew_points=1, round=1, table=1)
        for board in (1, 2)
    )
    made = Session(
        "Tuesday", EventKind.PAIRS, Method.MATCHPOINTS, pairs, lines, day=date(2026, 11, 15), program="Overtrick 1"
    )
    return replace(made, **changed)
