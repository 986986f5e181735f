"""What templates say that Django does not: numbers as the trade writes them and that can be opened, results, suits."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from overtrick.core.exact import with_minus
from overtrick.core.model.contracts import Contract, Strain
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Average, Played
from overtrick.core.wording import Phrase, begun, written
from overtrick.views.names import Who
from overtrick.views.whys import Number
from overtrick.web import translation

register = template.Library()

_AWARDS = {Average.PLUS: "AV+", Average.MINUS: "AV−", Average.EVEN: "AV"}
_SUITS = {
    Strain.SPADES: ("spade", "♠"), Strain.HEARTS: ("heart", "♥"),
    Strain.DIAMONDS: ("diamond", "♦"), Strain.CLUBS: ("club", "♣"),
}  # fmt: skip


_MARKS = (
    ("strong", mark_safe("<strong>")), ("plain", mark_safe("</strong>")), ("key", mark_safe("<kbd>?</kbd>")),
)  # fmt: skip
"""Marks that words of a page may have in them, under the names that templates have for them."""


class Page:
    """How a page says things: escaped, with its suits as signs and its awards short."""

    def words(self, template: str) -> str:
        """A template in the language of the pages."""
        return _escaped(translation.words(template))

    def data(self, text: str) -> str:
        """A text as HTML."""
        return conditional_escape(text)

    def thing(self, value: object) -> str | None:
        """A result with its suits as signs, `4SX by South +1` as 4♠× S +1; an award by its letters."""
        match value:
            case Played(contract=contract):
                made = "=" if value.over == 0 else with_minus(f"{value.over:+d}")
                return _contract(contract, f" {made}")
            case Contract():
                return _contract(value)
            case Average():
                return self.words(_AWARDS[value])
            case _:
                return None


PAGE = Page()
_escaped = lru_cache(maxsize=4096)(escape)


def _contract(contract: Contract, made: str = "") -> str:
    named, sign = _SUITS.get(contract.strain, ("", "NT"))
    suit = f'<span class="{named}">{sign}</span>' if named else sign
    times = "×" * len(contract.doubling.value)
    seat = PAGE.words(str(contract.declarer))
    said = f'{contract.level}{suit}{times} <abbr title="{seat}">{seat[0]}</abbr>{made}'
    return f'<span class="contract">{said}</span>'


@register.simple_tag(takes_context=True)
def number(context: Mapping[str, Any], shown: Number) -> SafeString:
    """A number of a page: a link to its why below the page's `why_base`, or plain where it has none."""
    if not shown.why or not shown.text:
        return mark_safe(escape(with_minus(shown.text)))  # noqa: S308 - escaped here
    # The address is quoted where it is made and the number is ours; only the text can hold anything.
    moves = f' provisional" title="{said(shown.provisional)}' if shown.provisional else ""
    return mark_safe(  # noqa: S308 - escaped here
        f'<a class="why{moves}" href="{context["why_base"]}{shown.why}/">{escape(with_minus(shown.text))}</a>'
    )


@register.simple_tag(takes_context=True)
def who(context: Mapping[str, Any], shown: Who) -> SafeString:
    """A contestant: a link to its scorecard below the page's `event_base`, its number before its name.

    A side of two individuals is two links.
    """
    if shown.partner is not None:
        both = (who(context, replace(shown, partner=None)), who(context, shown.partner))
        return mark_safe(f'<span class="two">{both[0]} {both[1]}</span>')  # noqa: S308 - escaped below
    number = escape(shown.number)
    if shown.roster or not shown.players:
        name = escape(shown.name)
    else:  # a line breaks between two players, not inside a name, and the dash stays with the one before it
        said = [f"{escape(player)}&nbsp;–" for player in shown.players[:-1]] + [escape(shown.players[-1])]
        name = " ".join(f'<span class="player">{each}</span>' for each in said)
    at = f"{context['event_base']}pair/{quote(shown.number, safe='')}/"
    return mark_safe(f'<a class="who" href="{at}"><span class="no">{number}</span> <span>{name}</span></a>')  # noqa: S308 - escaped here


@register.simple_tag
def language() -> str:
    """The language of the page, as browsers call it."""
    return translation.language()


@register.simple_tag
def spoken_words() -> str:
    """The name of what scripts say in the language of the pages; empty in English, which they have themselves."""
    return "" if translation.language() == translation.ENGLISH else translation.script_words()[1]


@register.simple_tag
def say(template: str, **values: object) -> SafeString:
    """Words of a page: a template of the catalogue with its values, in the language of the pages.

    >>> str(say("Board {board}[, round {round}]", board=7, round=0))
    'Board 7'
    """
    if "{" not in template:
        return mark_safe(PAGE.words(template))  # noqa: S308 - escaped by the page's voice
    return mark_safe(Phrase(template, (*_MARKS, *values.items())).said(PAGE))  # noqa: S308 - likewise


@register.filter
def word(text: str) -> SafeString:
    """A word of a closed set, a unit or a seat or a room, in the language of the pages; empty where there is none."""
    return mark_safe(PAGE.words(text))  # noqa: S308 - escaped by the page's voice


register.filter("begun", begun)


@register.filter
def said(thing: object) -> SafeString:
    """A phrase, a result or a text, as the page says it.

    >>> from overtrick.core.model.notation import read_result
    >>> str(said(read_result("AV/AV+"))), str(said("a pair's own text"))
    ('AV to NS, AV+ to EW', 'a pair&#x27;s own text')
    """
    return mark_safe(written(thing, PAGE))  # noqa: S308 - the page's voice escapes all but its own signs


@register.filter
def result(typed: str) -> SafeString:
    """A result as it is typed, `4SX S +1`, as the page says it.

    >>> str(result("PASS"))
    'passed out'
    """
    return said(read_result(typed))
