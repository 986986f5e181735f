"""How a language writes values in its sentences: numbers, counts, lists, dates. The words are in its catalogue."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.exact import Exact, exact_text, short_text, with_minus

SINGULAR: Mapping[str, Callable[[Exact], bool]] = {
    "one": lambda number: number == 1,
    "below two": lambda number: -2 < number < 2,
    "always": lambda _: True,
}
"""When a language uses the singular of a noun, by the names that catalogues use for these rules."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a language writes values; the defaults are English.

    *ordinals* are rows of an ending and a wording. The first row applies whose ending the number has, or whose number
    after `=` equals it.
    """

    singular: str = "one"
    space: str = " "
    comma: str = ", "
    point: str = "."
    share: str = "{n}%"
    date: str = "{day} {month} {year}"
    time: str = "{hour}.{minute}"
    ordinals: tuple[tuple[str, str], ...] = (
        ("11", "{n}th"), ("12", "{n}th"), ("13", "{n}th"),
        ("1", "{n}st"), ("2", "{n}nd"), ("3", "{n}rd"), ("", "{n}th"),
    )  # fmt: skip

    def numeral(self, text: str) -> str:
        """A number as it is printed, with this language's decimal sign.

        >>> Grammar(point=",").numeral("-12.5 (1. Nord)"), Grammar().numeral("1.75")
        ('−12,5 (1. Nord)', '1.75')
        """
        text = with_minus(text)
        if self.point == "." or "." not in text:
            return text
        first, *rest = text.split(".")
        return first + "".join(f"{self.point if each[:1].isdigit() else '.'}{each}" for each in rest)

    def exact(self, number: Exact) -> str:
        """A number written exactly."""
        return self.numeral(exact_text(number))

    def count_of(self, number: Exact, one: str, many: str = "") -> str:
        """A number of things; the plural is formed with an s unless it is given.

        >>> Grammar().count_of(2, "board"), Grammar(singular="below two").count_of(0, "donne", "donnes")
        ('2 boards', '0 donne')
        >>> Grammar(singular="always", space="").count_of(8, "副牌")
        '8副牌'
        """
        noun = one if SINGULAR[self.singular](number) else many or f"{one}s"
        return f"{short_text(number).replace('.', self.point)}{self.space}{noun}"

    def join_list(self, things: Sequence[str], last: str) -> str:
        """Things as a list in a sentence, with the word *last* before the last one.

        >>> Grammar(space="", comma="、").join_list(("21", "22", "23"), "和"), Grammar().join_list(("3", "4"), "or")
        ('21、22和23', '3 or 4')
        """
        joint = f"{self.space}{last}{self.space}"
        return joint.join(filter(None, (self.comma.join(things[:-1]), *things[-1:])))

    def ordinal(self, number: int) -> str:
        """An ordinal number.

        >>> [Grammar().ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 42)]
        ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '42nd']
        >>> french = Grammar(ordinals=(("=1", "{n}er"), ("", "{n}e")))
        >>> french.ordinal(1), french.ordinal(21)
        ('1er', '21e')
        """
        text = str(number)
        rows = ((f"={text}".endswith(ending), said) for ending, said in self.ordinals)
        return next(said for holds, said in rows if holds).format(n=text)


ENGLISH = Grammar()
