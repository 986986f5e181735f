"""Text files of deals: .pbn, .lin, .csv as BigDeal writes it, and .rbn, which is only read."""

import csv
from io import StringIO

from overtrick.core.errors import ResultRefused
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import RANKS, Deal
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.core.wording import phrase
from overtrick.formats.deals.shape import Boards, add, board_error, deal_file_error, line_error
from overtrick.formats.pbn import read_deals
from overtrick.formats.plain_text import plain_text

_VULNERABLE = {
    Vulnerability.NONE: ("None", "o", "-"), Vulnerability.NS: ("NS", "n", "NS"),
    Vulnerability.EW: ("EW", "e", "EW"), Vulnerability.ALL: ("All", "b", "All"),
}  # fmt: skip
"""Vulnerability as PBN, LIN and BigDeal's CSV write it."""
_FROM_SOUTH = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_SUITS = "SHDC"
_LONGEST_HAND = 40
"""The most letters in a hand of LIN, with tens as `10` or not."""


def is_pbn(data: bytes) -> bool:
    """Whether the data contains the tag of a deal."""
    return b"[Deal" in data


def read_pbn(data: bytes, name: str) -> Boards:
    """The boards of a PBN file, each a possible deal."""
    return {
        line.board: _deal(line.deal, line.board, name)
        for line in read_deals(plain_text(data, name).text, name)
    }  # fmt: skip


def write_pbn(boards: Boards, title: str) -> bytes:
    """PBN in its import format: the tags of the deal, and empty ones for the seven tags that every game must have."""
    lines = ["% PBN 2.1", "% IMPORT", ""]
    for number, deal in boards.items():
        board = Board.from_number(number)
        tags = {
            "Event": title.replace("\\", "\\\\").replace('"', '\\"') or "?", "Site": "?", "Date": "?",
            "Board": str(number), "West": "?", "North": "?", "East": "?", "South": "?", "Dealer": board.dealer.value,
            "Vulnerable": _VULNERABLE[board.vulnerability][0], "Deal": str(deal), "Scoring": "?", "Declarer": "?",
            "Contract": "?", "Result": "?",
        }  # fmt: skip
        lines += [*(f'[{tag} "{value}"]' for tag, value in tags.items()), ""]
    return "".join(f"{line}\r\n" for line in lines).encode()


def is_lin(data: bytes) -> bool:
    """Whether the data contains the hands of a .lin."""
    return b"md|" in data


def read_lin(data: bytes, name: str) -> Boards:
    """The deals of a .lin by their numbers, or in sequence where it has none; a fourth hand may be missing."""
    words = plain_text(data, name).text.replace("\r", "").replace("\n", "").split("|")
    found: dict[int, Deal] = {}
    board = 0
    pending: str | None = None

    def done() -> None:
        if pending is not None:
            add(found, board, _lin_deal(pending, board, name), name)

    for key, value in zip(words[::2], words[1::2], strict=False):
        match key.strip().lower():
            case "qx":
                done()
                pending = None
                board = int(value[1:]) if value[1:].isdecimal() and len(value) < 6 else board + 1
            case "md" if pending is None:
                board = board or 1
                pending = value
            case "md":
                done()
                board, pending = board + 1, value
            case "ah" if value.lower().startswith("board ") and value[6:].strip().isdecimal() and len(value) < 12:
                board = int(value[6:])
            case _:
                pass
    done()
    return found


def write_lin(boards: Boards, _title: str) -> bytes:
    """A line for each board, as BBO accepts it."""
    lines = []
    for number, deal in boards.items():
        board = Board.from_number(number)
        hands = [_of_suits(deal, seat) for seat in _FROM_SOUTH[:3]]
        dealer = _FROM_SOUTH.index(board.dealer) + 1
        vulnerable = _VULNERABLE[board.vulnerability][1]
        lines.append(f"qx|o{number}|md|{dealer}{','.join(hands)}|rh||ah|Board {number}|sv|{vulnerable}|pg||\n")
    return "".join(lines).encode()


def is_csv(data: bytes) -> bool:
    """Whether the first line has the eighteen quoted fields that BigDeal writes."""
    return data[:1] == b'"' and data.split(b"\n", 1)[0].count(b'","') == 17


