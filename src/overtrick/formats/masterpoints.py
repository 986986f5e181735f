"""Files of masterpoints for the ABF's masterpoint centre: digits only, one line for each player.

The number has seven digits, then the points in hundredths have six; for red and green together red comes first. A
player who is listed several times gets the sum of all lines, rounded once at the end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, round_to
from overtrick.core.typed_numbers import NotANumber, read_whole
from overtrick.core.wording import Said, phrase
from overtrick.formats.tables import Row, list_faults, read_table

COLOURS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"green": ("points",), "red": ("points",), "gold": ("points",), "red-and-green": ("red", "green")}
)
"""The kinds of masterpoints, and the columns of a list that have them."""
ENDINGS: Mapping[str, str] = MappingProxyType({"green": ".grn", "red": ".red", "gold": ".gld", "red-and-green": ".rag"})
"""The file extension, by which the centre knows the colour."""
_HIGHEST, _MOST = 9_999_999, 999_999
_COLUMNS = {
    "number": ("abf_number", "abf_no", "abf_no.", "no", "federation_number"),
    "name": ("player", "player_name"),
    "points": ("masterpoints", "mps"),
    "red": ("red_points",),
    "green": ("green_points",),
}


@dataclass(frozen=True, slots=True)
class PlayerPoints:
    """What a line of a list gives a player, in the order of the columns."""

    number: str
    name: str
    points: tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class AwardFile:
    """A file for the centre, and figures to compare with its check sheet: players, and hundredths of each column."""

    data: bytes
    players: int
    totals: tuple[int, ...]


def read_awards(text: str, name: str, colour: str) -> tuple[PlayerPoints, ...]:
    """The awards in a list; all lines that cannot be read are reported together.

    >>> read_awards("number,name,points\\n123456,A. Reed,0.42", "x", "green")
    (PlayerPoints(number='123456', name='A. Reed', points=(Fraction(21, 50),)),)
    """
    wanted = COLOURS[colour]
    return read_table(text.lstrip("\ufeff"), name, _COLUMNS, ("number", *wanted)).read_rows(
        lambda row: PlayerPoints(row.text("number"), row.text("name"), tuple(_points(row, column) for column in wanted))
    )


def award_file(awards: Iterable[PlayerPoints]) -> AwardFile:
    """The file of awards, in the order of the players' numbers; refused with a list of players without a valid number.

    >>> award_file([PlayerPoints("123456", "", (1,)), PlayerPoints("0123456", "", (2,))]).data
    b'0123456000300\\r\\n'
    """
    added: dict[int, list[Exact]] = {}
    unknown: list[Said] = []
    for each in awards:
        number = _number(each.number)
        if number is None:
            name, said = each.name or phrase("a player without a name"), each.number[:20] or phrase("no number")
            unknown.append(phrase("{name}: {number}", name=name, number=said))
            continue
        before = added.setdefault(number, [0] * len(each.points))
        added[number] = [one + other for one, other in zip(before, each.points, strict=True)]
    if unknown:
        raise DirectorError(
            "Players without a valid ABF number cannot be awarded points:\n  {unknown}\nNothing was written",
            remedy="Add or correct the numbers (1 to 9999999), or remove those lines.",
            unknown=list_faults(list(dict.fromkeys(unknown))),
        )
    rounded = {number: [_hundredths(value, number) for value in values] for number, values in sorted(added.items())}
    given = {number: values for number, values in rounded.items() if any(values)}
    if not given:
        raise DirectorError("The list awards no points", remedy="Add the points to the list.")
    lines = (f"{number:07d}{''.join(f'{value:06d}' for value in values)}\r\n" for number, values in given.items())
    totals = tuple(sum(column) for column in zip(*given.values(), strict=True))
    return AwardFile("".join(lines).encode("ascii"), len(given), totals)


def _number(text: str) -> int | None:
    """The number of a player, with one to seven digits; `None` if it is invalid."""
    try:
        number = read_whole(text, 1)
    except NotANumber:
        return None
    return number if number <= _HIGHEST else None


def _points(row: Row, column: str) -> Exact:
    points = row.exact(column)
    if points < 0:
        raise DirectorError(
            "the value “{text}” for {column} must not be negative", column=column, text=row.text(column)[:40]
        )
    return points


def _hundredths(value: Exact, number: int) -> int:
    found = int(round_to(value * 100, 1, Halves.AWAY))
    if found > _MOST:
        raise DirectorError(
            "The points for ABF number {number} exceed 9999.99, the most that a line of the file can hold",
            remedy="Check for points entered in hundredths.",
            number=number,
        )
    return found
