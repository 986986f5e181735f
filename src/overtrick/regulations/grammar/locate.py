"""Where in a TOML file a value stands, so that a fault can name its line."""

import re
from collections.abc import Sequence

_HEADER = re.compile(r"\s*(?P<open>\[\[?)\s*(?P<path>[^\]]+?)\s*\]\]?")
_KEY = re.compile(r"\s*(?P<key>[A-Za-z0-9_-]+|\"[^\"]+\")\s*=")


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line of the value at *path* (keys and places in arrays of tables), or of what holds it.

    >>> line_of('[[scale]]\\nid = "a"\\n[[scale]]\\nid = "b"\\ntotal = 20\\n', ("scale", 1, "total"))
    5
    """
    wanted = tuple(path)
    best, depth = 1, 0
    here: tuple[str | int, ...] = ()
    counts: dict[tuple[str | int, ...], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            here = _enter(header["path"].split("."), counts, array=header["open"] == "[[")
            at = here
        elif key := _KEY.match(line):
            at = (*here, key["key"].strip('"'))
        else:
            continue
        if wanted[: len(at)] == at and len(at) > depth:
            best, depth = number, len(at)
    return best


def _enter(names: Sequence[str], counts: dict[tuple[str | int, ...], int], *, array: bool) -> tuple[str | int, ...]:
    """The path a table header opens; headers below an array of tables belong to its last element."""
    path: tuple[str | int, ...] = ()
    for place, name in enumerate(names):
        path = (*path, name.strip())
        if place == len(names) - 1 and array:
            counts[path] = counts.get(path, -1) + 1
            for below in [known for known in counts if known[: len(path)] == path and known != path]:
                del counts[below]
        if path in counts:
            path = (*path, counts[path])
    return path
