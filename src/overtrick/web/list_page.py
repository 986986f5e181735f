"""A long list, a page at a time: a page costs the same however long the list is."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)
LAST = 1000
"""The last page that can be asked for: who wants something further down searches for it."""


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """One page of a list: its rows, its number from 1 on, and whether there is another."""

    rows: tuple[Row, ...]
    number: int
    more: bool

    @property
    def before(self) -> int:
        """The number of the page before; 0 for none."""
        return self.number - 1

    @property
    def after(self) -> int:
        """The number of the page after; 0 for none."""
        return self.number + 1 if self.more and self.number < LAST else 0


def list_page(found: "QuerySet[Row]", number: int, size: int) -> ListPage[Row]:
    """So many rows of a list in its order. Nothing is counted: one row more is asked for than is shown."""
    rows = tuple(found[(number - 1) * size : number * size + 1])
    return ListPage(rows[:size], number, len(rows) > size)


def page_asked(request: HttpRequest) -> int:
    """The page that an address asks for, the first where it names none."""
    asked = request.GET.get("page", "")
    return min(max(int(asked), 1), LAST) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
