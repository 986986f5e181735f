"""A file of results as an answer: to be kept, under a name of its own, and of its own type."""

from django.http import HttpResponse

from overtrick.views.exports import Exported


def attached(made: Exported) -> HttpResponse:
    """A file to keep, made for this answer alone."""
    text = made.media.startswith("text/") or made.media.endswith(("json", "xml"))
    answer = HttpResponse(made.data, content_type=f"{made.media}; charset=utf-8" if text else made.media)
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.filename}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
