"""The addresses of accounts."""

from django.urls import path

from overtrick.web.accounts import own, own_second, views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-in/second/", views.sign_in_second, name="sign-in-second"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("first-run/", views.begin, name="first-run"),
    path("invited/<str:token>/", views.invited, name="invited"),
    path("forgot/", views.forgot, name="forgot"),
    path("reset/<str:token>/", views.new_password, name="reset"),
    path("account/", own.account, name="account"),
    path("account/password/", own.password, name="account-password"),
    path("account/second/", own_second.second_factor_page, name="account-second"),
    path("account/passkey/", own_second.add_passkey, name="account-passkey"),
    path("account/mail/", own.mail, name="account-mail"),
    path("account/sessions/", own.own_sessions, name="account-sessions"),
]
