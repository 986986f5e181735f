"""An organisation's folders of rules at the desk: uploading (as a zip archive), showing, downloading and retiring."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_safe

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.wording import phrase
from overtrick.regulations.describe.event import conditions_of
from overtrick.regulations.read.editions import use_edition
from overtrick.regulations.read.zipped_folder import unzip_folder, zip_folder
from overtrick.views.conditions import arrange_page
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.desk.views.organisations import organisation_page
from overtrick.web.organisations.handed_in import RulesRefused
from overtrick.web.organisations.models import Organisation, OwnFolder
from overtrick.web.organisations.rule_folders import (
    current_folders,
    events_of,
    folder_editions,
    folder_of,
    is_hidden,
    keep_folder,
    retire_folder,
    standing_edition,
)
from overtrick.web.translation import plain

SECONDS = 8.0
"""How long the events of a folder are simulated while the user waits; the command line takes as long as it needs."""


@official(Action.RULES)
@require_http_methods(["GET", "HEAD", "POST"])
def own_folders(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The page of an organisation's folders of rules: it checks and saves an uploaded one, or retires one."""
    context: dict[str, object] = {}
    if request.method == "POST" and (gone := request.POST.get("retire")):
        retire_folder(organisation.number, gone)
        return redirect("desk-own-folders", organisation=organisation.slug)
    if request.method == "POST":
        try:
            kept = _save_folder(request, organisation)
        except DirectorError as refused:
            context = {"refused": refused, "faults": refused.faults if isinstance(refused, RulesRefused) else ()}
        else:
            messages.success(request, kept)
            return redirect("desk-own-folders", organisation=organisation.slug)
    rows = [
        (each, events_of(each).values(), folder_editions(organisation.number, each.name), is_hidden(each))
        for each in current_folders(organisation.number)
    ]
    status = HTTPStatus.UNPROCESSABLE_ENTITY if context else HTTPStatus.OK
    return organisation_page(request, organisation, "desk/own_folders.html", status, folders=rows, **context)


def _save_folder(request: HttpRequest, organisation: Organisation) -> str:
    """Save the uploaded folder; return the message about it."""
    file = request.FILES.get("folder")
    if file is None:
        raise RulesRefused("No file was attached: choose the zip archive of the folder")
    folder = unzip_folder(file.read(limits.FOLDER + 1), file.name or "")
    kept = keep_folder(organisation.number, folder, author_name(request.user), SECONDS)
    said = phrase(
        "{title} saved. You can now use its events.[ There was no time to simulate {untried}; run "
        "`overtrick rules check` to do so.]",
        title=kept.row.title,
        untried=tuple(kept.untried),
    )
    return plain(said)


@official(Action.RULES)
@require_safe
def own_folder(request: HttpRequest, organisation: Organisation, name: str) -> HttpResponse:
    """The page of a folder in use: the conditions of each of its events for the usual number of entries."""
    row = get_object_or_404(OwnFolder, organisation=organisation, name=name, current=True)
    with use_edition(standing_edition(row)):
        events = [
            (file, arrange_page(conditions_of(file, Entrants(file.event.usual)))) for file in events_of(row).values()
        ]
    return organisation_page(request, organisation, "desk/own_folder.html", folder=row, events=events)


@official(Action.RULES)
@require_safe
def own_folder_zip(request: HttpRequest, organisation: Organisation, number: int) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Download one edition of a folder, as it was uploaded."""
    row = get_object_or_404(OwnFolder, pk=number, organisation=organisation)
    headers = {"Content-Disposition": f'attachment; filename="{row.name}.zip"'}
    return HttpResponse(zip_folder(folder_of(row)), content_type="application/zip", headers=headers)
