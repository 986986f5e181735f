"""Conditions of contest on the command line: describe an event, and check the regulations for defects."""

from pathlib import Path

import click

from overtrick.cli.book_files import read_event_file
from overtrick.cli.entries import read_text
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import Json
from overtrick.core.wording import count_of
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.lint.events import lint_events
from overtrick.regulations.lint.files import check_files, check_folder
from overtrick.regulations.lint.findings import Finding
from overtrick.regulations.lint.rules import lint
from overtrick.regulations.plan.event_book import is_event, read_event
from overtrick.regulations.read.editions import DOCUMENT, files_in
from overtrick.regulations.read.file_kinds import InputKind
from overtrick.regulations.read.library import library


@click.command("describe")
@click.argument("event")
@click.option("--entries", type=click.IntRange(1), metavar="N", help="Number of entries (default: the usual number).")
@click.option("--contending", type=click.IntRange(0), metavar="N", help="Number in contention, if not all.")
@click.option("--house", is_flag=True, help="Include a house pair or team.")
@click.option("--choice", multiple=True, metavar="NAME", help="A choice that an official has made; repeatable.")
@click.option(
    "--reading", multiple=True, metavar="ID=WAY", help="Another listed way to read the text, like “S-08=not rounded”."
)
@as_json
def describe(
    event: str,
    entries: int | None,
    contending: int | None,
    house: bool,
    choice: tuple[str, ...],
    reading: tuple[str, ...],
    as_json: bool,
) -> None:
    """Describe the conditions of contest of EVENT in plain English, with citations, for a number of entries.

    EVENT is an id, a name, or the path of an event file.

    \b
    Example: overtrick rules describe nsw-swiss-pairs/congress --entries 37
             overtrick rules describe "Open Butler" --entries 60
             overtrick rules describe nsw-swiss-pairs/congress --choice "small entry"
    """
    file = read_event_file(event)
    entrants = Entrants(entries or file.event.usual, contending, int(house))
    lines = list(describe_event(file, entrants, choice, dict(_reading(each) for each in reading)))
    if as_json:
        show_json({"id": file.event.id, "name": file.event.name, "entries": entrants.entered, "conditions": [*lines]})
        return
    show_lines("\n".join(lines))


def _reading(text: str) -> tuple[str, str]:
    name, equals, way = text.partition("=")
    if not equals:
        raise DirectorError(
            "“{text}” does not choose a reading",
            remedy="Write the reading and the way to read it, like S-08=not rounded.",
            text=text,
        )
    return name.strip(), way.strip()


@click.command("lint")
@click.option("--strict", is_flag=True, help="Exit with code 1 if any defect has no reading.")
@as_json
def lint_rules(strict: bool, as_json: bool) -> None:
    """List defects in the built-in regulations: imbalances, contradictions, dead ends and omissions.

    A defect covered by one of our readings is known; any other is new and should be reported to the committee.

    \b
    Example: overtrick rules lint
    """
    book = library()
    findings = [*lint(book), *lint_events(book)]
    new = [finding for finding in findings if finding.fault]
    if as_json:
        show_json({"findings": [finding_json(finding) for finding in findings]})
    else:
        for finding in findings:
            show_lines(str(finding))
        show_lines(f"{count_of(len(new), 'new defect')}, {len(findings) - len(new)} known")
    if new and strict:
        raise SystemExit(1)


def finding_json(finding: Finding) -> dict[str, Json]:
    """Return a finding as JSON."""
    return {
        "clause": finding.clause,
        "what": finding.what,
        "reading": finding.reading,
        "known": bool(finding.reading),
        "warns": finding.warns,
        "where": finding.where,
    }


def _check_paths(paths: tuple[Path, ...]) -> tuple[list[str], list[Finding]]:
    """Return the faults and findings in rule files and rulebook folders."""
    from overtrick.lab.trial import folder_refusals, refusals

    given = {path.name: _rules_text(path) for path in paths if not path.is_dir()}
    faults, findings = check_files(given)
    if not faults and not any(each.fault for each in findings):
        faults = [fault for name, text in given.items() if is_event(text) for fault in refusals(read_event(text, name))]
    for folder in (path.absolute() for path in paths if path.is_dir()):
        texts = {path: read_text(file) for path, file in files_in(folder)}
        if DOCUMENT not in texts:
            raise DirectorError(
                "{folder} has no {document}",
                remedy="Give a rulebook folder, or a file.",
                folder=folder.name,
                document=DOCUMENT,
            )
        more, found = check_folder(folder.name, texts)
        if not more and not any(each.fault for each in found):
            more, _ = folder_refusals(folder.name, texts)
        faults, findings = [*faults, *more], [*findings, *found]
    return faults, findings


def _rules_text(path: Path) -> str:
    """Return the text of a rule file; one without rules in it is left to the check."""
    return read_text(path, InputKind.RULES if path.is_file() and path.read_bytes().strip() else None)


def _count_of(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


@click.command("check")
@click.argument("rule_files", nargs=-1, type=click.Path(path_type=Path))
@as_json
def check(rule_files: tuple[Path, ...], as_json: bool) -> None:
    """Check rule files and folders, listing every fault. Without arguments, check the built-in rulebook.

    Tables must be complete, rising, complementary and equal to their formula or sister tables. Misprints that a reading
    corrects are listed as known and are not faults.

    \b
    Example: overtrick rules check
             overtrick rules check my-club.toml
             overtrick rules check rulebooks/my-club
    """
    faults, findings = _check_paths(rule_files) if rule_files else ([], lint(library()))
    new = [finding for finding in findings if finding.fault]
    if as_json:
        show_json(
            {
                "faults": list(faults),
                "findings": [finding_json(finding) for finding in findings],
            }
        )
    else:
        for fault in faults:
            show_lines(fault)
        for finding in findings:
            show_lines(finding.located)
        known, warned = sum(bool(each.reading) for each in findings), sum(each.warns for each in findings)
        said = [_count_of(len(faults) + len(new), "fault"), _count_of(known, "known misprint")]
        show_lines(", ".join([*said, *([_count_of(warned, "warning")] if warned else [])]))
    if faults or new:
        raise SystemExit(1)
