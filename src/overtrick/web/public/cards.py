"""Share cards: pictures of a contestant's place or of the leaders, for shared links. They need Pillow.

They show what the standings show. A reader who has the current one gets a 304.
"""

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Said, phrase
from overtrick.views.share import Card, contestant_card, event_card
from overtrick.web.congress.http_cache import page_request
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.public.pages import CARDS, record_or_404
from overtrick.web.translation import language, plain
from overtrick.web.words import per_cent

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT, EDGE = 1200, 630, 72
GROUND, INK, QUIET, BAIZE = "#ffffff", "#14201b", "#46534d", "#0b5d4b"
_INTER = Path(__file__).parent.parent / "static" / "overtrick" / "fonts" / "inter-subset.woff2"
_ARIMO = Path(__file__).parent.parent.parent / "prints" / "fonts"
LATIN = 0x250
"""The first character that our own font lacks; a name with such a character is set in a larger font."""


@require_safe
def event_picture(request: HttpRequest, event: str) -> HttpResponse:
    """The card of an event."""
    return _answer(request, record_or_404(event), event_card)


@require_safe
def contestant_picture(request: HttpRequest, event: str, contestant: str) -> HttpResponse:
    """The card of a contestant."""
    return _answer(request, record_or_404(event), lambda now: contestant_card(now, contestant))


def _answer(request: HttpRequest, record: BookRecord, of: Callable[[Tournament], Card | None]) -> HttpResponse:
    if not CARDS:
        raise Http404("No cards are made here.")

    now = event_projection(record)
    with now.lock:
        card, last, head = of(now.event), now.last, now.fingerprint
    if card is None:
        raise Http404("There is no such card.")
    tag = page_request(request, record).tag(last, head)
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        picture = draw_card(card, record.title, record.congress.name, language())
        answer = HttpResponse(picture, content_type="image/png")
    answer.headers["ETag"] = tag
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@lru_cache(maxsize=128)
def draw_card(card: Card, title: str, congress: str, language: str) -> bytes:  # noqa: ARG001 - part of the cache key
    """The picture of a card; the same card is drawn once, even if something is posted meanwhile."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, WIDTH, 16), fill=BAIZE)
    _put(draw, (EDGE, 64), title, 40, QUIET)
    says = plain(card.says)
    _put(draw, (EDGE, 118), f"{card.stage}, {says}" if card.stage else says, 32, QUIET)
    if card.of_whom:
        _contestant(draw, card)
    else:
        _leaders(draw, card)
    _put(draw, (EDGE, HEIGHT - 76), congress, 28, QUIET)
    size = draw.textlength("Overtrick", font=_font(28, strong=True, wide=False))
    _put(draw, (WIDTH - EDGE - int(size), HEIGHT - 76), "Overtrick", 28, BAIZE, strong=True)
    kept = BytesIO()
    picture.quantize(64).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _contestant(draw: "ImageDraw", card: Card) -> None:
    _put(draw, (EDGE, 200), card.of_whom, 64, INK, strong=True)
    for line in card.lines:
        _put(draw, (EDGE, 320), line.place, 150, BAIZE, strong=True, room=420)
        _put(draw, (EDGE + 440, 340), f"{line.total}{_unit_suffix(line.unit)}", 72, INK, strong=True)
        _put(draw, (EDGE + 440, 430), plain(_place_of(card)), 36, QUIET)


def _unit_suffix(unit: str) -> str:
    """A unit as it follows its number; the percent sign is set as in the page's language."""
    return per_cent() if unit == "%" else f" {unit}"


def _place_of(card: Card) -> Said:
    return phrase("place {place} of {of}", place=card.lines[0].place, of=card.of)


def _leaders(draw: "ImageDraw", card: Card) -> None:
    size_of_names = min((_size(draw, line.name, 52, strong=True, room=660) for line in card.lines), default=52)
    for row, line in enumerate(card.lines):
        y = 230 + row * 92
        _put(draw, (EDGE, y), line.place, 52, BAIZE, strong=True, room=90)
        _put(draw, (EDGE + 110, y), line.name, size_of_names, INK, strong=row == 0, room=660)
        size = draw.textlength(line.total, font=_font(52, strong=True, wide=False))
        _put(draw, (WIDTH - EDGE - int(size), y), line.total, 52, INK, strong=True)


def _put(
    draw: "ImageDraw", at: tuple[int, int], text: str, size: int, ink: str, *, strong: bool = False, room: int = 0
) -> None:
    """Draw a text on one line; to fit, it is first set smaller and then truncated."""
    text, room = _printable(text), room or WIDTH - EDGE - at[0]
    size = _size(draw, text, size, strong=strong, room=room)
    font = _font(size, strong=strong, wide=_is_wide(text))
    if draw.textlength(text, font=font) > room:
        while text and draw.textlength(f"{text}…", font=font) > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    draw.text(at, text, font=font, fill=ink)


def _printable(text: str) -> str:
    return "".join(each for each in text if each.isprintable())[:200]


def _is_wide(text: str) -> bool:
    return any(ord(each) >= LATIN and not each.isspace() and each not in "–—−’“”…" for each in text)


def _size(draw: "ImageDraw", text: str, size: int, *, strong: bool, room: int) -> int:
    """The largest size, up to the one given, at which a text fits its space; it stays readable."""
    text, least = _printable(text), max(size * 5 // 8, 24)
    while draw.textlength(text, font=_font(size, strong=strong, wide=_is_wide(text))) > room and size > least:
        size -= 2
    return size


@lru_cache(maxsize=64)
def _font(size: int, *, strong: bool, wide: bool) -> "FreeTypeFont":
    from PIL import ImageFont

    if wide:
        return ImageFont.truetype(str(_ARIMO / ("Arimo-Bold.ttf" if strong else "Arimo-Regular.ttf")), size)
    font = ImageFont.truetype(str(_INTER), size)
    font.set_variation_by_axes([700 if strong else 400])
    return font
