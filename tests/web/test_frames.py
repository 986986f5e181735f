"""Frames: an older page and the pieces it lacks are the server's page, byte for byte, after every posting."""

import gzip
import json
import re
from statistics import median

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from books import whole_book
from overtrick.ledger.book import Draft
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.live.frame import HOLE, Frame, frame_page
from web.assembly import assembled
from web.congresses import hold
from web.rehearsed import SWISS

TAKES = {"Accept-Encoding": "gzip"}


class Reader:
    """A page that stands open: what it was loaded as, and the pieces it has been sent since."""

    def __init__(self, page: str) -> None:
        self.load(page)

    def load(self, page: str) -> None:
        """Take the whole page."""
        self.page = page
        self.frame = Frame(unmarked(page))
        self.tags: list[str] = []
        self.pieces: dict[int, str | list[str]] = {}

    def take(self, told: dict[str, object]) -> bool:
        """Take a frame; whether it fits."""
        if not told["w"] or told["w"] != self.frame.unsaid:
            return False
        new, count, parts = told["p"], told["count"], told["parts"]
        assert isinstance(new, dict)
        assert isinstance(count, int)
        assert isinstance(parts, int)
        self.tags = [*self.tags, *[""] * count][:count]
        for place, (tag, piece) in new.items():
            self.tags[int(place)], self.pieces[int(place)] = tag, piece
        self.page = assembled([self.pieces[each] for each in range(count)], parts, self.frame)
        return True


def unmarked(page: str) -> str:
    """A page without the tag of what its frames do not carry."""
    return re.sub(r' data-frame="[^"]*"', HOLE, page)


@pytest.mark.slow
@pytest.mark.django_db
def test_an_open_page_is_the_servers_page_after_every_posting(client: Client) -> None:
    """Over a whole rehearsed event, with its rulings, corrections and closings; and it costs next to nothing."""
    held = hold(SWISS, "open")
    book = DurableBook(held.slug)
    reader: Reader | None = None
    sent: list[int] = []
    loads = 0
    for posting in whole_book(SWISS, 12):
        book.append([Draft(posting.act, posting.by, posting.at, posting.key)])
        if reader is None:
            reader = Reader(client.get("/e/open/").content.decode())
            continue
        answer = client.get(f"/e/open/?frame={'.'.join(reader.tags)}", headers=TAKES)
        assert "Cookie" not in answer.headers["Vary"]
        sent.append(len(answer.content))
        page = client.get("/e/open/").content.decode()
        if reader.take(json.loads(gzip.decompress(answer.content))):
            assert reader.page == unmarked(page), posting
        else:
            loads += 1
            reader.load(page)
    assert loads < len(sent) / 10
    assert median(sent) < 1000
    assert max(sent) < 3000


ROW = (
    '<tr data-k="{0}" data-who="{0}" data-find="{1}"><td>{2}</td><th scope="row"><b>{1}</b></th>'
    '<td class="{3}">{4}</td></tr>'
)
texts = st.text("ab 1.7\n\t&;é−=/", max_size=6)
rows = st.lists(
    st.tuples(st.integers(1, 40).map(str), texts, texts, st.sampled_from(("won", "lost")), texts),
    max_size=8, unique_by=lambda row: row[0],
)  # fmt: skip


def table(rows: list[tuple[str, ...]], said: str) -> str:
    """A page with rows."""
    names = {each[0]: f"name {each[0]}" for each in rows}
    made = "\n  ".join(ROW.format(each[0], names[each[0]], *each[2:]) for each in rows)
    return (
        f"<body{HOLE}><p id='a' data-live>{said}</p><table id='b' data-live><tbody>\n  {made}</tbody></table>end</body>"
    )


@given(rows, rows, texts)
def test_any_rows_are_put_together_again(
    before: list[tuple[str, ...]], after: list[tuple[str, ...]], said: str
) -> None:
    older, newer = Frame(table(before, "")), Frame(table(after, said))
    for frame, page in ((older, table(before, "")), (newer, table(after, said))):
        told = json.loads(frame.message(()))
        assert assembled([piece for _, piece in told["p"].values()], told["parts"], frame) == page
    if older.unsaid == newer.unsaid:
        told = json.loads(newer.message(older.tags))
        held = dict(enumerate(older.pieces)) | {int(place): piece for place, (_, piece) in told["p"].items()}
        assert assembled([held[each] for each in range(told["count"])], told["parts"], older) == table(after, said)


def test_what_a_frame_does_not_carry_has_its_tag_in_the_page() -> None:
    row = ("7", "", "1", "won", "12.5")
    page, frame = frame_page(table([row], "now"))
    assert f' data-frame="{frame.unsaid}"' in page
    assert Frame(table([("8", *row[1:])], "now")).unsaid != frame.unsaid, "another name"
    assert Frame(table([row], "now").replace("end", "fin")).unsaid != frame.unsaid, "another page around it"
    assert Frame(table([(*row[:2], "2", "lost", "9")], "later")).unsaid == frame.unsaid


def test_a_page_that_cannot_be_cut_has_no_frames() -> None:
    twice = table([("7", "", "1", "won", "2")] * 2, "")
    assert frame_page(twice)[0] == twice.replace(HOLE, ' data-frame=""')
    assert Frame(table([("7", "", "\x02", "won", "2")], "")).unsaid == ""
    assert Frame("<body>nothing is live here</body>").unsaid == ""
