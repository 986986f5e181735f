"""The layout of a sheet: strips placed one below another, in columns, on as many pages as they need.

A part is placed on one page if its text can be small enough for that and still be readable; otherwise on several pages
at its usual size, with table heads repeated on each. A row is never split, and a head is never alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from overtrick.core.wording import phrase
from overtrick.prints.paper import BOLD, HAIR, MARGIN, MM, PLAIN, Pen, Say, SheetSource, join_parts, width_of, wrap_text

GUTTER = 6 * MM
TOP = MARGIN + 17 * MM
CODE = 15 * MM
SPACING = 1.5
"""The height of a line, relative to its text."""
STEP = 18.0
"""The step by which columns are lengthened until everything fits the page."""
PAD = 3.0
"""The padding on both sides of a cell."""

Draw: TypeAlias = Callable[[Pen, float, float, float], None]
"""Draws something on a page with its upper left corner at x and y, in a given width."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Something of a given height in a column: with *keep* on the next one's page, below its *head* on each page."""

    high: float
    draw: Draw
    keep: bool = False
    head: "Strip | None" = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; a *flexible* one takes the space that is left, divided among such columns by *share*."""

    title: str
    align: str = "left"
    bold: bool = False
    share: float = 0
    least: float = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A row and its cells. With *keep* it stays with the next, and the line below it may be *thick*."""

    cells: tuple[str, ...]
    keep: bool = False
    thick: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: columns with titles, and rows whose height is *tall* times their text; *lined* if people write in it."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    tall: float = SPACING
    lined: bool = False
    titled: bool = True

    def strips(self, size: float, width: float) -> Iterator[Strip]:
        """Its head and its rows."""
        found: list[float] = []

        def widths() -> list[float]:
            """The widths, calculated for the first row drawn: a size that does not fit the page never needs them."""
            if not found:
                found.extend(self._widths(size, width))
            return found

        high = size * self.tall
        head = Strip(size * SPACING + 2, self._head(widths, size))
        for place, row in enumerate(self.rows):
            drawn = self._row(row, widths, size, high)
            if place == 0 and self.titled:
                yield Strip(head.high, head.draw, keep=True)
            yield Strip(high, drawn, row.keep, head if self.titled else None)

    def _widths(self, size: float, width: float) -> tuple[float, ...]:
        own = [
            0.0 if column.share else max(
                column.least,
                width_of(column.title, size * 0.85, BOLD) + 2 * PAD,
                *(width_of(row.cells[at], size, BOLD if column.bold else PLAIN) + 2 * PAD for row in self.rows),
            )
            for at, column in enumerate(self.columns)
        ]  # fmt: skip
        left = width - sum(own)
        shares = sum(column.share for column in self.columns)
        if shares and left < width * 0.25:  # narrow the numbers rather than make names unreadable
            narrower = (width * 0.75) / sum(own)
            own, left = [each * narrower for each in own], width * 0.25
        return tuple(
            left * column.share / shares if column.share else each
            for column, each in zip(self.columns, own, strict=True)
        )

    def _head(self, widths: Callable[[], Sequence[float]], size: float) -> Draw:
        small = size * 0.85

        def draw(pen: Pen, x: float, y: float, width: float) -> None:
            at = x
            for column, wide in zip(self.columns, widths(), strict=True):
                pen.text(
                    at + PAD, y + size * 1.2, column.title, small, bold=True, align=column.align, width=wide - 2 * PAD
                )
                at += wide
            pen.rule(x, y + size * SPACING + (2 if self.lined else 1), x + width, HAIR if self.lined else 0.8)

        return draw

    def _row(self, row: Row, widths: Callable[[], Sequence[float]], size: float, high: float) -> Draw:
        foot = high / 2 + size * 0.36

        def draw(pen: Pen, x: float, y: float, width: float) -> None:
            at = x
            for column, cell, wide in zip(self.columns, row.cells, widths(), strict=True):
                if cell:
                    pen.cell(at + PAD, y + foot, cell, size, bold=column.bold, align=column.align, width=wide - 2 * PAD)
                if self.lined:
                    pen.upright(at, y, y + high)
                at += wide
            if self.lined:
                pen.upright(at, y, y + high)
                pen.rule(x, y, x + width)
            pen.rule(x, y + high, x + width, 1.4 if row.thick else 0.35, grey=0.0 if row.thick or self.lined else 0.7)

        return draw


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, with something at its right end, and a smaller line below it."""

    left: str
    right: str = ""
    below: str = ""
    big: float = 1.0
    above: float = 0.5

    def strips(self, size: float, width: float) -> Iterator[Strip]:  # noqa: ARG002 - as every block is asked
        """One strip, kept with the next."""
        large = size * self.big
        high = large * 1.35 + (size * 1.2 if self.below else 0) + size * self.above

        def draw(pen: Pen, x: float, y: float, width: float) -> None:
            foot = y + size * self.above + large
            taken = width_of(self.right, large, BOLD) + 6 if self.right else 0
            pen.cell(x + PAD, foot, self.left, large, bold=True, width=max(width - taken - 2 * PAD, width / 3))
            pen.text(x, foot, self.right, large, bold=True, align="right", width=width - PAD)
            pen.faint(x + PAD, foot + size * 1.15, self.below, size * 0.85, width - 2 * PAD)

        yield Strip(high, draw, keep=True)


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph of any length."""

    text: str

    def strips(self, size: float, width: float) -> Iterator[Strip]:
        """One strip per line."""
        for line in wrap_text(self.text, size, width - 2 * PAD) or [""]:
            yield Strip(size * SPACING, self._line(line, size))

    def _line(self, line: str, size: float) -> Draw:
        return lambda pen, x, y, width: pen.text(x + PAD, y + size * 1.1, line, size, width=width)


