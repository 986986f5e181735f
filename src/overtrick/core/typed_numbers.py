"""Read numbers as people and files write them: exactly, or not at all."""

import re
from fractions import Fraction

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, plain
from overtrick.core.wording import Phrase, phrase

_NUMBER = re.compile(r"[+-]?(?:[0-9]+/(?P<under>[0-9]+)|[0-9]+\.?[0-9]*|\.[0-9]+)")
_COMMA = re.compile(r"[+-]?[0-9]{1,9},(?![0-9]{3}$)[0-9]{1,9}")


class NotANumber(DirectorError, ValueError):
    """A text that is not a number, or one with too many digits."""

    def __init__(self, text: str, *, whole: bool = False) -> None:
        super().__init__(
            "“{text}” is not a valid whole number" if whole else "“{text}” is not a number",
            remedy="Write whole numbers like 12." if whole else _remedy(text),
            text=text[:40],
        )


def _remedy(text: str) -> Phrase:
    """How to write a number; one with a decimal comma is shown with a point, unless the comma may mark thousands."""
    if _COMMA.fullmatch(text.strip()):
        return phrase("Write the number with a decimal point: {number}.", number=text.strip().replace(",", "."))
    return phrase("Write numbers like 12, -37/5 or 14.58.")


def read_exact(text: str) -> Exact:
    """The number that a text states: `12`, `-37/5`, `14.58`; refuse one with too many digits.

    >>> read_exact("14.58"), read_exact("-37/5"), read_exact("12.0")
    (Fraction(729, 50), Fraction(-37, 5), 12)
    >>> read_exact("1e9999999999")
    Traceback (most recent call last):
    overtrick.core.typed_numbers.NotANumber: “1e9999999999” is not a number. Write numbers like 12, -37/5 or 14.58.
    """
    found = _NUMBER.fullmatch(text.strip())
    if found is None or len(found[0]) > limits.NUMBER or (found["under"] and not int(found["under"])):
        raise NotANumber(text)
    return plain(Fraction(found[0]))


def read_whole(text: str, least: int = 0) -> int:
    """The whole number that a text states, at least *least*; refuse one with too many digits.

    >>> read_whole("13")
    13
    >>> read_whole("1" * 5000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    overtrick.core.typed_numbers.NotANumber: “1111111111111111111111111111111111111111” is not a valid whole ...
    """
    digits = text.strip()
    if not digits.isdecimal() or len(digits) > limits.DIGITS or int(digits) < least:
        raise NotANumber(text, whole=True)
    return int(digits)
