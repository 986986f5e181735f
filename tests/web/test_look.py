"""How an organisation looks: a colour that everybody can read, a picture that is nothing else, on its own pages."""

import struct
import zlib
from collections.abc import Iterator
from itertools import product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.web.congress.models import Congress
from overtrick.web.organisations.colours import AA, DARK, LIGHT, contrast, read, scheme, style_sheet
from overtrick.web.organisations.look import LARGEST, PictureRefused, check_picture
from overtrick.web.organisations.models import Logo, Member, Organisation, Rank, home_number
from overtrick.web.organisations.requests import forget_organisations
from web.congresses import hold
from web.desk.conftest import person

LOOK = "/desk/o/home/look/"


def png(width: int = 2, height: int = 2, more: bytes = b"") -> bytes:
    """A white picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xff" * width) * height)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"tEXt", more) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("colour", list(product((0, 64, 128, 192, 255), repeat=3)), ids=str)
def test_every_colour_can_be_read_in_light_and_in_dark(colour: tuple[int, int, int]) -> None:
    for dark, grounds in ((False, LIGHT), (True, DARK)):
        made = {name: read(value) for name, value in scheme(colour, dark=dark).items()}
        for ground in (*grounds, made["baize-wash"], made["on-baize"]):
            assert contrast(made["baize"], ground) >= AA, (dark, made, ground)
        ink = (0xEC, 0xEE, 0xF2) if dark else (0x16, 0x18, 0x1D)
        assert contrast(ink, made["baize-wash"]) >= AA


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    assert scheme(read("#0b5f4e"), dark=False)["baize"] == "#0b5f4e"
    assert "screen" in style_sheet("#0b5f4e").splitlines()[0], "paper stays black"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"GIF89a", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"\x89PNG\r\n\x1a\n<script>alert(1)</script>", png(4000, 2), png(more=b"x" * LARGEST), b"\xff\xd8\xff\xd9",
        b"\xff\xd8\xff\xe0\x00\x00\xff\xd9", b"RIFF\x04\x00\x00\x00WEBP",
    ],
    ids=lambda each: repr(each[:12]),
)  # fmt: skip
def test_what_is_no_small_picture_is_refused(data: bytes) -> None:
    with pytest.raises(PictureRefused):
        check_picture(data)


def test_pictures_are_known_by_their_bytes() -> None:
    jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x20\x00\x30\x01\x01\x11\x00\xff\xd9"
    lossless = b"VP8L\x05\x00\x00\x00\x2f" + ((31 - 1) | (17 - 1) << 14).to_bytes(4, "little")
    webp = b"RIFF" + (4 + len(lossless)).to_bytes(4, "little") + b"WEBP" + lossless
    assert [check_picture(each) for each in (png(), jpeg, webp)] == ["image/png", "image/jpeg", "image/webp"]


@pytest.fixture
def kim(db: None) -> Iterator[Client]:
    forget_organisations()
    home_number()
    hold("nsw-swiss-pairs/congress", "swiss")
    nsw = Organisation.objects.create(number=2, slug="nsw", name="Other Organisation")
    Congress.objects.create(slug="nsw.spring", name="Their Congress", organisation=nsw)
    Member.objects.create(user=person("kim"), organisation_id=1, rank=Rank.OWNER)
    client = Client()
    client.force_login(person("kim"))
    yield client
    forget_organisations()


def test_a_colour_and_a_picture_stand_on_the_players_pages(kim: Client) -> None:
    before = Client().get("/e/swiss/").content.decode()
    assert "colour/" not in before
    assert 'class="whose"' not in before, "a laptop is told of nobody"
    assert kim.post(LOOK, {"do": "colour", "colour": "#FFD700"}).status_code == 302
    assert kim.post(LOOK, {"do": "logo", "logo": SimpleUploadedFile("x.svg", png())}).status_code == 302
    kim.post("/desk/o/home/settings/", {"name": "Harbour Bridge Club", "time_zone": ""})
    page = Client().get("/e/swiss/").content.decode()
    assert "Harbour Bridge Club" in page
    assert '/o/home/colour/ffd700.css"' in page
    sheet = Client().get("/o/home/colour/ffd700.css")
    assert sheet.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "--baize: #" in sheet.content.decode()
    address = page.split('<img src="')[1].split('"')[0]
    picture = Client().get(address)
    assert (picture.content, picture.headers["Content-Type"]) == (png(), "image/png")
    assert picture.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert picture.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in picture.headers["Cache-Control"]


def test_what_is_not_there_is_not_served(kim: Client) -> None:
    kim.post(LOOK, {"do": "logo", "logo": SimpleUploadedFile("x.png", png())})
    name = Organisation.objects.get(slug="home").logo
    for path in (f"/o/nsw/logo/{name}/", "/o/home/logo/abc/", "/o/home/colour/ffffff.css", "/o/nobody/logo/abc/"):
        assert Client().get(path).status_code == 404, path
    kim.post(LOOK, {"do": "no logo"})
    assert not Logo.objects.exists()
    assert Client().get(f"/o/home/logo/{name}/").status_code == 404


@pytest.mark.parametrize("colour", ["red", "#fff", "#gggggg", "#0b5f4e;}", ""])
def test_what_is_no_colour_is_refused_or_none(kim: Client, colour: str) -> None:
    kim.post(LOOK, {"do": "colour", "colour": "#0b5f4e"})
    assert kim.post(LOOK, {"do": "colour", "colour": colour}).status_code == (422 if colour else 302)
    assert Organisation.objects.get(slug="home").colour == ("#0b5f4e" if colour else "")


def test_a_refused_picture_is_told(kim: Client) -> None:
    answer = kim.post(LOOK, {"do": "logo", "logo": SimpleUploadedFile("x.png", b"<svg/>")})
    assert (answer.status_code, "This picture format is not accepted" in answer.content.decode()) == (422, True)
