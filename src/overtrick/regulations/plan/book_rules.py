"""Which edition a book goes by: the texts kept with it by their fingerprint, or the program's own if it is those."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from overtrick.core.event.fold.tournament import PlanFor
from overtrick.core.selection.rules import Selection
from overtrick.regulations.plan.event_book import OWN, edition_for, edition_for_year, plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.editions import Edition, in_force, program_edition, shipped_edition, under
from overtrick.regulations.read.event_texts import event_paths

T = TypeVar("T")
Find = Callable[[str], Edition | None]
"""Looks for kept texts by the fingerprint a book names them by."""


SHORT = 12
"""How many letters of a fingerprint tell editions apart for people."""


def nothing_kept(_: str) -> None:
    """Where no texts are kept."""


def short(fingerprint: str) -> str:
    """A fingerprint as people compare it.

    >>> short("ce366b5664af94e56f5dd2039130c47a")
    'ce366b5664af'
    """
    return fingerprint[:SHORT]


def unknown_edition(fingerprint: str, program: str) -> str:
    """That nobody has the texts of an edition, and what is shown in their place."""
    return (
        f"It goes by rules that nobody here has (edition {short(fingerprint)}, of {program}), and what is shown is by "
        "this program's own: numbers may differ from those that stood."
    )


@dataclass(frozen=True, slots=True)
class BookRules:
    """The rules of the books of one event, or of one document's selection years, in every edition.

    *name* is an event's id, the path of its own file, or a document; *find* looks among the texts that are kept;
    *ours* is the rulebook to take anything else from, the program's own unless said. Files on the *disk* are looked at
    for whoever stands in a folder at a prompt, and for nobody who names one in a browser.
    """

    name: str
    find: Find = nothing_kept
    ours: Edition | None = None
    disk: bool = True

    def edition(self, fingerprint: str) -> Edition | None:
        """The edition that a book names by a fingerprint: a kept one or ours, nothing if nobody has it.

        A book that names none goes by the program's own.
        """
        found = self.find(fingerprint) if fingerprint else program_edition()
        if found is None:
            found = next((each for each in self.editions() if each.called(fingerprint)), None)
        if found is not None and found.within(program_edition()):
            return program_edition()  # letter for letter the same texts: they need not be read twice
        return found

    def editions(self) -> tuple[Edition, ...]:
        """What a book may mean of our rulebook: what it reaches of it; or, as books once named it, all of it."""
        ours = self.ours or program_edition()
        current = self.current()
        if not self.name.endswith(OWN):
            return tuple(dict.fromkeys(each for each in (current, ours, shipped_edition()) if each is not None))
        own = Path(self.name)
        return (current, ours.with_own(own.name, own.read_text(encoding="utf-8"))) if current is not None else ()

    def current(self) -> Edition | None:
        """Our own edition for these books, nothing if we have no such event any more."""
        with under(self.ours or program_edition()):
            if self.name.endswith(OWN):
                return edition_for(self.name) if self.disk and Path(self.name).is_file() else None
            if self.name in in_force().folders:
                return edition_for_year(self.name)
            return edition_for(self.name) if self.name in event_paths() else None

    def or_ours(self, fingerprint: str) -> Edition:
        """The edition a book names, or the program's own in its place; faces that show it say which it is."""
        return self.edition(fingerprint) or program_edition()

    def plan(self, fingerprint: str) -> PlanFor | None:
        """The regulation of an event by an edition, nothing if nobody has it."""
        return self._by(fingerprint, plan_for)

    def selection(self, fingerprint: str) -> Selection | None:
        """The rules of a selection year by an edition, nothing if nobody has it."""
        return self._by(fingerprint, load_selection)

    def _by(self, fingerprint: str, build: Callable[[str], T]) -> T | None:
        edition = self.edition(fingerprint)
        if edition is None:
            return None
        with under(edition):
            return build(self.name)
