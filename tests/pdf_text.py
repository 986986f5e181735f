"""What a PDF of ours says, read back from its bytes: a text a page, with its lines as they are drawn."""

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"^(.*?)stream\r?\n(.*?)endstream", re.DOTALL)
_DRAWN = re.compile(rb"/(F\d+(?:\+\d+)?) [\d.]+ Tf|\(((?:[^\\()]|\\.)*)\) Tj", re.DOTALL)
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_MAPPED = re.compile(rb"<([0-9A-Fa-f]{2})> <([0-9A-Fa-f]{4,})>")
_RANGE = re.compile(rb"<([0-9A-Fa-f]{2})> <([0-9A-Fa-f]{2})> \[(.*?)\]", re.DOTALL)


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page, a line for each piece of text."""
    objects = {int(number): body for number, body in _OBJECT.findall(pdf)}
    fonts = {
        name.decode(): _characters(objects, int(at))
        for body in objects.values()
        for name, at in re.findall(rb"/(F\d+\+\d+) (\d+) 0 R", body)
    }
    contents = [
        re.search(rb"/Contents (\d+) 0 R", body)
        for _, body in sorted(objects.items())
        if re.search(rb"/Type /Page\b(?!s)", body)
    ]
    return [_text(_stream(objects[int(found[1])]), fonts) for found in contents if found]


def sizes_of(pdf: bytes) -> set[tuple[int, int]]:
    """The sizes of the pages, in whole points."""
    return {
        (round(float(wide)), round(float(high))) for wide, high in re.findall(rb"/MediaBox \[ 0 0 (\S+) (\S+) \]", pdf)
    }


def _stream(body: bytes) -> bytes:
    found = _STREAM.match(body)
    assert found is not None
    return zlib.decompressobj().decompress(found[2]) if b"/FlateDecode" in found[1] else found[2]


def _characters(objects: dict[int, bytes], at: int) -> dict[int, str]:
    """What each byte means in a font."""
    found = re.search(rb"/ToUnicode (\d+) 0 R", objects[at])
    assert found is not None
    told = _stream(objects[int(found[1])])
    means = {int(one, 16): _from_hex(other) for one, other in _MAPPED.findall(told)}
    for first, _, several in _RANGE.findall(told):
        for place, each in enumerate(re.findall(rb"<([0-9A-Fa-f]+)>", several)):
            means[int(first, 16) + place] = _from_hex(each)
    return means


def _from_hex(digits: bytes) -> str:
    return bytes.fromhex(digits.decode()).decode("utf-16-be")


def _text(drawn: bytes, fonts: dict[str, dict[int, str]]) -> str:
    lines: list[str] = []
    font: dict[int, str] = {}
    for name, text in _DRAWN.findall(drawn):
        if name:
            font = fonts.get(name.decode(), {})
        else:
            lines.append("".join(font.get(byte, chr(byte)) for byte in _ESCAPED.sub(_unescaped, text)))
    return "\n".join(lines)


def _unescaped(found: re.Match[bytes]) -> bytes:
    escaped = found[1]
    if escaped.isdigit():
        return bytes([int(escaped, 8)])
    return {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}.get(escaped, escaped)
