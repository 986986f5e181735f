"""Which address opens which page. Each face has its own list."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("overtrick.web.accounts.urls")),
    path("", include("overtrick.web.telemetry.urls")),
    path("", include("overtrick.web.public.urls")),
    path("desk/", include("overtrick.web.desk.urls")),
    path("t/", include("overtrick.web.table.urls")),
    path("api/", include("overtrick.web.api.urls")),
]
handler400 = "overtrick.web.errors.bad_request"
handler500 = "overtrick.web.errors.server_error"
