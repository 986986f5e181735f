"""The rulebook on the command line: list it, show its rules and clauses, and check rule files."""

import re
from dataclasses import asdict

import click

from overtrick.cli.lazy import Later, LazyGroup
from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.core.wording import phrase
from overtrick.regulations.describe.scoring import describe_datum, describe_scale, describe_words, words_of
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.json_schema import schema_of
from overtrick.regulations.grammar.readings import Reading
from overtrick.regulations.grammar.rules import RuleFile
from overtrick.regulations.grammar.tables import nearest
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.read.documents import ListedRule, listed_rules
from overtrick.regulations.read.library import Rulebook, StatedRule, library

Shown = StatedRule | ListedRule | EventFile
"""The kinds of object that the id of a rule may name."""


_LATER = {
    "adopt": Later("editions", "adopt", "Preview and adopt a corrected edition for a book."),
    "check": Later("conditions", "check", "Check rule files, or the rulebook itself."),
    "describe": Later("conditions", "describe", "Describe an event's conditions of contest."),
    "editions": Later("editions", "editions", "List the editions of each document, with their dates."),
    "keep": Later("editions", "keep", "Add missing rule texts to a book."),
    "lint": Later("conditions", "lint_rules", "Find defects in the regulations."),
}


@click.group(cls=LazyGroup, later=_LATER)
def rules() -> None:
    """List and read the rulebook, and check rule files.

    \b
    Example: overtrick rules list --kind scale
             overtrick rules show ANC26 17.16
    """


@rules.command("list", short_help="List every rule by name, with its clause.")
@click.option("--kind", metavar="KIND", help="Only this kind: event, scoring, ranking, scale, bye, season …")
@as_json
def list_rules(kind: str | None, as_json: bool) -> None:
    """List every event, scoring, ranking, scale and other rule by name, with its clause.

    \b
    Example: overtrick rules list --kind scale
    """
    book = library()
    rules = [
        *((name, rule.id, rule.words, rule.clause.cite) for name, of in book.kinds.items() for rule in of.values()),
        *((rule.kind, rule.id, rule.words, rule.clause) for rule in listed_rules()),
    ]
    kinds = list(dict.fromkeys([*book.kinds, *(name for name, *_ in rules)]))
    if kind is not None and kind not in ("event", *kinds):
        near = nearest(kind, ("event", *kinds))
        remedy = "Did you mean {near}, or another of these: {kinds:,}?" if near else "The kinds are {kinds:,}."
        raise DirectorError(
            "There is no kind of rule called “{kind}”", remedy=remedy, near=near, kinds=("event", *kinds), kind=kind
        )
    listed = [
        (name, id_, str(words.get("name") or ""), clause) for name, id_, words, clause in rules if kind in (None, name)
    ]
    events = list(event_files().values()) if kind in (None, "event") else []
    if as_json:
        answer: dict[str, Json] = {
            "documents": [
                {"folder": folder, "cite": document.cite, "title": document.title}
                for folder, document in book.documents.items()
            ],
        }
        if kind in (None, "event"):
            answer["events"] = [_event(file) for file in events]
        for name in kinds:
            if kind in (None, name):
                answer[_plural(name)] = [
                    {"id": id_, "name": called, "clause": clause} for k, id_, called, clause in listed if k == name
                ]
        show_json(answer)
        return
    rows = [("event", file.event.id, file.event.name, file.event.clause.cite) for file in events]
    show_table(("kind", "id", "name", "clause"), [*rows, *listed])


def _event(file: EventFile) -> dict[str, Json]:
    event = file.event
    return {
        "id": event.id,
        "name": event.name,
        "clause": event.clause.cite,
        "contest": str(event.contest),
        "entries": [event.entries.least, event.entries.most],
        "usual": event.usual,
        "stages": list(dict.fromkeys(stage.name for stage in file.stage)),
        "choices": [choice.id for choice in file.choice],
        "readings": {each.id: [way.way for way in each.other] for each in file.reading if each.other},
    }


def _plural(kind: str) -> str:
    return kind.replace("-", "_") + ("" if kind.endswith("s") else "s")


