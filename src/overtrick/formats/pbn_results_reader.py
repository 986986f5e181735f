"""Results from a PBN file: the ScoreTable of each board, the TotalScoreTable, or games with players' names.

Any subset of the columns is accepted. A row with more or fewer cells than its table has columns is refused.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.matchpoints import top
from overtrick.core.model.cards import Deal
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Artificial, AwardedImps, AwardedPercent, PassedOut, PointsResult, Result
from overtrick.core.typed_numbers import read_exact, read_whole
from overtrick.core.wording import Phrase, phrase
from overtrick.formats.faults import Faults
from overtrick.formats.plain_text import plain_text, small_enough
from overtrick.formats.session import Contestant, EventKind, Method, PairsByName, Person, Session, SessionLine

SIGN = "% PBN"
_SCORES, _TOTALS = "ScoreTable", "TotalScoreTable"
_METHODS: tuple[tuple[Method, frozenset[str]], ...] = (
    (Method.CROSS_IMPS, frozenset(("cross", "cross1", "cross2", "ximp", "ximps"))),
    (Method.BUTLER, frozenset(("butler", "experts", "mean", "median"))),
    (Method.BOARD_A_MATCH, frozenset(("bam", "board"))),
    (Method.MATCHPOINTS, frozenset(("mp", "mps", "mp1", "mp2", "oldmp", "matchpoint", "matchpoints", "match"))),
    (Method.IMPS, frozenset(("imp", "imps"))),
    (Method.AGGREGATE, frozenset(("rubber", "chicago", "cavendish", "total"))),
)
"""The words of the tag Scoring, which may combine several: more specific ones come first (`IMP;Cross`)."""
_ACROSS_THE_FIELD = (Method.MATCHPOINTS, Method.BUTLER, Method.CROSS_IMPS)
_KINDS = {kind.value.casefold(): kind for kind in EventKind} | {"individuals": EventKind.INDIVIDUAL}
"""Values of the tag Competition: those of the standard, and those of our own files."""
_TEAMS = ("HomeTeam", "VisitTeam")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_SIDE_SCORE = re.compile(r"(NS|EW)\s+([+-]?\d+(?:\.\d+)?)")
_WORDS = re.compile(r"[a-z0-9]+")
_NOTHING = ("", "-", "?")
_SEATS = ("North", "East", "South", "West")


@dataclass(slots=True)
class _Game:
    """The tags of a game, and the rows of its tables with their line numbers."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    rows: dict[str, list[tuple[int, list[str]]]] = field(default_factory=dict)


def read_pbn_results(data: bytes, name: str) -> Session:
    """The session in a PBN file; refused with every line that cannot be read, or if it has no result."""
    text = plain_text(data, name).text
    small_enough(text, name)
    return _Reader(name, list(_games(text))).session()


def _games(text: str) -> Iterator[_Game]:
    """The games of a file: a repeated tag begins the next."""
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
    """The cells of a row: tokens separated by spaces, or strings in quotation marks."""
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
    """The names of columns, without their sort order and width."""
    return [each.strip().lstrip("+-").partition("\\")[0] for each in value.split(";")]


