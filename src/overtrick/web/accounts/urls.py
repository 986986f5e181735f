"""The addresses of accounts."""

from django.urls import path

from overtrick.web.accounts import views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("first-run/", views.begin, name="first-run"),
]
