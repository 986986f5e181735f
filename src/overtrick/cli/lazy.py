"""Commands that are imported when they are called, so that each command and the list of commands start quickly."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem, ShellComplete

import overtrick


@dataclass(frozen=True, slots=True)
class Later:
    """A command that is not yet imported: its module in this package, its name there, and its short help.

    *takes* is the kind of its arguments, if the shell can complete them without it (`LazyCommand`); for a
    group, a kind for each of its commands.
    """

    module: str
    name: str
    told: str
    takes: str | Mapping[str, str] = ""

    def load(self) -> click.Command:
        """Import and return the command."""
        command: click.Command = getattr(import_module(f"overtrick.cli.{self.module}"), self.name)
        command.short_help = self.told
        return command


class LazyGroup(click.Group):
    """A group of commands, in which those in *later* are imported when they are called."""

    def __init__(self, *args: Any, later: Mapping[str, Later], **named: Any) -> None:
        super().__init__(*args, **named)
        self.later = later

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands: in the given order, or sorted if some commands are already imported."""
        own = super().list_commands(ctx)
        return sorted((*own, *self.later)) if own else list(self.later)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command by name; during shell completion, return its stand-in."""
        found = self.later.get(cmd_name)
        if found and found.takes and ctx.resilient_parsing:
            return LazyCommand(cmd_name, found.takes, found.load)
        return found.load() if found else super().get_command(ctx, cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin with this text, without importing them, and the options."""
        told = {name: each.told for name, each in self.later.items()}
        told |= {name: each.get_short_help_str() for name, each in self.commands.items()}
        found = [
            CompletionItem(name, help=told[name]) for name in self.list_commands(ctx) if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their short help, without importing them."""
        names = self.list_commands(ctx)
        told = {name: each.told for name, each in self.later.items()}
        told |= {name: each.get_short_help_str(formatter.width) for name, each in self.commands.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, told[name]) for name in names])


EVENT, BOOK, RULE, FILE = "event", "book", "rule", "file"
"""The kinds of arguments: an event in the rulebook, a book file, any rule, any file; otherwise a kind of rule."""
OPTIONS = {"--rule": RULE, "--scoring": "scoring", "--book": BOOK}
"""The kinds of values that options take, in every command."""
_TEXTS = ("clauses.toml", "readings.toml", "document.toml")
"""The files of a rulebook that contain no rules."""


class LazyCommand(click.Command):
    """A stand-in that completes a command's arguments; options and the rest come from the command itself."""

    def __init__(self, name: str, takes: str | Mapping[str, str], load: Callable[[], click.Command]) -> None:
        settings = {"ignore_unknown_options": True, "allow_extra_args": True, "allow_interspersed_args": False}
        super().__init__(name, context_settings=settings, add_help_option=False)
        self.takes, self.load = takes, load

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the completions: names from the files of the rulebook, and book files that exist."""
        kind = "" if incomplete.startswith("-") else self._kind(ctx.args)
        if kind:
            return completions(kind, incomplete, ctx.args)
        return ShellComplete(self.load(), {}, ctx.info_name or "", "").get_completions(list(ctx.args), incomplete)

    def _kind(self, words: Sequence[str]) -> str:
        """Return the kind of argument that follows these words; an empty string if only the command knows."""
        last = words[-1] if words else ""
        if last.startswith("-"):
            return OPTIONS.get(last, "")
        if isinstance(self.takes, str):
            return self.takes
        return self.takes.get(words[0], "") if words else ""


def completions(kind: str, incomplete: str, words: Sequence[str]) -> list[CompletionItem]:
    """Return the names of a kind that begin with this text; files if there are none, or if one is already given."""
    names = sorted(set(_candidates(kind, incomplete)))
    given = kind != BOOK and not set(words).isdisjoint(names)
    found = [] if given else [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def _candidates(kind: str, incomplete: str) -> Iterator[str]:
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
    """Yield the books in the folder that is being typed."""
    folder = incomplete[: incomplete.rfind("/") + 1]
    place = Path(folder or ".").expanduser()
    if place.is_dir():
        yield from (f"{folder}{name}" for name in os.listdir(place) if name.endswith(".jsonl"))  # noqa: PTH208 - names


def _folders() -> Iterator[Path]:
    """Yield the folders of the documents that ship with the program, and those in OVERTRICK_RULEBOOK."""
    yield from (Path(overtrick.__file__).parent / "rulebook").iterdir()
    for named in filter(None, os.environ.get("OVERTRICK_RULEBOOK", "").split(os.pathsep)):
        folder = Path(named)
        if folder.is_dir():
            yield from (folder, *folder.iterdir())


def _events() -> Iterator[str]:
    """Yield the ids of events: the name of the folder and of the file."""
    for folder in _folders():
        yield from (f"{folder.name}/{path.stem}" for path in folder.glob("events/*.toml"))


def _rules(kind: str) -> Iterator[str]:
    """Yield the ids of rules, from the lines that name them; no file is parsed."""
    for folder in _folders():
        for path in folder.glob("*.toml"):
            if path.name not in _TEXTS:
                for name in _rule_ids(path.read_text(encoding="utf-8"), kind):
                    yield name if "/" in name else f"{folder.name}/{name.replace(' ', '-')}"


def _rule_ids(text: str, kind: str) -> Iterator[str]:
    r"""Yield the ids in a rule file, of one kind or of all.

    >>> list(_rule_ids('[[scale]]\nid   = "abf/x"\n[[datum]]\nid = "abf/y"\n', "scale"))
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
