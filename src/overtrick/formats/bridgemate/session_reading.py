"""A .bws as a session: what was played, from the file alone, for a book or for another program."""

from collections.abc import Iterable, Mapping

from overtrick.core.model.cards import Deal
from overtrick.core.model.contestants import entry_order
from overtrick.formats.bridgemate.bws import BwsFile
from overtrick.formats.bridgemate.plan import CLOSED_ROOM, REVERSED, DeviceReport, Plan, Scoring, SeatedPlayer
from overtrick.formats.session import Contestant, EventKind, Method, Person, Session, SessionLine

_METHODS = {
    Scoring.MATCHPOINTS: Method.MATCHPOINTS,
    Scoring.BUTLER: Method.BUTLER,
    Scoring.CROSS_IMPS: Method.CROSS_IMPS,
    Scoring.TEAMS: Method.IMPS,
}


def read_bws(data: bytes, name: str) -> Session:
    """What was played according to the .bws: who sat where, each table's last report on each board, the deals.

    Where players sat the other way round, the pairs of the line are exchanged and the line says so; a row without a
    result is a line without one. The file contains no totals.
    """
    file = BwsFile(data, name)
    plan, received = file.plan(), file.reports()
    words = [word for word in received.words if not word.erased]
    teams = plan.scoring is Scoring.TEAMS
    alone = plan.alone or any(word.south for word in words)
    kind = EventKind.TEAMS if teams else EventKind.INDIVIDUAL if alone else EventKind.PAIRS
    people = _people(plan, received.sat)
    two = plan.winners == 2 and not teams and not alone
    several = len(plan.sections) > 1
    numbered = _Numbers(two=two, several=several)
    lines = tuple(_line(word, numbered, teams=teams) for word in words)
    numbers = dict.fromkeys(
        (numbered.name_of(word.section, number, way), way if two else "")
        for word in words
        for number, way in ((word.ns, "NS"), (word.ew, "EW"), (word.south, "NS"), (word.west, "EW"))
        if number
    )
    contestants = tuple(
        Contestant(number, people.get(number, ()), direction=way)
        for number, way in sorted(numbers, key=lambda each: (each[1] == "EW", entry_order(each[0])))
    )
    deals: Mapping[tuple[int, int], Deal] = {(0, board): deal for board, deal in plan.deals.items()}
    return Session(
        plan.title, kind, _METHODS[plan.scoring], contestants, lines, winners=2 if two else 1, program="Bridgemate",
        deals=deals,
    )  # fmt: skip


class _Numbers:
    """The names of contestants in the lines: their number, with direction or section where numbers are repeated."""

    def __init__(self, *, two: bool, several: bool) -> None:
        self.two, self.several = two, several

    def name_of(self, section: str, number: int, way: str) -> str:
        """The name of the contestant with this number and direction in a section."""
        return f"{section if self.several else ''}{number}{way if self.two else ''}"


def _line(word: DeviceReport, numbered: _Numbers, *, teams: bool) -> SessionLine:
    turned = word.doubt == REVERSED
    ns, ew, south, west = (
        (word.ew, word.ns, word.west, word.south) if turned else (word.ns, word.ew, word.south, word.west)
    )
    ways = ("EW", "NS") if turned else ("NS", "EW")
    closed = teams and word.table > CLOSED_ROOM
    called = [
        numbered.name_of(word.section, number, way) if number else ""
        for number, way in ((ns, ways[0]), (ew, ways[1]), (south, ways[0]), (west, ways[1]))
    ]
    return SessionLine(
        word.board, called[0], called[1], word.result, lead=word.lead, round=word.round,
        table=word.table - CLOSED_ROOM if closed else word.table, section=word.section,
        room=("closed" if closed else "open") if teams else "", south=called[2], west=called[3],
        where=f"row {word.number}{f': {word.doubt}' if word.doubt else ''}",
    )  # fmt: skip


def _people(plan: Plan, sat: Iterable[SeatedPlayer]) -> dict[str, tuple[Person, ...]]:
    """The players of each pair, by where they sat when they typed their numbers."""
    names = {each.number: each.name for each in plan.names}
    two = plan.winners == 2 and plan.scoring is not Scoring.TEAMS and not plan.alone
    numbered = _Numbers(two=two, several=len(plan.sections) > 1)
    plays = {(play.section, play.table, play.round): play for play in plan.plays}
    found: dict[str, dict[Person, None]] = {}
    for seen in sorted(sat, key=lambda each: (each.section, each.table, each.round, "NSEW".find(each.direction))):
        play = plays.get((seen.section, seen.table, max(seen.round, 1)))
        if play is None or seen.direction not in {"N", "S", "E", "W"}:
            continue
        seats = {"N": play.ns, "E": play.ew, "S": play.south or play.ns, "W": play.west or play.ew}
        way = "NS" if seen.direction in ("N", "S") else "EW"
        person = Person(seen.name or names.get(seen.number, ""), seen.number)
        found.setdefault(numbered.name_of(seen.section, seats[seen.direction], way), {})[person] = None
    return {number: tuple(people) for number, people in found.items()}
