"""Bridgemate's Data Connector: sends it a plan and polls it for results, through the maker's own client.

The client is an optional dependency. Its documentation says that it never raises, but it does: every call is wrapped,
and any failure becomes `Away`, after which the caller starts again. A busy connector is asked again.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from time import sleep
from typing import Any, Final

from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.model.cards import Card, Suit
from overtrick.core.model.contracts import Contract, Doubling, Strain
from overtrick.core.model.results import Artificial, Average, NotPlayed, PassedOut, PlayedContract, Result
from overtrick.core.model.seats import CLOCKWISE
from overtrick.core.wording import Said, phrase
from overtrick.formats.bridgemate.plan import (
    AWARDED,
    CLOSED_ROOM,
    NOT_PLAYED,
    REVERSED,
    DeviceCall,
    DeviceReport,
    Plan,
    Play,
    Scoring,
    SeatedPlayer,
)

PORT: Final = 5079
"""The port it listens on by default."""
BUSY: Final = 20
"""How often a busy connector is asked again."""
WAIT: Final = 0.5
"""Seconds between two attempts."""
_ACCEPTED = {
    "Results": "AcceptResultQueueItems",
    "Participations": "AcceptParticipantQueueItems",
    "TdCalls": "AcceptTdCallQueueItems",
}
_START, _RESET, _READ = 1, 2, 4
_GROUP = 1
_METHODS = {Scoring.MATCHPOINTS: 10, Scoring.BUTLER: 20, Scoring.CROSS_IMPS: 30, Scoring.TEAMS: 40}
_PAIRS, _TEAMS = 10, 30
_LADDER = (Average.MINUS, Average.EVEN, Average.PLUS)
_AVERAGES = tuple(product(_LADDER, _LADDER))
_STRAINS = tuple(Strain)
_DOUBLED = tuple(Doubling)
_LEADS = {1: Suit.CLUBS, 2: Suit.DIAMONDS, 3: Suit.HEARTS, 4: Suit.SPADES}
_RANKS = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}


class Away(OvertrickError):
    """The connector gave no answer: it is not running, or stopped during a call."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The content of a queue, and the number of its last item, which is accepted once everything is stored."""

    of: str
    items: Sequence[Mapping[str, Any]]
    last: int


class DataConnector:
    """One session on a Data Connector."""

    def __init__(self, address: str, guid: str, club: str = "", licence: str = "") -> None:
        try:
            from bridgemate_dataconnector import DataConnectorClient
            from bridgemate_dataconnector.urllib_transport import UrllibTransport
        except ImportError:
            raise DirectorError(
                "The Bridgemate Data Connector client is not installed",
                remedy="Install the client with: pip install 'overtrick[bridgemate]'",
            ) from None
        self.guid, self.club = guid, club
        self._client = DataConnectorClient(club, licence, address, UrllibTransport(10.0))

    def begin(self, plan: Plan, at: datetime) -> bool:
        """Continue the session if the connector knows it, or begin it; return whether it was known.

        Continuing is always tried first: beginning a session deletes what the devices have sent.
        """
        from bridgemate_dataconnector.dto import ContinueDTO

        go_on = ContinueDTO(event_guid=self.guid, club_id=self.club, commands=_START | _READ)
        if self._ask("ContinueEvent", go_on.to_dict()).data_type.name == "OK":
            self.update(plan)
            return True
        self._send("InitializeEvent", _init(plan, at, self.club).to_dict())
        return False

    def update(self, plan: Plan) -> None:
        """Send the tables and rounds of a session again, after a round was drawn or redrawn."""
        for letters in plan.sections:
            self._send("UpdateMovement", _section_update(plan, letters, self.club).to_dict())

    def results(self, *, everything: bool = False) -> Batch:
        """The results in the queue: those not accepted yet, or all."""
        return self._poll("Results", everything=everything)

    def people(self, *, everything: bool = False) -> Batch:
        """The players who identified themselves at a device."""
        return self._poll("Participations", everything=everything)

    def calls(self, *, everything: bool = False) -> Batch:
        """The tables that called a director from their device."""
        return self._poll("TdCalls", everything=everything)

    def accept(self, batch: Batch) -> None:
        """Confirm that the content of a queue is stored here and need not be sent again."""
        if batch.items:
            self._send(_ACCEPTED[batch.of], batch.last)

    def _poll(self, what: str, *, everything: bool) -> Batch:
        answer = self._ask(f"PollQueueFor{'All' if everything else 'New'}{what}", None)
        if answer.data_type.name != what or not (answer.serialized_data or "").strip():
            return Batch(what, (), 0)
        try:
            items = json.loads(answer.serialized_data)
        except ValueError as fault:
            raise Away(f"The Data Connector's answer cannot be read: {fault}.") from fault
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise Away("The Data Connector's answer is no list.")
        return Batch(what, items, answer.last_queue_item_id)

    def _send(self, command: str, data: object) -> None:
        """Send a command that must succeed."""
        answer = self._ask(command, data)
        if answer.data_type.name != "OK":
            raise DirectorError(
                "The Data Connector refused {command}: {error}[, {said}]",
                command=command, error=answer.error_type.name, said=f"{answer.serialized_data or '':.200}",
                remedy="Check the Bridgemate software and start again.",
            )  # fmt: skip

    def _ask(self, command: str, data: object) -> Any:
        """The connector's answer, once it is not busy."""
        from bridgemate_dataconnector.dto import ScoringProgramDataConnectorCommands, ScoringProgramRequest

        for _ in range(BUSY):
            request = ScoringProgramRequest()
            request.command = ScoringProgramDataConnectorCommands[command]
            request.session_guid = self.guid
            request.serialized_data = "" if data is None else json.dumps(data, separators=(",", ":"))
            try:
                answer = self._client.send_request(request)
            except Exception as fault:
                raise Away(f"The Data Connector does not answer: {fault!r}.") from fault
            match answer.error_type.name:
                case "Busy":
                    sleep(WAIT)
                case "NoConnection" | "TimeOut" | "EmptyResponse":
                    raise Away(f"The Data Connector does not answer: {answer.serialized_data}.")
                case _:
                    return answer
        raise Away("The Data Connector is busy.")


