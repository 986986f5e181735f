"""Paging through long lists, where a page costs the same however long the list is."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)
LAST = 1000
"""The last page that can be requested; anything further down must be searched for."""


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """One page of a list: its rows, its number from 1 on, and whether there is another."""

    rows: tuple[Row, ...]
    number: int
    more: bool

    @property
    def before(self) -> int:
        """The number of the previous page; 0 if there is none."""
        return self.number - 1

    @property
    def after(self) -> int:
        """The number of the next page; 0 if there is none."""
        return self.number + 1 if self.more and self.number < LAST else 0


def list_page(found: "QuerySet[Row]", number: int, size: int) -> ListPage[Row]:
    """One page of a list. Rows are not counted: one more than shown is queried."""
    rows = tuple(found[(number - 1) * size : number * size + 1])
    return ListPage(rows[:size], number, len(rows) > size)


def page_asked(request: HttpRequest) -> int:
    """The number of the page that an address asks for; 1 if it names none."""
    asked = request.GET.get("page", "")
    return min(max(int(asked), 1), LAST) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
