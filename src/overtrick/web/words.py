"""What templates say that Django does not: numbers as the trade writes them and that can be opened, results, suits."""

import re
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote

from django import template
from django.utils.safestring import SafeString, mark_safe

from overtrick.views.names import Who
from overtrick.views.whys import Number

register = template.Library()

_CONTRACT = re.compile(r"\b([1-7])(NT|[SHDC])(X{0,2}) by (North|East|South|West)\b( [=+-]\d*)?")
_AWARDS = {"average plus": "AV+", "average minus": "AV−", "average": "AV"}
_AWARD = re.compile(r"\baverage (?:plus|minus)\b|\baverage(?= to (?:NS|EW)\b)|^average$")
"""An award, and not the average of something."""
_SUITS = {"S": ("spade", "♠"), "H": ("heart", "♥"), "D": ("diamond", "♦"), "C": ("club", "♣")}


@register.simple_tag(takes_context=True)
def number(context: Mapping[str, Any], shown: Number) -> SafeString:
    """A number of a page: a link to its why below the page's `why_base`, or plain where it has none."""
    if not shown.why or not shown.text:
        return mark_safe(escape(_minus(shown.text)))  # noqa: S308 - escaped here
    # The address is quoted where it is made and the number is ours; only the text can hold anything.
    moves = f' provisional" title="{escape(shown.provisional)}' if shown.provisional else ""
    return mark_safe(f'<a class="why{moves}" href="{context["why_base"]}{shown.why}/">{escape(_minus(shown.text))}</a>')  # noqa: S308 - escaped here


@register.simple_tag(takes_context=True)
def who(context: Mapping[str, Any], shown: Who) -> SafeString:
    """A contestant: a link to its scorecard below the page's `event_base`, its number before its name."""
    number = escape(shown.number)
    if shown.roster or not shown.players:
        name = escape(shown.name)
    else:  # a line breaks between two players, not inside a name, and the dash stays with the one before it
        said = [f"{escape(player)}&nbsp;–" for player in shown.players[:-1]] + [escape(shown.players[-1])]
        name = " ".join(f'<span class="player">{each}</span>' for each in said)
    at = f"{context['event_base']}pair/{quote(shown.number, safe='')}/"
    return mark_safe(f'<a class="who" href="{at}"><span class="no">{number}</span> <span>{name}</span></a>')  # noqa: S308 - escaped here


def _minus(text: str) -> str:
    """A number with a minus that is as wide as its plus."""
    return f"−{text[1:]}" if text[:1] == "-" and len(text) > 1 else text


@register.filter
def result(text: str) -> SafeString:
    """A result with its suits as signs: `4SX by South +1` as 4♠× S +1.

    >>> str(result("average to NS, average plus to EW")), str(result("the pair's own average"))
    ('AV to NS, AV+ to EW', 'the pair&#x27;s own average')
    """
    short = _AWARD.sub(lambda found: _AWARDS[found[0]], escape(text))
    return mark_safe(_CONTRACT.sub(_signed, short))  # noqa: S308 - escaped before the signs are put in


def _signed(found: re.Match[str]) -> str:
    level, strain, doubled, declarer, tricks = found.groups("")
    named, sign = _SUITS.get(strain, ("", "NT"))
    suit = f'<span class="{named}">{sign}</span>' if named else sign
    times = "×" * len(doubled)
    said = f'{level}{suit}{times} <abbr title="{declarer}">{declarer[0]}</abbr>{tricks.replace("-", "−")}'
    return f'<span class="contract">{said}</span>'
