"""Whose rows are worked on: every row of a book, a congress or a list of people is one organisation's.

Whoever answers a request says for whom (`within`). On PostgreSQL the connection says it on before it asks anything, and
the policies of the tables show it no other's rows: a question that forgets to ask for one organisation alone still
sees no other. A connection that has not said it is answered with an error, never with rows. No Django is in here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token

DEFAULT = 1
"""The organisation of an installation that has only one, and whose names stand without its own before them."""
EVERYBODY = 0
"""Said by what works on the whole installation: commands at the prompt, the look of the live stream, one's own list."""
SETTING = "overtrick.organisation"
"""Where a connection to PostgreSQL says it."""

_tenant: ContextVar[int | None] = ContextVar("tenant", default=None)


@contextmanager
def within(organisation: int) -> Iterator[None]:
    """Work on the rows of one organisation, or of everybody, for as long as this lasts."""
    before = begin(organisation)
    try:
        yield
    finally:
        end(before)


def begin(organisation: int | None) -> Token[int | None]:
    """From here on work on the rows of an organisation, or on nobody's, until `end` is told what this answered."""
    return _tenant.set(organisation)


def end(before: Token[int | None]) -> None:
    """Work again on what was worked on before."""
    _tenant.reset(before)


def current() -> int | None:
    """Whose rows are worked on now."""
    return _tenant.get()
