"""Keeps the line breaks of doctests and drawn trees in docstrings, which Markdown would join."""

import re
from typing import Any

import griffe

_DOCTEST = re.compile(r"(?:^>>>.*\n?(?:^(?!\s*$).*\n?)*)+", re.MULTILINE)
_TREE = re.compile(r"(?:^(?!\s*$).*\n)?(?:^[│├└ ].*──.*\n?)+", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences every doctest and every drawn tree before its docstring is parsed."""

    def on_object(self, *, obj: griffe.Object, **_kwargs: Any) -> None:
        """Fence the doctests and trees in one object's docstring."""
        if obj.docstring is not None:
            text = _DOCTEST.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value)
            if ">>>" not in text:
                text = _TREE.sub(lambda found: f"```text\n{found[0].rstrip()}\n```\n", text)
            obj.docstring.value = text
