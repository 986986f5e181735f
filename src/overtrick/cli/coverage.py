"""The coverage of the documents by tests, clause by clause."""

import click

from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_table
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Json
from overtrick.regulations.lint.coverage import KINDS, Count, DocumentCoverage, clause_states
from overtrick.regulations.lint.coverage import coverage as count_clauses
from overtrick.regulations.read.library import shipped_rulebook


@click.command
@click.argument("document", required=False)
@as_json
def coverage(document: str | None, as_json: bool) -> None:
    """Count the clauses of each document that passing tests cover, by kind; with DOCUMENT, list every clause.

    \b
    Example: overtrick coverage
             overtrick coverage NSWSP
    """
    counted = count_clauses(shipped_rulebook(), clause_states())
    if document is not None:
        cites = ", ".join(one.cite for one in counted)
        counted = [one for one in counted if one.cite.lower() == document.lower()]
        if not counted:
            raise DirectorError(
                "There is no document “{document}”", remedy="The documents are {cites}.", document=document, cites=cites
            )
    if as_json:
        show_json({"documents": [_as_json(one, clauses=document is not None) for one in counted]})
    elif document is None:
        rows = [(one.cite, *(_cell(one.kinds[kind]) for kind in KINDS[:-1]), one.title) for one in counted]
        show_table(("document", *KINDS[:-1], "title"), rows)
    else:
        clauses = shipped_rulebook().clauses[counted[0].cite]
        rows = [(number, clauses[number].kind, state) for number, state in counted[0].states.items()]
        show_table(("clause", "kind", "state"), [row for row in rows if row[1] != "informs"])


def _cell(count: Count) -> str:
    part = f" (+{count.part} in part)" if count.part else ""
    return f"{count.done} of {count.of}{part}"


def _as_json(one: DocumentCoverage, *, clauses: bool) -> Json:
    answer: dict[str, Json] = {
        "cite": one.cite,
        "title": one.title,
        "kinds": {kind: {"done": c.done, "part": c.part, "of": c.of} for kind, c in one.kinds.items()},
    }
    if clauses:
        answer["clauses"] = dict(one.states)
    return answer
