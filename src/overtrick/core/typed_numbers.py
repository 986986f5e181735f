"""Numbers as people and files write them, read exactly or refused."""

import re
from fractions import Fraction

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.wording import phrase

_NUMBER = re.compile(r"[+-]?(?:[0-9]+/(?P<under>[0-9]+)|[0-9]+\.?[0-9]*|\.[0-9]+)")


class NotANumber(DirectorError, ValueError):
    """A text that is no number anybody writes down."""

    def __init__(self, text: str, kind: str = "a number", remedy: str = "Write it like 12, -37/5 or 14.58.") -> None:
        super().__init__("“{text}” is not {kind}", remedy=remedy, text=text[:40], kind=phrase(kind))


def read_exact(text: str) -> Exact:
    """A number as people and files write it: `12`, `-37/5`, `14.58`; of no more digits than anybody writes.

    >>> read_exact("14.58"), read_exact("-37/5"), read_exact("12.0")
    (Fraction(729, 50), Fraction(-37, 5), 12)
    >>> read_exact("1e9999999999")
    Traceback (most recent call last):
    overtrick.core.typed_numbers.NotANumber: “1e9999999999” is not a number. Write it like 12, -37/5 or 14.58.
    """
    found = _NUMBER.fullmatch(text.strip())
    if found is None or len(found[0]) > limits.NUMBER or (found["under"] and not int(found["under"])):
        raise NotANumber(text)
    return plain(Fraction(found[0]))


def read_whole(text: str, least: int = 0) -> int:
    """A whole number as people write one, from *least* up; of no more digits than anything here is counted by.

    >>> read_whole("13")
    13
    >>> read_whole("1" * 5000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    overtrick.core.typed_numbers.NotANumber: “1111111111111111111111111111111111111111” is not a whole ...
    """
    digits = text.strip()
    if not digits.isdecimal() or len(digits) > limits.DIGITS or int(digits) < least:
        raise NotANumber(text, "a whole number", "Write it like 12.")
    return int(digits)
