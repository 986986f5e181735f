"""A diagram of an event in plain text: band by band, every box with its incoming and outgoing streams."""

from collections.abc import Iterator

from overtrick.views.pictures.layout import BoxKind, Panel, Picture


def outline(picture: Picture) -> str:
    """The whole diagram as text."""
    return "\n".join(_lines(picture))


def _lines(picture: Picture) -> Iterator[str]:
    yield picture.title
    if picture.says:
        yield picture.says
    for band, name in enumerate(picture.bands):
        boxes = [box for box in picture.boxes if box.first == band and box.kind is not BoxKind.PLACES]
        if not boxes:
            continue
        if name:
            yield f"\n{', '.join(name.splitlines())}"
        for box in sorted(boxes, key=lambda each: each.left):
            said = ", ".join(line for line in box.lines if line)
            yield f"  {box.title}" + (f": {said}" if said else "")
            yield from (f"      {line}" for line in box.matches)
            for stream in picture.streams:
                if stream.source == box.id:
                    yield f"    {stream.told} → {picture.box(stream.target).title}"
    for panel in picture.panels:
        yield ""
        yield from _panel(panel)


def _panel(panel: Panel) -> Iterator[str]:
    yield panel.title
    if panel.note:
        yield panel.note
    rows = (panel.head, *panel.rows)
    widths = [max(len(row[column]) for row in rows) for column in range(len(panel.head))]
    for row in rows:
        yield "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
