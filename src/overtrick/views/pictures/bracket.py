"""A section of a bracket in a picture of an event, with the columns, heights and lines of the page of the bracket."""

from collections.abc import Iterator
from html import escape

from overtrick.views.brackets import Box, BoxSide, Section

WIDTH, ROW, GAP, ACROSS = 118, 22, 14, 46
"""The width of a box, the height of each side in it, and the least distance between boxes and between columns."""
HEAD, FOOT = 62, 30


def bracket_width(section: Section) -> int:
    """The width of a section's drawing."""
    return len(section.columns) * (WIDTH + ACROSS) - ACROSS


def bracket_height(section: Section) -> int:
    """The height of a section's drawing."""
    return HEAD + _depth(section) + FOOT


def _depth(section: Section) -> int:
    """The height of the columns: enough for the fullest one, at the height of the largest box."""
    sides = max((len(box.sides) for column in section.columns for box in column.boxes), default=0)
    return max((len(column.boxes) for column in section.columns), default=0) * (ROW * sides + GAP)


def box_tops(section: Section) -> list[list[tuple[Box, int]]]:
    """The boxes of each column with their tops, below the top of the columns."""
    depth = _depth(section)
    return [
        [(box, column.middle(place) * depth // 1000 - _height(box) // 2) for place, box in enumerate(column.boxes)]
        for column in section.columns
    ]


def _height(box: Box) -> int:
    return ROW * len(box.sides)


def draw_bracket(section: Section, left: int, top: int) -> Iterator[str]:
    """The section as SVG, with its top left corner at *left*, *top*."""
    yield f'<text x="{left}" y="{top + 24}" font-size="17" font-weight="700">{escape(str(section.title))}</text>'
    depth = _depth(section)
    for number, (column, boxes) in enumerate(zip(section.columns, box_tops(section), strict=True)):
        x = left + number * (WIDTH + ACROSS)
        middle, title = x + WIDTH // 2, escape(str(column.title))
        yield f'<text x="{middle}" y="{top + 50}" text-anchor="middle" font-weight="700">{title}</text>'
        for line in column.lines:
            start, end = (top + HEAD + height * depth // 1000 for height in (line.start, line.end))
            yield _line(x + WIDTH, start, end, ' stroke-dasharray="5 4"' if line.broken else "")
        for box, y in boxes:
            yield from _box(box, x, top + HEAD + y)


def _line(x: int, start: int, end: int, dash: str) -> str:
    path = f"M{x} {start}H{x + ACROSS // 2}V{end}H{x + ACROSS}"
    return f'<path d="{path}" fill="none" stroke="#111" stroke-width="1.4"{dash}/>'


def _box(box: Box, x: int, y: int) -> Iterator[str]:
    height = _height(box)
    yield f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" fill="#fff" stroke="#111" stroke-width="1.4"/>'
    for row, side in enumerate(box.sides):
        if row:
            yield f'<path d="M{x} {y + ROW * row}h{WIDTH}" stroke="#999"/>'
        yield from _side(side, x, y + 16 + ROW * row)


def _side(side: BoxSide, x: int, y: int) -> Iterator[str]:
    weight = ' font-weight="700"' if side.won else ""
    name, score = side.who.number if side.who is not None else "", side.score.text or str(side.stands)
    yield f'<text x="{x + 8}" y="{y}"{weight}>{escape(name)}</text>'
    yield f'<text x="{x + WIDTH - 8}" y="{y}" text-anchor="end"{weight}>{escape(score)}</text>'
