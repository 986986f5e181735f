"""Destinations of results, from the installation's own file of addresses and passwords, which no page or book contains.

`OVERTRICK_DESTINATIONS` names the file; by default it is `destinations.toml` beside the books. Each table in it is a
destination; `docs/reference/settings.md` lists the settings of each kind.
"""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from overtrick.core.errors import DirectorError
from overtrick.core.wording import phrase
from overtrick.web.organisations.models import HOME
from overtrick.web.translation import plain

KINDS = {
    "site": phrase("The static site, as an archive to download"),
    "bridgewebs": phrase("BridgeWebs: results as USEBIO"),
    "myabf-messages": phrase("MyABF: seat assignments, as messages"),
    "webdav": phrase("The static site, sent to a web host by WebDAV"),
    "folder": phrase("The static site, written to a folder on the server"),
}
"""The kinds of destinations, and what each is sent."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A destination. Its secret is left out of its text representation."""

    name: str
    kind: str
    address: str = ""
    organisation: str = HOME
    club: str = ""
    user: str = ""
    secret: str = field(default="", repr=False)
    private: bool = False
    """Whether it may be in a private network, and be reached without TLS."""

    @property
    def title(self) -> str:
        """Its kind, in the language of the pages."""
        return plain(KINDS[self.kind])

    def scrub(self, text: str) -> str:
        r"""A text from the other side that can be stored: on one line, and without our secret, in case it is echoed.

        >>> Destination("club", "bridgewebs", secret="7DXX").scrub("wrong:\r\n\0 7DXX")
        'wrong: …'
        """
        plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
        return plain.replace(self.secret, "…") if self.secret else plain


ARCHIVE = Destination("site", "site")
"""The destination that always exists: the site as an archive, which can be downloaded at the desk."""


def destinations(organisation: str) -> dict[str, Destination]:
    """The destinations of an organisation, by name."""
    path = Path(settings.DESTINATIONS)
    if not path.is_file():
        return {ARCHIVE.name: ARCHIVE}
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise DirectorError(
            "The destinations file cannot be read", remedy="Ask the server administrator to correct {where}.",
            where=path.name,
        ) from fault  # fmt: skip
    read = {name: _read(name, table) for name, table in tables.items()}
    return {ARCHIVE.name: ARCHIVE} | {name: each for name, each in read.items() if each.organisation == organisation}


def _read(name: str, table: object) -> Destination:
    known = {each.name for each in fields(Destination)} - {"name"}
    if not isinstance(table, dict) or not table.keys() <= known or table.get("kind") not in KINDS:
        raise DirectorError(
            "The destination “{name}” cannot be read", remedy="Use only the fields {known:and}; the kind must be "
                                                              "{kinds:or}.",
            name=name, known=tuple(sorted(known)), kinds=tuple(KINDS),
        )  # fmt: skip
    made = Destination(name, **table)
    scheme = urlsplit(made.address).scheme
    if made.kind not in ("site", "folder") and scheme != "https" and not (made.private and scheme == "http"):
        raise DirectorError(
            "The address of “{name}” does not use https",
            remedy="Use an https address in the destinations file.",
            name=name,
        )
    return made
