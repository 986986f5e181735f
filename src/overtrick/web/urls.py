"""The addresses of all pages. Each interface has its own list."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/", include("overtrick.web.table.urls")),  # first, because every result uses it
    path("desk/", include("overtrick.web.desk.urls")),
    path("api/", include("overtrick.web.api.urls")),
    path("", include("overtrick.web.accounts.urls")),
    path("", include("overtrick.web.telemetry.urls")),
    path("", include("overtrick.web.public.urls")),
]
handler400 = "overtrick.web.errors.bad_request"
handler500 = "overtrick.web.errors.server_error"
