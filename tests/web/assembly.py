"""What `live.js` does with a frame, in text: an older page and pieces put together."""

import re
from collections.abc import Sequence

from overtrick.web.live.frame import KEY, KNOWN, LINE, NAME_MARK, ROWS, TAB, VALUE, Frame, Piece


def assembled(pieces: Sequence[Piece], parts: int, older: Frame) -> str:
    """The page that an older page becomes by the pieces of a frame."""
    runs = iter(_rows(pieces[parts:], older.names))
    made = []
    for part in pieces[:parts]:
        assert isinstance(part, str)
        first, *rest = part.split(ROWS)
        made.append("".join((first, *(next(runs) + each for each in rest))))
    return "".join(f"{one}{other}" for one, other in zip(older.outside, (*made, ""), strict=True))


def _rows(pieces: Sequence[Piece], names: dict[str, tuple[str, ...]]) -> list[str]:
    """Each run of rows, as its columns say."""
    out, at = [], 0
    while at < len(pieces):
        order, columns = str(pieces[at]).split("\n"), int(str(pieces[at]).split("\n")[0])
        rows = dict.fromkeys(sorted(order[1:]), "")
        for column in pieces[at + 1 : at + 1 + columns]:
            assert isinstance(column, list)
            *shapes, values = column
            for key, line in zip(rows, values.split("\n"), strict=True):
                shape, *texts = line.replace(LINE, "\n").split("\t")
                rows[key] += (
                    _filled(shapes[int(shape)], key, [each.replace(TAB, "\t") for each in texts]) if shape else ""
                )
        out.append("".join(_named(rows[key], names[key]) for key in order[1:]))
        at += 1 + columns
    return out


def _filled(shape: str, key: str, texts: list[str]) -> str:
    given = iter(texts)
    return "".join(next(given) if each == VALUE else key if each == KEY else each for each in _split_marks(shape))


def _split_marks(shape: str) -> list[str]:
    return re.split(f"([{KEY}{VALUE}])", shape)


def _named(row: str, known: tuple[str, ...]) -> str:
    for each in known:
        row = row.replace(NAME_MARK if each.startswith("<th") else KNOWN, each, 1)
    return row
