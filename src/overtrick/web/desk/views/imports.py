"""Importing a session that was scored elsewhere: its file is compared line by line and becomes an event."""

from http import HTTPStatus
from importlib.metadata import version

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from overtrick.core import limits
from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.wording import phrase
from overtrick.director.imports.sessions import METHODS, ImportedFile, ImportOptions, bring_in
from overtrick.ledger.book import Draft
from overtrick.regulations.read.editions import program_edition, use_edition
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.congress.creation import free_slug, open_played
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.desk.carried_file import handed_in, pack_file
from overtrick.web.desk.views.shared import new_key, show_refusal
from overtrick.web.organisations.handed_in import file_name

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY
SHOWN = 200
"""How many lines that differ are shown; the rest are only counted."""
TOO_LARGE = phrase(
    "Convert the file on the command line with `overtrick import --book …`, then load that book with `overtrick "
    "book import`."
)


@official(Action.ORGANISE)
@require_http_methods(["GET", "HEAD", "POST"])
def import_results(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page that reads and compares a file; on confirmation, it becomes an event with its whole book."""
    context: dict[str, object] = {
        "congress": congress, "who": author_name(request.user), "key": new_key(), "methods": list(METHODS),
    }  # fmt: skip
    if request.method != "POST":
        return render(request, "desk/import.html", context)
    given = request.POST
    title, method = given.get("title", "").strip()[:200], given.get("method", "")
    try:
        data, name = handed_in(request)
        wanted = ImportOptions(METHODS.get(method), given.get("scoring", "")[: limits.NAME], title)
        with use_edition(program_edition()):
            found = _brought_in(data, name, wanted)
        if "open" in given and (record := _open(request, congress, found)) is not None:
            return redirect("desk-event", event=record.slug)
        packed = pack_file(data, name, TOO_LARGE)
    except DirectorError as refused:
        return render(request, "desk/import.html", {**context, "refused": refused}, status=REFUSED)
    differing = found.comparison.differing
    own = {
        "found": found, "contestants": found.comparison.contestants, "lines": differing[:SHOWN],
        "not_shown": len(differing) - SHOWN, "packed": packed, "name": name, "method": method,
        "slug": given.get("slug", "") or free_slug(congress, found.session.title),
    }  # fmt: skip
    return render(request, "desk/import.html", {**context, **own})


def _brought_in(data: bytes, name: str, wanted: ImportOptions) -> ImportedFile:
    own = file_name(name.rpartition(".")[0] or name, "session").removesuffix(".toml")
    return bring_in(data, name, wanted, called=own, program=f"overtrick {version('overtrick')}")


def _open(request: HttpRequest, congress: Congress, found: ImportedFile) -> BookRecord | None:
    """Open the event with its book; None if it is refused, which the page says."""
    played = found.replayed
    slug = slugify(request.POST.get("slug", ""))[:100] or free_slug(congress, found.session.title)
    record = BookRecord(slug=slug, congress=congress, rules=played.name, title=found.session.title)
    drafts = [Draft(each.act, each.by, each.at, each.key) for each in played.postings]
    try:
        return open_played(record, drafts, played.edition)
    except OvertrickError as refused:
        show_refusal(request, refused)
    return None