class _Reader:
    """Converts games to a session."""

    def __init__(self, name: str, games: list[_Game]) -> None:
        self.name, self.games = name, games
        self.faults = Faults(name)
        self.pairs = PairsByName()
        self.people: dict[str, tuple[Person, ...]] = {}
        self.named = False
        self.columns: set[str] = set()
        self.headings: dict[str, list[str]] = {}
        ids = [
            (row.get("PairId_NS"), row.get("PairId_EW"))
            for game in games
            for _, row in self._table(game, _SCORES, quiet=True)
        ]
        self.two = any(ns == ew and ns not in (None, *_NOTHING) for ns, ew in ids)

    def session(self) -> Session:
        """The session with everything that the games hold."""
        scoring = self._scoring()
        kind, kind_source = self._kind(scoring[0] if scoring else None)
        usual = Method.IMPS if kind.of_teams else Method.MATCHPOINTS
        method, method_source = scoring or (
            usual,
            phrase("assumed, because the file does not say how the session was scored"),
        )
        if method is Method.IMPS and not kind.of_teams:
            method = Method.BUTLER  # pairs have no second room to compare with: their IMPs are against a datum
        lines: list[SessionLine] = []
        deals: dict[tuple[int, int], Deal] = {}
        datums: dict[tuple[int, int], Exact] = {}
        for game in self.games:
            rows = list(self._table(game, _SCORES))
            if not (board := game.tags.get("Board", "")) or not (rows or game.tags.get("Contract")):
                continue
            with self.faults.collect(game.line):
                number = read_whole(board, 1)
                if game.tags.get("Deal") and "-" not in game.tags["Deal"]:
                    deals[0, number] = Deal.read(game.tags["Deal"])
                if (datum := _number(game.tags.get("Datum", ""))) is not None:
                    datums[0, number] = datum
                for at, row in rows:
                    with self.faults.collect(at):
                        lines.append(self._line(row, number, at, len(rows), method))
                if not rows and (read := self._game_line(game, number, method)):
                    lines.append(read)
        contestants = self._contestants(lines, method)
        self.faults.tell()
        if not lines:
            raise DirectorError(
                "{name} has no results: no ScoreTable, and no game with players’ names",
                remedy="Choose a file that has a ScoreTable or players’ names, or import its deals on the desk’s "
                "“Deals” page.",
                name=self.name,
            )
        tags = {key: "" if said in _NOTHING else said for key, said in self.games[0].tags.items()}
        two = self.two or {"NS", "EW"} <= {each.direction for each in contestants}
        return Session(
            tags.get("Event", "") or self.name, kind, method, contestants, tuple(lines),
            winners=2 if two else 1, day=_day(tags.get("Date", "")), club=tags.get("Club", ""),
            venue=tags.get("Site", ""), datums=datums, deals=deals, kind_source=kind_source,
            method_source=method_source,
        )  # fmt: skip

    def _table(self, game: _Game, called: str, *, quiet: bool = False) -> Iterator[tuple[int, Mapping[str, str]]]:
        value = game.tags.get(called, "")
        if value not in self.headings:  # games share the columns of the previous game
            self.headings[value] = _columns(value)
        names = self.headings[value]
        for at, cells in game.rows.get(called, ()):
            if len(cells) == len(names):
                self.columns |= set(names)
                yield at, dict(zip(names, cells, strict=True))
            elif not quiet:
                with self.faults.collect(at):
                    raise DirectorError(
                        "the number of cells in the row ({cells}) differs from the number of columns in its table "
                        "({columns})",
                        cells=len(cells),
                        columns=len(names),
                    )

    def _scoring(self) -> tuple[Method, Phrase] | None:
        """The scoring method and its source: the tag Scoring, else the columns of points; `None` without either."""
        values = self._values("Scoring")
        for value in values:
            if method := scoring_method(value):
                others = tuple(each for each in values if scoring_method(each) not in (None, method))
                return method, phrase(
                    "the Scoring tag says “{value}”[, and in other games {others:,}]", value=value, others=others
                )
        for method, column in ((Method.MATCHPOINTS, "MP_NS"), (Method.BUTLER, "IMP_NS")):
            if column in self.columns:
                return method, phrase("the result tables have the column {column}", column=column)
        return None

    def _kind(self, method: Method | None) -> tuple[EventKind, Phrase]:
        """The kind of event and its source: the tag Competition, otherwise named teams, otherwise pairs."""
        for value in self._values("Competition"):
            if kind := _KINDS.get(value.casefold()):
                return kind, phrase("the Competition tag says “{value}”", value=value)
        if method not in _ACROSS_THE_FIELD and all(self._values(tag) for tag in _TEAMS):
            return EventKind.TEAMS, phrase("the games have the tags HomeTeam and VisitTeam")
        return EventKind.PAIRS, phrase("assumed, because the file does not say that it is a team event")

    def _values(self, tag: str) -> list[str]:
        """The values of a tag in all games, each once; a value with `##` also holds for the games after it."""
        values = (game.tags.get(tag, "").lstrip("#") for game in self.games)
        return list(dict.fromkeys(value for value in values if value not in _NOTHING))

    def _line(self, row: Mapping[str, str], board: int, at: int, count: int, method: Method) -> SessionLine:
        players = [row.get(f"PlayerId_{seat}", "") for seat in "NESW"]
        ns, ew, south, west = players if all(players) else (*(self._number(row, side) for side in ("NS", "EW")), "", "")
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
        return SessionLine(
            board, ns, ew, awarded or _result(row, score), score if isinstance(score, int) else None,
            _cell_text(row, "Lead"), points[0], points[1], round=number, table=table, south=south, west=west,
            section=_cell_text(row, "Section"), room=_cell_text(row, "Room").lower(), clause=_cell_text(row, "Clause"),
            where=f"line {at}",
        )  # fmt: skip

    def _number(self, row: Mapping[str, str], side: str) -> str:
        """A pair's name: its number, with its direction where both fields use the numbers; or the players' names."""
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

    def _game_line(self, game: _Game, board: int, method: Method) -> SessionLine | None:
        """A separate game: one table, identified by the names of the four players."""
        seats = [game.tags.get(seat, "") for seat in _SEATS]
        if any(each in _NOTHING for each in seats):
            return None
        north, east, south, west = seats
        self.named = True
        row = {key: game.tags.get(key, "") for key in ("Contract", "Declarer", "Result")}
        score, _ = _opposite(_side_scores(game.tags.get("Score", ""), row["Declarer"]))
        unit = "ScoreMP" if method is Method.MATCHPOINTS else "ScoreIMP"
        points = _side_scores(game.tags.get(unit, ""), row["Declarer"])
        ns_points, ew_points = points if method is Method.MATCHPOINTS else _opposite(points)
        return SessionLine(
            board, self.pairs.number(north, south), self.pairs.number(east, west), _result(row, None),
            score if isinstance(score, int) else None, ns_points=ns_points, ew_points=ew_points,
            where=f"line {game.line}",
        )  # fmt: skip

    def _contestants(self, lines: list[SessionLine], method: Method) -> tuple[Contestant, ...]:
        if self.named:
            return self.pairs.contestants()
        totals: dict[str, Contestant] = {}
        key = "TotalMP" if method is Method.MATCHPOINTS else "TotalIMP"
        for game in self.games:
            for at, row in self._table(game, _TOTALS):
                with self.faults.collect(at):
                    number, rank = row.get("PairId", ""), row.get("Rank", "").strip("=")
                    side = said if (said := _cell_text(row, "Direction")) in ("NS", "EW") else ""
                    if number in _NOTHING or (self.two and not side):
                        continue  # with two fields, nothing says which of two pairs a number means
                    number = f"{number}{side}" if self.two else number
                    boards = _cell_text(row, "NrBoards")
                    names = tuple(Person(each.strip()) for each in row.get("Names", "").split(";") if each.strip())
                    totals[number] = Contestant(
                        number, names or self.people.get(number, ()),
                        place=read_whole(rank) if rank.isdigit() else None,
                        total=_number(row.get(key, "") or row.get("TotalScore", "")),
                        percent=_number(row.get("TotalPercentage", "") or row.get("MeanPercentage", "")),
                        direction=side, section=_cell_text(row, "Section"),
                        boards=read_whole(boards) if boards else None,
                        carried=_number(row.get("Carried", "")), penalty=_number(row.get("Penalty", "")),
                    )  # fmt: skip
        for name in dict.fromkeys(name for line in lines for name in (line.ns, line.ew)):
            totals.setdefault(name, Contestant(name, self.people.get(name, ())))
        return tuple(totals.values())


