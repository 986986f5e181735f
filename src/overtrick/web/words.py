"""What templates say that Django does not: numbers as the trade writes them and that can be opened, results, suits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote, urlsplit

from django import template
from django.conf import settings
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from overtrick.core.exact import with_minus
from overtrick.core.grammar import Grammar
from overtrick.core.model.cards import Card
from overtrick.core.model.contracts import Contract, Strain
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Average, Played
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, begun, phrase, written
from overtrick.views.match_columns import MatchCell
from overtrick.views.names import Who
from overtrick.views.whys import Number
from overtrick.web import languages, translation

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

    @property
    def grammar(self) -> Grammar:
        """How the language of the page writes values."""
        return languages.current().grammar

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
            case Card():
                return _card(value)
            case Average():
                return self.words(_AWARDS[value])
            case _:
                return None


PAGE = Page()
_escaped = lru_cache(maxsize=4096)(escape)


def _contract(contract: Contract, made: str = "") -> str:
    named, sign = _SUITS.get(contract.strain) or ("", PAGE.words("NT"))
    suit = f'<span class="{named}">{sign}</span>' if named else sign
    times = "×" * len(contract.doubling.value)
    seat = PAGE.words(str(contract.declarer))
    said = f'{contract.level}{suit}{times} <abbr title="{seat}">{seat[0]}</abbr>{made}'
    return f'<span class="contract">{said}</span>'


class _Linked(Page):
    """How a page says things in which numbers say why and contestants lead to their scorecards."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        self.context = context

    def thing(self, value: object) -> str | None:
        """A number with its why, a contestant with its page; all else as any page has it."""
        match value:
            case Number():
                return number(self.context, value)
            case Who():
                base = self.context["event_base"]
                each = (value,) if value.partner is None else (value, value.partner)
                return " – ".join(
                    f'<a href="{base}pair/{quote(one.number, safe="")}/">{escape(one.called)}</a>' for one in each
                )
            case _:
                return super().thing(value)


def _card(card: Card) -> str:
    named, sign = _SUITS[Strain(card.suit.value)]
    return f'<span class="led"><span class="{named}">{sign}</span>{card.rank.replace("T", "10")}</span>'


@register.simple_tag(takes_context=True)
def number(context: Mapping[str, Any], shown: Number) -> SafeString:
    """A number of a page: a link to its why below the page's `why_base`, or plain where it has none."""
    return mark_safe(_number(context["why_base"] if shown.why else "", PAGE.grammar, shown))  # noqa: S308 - escaped there


def _number(base: str, grammar: Grammar, shown: Number) -> str:
    if not shown.why or not shown.text:
        return escape(grammar.numeral(shown.text))
    # The address is quoted where it is made and the number is ours; only the text can hold anything.
    moves = f' provisional" title="{said(shown.provisional)}' if shown.provisional else ""
    text = escape(grammar.numeral(shown.text))
    return f'<a class="why{moves}" href="{base}{shown.why}/" aria-describedby="w">{text}</a>'


@register.simple_tag
def match_form(cells: Sequence[MatchCell]) -> SafeString:
    """What a contestant's matches brought, as a row of marks. There are many, and a loop of the template is slow."""
    return mark_safe("".join([f'<i class="{each.step}"></i>' for each in cells]))  # noqa: S308 - words of ours


@register.simple_tag(takes_context=True)
def match_cells(context: Mapping[str, Any], cells: Sequence[MatchCell]) -> SafeString:
    """What a contestant's matches brought, a cell each, with its why; no loop of the template for the same reason."""
    base, grammar = context["why_base"], PAGE.grammar
    made = [f'<td class="number x m {each.step}">{_number(base, grammar, each.number)}</td>' for each in cells]
    return mark_safe("".join(made))  # noqa: S308 - escaped there


@register.simple_tag
def moved_cell(places: int | None) -> SafeString:
    """How many places a contestant has moved up, or down below zero; an empty cell of who had no place, or has none."""
    return _moved_cell(translation.language(), places)


@lru_cache(maxsize=1024)
def _moved_cell(language: str, places: int | None) -> SafeString:  # noqa: ARG001 - in another one it is another cell
    """Many have moved by as many, and templates are slow."""
    if places is None:
        return mark_safe('<td class="mv"></td>')
    mark, kind, words = "=", "", phrase("same place")
    if places < 0:
        mark, kind, words = f"▼{-places}", " down", phrase("down {places}", places=-places)
    elif places:
        mark, kind, words = f"▲{places}", " up", phrase("up {places}", places=places)
    seen = f'<span aria-hidden="true">{mark}</span><span class="unseen">{said(words)}</span>'
    return mark_safe(f'<td class="mv{kind}">{seen}</td>')  # noqa: S308 - a number and words of ours


