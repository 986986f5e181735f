"""Export checks for MyABF: what a session must satisfy before it is written for MyABF's reader.

MyABF discards a file that it cannot read, or its page breaks, and it replaces a date that it cannot read by today's. So
all problems are reported here, together.
"""

from collections.abc import Iterator

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Said, phrase
from overtrick.formats.session import EventKind, Method, Session
from overtrick.formats.xml_writing import printable

FLAT_TYPES = {Method.MATCHPOINTS: "MP_PAIRS", Method.BUTLER: "BUTLER_PAIRS", Method.CROSS_IMPS: "CROSS_IMP"}
"""The event types that it knows, in its own spelling."""
_SHOWN = 8


def refuse_for_myabf(session: Session) -> None:
    """Refuse a session that MyABF cannot read, with every reason."""
    if session.kind is not EventKind.PAIRS or session.method not in FLAT_TYPES:
        raise DirectorError(
            "MyABF accepts only pairs sessions scored by matchpoints, Butler or cross-IMPs; this "
            "session is “{kind}”, scored by {method}",
            remedy="Export as USEBIO, which other sites can read, or as PBN.",
            kind=session.kind.value,
            method=session.method.value,
        )
    faults = tuple(_faults(session))
    if faults:
        raise DirectorError(
            "MyABF cannot accept this session: {faults:;}",
            remedy="Correct the session, or export as USEBIO, which other sites can read.",
            faults=faults,
        )


def _faults(session: Session) -> Iterator[Said]:
    if len({line.session for line in session.lines}) > 1:
        yield phrase("there are several sessions (a MyABF file holds one)")
    if len({each.section for each in session.contestants}) > 1:
        yield phrase("there are several sections (export each one separately)")
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
        yield phrase("there are pairs without two player names ({unnamed:,})", unnamed=tuple(unnamed[:_SHOWN]))
    if session.day is None:
        yield phrase("there is no date")


def _directions(session: Session) -> tuple[str, ...]:
    return ("NS", "EW") if session.winners == 2 else ("",)