def words_of(items: Iterable[Mapping[str, Any]]) -> list[DeviceReport]:
    """The results of a queue as device reports, in order."""
    return [_word(item, number) for number, item in enumerate(items, start=1)]


def _word(item: Mapping[str, Any], number: int) -> DeviceReport:
    ns, ew = _whole(item, "PairNorthSouth"), _whole(item, "PairEastWest")
    erased = bool(item.get("IsDeleted"))
    result, doubt = (None, "") if erased else _result(item)
    declaring, seat = _whole(item, "DeclaringPair"), _whole(item, "DeclarerDirection")
    if isinstance(result, PlayedContract) and ns != ew and declaring == (ew if seat in (1, 3) else ns):
        doubt = REVERSED
    suit, rank = _LEADS.get(_whole(item, "LeadCardSuit")), _whole(item, "LeadCardRank")
    lead = str(Card(suit, _RANKS.get(rank, str(rank)))) if suit is not None and 2 <= rank <= 14 else ""
    return DeviceReport(
        str(item.get("SectionLetters") or ""), _whole(item, "TableNumber"), _whole(item, "RoundNumber"),
        _whole(item, "BoardNumber"), ns, ew, result, number, lead, erased=erased, doubt=doubt,
    )  # fmt: skip


def _result(item: Mapping[str, Any]) -> tuple[Result | None, Said]:
    level, tricks = _whole(item, "Level"), _whole(item, "TotalTricks")
    if level == 0:
        return PassedOut(), ""
    if level == -10:
        return NotPlayed(), NOT_PLAYED
    if -9 <= level <= -1:
        return Artificial(*_AVERAGES[-level - 1]), AWARDED
    strain, stake, seat = (_whole(item, name) for name in ("Denomination", "Stake", "DeclarerDirection"))
    try:
        if not (1 <= strain <= 5 and 0 <= stake <= 2 and 1 <= seat <= 4):
            return None, phrase(
                "these values are not a contract: level {level}, denomination {strain}, stake {stake}, declarer {seat}",
                level=level, strain=strain, stake=stake, seat=seat,
            )  # fmt: skip
        return PlayedContract(Contract(level, _STRAINS[strain - 1], CLOCKWISE[seat - 1], _DOUBLED[stake]), tricks), ""
    except DirectorError as fault:
        return None, fault.phrased


def sat_of(items: Iterable[Mapping[str, Any]]) -> list[SeatedPlayer]:
    """Who sits where, by a queue; someone removed from a seat is no one there."""
    return [
        SeatedPlayer(
            str(item.get("SectionLetters") or ""), _whole(item, "TableNumber"), _whole(item, "RoundNumber"),
            "-NESW"[min(max(_whole(item, "Direction"), 0), 4)], str(item.get("PlayerNumber") or ""),
            f"{item.get('FirstName') or ''} {item.get('LastName') or ''}".strip(),
        )
        for item in items
        if not item.get("IsRemoval")
    ]  # fmt: skip


