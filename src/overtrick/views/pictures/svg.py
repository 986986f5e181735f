"""A diagram of an event as SVG: one file without scripts or external fonts, readable without colour."""

from collections.abc import Iterator, Sequence
from html import escape

from overtrick.views.pictures.bracket import bracket_height, bracket_width, draw_bracket
from overtrick.views.pictures.layout import (
    LINE,
    PAD,
    SMALL,
    TEXT,
    TITLE,
    BoxKind,
    Layout,
    Panel,
    Picture,
    PlacedBox,
    RoutedStream,
    Stroke,
    lay_out,
    own_height,
    text_width,
)
from overtrick.views.pictures.outline import outline

FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
DASHES = {Stroke.SOLID: "", Stroke.DASHED: ' stroke-dasharray="9 4"', Stroke.DOTTED: ' stroke-dasharray="2 4"'}
ARROW = (
    '<defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
    'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>'
)
PAGE = 960
"""The maximum width of a diagram before its tables go below each other."""
CELL = 38
ROWS = 24
"""The rows of a column before it continues in the next."""


def svg(picture: Picture) -> str:
    """The picture as one SVG document."""
    layout = lay_out(picture)
    panels = [_PanelLayout(panel) for panel in picture.panels]
    width = max([layout.width, text_width(picture.title, 22) + 48, *(panel.width + 48 for panel in panels)])
    shelves = _shelves(panels, max(width, PAGE) - 48)
    width = max([width, *(sum(panel.width + 40 for panel in shelf) + 8 for shelf in shelves)])
    width = max([width, *(bracket_width(section) + 48 for section in picture.brackets)])
    height = layout.height + sum(max(panel.height for panel in shelf) for shelf in shelves)
    height += sum(map(bracket_height, picture.brackets))
    parts = [
        _opening(width, height),
        f"<title>{escape(picture.title)}</title>",
        f"<desc>{escape(outline(picture))}</desc>",
        ARROW,
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="24" y="36" font-size="22" font-weight="700">{escape(picture.title)}</text>',
        f'<text x="24" y="58" fill="#333">{escape(picture.says)}</text>',
        *_bands(layout, width),
        *(_stream(each) for each in layout.streams),
        *(line for each in layout.boxes for line in _box(each)),
        *(_label(each) for each in layout.streams),
    ]
    top = layout.height
    for section in picture.brackets:
        parts += draw_bracket(section, 24, top)
        top += bracket_height(section)
    for shelf in shelves:
        left = 24
        for panel in shelf:
            parts += panel.draw(left, top)
            left += panel.width + 40
        top += max(panel.height for panel in shelf)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _opening(width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="{FONT}" font-size="{TEXT}" fill="#111">'
    )


def _bands(layout: Layout, width: int) -> Iterator[str]:
    """A thin line above each band, and its name in the margin."""
    for name, top, _ in layout.bands:
        if not name:
            continue
        yield f'<path d="M16 {top - 8}H{width - 16}" stroke="#bbb" stroke-dasharray="1 5"/>'
        for place, line in enumerate(name.split("\n")):
            weight = ' font-weight="700"' if place == 0 else ' fill="#333"'
            yield f'<text x="16" y="{top + 14 + place * 16}" font-size="{SMALL}"{weight}>{escape(line)}</text>'


def _box(placed: PlacedBox) -> Iterator[str]:
    box = placed.box
    corner = {BoxKind.ENTRY: 16, BoxKind.STAGE: 4, BoxKind.PLACES: 16}[box.kind]
    heavy = 2 if box.kind is BoxKind.STAGE else 1.2
    yield (
        f'<rect x="{placed.x}" y="{placed.y}" width="{placed.width}" height="{placed.height}" rx="{corner}" '
        f'fill="#fff" stroke="#111" stroke-width="{heavy}"/>'
    )
    middle = placed.x + placed.width // 2
    y = placed.y + PAD + 13 + (placed.height - own_height(box)) // 2
    if box.title:
        yield _middle(middle, y, box.title, f' font-size="{TITLE}" font-weight="700"')
        y += LINE + 3
    for line in box.lines:
        yield _middle(middle, y, line, "")
        y += LINE
    if box.matches:
        yield f'<path d="M{placed.x + 8} {y - 10}h{placed.width - 16}" stroke="#999"/>'
        y += 6
    for line in box.matches:
        yield _middle(middle, y, line, "")
        y += LINE


