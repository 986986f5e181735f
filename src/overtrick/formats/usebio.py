"""A session as USEBIO 1.2, the XML that federations and clubs' sites read: in the nested dialect, or flat for MyABF.

The nested dialect (EBU, RealBridge, BridgeWebs) can hold every kind of event. The flat one holds what MyABF accepts;
anything else is refused here, because MyABF would drop it silently. Weighted and split scores have no form of their own
in it: the line has the points that were given, and as its score the nearest award, which at matchpoints is each side's
share of the top, and at IMPs average plus, average or average minus.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from overtrick.core.errors import ResultRefused
from overtrick.core.exact import Exact, Halves, decimal_text, exact_text, round_to, to_places
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import Card, Deal, Suit
from overtrick.core.model.results import (
    Artificial,
    Average,
    Award,
    AwardedImps,
    AwardedPercent,
    NotPlayed,
    PassedOut,
    PlayedContract,
    PointsResult,
    Split,
    WeightedScore,
)
from overtrick.core.model.seats import CLOCKWISE
from overtrick.formats.myabf import FLAT_TYPES, refuse_for_myabf
from overtrick.formats.session import Contestant, EventKind, Match, Method, Person, Session, SessionLine
from overtrick.formats.xml_writing import element

_FLAT_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">',
)
_NESTED_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">',
)
_NESTED_TYPES = {
    EventKind.PAIRS: "PAIRS",
    EventKind.SWISS_PAIRS: "SWISS_PAIRS",
    EventKind.TEAMS: "TEAMS",
    EventKind.SWISS_TEAMS: "SWISS_TEAMS",
    EventKind.KNOCKOUT: "TEAMS",
    EventKind.INDIVIDUAL: "INDIVIDUAL",
}
_METHODS = {
    Method.MATCHPOINTS: "MATCH_POINTS",
    Method.BUTLER: "BUTLER_IMPS",
    Method.CROSS_IMPS: "CROSS_IMPS",
    Method.IMPS: "IMPS",
    Method.BOARD_A_MATCH: "BAM",
    Method.PATTON: "HYBRID",
    Method.AGGREGATE: "AGGREGATE",
}
_FLAT_POINTS = {Method.BUTLER: "BUTLER_POINTS", Method.CROSS_IMPS: "CROSS_IMP_POINTS"}
_VULNERABLE = {
    Vulnerability.NONE: "Love",
    Vulnerability.NS: "North-South",
    Vulnerability.EW: "East-West",
    Vulnerability.ALL: "All",
}
_TEAMS_TAGS = (
    ("TEAM", "OPPOSING_TEAM"),
    ("TEAM_SCORE", "OPPOSING_TEAM_SCORE"),
    ("TEAM_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS"),
)
_PAIRS_TAGS = (
    ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER"),
    ("NS_SCORE", "EW_SCORE"),
    ("NS_VICTORY_POINTS", "EW_VICTORY_POINTS"),
)
_PERCENTS = {Average.PLUS: "60", Average.EVEN: "50", Average.MINUS: "40"}
_AVERAGE_PLUS = 3
"""Average plus in IMPs (Law 12C2)."""
_SUITS = ((Suit.CLUBS, "CLUBS"), (Suit.DIAMONDS, "DIAMONDS"), (Suit.HEARTS, "HEARTS"), (Suit.SPADES, "SPADES"))


def flat_usebio(session: Session) -> bytes:
    """A session of pairs for MyABF; refused with all its reasons where MyABF could not read it."""
    refuse_for_myabf(session)
    kind = {"EVENT_TYPE": FLAT_TYPES[session.method]}
    boards = _by_board(session, (line for line in session.lines if None not in (line.ns_points, line.ew_points)))
    last = {side: _last_place(session, side) for side in ("", "NS", "EW")}
    event = [
        *_event(session, flat=True),
        element(
            "PARTICIPANTS",
            [_pair(each, flat=True, unplaced=last[each.direction]) for each in session.contestants],
            kind,
        ),
        *(_board(session, key, lines, flat=True) for key, lines in boards.items()),
    ]
    hands = [
        element("BOARD", [element("BOARD_NUMBER", str(board)), *_hands(deal, flat=True)])
        for (_, board), deal in sorted(session.deals.items())
    ]
    handset = [element("HANDSET", hands)] if hands else []
    return _file(_FLAT_HEAD, [_club(session), element("EVENT", event, kind), *handset])


def nested_usebio(session: Session) -> bytes:
    """A session of any kind, with participants, matches and boards inside session and section."""
    sessions = sorted({line.session for line in session.lines}) or [0]
    wrapped = [
        element("SESSION", _sections(session, each, first=each == sessions[0]), {"SESSION_ID": str(place)})
        for place, each in enumerate(sessions, start=1)
    ]
    event = [*_event(session, flat=False), *wrapped]
    return _file(_NESTED_HEAD, [_club(session), element("EVENT", event, {"EVENT_TYPE": _NESTED_TYPES[session.kind]})])


def _file(head: Sequence[str], content: Sequence[str]) -> bytes:
    return "\n".join((*head, element("USEBIO", content, {"Version": "1.2"}), "")).encode()


def _club(session: Session) -> str:
    return element("CLUB", [element("CLUB_NAME", session.club), element("CLUB_ID_NUMBER", session.club_number)])


def _event(session: Session, *, flat: bool) -> Iterator[str]:
    """The elements before the participants."""
    name, _, number = session.program.rpartition(" ")
    yield element("EVENT_DESCRIPTION", session.title)
    if session.venue:
        yield element("VENUE", session.venue)
    if session.day is not None:
        yield element("DATE", session.day.strftime("%d/%m/%Y"))
    yield element("PROGRAM_NAME", name or number)
    yield element("PROGRAM_VERSION", number if name else "")
    yield element("WINNER_TYPE", str(session.winners))
    if flat and session.method is not Method.MATCHPOINTS:
        yield element("SCORING_METHOD", "IMPS")
    if not flat:
        yield element("BOARD_SCORING_METHOD", _METHODS[session.method])
        if session.by_match:
            yield element("MATCH_SCORING_METHOD", "VPS" if session.vps else "IMPS")
    yield element("MPS_AWARDED_FLAG", "Y" if any(each.masterpoints for each in session.contestants) else "N")
    yield element("SESSION_COUNT", str(len({line.session for line in session.lines}) or 1))
    yield element("SECTION_COUNT", str(len({each.section for each in session.contestants}) or 1))
    yield element("BOARDS_PLAYED", str(len({session.key(line) for line in session.lines})))
    yield element("PAIRS", str(len(session.contestants)))


def _sections(session: Session, number: int, *, first: bool) -> list[str]:
    """The sections of a session; the participants, whose totals are for all sessions, are in the first."""
    of = {each.number: each.section for each in session.contestants}
    lines = [line for line in session.lines if line.session == number]
    sections = list(dict.fromkeys(each.section for each in session.contestants)) or [""]
    made = []
    for section in sections:
        own = [each for each in session.contestants if each.section == section]
        here = [line for line in lines if (line.section or of.get(line.ns, "")) == section]
        matches = [match for match in session.matches if of.get(match.home, "") == section and first]
        part = [element("PARTICIPANTS", [_participant(session, each) for each in own])] if first else []
        part += _matches_and_boards(session, here, matches)
        made.append(element("SECTION", part, {"SECTION_ID": section or "A"}))
    return made


def _matches_and_boards(session: Session, lines: Sequence[SessionLine], matches: Sequence[Match]) -> Iterator[str]:
    """The matches with their boards, where there are any, and the boards that belong to no match."""
    found: dict[tuple[object, ...], list[SessionLine]] = {}
    for line in lines if session.by_match else ():
        found.setdefault((line.round, line.table, frozenset((line.ns, line.ew))), []).append(line)
    for match in matches:
        own = found.pop((match.round, match.table, frozenset((match.home, match.away))), [])
        yield element("MATCH", _match(session, match, own))
    left = [line for own in found.values() for line in own] if session.by_match else lines
    for key, own in _by_board(session, left).items():
        yield _board(session, key, own, flat=False)


def _match(session: Session, match: Match, lines: Sequence[SessionLine]) -> Iterator[str]:
    yield element("ROUND_NUMBER", str(match.round))
    if match.table is not None:
        yield element("TABLE_NUMBER", str(match.table))
    tags = _TEAMS_TAGS if session.kind.of_teams else _PAIRS_TAGS
    both = (match.home, match.away), (match.home_score, match.away_score), (match.home_vps, match.away_vps)
    for named, values in zip(tags, both, strict=True):
        for tag, value in zip(named, values, strict=True):
            if value is not None:
                yield element(tag, value if isinstance(value, str) else _number(value))
    if match.boards:
        yield element("START_BOARD_NUMBER", str(min(match.boards)))
        yield element("END_BOARD_NUMBER", str(max(match.boards)))
    for key, own in _by_board(session, lines).items():
        yield _board(session, key, own, flat=False, home=match.home)


def _participant(session: Session, each: Contestant) -> str:
    if session.kind is EventKind.INDIVIDUAL:
        person = each.people[0] if each.people else Person(each.name)
        return element("PLAYER", [element("PLAYER_NUMBER", each.number), *_final_result(each), *_person(person)])
    if session.kind.of_teams:
        people = [element("PLAYER", _person(person)) for person in each.people]
        return element(
            "TEAM", [*_final_result(each), *people], {"TEAM_ID": each.number, "TEAM_NAME": each.name or each.number}
        )
    return _pair(each, flat=False)


def _pair(each: Contestant, *, flat: bool, unplaced: int | None = None) -> str:
    direction = [element("DIRECTION", each.direction)] if each.direction else []
    people = [element("PLAYER", _person(person, digits=flat)) for person in each.people]
    return element(
        "PAIR",
        [element("PAIR_NUMBER", each.number), *direction, *_final_result(each, flat=flat, unplaced=unplaced), *people],
    )


def _final_result(each: Contestant, *, flat: bool = False, unplaced: int | None = None) -> Iterator[str]:
    """A participant's final result; a place is a bare number, shared by those who tie."""
    if each.total is not None:
        yield element("TOTAL_SCORE", _number(each.total))
    if each.percent is not None:
        yield element("PERCENTAGE", decimal_text(each.percent, 2))
    place = each.place if each.place is not None else unplaced
    if place is not None:
        yield element("PLACE", str(place))
    if each.boards is not None:
        yield element("BOARDS_PLAYED", str(each.boards))
    if each.penalty:
        yield element("ADJUSTMENT", _number(-each.penalty))
    if each.masterpoints:
        awarded = element("MASTER_POINTS_AWARDED", exact_text(round_to(each.masterpoints * 100, 1, Halves.AWAY)))
        yield awarded if flat else element("MASTER_POINTS", [awarded])


