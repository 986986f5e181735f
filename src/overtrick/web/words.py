"""Template tags and filters for bridge: numbers in the usual notation with links to their whys, results, suits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import quote, urlsplit

from django import template
from django.conf import settings
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from overtrick.core.grammar import Grammar
from overtrick.core.model.cards import Card
from overtrick.core.model.contracts import Contract
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Average, PlayedContract
from overtrick.core.model.signs import AWARDS, SUITS, SuitSign, bid
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, Said, capitalise, phrase, render_value
from overtrick.views.match_columns import MatchCell
from overtrick.views.names import Who
from overtrick.views.whys import Number
from overtrick.web import languages, translation

register = template.Library()

_MARKS = (
    ("strong", mark_safe("<strong>")), ("plain", mark_safe("</strong>")), ("key", mark_safe("<kbd>?</kbd>")),
    ("end", mark_safe("</a>")),
)  # fmt: skip
"""Markup that texts of a page may contain, by the names that templates use."""


class Page:
    """Writes values for a page: escaped, with suits as symbols and awards abbreviated."""

    @property
    def grammar(self) -> Grammar:
        """The grammar of the page's language."""
        return languages.current().grammar

    def words(self, template: str) -> str:
        """The escaped translation of a template."""
        return _escaped(translation.words(template))

    def data(self, text: str) -> str:
        """A text as HTML, translated if it is a rule file's."""
        return conditional_escape(translation.rule_text(text))

    def thing(self, value: object) -> str | None:
        """A result with suits as symbols, `4SX by South +1` as 4♠× S +1; an award by its abbreviation."""
        match value:
            case PlayedContract(contract=contract):
                return _contract(contract, f" {value.made}")
            case Contract():
                return _contract(value)
            case Card():
                return _card(value)
            case Average():
                return self.words(AWARDS[value])
            case _:
                return None


PAGE = Page()
_escaped = lru_cache(maxsize=4096)(escape)


def _contract(contract: Contract, made: str = "") -> str:
    seat = PAGE.words(str(contract.declarer))
    said = f'{bid(contract, PAGE.words("NT"), _suit)} <abbr title="{seat}">{seat[0]}</abbr>{made}'
    return f'<span class="contract">{said}</span>'


def _suit(sign: SuitSign) -> str:
    return f'<span class="{sign.name}">{sign.symbol}</span>'


class _LinkWriter(Page):
    """Writes values for a page in which numbers link to their whys and contestants to their scorecards."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        self.context = context

    def thing(self, value: object) -> str | None:
        """A number with a link to its why, a contestant with a link to its page; other values as on any page."""
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
    return f'<span class="led">{_suit(SUITS[card.suit.value])}{card.rank.replace("T", "10")}</span>'


@register.simple_tag(takes_context=True)
def number(context: Mapping[str, Any], shown: Number) -> SafeString:
    """A number of a page: a link to its why below the page's `why_base`, or plain text if it has none."""
    return mark_safe(_number(context["why_base"] if shown.why else "", PAGE.grammar, shown))  # noqa: S308 - escaped there


def _number(base: str, grammar: Grammar, shown: Number) -> str:
    if not shown.why or not shown.text:
        return escape(grammar.numeral(shown.text))
    # The address is quoted where it is made and the number is our own; only the text needs escaping.
    moves = f' provisional" title="{said(shown.provisional)}' if shown.provisional else ""
    text = escape(grammar.numeral(shown.text))
    return f'<a class="why{moves}" href="{base}{shown.why}/" aria-describedby="w">{text}</a>'


@register.simple_tag(takes_context=True)
def numbers(context: Mapping[str, Any], shown: Sequence[Number]) -> SafeString:
    """Several numbers as a list in a sentence, each with its why."""
    return mark_safe(PAGE.grammar.join_list([number(context, each) for each in shown], PAGE.words("and")))  # noqa: S308 - escaped there


@register.simple_tag
def match_form(cells: Sequence[MatchCell]) -> SafeString:
    """A contestant's match scores as a row of marks. It is made here because a template loop is slow for so many."""
    return mark_safe("".join([f'<i class="{each.step}"></i>' for each in cells]))  # noqa: S308 - our own words


@register.simple_tag(takes_context=True)
def match_cells(context: Mapping[str, Any], cells: Sequence[MatchCell]) -> SafeString:
    """A contestant's match scores, one table cell each, with their whys; made here because template loops are slow."""
    base, grammar = context["why_base"], PAGE.grammar
    made = [f'<td class="number x m {each.step}">{_number(base, grammar, each.number)}</td>' for each in cells]
    return mark_safe("".join(made))  # noqa: S308 - escaped there


@register.simple_tag
def moved_cell(places: int | None) -> SafeString:
    """The cell for how many places a contestant has moved up, negative for down; empty without a place then or now."""
    return _moved_cell(translation.language(), places)


@lru_cache(maxsize=1024)
def _moved_cell(language: str, places: int | None) -> SafeString:  # noqa: ARG001 - part of the cache key
    """The cell for a number of places, which is cached because many contestants share one."""
    if places is None:
        return mark_safe('<td class="mv"></td>')
    mark, kind, words = "=", "", phrase("same place")
    if places < 0:
        mark, kind, words = f"▼{-places}", " down", phrase("down {places:#place}", places=-places)
    elif places:
        mark, kind, words = f"▲{places}", " up", phrase("up {places:#place}", places=places)
    seen = f'<span aria-hidden="true">{mark}</span><span class="unseen">{said(words)}</span>'
    return mark_safe(f'<td class="mv{kind}">{seen}</td>')  # noqa: S308 - a number and our own words


@register.simple_tag
def per_cent() -> str:
    """The percent sign as it follows a number in the page's language: directly in English, after a space in French."""
    return PAGE.grammar.share.replace("{n}", "")


