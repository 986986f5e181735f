"""Results out of a PBN file: the ScoreTable of each board, the TotalScoreTable, or games with the names of the players.

Any subset of the columns will do. A row with more or fewer cells than its table has columns is refused, not guessed at.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.matchpoints import top
from overtrick.core.model.cards import Deal
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, AwardedImps, AwardedPercent, PassedOut, Result, Scored
from overtrick.core.typed_numbers import read_exact, read_whole
from overtrick.formats.faults import Faults
from overtrick.formats.people_pairs import PairsByName
from overtrick.formats.plain_text import plain_text, small_enough
from overtrick.formats.session import Contestant, Kind, Line, Method, Person, Session

SIGN = "% PBN"
_SCORES, _TOTALS = "ScoreTable", "TotalScoreTable"
_METHODS = {"mp": Method.MATCHPOINTS, "matchpoints": Method.MATCHPOINTS, "cross": Method.CROSS_IMPS,
            "butler": Method.BUTLER, "imp": Method.BUTLER}  # fmt: skip
_NOTHING = ("", "-", "?")
_SEATS = ("North", "East", "South", "West")


@dataclass(slots=True)
class _Game:
    """The tags of a game, and the rows of its tables with their lines."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    rows: dict[str, list[tuple[int, list[str]]]] = field(default_factory=dict)


def read_pbn_results(data: bytes, name: str) -> Session:
    """The session in a PBN file; refused with every line that cannot be read, and where it has no result."""
    text = plain_text(data, name).text
    small_enough(text, name)
    return _Reader(name, list(_games(text))).session()


def _games(text: str) -> Iterator[_Game]:
    """The games of a file: a tag that comes again begins the next."""
    game, table, comment = _Game(0), "", False
    before: dict[str, str] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if comment or line.startswith("{"):
            comment = "}" not in line
            continue
        if not line:
            table = ""
        elif line.startswith("[") and (tag := _tag(line)):
            called, said = tag
            if called in game.tags:
                yield game
                before, game = game.tags, _Game(number)
            game.line = game.line or number
            game.tags[called] = before.get(called, "") if said == "#" else said
            table = called if called.endswith("Table") else ""
        elif table and not line.startswith(("%", ";")):
            game.rows.setdefault(table, []).append((number, _cells(line)))
    yield game


def _tag(line: str) -> tuple[str, str] | None:
    called, quote, rest = line[1:].partition('"')
    if not quote or not called.strip().isidentifier():
        return None
    said, escaped = [], False
    for letter in rest:
        if escaped or letter not in '"\\':
            said.append(letter)
            escaped = False
        elif letter == "\\":
            escaped = True
        else:
            break
    value = "".join(said)
    if called.strip().endswith("Table"):
        value = rest.rpartition('"')[0]
    return called.strip(), value.strip()


def _cells(line: str) -> list[str]:
    """The cells of a row: tokens with spaces between, or strings in quotation marks."""
    cells: list[str] = []
    place = 0
    while place < len(line):
        if line[place].isspace():
            place += 1
        elif line[place] == '"':
            said = []
            place += 1
            while place < len(line) and line[place] != '"':
                place += line[place] == "\\" and place + 1 < len(line)
                said.append(line[place])
                place += 1
            cells.append("".join(said))
            place += 1
        else:
            start = place
            while place < len(line) and not line[place].isspace():
                place += 1
            cells.append(line[start:place])
    return cells


def _columns(value: str) -> list[str]:
    """The names of columns, without their order and width."""
    return [each.strip().lstrip("+-").partition("\\")[0] for each in value.split(";")]


