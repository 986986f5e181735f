"""The look of an organisation on the pages of its congresses: its name, its colour and its logo.

SVG is refused because it can contain scripts. A picture's size is read from its header; nothing is decoded.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from overtrick.core.errors import DirectorError
from overtrick.core.wording import phrase
from overtrick.web.organisations.models import Logo, Organisation
from overtrick.web.organisations.requests import current_organisation, forget_organisations

LARGEST = 200_000
"""The most bytes of a picture."""
SIDE = 2_000
"""The most pixels of a side."""
PNG, JPEG, WEBP = "image/png", "image/jpeg", "image/webp"
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The JPEG segments that contain its size."""


class PictureRefused(DirectorError):
    """The file is not an accepted picture."""


def check_picture(data: bytes) -> str:
    """The media type of a picture; refused in words if it is not accepted or too large."""
    if len(data) > LARGEST:
        raise PictureRefused(
            "The picture is larger than {largest} kB",
            remedy="Choose a smaller picture, or save this one with fewer pixels.",
            largest=LARGEST // 1000,
        )
    kind, size = _read(data)
    if not kind or not all(1 <= each <= SIDE for each in size):
        raise PictureRefused(
            phrase("This picture format is not accepted")
            if not kind
            else phrase("The picture is {size} by {size_2} pixels", size=size[0], size_2=size[1]),
            remedy="Use a PNG, JPEG or WebP picture that is at most {side} pixels wide and high.",
            side=SIDE,
        )
    return kind


def _read(data: bytes) -> tuple[str, tuple[int, int]]:
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and data[-8:-4] == b"IEND":
        return PNG, (int.from_bytes(data[16:20]), int.from_bytes(data[20:24]))
    if data[:3] == b"\xff\xd8\xff" and data[-2:] == b"\xff\xd9":
        return JPEG, next(_jpeg_sizes(data), (0, 0))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and int.from_bytes(data[4:8], "little") + 8 == len(data):
        return WEBP, _webp_size(data[12:])
    return "", (0, 0)


def _jpeg_sizes(data: bytes) -> Iterator[tuple[int, int]]:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        if data[at + 1] in _FRAMES:
            yield int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4]))


def _webp_size(data: bytes) -> tuple[int, int]:
    if data[:4] == b"VP8X":
        return int.from_bytes(data[12:15], "little") + 1, int.from_bytes(data[15:18], "little") + 1
    if data[:4] == b"VP8 " and data[11:14] == b"\x9d\x01\x2a":
        return int.from_bytes(data[14:16], "little") & 0x3FFF, int.from_bytes(data[16:18], "little") & 0x3FFF
    if data[:4] == b"VP8L" and data[8:9] == b"\x2f":
        bits = int.from_bytes(data[9:13], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return 0, 0


def look(request: HttpRequest) -> dict[str, Any]:  # noqa: ARG001 - a context processor's own signature
    """The context processor that gives templates the page's organisation, which is looked up on first use."""
    return {"look": SimpleLazyObject(lambda: current_organisation() or Organisation())}


@transaction.atomic
def set_logo(organisation: Organisation, data: bytes) -> None:
    """Store an organisation's logo; empty data removes it."""
    if data:
        kind = check_picture(data)
        Logo.objects.update_or_create(organisation=organisation, defaults={"kind": kind, "data": data})
    else:
        Logo.objects.filter(organisation=organisation).delete()
    organisation.logo = sha256(data).hexdigest() if data else ""
    organisation.save(update_fields=["logo"])
    forget_organisations()
