"""Styles and scripts that a page is sent in one piece each: fewer questions on a slow line, and fewer heads of answers.

A page's template names the files in their order, and those that extend it add theirs. Their address has all names and
the fingerprint of the program's files in it, so that a browser keeps the answer for ever. A page that is kept in a
folder has the files themselves, one copy for all its pages.
"""

from functools import lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html_join

from overtrick.web.compression import gzipped

register = template.Library()
FILES = Path(__file__).parent / "static" / "overtrick"
KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
MOST = 32
"""Files in one piece."""
_LINKS = {
    "css": '<link rel="stylesheet" href="{}"{}>',
    "js": '<script src="{}"{} defer></script>',
}


def version() -> str:
    """The fingerprint of the program's files, as it is in their addresses."""
    return settings.STATIC_URL.strip("/").rpartition("/")[2]


@lru_cache(maxsize=128)
def joined(name: str) -> tuple[bytes, bytes] | None:
    """The files that a name like `tokens+base.css` says, plain and compressed; nothing where one is not there."""
    names, _, kind = name.rpartition(".")
    wanted = names.split("+")
    there = {file.stem: file for file in FILES.glob(f"*.{kind}")} if kind in KINDS else {}
    if len(wanted) > MOST or len(set(wanted)) < len(wanted) or not there.keys() >= set(wanted):
        return None
    shorter = _style if kind == "css" else _script
    text = "".join(shorter(there[each].read_text(encoding="utf-8")) for each in wanted).encode()
    return text, gzipped(text)


def _style(text: str) -> str:
    """A style without what only its readers need; what it names stands where it did."""
    first, *others = text.split("/*")
    text = first + "".join(each.partition("*/")[2] for each in others)
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip()).replace(
        "url(", f"url({static('overtrick/')}"
    )


def _script(text: str) -> str:
    """A script without its lines of comment and what lines begin with."""
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


class _Joined(template.Node):
    def __init__(self, kind: str, names: NodeList) -> None:
        self.kind, self.names = kind, names

    def render(self, context: Context) -> str:
        names = self.names.render(context).split()
        if context.get("kept"):
            links = [(static(f"overtrick/{each}.{self.kind}"), " data-kept") for each in names]
        else:
            links = [(f"/joined/{version()}/{'+'.join(names)}.{self.kind}", "")]
        return format_html_join("\n  ", _LINKS[self.kind], links)


@register.tag("joined")
def _read(parser: Parser, token: Token) -> template.Node:
    """`{% joined css %}tokens base{% endjoined %}`: what stands between names the files, also by blocks."""
    _, kind = token.split_contents()
    names = parser.parse(("endjoined",))
    parser.delete_first_token()
    return _Joined(kind, names)
