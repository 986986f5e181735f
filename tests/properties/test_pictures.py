"""Pictures of events: nothing lies on anything else, nobody is lost, and the file is whole."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from overtrick.core.errors import OvertrickError
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.plan.stages import Entrants
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import event_files, plan_for
from overtrick.regulations.read.documents import load_flow
from overtrick.views.bracket import bracket_page
from overtrick.views.brackets import Connector
from overtrick.views.pictures.bracket import HEAD, ROW, box_tops, bracket_height
from overtrick.views.pictures.event import event_picture
from overtrick.views.pictures.flow import flow_picture
from overtrick.views.pictures.layout import PAD, SMALL, BoxKind, Picture, RoutedStream, lay_out, text_width
from overtrick.views.pictures.outline import outline
from overtrick.views.pictures.svg import svg

pytestmark = pytest.mark.whole

Rectangle = tuple[int, int, int, int]
SVG = "{http://www.w3.org/2000/svg}"


def flow_of(entries: int, variant: str | None = None) -> Picture:
    return flow_picture(load_flow("gnot-nsw-2018").format(entries, variant).flow, f"{entries} teams")


def pictured(event: str) -> list[Picture]:
    words = event_files()[event].event
    found = []
    for entries in sorted({words.entries.least, words.usual, words.entries.most or words.usual}):
        try:
            plan = plan_for(event)(Entrants(entries), frozenset(), {})
        except OvertrickError:  # an entry that needs a choice first, or that a table leaves out
            continue
        found.append(event_picture(plan, Entrants(entries)))
    return found


def meet(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def proved(picture: Picture) -> None:
    layout = lay_out(picture)
    boxes = [(p.x, p.y, p.x + p.width, p.y + p.height) for p in layout.boxes]
    labels = [(x, y - SMALL, x + text_width(r.stream.told, SMALL), y) for r in layout.streams for x, y in (r.label,)]
    assert not [pair for pair in combinations([*boxes, *labels], 2) if meet(*pair)]
    for placed in layout.boxes:
        texts = (placed.box.title, *placed.box.lines, *placed.box.matches)
        assert all(text_width(text) <= placed.width - PAD for text in texts)
        assert 0 <= placed.x < placed.x + placed.width <= layout.width
        assert 0 <= placed.y < placed.y + placed.height <= layout.height
    runs = [(routed.stream, run) for routed in layout.streams for run in runs_of(routed)]
    for (one, first), (other, second) in combinations(runs, 2):
        assert one is other or not on_one_line(first, second), (one, other)


def runs_of(routed: RoutedStream) -> Iterator[Rectangle]:
    for (ax, ay), (bx, by) in pairwise(routed.points):
        yield min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def on_one_line(one: Rectangle, other: Rectangle) -> bool:
    """Whether two straight runs lie on each other for a stretch; that they cross is no fault."""
    if one[0] == one[2] == other[0] == other[2]:
        return one[1] < other[3] and other[1] < one[3]
    return one[1] == one[3] == other[1] == other[3] and one[0] < other[2] and other[0] < one[2]


def conserved(picture: Picture) -> None:
    for box in picture.boxes:
        into = sum(stream.count for stream in picture.arriving(box.id))
        out = sum(stream.count for stream in picture.streams if stream.source == box.id)
        if box.kind is BoxKind.STAGE:
            assert into == out, box


@pytest.mark.parametrize("entries", range(16, 33))
def test_a_flow_for_every_entry_lies_on_a_page_with_nothing_on_anything_else(entries: int) -> None:
    picture = flow_of(entries)
    proved(picture)
    conserved(picture)


def test_both_rows_that_are_printed_for_27_teams_are_drawn() -> None:
    for row in ("27a", "27b"):
        proved(flow_of(27, row))
    assert flow_of(27, "27a") != flow_of(27, "27b")


@pytest.mark.parametrize("event", sorted(event_files()))
def test_every_event_of_the_rulebook_is_drawn(event: str) -> None:
    for picture in pictured(event):
        proved(picture)
        conserved(picture)
        drawn = ET.fromstring(svg(picture))  # noqa: S314 - our own file
        said = "".join(drawn.itertext())
        assert all(box.title in said for box in picture.boxes)
        assert drawn.findtext(f"{SVG}desc") == outline(picture)


def test_a_grid_says_in_which_round_two_meet() -> None:
    grid = next(panel for panel in pictured("anc-2026/interstate-open")[-1].panels if panel.grid)
    for place, row in enumerate(grid.rows, start=1):
        assert row[place] == ""
        assert [grid.rows[other - 1][place] for other in range(1, len(row))] == list(row[1:])


def test_the_picture_in_the_documents_is_as_the_program_draws_it() -> None:
    plan = plan_for("gnot-nsw-2018/gnot")(Entrants(23), frozenset(), {})
    shown = Path(__file__).parents[2] / "docs" / "images" / "gnot-23.svg"
    assert shown.read_text(encoding="utf-8") == svg(event_picture(plan, Entrants(23)))


@pytest.fixture(scope="module")
def played() -> Tournament:
    event = "gnot-nsw-2018/gnot"
    postings = Rehearsal(plan_for(event), event, Random("a bracket"), NO_FAULTS).play(23)
    return replay(plan_for(event), postings)


def test_a_played_knockout_has_a_bracket_in_which_winners_stand_beside_their_next_match(played: Tournament) -> None:
    page = bracket_page(played)
    assert page is not None
    for section in page.sections:
        for column in section.columns:
            on = [line for line in column.lines if not line.broken]
            assert not [pair for pair in combinations(on, 2) if crossed(*pair)]


def crossed(one: Connector, other: Connector) -> bool:
    return (one.start - other.start) * (one.end - other.end) < 0


def test_a_picture_of_a_played_knockout_has_the_brackets_of_its_page(played: Tournament) -> None:
    picture = event_picture(played.current_plan(), played.entrants, played)
    proved(picture)
    page = bracket_page(played)
    assert page is not None
    assert picture.brackets == page.sections
    for section in picture.brackets:
        for boxes in box_tops(section):
            assert all(low - high >= ROW * len(box.sides) for (box, high), (_, low) in pairwise(boxes))
            assert all(0 <= high <= bracket_height(section) - HEAD - ROW * len(box.sides) for box, high in boxes)
