"""A book in a file, reopened: its postings, and the rules of every edition it names."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EventOpened, Posting, RulesAdopted, SelectionOpened
from overtrick.core.event.fold.tournament import PlanFor, Tournament, replay
from overtrick.core.selection.rules import Selection
from overtrick.core.selection_year.year import SelectionYear, fold_year
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.book_rules import BookRules, unknown_edition
from overtrick.regulations.plan.event_book import OWN, plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.editions import Edition
from overtrick.regulations.read.file_kinds import InputKind, refuse_other_kinds


@dataclass(frozen=True, slots=True)
class BookFile:
    """A book in a file: its postings, the act that opened it, and the rules for such books in every edition.

    *torn* is incomplete data after the end of the book that is not part of it; empty if there is none.
    """

    path: Path
    postings: Sequence[Posting]
    opened: EventOpened | SelectionOpened
    rules: BookRules
    torn: str = ""

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """The editions it names: the one it was opened under, and each that was adopted since."""
        adopted = [each.act.edition for each in self.postings if isinstance(each.act, RulesAdopted)]
        return tuple(dict.fromkeys((self.opened.rules, *adopted)))

    @property
    def fingerprint(self) -> str:
        """The edition in force: the last one adopted, or the one it was opened under."""
        adopted = [each.act.edition for each in self.postings if isinstance(each.act, RulesAdopted)]
        return adopted[-1] if adopted else self.opened.rules

    @property
    def edition(self) -> Edition | None:
        """The texts of that edition; `None` if they are not available."""
        return self.rules.edition(self.fingerprint)

    @property
    def notice(self) -> str:
        """A notice to show before anything from the book; empty if its rules are available."""
        if self.edition is not None:
            return ""
        how = f"overtrick rules keep FOLDER-OR-WHEEL --book {self.path.name}"
        unknown = unknown_edition(self.fingerprint, self.opened.program)
        return f"{self.path.name}: {unknown} `{how}` supplies that edition."

    @property
    def plan(self) -> PlanFor:
        """The regulation it was opened under, or the program's own if that is not available."""
        found = self.rules.plan(self.opened.rules)
        if found is None and self.rules.name.endswith(OWN) and not Path(self.rules.name).is_file():
            raise DirectorError(
                "{path} uses the rules in {rules}, but that file is missing",
                remedy="Put that file beside the book, or run the command from the book’s original folder.",
                path=self.path.name,
                rules=self.rules.name,
            )
        return found or plan_for(self.rules.name)

    def event(self) -> Tournament:
        """The event as it stands at the end of the book."""
        return replay(self.plan, self.postings, self.rules.plan)

    @property
    def selection(self) -> Selection:
        """The rules of a selection year that it was opened under, or the program's own if they are not available."""
        return self.rules.selection(self.opened.rules) or load_selection(self.rules.name)

    def year(self) -> SelectionYear:
        """The selection year as it stands at the end of the book."""
        return fold_year(self.selection, self.postings, self.rules.selection)


def open_file(path: Path) -> BookFile:
    """The book in a file, of an event or of a selection year."""
    if not path.exists():
        raise DirectorError(
            "There is no book at {path}",
            remedy="Check the name, or create a book with `overtrick simulate`.",
            path=path,
        )
    try:
        _refuse_others(path)
        book = FileBook(path)
    except OSError as fault:
        raise DirectorError(
            "{path} cannot be opened: {strerror}",
            remedy="Check the permissions of the file.",
            path=path,
            strerror=fault.strerror,
        ) from fault
    with closing(book):
        postings = list(book.postings())
    opened = next((each.act for each in postings if isinstance(each.act, EventOpened | SelectionOpened)), None)
    if opened is None:
        raise DirectorError(
            "{path} has no posting that opens an event or a selection year",
            remedy="Choose a complete book.",
            path=path,
        )
    name = _locate_rules(opened.event, path) if isinstance(opened, EventOpened) else opened.document
    return BookFile(path, postings, opened, BookRules(name, book.kept.find), book.torn)


def _refuse_others(path: Path) -> None:
    """Refuse a file that is not a book: by what it is, or by its first character."""
    refuse_other_kinds(path, InputKind.BOOK)
    with path.open("rb") as file:
        if file.read(1) != b"{":
            raise DirectorError(
                "{path} is not the book of an event or a selection year", remedy=InputKind.BOOK.advice, path=path
            )


def _locate_rules(event: str, book: Path) -> str:
    """The location of a book's rules: an event's id, or its own file, at the recorded path or beside the book."""
    if event.endswith(OWN) and not Path(event).is_file() and (book.parent / Path(event).name).is_file():
        return str(book.parent / Path(event).name)
    return event