def _person(person: Person, *, digits: bool = False) -> Iterator[str]:
    """A player; with *digits*, a number that is not made of digits alone is left empty."""
    plain = person.number.isascii() and person.number.isdecimal()
    yield element("PLAYER_NAME", person.name)
    yield element("NATIONAL_ID_NUMBER", person.number if plain or not digits else "")


def _last_place(session: Session, direction: str) -> int:
    """The place after all others of a field, for those who are listed without one."""
    own = [each for each in session.contestants if each.direction == direction]
    return 1 + sum(each.place is not None for each in own)


def _by_board(session: Session, lines: Iterable[SessionLine]) -> dict[tuple[int, int], list[SessionLine]]:
    """The lines with content, board by board."""
    found: dict[tuple[int, int], list[SessionLine]] = {}
    for line in lines:
        if line.result is not None and not isinstance(line.result, NotPlayed):
            found.setdefault(session.key(line), []).append(line)
    return dict(sorted(found.items()))


def _board(
    session: Session, key: tuple[int, int], lines: Sequence[SessionLine], *, flat: bool, home: str | None = None
) -> str:
    """A board and its lines; in the match of *home* they name no one, and for teams say how *home* sat."""
    said = [element("BOARD_NUMBER", str(key[1]))]
    if not flat:
        said.append(element("VULNERABILITY", _VULNERABLE[Board.from_number(key[1]).vulnerability]))
        said += _hands(session.deals[key], flat=False) if key in session.deals else []
    if key in session.datums:
        said.append(element("BOARD_AVERAGE", _number(session.datums[key])))
    if home is not None and session.kind.of_teams:
        net = _points_of(lines[0], home) if lines else None
        said += [element("IMPS", _number(net))] if net is not None else []
    said += [element("TRAVELLER_LINE", _line(session, line, flat=flat, home=home)) for line in lines]
    return element("BOARD", said, {"EVENT_TYPE": FLAT_TYPES[session.method]} if flat else None)


