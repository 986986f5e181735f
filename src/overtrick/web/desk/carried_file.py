"""A file that is handed in, looked at first, and carried by the page until it is confirmed: nothing of it is kept."""

import binascii
import zlib
from base64 import b64decode, b64encode

from django.http import HttpRequest

from overtrick.core import limits
from overtrick.core.errors import DirectorError

_CARRIED = 2_000_000
"""Letters of a packed file that a page carries."""


def handed_in(request: HttpRequest) -> tuple[bytes, str]:
    """The bytes of a file that is uploaded, or that the page carries, and what it is called."""
    file = request.FILES.get("file")
    if file is not None:
        name = str(file.name or "the file")[: limits.NAME]
        if (file.size or 0) > limits.SESSION:
            raise DirectorError("{name} is too large to be a session", remedy="Choose the right file.", name=name)
        return file.read(), name
    packed, name = request.POST.get("packed", ""), request.POST.get("name", "")[: limits.NAME]
    if not packed:
        raise DirectorError("There is no file", remedy="Choose the file of results.")
    try:
        return zlib.decompressobj().decompress(b64decode(packed, validate=True), limits.SESSION), name
    except (binascii.Error, ValueError, zlib.error) as fault:
        raise DirectorError("The file did not come back whole", remedy="Choose it again.") from fault


def carried(data: bytes, name: str, remedy: str) -> str:
    """A file as a page carries it; *remedy* is what to do with one that is too large for that."""
    packed = b64encode(zlib.compress(data, 9)).decode()
    if len(packed) > _CARRIED:
        raise DirectorError("{name} is too large for this page", remedy=remedy, name=name)
    return packed
