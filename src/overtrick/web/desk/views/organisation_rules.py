"""An organisation's own rules and folders of rules, and the look of its pages."""

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
from overtrick.web.organisations.colours import read, scheme
from overtrick.web.organisations.handed_in import RulesRefused, handed_in
from overtrick.web.organisations.look import LARGEST, PictureRefused, set_logo
from overtrick.web.organisations.models import Organisation, OwnFolder, OwnRules
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.organisations.rule_files import current_rules, editions_of, keep_rules, withdraw_rules
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

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY


@official(Action.RULES)
@require_http_methods(["GET", "HEAD", "POST"])
def own_rules(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The page of an organisation's own rules: it checks and saves an uploaded file, or withdraws one."""
    context: dict[str, object] = {}
    if request.method == "POST" and (gone := request.POST.get("withdraw")):
        withdraw_rules(organisation.number, gone)
        return redirect("desk-own-rules", organisation=organisation.slug)
    if request.method == "POST":
        try:
            name, text = handed_in(request)
            kept = keep_rules(organisation.number, name, text, author_name(request.user))
        except DirectorError as refused:
            faults = refused.faults if isinstance(refused, RulesRefused) else ()
            given = {"name": request.POST.get("name", "")[:60], "text": request.POST.get("text", "")[: limits.FILE]}
            context = {"refused": refused, "faults": faults, **given}
        else:
            said = phrase("{title} saved. You can now use it for new events.", title=kept.title)
            messages.success(request, plain(said))
            return redirect("desk-own-rules", organisation=organisation.slug)
    files = [(each, editions_of(organisation.number, each.name)) for each in current_rules(organisation.number)]
    status = REFUSED if context else HTTPStatus.OK
    return organisation_page(request, organisation, "desk/own_rules.html", status, files=files, **context)


@official(Action.RULES)
@require_safe
def own_rules_file(request: HttpRequest, organisation: Organisation, number: int) -> HttpResponse:  # noqa: ARG001 - every view takes a request
    """Download one edition of a file, as it was uploaded."""
    found = get_object_or_404(OwnRules, pk=number, organisation=organisation)
    headers = {"Content-Disposition": f'attachment; filename="{found.name}"'}
    return HttpResponse(found.text, content_type="application/toml; charset=utf-8", headers=headers)


@official(Action.STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """The page that sets the colour and the logo of the public pages."""
    refused = None
    if request.method == "POST":
        try:
            _handle_action(request, organisation)
        except PictureRefused as fault:
            refused = fault
        else:
            messages.success(request, plain(phrase("Saved.")))
            return redirect("desk-look", organisation=organisation.slug)
    shown = organisation.colour or "#0b5f4e"
    schemes = [("light", scheme(read(shown), dark=False)), ("dark", scheme(read(shown), dark=True))]
    status = REFUSED if refused else HTTPStatus.OK
    return organisation_page(
        request, organisation, "desk/look.html", status, refused=refused, shown=shown, schemes=schemes,
        largest=LARGEST // 1000,
    )  # fmt: skip


def _handle_action(request: HttpRequest, organisation: Organisation) -> None:
    """Set or remove the logo or the colour, depending on the button."""
    wanted, file = request.POST.get("do", ""), request.FILES.get("logo")
    if wanted == "logo" and file is not None:
        set_logo(organisation, file.read(LARGEST + 1))
    elif wanted == "no logo":
        set_logo(organisation, b"")
    elif wanted in {"colour", "no colour"}:
        given = request.POST.get("colour", "").lower() if wanted == "colour" else ""
        before, organisation.colour = organisation.colour, given
        if given and not _is_colour(given):
            organisation.colour = before
            raise PictureRefused("This is not a colour", remedy="Write the colour like #0b5f4e.")
        organisation.save(update_fields=["colour"])
        forget_organisations()


def _is_colour(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and all(each in "0123456789abcdef" for each in text[1:])


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
        raise RulesRefused("No file was attached", remedy="Choose the zip archive of the folder.")
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
