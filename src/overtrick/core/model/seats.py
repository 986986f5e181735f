"""The four seats at the table, and the two sides."""

from enum import Enum


class Side(Enum):
    """North-South or East-West."""

    NS = "NS"
    EW = "EW"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def other(self) -> "Side":
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(Enum):
    """A compass point at the table."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.name.capitalize()

    @property
    def side(self) -> Side:
        """The side this seat belongs to."""
        return Side.NS if self is Seat.NORTH or self is Seat.SOUTH else Side.EW

    @property
    def left(self) -> "Seat":
        """The player on the left, who leads when this seat is declarer.

        >>> [str(seat.left) for seat in Seat]
        ['East', 'South', 'West', 'North']
        """
        return CLOCKWISE[(CLOCKWISE.index(self) + 1) % 4]

    @property
    def partner(self) -> "Seat":
        """The player opposite."""
        return self.left.left


CLOCKWISE = tuple(Seat)

NAMED = {str(seat): seat for seat in Seat}
"""The seats by their names."""


def side_of(seat: str) -> Side | None:
    """The side of a seat by its name; None if the text names no seat.

    >>> str(side_of("East")), side_of("")
    ('EW', None)
    """
    return NAMED[seat].side if seat in NAMED else None
