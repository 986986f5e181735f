"""A book in a file as it is opened again: its postings, and the rules they go by in every edition it names."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EventOpened, Posting, RulesAdopted, SelectionOpened
from overtrick.core.event.fold.tournament import PlanFor, Tournament, replay
from overtrick.core.selection.rules import Selection
from overtrick.core.selection_year.year import SelectionYear, fold_year
from overtrick.core.wording import phrase
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.book_rules import BookRules, unknown_edition
from overtrick.regulations.plan.event_book import OWN, plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.editions import Edition


@dataclass(frozen=True, slots=True)
class BookFile:
    """A book in a file: its postings, the act that opened it, and the rules of such books in every edition.

    *torn* is what stands behind its end without being in it, empty if nothing does.
    """

    path: Path
    postings: Sequence[Posting]
    opened: EventOpened | SelectionOpened
    rules: BookRules
    torn: str = ""

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """The editions it names: the one it was opened under, and each that was taken over since."""
        adopted = [each.act.edition for each in self.postings if isinstance(each.act, RulesAdopted)]
        return tuple(dict.fromkeys((self.opened.rules, *adopted)))

    @property
    def fingerprint(self) -> str:
        """The edition it goes by: the last one taken over, or the one it was opened under."""
        adopted = [each.act.edition for each in self.postings if isinstance(each.act, RulesAdopted)]
        return adopted[-1] if adopted else self.opened.rules

    @property
    def edition(self) -> Edition | None:
        """The texts of it, nothing if nobody has them."""
        return self.rules.edition(self.fingerprint)

    @property
    def notice(self) -> str:
        """What is to be said before anything that is shown of it; nothing if its rules are at hand."""
        if self.edition is not None:
            return ""
        how = f"overtrick rules keep FOLDER-OR-WHEEL --book {self.path.name}"
        return f"{self.path.name}: {unknown_edition(self.fingerprint, self.opened.program)} `{how}` supplies them."

    @property
    def plan(self) -> PlanFor:
        """The regulation it was opened under, or the program's own in its place."""
        found = self.rules.plan(self.opened.rules)
        if found is None and self.rules.name.endswith(OWN) and not Path(self.rules.name).is_file():
            raise DirectorError(
                "{path} was kept by the rules in {rules}, which is not there",
                remedy="Put that file beside the book, or start from the folder it was in.",
                path=self.path.name,
                rules=self.rules.name,
            )
        return found or plan_for(self.rules.name)

    def event(self) -> Tournament:
        """The event as it stands at the end of the book."""
        return replay(self.plan, self.postings, self.rules.plan)

    @property
    def selection(self) -> Selection:
        """The rules of a selection year it was opened under, or the program's own in their place."""
        return self.rules.selection(self.opened.rules) or load_selection(self.rules.name)

    def year(self) -> SelectionYear:
        """The selection year as it stands at the end of the book."""
        return fold_year(self.selection, self.postings, self.rules.selection)


_RESULTS = phrase("It looks like results: `overtrick import` makes a book of a session that was scored elsewhere.")
_OTHER_KINDS = {
    ".csv": phrase(
        "It looks like a table: `overtrick score --file` reads results, and `overtrick import` a session that was "
        "scored elsewhere."
    ),
    ".toml": phrase(
        "It looks like rules: `overtrick rules check` checks them, and `overtrick simulate` plays an event."
    ),
    **dict.fromkeys((".pbn", ".xml", ".lin", ".bws"), _RESULTS),
}
"""What reads a file that is no book, by how its name ends."""


def open_file(path: Path) -> BookFile:
    """The book in a file, whatever it is of."""
    if path.is_dir():
        raise DirectorError("{path} is a folder", remedy="Give the path of a book in it.", path=path)
    if not path.is_file():
        raise DirectorError(
            "There is no book {path}", remedy="Check its name, or make one with `overtrick simulate`.", path=path
        )
    try:
        _refuse_other_kinds(path)
        book = FileBook(path)
    except OSError as fault:
        raise DirectorError(
            "{path} cannot be opened: {strerror}", remedy="Check who may read it.", path=path, strerror=fault.strerror
        ) from fault
    with closing(book):
        postings = list(book.postings())
    opened = next((each.act for each in postings if isinstance(each.act, EventOpened | SelectionOpened)), None)
    if opened is None:
        raise DirectorError(
            "{path} does not say which event it is", remedy="Its first posting opens the event.", path=path
        )
    name = _beside(opened.event, path) if isinstance(opened, EventOpened) else opened.document
    return BookFile(path, postings, opened, BookRules(name, book.kept.find), book.torn)


def _refuse_other_kinds(path: Path) -> None:
    """Refuse a file that is no book by its first character, with what reads its kind."""
    with path.open("rb") as file:
        if file.read(1) in (b"", b"{"):
            return
    remedy = _OTHER_KINDS.get(
        path.suffix.lower(), phrase("Give a file that `overtrick simulate` or `overtrick import` wrote.")
    )
    raise DirectorError("{path} is not the book of an event", remedy=remedy, path=path)


def _beside(event: str, book: Path) -> str:
    """Where the rules of a book are: an event's id, or its own file, as the book has it or beside the book."""
    if event.endswith(OWN) and not Path(event).is_file() and (book.parent / Path(event).name).is_file():
        return str(book.parent / Path(event).name)
    return event
