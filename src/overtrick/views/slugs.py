"""Names in the form that addresses use."""

import re
import unicodedata

_DROPPED = re.compile(r"[^\w\s-]", re.ASCII)
_GAPS = re.compile(r"[-\s]+")


def slugify(name: str) -> str:
    """A name in lower-case letters, digits and single hyphens; empty where nothing of it can be written so.

    >>> slugify("Stage 2, Élite"), slugify("VPs  a match"), slugify("決勝")
    ('stage-2-elite', 'vps-a-match', '')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return _GAPS.sub("-", _DROPPED.sub("", plain.lower())).strip("-_")
