"""USEBIO from many programs: flat or nested, versions 1.0 to 1.3, pairs, teams and individuals.

Points are kept as the file states them; nothing is scored. Pairs whose numbers two fields or sections share are
distinguished by direction and section, in their lines too.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.model.cards import Deal
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import PassedOut, PointsResult, Result
from overtrick.core.model.seats import Seat
from overtrick.core.typed_numbers import NotANumber, read_exact, read_whole
from overtrick.core.wording import Phrase, phrase
from overtrick.formats.faults import Faults
from overtrick.formats.session import Contestant, EventKind, Match, Method, Person, Session, SessionLine
from overtrick.formats.tables import whole_from_one
from overtrick.formats.xml_tree import Element, read_xml

ROOT = "USEBIO"
_KINDS = {
    "PAIRS": EventKind.PAIRS, "MP_PAIRS": EventKind.PAIRS, "BUTLER_PAIRS": EventKind.PAIRS,
    "CROSS_IMP": EventKind.PAIRS, "CROSS_IMPS": EventKind.PAIRS, "IMP_PAIRS": EventKind.PAIRS,
    "AGGREGATE": EventKind.PAIRS,
    "SWISS_PAIRS": EventKind.SWISS_PAIRS, "SWISS_PAIRS_CROSS_IMPS": EventKind.SWISS_PAIRS,
    "SWISS_PAIRS_BUTLER_IMPS": EventKind.SWISS_PAIRS,
    "TEAMS": EventKind.TEAMS, "TEAMS_OF_FOUR": EventKind.TEAMS, "SWISS_TEAMS": EventKind.SWISS_TEAMS,
    "KO": EventKind.KNOCKOUT,
    "LADDER": EventKind.KNOCKOUT, "HEAD_TO_HEAD": EventKind.KNOCKOUT, "INDIVIDUAL": EventKind.INDIVIDUAL,
}  # fmt: skip
_METHODS = {
    "MATCH_POINTS": Method.MATCHPOINTS, "MATCHPOINTS": Method.MATCHPOINTS, "MP": Method.MATCHPOINTS,
    "MP_PAIRS": Method.MATCHPOINTS,
    "BUTLER_IMPS": Method.BUTLER, "BUTLER": Method.BUTLER, "BUTLER_PAIRS": Method.BUTLER,
    "SWISS_PAIRS_BUTLER_IMPS": Method.BUTLER,
    "CROSS_IMPS": Method.CROSS_IMPS, "CROSS_IMP": Method.CROSS_IMPS, "SWISS_PAIRS_CROSS_IMPS": Method.CROSS_IMPS,
    "AGGREGATE": Method.AGGREGATE, "PAB": Method.BOARD_A_MATCH, "BAM": Method.BOARD_A_MATCH,
    "HYBRID": Method.PATTON, "PATTON": Method.PATTON,
}  # fmt: skip
_IMPS = ("IMPS", "IMP", "IMP_PAIRS")
"""Boards in IMPs: for pairs against a datum, for teams against the other table."""
_POINTS = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS", "CROSS_IMPS", "IMPS")
"""The names of the points of a line after `NS_` and `EW_`."""
_SIDES = {"N": "NS", "S": "NS", "NS": "NS", "E": "EW", "W": "EW", "EW": "EW"}
_DAYS = ("%d/%m/%Y", "%d-%m-%Y", "%Y-%m-%d", "%d/%m/%y", "%d.%m.%Y")
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_TOP, _SESSION, _SECTION = "EVENT", "SESSION", "SECTION"


def read_usebio(data: bytes, name: str) -> Session:
    """The session in a USEBIO file; refused with every line that cannot be read."""
    root = read_xml(data, name)
    event = next(root.find_all(_TOP), None)
    if root.tag != ROOT:
        raise DirectorError("{name} is not a USEBIO file", remedy="Choose the results file.", name=name)
    if event is None:
        raise DirectorError("{name} contains no event", remedy="Choose the results file.", name=name)
    return _Reader(name, root, event).session()


@dataclass(slots=True)
class _Part:
    """The content of the event, a session or a section."""

    section: str
    element: Element


@dataclass(slots=True)
class _Reader:
    """Converts a file to a session."""

    name: str
    root: Element
    event: Element
    faults: Faults = field(init=False)
    parts: list[_Part] = field(init=False)
    kind: EventKind = field(init=False)
    shared: frozenset[tuple[str, str]] = frozenset()
    many: bool = False

    def __post_init__(self) -> None:
        self.faults = Faults(self.name)
        self.parts = list(_parts(self.event, ""))
        self.many = len({part.section for part in self.parts if any(part.element.find_all("PARTICIPANTS"))}) > 1
        said = self.event_type
        kind = _KINDS.get(said.upper())
        if kind is None:
            raise DirectorError(
                "{name}: the event on line {line} is of type “{said}”, which is not supported",
                remedy="Supported types: {known:,}.",
                name=self.name,
                line=self.event.line,
                said=said,
                known=tuple(_KINDS),
            )
        self.kind = kind

    @property
    def event_type(self) -> str:
        """The kind of event that the file states."""
        return self.event.attributes.get("EVENT_TYPE", "") or self.event.text("EVENT_TYPE")

    def session(self) -> Session:
        """The session with everything that the file holds."""
        contestants = tuple(self._contestants())
        lines: list[SessionLine] = []
        matches: list[Match] = []
        for part in self.parts:
            for board in part.element.find_all("BOARD"):
                lines += self._board(board, part.section)
            for place in part.element.find_all("MATCH"):
                with self.faults.collect(place.line):
                    match = self._match(place, part.section)
                    matches.append(match)
                    lines += self._match_lines(place, match, part.section)
        deals = self._deals()
        datums = dict(self._datums())
        self.faults.tell()
        method, method_source = self._method()
        winners = self.event.text("WINNER_TYPE") == "2"
        text = self.event.text
        club = next(self.root.find_all("CLUB"), self.event)
        return Session(
            text("EVENT_DESCRIPTION", "TITLE", "EVENT_IDENTIFIER", "EVENT_ID") or "Imported session",
            self.kind,
            method,
            contestants,
            tuple(lines),
            tuple(matches),
            winners=2 if winners else 1,
            vps=any(match.home_vps is not None for match in matches),
            day=_day(text("DATE")),
            club=club.text("CLUB_NAME"),
            club_number=club.text("CLUB_ID_NUMBER"),
            venue=text("VENUE"),
            program=" ".join(filter(None, (text("PROGRAM_NAME"), text("PROGRAM_VERSION")))),
            datums=datums,
            deals=deals,
            kind_source=phrase("EVENT_TYPE says “{value}”", value=self.event_type),
            method_source=method_source,
        )

    def _method(self) -> tuple[Method, Phrase]:
        """The scoring method and its source: an element, otherwise the name of the points of lines."""
        in_imps = Method.IMPS if self.kind.of_teams else Method.BUTLER
        for tag, value in (
            ("BOARD_SCORING_METHOD", self.event.text("BOARD_SCORING_METHOD")),
            ("EVENT_TYPE", self.event_type),
        ):
            found = in_imps if value.upper() in _IMPS else _METHODS.get(value.upper())
            if found is not None:
                return found, phrase("{tag} says “{value}”", tag=tag, value=value)
        called = {child.tag for part in self.parts for line in _travellers(part.element) for child in line}
        for tag, found in (
            ("NS_BUTLER_POINTS", Method.BUTLER),
            ("NS_CROSS_IMP_POINTS", Method.CROSS_IMPS),
            ("NS_CROSS_IMPS", Method.CROSS_IMPS),
            ("NS_IMPS", in_imps),
        ):
            if tag in called:
                return found, phrase("the result lines have {tag} elements", tag=tag)
        value = self.event.text("SCORING_METHOD")
        found = in_imps if value.upper() in _IMPS else _METHODS.get(value.upper())
        if found is not None:
            return found, phrase("{tag} says “{value}”", tag="SCORING_METHOD", value=value)
        usual = Method.IMPS if self.kind.of_teams else Method.MATCHPOINTS
        return usual, phrase("assumed, because the file does not say how the session was scored")

    def _contestants(self) -> Iterator[Contestant]:
        found: list[tuple[_Part, Element]] = []
        for part in self.parts:
            for participants in part.element.find_all("PARTICIPANTS"):
                found += [(part, each) for each in participants.find_all("PAIR", "TEAM", "PLAYER")]
        numbers = Counter((part.section, _number(each)) for part, each in found)
        self.shared = frozenset(key for key, count in numbers.items() if count > 1)
        taken: set[str] = set()
        for part, each in found:
            with self.faults.collect(each.line):
                contestant = self._contestant(each, part.section)
                if contestant.number in taken:
                    raise DirectorError("contestant {number} is listed twice", number=contestant.number)
                taken.add(contestant.number)
                yield contestant

    def _contestant(self, each: Element, section: str) -> Contestant:
        number = _number(each)
        if not number:
            raise DirectorError("a contestant has no number")
        side = _SIDES.get(each.text("DIRECTION").upper(), "")
        players = [each] if each.tag == "PLAYER" else [*each.find_all("PLAYER")]
        players += [player for pair in each.find_all("PAIR") for player in pair.find_all("PLAYER")]
        place = each.text("PLACE").lstrip("=").rstrip("=")
        awarded = each.text("MASTER_POINTS_AWARDED") or next(
            (points.text("MASTER_POINTS_AWARDED") for points in each.find_all("MASTER_POINTS")), ""
        )
        points = _exact(awarded, "masterpoints")
        adjusted = _exact(each.text("ADJUSTMENT"), "adjustment")
        handicap = _exact(each.text("HANDICAP"), "handicap")
        return Contestant(
            self._contestant_name(number, section, side),
            tuple(Person(_person(player), player.text("NATIONAL_ID_NUMBER")) for player in players),
            each.attributes.get("TEAM_NAME", "") or each.text("TEAM_NAME"),
            side,
            read_whole(place) if place else None,
            _exact(each.text("TOTAL_SCORE"), "total"),
            _exact(each.text("PERCENTAGE").rstrip("%"), "percentage"),
            read_whole(said) if (said := each.text("BOARDS_PLAYED")) else None,
            _exact(each.text("CARRY_FORWARD"), "carry-forward"),
            -adjusted if adjusted is not None and adjusted < 0 else None,
            None if points is None else plain(Fraction(points) / 100),
            section,
            (max(adjusted or 0, 0) + (handicap or 0)) or None,
        )

    def _contestant_name(self, number: str, section: str, side: str) -> str:
        """A contestant's name in the whole session: its number, with section and direction where needed."""
        own = f"{number}{side}" if (section, number) in self.shared else number
        return f"{section}{own}" if self.many and not own.startswith(section) else own

    def _board(self, board: Element, section: str) -> Iterator[SessionLine]:
        with self.faults.collect(board.line):
            number = whole_from_one(board.text("BOARD_NUMBER"), "board")
            for each in board.find_all("TRAVELLER_LINE"):
                with self.faults.collect(each.line):
                    yield self._line(each, number, section)

    def _line(self, each: Element, board: int, section: str) -> SessionLine:
        if self.kind is EventKind.INDIVIDUAL:
            north, south, east, west = (
                self._contestant_name(each.text(f"{seat}_PLAYER_NUMBER"), section, "") for seat in ("N", "S", "E", "W")
            )
        else:
            north = self._contestant_name(each.text("NS_PAIR_NUMBER"), section, "NS")
            east = self._contestant_name(each.text("EW_PAIR_NUMBER"), section, "EW")
            south = west = ""
        if not (north and east):
            raise DirectorError("a result does not say who played")
        ns, ew = (_points(each, side) for side in ("NS", "EW"))
        table, number = each.text("TABLE_NUMBER", "TABLE"), each.text("ROUND_NUMBER", "ROUND")
        return SessionLine(
            board, north, east, _result(each), _score(each.text("SCORE")), each.text("LEAD"), ns, ew,
            round=read_whole(number, 1) if number else None, table=read_whole(table, 1) if table else None,
            section=section, south=south, west=west, where=f"line {each.line}",
        )  # fmt: skip

    def _match(self, place: Element, section: str) -> Match:
        teams = bool(place.text("TEAM") or place.text("OPPOSING_TEAM"))
        home = place.text("TEAM", "NS_PAIR_NUMBER")
        away = place.text("OPPOSING_TEAM", "EW_PAIR_NUMBER")
        ours, theirs = ("TEAM", "OPPOSING_TEAM") if teams else ("NS", "EW")
        if not home:
            raise DirectorError("a match does not say who played")
        return Match(
            whole_from_one(place.text("ROUND_NUMBER"), "round"),
            self._contestant_name(home, section, "NS"),
            "" if away in ("", "0") else self._contestant_name(away, section, "EW"),
            read_whole(said, 1) if (said := place.text("TABLE_NUMBER")) else None,
            _exact(place.text(f"{ours}_SCORE"), "score"),
            _exact(place.text(f"{theirs}_SCORE"), "score"),
            _exact(place.text(f"{ours}_VICTORY_POINTS"), "victory points"),
            _exact(place.text(f"{theirs}_VICTORY_POINTS"), "victory points"),
            tuple(
                read_whole(said, 1) for board in place.find_all("BOARD") if (said := board.text("BOARD_NUMBER"))
            ),
        )  # fmt: skip

    def _match_lines(self, place: Element, match: Match, section: str) -> Iterator[SessionLine]:
        """The lines below a match, which do not repeat who played it; for teams, open room and closed."""
        for board in place.find_all("BOARD"):
            with self.faults.collect(board.line):
                number = whole_from_one(board.text("BOARD_NUMBER"), "board")
                for count, each in enumerate(board.find_all("TRAVELLER_LINE")):
                    with self.faults.collect(each.line):
                        turned = _SIDES.get(each.text("DIRECTION").upper()) == "EW"
                        ns, ew = (match.away, match.home) if turned else (match.home, match.away)
                        read = self._line_in_match(each, number, section, ns, ew)
                        room = ("open", "closed")[count % 2] if self.kind.of_teams else ""
                        yield replace(read, round=match.round, table=match.table, room=room)

    def _line_in_match(self, each: Element, board: int, section: str, ns: str, ew: str) -> SessionLine:
        """A line with its own numbers, or those of its match."""
        if each.text("NS_PAIR_NUMBER") and not self.kind.of_teams:
            return self._line(each, board, section)
        points = (_points(each, "NS"), _points(each, "EW"))
        return SessionLine(
            board, ns, ew, _result(each), _score(each.text("SCORE")), each.text("LEAD"), *points,
            section=section, where=f"line {each.line}",
        )  # fmt: skip

    def _datums(self) -> Iterator[tuple[tuple[int, int], Exact]]:
        for part in self.parts:
            for board in part.element.find_all("BOARD"):
                with self.faults.collect(board.line):
                    average = _exact(board.text("BOARD_AVERAGE"), "datum")
                    if average is not None:
                        yield (0, whole_from_one(board.text("BOARD_NUMBER"), "board")), average

    def _deals(self) -> dict[tuple[int, int], Deal]:
        boards = [board for handset in self.root.find_all("HANDSET") for board in handset.find_all("BOARD")]
        boards += [board for part in self.parts for board in part.element.find_all("BOARD")]
        found: dict[tuple[int, int], Deal] = {}
        for board in boards:
            with self.faults.collect(board.line):
                hands = {
                    Seat(hand.text("DIRECTION")[:1].upper()): ".".join(hand.text(suit) for suit in _SUITS)
                    for hand in board.find_all("HAND")
                    if hand.text("DIRECTION")[:1].upper() in {str(seat.value) for seat in Seat}
                }
                if len(hands) == 4:
                    found[0, whole_from_one(board.text("BOARD_NUMBER"), "board")] = Deal.of(hands)
        return found


