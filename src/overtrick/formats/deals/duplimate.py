"""The files of Duplimate dealing machines: .dlm, .dup, and the parts of a .dup, .bri and .dge."""

from overtrick.core.dealing.numbers import holders
from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import RANKS, Deal
from overtrick.core.wording import Said, phrase
from overtrick.formats.deals.shape import Boards, board_error, deal_file_error, deal_from_seats, in_turn

_SUITS = "\x06\x03\x04\x05"
"""Spade, heart, diamond and club in the DOS character set."""
_UNUSED = "aaaaaabffffffkkkkkklpppppp"
_BRI, _DGE, _HEADER = 78, 68, 10
_RECORD = 128
_MOST = 99
_IN_HEADER = phrase("the header")


def is_dlm(data: bytes) -> bool:
    """Whether the data begins like a .dlm."""
    return data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"[Document]")


def read_dlm(data: bytes, name: str) -> Boards:
    """The boards in the range that the file requests, each with its check digits verified."""
    said: dict[str, str] = {}
    for line in data.decode("latin-1").splitlines():
        key, equals, value = line.partition("=")
        if equals:
            said[key.strip()] = value.strip()
    numbers = [_whole(said.get(key, ""), key, name) for key in ("Duplicates", "From board", "To board", "Checksum")]
    copies, first, last, check = numbers
    shown = int(said.get("Status") == "Show")
    if check != copies ^ first ^ last ^ shown:
        raise deal_file_error(name, "Checksum", phrase("the checksum does not match the boards"))
    if not 1 <= first <= last <= _MOST:
        raise deal_file_error(name, "From board", phrase("the boards must be in order, with numbers from 1 to 99"))
    return {board: _dlm_board(said.get(f"Board {board:02}", ""), board, name) for board in range(first, last + 1)}


def write_dlm(boards: Boards, title: str) -> bytes:
    """A file for the machine: always ninety-nine boards, of which it deals ours."""
    first = in_turn(boards, "DLM")
    last = first + len(boards) - 1
    if last > _MOST:
        raise DirectorError("A DLM file holds boards 1 to 99, not board {last}", remedy="Use PBN.", last=last)
    lines = [
        "[Document]", f"Headline={title}", "Status=Show", "Duplicates=0", f"From board={first}", f"To board={last}",
        "Next board to duplimate=0", "PrintOuts=0", "Crypto key=0", f"Checksum={first ^ last ^ 1}",
    ]  # fmt: skip
    for board in range(1, _MOST + 1):
        letters = _letters(boards[board]) if board in boards else _UNUSED
        lines += [f"Duplicates {board:02}=0", f"Board {board:02}={letters}{_check(letters, board):03}"]
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1", "replace")


def _dlm_board(text: str, board: int, name: str) -> Deal:
    letters, check = text[:26], text[26:]
    if len(text) != 29 or any(not "a" <= letter <= "p" for letter in letters):
        raise board_error(name, board, phrase("the deal must have 26 letters from a to p and three digits"))
    if _whole(check, phrase("board {board}", board=board), name) != _check(letters, board):
        raise board_error(name, board, phrase("the check digits are wrong"))
    pairs = [divmod(ord(letter) - ord("a"), 4) for letter in letters]
    return deal_from_seats([seat for pair in pairs for seat in pair], name, board)


def _letters(deal: Deal) -> str:
    seats = holders(deal)
    return "".join(chr(ord("a") + 4 * seats[at] + seats[at + 1]) for at in range(0, 52, 2))


def _check(letters: str, board: int) -> int:
    for letter in letters:
        board ^= ord(letter)
    return board


def _whole(text: str, where: Said, name: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 5):
        raise deal_file_error(name, where, phrase("this must be a whole number"))
    return int(text)


def is_bri(data: bytes) -> bool:
    """Whether the data consists of .bri records."""
    return _of_records(data, _RECORD) and data[:_BRI].isdigit() and not data[_BRI:_RECORD].strip(b" \0")


def read_bri(data: bytes, name: str, first: int = 1) -> Boards:
    """Boards in sequence, the hands of North, East and South as card numbers."""
    found: dict[int, Deal] = {}
    for board, record in enumerate(_records(data, _RECORD), start=first):
        if record[_BRI:].strip(b" \0"):
            raise board_error(name, board, phrase("there is extra text after the cards"))
        found[board] = _bri_deal(record[:_BRI], board, name)
    return found


def write_bri(boards: Boards, _title: str) -> bytes:
    """Boards in sequence, 128 bytes each."""
    in_turn(boards, "BRI")
    return b"".join(_bri(deal) + b" " * 32 + bytes(18) for deal in boards.values())


