"""BBO's LIN: a sequence of `key|value|`, read as tables with the players, the auction and the tricks.

The contract and declarer follow from the auction. The tricks are those claimed, those of a complete play of 52 cards,
or those listed in the head of the file; if there are none of these the line has no result, and none is invented.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import RANKS, Card, Deal, Suit
from overtrick.core.model.contracts import Contract, Doubling, Strain
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import PassedOut, PlayedContract, Result
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.core.typed_numbers import read_whole
from overtrick.formats.faults import Faults
from overtrick.formats.plain_text import plain_text, small_enough
from overtrick.formats.session import EventKind, Method, PairsByName, Session, SessionLine

_FROM_SOUTH = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of names and hands."""
_METHODS = {"I": Method.IMPS, "P": Method.MATCHPOINTS, "B": Method.BOARD_A_MATCH}
_STRAINS = {"N": Strain.NOTRUMP, "S": Strain.SPADES, "H": Strain.HEARTS, "D": Strain.DIAMONDS, "C": Strain.CLUBS}
_ROOMS = {"o": "open", "c": "closed"}
_ALL_CARDS = 52
_CALL = re.compile(r"[1-7].?|.", re.DOTALL)
_LONGEST_HAND = 40
"""The most letters in a hand with its suits, with tens as `10` or not."""


@dataclass(slots=True)
class _Head:
    """What precedes the tables."""

    title: str = ""
    method: Method = Method.IMPS
    names: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    places: dict[str, int] = field(default_factory=dict)
    """The positions of a board's results, by board number."""


@dataclass(slots=True)
class _Table:
    """A board at a table as read so far, with the *head* above it."""

    line: int
    head: _Head
    called: str = ""
    names: tuple[str, ...] = ()
    deal: str = ""
    board: str = ""
    calls: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claimed: str = ""

    @property
    def played(self) -> bool:
        """Whether a call, a card or a claim has been read."""
        return bool(self.calls or self.cards or self.claimed)


def read_lin(data: bytes, name: str) -> Session:
    """The session in a LIN file; refused with every table that cannot be read."""
    text = plain_text(data, name).text
    small_enough(text, name)
    head, tables = _tables(text)
    faults, pairs = Faults(name), PairsByName()
    rooms = {_room(table) for table in tables} - {""}
    lines: list[SessionLine] = []
    deals: dict[tuple[int, int], Deal] = {}
    for table in tables:
        with faults.collect(table.line):
            line, deal = _line(table, pairs, teams=len(rooms) == 2)
            lines.append(line)
            if deal is not None:
                deals.setdefault((0, line.board), deal)
    faults.tell()
    if not lines:
        raise DirectorError("{name} contains no boards", remedy="Choose a LIN file that contains boards.", name=name)
    teams = len(rooms) == 2
    return Session(
        head.title or name.rpartition(".")[0] or name, EventKind.TEAMS if teams else EventKind.PAIRS,
        head.method if teams or head.method is Method.MATCHPOINTS else Method.BUTLER, pairs.contestants(), tuple(lines),
        program="Bridge Base Online", deals=deals,
    )  # fmt: skip


def _tables(text: str) -> tuple[_Head, list[_Table]]:
    """The first head of a file and its tables, each with its names; several files may have been joined."""
    tokens = list(_tokens(text))
    names_first = next((key for key, _, _ in tokens if key in ("pn", "md")), "pn") == "pn"
    first = head = _Head()
    tables: list[_Table] = []
    for key, value, number in tokens:
        if key == "vg" and tables:
            head = _Head()
        if tables and tables[-1].head is head and not _begins(tables[-1], key, names_first=names_first):
            _read_table(tables[-1], key, value)
        elif key in ("qx", "md", "ah") or (key == "pn" and tables and tables[-1].head is head):
            tables.append(_Table(number, head))
            _read_table(tables[-1], key, value)
        else:
            _read_head(head, key, value)
    tables = [table for table in tables if table.called or table.deal]
    _carry_names(tables)
    return first, tables


