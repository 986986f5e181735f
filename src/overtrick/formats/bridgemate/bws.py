"""A .bws file: written with the plan of a session, or read for the results from the devices.

This is pure Python, without Access or Java. Bridgemate's own program has not opened a written file yet; users are told
so when one is written.
"""

import gzip
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from importlib.resources import files
from typing import Final

from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import Card, Deal, Suit
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, NotPlayed, PassedOut, Result
from overtrick.core.model.seats import CLOCKWISE
from overtrick.core.wording import Said, phrase
from overtrick.formats.bridgemate.jet import JetFile, Row, Value
from overtrick.formats.bridgemate.jet_writing import with_rows
from overtrick.formats.bridgemate.plan import (
    AWARDED,
    NOT_PLAYED,
    REVERSED,
    DeviceData,
    DeviceReport,
    Plan,
    Play,
    PlayerName,
    Scoring,
    SeatedPlayer,
)

SUITS: Final = tuple(
    f"{seat}{suit}" for seat in ("North", "East", "South", "West") for suit in ("Spades", "Hearts", "Diamonds", "Clubs")
)
"""The columns of a deal in HandRecord: each seat from North clockwise, each suit from spades."""

UNTRIED: Final = phrase(
    "Files of this kind have not been tested with Bridgemate Control Software yet: try "
    "yours before the day of the event."
)
"""The notice shown wherever such a file is written."""
_NAME, _NUMBER, _TITLE, _CUSTOM = 40, 18, 40, 255
_BOARDS = 500_000
"""The most boards in a plan, over all tables and rounds."""
_ROWS = Mapping[str, list[Mapping[str, Value]]]


def write_bws(plan: Plan, at: datetime, computer: str = "") -> bytes:
    """A .bws with the plan and no results, dated *at*, for Bridgemate's program on a computer."""
    empty = gzip.decompress(
        files(__package__).joinpath("individuals.bws.gz" if plan.alone else "pairs.bws.gz").read_bytes()
    )
    letters = {letter: place for place, letter in enumerate(plan.sections, start=1)}
    tables = sorted({(letters[play.section], play.table) for play in plan.plays})
    rows: _ROWS = {
        "Clients": [{"ID": 1, "Computer": computer[:255]}],
        "Session": [
            {
                "ID": 1, "Name": plan.title[:_TITLE], "Date": at.replace(hour=0, minute=0, second=0, microsecond=0),
                "Time": at.replace(year=1899, month=12, day=30, microsecond=0), "GUID": plan.guid, "Status": 0,
            }
        ],
        "Section": [
            {
                "ID": number, "Letter": letter, "Tables": sum(section == number for section, _ in tables),
                "MissingPair": 0, "EWMoveBeforePlay": 0, "Session": 1, "ScoringType": plan.scoring.value,
                "Winners": plan.winners,
            }
            for letter, number in letters.items()
        ],
        "Tables": [
            {
                "Section": section, "Table": table, "ComputerID": 1, "Status": 0, "LogOnOff": 2, "CurrentRound": 0,
                "CurrentBoard": 0, "UpdateFromRound": 0, "Group": 0,
            }
            for section, table in tables
        ],
        "RoundData": [_round_data(play, letters[play.section]) for play in plan.plays],
        "PlayerNames": [
            {
                "ID": int(each.number) if _is_long(each.number) else 0, "Name": each.name[:_NAME],
                "strID": each.number[:_NUMBER],
            }
            for each in plan.names
        ],
        "HandRecord": [
            {"Section": section, "Board": board, **_hands(deal)}
            for section in letters.values()
            for board, deal in sorted(plan.deals.items())
        ],
        "Settings": [
            {
                "Section": section, "ShowResults": plan.compares, "LeadCard": True, "MemberNumbers": True,
                "BM2ViewHandrecord": False, "EnterResultsMethod": 0, "BM2Ranking": 0, "BM2NumberValidation": 0,
                "BM2NameSource": 0,
            }
            for section in letters.values()
        ],
    }  # fmt: skip
    return with_rows(empty, rows, f"The .bws of {plan.title}")


def _is_long(number: str) -> bool:
    return number.isascii() and number.isdecimal() and int(number[:12]) < 2**31