class Block(Protocol):
    """A building block of a part."""

    def strips(self, size: float, width: float) -> Iterator[Strip]:
        """The strips of the block, with text of this size in a column of this width."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """A list or one contestant's scorecard, with a heading and pages of its own.

    It is placed in *across* columns, in the first of *sizes* with which it fits one page, or else in the *usual* size.
    *path* is its page on the server, below the event's.
    """

    title: str
    under: str
    blocks: tuple[Block, ...]
    path: str = ""
    across: int = 1
    sizes: tuple[float, ...] = (10, 9.5, 9, 8.5, 8)
    usual: float = 9
    right: str = ""


Placed: TypeAlias = list[tuple[float, float, Strip]]
"""The strips of a page with their positions."""


def draw_part(pen: Pen, made: SheetSource, part: Part, say: Say) -> None:
    """Draw a part, on as many pages as it needs."""
    wide = (pen.wide - 2 * MARGIN - (part.across - 1) * GUTTER) / part.across
    high = pen.high - TOP - MARGIN - 5 * MM
    pages = _paginate(part, wide, high)
    for number, placed in enumerate(pages, start=1):
        _frame(pen, made, part, (number, len(pages)), say)
        for x, y, strip in placed:
            strip.draw(pen, MARGIN + x, TOP + y, wide)
        pen.turn()


def _paginate(part: Part, wide: float, high: float) -> list[Placed]:
    """The pages of a part, a single one if possible."""
    for size in part.sizes:
        strips = _strips(part, size, wide)
        if sum(strip.high for strip in strips) > high * part.across:
            continue
        pages = _flow(strips, wide, high, part.across)
        if len(pages) == 1:
            return pages if part.across == 1 else _balance_columns(strips, wide, high, part.across)
    return _flow(_strips(part, part.usual, wide), wide, high, part.across)


def _balance_columns(strips: Sequence[Strip], wide: float, high: float, across: int) -> list[Placed]:
    """Strips for one page, in columns of about equal length."""
    shorter = sum(strip.high for strip in strips) / across
    while shorter < high:
        pages = _flow(strips, wide, shorter, across)
        if len(pages) == 1:
            return pages
        shorter += STEP
    return _flow(strips, wide, high, across)


def _strips(part: Part, size: float, wide: float) -> list[Strip]:
    return [strip for block in part.blocks for strip in block.strips(size, wide)]


def _flow(strips: Sequence[Strip], wide: float, high: float, across: int) -> list[Placed]:
    """Place strips down columns and over pages; those that belong together move to the next column together."""
    pages: list[Placed] = [[]]
    column, y = 0, 0.0
    for group in _groups(strips):
        if y and y + sum(strip.high for strip in group) > high:
            column, y = column + 1, 0.0
        for strip in group:
            if y and y + strip.high > high + 0.01:
                column, y = column + 1, 0.0
            if column == across:
                pages.append([])
                column = 0
            x = column * (wide + GUTTER)
            if not y and strip.head is not None:
                pages[-1].append((x, y, strip.head))
                y += strip.head.high
            pages[-1].append((x, y, strip))
            y += strip.high
    return pages


def _groups(strips: Sequence[Strip]) -> Iterator[list[Strip]]:
    group: list[Strip] = []
    for strip in strips:
        group.append(strip)
        if not strip.keep:
            yield group
            group = []
    if group:
        yield group


def _frame(pen: Pen, made: SheetSource, part: Part, page: tuple[int, int], say: Say) -> None:
    """Draw what every page of a sheet has: its event, its title, its source posting, and the page number."""
    left, right = MARGIN, pen.wide - MARGIN
    address = f"{made.home}{part.path}" if made.home else ""
    inner = right - left - (CODE + 4 * MM if address else 0)
    pen.code(right - CODE, MARGIN - 2 * MM, CODE, address)
    pen.faint(left, MARGIN + 6, join_parts((made.congress, made.event)), 9, inner)
    taken = width_of(part.right, 13, BOLD) + 12 if part.right else 0
    pen.cell(left, MARGIN + 25, part.title, 17, bold=True, width=inner - taken)
    pen.text(left, MARGIN + 25, part.right, 13, bold=True, align="right", width=inner)
    pen.text(left, MARGIN + 38, part.under, 9, width=inner)
    foot = pen.high - MARGIN
    pen.rule(left, foot - 11, right, 0.5)
    number = say(phrase("page {number} of {pages}", number=page[0], pages=page[1]))
    pen.text(left, foot, number, 8, align="right", width=right - left)
    source = say(phrase("As at posting {last}[, {clock}]", last=made.last, clock=made.clock))
    pen.faint(left, foot, join_parts((source, address)), 8, right - left - width_of(number, 8) - 12)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that are cut from a page: *across* by *down* cells, with one card drawn in each."""

    across: int
    down: int
    draws: tuple[Callable[[Pen, float, float, float, float], None], ...]


def draw_cards(pen: Pen, cards: Cards) -> None:
    """Draw cards, page by page, with the lines to cut along."""
    wide, high = pen.wide / cards.across, pen.high / cards.down
    each = cards.across * cards.down
    for start in range(0, len(cards.draws), each):
        pen.cuts(cards.across, cards.down)
        for place, draw in enumerate(cards.draws[start : start + each]):
            down, over = divmod(place, cards.across)
            draw(pen, over * wide, down * high, wide, high)
        pen.turn()


Piece: TypeAlias = Part | Cards
