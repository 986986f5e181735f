"""XML from outside, as a tree of its elements with their line numbers; nothing in it is fetched.

A DOCTYPE that names a DTD is ignored: the DTD is never fetched. One that declares something, such as an entity, is
refused at its declaration, and so is a reference to an undeclared entity.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats.xml_feeding import Feeding, TagTooLong, XmlFault, pieces_of

_PROLOG = 200
_ONE_BYTE = (b"8859-1", b"windows-1252", b"cp1252")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


class XmlRefused(DirectorError):
    """XML that is not read."""


@dataclass(slots=True)
class Element:
    """An element: its tag and attributes in capitals, its own text, its children, and its first line number."""

    tag: str
    line: int
    attributes: dict[str, str]
    parts: list[str] = field(default_factory=list)
    children: list["Element"] = field(default_factory=list)

    @property
    def own_text(self) -> str:
        """The text of the element itself, in one line."""
        return " ".join("".join(self.parts).split())

    def text(self, *tags: str) -> str:
        """The text of the first child with one of these tags that has any."""
        for tag in tags:
            for child in self.children:
                if child.tag == tag and (said := child.own_text):
                    return said
        return ""

    def find_all(self, *tags: str) -> Iterator["Element"]:
        """The children with one of these tags."""
        return (child for child in self.children if child.tag in tags)


def read_xml(data: bytes, name: str) -> Element:
    """The root of an XML file.

    >>> root = read_xml(b"<a><b>1</b></a>", "x.xml")
    >>> root.tag, root.text("B")
    ('A', '1')
    """
    if len(data) > limits.SESSION:
        raise XmlRefused(
            "{name} is too large: {size} bytes, and the limit is {most}",
            remedy="Choose the right file.",
            name=name,
            size=len(data),
            most=limits.SESSION,
        )
    tree = _Tree(name)
    try:
        tree.feeding.feed(pieces_of(_in_utf_8(data)))
    except TagTooLong as fault:
        raise XmlRefused(
            "{name}: the tag on line {line} is too long or not closed",
            remedy="Choose the right file.",
            name=name,
            line=tree.line,
        ) from fault
    except XmlFault as fault:
        raise XmlRefused(
            "{name} is not well-formed XML: line {line}, {fault}",
            remedy="Save or download the file again.",
            name=name,
            line=fault.line,
            fault=fault.fault,
        ) from fault
    if tree.root is None:
        raise XmlRefused("{name} contains no XML elements", remedy="Choose the right file.", name=name)
    return tree.root


def _in_utf_8(data: bytes) -> bytes:
    """The bytes in UTF-8: many programs declare no encoding, or Latin-1, and write Windows-1252."""
    if data.startswith(_WIDE):
        return data.decode("utf-16", "replace").encode()
    declared = data[:_PROLOG].lower()
    if not any(each in declared for each in _ONE_BYTE):
        try:
            data.decode()
        except UnicodeDecodeError:
            pass
        else:
            return data
    try:
        return data.decode("cp1252").encode()
    except UnicodeDecodeError:
        return data.decode("latin-1").encode()


class _Tree:
    """Builds the tree: each element is added below the one that is open."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.feeding = Feeding(self.starts, self.ends, self.says, self.refuse, encoding="utf-8", doctype=True)
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0

    @property
    def line(self) -> int:
        return self.feeding.line

    def starts(self, tag: str, given: dict[str, str]) -> None:
        element = Element(tag.upper(), self.line, {key.upper(): said for key, said in given.items()})
        if len(self.open) >= limits.DEPTH:
            raise XmlRefused(
                "{name}: elements on line {line} are nested too deeply",
                remedy="Choose the right file.",
                name=self.name,
                line=self.line,
            )
        self.count += 1
        if self.count > limits.ELEMENTS:
            raise XmlRefused(
                "{name} is too large: it has more than {most} elements",
                remedy="Choose the right file, or split this one into parts.",
                name=self.name,
                most=limits.ELEMENTS,
            )
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def ends(self, _: str) -> None:
        self.open.pop()

    def says(self, text: str) -> None:
        if self.open:
            self.open[-1].parts.append(text)

    def refuse(self) -> NoReturn:
        raise XmlRefused(
            "{name}: line {line} has a DTD declaration or an entity, which no results file needs",
            remedy="Save the file again from the program that made it, or remove the declaration or entity.",
            name=self.name,
            line=self.line,
        )
