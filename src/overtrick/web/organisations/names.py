"""Names in addresses: `spring` is of the installation's own organisation, `nsw.spring` of the one called nsw.

The name of a congress or of a book is its key as well, so that two organisations never share one, whatever short names
they choose.
"""

DOT = "."
NAME = r"(?:[a-z0-9-]+\.)?[-a-zA-Z0-9_]+"
"""What an address may have for a name."""


class Named:
    """A name in an address, as it stands."""

    regex = NAME

    def to_python(self, value: str) -> str:
        """As it is written."""
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value


def owner_of(name: str) -> str:
    """The short name of the organisation whose name this is; nothing for the installation's own.

    >>> owner_of("nsw.spring"), owner_of("spring")
    ('nsw', '')
    """
    return name.rpartition(DOT)[0]


def short(name: str) -> str:
    """A name as its own organisation says it.

    >>> short("nsw.spring"), short("spring")
    ('spring', 'spring')
    """
    return name.rpartition(DOT)[2]
