"""Small SVG charts in pages, coloured by CSS classes: a bar beside a number, a match board by board, rounds."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from overtrick.core.exact import Exact, decimal_text, short_text, with_minus
from overtrick.core.typed_numbers import read_exact
from overtrick.views.matches import Step
from overtrick.views.scorecards import CardMatch
from overtrick.views.whys import Number
from overtrick.web import languages

register = template.Library()

HALF = 40
"""The length of the longest bar on one side."""
IMPS = 14
"""How many IMPs the longest bar stands for; more are drawn at the same length."""


def reach(value: Exact, *, percent: bool, fine: bool = False) -> int:
    """The length of a bar from the middle, positive for more than average; *fine* enlarges the scale, for averages.

    >>> reach(7, percent=False), reach(-30, percent=False), reach(Fraction(75), percent=True)
    (20, -40, 20)
    """
    share = (Fraction(value - 50, 50) if percent else Fraction(value) / IMPS) * (4 if fine else 1)
    return round(HALF * max(Fraction(-1), min(Fraction(1), share)))


@register.simple_tag
def bar(shown: Number, *, percent: bool = False, fine: bool = False) -> SafeString:
    """A number as a bar to the right or left of the middle; empty if there is no number."""
    if shown.value is None:
        return mark_safe("")
    long = reach(read_exact(shown.value), percent=percent, fine=fine)
    return mark_safe(  # noqa: S308 - figures of ours
        f'<svg class="bar" viewBox="{-HALF - 1} 0 {2 * HALF + 2} 12" width="{2 * HALF + 2}" height="12" '
        f'aria-hidden="true"><rect class="{"plus" if long > 0 else "minus"}" x="{min(0, long)}" y="1" '
        f'width="{abs(long)}" height="10" rx="2"/><path class="middle" d="M0 0V12"/></svg>'
    )


WIDE, HIGH, STEP = 352, 150, 44
"""The width and height of a match's chart, and the greatest width of a board in it."""


@register.simple_tag
def run_line(run: Sequence[Step]) -> SafeString:
    """A side's lead after each board, as steps above or below zero; empty for fewer than two boards."""
    if len(run) < 2:
        return mark_safe("")
    wide = min(STEP, WIDE // len(run))
    low, high = min(0, *(value for _, value in run)), max(0, *(value for _, value in run))
    scale = Fraction(HIGH, (high - low) or 1)
    nought = 18 + round(high * scale)
    steps = []
    for place, (_, value) in enumerate(run):
        y = 18 + round((high - value) * scale)
        steps.append(f"L{place * wide} {y}L{(place + 1) * wide} {y}")
    line, end = "".join(steps), len(run) * wide
    every = 1 if wide >= 16 else 4
    axis = "".join(
        f'<text x="{place * wide + wide // 2}" y="{HIGH + 50}">{board}</text>'
        for place, (board, _) in enumerate(run)
        if place % every == 0
    )
    shown = [(place, value) for place, (_, value) in enumerate(run) if wide >= 30 or place == len(run) - 1]
    values = "".join(
        f'<text x="{place * wide + wide // 2}" y="{18 + round((high - value) * scale) + (-5 if value >= 0 else 15)}">'
        f"{_signed_text(value)}</text>"
        for place, value in shown
    )
    return mark_safe(  # noqa: S308 - figures of ours
        f'<svg viewBox="-8 0 {end + 16} {HIGH + 56}" width="{end + 16}" height="{HIGH + 56}" aria-hidden="true">'
        f'<path class="under" d="M0 {nought}{line}L{end} {nought}Z"/><path class="zero" d="M0 {nought}H{end}"/>'
        f'<path class="step" d="M0 {nought}{line}"/>{values}'
        f"{axis}</svg>"
    )


def _signed_text(value: Exact) -> str:
    return _numeral(with_minus(f"{'+' if value > 0 else ''}{short_text(value)}"))


def _numeral(text: str) -> str:
    """A number as the language of the page writes it.

    >>> with languages.reading("fr"):
    ...     _numeral("8.83")
    '8,83'
    """
    return languages.current().grammar.numeral(text)


FEW = 8
"""Up to this many rounds, a phone shows the figures at the bars; otherwise only the list of matches has them."""


@register.simple_tag
def match_bars(matches: Sequence[CardMatch]) -> SafeString:
    """The score of each round as a bar with its number, losses below; empty if fewer than two rounds have a score."""
    scored = [(each, read_exact(each.score.value)) for each in matches if each.score.value is not None]
    if len(scored) < 2:
        return mark_safe("")
    low, high = min(0, *(value for _, value in scored)), max(0, *(value for _, value in scored))
    scale = Fraction(44, (high - low) or 1)
    wide = max(30, min(52, 600 // len(scored)))
    nought = 20 + round(high * scale)
    foot = 64 + (15 if low < 0 else 0)
    bars = []
    for place, (match, value) in enumerate(scored):
        long, x = max(1, round(abs(Fraction(value)) * scale)), place * wide + 2
        kind = "moving" if match.score.provisional else match.step
        top, figure_at = (nought, nought + long + 11) if value < 0 else (nought - long, nought - long - 4)
        text = escape(_numeral(match.score.text if wide >= 40 or low < 0 else decimal_text(value, 1)))
        bars.append(
            f'<rect class="{kind}" x="{x}" y="{top}" width="{wide - 6}" height="{long}" rx="2"/>'
            f'<text class="figure" x="{x + (wide - 6) // 2}" y="{figure_at}">{text}</text>'
            f'<text class="axis" x="{x + (wide - 6) // 2}" y="{foot + 15}">{match.round}</text>'
        )
    across = len(scored) * wide
    return mark_safe(  # noqa: S308 - figures of ours
        f'<svg class="match-bars{" many" if len(scored) > FEW else ""}" viewBox="0 0 {across} {foot + 20}" '
        f'width="{across}" height="{foot + 20}" aria-hidden="true">{"".join(bars)}</svg>'
    )
