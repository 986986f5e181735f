"""Writing XML: elements inside one another, and text with only the characters that XML permits."""

from collections.abc import Iterable, Mapping
from html import escape

_ALLOWED = ((0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF))
"""The characters that XML 1.0 permits, except the three white-space characters that become a space."""


def printable(text: str) -> str:
    """A text in one line without control characters, lone surrogates and non-characters.

    >>> printable("Ann\\x00 O’Hara\\n\\ud800") == "Ann O’Hara"
    True
    """
    if text.isprintable():  # a fast path for nearly every text
        return " ".join(text.split())
    kept = (" " if letter in "\t\r\n" else letter for letter in text)
    return " ".join("".join(letter for letter in kept if any(a <= ord(letter) <= b for a, b in _ALLOWED)).split())


def element(tag: str, content: str | Iterable[str] = "", given: Mapping[str, str] | None = None) -> str:
    """An element with text, or with elements that are already written.

    >>> print(element("PAIR", [element("NAME", 'A & "B"')], {"ID": "1<2"}))
    <PAIR ID="1&lt;2">
    <NAME>A &amp; "B"</NAME>
    </PAIR>
    """
    said = "".join(f' {name}="{escape(printable(value))}"' for name, value in (given or {}).items())
    if isinstance(content, str):
        return f"<{tag}{said}>{escape(printable(content), quote=False)}</{tag}>"
    inside = "\n".join(content)
    return f"<{tag}{said}>\n{inside}\n</{tag}>" if inside else f"<{tag}{said}></{tag}>"
