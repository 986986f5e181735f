"""What machines ask the server: is it well, and how much does it do."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.web.watching import metrics

LATE = 10.0
"""Seconds without a look at the database after which the live stream counts as cut off."""


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:  # noqa: ARG001 - a view is given the request
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
    return JsonResponse({"well": well, **told}, status=200 if well else 503)


@never_cache
@require_safe
def figures(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view is given the request
    """The server's figures, for Prometheus."""
    return HttpResponse(metrics.exposed(), content_type="text/plain; version=0.0.4; charset=utf-8")


def missing_migrations() -> bool:
    """Whether the database is behind the program."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
