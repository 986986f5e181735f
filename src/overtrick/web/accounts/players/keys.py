"""Keys of persons in addresses: the federation number, or a line of the organisation's list (`line-12`).

Also the form in which names are searched: without accents and capitals, with their words in any order.
"""

import unicodedata

from overtrick.web.organisations.models import Person

LINE = "line-"
MOST = 40
"""The most characters of a key; no number is longer."""


def key_of_number(number: str) -> str:
    """The key for a federation number; empty if it could be mistaken for something else.

    >>> key_of_number(" 1234567 "), key_of_number("line-3"), key_of_number("12/7"), key_of_number("")
    ('1234567', '', '', '')
    """
    told = number.strip()
    plain = told.replace("-", "").replace(".", "")
    return told if plain.isalnum() and not told.startswith(LINE) and len(told) <= MOST else ""


def key_of_line(line: Person) -> str:
    """The key of a line of the list: its federation number, or else the number of the line."""
    return key_of_number(line.number) or f"{LINE}{line.pk}"


def line_of(organisation: int, key: str) -> Person | None:
    """The line of the list that a key refers to, if there is one."""
    people = Person.objects.filter(organisation=organisation)
    if key.startswith(LINE):
        number = key.removeprefix(LINE)
        return people.filter(pk=int(number)).first() if number.isdecimal() and len(number) < MOST // 4 else None
    return people.filter(number=key).first()


def words_of(text: str) -> list[str]:
    """The words of a name in the form in which they are searched, each once.

    >>> words_of("José O'Neill-Núñez"), words_of("Ørsted, Ægir"), words_of("王 小明")
    (['jose', 'oneill', 'nunez'], ['orsted', 'aegir'], ['王', '小明'])
    """
    spread = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    kept = "".join(" " if not each.isalnum() else each for each in spread if not unicodedata.combining(each))
    return list(dict.fromkeys(kept.split()))


def plain_name(name: str) -> str:
    """A name for comparison: its words in alphabetical order.

    >>> plain_name("Tess Alder") == plain_name("ALDER, Tess")
    True
    """
    return " ".join(sorted(words_of(name)))[:200]


_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
                          "'": "", "’": ""})  # fmt: skip
"""Replacements for letters without a removable accent, and for marks inside words."""