@register.simple_tag
def per_cent() -> str:
    """The sign that follows a percentage in the page's language: close to it in English, after a space in French."""
    return PAGE.grammar.share.replace("{n}", "")


@register.simple_tag(takes_context=True)
def told(context: Mapping[str, Any], line: Phrase) -> SafeString:
    """A sentence of a page with its numbers open and its contestants linked."""
    return mark_safe(line.said(_Linked(context)))  # noqa: S308 - escaped by the voice


@register.simple_tag(takes_context=True)
def who(context: Mapping[str, Any], shown: Who) -> SafeString:
    """A contestant: a link to its scorecard below the page's `event_base`, its number before its name.

    A side of two individuals is two links.
    """
    if shown.partner is not None:
        both = (who(context, replace(shown, partner=None)), who(context, shown.partner))
        return mark_safe(f'<span class="two">{both[0]} {both[1]}</span>')  # noqa: S308 - escaped below
    number, at = escape(shown.number), quote(shown.number, safe="")
    named = _DASH.join(map(_player, shown.players)) if shown.players and not shown.roster else _team(shown.name)
    return mark_safe(  # noqa: S308 - escaped here
        f'<a class="who" data-who="{number}" href="{context["event_base"]}pair/{at}/">'
        f'<span class="no">{number}</span> <span class="nm">{named}</span></a>'
    )


_DASH = '<span class="dash"> – </span>'
"""Between two players; on a phone they stand below each other, and it goes."""


def _player(name: str) -> str:
    """A player's given names, and the surname, which is the last word, strong."""
    given, _, surname = name.strip().rpartition(" ")
    before = f"<i>{escape(given)}</i> " if given else ""
    return f'<span class="player">{before}<b>{escape(surname)}</b></span>'


def _team(name: str) -> str:
    return f"<b>{escape(name)}</b>" if name else ""


@register.simple_tag(takes_context=True)
def stage_said(context: Mapping[str, Any], stage: str, number: int = 0) -> Said:
    """A stage as a page calls it, and its round if one is asked for; by its title where its name is only a code."""
    title: Said | None = context.get("stage_titles", {}).get(stage)
    if title is not None:
        return title
    return phrase("{stage}, round {round}", stage=stage, round=number) if number else stage


@register.simple_tag
def language() -> str:
    """The language of the page, as browsers call it."""
    return translation.language()


@register.simple_tag(takes_context=True)
def alternates(context: Mapping[str, Any]) -> tuple[languages.Alternate, ...]:
    """The same page in every language; nothing where a page is kept, or where nobody asked for it."""
    request = context.get("request")
    return () if request is None or context.get("kept") else languages.alternates(request)


@register.simple_tag(takes_context=True)
def public_address(context: Mapping[str, Any]) -> str:
    """Where others open this page's server, as the installation says it; empty where it does not.

    An organisation with a host name of its own has its pages there. Never who asks says it.
    """
    host = getattr(context.get("look"), "host", "")
    return f"{urlsplit(settings.URL).scheme or 'https'}://{host}" if host else str(settings.URL).rstrip("/")


@register.simple_tag
def spoken_words() -> str:
    """The name of what scripts say in the language of the pages; empty in English, which they have themselves."""
    return "" if translation.language() == languages.ENGLISH else translation.script_words()[1]


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
def document(cite: str) -> str:
    """The document of a clause as it is cited.

    >>> document("NSWSP Table 1")
    'NSWSP'
    """
    return Clause.parse(cite).document


@register.filter
def word(text: str) -> SafeString:
    """A word of a closed set, a unit or a seat or a room, in the language of the pages; empty where there is none."""
    return mark_safe(PAGE.words(text))  # noqa: S308 - escaped by the page's voice


register.filter("begun", begun)


@register.filter
def day(told: date | str) -> SafeString:
    """A date in full, as the language of the page writes it.

    >>> str(day(date(2026, 7, 4))), str(day("2026-07-05"))
    ('4 July 2026', '5 July 2026')
    """
    when = date.fromisoformat(told) if isinstance(told, str) else told
    return mark_safe(written(when, PAGE, "date"))  # noqa: S308 - figures and a word of the catalogue


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
