"""Movement files: the readable notation, or a table (CSV or JSON) with one line per seating."""

from overtrick.core.errors import DirectorError
from overtrick.core.movements.movement import Fields, Movement, Round, Seating, boards_of, set_name, set_number
from overtrick.core.movements.notation import read_movement
from overtrick.core.wording import phrase
from overtrick.formats.plain_text import small_enough
from overtrick.formats.tables import Row, read_table

COLUMNS = ("round", "table", "ns", "ew", "set", "first_board", "last_board")
OF_INDIVIDUALS = (*COLUMNS, "south", "west")
"""The columns for individuals, where *ns* is North and *ew* East."""
_COLUMNS = {
    "round": (),
    "table": (),
    "ns": ("ns_pair",),
    "ew": ("ew_pair",),
    "set": ("boards", "board_set"),
    "first_board": (),
    "last_board": (),
    "south": (),
    "west": (),
}
_NOBODY = ("", "-", "–", "bye")


def read_movement_file(text: str, name: str) -> Movement:
    """The movement in a text: in the readable notation, or as a table with the columns round, table, ns, ew, set."""
    small_enough(text, name)
    start = text.lstrip()[:1]
    heading = next((line for line in text.splitlines() if line.strip()), "")
    if start == "[" or ("," in heading and ":" not in heading):
        return _from_table(text, name)
    return read_movement(text)


def movement_rows(movement: Movement) -> list[dict[str, str]]:
    """One line for each table of each round, in the order of COLUMNS, or of OF_INDIVIDUALS."""
    rows = []
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            pairs = (str(pair) if pair is not None else "bye" for pair in (seating.ns, seating.ew))
            boards = map(str, boards_of(seating.boards, movement.boards_a_set))
            partners = ("" if each is None else str(each) for each in (seating.south, seating.west))
            cells = (str(number), str(seating.table), *pairs, set_name(seating.boards), *boards, *partners)
            rows.append(dict(zip(OF_INDIVIDUALS if movement.alone else COLUMNS, cells, strict=False)))
    return rows


def _from_table(text: str, name: str) -> Movement:
    table = read_table(text, name, _COLUMNS, COLUMNS[:5])
    lines = table.read_rows(lambda row: (row.whole("round"), _seating(row), _boards_a_set(row)))
    table.once(
        [phrase("table {table} of round {round}", table=seating.table, round=number)] for number, seating, _ in lines
    )
    rounds: dict[int, Round] = {}
    for number, seating, _ in lines:
        rounds[number] = (*rounds.get(number, ()), seating)
    if sorted(rounds) != list(range(1, len(rounds) + 1)):
        raise DirectorError(
            "The rounds in {name} are not numbered 1 to {rounds}",
            remedy="Number the rounds from 1, without gaps.",
            name=name,
            rounds=len(rounds),
        )
    played = tuple(rounds[number] for number in sorted(rounds))
    norths, easts = ({each for seats in played for s in seats for each in s.sides[side]} for side in (0, 1))
    everyone = norths | easts
    if not everyone:
        raise DirectorError("No pairs are seated in {name}", remedy="Give each table its pairs.", name=name)
    return Movement(
        name,
        max(everyone),
        played,
        boards_a_set=max(boards for *_, boards in lines),
        fields=Fields.ONE if norths & easts or any(s.south for seats in played for s in seats) else Fields.TWO,
    )


def _boards_a_set(row: Row) -> int:
    if row.text("first_board") in ("", "0"):
        return 1
    return row.whole("last_board") - row.whole("first_board") + 1


def _seating(row: Row) -> Seating:
    ns, ew = (None if row.text(side).lower() in _NOBODY else row.whole(side) for side in ("ns", "ew"))
    partners = tuple(row.whole(side) if row.text(side) else None for side in ("south", "west"))
    if len(set(partners)) == 2 and None in partners:
        raise DirectorError("one side has a partner listed and the other does not")
    letters = (row.text("set") if None in (ns, ew) else row.require("set")).upper()
    if not letters:
        return Seating(row.whole("table"), ns, ew, 0)
    if letters.isdecimal():
        return Seating(row.whole("table"), ns, ew, row.whole("set"), *partners)
    if not letters.isascii() or not letters.isalpha():
        raise DirectorError("the board set “{letters}” is not a letter like C", letters=letters)
    return Seating(row.whole("table"), ns, ew, set_number(letters), *partners)
