"""Files of masterpoints as the ABF's centre takes them: digits alone, a line for each player.

The number in seven digits, then the points in hundredths, in six; of red and green together red first, then green. A
player who is there several times has what all lines give, rounded once at the end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, round_to
from overtrick.core.typed_numbers import NotANumber, read_whole
from overtrick.formats.tables import Row, listed, read_table

COLOURS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"green": ("points",), "red": ("points",), "gold": ("points",), "red-and-green": ("red", "green")}
)
"""What is awarded, and the columns of a list that have it."""
ENDINGS: Mapping[str, str] = MappingProxyType({"green": ".grn", "red": ".red", "gold": ".gld", "red-and-green": ".rag"})
"""How the file's name ends, by which the centre knows the colour."""
_HIGHEST, _MOST = 9_999_999, 999_999
_COLUMNS = {
    "number": ("abf_number", "abf_no", "abf_no.", "no", "federation_number"),
    "name": ("player", "player_name"),
    "points": ("masterpoints", "mps"),
    "red": ("red_points",),
    "green": ("green_points",),
}


@dataclass(frozen=True, slots=True)
class Awarded:
    """What a line of a list gives a player, in the order of the columns."""

    number: str
    name: str
    points: tuple[Exact, ...]


@dataclass(frozen=True, slots=True)
class AwardFile:
    """A file for the centre, and what to compare with its check sheet: players, and the hundredths of each column."""

    data: bytes
    players: int
    totals: tuple[int, ...]


def read_awards(text: str, name: str, colour: str) -> tuple[Awarded, ...]:
    """The awards in a list; every line that cannot be read is told at once.

    >>> read_awards("number,name,points\\n123456,A. Reed,0.42", "x", "green")
    (Awarded(number='123456', name='A. Reed', points=(Fraction(21, 50),)),)
    """
    wanted = COLOURS[colour]
    return read_table(text.lstrip("\ufeff"), name, _COLUMNS, ("number", *wanted)).each(
        lambda row: Awarded(row.text("number"), row.text("name"), tuple(_points(row, column) for column in wanted))
    )


def award_file(awards: Iterable[Awarded]) -> AwardFile:
    """The file of awards, in the order of the players' numbers; refused with everybody who has none that can be.

    >>> award_file([Awarded("123456", "", (1,)), Awarded("0123456", "", (2,))]).data
    b'0123456000300\\r\\n'
    """
    added: dict[int, list[Exact]] = {}
    unknown: list[str] = []
    for each in awards:
        number = _number(each.number)
        if number is None:
            unknown.append(f"{each.name or 'somebody without a name'}: {each.number[:20] or 'no number'}")
            continue
        before = added.setdefault(number, [0] * len(each.points))
        added[number] = [one + other for one, other in zip(before, each.points, strict=True)]
    if unknown:
        raise DirectorError(
            "Players without a number of the ABF cannot be awarded anything:\n  {unknown}\nNothing was written",
            remedy="Numbers are from 1 to 9999999: put them in, or take those lines out.",
            unknown=listed(list(dict.fromkeys(unknown))),
        )
    rounded = {number: [_hundredths(value, number) for value in values] for number, values in sorted(added.items())}
    given = {number: values for number, values in rounded.items() if any(values)}
    if not given:
        raise DirectorError("Nobody is awarded anything", remedy="Put the points into the list.")
    lines = (f"{number:07d}{''.join(f'{value:06d}' for value in values)}\r\n" for number, values in given.items())
    totals = tuple(sum(column) for column in zip(*given.values(), strict=True))
    return AwardFile("".join(lines).encode("ascii"), len(given), totals)


def _number(text: str) -> int | None:
    """The number of a player, from 1 to the highest of seven digits; nothing where it is none."""
    try:
        number = read_whole(text, 1)
    except NotANumber:
        return None
    return number if number <= _HIGHEST else None


def _points(row: Row, column: str) -> Exact:
    points = row.exact(column)
    if points < 0:
        raise DirectorError("the {column} “{text}” are below nothing", column=column, text=row.text(column)[:40])
    return points


def _hundredths(value: Exact, number: int) -> int:
    found = int(round_to(value * 100, 1, Halves.AWAY))
    if found > _MOST:
        raise DirectorError(
            "{number} is awarded more than the 9999.99 points that a line can hold",
            remedy="Look for points that were typed in hundredths.",
            number=number,
        )
    return found
