"""Numbers with their nouns, as English has them."""

from overtrick.core.exact import Exact, short_text


def count_of(number: Exact, one: str, many: str = "") -> str:
    """A number of things: the plural takes an s unless it is given.

    >>> count_of(1, "board"), count_of(2, "board"), count_of(0, "match", "matches")
    ('1 board', '2 boards', '0 matches')
    """
    return f"{short_text(number)} {one if number == 1 else many or f'{one}s'}"
