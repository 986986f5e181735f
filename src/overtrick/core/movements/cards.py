"""Guide cards and table cards, ready to be printed."""

from dataclasses import dataclass

from overtrick.core.model.seats import Side
from overtrick.core.movements.movement import Movement, boards_of, set_name, side_of


@dataclass(frozen=True, slots=True)
class GuideLine:
    """One round on the guide card of a pair, or of an individual with a *partner*; a sit-out has no opponents."""

    round: int
    table: int
    side: Side
    opponents: tuple[int, ...]
    boards: tuple[int, int]
    partner: int | None = None


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The tables and opponents of one pair or individual, round by round."""

    pair: int
    lines: tuple[GuideLine, ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    """One round on a table card."""

    round: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    set: str
    boards: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TableCard:
    """The pairs and boards at one table, round by round."""

    table: int
    lines: tuple[TableLine, ...]


def guide_cards(movement: Movement) -> tuple[GuideCard, ...]:
    """A guide card for each pair or individual.

    >>> from overtrick.core.movements.mitchell import mitchell
    >>> guide_cards(mitchell(3, boards_a_set=4))[5].lines[1]
    GuideLine(round=2, table=1, side=<Side.EW: 'EW'>, opponents=(1,), boards=(5, 8), partner=None)
    """
    lines: dict[int, list[GuideLine]] = {}
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            for pair in seating.seated:
                side = side_of(seating, pair)
                own, opponents = seating.sides if side is Side.NS else seating.sides[::-1]
                partner = next((each for each in own if each != pair), None)
                boards = boards_of(seating.boards, movement.boards_a_set)
                lines.setdefault(pair, []).append(GuideLine(number, seating.table, side, opponents, boards, partner))
    return tuple(GuideCard(pair, tuple(lines[pair])) for pair in sorted(lines))


def table_cards(movement: Movement) -> tuple[TableCard, ...]:
    """A card for every table."""
    lines: dict[int, list[TableLine]] = {}
    for number, seats in enumerate(movement.rounds, start=1):
        for seating in seats:
            boards = boards_of(seating.boards, movement.boards_a_set)
            line = TableLine(number, *seating.sides, set_name(seating.boards), boards)
            lines.setdefault(seating.table, []).append(line)
    return tuple(TableCard(table, tuple(lines[table])) for table in sorted(lines))
