"""A command while the shell completes its words: what it takes is known beforehand, so that it need not be loaded."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click
from click.shell_completion import CompletionItem, ShellComplete

import overtrick

EVENT, BOOK, RULE, FILE = "event", "book", "rule", "file"
"""What a command may take: an event of the rulebook, a book in a file, any rule, any file; else a rule of a kind."""
OPTIONS = {"--rule": RULE, "--scoring": "scoring", "--book": BOOK}
"""What options take, whatever the command."""
_TEXTS = ("clauses.toml", "readings.toml", "document.toml")
"""Files of a rulebook in which no rule is."""


class Unloaded(click.Command):
    """Stands for a command whose arguments are completed; options and all else are asked of the command itself."""

    def __init__(self, name: str, takes: str | Mapping[str, str], load: Callable[[], click.Command]) -> None:
        settings = {"ignore_unknown_options": True, "allow_extra_args": True, "allow_interspersed_args": False}
        super().__init__(name, context_settings=settings, add_help_option=False)
        self.takes, self.load = takes, load

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What may stand here: names by the files of the rulebook, books by the files there are."""
        kind = "" if incomplete.startswith("-") else self._kind(ctx.args)
        if kind:
            return offered(kind, incomplete, ctx.args)
        return ShellComplete(self.load(), {}, ctx.info_name or "", "").get_completions(list(ctx.args), incomplete)

    def _kind(self, words: Sequence[str]) -> str:
        """What is taken after words; nothing where only the command knows."""
        last = words[-1] if words else ""
        if last.startswith("-"):
            return OPTIONS.get(last, "")
        if isinstance(self.takes, str):
            return self.takes
        return self.takes.get(words[0], "") if words else ""


def offered(kind: str, incomplete: str, words: Sequence[str]) -> list[CompletionItem]:
    """The names of a kind that begin so; the shell's own files where there are none, or one was given already."""
    names = sorted(set(_known(kind, incomplete)))
    given = kind != BOOK and not set(words).isdisjoint(names)
    found = [] if given else [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def _known(kind: str, incomplete: str) -> Iterator[str]:
    match kind:
        case "file":
            return iter(())
        case "book":
            return _books(incomplete)
        case "event":
            return _events()
        case _:
            return _rules(kind)


def _books(incomplete: str) -> Iterator[str]:
    """The books in the folder that is being typed."""
    folder = incomplete[: incomplete.rfind("/") + 1]
    place = Path(folder or ".").expanduser()
    if place.is_dir():
        yield from (f"{folder}{name}" for name in os.listdir(place) if name.endswith(".jsonl"))  # noqa: PTH208 - names


def _folders() -> Iterator[Path]:
    """The folders of documents that ship, and those that stand beside the program."""
    yield from (Path(overtrick.__file__).parent / "rulebook").iterdir()
    for named in filter(None, os.environ.get("OVERTRICK_RULEBOOK", "").split(os.pathsep)):
        folder = Path(named)
        if folder.is_dir():
            yield from (folder, *folder.iterdir())


def _events() -> Iterator[str]:
    """The ids of events, which are the folder and the file's name."""
    for folder in _folders():
        yield from (f"{folder.name}/{path.stem}" for path in folder.glob("events/*.toml"))


def _rules(kind: str) -> Iterator[str]:
    """The ids of rules by the lines that name them: no file is parsed."""
    for folder in _folders():
        for path in folder.glob("*.toml"):
            if path.name not in _TEXTS:
                for name in _named(path.read_text(encoding="utf-8"), kind):
                    yield name if "/" in name else f"{folder.name}/{name.replace(' ', '-')}"


def _named(text: str, kind: str) -> Iterator[str]:
    r"""The ids in a file of rules, of a kind or of all.

    >>> list(_named('[[scale]]\nid   = "abf/x"\n[[datum]]\nid = "abf/y"\n', "scale"))
    ['abf/x']
    """
    table = ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif line.startswith("id") and kind in (table, RULE):
            word, _, value = line.partition("=")
            if word.rstrip() == "id" and '"' in value:
                yield value.split('"')[1]
