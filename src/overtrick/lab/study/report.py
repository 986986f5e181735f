"""A study as one page that needs no server, network or script: sentences with their figures, and charts."""

from collections.abc import Iterator
from html import escape

from overtrick.lab.study.measures import words_of
from overtrick.lab.study.summary import Cell, Summary
from overtrick.lab.study.words import assumptions, figure, headline, told_of, told_of_others

CHARTS = ("best_wins", "best_selected", "right", "tau", "winner_strength", "boards")
"""The measures that are charted."""

WIDE = 100
"""The width of a chart in its own units; the page stretches it."""

_STYLE = """
body { margin: 1.5rem auto; max-width: 72rem; padding: 0 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; } h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; }
ul { padding-left: 1.25rem; } li { margin: .2rem 0; } .headline { font-weight: 600; }
summary { padding: .6rem 0; cursor: pointer; font-weight: 600; }
aside { background: var(--raised); border: 1px solid var(--line); padding: 0 1rem; font-size: .9rem; }
@media (min-width: 64rem) { .beside { display: grid; grid-template-columns: 1fr 20rem; gap: 2rem; }
  aside { align-self: start; } }
figure { margin: 1rem 0; } figcaption { color: var(--quiet); }
.row { display: grid; grid-template-columns: 14rem 1fr 9rem; gap: 0 1rem; align-items: center; }
.row svg { width: 100%; height: 1.75rem; } .row .figure { font-variant-numeric: tabular-nums; white-space: nowrap; }
svg line { vector-effect: non-scaling-stroke; } .first { stroke: var(--line-strong); }
.within, .mean { stroke: var(--baize); stroke-width: 3; } .mean { stroke-width: 11; stroke-linecap: round; }
@media (max-width: 40rem) { .row { grid-template-columns: 1fr auto; } .row .name { grid-column: 1 / -1; } }
"""


def page(found: Summary, look: str) -> str:
    """The page; *look* is the product's style sheet of colours."""
    return "\n".join(_page(found, look)) + "\n"


def _page(found: Summary, look: str) -> Iterator[str]:
    study = found.study
    name = escape(study.name)
    yield f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{name}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    colours = "\n".join(line for line in look.splitlines() if not line.startswith("@font-face"))  # these refer to files
    yield f"<style>{colours}{_STYLE}</style></head>\n<body>\n<h1>{name}</h1>"
    if study.says:
        yield f"<p>{escape(study.says)}</p>"
    yield '<div class="beside"><div>'
    for entries in study.entries:
        yield f"<h2>{entries} entries</h2>"
        for said in filter(None, (headline(found, asked.name, entries) for asked in study.formats)):
            yield f'<p class="headline">{_text(said)}</p>'
        if others := [each for each in found.others if each.entries == entries]:
            yield "<ul>"
            yield from (f"<li>{_text(f'{each.format}: {told_of_others(each, found)}')}</li>" for each in others)
            yield "</ul>"
        for measure in CHARTS:
            cells = [each for each in found.cells if (each.measure, each.entries) == (measure, entries)]
            if cells:
                yield _chart(measure, cells)
        for asked in study.formats:
            first, *told = told_of(found, asked.name, entries)
            leading = headline(found, asked.name, entries)
            yield f"<details><summary>{escape(first)}</summary><ul>"
            yield from (f"<li>{_text(each.strip())}</li>" for each in told if each.strip() != leading)
            yield "</ul></details>"
    yield "</div>\n<aside><h2>What is assumed</h2><ul>"
    yield from (f"<li>{_text(each)}</li>" for each in assumptions(study))
    yield "</ul></aside></div>\n</body>\n</html>"


def _text(said: str) -> str:
    """A sentence for the page; a figure and its interval stay on one line."""
    return escape(said).replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")


def _chart(measure: str, cells: list[Cell]) -> str:
    """A measure of every format: a dot for its mean, a line for its interval, and a rule at the first format's mean."""
    words, unit = words_of(measure)
    low = min(cell.mean.value - cell.mean.within for cell in cells)
    high = max(cell.mean.value + cell.mean.within for cell in cells)
    span = (high - low) or 1.0
    edge = WIDE / 20

    def at(value: float) -> str:
        return f"{edge + (value - low) / span * (WIDE - 2 * edge):.2f}"

    def line(kind: str, start: float, end: float, y: str = 'y1="12" y2="12"') -> str:
        return f'<line class="{kind}" x1="{at(start)}" x2="{at(end)}" {y}/>'

    rows = []
    for cell in cells:
        mean, first = cell.mean, cells[0].mean.value
        drawn = line("first", first, first, 'y1="0" y2="24"') + line(
            "within", mean.value - mean.within, mean.value + mean.within
        )
        drawn += line("mean", mean.value, mean.value)
        told = figure(mean, unit)
        rows.append(
            f'<div class="row"><span class="name">{escape(cell.format)}</span>'
            f'<svg viewBox="0 0 {WIDE} 24" preserveAspectRatio="none" aria-hidden="true">{drawn}</svg>'
            f'<span class="figure">{escape(told)}</span></div>'
        )
    title = escape(words[0].upper() + words[1:])
    return f"<figure><figcaption>{title}</figcaption>{''.join(rows)}</figure>"
