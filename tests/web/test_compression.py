"""What leaves compressed and what does not, and by which tags each form is known."""

import gzip
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from overtrick.web.bundles import version
from overtrick.web.congress import http_cache
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db
TAKES = {"Accept-Encoding": "br, gzip;q=0.8"}
ROOM = "/e/small/"


@pytest.fixture
def _small() -> None:
    """A Swiss of eight pairs in its first round."""
    held = hold("nsw-swiss-pairs/congress", "small")
    started(held, 8)
    draw_next(held)


@pytest.mark.usefixtures("_small")
def test_a_page_is_compressed_once_for_all_and_known_by_a_tag_of_its_own(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    http_cache.invalidate_pages()
    pressed: list[int] = []

    def counted(content: bytes) -> bytes:
        pressed.append(len(content))
        return gzip.compress(content)

    monkeypatch.setattr(http_cache, "gzip_bytes", counted)
    small, again = (client.get(ROOM, headers=TAKES) for _ in range(2))
    plain = client.get(ROOM)
    assert len(pressed) == 1
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == gzip.decompress(again.content) == plain.content
    assert "Content-Encoding" not in plain.headers
    assert small.headers["ETag"] != plain.headers["ETag"]
    assert not small.headers["ETag"].startswith("W/")
    for each in (small, plain):
        assert "Accept-Encoding" in each.headers["Vary"]
    for each, takes in ((small, TAKES), (plain, {})):
        known = client.get(ROOM, headers={**takes, "If-None-Match": each.headers["ETag"]})
        assert (known.status_code, known.headers["ETag"]) == (304, each.headers["ETag"])
    assert client.get(ROOM, headers={"If-None-Match": small.headers["ETag"]}).status_code == 200


@pytest.mark.usefixtures("_small")
def test_a_page_of_one_person_is_never_compressed(client: Client) -> None:
    client.force_login(User.objects.create_superuser("lee"))
    for path in ("/desk/", "/desk/e/small/room/", "/account/"):
        page = client.get(path, headers=TAKES)
        assert (page.status_code, path) == (200, path)
        assert "Content-Encoding" not in page.headers, path
    form = Client().get("/sign-in/", headers=TAKES)
    assert b"csrfmiddlewaretoken" in form.content


def test_the_programs_own_files_leave_compressed_and_a_reader_who_has_one_is_told(client: Client) -> None:
    page = client.get("/").content.decode()
    file = next(each for each in re.findall(r'"(/static/[^"]+)"', page) if each.endswith("mark.svg"))
    plain, small = client.get(file), client.get(file, headers=TAKES)
    whole = plain.getvalue()
    assert gzip.decompress(small.content) == whole
    assert small.headers["Content-Length"] == str(len(small.content))
    assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert small.headers["ETag"] != plain.headers["ETag"]
    for each, takes in ((small, TAKES), (plain, {})):
        known = client.get(file, headers={**takes, "If-None-Match": each.headers["ETag"]})
        assert (known.status_code, known.headers["ETag"]) == (304, each.headers["ETag"])
    other = client.get(file, headers={"If-None-Match": small.headers["ETag"]})
    assert other.status_code == 200
    head = client.head(file, headers=TAKES)
    assert (head.content, head.headers["Content-Length"]) == (b"", small.headers["Content-Length"])
    part = client.get(file, headers={**TAKES, "Range": "bytes=0-9"})
    assert (part.status_code, part.getvalue()) == (206, whole[:10])
    for each in (plain, other, part):
        each.close()


@pytest.mark.parametrize("takes", ["", "br", "gzip;q=0", "identity"])
def test_who_cannot_unpack_is_sent_it_plain(client: Client, takes: str) -> None:
    answer = client.get("/", headers={"Accept-Encoding": takes})
    assert b"<!doctype html>" in answer.content


def test_a_page_asks_for_one_piece_of_styles_and_one_of_scripts(client: Client) -> None:
    page = client.get("/").content.decode()
    style = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    script = re.findall(r'<script src="([^"]+)" defer>', page)
    assert (len(style), len(script)) == (1, 1)
    for address, word in ((style[0], b"--baize: #0b5d4b"), (script[0], b"const spoken")):
        plain, small = client.get(address), client.get(address, headers=TAKES)
        assert word in plain.content
        assert gzip.decompress(small.content) == plain.content
        assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert "immutable" in small.headers["Cache-Control"]
    font = re.search(rb"url\(([^)]+woff2)\)", client.get(style[0]).content)
    assert font
    found = client.get(font[1].decode())
    assert found.status_code == 200
    found.close()


@pytest.mark.parametrize(
    "name",
    ["tokens+nothing.css", "tokens+tokens.css", "tokens.html", ".css", "..+tokens.css", "fonts/inter-more.woff2"],
)
def test_files_that_are_not_there_are_not_joined(client: Client, name: str) -> None:
    assert client.get(f"/joined/{version()}/{name}").status_code == 404
    assert client.get(f"/joined/{version()}/tokens.css").status_code == 200
    assert client.get("/joined/another/tokens.css").status_code == 404
