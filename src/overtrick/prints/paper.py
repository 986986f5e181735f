"""Paper: its sizes, and the pen with which everything on a sheet is drawn.

Points, counted from the upper left corner, as a reader goes over a page.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from overtrick.core.errors import DirectorError

PLAIN, BOLD = "Arimo", "Arimo Bold"
_FILES = {PLAIN: "Arimo-Regular.ttf", BOLD: "Arimo-Bold.ttf"}
MM = 72 / 25.4
MARGIN = 14 * MM
SMALLEST = 5.5
"""No text is set smaller than this; what is still too long is cut, and ends in an ellipsis that says so."""
GREY = 0.38
HAIR = 0.35


class Size(Enum):
    """A size of paper, by what people call it: its width and height in points."""

    A4 = (595.276, 841.89)
    LETTER = (612.0, 792.0)

    @property
    def called(self) -> str:
        """What an address or an option calls it."""
        return self.name.lower()


SIZES = {size.called: size for size in Size}


def installed() -> bool:
    """Whether sheets can be made here: reportlab and the maker of codes are extras."""
    return find_spec("reportlab") is not None and find_spec("segno") is not None


def missing() -> DirectorError:
    """That sheets cannot be made here, and what to do."""
    return DirectorError(
        "Sheets for printing need reportlab, which is not installed here",
        remedy="Install it with: pip install 'overtrick[print]'. Until then print a page from the browser.",
    )


@cache
def _register() -> None:
    """Give reportlab the fonts that ship with us, once a process."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for name, file in _FILES.items():
        registerFont(TTFont(name, BytesIO((files("overtrick.prints") / "fonts" / file).read_bytes())))


@lru_cache(maxsize=65536)
def width_of(text: str, size: float, font: str = PLAIN) -> float:
    """How wide a text is."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    _register()
    return float(stringWidth(text, font, size))


@lru_cache(maxsize=65536)
def fitted(text: str, size: float, font: str, width: float) -> tuple[str, float]:
    """A text and its size so that it goes into a width: smaller, and at the smallest cut with an ellipsis."""
    wide = width_of(text, size, font)
    if wide <= width:
        return text, size
    smaller = max(SMALLEST, size * width / wide)
    while text and width_of(text, smaller, font) > width + 0.01:
        text = f"{text.rstrip('…')[:-1].rstrip()}…" if len(text) > 1 else ""
    return text, smaller


def wrapped(text: str, size: float, width: float, font: str = PLAIN) -> list[str]:
    """A text in lines no wider than a width, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Pen:
    """Draws on the pages of one document.

    >>> pen = Pen(Size.A4, "An example")
    >>> pen.text(40, 40, "4♠× S +1")
    >>> pen.turn()
    >>> pen.pdf()[:5]
    b'%PDF-'
    """

    def __init__(self, size: Size, title: str, *, compressed: bool = True) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        _register()
        rl_config.useA85 = 0  # bytes as they are: a fifth smaller than written in letters
        self.wide, self.high = size.value
        self.size = size
        self.pages = 0
        self._into = BytesIO()
        self._canvas: Any = Canvas(self._into, pagesize=size.value, pageCompression=int(compressed), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Overtrick")
        self._codes: dict[str, Any] = {}
        self._font = ("", 0.0)

    def text(
        self, x: float, y: float, text: str, size: float = 9, *, bold: bool = False, align: str = "left",
        width: float = 0,
    ) -> None:  # fmt: skip
        """A line of text whose foot is at *y*; in a *width* it is made to fit, and aligned inside it."""
        if not text:
            return
        font = BOLD if bold else PLAIN
        if width:
            text, size = fitted(text, size, font, width)
        if align != "left":
            short = width - width_of(text, size, font)
            x += short if align == "right" else short / 2
        canvas = self._canvas
        if self._font != (font, size):
            self._font = (font, size)
            canvas.setFont(font, size)
        canvas.drawString(x, self.high - y, text)

    def faint(self, x: float, y: float, text: str, size: float, width: float) -> None:
        """A line of text in grey, made to fit."""
        self._canvas.setFillGray(GREY)
        self.text(x, y, text, size, width=width)
        self._canvas.setFillGray(0)

    def rule(self, x: float, y: float, to: float, thick: float = HAIR, *, grey: float = 0.0) -> None:
        """A line from left to right."""
        self._line(thick, grey, (x, self.high - y, to, self.high - y))

    def upright(self, x: float, y: float, to: float, thick: float = HAIR, *, grey: float = 0.0) -> None:
        """A line from above to below."""
        self._line(thick, grey, (x, self.high - y, x, self.high - to))

    def _line(self, thick: float, grey: float, ends: tuple[float, float, float, float]) -> None:
        self._canvas.setLineWidth(thick)
        self._canvas.setStrokeGray(grey)
        self._canvas.line(*ends)

    def box(self, x: float, y: float, wide: float, high: float, *, thick: float = HAIR, shade: float = 1.0) -> None:
        """A box with its upper left corner here, shaded where *shade* is darker than white; *thick* 0 is no line."""
        self._canvas.setFillGray(shade)
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(thick)
        self._canvas.rect(x, self.high - y - high, wide, high, stroke=int(thick > 0), fill=int(shade < 1))
        self._canvas.setFillGray(0)

    def cuts(self, across: int, down: int) -> None:
        """Dashed lines where a page is cut into cards."""
        self._canvas.saveState()
        self._canvas.setDash(2, 4)
        for place in range(1, across):
            self.upright(self.wide * place / across, 0, self.high, 0.4, grey=0.6)
        for place in range(1, down):
            self.rule(0, self.high * place / down, self.wide, 0.4, grey=0.6)
        self._canvas.restoreState()

    def code(self, x: float, y: float, side: float, address: str) -> None:
        """The code of an address, in a square with this upper left corner."""
        if not address:
            return
        path = self._canvas.beginPath()
        rows = _code(address)
        step = side / len(rows)
        for down, runs in enumerate(rows):
            for start, length in runs:
                path.rect(x + start * step, self.high - y - (down + 1) * step, length * step, step)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def turn(self) -> None:
        """This page is done."""
        self._canvas.showPage()
        self._font = ("", 0.0)
        self.pages += 1

    def pdf(self) -> bytes:
        """The document."""
        self._canvas.save()
        return self._into.getvalue()


@lru_cache(maxsize=256)
def _code(address: str) -> list[list[tuple[int, int]]]:
    """The code of an address: in each row where dark runs begin, and how long they are."""
    import segno

    rows: list[list[tuple[int, int]]] = []
    for row in segno.make(address, error="l", micro=False).matrix:
        runs: list[tuple[int, int]] = []
        for place, dark in enumerate(row):
            if dark and runs and sum(runs[-1]) == place:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            elif dark:
                runs.append((place, 1))
        rows.append(runs)
    return rows


@dataclass(frozen=True, slots=True)
class Made:
    """From what a sheet is made: the event, the congress, the last posting of its book and its time, and where it is.

    *home* is the address of the event's pages, and empty where there is no server.
    """

    event: str
    congress: str
    last: int
    at: str = ""
    home: str = ""

    @property
    def clock(self) -> str:
        """The day and the time of the posting.

        >>> Made("Swiss Pairs", "Spring", 413, "2026-07-04T14:02:11.250+10:00").clock
        '2026-07-04 14:02'
        """
        return self.at[:16].replace("T", " ")


Say = Callable[[object], str]
"""How a sheet says a phrase, a result or a number, in the language of its readers."""


def joined(parts: Iterable[str], mark: str = " · ") -> str:
    """What is said of several things in one line, without those that are nothing."""
    return mark.join(part for part in parts if part)
