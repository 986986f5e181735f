"""An event as a diagram: stages as boxes in bands by session, and streams of contestants between them.

This is the layout of the diagram with its measures in pixels; nothing is drawn here. Time runs down the page, so that
an event of five sessions fits a portrait sheet; each part of an event (a knockout, a Swiss) has a lane of its own.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from overtrick.views.brackets import Section

TITLE, TEXT, SMALL = 15, 13, 12
"""Sizes of type, in pixels."""
LINE = 17
PAD = 10
HEADING = 100
"""The margin at the left, for the names of the sessions."""
LANE_GAP, SLOT, STUB, APART = 26, 10, 20, 14
TOP = 84
FOOT = 34


class BoxKind(Enum):
    """What a box represents."""

    ENTRY = "entry"
    STAGE = "stage"
    PLACES = "places"


class Stroke(Enum):
    """How a stream is drawn, so that streams differ even without colour."""

    SOLID = "solid"
    DASHED = "dashed"
    DOTTED = "dotted"


@dataclass(frozen=True, slots=True)
class Box:
    """A stage, the entry, or final places, in the bands from *first* to *last*, in the lanes from *left* to *right*.

    *lines* are the text under its title; *matches* are what was played in it, where there is a book.
    """

    id: str
    title: str
    lines: tuple[str, ...]
    first: int
    last: int
    left: int
    right: int
    kind: BoxKind = BoxKind.STAGE
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stream:
    """Contestants who go from one box to another: how many, and as what."""

    source: str
    target: str
    count: int
    label: str
    stroke: Stroke = Stroke.SOLID

    @property
    def told(self) -> str:
        """The count with its noun."""
        return f"{self.count} {self.label}".rstrip()


@dataclass(frozen=True, slots=True)
class Panel:
    """A table under the flow: a grid of a round robin, a column of standings, a match in stanzas.

    In a *grid* the cells are squares, and those on the diagonal are filled.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    grid: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A diagram of an event: its title, the text below it, the names of its bands, boxes, streams and panels."""

    title: str
    says: str
    bands: tuple[str, ...]
    boxes: tuple[Box, ...]
    streams: tuple[Stream, ...]
    panels: tuple[Panel, ...] = ()
    brackets: tuple[Section, ...] = ()

    def arriving(self, name: str) -> tuple[Stream, ...]:
        """The streams into a box."""
        return tuple(stream for stream in self.streams if stream.target == name)

    def box(self, name: str) -> Box:
        """A box by its id."""
        return next(box for box in self.boxes if box.id == name)


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A box with its position."""

    box: Box
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class RoutedStream:
    """A stream with its route: its corners, and where its label begins."""

    stream: Stream
    points: tuple[tuple[int, int], ...]
    label: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """The flow of a diagram with all measures."""

    width: int
    height: int
    boxes: tuple[PlacedBox, ...]
    streams: tuple[RoutedStream, ...]
    bands: tuple[tuple[str, int, int], ...]
    """Each band's name, top and bottom."""


def text_width(text: str, size: int = TEXT) -> int:
    """The approximate width of a text, slightly overestimated so that nothing overflows."""
    wide = sum(0.62 if char.isupper() or char in "mwMW–" else 0.32 if char in "il.,:;'|() " else 0.56 for char in text)
    return round(wide * size) + 2


def lay_out(picture: Picture) -> Layout:
    """The position of everything: no two boxes touch, no two streams share a line, no label overlaps another.

    Horizontal positions come first, since they do not depend on the height of the bands; then the bands are made as
    high as their boxes and the bends below them need.
    """
    leaving = _leaving(picture)
    lanes = _lanes(picture, leaving)
    sides = {box.id: (lanes[box.left][0], lanes[box.right][1]) for box in picture.boxes}
    outs = {s: x for name, own in leaving.items() for s, x in _out_ports(sides[name], own)}
    bands = _by_band(picture)
    beside = {stream: [outs[other] for other in band if other is not stream] for band in bands for stream in band}
    ins: dict[Stream, int] = {}
    for box in picture.boxes:
        ins |= _in_ports(sides[box.id], picture.arriving(box.id), outs, beside)
    levels = [_levels(band, outs, ins) for band in bands]
    tops, bottoms = _band_edges(picture, [len(band) for band in levels])
    placed = {
        box.id: PlacedBox(box, sides[box.id][0], tops[box.first], sides[box.id][1] - sides[box.id][0], height)
        for box in picture.boxes
        for height in (_height_in(box, tops, bottoms),)
    }
    routed = []
    for stream in picture.streams:
        source, target = placed[stream.source], placed[stream.target]
        x1, x2, y1 = outs[stream], ins[stream], source.y + source.height
        bend = bottoms[source.box.last] + STUB + SLOT * levels[source.box.last].get(stream, 0)
        middle = ((x1, bend), (x2, bend)) if x1 != x2 else ()
        routed.append(RoutedStream(stream, ((x1, y1), *middle, (x2, target.y)), (x1 + 5, y1 + 14)))
    named = tuple((name, tops[band], bottoms[band]) for band, name in enumerate(picture.bands))
    return Layout(lanes[-1][1] + PAD * 2, bottoms[-1] + FOOT, tuple(placed.values()), tuple(routed), named)