def _round_data(play: Play, section: int) -> Mapping[str, Value]:
    low, high = min(play.boards), max(play.boards)
    custom = "" if play.boards == tuple(range(low, high + 1)) else ",".join(map(str, play.boards))
    if len(custom) > _CUSTOM:
        raise DirectorError(
            "The list of boards for table {table} in round {round} is too long for a Bridgemate",
            table=play.table, round=play.round,
            remedy="A Bridgemate board list holds at most 255 characters: give this table fewer boards in "
                   "the round.",
        )  # fmt: skip
    alone: Mapping[str, Value] = {"South": play.south, "West": play.west} if play.south else {}
    return {
        "Section": section, "Table": play.table, "Round": play.round, "NSPair": play.ns, "EWPair": play.ew,
        "LowBoard": low, "HighBoard": high, "CustomBoards": custom, **alone,
    }  # fmt: skip


def _hands(deal: Deal) -> Mapping[str, Value]:
    held = [deal.hand(seat)[suit] for seat in CLOCKWISE for suit in Suit]
    return dict(zip(SUITS, held, strict=True))


class BwsFile:
    """A .bws that has been read: its plan, and what the devices sent."""

    def __init__(self, data: bytes, name: str) -> None:
        self.file = JetFile(data, name)
        self.name = name
        for needed in ("Section", "RoundData", "ReceivedData"):
            if needed not in self.file.tables:
                raise DirectorError(
                    "{name} is not a Bridgemate database: it has no table called {needed}",
                    remedy="Choose the .bws file.",


                    name=name, needed=needed,
                )  # fmt: skip
        self._letters = {_whole(row, "ID"): _cell_text(row, "Letter") or "A" for row in self.file.rows("Section")}

    def plan(self) -> Plan:
        """The plan that a scoring program wrote."""
        sections, sessions = self.file.rows("Section"), self.file.rows("Session")
        plays = tuple(self._plays())
        scoring = next((_whole(row, "ScoringType") for row in sections), 1)
        winners = next((_whole(row, "Winners") for row in sections), 0)
        named = (
            PlayerName(_cell_text(row, "strID") or str(_whole(row, "ID")), _cell_text(row, "Name"))
            for row in self._names()
        )
        settings = self.file.rows("Settings")
        return Plan(
            next((_cell_text(row, "Name") for row in sessions), ""),
            next((_cell_text(row, "GUID") for row in sessions), ""),
            Scoring(scoring) if scoring in {each.value for each in Scoring} else Scoring.MATCHPOINTS,
            winners if winners in (1, 2) else _winners(plays),
            plays,
            tuple(named),
            {_whole(row, "Board"): deal for row in self.file.rows("HandRecord") if (deal := _deal(row)) is not None},
            any(bool(row.get("ShowResults")) for row in settings),
        )

    def reports(self) -> DeviceData:
        """What the devices sent: the last report on each board, and the last person at each seat."""
        sat: dict[tuple[object, ...], tuple[object, SeatedPlayer]] = {}
        for row in self.file.rows("PlayerNumbers"):
            seen = SeatedPlayer(
                self._letter(row), _whole(row, "Table"), _whole(row, "Round"), _cell_text(row, "Direction").upper()[:1],
                _cell_text(row, "Number"), _cell_text(row, "Name"),
            )  # fmt: skip
            logged = row.get("TimeLog")
            when = logged if isinstance(logged, datetime) else datetime.min  # noqa: DTZ901 - a .bws knows no zones
            key = (seen.section, seen.table, seen.round, seen.direction)
            if (seen.number or seen.name) and (key not in sat or sat[key][0] <= when):  # type: ignore[operator]  # both are times
                sat[key] = (when, seen)
        return DeviceData(
            self._words("ReceivedData"), self._words("IntermediateData"), tuple(seen for _, seen in sat.values())
        )

    def _names(self) -> Iterable[Row]:
        return (row for row in self.file.rows("PlayerNames") if _cell_text(row, "strID") or _whole(row, "ID"))

    def _letter(self, row: Row) -> str:
        return self._letters.get(_whole(row, "Section"), str(_whole(row, "Section")))

    def _plays(self) -> Iterator[Play]:
        boards = 0
        for row in self.file.rows("RoundData"):
            play = self._play(row)
            boards += len(play.boards)
            if boards > _BOARDS:
                raise DirectorError(
                    "{name}: RoundData has more boards than one session can have",
                    remedy="Choose the file of one session.",
                    name=self.name,
                )  # fmt: skip
            yield play

    def _play(self, row: Row) -> Play:
        low, high = _whole(row, "LowBoard"), _whole(row, "HighBoard")
        listed = [part for part in _cell_text(row, "CustomBoards").split(",") if part.strip().isdecimal()]
        boards = tuple(int(part) for part in listed) or tuple(range(low, min(high, low + 999) + 1))
        return Play(
            self._letter(row), _whole(row, "Table"), _whole(row, "Round"), _whole(row, "NSPair"),
            _whole(row, "EWPair"), boards, _whole(row, "South"), _whole(row, "West"),
        )  # fmt: skip

    def _words(self, table: str) -> tuple[DeviceReport, ...]:
        last: dict[tuple[str, int, int, int], DeviceReport] = {}
        for place, row in enumerate(self.file.rows(table), start=1):
            word = self._word(row, place)
            known = last.get(word.place)
            if known is None or (known.erased, -known.number) > (word.erased, -word.number):
                last[word.place] = word
        return tuple(last.values())

    def _word(self, row: Row, place: int) -> DeviceReport:
        erased = bool(row.get("Erased"))
        ns, ew = _whole(row, "PairNS"), _whole(row, "PairEW")
        south, west = _whole(row, "South"), _whole(row, "West")
        result, doubt = (None, "") if erased else _row_result(row)
        if not doubt and _across(row, {ns, south} - {0}, {ew, west} - {0}):
            doubt = REVERSED
        return DeviceReport(
            self._letter(row), _whole(row, "Table"), _whole(row, "Round"), _whole(row, "Board"), ns, ew, result,
            _whole(row, "ID") or place, _lead(row), south, west, erased, doubt,
        )  # fmt: skip


