"""Text that stays a template with values until an interface shows it in a language."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any, Protocol, TypeAlias

from overtrick.core.exact import Exact, Numeral, short_text
from overtrick.core.grammar import ENGLISH as ENGLISH_GRAMMAR
from overtrick.core.grammar import Grammar

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
OFTEN = ("never", "once", "twice", "three times")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
MARKS = (",", ";", ", then", " and", " and of")
JOINTS = ("and", "or", "to")
"""Words used to write values: numbers, how often, separators, and the word before the last item of a list."""


class Voice(Protocol):
    """How an interface writes phrases: in its language, and with its own markup for some values."""

    @property
    def grammar(self) -> Grammar:
        """How the interface's language writes values."""

    def words(self, template: str) -> str:
        """A template or a word in the interface's language; the English text is the key."""

    def data(self, text: str) -> str:
        """Text that is not translated: a name, or a number as written."""

    def thing(self, value: object) -> str | None:
        """A value that the interface shows in its own way; None for all others."""


class English:
    """Plain English: the templates as they are written in the source."""

    grammar = ENGLISH_GRAMMAR

    def words(self, template: str) -> str:
        """The template itself."""
        return template

    def data(self, text: str) -> str:
        """The text itself."""
        return text

    def thing(self, value: object) -> str | None:  # noqa: ARG002 - as `Voice` has it
        """None: every value is written in the usual way."""
        return None


ENGLISH = English()


def count_of(number: Exact, one: str, many: str = "") -> str:
    """A number of things; the plural is formed with an s unless it is given.

    >>> count_of(1, "board"), count_of(2, "board"), count_of(0, "match", "matches")
    ('1 board', '2 boards', '0 matches')
    """
    return ENGLISH_GRAMMAR.count_of(number, one, many)


def join_list(things: Sequence[str], last: str = "and") -> str:
    """Things as a list in a sentence.

    >>> join_list(("21", "22", "23")), join_list(["3", "4"], "or"), join_list(())
    ('21, 22 and 23', '3 or 4', '')
    """
    return ENGLISH_GRAMMAR.join_list(things, last)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text to show: a template, and its values by name.

    The English template is the key of its translations. `{name}` is a value: a number is written exactly, several
    things as a list, another phrase as its own text, a member of an enum as its word. A colon is followed by the
    format: a name from `WRITTEN`, as in `{share:%}` or `{ranks:or}`; `#` and a noun to count things, `~` to write one
    thing with an article; two wordings separated by a bar for true and false. A part in square brackets is left out
    if one of its values is empty.

    >>> print(phrase("{n:#match/matches} of {boards} boards[, {more:or} more]", n=1, boards=8, more=()))
    1 match of 8 boards
    >>> print(phrase("{share:%} of {what} is {win:a|no} win", share=Fraction(1, 8), what=phrase("it"), win=False))
    12.5% of it is no win
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def __bool__(self) -> bool:
        """Whether the phrase has any text."""
        return bool(self.template)

    def render(self, voice: Voice) -> str:
        """The phrase as text, as this interface writes it."""
        if not self.values:
            return voice.words(self.template)
        values, said = dict(self.values), []
        for optional, pieces in parts_of(voice.words(self.template)):
            if optional and not all(values[name] for _, name, how in pieces if name and "|" not in how):
                continue
            said += [text + (render_value(values[name], voice, how) if name else "") for text, name, how in pieces]
        return "".join(said)

    @property
    def whole(self) -> bool:
        """Whether no value is empty outside square brackets, except those that only choose between wordings.

        >>> phrase("{n} of {who}[, {more}]", n=0, who="us", more="").whole, phrase("{says}", says="").whole
        (True, False)
        """
        values = dict(self.values)
        needed = [pieces for optional, pieces in parts_of(self.template) if not optional]
        names = (name for pieces in needed for _, name, how in pieces if name and "|" not in how)
        return not any(values[name] in (None, "", ()) for name in names)


Said: TypeAlias = Phrase | str
"""Text to show: a phrase of the program, or a text that a person wrote; may be empty."""


class PhrasedValue(Protocol):
    """A value with a phrase of its own, such as a clause with its readings."""

    @property
    def phrased(self) -> Phrase:
        """The value as a phrase."""


def phrase(template: str, /, **values: object) -> Phrase:
    """The phrase with this template and these values."""
    return Phrase(template, tuple(values.items()))


@lru_cache(maxsize=1024)
def parts_of(template: str) -> tuple[tuple[bool, tuple[tuple[str, str, str], ...]], ...]:
    """The parts of a template: for each, whether it may be left out, and its texts, each with the value that follows.

    >>> parts_of("a {b:or}[, c]")
    ((False, (('a ', 'b', 'or'),)), (True, ((', c', '', ''),)), (False, ()))
    """
    parts = [part for opened in template.split("[") for part in opened.split("]")]
    return tuple(
        (place % 2 == 1, tuple((text, name or "", how or "") for text, name, how, _ in Formatter().parse(part)))
        for place, part in enumerate(parts)
    )


def capitalise(said: Said) -> Said:
    """A text with a capital letter, for the beginning of a line.

    >>> print(capitalise(phrase("match {n}", n=3)), capitalise("as typed"))
    Match 3 As typed
    """
    return phrase("{said:begun}", said=said) if said else ""


def names_in(template: str) -> Iterable[tuple[str, str]]:
    """The names of the values that a template uses, each with its format."""
    return ((name, how) for _, pieces in parts_of(template) for _, name, how in pieces if name)