def own_height(box: Box) -> int:
    """The height that a box needs for its text."""
    title = LINE + 3 if box.title else 0
    return 2 * PAD + title + LINE * len(box.lines) + (6 + LINE * len(box.matches) if box.matches else 0)


def _own_width(box: Box, leaving: Sequence[Stream]) -> int:
    texts = [text_width(line) for line in (*box.lines, *box.matches)]
    ports = sum(_port_width(stream) for stream in leaving)
    return max(2 * PAD + max([text_width(box.title, TITLE) + 8, *texts]), ports + PAD, 96)


def _port_width(stream: Stream) -> int:
    return text_width(stream.told, SMALL) + 20


def _leaving(picture: Picture) -> dict[str, list[Stream]]:
    """The streams that leave each box, from left to right by their destination."""
    leaving: defaultdict[str, list[Stream]] = defaultdict(list)
    for stream in picture.streams:
        leaving[stream.source].append(stream)
    for own in leaving.values():
        own.sort(key=lambda stream: (picture.box(stream.target).left, picture.box(stream.target).first))
    return dict(leaving)


def _by_band(picture: Picture) -> list[list[Stream]]:
    """The streams that leave the boxes of each band."""
    bands: list[list[Stream]] = [[] for _ in picture.bands]
    for stream in picture.streams:
        bands[picture.box(stream.source).last].append(stream)
    return bands


def _lanes(picture: Picture, leaving: Mapping[str, Sequence[Stream]]) -> list[tuple[int, int]]:
    """The left and right edge of each lane: wide enough for its boxes, and for those that span several together."""
    count = 1 + max(box.right for box in picture.boxes)
    widths = [96] * count
    for box in sorted(picture.boxes, key=lambda each: each.right - each.left):
        span = box.right - box.left + 1
        have = sum(widths[box.left : box.right + 1]) + LANE_GAP * (span - 1)
        lack = _own_width(box, leaving.get(box.id, ())) - have
        if lack > 0:
            for lane in range(box.left, box.right + 1):
                widths[lane] += -(-lack // span)
    edges, x = [], HEADING
    for width in widths:
        edges.append((x, x + width))
        x += width + LANE_GAP
    return edges


def _band_edges(picture: Picture, bends: Sequence[int]) -> tuple[list[int], list[int]]:
    """The top and bottom of each band: high enough for its boxes, with a gap for the streams below it."""
    heights = [0] * len(picture.bands)
    for box in sorted(picture.boxes, key=lambda each: each.last - each.first):
        gaps = sum(_gap(bends[band]) for band in range(box.first, box.last))
        lack = own_height(box) - sum(heights[box.first : box.last + 1]) - gaps
        if lack > 0:
            heights[box.last] += lack
    tops, bottoms, y = [], [], TOP
    for band, height in enumerate(heights):
        tops.append(y)
        bottoms.append(y + height)
        y += height + _gap(bends[band])
    return tops, bottoms


def _gap(bends: int) -> int:
    return 2 * STUB + SLOT * max(1, bends)


def _height_in(box: Box, tops: Sequence[int], bottoms: Sequence[int]) -> int:
    return bottoms[box.last] - tops[box.first] if box.last > box.first else own_height(box)


def _out_ports(sides: tuple[int, int], own: Sequence[Stream]) -> Iterator[tuple[Stream, int]]:
    """Where each stream leaves a box, spread so that every label has space."""
    left, right = sides
    need = [_port_width(stream) for stream in own]
    spare = max(0, (right - left - sum(need)) // (len(need) + 1))
    x = left + max(spare, PAD // 2)
    for stream, width in zip(own, need, strict=True):
        yield stream, x + 9
        x += width + spare


def _in_ports(
    sides: tuple[int, int], own: Sequence[Stream], outs: Mapping[Stream, int], beside: Mapping[Stream, Sequence[int]]
) -> dict[Stream, int]:
    """Where each stream enters a box: straight below its origin if possible, never two in one place.

    It also avoids places below exits in the same gap (*beside*), since it would run along the line of such a stream.
    """
    low, high = sides[0] + 12, sides[1] - 12
    found: dict[Stream, int] = {}
    for stream in sorted(own, key=lambda each: (not low <= outs[each] <= high, outs[each])):
        wanted = min(max(outs[stream], low), high)
        free = [x for x in range(low, high + 1) if all(abs(x - other) >= APART for other in found.values())]
        clear = [x for x in free if x == outs[stream] or all(abs(x - other) >= SLOT for other in beside[stream])]
        found[stream] = min(clear or free or [wanted], key=lambda x: abs(x - wanted))
    return found


def _levels(band: Sequence[Stream], outs: Mapping[Stream, int], ins: Mapping[Stream, int]) -> dict[Stream, int]:
    """The streams of one gap that bend, from the top down, so that those from one box do not cross each other."""

    def order(stream: Stream) -> tuple[int, int]:
        return (0, -outs[stream]) if ins[stream] > outs[stream] else (1, outs[stream])

    bent = sorted((stream for stream in band if outs[stream] != ins[stream]), key=order)
    return {stream: level for level, stream in enumerate(bent)}