def _points_of(line: SessionLine, who: str) -> Exact | None:
    return line.ns_points if line.ns == who else line.ew_points


def _line(session: Session, line: SessionLine, *, flat: bool, home: str | None) -> Iterator[str]:
    if home is not None and session.kind.of_teams:
        yield element("DIRECTION", "NS" if line.ns == home else "EW")
    elif session.kind is EventKind.INDIVIDUAL:
        for seat, number in zip("NSEW", (line.ns, line.south, line.ew, line.west), strict=True):
            yield element(f"{seat}_PLAYER_NUMBER", number)
    elif home is None or line.ns != home:  # a pair that sits East-West for some boards of its match is named
        yield element("NS_PAIR_NUMBER", line.ns)
        yield element("EW_PAIR_NUMBER", line.ew)
    yield from _result(session, line)
    yield from _points(session, line, flat=flat, home=home)


def _result(session: Session, line: SessionLine) -> Iterator[str]:
    match line.result:
        case PlayedContract(contract, tricks):
            yield element("CONTRACT", f"{contract.level}{contract.strain}{contract.doubling}")
            yield element("PLAYED_BY", contract.declarer.value)
            if lead := _lead(line.lead):
                yield element("LEAD", lead)
            yield element("TRICKS", str(tricks))
            if line.score is not None:
                yield element("SCORE", str(line.score))
        case PassedOut():
            yield element("CONTRACT", "PASS")
            yield element("SCORE", "0")
        case PointsResult(ns):
            yield element("SCORE", str(ns))
        case Artificial(ns, ew):
            yield element("SCORE", f"A{_share(ns)}{_share(ew)}")
        case WeightedScore() | Split():
            yield element("SCORE", f"A{_nearest(session, line)}")
        case NotPlayed() | None:
            return