def render_value(value: object, voice: Voice = ENGLISH, how: str = "") -> str:
    """A value as an interface writes it, in a template or alone.

    >>> render_value((-3, Fraction(1, 2))), render_value(phrase("{n:short} IMPs", n=Fraction(-7, 3)))
    ('−3 and 0.5', '−2.33 IMPs')
    """
    if "|" in how:
        return how.split("|")[not value]
    if how[:1] in ("#", "~"):
        one, *many = how[1:].split("/")
        if how[0] == "~" and value == 1:
            return f"{voice.words('a')}{voice.grammar.space}{one}"
        return voice.grammar.count_of(_number(value), one, *many)
    if how in WRITTEN and (how in OF_WORDS or not isinstance(value, Phrase)):
        return WRITTEN[how](value, voice)
    return _plain(value, voice)


def _plain(value: object, voice: Voice) -> str:
    match value:
        case Numeral():
            return voice.data(voice.grammar.numeral(value))
        case str():
            return voice.data(value)
        case Phrase():
            return value.render(voice)
        case int() | Fraction():
            return voice.grammar.exact(value)
        case tuple():
            return _row(value, voice)
        case _:
            return voice.thing(value) or _thing(value, voice)


def _thing(value: object, voice: Voice) -> str:
    """A value with a `phrased` property, a member of an enum, or any other value as text."""
    phrased = getattr(value, "phrased", None)
    if phrased is not None:
        return _plain(phrased, voice)
    return voice.words(str(value)) if isinstance(value, Enum) else _plain(str(value), voice)


def _number(value: object) -> Exact:
    if not isinstance(value, int | Fraction):
        raise TypeError(f"{value!r} is no number")
    return value


def _capitalise(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _row(things: Iterable[object], voice: Voice, last: str = "and") -> str:
    return voice.grammar.join_list([_plain(each, voice) for each in things], voice.words(last))


def _row_with(word: str) -> "Writes":
    return lambda things, voice: _row(things, voice, word)


def _span(things: Sequence[int], voice: Voice) -> str:
    """Consecutive numbers by the first and the last: "3", "1 and 2" or "1 to 5"."""
    ends = (things[0], things[-1]) if things[0] != things[-1] else things[:1]
    return _row(ends, voice, "and" if things[0] + 1 == things[-1] else "to")


def _row_by(mark: str) -> "Writes":
    return lambda things, voice: f"{voice.words(mark)}{voice.grammar.space}".join(
        _plain(each, voice) for each in things
    )


def _date(day: date, voice: Voice) -> str:
    return voice.grammar.date.format(day=day.day, month=voice.words(MONTHS[day.month - 1]), year=day.year)


def _word_of(words: Sequence[str], more: str) -> "Writes":
    """A small number as a word, a larger one in figures."""
    return lambda number, voice: voice.words(words[number]) if number < len(words) else f"{number}{voice.words(more)}"


MOMENTS: Mapping[str, Phrase] = {
    "start of play": phrase("start of play"),
    "end of the match": phrase("end of the match"),
    "end of the session": phrase("end of the session"),
    "end of the day": phrase("end of the day"),
    "scheduled finish": phrase("scheduled finish"),
    "scores posted": phrase("scores are posted"),
    "last round posted": phrase("scores of the last round are posted"),
    "start of the event": phrase("start of the event"),
    "decision": phrase("decision"),
    "ruling": phrase("ruling"),
}
"""The moments that time limits run from: by the words of rule files, as they follow “after the”."""


def moment_name(what: str) -> Phrase:
    """A moment that a time limit runs from, as it follows “after the”.

    >>> print(moment_name("scores posted"), moment_name("start of session 2"), sep=", ")
    scores are posted, start of session 2
    """
    head, _, number = what.rpartition(" ")
    if head == "start of session" and number.isdecimal():
        return phrase("start of session {number}", number=int(number))
    return MOMENTS.get(what) or Phrase(what)


Writes = Callable[[Any, Voice], str]
WRITTEN: Mapping[str, Writes] = {
    **{word: _row_with(word) for word in JOINTS[1:]},
    **{mark: _row_by(mark) for mark in MARKS},
    "lines": lambda things, voice: "\n  ".join(_plain(each, voice) for each in things),
    "span": _span,
    "%": lambda share, voice: voice.grammar.share.format(n=voice.grammar.exact(share * 100)),
    "-": lambda number, voice: voice.grammar.exact(-number),
    "short": lambda number, voice: voice.grammar.numeral(short_text(number)),
    "ordinal": lambda number, voice: voice.grammar.ordinal(number),
    "words": _word_of(NUMBERS, ""),
    "an": lambda noun, voice: f"{voice.words('an' if str(noun)[0] in 'aeiou' else 'a')} {_plain(noun, voice)}",
    "date": _date,
    "time": lambda at, voice: voice.grammar.time.format(hour=at.hour, minute=f"{at.minute:02}"),
    "name": lambda name, voice: voice.words(name.replace("_", " ")),
    "posted": lambda what, voice: moment_name(what).render(voice),
    "ratio": lambda ratio, voice: voice.data(str(ratio)),
    "times": _word_of(OFTEN, " times"),
    "plain": lambda said, voice: _plain(said, voice).rstrip("."),
    "begun": lambda said, voice: _capitalise(_plain(said, voice)),
    "sentence": lambda said, voice: _capitalise(_plain(said, voice).rstrip(".")),
    "small": lambda said, voice: _plain(said, voice).lower(),
    "folded": lambda said, voice: " ".join(_plain(said, voice).split()),
}
"""The named formats of values."""
OF_WORDS = ("begun", "sentence", "small", "folded")
"""The formats that apply to finished text: how it begins, and how it is laid out."""