def _middle(x: int, y: int, text: str, more: str) -> str:
    spaced = escape(text).replace("  ", "\u2003")  # SVG collapses plain spaces
    return f'<text x="{x}" y="{y}" text-anchor="middle"{more}>{spaced}</text>'


def _stream(routed: RoutedStream) -> str:
    (x, y), *rest = routed.points
    path = f"M{x} {y}" + "".join(f"L{px} {py}" for px, py in rest)
    dash = DASHES[routed.stream.stroke]
    return (
        f'<path d="{path}" fill="none" stroke="#fff" stroke-width="6"/>'
        f'<path d="{path}" fill="none" stroke="#111" stroke-width="1.6"{dash} marker-end="url(#to)"/>'
    )


def _label(routed: RoutedStream) -> str:
    x, y = routed.label
    halo = ' stroke="#fff" stroke-width="4" paint-order="stroke"'
    count, word = routed.stream.count, escape(routed.stream.label)
    return f'<text x="{x}" y="{y}" font-size="{SMALL}"{halo}><tspan font-weight="700">{count}</tspan> {word}</text>'


def _shelves(panels: Sequence["_PanelLayout"], width: int) -> list[list["_PanelLayout"]]:
    """The panels in rows, with as many side by side as fit."""
    shelves: list[list[_PanelLayout]] = []
    for panel in panels:
        if shelves and sum(each.width + 40 for each in shelves[-1]) + panel.width <= width:
            shelves[-1].append(panel)
        else:
            shelves.append([panel])
    return shelves


class _PanelLayout:
    """A panel with its measures: a grid of squares, or a table in as many columns as it needs."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        rows = (panel.head, *panel.rows)
        columns = range(len(panel.head))
        self.widths = [max(text_width(row[column]) for row in rows) + 16 for column in columns]
        if panel.grid:
            self.widths = [self.widths[0], *(max(CELL, width) for width in self.widths[1:])]
        deep = len(panel.rows) if panel.grid else ROWS
        self.blocks = [panel.rows[n : n + deep] for n in range(0, len(panel.rows), deep)]
        self.step = 28 if panel.grid else 20
        across = (sum(self.widths) + 28) * max(1, len(self.blocks)) - 28
        self.width = max(across, text_width(panel.title, TITLE + 3), text_width(panel.note, SMALL))
        deepest = max((len(block) for block in self.blocks), default=0)
        self.height = 52 + (16 if panel.note else 0) + self.step * (1 + deepest) + 24

    def draw(self, left: int, top: int) -> list[str]:
        """The panel with its top left corner at *left*, *top*."""
        panel = self.panel
        size, weight = TITLE + 2, 'font-weight="700"'
        parts = [f'<text x="{left}" y="{top + 24}" font-size="{size}" {weight}>{escape(panel.title)}</text>']
        if panel.note:
            parts.append(f'<text x="{left}" y="{top + 42}" font-size="{SMALL}" fill="#333">{escape(panel.note)}</text>')
        y = top + 36 + (16 if panel.note else 0)
        for number, block in enumerate(self.blocks):
            parts += self._rows(left + number * (sum(self.widths) + 28), y, block)
        return parts

    def _rows(self, x: int, y: int, block: tuple[tuple[str, ...], ...]) -> list[str]:
        parts = []
        for place, row in enumerate((self.panel.head, *block)):
            at, above = x, y + place * self.step
            for column, (text, width) in enumerate(zip(row, self.widths, strict=True)):
                own = self.panel.grid and place > 0 and column == place
                fill = "#444" if own else "none"
                parts.append(
                    f'<rect x="{at}" y="{above}" width="{width}" height="{self.step}" fill="{fill}" stroke="#777" '
                    f'stroke-width="0.8"/>'
                )
                weight = ' font-weight="700"' if place == 0 or (column == 0 and self.panel.grid) else ""
                parts.append(_middle(at + width // 2, above + self.step // 2 + 5, text, weight))
                at += width
        return parts
