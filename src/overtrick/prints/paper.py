"""Paper sizes, and the pen with which everything on a sheet is drawn.

Coordinates are points from the upper left corner.
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
from overtrick.core.model.signs import SuitSign

PLAIN, BOLD = "Arimo", "Arimo Bold"
_FILES = {PLAIN: "Arimo-Regular.ttf", BOLD: "Arimo-Bold.ttf"}
CHINESE, KOREAN = "STSong-Light", "HYSMyeongJo-Medium"
"""Fonts built into PDF readers for characters that ours lack: Chinese and Japanese, and Korean."""
HANGUL = range(0xAC00, 0xD7A4)
MM = 72 / 25.4
MARGIN = 14 * MM
SMALLEST = 5.5
"""The smallest type size; text that is still too long is cut off with an ellipsis."""
SQUEEZED = 0.7
"""How much smaller than its neighbours a line may be before it is broken in two."""
HALF = 0.66
"""The size of the two lines in a cell, relative to a single one."""
GREY = 0.38
RED = "0.72 0 0.04"
"""The red of hearts and diamonds."""
HAIR = 0.35


class Size(Enum):
    """A paper size by its usual name: its width and height in points."""

    A4 = (595.276, 841.89)
    LETTER = (612.0, 792.0)

    @property
    def called(self) -> str:
        """The name of the size in addresses and options."""
        return self.name.lower()


SIZES = {size.called: size for size in Size}


def can_print() -> bool:
    """Whether sheets can be made here: reportlab and the QR code library are extras."""
    return find_spec("reportlab") is not None and find_spec("segno") is not None


def missing() -> DirectorError:
    """The refusal where sheets cannot be made here, with the remedy."""
    return DirectorError(
        "Printing sheets needs reportlab and segno, which are not both installed",
        remedy="Install them with pip install 'overtrick[print]', or print from the browser.",
    )


@cache
def _register() -> None:
    """Register our fonts with reportlab, once per process."""
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for name in (CHINESE, KOREAN):
        registerFont(UnicodeCIDFont(name))
    for name, file in _FILES.items():
        registerFont(TTFont(name, BytesIO((files("overtrick.prints") / "fonts" / file).read_bytes())))


@lru_cache(maxsize=65536)
def _unit(text: str, font: str) -> float:
    """The width of a text in type of one point."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(sum(stringWidth(run, named, 1) for named, run in _runs(text, font)))


def _runs(text: str, font: str) -> list[tuple[str, str]]:
    """A text in runs of one font each: ours, or another for characters that it lacks.

    >>> _runs("李小龙 Li", PLAIN)
    [('STSong-Light', '李小龙'), ('Arimo', ' Li')]
    """
    from reportlab.pdfbase.pdfmetrics import getFont

    _register()
    known = getFont(font).face.charToGlyph
    runs: list[tuple[str, str]] = []
    for letter in text:
        own = font if ord(letter) in known else KOREAN if ord(letter) in HANGUL else CHINESE
        if runs and runs[-1][0] == own:
            runs[-1] = (own, runs[-1][1] + letter)
        else:
            runs.append((own, letter))
    return runs


def width_of(text: str, size: float, font: str = PLAIN) -> float:
    """The width of a text."""
    return _unit(text, font) * size


def fit_text(text: str, size: float, font: str, width: float) -> tuple[str, float]:
    """A text and its size so that it fits a width: smaller, and at the smallest size cut off with an ellipsis."""
    wide = width_of(text, size, font)
    if wide <= width:
        return text, size
    smaller = max(SMALLEST, size * width / wide)
    while text and width_of(text, smaller, font) > width + 0.01:
        text = f"{text.rstrip('…')[:-1].rstrip()}…" if len(text) > 1 else ""
    return text, smaller


def in_cell(text: str, size: float, font: str, width: float) -> tuple[str, ...]:
    """A text as a cell has it: in one line, or in two broken near the middle where one would be far too small.

    >>> in_cell("Alder – Birch", 10, PLAIN, 200), in_cell("Maximiliana Szymańska – Christopher Thorne", 10, PLAIN, 110)
    (('Alder – Birch',), ('Maximiliana Szymańska', '– Christopher Thorne'))
    """
    if width_of(text, size, font) * SQUEEZED <= width or " " not in text:
        return (text,)
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    at = min(spaces, key=lambda place: max(_unit(text[:place], font), _unit(text[place + 1 :], font)))
    return text[:at], text[at + 1 :]