def calls_of(items: Iterable[Mapping[str, Any]]) -> list[DeviceCall]:
    """The calls of a queue; a resolved one is marked as answered."""
    return [
        DeviceCall(
            str(item.get("SectionLetters") or ""), _whole(item, "TableNumber"), _whole(item, "RoundNumber"),
            f"{_whole(item, 'Hour'):02d}:{_whole(item, 'Minute'):02d}", _whole(item, "Status") == 3,
        )
        for item in items
    ]  # fmt: skip


def _whole(item: Mapping[str, Any], name: str) -> int:
    value = item.get(name)
    return value if isinstance(value, int) else 0


def _init(plan: Plan, at: datetime, club: str) -> Any:
    from bridgemate_dataconnector.dto import InitDTO, PlayerDataDTO, ScoringGroupDTO, SectionDTO, SessionDTO

    sections = [
        SectionDTO(
            session_guid=plan.guid, scoring_group_number=_GROUP, letters=letters, winners=plan.winners,
            game_type=_game(plan), keep_bridgemates_alive=not plan.compares, tables=_tables(plan, letters),
        )
        for letters in plan.sections
    ]  # fmt: skip
    group = ScoringGroupDTO(
        session_guid=plan.guid, club_id=club, sections=sections, scoring_group_number=_GROUP,
        scoring_method=_METHODS[plan.scoring], name=plan.title,
    )  # fmt: skip
    session = SessionDTO(
        scoring_groups=[group], event_guid=plan.guid, session_guid=plan.guid, name=plan.title, year=at.year,
        month=at.month, day=at.day, hour=at.hour, minute=at.minute,
    )  # fmt: skip
    people = [
        PlayerDataDTO(session_guid=plan.guid, club_id=club, player_number=each.number, last_name=each.name)
        for each in plan.names
    ]
    return InitDTO(
        commands=_START | _RESET | _READ, event_guid=plan.guid, club_id=club, sessions=[session],
        player_data=people, handrecords=_hands(plan),
    )  # fmt: skip


def _section_update(plan: Plan, letters: str, club: str) -> Any:
    from bridgemate_dataconnector.dto import SectionUpdateDTO

    return SectionUpdateDTO(
        session_guid=plan.guid, club_id=club, scoring_group_number=_GROUP,
        scoring_group_scoring_method=_METHODS[plan.scoring], letters=letters, winners=plan.winners,
        game_type=_game(plan), keep_bridgemates_alive=not plan.compares, tables=_tables(plan, letters),
    )  # fmt: skip


def _game(plan: Plan) -> int:
    if plan.alone:
        raise DirectorError(
            "Overtrick cannot send individual events to the Data Connector",
            remedy="Write a .bws file instead: `overtrick bridgemate write`.",
        )
    return _TEAMS if plan.scoring is Scoring.TEAMS else _PAIRS


def _tables(plan: Plan, letters: str) -> Any:
    from bridgemate_dataconnector.dto import TableDTO

    here = [play for play in plan.plays if play.section == letters]
    return [
        TableDTO(
            session_guid=plan.guid, section_letters=letters, table_number=table,
            keep_bridgemates_alive=not plan.compares,
            rounds=[_round(plan, play) for play in here if play.table == table],
        )
        for table in sorted({play.table for play in here})
    ]  # fmt: skip


def _round(plan: Plan, play: Play) -> Any:
    from bridgemate_dataconnector.dto import RoundDTO

    low, high = min(play.boards), max(play.boards)
    if play.boards != tuple(range(low, high + 1)):
        raise DirectorError(
            "The Data Connector needs consecutive boards, but those of table {table} in round {round} are "
            "not consecutive",
            remedy="Write a .bws file instead: `overtrick bridgemate write`.", table=play.table, round=play.round,
        )  # fmt: skip
    made = RoundDTO(
        session_guid=plan.guid, section_letters=play.section, table_number=play.table, round_number=play.round,
        low_board_number=low, high_board_number=high, pair_ns=play.ns, pair_ew=play.ew,
    )  # fmt: skip
    if plan.scoring is Scoring.TEAMS:
        closed = play.table > CLOSED_ROOM
        made.team_ns, made.team_ew = play.ns, play.ew
        made.mates_table_section_letters = play.section
        made.mates_table_table_number = play.table - CLOSED_ROOM if closed else play.table + CLOSED_ROOM
        made.mates_table_round_number = play.round
    return made


def _hands(plan: Plan) -> Any:
    from bridgemate_dataconnector.dto import HandrecordDTO

    found = []
    for board, deal in sorted(plan.deals.items()):
        made = HandrecordDTO(plan.guid, _GROUP, plan.sections[0], board)
        for seat in CLOCKWISE:
            for suit in Suit:
                setattr(made, f"{seat.name}_{suit.name}".lower(), deal.hand(seat)[suit])
        found.append(made)
    return found
