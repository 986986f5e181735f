"""The edition that a book uses: texts stored with it, by their fingerprint, or the program's own if equal."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from overtrick.core.event.fold.tournament import PlanFor
from overtrick.core.selection.rules import Selection
from overtrick.core.wording import Phrase, phrase
from overtrick.regulations.plan.event_book import OWN, edition_for, edition_for_year, plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.editions import Edition, in_force, program_edition, shipped_edition, use_edition
from overtrick.regulations.read.event_texts import event_paths

T = TypeVar("T")
Find = Callable[[str], Edition | None]
"""Finds stored texts by the fingerprint in a book."""


SHORT = 12
"""The number of letters of a fingerprint shown to people."""


def nothing_kept(_: str) -> None:
    """The lookup for books without stored texts."""


def short(fingerprint: str) -> str:
    """A fingerprint in the short form shown to people.

    >>> short("ce366b5664af94e56f5dd2039130c47a")
    'ce366b5664af'
    """
    return fingerprint[:SHORT]


def unknown_edition(fingerprint: str, program: str) -> Phrase:
    """The notice that the texts of an edition are not available, and what is shown instead."""
    return phrase(
        "This book follows an edition of the rules that is not available here (edition {edition}, from {program}). "
        "Everything shown is calculated under this program’s own rules, so figures may differ from the original ones.",
        edition=short(fingerprint),
        program=program,
    )


@dataclass(frozen=True, slots=True)
class BookRules:
    """The rules of the books of one event, or of one document's selection years, in every edition.

    *name* is an event's id, the path of its own file, or a document; *find* looks up stored texts; *ours* is the
    rulebook for everything else, by default the program's own. With *disk* files may be read from the disk: true for a
    command run in a folder, false for a name from a browser.
    """

    name: str
    find: Find = nothing_kept
    ours: Edition | None = None
    disk: bool = True

    def edition(self, fingerprint: str) -> Edition | None:
        """The edition that a book names by a fingerprint: a stored one or ours, `None` if it is not available.

        A book that names none uses the program's own.
        """
        found = self.find(fingerprint) if fingerprint else program_edition()
        if found is None:
            found = next((each for each in self.editions() if each.has_fingerprint(fingerprint)), None)
        if found is not None and found.is_within(program_edition()):
            return program_edition()  # the texts are identical, so they need not be read twice
        return found

    def editions(self) -> tuple[Edition, ...]:
        """The editions that a book may mean by our rulebook: the part it reaches or, in older books, all of it."""
        ours = self.ours or program_edition()
        current = self.current()
        if not self.name.endswith(OWN):
            return tuple(dict.fromkeys(each for each in (current, ours, shipped_edition()) if each is not None))
        own = Path(self.name)
        return (current, ours.with_own(own.name, own.read_text(encoding="utf-8"))) if current is not None else ()

    def current(self) -> Edition | None:
        """Our own edition for these books; `None` if we have no such event any more."""
        with use_edition(self.ours or program_edition()):
            if self.name.endswith(OWN):
                return edition_for(self.name) if self.disk and Path(self.name).is_file() else None
            if self.name in in_force().folders:
                return edition_for_year(self.name)
            return edition_for(self.name) if self.name in event_paths() else None

    def or_ours(self, fingerprint: str) -> Edition:
        """The edition a book names, or the program's own instead; interfaces say which one they show."""
        return self.edition(fingerprint) or program_edition()

    def plan(self, fingerprint: str) -> PlanFor | None:
        """The regulation of an event by an edition; `None` if it is not available."""
        return self._build(fingerprint, plan_for)

    def selection(self, fingerprint: str) -> Selection | None:
        """The rules of a selection year by an edition; `None` if they are not available."""
        return self._build(fingerprint, load_selection)

    def _build(self, fingerprint: str, build: Callable[[str], T]) -> T | None:
        edition = self.edition(fingerprint)
        if edition is None:
            return None
        with use_edition(edition):
            return build(self.name)
