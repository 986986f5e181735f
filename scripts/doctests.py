"""Shows the doctests of docstrings as code on the API page, where Markdown would take `>>>` for quotations."""

import re
from typing import Any

import griffe

_DOCTEST = re.compile(r"(?:^>>>.*\n?(?:^(?!\s*$).*\n?)*)+", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences every doctest before its docstring is read."""

    def on_object(self, *, obj: griffe.Object, **_kwargs: Any) -> None:
        """Fence the doctests of one object."""
        if obj.docstring is not None and ">>>" in obj.docstring.value:
            text = obj.docstring.value
            obj.docstring.value = _DOCTEST.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)
