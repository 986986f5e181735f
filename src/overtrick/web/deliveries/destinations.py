"""Where results may go: the installation's own file of addresses and passwords, which no page and no book ever holds.

`OVERTRICK_DESTINATIONS` names it; by default it is `destinations.toml` beside the books. Each table of it is a
destination; `docs/organisers/publish.md` shows one of each kind.
"""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings

from overtrick.core.errors import DirectorError
from overtrick.web.organisations.models import HOME

KINDS = {
    "site": "The static site, as an archive to download",
    "bridgewebs": "BridgeWebs: results as USEBIO",
    "myabf-messages": "MyABF: where everybody sits, as messages",
    "webdav": "The static site, to a web space by WebDAV",
    "folder": "The static site, to a folder of this machine",
}
"""What a destination may be, and what it is sent."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A destination. What is secret is never written out with it."""

    name: str
    kind: str
    address: str = ""
    organisation: str = HOME
    club: str = ""
    user: str = ""
    secret: str = field(default="", repr=False)
    private: bool = False
    """Whether it may be in a network of one's own, and without TLS."""

    @property
    def title(self) -> str:
        """What it is, in words."""
        return KINDS[self.kind]

    def scrubbed(self, text: str) -> str:
        r"""Words of the other side that can be kept: on one line, and without our secret, should it say it back.

        >>> Destination("club", "bridgewebs", secret="7DXX").scrubbed("wrong:\r\n\0 7DXX")
        'wrong: …'
        """
        plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
        return plain.replace(self.secret, "…") if self.secret else plain


ARCHIVE = Destination("site", "site")
"""Always there: the site as an archive, which the desk hands out."""


def destinations(organisation: str) -> dict[str, Destination]:
    """Where the results of an organisation may go, by name."""
    path = Path(settings.DESTINATIONS)
    if not path.is_file():
        return {ARCHIVE.name: ARCHIVE}
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise DirectorError(
            "The file of destinations cannot be read", remedy="Whoever keeps the server puts it right: {where}.",
            where=path.name,
        ) from fault  # fmt: skip
    read = {name: _read(name, table) for name, table in tables.items()}
    return {ARCHIVE.name: ARCHIVE} | {name: each for name, each in read.items() if each.organisation == organisation}


def _read(name: str, table: object) -> Destination:
    known = {each.name for each in fields(Destination)} - {"name"}
    if not isinstance(table, dict) or not table.keys() <= known or table.get("kind") not in KINDS:
        raise DirectorError(
            "The destination “{name}” cannot be read", remedy="It has {known:and}; its kind is {kinds:or}.",
            name=name, known=tuple(sorted(known)), kinds=tuple(KINDS),
        )  # fmt: skip
    made = Destination(name, **table)
    scheme = urlsplit(made.address).scheme
    if made.kind not in ("site", "folder") and scheme != "https" and not (made.private and scheme == "http"):
        raise DirectorError("The address of “{name}” is not https", remedy="Nothing is sent in the clear.", name=name)
    return made
