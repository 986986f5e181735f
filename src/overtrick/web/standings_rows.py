"""The rows of a table of standings.

They are most of a page that has many readers and is made again after each result. In Python, a row takes a sixth of the
time that a template takes.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from overtrick.views.standings import FieldTable, StandingsRow
from overtrick.views.whys import Number
from overtrick.web.words import match_cells, match_form, moved_cell, number, said, who

register = template.Library()


@register.simple_tag(takes_context=True)
def standings_rows(context: Mapping[str, Any], table: FieldTable) -> SafeString:
    """Every row of a table. A row does not depend on the rows around it."""
    return mark_safe("".join([_row(context, table, row) for row in table.rows]))  # noqa: S308 - escaped there


def _row(context: Mapping[str, Any], table: FieldTable, row: StandingsRow) -> str:
    key = escape(row.who.number)
    groups = f' data-groups="{"".join([f"{each} " for each in row.groups])}"' if row.groups else ""
    notes = f' <span class="quiet">{said(row.notes)}</span>' if row.notes else ""
    form = f'<span class="form" aria-hidden="true">{match_form(row.matches)}</span>' if table.rounds else ""
    before = [each for each, has in ((row.carried, table.carried), (row.fined, table.fined)) if has]
    so_far = f'<span class="run">{escape(row.so_far)}</span>' if row.so_far else number(context, row.live)
    parts = (
        f'<tr data-k="{key}" data-who="{key}"{groups}>',
        f'<td class="number pl">{number(context, row.place)}</td>',
        moved_cell(row.moved) if table.moved else "",
        f'<th scope="row" class="nm">{who(context, row.who)}{notes}</th>',
        _cells(context, "number x pre", before),
        f'<td class="number total tot">{number(context, row.total)}{form}</td>',
        match_cells(context, row.matches),
        f'<td class="number live">{so_far}</td>' if table.live else "",
        _cells(context, "number x tb", row.columns),
        "</tr>",
    )
    return "\n".join(parts)


def _cells(context: Mapping[str, Any], kind: str, numbers: Iterable[Number]) -> str:
    return "".join([f'<td class="{kind}">{number(context, each)}</td>' for each in numbers])
