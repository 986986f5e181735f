"""Bundles: a page's styles and its scripts are sent as one file each, which saves requests on a slow connection.

A page's template names the files in order, and templates that extend it add theirs. The address of a bundle contains
all names and the fingerprint of the program's files, so that browsers can cache it for ever. A static site has the
files themselves, one copy for all its pages.
"""

from functools import lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html_join

from overtrick.web.compression import gzip_bytes

register = template.Library()
FILES = Path(__file__).parent / "static" / "overtrick"
KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
MOST = 32
"""The most files in a bundle."""
_LINKS = {
    "css": '<link rel="stylesheet" href="{}"{}>',
    "js": '<script src="{}"{} defer></script>',
}


def version() -> str:
    """The fingerprint of the program's files that is in their addresses."""
    return settings.STATIC_URL.strip("/").rpartition("/")[2]


@lru_cache(maxsize=128)
def bundle(name: str) -> tuple[bytes, bytes] | None:
    """The bundle with a name like `tokens+base.css`, plain and compressed; None if a file does not exist."""
    names, _, kind = name.rpartition(".")
    wanted = names.split("+")
    there = {file.stem: file for file in FILES.glob(f"*.{kind}")} if kind in KINDS else {}
    if len(wanted) > MOST or len(set(wanted)) < len(wanted) or not there.keys() >= set(wanted):
        return None
    shorter = _style if kind == "css" else _script
    text = "".join(shorter(there[each].read_text(encoding="utf-8")) for each in wanted).encode()
    return text, gzip_bytes(text)


def _style(text: str) -> str:
    """A style sheet without comments and indentation, and with the addresses of its files adjusted."""
    first, *others = text.split("/*")
    text = first + "".join(each.partition("*/")[2] for each in others)
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip()).replace(
        "url(", f"url({static('overtrick/')}"
    )


def _script(text: str) -> str:
    """A script without comment lines and indentation."""
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


class _BundleNode(template.Node):
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
    """Parse `{% joined css %}tokens base{% endjoined %}`; the content names the files and may contain blocks."""
    _, kind = token.split_contents()
    names = parser.parse(("endjoined",))
    parser.delete_first_token()
    return _BundleNode(kind, names)
