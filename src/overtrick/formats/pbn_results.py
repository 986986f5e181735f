"""A session as PBN 2.1 in export form: a game for each board, with its deal if known and a table of its results.

Weighted and split scores, which no other format of results can express, have a column of their own, and each line has
the clause behind its points. The first game also has the ranking.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from overtrick.core.exact import Exact, exact_text, to_places
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import Artificial, NotPlayed, PassedOut, PlayedContract, Split, WeightedScore
from overtrick.formats.session import Contestant, EventKind, Method, Session, SessionLine
from overtrick.formats.xml_writing import printable

_WIDEST = 255
"""The maximum line length of the export form."""
_SCORING = {
    Method.MATCHPOINTS: "MP",
    Method.BUTLER: "Butler",
    Method.CROSS_IMPS: "Cross-IMP",
    Method.IMPS: "IMP",
    Method.BOARD_A_MATCH: "BAM",
    Method.PATTON: "BAM;Rubber",
    Method.AGGREGATE: "Rubber",
}
_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.ALL: "All",
}
_UNKNOWN, _NONE = "?", "-"


def pbn_results(session: Session) -> bytes:
    """A session as a PBN file; a session without any result has one game that holds the ranking."""
    boards: dict[tuple[int, int], list[SessionLine]] = {key: [] for key in session.deals}
    for line in session.lines:
        if line.result is not None and not isinstance(line.result, NotPlayed):
            boards.setdefault(session.key(line), []).append(line)
    head = [
        "% PBN 2.1",
        "% EXPORT",
        "%Content-type: text/x-pbn; charset=utf-8",
        f"%Creator: {printable(session.program)}",
    ]
    games = [
        "\n".join(_game(session, key, boards[key], first=place == 0)) for place, key in enumerate(sorted(boards))
    ] or ["\n".join(_game(session, None, (), first=True))]
    return ("\n".join(head) + "\n" + "\n\n".join(games) + "\n").encode()


def _game(session: Session, key: tuple[int, int] | None, lines: Sequence[SessionLine], *, first: bool) -> Iterator[str]:
    """The fifteen tags in their order, then where the board was played, then the tables."""
    placed = Board.from_number(key[1]) if key is not None else None
    deal = session.deals.get(key) if key is not None else None
    yield _tag("Event", session.title)
    yield _tag("Site", session.venue)
    yield _tag("Date", _day(session.day))
    yield _tag("Board", str(placed.number) if placed else "")
    for seat in ("West", "North", "East", "South"):
        yield _tag(seat, "")
    yield _tag("Dealer", placed.dealer.value if placed else "")
    yield _tag("Vulnerable", _VULNERABLE[placed.vulnerability] if placed else "")
    yield _tag("Deal", str(deal) if deal is not None else "")
    yield _tag("Scoring", _SCORING[session.method])
    for tag in ("Declarer", "Contract", "Result"):
        yield _tag(tag, "")
    if key is not None and key[0]:
        yield _tag("Round" if session.by_match else "Session", str(key[0]))
    if key in session.datums and key is not None:
        yield _tag("Datum", _number(session.datums[key]))
    if first:
        yield _tag("Competition", session.kind.value)
        if session.club:
            yield _tag("Club", session.club)
        yield from _totals(session)
    if lines:
        yield from _scores(session, lines)


def _totals(session: Session) -> Iterator[str]:
    """The ranking: one row for each contestant, in the order of the session."""
    points = "TotalVP" if session.vps else "TotalMP" if session.method is Method.MATCHPOINTS else "TotalIMP"
    columns = (
        "Rank",
        "PairId",
        "Direction",
        "Section",
        points,
        "TotalPercentage",
        "NrBoards",
        "Carried",
        "Penalty",
        "Names",
    )
    yield _tag("TotalScoreTable", ";".join(columns))
    for each in session.contestants:
        cells = [
            _UNKNOWN if each.place is None else str(each.place),
            _cell(each.number),
            each.direction or _NONE,
            _cell(each.section) if each.section else _NONE,
            *(_value(value) for value in (each.total, each.percent, each.boards, each.carried, each.penalty)),
        ]
        row = " ".join(cells)
        yield f"{row} {_names(each, _WIDEST - len(row) - 1)}"


def _names(each: Contestant, room: int) -> str:
    """All names in one text, shortened to fit the line; a team's own name comes first."""
    team = [f"{each.name}:"] if each.name else []
    names = " ".join([*team, ";".join(printable(person.name).replace(";", ",") for person in each.people)])
    return _quote(names, room)


