"""The views for machines, health checks and metrics; machines use any host name."""

import hmac
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.web.telemetry import metrics
from overtrick.web.telemetry.refusals import Refusal, is_here, note_refusal

LATE = 10.0
"""Seconds without polling the database after which the live stream counts as disconnected."""


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - every view takes a request
    """Whether the database answers, is migrated, and feeds the live stream: 200 if all is well, else 503."""
    lag = metrics.live_lag()
    told: dict[str, object] = {"database": False, "migrated": False, "live": lag is None or lag < LATE}
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        told["database"] = True
        told["migrated"] = not missing_migrations()
    except DatabaseError:
        pass
    told["live_lag_seconds"] = None if lag is None else round(lag, 1)
    well = all((told["database"], told["migrated"], told["live"]))
    return JsonResponse({"program": "Overtrick", "well": well, **told}, status=200 if well else 503)


@never_cache
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """The server's metrics for Prometheus, for requests from this machine or with the token; a 404 for others."""
    if not (is_here(request) or _has_token(request)):
        note_refusal(request, Refusal.NO_RIGHT, "see the figures")
        raise Http404
    return HttpResponse(metrics.render_metrics(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _has_token(request: HttpRequest) -> bool:
    wanted: str = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(wanted) and hmac.compare_digest(given.encode(), wanted.encode())


def missing_migrations() -> bool:
    """Whether the database is behind the program."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


ASKED = {"/health": health, "/metrics": figures}


class Machines:
    """Middleware: answers health checks and metrics before the host name is checked, because they never use it."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer requests by machines at once, and pass on all others."""
        view = ASKED.get(request.path_info)
        return self.answer(request) if view is None else view(request)