def _lead(written: str) -> str:
    """The opening lead, with the rank first; empty where another program's file has no valid card."""
    try:
        card = Card.parse(written)
    except ResultRefused:
        return ""
    return f"{card.rank}{card.suit.value}"


def _points(session: Session, line: SessionLine, *, flat: bool, home: str | None) -> Iterator[str]:
    """The points of both sides; for a board of teams only where they are not the negative of each other."""
    ns, ew = line.ns_points, line.ew_points
    opposite = ns is not None and ew is not None and ns == -ew
    if home is not None and session.kind.of_teams and (opposite or ns is None):
        return
    tags = ["MATCH_POINTS"] if flat or session.method is Method.MATCHPOINTS else ["IMPS"]
    tags += [_FLAT_POINTS[session.method]] if flat and session.method in _FLAT_POINTS else []
    for tag in tags:
        yield from (
            element(f"{side}_{tag}", _number(points)) for side, points in (("NS", ns), ("EW", ew)) if points is not None
        )


def _share(award: Award) -> str:
    """An award as the two digits of its per cent; one in IMPs as the nearest of average plus, average and minus."""
    match award:
        case Average():
            return _PERCENTS[award]
        case AwardedPercent(percent):
            return _two_digits(percent)
        case AwardedImps(imps):
            return _nearest_average(imps)


def _nearest(session: Session, line: SessionLine) -> str:
    """The awards nearest to the points that both sides were given."""
    points: tuple[Exact, Exact] = (line.ns_points or 0, line.ew_points or 0)
    if session.method is Method.MATCHPOINTS:
        most = session.top(line)
        return "".join(_two_digits(Fraction(each) * 100 / most) for each in points)
    return "".join(map(_nearest_average, points))


def _nearest_average(imps: Exact) -> str:
    if abs(Fraction(imps)) * 2 < _AVERAGE_PLUS:
        return _PERCENTS[Average.EVEN]
    return _PERCENTS[Average.PLUS if imps > 0 else Average.MINUS]


def _two_digits(percent: Exact) -> str:
    return f"{min(99, max(0, int(round_to(percent, 1, Halves.AWAY)))):02d}"


def _hands(deal: Deal, *, flat: bool) -> list[str]:
    return [
        element(
            "HAND",
            [
                element("DIRECTION", str(seat) if flat else seat.value),
                *(element(tag, deal.hand(seat)[suit]) for suit, tag in _SUITS),
            ],
        )
        for seat in CLOCKWISE
    ]


def _number(value: Exact) -> str:
    """A number that every reader accepts: whole, or with at most two decimals."""
    rounded = to_places(value, 2)
    return exact_text(rounded)