def _scores(session: Session, lines: Sequence[SessionLine]) -> Iterator[str]:
    """The results of a board."""
    unit = "MP" if session.method is Method.MATCHPOINTS else "IMP"
    ids = ("PlayerId_N", "PlayerId_S", "PlayerId_E", "PlayerId_W") if _alone(session) else ("PairId_NS", "PairId_EW")
    columns = (
        "Section", "Table", "Round", "Room", *ids, "Contract", "Declarer", "Result", "Lead", "Score_NS",
        f"{unit}_NS", f"{unit}_EW", "Weights", "Clause",
    )  # fmt: skip
    yield _tag("ScoreTable", ";".join(columns))
    for line in lines:
        yield " ".join(_row(session, line))


def _alone(session: Session) -> bool:
    return session.kind is EventKind.INDIVIDUAL


def _row(session: Session, line: SessionLine) -> Iterator[str]:
    yield _cell(line.section) if line.section else _NONE
    yield _UNKNOWN if line.table is None else str(line.table)
    yield _UNKNOWN if line.round is None else str(line.round)
    yield _cell(line.room.capitalize()) if line.room else _NONE
    for number in (line.ns, line.south, line.ew, line.west) if _alone(session) else (line.ns, line.ew):
        yield _cell(number)
    given = "^" if isinstance(line.result, Artificial | WeightedScore | Split) else ""
    match line.result:
        case PlayedContract(contract, tricks):
            yield f"{contract.level}{contract.strain}{contract.doubling}"
            yield contract.declarer.value
            yield str(tricks)
        case PassedOut():
            yield from ("Pass", _NONE, _NONE)
        case _:
            yield from (_NONE, _NONE, _NONE)
    yield _cell(line.lead) if line.lead else _NONE
    yield _NONE if line.score is None else str(line.score)
    for points in (line.ns_points, line.ew_points):
        yield _UNKNOWN if points is None else f"{given}{_number(points)}"
    yield _cell(_irregular(line)) if given else _NONE
    yield _quote(line.clause) if line.clause else _NONE


def _irregular(line: SessionLine) -> str:
    """An assigned or awarded score, in words that can be read back: each result with its weight, or the awards."""
    match line.result:
        case WeightedScore(parts):
            shares = (f"{exact_text(part.weight * 100)}% {write_result(part.result)}" for part in parts)
            return " ; ".join(shares)
        case Artificial() | Split():
            return write_result(line.result)
        case _:
            return ""


def _day(day: date | None) -> str:
    return day.strftime("%Y.%m.%d") if day is not None else "????.??.??"


def _tag(name: str, value: str) -> str:
    """A tag in a line of permitted length."""
    return f"[{name} {_quote(value, _WIDEST - len(name) - len('[ ]'))}]"


def _cell(text: str) -> str:
    """A cell, without quotes if possible.

    >>> _cell("7NS"), _cell("a b"), _cell('x"y'), _cell("")
    ('7NS', '"a b"', '"x\\\\"y"', '""')
    """
    said = printable(text)
    plain = bool(said) and said not in (_UNKNOWN, _NONE) and not set(said) & set(' ;{}"\\[]%^')
    return said if plain else _quote(said)


def _quote(text: str, room: int = _WIDEST) -> str:
    """A quoted string, shortened to the available width."""
    kept: list[str] = []
    left = room - 2
    for letter in printable(text):
        said = f"\\{letter}" if letter in '"\\' else letter
        left -= len(said)
        if left < 0:
            break
        kept.append(said)
    return f'"{"".join(kept)}"'


def _value(value: Exact | None) -> str:
    return _NONE if value is None else _number(value)


def _number(value: Exact) -> str:
    return exact_text(to_places(value, 2))