def _parts(event: Element, section: str) -> Iterator[_Part]:
    """The event, its sessions and their sections, each with the letter of its section."""
    yield _Part(section, event)
    for inner in event.find_all(_SESSION, _SECTION):
        own = inner.attributes.get("SECTION_ID", "") if inner.tag == _SECTION else ""
        yield from _parts(inner, own or section)


def _travellers(place: Element) -> Iterator[list[Element]]:
    for board in place.find_all("BOARD"):
        yield from (line.children for line in board.find_all("TRAVELLER_LINE"))


def _number(each: Element) -> str:
    said = each.attributes.get("TEAM_ID", "") or each.attributes.get("PAIR_ID", "")
    return said or each.text("PAIR_NUMBER", "TEAM_NUMBER", "TEAM_ID", "PLAYER_NUMBER")


def _person(player: Element) -> str:
    first, last = player.text("FIRST_NAME"), player.text("LAST_NAME")
    return player.text("PLAYER_NAME") or f"{first} {last}".strip()


def _points(line: Element, side: str) -> Exact | None:
    return _exact(line.text(*(f"{side}_{called}" for called in _POINTS)), "points")


def _result(line: Element) -> Result | None:
    """The result at the table, as the line has it; `None` where it has none."""
    contract, score = line.text("CONTRACT").upper().replace(" ", ""), line.text("SCORE").upper()
    if contract in ("PASS", "PASSED", "PASSEDOUT", "AP", "P"):
        return PassedOut()
    if contract and contract not in ("-", "NP"):
        return read_result(f"{contract} {line.text('PLAYED_BY')} {line.text('TRICKS')}")
    if score[:1] == "A":
        return read_result(score)
    points = _score(score)
    return None if points is None else PointsResult(points)


def _score(text: str) -> int | None:
    """The points of a line; `None` where it has none, or an award."""
    try:
        value = read_exact(text) if text else None
    except NotANumber:
        return None
    return value if isinstance(value, int) else None


def _exact(text: str, called: str) -> Exact | None:
    if not text:
        return None
    try:
        return read_exact(text.replace(",", "."))
    except NotANumber as fault:
        raise DirectorError("the {called} “{text}” is not a number", called=called, text=f"{text:.40}") from fault


def _day(text: str) -> date | None:
    for form in _DAYS:
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    return None