def _begins(table: _Table, key: str, *, names_first: bool) -> bool:
    """Whether a key begins the next table.

    Where tables are not announced by `qx`, the names of the next table precede its deal and follow the play of this
    one.
    """
    match key:
        case "qx":
            return bool(table.called or table.deal)
        case "md":
            return bool(table.deal)
        case "pn":
            return bool(table.deal) and (table.played or (names_first and not table.called))
        case "ah":
            return bool(table.deal) and table.played
        case _:
            return False


def _carry_names(tables: Sequence[_Table]) -> None:
    """Give a table without names the players of the previous one; after `qx` a table has those of the head."""
    for before, table in pairwise(tables):
        if not (table.names or table.called) and table.head is before.head:
            table.names = before.names


def _read_table(table: _Table, key: str, value: str) -> None:
    match key:
        case "qx":
            table.called = value
        case "pn":
            table.names = tuple(value.split(","))
        case "md":
            table.deal = value
        case "ah":
            table.board = value
        case "mb":
            table.calls += _calls(value)
        case "pc":
            table.cards += [value[place : place + 2].upper() for place in range(0, len(value), 2)]
        case "mc":
            table.claimed = value
        case _:  # explanations, remarks, pages: nothing that happened at the table
            pass


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Each key with its value and its line number."""
    parts, number = text.split("|"), 1
    for place in range(0, len(parts) - 1, 2):
        key, value = parts[place], parts[place + 1]
        number += key.count("\n")
        yield key.strip().lower(), " ".join(value.split()), number
        number += value.count("\n")


def _read_head(head: _Head, key: str, value: str) -> None:
    parts = tuple(each.strip() for each in value.split(","))
    if key == "vg":
        head.title = ", ".join(each for each in parts[:2] if each)
        head.method = _METHODS.get(parts[2].upper()[:1], Method.IMPS) if len(parts) > 2 else Method.IMPS
    elif key in ("pn", "pw"):
        head.names = parts
    elif key == "rs":
        head.results = parts
    elif key == "bn":
        head.places = {}
        for place, board in enumerate(filter(None, parts)):
            head.places.setdefault(board, place)


def _calls(value: str) -> list[str]:
    """Consecutive calls, without alerts: `1N`, `d`, `r`, `p`."""
    return _CALL.findall(value.replace("!", "").upper())


def _room(table: _Table) -> str:
    return _ROOMS.get(table.called[:1].lower(), "")


def _line(table: _Table, pairs: PairsByName, *, teams: bool) -> tuple[SessionLine, Deal | None]:
    room = _room(table)
    digits = table.called[1:] if room else table.board.lower().removeprefix("board").strip()
    board = read_whole(digits or table.board.lower().removeprefix("board"), 1)
    names = table.names or table.head.names
    first = 4 if len(names) >= 8 and room == "closed" and not table.names else 0
    if len(names) < first + 4:
        raise DirectorError("no players are given for board {board}", board=board)
    south, west, north, east = names[first : first + 4]
    if table.deal[:1] not in ("1", "2", "3", "4"):
        raise DirectorError("no dealer is given for board {board}", board=board)
    dealer = _FROM_SOUTH[int(table.deal[0]) - 1]
    result = _result(table, dealer, _listed_result(table.head, board, room))
    line = SessionLine(
        board, pairs.number(north, south), pairs.number(east, west), result,
        lead=table.cards[0] if table.cards else "", room=room if teams else "", where=f"line {table.line}",
    )  # fmt: skip
    return line, _deal(table.deal[1:])


def _listed_result(head: _Head, board: int, room: str) -> str:
    """The result that the head lists for a board: open and closed room alternate."""
    at = 2 * head.places.get(str(board), board - 1) + (room == "closed")
    return head.results[at] if at < len(head.results) else ""


def _result(table: _Table, dealer: Seat, listed: str) -> Result | None:
    bids = [(place, call) for place, call in enumerate(table.calls) if call[0] in "1234567"]
    if len(table.calls) < 4 or table.calls[-3:] != ["P"] * 3:
        return read_result(_notation(listed)) if listed else None
    if not bids:
        return PassedOut()
    last, bid = bids[-1]
    strain = _strain(bid)
    side = last % 2
    first = next(place for place, call in bids if place % 2 == side and _strain(call) is strain)
    after = table.calls[last:]
    doubling = Doubling.REDOUBLED if "R" in after else Doubling.DOUBLED if "D" in after else Doubling.UNDOUBLED
    declarer = CLOCKWISE[(CLOCKWISE.index(dealer) + first) % 4]
    contract = Contract(int(bid[0]), strain, declarer, doubling)
    if table.claimed:
        return PlayedContract(contract, read_whole(table.claimed))
    if len(table.cards) == _ALL_CARDS:
        return PlayedContract(contract, _tricks(table.cards, contract))
    return read_result(_notation(listed)) if listed else None


def _strain(call: str) -> Strain:
    found = _STRAINS.get(call[1:2])
    if found is None:
        raise DirectorError("“{call}” is not a call", call=call[:10])
    return found


def _notation(listed: str) -> str:
    """A result of the head (`4HN+1`, `3NSx-2`, `PASS`) in our notation."""
    upper = listed.upper()
    if upper.startswith("P"):
        return "PASS"
    strain, rest = upper[1:2], upper[2:]
    if strain == "N" and rest[:1] == "T":
        rest = rest[1:]
    declarer, rest = rest[:1], rest[1:]
    doubled = rest[: len(rest) - len(rest.lstrip("X"))]
    return f"{upper[:1]}{'NT' if strain == 'N' else strain}{doubled} {declarer} {rest.lstrip('X')}"


def _tricks(cards: Sequence[str], contract: Contract) -> int:
    """The tricks of declarer's side in a complete play; every card must be valid and played only once."""
    played = [Card.parse(each) for each in cards]
    if len(set(played)) != _ALL_CARDS:
        raise DirectorError("a card is played twice")
    trump = None if contract.strain is Strain.NOTRUMP else Suit(contract.strain.value)
    leader, won = contract.declarer.left, 0
    for place in range(0, _ALL_CARDS, 4):
        trick = played[place : place + 4]
        best = max(
            range(4),
            key=lambda at: (trick[at].suit is trump, trick[at].suit is trick[0].suit, -RANKS.index(trick[at].rank)),
        )
        leader = CLOCKWISE[(CLOCKWISE.index(leader) + best) % 4]
        won += leader in (contract.declarer, contract.declarer.partner)
    return won


def _deal(text: str) -> Deal | None:
    """The four hands of `SWN` or `SWNE`; the fourth follows from the others. `None` where another is missing."""
    hands = [each.upper().replace("10", "T") for each in text.split(",")]
    if len(hands) < 3 or not all(hands[:3]):
        return None
    suits = [_suits(hand) for hand in hands[:4]]
    if len(hands) < 4 or not hands[3]:
        seen = [{rank for hand in suits[:3] for rank in hand[place]} for place in range(4)]
        suits = [*suits[:3], ["".join(rank for rank in RANKS if rank not in seen[place]) for place in range(4)]]
    return Deal.of({seat: ".".join(hand) for seat, hand in zip(_FROM_SOUTH, suits, strict=True)})


def _suits(hand: str) -> list[str]:
    found, suit = dict.fromkeys("SHDC", ""), ""
    if len(hand) > _LONGEST_HAND:
        raise DirectorError("“{hand}” is not a hand", hand=hand[:40])
    for letter in hand:
        if letter in found:
            suit = letter
        elif suit and letter in RANKS:
            found[suit] += letter
        else:
            raise DirectorError("“{hand}” is not a hand", hand=hand[:40])
    return list(found.values())
