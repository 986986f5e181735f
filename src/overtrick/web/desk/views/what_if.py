"""*What would change?* before an event is opened: a small study of it, asked for and looked at."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from overtrick.core.errors import OvertrickError
from overtrick.lab.needs import MOST_ENTRIES, RUNS
from overtrick.regulations.plan.event_book import event_files
from overtrick.web.congress.access import Action, called, official
from overtrick.web.congress.models import Congress
from overtrick.web.desk.views.shared import show_refusal, whole
from overtrick.web.desk.what_if import SmallStudy, begin, installed, study_of


@official(Action.ORGANISE)
def what_if(request: HttpRequest, congress: Congress) -> HttpResponse:
    """A small study of an event of the rulebook: begin it, see how far it is, read what it found."""
    rules = request.POST.get("rules") or request.GET.get("rules", "")
    file = event_files().get(rules)
    if file is None:
        messages.error(request, "Only events of the rulebook that ships can be studied here.")
        return redirect("desk-new-event", congress=congress.slug)
    least, most = file.event.entries.least or 2, min(file.event.entries.most or MOST_ENTRIES, MOST_ENTRIES)
    given = request.POST.get("entries") or request.GET.get("entries")
    entries = max(least, min(most, whole(given, file.event.usual)))
    if request.method == "POST" and installed():
        try:
            if not begin(file, entries):
                messages.error(request, "Another study is being played. Ask again when it is done.")
        except OvertrickError as refused:
            show_refusal(request, refused)
        address = reverse("desk-what-if", kwargs={"congress": congress.slug})
        return redirect(f"{address}?rules={rules}&entries={entries}")
    study = study_of(file, entries) if installed() else SmallStudy(entries)
    shown = {
        "congress": congress, "who": called(request.user), "file": file.event, "rules": rules, "study": study,
        "installed": installed(), "least": least, "most": most, "runs": RUNS, "others": list(_others(study)),
    }  # fmt: skip
    return render(request, "desk/what_if.html", shown)


def _others(study: SmallStudy) -> Iterator[str]:
    """How often each format selects others, in words."""
    found = study.found or {}
    listed = found.get("others")
    for each in listed if isinstance(listed, list) else []:
        winners, selected = (
            f"{100 * float(each[key]['value']):.0f}% ± {100 * float(each[key]['within']):.0f}"
            for key in ("winners", "selected")
        )
        same = each.get("luck", "same") == "same"
        who = each["format"] if same else "The event as written, by other luck alone"
        yield f"{who}: another winner in {winners} of runs, others selected in {selected}"
