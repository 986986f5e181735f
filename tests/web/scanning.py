"""Codes as a phone's camera has them: found in a picture, and read."""

from io import BytesIO

import numpy as np
import zxingcpp
from PIL import Image

_HALVES = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
"""The upper and the lower half of a character of a terminal that writes white on black."""


def scanned(picture: bytes) -> list[str]:
    """What the codes in a picture say, from the top to the bottom and from the left to the right."""
    found = zxingcpp.read_barcodes(np.asarray(Image.open(BytesIO(picture)).convert("L")))
    ordered = sorted(found, key=lambda each: (each.position.top_left.y // 50, each.position.top_left.x))
    return [each.text for each in ordered]


def drawn(lines: list[str], size: int = 6) -> bytes:
    """The picture of a code that is drawn with characters, on a black screen."""
    rows = [[_HALVES[each][half] for each in line] for line in lines for half in (0, 1)]
    picture = Image.fromarray(np.pad(np.kron(np.array(rows, np.uint8), np.ones((size, size), np.uint8)), 40))
    kept = BytesIO()
    picture.save(kept, "PNG")
    return kept.getvalue()
