"""Who somebody is, as addresses write it: the federation's number, or a line of the organisation's list (`line-12`).

And names as they are looked for: without accents and capitals, in any order of their words.
"""

import unicodedata

from overtrick.web.organisations.models import Person

LINE = "line-"
MOST = 40
"""Characters of a key; a longer number is nobody's."""


def key_of_number(number: str) -> str:
    """The key of whoever has a federation's number; none where it could be taken for something else.

    >>> key_of_number(" 1234567 "), key_of_number("line-3"), key_of_number("12/7"), key_of_number("")
    ('1234567', '', '', '')
    """
    told = number.strip()
    plain = told.replace("-", "").replace(".", "")
    return told if plain.isalnum() and not told.startswith(LINE) and len(told) <= MOST else ""


def key_of_line(line: Person) -> str:
    """The key of a line of the list: its number, or where it has none, the line itself."""
    return key_of_number(line.number) or f"{LINE}{line.pk}"


def line_of(organisation: int, key: str) -> Person | None:
    """The line of the list that a key means, if there is one."""
    people = Person.objects.filter(organisation=organisation)
    if key.startswith(LINE):
        number = key.removeprefix(LINE)
        return people.filter(pk=int(number)).first() if number.isdecimal() and len(number) < MOST // 4 else None
    return people.filter(number=key).first()


def words_of(text: str) -> list[str]:
    """The words of a name as they are looked for, each once.

    >>> words_of("José O'Neill-Núñez"), words_of("Ørsted, Ægir"), words_of("王 小明")
    (['jose', 'oneill', 'nunez'], ['orsted', 'aegir'], ['王', '小明'])
    """
    spread = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    kept = "".join(" " if not each.isalnum() else each for each in spread if not unicodedata.combining(each))
    return list(dict.fromkeys(kept.split()))


def plain_name(name: str) -> str:
    """A name for comparing: its words in the order of the alphabet.

    >>> plain_name("Tess Alder") == plain_name("ALDER, Tess")
    True
    """
    return " ".join(sorted(words_of(name)))[:200]


_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
                          "'": "", "’": ""})  # fmt: skip
"""Letters that have no accent to be taken off, and marks inside a word."""
