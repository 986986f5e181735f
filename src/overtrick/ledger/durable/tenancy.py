"""The current organisation: every row of a book, a congress or a list of people belongs to one.

Code that answers a request sets the organisation with `within`. On PostgreSQL it is set on the connection before any
query, and the policies of the tables hide the rows of others: a query that forgets to filter by organisation still sees
no other's rows. A connection without an organisation gets an error, never rows. This module does not use Django.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token

DEFAULT = 1
"""The organisation of an installation that has only one; its names have no prefix."""
EVERYBODY = 0
"""All organisations: for commands, the live stream's check for news, and a user's list of organisations."""
SETTING = "overtrick.organisation"
"""The setting that carries it on a connection to PostgreSQL."""

_tenant: ContextVar[int | None] = ContextVar("tenant", default=None)


@contextmanager
def use_organisation(organisation: int) -> Iterator[None]:
    """Work on the rows of one organisation, or of all, inside the `with` block."""
    before = begin(organisation)
    try:
        yield
    finally:
        end(before)


def begin(organisation: int | None) -> Token[int | None]:
    """Work on the rows of an organisation, or of none, until `end` is called with the returned token."""
    return _tenant.set(organisation)


def end(before: Token[int | None]) -> None:
    """Restore the organisation that was current before."""
    _tenant.reset(before)


def current() -> int | None:
    """The current organisation."""
    return _tenant.get()
