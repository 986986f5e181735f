"""Names in addresses: `spring` belongs to the installation's own organisation, `nsw.spring` to the one called nsw.

The name of a congress or a book is also its key, so two organisations never share one, whatever short names they use.
"""

DOT = "."
NAME = r"(?:[a-z0-9-]+\.)?[-a-zA-Z0-9_]+"
"""The pattern of a name in an address."""


class NameConverter:
    """The path converter for names."""

    regex = NAME

    def to_python(self, value: str) -> str:
        """The name, unchanged."""
        return value

    def to_url(self, value: str) -> str:
        """The name for the address, unchanged."""
        return value


def owner_of(name: str) -> str:
    """The short name of the organisation that a name belongs to; empty for the installation's own.

    >>> owner_of("nsw.spring"), owner_of("spring")
    ('nsw', '')
    """
    return name.rpartition(DOT)[0]


def short(name: str) -> str:
    """A name without the prefix of its organisation.

    >>> short("nsw.spring"), short("spring")
    ('spring', 'spring')
    """
    return name.rpartition(DOT)[2]