def scoring_method(value: str) -> Method | None:
    """The method that a value of the tag Scoring names, by its whole words; `None` where it names none.

    >>> scoring_method("IMP"), scoring_method("IMP;Cross"), scoring_method("MP;MP1"), scoring_method("Instant")
    (<Method.IMPS: 'IMPs'>, <Method.CROSS_IMPS: 'cross-IMPs'>, <Method.MATCHPOINTS: 'matchpoints'>, None)
    """
    words = set(_WORDS.findall(value.casefold()))
    if {"bam", "rubber"} <= words:
        return Method.PATTON
    return next((method for method, known in _METHODS if known & words), None)


def _cell_text(row: Mapping[str, str], column: str) -> str:
    """A cell, empty where it holds a mark for no value."""
    return "" if (said := row.get(column, "")) in _NOTHING else said


def _result(row: Mapping[str, str], score: Exact | None) -> Result | None:
    contract = row.get("Contract", "").replace("*", "X")
    if contract.lower() in ("pass", "allpass"):
        return PassedOut()
    declarer, tricks = row.get("Declarer", "").lstrip("^"), row.get("Result", "").lstrip("^")
    if contract not in _NOTHING and declarer not in _NOTHING and tricks not in _NOTHING:
        return read_result(f"{contract} {declarer} {tricks}")
    return PointsResult(score) if isinstance(score, int) else None


def _award(points: tuple[Exact | None, ...], method: Method, most: int) -> Artificial | None:
    ns, ew = points
    if ns is None or ew is None:
        return None
    if method is Method.MATCHPOINTS:
        shares = [plain(Fraction(each) * 100 / most) for each in (ns, ew)]
        return Artificial(AwardedPercent(shares[0]), AwardedPercent(shares[1]))
    return Artificial(AwardedImps(ns), AwardedImps(ew))


def _side_scores(text: str, declarer: str) -> tuple[Exact | None, Exact | None]:
    """The scores of North-South and East-West from a tag such as Score; a bare number is the declarer's side's.

    >>> _side_scores("NS 4 EW -4", "N"), _side_scores("4", "W"), _side_scores("NS 420", ""), _side_scores("?", "N")
    ((4, -4), (None, 4), (420, None), (None, None))
    """
    found = dict(_SIDE_SCORE.findall(text))
    if not found and declarer and _NUMBER.fullmatch(text.strip()):
        found = {"NS" if declarer.lstrip("^") in "NS" else "EW": text.strip()}
    ns, ew = (read_exact(found[side].lstrip("+")) if side in found else None for side in ("NS", "EW"))
    return ns, ew


def _opposite(sides: tuple[Exact | None, Exact | None]) -> tuple[Exact | None, Exact | None]:
    """The scores of both sides; a missing one is the negative of the other."""
    ns, ew = sides
    return (ns if ns is not None or ew is None else -ew), (ew if ew is not None or ns is None else -ns)


def _number(text: str) -> Exact | None:
    said = text.lstrip("^").rstrip("%")
    return None if said in _NOTHING else read_exact(said)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.replace(".", "-"))
    except ValueError:
        return None