def _row_result(row: Row) -> tuple[Result | None, Said]:
    """The result in a row, and why a director must look at it."""
    contract, remarks = _cell_text(row, "Contract"), _cell_text(row, "Remarks")
    if contract.upper().startswith("PASS"):
        return PassedOut(), ""
    wrong_way = remarks.lower() == "wrong direction"
    try:
        if contract:
            read = read_result(f"{contract} {_cell_text(row, 'NS/EW')} {_cell_text(row, 'Result')}")
            return read, REVERSED if wrong_way else ""
        if remarks.lower() == "not played":
            return NotPlayed(), NOT_PLAYED
        if wrong_way:
            return None, REVERSED
        awarded = read_result(remarks)
        if isinstance(awarded, Artificial):
            return awarded, AWARDED
        return None, phrase("the device says “{remarks}”", remarks=remarks[:60])
    except DirectorError as fault:
        return None, fault.phrased


def _across(row: Row, ns: set[int], ew: set[int]) -> bool:
    """Whether the declarer's pair number and seat are of different sides: the players sat the other way round."""
    declarer, seat = _whole(row, "Declarer"), _cell_text(row, "NS/EW").upper()[:1]
    if not _cell_text(row, "Contract") or not declarer or ns & ew or seat not in {"N", "S", "E", "W"}:
        return False
    return declarer in (ew if seat in ("N", "S") else ns)


def _lead(row: Row) -> str:
    try:
        return str(Card.parse(_cell_text(row, "LeadCard")))
    except DirectorError:
        return ""  # no card was entered, or an invalid one: a lead is never worth losing a result


def _deal(row: Row) -> Deal | None:
    """The hands of a row; `None` where they are not a deal, for example in a file that no one filled."""
    held = [_cell_text(row, name) for name in SUITS]
    try:
        return Deal.of({seat: ".".join(held[4 * place : 4 * place + 4]) for place, seat in enumerate(CLOCKWISE)})
    except DirectorError:
        return None


def _winners(plays: Iterable[Play]) -> int:
    """The number of winners: two where no one sits both ways."""
    ns, ew = set(), set()
    for play in plays:
        ns |= {play.ns, play.south} - {0}
        ew |= {play.ew, play.west} - {0}
    return 1 if ns & ew else 2


def _whole(row: Row, name: str) -> int:
    value = row.get(name)
    return value if isinstance(value, int) else 0


def _cell_text(row: Row, name: str) -> str:
    value = row.get(name)
    return value.strip() if isinstance(value, str) else ""
