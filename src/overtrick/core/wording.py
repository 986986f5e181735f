"""Words, made last: what is said is a template and its values until somebody prints it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any

from overtrick.core.exact import Exact, exact_text, short_text

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count_of(number: Exact, one: str, many: str = "") -> str:
    """A number of things: the plural takes an s unless it is given.

    >>> count_of(1, "board"), count_of(2, "board"), count_of(0, "match", "matches")
    ('1 board', '2 boards', '0 matches')
    """
    return f"{short_text(number)} {one if number == 1 else many or f'{one}s'}"


def listed(things: Sequence[str], last: str = "and") -> str:
    """Things as a sentence lists them.

    >>> listed(("21", "22", "23")), listed(["3", "4"], "or"), listed(())
    ('21, 22 and 23', '3 or 4', '')
    """
    return f" {last} ".join(filter(None, (", ".join(things[:-1]), *things[-1:])))


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something said: a template, and the values that stand in it under the names it has for them.

    `{name}` is a value: a number exactly, several things in a row, another phrase as it says itself. After a colon
    stands how it is written: a way of `WRITTEN`, as in `{share:%}` or `{ranks:or}`; `#` and a noun counts things, `~`
    with an article for one; two wordings with a bar between are for true and for false. A part in square brackets is
    left out where one of its values is nothing.

    >>> print(phrase("{n:#match/matches} of {boards} boards[, {more:or} more]", n=1, boards=8, more=()))
    1 match of 8 boards
    >>> print(phrase("{share:%} of {what} is {win:a|no} win", share=Fraction(1, 8), what=phrase("it"), win=False))
    12.5% of it is no win
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        values, said = dict(self.values), []
        for optional, pieces in parts_of(self.template):
            if optional and not all(values[name] for _, name, how in pieces if name and "|" not in how):
                continue
            said += [text + (_written(values[name], how) if name else "") for text, name, how in pieces]
        return "".join(said)

    @property
    def whole(self) -> bool:
        """Whether it has every value that it does not choose by and cannot leave out.

        >>> phrase("{n} of {who}[, {more}]", n=0, who="us", more="").whole, phrase("{says}", says="").whole
        (True, False)
        """
        values = dict(self.values)
        needed = [pieces for optional, pieces in parts_of(self.template) if not optional]
        names = (name for pieces in needed for _, name, how in pieces if name and "|" not in how)
        return not any(values[name] in (None, "", ()) for name in names)


def phrase(template: str, /, **values: object) -> Phrase:
    """A phrase of a template and its values."""
    return Phrase(template, tuple(values.items()))


@lru_cache(maxsize=1024)
def parts_of(template: str) -> tuple[tuple[bool, tuple[tuple[str, str, str], ...]], ...]:
    """The parts of a template, each with whether it may be left out: its texts, and what stands after each.

    >>> parts_of("a {b:or}[, c]")
    ((False, (('a ', 'b', 'or'),)), (True, ((', c', '', ''),)), (False, ()))
    """
    parts = [part for opened in template.split("[") for part in opened.split("]")]
    return tuple(
        (place % 2 == 1, tuple((text, name or "", how or "") for text, name, how, _ in Formatter().parse(part)))
        for place, part in enumerate(parts)
    )


def names_in(template: str) -> Iterable[tuple[str, str]]:
    """The names of the values that a template takes, each with how it is written."""
    return ((name, how) for _, pieces in parts_of(template) for _, name, how in pieces if name)


def _written(value: object, how: str = "") -> str:
    if "|" in how:
        return how.split("|")[not value]
    if isinstance(value, Phrase):
        return str(value)
    if how[:1] in ("#", "~"):
        one, *many = how[1:].split("/")
        return f"a {one}" if how[0] == "~" and value == 1 else count_of(_number(value), one, *many)
    if how:
        return WRITTEN[how](value)
    if isinstance(value, int | Fraction):
        return exact_text(value)
    return listed([_written(each) for each in value]) if isinstance(value, tuple) else str(value)


def _number(value: object) -> Exact:
    if not isinstance(value, int | Fraction):
        raise TypeError(f"{value!r} is no number")
    return value


def _row_with(word: str) -> Callable[[Any], str]:
    return lambda things: listed([_written(each) for each in things], word)


def _row_by(mark: str) -> Callable[[Any], str]:
    return lambda things: f"{mark} ".join(_written(each) for each in things)


WRITTEN: Mapping[str, Callable[[Any], str]] = {
    **{word: _row_with(word) for word in ("or", "to", "then")},
    **{mark: _row_by(mark) for mark in (",", ";", ", then", " and of")},
    "%": lambda share: f"{exact_text(share * 100)}%",
    "-": lambda number: exact_text(-number),
    "words": lambda number: NUMBERS[number] if number < len(NUMBERS) else str(number),
    "an": lambda noun: f"{'an' if str(noun)[0] in 'aeiou' else 'a'} {noun}",
    "time": lambda at: f"{at.hour}.{at.minute:02}",
    "name": lambda name: name.replace("_", " "),
    "posted": lambda what: what.replace("scores posted", "scores are posted"),
    "ratio": str,
    "times": lambda number: {1: "once", 2: "twice", 3: "three times"}.get(number, f"{number} times"),
    "plain": lambda said: str(said).rstrip("."),
}
"""The ways to write a value that have a name."""
