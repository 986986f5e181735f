"""Calendars in iCalendar (RFC 5545) for phones, with lines folded at 75 octets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

FOLD = 75
"""The octets in a line."""
UNTIL = timedelta(hours=2)
"""The assumed duration of an entry without an end."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A calendar entry: start, end if known, title and place. *uid* identifies it permanently.

    A day has no time and lasts to the end of its *ends*. A time without an offset is in the reader's own time zone.
    """

    uid: str
    begins: datetime | date
    ends: datetime | date | None
    title: str
    place: str = ""
    link: str = ""


def calendar(name: str, entries: Iterable[Entry], made: datetime) -> str:
    """A calendar as a file.

    >>> day = Entry("a@b", date(2026, 7, 4), date(2026, 7, 5), "Swiss; finals", "Hall")
    >>> print(calendar("Congress", [day], datetime(2026, 7, 1, 2, tzinfo=UTC)).replace(chr(13), ""))
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Overtrick//Overtrick//EN
    CALSCALE:GREGORIAN
    METHOD:PUBLISH
    X-WR-CALNAME:Congress
    BEGIN:VEVENT
    UID:a@b
    DTSTAMP:20260701T020000Z
    DTSTART;VALUE=DATE:20260704
    DTEND;VALUE=DATE:20260706
    SUMMARY:Swiss\\; finals
    LOCATION:Hall
    END:VEVENT
    END:VCALENDAR
    <BLANKLINE>
    """
    return "".join(f"{fold_line(line)}\r\n" for line in _lines(name, entries, made))


def _lines(name: str, entries: Iterable[Entry], made: datetime) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Overtrick//Overtrick//EN", "CALSCALE:GREGORIAN")
    yield from ("METHOD:PUBLISH", f"X-WR-CALNAME:{_text(name)}")
    for each in entries:
        yield from ("BEGIN:VEVENT", f"UID:{_text(each.uid)}", f"DTSTAMP{_when(made)}")
        yield f"DTSTART{_when(each.begins)}"
        yield f"DTEND{_when(_end(each))}"
        yield f"SUMMARY:{_text(each.title)}"
        if each.place:
            yield f"LOCATION:{_text(each.place)}"
        if each.link:
            yield f"URL:{each.link}"
        yield "END:VEVENT"
    yield "END:VCALENDAR"


def _end(entry: Entry) -> datetime | date:
    """The end of an entry; for a day the following day, as the format counts. It is never before the start."""
    if isinstance(entry.begins, datetime):
        ends = entry.ends if isinstance(entry.ends, datetime) else None
        return ends if ends is not None and ends > entry.begins else entry.begins + UNTIL
    return max(entry.ends or entry.begins, entry.begins) + timedelta(days=1)


def _when(when: datetime | date) -> str:
    if not isinstance(when, datetime):
        return f";VALUE=DATE:{when:%Y%m%d}"
    return f":{when.astimezone(UTC):%Y%m%dT%H%M%SZ}" if when.tzinfo is not None else f":{when:%Y%m%dT%H%M%S}"


def _text(text: str) -> str:
    """A text with the escapes of the format and without control characters."""
    plain = "".join(each for each in text if each == "\n" or each.isprintable())
    return plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def fold_line(line: str) -> str:
    """A line in pieces of at most 75 octets, each after the first with a leading space, and no character split.

    >>> fold_line("é" * 40).encode().split(bytes((13, 10, 32)))[0] == ("é" * 37).encode()
    True
    """
    pieces: list[bytes] = []
    now = b""
    for letter in line:
        octets = letter.encode()
        if len(now) + len(octets) > (FOLD if not pieces else FOLD - 1):
            pieces.append(now)
            now = b""
        now += octets
    return b"\r\n ".join([*pieces, now]).decode()