def wrap_text(text: str, size: float, width: float) -> list[str]:
    """A text in lines no wider than a width, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
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
        rl_config.useA85 = 0  # binary output, a fifth smaller than ASCII
        self.wide, self.high = size.value
        self.size = size
        self.pages = 0
        self._into = BytesIO()
        self._canvas: Any = Canvas(self._into, pagesize=size.value, pageCompression=int(compressed), invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Overtrick")
        self._code: list[str] = self._canvas._code  # noqa: SLF001 - written by ourselves: reportlab splits each text anew
        self._encoded: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._now: dict[str, str] = {}

    def text(
        self, x: float, y: float, text: str, size: float = 9, *, bold: bool = False, align: str = "left",
        width: float = 0,
    ) -> None:  # fmt: skip
        """Draw a line of text with its baseline at *y*; in a *width* it is made to fit, and aligned inside it."""
        if not text:
            return
        font = BOLD if bold else PLAIN
        if width:
            text, size = fit_text(text, size, font, width)
        if align != "left":
            short = width - width_of(text, size, font)
            x += short if align == "right" else short / 2
        self._write(x, self.high - y, text, font, size)

    def _write(self, x: float, y: float, text: str, font: str, size: float) -> None:
        """Write a text with its baseline at a point of the page, in PDF coordinates; its encoding is cached."""
        pieces = self._encoded.get((text, font))
        if pieces is None:
            pieces = self._encoded[text, font] = self._split(text, font)
        shown = [f"BT 1 0 0 1 {x:.2f} {y:.2f} Tm"]
        for named, escaped in pieces:
            shown.append(f"{named} {size:g} Tf ({escaped}) Tj")
        shown.append("ET")
        self._code.append(" ".join(shown))

    def _split(self, text: str, font: str) -> list[tuple[str, str]]:
        """A text in the font subsets of the document, each encoded for PDF."""
        from reportlab.pdfbase.pdfmetrics import getFont

        document = self._canvas._doc  # noqa: SLF001 - what every font is asked with
        pieces: list[tuple[str, str]] = []
        for named, run in _runs(text, font):
            face = getFont(named)
            if named != font:
                pieces.append((document.getInternalFontName(named), face.formatForPdf(run)))
                continue
            pieces += [
                (face.getSubsetInternalName(subset, document), self._canvas._escape(piece))  # noqa: SLF001 - likewise
                for subset, piece in face.splitString(run, document)
            ]
        return pieces

    def _set(self, what: str, value: str) -> None:
        """Set a colour or a width, unless it is set already."""
        if self._now.get(what) != value:
            self._now[what] = value
            self._code.append(f"{value} {what}")

    def cell(
        self, x: float, y: float, text: str, size: float, *, width: float, bold: bool = False, align: str = "left"
    ) -> None:
        """Draw a text in a row with its baseline at *y*: one line, or two smaller ones in its place."""
        lines = in_cell(text, size, BOLD if bold else PLAIN, width)
        if len(lines) == 1:
            self.text(x, y, text, size, bold=bold, align=align, width=width)
            return
        for up, line in zip((0.42, -0.22), lines, strict=True):
            self.text(x, y - up * size, line, size * HALF, bold=bold, align=align, width=width)

    def faint(self, x: float, y: float, text: str, size: float, width: float) -> None:
        """Draw a line of text in grey, made to fit."""
        self._set("g", f"{GREY:g}")
        self.text(x, y, text, size, width=width)
        self._set("g", "0")

    def suit(self, x: float, y: float, sign: SuitSign, size: float) -> None:
        """Draw the symbol of a suit, red or black; the red is dark enough for a printer without colours."""
        if sign.red:
            self._code.append(f"{RED} rg")
        self.text(x, y, sign.symbol, size)
        if sign.red:
            self._code.append("0 g")

    def box(self, x: float, y: float, wide: float, high: float, *, filled: bool = False, grey: float = 0.0) -> None:
        """Draw a rectangle with this upper left corner, filled or empty."""
        self._set("w", f"{HAIR:g}")
        self._set("G", f"{grey:g}")
        foot = self.high - y - high
        self._code.append(f"{x:.2f} {foot:.2f} {wide:.2f} {high:.2f} re {'B' if filled else 'S'}")

    def rule(self, x: float, y: float, to: float, thick: float = HAIR, *, grey: float = 0.0) -> None:
        """Draw a horizontal line to the right."""
        self._line(thick, grey, (x, self.high - y, to, self.high - y))

    def upright(self, x: float, y: float, to: float, thick: float = HAIR, *, grey: float = 0.0) -> None:
        """Draw a vertical line downwards."""
        self._line(thick, grey, (x, self.high - y, x, self.high - to))

    def _line(self, thick: float, grey: float, ends: tuple[float, float, float, float]) -> None:
        self._set("w", f"{thick:g}")
        self._set("G", f"{grey:g}")
        x, y, to_x, to_y = ends
        self._code.append(f"n {x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

    def cuts(self, across: int, down: int) -> None:
        """Draw dashed lines where a page is cut into cards."""
        self._code.append("[2 4] 0 d")
        for place in range(1, across):
            self.upright(self.wide * place / across, 0, self.high, 0.4, grey=0.6)
        for place in range(1, down):
            self.rule(0, self.high * place / down, self.wide, 0.4, grey=0.6)
        self._code.append("[] 0 d")

    def code(self, x: float, y: float, side: float, address: str) -> None:
        """Draw the QR code of an address, in a square with this upper left corner."""
        if not address:
            return
        rows = _code(address)
        step = side / len(rows)
        self._set("g", "0")
        for down, runs in enumerate(rows):
            foot = self.high - y - (down + 1) * step
            self._code += [f"{x + at * step:.2f} {foot:.2f} {long * step:.2f} {step:.2f} re" for at, long in runs]
        self._code.append("f")

    def turn(self) -> None:
        """Finish this page."""
        self._canvas.showPage()
        self._code = self._canvas._code  # noqa: SLF001 - the next page's
        self._now = {}
        self.pages += 1

    def pdf(self) -> bytes:
        """The document."""
        self._canvas.save()
        return self._into.getvalue()


@lru_cache(maxsize=256)
def _code(address: str) -> list[list[tuple[int, int]]]:
    """The QR code of an address: in each row, the start and length of each dark run."""
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
class SheetSource:
    """The source of a sheet: the event, the congress, the last posting of its book and its time, and its address.

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

        >>> SheetSource("Swiss Pairs", "Spring", 413, "2026-07-04T14:02:11.250+10:00").clock
        '2026-07-04 14:02'
        """
        return self.at[:16].replace("T", " ")


Say = Callable[[object], str]
"""Converts a phrase, a result or a number to text, in the language of the sheet's readers."""


def join_parts(parts: Iterable[str], mark: str = " · ") -> str:
    """Several texts in one line, without empty ones."""
    return mark.join(part for part in parts if part)
