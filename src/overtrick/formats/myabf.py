"""What the reader of MyABF takes: the checks that a session must pass before it is written for it.

A file that it cannot read is thrown away there or breaks the page, and a day that it cannot read becomes today. So
everything is told here, all at once.
"""

from collections.abc import Iterator

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said, phrase
from overtrick.formats.session import Kind, Method, Session
from overtrick.formats.xml_writing import printable

FLAT_TYPES = {Method.MATCHPOINTS: "MP_PAIRS", Method.BUTLER: "BUTLER_PAIRS", Method.CROSS_IMPS: "CROSS_IMP"}
"""The types of event that it knows, in its own spelling."""
_SHOWN = 8


def refuse_for_myabf(session: Session) -> None:
    """Refuse what MyABF cannot take, with every reason."""
    if session.kind is not Kind.PAIRS or session.method not in FLAT_TYPES:
        raise DirectorError(
            "MyABF takes pairs by matchpoints, Butler or cross-IMPs alone, and this is {kind} by {method}",
            remedy="Write it as usebio, which other sites read, or as pbn.",
            kind=session.kind.value,
            method=session.method.value,
        )
    faults = tuple(_faults(session))
    if faults:
        raise DirectorError(
            "MyABF cannot take this session: {faults:,}",
            remedy="Put that right, or write it as usebio, which other sites read.",
            faults=faults,
        )


def _faults(session: Session) -> Iterator[Said]:
    if len({line.session for line in session.lines}) > 1:
        yield phrase("it has several sessions, and a file there is one")
    if len({each.section for each in session.contestants}) > 1:
        yield phrase("it has several sections, and a file there is one: write each by itself")
    fields = [[each for each in session.contestants if each.direction == side] for side in _directions(session)]
    if any(len(each) < 2 for each in fields):
        yield phrase("there are fewer than two pairs in a field")
    if len({session.key(line) for line in session.lines if line.ns_points is not None}) < 2:
        yield phrase("fewer than two boards have been scored")
    unnamed = [
        each.number
        for each in session.contestants
        if len(each.people) != 2 or not all(printable(person.name) for person in each.people)
    ]
    if unnamed:
        yield phrase("{unnamed:,} are without the names of two players", unnamed=tuple(unnamed[:_SHOWN]))
    if session.day is None:
        yield phrase("nobody knows its day")


def _directions(session: Session) -> tuple[str, ...]:
    return ("NS", "EW") if session.winners == 2 else ("",)
