"""XML that somebody hands in, as a tree of its elements with their lines; nothing in it is looked up anywhere.

A DOCTYPE that names a DTD is passed over: the DTD is never fetched. One that declares something, such as an entity, is
refused at its declaration, and so is a reference to an entity that nobody has declared.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats.xml_feeding import TagTooLong, feed, pieces_of

_PROLOG = 200
_ONE_BYTE = (b"8859-1", b"windows-1252", b"cp1252")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


class XmlRefused(DirectorError):
    """XML that is not read."""


@dataclass(slots=True)
class Element:
    """An element: its tag and attributes in capitals, its own text, its children, and the line it begins on."""

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

    def named(self, *tags: str) -> Iterator["Element"]:
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
            "{name} is too large: it has {size} bytes, and at most {most} are read",
            remedy="Choose the right file.",
            name=name,
            size=len(data),
            most=limits.SESSION,
        )
    tree = _Tree(name)
    parser = expat.ParserCreate("utf-8")
    tree.parser = parser
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = tree.declares
    parser.EntityDeclHandler = parser.AttlistDeclHandler = parser.ElementDeclHandler = tree.refuses
    parser.SkippedEntityHandler = tree.refuses
    parser.StartElementHandler, parser.EndElementHandler = tree.starts, tree.ends
    parser.CharacterDataHandler = tree.says
    try:
        feed(parser, pieces_of(_in_utf_8(data)))
    except TagTooLong as fault:
        raise XmlRefused(
            "{name}: the tag on line {line} does not end",
            remedy="Choose the right file.",
            name=name,
            line=tree.line,
        ) from fault
    except expat.ExpatError as fault:
        raise XmlRefused(
            "{name} is not whole XML: line {line}, {fault}",
            remedy="Save or download it again.",
            name=name,
            line=fault.lineno,
            fault=expat.ErrorString(fault.code),
        ) from fault
    if tree.root is None:
        raise XmlRefused("{name} has no element", remedy="Choose the right file.", name=name)
    return tree.root


def _in_utf_8(data: bytes) -> bytes:
    """The bytes in UTF-8: many programs declare nothing, or Latin-1, and write as Windows does."""
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
    """Elements as they come, each below the one that is open."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parser: expat.XMLParserType | None = None
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0

    @property
    def line(self) -> int:
        return self.parser.CurrentLineNumber if self.parser is not None else 0

    def starts(self, tag: str, given: dict[str, str]) -> None:
        element = Element(tag.rpartition(":")[2].upper(), self.line, {key.upper(): said for key, said in given.items()})
        if len(self.open) >= limits.DEPTH:
            raise XmlRefused(
                "{name}: on line {line} elements are nested too deep",
                remedy="Choose the right file.",
                name=self.name,
                line=self.line,
            )
        self.count += 1
        if self.count > limits.ELEMENTS:
            raise XmlRefused(
                "{name} is too large: it has more than {most} elements",
                remedy="Choose the right file, or hand it in in parts.",
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

    def declares(self, _: str, __: str | None, ___: str | None, inside: int) -> None:
        if inside:
            self.refuses()

    def refuses(self, *_: object) -> NoReturn:
        raise XmlRefused(
            "{name}: line {line} declares an entity, or names one; no file of results needs any",
            remedy="Save it from its program again, or take the declaration out.",
            name=self.name,
            line=self.line,
        )
