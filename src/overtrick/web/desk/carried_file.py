"""An uploaded file that the page itself carries from the preview to the confirmation, so the server stores nothing."""

import binascii
import zlib
from base64 import b64decode, b64encode

from django.http import HttpRequest

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.wording import Phrase, phrase
from overtrick.web.translation import plain

_CARRIED = 2_000_000
"""The most characters of a packed file that a page carries."""


def handed_in(request: HttpRequest) -> tuple[bytes, str]:
    """The bytes and the name of the file that is uploaded or that the page carries."""
    file = request.FILES.get("file")
    if file is not None:
        name = str(file.name or plain(phrase("the file")))[: limits.NAME]
        if (file.size or 0) > limits.SESSION:
            raise DirectorError(
                "{name} is too large for the results of one session", remedy="Choose the right file.", name=name
            )
        return file.read(), name
    packed, name = request.POST.get("packed", ""), request.POST.get("name", "")[: limits.NAME]
    if not packed:
        raise DirectorError("No file was chosen", remedy="Choose the results file.")
    try:
        return zlib.decompressobj().decompress(b64decode(packed, validate=True), limits.SESSION), name
    except (binascii.Error, ValueError, zlib.error) as fault:
        raise DirectorError("The file was damaged in transit", remedy="Choose the file again.") from fault


def pack_file(data: bytes, name: str, remedy: Phrase) -> str:
    """A file, packed for a page to carry; *remedy* says what to do with one that is too large."""
    packed = b64encode(zlib.compress(data, 9)).decode()
    if len(packed) > _CARRIED:
        raise DirectorError("{name} is too large for this page", remedy=remedy, name=name)
    return packed