class _Reader:
    """Games on their way to a session."""

    def __init__(self, name: str, games: list[_Game]) -> None:
        self.name, self.games = name, games
        self.faults = Faults(name)
        self.pairs = PairsByName()
        self.people: dict[str, tuple[Person, ...]] = {}
        self.named = False
        self.columns: set[str] = set()
        ids = [
            (row.get("PairId_NS"), row.get("PairId_EW"))
            for game in games
            for _, row in self._table(game, _SCORES, quiet=True)
        ]
        self.two = any(ns == ew and ns not in (None, *_NOTHING) for ns, ew in ids)

    def session(self) -> Session:
        """Everything the games hold."""
        method = self._method()
        lines: list[Line] = []
        deals: dict[tuple[int, int], Deal] = {}
        datums: dict[tuple[int, int], Exact] = {}
        for game in self.games:
            rows = list(self._table(game, _SCORES))
            if not (board := game.tags.get("Board", "")) or not (rows or game.tags.get("Contract")):
                continue
            with self.faults.at(game.line):
                number = read_whole(board, 1)
                if game.tags.get("Deal") and "-" not in game.tags["Deal"]:
                    deals[0, number] = Deal.read(game.tags["Deal"])
                if (datum := _number(game.tags.get("Datum", ""))) is not None:
                    datums[0, number] = datum
                for at, row in rows:
                    with self.faults.at(at):
                        lines.append(self._line(row, number, at, len(rows), method))
                if not rows and (read := self._game_line(game, number)):
                    lines.append(read)
        contestants = self._contestants(lines, method)
        self.faults.tell()
        if not lines:
            raise DirectorError(
                "{name} has no result: no ScoreTable, and no game with its players",
                remedy="Deals are taken at the desk, under Deals; results need a ScoreTable.",
                name=self.name,
            )
        tags = {key: "" if said in _NOTHING else said for key, said in self.games[0].tags.items()}
        two = self.two or {"NS", "EW"} <= {each.direction for each in contestants}
        return Session(
            tags.get("Event", "") or self.name, Kind.PAIRS, method, contestants, tuple(lines),
            winners=2 if two else 1, day=_day(tags.get("Date", "")), club=tags.get("Club", ""),
            venue=tags.get("Site", ""), datums=datums, deals=deals,
        )  # fmt: skip

    def _table(self, game: _Game, called: str, *, quiet: bool = False) -> Iterator[tuple[int, Mapping[str, str]]]:
        names = _columns(game.tags.get(called, ""))
        for at, cells in game.rows.get(called, ()):
            if len(cells) == len(names):
                self.columns |= set(names)
                yield at, dict(zip(names, cells, strict=True))
            elif not quiet:
                with self.faults.at(at):
                    raise DirectorError(
                        "the row has {cells} cells, and its table {columns} columns",
                        cells=len(cells),
                        columns=len(names),
                    )

    def _method(self) -> Method:
        said = next((game.tags["Scoring"] for game in self.games if game.tags.get("Scoring")), "").lower()
        for word in ("cross", "butler", "matchpoints", "mp", "imp"):
            if word in said:
                return _METHODS[word]
        return Method.BUTLER if "IMP_NS" in self.columns and "MP_NS" not in self.columns else Method.MATCHPOINTS

    def _line(self, row: Mapping[str, str], board: int, at: int, count: int, method: Method) -> Line:
        ns, ew = (self._number(row, side) for side in ("NS", "EW"))
        kind = "MP" if method is Method.MATCHPOINTS else "IMP"
        points = tuple(_number(row.get(f"{kind}_{side}", "")) for side in ("NS", "EW"))
        score, other = _number(row.get("Score_NS", "")), _number(row.get("Score_EW", ""))
        score = score if score is not None or other is None else -other
        number, table = (read_whole(said, 1) if (said := row.get(key, "")) not in _NOTHING else None
                         for key in ("Round", "Table"))  # fmt: skip
        artificial = any(row.get(f"{kind}_{side}", "").startswith("^") for side in ("NS", "EW"))
        given = row.get("Weights", "")
        awarded: Result | None = _award(points, method, top(max(2, count))) if artificial else None
        if given not in _NOTHING:
            awarded = read_result(given.replace(" ; ", ", "))
        return Line(
            board, ns, ew, awarded or _result(row, score), score if isinstance(score, int) else None,
            _said(row, "Lead"), points[0], points[1], round=number, table=table,
            section=_said(row, "Section"), clause=_said(row, "Clause"), where=f"line {at}",
        )  # fmt: skip

    def _number(self, row: Mapping[str, str], side: str) -> str:
        """What a pair is called: its number, with its direction where both fields use the numbers; or by its names."""
        said, names = row.get(f"PairId_{side}", ""), row.get(f"Names_{side}", "")
        players = [each.strip() for each in names.split(";" if ";" in names else "-") if each.strip() not in _NOTHING]
        if said in _NOTHING:
            if not players:
                raise DirectorError("the row does not say who played")
            self.named = True
            return self.pairs.number(*players)
        number = f"{said}{side}" if self.two else said
        if players:
            self.people.setdefault(number, tuple(map(Person, players)))
        return number

    def _game_line(self, game: _Game, board: int) -> Line | None:
        """A game of its own: one table, known by the names of the four."""
        seats = [game.tags.get(seat, "") for seat in _SEATS]
        if any(each in _NOTHING for each in seats):
            return None
        north, east, south, west = seats
        self.named = True
        row = {key: game.tags.get(key, "") for key in ("Contract", "Declarer", "Result")}
        return Line(
            board, self.pairs.number(north, south), self.pairs.number(east, west), _result(row, None),
            where=f"line {game.line}",
        )  # fmt: skip

    def _contestants(self, lines: list[Line], method: Method) -> tuple[Contestant, ...]:
        if self.named:
            return self.pairs.contestants()
        totals: dict[str, Contestant] = {}
        key = "TotalMP" if method is Method.MATCHPOINTS else "TotalIMP"
        for game in self.games:
            for at, row in self._table(game, _TOTALS):
                with self.faults.at(at):
                    number, rank = row.get("PairId", ""), row.get("Rank", "").strip("=")
                    side = said if (said := _said(row, "Direction")) in ("NS", "EW") else ""
                    if number in _NOTHING or (self.two and not side):
                        continue  # with two fields nothing says which of two pairs a number is
                    number = f"{number}{side}" if self.two else number
                    boards = _said(row, "NrBoards")
                    names = tuple(Person(each.strip()) for each in row.get("Names", "").split(";") if each.strip())
                    totals[number] = Contestant(
                        number, names or self.people.get(number, ()),
                        place=read_whole(rank) if rank.isdigit() else None,
                        total=_number(row.get(key, "") or row.get("TotalScore", "")),
                        percent=_number(row.get("TotalPercentage", "") or row.get("MeanPercentage", "")),
                        direction=side, section=_said(row, "Section"), boards=read_whole(boards) if boards else None,
                        carried=_number(row.get("Carried", "")), penalty=_number(row.get("Penalty", "")),
                    )  # fmt: skip
        for name in dict.fromkeys(name for line in lines for name in (line.ns, line.ew)):
            totals.setdefault(name, Contestant(name, self.people.get(name, ())))
        return tuple(totals.values())


