"""Another program than this one: the same, with a word of its rulebook changed."""

from collections.abc import Callable

import pytest

from overtrick.regulations.read.editions import shipped_edition

Change = Callable[[str, str, str], None]
"""Changes a text of the rulebook that ships: its path, what stands there, what is to stand there."""


def changing(monkeypatch: pytest.MonkeyPatch) -> Change:
    """The way to make this process another program, until the test is over."""

    def change(path: str, old: str, new: str) -> None:
        edition = shipped_edition()
        text = edition.texts[path]
        assert old in text
        monkeypatch.setattr(edition, "texts", {**edition.texts, path: text.replace(old, new, 1)})
        monkeypatch.setattr(edition, "built", {})
        for kept in ("manifest", "hash", "former"):
            monkeypatch.delitem(edition.__dict__, kept, raising=False)

    return change
