"""Numbers for searches: a fixed sequence, the same on every machine and never random.

A construction that has to search tries possibilities in the order of this sequence. The
result is checked by `check` and is always the same.
"""

_MULTIPLIER = 6364136223846793005
_STEP = 1442695040888963407
_SIZE = 2**64


class Sequence:
    """A fixed sequence of whole numbers from a numbered start."""

    __slots__ = ("_state",)

    def __init__(self, beginning: int) -> None:
        self._state = (beginning * 2 + 1) * _MULTIPLIER % _SIZE

    def draw_below(self, bound: int) -> int:
        """The next number of the sequence, below *bound*."""
        self._state = (self._state * _MULTIPLIER + _STEP) % _SIZE
        return (self._state >> 33) % bound

    def shuffle(self, things: list[int]) -> list[int]:
        """A list of *things* in the order of the sequence.

        >>> Sequence(1).shuffle([1, 2, 3, 4, 5, 6]), Sequence(0).shuffle([1, 2, 3, 4, 5, 6])
        ([5, 2, 6, 3, 4, 1], [1, 2, 4, 6, 5, 3])
        """
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            place = self.draw_below(last + 1)
            order[last], order[place] = order[place], order[last]
        return order
