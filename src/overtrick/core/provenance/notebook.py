"""A figure as a notebook shows it: one line, and its reasons behind it, each to be opened."""

from html import escape

from overtrick.core.exact import Exact
from overtrick.core.provenance.figures import Fact, Figure
from overtrick.core.provenance.telling import Telling

DEEP = 6
"""How many levels are written out: down to a board's results; beyond that `why` and `explained` tell more."""


def notebook(figure: Figure[Exact]) -> str:
    """The tree of a figure as HTML, closed but for its first line.

    >>> from overtrick.core.laws.table_score import points
    >>> from overtrick.core.laws.imps import imps
    >>> notebook(imps(*points(620, -50)))[:66]
    '<details><summary>+12 IMPs  (Law 78B)</summary><ul><li>+620 points'
    """
    return _opened(Telling(), figure, DEEP, {id(figure)})


def _opened(telling: Telling, figure: Figure[Exact], depth: int, told: set[int]) -> str:
    line = escape(telling.line(figure))
    if depth == 0 or not figure.of:
        return line
    items = []
    for reason in telling.parts(figure):
        if isinstance(reason, Fact):
            items.append(escape(str(reason)))
        elif id(reason) in told:
            items.append(f"{escape(telling.line(reason))}  [as above]")
        else:
            told.add(id(reason))
            items.append(_opened(telling, reason, depth - 1, told))
    inner = "".join(f"<li>{item}</li>" for item in items)
    return f"<details><summary>{line}</summary><ul>{inner}</ul></details>"