def _said(row: Mapping[str, str], column: str) -> str:
    """A cell, empty where it says that there is nothing to say."""
    return "" if (said := row.get(column, "")) in _NOTHING else said


def _result(row: Mapping[str, str], score: Exact | None) -> Result | None:
    contract = row.get("Contract", "").replace("*", "X")
    if contract.lower() in ("pass", "allpass"):
        return PassedOut()
    declarer, tricks = row.get("Declarer", "").lstrip("^"), row.get("Result", "").lstrip("^")
    if contract not in _NOTHING and declarer not in _NOTHING and tricks not in _NOTHING:
        return read_result(f"{contract} {declarer} {tricks}")
    return Scored(score) if isinstance(score, int) else None


def _award(points: tuple[Exact | None, ...], method: Method, most: int) -> Artificial | None:
    ns, ew = points
    if ns is None or ew is None:
        return None
    if method is Method.MATCHPOINTS:
        shares = [plain(Fraction(each) * 100 / most) for each in (ns, ew)]
        return Artificial(AwardedPercent(shares[0]), AwardedPercent(shares[1]))
    return Artificial(AwardedImps(ns), AwardedImps(ew))


def _number(text: str) -> Exact | None:
    said = text.lstrip("^").rstrip("%")
    return None if said in _NOTHING else read_exact(said)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.replace(".", "-"))
    except ValueError:
        return None
