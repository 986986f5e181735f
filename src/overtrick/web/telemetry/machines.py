"""Machines ask by whatever name they know: a container by 127.0.0.1, a balancer by the process's own address."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from overtrick.web.telemetry import views

ASKED = {"/health": views.health, "/metrics": views.figures}


class Machines:
    """Middleware: health and figures are told before anybody looks at the name in the request, which they never use."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a machine at once, everybody else as ever."""
        view = ASKED.get(request.path_info)
        return self.answer(request) if view is None else view(request)
