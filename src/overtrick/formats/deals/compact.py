"""Files of deals in few bytes: .ber, .bhg (Borel), .rzd (KoPS) and .cds."""

from overtrick.core.dealing.numbers import holders
from overtrick.core.errors import DirectorError
from overtrick.core.model.cards import Deal
from overtrick.core.wording import phrase
from overtrick.formats.deals.shape import Boards, add, board_error, deal_file_error, deal_from_seats, in_turn

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SPACES = b" " * 11
_OF_A_BOARD = 13


def is_ber(data: bytes) -> bool:
    """Whether the data has only the digits of a .ber."""
    bare = data.strip()
    return bool(bare) and len(bare) % 52 == 0 and not bare.strip(b"1234")


def read_ber(data: bytes, name: str, first: int = 1) -> Boards:
    """Boards in sequence, as the seat of each card."""
    bare = data.strip()
    records = (bare[start : start + 52] for start in range(0, len(bare), 52))
    return {
        board: deal_from_seats([digit - ord("1") for digit in record], name, board)
        for board, record in enumerate(records, start=first)
    }


def write_ber(boards: Boards, _title: str) -> bytes:
    """Boards in sequence, 52 digits each with nothing in between."""
    in_turn(boards, "BER")
    return "".join(str(seat + 1) for deal in boards.values() for seat in holders(deal)).encode()


def is_bhg(data: bytes) -> bool:
    """Whether the data begins with an empty line and one of 52 letters."""
    lines = data[:80].replace(b"\r", b"").split(b"\n")
    return len(lines) > 1 and not lines[0] and len(lines[1]) == 52 and lines[1].isalpha()


def read_bhg(data: bytes, name: str, first: int = 1) -> Boards:
    """Boards in sequence, the hands starting with the dealer; *first* is the first board, which gives the dealer."""
    found: dict[int, Deal] = {}
    for board, line in enumerate(data.decode("latin-1").split("\n")[1:], start=first):
        letters = line.rstrip("\r")
        if not letters:
            continue
        if sorted(letters) != sorted(_LETTERS):
            raise board_error(name, board, phrase("a card appears twice or is missing"))
        seats = [0] * 52
        for place, letter in enumerate(letters):
            seats[_LETTERS.index(letter)] = (board - 1 + place // 13) % 4
        found[board] = deal_from_seats(seats, name, board)
    return found


def write_bhg(boards: Boards, _title: str) -> bytes:
    """Boards in sequence, a line of 52 letters each."""
    in_turn(boards, "BHG")
    lines = [""]
    for board, deal in boards.items():
        seats = holders(deal)
        turn = [(board - 1 + place) % 4 for place in range(4)]
        lines.append("".join(_LETTERS[card] for seat in turn for card in range(52) if seats[card] == seat))
    return "".join(f"{line}\n" for line in lines).encode()


def is_rzd(data: bytes) -> bool:
    """Whether the data begins with the header of a .rzd and the number of boards that follow."""
    count = data[0] + 256 * data[1] if len(data) > _OF_A_BOARD else 0
    return count > 0 and data[2:_OF_A_BOARD] == _SPACES and len(data) == _OF_A_BOARD * (count + 1)


def read_rzd(data: bytes, name: str, first: int = 1) -> Boards:
    """Boards in sequence, thirteen bytes each."""
    records = (data[start : start + _OF_A_BOARD] for start in range(_OF_A_BOARD, len(data), _OF_A_BOARD))
    return {board: _unpack_deal(record, 0, board, name) for board, record in enumerate(records, start=first)}


def write_rzd(boards: Boards, _title: str) -> bytes:
    """Boards in sequence after a header with their number."""
    in_turn(boards, "RZD")
    return len(boards).to_bytes(2, "little") + _SPACES + b"".join(_pack_deal(deal, 0) for deal in boards.values())


def is_cds(data: bytes) -> bool:
    """Whether the data consists of .cds records, of which the first is a deal."""
    if not data or len(data) % (_OF_A_BOARD + 1) or not data[0]:
        return False
    places = _places(data[1 : 1 + _OF_A_BOARD], 1)
    return all(places.count(seat) == 13 for seat in range(4))


def read_cds(data: bytes, name: str) -> Boards:
    """Boards by their numbers, fourteen bytes each."""
    found: dict[int, Deal] = {}
    for start in range(0, len(data), _OF_A_BOARD + 1):
        board = data[start]
        if not board:
            raise deal_file_error(name, phrase("byte {start}", start=start), phrase("a board has no number"))
        add(found, board, _unpack_deal(data[start + 1 : start + 1 + _OF_A_BOARD], 1, board, name), name)
    return found


def write_cds(boards: Boards, _title: str) -> bytes:
    """Boards by their numbers, up to 255."""
    if max(boards) > 255:
        raise DirectorError("A CDS file cannot hold board numbers above 255", remedy="Use PBN.")
    return b"".join(bytes([board]) + _pack_deal(deal, 1) for board, deal in boards.items())


def _pack_deal(deal: Deal, turned: int) -> bytes:
    """One byte per rank, with two bits for each suit: spades on top."""
    seats = [(seat + turned) % 4 for seat in holders(deal)]
    return bytes(64 * seats[at] + 16 * seats[at + 13] + 4 * seats[at + 26] + seats[at + 39] for at in range(13))


def _places(record: bytes, turned: int) -> list[int]:
    return [((byte >> shift) - turned) % 4 for shift in (6, 4, 2, 0) for byte in record]


def _unpack_deal(record: bytes, turned: int, board: int, name: str) -> Deal:
    return deal_from_seats(_places(record, turned), name, board)
