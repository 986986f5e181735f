"""*What would change?* before an event is opened: starting a small study and reading its findings."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from overtrick.core.errors import OvertrickError
from overtrick.core.wording import phrase
from overtrick.lab.needs import MOST_ENTRIES, RUNS
from overtrick.regulations.plan.event_book import event_files
from overtrick.web.congress.access import Action, author_name, official
from overtrick.web.congress.models import Congress
from overtrick.web.desk.views.shared import show_refusal, whole
from overtrick.web.desk.what_if import SmallStudy, begin, is_installed, study_of
from overtrick.web.translation import plain


@official(Action.ORGANISE)
def what_if(request: HttpRequest, congress: Congress) -> HttpResponse:
    """The page that starts a small study of an event of the rulebook, and shows its progress and findings."""
    rules = request.POST.get("rules") or request.GET.get("rules", "")
    file = event_files().get(rules)
    if file is None:
        messages.error(request, plain(phrase("You can simulate only events from the built-in rulebook.")))
        return redirect("desk-new-event", congress=congress.slug)
    least, most = file.event.entries.least or 2, min(file.event.entries.most or MOST_ENTRIES, MOST_ENTRIES)
    given = request.POST.get("entries") or request.GET.get("entries")
    entries = max(least, min(most, whole(given, file.event.usual)))
    if request.method == "POST" and is_installed():
        try:
            if not begin(file, entries):
                running = phrase("Another simulation is running. Try again when it has finished.")
                messages.error(request, plain(running))
        except OvertrickError as refused:
            show_refusal(request, refused)
        address = reverse("desk-what-if", kwargs={"congress": congress.slug})
        return redirect(f"{address}?rules={rules}&entries={entries}")
    study = study_of(file, entries) if is_installed() else SmallStudy(entries)
    shown = {
        "congress": congress, "who": author_name(request.user), "file": file.event, "rules": rules, "study": study,
        "installed": is_installed(), "least": least, "most": most, "runs": RUNS, "others": list(_others(study)),
    }  # fmt: skip
    return render(request, "desk/what_if.html", shown)


def _others(study: SmallStudy) -> Iterator[str]:
    """How often each format has a different winner or selects different contestants, in words."""
    found = study.found or {}
    listed = found.get("others")
    for each in listed if isinstance(listed, list) else []:
        winners, selected = (
            f"{100 * float(each[key]['value']):.0f} ± {100 * float(each[key]['within']):.0f}%"
            for key in ("winners", "selected")
        )
        same = each.get("luck", "same") == "same"
        who = each["format"] if same else phrase("The same regulations, with different luck")
        yield plain(
            phrase(
                "{who}: a different winner in {winners} of runs, a different selection in {selected}",
                who=who,
                winners=winners,
                selected=selected,
            )
        )
