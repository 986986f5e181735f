"""A study as one page that needs no server, no network and no script: sentences with their figures, and charts."""

from collections.abc import Iterator
from html import escape

from overtrick.lab.study.measures import words_of
from overtrick.lab.study.summary import Cell, Summary
from overtrick.lab.study.words import assumed, figure, told_of

CHARTS = ("best_wins", "best_selected", "right", "tau", "winner_strength", "boards")
"""The measures that are drawn."""

WIDTH, LEFT, ROW = 640, 200, 26
_STYLE = """
body { margin: 2rem auto; max-width: 44rem; padding: 0 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 Inter, system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.2; }
aside { background: var(--raised); border: 1px solid var(--line); padding: .5rem 1rem; }
figure { margin: 1rem 0; } figcaption, .quiet { color: var(--quiet); } svg { width: 100%; height: auto; }
svg text { fill: var(--text); font: 13px Inter, system-ui, sans-serif; } .first { stroke: var(--line-strong); }
.within { stroke: var(--baize); stroke-width: 3; } .mean { fill: var(--baize); } li { margin: .2rem 0; }
"""


def page(found: Summary, look: str) -> str:
    """The page; *look* is the product's own sheet of colours."""
    return "\n".join(_page(found, look)) + "\n"


def _page(found: Summary, look: str) -> Iterator[str]:
    study = found.study
    name = escape(study.name)
    yield f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{name}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    colours = "\n".join(line for line in look.splitlines() if not line.startswith("@font-face"))  # these are files
    yield f"<style>{colours}{_STYLE}</style></head>\n<body>\n<h1>{name}</h1>"
    if study.says:
        yield f"<p>{escape(study.says)}</p>"
    yield "<aside><h2>What is assumed</h2><ul>"
    yield from (f"<li>{escape(each)}</li>" for each in assumed(study))
    yield "</ul></aside>"
    for entries in study.entries:
        yield f"<h2>{entries} entries</h2>"
        for measure in CHARTS:
            cells = [each for each in found.cells if (each.measure, each.entries) == (measure, entries)]
            if cells:
                yield _chart(measure, cells)
        for asked in study.formats:
            first, *others = told_of(found, asked.name, entries)
            yield f"<h3>{escape(first)}</h3><ul>"
            yield from (f"<li>{escape(each.strip())}</li>" for each in others)
            yield "</ul>"
    yield "</body>\n</html>"


def _chart(measure: str, cells: list[Cell]) -> str:
    """A measure of every format: a dot for its mean, a line for its interval; the first format's mean ruled through."""
    words, unit = words_of(measure)
    low = min(cell.mean.value - cell.mean.within for cell in cells)
    high = max(cell.mean.value + cell.mean.within for cell in cells)
    span = (high - low) or 1.0
    right = WIDTH - 130

    def at(value: float) -> str:
        return f"{LEFT + (value - low) / span * (right - LEFT):.1f}"

    height = ROW * len(cells) + 6
    drawn = [
        f'<line class="first" x1="{at(cells[0].mean.value)}" x2="{at(cells[0].mean.value)}" y1="0" y2="{height}"/>'
    ]
    for place, cell in enumerate(cells):
        y, mean = ROW * place + ROW // 2 + 3, cell.mean
        ends = f'x1="{at(mean.value - mean.within)}" x2="{at(mean.value + mean.within)}"'
        drawn += [
            f'<text x="0" y="{y + 4}">{escape(cell.format)}</text>',
            f'<line class="within" {ends} y1="{y}" y2="{y}"/>',
            f'<circle class="mean" cx="{at(mean.value)}" cy="{y}" r="5"/>',
            f'<text x="{right + 12}" y="{y + 4}">{escape(figure(mean, unit))}</text>',
        ]
    title = escape(words[0].upper() + words[1:])
    inside = "".join(drawn)
    return (
        f"<figure><figcaption>{title}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">{inside}</svg></figure>'
    )