def read_csv(data: bytes, name: str) -> Boards:
    """The deals of BigDeal's CSV."""
    found: dict[int, Deal] = {}
    try:
        rows = list(csv.reader(StringIO(plain_text(data, name).text)))
    except csv.Error as fault:
        raise deal_file_error(name, phrase("all lines"), phrase("the file is not valid CSV")) from fault
    for number, row in enumerate(rows, start=1):
        if not row:
            continue
        if len(row) != 18 or not (
            row[16].isascii() and row[16].isdecimal() and int(row[16][:6]) > 0 and len(row[16]) < 5
        ):
            raise line_error(name, number, phrase("the line must have sixteen suits, a board number and a dealer"))
        board = int(row[16].lstrip("0"))
        hands = (".".join(row[start : start + 4]) for start in range(0, 16, 4))
        deal = _deal(f"N:{' '.join(hands)}", board, name)
        if row[17] != _csv_dealer(board):
            raise line_error(
                name,
                number,
                phrase(
                    "board {board} must have {dealer} as dealer and vulnerability (Law 2)",
                    board=board,
                    dealer=_csv_dealer(board),
                ),
            )
        add(found, board, deal, name)
    return found


def write_csv(boards: Boards, _title: str) -> bytes:
    """A line for each board, every field in quotes."""
    rows = (
        [*(suit for hand in deal.hands for suit in hand.split(".")), str(board), _csv_dealer(board)]
        for board, deal in boards.items()
    )
    return "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows).encode()


def is_rbn(data: bytes) -> bool:
    """Whether the data contains a line with hands as RBN writes them."""
    return any(line[:2] == b"H " and line[3:4] == b":" for line in data.splitlines())


def read_rbn(data: bytes, name: str) -> Boards:
    """The deals of a .rbn; a deal without a board number has the number after the previous one."""
    found: dict[int, Deal] = {}
    board, named = 0, False
    for number, line in enumerate(plain_text(data, name).text.splitlines(), start=1):
        label, value = line[:2], line[2:].strip()
        if label == "B ":
            if not (value.isascii() and value.isdecimal() and 0 < len(value) < 5):
                raise line_error(name, number, phrase("a board has no number"))
            board, named = int(value), True
        elif label == "H ":
            board = board if named else board + 1
            add(found, board, _rbn_deal(value, board, name), name)
            named = False
    return found


def _rbn_deal(text: str, board: int, name: str) -> Deal:
    first, *hands = text.split(":")
    if first not in ("N", "E", "S", "W") or len(hands) not in (3, 4):
        raise board_error(name, board, phrase("there must be a seat and three or four hands"))
    seat = CLOCKWISE.index(Seat(first))
    held = {CLOCKWISE[(seat + place) % 4]: hand for place, hand in enumerate(hands)}
    return _complete_deal(held, board, name)


def _lin_deal(text: str, board: int, name: str) -> Deal:
    hands = text.lstrip("01234").split(",")
    if len(hands) not in (3, 4) or not all(hands[:3]):
        raise board_error(name, board, phrase("there must be three or four hands"))
    held = {}
    for seat, hand in zip(_FROM_SOUTH, hands, strict=False):
        if hand:
            held[seat] = _dotted_hand(hand.upper().replace("10", "T"), board, name)
    return _complete_deal(held, board, name)


def _dotted_hand(hand: str, board: int, name: str) -> str:
    """`SAK…H…D…C…` as `AK….….….…`."""
    suits = dict.fromkeys(_SUITS, "")
    suit = ""
    if len(hand) > _LONGEST_HAND:
        raise board_error(name, board, phrase("a hand must be written as suits and their cards"))
    for letter in hand:
        if letter in _SUITS:
            suit = letter
        elif not suit or letter not in RANKS:
            raise board_error(name, board, phrase("a hand must be written as suits and their cards"))
        else:
            suits[suit] += letter
    return ".".join(suits.values())


def _complete_deal(hands: dict[Seat, str], board: int, name: str) -> Deal:
    """A deal whose last hand may be missing: it gets the cards that the others do not have."""
    missing = [seat for seat in CLOCKWISE if seat not in hands]
    if missing:
        gone = ["".join(suits) for suits in zip(*(hand.split(".") for hand in hands.values()), strict=False)]
        rest = ["".join(rank for rank in RANKS if rank not in taken) for taken in gone]
        hands = {**hands, missing[0]: ".".join(rest)}
    return _check_deal(hands, board, name)


def _check_deal(hands: dict[Seat, str], board: int, name: str) -> Deal:
    try:
        return Deal.of(hands)
    except ResultRefused as fault:
        raise board_error(name, board, fault.what) from fault


def _deal(text: str, board: int, name: str) -> Deal:
    try:
        return Deal.read(text)
    except ResultRefused as fault:
        raise board_error(name, board, fault.what) from fault


def _of_suits(deal: Deal, seat: Seat) -> str:
    return "".join(suit.value + ranks for suit, ranks in deal.hand(seat).items())


def _csv_dealer(number: int) -> str:
    board = Board.from_number(number)
    return f"{board.dealer.value}/{_VULNERABLE[board.vulnerability][2]}"
