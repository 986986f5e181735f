"""ACBLscore's game file, which is read and never written: its first event of pairs, with its sections.

The format is binary and little-endian, with Pascal strings. It has scores and matchpoints; contracts, declarers and
leads are in the .bws of the same session. Every offset is checked to be inside the file.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.model.results import Artificial, Average, PointsResult, Result
from overtrick.formats.session import Contestant, EventKind, Method, Person, Session, SessionLine

SIGN = b"\x12\x0a\x03AC3"
_EVENTS, _TYPES, _SCORINGS, _SECTIONS = 0x12, 0xDA, 0x10C, 0x13E
_MOST_EVENTS, _MOST_SECTIONS, _SECTION = 50, 100, 22
_PAIRS, _HOME_PAIRS = 0, 3
_METHODS = {0: Method.MATCHPOINTS, 1: Method.BUTLER, 2: Method.CROSS_IMPS, 3: Method.CROSS_IMPS}
_NOT_PLAYED = (900, 950, 999)
_AVERAGES = {2040: Average.MINUS, 2050: Average.EVEN, 2060: Average.PLUS}
_FOULED, _GROUP = 3000, 2000
_ENTRY_PLAYERS, _PLAYER = 0xA4, 120
_BOARD_ROW, _RESULT_ROW = 8, 18
_HOWELL, _NUMBERS, _MOST_PAIRS, _MOST_BOARDS = 1, 0xDD, 40, 200


def read_acblscore(data: bytes, name: str) -> Session:
    """The first event of pairs in a game file."""
    if len(data) > limits.SESSION:
        raise DirectorError("{name} is too large", remedy="Choose the right file.", name=name)
    if not data.startswith(SIGN):
        raise DirectorError("{name} is not an ACBLscore game file", remedy="Choose the right file.", name=name)
    try:
        return _File(data, name).session()
    except (struct.error, IndexError) as fault:
        raise DirectorError(
            "{name} is incomplete or not a valid game file", remedy="Copy the file again from ACBLscore.", name=name
        ) from fault


@dataclass(frozen=True, slots=True)
class _Section:
    letter: str
    details: int
    boards: int


class _File:
    """The bytes of a game file, by its offsets."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data, self.name = data, name
        self.bytes_left = len(data)

    def _spend(self, count: int) -> None:
        """Count the bytes of results read: each is in the file once, so together they cannot be longer than it."""
        self.bytes_left -= count
        if self.bytes_left < 0:
            raise IndexError

    def _byte(self, at: int) -> int:
        if at < 0:
            raise IndexError
        return self.data[at]

    def _whole(self, at: int, form: str) -> int:
        value: int = struct.unpack_from(f"<{form}", self.data, at)[0]
        return value

    def _text(self, at: int, longest: int) -> str:
        length = min(self._byte(at), longest)
        return " ".join(self.data[at + 1 : at + 1 + length].decode("cp1252", "replace").split())

    def session(self) -> Session:
        """The first event of pairs that has results."""
        for number in range(_MOST_EVENTS):
            details = self._whole(_EVENTS + 4 * number, "I")
            if details and self._byte(_TYPES + number) in (_PAIRS, _HOME_PAIRS):
                sections = list(self._of_event(number + 1))
                lines = [line for each in sections for line in self._lines(each, several=len(sections) > 1)]
                if lines:
                    return self._build_session(details, self._byte(_SCORINGS + number), sections, lines)
        raise DirectorError(
            "{name} has no pairs event with results",
            remedy="Choose the file of a pairs event: teams and individual events cannot be imported.",
            name=self.name,
        )

    def _build_session(self, details: int, scoring: int, sections: list[_Section], lines: list[SessionLine]) -> Session:
        method = _METHODS.get(scoring)
        if method is None:
            raise DirectorError(
                "{name} uses a scoring method that cannot be imported (number {scoring})",
                remedy="Choose a pairs session scored by matchpoints or IMPs.",
                name=self.name,
                scoring=scoring,
            )
        two = any(line.ns.endswith("NS") for line in lines)
        known: dict[str, Contestant] = {}
        for section in sections:
            known |= self._entries(section, two=two, several=len(sections) > 1)
        names = dict.fromkeys(name for line in lines for name in (line.ns, line.ew))
        title = " ".join(filter(None, (self._text(details + 0x4, 25), self._text(details + 0x1E, 13))))
        return Session(
            title or self.name, EventKind.PAIRS, method, tuple(known.get(name) or Contestant(name) for name in names),
            tuple(lines), winners=2 if two else 1, club=self._text(details + 0x5C, 25), program="ACBLscore",
        )  # fmt: skip

    def _of_event(self, number: int) -> Iterator[_Section]:
        for place in range(_MOST_SECTIONS):
            at = _SECTIONS + _SECTION * place
            if self._byte(at) == number:
                yield _Section(self._text(at + 1, 2), self._whole(at + 4, "I"), self._whole(at + 8, "I"))

    def _lines(self, section: _Section, *, several: bool) -> list[SessionLine]:
        """Every result of a section; a Howell has one field, otherwise North-South and East-West are two."""
        raw: list[tuple[int, int, int, tuple[int, int, int], tuple[int, int, int]]] = []
        if not section.boards:
            return []
        for place in range(min(self._whole(section.boards + 4, "H"), _MOST_BOARDS)):
            at = section.boards + 0x26 + _BOARD_ROW * place
            self._spend(_BOARD_ROW)
            board, count, offset = self._whole(at, "H"), self._whole(at + 2, "H"), self._whole(at + 4, "I")
            for which in range(min(count, _MOST_BOARDS)):
                self._spend(_RESULT_ROW)
                start = offset + 6 + _RESULT_ROW * which
                ns, ew = (
                    (self._whole(side, "H"), self._whole(side + 2, "h"), self._whole(side + 4, "I"))
                    for side in (start + 2, start + 10)
                )
                raw.append((board, self._byte(start), self._byte(start + 1), ns, ew))
        two_fields = self._byte(section.details + 0x18) != _HOWELL
        prefix = section.letter if several else ""
        tell = ("NS", "EW") if two_fields else ("", "")
        return [
            SessionLine(
                board, f"{prefix}{ns[0]}{tell[0]}", f"{prefix}{ew[0]}{tell[1]}", _result(ns[1], ew[1]),
                None if (score := _points(ns[1])) is None else score, ns_points=_hundredths(ns[2]),
                ew_points=_hundredths(ew[2]), round=number or None, table=table or None, section=section.letter,
                where=f"section {section.letter}, board {board}, table {table}",
            )
            for board, number, table, ns, ew in raw
            if ns[1] not in _NOT_PLAYED and ns[0] and ew[0]
        ]  # fmt: skip

    def _entries(self, section: _Section, *, two: bool, several: bool) -> dict[str, Contestant]:
        """The pairs of a section, by their numbers in the lines; a map gives the first table of each number."""
        found: dict[str, Contestant] = {}
        details = section.details
        howell = self._byte(details + 0x18) == _HOWELL
        for number in range(1, min(self._whole(details + 0x1B, "H"), _MOST_PAIRS) + 1):
            for side, way in enumerate(("",) if howell else ("NS", "EW")):
                if howell:
                    at = details + _NUMBERS + 0x50 + 2 * (number - 1)
                    table, index = self._byte(at), self._byte(at + 1) - 1
                else:
                    table, index = self._byte(details + _NUMBERS + 0xA0 + 4 * (number - 1) + side), side
                entries = self._whole(details + 4 + 4 * index, "I") if 0 <= index < 4 else 0
                entry = self._whole(entries + 0x10 + 8 * table, "I") if entries and table else 0
                name = f"{section.letter if several else ''}{number}{way if two else ''}"
                if entry and name not in found:
                    found[name] = self._entry(entry, name, way if two else "", section.letter)
        return found

    def _entry(self, entry: int, name: str, way: str, letter: str) -> Contestant:
        percent = self._whole(entry + 0x1C, "H")
        people = tuple(
            Person(f"{self._text(player + 0x11, 16)} {self._text(player, 16)}".strip(), self._text(player + 0x36, 7))
            for player in (entry + _ENTRY_PLAYERS, entry + _ENTRY_PLAYERS + _PLAYER)
        )
        return Contestant(
            name, tuple(person for person in people if person.name), direction=way,
            percent=_hundredths(percent) if percent else None, section=letter,
        )  # fmt: skip


def _hundredths(value: int) -> Exact:
    return plain(Fraction(value, 100))


def _points(value: int) -> int | None:
    """A score, which is stored in tens; for a fouled board without its group."""
    if value in _AVERAGES or value in _NOT_PLAYED:
        return None
    if value >= _FOULED:
        value -= _GROUP * ((value - 1000) // _GROUP + 1)
    return 10 * value


def _result(ns: int, ew: int) -> Result | None:
    if ns in _AVERAGES:
        return Artificial(_AVERAGES[ns], _AVERAGES.get(ew, Average.EVEN))
    points = _points(ns)
    return None if points is None else PointsResult(points)