def is_dge(data: bytes) -> bool:
    """Whether the data consists of .dge records."""
    return _of_records(data, _RECORD) and data[:1] == _SUITS[0].encode()


def read_dge(data: bytes, name: str, first: int = 1) -> Boards:
    """Boards in sequence, with hands in the suit symbols of DOS."""
    found: dict[int, Deal] = {}
    for board, record in enumerate(_records(data, _RECORD), start=first):
        if record[_DGE:].strip(b"\0"):
            raise board_error(name, board, phrase("there is extra text after the cards"))
        found[board] = _dge_deal(record[:_DGE], board, name)
    return found


def write_dge(boards: Boards, _title: str) -> bytes:
    """Boards in sequence, 128 bytes each."""
    in_turn(boards, "DGE")
    return b"".join(_dge(deal) + bytes(_RECORD - _DGE) for deal in boards.values())


def is_dup(data: bytes) -> bool:
    """Whether the data consists of .dup records."""
    header = data[_BRI + _DGE : _BRI + _DGE + 2]
    return (
        _of_records(data, _BRI + _DGE + _HEADER) and data[:_BRI].isdigit() and header[:1] in b"YN" and len(header) > 1
    )


def read_dup(data: bytes, name: str) -> Boards:
    """Boards from the number in the first record; both notations of a board must give the same deal."""
    records = _records(data, _BRI + _DGE + _HEADER)
    header = records[0][_BRI + _DGE :].decode("latin-1")
    first, count = header[2:4].strip(), header[7:9].strip()
    if header[1:2] not in "YN" or _whole(count, _IN_HEADER, name) not in (len(records), len(records) % 100):
        raise deal_file_error(
            name, _IN_HEADER, phrase("the number of boards in it differs from the boards that follow")
        )
    found: dict[int, Deal] = {}
    for board, record in enumerate(records, start=_whole(first, _IN_HEADER, name)):
        deal = _bri_deal(record[:_BRI], board, name)
        shown = record[_BRI : _BRI + _DGE]
        # A file that hides the first board on the machine's screen has spaces there.
        if shown.strip() and _dge_deal(shown, board, name) != deal:
            raise board_error(name, board, phrase("the two notations give different deals"))
        found[board] = deal
    return found


def write_dup(boards: Boards, _title: str) -> bytes:
    """A file for DOS machines, with the header in every record."""
    first = in_turn(boards, "DUP")
    last = first + len(boards) - 1
    if last > _MOST:
        raise DirectorError("A DUP file holds boards 1 to 99, not board {last}", remedy="Use PBN.", last=last)
    header = f"YN{first:<2} 0 {len(boards):02} ".encode()
    return b"".join(_bri(deal) + _dge(deal) + header for deal in boards.values())


def _of_records(data: bytes, size: int) -> bool:
    return bool(data) and len(data) % size == 0


def _records(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def _bri(deal: Deal) -> bytes:
    seats = holders(deal)
    return "".join(f"{card + 1:02}" for seat in range(3) for card in range(52) if seats[card] == seat).encode()


def _bri_deal(record: bytes, board: int, name: str) -> Deal:
    if not record.isdigit():
        raise board_error(name, board, phrase("the deal must have 39 card numbers"))
    cards = [int(record[at : at + 2]) for at in range(0, _BRI, 2)]
    if len(set(cards)) != 39 or not all(1 <= card <= 52 for card in cards):
        raise board_error(name, board, phrase("a card appears twice or is not one of the 52"))
    seats = [3] * 52
    for place, card in enumerate(cards):
        seats[card - 1] = place // 13
    return deal_from_seats(seats, name, board)


def _dge(deal: Deal) -> bytes:
    hands = (zip(_SUITS, hand.split("."), strict=True) for hand in deal.hands)
    return "".join(sign + ranks for hand in hands for sign, ranks in hand).encode("ascii")


def _dge_deal(record: bytes, board: int, name: str) -> Deal:
    seats: list[int] = [-1] * 52
    suits = -1
    for letter in record.decode("latin-1"):
        if letter in _SUITS:
            suits += 1
            if _SUITS[suits % 4] != letter or suits > 15:
                raise board_error(
                    name, board, phrase("each hand must list spades, hearts, diamonds and clubs, in that order")
                )
        elif letter not in RANKS or suits < 0 or seats[13 * (suits % 4) + RANKS.index(letter)] >= 0:
            raise board_error(name, board, phrase("a card appears twice or is not one of the 52"))
        else:
            seats[13 * (suits % 4) + RANKS.index(letter)] = suits // 4
    return deal_from_seats(seats, name, board)
