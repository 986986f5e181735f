"""What the documents give an entry of any size to play: the row of the format, or that they give none."""

import pytest

from overtrick.core.by_entry import FormatGap
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.read.documents import load

ITS, CONGRESS = "nsw-its-2021", "nsw-swiss-pairs"
Cells = tuple[object, ...]
Rows = dict[tuple[int, int], Cells]
"""By the least and the most entries."""
SINGLE: Rows = {
    (7, 8): (7, 16, (0, 4, 3)), (9, 10): (9, 16, (3, 3, 3)), (11, 12): (11, 14, (4, 4, 3)),
    (13, 14): (13, 13, (4, 5, 4)), (15, 16): (15, 12, (5, 5, 5)), (17, 18): (17, 10, (6, 6, 5)),
}  # fmt: skip
TEN, TWELVE, FOURTEEN = (10, 9, 12, (5, 4)), (12, 11, 10, (6, 5)), (14, 13, 8, (7, 6))
"""The finals: pairs, matches, boards of each, and matches of each day."""
LONG: Rows = {
    (19, 20): (10, 6, *TEN), (21, 22): (11, 5, *TEN), (23, 23): (12, 5, *TEN), (24, 24): (12, 5, *TWELVE),
    (25, 26): (13, 4, *TWELVE), (27, 28): (14, 4, *TWELVE), (29, 34): (14, 4, *FOURTEEN),
}  # fmt: skip
DOUBLE, MITCHELL, ALLOWED = (
    "double round robin", "all contending pairs in a smaller complete Mitchell", "a round robin, or rematches allowed",
)  # fmt: skip


def in_stages(name: str) -> Rows:
    """One stage or two."""
    return {(7, 18): (1, "round robin", f"{name}-single"), (19, 60): (2, "qualifying and final", f"{name}-two-stage")}


FORMATS: list[tuple[str, str, str, Rows, dict[tuple[int, int], tuple[str, int]]]] = [
    # file, table, what is counted, the rows, the gaps with what could be played and the row that could be taken
    (ITS, "oits", "contending pairs",
     {(18, 35): (18, 3, 3, 9, 4), (36, 51): (24, 3, 4, 7, 5), (52, 60): (30, 3, 5, 5, 6)}, {(0, 17): (MITCHELL, 18)}),
    *((ITS, name, "pairs", in_stages(name), {(0, 6): (DOUBLE, 0)}) for name in ("wits", "sits")),
    *((ITS, f"{name}-single", "pairs", SINGLE, {(0, 6): (DOUBLE, 0)}) for name in ("wits", "sits")),
    *((ITS, f"{name}-two-stage", "pairs", LONG, {(35, 60): ("the last row", 34)}) for name in ("wits", "sits")),
    (CONGRESS, "congress", "pairs", {(7, 60): (7, 8, (3, 4))}, {(0, 6): (ALLOWED, 0)}),
    (CONGRESS, "congress-small", "pairs", {(7, 60): (6, 9, (3, 3))}, {(0, 6): (ALLOWED, 0)}),
]  # fmt: skip


@pytest.mark.clause("ITS21 OITS.size-table", "ITS21 WITS.format-table", "ITS21 WITS.q-table", "ITS21 SITS.format-table")
@pytest.mark.clause("ITS21 SITS.q-table", "NSWSP 1.2")
@pytest.mark.parametrize(
    ("folder", "name", "counts", "rows", "gaps"), FORMATS, ids=[f"{each[0]}/{each[1]}" for each in FORMATS]
)
def test_every_entry_has_its_row_or_is_told_that_there_is_none(
    folder: str,
    name: str,
    counts: str,
    rows: Rows,
    gaps: dict[tuple[int, int], tuple[str, int]],
) -> None:
    table = load(RankingRules, folder).formats[name]
    assert table.counts == counts
    spans = {entries: span for span in (*rows, *gaps) for entries in range(span[0], span[1] + 1)}
    for entries in range(61):
        found, span = table.find(entries), spans.get(entries, (0, 0))
        if span in rows:
            assert not isinstance(found, FormatGap), entries
            assert tuple(found.cells.values()) == rows[span], entries
        else:
            assert isinstance(found, FormatGap), entries
            proposes, row = gaps.get(span, ("", 0))
            assert found.proposes == proposes, entries
            played = table.suggested_row(found)
            assert (played is not None and row in played.entries) is bool(row), entries
    assert load(RankingRules, folder).formats.keys() == {each[1] for each in FORMATS if each[0] == folder}
