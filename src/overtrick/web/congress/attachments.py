"""Files of results as downloads, with their names and media types."""

from django.http import HttpResponse

from overtrick.views.exports import ExportedFile


def download_response(made: ExportedFile) -> HttpResponse:
    """The response that downloads a file. It is not cached."""
    text = made.media.startswith("text/") or made.media.endswith(("json", "xml"))
    answer = HttpResponse(made.data, content_type=f"{made.media}; charset=utf-8" if text else made.media)
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.filename}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
