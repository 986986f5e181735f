"""The addresses that a phone at a table uses."""

from django.urls import URLPattern, path

from overtrick.web.table import codes, views

urlpatterns: list[URLPattern] = [
    path("", codes.enter_code, name="typed-code"),
    path("worker.js", views.worker, name="table-worker"),
    path("codes/<named:event>/", codes.codes, name="table-codes"),
    path("codes/<named:event>/cards.pdf", codes.cards, name="table-cards"),
    path("<str:token>/", views.table, name="table"),
    path("<str:token>/now", views.now, name="table-now"),
    path("<str:token>/message", views.message, name="table-message"),
    path("<str:token>/app.webmanifest", views.app, name="table-app"),
    path("<str:token>/outcome", views.show_outcome, name="table-outcome"),
    path("<str:token>/board/<int:number>/", views.board, name="table-board"),
]