@register.simple_tag(takes_context=True)
def told(context: Mapping[str, Any], line: Phrase) -> SafeString:
    """A sentence of a page in which numbers link to their whys and contestants to their scorecards."""
    return mark_safe(line.render(_LinkWriter(context)))  # noqa: S308 - escaped by the voice


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
"""The dash between two players, which is hidden on a phone, where they are on separate lines."""


def _player(name: str) -> str:
    """A player's given names, and the surname in bold, which is the last word."""
    given, _, surname = name.strip().rpartition(" ")
    before = f"<i>{escape(given)}</i> " if given else ""
    return f'<span class="player">{before}<b>{escape(surname)}</b></span>'


def _team(name: str) -> str:
    return f"<b>{escape(name)}</b>" if name else ""


@register.simple_tag(takes_context=True)
def stage_said(context: Mapping[str, Any], stage: str, number: int = 0) -> Said:
    """The name of a stage, with its round if *number* is given; its title if its name is only a code."""
    title: Said | None = context.get("stage_titles", {}).get(stage)
    if title is not None:
        return title
    return phrase("{stage}, round {round}", stage=stage, round=number) if number else stage


@register.simple_tag
def language() -> str:
    """The code of the page's language, for browsers."""
    return translation.language()


@register.simple_tag(takes_context=True)
def alternates(context: Mapping[str, Any]) -> tuple[languages.Alternate, ...]:
    """The same page in every language; empty for a saved page or without a request."""
    request = context.get("request")
    return () if request is None or context.get("kept") else languages.alternates(request)


@register.simple_tag(takes_context=True)
def public_address(context: Mapping[str, Any]) -> str:
    """The configured public address of this page's server; empty if none is configured.

    An organisation with its own host name has its pages there. The address never comes from the request.
    """
    host = getattr(context.get("look"), "host", "")
    return f"{urlsplit(settings.URL).scheme or 'https'}://{host}" if host else str(settings.URL).rstrip("/")


@register.simple_tag
def spoken_words() -> str:
    """The name of the script with translated texts; empty for English, which the scripts contain themselves."""
    return "" if translation.language() == languages.ENGLISH else translation.script_words()[1]


@register.simple_tag
def say(template: str, **values: object) -> SafeString:
    """A text of a page: a template of the catalogue with its values, in the language of the page.

    >>> str(say("Board {board}[, round {round}]", board=7, round=0))
    'Board 7'
    """
    if "{" not in template:
        return mark_safe(PAGE.words(template))  # noqa: S308 - escaped by the page's voice
    return mark_safe(Phrase(template, (*_MARKS, *values.items())).render(PAGE))  # noqa: S308 - likewise


@register.filter
def document(cite: str) -> str:
    """The document of a cited clause.

    >>> document("NSWSP Table 1")
    'NSWSP'
    """
    return Clause.parse(cite).document


@register.filter
def word(text: str) -> SafeString:
    """A word of a closed set, such as a unit, a seat or a room, in the language of the page; empty if there is none."""
    return mark_safe(PAGE.words(text))  # noqa: S308 - escaped by the page's voice


register.filter("begun", capitalise)


@register.filter
def code(text: str) -> SafeString:
    """Literal input, such as a command or a notation, for use in a sentence.

    >>> str(say("{what} posts", what=code("<np>")))
    '<code>&lt;np&gt;</code> posts'
    """
    return format_html("<code>{}</code>", text)


@register.filter
def keyboard(text: str) -> SafeString:
    """A key of the keyboard, for use in a sentence.

    >>> str(say("{key} posts", key=keyboard("Enter")))
    '<kbd>Enter</kbd> posts'
    """
    return format_html("<kbd>{}</kbd>", text)


@register.filter
def link(address: str) -> SafeString:
    """The start of a link in a sentence, which marks its end with `{end}`.

    >>> str(say("See {link}the draw{end}.", link=link("/draw/?a=1&b=2")))
    'See <a href="/draw/?a=1&amp;b=2">the draw</a>.'
    """
    return format_html('<a href="{}">', address)


@register.filter(expects_localtime=True)
def day(told: date | str) -> SafeString:
    """A date in full, in the language of the page; for a time, the date at the venue.

    >>> str(day(date(2026, 7, 4))), str(day("2026-07-05"))
    ('4 July 2026', '5 July 2026')
    """
    when = date.fromisoformat(told) if isinstance(told, str) else told
    return mark_safe(render_value(when, PAGE, "date"))  # noqa: S308 - figures and a word of the catalogue


@register.filter
def said(thing: object) -> SafeString:
    """A phrase, a result or a text, written for the page.

    >>> from overtrick.core.model.notation import read_result
    >>> str(said(read_result("AV/AV+"))), str(said("a pair's own text"))
    ('AV to NS, AV+ to EW', 'a pair&#x27;s own text')
    """
    return mark_safe(render_value(thing, PAGE))  # noqa: S308 - the page's voice escapes all but its own signs


@register.filter
def unmarked(thing: object) -> SafeString:
    """A phrase or a text for an attribute, without markup; several are separated by semicolons.

    >>> from overtrick.core.model.notation import read_result
    >>> str(unmarked((read_result("4SX S +1"), "a pair's own text")))
    '4SX by South +1; a pair&#x27;s own text'
    """
    whole = Phrase("{all:;}", (("all", thing),)) if isinstance(thing, tuple) else thing
    return conditional_escape(translation.plain(whole))


@register.filter
def result(typed: str) -> SafeString:
    """A result in typed notation, like `4SX S +1`, written for the page.

    >>> str(result("PASS"))
    'passed out'
    """
    return said(read_result(typed))