@rules.command("show", short_help="Show a rule, a clause, a reading or a document.")
@click.argument("name", nargs=-1, required=True)
@as_json
def show_rule(name: tuple[str, ...], as_json: bool) -> None:
    """Show a rule by its id, a clause by its citation, a reading by its number, or a document's clauses.

    \b
    Example: overtrick rules show abf/swiss-pairs
             overtrick rules show ANC26 17.16
             overtrick rules show ANC26 D55
             overtrick rules show NSWSP
    """
    book, wanted = library(), " ".join(name)
    first, _, number = wanted.partition(" ")
    cite = next((known for known in book.clauses if known.lower() == first.lower()), first)
    if cite in book.clauses and not number:
        _show_document(book, cite, as_json=as_json)
        return
    if cite in book.clauses:
        _show_clause(book, cite, number, as_json=as_json)
        return
    found: dict[str, Shown] = {kind: of_kind[wanted] for kind, of_kind in book.kinds.items() if wanted in of_kind}
    found |= {rule.kind: rule for rule in listed_rules() if rule.id == wanted}
    if wanted in event_files():
        found = {"event": event_files()[wanted], **found}
    if not found:
        raise DirectorError(
            "There is no rule, clause or reading “{wanted}”",
            remedy="`overtrick rules list` lists the rules; a clause is cited like ANC26 17.16.",
            wanted=wanted,
        )
    if as_json:
        show_json({kind: words_of(_words(rule)) for kind, rule in found.items()})
        return
    for kind, rule in found.items():
        show_lines(f"{kind} {wanted}")
        show_lines("\n".join(_describe_rule(book, kind, wanted, rule)))


def _describe_rule(book: Rulebook, kind: str, name: str, rule: Shown) -> list[str]:
    if kind == "scale":
        return list(describe_scale(book.scale(name)))
    if kind == "datum":
        return list(describe_datum(book.datum(name)))
    return list(describe_words(words_of(_words(rule))))


def _words(rule: Shown) -> object:
    return rule if isinstance(rule, EventFile) else rule.words


def _show_document(book: Rulebook, cite: str, *, as_json: bool) -> None:
    document = next(document for document in book.documents.values() if document.cite == cite)
    clauses = book.clauses[cite]
    if as_json:
        listed: list[Json] = [{"clause": c.id, "kind": c.kind, "says": c.says} for c in clauses.values()]
        show_json({"cite": cite, "title": document.title, "body": document.body, "clauses": listed})
        return
    show_lines(f"{cite}: {document.title} ({document.body}, {document.issued})")
    show_table(("clause", "kind", "says"), [(c.id, c.kind, c.says) for c in clauses.values()])


def _show_clause(book: Rulebook, cite: str, number: str, *, as_json: bool) -> None:
    clause, reading = book.clauses[cite].get(number), book.readings[cite].get(number)
    if clause is not None:
        readings = [r for r in book.readings[cite].values() if number in r.on]
        if as_json:
            show_json(
                {
                    "clause": f"{cite} {number}",
                    "kind": clause.kind,
                    "says": clause.says,
                    "readings": [_reading(r) for r in readings],
                }
            )
            return
        show_lines(f"{cite} {number} ({clause.kind})\n{clause.says}")
        for r in readings:
            show_lines(f"\n  {r.id}. {r.matter}\n  Our reading: {r.we}")
    elif reading is not None:
        if as_json:
            show_json(_reading(reading))
            return
        show_lines(f"{cite} {reading.id}, on {', '.join(reading.on)}\n{reading.matter}\nOur reading: {reading.we}")
        for other in reading.other:
            show_lines(f"Another reading: {other}")
    else:
        stem = re.split(r"[#(]", number)[0]
        near = [known for known in book.clauses[cite] if known.startswith(stem)][:8]
        raise DirectorError(
            "{cite} has no clause or reading {number}",
            remedy=phrase("Clauses with similar numbers: {near:,}.", near=tuple(near))
            if near
            else phrase("Run `overtrick rules show {cite}` to list its clauses.", cite=cite),
            cite=cite,
            number=number,
        )


def _reading(reading: Reading) -> Json:
    """Return a reading as plain data, including empty fields."""
    return {name: list(part) if isinstance(part, tuple) else part for name, part in asdict(reading).items()}


@rules.command("schema", short_help="Print the JSON Schema of rule files, for text editors.")
@click.option("--event", is_flag=True, help="Print the schema of event files instead.")
def schema(event: bool) -> None:
    """Print the grammar of rule files as JSON Schema, for text editors.

    \b
    Example: overtrick rules schema > overtrick-rules.schema.json
             overtrick rules schema --event > overtrick-event.schema.json
    """
    show_json(schema_of(EventFile if event else RuleFile))
