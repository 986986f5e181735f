"""The addresses for monitoring."""

from django.urls import path

from overtrick.web.telemetry import status, views

urlpatterns = [
    path("health", views.health, name="health"),
    path("metrics", views.figures, name="metrics"),
    path("status", status.status, name="status"),
]
