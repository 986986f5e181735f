"""The whys of a static site: the trees of many numbers on one page, with recurring parts written once."""

from collections.abc import Callable, Iterator
from urllib.parse import unquote

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from overtrick.core.errors import EngineError
from overtrick.core.event.after.naming import Naming
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import Exact
from overtrick.core.provenance import Figure
from overtrick.views.texts import Text
from overtrick.views.visible import sealed_results
from overtrick.views.why_tree import Forest, Node, Part
from overtrick.views.whys import find
from overtrick.web.congress.models import BookRecord
from overtrick.web.exchange.static_site.names import Names

TOGETHER = 200
"""How many parts of other whys are on one page."""
OF_A_KIND = 3
"""How many parts of a number's address select the page of its why: the stage, the kind of number and the round."""


class Whys:
    """Every why that pages of the site link to, with its page and anchor."""

    def __init__(self, record: BookRecord, event: Tournament) -> None:
        self._record, self._event = record, event
        self._pages, self._places = Names(), Names()
        self._at: dict[str, tuple[str, str]] = {}
        self._waiting: list[str] = []
        self._known: dict[int, tuple[Figure[Exact], str]] = {}
        self._parts: list[tuple[str, Part]] = []
        self._forest = Forest(Naming(event).afresh, sealed_results(event), self._place)
        self._lines: dict[int, tuple[Node, SafeString]] = {}
        self.count = 0

    def link(self, number: str) -> str:
        """The link to the why of a number, which will be made."""
        if number not in self._at:
            words = unquote(number).split("/")
            of = "/".join(words[: OF_A_KIND if len(words) > OF_A_KIND else OF_A_KIND - 1])
            at = self._pages.name_for(of, f"why {of}", ".html"), self._places.name_for(number, unquote(number))
            self._at[number] = at
            self._waiting.append(number)
            self.count += 1
        return "#".join(self._at[number])

    def part(self, key: str) -> str:
        """The link to a part that a tree does not expand."""
        return "#".join(self._at[key])

    def render_all(self, rewritten: Callable[[str], str]) -> Iterator[tuple[str, str]]:
        """Every why with its page and its tree; *rewritten* makes the links in a piece of a page lead to the folder."""
        tops = [(number, find(self._event, unquote(number))) for number in self._waiting]
        for number, found in tops:
            self._known.setdefault(id(found.figure), (found.figure, number))
        for number, found in tops:
            yield self._render(number, found.title, found.figure, "", rewritten)
        for key, part in self._parts:  # the list grows during this loop
            yield self._render(key, part.called or part.figure.phrased, part.figure, part.called, rewritten)

    def _render(
        self, key: str, title: Text, figure: Figure[Exact], called: Text, rewritten: Callable[[str], str]
    ) -> tuple[str, str]:
        page, at = self._at[key]
        node = self._forest.tree(figure, called)
        context = {"at": at, "title": title, "tree": self._render_line(node, rewritten)}
        return page, get_template("room/kept_why.html").render(context)

    def _render_line(self, node: Node, rewritten: Callable[[str], str]) -> SafeString:
        """A line with the lines below it; a recurring part is the same node and is rendered once."""
        if id(node) not in self._lines:
            below = mark_safe("".join(self._render_line(each, rewritten) for each in node.reasons))  # noqa: S308 - as below
            context = {"record": self._record, "node": node, "here": "", "below": below}
            text = get_template("why_node.html").render(context)
            own, mark, rest = text.partition("<ul>")
            line = mark_safe(rewritten(own) + mark + rest)  # noqa: S308 - our own template escapes
            self._lines[id(node)] = node, line
        return self._lines[id(node)][1]

    def _place(self, part: Part) -> str:
        """The key of a part's own why: that of its number, or a new one if no page links to it."""
        figure, key = self._known.get(id(part.figure), (part.figure, ""))
        if figure is not part.figure:
            raise EngineError("a figure is gone while its whys are made")
        if not key:
            number = len(self._parts)
            key = f"part {number + 1}"
            self._known[id(figure)] = (figure, key)
            self._parts.append((key, part))
            page = self._pages.name_for(f"parts {number // TOGETHER}", f"why parts {number // TOGETHER + 1}", ".html")
            self._at[key] = page, self._places.name_for(key, key)
            self.count += 1
        return key
