"""Requests by machines, which use any host name: a container 127.0.0.1, a load balancer the process's own address."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from overtrick.web.telemetry import views

ASKED = {"/health": views.health, "/metrics": views.figures}


class Machines:
    """Middleware: answers health checks and metrics before the host name is checked, because they never use it."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer requests by machines at once, and pass on all others."""
        view = ASKED.get(request.path_info)
        return self.answer(request) if view is None else view(request)
