"""Conditions of contest at the prompt: an event described for its entry, and the defects of the regulations."""

from pathlib import Path

import click

from overtrick.cli.entries import read_text
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.provenance import Json
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.lint.events import lint_events
from overtrick.regulations.lint.files import check_files, check_folder
from overtrick.regulations.lint.findings import Finding
from overtrick.regulations.lint.rules import lint
from overtrick.regulations.plan.event_book import find_event, is_event, read_event
from overtrick.regulations.read.editions import DOCUMENT, ENDING
from overtrick.regulations.read.library import library


@click.command("describe")
@click.argument("event")
@click.option(
    "--entries", type=click.IntRange(1), metavar="N", help="How many have entered; the usual number if not said."
)
@click.option("--contending", type=click.IntRange(0), metavar="N", help="How many of them contend, where not all do.")
@click.option("--house", is_flag=True, help="A house pair or team plays too.")
@click.option("--choice", multiple=True, metavar="NAME", help="A choice an official has made; may be repeated.")
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
    """The conditions of contest of EVENT in plain English, with citations, resolved for an entry.

    EVENT is an id, a name, or the path of an event file.

    \b
    Example: overtrick rules describe nsw-swiss-pairs/congress --entries 37
             overtrick rules describe "Open Butler" --entries 60
             overtrick rules describe nsw-swiss-pairs/congress --choice "small entry"
    """
    file = find_event(event)
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
            "“{text}” chooses nothing", remedy="Write the reading and the way, like S-08=not rounded.", text=text
        )
    return name.strip(), way.strip()


@click.command("lint")
@click.option("--strict", is_flag=True, help="Fail if there is a defect that no reading answers.")
@as_json
def lint_rules(strict: bool, as_json: bool) -> None:
    """Defects in the regulations that ship: what does not balance, breaks its own rule, leads nowhere or is silent.

    A defect that one of our readings answers is known; any other is new, and a committee should hear of it.

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
        show_lines(f"{len(new)} new defects, {len(findings) - len(new)} known")
    if new and strict:
        raise SystemExit(1)


def finding_json(finding: Finding) -> dict[str, Json]:
    """A finding, for JSON."""
    return {
        "clause": finding.clause,
        "what": finding.what,
        "reading": finding.reading,
        "known": bool(finding.reading),
        "warns": finding.warns,
        "where": finding.where,
    }


def _checked(paths: tuple[Path, ...]) -> tuple[list[str], list[Finding]]:
    """What is wrong with files, and with folders of rules."""
    from overtrick.lab.trial import folder_refusals, refusals

    given = {path.name: read_text(path) for path in paths if not path.is_dir()}
    faults, findings = check_files(given)
    if not faults and not any(each.fault for each in findings):
        faults = [fault for name, text in given.items() if is_event(text) for fault in refusals(read_event(text, name))]
    for folder in (path.absolute() for path in paths if path.is_dir()):
        texts = {path.relative_to(folder).as_posix(): read_text(path) for path in sorted(folder.rglob(f"*{ENDING}"))}
        if DOCUMENT not in texts:
            raise DirectorError(
                "{folder} has no {document}",
                remedy="Give a folder of rules, or a file.",
                folder=folder.name,
                document=DOCUMENT,
            )
        more, found = check_folder(folder.name, texts)
        if not more and not any(each.fault for each in found):
            more, _ = folder_refusals(folder.name, texts)
        faults, findings = [*faults, *more], [*findings, *found]
    return faults, findings


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


@click.command("check")
@click.argument("rule_files", nargs=-1, type=click.Path(path_type=Path))
@as_json
def check(rule_files: tuple[Path, ...], as_json: bool) -> None:
    """Check rule files and folders of them: every fault at once. Without one, the rulebook that there is.

    Tables are proved complete, rising, complementary and equal to their formula or sister tables; misprints
    that a reading repairs are listed as known and are no faults.

    \b
    Example: overtrick rules check
             overtrick rules check my-club.toml
             overtrick rules check rulebooks/my-club
    """
    faults, findings = _checked(rule_files) if rule_files else ([], lint(library()))
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
        said = [_counted(len(faults) + len(new), "fault"), _counted(known, "known misprint")]
        show_lines(", ".join([*said, *([_counted(warned, "warning")] if warned else [])]))
    if faults or new:
        raise SystemExit(1)
