"""The import of a session scored elsewhere, on the command line: compare it with our scores, and write its book."""

from collections.abc import Iterable, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import click

from overtrick.cli.entries import read_bytes, read_file
from overtrick.cli.options import as_json
from overtrick.cli.show import progress, show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.director.imports.comparison import ComparedNumber, Verdict
from overtrick.director.imports.sessions import METHODS, ImportedFile, ImportOptions, bring_in
from overtrick.formats.people_csv import read_name_map
from overtrick.formats.session import Person
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.read.file_kinds import InputKind
from overtrick.views.slugs import slugify

_HEADERS = ("where", "what", "theirs", "ours", "why")


@click.command("import")
@click.argument("file")
@click.option("--book", "-o", metavar="OUT", help="Book to write; without it, nothing is saved.")
@click.option("--map", "names", metavar="FILE", help="CSV that maps user names to players: username, ABF number, name.")
@click.option("--method", type=click.Choice(list(METHODS)), help="Scoring method, if the file does not say.")
@click.option("--scoring", metavar="RULE", help="Scoring rule (default: the nearest to the file's points).")
@click.option("--title", metavar="TEXT", help="Title of the event (default: as in the file).")
@click.option("--dry-run", is_flag=True, help="Compare the scores without saving anything.")
@click.option("--all", "everything", is_flag=True, help="Also show the lines that agree.")
@as_json
def import_results(
    file: str,
    book: str | None,
    names: str | None,
    method: str | None,
    scoring: str | None,
    title: str | None,
    dry_run: bool,
    everything: bool,
    as_json: bool,
) -> None:
    """Import a session scored by another program; the format of FILE is detected.

    FILE may be USEBIO (RealBridge, Compscore and many more), PBN, a Bridgemate .bws, LIN, ACBLscore, CSV or XLSX.

    Compares every line and total with ours and explains any difference. With --book, writes an event with scorecards,
    travellers and explanations. Importing the same file twice changes nothing.

    \b
    Example: overtrick import examples/tuesday.xml --dry-run
             overtrick import examples/tuesday.xml --book tuesday.jsonl
    """
    path = Path(file)
    wanted = ImportOptions(METHODS[method] if method else None, scoring or "", title or "", _read_names(names))
    with progress(f"Scoring {path.name}"):
        found = _import_file(path, wanted)
    kept = "" if dry_run or book is None else _keep(found, Path(book))
    if as_json:
        show_json(_json(found, kept))
        return
    comparison = found.comparison
    for part, called in ((comparison.contestants, "Contestants"), (comparison.lines, "Lines")):
        shown = [each for each in part if everything or each.verdict in (Verdict.CONVENTION, Verdict.DIFFERENT)]
        if shown:
            show_table(_HEADERS, _rows(shown), called)
    for note in found.notes:
        show_lines(f"Note: {note}.")
    used = found.replayed.scoring
    others = ", ".join(each.id for each in found.ways if each.id != used.id)
    show_lines(f"Scored by {used.name} ({used.id}, {used.clause}); --scoring also accepts {others}.")
    show_lines(f"{path.name}, {found.format}, {found.session.title}: {comparison.said}.")
    show_lines(kept or "Nothing was saved. Add --book OUT to write the book.")


def _rows(shown: Iterable[ComparedNumber]) -> list[tuple[str, ...]]:
    return [(each.where, str(each.about), str(each.theirs), str(each.ours), str(each.why)) for each in shown]


def _read_names(names: str | None) -> Mapping[str, Person] | None:
    return read_name_map(*read_file(names)) if names else None


def _import_file(path: Path, wanted: ImportOptions) -> ImportedFile:
    data = read_bytes(path, InputKind.SESSION)
    called = slugify(path.stem.replace("_", " ")) or "session"
    return bring_in(data, path.name, wanted, called=called, program=f"overtrick {version('overtrick')}")


def _keep(found: ImportedFile, out: Path) -> str:
    """Write the book; a book that already has these postings is not changed."""
    drafts = [Draft(each.act, each.by, each.at, each.key) for each in found.replayed.postings]
    if out.exists():
        with closing(FileBook(out)) as book:
            there = {posting.key for posting in book.postings()}
        if all(draft.key in there for draft in drafts):
            return f"{out} already has this session; nothing was changed."
        raise DirectorError(
            "{out} already exists and holds something else",
            remedy="Books are never overwritten: choose another name.",
            out=out,
        )
    with closing(FileBook(out)) as book:
        book.append(drafts, keep=[found.replayed.edition])
    return f"{len(drafts)} postings in {out}. Run `overtrick standings {out}` for the ranking."


def _json(found: ImportedFile, kept: str) -> dict[str, Json]:
    def rows(part: Iterable[ComparedNumber]) -> list[Json]:
        return [
            {
                "where": each.where,
                "about": str(each.about),
                "theirs": str(each.theirs),
                "ours": str(each.ours),
                "verdict": str(each.verdict),
                "why": str(each.why),
            }
            for each in part
        ]

    return {
        "format": str(found.format),
        "title": found.session.title,
        "hash": found.replayed.source.hash,
        "scoring": found.replayed.scoring.id,
        "ways": [each.id for each in found.ways],
        "notes": [str(note) for note in found.notes],
        "said": found.comparison.said,
        "contestants": rows(found.comparison.contestants),
        "lines": rows(found.comparison.lines),
        "kept": kept,
    }
